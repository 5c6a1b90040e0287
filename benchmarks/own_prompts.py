"""Measure the interval of a prompt's shift on simulated subjects whose answers vary with the wording.

    python -m benchmarks.own_prompts [--studies 4000] [--seed 1] [--wordings N]

In each study, wordings are drawn anew: the log odds of the first option vary between wordings with a standard deviation
of ``spread``, of which a part is shared by both texts of a wording. A line is one world: coverage of the 95 % interval
that ``probe check`` prints, how often it leaves out zero (the type I error where the wording has no effect, else the
power), its half-width, and beside it how often an interval would leave out zero that treats all answers as independent.
Where both kinds of texts expect 10 answers with each option (wordings × share), coverage has to be 93 to 97 % and the
type I error at most 6.5 %; elsewhere coverage at least 92 % and the type I error at most 6.5 %: with few wordings the
interval may be wider than it needs to be. Each beyond the binomial error of the studies.
"""

import math
import sys
from functools import cache
from typing import NamedTuple

import numpy as np
from scipy import special
from statsmodels.stats.proportion import confint_proportions_2indep

from benchmarks.calibration import within
from benchmarks.running import read_options
from probe.analysis.statistics.differences import Arms
from probe.analysis.statistics.groups import group_difference

ENOUGH = 10
"""Answers with each option, wordings × share, from which on the strict limits apply."""
RUNS = 10


class World(NamedTuple):
    """A subject: the shares of the first option in both kinds of texts at a typical wording, and how wordings vary.

    ``spread`` is on the scale of log odds; ``shared`` is the part of its variance that both texts of a wording share.
    """

    wordings: int
    neutral: float
    original: float
    spread: float
    shared: float = 0.5
    runs: int = RUNS

    @property
    def truth(self) -> float:
        """The mean shift over all wordings."""
        return _mean(self.original, self.spread) - _mean(self.neutral, self.spread)

    @property
    def strict(self) -> bool:
        """Whether both kinds of texts expect ``ENOUGH`` answers with each option, counted by wording."""
        shares = [share for one in (self.neutral, self.original) for share in (one, 1 - one)]
        return self.wordings * min(shares) >= ENOUGH


WORLDS = tuple(
    World(wordings, neutral, original, spread, shared)
    for wordings in (3, 5, 10, 20)
    for neutral, original in ((0.5, 0.5), (0.3, 0.3), (0.3, 0.6), (0.5, 0.7), (0.1, 0.1), (0.05, 0.05), (0.1, 0.4))
    for spread, shared in ((0.0, 0.0), (0.5, 0.5), (1.0, 0.0))
)


def _mean(share: float, spread: float) -> float:
    """Return the mean share over wordings, by Gauss-Hermite quadrature."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(61)
    return float(np.sum(weights * special.expit(special.logit(share) + spread * nodes)) / math.sqrt(2 * math.pi))


class Outcome(NamedTuple):
    """What the studies of one world show, as shares."""

    coverage: float
    called: float
    half_width: float
    called_as_independent: float


def simulate(world: World, studies: int, rng: np.random.Generator) -> Outcome:
    """Return how intervals do in so many studies."""
    covered = called = independent = 0
    widths = 0.0
    for _ in range(studies):
        original, neutral = _answers(world, rng)
        clusters = np.arange(world.wordings)
        shift = group_difference(Arms(original, clusters), Arms(neutral, clusters))
        assert shift is not None
        covered += shift.low <= world.truth <= shift.high
        called += not shift.low <= 0 <= shift.high
        widths += (shift.high - shift.low) / 2
        number = world.wordings * world.runs
        counts = (round(float(share.sum()) * world.runs) for share in (original, neutral))
        independent += _leaves_out_zero(*counts, number)
    return Outcome(covered / studies, called / studies, widths / studies, independent / studies)


@cache
def _leaves_out_zero(first: int, second: int, number: int) -> bool:
    """Whether Newcombe's interval for independent answers leaves out zero."""
    low, high = confint_proportions_2indep(first, number, second, number, method="newcomb")
    return not low <= 0 <= high


def _answers(world: World, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return the observed shares of the first option in both texts of each wording."""
    shared = math.sqrt(world.shared) * rng.standard_normal(world.wordings)
    shares = []
    for share in (world.original, world.neutral):
        single = math.sqrt(1 - world.shared) * rng.standard_normal(world.wordings)
        chances = special.expit(special.logit(share) + world.spread * (shared + single))
        shares.append(rng.binomial(world.runs, chances) / world.runs)
    return shares[0], shares[1]


def falls_short(world: World, outcome: Outcome, studies: int) -> bool:
    """Whether a figure lies beyond its limits by more than the binomial error."""
    low, high = (0.93, 0.97) if world.strict else (0.92, 1.0)
    false_alarms = outcome.called if world.truth == 0 else 0.0
    return not (within(outcome.coverage, low, high, studies) and within(false_alarms, 0.0, 0.065, studies))


def main() -> int:
    """Print a line per world; return 1 if one falls short."""
    options, short = read_options(__doc__, studies=4000, seed=1, wordings=0), 0
    worlds = [world for world in WORLDS if options.wordings in (0, world.wordings)]
    print("wordings  neutral  original  spread  shared  coverage  zero left out  half-width  as independent")
    for number, world in enumerate(worlds):
        outcome = simulate(world, options.studies, np.random.default_rng([options.seed, number]))
        wrong = falls_short(world, outcome, options.studies)
        short += wrong
        about = (
            f"{world.wordings:8}  {world.neutral:7.2f}  {world.original:8.2f}  {world.spread:6.1f}  {world.shared:6.1f}"
        )
        shares = f"{outcome.coverage:8.1%}  {outcome.called:13.1%}  {outcome.half_width:10.3f}"
        print(f"{about}  {shares}  {outcome.called_as_independent:14.1%}{'  falls short' if wrong else ''}")
    print(f"{short} of {len(worlds)} worlds fall short")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
