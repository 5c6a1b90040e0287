"""Trends over depth of an effect in points, by least squares with errors that are robust to clusters."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from probe.analysis.statistics.differences import Effect, typical_deviation
from probe.analysis.statistics.intervals import (
    ROUNDING,
    Codes,
    Floats,
    Labels,
    codes_of,
    critical_value,
    tail_probability,
)

FEWEST_MOVED = 3
"""Clusters whose effect differs from the others' that a trend in points needs."""

FEW_MOVED = 5
"""Clusters that have to differ from the others, of those that decide a slope, before their own spread is trusted."""

DECIDED_BY_FEW = 1 / 3
"""Few clusters decide a slope whose degrees of freedom are fewer than this share of the clusters.

With equally many clusters at five depths they are 0.6 of them, with one of nine at another depth 0.15.
"""


class Trend(NamedTuple):
    """The slope of an effect over depth (1 = 100 points per rule), alone and at equal length; None where undefined."""

    slope: Effect | None
    adjusted_for_length: Effect | None


class Coefficient(NamedTuple):
    """A coefficient with its standard error and Satterthwaite's degrees of freedom."""

    estimate: float
    error: float
    freedom: float

    def half_width(self) -> float:
        """Return half the width of the t interval."""
        return critical_value(self.freedom) * self.error

    def effect(self) -> Effect:
        """Return the coefficient with its t interval and two-sided p."""
        half_width = self.half_width()
        p = tail_probability(self.estimate / self.error, self.freedom)
        return Effect(estimate=self.estimate, low=self.estimate - half_width, high=self.estimate + half_width, p=p)


def depth_trend(
    effects: Floats,
    depth: Floats,
    clusters: Labels,
    length: Floats | None = None,
    strata: Labels | None = None,
    *,
    direct: bool = False,
) -> Trend:
    """Return the slope of ``effects`` (one per dilemma, in [-1, 1]) over ``depth``, within ``strata``.

    Least squares with an intercept per stratum, the CR2 covariance and Satterthwaite's degrees of freedom. Where few
    clusters decide the slope and hardly any of them moved, the interval is at least that of clusters with equal spread:
    if none of a few shallow dilemmas errs, their own spread would be taken for certainty. Where effects are ``direct``,
    a rise and a fall of typical size are added, as in ``direct_mean``. A slope is None without spread in depth or
    effects; the adjusted one also without ``length``.
    """
    slope = _slope(effects, [depth], clusters, strata, direct=direct)
    adjusted = None if length is None else _slope(effects, [depth, length], clusters, strata, direct=direct)
    return Trend(slope, adjusted)


def _slope(
    effects: Floats, predictors: list[Floats], clusters: Labels, strata: Labels | None, *, direct: bool
) -> Effect | None:
    if not len(effects):
        return None
    codes = codes_of(np.zeros(len(effects), dtype=np.int64) if strata is None else strata)
    groups = codes_of(clusters)
    intercepts = (codes[:, None] == np.arange(codes.max() + 1)).astype(np.float64)
    columns = np.column_stack(predictors)
    # Depths and lengths differ in scale; standardised, they keep the products that are inverted well conditioned.
    columns = (columns - columns.mean(axis=0)) / np.maximum(columns.std(axis=0), ROUNDING)
    design: Floats = np.column_stack([columns, intercepts])
    if np.linalg.matrix_rank(design) < design.shape[1]:
        return None
    cluster_contributions = contributions(effects, design, groups, direct=direct)
    coefficient = None if cluster_contributions is None else cluster_contributions.cr2()
    if cluster_contributions is None or coefficient is None:
        return None
    if cluster_contributions.decided_by_few:
        # The wider of both intervals: a few clusters that happen to be similar prove little.
        coefficient = max(filter(None, (coefficient, cluster_contributions.even())), key=Coefficient.half_width)
    return _rescale(coefficient, float(predictors[0].std())).effect()


def _rescale(coefficient: Coefficient, spread: float) -> Coefficient:
    return Coefficient(coefficient.estimate / spread, coefficient.error / spread, coefficient.freedom)


