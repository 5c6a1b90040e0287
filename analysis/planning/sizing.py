"""How precise a study will be, and how large it has to be: written once, for designs of every protocol."""

import math
from functools import lru_cache
from typing import Generic, Literal, NamedTuple, Protocol, Self, TypeVar

import numpy as np
from scipy import stats

from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.intervals import LEVEL, critical_value

POWER = 0.8
"""Share of studies that must find the smallest detectable effect."""

CAUTION = 0.8
"""Confidence that the spread is not larger than the one that a size is computed with (Browne 1995, for pilots)."""

MOST_CLUSTERS = 10_000_000
"""Where the search for a number of clusters ends."""

MOST_SIMULATED = 5000
"""Items in a study above which it is not simulated."""

ROUNDS = 4
"""How often a study is enlarged at most while its simulations fall short of the goal."""

MOST_GROWTH = 4.0
"""By which factor a study is enlarged at most in one round."""

SLACK = 0.01
"""By how much a simulated half-width (relatively) or power may fall short: the error of the simulation."""

Target = Literal["effect", "trend"]
"""The mean effect (or the mean of a protocol's main measure), or its slope in effect per level of depth."""


class Design(Protocol):
    """A study before it is run: ``clusters`` of ``size`` items each, shown in several ``runs``."""

    def __hash__(self) -> int:
        """Return a hash: equal designs are simulated once."""

    @property
    def clusters(self) -> int:
        """How many clusters: dilemmas, series of dilemmas, scenarios or sets."""

    @property
    def size(self) -> int:
        """Items in each cluster."""

    @property
    def runs(self) -> int:
        """Runs of each item."""

    @property
    def decisions(self) -> int:
        """How many decisions the subject is asked for."""

    @property
    def freedom(self) -> float:
        """The degrees of freedom of the mean effect."""

    @property
    def least_clusters(self) -> int:
        """How many clusters a report needs to test anything."""

    @property
    def caution(self) -> float:
        """By how much the variance may be larger than expected; 1 where it was not measured in a pilot."""

    @property
    def as_simulated(self) -> Self:
        """The design without what changes its cost only: designs that are drawn in the same way are simulated once."""

    def expected(self, target: Target) -> float | None:
        """Return what there is to find; None where nothing is expected."""

    def standard_error(self, target: Target) -> float:
        """Return the standard error of the estimate."""

    def with_clusters(self, clusters: int) -> Self:
        """Return the design with another number of clusters."""

    def simulate(self, rng: np.random.Generator, target: Target) -> Effect | None:
        """Draw a study, and analyse it as a report does; None where that has no result."""


AnyDesign = TypeVar("AnyDesign", bound=Design)


Size = Literal["items", "half-width", "power", "budget"]


class SizingGoal(NamedTuple):
    """What sizes a study: ``items`` of them, a ``half-width``, a ``power`` or a ``budget`` in US dollars."""

    kind: Size
    amount: float


def half_width(design: Design, target: Target) -> float:
    """Return half the expected width of the 95 % interval."""
    return critical_value(design.freedom) * design.standard_error(target)


def smallest_effect(design: Design, target: Target) -> float:
    """Return the smallest effect that the two-sided test at 5 % finds with a power of ``POWER``."""
    freedom = design.freedom
    return (critical_value(freedom) + critical_value(freedom, 2 * (1 - POWER))) * design.standard_error(target)


def power(design: Design, target: Target, *, caution: float = 1.0) -> float | None:
    """Return how probably the two-sided test finds what is expected; None where nothing is expected."""
    expected, freedom = design.expected(target), design.freedom
    if expected is None:
        return None
    # Caution multiplies variances, so its root multiplies errors.
    error = design.standard_error(target) * caution**0.5
    # Without an error, the noncentrality below would be infinite.
    if not error:
        return float(expected != 0)
    critical = critical_value(freedom)
    noncentrality = abs(expected) / error
    probability = float(
        stats.nct.sf(critical, freedom, noncentrality) + stats.nct.cdf(-critical, freedom, noncentrality)
    )
    return 1.0 if math.isnan(probability) else probability  # scipy returns NaN where nearly all studies find the effect


