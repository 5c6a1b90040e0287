"""The files of templates: one TOML file per bias, checked completely before any problem is reported."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from probe.content import ContentFile
from probe.errors import CorpusError, InputError
from probe.grammar.markup import checked, slots
from probe.protocols.templates.calculations import value
from probe.protocols.templates.item import Kind, Relation
from probe.values import Bias, Value

TEMPLATES = "templates"
"""The folder of a domain with its templates."""
STATED_SLOT = "stated"
"""The slot of what a template states so that its norm holds."""

Text = Annotated[str, StringConstraints(strip_whitespace=True), AfterValidator(checked)]
NonEmptyText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1), AfterValidator(checked)]
"""A text whose marks are valid (``probe.grammar.markup``); the second is not empty."""
Sign = Literal[-1, 1]
Arms = dict[Literal["control", "treatment", "placebo"], dict[str, Text]]


class FillableSlot(Value):
    """A slot that a model can fill: what it is asked for, and the words that are used without a model.

    Without ``words`` those of the domain with the gap's name are used; without an ``instruction`` a model is not asked.
    """

    instruction: Text = ""
    words: tuple[NonEmptyText, ...] = ()


class NumberScale(Value):
    """A scale of numbers from ``low`` to ``high``; ``unit`` follows each, and ``signed`` ones show their sign."""

    low: int
    high: int
    step: int = Field(gt=0)
    unit: str = ""
    signed: bool = False

    def options(self) -> tuple[str, ...]:
        """Return the options, low to high."""
        numbers = range(self.low, self.high + 1, self.step)
        return tuple(f"{self._sign(number)}{abs(number)}{self.unit}" for number in numbers)

    def _sign(self, number: int) -> str:
        return "\N{MINUS SIGN}" if number < 0 else "+" if self.signed and number > 0 else ""


class TemplateForm(Value):
    """One of several forms of a template: its words, and the parameters of the metric that differ."""

    name: NonEmptyText
    k: Sign | None = None
    numbers: dict[str, int] = Field(default_factory=dict)
    words: dict[str, Text] = Field(default_factory=dict)


class Dose(Value):
    """A series of tests that differ in one dose: the number ``of`` that is drawn, or the slot that ``words`` fill."""

    of: NonEmptyText
    levels: Annotated[tuple[int, ...], Field(min_length=3)]
    unit: NonEmptyText
    words: tuple[NonEmptyText, ...] = ()

    def numbers(self, level: int) -> dict[str, float]:
        """Return the drawn value that the n-th level sets, if it is a number."""
        return {} if self.words else {self.of: self.levels[level]}

    def slots(self, level: int) -> dict[str, str]:
        """Return the word that the n-th level sets, if it is one."""
        return {self.of: self.words[level]} if self.words else {}


class FourOptions(Value):
    """A form with four options without order, instead of the scale.

    ``option`` has a slot ``of`` which words are drawn for: that of the text, and three others of the same list.
    """

    prompt: NonEmptyText
    option: NonEmptyText
    of: NonEmptyText


class TextRules(Value):
    """What the texts of a bias have to satisfy.

    ``digits`` are the drawn values that may be numbers in the text (none: no digits). ``shown`` are drawn values that
    the treatment has to contain. ``person`` of pronouns: "second" (you), or "free". ``order_words`` and ``quotes`` may
    be forbidden. ``ratio`` is the most by which the lengths of both arms may differ without being reported.
    ``third_person`` are words of the treatment without "you" and "your".
    """

    digits: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    person: Literal["second", "free"] = "second"
    third_person: tuple[str, ...] = ()
    order_words: bool = True
    quotes: bool = True
    ratio: float = 0.2


class PublishedProcedure(Value):
    """What differs in the published procedure."""

    k: Sign | None = None
    flip: bool | None = None
    x: tuple[str, str] | None = None
    draw: dict[str, tuple[int, int, int]] = Field(default_factory=dict)
    computed: dict[str, str] = Field(default_factory=dict)
    arms: Arms = Field(default_factory=dict)
    stated: Text = ""
    """What is stated in place of the template's own statement."""
    norm: bool = True
    """Whether the arms still deserve the same answer, or a computed one, without that statement."""
    turned: bool = False
    """Whether the treatment's options are in the opposite order, as where they follow a holding that has gained."""
    same_prompt: bool = False
    """Whether the published gaps were generated at temperature 0 with one seed, so that instances repeat a prompt."""


