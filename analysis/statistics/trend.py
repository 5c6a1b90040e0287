"""Trends of flips over complexity: a GEE logistic regression clustered by dilemma, and its fallbacks."""

import warnings
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import stats
from scipy.special import expit
from statsmodels.genmod.families import Binomial
from statsmodels.genmod.generalized_linear_model import GLM
from statsmodels.tools.sm_exceptions import PerfectSeparationError

from probe.analysis.statistics.intervals import LEVEL, Codes, Floats
from probe.values.base import Value, fingerprint

FEWEST_FLIPPING = 5
"""Dilemmas with a flip, and with a run that stays, below which a logistic trend's asymptotics are not trusted."""

PERMUTATIONS = 1999
"""Random permutations of the complexities in a permutation test: the smallest p is 1 in 2,000."""

_WIDEST = 12.0
"""Log odds per standard deviation beyond which a fit has diverged: the data separate."""


class Trend(Value):
    """Log odds of a flip per unit of complexity, with interval and two-sided p, and how they were computed."""

    method: str
    slope: float
    low: float | None
    high: float | None
    p: float | None


def logistic_trend(
    flips: Codes,
    runs: Codes,
    complexity: Floats,
    covariates: Floats,
    *,
    strata: Codes,
    clusters: Codes,
    seed: str,
) -> Trend:
    """Return the trend of flips over ``complexity``, adjusted for ``covariates``; one entry per dilemma and subject.

    ``covariates`` has shape (entries, columns). Runs are rows of the regression and dilemmas (``clusters``) its
    clusters: working independence, Mancl and DeRouen's covariance, t with clusters minus coefficients degrees of
    freedom. Where flips separate by complexity or too few dilemmas flip, the slope is Firth's penalised one and p is
    from permutations of the complexities within ``strata``.
    """
    flipping, staying = int(np.sum(flips > 0)), int(np.sum(flips < runs))
    if min(flipping, staying) >= FEWEST_FLIPPING and not _separates(flips, runs, complexity):
        fitted = gee_trend(flips, runs, complexity, covariates, clusters)
        if fitted is not None:
            return fitted
    shares = flips / runs
    slope = penalised_slope(shares, np.column_stack([complexity, covariates]))
    p = permutation_p(shares, complexity, strata, seed)
    return Trend(method="penalised, permutation", slope=slope, low=None, high=None, p=p)


def _separates(flips: Codes, runs: Codes, complexity: Floats) -> bool:
    """Return whether flips and stays do not overlap in complexity, so that the logistic slope has no finite value."""
    flipped, stayed = complexity[flips > 0], complexity[flips < runs]
    return bool(flipped.min() >= stayed.max() or flipped.max() <= stayed.min())


def gee_trend(flips: Codes, runs: Codes, complexity: Floats, covariates: Floats, clusters: Codes) -> Trend | None:
    """Return the GEE trend; None where it does not converge to finite values.

    With working independence the estimate is that of logistic regression, which is fitted to counts; only the
    covariance knows the clusters.
    """
    design = np.column_stack([np.ones(len(flips)), complexity, _standardised(covariates)])
    freedom = int(clusters.max()) + 1 - design.shape[1]
    if freedom < 1 or np.linalg.matrix_rank(design) < design.shape[1]:
        return None
    counts = np.column_stack([flips, runs - flips])
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")  # what does not converge is found below, by its values
        try:
            beta = np.asarray(GLM(counts, design, family=Binomial()).fit().params, dtype=np.float64)
            variance = clustered_covariance(design, flips, runs, beta, clusters)[1, 1]
        except (np.linalg.LinAlgError, ValueError, PerfectSeparationError):
            return None
        slope, error = float(beta[1]), float(np.sqrt(variance))
    if not (np.isfinite(error) and error > 0 and abs(slope) * complexity.std() < _WIDEST):
        return None
    half_width = float(stats.t.ppf((1 + LEVEL) / 2, freedom)) * error
    p = float(2 * stats.t.sf(abs(slope) / error, freedom))
    return Trend(method="GEE", slope=slope, low=slope - half_width, high=slope + half_width, p=p)


