"""Measure every printed interval and test on simulated conditions with known truth.

    python -m benchmarks.calibration [--studies 4000] [--seed 1] [--only NAME] [--workers N] [--engine ray]

``--only`` takes conditions whose name contains the text, and without ``--workers`` this process simulates them all.
A line is one statistic in one condition: coverage of its 95 % interval, how often its test rejects at 5 % (the type I
error where nothing differs, else the power), and its width relative to a reference method that is in common use. Where
every arm expects 10 errors or more (dilemmas × rate), coverage has to be 93 to 97 % and the type I error 3.5 to 6.5 %;
elsewhere at least 92 % and at most 6.5 %. Each limit allows for the binomial error of the studies. Pooled effects are
shrunk, so that their coverage depends on how much biases differ: where they do not differ, coverage may be higher if
the interval is narrower than that of the reference. The exit code is 1 if a statistic falls short.
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

from benchmarks.conditions import (
    MITIGATED_RATES,
    SCENARIOS,
    Condition,
    Draws,
    Floats,
    draw,
    draw_mitigated,
    draw_scenarios,
)
from benchmarks.running import read_options
from probe.analysis.effects.crossed import CUE, FACTS
from probe.analysis.statistics.differences import Arms, Effect, bounds_of_mean, paired_difference
from probe.analysis.statistics.groups import group_difference
from probe.analysis.statistics.intervals import Interval, Labels, pooled_design_effect, rate_interval
from probe.analysis.statistics.odds import odds_trend
from probe.analysis.statistics.pooling import partial_pooling
from probe.analysis.statistics.trend import depth_trend
from probe.analysis.statistics.within import within_scenario
from probe.session import Placement

LEAST_EXPECTED_ERRORS = 10
"""Errors that every arm has to expect for the strict limits to apply."""

TOLERANCE = 2.58
"""Binomial standard errors that a figure may lie beyond its limits."""

MOST_FACT_SPREAD = 0.05
"""The largest standard deviation of the expected fact effect over dilemmas for which the table has a line.

