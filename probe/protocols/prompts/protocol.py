"""The protocol of prompts: several wordings of one prompt, each as its author steers and in neutral words."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from pydantic import JsonValue

from probe.document import Grid
from probe.protocols.base import ItemProtocol, Showing, Simulated
from probe.protocols.conversation import Asking, Conversation, Turn
from probe.protocols.estimating import by_arm_and_run, means
from probe.protocols.prompts.item import ARMS, LETTERS, NEUTRAL, ORIGINAL, PLACEBO, PromptItem
from probe.protocols.prompts.simulated import simulated_subject
from probe.protocols.questions import LetterAsking, conversations_of
from probe.protocols.viewing import ComparedTexts, Part
from probe.values import About, Arm, Decision, ItemValue, Measure, ModelSpec

EXPLAINED_PROMPT, DIRECT_PROMPT = "decide", "decide_direct"
"""The prompts, which dilemmas have as well: both are choices between two options."""
SHIFT, FLOOR = "shift", "floor"
CONTRASTS = {SHIFT: ORIGINAL, FLOOR: PLACEBO}
"""The arm that each measure compares with the neutral one."""


class PromptProtocol(ItemProtocol[PromptItem]):
    """A user's own prompt in several wordings, with two options; ``probe check`` makes the items."""

    name = "prompts"
    item_type = PromptItem
    prompts = (EXPLAINED_PROMPT,)
    direct_prompts = (DIRECT_PROMPT,)
    answers_directly = True
    measures = (
        Measure.difference(
            SHIFT,
            "shift",
            "the share of answers that choose the first option, original wordings minus neutral ones",
            ("first option, original", "first option, neutral"),
        ),
        Measure.difference(
            FLOOR,
            "floor",
            "the same difference between the neutral wordings in other words and the neutral wordings",
            ("first option, placebo", "first option, neutral"),
        ),
    )
    noun = "wording"
    page = "wording"
    arm_order: ClassVar[tuple[Arm, ...]] = ARMS

    def conversations(self, items: Sequence[PromptItem], showing: Showing) -> Iterator[Conversation]:
        """Yield every text as it is shown."""

        def turns_of(item: PromptItem, arm: Arm, exchanged: bool, mitigation: str) -> tuple[Turn, ...]:
            return (Turn(item.question(arm, exchanged=exchanged), exchanged=exchanged),)

        return conversations_of(items, showing, turns_of)

    def asking(self, items: Sequence[PromptItem], showing: Showing) -> Asking:
        """Return how a prompt is asked: with an explanation, or for one letter."""
        return LetterAsking(DIRECT_PROMPT if showing.direct else EXPLAINED_PROMPT, direct=showing.direct)

    def labels(self, item: PromptItem, arm: Arm) -> str:
        """Return the letters of the options."""
        return LETTERS

    def decision_wording(self, item: PromptItem, about: About, decision: int) -> str:
        """Return how simulated subjects word a decision: the letter of the option as it is shown."""
        return f"Decision: Option {LETTERS[1 - decision if about.exchanged else decision]}"

    def shown(self, item: PromptItem, arm: Arm) -> JsonValue:
        """Return the text with its options."""
        return item.question(arm, exchanged=False) if arm in item.arms() else None

    def parts(self, item: PromptItem) -> tuple[Part, ...]:
        """Return the texts, to be compared, and the options."""
        texts = tuple((name, text) for name, text in self.texts(item).items())
        options = tuple(zip(LETTERS, item.scale, strict=True))
        return ComparedTexts("The texts", texts), Grid("The options", ("as written", "option"), options)

    def simulated(self, spec: ModelSpec, items: Sequence[PromptItem]) -> Simulated:
        """Return a subject that chooses the first option with a known probability."""
        return simulated_subject(spec, items)

    def values(self, items: Sequence[PromptItem], decisions: Sequence[Decision]) -> Iterator[ItemValue]:
        """Yield the shift of each wording, and the floor where it has a placebo, over the runs that both arms have."""
        for item, mitigation, shares in by_arm_and_run(items, decisions, _first_option):
            for measure, arm in CONTRASTS.items():
                if arm_means := means(shares, arm, NEUTRAL):
                    yield ItemValue.between(item.id, mitigation, measure, arm_means)


def _first_option(item: PromptItem, decision: Decision) -> float | None:
    """Return the probability of the first option, 0 or 1 where the answer was sampled; None if it was unreadable."""
    return None if decision.expected is None else 1 - decision.expected
