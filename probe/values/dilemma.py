"""Dilemmas: texts that differ in a cue, their programs, the item that a dataset stores, and the seed corpus."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer, model_validator

from probe.errors import InputError
from probe.values.base import Arm, Bias, Evidence, Option, Value, fingerprint
from probe.values.certificate import Certificate
from probe.values.decision import LETTERS
from probe.values.domain import DomainWords
from probe.values.item import Complexity, Item, Norm, Provenance
from probe.values.measured import StageMeasures
from probe.values.reasoning import Reasoning


class Texts(Value):
    """The two texts of one dilemma; they differ only in the cue."""

    unbiased: str
    biased: str


class Program(Value):
    """What the oracle runs for one text: the axioms, and the text's own facts and ``decide_option/2``."""

    axioms: str
    text: str


class Programs(Value):
    """The formal half of a pair: shared axioms, one program for each text, and the axioms in words."""

    axioms: str
    unbiased: str
    biased: str
    note: str = ""

    def of(self, arm: Arm) -> Program:
        """Return the program behind the unbiased or the biased text."""
        return Program(axioms=self.axioms, text=self.unbiased if arm is Arm.UNBIASED else self.biased)


class Controls(Value):
    """Further texts of a dilemma, which differ from the unbiased one in the cue's place.

    ``placebo`` has a neutral edit there, ``counter`` a cue for the right option, and ``advocacy`` names the option
    that the cue pushes without the mechanism of a bias. ``biased_2`` and ``biased_3`` have the cue followed by what
    one or two other people say to the same effect, ``placebo_2`` and ``placebo_3`` neutral edits of those lengths. None
    if the dilemma has no such text.
    """

    placebo: str | None = None
    counter: str | None = None
    advocacy: str | None = None
    biased_2: str | None = None
    biased_3: str | None = None
    placebo_2: str | None = None
    placebo_3: str | None = None

    @model_serializer(mode="wrap")
    def _as_in_a_line(self, fields: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out later fields that are None, so that lines of earlier versions stay as they are."""
        content: dict[str, Any] = fields(self)
        return {name: text for name, text in content.items() if text is not None or name in ("placebo", "counter")}


class FactTwin(Value):
    """The same dilemma with one stated fact changed, so that the other option is right.

    ``fact`` is the decisive fact of the original as a clause, ``changed`` the one in its place. The axioms are the
    original's; the biased text has the identical cue.
    """

    unbiased: str
    biased: str
    unbiased_program: str
    biased_program: str
    correct_option: Option
    fact: str
    changed: str

    @property
    def texts(self) -> Texts:
        """Both texts."""
        return Texts(unbiased=self.unbiased, biased=self.biased)

    def programs(self, axioms: str) -> Programs:
        """Return both programs with the original's axioms."""
        return Programs(axioms=axioms, unbiased=self.unbiased_program, biased=self.biased_program)

    def without_fact(self, original: Programs) -> Program:
        """Return the original's unbiased program without the decisive fact; its predicate stays declared."""
        name, _, arguments = self.fact.partition("(")
        remaining_lines = [line for line in original.unbiased.splitlines() if line != self.fact]
        # Without a clause or a declaration, a call of the predicate would be an error instead of a failure.
        declaration = f":- dynamic {name}/{arguments.count(',') + 1}."
        return Program(
            axioms=original.axioms, text="\n".join((remaining_lines[0], declaration, *remaining_lines[1:])) + "\n"
        )


class StatedRule(Value):
    """A rule of a policy: its sentence in the text, and its clauses in the axioms.

    A line says a single one as ``clause``, as lines of earlier versions do, and several as ``clauses``.
    """

    sentence: str
    clauses: Annotated[tuple[str, ...], Field(min_length=1)]

    @model_validator(mode="before")
    @classmethod
    def _one_clause(cls, data: object) -> object:
        if isinstance(data, dict) and "clause" in data:
            other_fields = {name: value for name, value in data.items() if name != "clause"}
            return {**other_fields, "clauses": (data["clause"],)}
        return data

    @model_serializer
    def _as_in_a_line(self) -> dict[str, Any]:
        if len(self.clauses) == 1:
            return {"sentence": self.sentence, "clause": self.clauses[0]}
        return {"sentence": self.sentence, "clauses": list(self.clauses)}


class Dilemma(Item):
    """An item with two options: its texts differ only in the cue, and its programs prove which option is right.

    ``id`` is the first 16 hex digits of the SHA-256 of bias, both texts, axioms and both programs as canonical JSON.
    It is computed if missing, and a wrong one is rejected. ``stated_rules`` are those of a policy; without any, the
    rules are not stated.
    """

    id: str = ""
    bias: Bias
    domain: str = "software_engineering"
    unbiased: str
    biased: str
    axioms: str
    axioms_note: str = ""
    unbiased_program: str
    biased_program: str
    correct_option: Option
    complexity: Complexity = Complexity()
    certificate: Certificate | None = None
    controls: Controls | None = None
    twin: FactTwin | None = None
    stated_rules: tuple[StatedRule, ...] = ()
    reasoning: Reasoning = Reasoning()
    evidence: dict[str, Evidence] = Field(default_factory=dict)
    provenance: Provenance

    @property
    def texts(self) -> Texts:
        """Both texts."""
        return Texts(unbiased=self.unbiased, biased=self.biased)

    @property
    def programs(self) -> Programs:
        """The axioms, both programs and the axioms in words."""
        return Programs(
            axioms=self.axioms, unbiased=self.unbiased_program, biased=self.biased_program, note=self.axioms_note
        )

    @property
    def measures(self) -> StageMeasures:
        """What stages measured, read from their evidence."""
        return StageMeasures.of(self.evidence)

    @property
    def required_depth(self) -> int | None:
        """The fewest levels of rules that a reader has to follow, as its composer knows it."""
        return self.reasoning.required_depth

    @property
    def protocol(self) -> str:
        """The name of the protocol of all dilemmas; their lines do not repeat it."""
        return "dilemmas"

    @property
    def scale(self) -> tuple[str, ...]:
        """The letters of both options."""
        return LETTERS

    @property
    def sensitive(self) -> bool:
        """Never: no dilemma is about attributes of people."""
        return False

    @property
    def cluster(self) -> str:
        """The series, whose members share a story; else the dilemma itself."""
        return self.provenance.series or self.id

    @property
    def norm(self) -> Norm:
        """What makes the cue irrelevant to the right option."""
        if self.certificate is None or not self.certificate.passed:
            return "none"
        return "text" if self.stated_rules else "stipulated"

    def arms(self) -> tuple[Arm, ...]:
        """Return the arms that the pair has a text for, in their usual order."""
        return tuple(arm for arm in Arm.packaged if self.text(arm) is not None)

    def text(self, arm: Arm) -> str | None:
        """Return the text that a subject sees in ``arm``, None if the pair has no such text."""
        if arm in (Arm.UNBIASED, Arm.BIASED):
            return self.unbiased if arm is Arm.UNBIASED else self.biased
        if arm in (Arm.TWIN, Arm.TWIN_BIASED):
            return None if self.twin is None else self.twin.unbiased if arm is Arm.TWIN else self.twin.biased
        return getattr(self.controls, arm.value, None)

    def right_option(self, arm: Arm) -> Option:
        """Return the option that the facts of ``arm`` call for."""
        if self.twin is not None and arm in (Arm.TWIN, Arm.TWIN_BIASED):
            return self.twin.correct_option
        return self.correct_option

    def right_answer(self, arm: Arm, turn: int = 0) -> int:
        """Return the index of the option that the facts of ``arm`` call for."""
        return LETTERS.index(self.right_option(arm).letter)

    @model_serializer(mode="wrap")
    def _without_what_is_not_known(self, fields: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out ``reasoning`` where none is recorded, so that lines of earlier versions stay as they are."""
        content: dict[str, Any] = fields(self)
        if self.reasoning == Reasoning():
            content.pop("reasoning", None)
        return content

    def identity(self) -> Mapping[str, Any]:
        """Return the bias, both texts and the programs."""
        return _identity(self.bias, self.texts, self.programs)


def pair_id(bias: Bias, texts: Texts, programs: Programs) -> str:
    """Return the identity of the content; pairs with the same id are the same pair."""
    return fingerprint(_identity(bias, texts, programs))


def _identity(bias: Bias, texts: Texts, programs: Programs) -> dict[str, str]:
    return {
        "bias": bias.value,
        "unbiased": texts.unbiased,
        "biased": texts.biased,
        "axioms": programs.axioms,
        "unbiased_program": programs.unbiased,
        "biased_program": programs.biased,
    }


HAND_MADE = "hand-made"
"""The author that a seed's provenance names."""


class BiasSheet(Value):
    """A domain's description of a bias.

    ``family`` is the family of cognitive biases that it represents, ``definition`` is shown to judges, ``mechanism``
    describes how wording triggers it, ``source`` cites the literature.
    """

    bias: Bias
    family: str
    definition: str
    mechanism: str
    source: str


class Seed(Value):
    """One hand-made dilemma.

    ``name`` is its folder's name and unique within the bias; ``source`` cites the literature; ``cue`` contains the
    exact words by which the biased text pushes towards the wrong option, in one or several pieces.
    """

    domain: str
    bias: Bias
    name: str
    title: str
    source: str
    cue: tuple[str, ...]
    correct_option: Option
    texts: Texts
    programs: Programs
    controls: Controls | None = None

    @property
    def id(self) -> str:
        """The name recorded in provenance: ``bias/name``."""
        return f"{self.bias.slug}/{self.name}"

    def to_pair(self) -> Dilemma:
        """Return the seed as a pair of a dataset; an oracle adds complexity and certificate."""
        return Dilemma(
            bias=self.bias,
            domain=self.domain,
            unbiased=self.texts.unbiased,
            biased=self.texts.biased,
            axioms=self.programs.axioms,
            axioms_note=self.programs.note,
            unbiased_program=self.programs.unbiased,
            biased_program=self.programs.biased,
            correct_option=self.correct_option,
            controls=self.controls,
            provenance=Provenance(author=HAND_MADE, seed_ids=(self.id,)),
        )


class Corpus(Value):
    """The seeds of one domain; ``domain`` is its folder's name, ``name`` and ``description`` are for people.

    ``words`` is how prompts speak about it.
    """

    domain: str
    name: str
    description: str
    sheets: tuple[BiasSheet, ...]
    seeds: tuple[Seed, ...]
    words: DomainWords = DomainWords()

    @property
    def biases(self) -> tuple[Bias, ...]:
        """The biases that this domain has seeds for, in the order of generation."""
        return tuple(Bias.in_order(sheet.bias for sheet in self.sheets))

    def sheet(self, bias: Bias) -> BiasSheet:
        """Return the sheet of ``bias``; raise InputError if the domain has none."""
        self._check(bias, (sheet.bias for sheet in self.sheets))
        return next(sheet for sheet in self.sheets if sheet.bias == bias)

    def seeds_of(self, bias: Bias) -> tuple[Seed, ...]:
        """Return the seeds of ``bias`` by name (two or more). Raise InputError if there are none."""
        self._check(bias, (seed.bias for seed in self.seeds))
        return tuple(seed for seed in self.seeds if seed.bias == bias)

    def seed(self, seed_id: str) -> Seed:
        """Return the seed called ``bias/name``; raise InputError that lists the known ones."""
        for seed in self.seeds:
            if seed.id == seed_id:
                return seed
        names = ", ".join(seed.id for seed in self.seeds)
        raise InputError(f"seeds of {self.domain}: no seed {seed_id!r}; choose one of {names}")

    def _check(self, bias: Bias, biases: Iterable[Bias]) -> None:
        bias.check_among(Bias.in_order(biases), f"the seeds of {self.domain}", "or add a folder with its seeds")
