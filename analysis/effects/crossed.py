"""The 2 × 2 of facts and cue: how often the praised option was chosen in each of its four arms."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from probe.analysis.arrays import A, B, Counts, DecisionArrays, Floats
from probe.analysis.scores import Scores, codes_of
from probe.analysis.statistics.differences import Effect, bounds_of_mean
from probe.analysis.statistics.intervals import Interval
from probe.values.base import FACTS_BY_CUE

FACTS, CUE, INTERACTION = (
    np.array(signs) for signs in ((-0.5, -0.5, 0.5, 0.5), (-0.5, 0.5, -0.5, 0.5), (1, -1, -1, 1))
)
"""Contrasts of the four arms: original, original with cue, twin, twin with cue.

The cue praises the original's wrong option, which is the twin's right one: the facts favour it in the last two arms.
"""
FACTS_WITHOUT_CUE = np.array((-1.0, 0.0, 1.0, 0.0))
"""The contrast of the fact effect in the arms without the cue alone."""


@dataclass(frozen=True)
class CrossedScores(Scores):
    """Scores with what each dilemma shows in the 2 × 2; counts are of runs that are readable in all four arms.

    ``praised_sums``, shape (dilemmas, arms), counts choices of the praised option, or sums its probabilities.
    ``answered_counts`` are runs with an answer in all four arms; over these, ``lower`` and ``upper``, shape
    (dilemmas, 2), are the sums of the fact and of the cue effect if each unparsed decision had been the one that makes
    it smallest, or largest.
    """

    complete: Counts
    praised_sums: Floats
    answered_counts: Counts
    lower: Floats
    upper: Floats

    @property
    def shares(self) -> Floats:
        """The share of choices of the praised option by arm, over the dilemmas that have a complete run."""
        is_complete = self.complete > 0
        shares: Floats = self.praised_sums[is_complete] / self.complete[is_complete, None]
        return shares

    def contrast(self, signs: Floats) -> Effect | None:
        """Return a mean contrast of the arms, paired within the dilemma; None without any dilemma."""
        return self[self.complete > 0].clustered_mean(self.shares @ signs)

    def bounds(self, effect: int) -> Interval | None:
        """Return where the fact effect (0) or the cue effect (1) may be however unparsed decisions are read."""
        answered_scores = self[self.answered_counts > 0]
        lower, upper = (
            sums[:, effect] / answered_scores.answered_counts for sums in (answered_scores.lower, answered_scores.upper)
        )
        return bounds_of_mean(
            lower, upper, answered_scores.clusters, codes_of(answered_scores.bias), direct=answered_scores.direct
        )


def cross_scores(scores: Scores, decisions: Sequence[DecisionArrays]) -> CrossedScores:
    """Return ``scores`` of ``decisions`` with the counts of the 2 × 2; these are 0 where an arm was not shown."""
    column_groups = [_cell_counts(arrays) for arrays in decisions]
    columns: dict[str, Any] = {field.name: getattr(scores, field.name) for field in fields(scores)}
    columns |= {name: np.concatenate([group[name] for group in column_groups]) for name in column_groups[0]}
    return CrossedScores(**columns)


def _cell_counts(decisions: DecisionArrays) -> dict[str, Any]:
    count = len(decisions.items)
    if any(arm not in decisions.letters for arm in FACTS_BY_CUE):
        no_runs, no_sums = np.zeros(count, dtype=np.int64), np.zeros((count, 2))
        praised_counts = np.zeros((count, len(FACTS_BY_CUE)))
        return {
            "complete": no_runs,
            "praised_sums": praised_counts,
            "answered_counts": no_runs,
            "lower": no_sums,
            "upper": no_sums,
        }
    praised_letter = 1 - decisions.right[FACTS_BY_CUE[0]]
    options = np.stack([decisions.options(arm) for arm in FACTS_BY_CUE], axis=2)
    complete = decisions.readable(*FACTS_BY_CUE)
    answered_mask = decisions.answered(*FACTS_BY_CUE)
    praised_counts = np.where(praised_letter[:, None, None] == A, options[..., A], options[..., B])
    parsed_share = options.sum(axis=3)
    unread_share = 1 - parsed_share
    signs = np.stack([FACTS, CUE], axis=1)
    lower, upper = (
        # An unread decision counts where its sign makes the sum smaller, for the lower bound, and where it makes it
        # larger, for the upper bound.
        np.where(answered_mask[:, :, None], praised_counts @ signs + unread_share @ ends, 0.0).sum(axis=1)
        for ends in (np.minimum(signs, 0), np.maximum(signs, 0))
    )
    return {
        "complete": complete.sum(axis=1),
        # Of a direct answer, the probability among both options counts: the rest chose neither.
        "praised_sums": np.divide(
            praised_counts, parsed_share, out=np.zeros(parsed_share.shape), where=complete[:, :, None]
        ).sum(axis=1),
        "answered_counts": answered_mask.sum(axis=1),
        "lower": lower,
        "upper": upper,
    }
