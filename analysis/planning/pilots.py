"""Designs from a pilot: how far dilemmas or items of an evaluation, their series and their runs resemble each other."""

import math
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

import numpy as np

from probe.analysis.arrays import decision_arrays
from probe.analysis.effects.estimating import ALL_BIASES
from probe.analysis.estimand import Estimand
from probe.analysis.estimated import Estimator, estimate
from probe.analysis.planning.dilemmas import StudyDesign, effect_variance
from probe.analysis.planning.items import LEAST_CLUSTERS, ItemDesign, Spread
from probe.analysis.planning.sizing import caution_for
from probe.analysis.scores import Scores
from probe.analysis.statistics.intervals import ROUNDING, Codes, Floats, codes_of
from probe.analysis.statistics.weights import MINIMUM, balanced_mean
from probe.analysis.study import NONE, Study
from probe.analysis.tables import Gap
from probe.values import Decision, Evaluation
from probe.values.decision import StrategyCost

TOO_FEW_CLUSTERS = Gap(reason=f"the pilot has fewer than {LEAST_CLUSTERS} clusters")
NO_VARIANCE = Gap(reason="the values of the pilot do not vary")


class Pilot(NamedTuple):
    """What a pilot shows of one subject and bias: a design of its size, or why there is none; a decision's price.

    ``unjudged`` is why the subject cannot be judged, empty for others.
    """

    subject: str
    bias: str
    design: StudyDesign | ItemDesign | Gap
    price: float | None
    unjudged: str = ""


Designing = Callable[[Sequence[Evaluation]], Callable[[Scores], StudyDesign | ItemDesign | Gap]]
"""From the evaluations of a subject to what gives the design of one of its biases, or of all."""


def pilots_of(study: Study, designing: Designing, *, over_biases: bool) -> Iterator[Pilot]:
    """Yield what evaluations show of each subject, bias by bias; before that ``over_biases``, where there are several.

    A subject's evaluations on several datasets are one pilot.
    """
    for subject in study.subjects:
        evaluations = [evaluation for evaluation in study.evaluations if evaluation.subject == subject]
        price = price_of(
            [cost for evaluation in evaluations for cost in evaluation.costs],
            [decision for evaluation in evaluations for decision in evaluation.decisions],
        )
        design, design_scores = designing(evaluations), study.scores.of(subject=subject).measured
        unjudged = study.unjudged.get(subject, "")
        if over_biases:
            yield Pilot(subject, ALL_BIASES, design(design_scores), price, unjudged)
        for bias in design_scores.biases if len(design_scores.biases) > 1 or not over_biases else ():
            yield Pilot(subject, bias, design(design_scores.of(bias=bias)), price, unjudged)


def designs_of_errors(study: Study) -> Designing:
    """Return a function that designs studies of error rates, with the trend over depth."""
    return lambda evaluations: lambda scores: _dilemmas(scores, study.estimand)


def designs_of_values(study: Study, estimator: Estimator) -> Designing:
    """Return a function that designs studies by the spread of the main measure, which differs between biases."""

    def designing(evaluations: Sequence[Evaluation]) -> Callable[[Scores], ItemDesign | Gap]:
        runs = [scores for evaluation in evaluations for scores in _single_runs(study, evaluation, estimator)]
        return lambda scores: _items(evaluations, scores, runs)

    return designing


def price_of(costs: Sequence[StrategyCost], decisions: Sequence[Decision]) -> float | None:
    """Return the dollars for one decision without a mitigation; None where they are not known."""
    recorded_costs = [cost.usd for cost in costs if cost.mitigation == NONE]
    decision_count = sum(decision.mitigation == NONE for decision in decisions)
    prices = [usd for usd in recorded_costs if usd is not None]
    # A single unknown cost would make the price too low.
    return sum(prices) / decision_count if prices and len(prices) == len(recorded_costs) and decision_count else None


