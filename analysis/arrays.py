"""Decisions as arrays, item by arm by run and turn: one reading of an evaluation for every protocol and scale.

They are numpy arrays in frozen dataclasses. xarray would label their axes, but needs pandas, which commands that make
no data frame do not import. ``Columns`` selects entries of many arrays at once, which is all that is needed here.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from probe.analysis.statistics.noise import UNREADABLE, Letters
from probe.errors import InputError
from probe.values import Arm, Decision, Evaluation, Item

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
Sums = Counts | Floats
"""Counts of decisions; sums of probabilities where an evaluation is direct."""
Mask = NDArray[np.bool_]

A, B, UNPARSED, MISSING = 0, 1, UNREADABLE, UNREADABLE + 1
"""Codes of a decision, an index on the scale; ``MISSING`` was not asked or not answered."""


@dataclass(frozen=True)
class DecisionArrays:
    """One subject's decisions on one dataset, one row per item and one column per run and turn (``turns`` per run).

    ``letters``, ``exchanged`` and ``right`` hold, for each arm that was shown, the decision on the scale as written,
    whether the options were shown exchanged, and each item's option that the facts call for (in a fact twin, the
    other one); that is ``MISSING`` where no option is right or an item has several turns. ``dataset`` names the items.
    ``chances``, where an evaluation is direct, holds for each arm the probabilities of A and B, shape (items, columns,
    2): both are 0 where no answer could be read. ``between`` people, a column is a person, who answered one arm of an
    item.
    """

    subject: str
    items: tuple[Item, ...]
    letters: dict[Arm, Letters]
    exchanged: dict[Arm, NDArray[np.bool_]]
    right: dict[Arm, Letters]
    dataset: str = ""
    turns: int = 1
    chances: dict[Arm, Floats] | None = None
    between: bool = False

    @property
    def direct(self) -> bool:
        """Whether answers were letters with their probabilities."""
        return self.chances is not None

    @property
    def runs(self) -> int:
        """How many runs each item has at most."""
        return int(next(iter(self.letters.values())).shape[1]) // self.turns

    def wrong(self, arm: Arm) -> Mask:
        """Return whether each readable decision in ``arm`` differs from that of the arm's program."""
        letters = self.letters[arm]
        wrong: Mask = (letters < UNPARSED) & (letters != self.right[arm][:, None])
        return wrong

    def options(self, arm: Arm) -> Sums:
        """Return how much of each answer went to A and to B, shape (dilemmas, runs, 2): 0 or 1, or a probability."""
        if self.chances is not None:
            return self.chances[arm][:, :, :2]
        option_counts: Counts = (self.letters[arm][:, :, None] == np.array([A, B])).astype(np.int64)
        return option_counts

    def wrong_and_right(self, arm: Arm) -> tuple[Sums, Sums]:
        """Return how much of each answer went to the wrong and to the right option; neither where it is unreadable."""
        options = self.options(arm)
        first_right = self.right[arm][:, None] == A
        first, second = options[:, :, A], options[:, :, B]
        return np.where(first_right, second, first), np.where(first_right, first, second)

    def errors(self, arm: Arm) -> Sums:
        """Return whether each decision is wrong, or how probable the wrong option is among both; 0 if unreadable."""
        wrong, right = self.wrong_and_right(arm)
        if not self.direct:
            return wrong
        shares: Floats = np.divide(wrong, wrong + right, out=np.zeros(wrong.shape), where=wrong + right > 0)
        return shares

    def nearness(self, arm: Arm) -> Floats:
        """Return how near each readable decision is to the option shown first: 1 there, 0 at the one shown last."""
        last, readable = self.last(arm)[:, None], self.readable(arm)
        positions = self.letters[arm].copy()
        for item_index, column in np.argwhere(readable):
            positions[item_index, column] = self.items[item_index].place_of(arm, int(positions[item_index, column]))
        shown_positions = np.where(self.exchanged[arm], last - positions, positions)
        return np.where(readable, 1 - shown_positions / last, 0.0)

    def last(self, arm: Arm) -> Letters:
        """Return the index of each item's last option as written."""
        return np.array([len(item.scale_of(arm)) - 1 for item in self.items], dtype=np.int16)

    def readable(self, *arms: Arm) -> Mask:
        """Return whether a run's decisions in all of ``arms`` could be read."""
        readable: Mask = np.logical_and.reduce([self.letters[arm] < UNPARSED for arm in arms])
        return readable

    def compared(self, *arms: Arm) -> Mask:
        """Return which items have a run with readable decisions in all of ``arms``; between people, one in each."""
        if not self.between:
            return np.asarray(self.readable(*arms).any(axis=1))
        in_every_arm: Mask = np.logical_and.reduce([self.readable(arm).any(axis=1) for arm in arms])
        return in_every_arm

    def answered(self, *arms: Arm) -> Mask:
        """Return whether a run was answered in all of ``arms``, readable or not."""
        answered_mask: Mask = np.logical_and.reduce([self.letters[arm] < MISSING for arm in arms])
        return answered_mask

    def unanswered(self, *arms: Arm) -> Mask:
        """Return whether a run lacks an answer in one of ``arms``; people were not asked about the others."""
        return np.zeros((len(self.items), self.runs), dtype=np.bool_) if self.between else ~self.answered(*arms)


