"""A server on loopback, and models that ask it, closed after each test."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from probe.models import Gateway, OpenedModels, Prices, RetryPolicy, providers
from probe.models.collecting import BatchGateway
from probe.store import open_run
from probe.values import Answer, Message, ModelSpec, Request
from tests.models.memory import MemoryStore
from tests.server.batches import Batching
from tests.server.chat import ChatServer, ReceivedRequest, Reply, says

QUICK_RETRIES = RetryPolicy(first_wait=0.002, longest_wait=0.01, max_wait=0.3)
KEY = "sk-test-3f9Qx7Lm2Vb8"


def success(**fields: object) -> Reply:
    """Return the answer "fine", with these fields in its body."""
    body = says("fine").body
    assert isinstance(body, dict)
    return Reply(body=body | fields)


def question(text: str = "Which option? Option A or Option B?", **fields: Any) -> Request:
    return Request(purpose="decide", messages=(Message(role="user", content=text),), **fields)


@pytest.fixture
async def server() -> AsyncIterator[ChatServer]:
    async with ChatServer() as running:
        yield running


@pytest.fixture
def no_sdks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide the SDKs of extensions, as where only PROBE's own dependencies are installed."""
    monkeypatch.setattr(providers, "_installed", lambda _: False)


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


OpenModels = Callable[..., OpenedModels]


@pytest.fixture
async def open_models(server: ChatServer, store: MemoryStore) -> AsyncIterator[OpenModels]:
    """Return a maker of Models that ask the server, quickly patient, with a key in their environment."""
    async with AsyncExitStack() as stack:

        def make(**changes: Any) -> OpenedModels:
            environment = {"OPENAI_API_KEY": KEY, "GROQ_API_KEY": KEY, "GROQ_BASE_URL": server.url}
            settings: dict[str, Any] = {
                "base_url": server.url,
                "environment": environment,
                "prices": Prices.load(None, {}),
                "policy": QUICK_RETRIES,
            }
            models = OpenedModels(changes.pop("store", store), **{**settings, **changes})
            stack.push_async_callback(models.close)
            return models

        yield make


@pytest.fixture
def gateway(open_models: OpenModels) -> Gateway:
    opened_model = open_models().open(ModelSpec.parse("openai/m"))
    assert isinstance(opened_model, Gateway)
    return opened_model


BATCHED = ModelSpec.parse("openai/m?batch=24h")
TEXTS = [f"Which option, {n}?" for n in range(4)]
ALL = [f"re: {text}" for text in TEXTS]
"""The answers of a server that repeats the questions."""
Session = Callable[..., Any]
"""Begins a session: it opens the run's file and gives a gateway to the model."""


def echo(request: ReceivedRequest, number: int) -> Reply:
    return says(f"re: {request.body['messages'][0]['content']}")


async def outcomes(gateway: BatchGateway, texts: Sequence[str] = TEXTS) -> list[Answer | BaseException]:
    return await asyncio.gather(*(gateway.ask(question(text)) for text in texts), return_exceptions=True)


def texts_of(results: Sequence[Answer | BaseException]) -> list[str]:
    """Return the text of each answer, and the name of each error."""
    return [result.text if isinstance(result, Answer) else type(result).__name__ for result in results]


async def answers(session: Session, texts: Sequence[str] = TEXTS, **settings: Any) -> list[str]:
    """Ask all questions in a session of their own."""
    async with session(**settings) as gateway:
        return texts_of(await outcomes(gateway, texts))


@pytest.fixture
def batching(server: ChatServer) -> Batching:
    """Let the server answer batches, by repeating the questions."""
    server.behaviour = batching = Batching(echo)
    return batching


@pytest.fixture
def session(server: ChatServer, tmp_path: Path) -> Session:
    """Return a maker of sessions of one run: each opens the run's file and gives a gateway to the model."""

    @asynccontextmanager
    async def begin(
        spec: ModelSpec = BATCHED, prepare: Callable[[BatchGateway], None] = lambda _: None, **settings: Any
    ) -> AsyncIterator[BatchGateway]:
        environment = {"OPENAI_API_KEY": KEY, "GROQ_API_KEY": KEY}
        with open_run(tmp_path / "run", {"kind": "evaluate"}) as store:
            prices = Prices.load(None, {})
            models = OpenedModels(store, base_url=server.url, environment=environment, prices=prices, **settings)
            gateway = models.open(spec)
            assert isinstance(gateway, BatchGateway)
            gateway.quiet = 0.02
            gateway.batches = replace(gateway.batches, first_wait=0.001)
            prepare(gateway)
            yield gateway
            await models.close()

    return begin