Above it, every interval for a mean over sampled dilemmas is too wide for the mean over exactly these dilemmas.
"""

RISE = "within scenarios, one-sided"
HETEROGENEITY = "heterogeneity of biases"
"""Tests without an interval."""

POOLED = "partially pooled effect"
"""The statistic whose coverage may exceed the strict limits where its interval is narrower than the reference."""

BOUNDS = "bounds"
"""The statistic that bounds an effect from both sides, so that its coverage has no upper limit."""


HEADINGS = "| condition | statistic | limits | studies | coverage | ref. |  | rejected | ref. | width / ref. |  |"


class IntervalOutcome(NamedTuple):
    """One statistic of one study: interval, p (or NaN), truth, and the interval and p of a reference method."""

    interval: Interval
    p: float
    truth: float
    reference: Interval | None
    reference_p: float


NO_INTERVAL = Interval(low=-math.inf, high=math.inf)
"""The interval that is recorded for a test without an interval."""


class Line(NamedTuple):
    """A line of the table; a share that is not defined is NaN."""

    condition: str
    statistic: str
    strict: bool
    studies: int
    coverage: float
    rejection_rate: float
    null: bool
    width: float
    reference_coverage: float
    reference_rejection_rate: float

    @property
    def holds(self) -> bool:
        """Whether coverage and type I error are within their limits, up to binomial error."""
        is_narrow = self.statistic == POOLED and self.width < 1
        two_sided = self.strict and not is_narrow and self.statistic != BOUNDS
        low, high = 0.93 if self.strict else 0.92, 0.97 if two_sided else 1.0
        within_limits = within(self.coverage, low, high, self.studies)
        if self.null and not math.isnan(self.rejection_rate):
            within_limits &= within(self.rejection_rate, 0.035 if two_sided else 0.0, 0.065, self.studies)
        return within_limits


def within(share: float, low: float, high: float, studies: int) -> bool:
    """Return whether a share of studies is between two limits, up to binomial error."""
    slack = [TOLERANCE * math.sqrt(limit * (1 - limit) / max(studies, 1)) for limit in (low, high)]
    return math.isnan(share) or low - slack[0] <= share <= high + slack[1]


def t_interval(values: Floats, second_values: Floats | None = None) -> tuple[Interval, float]:
    """Return the reference: Student's t of a mean over dilemmas, or Welch's of the difference of two."""
    if second_values is None:
        standard_error, degrees_of_freedom = float(values.std(ddof=1) / np.sqrt(len(values))), float(len(values) - 1)
        centre = float(values.mean())
    else:
        variances = [float(sample.var(ddof=1)) / len(sample) for sample in (values, second_values)]
        squares = sum(
            variance**2 / (len(sample) - 1) for variance, sample in zip(variances, (values, second_values), strict=True)
        )
        standard_error, degrees_of_freedom = (
            math.sqrt(sum(variances)),
            sum(variances) ** 2 / squares if squares > 0 else 1.0,
        )
        centre = float(values.mean() - second_values.mean())
    return _reference(centre, standard_error, degrees_of_freedom)


def line_interval(depth: Floats, values: Floats) -> tuple[Interval, float]:
    """Return the reference for a slope: ordinary least squares."""
    centred = depth - depth.mean()
    squares = float(centred @ centred)
    slope = float(centred @ values) / squares
    residuals = values - values.mean() - slope * centred
    return _reference(slope, math.sqrt(float(residuals @ residuals) / (len(depth) - 2) / squares), len(depth) - 2.0)


def _reference(centre: float, standard_error: float, degrees_of_freedom: float) -> tuple[Interval, float]:
    half_width = float(special.stdtrit(degrees_of_freedom, 0.975)) * standard_error
    p = float(2 * special.stdtr(degrees_of_freedom, -abs(centre) / standard_error)) if standard_error > 0 else math.nan
    return Interval(low=centre - half_width, high=centre + half_width), p


def effect_outcome(
    estimate: Effect | None, truth: float, reference: tuple[Interval, float] | None
) -> IntervalOutcome | None:
    """Return the outcome of an effect, or None if the report prints none."""
    if estimate is None or estimate.p is None:
        return None
    interval, p = reference or (None, math.nan)
    return IntervalOutcome(estimate, estimate.p, truth, interval, p)


Statistics = Iterator[tuple[str, IntervalOutcome | None]]


def all_dilemmas(draws: Draws, study: int) -> Statistics:
    """Yield the statistics of all dilemmas of a study: rate, effect, two subjects, facts and cue."""
    shares, truth, clusters, strata = draws.shares[:, study], draws.truth.mean(axis=1), draws.clusters, draws.strata
    reference, cued, second_reference, second_cued = shares
    stratified = strata.max() > 0
    groups = (clusters, strata if stratified else None)
    if not draws.direct:  # the report has no interval for a mean probability
        interval = rate_interval(cued, *groups)
        assert interval is not None
        yield "rate", IntervalOutcome(interval, math.nan, truth[1], *t_interval(cued))
    effects = cued - reference
    effect = paired_difference(cued, reference, *groups, direct=draws.direct)
    yield "effect", effect_outcome(effect, truth[1] - truth[0], t_interval(effects))
    change = effects - second_cued + second_reference
    subject_difference = paired_difference(effects, second_cued - second_reference, *groups, direct=draws.direct)
    yield (
        "two subjects",
        effect_outcome(subject_difference, truth[1] - truth[0] - truth[3] + truth[2], t_interval(change)),
    )
    if np.std(draws.truth.sum(axis=0) / 2) < MOST_FACT_SPREAD:
        yield "fact effect", effect_outcome(*_crossed_contrast(shares, truth, FACTS, groups, draws.direct))
    yield "cue effect", effect_outcome(*_crossed_contrast(shares, truth, CUE, groups, draws.direct))


def _crossed_contrast(
    shares: Floats, truth: Floats, signs: Floats, groups: tuple[Labels, Labels | None], direct: bool
) -> tuple[Effect | None, float, tuple[Interval, float]]:
    """Return a contrast of the 2 × 2 design, its truth, and the reference; the twin has the third and fourth arms.

    In the twin, an error is a choice of the option that the cue does not praise.
    """
    sign_pattern = np.array([1.0, 1.0, -1.0, -1.0])
    offset = (1 - sign_pattern) / 2
    choice_rates, expected_rates = shares.T * sign_pattern + offset, truth * sign_pattern + offset
    arm_sums = choice_rates @ np.maximum(signs, 0), choice_rates @ np.maximum(-signs, 0)
    difference = paired_difference(*arm_sums, *groups, direct=direct)
    return difference, float(expected_rates @ signs), t_interval(choice_rates @ signs)


def bounds(draws: Draws, study: int) -> Statistics:
    """Yield the bounds of a study with unreadable decisions; the reference is t on readable ones alone."""
    wrong, right, shares = draws.wrong[:2, study], draws.right[:2, study], draws.shares[:2, study]
    interval = bounds_of_mean(wrong[1] - (1 - right[0]), (1 - right[1]) - wrong[0], draws.clusters, direct=draws.direct)
    assert interval is not None
    readable = ~np.isnan(shares).any(axis=0)
    truth = float(np.mean(draws.truth[1] - draws.truth[0]))
    reference, p = t_interval(shares[1, readable] - shares[0, readable])
    yield BOUNDS, IntervalOutcome(interval, math.nan, truth, reference, p)


def trends(draws: Draws, study: int) -> Statistics:
    """Yield the trends of a study, whose true slope is that of the expected effects."""
    shares, clusters, strata = draws.shares[:, study], draws.clusters, draws.strata
    depth, expected_effects = draws.depth, draws.truth[1] - draws.truth[0]
    slope = float(np.polyfit(depth, expected_effects, 1)[0])
    reference = line_interval(depth, shares[1] - shares[0])
    length = np.sin(np.arange(len(depth)))
    trend = depth_trend(shares[1] - shares[0], depth, clusters, length, strata)
    yield "trend", effect_outcome(trend.slope, slope, reference)
    yield "trend at equal length", effect_outcome(trend.adjusted_for_length, slope, reference)
    if np.ptp(draws.truth) < 1e-9:
        odds = odds_trend(Arms(shares[1], clusters, shares[0], strata), depth)
        yield "trend of log odds", effect_outcome(odds, 0.0, None)


def tiers(draws: Draws, study: int) -> Statistics:
    """Yield the differences between a study's two groups."""
    shares = draws.shares[:, study]
    masks = [draws.strata == group for group in (0, 1)]
    true_rates = [draws.truth[:, mask].mean(axis=1) for mask in masks]
    rates = [Arms(shares[1, mask], draws.clusters[mask], direct=draws.direct) for mask in masks]
    reference = t_interval(rates[0].first, rates[1].first)
    yield "tiers, rate", effect_outcome(group_difference(*rates), true_rates[0][1] - true_rates[1][1], reference)
    effects = [Arms(shares[1, mask], draws.clusters[mask], shares[0, mask], None, draws.direct) for mask in masks]
    reference = t_interval(*(shares[1, mask] - shares[0, mask] for mask in masks))
    truth = (true_rates[0][1] - true_rates[0][0]) - (true_rates[1][1] - true_rates[1][0])
    yield "tiers, effect", effect_outcome(group_difference(*effects), truth, reference)


