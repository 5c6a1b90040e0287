"""Answer-set programs as values: the replies of the translation in prolog/answer_sets.pl."""

import re
from typing import NamedTuple

from pydantic import BaseModel, TypeAdapter, ValidationError

from probe.values import Diagnostic, Option, Place, Source


class Reason(NamedTuple):
    """Why a program is not translated, or its result not used, and the clause in question (line 0: none)."""

    kind: str
    message: str
    source: Source
    line: int
    column: int
    clause: int
    text: str

    def diagnostic(self) -> Diagnostic:
        """Return the reason as a diagnostic."""
        place = Place(source=self.source, line=self.line, column=self.column, clause=self.clause)
        return Diagnostic(
            kind=self.kind,
            message=self.message,
            place=place if self.line else None,
            clause_text=self.text or None,
        )


class AnswerSetProgram(BaseModel):
    """A translated program, or the ``reasons`` that prevent a translation.

    ``options`` maps constants of ``text`` to the options that they represent. If ``doubt(N)`` is in the answer set, the
    N-th of ``doubts`` is the reason not to use it. ``notes`` are clauses that may mean something else to Prolog,
    because of its goal order or its rounding.
    """

    text: str | None = None
    options: dict[str, Option] = {}
    doubts: tuple[Reason, ...] = ()
    notes: tuple[Reason, ...] = ()
    reasons: tuple[Reason, ...] = ()


class _Reply(BaseModel):
    failed: str | None = None
    answer_sets: tuple[AnswerSetProgram, ...] = ()


_REPLY = TypeAdapter(_Reply)
_CONTROL = re.compile("[\x00-\x1f]")


def translations_of(reply: bytes, number: int) -> tuple[AnswerSetProgram, ...]:
    """Return the ``number`` translations in a worker's reply."""
    try:
        parsed = _REPLY.validate_json(reply)
    except ValidationError:  # a text may contain invalid JSON: control characters, lone surrogates
        parsed = _REPLY.validate_json(_CONTROL.sub(_escaped, reply.decode("utf-8", "replace")))
    if parsed.failed == "deadline":
        return (not_translated("limit", "translating the program exceeds the limit of time"),) * number
    if parsed.failed is not None:
        return (not_translated("oracle", f"the oracle failed on this program: {parsed.failed}"),) * number
    return parsed.answer_sets


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def not_translated(kind: str, message: str) -> AnswerSetProgram:
    """Return the result for a program without a translation, with the reason."""
    return AnswerSetProgram(reasons=(Reason(kind, message, "program", 0, 0, 0, ""),))
