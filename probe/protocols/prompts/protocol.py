"""The protocol of prompts: several wordings of one prompt, each as its author steers and said neutrally."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar

from pydantic import JsonValue

from probe.protocols.base import ItemProtocol, Showing
from probe.protocols.conversation import Asking, Conversation
from probe.protocols.prompts.estimator import MEASURES, values
from probe.protocols.prompts.item import ARMS, LETTERS, PromptItem
from probe.protocols.prompts.showing import DIRECT, EXPLAINED, PromptAsking, conversations
from probe.protocols.prompts.simulated import simulated_subject
from probe.protocols.viewing import ComparedTexts, Grid, Part
from probe.values import About, Arm, Decision, ItemValue, ModelSpec, Request


class PromptProtocol(ItemProtocol[PromptItem]):
    """A user's own prompt in several wordings, with two options; ``probe check`` makes the items."""

    name = "prompts"
    prompts = (EXPLAINED,)
    direct_prompts = (DIRECT,)
    answers_directly = True
    measures = MEASURES
    noun = "wording"
    page = "wording"
    arm_order: ClassVar[tuple[Arm, ...]] = ARMS

    def read(self, content: Mapping[str, JsonValue]) -> PromptItem:
        """Return the item in one line of a dataset."""
        return PromptItem.model_validate(content)

    def conversations(self, items: Sequence[PromptItem], showing: Showing) -> Iterator[Conversation]:
        """Yield every text as it is shown."""
        return conversations(items, showing)

    def asking(self, items: Sequence[PromptItem], showing: Showing) -> Asking:
        """Return how a prompt is asked: with an explanation, or for one letter."""
        return PromptAsking(direct=showing.direct)

    def labels(self, item: PromptItem, arm: Arm) -> str:
        """Return the letters of the options."""
        return LETTERS

    def worded(self, item: PromptItem, about: About, decision: int) -> str:
        """Return how simulated subjects word a decision: the letter of the option as it is shown."""
        return f"Decision: Option {LETTERS[1 - decision if about.exchanged else decision]}"

    def shown(self, item: PromptItem, arm: Arm) -> JsonValue:
        """Return the text with its options."""
        return item.shown(arm)

    def parts(self, item: PromptItem) -> tuple[Part, ...]:
        """Return the texts, to be compared, and the options."""
        texts = tuple((name, text) for name, text in self.texts(item).items())
        options = tuple(zip(LETTERS, item.scale, strict=True))
        return ComparedTexts("The texts", texts), Grid("The options", ("as written", "option"), options)

    def simulated(self, spec: ModelSpec, items: Sequence[PromptItem]) -> Callable[[Request], str]:
        """Return a subject that chooses the first option with a known probability."""
        return simulated_subject(spec, items)

    def values(self, items: Sequence[PromptItem], decisions: Sequence[Decision]) -> Iterator[ItemValue]:
        """Yield the shift of each wording, and the floor where it has a placebo."""
        return values(items, decisions)
