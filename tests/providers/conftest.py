"""A server that speaks Anthropic's API, and models that the real SDK asks there."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from probe.models import OpenedModels, Prices, RetryPolicy
from probe.ports import RunFile
from probe.store import open_run
from probe.values import Message, ModelSpec, Request
from tests.server.chat import ChatServer
from tests.server.messages import Messages, says

KEY = "sk-ant-test-3f9Qx7Lm2Vb8"
QUICK_RETRIES = RetryPolicy(first_wait=0.002, longest_wait=0.01)
SPEC = ModelSpec.parse("anthropic/claude-test")

OpenGateway = Callable[..., Any]


def question(text: str = "Which option?", **fields: Any) -> Request:
    fields.setdefault("messages", (Message(role="user", content=text),))
    return Request(**{"purpose": "decide", **fields})


@pytest.fixture
async def server() -> AsyncIterator[ChatServer]:
    async with ChatServer() as chat_server:
        chat_server.behaviour = Messages(lambda _, __: says("Option A"))
        yield chat_server


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with open_run(tmp_path / "run", {"kind": "evaluate"}) as run:
        yield run


@pytest.fixture
async def open_gateway(server: ChatServer, store: RunFile) -> AsyncIterator[OpenGateway]:
    """Return a maker of gateways that ask the server."""
    async with AsyncExitStack() as stack:

        def open_by_name(name: str = str(SPEC), **settings: Any) -> Any:
            environment = {"ANTHROPIC_API_KEY": KEY}
            models = OpenedModels(
                store,
                base_url=server.url,
                environment=environment,
                prices=settings.pop("prices", Prices.load(None, {})),
                policy=QUICK_RETRIES,
                **settings,
            )
            stack.push_async_callback(models.close)
            return models.open(ModelSpec.parse(name))

        yield open_by_name