def _dilemmas(scores: Scores, estimand: Estimand) -> StudyDesign | Gap:
    if len(set(scores.cluster)) < LEAST_CLUSTERS:
        return TOO_FEW_CLUSTERS
    arms, strata = scores.effect, codes_of(scores.bias)
    first, second = (
        _arm(rates, arms.runs, strata, direct=scores.direct) for rates in (arms.reference_error, arms.error)
    )
    variance_between, total_variance = first.between + second.between, first.total + second.total
    # Without any variance, a study of any size would seem to be enough.
    if total_variance < ROUNDING or first.observed + second.observed < ROUNDING:
        return NO_VARIANCE
    covariance = _pooled_covariance(arms.reference_error, arms.error, strata)
    scale = math.sqrt(first.between * second.between)
    design = StudyDesign(
        clusters=len(set(scores.cluster)),
        size=max(round(len(scores) / len(set(scores.cluster))), 1),
        runs=max(round(float(arms.runs.mean())), 1),
        reference=first.rate,
        effect=second.rate - first.rate,
        icc=min(variance_between / total_variance, 1.0),
        # Estimated from few dilemmas, it may leave the range of a correlation.
        arm_correlation=min(max(covariance / scale, -1.0), 1.0) if scale > ROUNDING else 0.0,
        placebo=estimand is Estimand.ADJUSTED,
        direct=scores.direct,
        caution=caution_for(len(set(scores.cluster)) - 1),
    )
    return _with_depth(_with_series(design, scores), scores)


class _Arm(NamedTuple):
    """An arm's error rate, and variances: between dilemmas, of single runs in total, and of shares as observed."""

    rate: float
    between: float
    total: float
    observed: float


def _arm(shares: Floats, runs: Codes, strata: Codes, *, direct: bool) -> _Arm:
    """Return the parts of an arm's variance within strata; one run of a text says nothing about others of it."""
    rate, observed_variance = float(shares.mean()), _pooled_covariance(shares, shares, strata)
    if direct:
        return _Arm(rate, observed_variance, rate * (1 - rate), observed_variance)
    is_repeated = runs > 1
    # With one run, the variance between runs is unknown. Attribute all variance to dilemmas, so that no plan relies on
    # more runs.
    if not is_repeated.any():
        return _Arm(rate, observed_variance, observed_variance, observed_variance)
    # With the denominator minus 1, a variance from two runs has no bias.
    run_variances = shares[is_repeated] * (1 - shares[is_repeated]) * runs[is_repeated] / (runs[is_repeated] - 1)
    variance_within = float(run_variances.mean())
    variance_between = max(observed_variance - variance_within * float(np.mean(1 / runs)), 0.0)
    return _Arm(rate, variance_between, variance_between + variance_within, observed_variance)


def _pooled_covariance(first: Floats, second: Floats, strata: Codes) -> float:
    """Return the covariance of two columns within strata."""
    counts = np.bincount(strata)
    deviations = [column - (np.bincount(strata, weights=column) / counts)[strata] for column in (first, second)]
    return float(np.sum(deviations[0] * deviations[1])) / max(len(first) - len(counts), 1)


def _with_series(design: StudyDesign, scores: Scores) -> StudyDesign:
    if design.size == 1:
        return design
    spread = variances(scores.effect.effects, scores.clusters)
    variance_between, _ = effect_variance(design)
    share = min(spread.between / variance_between, 1.0) if variance_between > ROUNDING else 0.0
    return design.model_copy(update={"series_icc": share})


def _with_depth(design: StudyDesign, scores: Scores) -> StudyDesign:
    """Return the design with the spread of depths and the slope over them; no slope where depth does not vary."""
    has_depth = ~np.isnan(scores.depth)
    entries = scores[has_depth]
    # A trend is estimated within scenarios where there are series, else within biases.
    groups = entries.clusters if design.size > 1 else codes_of(entries.bias)
    squares = _pooled_covariance(entries.depth, entries.depth, groups) * max(
        len(entries) - int(groups.max(initial=-1)) - 1, 1
    )
    if not len(entries) or squares < ROUNDING:
        return design
    products = _pooled_covariance(entries.depth, entries.effect.effects, groups) * max(
        len(entries) - int(groups.max()) - 1, 1
    )
    spread = math.sqrt(squares / len(entries))
    return design.model_copy(update={"depth_spread": spread, "slope": min(max(products / squares, -1.0), 1.0)})


