"""Are the intervals and tests as sure as they say? Simulated worlds whose truth is planted, measured as any run is.

    python -m benchmarks.calibration [--worlds 2000] [--seed 1]

Every world has eight biases with planted sensitivities, three of which change with depth; dilemmas of their own
difficulty, so that runs resemble each other within one; a position preference; and a placebo arm. The coverage of 95 %
intervals and the false alarms of 5 % tests are counted over the worlds and held against their binomial tolerance. The
published run-level z-test is counted beside them. Ends with 1 where a figure of ours leaves its tolerance.
"""

import argparse
import sys
import time
from collections import defaultdict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from probe.analysis.cells import cells_of_scores
from probe.analysis.high_low import high_low_by_subject
from probe.analysis.position import position
from probe.analysis.scores import score
from probe.analysis.sensitivity import measures
from probe.analysis.sheet import Sheet
from probe.analysis.tables import number
from probe.analysis.tiers import Tiers, TierScheme, choose_tiers
from probe.analysis.trends import trends
from probe.values import Arm, Bias, Complexity, Option, Pair, Provenance

DILEMMAS, RUNS = 100, 5
LIKENESS = 0.7
POSITION = 0.1
ERROR = 0.02
PLACEBO = 0.03
DEPTHS, SHARES = np.arange(1, 6), np.array([0.25, 0.2, 0.1, 0.2, 0.25])
RATES = dict(zip(Bias, (0.06, 0.09, 0.12, 0.13, 0.24, 0.35, 0.27, 0.11), strict=True))
SLOPES = dict(zip(Bias, (0.0, 0.0, 0.0, 0.5, 0.4, -0.4, 0.0, 0.0), strict=True))
"""Planted sensitivity at depth 3, and log odds for one more level: zero for five biases."""

RESAMPLES = 1000
SURE = 3.3
"""Standard errors of the tolerance: with some forty figures, one in fifty such tables leaves it by chance."""


@dataclass(frozen=True)
class Planted:
    """What a world's figures should come to."""

    sensitivity: dict[str, float]
    headline: float
    difference: dict[str, float]
    first: float


def main() -> int:
    """Simulate, count, print a table in Markdown; return the exit code."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--worlds", type=int, default=2000)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    started, counts = time.perf_counter(), simulate(chosen.worlds, chosen.seed)
    print(f"{chosen.worlds} worlds, seed {chosen.seed}: 8 x {DILEMMAS} dilemmas x {RUNS} runs each.\n")
    code = show(counts)
    print(f"\n{time.perf_counter() - started:.0f} s", file=sys.stderr)
    return code


def simulate(worlds: int, seed: int) -> dict[str, list[bool]]:
    """Return, for each figure, whether each world's interval held the truth or each test rang."""
    rng = np.random.default_rng(seed)
    pool, truth = make_pool(), planted()
    tiers = choose_tiers(TierScheme.FIXED, ())
    counts: dict[str, list[bool]] = defaultdict(list)
    for world in range(worlds):
        measure(draw_world(rng, pool), truth, tiers, counts)
        if world % 200 == 199:
            print(f"{world + 1} worlds", file=sys.stderr)
    return counts


def make_pool() -> dict[tuple[Bias, int], list[Pair]]:
    """Return enough dilemmas of every bias and depth; they differ in identity and length alone."""
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
    """Return the probability that a biased text of ``depth`` is decided wrong for its content."""
    rates: NDArray[np.float64] = 1 / (1 + np.exp(-np.log(RATES[bias] / (1 - RATES[bias])) - SLOPES[bias] * (depth - 3)))
    return rates


def flip_rate(wrong: float) -> float:
    """Return the share of flips, where content errs with ``wrong`` on biased and ``ERROR`` on unbiased texts.

    A run goes by position with probability ``POSITION``, in each text for itself; the first place is right in half of
    the runs.
    """
    total = 0.0
    for first_is_wrong in (0.0, 1.0):
        before = (1 - POSITION) * ERROR + POSITION * first_is_wrong
        after = (1 - POSITION) * wrong + POSITION * first_is_wrong
        total += 0.5 * (before * (1 - after) + after * (1 - before))
    return total


