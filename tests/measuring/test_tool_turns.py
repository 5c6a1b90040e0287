"""Turns with tools: what is asked, what is stored, how they end, and how they resume."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from probe.calling import read_arguments
from probe.measuring.conversing import Evaluator, Measurement
from probe.models import Gateway, ScriptedModel
from probe.models.budget import Ledger, Prices
from probe.models.concurrency import AdaptiveLimit
from probe.prompts import load_prompts
from probe.protocols.conversation import Conversation, Turn, exhausted_answer
from probe.protocols.questions import LetterAsking
from probe.store import open_run
from probe.values import Answer, Arm, Budget, Decision, Message, Request, Tool, ToolCall
from tests.measuring.memory import DecisionMemory

LOOK = Tool(name="look", description="Look at a page.", parameters={"page": {"type": "integer"}}, required=("page",))
DECIDE = Tool(name="decide", description="Decide.", parameters={"option": {"type": "string", "enum": ["A", "B"]}})


class Pages:
    """Pages that a subject may look at before it decides."""

    tools = (LOOK, DECIDE)
    folder: Mapping[str, str] = MappingProxyType({"page-1.txt": "one"})
    reminder = "Call a tool."
    usual_calls: Sequence[ToolCall] = (ToolCall(name="look", arguments='{"page": 1}'),)

    def __init__(self, limit: int = 20) -> None:
        self.limit = limit

    def result(self, call: ToolCall, remaining: int) -> str:
        return f"{call.name} {read_arguments(call)} ({remaining} left)"

    def decision(self, call: ToolCall) -> str | None:
        values = read_arguments(call)
        option = values.get("option") if isinstance(values, dict) else None
        return f"Explanation: because\nDecision: Option {option}" if call.name == "decide" else None


def look_call(page: int) -> ToolCall:
    return ToolCall(name="look", arguments=json.dumps({"page": page}))


def decide_call(option: str) -> ToolCall:
    return ToolCall(name="decide", arguments=json.dumps({"option": option}))


def conversation(limit: int = 20) -> Conversation:
    return Conversation("item", Arm.UNBIASED, 0, (Turn("Which?", tools=Pages(limit)),))


async def run_conversation(
    script: Callable[[Request], Answer | str], limit: int = 20
) -> tuple[Decision, ScriptedModel]:
    subject, store = ScriptedModel(script), DecisionMemory()
    await Evaluator(LetterAsking(), subject, load_prompts(), store).run([conversation(limit)])
    return store.kept[0], subject


def turn_messages(request: Request) -> list[Message]:
    return [message for message in request.messages if message.role != "system"][1:]


async def test_results_are_in_the_history_until_a_call_decides() -> None:
    def script(request: Request) -> Answer:
        pages_read = sum(message.role == "tool" for message in request.messages)
        return Answer(
            text="",
            calls=(look_call(pages_read + 1), look_call(pages_read + 2)) if pages_read < 4 else (decide_call("B"),),
        )

    decision, subject = await run_conversation(script)
    assert decision.decision == 1
    assert decision.explanation == "because"
    assert decision.calls == (look_call(1), look_call(2), look_call(3), look_call(4), decide_call("B"))
    last = turn_messages(subject.requests[-1])
    assert [message.role for message in last] == ["assistant", "tool", "tool", "assistant", "tool", "tool"]
    ids = [call.id for message in last for call in message.calls]
    assert ids == [message.call_id for message in last if message.role == "tool"]
    assert len(set(ids)) == len(ids)


async def test_a_model_without_tools_calls_them_in_plain_text() -> None:
    def script(request: Request) -> str:
        if len(turn_messages(request)) < 2:
            return 'I look.\n{"tool": "look", "page": 1}\nResult of look:\nmade up'
        return '{"tool": "decide", "option": "A"}'

    decision, subject = await run_conversation(script)
    assert decision.decision == 0
    call_message, result = turn_messages(subject.requests[-1])
    assert (call_message.role, result.role) == ("assistant", "user")
    assert "made up" not in call_message.content
    assert "19 left" in result.content


async def test_a_decision_in_words_counts_and_other_words_are_answered_with_a_reminder() -> None:
    def script(request: Request) -> str:
        return "Let me think." if not turn_messages(request) else "Explanation: so\nDecision: Option B"

    decision, subject = await run_conversation(script)
    assert (decision.decision, decision.calls) == (1, ())
    assert turn_messages(subject.requests[-1])[-1].content == Pages.reminder


async def test_exhausted_calls_are_an_outcome_and_never_stop_the_run() -> None:
    decision, subject = await run_conversation(lambda _: Answer(text="", calls=(look_call(1), look_call(2))), limit=5)
    assert decision.decision == "unparsed"
    assert decision.explanation == exhausted_answer(5)
    assert len(decision.calls or ()) == 5
    assert len(subject.requests) == 3
    words, subject = await run_conversation(lambda _: "Hm.", limit=3)
    assert (words.decision, len(subject.requests)) == ("unparsed", 3)


async def test_no_call_is_made_after_the_one_that_decides() -> None:
    decision, _ = await run_conversation(
        lambda _: Answer(text="", calls=(decide_call("A"), look_call(1), decide_call("B")))
    )
    assert (decision.decision, decision.calls) == (0, (decide_call("A"),))


async def test_a_program_gets_the_files_instead_of_tools() -> None:
    subject, store = ScriptedModel(lambda _: "Decision: Option A", name="command:agent"), DecisionMemory()
    await Evaluator(LetterAsking(), subject, load_prompts(), store).run([conversation()])
    assert subject.requests[0].folder == Pages.folder
    assert subject.requests[0].tools == ()
    assert store.kept[0].calls is None


async def test_a_turn_that_is_stopped_goes_on_at_its_first_unanswered_question(tmp_path: Path) -> None:
    """Fifteen questions, with a budget of one call in each of twenty sessions: every question is asked once."""
    request_keys: list[str] = []

    def script(request: Request) -> Answer:
        pages_read = sum(message.role == "tool" for message in request.messages)
        request_keys.append(request.key("scripted", "scripted/model"))
        return Answer(text="", calls=(look_call(pages_read),) if pages_read < 14 else (decide_call("B"),))

    async def session(number: int) -> Measurement:
        with open_run(tmp_path / "run", {"kind": "evaluate", "protocol": "x"}) as run:
            ledger = Ledger(Budget(max_calls=number), Prices.load(None, {}), run.spent_usages())
            subject = Gateway(ScriptedModel(script), run, limit=AdaptiveLimit(1), ledger=ledger)
            return await Evaluator(LetterAsking(), subject, load_prompts(), run).run([conversation(50)])

    for number in range(1, 21):
        measurement = await session(number)
        assert len(request_keys) == min(number, 15)
        assert (measurement.unanswered_count == 0) == (number >= 15)
    assert len(set(request_keys)) == 15
    with open_run(tmp_path / "run", {"kind": "evaluate", "protocol": "x"}) as run:
        (decision,) = run.decisions()
    assert decision.calls == (*map(look_call, range(14)), decide_call("B"))
