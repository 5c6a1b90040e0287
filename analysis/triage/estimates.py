"""Means over items with intervals over clusters, and the rows of the tables on triage."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple

import numpy as np

from probe.analysis.measurements import Measurements
from probe.analysis.statistics.differences import Effect, clustered_mean, direct_mean, linearise
from probe.analysis.statistics.intervals import LEVEL, Floats, Interval
from probe.analysis.statistics.multiplicity import adjust_rows, p_value
from probe.analysis.statistics.weights import MINIMUM
from probe.analysis.tables import EstimateHeading, Gap, Heading
from probe.analysis.triage import orders, places
from probe.analysis.triage.orders import Ratio
from probe.analysis.triage.seen import SeenDecision, group_by, readable
from probe.values import ItemValue

NOT_SHOWN = Gap(reason="not shown")
TOO_FEW = Gap(reason=f"fewer than {MINIMUM} items")
CONSTANT = Gap(reason="all or none accepted")

Parts = Iterable[tuple[str, float]] | Iterable[tuple[str, Ratio]]


class Answers(NamedTuple):
    """All decisions of one subject under one mitigation, what their items belong to, and the items' values."""

    subject: str
    mitigation: str
    seen: Sequence[SeenDecision]
    attributes: Mapping[str, str]
    values: Sequence[ItemValue]

    @property
    def labels(self) -> tuple[str, str]:
        """The first two cells of each row: the subject and the mitigation."""
        return self.subject, self.mitigation

    @property
    def clusters(self) -> dict[str, str]:
        """The cluster of each item."""
        return {decision.item: decision.cluster for decision in self.seen}

    def parts(self, measure: str, kind: str) -> list[tuple[str, Ratio]]:
        """Return what the items of a kind show of a measure."""
        kinds = {decision.item: decision.kind for decision in self.seen}
        item_values = [
            item_value for item_value in self.values if item_value.measure == measure and item_value.weight > 0
        ]
        return [
            (item_value.item_id, Ratio(item_value.value, item_value.weight))
            for item_value in item_values
            if kinds[item_value.item_id] == kind
        ]

    def mean(self, measure: str, kind: str) -> Effect | Gap:
        """Return the mean of a measure over the items of a kind."""
        return estimate(self.parts(measure, kind), self.clusters)

    def ratio(self, measure: str, kind: str, gap: Gap) -> float | Gap:
        """Return the ratio of sums of a measure over the items of a kind, ``gap`` where none has a value."""
        ratios = [ratio for _, ratio in self.parts(measure, kind)]
        return sum(ratio.value for ratio in ratios) / sum(ratio.weight for ratio in ratios) if ratios else gap


@dataclass(frozen=True)
class TriageStudy(Measurements):
    """A study of triage, with the answers of each subject under each mitigation."""

    answers: tuple[Answers, ...] = ()


def estimate(item_results: Parts, clusters: Mapping[str, str]) -> Effect | Gap:
    """Return the mean over items, or the ratio of sums, with a t interval over clusters; p tests zero.

    It is a gap without an item; p is missing below ``MINIMUM`` items.
    """
    # A mean of items is a ratio of sums whose weights are all 1.
    ratios = [(item, result if isinstance(result, Ratio) else Ratio(result, 1.0)) for item, result in item_results]
    if not ratios:
        return NOT_SHOWN
    value, weight = (np.array(column, dtype=np.float64) for column in zip(*(ratio for _, ratio in ratios), strict=True))
    linear_values = linearise(value, weight)
    effect = clustered_mean(linear_values, np.array([clusters[item] for item, _ in ratios]))
    assert effect is not None
    # The interval stays, because its width shows how uncertain so few items are.
    return effect if len(ratios) >= MINIMUM else effect.model_copy(update={"p": None})


class SetsRow(NamedTuple):
    """One subject's decisions in sets under one mitigation."""

    subject: Annotated[str, Heading("subject")]
    mitigation: Annotated[str, Heading("mitigation")]
    sets: Annotated[int, Heading("sets", "count")]
    rate: Annotated[float | Gap, Heading("accepted", "share")]
    carry_over: Annotated[Effect | Gap, EstimateHeading("carry-over", p="p")]
    fixed_history: Annotated[Effect | Gap, EstimateHeading("after fixed answers", prefix="fixed_", p="p")]
    alone: Annotated[Effect | Gap, EstimateHeading("against alone", prefix="alone_", p="p")]
    place: Annotated[Effect | Gap, EstimateHeading("per place", prefix="place_", p="p")]
    distance: Annotated[float | Gap, Heading("d", "number")]
    consistency: Annotated[float | Gap, Heading("consistency", "number")]
    consistency_low: Annotated[float | Gap, Heading("low", "number")]
    consistency_high: Annotated[float | Gap, Heading("high", "number")]
    kappa: Annotated[float | Gap, Heading("Fleiss' κ", "number")]
    noise: Annotated[float | Gap, Heading("noise", "share")]
    naive: Annotated[float | Gap, Heading("naive lag", "number")]
    conditioned: Annotated[float | Gap, Heading("own history", "number")]
    own_p: Annotated[float | Gap, Heading("p", "p")]
    changed: Annotated[float | Gap, Heading("changed in review", "share")]


