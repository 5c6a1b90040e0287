"""Measure the interval of a prompt's shift on simulated subjects whose answers vary with the wording.

    python -m benchmarks.own_prompts [--studies 4000] [--seed 1] [--wordings N]

In each study, wordings are drawn anew: the log odds of the first option vary between wordings with a standard deviation
of ``spread``, of which a part is shared by both texts of a wording. A line is one condition: coverage of the 95 %
interval that ``probe check`` prints, how often it excludes zero (the type I error where the wording has no effect, else
the power), its half-width, and how often an interval that treats all answers as independent excludes zero. Where both
kinds of texts expect 10 answers with each option (wordings × share), coverage has to be 93 to 97 % and the type I error
at most 6.5 %; elsewhere coverage at least 92 % and the type I error at most 6.5 %: with few wordings the interval may
be wider than it needs to be. The limits allow for the binomial error of the studies.
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

LEAST_EXPECTED_ANSWERS = 10
"""Expected answers per option (wordings × share) from which the strict limits apply."""
RUNS = 10


class PromptCondition(NamedTuple):
    """A subject: shares of the first option in neutral and original texts at a typical wording, and how wordings vary.

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
        """Whether both kinds of texts expect enough answers with each option for the strict limits."""
        shares = [
            share for typical_share in (self.neutral, self.original) for share in (typical_share, 1 - typical_share)
        ]
        return self.wordings * min(shares) >= LEAST_EXPECTED_ANSWERS


CONDITIONS = tuple(
    PromptCondition(wordings, neutral, original, spread, shared_variance)
    for wordings in (3, 5, 10, 20)
    for neutral, original in ((0.5, 0.5), (0.3, 0.3), (0.3, 0.6), (0.5, 0.7), (0.1, 0.1), (0.05, 0.05), (0.1, 0.4))
    for spread, shared_variance in ((0.0, 0.0), (0.5, 0.5), (1.0, 0.0))
)


def _mean(share: float, spread: float) -> float:
    """Return the mean share over wordings, by Gauss-Hermite quadrature."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(61)
    return float(np.sum(weights * special.expit(special.logit(share) + spread * nodes)) / math.sqrt(2 * math.pi))


class ConditionFigures(NamedTuple):
    """What the studies of one condition show, as shares."""

    coverage: float
    significant: float
    half_width: float
    significant_as_independent: float


def simulate(condition: PromptCondition, studies: int, rng: np.random.Generator) -> ConditionFigures:
    """Return the performance of the interval over ``studies`` simulated studies."""
    covered_count = significant_count = independent_count = 0
    widths = 0.0
    for _ in range(studies):
        original, neutral = _answers(condition, rng)
        clusters = np.arange(condition.wordings)
        shift = group_difference(Arms(original, clusters), Arms(neutral, clusters))
        assert shift is not None
        covered_count += shift.low <= condition.truth <= shift.high
        significant_count += not shift.low <= 0 <= shift.high
        widths += (shift.high - shift.low) / 2
        answer_count = condition.wordings * condition.runs
        counts = (round(float(share.sum()) * condition.runs) for share in (original, neutral))
        independent_count += _excludes_zero(*counts, answer_count)
    return ConditionFigures(
        covered_count / studies, significant_count / studies, widths / studies, independent_count / studies
    )


@cache
def _excludes_zero(first_count: int, second_count: int, answer_count: int) -> bool:
    """Whether Newcombe's interval for independent answers excludes zero."""
    low, high = confint_proportions_2indep(first_count, answer_count, second_count, answer_count, method="newcomb")
    return not low <= 0 <= high


def _answers(condition: PromptCondition, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return the observed shares of the first option in both texts of each wording."""
    shared_variation = math.sqrt(condition.shared) * rng.standard_normal(condition.wordings)
    shares = []
    for share in (condition.original, condition.neutral):
        text_variation = math.sqrt(1 - condition.shared) * rng.standard_normal(condition.wordings)
        chances = special.expit(special.logit(share) + condition.spread * (shared_variation + text_variation))
        shares.append(rng.binomial(condition.runs, chances) / condition.runs)
    return shares[0], shares[1]


def falls_short(condition: PromptCondition, outcome: ConditionFigures, studies: int) -> bool:
    """Whether a figure lies beyond its limits by more than the binomial error."""
    low, high = (0.93, 0.97) if condition.strict else (0.92, 1.0)
    false_alarms = outcome.significant if condition.truth == 0 else 0.0
    return not (within(outcome.coverage, low, high, studies) and within(false_alarms, 0.0, 0.065, studies))


def main() -> int:
    """Print a line per condition; return 1 if one falls short."""
    options, failed_count = read_options(__doc__, studies=4000, seed=1, wordings=0), 0
    conditions = [condition for condition in CONDITIONS if options.wordings in (0, condition.wordings)]
    print("wordings  neutral  original  spread  shared  coverage  zero left out  half-width  as independent")
    for number, condition in enumerate(conditions):
        outcome = simulate(condition, options.studies, np.random.default_rng([options.seed, number]))
        has_failed = falls_short(condition, outcome, options.studies)
        failed_count += has_failed
        condition_cells = (
            f"{condition.wordings:8}  {condition.neutral:7.2f}  {condition.original:8.2f}  {condition.spread:6.1f}"
            f"  {condition.shared:6.1f}"
        )
        outcome_cells = f"{outcome.coverage:8.1%}  {outcome.significant:13.1%}  {outcome.half_width:10.3f}"
        verdict = "  falls short" if has_failed else ""
        print(f"{condition_cells}  {outcome_cells}  {outcome.significant_as_independent:14.1%}{verdict}")
    print(f"{failed_count} of {len(conditions)} conditions fall short")
    return 1 if failed_count else 0


if __name__ == "__main__":
    sys.exit(main())