def decision_arrays(evaluation: Evaluation) -> DecisionArrays:
    """Return one evaluation as arrays. Raise InputError for a decision on an unknown item, or two on one question."""
    items = evaluation.items
    item_indices = {item.id: item_index for item_index, item in enumerate(items)}
    turns = max((decision.turn + 1 for decision in evaluation.decisions), default=1)
    columns = turns * max([evaluation.runs, *(decision.run + 1 for decision in evaluation.decisions)])
    # An evaluation that has only begun may lack decisions in an arm; the arrays still contain that arm, as unanswered.
    usual_arms = {arm for arm in (Arm.UNBIASED, Arm.BIASED) if items and arm in items[0].arms()}
    arms = Arm.in_order(usual_arms | {decision.arm for decision in evaluation.decisions})
    letters = {arm: np.full((len(item_indices), columns), MISSING, dtype=np.int16) for arm in arms}
    exchanged = {arm: np.zeros((len(item_indices), columns), dtype=np.bool_) for arm in arms}
    options = max([2, *(len(item.scale_of(arm)) for item in items for arm in item.arms())])
    chances = {arm: np.zeros((len(item_indices), columns, options)) for arm in arms} if evaluation.direct else None
    for decision in evaluation.decisions:
        item_index, column = _row(item_indices, decision, evaluation), decision.run * turns + decision.turn
        # A second decision would replace the first without a trace.
        if letters[decision.arm][item_index, column] != MISSING:
            raise InputError(f"{evaluation.run_id}: {decision.item_id} has two decisions in one run and arm")
        letters[decision.arm][item_index, column] = UNPARSED if decision.decision == "unparsed" else decision.decision
        exchanged[decision.arm][item_index, column] = decision.exchanged
        if chances is not None:
            chances[decision.arm][item_index, column] = _chances(decision, options)
    right = {arm: np.array([_right(item, arm, turns) for item in items], dtype=np.int16) for arm in arms}
    return DecisionArrays(
        evaluation.subject,
        items,
        letters,
        exchanged,
        right,
        turns=turns,
        chances=chances,
        between=evaluation.between,
    )


def _right(item: Item, arm: Arm, turns: int) -> int:
    right = item.right_answer(arm) if turns == 1 and arm in item.arms() else None
    return MISSING if right is None else right


def _chances(decision: Decision, options: int) -> Floats:
    """Return the probability of each option: 1 for a decision without probabilities, all 0 for an unparsed one."""
    chances = np.zeros(options)
    if decision.probabilities is not None:
        chances[: len(decision.probabilities)] = decision.probabilities
    elif decision.decision != "unparsed":
        chances[decision.decision] = 1.0
    return chances


def _row(item_indices: dict[str, int], decision: Decision, evaluation: Evaluation) -> int:
    if decision.item_id not in item_indices:
        raise InputError(
            f"{evaluation.run_id}: a decision is about {decision.item_id}, which the dataset does not have"
        )
    return item_indices[decision.item_id]
