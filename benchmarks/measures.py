"""Simulated studies for the other measures: excess flips, reliability, trends with depth on both scales, and more.

``benchmarks.calibration`` prints their lines: coverage and type I error as for the effect.
"""

import math
from collections.abc import Iterator

import numpy as np
from scipy import special

from benchmarks.calibration import (
    LEAST_EXPECTED_ERRORS,
    NO_INTERVAL,
    IntervalOutcome,
    Line,
    effect_outcome,
    t_interval,
    table_line,
)
from benchmarks.conditions import Floats
from probe.analysis.statistics.differences import Arms, clustered_mean, ratio_of_means
from probe.analysis.statistics.intervals import Interval, Labels, rate_interval
from probe.analysis.statistics.noise import excess_flips
from probe.analysis.statistics.odds import odds_trend
from probe.analysis.statistics.reliability import reliability_of_crossed, reliability_of_nested
from probe.analysis.statistics.trend import depth_trend

RUNS = 5


def excess(seed: int, studies: int) -> Iterator[Line]:
    """Yield the lines of excess flips of a subject without an effect: position preference, unbalanced right letters."""
    exchanged = np.arange(RUNS) % 2 == 1
    for dilemmas, first_right, position in ((300, 0.9, 0.5), (60, 1.0, 0.3), (60, 0.5, 0.5), (20, 0.9, 0.3)):
        rng, outcomes = np.random.default_rng([seed, dilemmas, int(100 * position)]), []
        exchanged_runs = np.tile(exchanged, (dilemmas, 1))
        for _ in range(studies):
            right_options = (rng.random((dilemmas, 1)) >= first_right).astype(np.int16)
            arms = []
            for _arm in range(2):
                by_content = np.where(rng.random((dilemmas, RUNS)) < 0.1, 1 - right_options, right_options)
                by_position = rng.random((dilemmas, RUNS)) < position
                arms.append(np.where(by_position, exchanged_runs, by_content).astype(np.int16))
            values = excess_flips(arms[0], arms[1], exchanged_runs)
            estimate = clustered_mean(values, np.arange(dilemmas))
            outcomes.append(effect_outcome(estimate, 0.0, t_interval(values) if values.std() > 0 else None))
        name = f"{dilemmas} dilemmas, {100 * first_right:.0f} % A, {100 * position:.0f} % by position"
        yield table_line(name, "excess flips", outcomes, False)


def reliability(seed: int, studies: int) -> Iterator[Line]:
    """Yield the lines of reliability over subjects (shared dilemmas) and over biases (dilemmas of their own)."""
    for units, dilemmas, series, variance_between in (
        (3, 60, 4, 0.003), (6, 60, 4, 0.003), (6, 60, 4, 0.0), (6, 100, 1, 0.02), (12, 60, 4, 0.02),
    ):  # fmt: skip
        clusters = np.arange(dilemmas) // series
        rng = np.random.default_rng([seed, units, dilemmas, int(1000 * variance_between)])
        noise_share = 0.7 / dilemmas + 0.3 * series / dilemmas
        for nested, name, variance_within in ((False, "reliability, shared", 0.06), (True, "reliability, own", 0.14)):
            truth = variance_between / (variance_between + variance_within * noise_share)
            outcomes = []
            for _ in range(studies):
                means = rng.normal(0, math.sqrt(variance_between), (units, 1))
                noise = math.sqrt(0.7) * rng.normal(size=(units, dilemmas))
                noise += math.sqrt(0.3) * rng.normal(size=(units, clusters[-1] + 1))[:, clusters]
                dilemma_effects = 0.0 if nested else rng.normal(0, 0.3, dilemmas)
                values = means + dilemma_effects + math.sqrt(variance_within) * noise
                estimate = (
                    reliability_of_nested([(unit_values, clusters) for unit_values in values])
                    if nested
                    else reliability_of_crossed(values, clusters)
                )
                if estimate is not None:
                    outcomes.append(IntervalOutcome(estimate.effect, math.nan, truth, None, math.nan))
            yield table_line(
                f"{units} units × {dilemmas} in series of {series}, truth {truth:.2f}", name, outcomes, False
            )