def biases(draws: Draws, study: int) -> Statistics:
    """Yield the statistics of single biases in a study of many: rates with the pooled design effect, pooled effects."""
    shares, strata, clusters = draws.shares[:, study], draws.strata, draws.clusters
    in_bias = strata == study % (strata.max() + 1)
    if not draws.direct:
        prior = pooled_design_effect(shares[1], clusters, strata)
        interval = rate_interval(shares[1, in_bias], clusters[in_bias], prior=prior)
        assert interval is not None
        true_rate = draws.truth[1, in_bias].mean()
        yield "rate of one bias", IntervalOutcome(interval, math.nan, true_rate, *t_interval(shares[1, in_bias]))
    masks = [strata == bias for bias in range(strata.max() + 1)]
    differences = {
        str(bias): paired_difference(shares[1, mask], shares[0, mask], clusters[mask], direct=draws.direct)
        for bias, mask in enumerate(masks)
    }
    pooled = partial_pooling({bias: effect for bias, effect in differences.items() if effect is not None})
    assert pooled is not None
    truth = draws.truth[1] - draws.truth[0]
    reference = t_interval(shares[1, in_bias] - shares[0, in_bias])
    yield POOLED, effect_outcome(pooled.effects[str(study % len(masks))], truth[in_bias].mean(), reference)
    yield HETEROGENEITY, IntervalOutcome(NO_INTERVAL, pooled.heterogeneity.p, float(np.ptp(truth)), None, math.nan)


