"""What N dilemmas and R runs can show: the smallest difference that is found with 80 % power, by simulation."""

import numpy as np
from scipy import stats

from probe.analysis.statistics.intervals import LEVEL, Floats
from probe.values.base import Value, fingerprint

POWER = 0.8
"""Share of simulated studies that must find the difference."""

STUDIES = 1000
"""Simulated studies at each difference tried: power is known to about 1.3 points."""

STEPS = 9
"""Halvings of the search: the difference is known to about 0.2 points."""


class Design(Value):
    """A study before it is run.

    ``rate`` is the sensitivity expected (0 to 1), ``likeness`` how alike a dilemma's runs are (their correlation, 0 to
    1; near 1 at temperature 0), ``kinship`` how alike two subjects find a dilemma (a correlation of its difficulty).
    """

    dilemmas: int
    runs: int
    rate: float = 0.15
    likeness: float = 0.7
    kinship: float = 0.5


def smallest_difference(design: Design, paired: bool, studies: int = STUDIES) -> float | None:
    """Return the smallest rise of sensitivity over ``rate`` that two-sided tests at 5 % find with ``POWER``.

    ``paired``: two subjects on the same dilemmas (paired t); else two groups of ``dilemmas`` each (Welch). None where
    even the largest rise is not found often enough.
    """
    low, high = 0.0, 1.0 - design.rate
    if power(design, high, paired, studies) < POWER:
        return None
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if power(design, middle, paired, studies) >= POWER else (middle, high)
    return high


def power(design: Design, rise: float, paired: bool, studies: int = STUDIES) -> float:
    """Return the share of simulated studies that find a rise of sensitivity by ``rise``."""
    rng = np.random.default_rng(int(fingerprint([design.model_dump(), paired]), 16))
    shape = (studies, design.dilemmas)
    normal = rng.standard_normal(shape)
    other = rng.standard_normal(shape)
    if paired:
        other = design.kinship * normal + np.sqrt(1 - design.kinship**2) * other
    first = _shares(rng, normal, design, design.rate)
    second = _shares(rng, other, design, min(1.0, design.rate + rise))
    if paired:
        differences = second - first
        error = differences.std(axis=1, ddof=1) / np.sqrt(design.dilemmas)
        centre, freedom = differences.mean(axis=1), np.full(studies, design.dilemmas - 1.0)
    else:
        variances = np.stack([first.var(axis=1, ddof=1), second.var(axis=1, ddof=1)]) / design.dilemmas
        error, centre = np.sqrt(variances.sum(axis=0)), second.mean(axis=1) - first.mean(axis=1)
        squares = np.maximum((variances**2).sum(axis=0), 1e-300)
        freedom = np.maximum(variances.sum(axis=0) ** 2 / squares * (design.dilemmas - 1), 1.0)
    found = np.abs(centre) > error * stats.t.ppf((1 + LEVEL) / 2, freedom)
    return float(np.mean(found))


def _shares(rng: np.random.Generator, difficulty: Floats, design: Design, rate: float) -> Floats:
    """Return each dilemma's share of flips: its own probability is beta distributed about ``rate``."""
    if rate >= 1.0:
        return np.ones_like(difficulty)
    grid = np.linspace(0.0005, 0.9995, 1000)
    if design.likeness >= 1.0:
        chances = (stats.norm.cdf(difficulty) < rate).astype(np.float64)
    elif design.likeness <= 0.0:
        chances = np.full_like(difficulty, rate)
    else:
        spread = (1 - design.likeness) / design.likeness
        chances = np.interp(stats.norm.cdf(difficulty), grid, stats.beta.ppf(grid, rate * spread, (1 - rate) * spread))
    shares: Floats = rng.binomial(design.runs, np.clip(chances, 0.0, 1.0)) / design.runs
    return shares
