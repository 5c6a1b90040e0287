"""The trend of a cue's effect in log odds: how the odds ratio of an error changes with depth."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from probe.analysis.statistics.differences import Arms, Effect, typical_deviation
from probe.analysis.statistics.intervals import LEAST_DESIGN_EFFECT, ROUNDING, Codes, Floats, Labels, codes_of
from probe.analysis.statistics.trend import Coefficient, by_size

FEWEST_WRONG = 10
"""Texts with an error, and with a right decision, that each arm needs before the spread of its clusters is trusted."""

FEWEST_BESIDE = 3
"""Texts of each kind that each arm needs on either side of the mean depth."""

STEPS = 50
"""Steps of Newton's method at most; a fit takes about eight."""


class Fit(NamedTuple):
    """Coefficients, shape (columns), with the inverse of their information and the fitted chances."""

    beta: Floats
    inverse: Floats
    chances: Floats


def odds_trend(arms: Arms, depth: Floats, series: Labels | None = None) -> Effect | None:
    """Return how the log odds ratio of an error, first arm against second, changes for one level of ``depth``.

    ``arms`` has an error rate in [0, 1] for each dilemma, which counts once, however many runs it has. Logistic
    regression with an intercept for each stratum and arm and Firth's (1993) adjustment, so that a cell without any
    error has finite log odds (Heinze and Schemper 2002). The interaction of arm and depth has Mancl and DeRouen's
    (2001) covariance, as a GEE with working independence. Where an arm has errors (or right decisions) in few texts, on
    either side of the mean depth, the error is at least that of independent texts with one run each: clusters that did
    not err in the sample may still differ. With ``series``, depth is centred within each, and its mean over a series
    has terms of its own: the slope is then the one within series. A stratum of a single cluster is left out: its
    intercepts may fit it exactly, and nothing shows how such clusters differ. None without spread in depth or enough
    clusters. Where rates are ``direct``, a rise and a fall of typical size are added, as in ``depth_trend``.
    """
    assert arms.second is not None, "an odds ratio is of two arms"
    in_several_clusters = _several_clusters(arms)
    if not in_several_clusters.all():
        strata = None if arms.strata is None else arms.strata[in_several_clusters]
        remaining = Arms(
            arms.first[in_several_clusters],
            arms.clusters[in_several_clusters],
            arms.second[in_several_clusters],
            strata,
            arms.direct,
        )
        return odds_trend(
            remaining, depth[in_several_clusters], None if series is None else series[in_several_clusters]
        )
    count, strata = len(depth), arms.strata
    if not count:
        return None
    arm = np.repeat([1, 0], count)
    cells = codes_of(np.zeros(count, dtype=np.int64) if strata is None else strata)
    columns = [depth - depth.mean()] if series is None else _within_and_between(depth, codes_of(series))
    intercepts = ((np.tile(cells, 2) * 2 + arm)[:, None] == np.arange(2 * cells.max() + 2)).astype(np.float64)
    stacked_columns = [np.tile(column, 2) for column in columns]
    design = np.column_stack(
        [column for predictor in stacked_columns for column in (predictor * arm, predictor)] + [intercepts]
    )
    shares, groups = np.concatenate([arms.first, arms.second]), np.tile(codes_of(arms.clusters), 2)
    # Half of the columns: there are two of each, one for each arm, and every cluster has both arms.
    freedom = int(groups.max()) + 1 - design.shape[1] // 2
    if freedom < 1 or float(np.ptp(columns[0])) < ROUNDING or np.linalg.matrix_rank(design) < design.shape[1]:
        return None
    fit = firth(design, shares)
    # The first fit gives the dispersion that the adjustment needs: shares of many runs vary less than single decisions.
    fit = fit and firth(design, shares, _dispersion(shares, fit.chances))
    if fit is None:
        return None
    variance = clustered_variance(design, shares, fit, groups)
    if min(_fewest(arm_shares, columns[0]) for arm_shares in (arms.first, arms.second)) < 1:
        variance = max(variance, float(fit.inverse[0, 0]))
    if arms.direct:
        residuals = shares - fit.chances
        size = float(np.sum(np.bincount(groups) ** 2)) / len(groups)
        weights = float(np.sum((design @ fit.inverse[0]) ** 2)) / (int(groups.max()) + 1)
        variance += 2 * typical_deviation(residuals, 1.0) ** 2 * size * weights
    if variance < ROUNDING**2:
        return None
    return Coefficient(float(fit.beta[0]), float(np.sqrt(variance)), float(freedom)).effect()


