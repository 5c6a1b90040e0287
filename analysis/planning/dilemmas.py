"""A study of dilemmas before it is run: error rates of two arms, and how dilemmas, series and runs resemble others."""

import math
from collections.abc import Iterator
from typing import Annotated, Self

import numpy as np
from pydantic import Field
from scipy import stats

from probe.analysis.planning.sizing import Target
from probe.analysis.statistics.differences import Effect, paired_difference
from probe.analysis.statistics.intervals import Codes, Floats
from probe.analysis.statistics.trend import depth_trend
from probe.analysis.statistics.weights import MINIMUM
from probe.analysis.statistics.within import within_scenario
from probe.errors import InputError
from probe.values.base import Value

Share = Annotated[float, Field(ge=0, le=1)]

LEVELS = 4
"""Depths of a simulated study in which dilemmas are in no series."""

PERMUTATIONS = 199
"""Permutations of the test within series in each simulated study; reports use more."""

_QUANTILES = np.linspace(0.0, 1.0, 1001)


SERIES = 4
"""Dilemmas per scenario in the designs with series."""


class StudyDesign(Value):
    """A study of dilemmas before it is run.

    ``reference`` is the expected error rate on unbiased (or placebo) texts, ``effect`` what the cue adds to it, and
    ``slope`` what a rule more adds to the effect. ``icc`` is the intraclass correlation of the runs of one text, and
    ``arm_correlation`` the correlation of a dilemma's difficulty in the two arms. With series, ``size`` dilemmas share
    a scenario, which makes up ``series_icc`` of the variance between dilemmas. ``depth_spread`` is the standard
    deviation of the depths, in rules; in series, within one. ``placebo`` adds a third arm, in which further decisions
    are asked for. ``direct`` answers are probabilities, which do not differ from run to run.
    """

    clusters: int = Field(ge=1)
    runs: int = Field(ge=1)
    size: int = Field(default=1, ge=1)
    reference: Share = 0.05
    effect: float = Field(default=0.1, ge=-1, le=1)
    slope: float | None = Field(default=None, ge=-1, le=1)
    icc: Share = 0.7
    arm_correlation: float = Field(default=0.3, ge=-1, le=1)
    series_icc: Share = 0.3
    depth_spread: float = Field(default=1.5, gt=0)
    placebo: bool = False
    direct: bool = False
    caution: float = Field(default=1.0, ge=1)

    @property
    def dilemmas(self) -> int:
        """Dilemmas in all series."""
        return self.clusters * self.size

    @property
    def decisions(self) -> int:
        """How many decisions the subject is asked for."""
        return self.dilemmas * self.runs * (3 if self.placebo else 2)

    @property
    def freedom(self) -> float:
        """The degrees of freedom of the mean effect."""
        return max(self.clusters - 1, 1.0)

    @property
    def least_clusters(self) -> int:
        """The fewest series that together have enough dilemmas for a test."""
        return math.ceil(MINIMUM / self.size)

    @property
    def as_simulated(self) -> Self:
        """The design without its placebo arm, whose errors take the place of those on unbiased texts."""
        return self.model_copy(update={"placebo": False})

    def with_effect(self, effect: float | None, slope: float | None) -> Self:
        """Return the design with another effect or slope. Raises InputError if no error rate has that effect."""
        changes = {"effect": effect, "slope": slope}
        design = self.model_copy(update={name: value for name, value in changes.items() if value is not None})
        if not 0 <= design.reference + design.effect <= 1:
            raise InputError(
                f"--error {design.reference:g} and --effect {design.effect:g} add up to "
                f"{design.reference + design.effect:g}, which is not an error rate between 0 and 1"
            )
        return design

    def variants(self, target: Target, *, whole: bool) -> Iterator[tuple[str, Self]]:
        """Yield the designs to compare, by name; a single bias of a pilot is planned as it was asked."""
        if target == "trend" and self.slope is None and not whole:
            return
        arms = "unbiased, biased and placebo" if self.placebo else "unbiased and biased"
        yield f"{arms}{f', series of {self.size}' if self.size > 1 else ''}", self
        if not whole:
            return
        changes: dict[str, dict[str, object]] = {}
        if not self.placebo:
            changes["and placebo"] = {"placebo": True}
        if self.size == 1:
            changes[f"series of {SERIES} depths"] = {"size": SERIES}
        # Where all runs of a text are the same, or answers are probabilities, their number changes nothing.
        if self.icc < 1 and not self.direct:
            if self.runs > 1:
                changes["one run"] = {"runs": 1}
            changes["twice the runs"] = {"runs": 2 * self.runs}
        for name, change in changes.items():
            yield name, self.model_copy(update=change)

    def expected(self, target: Target) -> float | None:
        """Return the effect, or its slope; None where no slope is expected."""
        return self.effect if target == "effect" else self.slope

    def with_clusters(self, clusters: int) -> Self:
        """Return the design with another number of dilemmas or series."""
        return self.model_copy(update={"clusters": clusters})

    def standard_error(self, target: Target) -> float:
        """Return the standard error of the mean effect, or of its slope over depth.

        A scenario that dilemmas share widens the mean (Kish 1965: 1 + (size - 1) icc) and cancels in a slope within
        series.
        """
        variance_between, variance_of_runs = effect_variance(self)
        shared_share = self.series_icc if self.size > 1 else 0.0
        if target == "effect":
            return math.sqrt(
                (variance_between * (1 + (self.size - 1) * shared_share) + variance_of_runs) / self.dilemmas
            )
        return math.sqrt(
            (variance_between * (1 - shared_share) + variance_of_runs) / (self.dilemmas * self.depth_spread**2)
        )

    def simulate(self, rng: np.random.Generator, target: Target) -> Effect | None:
        """Draw the decisions of a study, and analyse its shares of errors as a report does."""
        clusters: Codes = np.repeat(np.arange(self.clusters), self.size)
        depth = self._depths()
        first, second = self._shares(rng, depth if target == "trend" else None)
        if target == "effect":
            return paired_difference(second, first, clusters, direct=self.direct)
        if self.size > 1:
            return within_scenario(second - first, depth, clusters, PERMUTATIONS)
        return depth_trend(second - first, depth, clusters, direct=self.direct).slope

    def _depths(self) -> Floats:
        """Return the depths around their mean: equally spaced within a series, or over all dilemmas."""
        levels = np.arange(self.size if self.size > 1 else LEVELS, dtype=np.float64)
        return np.resize((levels - levels.mean()) / levels.std() * self.depth_spread, self.dilemmas)

    def _shares(self, rng: np.random.Generator, depth: Floats | None) -> tuple[Floats, Floats]:
        """Return the share of errors of each dilemma in the reference arm and in the biased one."""
        slope = 0.0 if depth is None or self.slope is None else self.slope
        change = slope * (np.zeros(self.dilemmas) if depth is None else depth)
        reference = np.full(self.dilemmas, self.reference)
        biased_rates = np.clip(self.reference + self.effect + change, 0.0, 1.0)
        ranks = self._places(rng)
        return self._observed_shares(rng, reference, ranks[0]), self._observed_shares(rng, biased_rates, ranks[1])

    def _places(self, rng: np.random.Generator) -> Floats:
        """Return each dilemma's rank in difficulty in both arms, uniform, correlated between arms and in series.

        A dilemma takes both ranks of its series with the probability whose square is the correlation within series.
        """
        individual = self._correlated_ranks(rng, self.dilemmas)
        shared_effects = np.repeat(self._correlated_ranks(rng, self.clusters), self.size, axis=1)
        share = math.sqrt(self.series_icc) if self.size > 1 else 0.0
        return np.where(rng.random(self.dilemmas) < share, shared_effects, individual)

    def _correlated_ranks(self, rng: np.random.Generator, count: int) -> Floats:
        ranks = rng.random((2, count))
        is_same = rng.random(count) < abs(self.arm_correlation)
        ranks[1, is_same] = ranks[0, is_same] if self.arm_correlation > 0 else 1 - ranks[0, is_same]
        return ranks

    def _observed_shares(self, rng: np.random.Generator, rates: Floats, ranks: Floats) -> Floats:
        chances = _chances(rates, ranks, self.icc)
        return chances if self.direct else rng.binomial(self.runs, chances) / self.runs


