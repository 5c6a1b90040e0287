"""A turn with tools: the subject calls them until it decides, or its calls are used up."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from probe.answers import answer_or_note
from probe.calling import calls_in
from probe.ports import Model
from probe.protocols.conversation import Toolbox, exhausted_answer
from probe.values import Answer, Message, Request, ToolCall


@dataclass(frozen=True)
class TurnOutcome:
    """How a turn ended: its answer, the tool calls before it (None without tools), and the messages exchanged.

    ``exhausted``: the subject had no call left before it decided, so that the answer decides nothing.
    """

    answer: Answer
    calls: tuple[ToolCall, ...] | None = None
    messages: tuple[Message, ...] = ()
    exhausted: bool = False


async def use_tools(toolbox: Toolbox, subject: Model, request: Request, decides: Callable[[str], bool]) -> TurnOutcome:
    """Ask until a call of a tool decides, or an answer in words does (``decides``).

    Every result follows from the call alone, so a turn that was interrupted repeats itself from stored answers, and the
    first question without one is asked next.
    """
    messages: list[Message] = []
    previous_calls: list[ToolCall] = []
    call_count = 0
    while call_count < toolbox.limit:
        updates = {"messages": (*request.messages, *messages), "tools": toolbox.tools}
        answer = await subject.ask(request.model_copy(update=updates))
        text, calls = calls_in(answer, toolbox.tools)
        shown_text = answer_or_note(text)
        if not calls:
            if decides(answer.text):
                return TurnOutcome(Answer(text=answer.text), tuple(previous_calls), tuple(messages))
            call_count += 1
            # Words use up a call as well: a subject that never calls a tool would otherwise continue forever.
            messages += [Message(role="assistant", content=shown_text), Message(role="user", content=toolbox.reminder)]
            continue
        numbered_calls = _with_ids(calls[: toolbox.limit - call_count], len(messages)) if answer.calls else calls
        messages.append(Message(role="assistant", content=shown_text, calls=numbered_calls if answer.calls else ()))
        for call in numbered_calls:
            call_count += 1
            # IDs link the messages of a conversation, but say nothing about what the subject did.
            previous_calls.append(call.model_copy(update={"id": ""}))
            decision = toolbox.decision(call)
            if decision is not None:
                # Without the call that decides: the caller puts the decision in words in its place.
                return TurnOutcome(Answer(text=decision), tuple(previous_calls), tuple(messages[:-1]))
            result = toolbox.result(call, toolbox.limit - call_count)
            # Results of calls in plain text are messages of the user, since such models have no role for tools.
            messages.append(
                Message(role="tool", content=result, call_id=call.id)
                if answer.calls
                else Message(role="user", content=f"Result of {call.name}:\n{result}")
            )
    final_answer = Answer(text=exhausted_answer(toolbox.limit))
    return TurnOutcome(final_answer, tuple(previous_calls), tuple(messages), exhausted=True)


def _with_ids(calls: Sequence[ToolCall], position: int) -> tuple[ToolCall, ...]:
    """Return calls with our own ids: a model's may be missing or repeated, and differ between equal answers."""
    return tuple(call.model_copy(update={"id": f"call_{position}_{number}"}) for number, call in enumerate(calls))
