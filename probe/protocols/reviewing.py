"""What other models are asked about items that were accepted before (``probe opinion``)."""

from itertools import islice
from typing import Generic

from probe.ports import AnyItem
from probe.values import Arm, Candidate


class ReviewedItems(Generic[AnyItem]):
    """What a protocol says of second opinions on its items; all of it has a plain default."""

    def candidate(self, item: AnyItem, position: int) -> Candidate | None:
        """Return an item as the candidate of a cascade whose stages can be repeated; None without a cascade.

        ``position`` is its place in the dataset.
        """
        return None

    def checked_arms(self, item: AnyItem) -> tuple[Arm, ...]:
        """Return the arms in which a second decider is asked: the first one with a right answer, if there is one."""
        return tuple(islice((arm for arm in item.arms() if item.right_answer(arm) is not None), 1))
