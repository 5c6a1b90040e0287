"""Batches of Claude's messages: sent once, collected by a later session, and never lost or paid for twice."""

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from probe.models import OpenedModels, Prices
from probe.models.collecting import BatchGateway
from probe.providers.anthropic.provider import LONGEST_ANSWER
from probe.store import open_run
from probe.store.batches import BatchTable
from probe.values import Answer, ModelSpec
from tests.providers.conftest import KEY, question
from tests.server.chat import ChatServer, ReceivedRequest, Reply
from tests.server.messages import Messages, SentMessages, fails, says

BATCH_SPEC = ModelSpec.parse("anthropic/claude-test?batch=24h")
TEXTS = [f"Which option, {n}?" for n in range(4)]
ANSWERS = [f"re: {text}" for text in TEXTS]


def echo(request: ReceivedRequest, _: int) -> Reply:
    return says(f"re: {request.body['messages'][0]['content']}")


@pytest.fixture
def batching(server: ChatServer) -> Messages:
    server.behaviour = batching = Messages(echo)
    return batching


@pytest.fixture
def session(server: ChatServer, tmp_path: Path) -> Callable[..., Any]:
    """Return a maker of sessions of one run, each of which gives a gateway to the model."""

    @asynccontextmanager
    async def begin(folder: str = "batched", **settings: Any) -> AsyncIterator[BatchGateway]:
        with open_run(tmp_path / folder, {"kind": "evaluate"}) as run:
            models = OpenedModels(
                run,
                base_url=server.url,
                environment={"ANTHROPIC_API_KEY": KEY},
                prices=Prices.load(None, {}),
                **settings,
            )
            gateway = models.open(BATCH_SPEC)
            assert isinstance(gateway, BatchGateway)
            gateway.quiet = 0.02
            gateway.batches = dataclasses.replace(gateway.batches, first_wait=0.001)
            yield gateway
            await models.close()

    return begin


async def outcomes(gateway: BatchGateway) -> list[str]:
    answers = await asyncio.gather(*(gateway.ask(question(text)) for text in TEXTS), return_exceptions=True)
    return [answer.text if isinstance(answer, Answer) else type(answer).__name__ for answer in answers]


async def test_a_batch_is_sent_once_and_collected_by_a_later_session(
    session: Callable[..., Any], batching: Messages
) -> None:
    async with session() as gateway:
        assert await outcomes(gateway) == ["PendingFault"] * 4
    async with session() as gateway:
        assert await outcomes(gateway) == ANSWERS
        assert gateway.notices() == (f"{BATCH_SPEC} ignores seed: calls omit it",)
    (batch,) = batching.batches.values()
    assert [call["params"]["max_tokens"] for call in batch.calls] == [LONGEST_ANSWER] * 4
    assert all(len(call["custom_id"]) == 64 for call in batch.calls)


@pytest.mark.parametrize("name", ["record_upload", "record_submission"])
async def test_a_session_killed_while_it_sends_loses_no_batch(
    session: Callable[..., Any], batching: Messages, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A batch whose name was not stored is found in the provider's list, after another batch."""

    class KilledError(BaseException):
        pass

    def die(*_: object) -> None:
        raise KilledError

    with monkeypatch.context() as patch:
        patch.setattr(BatchTable, name, die)
        async with session() as gateway:
            await outcomes(gateway)
    other_call = {"custom_id": "x", "params": {}}
    batching.batches["msgbatch_other"] = SentMessages("msgbatch_other", [other_call], datetime.now(UTC))
    async with session() as gateway:
        first = await outcomes(gateway)
    async with session() as gateway:
        assert (first if first == ANSWERS else await outcomes(gateway)) == ANSWERS
    sent_ids = [call["custom_id"] for batch in batching.batches.values() for call in batch.calls if call != other_call]
    assert len(sent_ids) == len(set(sent_ids)) == 4


@pytest.mark.parametrize("looks", [1, 3])
async def test_a_lost_batch_is_not_taken_for_that_of_another_model_with_as_many_calls(
    session: Callable[..., Any], batching: Messages, looks: int
) -> None:
    """Both are sent in the same minute, and the response to the second one is lost. No call is sent twice."""
    batching.looks = looks
    async with session() as gateway:
        await outcomes(gateway)
    (first,) = batching.batches.values()
    first.calls = [{"custom_id": f"other-{n}", "params": call["params"]} for n, call in enumerate(first.calls)]
    lost_requests: list[ReceivedRequest] = []

    def lose_response(request: ReceivedRequest) -> Reply | None:
        if request.method == "POST" and not lost_requests:
            lost_requests.append(request)
            batching._begin(request)
            return fails(500, "api_error", "the response is lost")
        return None

    batching.disturb = lose_response
    collected: list[str] = []
    for _ in range(8):
        async with session(folder="second") as gateway:
            collected = await outcomes(gateway)
    assert collected == ANSWERS
    assert len(batching.batches) == 2


async def test_calls_that_expired_are_sent_again_in_a_new_batch(
    session: Callable[..., Any], batching: Messages
) -> None:
    batching.ends = "expired"
    async with session() as gateway:
        await outcomes(gateway)
    batching.ends = "ended"
    for batch in batching.batches.values():
        batch.looks, batch.lines = 2, []
        batch.lines = [
            {"custom_id": call["custom_id"], "result": {"type": "expired"}} if n % 2 else batching._line(call, n)
            for n, call in enumerate(batch.calls)
        ]
    async with session() as gateway:
        collected = await outcomes(gateway)
    assert collected[::2] == ANSWERS[::2]
    assert collected[1::2] == ["PendingFault"] * 2
    async with session() as gateway:
        assert await outcomes(gateway) == ANSWERS
    assert [len(batch.calls) for batch in batching.batches.values()] == [4, 2]


async def test_a_cancelled_batch_ends_the_run_and_keeps_its_answers(
    session: Callable[..., Any], batching: Messages
) -> None:
    batching.ends = "canceled"
    async with session() as gateway:
        await outcomes(gateway)
    async with session() as gateway:
        collected = await outcomes(gateway)
    assert collected == [ANSWERS[0], "FatalModelFault", ANSWERS[2], "FatalModelFault"]


async def test_a_refused_parameter_in_a_batch_is_left_out_of_the_next_one(
    session: Callable[..., Any], batching: Messages
) -> None:
    def refuse_temperature(request: ReceivedRequest, number: int) -> Reply:
        is_refused = "temperature" in request.body
        message = "`temperature` is deprecated for this model."
        return fails(400, "invalid_request_error", message) if is_refused else echo(request, number)

    batching.behaviour, batching.looks = refuse_temperature, 1
    async with session() as gateway:
        assert await outcomes(gateway) == ANSWERS
    first, second = batching.batches.values()
    assert "temperature" in first.calls[0]["params"]
    assert "temperature" not in second.calls[0]["params"]
