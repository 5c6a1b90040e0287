"""A server on loopback, and models that ask it, closed after each test."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest

from probe.models import Gateway, OpenedModels, Prices, RetryPolicy, providers
from probe.values import Message, ModelSpec, Request
from tests.models.memory import MemoryStore
from tests.server.chat import ChatServer

QUICK = RetryPolicy(first_wait=0.002, longest_wait=0.01, max_wait=0.3)
KEY = "sk-test-3f9Qx7Lm2Vb8"


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
                "policy": QUICK,
            }
            models = OpenedModels(changes.pop("store", store), **{**settings, **changes})
            stack.push_async_callback(models.close)
            return models

        yield make


@pytest.fixture
def gateway(open_models: OpenModels) -> Gateway:
    opened = open_models().open(ModelSpec.parse("openai/m"))
    assert isinstance(opened, Gateway)
    return opened
