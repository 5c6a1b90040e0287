"""The answers that a question allows, and how the answers of its two programs are related."""

import re
from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import AfterValidator

from probe.values.base import Option, Value

_ANSWER = re.compile(r"[a-z][A-Za-z0-9_]*|0|-?[1-9][0-9]*")
_RESERVED_NAMES = frozenset({"user", "true", "false", "fail"})


def _checked_answers(answers: tuple[str, ...]) -> tuple[str, ...]:
    if len(answers) < 2:
        raise ValueError("a question needs two answers or more")
    for answer in answers:
        if not _ANSWER.fullmatch(answer) or answer in _RESERVED_NAMES:
            raise ValueError(
                f"{answer!r} cannot be an answer: write a whole number, or a word of ASCII letters, digits and "
                f"underscores that begins in lower case and is not one of {', '.join(sorted(_RESERVED_NAMES))}"
            )
    if len({answer.casefold() for answer in answers}) < len(answers):
        raise ValueError("two answers are the same, or differ only in the case of letters")
    return answers


class Answering(Value):
    """The answers that programs may give, in the order of the scale, and the expected relation between two programs.

    An answer is a bare atom of Prolog (``merge``, ``option_C``) or a whole number (``4``), as text. ``relation``:
    ``equal`` if both programs must give the same answer, ``mirrored`` if the biased one must give the answer at the
    reversed place of the scale, ``computed`` if each has its own answer.
    """

    answers: Annotated[tuple[str, ...], AfterValidator(_checked_answers)]
    relation: Literal["equal", "mirrored", "computed"] = "equal"

    def mirror(self, answer: str) -> str:
        """Return the answer at the reversed place; raise ValueError if ``answer`` is not one of the answers."""
        if answer not in self.answers:
            raise ValueError(f"{answer!r} is not one of the answers {self.answers_text}")
        return self.answers[-1 - self.answers.index(answer)]

    def expected(self, unbiased: str) -> str | None:
        """Return what the biased program should answer if the unbiased one answers ``unbiased``, None if anything."""
        match self.relation:
            case "equal":
                return unbiased
            case "mirrored":
                return self.mirror(unbiased)
            case "computed":
                return None

    @property
    def of_options(self) -> bool:
        """Whether the answers are those of a dilemma, ``option_A`` and ``option_B``."""
        return set(self.answers) == set(Option)

    @property
    def answers_text(self) -> str:
        """The answers as a list for people."""
        return _alternatives(self.answers)


def _alternatives(answers: Sequence[str]) -> str:
    return f"{', '.join(answers[:-1])} or {answers[-1]}"


OPTIONS = Answering(answers=(Option.A.value, Option.B.value))
"""The answers of a dilemma: both programs choose the same option."""