def sets_row(answers: Answers) -> SetsRow | None:
    """Return what the decisions in sets show, None without any."""
    decisions = [decision for decision in answers.seen if decision.kind == "sequence"]
    if not decisions:
        return None
    rate, rates = orders.overall_rate(decisions), np.array(list(orders.profile_rates(decisions).values()))
    no_consistency = NOT_SHOWN if rate is None else CONSTANT
    # From all decisions, as for the interval: the values of several datasets each belong to a different rate.
    distance = None if rate is None else orders.distance(rates, rate)
    interval = consistency_interval(decisions)
    history = orders.own_history(decisions)
    no_variation = Gap(reason="decisions do not vary beyond what is right") if history.sessions else NOT_SHOWN
    return SetsRow(
        *answers.labels,
        len({decision.item for decision in decisions}),
        _or(rate),
        answers.mean("effect", "sequence"),
        answers.mean("fixed_history", "sequence"),
        answers.mean("against_alone", "sequence"),
        answers.mean("place_slope", "sequence"),
        _or(distance),
        _or(_consistency(rates), no_consistency),
        interval if isinstance(interval, Gap) else interval.low,
        interval if isinstance(interval, Gap) else interval.high,
        _or(orders.kappa(decisions), no_consistency),
        answers.ratio("repeat_noise", "sequence", Gap(reason="no order was shown twice")),
        _or(history.naive, no_variation),
        _or(history.conditioned, no_variation),
        _or(history.p, no_variation),
        answers.ratio("changed", "sequence", Gap(reason="no review")),
    )


def consistency_interval(decisions: Sequence[SeenDecision]) -> Interval | Gap:
    """Return the interval of the consistency, the rate included: a jackknife over sets with Student's t (Tukey 1958).

    Where sets hardly differ, those that were not drawn may: the error is that of ``direct_mean``.
    """
    rates = orders.profile_rates(decisions)
    by_set = group_by(orders.of_orders(decisions), lambda decision: decision.cluster)
    names = {decision.item: decision.cluster for decision in decisions}
    clusters = np.array([names[item] for item, _ in rates])
    values, overall = np.array(list(rates.values())), _consistency(np.array(list(rates.values())))
    if len(by_set) < 2:
        return Gap(reason="fewer than 2 sets")
    without_each_set = [_consistency(values[clusters != name]) for name in by_set]
    if overall is None or any(value is None for value in without_each_set):
        return CONSTANT
    count = len(without_each_set)
    # A jackknife: the change without a set is the contribution of that set to the overall value.
    pseudo_values = count * overall - (count - 1) * np.array(without_each_set, dtype=np.float64)
    half_width = direct_mean(pseudo_values, np.arange(count)).limits(1 - LEVEL)[1] - float(pseudo_values.mean())
    return Interval(low=max(overall - half_width, 0.0), high=min(overall + half_width, 1.0))


def _consistency(rates: Floats) -> float | None:
    if not len(rates):
        return None
    rate = float(rates.mean())
    return orders.consistency(float(np.mean(np.abs(rates - rate))), rate)


class ChoiceRow(NamedTuple):
    """One subject's choices under one mitigation."""

    subject: Annotated[str, Heading("subject")]
    mitigation: Annotated[str, Heading("mitigation")]
    items: Annotated[int, Heading("items", "count")]
    in_use: Annotated[float | Gap, Heading("share of the option in use", "share")]
    neutral: Annotated[float | Gap, Heading("its share where it is not", "share")]
    status_quo: Annotated[Effect | Gap, EstimateHeading("difference", p="p")]
    primacy: Annotated[Effect | Gap, EstimateHeading("first two places", prefix="primacy_", p="p")]


def choice_row(answers: Answers) -> ChoiceRow | None:
    """Return what the choices show, None without any."""
    decisions = places.of_choices(answers.seen)
    if not decisions:
        return None
    return ChoiceRow(
        *answers.labels,
        len({decision.item for decision in decisions}),
        _or(places.used_share(decisions, places.IN_USE)),
        _or(places.used_share(decisions, places.NEUTRAL)),
        answers.mean("effect", "choice"),
        answers.mean("primacy", "choice"),
    )


class PlaceRow(NamedTuple):
    """How often the option at one place was chosen, in the neutral arms or with an option in use."""

    subject: Annotated[str, Heading("subject")]
    mitigation: Annotated[str, Heading("mitigation")]
    condition: Annotated[str, Heading("condition")]
    place: Annotated[str, Heading("place")]
    share: Annotated[Effect, EstimateHeading("share", "share")]


