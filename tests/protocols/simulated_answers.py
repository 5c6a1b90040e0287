"""The decisions of simulated subjects, without a store or an evaluation around them."""

from collections.abc import Sequence
from typing import Any

from probe.prompts import load_prompts
from probe.protocols.base import ItemProtocol, Showing
from probe.values import About, Answer, Decision, Item, Message, ModelSpec, Request


def simulated_decisions(
    protocol: ItemProtocol[Any], items: Sequence[Item], subject: str, showing: Showing
) -> list[Decision]:
    """Hold all conversations with a simulated subject, and return its decisions."""
    prompts, asking = load_prompts(), protocol.asking(items, showing)
    answer = protocol.simulated(ModelSpec.parse(f"simulated/{subject}"), items)
    decisions: list[Decision] = []
    for conversation in protocol.conversations(items, showing):
        history, earlier = tuple[Message, ...](), list[Decision]()
        for number, turn in enumerate(conversation.turns):
            history += asking.question(prompts, turn.text_after(earlier), number)
            about = About(item_id=conversation.item_id, arm=conversation.arm, turn=number, exchanged=turn.exchanged)
            request = Request(
                purpose="decide",
                messages=history,
                run=conversation.run,
                mitigation=conversation.mitigation,
                about=about,
            )
            reply = answer(request) if turn.forced_answer is None else turn.forced_answer
            text = reply.text if isinstance(reply, Answer) else reply
            earlier += asking.decisions(conversation, number, text)
            history += (Message(role="assistant", content=text),)
        decisions += [decision for decision in earlier if decision.turn in conversation.sent_messages]
    return decisions
