"""The decisions of simulated subjects, without a store or an evaluation around them."""

from collections.abc import Sequence
from typing import Any

from probe.prompts import load_prompts
from probe.protocols.base import ItemProtocol, Showing
from probe.values import About, Answer, Decision, Item, Message, ModelSpec, Request


def simulated_decisions(
    protocol: ItemProtocol[Any], items: Sequence[Item], subject: str, showing: Showing
) -> list[Decision]:
    """Hold all conversations with a simulated subject, and return the decisions that it was asked for."""
    prompts, asking = load_prompts(), protocol.asking(items, showing)
    answer = protocol.simulated(ModelSpec.parse(f"simulated/{subject}"), items)
    decisions: list[Decision] = []
    for held in protocol.conversations(items, showing):
        history, earlier = tuple[Message, ...](), list[Decision]()
        for number, turn in enumerate(held.turns):
            history += asking.question(prompts, turn.text_after(earlier), number)
            about = About(item_id=held.item_id, arm=held.arm, turn=number, exchanged=turn.exchanged)
            request = Request(
                purpose="decide",
                messages=history,
                run=held.run,
                mitigation=held.mitigation,
                about=about,
            )
            reply = answer(request) if turn.forced_answer is None else turn.forced_answer
            text = reply.text if isinstance(reply, Answer) else reply
            earlier += asking.decisions(held, number, text)
            history += (Message(role="assistant", content=text),)
        decisions += [decision for decision in earlier if decision.turn in held.asked_turns]
    return decisions
