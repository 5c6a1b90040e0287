"""Measure every printed interval and test on simulated worlds with known truth.

    python -m benchmarks.calibration [--studies 4000] [--seed 1] [--only NAME] [--workers N] [--engine ray]

``--only`` takes worlds whose name contains the text, and without ``--workers`` this process simulates them all.
A line is one statistic in one world: coverage of its 95 % interval, how often its test rejects at 5 % (the type I error
where nothing differs, else the power), and its width relative to a reference method that is in common use. Where every
arm expects 10 errors or more (dilemmas × rate), coverage has to be 93 to 97 % and the type I error 3.5 to 6.5 %;
elsewhere at least 92 % and at most 6.5 %; each beyond the binomial error of the studies. Pooled effects are shrunk, so
that their coverage depends on how much biases differ: where they do not, it may be higher, but then the width has to be
below that of the reference. The exit code is 1 if a statistic falls short.
"""

import argparse
import asyncio
import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from scipy import special

from benchmarks.running import read_options
from benchmarks.worlds import (
    MITIGATED,
    SCENARIOS,
    Draws,
    Floats,
    World,
    draw,
    draw_mitigated,
    draw_scenarios,
)
from probe.analysis.effects.crossed import CUE, FACTS
from probe.analysis.statistics.differences import Arms, Effect, bounds_of_mean, paired_difference
from probe.analysis.statistics.groups import group_difference
from probe.analysis.statistics.intervals import Interval, Labels, pooled_design_effect, rate_interval
from probe.analysis.statistics.odds import odds_trend
from probe.analysis.statistics.pooling import partial_pooling
from probe.analysis.statistics.trend import depth_trend
from probe.analysis.statistics.within import within_scenario
from probe.session import Placement

ENOUGH = 10
"""Errors that an arm has to expect for the strict limits."""

ERRORS = 2.58
"""Binomial standard errors that a figure may lie beyond its limits."""

EVEN = 0.05
"""Standard deviation of the expected fact effect over dilemmas up to which it has a line.

Beyond it, every interval for a mean over sampled dilemmas is too wide for the mean over these dilemmas.
"""

RISE = "within scenarios, one-sided"
HETEROGENEITY = "heterogeneity of biases"
"""Tests without an interval."""

POOLED = "partially pooled effect"
"""The statistic whose coverage may exceed the strict limits where its interval is narrower than the reference."""

BOUNDS = "bounds"
"""The statistic that covers what may lie between two ends, so that coverage has no upper limit."""


class Outcome(NamedTuple):
    """One statistic of one study: its interval, its p (NaN if it has none), the truth, and a reference method's."""

    interval: Interval
    p: float
    truth: float
    reference: Interval | None
    reference_p: float


ANYTHING = Interval(low=-math.inf, high=math.inf)
"""The interval of a test without one."""


class Line(NamedTuple):
    """A line of the table; shares are NaN where they have no meaning."""

    world: str
    statistic: str
    strict: bool
    studies: int
    coverage: float
    rejected: float
    null: bool
    width: float
    reference_coverage: float
    reference_rejected: float

    @property
    def holds(self) -> bool:
        """Whether coverage and type I error are within their limits, up to binomial error."""
        narrow = self.statistic == POOLED and self.width < 1
        two_sided = self.strict and not narrow and self.statistic != BOUNDS
        low, high = 0.93 if self.strict else 0.92, 0.97 if two_sided else 1.0
        within_limits = within(self.coverage, low, high, self.studies)
        if self.null and not math.isnan(self.rejected):
            within_limits &= within(self.rejected, 0.035 if two_sided else 0.0, 0.065, self.studies)
        return within_limits


def within(share: float, low: float, high: float, studies: int) -> bool:
    """Return whether a share of studies is between two limits, up to binomial error."""
    slack = [ERRORS * math.sqrt(limit * (1 - limit) / max(studies, 1)) for limit in (low, high)]
    return math.isnan(share) or low - slack[0] <= share <= high + slack[1]


def t_interval(values: Floats, others: Floats | None = None) -> tuple[Interval, float]:
    """Return the reference: Student's t of a mean over dilemmas, or Welch's of the difference of two."""
    if others is None:
        error, freedom = float(values.std(ddof=1) / np.sqrt(len(values))), float(len(values) - 1)
        centre = float(values.mean())
    else:
        parts = [float(side.var(ddof=1)) / len(side) for side in (values, others)]
        squares = sum(part**2 / (len(side) - 1) for part, side in zip(parts, (values, others), strict=True))
        error, freedom = math.sqrt(sum(parts)), sum(parts) ** 2 / squares if squares > 0 else 1.0
        centre = float(values.mean() - others.mean())
    return _reference(centre, error, freedom)