ODDS = (
    (100, 0.1, 1.0, 0.4, 0.4, 1), (100, 0.02, 1.5, 0.5, 0.4, 1), (300, 0.02, 1.5, 0.5, 0.2, 1),
    (300, 0.01, 2.0, 0.6, 0.7, 1), (1000, 0.003, 3.0, 0.6, 0.4, 1), (40, 0.1, 1.0, 0.4, 0.4, 1),
    (100, 0.1, 1.0, 0.4, 0.3, 4), (48, 0.1, 1.0, 0.4, 0.3, 4), (200, 0.1, 1.0, 0.4, 0.0, 1),
)  # fmt: skip
"""Dilemmas, error rate without the cue at the mean depth, log odds ratio of the cue, growth of the log odds per level,
intraclass correlation of runs, dilemmas of a series."""


def odds(seed: int, studies: int) -> Iterator[Line]:
    """Yield the trends of a cue that multiplies the odds of an error by one factor at every depth, on both scales."""
    for dilemmas, base, ratio, growth, icc, series in ODDS:
        rng = np.random.default_rng([seed, dilemmas, int(1000 * base), series])
        depth = np.resize(np.arange(1.0, 1 + max(5, series) if series == 1 else series + 1), dilemmas)
        clusters = np.arange(dilemmas) // series
        log_odds = special.logit(base) + growth * (depth - depth.mean())
        odds_outcomes, point_outcomes = [], []
        for _ in range(studies):
            shares = _correlated_shares(rng, (special.expit(log_odds), special.expit(log_odds + ratio)), icc, clusters)
            series_clusters = clusters if series > 1 else None
            estimate = odds_trend(Arms(shares[1], clusters, shares[0]), depth, series_clusters)
            odds_outcomes += [effect_outcome(estimate, 0.0, None)]
            slope = depth_trend(shares[1] - shares[0], depth, clusters).slope
            if slope is not None and slope.p is not None:
                point_outcomes.append(IntervalOutcome(NO_INTERVAL, slope.p, 1.0, None, math.nan))
        name = f"{dilemmas} dilemmas in series of {series}, {100 * base:g} %, constant log odds, ICC {icc}"
        yield table_line(name, "trend of log odds", odds_outcomes, False)
        yield table_line(name, "trend in points, which grows", point_outcomes, False)


def _correlated_shares(
    rng: np.random.Generator, rates: tuple[Floats, Floats], icc: float, clusters: Labels
) -> list[Floats]:
    """Return the shares of wrong decisions in two arms of the same dilemmas, beta-binomial with the given rates."""
    if icc == 0:
        return [rng.binomial(RUNS, rate) / RUNS for rate in rates]
    codes = np.asarray(clusters, dtype=np.int64)
    common, shared_ranks = rng.normal(size=len(codes)), rng.normal(size=codes.max() + 1)[codes]
    shares = []
    for rate in rates:
        latent = math.sqrt(0.5) * common + math.sqrt(0.5) * rng.normal(size=len(codes))
        if codes.max() + 1 < len(codes):
            latent = math.sqrt(0.5) * latent + math.sqrt(0.5) * shared_ranks
        spread = (1 - icc) / icc
        chances = special.betaincinv(rate * spread, (1 - rate) * spread, special.ndtr(latent))
        shares.append(rng.binomial(RUNS, chances) / RUNS)
    return shares


def fact_effect_kept(seed: int, studies: int) -> Iterator[Line]:
    """Yield the lines of the share of the fact effect that a mitigation keeps."""
    for dilemmas, fact_effect, share in ((20, 0.8, 1.0), (40, 0.8, 0.8), (100, 0.5, 0.9), (40, 0.3, 0.5)):
        rng, outcomes = np.random.default_rng([seed, dilemmas, int(100 * fact_effect)]), []
        difficulties = rng.normal(size=200_000) * math.hypot(0.15, 0.05)
        means = [
            float(np.mean(2 * np.clip(0.5 + rate / 2 + difficulties, 0, 1) - 1))
            for rate in (fact_effect * share, fact_effect)
        ]
        for _ in range(studies):
            dilemma_difficulty = 0.15 * rng.normal(size=dilemmas)
            values = []
            for rate in (fact_effect * share, fact_effect):
                chances = np.clip(0.5 + rate / 2 + dilemma_difficulty + 0.05 * rng.normal(size=dilemmas), 0, 1)
                values.append(rng.binomial(20, chances) / 10 - 1)
            estimate = ratio_of_means(values[0], values[1], np.arange(dilemmas))
            if estimate is not None:
                outcomes.append(IntervalOutcome(estimate, math.nan, means[0] / means[1], None, math.nan))
        yield table_line(
            f"{dilemmas} dilemmas, fact effect {fact_effect}, kept {share}", "fact effect kept", outcomes, False
        )


