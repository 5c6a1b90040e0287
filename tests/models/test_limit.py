"""Calls side by side: up to a ceiling, halved when the endpoint is busy, growing again."""

import asyncio

from probe.models.concurrency import AdaptiveLimit
from probe.values import ModelSpec
from tests.models.conftest import OpenModels, question
from tests.server.chat import ChatServer, fails, says


async def test_a_burst_of_429s_halves_the_limit_once() -> None:
    """Results of calls that began before the cut say nothing about the smaller limit."""
    limit = AdaptiveLimit(16)
    slots = [await limit.acquire() for _ in range(16)]
    for slot in slots:
        limit.record_busy(slot)
        limit.release()
    assert limit.current == 8
    limit.record_busy(await limit.acquire())
    assert limit.current == 4


async def test_success_grows_the_limit_up_to_its_ceiling() -> None:
    limit = AdaptiveLimit(4)
    limit.record_busy(await limit.acquire())
    assert limit.current == 2
    for _ in range(100):
        limit.record_success()
    assert limit.current == 4


async def test_the_limit_is_never_below_one() -> None:
    limit = AdaptiveLimit(2)
    for _ in range(10):
        limit.record_busy(await limit.acquire())
        limit.release()
    assert limit.current == 1


async def test_waiting_callers_are_served_in_turn_and_may_leave() -> None:
    """One that leaves before or just after it was given a slot takes none with it."""
    limit = AdaptiveLimit(1)
    await limit.acquire()
    order: list[str] = []

    async def call(name: str) -> None:
        await limit.acquire()
        order.append(name)

    calls = {name: asyncio.create_task(call(name)) for name in "abcd"}
    await asyncio.sleep(0)
    calls["a"].cancel()
    await asyncio.sleep(0)
    limit.release()
    calls["b"].cancel()
    await asyncio.wait([calls["c"]], timeout=5)
    assert order == ["c"]
    limit.release()
    await asyncio.wait([calls["d"]], timeout=5)
    assert order == ["c", "d"]


async def test_a_server_with_room_for_four_is_found_out(open_models: OpenModels, server: ChatServer) -> None:
    """It sends 429 whenever a fifth call is under way; everything is answered, with few calls turned away."""
    server.behaviour = lambda _, __: fails(429) if server.active > 4 else says("fine")
    server.latency = 0.005
    gateway = open_models(concurrency=16).open(ModelSpec.parse("openai/m"))
    answers = await asyncio.gather(*(gateway.ask(question(str(n))) for n in range(200)))
    assert {answer.text for answer in answers} == {"fine"}
    assert len(server.received) < 400
