"""What a report is about: the decisions of every evaluation as arrays, scored once for all analyses."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from probe.analysis.depth.tiers import Tiers, TierScheme, choose_tiers
from probe.analysis.scores import MISSING, UNPARSED, A, B, DecisionArrays, Scores, score_all
from probe.errors import InputError
from probe.values import Arm, Decision, Evaluation, Option, Pair

CODES = {"A": A, "B": B, "unparsed": UNPARSED}


@dataclass(frozen=True)
class Study:
    """Evaluations with their decisions as arrays, their scores, and the tiers behind the scores."""

    evaluations: tuple[Evaluation, ...]
    decisions: tuple[DecisionArrays, ...]
    tiers: Tiers
    scores: Scores

    @property
    def subjects(self) -> tuple[str, ...]:
        """The subjects in the order of their first evaluation."""
        return tuple(dict.fromkeys(evaluation.subject for evaluation in self.evaluations))

    @property
    def has_tiers(self) -> bool:
        """Whether any dilemma has a tier."""
        return bool(np.any(self.scores.tier >= 0))

    @property
    def pairs(self) -> dict[str, Pair]:
        """All dilemmas, each once, by id."""
        return {pair.id: pair for evaluation in self.evaluations for pair in evaluation.pairs}


def prepare(evaluations: Sequence[Evaluation], scheme: TierScheme = TierScheme.FIXED) -> Study:
    """Score ``evaluations``. Raise InputError where there is nothing to measure."""
    if not evaluations:
        raise InputError("no evaluation to analyse: give the folder of a probe evaluate run")
    for evaluation in evaluations:
        if not evaluation.pairs:
            raise InputError(f"{evaluation.run_id}: the dataset of {evaluation.subject} is empty: nothing to analyse")
        if not evaluation.decisions:
            raise InputError(
                f"{evaluation.run_id}: {evaluation.subject} has made no decision yet: finish probe evaluate first"
            )
    decisions = _all_decisions(evaluations)
    pairs = {pair.id: pair for evaluation in evaluations for pair in evaluation.pairs}
    tiers = choose_tiers(scheme, pairs.values())
    return Study(tuple(evaluations), decisions, tiers, score_all(decisions, tiers))


def _all_decisions(evaluations: Sequence[Evaluation]) -> tuple[DecisionArrays, ...]:
    """Return each evaluation as arrays. Raise InputError where one subject answered one dilemma in two of them."""
    found = tuple(decision_arrays(evaluation) for evaluation in evaluations)
    for first, second in combinations(found, 2):
        shared = {pair.id for pair in first.pairs} & {pair.id for pair in second.pairs}
        if first.subject == second.subject and shared:
            raise InputError(
                f"{first.subject} answered {len(shared)} dilemmas (such as {min(shared)}) in two of the folders: "
                "give one of them, or evaluate once with more runs"
            )
    return found


def decision_arrays(evaluation: Evaluation) -> DecisionArrays:
    """Return one evaluation as arrays. Raise InputError for a decision on an unknown pair, or two on one text."""
    rows = {pair.id: row for row, pair in enumerate(evaluation.pairs)}
    runs = max([evaluation.runs, *(decision.run + 1 for decision in evaluation.decisions)])
    arms = {Arm.UNBIASED, Arm.BIASED, *(decision.arm for decision in evaluation.decisions)}
    letters = {arm: np.full((len(rows), runs), MISSING, dtype=np.int8) for arm in Arm.in_order(arms)}
    exchanged = {arm: np.zeros((len(rows), runs), dtype=np.bool_) for arm in letters}
    for decision in evaluation.decisions:
        row = _row(rows, decision, evaluation)
        if letters[decision.arm][row, decision.run] != MISSING:
            raise InputError(f"{evaluation.run_id}: dilemma {decision.pair_id} has two decisions in one run and arm")
        letters[decision.arm][row, decision.run] = CODES[decision.decision]
        exchanged[decision.arm][row, decision.run] = decision.exchanged
    correct: NDArray[np.int8] = np.array([pair.correct_option is Option.B for pair in evaluation.pairs], dtype=np.int8)
    return DecisionArrays(evaluation.subject, evaluation.pairs, correct, letters, exchanged)


def _row(rows: dict[str, int], decision: Decision, evaluation: Evaluation) -> int:
    if decision.pair_id not in rows:
        raise InputError(
            f"{evaluation.run_id}: a decision is about {decision.pair_id}, which the dataset does not have"
        )
    return rows[decision.pair_id]