def place_rows(answers: Answers) -> Iterator[PlaceRow]:
    """Yield the share of each place by condition."""
    for name, label in ((places.NEUTRAL, "neutral"), (places.IN_USE, "one in use")):
        condition_decisions = [
            decision
            for decision in answers.seen
            if decision.kind == "choice" and places.condition(decision.arm) == name
        ]
        for number, share in enumerate(places.place_shares(condition_decisions)):
            letter = "ABCD"[number] if number < 4 else str(number + 1)
            yield PlaceRow(*answers.labels, label, letter, share)


class FormRow(NamedTuple):
    """One subject's answers to the forms of a question under one mitigation."""

    subject: Annotated[str, Heading("subject")]
    mitigation: Annotated[str, Heading("mitigation")]
    items: Annotated[int, Heading("items", "count")]
    framing: Annotated[Effect | Gap, EstimateHeading("framing", p="p")]
    published: Annotated[Effect | Gap, EstimateHeading("as published", prefix="published_", p="p")]
    yes_bias: Annotated[Effect | Gap, EstimateHeading("yes-bias", prefix="yes_", p="p")]


def form_row(answers: Answers) -> FormRow | None:
    """Return what the forms of a question show, None without any."""
    items = {decision.item for decision in readable(answers.seen) if decision.kind == "framing"}
    if not items:
        return None
    means = (answers.mean(name, "framing") for name in ("effect", "framing_yes_no", "yes_bias"))
    return FormRow(*answers.labels, len(items), *means)


class AttributeRow(NamedTuple):
    """One subject's difference between two groups of an attribute; the placebo's is the noise floor.

    Holm's adjustment is of the p of the difference, which is below 0.05 exactly where its interval leaves out zero.
    """

    subject: Annotated[str, Heading("subject")]
    mitigation: Annotated[str, Heading("mitigation")]
    attribute: Annotated[str, Heading("attribute")]
    items: Annotated[int, Heading("items", "count")]
    difference: Annotated[Effect | Gap, EstimateHeading("difference", p="p")]
    holm_p: Annotated[float | Gap, Heading("Holm, p", "p")]


PLACEBO = "placebo"


def attribute_rows(answers: Answers) -> tuple[AttributeRow, ...]:
    """Return a row per attribute and one for the placebo; Holm's adjustment is over the attributes, not the placebo."""
    by_name: dict[str, list[tuple[str, Ratio]]] = {}
    for item, item_ratio in answers.parts("effect", "attribute"):
        by_name.setdefault(answers.attributes.get(item, ""), []).append((item, item_ratio))
    placebo = answers.parts("placebo_difference", "attribute")
    rows = [_attribute_row(answers, name, item_ratios) for name, item_ratios in sorted(by_name.items())]
    adjusted_rows = adjust_rows(rows, lambda row: p_value(row.difference, TOO_FEW.reason))
    return (*adjusted_rows, *([_attribute_row(answers, PLACEBO, placebo)] if placebo else []))


def _attribute_row(answers: Answers, name: str, item_ratios: Sequence[tuple[str, Ratio]]) -> AttributeRow:
    difference = estimate(item_ratios, answers.clusters)
    return AttributeRow(*answers.labels, name, len(item_ratios), difference, Gap(reason="not part of the family"))


class FamilyRow(NamedTuple):
    """One of a subject's five biases, with Holm's adjustment over all of them."""

    subject: Annotated[str, Heading("subject")]
    mitigation: Annotated[str, Heading("mitigation")]
    bias: Annotated[str, Heading("bias")]
    estimate: Annotated[Effect | Gap, EstimateHeading("estimate", key="value", p="p")]
    holm_p: Annotated[float | Gap, Heading("Holm, p", "p")]


FAMILY: Mapping[str, tuple[str, str]] = {
    "anchoring by earlier decisions": ("effect", "sequence"),
    "status quo": ("effect", "choice"),
    "primacy": ("primacy", "choice"),
    "framing": ("effect", "framing"),
    "group attribution": ("effect", "attribute"),
}
"""The measure of each bias, and the kind of its items."""


def family_rows(answers: Answers) -> tuple[FamilyRow, ...]:
    """Return the five biases of BiasBuster: of a subject and mitigation, each tested once."""
    means = {bias: answers.mean(measure, kind) for bias, (measure, kind) in FAMILY.items()}
    rows = [FamilyRow(*answers.labels, bias, effect, TOO_FEW) for bias, effect in means.items()]
    return adjust_rows(rows, lambda row: p_value(row.estimate, TOO_FEW.reason))


def _or(value: float | None, gap: Gap = NOT_SHOWN) -> float | Gap:
    return gap if value is None else value