def planted() -> Planted:
    """Return the truth over all worlds; flips are linear in the probability of erring, so that means suffice."""
    means = {bias.value: float(SHARES @ wrong_rate(bias, DEPTHS)) for bias in Bias}
    high = {bias.value: float(SHARES[3:] @ wrong_rate(bias, DEPTHS[3:]) / SHARES[3:].sum()) for bias in Bias}
    low = {bias.value: float(wrong_rate(bias, DEPTHS[:1])[0]) for bias in Bias}
    return Planted(
        sensitivity={name: flip_rate(mean) for name, mean in means.items()},
        headline=(1 - POSITION) * (float(np.mean(list(means.values()))) - PLACEBO),
        difference={name: flip_rate(high[name]) - flip_rate(low[name]) for name in means},
        first=0.5 + POSITION / 2,
    )


def draw_world(rng: np.random.Generator, pool: dict[tuple[Bias, int], list[Pair]]) -> Sheet:
    """Return one world's decisions: depths, difficulties and runs all drawn anew."""
    pairs: list[Pair] = []
    chances = []
    spread = (1 - LIKENESS) / LIKENESS
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
    return Sheet("simulated/planted", tuple(pairs), correct, letters, dict.fromkeys(letters, exchanged))


def measure(sheet: Sheet, truth: Planted, tiers: Tiers, counts: dict[str, list[bool]]) -> None:
    """Analyse one world as a run is analysed, and note which intervals hold and which tests ring."""
    scores = score(sheet, tiers)
    for bias in Bias:
        row = measures(scores.of(bias=bias.value), bias.value, RESAMPLES)
        for kind in ("wilson", "bootstrap"):
            held(counts, f"{kind}, {bias.value}", row, kind, truth.sensitivity[bias.value])
    row = measures(scores, "all", RESAMPLES)
    for kind in ("wilson", "bootstrap"):
        held(counts, f"{kind}, all biases", row, kind, float(np.mean(list(truth.sensitivity.values()))))
    held(counts, "headline, all biases", row, "headline", truth.headline)
    first = position([sheet], RESAMPLES).rows[0]
    held(counts, "position preference", first, "first", truth.first)
    for row in high_low_by_subject(cells_of_scores(scores, tiers)).rows:
        name = str(row["bias"])
        if number(row["p"]) is not None:
            held(counts, f"high less low, {name}", row, "", truth.difference[name])
        if SLOPES[Bias(name)] == 0:
            counts[f"run-level z-test, {name}"].append((number(row["z_p"]) or 1.0) < 0.05)
    family = False
    for row in trends(scores, "depth").rows:
        if row["bias"] in set(Bias) and SLOPES[Bias(str(row["bias"]))] == 0:
            counts[f"trend, {row['bias']}"].append((number(row["p"]) or 1.0) < 0.05)
            family |= (number(row["holm_p"]) or 1.0) < 0.05
    counts["any trend after Holm (at most 5 %)"].append(family)


def held(counts: dict[str, list[bool]], name: str, row: dict[str, object], prefix: str, truth: float) -> None:
    """Note whether an interval of ``row`` holds the truth; one that is not there does not."""
    low, high = (row[f"{prefix}_{end}" if prefix else end] for end in ("low", "high"))
    counts[f"coverage: {name}"].append(isinstance(low, float) and isinstance(high, float) and low <= truth <= high)


def show(counts: dict[str, list[bool]]) -> int:
    """Print every figure with its tolerance; return 1 where one of ours is outside."""
    print("| figure | nominal | found | tolerance | worlds | |\n|---|---|---|---|---|---|")
    outside = 0
    for name, outcomes in counts.items():
        nominal = 0.95 if name.startswith("coverage") else 0.05
        found, worlds = float(np.mean(outcomes)), len(outcomes)
        reach = SURE * float(np.sqrt(nominal * (1 - nominal) / worlds))
        fine = found <= nominal + reach if "at most" in name else abs(found - nominal) <= reach
        published = name.startswith("run-level")
        outside += not fine and not published
        word = "published" if published else "within" if fine else "OUTSIDE"
        print(f"| {name} | {100 * nominal:.0f} % | {100 * found:.1f} % | ± {100 * reach:.1f} | {worlds} | {word} |")
    expected = 2 * stats.norm.sf(SURE)
    print(f"\n{outside} outside; chance alone puts one figure in {1 / expected:.0f} outside.")
    return 1 if outside else 0


if __name__ == "__main__":
    sys.exit(main())
