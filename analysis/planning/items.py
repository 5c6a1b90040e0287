"""A study of items of another protocol before it is run: the spread of their values in a smaller one."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from probe.analysis.planning.sizing import Target
from probe.analysis.statistics.differences import Effect, clustered_mean
from probe.analysis.statistics.intervals import ROUNDING, Codes, Floats

LEAST_CLUSTERS = 5


@dataclass(frozen=True, eq=False)
class Spread:
    """The variance of items' values: ``between`` clusters, between ``items`` of one, and between single ``runs``.

    ``cluster_parts`` and ``item_parts`` are deviations as they were observed, which give simulated values their shape.
    ``freedom`` is that of the first variance.
    """

    between: float
    items: float
    runs: float
    freedom: int
    cluster_parts: Floats
    item_parts: Floats


@dataclass(frozen=True)
class ItemDesign:
    """A study of items: ``clusters`` of ``size`` items whose values have a ``spread`` around ``effect``.

    ``effect`` is the mean of the main measure minus its value without the bias; ``asked`` are the decisions of an item
    in one run.
    """

    clusters: int
    size: int
    runs: int
    asked: float
    effect: float
    spread: Spread
    caution: float = 1.0
    least_clusters: int = LEAST_CLUSTERS

    @property
    def decisions(self) -> int:
        """How many decisions the subject is asked for."""
        return round(self.clusters * self.size * self.runs * self.asked)

    @property
    def freedom(self) -> float:
        """The degrees of freedom of the mean effect."""
        return max(self.clusters - 1, 1.0)

    @property
    def as_simulated(self) -> Self:
        """The design itself."""
        return self

    def expected(self, target: Target) -> float | None:
        """Return the effect; a slope over depth is not planned."""
        return self.effect if target == "effect" else None

    def with_effect(self, effect: float | None, slope: float | None) -> Self:
        """Return the design with another effect, where one is given."""
        return self if effect is None else replace(self, effect=effect)

    def variants(self, target: Target, *, whole: bool) -> Iterator[tuple[str, Self]]:
        """Yield the designs to compare, by name."""
        if target != "effect":
            return
        yield "as in the pilot", self
        if self.size > 1:
            yield "twice the items per cluster", replace(self, size=2 * self.size)
        # Where runs do not differ, their number changes nothing.
        if self.spread.runs:
            if self.runs > 1:
                yield "one run", replace(self, runs=1)
            yield "twice the runs", replace(self, runs=2 * self.runs)

    def with_clusters(self, clusters: int) -> Self:
        """Return the design with another number of clusters."""
        return replace(self, clusters=clusters)

    def standard_error(self, target: Target) -> float:
        """Return the standard error of the mean over clusters."""
        return math.sqrt((self.spread.between + self._of_item / self.size) / self.clusters)

    @property
    def _of_item(self) -> float:
        return self.spread.items + self.spread.runs / self.runs

    def simulate(self, rng: np.random.Generator, target: Target) -> Effect | None:
        """Draw items' values from the deviations of the pilot, and analyse their mean as a report does."""
        clusters: Codes = np.repeat(np.arange(self.clusters), self.size)
        values = (
            self.effect + _draw_values(rng, self.spread.cluster_parts, self.spread.between, self.clusters)[clusters]
        )
        return clustered_mean(
            values + _draw_values(rng, self.spread.item_parts, self._of_item, len(clusters)), clusters
        )


def _draw_values(rng: np.random.Generator, deviations: Floats, variance: float, count: int) -> Floats:
    """Return ``count`` of the deviations with the wanted variance, or normal ones where they do not vary."""
    observed_variance = float(deviations.var())
    # Deviations that are all zero cannot be scaled to a variance.
    if observed_variance < ROUNDING:
        return rng.normal(0.0, math.sqrt(variance), count)
    return rng.choice(deviations, count) * math.sqrt(variance / observed_variance)
