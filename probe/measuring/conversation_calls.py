"""The calls that conversations take, before any of them is held."""

import json
from collections.abc import Callable, Sequence
from functools import partial

from probe.asking import CHARACTERS_PER_TOKEN, SHORT_ANSWER, Calls, question_tokens
from probe.calling import definitions
from probe.measuring.conversing import Conditions
from probe.measuring.mitigations import PLAIN, mitigated
from probe.prompts import Prompts
from probe.protocols.conversation import Asking, Conversation, Toolbox
from probe.values import Decision, Message


async def conversation_calls(
    asking: Asking,
    prompts: Prompts,
    under: Conditions,
    conversations: Sequence[Conversation],
    *,
    role: str,
    direct: bool = False,
    confidence: bool = False,
) -> list[Calls]:
    """Return the calls of conversations, those of their mitigations included; a history has answers of usual length."""
    calls: list[Calls] = []

    def count(purpose: str, messages: tuple[Message, ...]) -> None:
        answer = 1 if direct and purpose == "decide" else SHORT_ANSWER
        calls.append(Calls(purpose, role, 1, question_tokens(messages), answer))

    async def ask(messages: tuple[Message, ...]) -> str:
        count("mitigate", messages)
        return supposed

    supposed = "x" * round(SHORT_ANSWER * CHARACTERS_PER_TOKEN)
    for conversation in conversations:
        material, strategy = under.material.get(conversation.item_id, {}), under.strategies[conversation.mitigation]
        history: tuple[Message, ...] = ()
        decided: list[Decision] = []
        for number, turn in enumerate(conversation.turns):
            question = partial(_question, asking, prompts, number)
            part = PLAIN if turn.fresh else strategy
            shown = await mitigated(part, turn.text_after(decided), question, material, ask, first=number == 0)
            history = shown if turn.fresh else history + shown
            if turn.tools is not None:
                history = _with_tools(turn.tools, history, partial(count, "decide"))
            elif turn.forced is None:
                count("decide", history)
            reply = supposed if turn.forced is None else turn.forced
            history += (Message(role="assistant", content=reply),)
            if confidence:
                count("confidence", history + prompts.fill("confidence"))
            decided += asking.decisions(conversation, number, reply)
    return calls


def _with_tools(
    toolbox: Toolbox, history: tuple[Message, ...], count: Callable[[tuple[Message, ...]], None]
) -> tuple[Message, ...]:
    """Count the questions of a subject that reads everything once, and return the history before it decides.

    Each question repeats what was read before it. The definitions of the tools are sent with each as well.
    """
    defined = Message(role="system", content=json.dumps(definitions(toolbox.tools)))
    for number, call in enumerate(toolbox.usual):
        count((defined, *history))
        result = toolbox.result(call, toolbox.limit - number - 1)
        history += (Message(role="assistant", content=call.arguments), Message(role="user", content=result))
    return history


def _question(asking: Asking, prompts: Prompts, number: int, text: str) -> tuple[Message, ...]:
    return asking.question(prompts, text, number)
