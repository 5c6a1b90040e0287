"""The mean over subjects of what each dilemma shows: every subject counts equally, however many runs it made."""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from probe.analysis.arrays import Counts, Floats, Mask, Sums
from probe.analysis.scores import Codes, Contrast, Scores, no_answers, ratio

CONTRASTS = ("effect", "net", "placebo", "counter")


def over_subjects(scores: Scores) -> Scores:
    """Return one entry for each dilemma on which every subject has an effect: the mean of the subjects' shares.

    Counts are totals, for display. Shares, effects, flips and noise floors are means over subjects, so that sums of
    decisions are not whole numbers. A mean over subjects that answered different dilemmas would mix both.
    """
    measured_scores = scores.measured
    _, first_indices, codes = np.unique(measured_scores.pair_id.astype(str), return_index=True, return_inverse=True)
    merge = _Merge(codes.astype(np.int64), np.bincount(codes, minlength=len(first_indices)) == len(scores.subjects))
    contrasts = {name: merge.contrast(getattr(measured_scores, name)) for name in CONTRASTS}
    net = contrasts["net"]
    columns: dict[str, Any] = {**contrasts}
    for name in ("right_to_wrong", "wrong_to_right"):
        # Multiplied by the runs, so that dividing by them later gives the mean of the shares.
        columns[name] = merge.mean(ratio(getattr(measured_scores, name), measured_scores.net.runs)) * net.runs
    for name in ("noise_unbiased", "noise_biased", "excess"):
        columns[name] = merge.mean(getattr(measured_scores, name))
    columns["unanswered"], columns["solved"] = merge.total(measured_scores.unanswered), net.reference_error < 0.5
    return replace(measured_scores[first_indices[merge.every]], **columns)


class _Merge(NamedTuple):
    """How entries are merged by dilemma: ``codes`` are the dilemmas of entries, ``every`` marks those that remain."""

    codes: Codes
    every: Mask

    def total(self, column: NDArray[Any]) -> Counts:
        """Return the sum of a column of counts in each dilemma."""
        return self._sums(np.ones(len(column), dtype=np.bool_), column).astype(np.int64)

    def mean(self, shares: Floats) -> Floats:
        """Return the mean in each dilemma of the shares that are not NaN; NaN where all are."""
        is_defined = ~np.isnan(shares)
        return ratio(self._sums(is_defined, shares), self._sums(is_defined, np.ones(len(shares))))

    def _sums(self, mask: Mask, column: NDArray[Any]) -> Floats:
        sums = np.bincount(self.codes[mask], weights=column[mask], minlength=len(self.every))
        return sums[self.every].astype(np.float64)

    def contrast(self, contrast: Contrast) -> Contrast:
        """Return a contrast whose counts are totals, and whose sums give the mean share over those counts."""
        run_totals, asked_totals = self.total(contrast.runs), self.total(contrast.asked)

        def scale(column: Sums, counts: Counts, total: Counts) -> Floats:
            return np.asarray(np.nan_to_num(self.mean(ratio(column, counts))) * total)

        return Contrast(
            runs=run_totals,
            wrong=scale(contrast.wrong, contrast.runs, run_totals),
            reference_wrong=scale(contrast.reference_wrong, contrast.runs, run_totals),
            asked=asked_totals,
            lower=scale(contrast.lower, contrast.asked, asked_totals),
            upper=scale(contrast.upper, contrast.asked, asked_totals),
            weight=self.mean(contrast.weight),
            end_weights=np.column_stack([self.mean(column) for column in contrast.end_weights.T]),
            answers=no_answers(len(run_totals)),
        )
