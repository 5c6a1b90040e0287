"""The difference of a rate, or of an effect, between two groups of dilemmas: high and low tier, or two sets."""

import math

import numpy as np
from scipy import optimize

from probe.analysis.statistics.differences import (
    FEWEST_DIRECT,
    Arms,
    ClusterMean,
    Effect,
    cluster_mean,
    direct_mean,
    invert_limits,
    mover,
)
from probe.analysis.statistics.intervals import (
    POOLED_PRIOR,
    ROUNDING,
    Codes,
    DesignEffect,
    Floats,
    cluster_deviations,
    codes_of,
    critical_value,
    design_effect,
    pooled_design_effect,
    tail_probability,
)
from probe.analysis.statistics.weights import equal_weights


def group_difference(high: Arms, low: Arms) -> Effect | None:
    """Return ``high`` minus ``low``, two groups without a dilemma in common; None where one is empty (direct: small).

    Rates: the score test at the pooled rate and the design effect of both groups, with the interval that inverts it
    (Miettinen and Nurminen 1985). Differences of arms: MOVER from the interval of each group's mean, as of rates where
    they are direct. Groups may share clusters, as tiers share series: what a series
    adds to both cancels out.
    """
    fewest = FEWEST_DIRECT if high.direct else 1
    if min(len(high.first), len(low.first)) < fewest:
        return None
    # Shares of decisions are binomial, so the score test applies; probabilities are not, so MOVER is used, as for
    # differences.
    if not high.direct and (high.second is None or low.second is None):
        return _rate_difference(high, low)
    high_mean, low_mean = _mean(high), _mean(low)
    effects = high_mean.estimate, low_mean.estimate
    correlation = _shared_correlation(high, low)

    def limits(p: float) -> tuple[float, float]:
        return mover(effects[0], high_mean.limits(p), effects[1], low_mean.limits(p), correlation)

    return invert_limits(effects[0] - effects[1], limits, span=2.0)


def signed_difference(high: Arms, low: Arms) -> Effect | None:
    """Return the mean of ``high`` minus that of ``low``, values between -2 and 2; None where one group is empty.

    The groups' ``first`` are signed, such as differences of two effects; rises and falls are taken as two arms.
    """
    # Halved, since the shares of an arm are at most 1.
    halves = [
        group._replace(first=np.maximum(group.first / 2, 0), second=np.maximum(-group.first / 2, 0))
        for group in (high, low)
    ]
    difference = group_difference(*halves)
    if difference is None:
        return None
    return difference.model_copy(update={name: 2 * getattr(difference, name) for name in ("estimate", "low", "high")})


def _mean(group: Arms) -> ClusterMean:
    mean = direct_mean if group.direct else cluster_mean
    return mean(_differences(group), group.clusters, group.strata).with_people(group.crossed)


def _differences(group: Arms) -> Floats:
    return group.first if group.second is None else group.first - group.second


def _weights(group: Arms) -> Floats:
    return equal_weights(group.strata, len(group.first))


def _stack(high: Arms, low: Arms) -> tuple[Floats, Codes, Codes, Codes]:
    """Return weighted values, cluster codes, whether of the high group, and stratum codes, of both groups together."""
    values = [_differences(group) * _weights(group) for group in (high, low)]
    in_high_group = np.repeat([1, 0], [len(high.first), len(low.first)])
    strata = [
        np.zeros(len(group.first), dtype=np.int64) if group.strata is None else group.strata for group in (high, low)
    ]
    codes = codes_of(np.concatenate([labels.astype(str) for labels in strata]))
    clusters = codes_of(np.concatenate([group.clusters.astype(str) for group in (high, low)]))
    # A stratum counts once in each group, since the means of both groups are estimated.
    return np.concatenate(values), clusters, in_high_group, 2 * codes + in_high_group


def _shared_correlation(high: Arms, low: Arms) -> float:
    """Return the correlation of two groups' mean effects that comes from the clusters they share."""
    values, clusters, in_high_group, strata = _stack(high, low)
    if not np.intersect1d(clusters[in_high_group > 0], clusters[in_high_group == 0]).size:
        return 0.0
    deviations = cluster_deviations(
        np.column_stack([values * in_high_group, values * (1 - in_high_group)]), clusters, strata
    )
    products, size = deviations.totals.T @ deviations.totals, deviations.size
    # One more deviating cluster is added to each group: the correlation is then small where few clusters deviated, and
    # defined where none did.
    return float(products[0, 1] / math.sqrt((products[0, 0] + size) * (products[1, 1] + size)))


