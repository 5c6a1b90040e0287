"""Planning: the smallest difference that a study finds with 80 % power, by simulation."""

from typing import Annotated, NamedTuple

import numpy as np
from scipy import stats

from probe.analysis.statistics.intervals import LEVEL, Floats
from probe.analysis.tables import Heading, Table, make_table
from probe.values.base import Value, fingerprint

POWER = 0.8
"""Share of simulated studies that must find the difference."""

STUDIES = 1000
"""Simulated studies for each difference tried: power is accurate to about 1.3 points."""

STEPS = 9
"""Bisections of the search: the difference is accurate to about 0.2 points."""


class Design(Value):
    """A study before it is run.

    ``rate`` is the flip rate expected (0 to 1). ``icc`` is the intraclass correlation of a dilemma's runs (0 to 1; near
    1 at temperature 0). ``subject_correlation`` is the correlation between two subjects of a dilemma's difficulty.
    """

    dilemmas: int
    runs: int
    rate: float = 0.15
    icc: float = 0.7
    subject_correlation: float = 0.5


def smallest_difference(design: Design, paired: bool, studies: int = STUDIES) -> float | None:
    """Return the smallest rise of the flip rate over ``rate`` that two-sided tests at 5 % find with ``POWER``.

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


def _seed_fields(design: Design) -> dict[str, float]:
    """Return the fields that seed the simulation, under the names that gave the published plans their numbers."""
    fields = {"dilemmas": design.dilemmas, "runs": design.runs, "rate": design.rate}
    return fields | {"likeness": design.icc, "kinship": design.subject_correlation}


def power(design: Design, rise: float, paired: bool, studies: int = STUDIES) -> float:
    """Return the share of simulated studies that find a rise of the flip rate by ``rise``."""
    rng = np.random.default_rng(int(fingerprint([_seed_fields(design), paired]), 16))
    shape = (studies, design.dilemmas)
    normal = rng.standard_normal(shape)
    other = rng.standard_normal(shape)
    if paired:
        other = design.subject_correlation * normal + np.sqrt(1 - design.subject_correlation**2) * other
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
    """Return each dilemma's share of flips; the dilemmas' probabilities follow a beta distribution around ``rate``."""
    if rate >= 1.0:
        return np.ones_like(difficulty)
    grid = np.linspace(0.0005, 0.9995, 1000)
    if design.icc >= 1.0:
        chances = (stats.norm.cdf(difficulty) < rate).astype(np.float64)
    elif design.icc <= 0.0:
        chances = np.full_like(difficulty, rate)
    else:
        spread = (1 - design.icc) / design.icc
        chances = np.interp(stats.norm.cdf(difficulty), grid, stats.beta.ppf(grid, rate * spread, (1 - rate) * spread))
    shares: Floats = rng.binomial(design.runs, np.clip(chances, 0.0, 1.0)) / design.runs
    return shares


class PlanRow(NamedTuple):
    """The smallest difference that one variant of a design finds; None where none is large enough."""

    comparison: Annotated[str, Heading("comparison", key="question")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    runs: Annotated[int, Heading("runs", "count")]
    smallest: Annotated[float | None, Heading("smallest difference", "points")]


def plan(design: Design, studies: int = STUDIES) -> tuple[PlanRow, ...]:
    """Return the smallest detectable differences for the design, for one run, and for twice its dilemmas."""
    variants = sorted({(design.dilemmas, 1), (design.dilemmas, design.runs), (2 * design.dilemmas, design.runs)})
    return tuple(
        PlanRow(
            comparison,
            dilemmas,
            runs,
            smallest_difference(design.model_copy(update={"dilemmas": dilemmas, "runs": runs}), paired, studies),
        )
        for comparison, paired in (
            ("two tiers with this many dilemmas each", False),
            ("two subjects on the same dilemmas", True),
        )
        for dilemmas, runs in variants
    )


def plan_table(design: Design, studies: int = STUDIES) -> Table:
    """Return the plan as a table, with its assumptions as notes."""
    notes = (
        f"Expected flip rate {100 * design.rate:g} %; intraclass correlation of a dilemma's runs {design.icc:g}, "
        f"correlation between two subjects {design.subject_correlation:g}; two-sided tests at 5 %; {studies} simulated "
        "studies for each difference tried.",
        "More runs help little where the runs of a dilemma resemble each other: add dilemmas instead.",
    )
    title = "The smallest differences found with 80 % power"
    return make_table("plan", title, PlanRow, plan(design, studies), notes=notes, gap="no difference is large enough")
