"""Simulate a standard study on subjects with known effects: coverage of its intervals, and actual and planned power.

    python -m benchmarks.standard_study [--studies 500] [--seed 1] [--study standard-1] [--effect 0.05 …] [--error 0.05]

Dilemmas have the sizes, series and depths of the study's recipe and no texts. A subject errs without the cue in 5 %
of its answers (``--error``), and with it as often as ``--effect`` adds; each further dose adds as much again.
Difficulty is beta-distributed: intraclass correlation of a text's runs 0.7, correlation of two arms 0.3, and 0.3 of
the variance between dilemmas is variance between stories, as ``probe plan`` expects. Decisions go through the
registered analysis. A line is one estimate: the share of studies whose 95 % interval contains the truth, the share
with p below 0.05, and the power that ``probe plan`` expects; the last line has the shares of the outcomes of the
dose curve. The exit code is 1 if a coverage is below 93 % beyond the error of the simulation.
"""

import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from scipy import stats

from benchmarks.running import read_options
from probe.analysis.arrays import Floats
from probe.analysis.effects.doses import CueDoses, doses, over_all
from probe.analysis.effects.estimating import effect_of
from probe.analysis.planning.sizing import power
from probe.analysis.statistics.differences import Effect
from probe.analysis.study import Study
from probe.grammar import read_library
from probe.measuring.plan import DEFAULT_DESIGN
from probe.study.estimates import study_of
from probe.study.recipe import ComposedSeries, StudyRecipe, read_recipe
from probe.values import Arm, Complexity, Controls, Decision, Dilemma, Evaluation, Option, Provenance
from probe.values.base import DOSES

EFFECTS = [0.0, 0.05, 0.1, 0.3]
LEAST_COVERAGE = 0.93
ARMS = {Arm.UNBIASED: 0, **{arm: dose for dose, (arm, _) in DOSES.items()}, **{arm: 0 for _, arm in DOSES.values()}}
"""The arms, and the number of voices that give the cue in each."""
HIGHEST_ERROR_RATE = 0.98
"""The highest rate of errors, since several doses of a large effect would exceed 1."""


def dilemmas(recipe: StudyRecipe) -> Iterator[Dilemma]:
    """Yield the dilemmas of the study, with series and depth but without texts."""
    repeats = read_library().repeats
    for number, series in enumerate(recipe.composed):
        depths = _depths(series)
        for bias in recipe.biases:
            for index in range(series.per_bias):
                story, member = divmod(index, len(depths))
                name = f"{number} {bias} {index}"
                yield Dilemma(
                    bias=bias,
                    unbiased=name,
                    biased=f"{name} cue",
                    axioms="",
                    unbiased_program="",
                    biased_program="",
                    correct_option=Option.A,
                    controls=_controls(name, series.spec.options.get("doses", "1") if bias in repeats else "1"),
                    complexity=Complexity(depth=depths[member], size=depths[member]),
                    provenance=Provenance(author=series.author, series=f"{number} {bias} {story}"),
                )


def _controls(name: str, doses: str) -> Controls:
    arms = [arm for dose, arms in DOSES.items() if 1 < dose <= int(doses) for arm in arms]
    return Controls(placebo=f"{name} placebo", **{arm.value: f"{name} {arm}" for arm in arms})


def _depths(series: ComposedSeries) -> list[int]:
    """Return the depths of a series' members, spread evenly over the author's range."""
    low, _, high = series.spec.options["depth"].partition("-")
    return [round(depth) for depth in np.linspace(int(low), int(high), int(series.spec.options["series"]))]


def chances(rate: float, difficulty: Floats) -> Floats:
    """Return the probability of an error at each rank of difficulty."""
    if rate in {0.0, 1.0}:
        return np.full(len(difficulty), rate)
    spread = (1 - DEFAULT_DESIGN.icc) / DEFAULT_DESIGN.icc
    errors: Floats = stats.beta.ppf(difficulty, rate * spread, (1 - rate) * spread)
    return errors


def ranks(rng: np.random.Generator, items: Sequence[Dilemma]) -> Floats:
    """Return the rank of each dilemma without and with the cue, shape (2, dilemmas): correlated, also within series."""
    _, codes = np.unique([item.cluster for item in items], return_inverse=True)
    single, shared_ranks = _correlated_ranks(rng, len(items)), _correlated_ranks(rng, codes.max() + 1)[:, codes]
    difficulty: Floats = np.where(rng.random(len(items)) < math.sqrt(DEFAULT_DESIGN.series_icc), shared_ranks, single)
    return difficulty