class TemplateSource(Value):
    """The template of one bias; docs/templates.md describes its keys."""

    bias: str
    published: NonEmptyText
    kind: Kind
    source: NonEmptyText
    manipulation: NonEmptyText
    relation: Relation | None = None
    scale: NumberScale | tuple[NonEmptyText, ...] = Field(
        description="a list of options, or a table [scale] with low, high and step"
    )
    situation: NonEmptyText
    prompt: NonEmptyText
    stated: Text = ""
    """What fills the slot ``stated``; the published procedure does not state it."""
    arms: Arms
    k: Sign = 1
    flip: bool = False
    x: tuple[str, str] = ("0", "0")
    update: str = ""
    right: dict[Literal["control", "treatment"], str] = Field(default_factory=dict)
    draw: dict[str, tuple[int, int, int]] = Field(default_factory=dict)
    computed: dict[str, str] = Field(default_factory=dict)
    case: tuple[TemplateForm, ...] = ()
    gap: dict[str, FillableSlot] = Field(default_factory=dict)
    treatment_first: bool = False
    dose: Dose | None = None
    four: FourOptions | None = None
    rules: TextRules = TextRules()
    paper: PublishedProcedure = PublishedProcedure()

    @property
    def options(self) -> tuple[str, ...]:
        """The scale, index 0 first."""
        return self.scale.options() if isinstance(self.scale, NumberScale) else self.scale

    def computed_in(self, *, paper: bool) -> dict[str, str]:
        """Return the sums; those of the published procedure come last, where they may use its draws."""
        published_sums = self.paper.computed if paper else {}
        return {
            name: expression for name, expression in self.computed.items() if name not in published_sums
        } | published_sums

    @model_validator(mode="after")
    def _is_coherent(self) -> "TemplateSource":
        problems: list[str] = []
        try:
            problems.extend(self._problems())
        except ValueError as error:  # the expression cannot be computed
            problems.append(str(error))
        if problems:
            raise ValueError("\n".join(problems))
        return self

    def _problems(self) -> Iterator[str]:
        options = self.options
        if len(options) < 3 or len(set(options)) < len(options):
            yield "scale: write three different options or more, in order"
        if not {"control", "treatment"} <= set(self.arms):
            yield "arms: write [arms.control] and [arms.treatment]"
        if self.arms.get("control") == self.arms.get("treatment"):
            yield "arms: control and treatment are equal; write the manipulation into [arms.treatment]"
        if (self.kind == 3) != (self.relation is None):
            yield "relation: classes 1 and 2 have one, class 3 has none"
        if not self.prompt.endswith("?"):
            yield "prompt: end it with a question mark"
        if self.stated and STATED_SLOT not in slots(self.situation):
            yield f"stated: the situation lacks the slot {{{STATED_SLOT}}}"
        if self.paper.stated and not self.stated:
            yield "paper.stated: it replaces stated, which is missing"
        yield from self._dose_problems()
        if self.four is not None and f"{{{self.four.of}}}" not in self.four.option:
            yield f"four.option: lacks the slot {{{self.four.of}}}"
        yield from self._number_problems()

    def _dose_problems(self) -> Iterator[str]:
        if self.dose is None:
            return
        if list(self.dose.levels) != sorted(set(self.dose.levels)):
            yield "dose.levels: write different levels, from low to high"
        if self.dose.words and len(self.dose.words) != len(self.dose.levels):
            yield "dose.words: write one for each level"
        if self.dose.of not in (self.gap if self.dose.words else self.draw):
            yield f"dose.of: {self.dose.of} is not a {'gap' if self.dose.words else 'drawn number'}"

    def _number_problems(self) -> Iterator[str]:
        for draws, computed_numbers in (
            (self.draw, self.computed),
            (self.draw | self.paper.draw, self.computed_in(paper=True)),
        ):
            # Any number is enough to detect an expression that cannot be computed.
            numbers: dict[str, float] = {name: 0 for case in self.case for name in case.numbers}
            for name, (low, high, step) in draws.items():
                if step < 1 or high < low:
                    yield f"draw.{name}: write [lowest, highest, step]"
                numbers[name] = low
            for name, expression in computed_numbers.items():
                numbers[name] = value(expression, numbers)
            for expression in (*self.x, *(self.paper.x or ()), *self.right.values(), *filter(None, [self.update])):
                value(expression, numbers)


def read_templates(folder: Path) -> dict[Bias, TemplateSource]:
    """Return the templates in a domain's folder by bias, in the order of the files' names.

    Raises CorpusError that lists every problem: the file, the problem, the fix.
    """
    problems: list[str] = []
    templates: dict[Bias, TemplateSource] = {}
    for path in sorted((folder / TEMPLATES).glob("*.toml")):
        try:
            template = _template(path)
            templates[Bias(template.bias)] = template
        except InputError as error:
            problems += error.problems
    if problems:
        raise CorpusError(problems)
    return templates


def _template(path: Path) -> TemplateSource:
    source = ContentFile(path, several_lines=True)
    template = source.value(TemplateSource)
    bias_name = path.stem.replace("_", " ")
    if template.bias != bias_name or not Bias.form.fullmatch(bias_name):
        raise source.error(("bias",), f'write bias = "{bias_name.lower()}", and name the file alike')
    return template


def slots_of(template: TemplateSource) -> set[str]:
    """Return the slots that the template's own texts have, without those that it fills itself."""
    arms = [*template.arms.values(), *template.paper.arms.values()]
    texts = [template.situation, template.prompt, template.stated, template.paper.stated]
    texts += [text for arm in arms for text in arm.values()]
    texts += [text for case in template.case for text in case.words.values()]
    texts += [text for gap in template.gap.values() for text in gap.words]
    filled_slots = (
        {name for arm in arms for name in arm}
        | set(template.draw)
        | set(template.computed)
        | set(template.paper.computed)
    )
    filled_slots |= {name for case in template.case for name in case.words}
    filled_slots |= {STATED_SLOT} if template.stated else set()
    return set().union(*map(slots, texts)) - filled_slots
