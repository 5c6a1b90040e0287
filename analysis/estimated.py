"""Scores of a protocol's measures: the values that its estimator gives items, and where unread answers leave them."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

import numpy as np

from probe.analysis.arrays import DecisionArrays, Floats
from probe.analysis.depth.tiers import Tiers
from probe.analysis.scores import Contrast, Scores, Texts, equal, no_answers
from probe.analysis.scoring import identity, no_flips
from probe.values import Decision, Evaluation, Item, ItemValue, Measure

Estimator = Callable[[Sequence[Any], Sequence[Decision]], Iterable[ItemValue]]
"""What a protocol's decisions on its items show of each measure."""
ROUNDS = 8
"""Steps towards the end of a ratio; each at least doubles the exact digits."""
MOST_READINGS = (256, 16)
"""Most readings of an item; the second where values depend on other items, or where there are too many in all."""
IN_ALL = 30_000
"""The most decisions that are estimated again, over all items and their readings."""
ItemQuestion = tuple[str, int]
"""A question of an item: its arm and turn."""
Reading = Mapping[ItemQuestion, int]
"""The option that each unread answer to an item is read as, the same in all runs."""
Values = Mapping[str, ItemValue]
"""The values of one measure, by item."""


def estimate(
    evaluation: Evaluation,
    decisions: DecisionArrays,
    measures: Sequence[Measure],
    estimator: Estimator,
    tiers: Tiers,
) -> tuple[tuple[ItemValue, ...], dict[str, Scores]]:
    """Return the values of readable decisions, and the scores of each measure.

    They are of an evaluation under one mitigation and its ``decisions`` as arrays.
    """
    read_values = tuple(estimator(evaluation.items, evaluation.decisions))
    joint_measures = {measure.name for measure in measures if measure.depends_on_others}
    possible_values = list(_possible_values(evaluation, estimator, read_values, joint_measures))
    columns = identity(decisions, tiers)
    return read_values, {
        measure.name: _scores(
            columns, decisions, measure, *(_by_item(values, measure) for values in (read_values, *possible_values))
        )
        for measure in measures
    }


def _by_item(values: Sequence[ItemValue], measure: Measure) -> Values:
    return {value.item_id: value for value in values if value.measure == measure.name and value.weight > 0}


def _possible_values(
    evaluation: Evaluation, estimator: Estimator, read_values: Sequence[ItemValue], joint_measures: Collection[str]
) -> Iterator[Sequence[ItemValue]]:
    """Yield the values that were read of items without unread answers, then those of each reading of the others.

    Only items with another reading are estimated again, but all for the measures that are estimated ``joint_measures``.
    """
    every_reading = _readings(evaluation, MOST_READINGS)
    yield [value for value in read_values if value.item_id not in every_reading]

    def values_of(ids: Collection[str], readings: Mapping[str, Sequence[Reading]], number: int) -> list[ItemValue]:
        items = [item for item in evaluation.items if item.id in ids]
        decisions = [
            _read_as(decision, readings, number) for decision in evaluation.decisions if decision.item_id in ids
        ]
        return [value for value in estimator(items, decisions) if value.item_id in readings]

    for number in range(max(map(len, every_reading.values()), default=0)):
        item_ids = {key for key, item_readings in every_reading.items() if number < len(item_readings)}
        yield [value for value in values_of(item_ids, every_reading, number) if value.measure not in joint_measures]
    # These values depend on all items, which are estimated again for every reading: only few readings are affordable.
    few_readings, all_ids = (
        _readings(evaluation, MOST_READINGS[1:]) if joint_measures else {},
        {item.id for item in evaluation.items},
    )
    for number in range(max(map(len, few_readings.values()), default=0)):
        yield [value for value in values_of(all_ids, few_readings, number) if value.measure in joint_measures]


def _readings(evaluation: Evaluation, limits: Sequence[int]) -> dict[str, list[Reading]]:
    """Return what the unread answers to each item that has any may have been, by the first limit that fits."""
    items = {item.id: item for item in evaluation.items}
    reference = evaluation.reference or next(iter(evaluation.items[0].arms()), "")
    # Decisions are counted, not items, because decisions are what is estimated again.
    decision_counts = Counter(decision.item_id for decision in evaluation.decisions)
    unread_questions: dict[str, set[ItemQuestion]] = {}
    for decision in evaluation.decisions:
        if decision.decision == "unparsed" or decision.missing:
            unread_questions.setdefault(decision.item_id, set()).add((decision.arm, decision.turn))
    readings: dict[str, list[Reading]] = {}
    for limit in limits:
        readings = {
            key: _readings_of(items[key], sorted(questions), reference, limit)
            for key, questions in unread_questions.items()
        }
        if sum(len(item_readings) * decision_counts[key] for key, item_readings in readings.items()) <= IN_ALL:
            break
    return readings