def _several_clusters(arms: Arms) -> NDArray[np.bool_]:
    """Return which dilemmas are in a stratum of two clusters or more."""
    clusters = codes_of(arms.clusters)
    if arms.strata is None or not len(clusters):
        return np.ones(len(clusters), dtype=np.bool_)
    strata = codes_of(arms.strata)
    counts = np.array([len(np.unique(clusters[strata == stratum])) for stratum in range(int(strata.max()) + 1)])
    in_several_clusters: NDArray[np.bool_] = counts[strata] > 1
    return in_several_clusters


def _within_and_between(depth: Floats, series: Codes) -> list[Floats]:
    """Return depth centred within series and, where they differ, the series' mean depths."""
    means = (np.bincount(series, weights=depth) / np.bincount(series))[series]
    centred_means = means - means.mean()
    return [depth - means, *([centred_means] if np.ptp(centred_means) > ROUNDING else [])]


def _fewest(shares: Floats, depth: Floats) -> float:
    """Return by which factor an arm has the texts that are needed: with errors and right ones, shallow and deep."""
    outcomes = shares > 0, shares < 1
    depth_ranges = np.ones(len(depth), dtype=np.bool_), depth > 0, depth <= 0
    needed_counts = FEWEST_WRONG, FEWEST_BESIDE, FEWEST_BESIDE
    return min(
        float(np.sum(outcome & depth_range)) / needed_count
        for depth_range, needed_count in zip(depth_ranges, needed_counts, strict=True)
        for outcome in outcomes
    )


def _dispersion(shares: Floats, chances: Floats) -> float:
    """Return the variance of the shares over that of one run each: 1 where all runs of a text agree."""
    ratio = float(np.sum((shares - chances) ** 2) / np.sum(chances * (1 - chances)))
    return min(max(ratio, LEAST_DESIGN_EFFECT), 1.0)


def firth(design: Floats, shares: Floats, dispersion: float = 1.0) -> Fit | None:
    """Return the logistic fit whose score is adjusted for the bias of its coefficients; None if it does not converge.

    Firth's adjustment times the ``dispersion``, as the bias of quasi-likelihood is (Kosmidis and Firth 2009).
    """
    beta = np.zeros(design.shape[1])
    for _ in range(STEPS):
        chances = expit(design @ beta)
        weights = chances * (1 - chances)
        inverse = np.linalg.inv(design.T @ (weights[:, None] * design))
        leverage = weights * np.einsum("ij,jk,ik->i", design, inverse, design, optimize=True)
        step = inverse @ (design.T @ (shares - chances + dispersion * leverage * (0.5 - chances)))
        largest = float(np.max(np.abs(design @ step)))
        # No fitted log odds change by more than 2 in a step: a full step may overshoot where nearly all shares are 0 or
        # 1.
        beta = beta + step * min(1.0, 2.0 / max(largest, ROUNDING))
        if largest < 1e-7:
            return Fit(beta, inverse.astype(np.float64), chances)
    return None


def clustered_variance(design: Floats, shares: Floats, fit: Fit, clusters: Codes) -> float:
    """Return Mancl and DeRouen's (2001) variance of the first logistic coefficient.

    It is statsmodels' ``bias_reduced`` covariance of a GEE: residuals of a cluster are multiplied by (I - H)^-1.
    """
    weights = fit.chances * (1 - fit.chances)
    total = 0.0
    # Clusters of one size have matrices of one shape, which numpy inverts together.
    for rows in by_size(clusters):
        cluster_design = design[rows]
        leverage = weights[rows][:, :, None] * (cluster_design @ fit.inverse @ cluster_design.transpose(0, 2, 1))
        residuals = (shares - fit.chances)[rows][:, :, None]
        # The pseudoinverse, since a cluster that alone decides a coefficient has a leverage of 1, for which there is no
        # inverse.
        adjusted = (np.linalg.pinv(np.eye(rows.shape[1]) - leverage) @ residuals)[:, :, 0]
        total += float(np.sum(np.einsum("gi,gic,c->g", adjusted, cluster_design, fit.inverse[0]) ** 2))
    return total