def line_interval(depth: Floats, values: Floats) -> tuple[Interval, float]:
    """Return the reference for a slope: ordinary least squares."""
    centred = depth - depth.mean()
    squares = float(centred @ centred)
    slope = float(centred @ values) / squares
    residuals = values - values.mean() - slope * centred
    return _reference(slope, math.sqrt(float(residuals @ residuals) / (len(depth) - 2) / squares), len(depth) - 2.0)


def _reference(centre: float, error: float, freedom: float) -> tuple[Interval, float]:
    half = float(special.stdtrit(freedom, 0.975)) * error
    p = float(2 * special.stdtr(freedom, -abs(centre) / error)) if error > 0 else math.nan
    return Interval(low=centre - half, high=centre + half), p


def of_effect(estimate: Effect | None, truth: float, reference: tuple[Interval, float] | None) -> Outcome | None:
    """Return the outcome of an effect; None where nothing is printed."""
    if estimate is None or estimate.p is None:
        return None
    interval, p = reference or (None, math.nan)
    return Outcome(estimate, estimate.p, truth, interval, p)


Statistics = Iterator[tuple[str, Outcome | None]]


def one_group(drawn: Draws, study: int) -> Statistics:
    """Yield the statistics of all dilemmas of a study: rate, effect, two subjects, facts and cue."""
    shares, truth, clusters, strata = drawn.shares[:, study], drawn.truth.mean(axis=1), drawn.clusters, drawn.strata
    reference, cued, other_reference, other_cued = shares
    several = strata.max() > 0
    groups = (clusters, strata if several else None)
    if not drawn.direct:  # the report has no interval for a mean probability
        interval = rate_interval(cued, *groups)
        assert interval is not None
        yield "rate", Outcome(interval, math.nan, truth[1], *t_interval(cued))
    effects = cued - reference
    effect = paired_difference(cued, reference, *groups, direct=drawn.direct)
    yield "effect", of_effect(effect, truth[1] - truth[0], t_interval(effects))
    change = effects - other_cued + other_reference
    paired = paired_difference(effects, other_cued - other_reference, *groups, direct=drawn.direct)
    yield "two subjects", of_effect(paired, truth[1] - truth[0] - truth[3] + truth[2], t_interval(change))
    if np.std(drawn.truth.sum(axis=0) / 2) < EVEN:
        yield "fact effect", of_effect(*_crossed(shares, truth, FACTS, groups, drawn.direct))
    yield "cue effect", of_effect(*_crossed(shares, truth, CUE, groups, drawn.direct))


def _crossed(
    shares: Floats, truth: Floats, signs: Floats, groups: tuple[Labels, Labels | None], direct: bool
) -> tuple[Effect | None, float, tuple[Interval, float]]:
    """Return a contrast of the 2 × 2, its truth, and the reference; the third and fourth arms are those of the twin.

    In the twin, errors are choices of the option that the cue does not praise.
    """
    flipped = np.array([1.0, 1.0, -1.0, -1.0])
    offset = (1 - flipped) / 2
    chosen, expected = shares.T * flipped + offset, truth * flipped + offset
    sides = chosen @ np.maximum(signs, 0), chosen @ np.maximum(-signs, 0)
    difference = paired_difference(*sides, *groups, direct=direct)
    return difference, float(expected @ signs), t_interval(chosen @ signs)


def bounds(drawn: Draws, study: int) -> Statistics:
    """Yield the bounds of a study with unreadable decisions; the reference is t on readable ones alone."""
    wrong, right, shares = drawn.wrong[:2, study], drawn.right[:2, study], drawn.shares[:2, study]
    interval = bounds_of_mean(wrong[1] - (1 - right[0]), (1 - right[1]) - wrong[0], drawn.clusters, direct=drawn.direct)
    assert interval is not None
    readable = ~np.isnan(shares).any(axis=0)
    truth = float(np.mean(drawn.truth[1] - drawn.truth[0]))
    reference, p = t_interval(shares[1, readable] - shares[0, readable])
    yield BOUNDS, Outcome(interval, math.nan, truth, reference, p)


