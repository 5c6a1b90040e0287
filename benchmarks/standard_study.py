"""Simulate a standard study on subjects with known effects: coverage of its intervals, and its power beside the plan's.

    python -m benchmarks.standard_study [--studies 500] [--seed 1] [--study standard-1] [--effect 0.05 …]

Dilemmas have the sizes, series and depths of the study's recipe and no texts. A subject errs without the cue in 5 % of
its answers, and with it as often as ``--effect`` adds. Difficulty is beta-distributed: intraclass correlation of a
text's runs 0.7, correlation of two arms 0.3, and 0.3 of the variance between dilemmas is that between stories, which is
what ``probe plan`` expects. Decisions go through the registered analysis. A line is one estimate: the share of studies
whose 95 % interval contains the truth, the share with p below 0.05, and what ``probe plan`` says of the latter. The
exit code is 1 if a coverage is below 93 % beyond the error of the simulation.
"""

import argparse
import math
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from scipy import stats

from probe.analysis.arrays import Floats
from probe.analysis.effects.effect import effect_of
from probe.analysis.planning.sizing import power
from probe.analysis.scores import Scores
from probe.analysis.statistics.differences import Effect
from probe.measuring.plan import USUAL
from probe.study.estimates import study_of
from probe.study.recipe import ComposedSeries, StudyRecipe, read_recipe
from probe.values import Arm, Complexity, Controls, Decision, Dilemma, Evaluation, Option, Provenance

EFFECTS = (0.0, 0.05, 0.1, 0.3)
LEAST = 0.93
ARMS = (Arm.UNBIASED, Arm.BIASED, Arm.PLACEBO)


def dilemmas(recipe: StudyRecipe) -> Iterator[Dilemma]:
    """Yield a dilemma without text for each of the study's, with its series and depth."""
    for number, series in enumerate(recipe.composed):
        depths = _depths(series)
        for bias in recipe.biases:
            for place in range(series.per_bias):
                story, member = divmod(place, len(depths))
                name = f"{number} {bias} {place}"
                yield Dilemma(
                    bias=bias,
                    unbiased=name,
                    biased=f"{name} cue",
                    axioms="",
                    unbiased_program="",
                    biased_program="",
                    correct_option=Option.A,
                    controls=Controls(placebo=f"{name} placebo"),
                    complexity=Complexity(depth=depths[member], size=depths[member]),
                    provenance=Provenance(author=series.author, series=f"{number} {bias} {story}"),
                )


def _depths(series: ComposedSeries) -> list[int]:
    """Return the depths of a series' members, spread evenly over the author's range."""
    low, _, high = series.spec.options["depth"].partition("-")
    return [round(depth) for depth in np.linspace(int(low), int(high), int(series.spec.options["series"]))]


def chances(rate: float, places: Floats) -> Floats:
    """Return the probability of an error at each rank of difficulty."""
    if rate in {0.0, 1.0}:
        return np.full(len(places), rate)
    spread = (1 - USUAL.icc) / USUAL.icc
    found: Floats = stats.beta.ppf(places, rate * spread, (1 - rate) * spread)
    return found


def ranks(rng: np.random.Generator, items: Sequence[Dilemma]) -> Floats:
    """Return the rank of each dilemma in three arms, shape (3, dilemmas): correlated between arms and within series."""
    _, codes = np.unique([item.cluster for item in items], return_inverse=True)
    own, shared = _correlated(rng, len(items)), _correlated(rng, codes.max() + 1)[:, codes]
    found: Floats = np.where(rng.random(len(items)) < math.sqrt(USUAL.series_icc), shared, own)
    return found


def _correlated(rng: np.random.Generator, count: int) -> Floats:
    """Return ranks in three arms, of which the first two are those of texts without the cue, and alike."""
    places = rng.random((2, count))
    same = rng.random(count) < USUAL.arm_correlation
    places[1, same] = places[0, same]
    return np.array([places[0], places[1], places[0]])


def simulated(rng: np.random.Generator, recipe: StudyRecipe, items: Sequence[Dilemma], effect: float) -> Scores:
    """Return the scores of one simulated subject in the study."""
    places, runs = ranks(rng, items), recipe.asking.runs
    decisions = []
    for arm, ranked in zip(ARMS, places, strict=True):
        rate = USUAL.reference + (effect if arm is Arm.BIASED else 0.0)
        wrong = rng.random((runs, len(items))) < chances(rate, ranked)
        decisions += [
            Decision(item_id=item.id, arm=arm, run=run, decision=int(wrong[run, place]), exchanged=run % 2 == 1)
            for run in range(runs)
            for place, item in enumerate(items)
        ]
    evaluation = Evaluation(
        subject="simulated", run_id="", runs=runs, order="both", items=tuple(items), decisions=tuple(decisions)
    )
    return study_of(evaluation).scores


def estimated(scores: Scores) -> Iterator[tuple[str, Effect]]:
    """Yield the main result, and those of one bias and one depth."""
    bias, depth = str(scores.bias[0]), float(scores.depth.max())
    for name, part in (
        ("all", scores),
        (f"one bias ({bias})", scores.of(bias=bias)),
        ("deepest", scores.of(depth=depth)),
    ):
        found = effect_of(part, part.effect)
        if isinstance(found, Effect):
            yield name, found


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each effect and estimate; return 1 if a coverage falls short."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--studies", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--study", default="standard-1")
    parser.add_argument("--effect", type=float, nargs="+", default=EFFECTS)
    given = parser.parse_args(arguments)
    recipe = read_recipe(given.study)
    items, short = tuple(dilemmas(recipe)), 0
    assert len(items) == recipe.dilemmas()
    for effect in given.effect:
        rng = np.random.default_rng([given.seed, round(1000 * effect)])
        found: dict[str, list[Effect]] = defaultdict(list)
        for _ in range(given.studies):
            for name, estimate in estimated(simulated(rng, recipe, items, effect)):
                found[name].append(estimate)
        planned = power(recipe.fixed_size.design(USUAL.changed(effect, None)), "effect")
        for name, estimates in found.items():
            covered = np.mean([one.low <= effect <= one.high for one in estimates])
            rejected = np.mean([one.p is not None and one.p < 0.05 for one in estimates])
            error = 1.96 * math.sqrt(LEAST * (1 - LEAST) / len(estimates))
            short += covered < LEAST - error
            beside = f", planned {100 * planned:.1f} %" if name == "all" and effect and planned else ""
            print(
                f"effect {100 * effect:.0f} points, {name}: covered {100 * covered:.1f} %, p < 0.05 in "
                f"{100 * rejected:.1f} %{beside} ({len(estimates)} studies)",
                flush=True,
            )
    return int(short > 0)


if __name__ == "__main__":
    sys.exit(main())
