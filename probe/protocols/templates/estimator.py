"""The estimator: what the decisions on a test show of each measure.

A run with one unreadable half is dropped, as published. Values are means over an item's runs, so that the two orders
of the scale count alike.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product
from statistics import fmean
from typing import NamedTuple

from probe.protocols.estimating import by_arm_and_run
from probe.protocols.templates.composing import ANCHOR, DOSE, DOSE_KIND
from probe.protocols.templates.item import CONTROL, PLACEBO, TREATMENT, TemplateItem
from probe.protocols.templates.metric import Metric, m, recoded_m, shift, shift_towards, update
from probe.values import Arm, Decision, ItemValue, Measure

MEASURES = (
    Measure(
        name="m",
        label="m",
        meaning="the published metric from −1 to 1, 0 without the bias; tests of an update have their own measure",
        limits=(-1, 1),
    ),
    Measure.difference(
        "shift",
        "shift",
        "how far the answers moved as the bias predicts, as a share of the scale's length, whichever end is 0",
        ("place of the treatment's answers", "place of the control's answers"),
    ),
    Measure(
        name="update_share",
        label="update share",
        meaning=(
            "how much of a full update by the treatment's information was made, from pooled answers (1: all of it); "
            "controls at the ends of the scale are left out, and full updates beyond its top end there"
        ),
        expected=1.0,
    ),
    Measure.difference(
        "shift_over_placebo",
        "shift over placebo",
        "the shift with the placebo's answer in the control's place",
        ("place of the treatment's answers", "place of the placebo's answers"),
    ),
)
"""What the report shows for each bias with intervals."""

Chances = tuple[tuple[int, float], ...]
"""The options that an answer may be, with their probabilities: one alone, unless the answer is direct."""
Answers = Mapping[Arm, Mapping[int, Chances]]
"""The readable answers to an item, by arm and run."""


class Pair(NamedTuple):
    """The answers to control and treatment of one run, and how probable both are."""

    control: int
    treatment: int
    chance: float


Score = Callable[[Metric, int, int, int], float]
Value = tuple[float, float] | tuple[float, float, tuple[float, float]]
"""A value and its weight, with the values of both arms where it is their difference."""


class Test(NamedTuple):
    """The readable answers to one item under one mitigation; ``direct`` ones have probabilities."""

    item: TemplateItem
    answers: Answers
    direct: bool = False

    @property
    def points(self) -> int:
        """The number of options."""
        return len(self.item.scale)

    def pairs(self, first: Arm = CONTROL) -> list[Pair]:
        """Return the answers to ``first`` and to the treatment in each run with both."""
        reference_answers, treatment_answers = self.answers.get(first, {}), self.answers.get(TREATMENT, {})
        return [
            Pair(reference, treatment, p * q)
            for run, chances in reference_answers.items()
            for (reference, p), (treatment, q) in product(chances, treatment_answers.get(run, ()))
        ]


def values(items: Sequence[TemplateItem], decisions: Sequence[Decision]) -> Iterator[ItemValue]:
    """Yield the value of each measure for each item and mitigation that has one."""
    direct = any(decision.probabilities is not None for decision in decisions)
    for item, mitigation, answers in by_arm_and_run(items, decisions, _chances):
        for measure, value in _measure_values(Test(item, answers, direct)):
            yield ItemValue(item.id, mitigation, measure, *value)


def _chances(item: TemplateItem, decision: Decision) -> Chances | None:
    return None if decision.decision == "unparsed" else decision.chances


def _measure_values(test: Test) -> Iterator[tuple[str, Value]]:
    """Yield each measure's value."""
    pairs, item = test.pairs(), test.item
    if pairs:
        # For updates, m is misleading: a full update scores −.31 (docs/templates.md).
        as_published = item.metric.update is None or item.procedure == "paper"
        if as_published:
            yield "m", (_mean(m, test, pairs), 1.0)
        shifts = [shift(item.metric, test.points, pair.control, pair.treatment) for pair in pairs]
        chances = [pair.chance for pair in pairs]
        if item.metric.update is None:
            yield "shift", _shift(test, pairs)
            yield "m_recoded", (_mean(recoded_m, test, pairs), 1.0)
        yield "m_published", (_mean(m, test, pairs), 1.0)
        yield "towards", (fmean([shift_value > 0 for shift_value in shifts], chances), 1.0)
        yield "away", (fmean([shift_value < 0 for shift_value in shifts], chances), 1.0)
        yield from _updates(test, pairs)
        if DOSE in item.drawn:
            # An anchor pulls from both sides, so the rise of the answer counts, not its distance from the anchor.
            score = _rise if item.drawn.get(DOSE_KIND) == ANCHOR else shift
            yield "dose_response", (_mean(score, test, pairs), 1.0)
        yield from _absolute(test, pairs)
    if (placebos := test.pairs(PLACEBO)) and item.metric.update is None:
        yield "shift_over_placebo", _shift(test, placebos)
    yield from _off_norm(test)