def _single_runs(study: Study, evaluation: Evaluation, estimator: Estimator) -> Iterator[Scores]:
    """Yield the values that each run alone gives; none where the measure needs several runs."""
    measure = study.headline
    for run in sorted({decision.run for decision in evaluation.decisions}):
        run_decisions = tuple(decision for decision in evaluation.decisions if decision.run == run)
        run_evaluation = evaluation.model_copy(update={"decisions": run_decisions})
        _, scores_by_measure = estimate(
            run_evaluation, decision_arrays(run_evaluation), [measure], estimator, study.tiers
        )
        yield scores_by_measure[measure.name].measured


def _items(evaluations: Sequence[Evaluation], scores: Scores, single_runs: Sequence[Scores]) -> ItemDesign | Gap:
    clusters = len(set(scores.cluster))
    if clusters < LEAST_CLUSTERS:
        return TOO_FEW_CLUSTERS
    count = max(round(len(scores) / clusters), 1)
    runs = max(round(fmean(evaluation.runs for evaluation in evaluations)), 1)
    spread = spread_of(scores, single_runs, runs)
    if isinstance(spread, Gap):
        return spread
    return ItemDesign(
        clusters=clusters,
        size=count,
        runs=runs,
        asked=_decisions_per_item(evaluations, scores) / runs,
        effect=balanced_mean(scores.effects, scores.bias),
        spread=spread,
        caution=caution_for(spread.freedom),
        least_clusters=max(LEAST_CLUSTERS, math.ceil(MINIMUM / count)),
    )


def spread_of(scores: Scores, runs: Sequence[Scores], number: int) -> Spread | Gap:
    """Return the variances of items' values, from all runs together and from each of ``number`` alone.

    ``runs`` may have values of other items as well.
    """
    codes, values = scores.clusters, scores.effects
    variance_parts = variances(values, codes)
    if variance_parts.between < ROUNDING and variance_parts.within < ROUNDING:
        return NO_VARIANCE
    means = np.bincount(codes, weights=values) / np.bincount(codes)
    deviations = values - means[codes]
    run_variance = _variance_of_runs(runs, set(scores.pair_id))
    nested = variance_parts.within > ROUNDING
    largest_variance = variance_parts.within if nested else variance_parts.between
    # The variance that runs add cannot exceed the observed one, although its estimate may.
    variance_of_mean = min(run_variance / number, largest_variance)
    variance_between, variance_within = (
        (variance_parts.between, variance_parts.within - variance_of_mean)
        if nested
        else (variance_parts.between - variance_of_mean, 0.0)
    )
    return Spread(
        variance_between, variance_within, variance_of_mean * number, len(means) - 1, means - means.mean(), deviations
    )


class Variances(NamedTuple):
    """The variance between clusters, and the one between the items of a cluster."""

    between: float
    within: float


def variances(values: Floats, codes: Codes) -> Variances:
    """Return the variances of values between and within clusters (analysis of variance)."""
    counts = np.bincount(codes)
    means = np.bincount(codes, weights=values) / counts
    variance_within = float(np.sum((values - means[codes]) ** 2)) / max(len(codes) - len(counts), 1)
    return Variances(max(float(means.var(ddof=1)) - variance_within * float(np.mean(1 / counts)), 0.0), variance_within)


def _variance_of_runs(runs: Sequence[Scores], items: set[str]) -> float:
    """Return the mean variance between the values that single runs give an item; 0 where no item has two."""
    by_item: dict[str, list[float]] = {}
    for run in runs:
        for item, value in zip(run.pair_id, run.effects, strict=True):
            if item in items:
                by_item.setdefault(item, []).append(float(value))
    item_variances = [float(np.var(values, ddof=1)) for values in by_item.values() if len(values) > 1]
    return float(np.mean(item_variances)) if item_variances else 0.0


def _decisions_per_item(evaluations: Sequence[Evaluation], scores: Scores) -> float:
    ids = set(scores.pair_id)
    return sum(decision.item_id in ids for evaluation in evaluations for decision in evaluation.decisions) / len(ids)
