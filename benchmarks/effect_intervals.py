"""Choose the interval of the effect on errors: candidates against reference methods in a grid of simulations.

    python -m benchmarks.effect_intervals [--studies 4000] [--fits 300] [--seed 1] [--only NAME] [--all]

A line is a condition: coverage of each candidate, its power, and its type I error in the twin, a condition in which the
cue does nothing (or, if it is nested, moves clusters in both directions). The first candidate is the one in use. It has
to cover 93 % in every condition, at most 97 % where both arms expect ten errors or more (and a nested cue ten moves),
to reject at most 6.5 % of twins, and to have 95 % of the power of the best reference. Limits allow for simulation
error. References are Student's t over clusters, the paired interval of Bonett and Price, and a GEE with the
bias-reduced covariance; those that reject more than 6.5 % of twins are not compared. GEEs are fitted to the first
``--fits`` studies. ``--all`` also shows the candidates that were not chosen, and ``--only`` takes the conditions whose
name contains a text. The exit code is 1 if the candidate in use falls short.
"""

import math
import sys
import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import statsmodels.api as sm

from benchmarks.calibration import LEAST_EXPECTED_ERRORS, TOLERANCE
from benchmarks.conditions import BIASES, Codes, Condition, Floats, draw
from benchmarks.running import read_options
from probe.analysis.statistics.differences import clustered_mean, mover
from probe.analysis.statistics.intervals import (
    LEVEL,
    ROUNDING,
    DesignEffect,
    cluster_deviations,
    critical_value,
    design_effect,
    rate,
)

LEAST_COVERAGE, MOST_COVERAGE, MOST_REJECTED, LEAST_POWER = 0.93, 0.97, 0.065, 0.95
"""Requirements for the interval in use; power is relative to that of the best reference."""

GRID = (
    Condition("8 dilemmas, 10 and 50 %", (8,), (0.1,), (0.5,)),
    Condition("8 dilemmas, noise, 10 and 40 %", (8,), (0.1,), (0.4,), icc=0.0, arms=0.0),
    Condition("20 dilemmas, 1 and 15 %", (20,), (0.01,), (0.15,)),
    Condition("20 dilemmas, 5 and 30 %", (20,), (0.05,), (0.3,)),
    Condition("20 dilemmas, noise, none and 12 %", (20,), (0.0,), (0.12,), icc=0.0, arms=0.0),
    Condition("40 dilemmas, 2 and 12 %", (40,), (0.02,), (0.12,)),
    Condition("40 dilemmas, 30 and 50 %, opposed arms", (40,), (0.3,), (0.5,), arms=-0.7),
    Condition("40 dilemmas, 10 % certain and 20 % noise", (40,), (0.1,), (0.2,), icc=0.95, cued_icc=0.1),
    Condition("100 dilemmas, 2 and 7 %", (100,), (0.02,), (0.07,)),
    Condition("100 dilemmas, 12 and 18 %, arms 0.95", (100,), (0.12,), (0.18,), arms=0.95),
    Condition("100 dilemmas, noise, 15 and 20 %", (100,), (0.15,), (0.2,), icc=0.0, arms=0.0),
    Condition("100 dilemmas, 15 % noise and 27 % certain", (100,), (0.15,), (0.27,), icc=0.1, cued_icc=0.95),
    Condition("100 dilemmas, half by position", (100,), (0.02,), (0.16,), position=0.5),
    Condition("100 dilemmas, 1 run", (100,), (0.15,), (0.27,), runs=1),
    Condition("100 dilemmas, uneven runs, 10 and 18 %", (100,), (0.1,), (0.18,), uneven=True),
    Condition("100 dilemmas, uneven runs, noise", (100,), (0.1,), (0.15,), icc=0.1, arms=0.0, uneven=True),
    Condition("300 dilemmas, 1 and 3 %", (300,), (0.01,), (0.03,)),
    Condition("300 dilemmas, 35 and 42 %", (300,), (0.35,), (0.42,), icc=0.9),
    Condition("6 series of 5, 10 and 40 %", (30,), (0.1,), (0.4,), series=5, shared=0.7),
    Condition("25 series of 4, 20 and 32 %", (100,), (0.2,), (0.32,), series=4, shared=0.5),
    Condition("30 series of 5, arms 0.9", (150,), (0.1,), (0.15,), series=5, shared=0.5, arms=0.9),
    Condition("30 series of 5 alike, arms 0.9", (150,), (0.1,), (0.18,), series=5, shared=0.9, arms=0.9),
    Condition("nested, 40 dilemmas, 10 and 17 %", (40,), (0.1,), (0.17,), nested=True),
    Condition("nested, 100 dilemmas, 10 and 15 %", (100,), (0.1,), (0.15,), nested=True),
    Condition("nested, 100 dilemmas, scattered moves", (100,), (0.1,), (0.12,), nested=True, cued_icc=0.1),
    Condition("nested, 30 series of 5", (150,), (0.1,), (0.14,), series=5, shared=0.5, nested=True),
    Condition("rare strong cue, 40 dilemmas", (40,), (0.0,), (0.12,), cued_icc=0.98),
    Condition("rare strong cue, 100 dilemmas, nested", (100,), (0.05,), (0.1,), nested=True, cued_icc=0.98),
    Condition("rare strong cue, 300 dilemmas", (300,), (0.0,), (0.02,), cued_icc=0.98),
    Condition("rare strong cue, 300 dilemmas, nested", (300,), (0.05,), (0.07,), nested=True, cued_icc=0.98),
    Condition(
        "rare strong cue, series of 5", (200,), (0.02,), (0.12,), series=5, shared=0.9, nested=True, cued_icc=0.98
    ),
    Condition("tiers 30 and 250", (30, 250), (0.02, 0.02), (0.15, 0.03)),
    Condition("tiers 20 and 100, 5 and 30 %", (20, 100), (0.05, 0.3), (0.05, 0.4)),
    Condition("8 biases × 20, 2 to 12 %", (20,) * 8, (0.02,), tuple(rate / 3 for rate in BIASES)),
    Condition("8 biases × 40, 10 to 19 %", (40,) * 8, (0.1,), tuple(0.1 + rate / 4 for rate in BIASES)),
)  # fmt: skip
"""Few, noisy, correlated and opposed arms, series, nested errors, rare strong cues (0.98: all runs of a dilemma move
together), uneven runs, unequal groups."""


