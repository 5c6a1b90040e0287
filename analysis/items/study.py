"""Values per item, gathered for a report: each subject's, under mitigations, and with unparsed answers at an end."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from probe.analysis.depth.tiers import Tiers, TierScheme, choose_tiers
from probe.analysis.statistics.differences import linearised
from probe.analysis.statistics.intervals import Floats
from probe.analysis.statistics.weights import balanced_mean
from probe.analysis.study import refuse_mixture
from probe.errors import InputError
from probe.values import Decision, Evaluation, Item, ItemValue, Measure

Estimator = Callable[[Sequence[Item], Sequence[Decision]], Iterable[ItemValue]]
NONE = "none"
"""The mitigation of a question as it is."""


@dataclass(frozen=True)
class Cell:
    """The items of one subject, mitigation and measure as arrays: values and weights, and what they belong to."""

    value: Floats
    weight: Floats
    items: tuple[Item, ...]

    @property
    def clusters(self) -> "np.ndarray[tuple[int], np.dtype[np.str_]]":
        """The cluster of each item; equal names in different biases are the same cluster."""
        return np.array([item.cluster for item in self.items], dtype=np.str_)

    @property
    def biases(self) -> "np.ndarray[tuple[int], np.dtype[np.str_]]":
        """The bias of each item."""
        return np.array([item.bias.value for item in self.items], dtype=np.str_)

    def where(self, keep: Callable[[Item], bool]) -> "Cell":
        """Return the part whose items ``keep`` accepts."""
        mask = np.array([keep(item) for item in self.items], dtype=np.bool_)
        kept = tuple(item for item, holds in zip(self.items, mask, strict=True) if holds)
        return Cell(self.value[mask], self.weight[mask], kept)

    @property
    def mean(self) -> float:
        """The mean over biases of Σ value / Σ weight, as ``equal_weights`` has it; NaN without weight."""
        return balanced_mean(self.linearised, self.biases) if len(self.items) and self.weight.sum() else float("nan")

    @property
    def linearised(self) -> Floats:
        """A value per item; the mean and spread of each bias are those of its ratio, whatever the weights."""
        values, biases = np.empty(len(self.items)), self.biases
        for bias in np.unique(biases):
            own = biases == bias
            values[own] = linearised(self.value[own], self.weight[own])
        return values


@dataclass(frozen=True)
class Subject:
    """One subject's values by mitigation and measure; in ``extremes``, unparsed answers are at the scale's ends."""

    name: str
    evaluation: Evaluation
    values: tuple[ItemValue, ...]
    extremes: tuple[tuple[ItemValue, ...], ...]

    def cell(self, measure: str, mitigation: str = NONE, values: Sequence[ItemValue] | None = None) -> Cell:
        """Return the items that have a value of ``measure`` under ``mitigation``."""
        known = {item.id: item for item in self.evaluation.items}
        found = [
            one
            for one in (self.values if values is None else values)
            if (one.measure, one.mitigation) == (measure, mitigation) and one.weight > 0
        ]
        return Cell(
            np.array([one.value for one in found], dtype=np.float64),
            np.array([one.weight for one in found], dtype=np.float64),
            tuple(known[one.item_id] for one in found),
        )

    def bounds(self, measure: str, mitigation: str, keep: Callable[[Item], bool]) -> tuple[Cell, Cell] | None:
        """Return the items with the least and the largest mean that unparsed answers at the scale's ends would give."""
        sets = (self.values, *self.extremes)
        cells = [self.cell(measure, mitigation, values).where(keep) for values in sets]
        known = [cell for cell in cells if not np.isnan(cell.mean)]
        return (min(known, key=_mean), max(known, key=_mean)) if known else None

    @property
    def mitigations(self) -> tuple[str, ...]:
        """The mitigations that it was asked under, ``none`` first."""
        return tuple(sorted({one.mitigation for one in self.values}, key=lambda name: (name != NONE, name)))


@dataclass(frozen=True)
class ItemStudy:
    """The evaluations of a report on items of one protocol; the first tested measure is the ``headline``."""

    subjects: tuple[Subject, ...]
    measures: tuple[Measure, ...]
    tiers: Tiers

    @property
    def headline(self) -> Measure:
        """The measure of the answer."""
        return next((one for one in self.measures if one.expected is not None), self.measures[0])

    @property
    def items(self) -> dict[str, Item]:
        """All items, each once, by id."""
        return {item.id: item for subject in self.subjects for item in subject.evaluation.items}


def study_items(
    evaluations: Sequence[Evaluation],
    measures: Sequence[Measure],
    estimator: Estimator,
    scheme: TierScheme = TierScheme.FIXED,
) -> ItemStudy:
    """Estimate the values of ``evaluations``.

    Raises InputError where no item has any, or where only some evaluations are direct.
    """
    refuse_mixture(evaluations)
    subjects = tuple(_subject(name, one, estimator) for name, one in zip(_names(evaluations), evaluations, strict=True))
    for subject in subjects:
        if not subject.values:
            raise InputError(f"{subject.evaluation.run_id}: no item of {subject.name} has enough readable answers yet")
    items = {item.id: item for one in evaluations for item in one.items}
    return ItemStudy(subjects, tuple(measures), choose_tiers(scheme, items.values()))


def _subject(name: str, evaluation: Evaluation, estimator: Estimator) -> Subject:
    extremes = tuple(tuple(estimator(evaluation.items, ones)) for ones in _extremes(evaluation))
    return Subject(name, evaluation, tuple(estimator(evaluation.items, evaluation.decisions)), extremes)


def subject_of_decisions(subject: Subject, decisions: tuple[Decision, ...], estimator: Estimator) -> Subject:
    """Return the subject as these of its decisions alone show it, without extremes."""
    evaluation = subject.evaluation.model_copy(update={"decisions": decisions})
    return Subject(subject.name, evaluation, tuple(estimator(evaluation.items, decisions)), ())


def _extremes(evaluation: Evaluation) -> Iterator[tuple[Decision, ...]]:
    """Yield the decisions with the unparsed ones at either end of the scale, in the reference arm and in the others.

    Of direct answers, so is the probability of what is no option.
    """
    if not any(one.decision == "unparsed" or one.missing for one in evaluation.decisions):
        return
    top = {item.id: len(item.scale) - 1 for item in evaluation.items}
    for ends in product((False, True), repeat=2):
        yield tuple(_at_end(one, top, ends[one.arm != evaluation.reference]) for one in evaluation.decisions)


def _at_end(one: Decision, top: dict[str, int], high: bool) -> Decision:
    end = top[one.item_id] if high else 0
    moved: dict[str, object] = {"decision": end} if one.decision == "unparsed" else {}
    if one.probabilities is not None:
        chances = list(one.probabilities)
        chances[end] += one.missing
        moved["probabilities"] = tuple(chances)
    return one.model_copy(update=moved)


def _mean(cell: Cell) -> float:
    return cell.mean


def _names(evaluations: Sequence[Evaluation]) -> list[str]:
    """Return a name for each evaluation; equal subjects differ by their settings, else by their runs."""
    names = [f"{one.subject} ({one.label})" if one.label else one.subject for one in evaluations]
    chosen = [", ".join(one.choices.values()) for one in evaluations]
    for details in (chosen, [one.run_id for one in evaluations]):
        if len(set(names)) == len(names):
            break
        names = [
            f"{name} [{more}]" if names.count(name) > 1 and more else name
            for name, more in zip(names, details, strict=True)
        ]
    return names