def effect_variance(design: StudyDesign) -> tuple[float, float]:
    """Return the variance of one dilemma's effect: between dilemmas, and from its runs.

    Each arm's share is beta-binomial: p (1 - p) (icc + (1 - icc) / runs).
    """
    # Rounding may take the sum of both beyond 0 or 1, where the variance below would be negative.
    rates = [min(max(rate, 0.0), 1.0) for rate in (design.reference, design.reference + design.effect)]
    first, second = (rate * (1 - rate) for rate in rates)
    variance_between = design.icc * (first + second - 2 * design.arm_correlation * math.sqrt(first * second))
    return variance_between, 0.0 if design.direct else (1 - design.icc) * (first + second) / design.runs


def _chances(rates: Floats, ranks: Floats, icc: float) -> Floats:
    """Return the probability of an error at each rank of difficulty: beta-distributed around its rate."""
    # At both ends of the correlation, the beta distribution has no finite parameters.
    if icc == 0:
        return rates.copy()
    if icc == 1:
        return (ranks > 1 - rates).astype(np.float64)
    chances = np.empty_like(rates)
    for rate in np.unique(rates):
        members = rates == rate
        # With a mean of 0 or 1, it has none either.
        if rate in {0.0, 1.0}:
            chances[members] = rate
            continue
        spread = (1 - icc) / icc
        # Interpolated between quantiles: the inverse at every dilemma of every simulated study would be slow.
        values = stats.beta.ppf(_QUANTILES, rate * spread, (1 - rate) * spread)
        chances[members] = np.interp(ranks[members], _QUANTILES, values)
    return chances
