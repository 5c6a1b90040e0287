"""Scores of a protocol's measures: the values that its estimator gives items, and where unread answers leave them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from probe.analysis.arrays import DecisionArrays, Floats
from probe.analysis.depth.tiers import Tiers
from probe.analysis.scores import Contrast, Scores, Texts, equal, equally_weighed, identity
from probe.values import Decision, Evaluation, Item, ItemValue, Measure

Estimator = Callable[[Sequence[Any], Sequence[Decision]], Iterable[ItemValue]]
"""What a protocol's decisions on its items show of each measure."""
ROUNDS = 8
"""Steps towards the end of a ratio; each at least doubles the exact digits."""
Values = Mapping[str, ItemValue]
"""The values of one measure, by item."""


def estimated(
    evaluation: Evaluation, decisions: DecisionArrays, measures: Sequence[Measure], estimator: Estimator, tiers: Tiers
) -> dict[str, Scores]:
    """Return the scores of each measure, from an evaluation under one mitigation and its decisions as arrays."""
    read, *ends = (list(estimator(evaluation.items, made)) for made in (evaluation.decisions, *_extremes(evaluation)))
    columns = identity(decisions, tiers)
    return {
        measure.name: _scores(columns, decisions, measure, *(_by_item(values, measure) for values in (read, *ends)))
        for measure in measures
    }


def _by_item(values: Sequence[ItemValue], measure: Measure) -> Values:
    return {one.item_id: one for one in values if one.measure == measure.name and one.weight > 0}


def _extremes(evaluation: Evaluation) -> Iterator[tuple[Decision, ...]]:
    """Yield the decisions with the unparsed ones at either end of the scale, in the reference arm and in the others.

    Of direct answers, so is the probability of what is not an option.
    """
    if not any(one.decision == "unparsed" or one.missing for one in evaluation.decisions):
        return
    items = {item.id: item for item in evaluation.items}
    reference = evaluation.reference or next(iter(evaluation.items[0].arms()), "")
    for ends in product((False, True), repeat=2):
        yield tuple(_at_end(one, items[one.item_id], high=ends[one.arm != reference]) for one in evaluation.decisions)


def _at_end(one: Decision, item: Item, *, high: bool) -> Decision:
    end = len(item.scale_of(one.arm)) - 1 if high else 0
    moved: dict[str, object] = {"decision": end} if one.decision == "unparsed" else {}
    if one.probabilities is not None:
        chances = list(one.probabilities)
        chances[end] += one.missing
        moved["probabilities"] = tuple(chances)
    return one.model_copy(update=moved)


def _scores(
    columns: dict[str, Any], decisions: DecisionArrays, measure: Measure, read: Values, *ends: Values
) -> Scores:
    ids = [item.id for item in decisions.items]
    contrast = _contrast(ids, columns["bias"], measure, read, ends or (read,))
    none, unknown = np.zeros(len(ids), dtype=np.int64), np.full(len(ids), np.nan)
    absent = Contrast(none, none, none, none, none, none, *equally_weighed(len(ids)))
    return Scores(
        **columns,
        effect=contrast,
        net=contrast,
        placebo=absent,
        counter=absent,
        unanswered=none,
        right_to_wrong=unknown,
        wrong_to_right=unknown,
        noise_unbiased=unknown,
        noise_biased=unknown,
        excess=unknown,
        solved=np.zeros(len(ids), dtype=np.bool_),
        probable=np.full(len(ids), decisions.direct),
    )


def _contrast(ids: Sequence[str], biases: Texts, measure: Measure, read: Values, ends: Sequence[Values]) -> Contrast:
    """Return a measure's values as a contrast of two arms, or of the items' values and what is expected of them."""
    arms = np.array([_arms(read.get(key), measure) for key in ids], dtype=np.float64).reshape(-1, 2)
    known = ~np.isnan(arms[:, 0])
    weights = np.array([read[key].weight if key in read else 1.0 for key in ids])
    possible = [[_weighed(values.get(key), measure) for key in ids] for values in ends]
    parts = np.array(possible, dtype=np.float64).reshape(len(ends), len(ids), 2)
    asked = ~np.isnan(parts[:, :, 0]).all(axis=0)
    (least, low), (most, high) = (_end(parts, biases, sign) for sign in (1, -1))
    first, second = np.where(known[:, None], arms, 0.0).T
    runs, answered = (np.array(mask, dtype=np.int64) for mask in (known, asked))
    return Contrast(runs, first, second, answered, least, most, weights, np.column_stack([low, high]))


def _end(parts: Floats, biases: Texts, sign: int) -> tuple[Floats, Floats]:
    """Return the values, and their weights, with which each bias's ratio of sums is least (or, with -1, largest).

    ``parts``, shape (ends, items, 2), are numerators and denominators; a ratio is least where each item's numerator
    minus the ratio times its denominator is (Dinkelbach 1967).
    """
    count = parts.shape[1]
    chosen, known = np.zeros((count, 2)), ~np.isnan(parts[:, :, 0]).all(axis=0)
    for bias in set(biases[known]):
        own = np.flatnonzero(known & equal(biases, bias))
        ratio = 0.0
        for _ in range(ROUNDS):
            distances = sign * (parts[:, own, 0] - ratio * parts[:, own, 1])
            chosen[own] = parts[np.nanargmin(distances, axis=0), own]
            ratio = float(chosen[own, 0].sum() / chosen[own, 1].sum())
    weights = np.where(known, chosen[:, 1], 1.0)
    return chosen[:, 0] / weights, weights


def _arms(value: ItemValue | None, measure: Measure) -> tuple[float, float]:
    if value is None:
        return np.nan, np.nan
    return value.arms or (value.value / value.weight, measure.expected or 0.0)


def _weighed(value: ItemValue | None, measure: Measure) -> tuple[float, float]:
    first, second = _arms(value, measure)
    weight = np.nan if value is None else value.weight
    return (first - second) * weight, weight