def _correlated_ranks(rng: np.random.Generator, count: int) -> Floats:
    """Return ranks without and with the cue, which are equal with the probability of their correlation."""
    difficulty = rng.random((2, count))
    equal_ranks = rng.random(count) < DEFAULT_DESIGN.arm_correlation
    difficulty[1, equal_ranks] = difficulty[0, equal_ranks]
    return difficulty


def rate_of(error: float, effect: float, dose: int) -> float:
    """Return the rate of errors if ``dose`` voices give the cue, from the rate without it."""
    return min(error + dose * effect, HIGHEST_ERROR_RATE)


def simulate(
    rng: np.random.Generator, recipe: StudyRecipe, items: Sequence[Dilemma], effect: float, error: float
) -> Study:
    """Return one simulated subject's study."""
    difficulty, runs = ranks(rng, items), recipe.asking.runs
    decisions = []
    for arm, dose in ARMS.items():
        wrong = rng.random((runs, len(items))) < chances(rate_of(error, effect, dose), difficulty[int(dose > 0)])
        decisions += [
            Decision(item_id=item.id, arm=arm, run=run, decision=int(wrong[run, index]), exchanged=run % 2 == 1)
            for run in range(runs)
            for index, item in enumerate(items)
            if item.text(arm) is not None
        ]
    evaluation = Evaluation(
        subject="simulated", run_id="", runs=runs, order="both", items=tuple(items), decisions=tuple(decisions)
    )
    return study_of(evaluation)


class Estimate(NamedTuple):
    """An estimate of a simulated study, and the truth behind it."""

    name: str
    effect: Effect
    truth: float


def study_estimates(study: Study, effect: float, error: float, curve: CueDoses) -> Iterator[Estimate]:
    """Yield the estimates overall, of one bias, of one depth and of the highest dose, and the change with the dose."""
    scores = study.scores
    bias, depth = str(scores.bias[0]), float(scores.depth.max())
    for name, subset in (
        ("all", scores),
        (f"one bias ({bias})", scores.of(bias=bias)),
        ("deepest", scores.of(depth=depth)),
    ):
        if isinstance(estimate := effect_of(subset, subset.effect), Effect):
            yield Estimate(name, estimate, effect)
    for change, rows in over_all(curve):
        true_effects = {dose: rate_of(error, effect, dose) - error for dose in (change.lowest, change.highest)}
        if isinstance(rows[-1].effect, Effect) and isinstance(change.change, Effect):
            yield Estimate("highest dose", rows[-1].effect, true_effects[change.highest])
            yield Estimate(
                "change with the dose", change.change, true_effects[change.highest] - true_effects[change.lowest]
            )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each effect and estimate; return 1 if a coverage falls short."""
    flags = read_options(
        __doc__, arguments, studies=500, seed=1, study="standard-1", effect=EFFECTS, error=DEFAULT_DESIGN.reference
    )
    recipe, expected = read_recipe(flags.study), DEFAULT_DESIGN.model_copy(update={"reference": flags.error})
    items, failed_count = tuple(dilemmas(recipe)), 0
    assert len(items) == recipe.dilemmas()
    for effect in flags.effect:
        rng = np.random.default_rng([flags.seed, round(1000 * effect)])
        estimates: dict[str, list[Estimate]] = defaultdict(list)
        outcomes: Counter[str] = Counter()
        for _ in range(flags.studies):
            study = simulate(rng, recipe, items, effect, flags.error)
            curve = doses(study)
            outcomes.update(str(change.verdict) for change, _ in over_all(curve))
            for estimate in study_estimates(study, effect, flags.error, curve):
                estimates[estimate.name].append(estimate)
        power_of_plan = power(recipe.fixed_size.design(expected.with_effect(effect, None)), "effect")
        for name, results in estimates.items():
            coverage = np.mean([result.effect.low <= result.truth <= result.effect.high for result in results])
            rejection_rate = np.mean([result.effect.p is not None and result.effect.p < 0.05 for result in results])
            margin = 1.96 * math.sqrt(LEAST_COVERAGE * (1 - LEAST_COVERAGE) / len(results))
            failed_count += coverage < LEAST_COVERAGE - margin
            planned_power = (
                f", planned {100 * power_of_plan:.1f} %" if name == "all" and effect and power_of_plan else ""
            )
            print(
                f"effect {100 * effect:.0f} points, {name}: covered {100 * coverage:.1f} %, p < 0.05 in "
                f"{100 * rejection_rate:.1f} %{planned_power} ({len(results)} studies)",
                flush=True,
            )
        shares = "; ".join(f"{name} {100 * count / flags.studies:.1f} %" for name, count in outcomes.most_common())
        print(f"effect {100 * effect:.0f} points, outcomes of the dose curve: {shares}", flush=True)
    return int(failed_count > 0)


if __name__ == "__main__":
    sys.exit(main())
