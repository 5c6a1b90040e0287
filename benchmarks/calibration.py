"""Measure the coverage of intervals and the type I error of tests on simulated datasets with planted effects.

    python -m benchmarks.calibration [--datasets 2000] [--seed 1]

Every dataset has eight biases with planted flip rates, three of which change with depth; dilemmas of different
difficulty, so that runs are correlated within a dilemma; a position preference; and a placebo arm. The coverage of 95 %
intervals and the type I error of 5 % tests are counted over the datasets and compared with their binomial tolerance.
The published run-level z-test is included for comparison. The exit code is 1 if a figure of PROBE is outside its
tolerance.
"""

import argparse
import sys
import time
from collections import defaultdict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from probe.analysis.depth.cells import cells_of_scores
from probe.analysis.depth.high_low import high_low_by_subject
from probe.analysis.depth.tiers import Tiers, TierScheme, choose_tiers
from probe.analysis.depth.trends import trends
from probe.analysis.effects.position import position
from probe.analysis.effects.sensitivity import Rates, measure
from probe.analysis.scores import DecisionArrays, score
from probe.analysis.statistics.intervals import Interval
from probe.analysis.tables import Gap
from probe.values import Arm, Bias, Complexity, Option, Pair, Provenance

DILEMMAS, RUNS = 100, 5
ICC = 0.7
POSITION = 0.1
ERROR = 0.02
PLACEBO = 0.03
DEPTHS, SHARES = np.arange(1, 6), np.array([0.25, 0.2, 0.1, 0.2, 0.25])
RATES = dict(zip(Bias, (0.06, 0.09, 0.12, 0.13, 0.24, 0.35, 0.27, 0.11), strict=True))
SLOPES = dict(zip(Bias, (0.0, 0.0, 0.0, 0.5, 0.4, -0.4, 0.0, 0.0), strict=True))
"""Planted sensitivity at depth 3, and log odds for one more level: zero for five biases."""

RESAMPLES = 1000
TOLERANCE = 3.3
"""Standard errors of the tolerance: with some forty figures, one in fifty such tables exceeds it by chance."""


@dataclass(frozen=True)
class Planted:
    """The true values of a simulated dataset."""

    flips: dict[str, float]
    adjusted: float
    difference: dict[str, float]
    first: float


def main() -> int:
    """Simulate, count, print a table in Markdown; return the exit code."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--datasets", type=int, default=2000)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    started, counts = time.perf_counter(), simulate(chosen.datasets, chosen.seed)
    print(f"{chosen.datasets} datasets, seed {chosen.seed}: 8 x {DILEMMAS} dilemmas x {RUNS} runs each.\n")
    code = show(counts)
    print(f"\n{time.perf_counter() - started:.0f} s", file=sys.stderr)
    return code


def simulate(datasets: int, seed: int) -> dict[str, list[bool]]:
    """Return, for each figure, whether each dataset's interval covers the truth, or each test rejects."""
    rng = np.random.default_rng(seed)
    pool, truth = make_pool(), planted()
    tiers = choose_tiers(TierScheme.FIXED, ())
    counts: dict[str, list[bool]] = defaultdict(list)
    for index in range(datasets):
        measure_dataset(draw_dataset(rng, pool), truth, tiers, counts)
        if index % 200 == 199:
            print(f"{index + 1} datasets", file=sys.stderr)
    return counts


def make_pool() -> dict[tuple[Bias, int], list[Pair]]:
    """Return enough dilemmas of every bias and depth; they differ only in identity and length."""
    return {
        (bias, int(depth)): [_pair(bias, int(depth), number) for number in range(DILEMMAS)]
        for bias in Bias
        for depth in DEPTHS
    }


def _pair(bias: Bias, depth: int, number: int) -> Pair:
    text = f"Dilemma {number} of depth {depth}. " + "More is said here. " * (number % 7) + "Option A or Option B?"
    return Pair(
        bias=bias,
        unbiased=text,
        biased=text + "!",
        axioms="a.",
        unbiased_program="u.",
        biased_program="b.",
        correct_option=Option.A if number % 2 else Option.B,
        complexity=Complexity(inferences=3 * depth, choice_steps=depth, depth=depth, size=2 * depth),
        provenance=Provenance(author="simulated"),
    )