def statistics_of(condition: Condition) -> Sequence[Callable[[Draws, int], Statistics]]:
    """Return the functions that yield a condition's statistics."""
    if any(condition.unread):
        return [bounds]
    if len(condition.groups) == 2:
        return [tiers]
    return [all_dilemmas] + [trends] * condition.trends + [biases] * (len(condition.groups) > 2)


def lines(condition: Condition, seed: int, studies: int) -> Iterator[Line]:
    """Simulate a condition and yield its lines."""
    draws = draw(condition, np.random.default_rng([seed, *condition.name.encode()]), studies)
    outcomes: dict[str, list[IntervalOutcome | None]] = {}
    for study in range(studies):
        for statistics in statistics_of(condition):
            for name, outcome in statistics(draws, study):
                outcomes.setdefault(name, []).append(outcome)
    expected_errors = min(
        draws.truth[:2, draws.strata == group].sum(axis=1).min() for group in range(len(condition.groups))
    )
    for name, results in outcomes.items():
        yield table_line(condition.name, name, results, bool(expected_errors >= LEAST_EXPECTED_ERRORS))


def scenarios(seed: int, studies: int) -> Iterator[Line]:
    """Yield the lines of the depth analysis within scenarios, without and with a planted mean slope."""
    for name, slope, spread, base, levels in SCENARIOS:
        rng = np.random.default_rng([seed, *name.encode()])
        draws = draw_scenarios(rng, slope, spread, studies, base=base, levels=levels)
        slope_outcomes, rise_outcomes = [], []
        for effects in draws.effects:
            slope_within, (reference, p) = (
                within_scenario(effects, draws.depth, draws.series),
                line_interval(draws.depth, effects),
            )
            if slope_within is not None and slope_within.p is not None:
                slope_outcomes.append(IntervalOutcome(slope_within, slope_within.p, draws.truth, reference, p))
                reference_p_rise = p / 2 if reference.low + reference.high > 0 else 1 - p / 2
                rise_outcomes.append(
                    IntervalOutcome(NO_INTERVAL, slope_within.p_rise, draws.truth, None, reference_p_rise)
                )
        condition = f"25 scenarios × 4 depths, {name}"
        yield table_line(condition, "within scenarios", slope_outcomes, True)
        yield table_line(condition, RISE, rise_outcomes, True)


def mitigations(seed: int, studies: int) -> Iterator[Line]:
    """Yield the lines of the change of an effect under a mitigation that removes the planted share of the effect."""
    for name, share, dilemmas in MITIGATED_RATES:
        draws = draw_mitigated(np.random.default_rng([seed, *name.encode()]), share, dilemmas, studies)
        clusters, outcomes = np.arange(dilemmas), []
        for mitigated_rates, unmitigated_rates in zip(draws.mitigated, draws.unmitigated, strict=True):
            change = paired_difference(mitigated_rates, unmitigated_rates, clusters)
            outcomes.append(effect_outcome(change, draws.truth, t_interval(mitigated_rates - unmitigated_rates)))
        yield table_line(f"mitigation, {name}", "change of the effect", outcomes, True)