def clustered_covariance(design: Floats, flips: Codes, runs: Codes, beta: Floats, clusters: Codes) -> Floats:
    """Return Mancl and DeRouen's (2001) covariance of logistic coefficients, shape (columns, columns).

    It is statsmodels' ``bias_reduced`` covariance of a GEE on single runs, computed from counts: runs of one entry
    share their row, so that a cluster's correction (I - H)^-1, as large as its runs, becomes one as large as the
    coefficients, (I - M B)^-1 with M the cluster's and B^-1 the whole information.
    """
    chances = expit(design @ beta)
    weights = runs * chances * (1 - chances)
    number, width = int(clusters.max()) + 1, design.shape[1]
    scores, pieces = np.zeros((number, width)), np.zeros((number, width, width))
    np.add.at(scores, clusters, design * (flips - runs * chances)[:, None])
    np.add.at(pieces, clusters, weights[:, None, None] * design[:, :, None] * design[:, None, :])
    bread = np.linalg.inv(pieces.sum(axis=0))
    corrected = np.linalg.solve(np.eye(width) - pieces @ bread, scores[:, :, None])[:, :, 0]
    covariance: Floats = bread @ (corrected.T @ corrected) @ bread
    return covariance


def penalised_slope(shares: Floats, predictors: Floats, rounds: int = 50) -> float:
    """Return Firth's (1993) penalised log odds of the first predictor, one trial with a share per dilemma.

    It is finite where plain logistic regression diverges, and has no interval. It is 0 where the predictor has no
    spread.
    """
    columns: Floats = _standardised(predictors)
    spread = float(predictors[:, 0].std())
    if spread == 0:
        return 0.0
    design = np.column_stack([np.ones(len(shares)), columns[:, np.ptp(columns, axis=0) > 0]])
    beta = np.zeros(design.shape[1])
    for _ in range(rounds):
        expected = expit(design @ beta)
        weights = expected * (1 - expected)
        inverse = np.linalg.pinv(design.T @ (weights[:, None] * design))
        leverage = weights * np.einsum("ij,jk,ik->i", design, inverse, design)
        step = inverse @ (design.T @ (shares - expected + leverage * (0.5 - expected)))
        beta += np.clip(step, -1, 1)
        if np.max(np.abs(step)) < 1e-8:
            break
    return float(beta[1]) / spread


def permutation_p(
    shares: Floats, complexity: Floats, strata: Codes, seed: str, permutations: int = PERMUTATIONS
) -> float | None:
    """Return the two-sided p of the covariance of share and complexity, complexities permuted within strata.

    None where permuting changes nothing: one share or one complexity in every stratum.
    """
    counts = np.maximum(np.bincount(strata), 1)

    def centred(values: Floats) -> Floats:
        centres: Floats = values - (np.bincount(strata, weights=values) / counts)[strata]
        return centres

    left, right = centred(shares), centred(complexity)
    if np.allclose(left, 0) or np.allclose(right, 0):
        return None
    rng = np.random.default_rng(int(fingerprint(seed), 16))
    order = np.argsort(strata, kind="stable")
    keys = rng.random((permutations, len(shares))) + strata[order]
    drawn = right[order][np.argsort(keys, axis=1)] @ left[order]
    observed = abs(float(left @ right))
    return float((1 + np.sum(np.abs(drawn) >= observed - 1e-12)) / (permutations + 1))


def indicators(labels: Sequence[object] | NDArray[np.object_]) -> Floats:
    """Return 0-1 columns for all labels but the first in order, shape (entries, labels - 1)."""
    names, codes = np.unique(np.array([str(label) for label in labels]), return_inverse=True)
    columns: Floats = (codes[:, None] == np.arange(1, len(names))[None, :]).astype(np.float64)
    return columns


def _standardised(columns: Floats) -> Floats:
    """Return columns with mean 0 and spread 1, except those without spread, which are only centred."""
    spread = columns.std(axis=0) if columns.size else np.ones(columns.shape[1])
    scaled: Floats = (columns - columns.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    return scaled