class Contributions(NamedTuple):
    """What each cluster adds to the first coefficient of least squares; ``inverse`` inverts the design's products.

    ``products`` are the products of the clusters' weights with the columns, ``squares`` the weights' squares.
    ``is_moved`` marks the clusters whose outcome differs from the most frequent one. ``added_variance`` is added to the
    variance.
    """

    estimate: float
    inverse: Floats
    totals: Floats
    products: Floats
    squares: Floats
    is_moved: NDArray[np.bool_]
    added_variance: float = 0.0

    @property
    def decided_by_few(self) -> bool:
        """Whether few clusters decide the coefficient, of which hardly any moved: their own spread says too little."""
        deciding = self.squares > self.squares.max() / 2
        return self.freedom < DECIDED_BY_FEW * len(self.totals) and int(np.sum(self.is_moved[deciding])) < FEW_MOVED

    @property
    def freedom(self) -> float:
        """Satterthwaite's degrees of freedom under independent errors (Pustejovsky and Tipton 2018, equation 11)."""
        inner = np.einsum("ki,ij,kj->k", self.products, self.inverse, self.products)
        gram = self.products.T @ self.products @ self.inverse
        squared = float(np.sum(self.squares**2) - 2 * np.sum(self.squares * inner) + np.trace(gram @ gram))
        return float(np.sum(self.squares - inner)) ** 2 / max(squared, ROUNDING**2)

    def cr2(self) -> Coefficient | None:
        """Return the coefficient with the CR2 error; None where too few clusters moved.

        Bell and McCaffrey (2002): residuals of a cluster are multiplied by (I - H)^-1/2. The degrees of freedom are
        Satterthwaite's, at most the clusters that moved, minus 1: a few errors are not a normal sample.
        """
        freedom = min(self.freedom, np.sum(self.is_moved) - 1.0)
        variance = float(np.sum(np.square(self.totals))) + self.added_variance
        if variance < ROUNDING**2 or freedom < FEWEST_MOVED - 1:
            return None
        return Coefficient(self.estimate, float(np.sqrt(variance)), freedom)

    def even(self) -> Coefficient | None:
        """Return the coefficient with its error if all clusters spread equally; None with fewer clusters than columns.

        What a cluster adds is divided by its weight before the mean square is taken. Where each dilemma is a cluster,
        this is the classical error.
        """
        weighty = self.squares > ROUNDING * self.squares.max()
        freedom = float(np.sum(weighty)) - len(self.inverse)
        if freedom < 1:
            return None
        square = float(np.sum(self.totals[weighty] ** 2 / self.squares[weighty])) / freedom
        error = float(np.sqrt(square * self.inverse[0, 0]))
        return Coefficient(self.estimate, error, min(freedom, float(np.sum(self.is_moved)) - 1.0))


def contributions(outcome: Floats, design: Floats, clusters: Codes, *, direct: bool = False) -> Contributions | None:
    """Return what each cluster adds to the first coefficient; None where residuals leave no variance.

    Where the outcome is ``direct``, two clusters of mean weight that deviate by the typical size are added.
    """
    inverse = np.asarray(np.linalg.inv(design.T @ design), dtype=np.float64)
    beta = inverse @ (design.T @ outcome)
    residuals: Floats = outcome - design @ beta
    if float(residuals @ residuals) < ROUNDING:
        return None
    groups_by_size, is_moved = by_size(clusters), _differs_from_mode(outcome)
    adjusted_groups = [_adjust_clusters(design[rows], residuals[rows], inverse) for rows in groups_by_size]
    totals, cross, squares = (np.concatenate(arrays) for arrays in zip(*adjusted_groups, strict=True))
    added_variance = 0.0
    if direct:
        size = float(np.sum(np.bincount(clusters) ** 2)) / len(clusters)
        weights = float(np.sum((design @ inverse[0]) ** 2)) / (int(clusters.max()) + 1)
        added_variance = 2 * typical_deviation(residuals, 1.0) ** 2 * size * weights
    return Contributions(
        float(beta[0]),
        inverse,
        totals,
        cross,
        squares,
        np.concatenate([is_moved[rows].any(axis=1) for rows in groups_by_size]),
        added_variance,
    )


def by_size(clusters: Codes) -> list[Codes]:
    """Return the rows of the clusters of each size, shape (clusters, size)."""
    sizes = np.bincount(clusters)
    order = np.argsort(clusters, kind="stable")
    sorted_sizes = sizes[clusters[order]]
    return [order[sorted_sizes == size].reshape(-1, size) for size in np.unique(sizes)]


def _adjust_clusters(rows: Floats, residuals: Floats, inverse: Floats) -> tuple[Floats, Floats, Floats]:
    """Return, for clusters of one size, what each adds to the first coefficient after its (I - H)^-1/2.

    ``rows`` has the shape (clusters, size, columns). The parts are the contribution to the coefficient's error, the
    weights' products with the columns, and the weights' squares.
    """
    weights = rows @ inverse[0]
    values, vectors = np.linalg.eigh(np.eye(rows.shape[1]) - rows @ inverse @ rows.transpose(0, 2, 1))
    # A cluster that decides a coefficient on its own has residuals of 0 and an infinite factor: it is left out.
    scale = np.where(values > ROUNDING, 1 / np.sqrt(np.maximum(values, ROUNDING)), 0.0)
    adjusted = np.einsum("gij,gj,gkj,gk->gi", vectors, scale, vectors, weights, optimize=True)
    products: Floats = np.einsum("gi,gic->gc", adjusted, rows)
    return np.sum(adjusted * residuals, axis=1), products, np.sum(adjusted**2, axis=1)


def _differs_from_mode(outcome: Floats) -> NDArray[np.bool_]:
    """Return which outcomes differ from the most frequent one."""
    # Rounded, since equal differences of shares may differ in their last binary digits.
    codes, counts = np.unique(outcome.round(9), return_inverse=True, return_counts=True)[1:]
    return np.asarray(codes != np.argmax(counts))