def table_line(condition: str, statistic: str, studies: Sequence[IntervalOutcome | None], strict: bool) -> Line:
    """Return the line of one statistic; studies whose report does not print it are not counted."""
    outcomes = [outcome for outcome in studies if outcome]
    if not outcomes:
        return Line(condition, statistic, strict, 0, math.nan, math.nan, False, math.nan, math.nan, math.nan)
    limits = np.array([(outcome.interval.low, outcome.interval.high, outcome.truth) for outcome in outcomes])
    p_values = np.array([(outcome.p, outcome.reference_p) for outcome in outcomes])
    reference_limits = np.array(
        [(interval.low, interval.high) if (interval := outcome.reference) else (np.nan, np.nan) for outcome in outcomes]
    )
    is_covered = (limits[:, 0] - 1e-9 <= limits[:, 2]) & (limits[:, 2] <= limits[:, 1] + 1e-9)
    widths = (
        np.nanmean(reference_limits[:, 1] - reference_limits[:, 0]) if not np.isnan(reference_limits).all() else np.nan
    )
    reference_coverage = (
        np.mean((reference_limits[:, 0] <= limits[:, 2]) & (limits[:, 2] <= reference_limits[:, 1]))
        if widths > 0
        else np.nan
    )
    return Line(
        condition,
        statistic,
        strict,
        len(outcomes),
        math.nan if np.isinf(limits[:, 0]).all() else float(np.mean(is_covered)),
        math.nan if np.isnan(p_values[:, 0]).all() else float(np.mean(p_values[:, 0] < 0.05)),
        bool(np.max(np.abs(limits[:, 2])) < 1e-9),
        float(np.mean(limits[:, 1] - limits[:, 0]) / widths) if widths > 0 else math.nan,
        float(reference_coverage),
        math.nan if np.isnan(p_values[:, 1]).all() else float(np.mean(p_values[:, 1] < 0.05)),
    )


def show(line: Line) -> None:
    """Print a line in Markdown."""
    shares = (line.coverage, line.reference_coverage, line.rejection_rate, line.reference_rejection_rate)
    cells = ["–" if math.isnan(share) else f"{100 * share:.1f}" for share in shares]
    width = "–" if math.isnan(line.width) else f"{line.width:.2f}"
    rejection_meaning = "type I" if line.null else "power"
    limits, verdict = "strict" if line.strict else "wide", "" if line.holds else "FALLS SHORT"
    cells[2:2] = [rejection_meaning]
    row = (line.condition, line.statistic, limits, str(line.studies), *cells, width, verdict)
    print(f"| {' | '.join(row)} |", flush=True)


async def report(options: argparse.Namespace) -> int:
    """Simulate, print the table, return the exit code."""
    from benchmarks.calibrating import NAMES, Studies, all_lines  # which imports this module

    start, failed_count, count = time.process_time(), 0, 0
    print(f"{HEADINGS}\n|{'---|' * (HEADINGS.count('|') - 1)}", flush=True)
    requests = [Studies(name, options.seed, options.studies) for name in NAMES if options.only in name]
    in_process = not options.workers and options.engine == "local"
    async for line in all_lines(
        requests, None if in_process else Placement(options.engine, workers=options.workers or None)
    ):
        show(line)
        count, failed_count = count + 1, failed_count + (not line.holds)
    duration = "" if options.workers or options.engine == "ray" else f"; {time.process_time() - start:.0f} s"
    print(f"\n{count - failed_count} of {count} lines hold (seed {options.seed}){duration}.")
    return 1 if failed_count else 0


def main() -> int:
    """Read the options, and run."""
    return asyncio.run(report(read_options(__doc__, studies=4000, seed=1, only="", workers=0, engine="local")))


if __name__ == "__main__":
    sys.exit(main())