class Sample(NamedTuple):
    """A study's error rates in both arms, one per dilemma, with its clusters and strata."""

    cued: Floats
    reference: Floats
    clusters: Codes
    strata: Codes | None


Limits = tuple[float, float]


def in_use(sample: Sample) -> Limits:
    """Return the limits of the interval in reports."""
    effect = clustered_mean(sample.cued - sample.reference, sample.clusters, sample.strata)
    assert effect is not None
    return effect.low, effect.high


def student(sample: Sample) -> Limits:
    """Return the limits of Student's t over clusters."""
    changes = (sample.cued - sample.reference)[:, None]
    deviations = cluster_deviations(changes, sample.clusters, sample.strata)
    half_width = critical_value(deviations.freedom) * math.sqrt(float(np.sum(deviations.totals**2))) / len(changes)
    return float(changes.mean()) - half_width, float(changes.mean()) + half_width


def bonett_price(sample: Sample) -> Limits:
    """Return the limits of t after adding a rise and a fall of the mean size of a moved cluster."""
    changes = sample.cued - sample.reference
    deviations = cluster_deviations(changes[:, None], sample.clusters, sample.strata)
    totals, size = np.abs(np.bincount(sample.clusters, weights=changes)), deviations.size
    weight = 1 / (1 + float(totals.sum()) / size) ** 2
    typical = float(totals.sum() + weight * size) / (int(np.sum(totals > ROUNDING)) + weight)
    count = len(changes) + 2 * size
    half_width = (
        critical_value(deviations.freedom) * math.sqrt(float(np.sum(deviations.totals**2)) + 2 * typical**2) / count
    )
    return float(changes.sum()) / count - half_width, float(changes.sum()) / count + half_width


def mover_plain(sample: Sample) -> Limits:
    """Return MOVER's limits with the arms' correlation as it is in the sample."""
    return _mover(sample, 0.0)


def mover_cautious(sample: Sample) -> Limits:
    """Return MOVER's limits as if one more cluster differed between the arms, or a part of one where several differ."""
    return _mover(sample, 1.0)


