"""A sheet: the decisions of one evaluation as arrays, one line a dilemma, one column a run."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from probe.errors import InputError
from probe.values import Arm, Decision, Evaluation, Option, Pair

Letters = NDArray[np.int8]
"""Decisions in the letters of the text as written, shape (dilemmas, runs)."""

A, B, UNPARSED, MISSING = 0, 1, 2, 3
"""Codes of a decision; ``MISSING`` was not asked or not answered."""

CODES = {"A": A, "B": B, "unparsed": UNPARSED}


@dataclass(frozen=True)
class Sheet:
    """One subject's decisions on one dataset.

    ``correct`` holds the program's option of each dilemma (0 for A, 1 for B); ``letters`` and ``exchanged`` hold, for
    each arm that was shown, the decision and whether the options were shown exchanged.
    """

    subject: str
    pairs: tuple[Pair, ...]
    correct: NDArray[np.int8]
    letters: dict[Arm, Letters]
    exchanged: dict[Arm, NDArray[np.bool_]]

    @property
    def shape(self) -> tuple[int, int]:
        """Dilemmas and runs."""
        dilemmas, runs = self.letters[Arm.UNBIASED].shape
        return dilemmas, runs

    def wrong(self, arm: Arm) -> NDArray[np.bool_]:
        """Whether each readable decision in ``arm`` differs from the program's."""
        letters = self.letters[arm]
        wrong: NDArray[np.bool_] = (letters < UNPARSED) & (letters != self.correct[:, None])
        return wrong

    def readable(self, *arms: Arm) -> NDArray[np.bool_]:
        """Whether a run's decisions in all of ``arms`` are A or B."""
        readable: NDArray[np.bool_] = np.logical_and.reduce([self.letters[arm] < UNPARSED for arm in arms])
        return readable

    def answered(self, *arms: Arm) -> NDArray[np.bool_]:
        """Whether a run was answered in all of ``arms``, readable or not."""
        answered: NDArray[np.bool_] = np.logical_and.reduce([self.letters[arm] < MISSING for arm in arms])
        return answered


def read_sheet(evaluation: Evaluation) -> Sheet:
    """Return the evaluation as arrays. Raise InputError where a decision is about no pair, or is there twice."""
    lines = {pair.id: line for line, pair in enumerate(evaluation.pairs)}
    runs = max([evaluation.runs, *(decision.run + 1 for decision in evaluation.decisions)])
    arms = {Arm.UNBIASED, Arm.BIASED, *(decision.arm for decision in evaluation.decisions)}
    shape = (len(lines), runs)
    letters = {arm: np.full(shape, MISSING, dtype=np.int8) for arm in Arm if arm in arms}
    exchanged = {arm: np.zeros(shape, dtype=np.bool_) for arm in letters}
    for decision in evaluation.decisions:
        line = _line(lines, decision, evaluation)
        if letters[decision.arm][line, decision.run] != MISSING:
            raise InputError(f"{evaluation.run_id}: dilemma {decision.pair_id} has two decisions in one run and arm")
        letters[decision.arm][line, decision.run] = CODES[decision.decision]
        exchanged[decision.arm][line, decision.run] = decision.exchanged
    correct = np.array([pair.correct_option is Option.B for pair in evaluation.pairs], dtype=np.int8)
    return Sheet(evaluation.subject, evaluation.pairs, correct, letters, exchanged)


def _line(lines: dict[str, int], decision: Decision, evaluation: Evaluation) -> int:
    if decision.pair_id not in lines:
        raise InputError(
            f"{evaluation.run_id}: a decision is about {decision.pair_id}, which the dataset does not have"
        )
    return lines[decision.pair_id]


def read_sheets(evaluations: Sequence[Evaluation]) -> tuple[Sheet, ...]:
    """Return a sheet for each evaluation. Raise InputError where one subject answered one dilemma in two of them."""
    sheets = tuple(read_sheet(evaluation) for evaluation in evaluations)
    for (one, left), (other, right) in product(enumerate(sheets), repeat=2):
        if one < other and left.subject == right.subject:
            shared = {pair.id for pair in left.pairs} & {pair.id for pair in right.pairs}
            if shared:
                raise InputError(
                    f"{left.subject} answered {len(shared)} dilemmas (such as {min(shared)}) in two of the folders: "
                    "give one of them, or evaluate once with more runs"
                )
    return sheets
