"""Planning: how precise the adjusted or net effect and its depth trend will be, before a study is run."""

import math
from typing import Annotated, Literal

from pydantic import Field

from probe.analysis.statistics.intervals import critical_value
from probe.values.base import Value

POWER = 0.8
"""Share of studies that must find the smallest detectable effect."""

MOST_DILEMMAS = 10_000_000
"""Where the search for a number of dilemmas ends."""

Share = Annotated[float, Field(ge=0, le=1)]
Target = Literal["effect", "trend"]
"""The mean effect, or its slope over depth in effect per rule."""


class StudyDesign(Value):
    """A study before it is run.

    ``reference`` is the expected error rate on unbiased (or placebo) texts and ``effect`` what the cue adds to it.
    ``icc`` is the intraclass correlation of the runs of one text, and ``arm_correlation`` the correlation of a
    dilemma's difficulty in the two arms. With series, ``series_size`` dilemmas share a scenario, which makes up
    ``series_icc`` of the variance between dilemmas. ``depth_spread`` is the standard deviation of the depths, in rules;
    in series, within one. ``placebo`` adds a third arm, in which further decisions are asked for.
    """

    dilemmas: int = Field(ge=2)
    runs: int = Field(ge=1)
    reference: Share = 0.05
    effect: float = Field(default=0.1, ge=-1, le=1)
    icc: Share = 0.7
    arm_correlation: Share = 0.3
    series_size: int = Field(default=1, ge=1)
    series_icc: Share = 0.3
    depth_spread: float = Field(default=1.5, gt=0)
    placebo: bool = False

    @property
    def decisions(self) -> int:
        """How many decisions the subject is asked for."""
        return self.dilemmas * self.runs * (3 if self.placebo else 2)

    def cost(self, price: float) -> float:
        """Return the dollars for all decisions at ``price`` for one."""
        return self.decisions * price


def effect_variance(design: StudyDesign) -> tuple[float, float]:
    """Return the variance of one dilemma's effect: between dilemmas, and from its runs.

    Each arm's share is beta-binomial: p (1 - p) (icc + (1 - icc) / runs).
    """
    rates = [min(max(rate, 0.0), 1.0) for rate in (design.reference, design.reference + design.effect)]
    first, second = (rate * (1 - rate) for rate in rates)
    between = design.icc * (first + second - 2 * design.arm_correlation * math.sqrt(first * second))
    return between, (1 - design.icc) * (first + second) / design.runs


def standard_error(design: StudyDesign, target: Target) -> float:
    """Return the standard error of the mean effect, or of its slope over depth.

    A scenario that dilemmas share widens the mean (Kish 1965: 1 + (size - 1) icc) and cancels in a slope within series.
    """
    between, runs = effect_variance(design)
    shared = design.series_icc if design.series_size > 1 else 0.0
    if target == "effect":
        return math.sqrt((between * (1 + (design.series_size - 1) * shared) + runs) / design.dilemmas)
    spread = design.dilemmas * design.depth_spread**2
    return math.sqrt((between * (1 - shared) + runs) / spread)


def half_width(design: StudyDesign, target: Target) -> float:
    """Return half the expected width of the 95 % interval."""
    return critical_value(_freedom(design)) * standard_error(design, target)


def smallest_effect(design: StudyDesign, target: Target) -> float:
    """Return the smallest effect that the two-sided test at 5 % finds with a power of ``POWER``."""
    freedom = _freedom(design)
    return (critical_value(freedom) + critical_value(freedom, 2 * (1 - POWER))) * standard_error(design, target)


def dilemmas_for(design: StudyDesign, width: float, target: Target) -> StudyDesign | None:
    """Return the design with the fewest dilemmas whose half-width is at most ``width``; None where none is enough."""
    low, high = 2, 2
    while half_width(_resized(design, high), target) > width:
        if high >= MOST_DILEMMAS:
            return None
        low, high = high, 2 * high
    while low < high:
        middle = (low + high) // 2
        enough = half_width(_resized(design, middle), target) <= width
        low, high = (low, middle) if enough else (middle + 1, high)
    return _resized(design, high)


def _resized(design: StudyDesign, dilemmas: int) -> StudyDesign:
    return design.model_copy(update={"dilemmas": dilemmas})


def _freedom(design: StudyDesign) -> float:
    return max(design.dilemmas / design.series_size - 1, 1.0)
