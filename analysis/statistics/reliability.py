"""Reliability of scores, and where their variance comes from."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from probe.analysis.statistics.intervals import ROUNDING, Codes, Floats, Labels, codes_of
from probe.values.base import fingerprint

SPLITS = 200
"""Random halvings whose correlations are averaged."""


class Reliability(NamedTuple):
    """The mean correlation of two halves over ``units``, and that of whole scores (Spearman 1910, Brown 1910)."""

    halves: float
    whole: float
    units: int


def split_half(values: Floats, splits: int = SPLITS) -> Reliability | None:
    """Return the split-half reliability of the means of ``values``, shape (units, parts), NaN where a part is missing.

    Units are what is compared (biases, subjects, dilemmas), parts what a score is averaged over (dilemmas, runs). Each
    random halving takes half of a unit's parts. None if fewer than three units have two parts, or there is no
    spread.
    """
    kept = values[np.sum(~np.isnan(values), axis=1) >= 2]
    if len(kept) < 3:
        return None
    rng = np.random.default_rng(int(fingerprint(["split half", *kept.shape]), 16))
    found = []
    for _ in range(splits):
        ranks = np.argsort(np.argsort(np.where(np.isnan(kept), np.inf, rng.random(kept.shape)), axis=1), axis=1)
        half = ranks < np.sum(~np.isnan(kept), axis=1, keepdims=True) // 2
        first, second = (np.nanmean(np.where(mask, kept, np.nan), axis=1) for mask in (half, ~half))
        if min(first.std(), second.std()) > ROUNDING:
            found.append(float(np.corrcoef(first, second)[0, 1]))
    if not found:
        return None
    halves = float(np.mean(found))
    return Reliability(halves, 2 * halves / (1 + halves) if halves > 0 else halves, len(kept))


class Component(NamedTuple):
    """The variance that one factor adds, and its share of the sum of all components."""

    factor: str
    variance: float
    share: float


def variance_components(values: Floats, factors: Mapping[str, Labels]) -> tuple[Component, ...] | None:
    """Return the variance of ``values`` from each random factor, crossed or nested, and ``residual``.

    ``factors`` name a level for each value: scenario, dilemma, run, order, author. Rao's (1971) MINQUE(0), which solves
    the expectations of the factors' sums of squares (Searle, Casella and McCulloch 1992, chapter 11); the analysis of
    variance where the design is balanced. Negative components are printed as 0. None where the factors cannot be
    separated.
    """
    count, names = len(values), [*factors, "residual"]
    codes = [codes_of(labels) for labels in factors.values()] + [np.arange(count)]
    centred = values - values.mean() if count else values
    squares = np.array([np.sum(np.bincount(code, weights=centred) ** 2) for code in codes])
    traces = np.array([[_expected(one, other, count) for other in codes] for one in codes])
    scale = np.sqrt(np.diag(traces))
    if count < 3 or np.any(scale < ROUNDING) or np.linalg.cond(traces / np.outer(scale, scale)) > 1 / ROUNDING:
        return None
    found = np.maximum(np.linalg.solve(traces, squares), 0.0)
    total = float(found.sum())
    if total < ROUNDING:
        return None
    return tuple(Component(name, float(part), float(part) / total) for name, part in zip(names, found, strict=True))


def _expected(one: Codes, other: Codes, count: int) -> float:
    """Return the part of a factor's expected sum of squares that a variance of 1 of another factor makes."""
    sizes, others = np.bincount(one), np.bincount(other)
    joint = np.unique(one * len(others) + other, return_counts=True)
    crossed = float(np.sum(joint[1].astype(np.float64) ** 2))
    mixed = float(np.sum(sizes[joint[0] // len(others)] * joint[1] * others[joint[0] % len(others)]))
    return crossed - 2 * mixed / count + float(np.sum(sizes.astype(np.float64) ** 2) * np.sum(others**2)) / count**2
