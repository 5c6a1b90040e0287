"""The gateway against a real server: what is sent, what is stored, and what it never does twice."""

import asyncio

import pytest

from probe.models import Gateway
from probe.values import Answer, ModelSpec, Request
from tests.models.conftest import KEY, OpenModels, question
from tests.models.memory import MemoryStore
from tests.server.chat import ChatServer, fails, says


async def test_an_answer_is_stored_before_anybody_has_it(open_models: OpenModels) -> None:
    """A caller can rely on its answer being on disk: if the store fails, there is no answer."""

    class FullDisk(MemoryStore):
        def keep_answer(self, key: str, spec: ModelSpec, endpoint: str, request: Request, answer: Answer) -> None:
            raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        await open_models(store=FullDisk()).open(ModelSpec.parse("openai/m")).ask(question())


async def test_a_stored_answer_is_not_asked_for_again(
    open_models: OpenModels, server: ChatServer, store: MemoryStore
) -> None:
    """Another session on the same store makes no call, and marks the answer as stored."""
    spec = ModelSpec.parse("openai/m")
    first = await open_models().open(spec).ask(question())
    second_answer = await open_models().open(spec).ask(question())
    assert len(server.received) == 1
    assert (first.cached, second_answer.cached) == (False, True)
    assert second_answer.text == first.text
    assert store.kept[0][0] == question().key(server.url, "openai/m")


async def test_other_runs_attempts_models_and_providers_are_other_calls(
    open_models: OpenModels, server: ChatServer
) -> None:
    models = open_models()
    gateways = [models.open(ModelSpec.parse(name)) for name in ("openai/m", "openai/other", "groq/m")]
    for gateway in gateways:
        for request in (question(), question(run=1), question(attempt=1), question(temperature=1.0)):
            await gateway.ask(request)
    assert len(server.received) == 12


async def test_equal_questions_at_the_same_time_are_one_call(gateway: Gateway, server: ChatServer) -> None:
    """Single flight: the others get the answer of the first, and count as stored."""
    server.latency = 0.05
    answers = await asyncio.gather(*(gateway.ask(question()) for _ in range(20)))
    assert len(server.received) == 1
    assert sorted(answer.cached for answer in answers) == [False] + [True] * 19


async def test_a_caller_who_leaves_does_not_lose_the_call_for_others(gateway: Gateway, server: ChatServer) -> None:
    """The first of two equal questions is cancelled; the second still gets the one answer."""
    server.latency = 0.05
    first, second = (asyncio.create_task(gateway.ask(question())) for _ in range(2))
    await asyncio.sleep(0.02)
    first.cancel()
    assert (await second).text == "fine"
    assert first.cancelled()
    assert len(server.received) == 1


async def test_a_call_on_the_wire_is_stored_even_when_no_caller_waits(
    gateway: Gateway, server: ChatServer, store: MemoryStore
) -> None:
    """It is paid for: cancelled callers (an error elsewhere, Ctrl-C) do not throw its answer away."""
    server.latency = 0.05
    task = asyncio.create_task(gateway.ask(question()))
    await asyncio.sleep(0.02)
    task.cancel()
    await gateway.drain()
    assert [entry[-1].text for entry in store.kept] == ["fine"]


async def test_a_cancelled_call_is_neither_sent_nor_retried(open_models: OpenModels, server: ChatServer) -> None:
    """Queued calls of callers who left are dropped, and one that fails on the wire gets no second attempt."""
    server.follow(fails(500))
    server.latency = 0.05
    gateway = open_models(concurrency=1).open(ModelSpec.parse("openai/m"))
    tasks = [asyncio.create_task(gateway.ask(question(str(n)))) for n in range(5)]
    await asyncio.sleep(0.02)
    for task in tasks:
        task.cancel()
    await gateway.drain()
    assert len(server.received) == 1


async def test_never_more_calls_at_once_than_allowed(open_models: OpenModels, server: ChatServer) -> None:
    """All models of one endpoint share its concurrency."""
    server.latency = 0.01
    models = open_models(concurrency=4)
    gateways = [models.open(ModelSpec.parse(name)) for name in ("openai/m", "openai/other")]
    await asyncio.gather(*(gateway.ask(question(str(n))) for n in range(20) for gateway in gateways))
    assert server.peak == 4
    assert len(server.received) == 40


async def test_the_groq_sdk_is_a_second_way_to_a_server(open_models: OpenModels, server: ChatServer) -> None:
    """Its own SDK, key and path; the same gateway, so the same retries."""
    server.follow(fails(500), fails(429), says("from groq"))
    gateway = open_models(base_url=None).open(ModelSpec.parse("groq/llama-3.1-8b-instant"))
    assert (await gateway.ask(question())).text == "from groq"
    assert len(server.received) == 3
    assert server.received[-1].path.endswith("/openai/v1/chat/completions")
    assert "groq" in server.received[-1].headers["user-agent"].lower()
    assert server.received[-1].headers["authorization"] == f"Bearer {KEY}"
    assert gateway.endpoint == server.url


async def test_what_is_sent(gateway: Gateway, server: ChatServer) -> None:
    """The run index is the seed, top_p goes along where it is set, and no length is ever imposed."""
    await gateway.ask(question("hello", run=3, top_p=0.0))
    assert server.received[0].body == {
        "model": "m",
        "messages": [{"role": "user", "content": "hello"}],
        "temperature": 0.0,
        "seed": 3,
        "top_p": 0.0,
    }
