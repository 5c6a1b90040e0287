"""Effects, rates and bounds of scores, each a value or a gap with its reason, as all analyses of effects need them."""

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

import numpy as np

from probe.analysis.arrays import Counts, Floats, Sums
from probe.analysis.depth.tiers import NO_TIER_CODE, TIERS, Tiers
from probe.analysis.scores import AnyScores, Contrast, Scores, Texts, codes_of, ratio, weigh
from probe.analysis.statistics.differences import FEWEST_DIRECT, Effect, bounds_of_mean
from probe.analysis.statistics.intervals import DesignEffect, Interval, pooled_design_effect, rate_interval
from probe.analysis.statistics.people import crossed_people
from probe.analysis.statistics.weights import MINIMUM, balanced_mean
from probe.analysis.tables import Gap

ALL_BIASES = "all biases"
ALL_TIERS = "all tiers"
NO_TIER = "not measured"

NO_ITEM = "no dilemma"
TOO_FEW = Gap(reason=f"fewer than {MINIMUM} dilemmas")
BETWEEN = Gap(reason="a person saw one text of a dilemma")
FEW_DIRECT = Gap(reason=f"fewer than {FEWEST_DIRECT} dilemmas with probabilities")
DIRECT = Gap(reason="answers are direct: probabilities, not runs")


def distinguishable(effect: Effect | Gap) -> bool:
    """Return whether an effect is known and its interval does not contain zero."""
    return not isinstance(effect, Gap) and not effect.low <= 0 <= effect.high


def direction_of(effect: Effect | Gap) -> int:
    """Return 1 for an effect whose interval is above zero, -1 for one below it, 0 elsewhere."""
    if isinstance(effect, Gap) or not distinguishable(effect):
        return 0
    return 1 if effect.estimate > 0 else -1


def cells(scores: AnyScores, tiers: Tiers) -> Iterator[tuple[str, str, AnyScores]]:
    """Return bias, tier and entries of each cell of one subject, beginning with all biases and all tiers."""
    codes = [*range(len(TIERS)), *([NO_TIER_CODE] if np.any(scores.tier == NO_TIER_CODE) else [])]
    for bias in (ALL_BIASES, *scores.biases):
        entries = scores if bias == ALL_BIASES else scores.of(bias=bias)
        for code in (None, *codes):
            name = ALL_TIERS if code is None else NO_TIER if code == NO_TIER_CODE else tiers.label(code)
            yield bias, name, entries.of(tier=code)


class _CellRow(Protocol):
    @property
    def subject(self) -> str: ...
    @property
    def bias(self) -> str: ...
    @property
    def tier(self) -> str: ...


AnyRow = TypeVar("AnyRow", bound=_CellRow)


def overall_by_subject(rows: Iterable[AnyRow]) -> dict[str, AnyRow]:
    """Return each subject's row over all biases and tiers."""
    return {row.subject: row for row in rows if row.bias == ALL_BIASES and row.tier == ALL_TIERS}


def design_effect(shares: Floats, scores: Scores) -> DesignEffect | None:
    """Return the design effect of a subject's rate, pooled over its biases; None without a dilemma that has one."""
    is_defined = ~np.isnan(shares)
    defined_scores = scores[is_defined]
    return (
        pooled_design_effect(shares[is_defined], defined_scores.clusters, codes_of(defined_scores.bias))
        if len(defined_scores)
        else None
    )


def effect_of(scores: Scores, contrast: Contrast) -> Effect | Gap:
    """Return the mean difference of a contrast's arms over the items that have one."""
    readable = contrast.runs > 0
    readable_scores, arms = scores[readable], contrast[readable]
    values = weigh(arms.effects, arms.weight, readable_scores.bias)
    people = (
        crossed_people(arms.answers, readable_scores.clusters, codes_of(readable_scores.bias))
        if len(readable_scores)
        else None
    )
    mean = readable_scores.clustered_mean(values, people)
    if mean is None and len(readable_scores):
        return FEW_DIRECT
    return mean or Gap(reason="no readable decision" if np.any(contrast.asked) else NO_ITEM)


