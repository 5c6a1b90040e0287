"""The seed corpus: a domain's biases, each with its sheet and its hand-made dilemmas."""

from probe.errors import InputError
from probe.values.base import Value
from probe.values.bias import Bias, Option
from probe.values.dilemma import Controls, Pair, Programs, Provenance, Texts

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

    def to_pair(self) -> Pair:
        """Return the seed as a pair of a dataset; an oracle adds complexity and certificate."""
        return Pair(
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
    """The seeds of one domain; ``domain`` is its folder's name, ``name`` and ``description`` are for people."""

    domain: str
    name: str
    description: str
    sheets: tuple[BiasSheet, ...]
    seeds: tuple[Seed, ...]

    @property
    def biases(self) -> tuple[Bias, ...]:
        """The biases that this domain has seeds for, in the order of generation."""
        return tuple(Bias.in_order(sheet.bias for sheet in self.sheets))

    def sheet(self, bias: Bias) -> BiasSheet:
        """Return the sheet of ``bias``; raise InputError if the domain has none."""
        for sheet in self.sheets:
            if sheet.bias == bias:
                return sheet
        raise InputError(self._lacks(bias))

    def seeds_of(self, bias: Bias) -> tuple[Seed, ...]:
        """Return the seeds of ``bias`` in the order of their names (two or more); raise InputError without any."""
        found = tuple(seed for seed in self.seeds if seed.bias == bias)
        if not found:
            raise InputError(self._lacks(bias))
        return found

    def seed(self, seed_id: str) -> Seed:
        """Return the seed called ``bias/name``; raise InputError that lists the known ones."""
        for seed in self.seeds:
            if seed.id == seed_id:
                return seed
        known = ", ".join(seed.id for seed in self.seeds)
        raise InputError(f"seeds of {self.domain}: no seed {seed_id!r}; choose one of {known}")

    def _lacks(self, bias: Bias) -> str:
        known = ", ".join(one.slug for one in self.biases) or "none yet"
        return f"seeds of {self.domain}: no folder {bias.slug} in dilemmas; add one, or choose among {known}"
