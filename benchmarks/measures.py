"""Simulated studies for the measures beside the effect: excess flips, reliability, both scales of depth, and others.

``benchmarks.calibration`` prints their lines: coverage and type I error as for the effect.
"""

import math
from collections.abc import Iterator

import numpy as np
from scipy import special

from benchmarks.calibration import ANYTHING, ENOUGH, Line, Outcome, line_of, of_effect, t_interval
from benchmarks.worlds import Floats
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
        turned = np.tile(exchanged, (dilemmas, 1))
        for _ in range(studies):
            right = (rng.random((dilemmas, 1)) >= first_right).astype(np.int16)
            arms = []
            for _arm in range(2):
                content = np.where(rng.random((dilemmas, RUNS)) < 0.1, 1 - right, right)
                by_position = rng.random((dilemmas, RUNS)) < position
                arms.append(np.where(by_position, turned, content).astype(np.int16))
            values = excess_flips(arms[0], arms[1], turned)
            estimate = clustered_mean(values, np.arange(dilemmas))
            outcomes.append(of_effect(estimate, 0.0, t_interval(values) if values.std() > 0 else None))
        name = f"{dilemmas} dilemmas, {100 * first_right:.0f} % A, {100 * position:.0f} % by position"
        yield line_of(name, "excess flips", outcomes, False)


def reliability(seed: int, studies: int) -> Iterator[Line]:
    """Yield the lines of reliability over subjects (shared dilemmas) and over biases (dilemmas of their own)."""
    for units, dilemmas, series, between in (
        (3, 60, 4, 0.003), (6, 60, 4, 0.003), (6, 60, 4, 0.0), (6, 100, 1, 0.02), (12, 60, 4, 0.02),
    ):  # fmt: skip
        clusters = np.arange(dilemmas) // series
        rng = np.random.default_rng([seed, units, dilemmas, int(1000 * between)])
        part = 0.7 / dilemmas + 0.3 * series / dilemmas
        for nested, name, error in ((False, "reliability, shared", 0.06), (True, "reliability, own", 0.14)):
            truth = between / (between + error * part)
            outcomes = []
            for _ in range(studies):
                means = rng.normal(0, math.sqrt(between), (units, 1))
                noise = math.sqrt(0.7) * rng.normal(size=(units, dilemmas))
                noise += math.sqrt(0.3) * rng.normal(size=(units, clusters[-1] + 1))[:, clusters]
                common = 0.0 if nested else rng.normal(0, 0.3, dilemmas)
                values = means + common + math.sqrt(error) * noise
                estimate = (
                    reliability_of_nested([(row, clusters) for row in values])
                    if nested
                    else reliability_of_crossed(values, clusters)
                )
                if estimate is not None:
                    outcomes.append(Outcome(estimate.effect, math.nan, truth, None, math.nan))
            yield line_of(f"{units} units × {dilemmas} in series of {series}, truth {truth:.2f}", name, outcomes, False)


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
        both, points = [], []
        for _ in range(studies):
            shares = _correlated(rng, (special.expit(log_odds), special.expit(log_odds + ratio)), icc, clusters)
            within = clusters if series > 1 else None
            estimate = odds_trend(Arms(shares[1], clusters, shares[0]), depth, within)
            both += [of_effect(estimate, 0.0, None)]
            slope = depth_trend(shares[1] - shares[0], depth, clusters).slope
            if slope is not None and slope.p is not None:
                points.append(Outcome(ANYTHING, slope.p, 1.0, None, math.nan))
        name = f"{dilemmas} dilemmas in series of {series}, {100 * base:g} %, constant log odds, ICC {icc}"
        yield line_of(name, "trend of log odds", both, False)
        yield line_of(name, "trend in points, which grows", points, False)


def _correlated(rng: np.random.Generator, rates: tuple[Floats, Floats], icc: float, clusters: Labels) -> list[Floats]:
    """Return the shares of wrong decisions in two arms of the same dilemmas, beta-binomial with the given rates."""
    if icc == 0:
        return [rng.binomial(RUNS, rate) / RUNS for rate in rates]
    codes = np.asarray(clusters, dtype=np.int64)
    common, shared = rng.normal(size=len(codes)), rng.normal(size=codes.max() + 1)[codes]
    estimate = []
    for rate in rates:
        single = math.sqrt(0.5) * common + math.sqrt(0.5) * rng.normal(size=len(codes))
        if codes.max() + 1 < len(codes):
            single = math.sqrt(0.5) * single + math.sqrt(0.5) * shared
        spread = (1 - icc) / icc
        chances = special.betaincinv(rate * spread, (1 - rate) * spread, special.ndtr(single))
        estimate.append(rng.binomial(RUNS, chances) / RUNS)
    return estimate


