"""Scores of a protocol's measures: the values that its estimator gives items, and where unread answers leave them."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

import numpy as np

from probe.analysis.arrays import DecisionArrays, Floats
from probe.analysis.depth.tiers import Tiers
from probe.analysis.scores import Contrast, Scores, Texts, equal, identity, no_answers, no_flips
from probe.values import Decision, Evaluation, Item, ItemValue, Measure

Estimator = Callable[[Sequence[Any], Sequence[Decision]], Iterable[ItemValue]]
"""What a protocol's decisions on its items show of each measure."""
ROUNDS = 8
"""Steps towards the end of a ratio; each at least doubles the exact digits."""
MOST = (256, 16)
"""Most readings of an item; the second where values depend on other items, or where there are too many in all."""
IN_ALL = 30_000
"""How many decisions are estimated again at most, all items and their readings together."""
Asked = tuple[str, int]
"""A question of an item: its arm and turn."""
Reading = Mapping[Asked, int]
"""The option that each unread answer to an item is taken for; all runs alike."""
Values = Mapping[str, ItemValue]
"""The values of one measure, by item."""


def estimated(
    evaluation: Evaluation,
    decisions: DecisionArrays,
    measures: Sequence[Measure],
    estimator: Estimator,
    tiers: Tiers,
) -> tuple[tuple[ItemValue, ...], dict[str, Scores]]:
    """Return the values of readable decisions, and the scores of each measure.

    They are of an evaluation under one mitigation and its ``decisions`` as arrays.
    """
    read = tuple(estimator(evaluation.items, evaluation.decisions))
    together = {measure.name for measure in measures if measure.depends_on_others}
    possible = list(_possible(evaluation, estimator, read, together))
    columns = identity(decisions, tiers)
    return read, {
        measure.name: _scores(columns, decisions, measure, *(_by_item(values, measure) for values in (read, *possible)))
        for measure in measures
    }


def _by_item(values: Sequence[ItemValue], measure: Measure) -> Values:
    return {value.item_id: value for value in values if value.measure == measure.name and value.weight > 0}


def _possible(
    evaluation: Evaluation, estimator: Estimator, read: Sequence[ItemValue], together: Collection[str]
) -> Iterator[Sequence[ItemValue]]:
    """Yield the values that were read of items without unread answers, then those of each reading of the others.

    Only items with another reading are estimated again, but all for the measures that are estimated ``together``.
    """
    every_reading = _readings(evaluation, MOST)
    yield [value for value in read if value.item_id not in every_reading]

    def of(ids: Collection[str], readings: Mapping[str, Sequence[Reading]], number: int) -> list[ItemValue]:
        items = [item for item in evaluation.items if item.id in ids]
        decisions = [
            _read_as(decision, readings, number) for decision in evaluation.decisions if decision.item_id in ids
        ]
        return [value for value in estimator(items, decisions) if value.item_id in readings]

    for number in range(max(map(len, every_reading.values()), default=0)):
        having = {key for key, each in every_reading.items() if number < len(each)}
        yield [value for value in of(having, every_reading, number) if value.measure not in together]
    # These values depend on all items, which are estimated again for every reading: only few readings are affordable.
    few, every = _readings(evaluation, MOST[1:]) if together else {}, {item.id for item in evaluation.items}
    for number in range(max(map(len, few.values()), default=0)):
        yield [value for value in of(every, few, number) if value.measure in together]


def _readings(evaluation: Evaluation, limits: Sequence[int]) -> dict[str, list[Reading]]:
    """Return what the unread answers to each item that has any may have been, by the first limit that fits."""
    items = {item.id: item for item in evaluation.items}
    reference = evaluation.reference or next(iter(evaluation.items[0].arms()), "")
    # Decisions are counted and not items, because decisions are what is estimated again.
    asked = Counter(decision.item_id for decision in evaluation.decisions)
    unread: dict[str, set[Asked]] = {}
    for decision in evaluation.decisions:
        if decision.decision == "unparsed" or decision.missing:
            unread.setdefault(decision.item_id, set()).add((decision.arm, decision.turn))
    readings: dict[str, list[Reading]] = {}
    for most in limits:
        readings = {
            key: _readings_of(items[key], sorted(questions), reference, most) for key, questions in unread.items()
        }
        if sum(len(item_readings) * asked[key] for key, item_readings in readings.items()) <= IN_ALL:
            break
    return readings