def _mover(sample: Sample, extra_clusters: float) -> Limits:
    arms = np.column_stack([sample.cued, sample.reference])
    deviations = cluster_deviations(arms, sample.clusters, sample.strata)
    products = deviations.totals.T @ deviations.totals
    squares, product = (float(products[0, 0]), float(products[1, 1])), float(products[0, 1])
    difference_square = sum(squares) - 2 * product
    product = max(
        product - extra_clusters * deviations.size / (1 + difference_square / (4 * deviations.size)), min(product, 0.0)
    )
    correlation = max(product / math.sqrt(squares[0] * squares[1]), -1.0) if min(squares) > ROUNDING else 0.0
    means = arms.mean(axis=0)
    errors = len(arms) * float(np.sum(means * (1 - means)))
    full_size = DesignEffect(deviations.size, math.inf)
    prior = design_effect(float(np.sum(deviations.totals**2)), errors, deviations.freedom, full_size)
    rates = [rate(shares, deviations, column, prior) for column, shares in enumerate(arms.T)]
    limits = [arm_rate.limits(critical_value(min(arm_rate.freedom, deviations.freedom))) for arm_rate in rates]
    return mover(rates[0].share, limits[0], rates[1].share, limits[1], correlation)


def gee_rejects(sample: Sample) -> bool:
    """Return whether a logistic GEE with Mancl and DeRouen's covariance finds an effect; False where the fit fails."""
    shares = np.concatenate([sample.cued, sample.reference])
    design = np.column_stack([np.ones(len(shares)), np.repeat([1.0, 0.0], len(sample.cued))])
    groups = np.tile(sample.clusters, 2)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        model = sm.GEE(shares, design, groups, family=sm.families.Binomial(), cov_struct=sm.cov_struct.Exchangeable())
        try:
            fit = model.fit(cov_type="bias_reduced")
        except (np.linalg.LinAlgError, ValueError):
            return False
        return bool(fit.pvalues[1] < 1 - LEVEL)


Method = Callable[[Sample], Limits]
CANDIDATES: dict[str, Method] = {"in use": in_use, "t": student, "Bonett and Price": bonett_price}
OTHER_CANDIDATES: dict[str, Method] = {"MOVER": mover_plain, "MOVER, cautious": mover_cautious}
GEE = "GEE"


class Performance(NamedTuple):
    """Results of a method, one per study of a condition: whether it covers the truth, and whether it rejects zero."""

    covers: Floats
    rejects: Floats


def samples(condition: Condition, seed: int, studies: int) -> tuple[list[Sample], float]:
    """Return the studies of a condition and the true effect."""
    draws = draw(condition, np.random.default_rng([seed, *condition.name.encode()]), studies)
    strata = draws.strata if len(condition.groups) > 1 else None
    shares = zip(draws.shares[1], draws.shares[0], strict=True)
    truth = float(np.mean(draws.truth[1] - draws.truth[0]))
    return [Sample(cued, reference, draws.clusters, strata) for cued, reference in shares], truth


def twins(condition: Condition, seed: int, studies: int) -> tuple[list[Sample], float]:
    """Return studies without an effect: the cue does nothing or, where it is nested, moves a cluster either way."""
    if not condition.nested:
        return samples(replace(condition, cued=condition.reference), seed, studies)
    rng, swapped_samples = np.random.default_rng([seed, 1]), []
    for sample in samples(condition, seed, studies)[0]:
        is_swapped = rng.integers(0, 2, int(sample.clusters.max()) + 1)[sample.clusters] == 1
        arms = np.where(is_swapped, (sample.reference, sample.cued), (sample.cued, sample.reference))
        swapped_samples.append(sample._replace(cued=arms[0], reference=arms[1]))
    return swapped_samples, 0.0


def measure_methods(
    studies: Sequence[Sample], truth: float, methods: dict[str, Method], fits: int
) -> dict[str, Performance]:
    """Return the performance of each method and, in the first ``fits`` studies, of the GEE."""
    results = {}
    for name, method in methods.items():
        limits = np.array([method(sample) for sample in studies])
        covers = (limits[:, 0] - ROUNDING <= truth) & (truth <= limits[:, 1] + ROUNDING)
        rejects = (limits[:, 0] > ROUNDING) | (limits[:, 1] < -ROUNDING)
        results[name] = Performance(covers.astype(np.float64), rejects.astype(np.float64))
    gee_rejections = np.array([float(gee_rejects(sample)) for sample in studies[:fits]])
    results[GEE] = Performance(np.full(len(gee_rejections), np.nan), gee_rejections)
    return results


