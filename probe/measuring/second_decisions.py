"""A second decider's answers to items that no cascade has judged, and whether they are the recorded ones."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from probe.filters.decision import DecisionSettings, DecisionStage
from probe.protocols.base import ItemProtocol, Showing
from probe.protocols.conversation import Conversation
from probe.values import Arm, Decision, Item, StageOutcome, StageResult


@dataclass(frozen=True)
class SecondDecisions:
    """The questions to a second decider about ``items``, each asked as often as the stage ``decision`` asks."""

    protocol: ItemProtocol[Any]
    items: Sequence[Item]
    settings: DecisionSettings

    @property
    def arms(self) -> dict[str, tuple[Arm, ...]]:
        """The arms in which the decider is asked about each item that has a right answer, by its id."""
        checked = {item.id: self.protocol.checked_arms(item) for item in self.items}
        return {item_id: arms for item_id, arms in checked.items() if arms}

    @property
    def showing(self) -> Showing:
        """How the questions are asked: as written, without a mitigation."""
        named = tuple(dict.fromkeys(arm for arms in self.arms.values() for arm in arms))
        return self.protocol.settled(self.items, Showing(runs=self.settings.runs, order="as-written", arms=named))

    def conversations(self) -> list[Conversation]:
        """Return the questions, item by item."""
        arms = self.arms
        asked = self.protocol.conversations(self.items, self.showing)
        return [conversation for conversation in asked if conversation.arm in arms.get(conversation.item_id, ())]

    def results(self, decisions: Sequence[Decision]) -> dict[str, StageResult]:
        """Return what the decider's answers show of each item on which no answer is missing."""
        asked: dict[str, int] = defaultdict(int)
        for conversation in self.conversations():
            asked[conversation.item_id] += len(conversation.asked)
        by_id = {item.id: item for item in self.items}
        made: dict[str, dict[tuple[Arm, int], list[Decision]]] = defaultdict(lambda: defaultdict(list))
        for decision in decisions:
            made[decision.item_id][decision.arm, decision.turn].append(decision)
        return {
            item_id: self._result(by_id[item_id], made[item_id])
            for item_id, number in asked.items()
            if sum(map(len, made[item_id].values())) >= number
        }

    def _result(self, item: Item, made: Mapping[tuple[Arm, int], Sequence[Decision]]) -> StageResult:
        """Accept an item if enough runs give the right answer to each of its questions."""
        agreeing = {
            (arm, turn): sum(decision.decision == item.right_answer(arm, turn) for decision in decided)
            for (arm, turn), decided in made.items()
        }
        # One question without agreement is enough to reject an item.
        (arm, turn), fewest = min(agreeing.items(), key=lambda entry: entry[1])
        right = item.right_answer(arm, turn)
        right_answer = "the recorded answer" if right is None else item.scale_of(arm)[right]
        accepted = fewest >= self.settings.agreeing
        return StageResult(
            stage=DecisionStage.name,
            outcome=StageOutcome.ACCEPTED if accepted else StageOutcome.REJECTED,
            reason=f"{fewest} of {self.settings.runs} runs choose {right_answer} in the arm {arm}, which is right",
            evidence={"agreement": fewest / self.settings.runs},
        )