def _readings_of(item: Item, unread_questions: Sequence[ItemQuestion], reference: str, limit: int) -> list[Reading]:
    """Return all options of the questions in all combinations; if more than ``limit``, those that arms have in common.

    If these are too many as well, the ends of the scale in each arm, and then in the reference arm and in the others.
    """
    last_options = {arm: len(item.scale_of(arm)) - 1 for arm, _ in unread_questions}
    options = {arm: range(end + 1) for arm, end in last_options.items()}
    ends = {arm: (0, end) for arm, end in last_options.items()}
    if prod(len(options[arm]) for arm, _ in unread_questions) <= limit:
        return [
            dict(zip(unread_questions, choice, strict=True))
            for choice in product(*(options[arm] for arm, _ in unread_questions))
        ]
    for options_by_arm in (options, ends):
        if prod(map(len, options_by_arm.values())) <= limit:
            by_arm = [dict(zip(options_by_arm, choice, strict=True)) for choice in product(*options_by_arm.values())]
            return [{(arm, turn): choice[arm] for arm, turn in unread_questions} for choice in by_arm]
    return [
        {(arm, turn): ends[arm][high[arm != reference]] for arm, turn in unread_questions}
        for high in product((0, 1), repeat=2)
    ]


def _read_as(decision: Decision, readings: Mapping[str, Sequence[Reading]], number: int) -> Decision:
    """Return a decision with its unread part, or the probability of other answers, assigned to an option."""
    item_readings = readings.get(decision.item_id)
    # Items differ in their number of readings; those with fewer start over.
    option = item_readings[number % len(item_readings)].get((decision.arm, decision.turn)) if item_readings else None
    if option is None or not (decision.decision == "unparsed" or decision.missing):
        return decision
    update: dict[str, object] = {"decision": option} if decision.decision == "unparsed" else {}
    if decision.probabilities is not None:
        chances = list(decision.probabilities)
        chances[option] += decision.missing
        update["probabilities"] = tuple(chances)
    return decision.model_copy(update=update)


def _scores(
    columns: dict[str, Any], decisions: DecisionArrays, measure: Measure, read_values: Values, *ends: Values
) -> Scores:
    ids = [item.id for item in decisions.items]
    contrast = _contrast(ids, columns["bias"], measure, read_values, ends)
    no_contrast = Contrast.absent(len(ids))
    return Scores(
        **columns,
        **no_flips(len(ids)),
        effect=contrast,
        net=contrast,
        placebo=no_contrast,
        counter=no_contrast,
        unanswered=np.zeros(len(ids), dtype=np.int64),
        solved=np.zeros(len(ids), dtype=np.bool_),
        probable=np.full(len(ids), decisions.direct),
        judged=np.ones(len(ids), dtype=np.bool_),
    )


def _contrast(
    ids: Sequence[str], biases: Texts, measure: Measure, read_values: Values, ends: Sequence[Values]
) -> Contrast:
    """Return a measure's values as a contrast of two arms, or of the items' values and what is expected of them."""
    arms = np.array([_arms(read_values.get(key), measure) for key in ids], dtype=np.float64).reshape(-1, 2)
    has_value = ~np.isnan(arms[:, 0])
    weights = np.array([read_values[key].weight if key in read_values else 1.0 for key in ids])
    item_indices = {key: item_index for item_index, key in enumerate(ids)}
    ratio_terms = np.full((len(ends), len(ids), 2), np.nan)
    for number, values in enumerate(ends):
        for key, value in values.items():
            ratio_terms[number, item_indices[key]] = _weigh(value, measure)
    has_reading = ~np.isnan(ratio_terms[:, :, 0]).all(axis=0)
    (lower, lower_weights), (upper, upper_weights) = (_end(ratio_terms, biases, sign) for sign in (1, -1))
    first, second = np.where(has_value[:, None], arms, 0.0).T
    runs, reading_counts = (np.array(mask, dtype=np.int64) for mask in (has_value, has_reading))
    ends_weights = np.column_stack([lower_weights, upper_weights])
    return Contrast(runs, first, second, reading_counts, lower, upper, weights, ends_weights, no_answers(len(ids)))


def _end(ratio_terms: Floats, biases: Texts, sign: int) -> tuple[Floats, Floats]:
    """Return the values, and their weights, with which each bias's ratio of sums is least (or, with -1, largest).

    ``ratio_terms``, shape (ends, items, 2), are numerators and denominators; a ratio is least where each item's
    numerator minus the ratio times its denominator is (Dinkelbach 1967).
    """
    count = ratio_terms.shape[1]
    end_terms, has_value = np.zeros((count, 2)), ~np.isnan(ratio_terms[:, :, 0]).all(axis=0)
    for bias in set(biases[has_value]):
        members = np.flatnonzero(has_value & equal(biases, bias))
        ratio = 0.0
        for _ in range(ROUNDS):
            distances = sign * (ratio_terms[:, members, 0] - ratio * ratio_terms[:, members, 1])
            end_terms[members] = ratio_terms[np.nanargmin(distances, axis=0), members]
            ratio = float(end_terms[members, 0].sum() / end_terms[members, 1].sum())
    # An item without a value keeps a weight that can be divided by.
    weights = np.where(has_value, end_terms[:, 1], 1.0)
    return end_terms[:, 0] / weights, weights


def _arms(value: ItemValue | None, measure: Measure) -> tuple[float, float]:
    if value is None:
        return np.nan, np.nan
    return value.arms or (value.value / value.weight, measure.expected or 0.0)


def _weigh(value: ItemValue, measure: Measure) -> tuple[float, float]:
    first, second = _arms(value, measure)
    return (first - second) * value.weight, value.weight