def _shift(test: Test, pairs: Sequence[Pair]) -> Value:
    """Return the mean shift of the runs, with the mean places of both answers."""
    metric, chances = test.item.metric, [pair.chance for pair in pairs]
    treatment_positions, control_positions = zip(
        *(shift_towards(metric, test.points, pair.control, pair.treatment) for pair in pairs), strict=True
    )
    arms = fmean(treatment_positions, chances), fmean(control_positions, chances)
    return arms[0] - arms[1], 1.0, arms


def _mean(score: Score, test: Test, pairs: Sequence[Pair]) -> float:
    scores = [score(test.item.metric, test.points, pair.control, pair.treatment) for pair in pairs]
    return fmean(scores, [pair.chance for pair in pairs])


def _rise(metric: Metric, points: int, control: int, treatment: int) -> float:
    """Return how far the answer rose, as a share of the scale: an anchor pulls both ways, depending on its dose."""
    return (treatment - control) / (points - 1)


def _updates(test: Test, pairs: Sequence[Pair]) -> Iterator[tuple[str, tuple[float, float]]]:
    updates = ((update(test.item.metric, test.points, pair.control, pair.treatment), pair.chance) for pair in pairs)
    weighted_updates = [(change, chance) for change, chance in updates if change]
    if weighted_updates:
        update_sum = sum(change.size * chance for change, chance in weighted_updates)
        yield "update_share", (update_sum, sum(change.full_size * chance for change, chance in weighted_updates))


def _absolute(test: Test, pairs: Sequence[Pair]) -> Iterator[tuple[str, tuple[float, float]]]:
    """Yield |m| with its noise floor, or neither: alone, |m| is not distinct from noise. Probabilities have none."""
    # Probabilities do not vary between runs, so their floor would always be zero.
    controls = [] if test.direct else [chances[0][0] for chances in test.answers.get(CONTROL, {}).values()]
    # Both answers are to the control, so both are measured from the control's reference point.
    control_metric = test.item.metric.model_copy(update={"flip": False, "x2": test.item.metric.x1})
    floor = [
        abs(m(control_metric, test.points, answer, other_answer)) for answer, other_answer in combinations(controls, 2)
    ]
    if floor:
        yield (
            "absolute_m",
            (fmean(abs(m(test.item.metric, test.points, pair.control, pair.treatment)) for pair in pairs), 1.0),
        )
        yield "noise_floor", (fmean(floor), 1.0)


def _off_norm(test: Test) -> Iterator[tuple[str, tuple[float, float]]]:
    distances = [
        (abs(answer - test.item.right[arm.value]) / (test.points - 1), chance)
        for arm, by_run in test.answers.items()
        if arm.value in test.item.right
        for chances in by_run.values()
        for answer, chance in chances
    ]
    if distances:
        yield "off_norm", (fmean([distance for distance, _ in distances], [chance for _, chance in distances]), 1.0)
