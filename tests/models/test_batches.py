"""Calls in batches: sent once, collected later, whatever happens to the client or the provider in between."""

import asyncio
from typing import Any

import pytest

from probe.errors import BudgetError, FatalModelFault, PendingFault
from probe.models.batches import BatchEndpoint
from probe.store.batches import BatchTable
from probe.values import Answer, Budget, ModelSpec
from tests.models.conftest import ALL, TEXTS, Session, answers, echo, outcomes, question, texts_of
from tests.server.batches import Batching
from tests.server.chat import ChatServer, ReceivedRequest, Reply


async def test_a_wave_of_calls_is_one_batch_that_a_later_session_collects(session: Session, batching: Batching) -> None:
    """The first session sends and does not wait; the second one collects, and asks nothing again."""
    async with session() as gateway:
        results = await outcomes(gateway, [*TEXTS, TEXTS[0]])
        assert texts_of(results) == ["PendingFault"] * 5
        assert "batch_0 is pending" in str(results[0])
        assert "0 of 4 calls" in str(results[0])
        assert isinstance(results[0], PendingFault)
        assert results[0].exit_code == 4
    assert await answers(session) == ALL
    assert len(batching.batches) == 1
    assert set(batching.sent.values()) == {1}
    (batch,) = batching.batches.values()
    assert [call["url"] for call in batch.calls] == ["/v1/chat/completions"] * 4
    assert {call["method"] for call in batch.calls} == {"POST"}
    assert {call["body"]["model"] for call in batch.calls} == {"m"}
    assert all(len(call["custom_id"]) == 64 for call in batch.calls)


async def test_a_batch_that_ends_at_once_is_answered_in_the_same_session(session: Session, batching: Batching) -> None:
    """Its answers are counted once, as made in this session."""
    batching.looks = 1
    async with session() as gateway:
        assert texts_of(await outcomes(gateway)) == ALL
        assert gateway.ledger.usage().calls == 4
    async with session() as gateway:
        assert texts_of(await outcomes(gateway)) == ALL
        assert gateway.ledger.usage().calls == 4
    assert len(batching.batches) == 1


async def test_groq_has_the_same_endpoints_below_its_own_path(session: Session, server: ChatServer) -> None:
    """The addresses are those of its chat completions."""
    server.behaviour = batching = Batching(echo)
    assert await answers(session, spec=ModelSpec.parse("groq/m?batch=7d")) == ["PendingFault"] * 4
    assert await answers(session, spec=ModelSpec.parse("groq/m?batch=7d")) == ALL
    assert all("/openai/v1/" in request.path for request in server.received)
    assert len(batching.batches) == 1


class KilledError(BaseException):
    """Stands for a kill: nothing of the process goes on after it."""


STORED = ("prepare", "record_upload", "record_submission", "collect")
STAGES = [
    *((BatchTable, name, when) for name in STORED for when in (0, 1)),
    *((BatchEndpoint, name, when) for name in ("upload", "create", "state", "results") for when in (0, 1)),
]