def size_design(design: AnyDesign, goal: SizingGoal, target: Target, price: float | None) -> AnyDesign | None:
    """Return the smallest design that is enough, or the largest that a budget pays; None where there is none.

    A half-width and a power allow for the design's ``caution``.
    """
    if goal.kind == "items":
        return design.with_clusters(max(round(goal.amount / design.size), 2))
    if goal.kind == "budget":
        cluster_price = design.with_clusters(1).decisions * (price or 0.0)
        # A budget that is exactly enough must not lose a cluster to rounding.
        paid_clusters = int(goal.amount / cluster_price + 1e-9) if cluster_price else 0
        return design.with_clusters(min(paid_clusters, MOST_CLUSTERS)) if paid_clusters >= 2 else None
    # Not from 1: below this number, a report tests nothing.
    low = high = design.least_clusters
    # Double first, because no upper limit is known; bisection then takes few steps.
    while not _enough(design.with_clusters(high), goal, target):
        if high >= MOST_CLUSTERS:
            return None
        low, high = high, 2 * high
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if _enough(design.with_clusters(middle), goal, target) else (middle + 1, high)
    return design.with_clusters(high)


def _enough(design: Design, goal: SizingGoal, target: Target) -> bool:
    if goal.kind == "half-width":
        return bool(half_width(design, target) * design.caution**0.5 <= goal.amount)
    design_power = power(design, target, caution=design.caution)
    return design_power is not None and design_power >= goal.amount


def caution_for(freedom: int) -> float:
    """Return how much larger a variance with this many degrees of freedom may be, with ``CAUTION`` as confidence."""
    return freedom / float(stats.chi2.ppf(1 - CAUTION, freedom))


class Confirmation(NamedTuple):
    """What simulated studies show: the mean half-width of their intervals, and the share that finds the effect."""

    half_width: float
    power: float


class Simulation(NamedTuple):
    """How many studies to simulate, and the seed."""

    studies: int
    seed: int


SIMULATION = Simulation(200, 1)
"""The default number of studies, and the default seed."""


class SizedDesign(NamedTuple, Generic[AnyDesign]):
    """A design that is large enough, and what simulated studies of it show; None where there is no such thing."""

    design: AnyDesign | None
    confirmed: Confirmation | None


def confirmed_size(
    design: AnyDesign, goal: SizingGoal, target: Target, price: float | None, simulation: Simulation
) -> SizedDesign[AnyDesign]:
    """Return the design with the size that is wanted, enlarged until simulated studies confirm it.

    The formulas behind ``size_design`` approximate the intervals of a report, whose degrees of freedom depend on the
    data.
    """
    study, confirmation = size_design(design, goal, target, price), None
    for _ in range(1 + ROUNDS):
        if study is None or not simulation.studies or study.clusters * study.size > MOST_SIMULATED:
            return SizedDesign(study, None)
        confirmation = simulate(study.as_simulated, target, simulation)
        factor = _shortfall(confirmation, goal)
        if factor <= 1:
            break
        study = study.with_clusters(math.ceil(study.clusters * factor))
    return SizedDesign(study, confirmation)


def _shortfall(confirmation: Confirmation | None, goal: SizingGoal) -> float:
    """Return by which factor a study has to grow, as far as one simulation shows; at most ``MOST_GROWTH``."""
    if confirmation is None:
        return 1.0
    if goal.kind == "half-width":
        ratio = confirmation.half_width / goal.amount
        # A half-width shrinks with the square root of the number of clusters.
        return min(ratio**2, MOST_GROWTH) if ratio > 1 + SLACK else 1.0
    if goal.kind != "power" or confirmation.power >= goal.amount - SLACK:
        return 1.0
    # A simulated power below 5 % only shows that the study is far too small.
    critical, simulated_power = stats.norm.ppf((1 + LEVEL) / 2), max(confirmation.power, 0.05)
    ratio = float((stats.norm.ppf(goal.amount) + critical) / (stats.norm.ppf(simulated_power) + critical))
    return min(ratio**2, MOST_GROWTH)


@lru_cache(maxsize=256)
def simulate(design: Design, target: Target, simulation: Simulation) -> Confirmation | None:
    """Return what simulated studies show; None where fewer than half of them have an interval."""
    # Each design begins with the same seed, so that repeating a plan gives the same result.
    rng = np.random.default_rng(simulation.seed)
    effects = [effect for _ in range(simulation.studies) if (effect := design.simulate(rng, target))]
    # A mean over the few studies that have an interval would describe those studies, not the design.
    if 2 * len(effects) <= simulation.studies:
        return None
    widths = [(effect.high - effect.low) / 2 for effect in effects]
    detected_count = sum(effect.p is not None and effect.p < 1 - LEVEL for effect in effects)
    return Confirmation(float(np.mean(widths)), detected_count / simulation.studies)