def position_shares(seed: int, studies: int) -> Iterator[Line]:
    """Yield the lines of the share of one position in choices; the reference is the percentile bootstrap."""
    for items, rotations, spread in ((10, 4, 0.3), (10, 4, 2.0), (30, 4, 0.3)):
        rng, outcomes = np.random.default_rng([seed, items, int(10 * spread)]), []
        for _ in range(studies):
            rates = rng.dirichlet(np.full(4, spread), items)[:, 0]
            shares = rng.binomial(rotations, rates) / rotations
            resampled_means = shares[rng.integers(items, size=(200, items))].mean(axis=1)
            low, high = np.percentile(resampled_means, (2.5, 97.5))
            estimate = rate_interval(shares, np.arange(items))
            assert estimate is not None
            outcomes.append(IntervalOutcome(estimate, math.nan, 0.25, Interval(low=low, high=high), math.nan))
        yield table_line(f"{items} items, spread {spread}", "share of a place", outcomes, False)


def chance(seed: int, studies: int) -> Iterator[Line]:
    """Yield how often the interval of the error rate of a fair coin excludes 50 %."""
    for dilemmas, icc in ((20, 0.0), (40, 0.7), (200, 1.0)):
        rng, outcomes = np.random.default_rng([seed, dilemmas]), []
        for _ in range(studies):
            spread = (1 - icc) / icc if 0 < icc < 1 else 0.0
            rates = rng.beta(spread / 2, spread / 2, dilemmas) if spread else np.full(dilemmas, 0.5)
            shares = rng.integers(0, 2, dilemmas).astype(float) if icc == 1 else rng.binomial(RUNS, rates) / RUNS
            estimate = rate_interval(shares, np.arange(dilemmas))
            assert estimate is not None
            outside_share = 0.0 if not estimate.low <= 0.5 <= estimate.high else 1.0
            outcomes.append(IntervalOutcome(estimate, outside_share, 0.5, None, math.nan))
        yield table_line(f"{dilemmas} dilemmas, ICC {icc}", "at chance", outcomes, False)


def recommendations(seed: int, studies: int) -> Iterator[Line]:
    """Yield the bias-specific effect and the effect of the cue of the subjects that the package simulates.

    ``simulated/agrees`` gives in to a bare recommendation as often as to the cue, in draws of its own;
    ``simulated/biased`` never does. How often they give in differs between dilemmas; 10 % of decisions slip.
    """
    slips, spread = 0.1, 1.0
    for biases, per_bias, rate in ((1, 20, 0.3), (1, 60, 0.1), (5, 24, 0.3), (5, 60, 0.1)):
        strata = np.repeat(np.arange(biases), per_bias)
        ids, stratified = np.arange(biases * per_bias), strata if biases > 1 else None
        compliance_rates = special.expit(special.logit(rate) + spread * np.linspace(-4, 4, 8001))
        expected_effect = float(np.average(compliance_rates, weights=np.exp(-(np.linspace(-4, 4, 8001) ** 2) / 2))) * (
            1 - 2 * slips
        )
        for name, agrees in (("simulated/agrees", True), ("simulated/biased", False)):
            rng = np.random.default_rng([seed, biases, per_bias, agrees])
            outcomes: dict[str, list[IntervalOutcome | None]] = {"bias-specific effect": [], "effect of the cue": []}
            for _ in range(studies):
                chances = special.expit(special.logit(rate) + spread * rng.normal(size=len(ids)))
                biased, advocacy, placebo = (
                    rng.binomial(RUNS, slips + susceptibility * chances * (1 - 2 * slips)) / RUNS
                    for susceptibility in (1, int(agrees), 0)
                )
                for estimand, control, truth in zip(
                    outcomes, (advocacy, placebo), (expected_effect * (not agrees), expected_effect), strict=True
                ):
                    estimate = clustered_mean(biased - control, ids, stratified)
                    outcomes[estimand].append(effect_outcome(estimate, truth, t_interval(biased - control)))
            for estimand, estimand_outcomes in outcomes.items():
                condition = f"{name}, {biases} × {per_bias} dilemmas, {100 * rate:.0f} %"
                yield table_line(
                    condition, estimand, estimand_outcomes, biases * per_bias * slips >= LEAST_EXPECTED_ERRORS
                )


CONDITIONS = {
    "excess flips": excess,
    "reliability": reliability,
    "constant log odds": odds,
    "fact effect kept": fact_effect_kept,
    "places": position_shares,
    "chance": chance,
    "recommendations": recommendations,
}