@pytest.mark.parametrize(
    ("owner", "name", "after"), STAGES, ids=[f"{s[1]}-{'after' if s[2] else 'before'}" for s in STAGES]
)
async def test_killed_at_any_stage_nothing_is_lost_or_sent_twice(
    session: Session, batching: Batching, monkeypatch: pytest.MonkeyPatch, owner: type, name: str, after: int
) -> None:
    """Each call is in exactly one batch and is answered in the end, wherever the first session is killed."""
    kill_event = asyncio.Event()
    original = getattr(owner, name)

    def die() -> None:
        monkeypatch.setattr(owner, name, original)
        kill_event.set()
        raise KilledError

    async def kill_in_coroutine(*arguments: Any) -> Any:
        if after:
            await original(*arguments)
        die()

    def kill_at_once(*arguments: Any) -> Any:
        if after:
            original(*arguments)
        die()

    monkeypatch.setattr(owner, name, kill_in_coroutine if owner is BatchEndpoint else kill_at_once)
    for _ in range(4):
        async with session() as gateway:
            task = asyncio.create_task(outcomes(gateway))
            end = asyncio.create_task(kill_event.wait())
            await asyncio.wait([task, end], return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                task.cancel()
                gateway._resuming, gateway._sending = None, set()
            elif texts_of(task.result()) == ALL:
                break
            end.cancel()
            kill_event.clear()
    assert texts_of(task.result()) == ALL
    assert list(batching.sent.values()) == [1] * 4


async def test_a_lost_response_to_the_creation_does_not_make_a_second_batch(
    session: Session, batching: Batching
) -> None:
    """The batch is found in the provider's list, on its second page, by its file."""
    batching.page, batching.older = 2, 3

    def drop_connection(request: ReceivedRequest) -> Reply | None:
        if request.method == "POST" and request.path.endswith("/batches") and not batching.batches:
            batching.begin(request.body["input_file_id"])
            return Reply(breaks="dropped")
        return None

    batching.disturb = drop_connection
    assert await answers(session) == ["PendingFault"] * 4
    assert await answers(session) == ALL
    assert len(batching.batches) == 1


async def test_an_interrupted_session_sends_nothing_that_was_not_on_its_way(
    session: Session, batching: Batching
) -> None:
    """Callers that leave before their calls are sent leave no batch and no reservation."""
    async with session(prepare=lambda gateway: setattr(gateway, "quiet", 60)) as gateway:
        task = asyncio.create_task(outcomes(gateway))
        while gateway.ledger.pending < 4:  # noqa: ASYNC110 - nothing announces it
            await asyncio.sleep(0.001)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not gateway.ledger.pending
    assert not batching.files


async def test_an_expired_batch_keeps_what_was_answered_and_sends_the_rest_again(
    session: Session, batching: Batching
) -> None:
    """Every second call was answered; the next command sends the others in a new batch."""
    batching.ends = "expired"
    await answers(session)
    async with session() as gateway:
        answer_texts = texts_of(await outcomes(gateway))
        assert sorted(answer_texts).count("PendingFault") == 2
        assert any("2 calls of batch batch_0 (expired)" in line for line in gateway.notices())
    batching.ends = "completed"
    assert await answers(session) == ALL
    assert sorted(batching.sent.values()) == [1, 1, 2, 2]


async def test_a_cancelled_batch_stops_the_run_and_keeps_what_was_answered(
    session: Session, batching: Batching
) -> None:
    """Someone has cancelled it on purpose, so the rest is sent only if the command is run once more."""
    batching.ends = "cancelled"
    await answers(session)
    async with session() as gateway:
        results = await outcomes(gateway)
        assert sum(isinstance(result, Answer) for result in results) == 2
        faults = [result for result in results if isinstance(result, FatalModelFault)]
        assert len(faults) == 2
        assert "run the same command again" in str(faults[0])
    assert len(batching.batches) == 1


async def test_a_rejected_batch_is_reported_with_the_reason_of_the_provider(
    session: Session, batching: Batching
) -> None:
    """The command that notices it ends; the next command sends a new batch."""
    batching.ends = "failed"
    await answers(session)
    async with session() as gateway:
        with pytest.raises(FatalModelFault, match=r"batch_0 \(token_limit_exceeded: Enqueued token"):
            await gateway.ask(question(TEXTS[0]))
    batching.ends = "completed"
    for expected in (["PendingFault"] * 4, ALL):
        assert await answers(session) == expected


async def test_limits_count_pending_calls(session: Session, batching: Batching) -> None:
    """What a budget covers is sent; pending calls of an earlier session use it up as well."""
    budget = Budget(max_calls=3)
    async with session(budget=budget) as gateway:
        assert sorted(set(texts_of(await outcomes(gateway)))) == ["BudgetError", "PendingFault"]
    assert sum(batching.sent.values()) == 3
    async with session(budget=budget) as gateway:
        batching.looks = 100
        assert gateway.ledger.usage().calls == 0
        with pytest.raises(BudgetError):
            await gateway.ask(question("another"))
    batching.looks = 3
    assert await answers(session, budget=Budget(max_calls=4)) == [*ALL[:3], "PendingFault"]
    assert list(batching.sent.values()) == [1] * 4


async def test_money_limits_count_pending_calls(session: Session, batching: Batching) -> None:
    """Each pending call reserves its worst case until it is answered."""
    spec = ModelSpec.parse("openai/gpt-4o?batch=24h&max_tokens=100000")
    budget = Budget(max_usd=1.25)  # a call costs up to $0.50 at the price of batches
    async with session(spec, budget=budget) as gateway:
        answer_texts = texts_of(await outcomes(gateway))
        pending_count = answer_texts.count("PendingFault")
        assert 1 <= pending_count < 4
        assert answer_texts.count("BudgetError") == 4 - pending_count
    async with session(spec, budget=budget) as gateway:
        batching.looks = 100
        with pytest.raises(BudgetError, match="reserved for pending batches"):
            await gateway.ask(question("another"))
    assert sum(batching.sent.values()) == pending_count