def kept(seed: int, studies: int) -> Iterator[Line]:
    """Yield the lines of the share of the fact effect that a mitigation keeps."""
    for dilemmas, level, share in ((20, 0.8, 1.0), (40, 0.8, 0.8), (100, 0.5, 0.9), (40, 0.3, 0.5)):
        rng, outcomes = np.random.default_rng([seed, dilemmas, int(100 * level)]), []
        easy = rng.normal(size=200_000) * math.hypot(0.15, 0.05)
        means = [float(np.mean(2 * np.clip(0.5 + rate / 2 + easy, 0, 1) - 1)) for rate in (level * share, level)]
        for _ in range(studies):
            hard = 0.15 * rng.normal(size=dilemmas)
            values = []
            for rate in (level * share, level):
                chances = np.clip(0.5 + rate / 2 + hard + 0.05 * rng.normal(size=dilemmas), 0, 1)
                values.append(rng.binomial(20, chances) / 10 - 1)
            estimate = ratio_of_means(values[0], values[1], np.arange(dilemmas))
            if estimate is not None:
                outcomes.append(Outcome(estimate, math.nan, means[0] / means[1], None, math.nan))
        yield line_of(f"{dilemmas} dilemmas, fact effect {level}, kept {share}", "fact effect kept", outcomes, False)


def places(seed: int, studies: int) -> Iterator[Line]:
    """Yield the lines of the share of one place in choices, against the percentile bootstrap."""
    for items, rotations, spread in ((10, 4, 0.3), (10, 4, 2.0), (30, 4, 0.3)):
        rng, outcomes = np.random.default_rng([seed, items, int(10 * spread)]), []
        for _ in range(studies):
            rates = rng.dirichlet(np.full(4, spread), items)[:, 0]
            shares = rng.binomial(rotations, rates) / rotations
            drawn = shares[rng.integers(items, size=(200, items))].mean(axis=1)
            low, high = np.percentile(drawn, (2.5, 97.5))
            estimate = rate_interval(shares, np.arange(items))
            assert estimate is not None
            outcomes.append(Outcome(estimate, math.nan, 0.25, Interval(low=low, high=high), math.nan))
        yield line_of(f"{items} items, spread {spread}", "share of a place", outcomes, False)


def chance(seed: int, studies: int) -> Iterator[Line]:
    """Yield how often a coin, which is at chance, has an error rate whose interval leaves out 50 %."""
    for dilemmas, icc in ((20, 0.0), (40, 0.7), (200, 1.0)):
        rng, outcomes = np.random.default_rng([seed, dilemmas]), []
        for _ in range(studies):
            spread = (1 - icc) / icc if 0 < icc < 1 else 0.0
            rates = rng.beta(spread / 2, spread / 2, dilemmas) if spread else np.full(dilemmas, 0.5)
            shares = rng.integers(0, 2, dilemmas).astype(float) if icc == 1 else rng.binomial(RUNS, rates) / RUNS
            estimate = rate_interval(shares, np.arange(dilemmas))
            assert estimate is not None
            outside = 0.0 if not estimate.low <= 0.5 <= estimate.high else 1.0
            outcomes.append(Outcome(estimate, outside, 0.5, None, math.nan))
        yield line_of(f"{dilemmas} dilemmas, ICC {icc}", "at chance", outcomes, False)


def recommendations(seed: int, studies: int) -> Iterator[Line]:
    """Yield the bias-specific effect and the effect of the cue of the subjects that the package simulates.

    ``simulated/agrees`` gives in to a bare recommendation as often as to the cue, in draws of its own;
    ``simulated/biased`` never does. How often they give in differs between dilemmas; 10 % of decisions slip.
    """
    slips, spread = 0.1, 1.0
    for biases, each, rate in ((1, 20, 0.3), (1, 60, 0.1), (5, 24, 0.3), (5, 60, 0.1)):
        strata = np.repeat(np.arange(biases), each)
        ids, several = np.arange(biases * each), strata if biases > 1 else None
        given_in = special.expit(special.logit(rate) + spread * np.linspace(-4, 4, 8001))
        moves = float(np.average(given_in, weights=np.exp(-(np.linspace(-4, 4, 8001) ** 2) / 2))) * (1 - 2 * slips)
        for name, agrees in (("simulated/agrees", True), ("simulated/biased", False)):
            rng = np.random.default_rng([seed, biases, each, agrees])
            outcomes: dict[str, list[Outcome | None]] = {"bias-specific effect": [], "effect of the cue": []}
            for _ in range(studies):
                chances = special.expit(special.logit(rate) + spread * rng.normal(size=len(ids)))
                biased, advocacy, placebo = (
                    rng.binomial(RUNS, slips + part * chances * (1 - 2 * slips)) / RUNS for part in (1, int(agrees), 0)
                )
                for kind, other, truth in zip(
                    outcomes, (advocacy, placebo), (moves * (not agrees), moves), strict=True
                ):
                    estimate = clustered_mean(biased - other, ids, several)
                    outcomes[kind].append(of_effect(estimate, truth, t_interval(biased - other)))
            for kind, ends in outcomes.items():
                world = f"{name}, {biases} × {each} dilemmas, {100 * rate:.0f} %"
                yield line_of(world, kind, ends, biases * each * slips >= ENOUGH)


WORLDS = {
    "excess flips": excess,
    "reliability": reliability,
    "constant log odds": odds,
    "fact effect kept": kept,
    "places": places,
    "chance": chance,
    "recommendations": recommendations,
}
