"""The ground of every report: what was read, scored once, for all analyses to share."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from probe.analysis.scores import Scores, score_all
from probe.analysis.sheet import Sheet, read_sheets
from probe.analysis.tiers import Tiers, TierScheme, choose_tiers
from probe.errors import InputError
from probe.values import Evaluation, Pair


@dataclass(frozen=True)
class Ground:
    """Evaluations with their sheets and scores, and the tiers that they were scored with."""

    evaluations: tuple[Evaluation, ...]
    sheets: tuple[Sheet, ...]
    tiers: Tiers
    scores: Scores

    @property
    def subjects(self) -> tuple[str, ...]:
        """The subjects in the order of their first evaluation."""
        return tuple(dict.fromkeys(evaluation.subject for evaluation in self.evaluations))

    @property
    def tiered(self) -> int:
        """How many entries have a tier."""
        return int(np.sum(self.scores.tier >= 0))

    @property
    def pairs(self) -> dict[str, Pair]:
        """All dilemmas, each once, by their id."""
        return {pair.id: pair for evaluation in self.evaluations for pair in evaluation.pairs}


def lay_ground(evaluations: Sequence[Evaluation], scheme: TierScheme = TierScheme.FIXED) -> Ground:
    """Score ``evaluations``. Raise InputError where there is nothing to measure."""
    if not evaluations:
        raise InputError("no evaluation to analyse: give the folder of a probe evaluate run")
    for evaluation in evaluations:
        if not evaluation.pairs:
            raise InputError(f"{evaluation.run_id}: the dataset of {evaluation.subject} is empty: nothing to analyse")
        if not evaluation.decisions:
            raise InputError(
                f"{evaluation.run_id}: {evaluation.subject} made no decision yet: finish probe evaluate first"
            )
    sheets = read_sheets(evaluations)
    pairs = {pair.id: pair for evaluation in evaluations for pair in evaluation.pairs}
    tiers = choose_tiers(scheme, pairs.values())
    return Ground(tuple(evaluations), sheets, tiers, score_all(sheets, tiers))
