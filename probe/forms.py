"""The forms of structured answers: a JSON schema for each kind of question that an author, translator or judge answers.

Servers that support JSON schemas (``response_format``) answer in these forms. The answer becomes the text that the
prompt asks for, so that it is stored, read and replayed like an answer of any other server. No form exists for the
questions to subjects and deciders, and for reading their answers: a form would change what is measured.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

from pydantic import ValidationError

from probe.values import Purpose, Value
from probe.values.texts import without_fence

_TICKS = re.compile(r"`{3,}")
_NOT_FOR_SERVERS = ("title", "description", "default")
"""What pydantic adds to a schema; it costs tokens, and servers need none of it."""


class Form(Value):
    """What an answer contains, in the order in which it is written."""

    def text(self) -> str:
        """Return the answer in the form that the prompt asks for."""
        raise NotImplementedError


class VerdictForm(Form):
    """A judge's reason, then its verdict."""

    explanation: str
    decision: Literal["Yes", "No"]

    def text(self) -> str:
        """Return two lines."""
        return f"Explanation: {_line(self.explanation)}\nDecision: {self.decision}"


class QuotedForm(Value):
    """The words that state a fact in each text, or NONE."""

    fact: int
    first: str
    second: str


class GroundingForm(Form):
    """The quotations for each fact, then whether the texts differ only in the cue."""

    facts: tuple[QuotedForm, ...]
    explanation: str
    decision: Literal["Yes", "No"]

    def text(self) -> str:
        """Return a block for each fact, then the verdict."""
        blocks = [
            f"Fact {quotation.fact}\nFirst: {_line(quotation.first)}\nSecond: {_line(quotation.second)}"
            for quotation in self.facts
        ]
        verdict = VerdictForm(explanation=self.explanation, decision=self.decision)
        return "\n".join([*blocks, "", verdict.text()])


class PairForm(Value):
    """Both texts of a pair."""

    unbiased_dilemma: str
    biased_dilemma: str


class ExpansionForm(Form):
    """New pairs, in order."""

    pairs: tuple[PairForm, ...]

    def text(self) -> str:
        """Return a section for each pair."""
        return "\n\n".join(
            f"# Pair {number}\n\n## Unbiased Dilemma\n{_fenced(pair.unbiased_dilemma)}\n\n"
            f"## Biased Dilemma\n{_fenced(pair.biased_dilemma)}"
            for number, pair in enumerate(self.pairs, 1)
        )


class TranslationForm(Form):
    """Axioms, both programs, and the axioms in words."""

    axioms: str
    unbiased: str
    biased: str
    nl_representation_of_axioms: str

    def text(self) -> str:
        """Return the four sections."""
        programs = {"Axioms": self.axioms, "Unbiased": self.unbiased, "Biased": self.biased}
        sections = [f"## {name}\n{_fenced(program, 'prolog')}" for name, program in programs.items()]
        note = _line(self.nl_representation_of_axioms)
        return "\n\n".join([*sections, f"## NL Representation of Axioms\n{note}"])


class RebuiltForm(Form):
    """The dilemma that a program formalises."""

    dilemma: str

    def text(self) -> str:
        """Return the dilemma."""
        return without_fence(self.dilemma)


class ControlsForm(Form):
    """The passages of the placebo and of the counter-cue."""

    placebo: str
    counter: str

    def text(self) -> str:
        """Return a section for each passage."""
        return f"## Placebo\n{_fenced(self.placebo)}\n\n## Counter\n{_fenced(self.counter)}"


class AdvocacyForm(Form):
    """The passage of a bare recommendation."""

    advocacy: str

    def text(self) -> str:
        """Return a section with the passage."""
        return f"## Advocacy\n{_fenced(self.advocacy)}"


class FillingForm(Value):
    """A gap's name and what fills it."""

    gap: str
    filling: str


class FillingsForm(Form):
    """What fills the gaps of a template."""

    fillings: tuple[FillingForm, ...]

    def text(self) -> str:
        """Return one JSON object."""
        return json.dumps({entry.gap: entry.filling for entry in self.fillings}, ensure_ascii=False)


FORMS: Mapping[Purpose, type[Form]] = {
    "advocacy": AdvocacyForm,
    "awareness": VerdictForm,
    "controls": ControlsForm,
    "expand": ExpansionForm,
    "fill": FillingsForm,
    "grounding": GroundingForm,
    "judge": VerdictForm,
    "rebuild": RebuiltForm,
    "translate": TranslationForm,
}
"""The form of the answer to each kind of question; a question of another kind is answered in free text."""


@cache
def response_format(purpose: Purpose) -> dict[str, Any]:
    """Return the ``response_format`` of a chat completion for this kind of question.

    Strict schemas, as at https://platform.openai.com/docs/guides/structured-outputs: every property is required, no
    other is allowed. Raises KeyError for a kind without a form.
    """
    schema = FORMS[purpose].model_json_schema()
    inlined = _inline(schema, schema.get("$defs", {}))
    return {"type": "json_schema", "json_schema": {"name": purpose, "strict": True, "schema": inlined}}


def as_text(purpose: Purpose, answer: str) -> str | None:
    """Return a structured answer as the text that its prompt asks for.

    None if it is not in the form: the server ignores schemas and answered in free text, or the answer was cut off.
    """
    try:
        # Some servers accept a schema and still put the answer into a fence.
        return FORMS[purpose].model_validate_json(without_fence(answer)).text()
    except ValidationError:
        return None


def _inline(node: Any, definitions: Mapping[str, Any]) -> Any:
    """Return a schema without references, which not every server follows, and without what servers do not need."""
    if isinstance(node, list):
        return [_inline(part, definitions) for part in node]
    if not isinstance(node, dict):
        return node
    if reference := node.get("$ref"):
        return _inline(definitions[reference.rpartition("/")[2]], definitions)
    fields = {name: value for name, value in node.items() if name != "$defs" and name not in _NOT_FOR_SERVERS}
    return {name: _inline(value, definitions) for name, value in fields.items()}


def _line(text: str) -> str:
    return " ".join(text.split())


def _fenced(text: str, language: str = "") -> str:
    """Return ``text`` in a fence that it does not close itself; a fence around it is taken off first."""
    body = without_fence(text)
    ticks = max(map(len, _TICKS.findall(body)), default=2) + 1
    return f"{'`' * ticks}{language}\n{body}\n{'`' * ticks}"