def wrong_rate(bias: Bias, depth: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the probability of a wrong decision on a biased text of ``depth`` because of its content."""
    rates: NDArray[np.float64] = 1 / (1 + np.exp(-np.log(RATES[bias] / (1 - RATES[bias])) - SLOPES[bias] * (depth - 3)))
    return rates


def flip_rate(wrong: float) -> float:
    """Return the share of flips, where content errs with ``wrong`` on biased and ``ERROR`` on unbiased texts.

    A run decides by position with probability ``POSITION``, independently in each text; the first option is right in
    half of the runs.
    """
    total = 0.0
    for first_is_wrong in (0.0, 1.0):
        before = (1 - POSITION) * ERROR + POSITION * first_is_wrong
        after = (1 - POSITION) * wrong + POSITION * first_is_wrong
        total += 0.5 * (before * (1 - after) + after * (1 - before))
    return total


def planted() -> Planted:
    """Return the true values over all datasets; flips are linear in the probability of an error, so means suffice."""
    means = {bias.value: float(SHARES @ wrong_rate(bias, DEPTHS)) for bias in Bias}
    high = {bias.value: float(SHARES[3:] @ wrong_rate(bias, DEPTHS[3:]) / SHARES[3:].sum()) for bias in Bias}
    low = {bias.value: float(wrong_rate(bias, DEPTHS[:1])[0]) for bias in Bias}
    return Planted(
        flips={name: flip_rate(mean) for name, mean in means.items()},
        adjusted=(1 - POSITION) * (float(np.mean(list(means.values()))) - PLACEBO),
        difference={name: flip_rate(high[name]) - flip_rate(low[name]) for name in means},
        first=0.5 + POSITION / 2,
    )


def draw_dataset(rng: np.random.Generator, pool: dict[tuple[Bias, int], list[Pair]]) -> DecisionArrays:
    """Return one dataset's decisions, with random depths, difficulties and runs."""
    pairs: list[Pair] = []
    chances = []
    spread = (1 - ICC) / ICC
    for bias in Bias:
        for depth, count in zip(DEPTHS, rng.multinomial(DILEMMAS, SHARES), strict=True):
            pairs += pool[bias, int(depth)][:count]
            rate = float(wrong_rate(bias, np.array([depth]))[0])
            chances.append(rng.beta(rate * spread, (1 - rate) * spread, size=count))
    wrong = {Arm.UNBIASED: np.full(len(pairs), ERROR), Arm.BIASED: np.concatenate(chances)}
    wrong[Arm.PLACEBO] = np.full(len(pairs), PLACEBO)
    correct = rng.integers(0, 2, len(pairs)).astype(np.int8)
    exchanged = np.broadcast_to(np.arange(RUNS) % 2 == 1, (len(pairs), RUNS))
    letters = {}
    for arm, chance in wrong.items():
        errs = rng.random((len(pairs), RUNS)) < chance[:, None]
        by_position = rng.random((len(pairs), RUNS)) < POSITION
        letters[arm] = np.where(by_position, exchanged, correct[:, None] ^ errs).astype(np.int8)
    return DecisionArrays("simulated/planted", tuple(pairs), correct, letters, dict.fromkeys(letters, exchanged))


def measure_dataset(decisions: DecisionArrays, truth: Planted, tiers: Tiers, counts: dict[str, list[bool]]) -> None:
    """Analyse one dataset as a run is analysed, and record which intervals cover and which tests reject."""
    scores = score(decisions, tiers)
    for bias in Bias:
        rates = measure(scores.of(bias=bias.value), bias.value, RESAMPLES).rates
        record_rates(counts, bias.value, rates, truth.flips[bias.value])
    rates = measure(scores, "all", RESAMPLES).rates
    record_rates(counts, "all biases", rates, float(np.mean(list(truth.flips.values()))))
    adjusted = rates if isinstance(rates, Gap) or isinstance(rates.adjusted, Gap) else rates.adjusted.interval
    record(counts, "adjusted effect, all biases", adjusted, truth.adjusted)
    first = position([decisions], RESAMPLES)[0].preference
    record(counts, "position preference", first if isinstance(first, Gap) else first.interval, truth.first)
    for row in high_low_by_subject(cells_of_scores(scores, tiers)):
        difference, over_runs = row.contrast.over_dilemmas, row.contrast.over_runs
        if not isinstance(difference, Gap) and difference.p is not None:
            record(counts, f"high minus low, {row.bias}", difference, truth.difference[row.bias])
        if SLOPES[Bias(row.bias)] == 0:
            rejects = not isinstance(over_runs, Gap) and over_runs.p is not None and over_runs.p < 0.05
            counts[f"run-level z-test, {row.bias}"].append(rejects)
    family = False
    for trend in trends(scores, "depth"):
        if trend.bias in set(Bias) and SLOPES[Bias(trend.bias)] == 0:
            rejects = not isinstance(trend.odds, Gap) and trend.odds.p is not None and trend.odds.p < 0.05
            counts[f"trend, {trend.bias}"].append(rejects)
            family |= trend.direction != 0
    counts["any trend after Holm (at most 5 %)"].append(family)


def record_rates(counts: dict[str, list[bool]], name: str, rates: Rates | Gap, truth: float) -> None:
    """Record whether both intervals of a flip rate cover the truth."""
    for kind in ("wilson", "bootstrap"):
        interval = rates if isinstance(rates, Gap) else rates.flips.wilson if kind == "wilson" else rates.bootstrap
        record(counts, f"{kind}, {name}", interval, truth)


def record(counts: dict[str, list[bool]], name: str, interval: Interval | Gap | None, truth: float) -> None:
    """Record whether an interval covers the truth; a missing interval does not."""
    counts[f"coverage: {name}"].append(isinstance(interval, Interval) and interval.low <= truth <= interval.high)


def show(counts: dict[str, list[bool]]) -> int:
    """Print every figure with its tolerance; return 1 if one of PROBE's is outside."""
    print("| figure | nominal | measured | tolerance | datasets | |\n|---|---|---|---|---|---|")
    outside = 0
    for name, outcomes in counts.items():
        nominal = 0.95 if name.startswith("coverage") else 0.05
        found, datasets = float(np.mean(outcomes)), len(outcomes)
        half_width = TOLERANCE * float(np.sqrt(nominal * (1 - nominal) / datasets))
        fine = found <= nominal + half_width if "at most" in name else abs(found - nominal) <= half_width
        published = name.startswith("run-level")
        outside += not fine and not published
        word = "published" if published else "within" if fine else "OUTSIDE"
        print(
            f"| {name} | {100 * nominal:.0f} % | {100 * found:.1f} % | ± {100 * half_width:.1f} | {datasets} | {word} |"
        )
    expected = 2 * stats.norm.sf(TOLERANCE)
    print(f"\n{outside} outside; one figure in {1 / expected:.0f} is outside by chance.")
    return 1 if outside else 0


if __name__ == "__main__":
    sys.exit(main())