class Line(NamedTuple):
    """A condition's figures for each method: coverage, power, and type I error."""

    condition: Condition
    coverage: dict[str, float]
    power: dict[str, float]
    type_1: dict[str, float]
    best: float
    faults: tuple[str, ...]


def condition_line(condition: Condition, methods: dict[str, Method], seed: int, studies: int, fits: int) -> Line:
    """Simulate a condition and its twin without an effect."""
    results = measure_methods(*samples(condition, seed, studies), methods, fits)
    twin_results = measure_methods(*twins(condition, seed, studies), methods, fits)
    coverage = {name: float(performance.covers.mean()) for name, performance in results.items()}
    power, type_1 = (
        {name: float(performance.rejects.mean()) for name, performance in performances.items()}
        for performances in (results, twin_results)
    )
    rejects_in_use, best, faults = results["in use"].rejects, math.inf, []
    for name in ("t", "Bonett and Price", GEE):
        reference_rejects = results[name].rejects
        if type_1[name] > MOST_REJECTED + _slack(MOST_REJECTED, len(twin_results[name].rejects)):
            continue
        shortfall = LEAST_POWER * reference_rejects - rejects_in_use[: len(reference_rejects)]
        best = min(
            best,
            float(rejects_in_use[: len(reference_rejects)].mean()) / max(float(reference_rejects.mean()), ROUNDING),
        )
        if float(shortfall.mean()) > TOLERANCE * float(shortfall.std()) / math.sqrt(len(reference_rejects)):
            faults.append(f"less power than {name}")
    if coverage["in use"] < LEAST_COVERAGE - _slack(LEAST_COVERAGE, studies):
        faults.append("covers too little")
    if strict(condition) and coverage["in use"] > MOST_COVERAGE + _slack(MOST_COVERAGE, studies):
        faults.append("covers too much")
    if type_1["in use"] > MOST_REJECTED + _slack(MOST_REJECTED, studies):
        faults.append("rejects too often")
    return Line(condition, coverage, power, type_1, best, tuple(faults))


def _slack(share: float, studies: int) -> float:
    return TOLERANCE * math.sqrt(share * (1 - share) / studies)


def strict(condition: Condition) -> bool:
    """Return whether both arms expect ten errors (and a nested cue ten moves): coverage has an upper limit too."""
    expected_errors = (
        np.broadcast_to(side, len(condition.groups)) * condition.groups
        for side in (condition.reference, condition.cued)
    )
    reference, cued = (float(side.sum()) for side in expected_errors)
    return min(reference, cued, cued - reference if condition.nested else math.inf) >= LEAST_EXPECTED_ERRORS


def show(line: Line, methods: Sequence[str]) -> None:
    """Print a line in Markdown; shares in percent."""
    cells = [line.condition.name, "strict" if strict(line.condition) else "wide"]
    for shares, names in ((line.coverage, methods), (line.power, (*methods, GEE)), (line.type_1, (*methods, GEE))):
        cells.append(" / ".join("–" if math.isnan(shares[name]) else f"{100 * shares[name]:.1f}" for name in names))
    print("| " + " | ".join((*cells, f"{line.best:.2f}", ", ".join(line.faults))) + " |", flush=True)


def main() -> int:
    """Read the options, simulate, print the table, return the exit code."""
    options = read_options(__doc__, studies=4000, fits=300, seed=1, only="", all=False)
    methods = CANDIDATES | (OTHER_CANDIDATES if options.all else {})
    print(f"Methods: {', '.join(methods)}; of power and type I error also {GEE}.\n")
    print("| condition | limits | coverage | power | type I error | power / best | |\n|---|---|---|---|---|---|---|")
    failed_count = 0
    for condition in GRID:
        if options.only in condition.name:
            line = condition_line(condition, methods, options.seed, options.studies, options.fits)
            show(line, tuple(methods))
            failed_count += bool(line.faults)
    print(
        f"\n{failed_count} conditions fall short (seed {options.seed}, {options.studies} studies, {options.fits} fits)."
    )
    return 1 if failed_count else 0


if __name__ == "__main__":
    sys.exit(main())