def bounds_of(scores: Scores, contrast: Contrast, effect: Effect | Gap) -> Interval | Gap:
    """Return where ``effect`` may be over all answered items, however unparsed decisions are read."""
    is_answered = contrast.asked > 0
    answered_scores, arms = scores[is_answered], contrast[is_answered]
    lower, upper = (
        weigh(end, weights, answered_scores.bias)
        for end, weights in zip(arms.extremes, arms.end_weights.T, strict=True)
    )
    people = (
        crossed_people(arms.answers, answered_scores.clusters, codes_of(answered_scores.bias))
        if len(answered_scores)
        else None
    )
    bounds = bounds_of_mean(
        lower,
        upper,
        answered_scores.clusters,
        codes_of(answered_scores.bias),
        direct=answered_scores.direct,
        crossed=people,
    )
    return enclosing(bounds, effect) or (FEW_DIRECT if len(answered_scores) else Gap(reason=NO_ITEM))


def enclosing(bounds: Interval | None, estimate: Interval | Gap) -> Interval | None:
    """Return bounds that contain the estimate's interval: bounds may use one-sided quantiles, the interval does not."""
    return bounds if bounds is None or isinstance(estimate, Gap) else bounds.enclosing(estimate)


def undrawn(scores: Scores) -> Gap:
    """Return why flips and noise are unknown: answers are probabilities, or come from different people."""
    return BETWEEN if scores.between else DIRECT


def rate_of(
    hits: Sums, totals: Counts, scores: Scores, prior: DesignEffect | None = None, *, arm: int | None = None
) -> Effect | Gap:
    """Return the mean over dilemmas of hits / totals with its interval, over the dilemmas with a total.

    The mean counts every bias equally; with equally many dilemmas of each and runs, it is the exact ratio of counts.
    ``prior`` is the subject's pooled design effect; it is used for the rate of a single bias. ``arm`` is 1 where hits
    are errors on biased texts, and -1 where they are those on unbiased ones: people may have given them.
    """
    if np.isnan(hits).any():
        return undrawn(scores)
    has_runs = totals > 0
    hits, totals, counted_scores = hits[has_runs], totals[has_runs], scores[has_runs]
    if not len(counted_scores):
        return Gap(reason="no readable decision" if len(has_runs) else "no dilemma")
    shares = ratio(hits, totals)
    balanced_rate = balanced_mean(shares, counted_scores.bias)
    # Where both means are equal, the ratio of whole counts has no rounding.
    exact = bool(np.all(totals == totals[0])) and np.isclose(balanced_rate, shares.mean())
    estimate = float(hits.sum() / totals.sum()) if exact else balanced_rate
    single_bias = len(set(counted_scores.bias)) < 2
    people = None if arm is None else counted_scores.crossed_in(arm)
    # The pooled design effect comes from all biases, so that it adds nothing to a rate over all of them.
    interval = rate_interval(
        shares, counted_scores.clusters, codes_of(counted_scores.bias), prior if single_bias else None, crossed=people
    )
    assert interval is not None, "there is a dilemma"
    return Effect(estimate=estimate, low=interval.low, high=interval.high, p=None)


def tested_if_enough(effect: Effect | Gap, dilemmas: int) -> Effect | Gap:
    """Return an effect over this many dilemmas, without its p below ``MINIMUM``: shown but not tested."""
    if isinstance(effect, Gap) or dilemmas >= MINIMUM:
        return effect
    return effect.model_copy(update={"p": None})


def difference_of(difference: Effect | None, dilemmas: int) -> Effect | Gap:
    """Return a difference over this many dilemmas, not tested below ``MINIMUM``; a gap where there is none."""
    if difference is None:
        return FEW_DIRECT if dilemmas else Gap(reason=NO_ITEM)
    return tested_if_enough(difference, dilemmas)


def p_of(effect: Effect | Gap, dilemmas: int) -> float | Gap:
    """Return an effect's p; a gap with its reason where there is none or too few dilemmas for a test."""
    if isinstance(effect, Gap):
        return effect
    return TOO_FEW if dilemmas < MINIMUM else Gap(reason="no spread") if effect.p is None else effect.p


def mean_of(shares: Floats, biases: Texts) -> float | Gap:
    """Return the mean of the shares that are known, each bias counted equally."""
    is_defined = ~np.isnan(shares)
    return balanced_mean(shares[is_defined], biases[is_defined]) if is_defined.any() else Gap(reason="not shown")