def trends(drawn: Draws, study: int) -> Statistics:
    """Yield the trends of a study, whose true slope is that of the expected effects."""
    shares, clusters, strata = drawn.shares[:, study], drawn.clusters, drawn.strata
    depth, expected = drawn.depth, drawn.truth[1] - drawn.truth[0]
    slope = float(np.polyfit(depth, expected, 1)[0])
    reference = line_interval(depth, shares[1] - shares[0])
    length = np.sin(np.arange(len(depth)))
    trend = depth_trend(shares[1] - shares[0], depth, clusters, length, strata)
    yield "trend", of_effect(trend.slope, slope, reference)
    yield "trend at equal length", of_effect(trend.adjusted_for_length, slope, reference)
    if np.ptp(drawn.truth) < 1e-9:
        odds = odds_trend(Arms(shares[1], clusters, shares[0], strata), depth)
        yield "trend of log odds", of_effect(odds, 0.0, None)


def tiers(drawn: Draws, study: int) -> Statistics:
    """Yield the differences between a study's two groups."""
    shares = drawn.shares[:, study]
    sides = [drawn.strata == group for group in (0, 1)]
    truths = [drawn.truth[:, side].mean(axis=1) for side in sides]
    rates = [Arms(shares[1, side], drawn.clusters[side], direct=drawn.direct) for side in sides]
    reference = t_interval(rates[0].first, rates[1].first)
    yield "tiers, rate", of_effect(group_difference(*rates), truths[0][1] - truths[1][1], reference)
    effects = [Arms(shares[1, side], drawn.clusters[side], shares[0, side], None, drawn.direct) for side in sides]
    reference = t_interval(*(shares[1, side] - shares[0, side] for side in sides))
    truth = (truths[0][1] - truths[0][0]) - (truths[1][1] - truths[1][0])
    yield "tiers, effect", of_effect(group_difference(*effects), truth, reference)


def biases(drawn: Draws, study: int) -> Statistics:
    """Yield the statistics of single biases in a study of many: rates with the pooled design effect, pooling."""
    shares, strata, clusters = drawn.shares[:, study], drawn.strata, drawn.clusters
    mine = strata == study % (strata.max() + 1)
    if not drawn.direct:
        prior = pooled_design_effect(shares[1], clusters, strata)
        found = rate_interval(shares[1, mine], clusters[mine], prior=prior)
        assert found is not None
        yield "rate of one bias", Outcome(found, math.nan, drawn.truth[1, mine].mean(), *t_interval(shares[1, mine]))
    members = [strata == bias for bias in range(strata.max() + 1)]
    found = {
        str(bias): paired_difference(shares[1, mask], shares[0, mask], clusters[mask], direct=drawn.direct)
        for bias, mask in enumerate(members)
    }
    pooled = partial_pooling({bias: effect for bias, effect in found.items() if effect is not None})
    assert pooled is not None
    truth = drawn.truth[1] - drawn.truth[0]
    reference = t_interval(shares[1, mine] - shares[0, mine])
    yield POOLED, of_effect(pooled.effects[str(study % len(members))], truth[mine].mean(), reference)
    yield HETEROGENEITY, Outcome(ANYTHING, pooled.heterogeneity.p, float(np.ptp(truth)), None, math.nan)


def kinds(world: World) -> Sequence[Callable[[Draws, int], Statistics]]:
    """Return which statistics a world has."""
    if any(world.unread):
        return [bounds]
    if len(world.groups) == 2:
        return [tiers]
    return [one_group] + [trends] * world.trends + [biases] * (len(world.groups) > 2)


def lines(world: World, seed: int, studies: int) -> Iterator[Line]:
    """Simulate a world and yield its lines."""
    drawn = draw(world, np.random.default_rng([seed, *world.name.encode()]), studies)
    outcomes: dict[str, list[Outcome | None]] = {}
    for study in range(studies):
        for kind in kinds(world):
            for name, outcome in kind(drawn, study):
                outcomes.setdefault(name, []).append(outcome)
    expected = min(drawn.truth[:2, drawn.strata == group].sum(axis=1).min() for group in range(len(world.groups)))
    for name, results in outcomes.items():
        yield line_of(world.name, name, results, bool(expected >= ENOUGH))


def scenarios(seed: int, studies: int) -> Iterator[Line]:
    """Yield the lines of the depth analysis within scenarios: without a mean slope, and with the planted one."""
    for name, slope, spread, base, levels in SCENARIOS:
        rng = np.random.default_rng([seed, *name.encode()])
        drawn = draw_scenarios(rng, slope, spread, studies, base=base, levels=levels)
        two_sided, rises = [], []
        for effects in drawn.effects:
            slope_within, (reference, p) = (
                within_scenario(effects, drawn.depth, drawn.series),
                line_interval(drawn.depth, effects),
            )
            if slope_within is not None and slope_within.p is not None:
                two_sided.append(Outcome(slope_within, slope_within.p, drawn.truth, reference, p))
                up = p / 2 if reference.low + reference.high > 0 else 1 - p / 2
                rises.append(Outcome(ANYTHING, slope_within.p_rise, drawn.truth, None, up))
        world = f"25 scenarios × 4 depths, {name}"
        yield line_of(world, "within scenarios", two_sided, True)
        yield line_of(world, RISE, rises, True)