def _rate_difference(high: Arms, low: Arms) -> Effect:
    counts = len(high.first), len(low.first)
    rates = _rate(high), _rate(low)
    effect = _difference_design_effect(high, low)
    first_trials, second_trials = counts[0] / effect.ratio, counts[1] / effect.ratio
    estimate = rates[0] - rates[1]
    statistic = abs(score(rates[0], first_trials, rates[1], second_trials, 0.0))
    bounds = score_limits(rates[0], first_trials, rates[1], second_trials, critical_value(effect.freedom))
    return Effect(estimate=estimate, low=bounds[0], high=bounds[1], p=tail_probability(statistic, effect.freedom))


def _rate(group: Arms) -> float:
    """Return the rate of a group, whose strata count as ``equal_weights`` has it."""
    return float(np.mean(group.first * _weights(group)))


def _difference_design_effect(high: Arms, low: Arms) -> DesignEffect:
    """Return the design effect of the difference, drawn towards the one pooled over both groups' dilemmas."""
    values, clusters, in_high_group, strata = _stack(high, low)
    shares = np.concatenate([high.first, low.first])
    pooled = pooled_design_effect(shares, 2 * clusters + in_high_group, strata)
    counts = np.where(in_high_group > 0, len(high.first), -len(low.first))
    harmonic = 1 / (1 / len(high.first) + 1 / len(low.first))
    scaled = cluster_deviations((values / counts)[:, None] * harmonic, clusters, strata)
    squares = float(np.sum(scaled.totals**2))
    errors = sum(rate * (1 - rate) / len(group.first) for group, rate in ((high, _rate(high)), (low, _rate(low))))
    errors *= harmonic**2
    freedom = squares**2 / max(float(np.sum(scaled.totals**4)), ROUNDING)
    return design_effect(squares, errors, min(freedom, scaled.freedom), pooled, POOLED_PRIOR)


def score(first: float, first_trials: float, second: float, second_trials: float, difference: float) -> float:
    """Return the score statistic of ``first`` minus ``second`` = ``difference`` (rates of this many effective trials).

    The rates in its standard error are the most likely ones with that difference (Farrington and Manning 1990,
    appendix, closed form); at a difference of 0 they are the pooled rate.
    """
    first_rate = constrained_rate(first, first_trials, second, second_trials, difference)
    second_rate = first_rate - difference
    variance = first_rate * (1 - first_rate) / first_trials + second_rate * (1 - second_rate) / second_trials
    distance = first - second - difference
    # Checked first: where both rates are 0 or 1, the variance is 0 too, and 0 / 0 is not evidence against the
    # difference.
    if abs(distance) < ROUNDING:
        return 0.0
    return distance / math.sqrt(variance) if variance > ROUNDING**2 else math.copysign(math.inf, distance)


def constrained_rate(
    first: float, first_trials: float, second: float, second_trials: float, difference: float
) -> float:
    """Return the most likely first rate where the first minus the second rate is ``difference``."""
    if abs(difference) < ROUNDING:
        return (first * first_trials + second * second_trials) / (first_trials + second_trials)
    ratio = second_trials / first_trials
    a = 1 + ratio
    b = -(1 + ratio + first + ratio * second + difference * (ratio + 2))
    c = difference**2 + difference * (2 * first + ratio + 1) + first + ratio * second
    d = -first * difference * (1 + difference)
    v = b**3 / (27 * a**3) - b * c / (6 * a**2) + d / (2 * a)
    u = math.copysign(math.sqrt(max(b**2 / (9 * a**2) - c / (3 * a), 0.0)), v)
    # Rounding may push the cosine beyond -1 or 1.
    angle = math.acos(min(max(v / u**3, -1.0), 1.0)) if abs(u) > ROUNDING else math.pi / 2
    root = 2 * u * math.cos((math.pi + angle) / 3) - b / (3 * a)
    return min(max(root, max(0.0, difference)), min(1.0, 1.0 + difference))


def score_limits(
    first: float, first_trials: float, second: float, second_trials: float, critical: float
) -> tuple[float, float]:
    """Return the differences at which the score statistic reaches ``critical`` (Miettinen and Nurminen 1985)."""
    estimate = first - second
    ends = []
    for end, sign in ((-1.0, 1.0), (1.0, -1.0)):

        def excess_score(difference: float, sign: float = sign) -> float:
            return sign * score(first, first_trials, second, second_trials, difference) - critical

        # Differences end at -1 and 1, where the statistic may not have reached the critical value.
        if abs(estimate - end) < ROUNDING or excess_score(end) <= 0:
            ends.append(end)
        else:
            ends.append(float(optimize.brentq(excess_score, end, estimate, xtol=1e-7)))
    return ends[0], ends[1]