def _readings_of(item: Item, unread: Sequence[Asked], reference: str, most: int) -> list[Reading]:
    """Return all options of the questions in all combinations; if more than ``most``, those that arms have in common.

    If these are too many as well, the ends of the scale in each arm, and then in the reference arm and in the others.
    """
    last = {arm: len(item.scale_of(arm)) - 1 for arm, _ in unread}
    options = {arm: range(end + 1) for arm, end in last.items()}
    ends = {arm: (0, end) for arm, end in last.items()}
    if prod(len(options[arm]) for arm, _ in unread) <= most:
        return [dict(zip(unread, chosen, strict=True)) for chosen in product(*(options[arm] for arm, _ in unread))]
    for choices in (options, ends):
        if prod(map(len, choices.values())) <= most:
            by_arm = [dict(zip(choices, chosen, strict=True)) for chosen in product(*choices.values())]
            return [{(arm, turn): choice[arm] for arm, turn in unread} for choice in by_arm]
    return [
        {(arm, turn): ends[arm][high[arm != reference]] for arm, turn in unread} for high in product((0, 1), repeat=2)
    ]


def _read_as(decision: Decision, readings: Mapping[str, Sequence[Reading]], number: int) -> Decision:
    """Return a decision with what was not read of it, or the probability of what is no option, at an option."""
    item_readings = readings.get(decision.item_id)
    # Items differ in their number of readings; those with fewer begin again.
    option = item_readings[number % len(item_readings)].get((decision.arm, decision.turn)) if item_readings else None
    if option is None or not (decision.decision == "unparsed" or decision.missing):
        return decision
    moved: dict[str, object] = {"decision": option} if decision.decision == "unparsed" else {}
    if decision.probabilities is not None:
        chances = list(decision.probabilities)
        chances[option] += decision.missing
        moved["probabilities"] = tuple(chances)
    return decision.model_copy(update=moved)


def _scores(
    columns: dict[str, Any], decisions: DecisionArrays, measure: Measure, read: Values, *ends: Values
) -> Scores:
    ids = [item.id for item in decisions.items]
    contrast = _contrast(ids, columns["bias"], measure, read, ends)
    absent = Contrast.absent(len(ids))
    return Scores(
        **columns,
        **no_flips(len(ids)),
        effect=contrast,
        net=contrast,
        placebo=absent,
        counter=absent,
        unanswered=np.zeros(len(ids), dtype=np.int64),
        solved=np.zeros(len(ids), dtype=np.bool_),
        probable=np.full(len(ids), decisions.direct),
        judged=np.ones(len(ids), dtype=np.bool_),
    )


def _contrast(ids: Sequence[str], biases: Texts, measure: Measure, read: Values, ends: Sequence[Values]) -> Contrast:
    """Return a measure's values as a contrast of two arms, or of the items' values and what is expected of them."""
    arms = np.array([_arms(read.get(key), measure) for key in ids], dtype=np.float64).reshape(-1, 2)
    has_value = ~np.isnan(arms[:, 0])
    weights = np.array([read[key].weight if key in read else 1.0 for key in ids])
    rows = {key: row for row, key in enumerate(ids)}
    parts = np.full((len(ends), len(ids), 2), np.nan)
    for number, values in enumerate(ends):
        for key, value in values.items():
            parts[number, rows[key]] = _weighed(value, measure)
    asked = ~np.isnan(parts[:, :, 0]).all(axis=0)
    (least, low), (most, high) = (_end(parts, biases, sign) for sign in (1, -1))
    first, second = np.where(has_value[:, None], arms, 0.0).T
    runs, answered = (np.array(mask, dtype=np.int64) for mask in (has_value, asked))
    ends_weights = np.column_stack([low, high])
    return Contrast(runs, first, second, answered, least, most, weights, ends_weights, no_answers(len(ids)))


def _end(parts: Floats, biases: Texts, sign: int) -> tuple[Floats, Floats]:
    """Return the values, and their weights, with which each bias's ratio of sums is least (or, with -1, largest).

    ``parts``, shape (ends, items, 2), are numerators and denominators; a ratio is least where each item's numerator
    minus the ratio times its denominator is (Dinkelbach 1967).
    """
    count = parts.shape[1]
    chosen, has_value = np.zeros((count, 2)), ~np.isnan(parts[:, :, 0]).all(axis=0)
    for bias in set(biases[has_value]):
        members = np.flatnonzero(has_value & equal(biases, bias))
        ratio = 0.0
        for _ in range(ROUNDS):
            distances = sign * (parts[:, members, 0] - ratio * parts[:, members, 1])
            chosen[members] = parts[np.nanargmin(distances, axis=0), members]
            ratio = float(chosen[members, 0].sum() / chosen[members, 1].sum())
    # An item without a value keeps a weight that can be divided by.
    weights = np.where(has_value, chosen[:, 1], 1.0)
    return chosen[:, 0] / weights, weights


def _arms(value: ItemValue | None, measure: Measure) -> tuple[float, float]:
    if value is None:
        return np.nan, np.nan
    return value.arms or (value.value / value.weight, measure.expected or 0.0)


def _weighed(value: ItemValue, measure: Measure) -> tuple[float, float]:
    first, second = _arms(value, measure)
    return (first - second) * value.weight, value.weight