def mitigations(seed: int, studies: int) -> Iterator[Line]:
    """Yield the lines of the change of an effect under a mitigation, which removes the planted share of it."""
    for name, share, dilemmas in MITIGATED:
        drawn = draw_mitigated(np.random.default_rng([seed, *name.encode()]), share, dilemmas, studies)
        ids, outcomes = np.arange(dilemmas), []
        for under, without in zip(drawn.under, drawn.without, strict=True):
            change = paired_difference(under, without, ids)
            outcomes.append(of_effect(change, drawn.truth, t_interval(under - without)))
        yield line_of(f"mitigation, {name}", "change of the effect", outcomes, True)


def line_of(world: str, statistic: str, studies: Sequence[Outcome | None], strict: bool) -> Line:
    """Return the line of one statistic; studies of which nothing is printed do not count."""
    outcomes = [outcome for outcome in studies if outcome]
    if not outcomes:
        return Line(world, statistic, strict, 0, math.nan, math.nan, False, math.nan, math.nan, math.nan)
    ends = np.array([(each.interval.low, each.interval.high, each.truth) for each in outcomes])
    ps = np.array([(each.p, each.reference_p) for each in outcomes])
    others = np.array([(r.low, r.high) if (r := each.reference) else (np.nan, np.nan) for each in outcomes])
    covered = (ends[:, 0] - 1e-9 <= ends[:, 2]) & (ends[:, 2] <= ends[:, 1] + 1e-9)
    widths = np.nanmean(others[:, 1] - others[:, 0]) if not np.isnan(others).all() else np.nan
    reference = np.mean((others[:, 0] <= ends[:, 2]) & (ends[:, 2] <= others[:, 1])) if widths > 0 else np.nan
    return Line(
        world,
        statistic,
        strict,
        len(outcomes),
        math.nan if np.isinf(ends[:, 0]).all() else float(np.mean(covered)),
        math.nan if np.isnan(ps[:, 0]).all() else float(np.mean(ps[:, 0] < 0.05)),
        bool(np.max(np.abs(ends[:, 2])) < 1e-9),
        float(np.mean(ends[:, 1] - ends[:, 0]) / widths) if widths > 0 else math.nan,
        float(reference),
        math.nan if np.isnan(ps[:, 1]).all() else float(np.mean(ps[:, 1] < 0.05)),
    )


def show(line: Line) -> None:
    """Print a line in Markdown."""
    shares = (line.coverage, line.reference_coverage, line.rejected, line.reference_rejected)
    cells = ["–" if math.isnan(share) else f"{100 * share:.1f}" for share in shares]
    width = "–" if math.isnan(line.width) else f"{line.width:.2f}"
    kind = "type I" if line.null else "power"
    limits, word = "strict" if line.strict else "wide", "" if line.holds else "FALLS SHORT"
    row = (line.world, line.statistic, limits, str(line.studies), *cells[:2], kind, *cells[2:], width, word)
    print(f"| {' | '.join(row)} |", flush=True)


async def report(chosen: argparse.Namespace) -> int:
    """Simulate, print the table, return the exit code."""
    from benchmarks.calibrating import NAMES, Studies, all_lines  # which imports this module

    started, short, count = time.process_time(), 0, 0
    heads = ("world", "statistic", "limits", "studies", "coverage", "ref.", "", "rejected", "ref.", "width / ref.", "")
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}", flush=True)
    asked = [Studies(name, chosen.seed, chosen.studies) for name in NAMES if chosen.only in name]
    here = not chosen.workers and chosen.engine == "local"
    async for line in all_lines(asked, None if here else Placement(chosen.engine, workers=chosen.workers or None)):
        show(line)
        count, short = count + 1, short + (not line.holds)
    spent = "" if chosen.workers or chosen.engine == "ray" else f"; {time.process_time() - started:.0f} s"
    print(f"\n{count - short} of {count} lines hold (seed {chosen.seed}){spent}.")
    return 1 if short else 0


def main() -> int:
    """Read the options, and run."""
    return asyncio.run(report(read_options(__doc__, studies=4000, seed=1, only="", workers=0, engine="local")))


if __name__ == "__main__":
    sys.exit(main())
