"""An HTTP server on loopback that speaks chat completions and can fail in every way that providers do."""

import asyncio
import json
import math
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, Self


@dataclass(frozen=True)
class ReceivedRequest:
    """A request as it arrived."""

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]
    method: str = "POST"
    data: bytes = b""


@dataclass(frozen=True)
class Reply:
    """What the server sends back; ``breaks`` closes the connection before or in the middle of the body.

    ``raw`` are bytes that are sent instead of a response, ``pause`` seconds apart, before the connection is closed.
    """

    status: int = 200
    body: object = None
    headers: Mapping[str, str] = field(default_factory=dict)
    breaks: Literal["", "dropped", "truncated"] = ""
    raw: Iterable[bytes] | None = None
    pause: float = 0

    def data(self) -> bytes:
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


def logprobs_of(*tokens: Mapping[str, float]) -> dict[str, object]:
    """Return the log-probabilities of an answer's tokens, as OpenAI's API has them, from probabilities by token."""
    content = []
    for chances in tokens:
        top = [{"token": token, "logprob": math.log(chance), "bytes": None} for token, chance in chances.items()]
        content.append({**top[0], "top_logprobs": top})
    return {"content": content, "refusal": None}


def says(text: str | None, finish: str = "stop", logprobs: object = None, **message: object) -> Reply:
    """Return a completion with ``text``, as OpenAI's API has it."""
    return Reply(
        body={
            "id": "c",
            "object": "chat.completion",
            "created": 0,
            "model": "m",
            "choices": [
                {
                    "index": 0,
                    "finish_reason": finish,
                    "message": {"role": "assistant", "content": text} | message,
                    "logprobs": logprobs,
                }
            ],
            "usage": {"prompt_tokens": 10, "completion_tokens": 3, "total_tokens": 13},
        }
    )


def fails(status: int, message: str = "injected", headers: Mapping[str, str] | None = None, **fields: object) -> Reply:
    """Return an error, as OpenAI's API has it."""
    return Reply(status, {"error": {"message": message, "type": "injected"} | fields}, headers or {})


Behaviour = Callable[[ReceivedRequest, int], Reply]
"""Returns the reply to the n-th request (from 0)."""


@contextmanager
def serving(behaviour: Behaviour, port: int = 0) -> Iterator["ChatServer"]:
    """Run a server in a separate thread, for tests and commands without a running event loop."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="chat server", daemon=True)
    thread.start()
    server = ChatServer(port)
    server.behaviour = behaviour
    asyncio.run_coroutine_threadsafe(server.__aenter__(), loop).result(10)
    try:
        yield server
    finally:
        asyncio.run_coroutine_threadsafe(server.__aexit__(), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)


class ChatServer:
    """Answers on 127.0.0.1 with what ``behaviour`` returns, after ``latency`` seconds; records every request."""

    def __init__(self, port: int = 0) -> None:
        self.behaviour: Behaviour = lambda _, __: says("fine")
        self.latency = 0.0
        self.received: list[ReceivedRequest] = []
        self.arrived = asyncio.Event()
        self.active = 0
        self.peak = 0
        self._port = port
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()

    @property
    def url(self) -> str:
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/v1"

    def follow(self, *replies: Reply) -> None:
        """Send ``replies`` in turn, the last one forever."""
        self.behaviour = lambda _, number: replies[min(number, len(replies) - 1)]

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connection, "127.0.0.1", self._port)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for writer in self._writers:
            writer.close()

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            while await self._request(reader, writer):
                pass
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self._writers.discard(writer)
            writer.close()

    async def _request(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        data = await reader.readexactly(int(headers.get("content-length", 0)))
        body = json.loads(data) if headers.get("content-type", "").startswith("application/json") and data else {}
        method, path, _ = lines[0].split(" ")
        request = ReceivedRequest(path, headers, body, method, data)
        number = len(self.received)
        self.received.append(request)
        self.arrived.set()
        self.active += 1
        self.peak = max(self.peak, self.active)
        try:
            await asyncio.sleep(self.latency)
            return await self._send(writer, self.behaviour(request, number))
        finally:
            self.active -= 1

    async def _send(self, writer: asyncio.StreamWriter, reply: Reply) -> bool:
        if reply.breaks == "dropped":
            writer.transport.abort()
            return False
        if reply.raw is not None:
            for chunk in reply.raw:
                writer.write(chunk)
                await writer.drain()
                await asyncio.sleep(reply.pause)
            return False
        data = reply.data()
        header_lines = "".join(f"{name}: {value}\r\n" for name, value in reply.headers.items())
        status_line = f"HTTP/1.1 {reply.status} X\r\n"
        head = f"{status_line}Content-Type: application/json\r\nContent-Length: {len(data)}\r\n{header_lines}\r\n"
        if reply.breaks == "truncated":
            data = data[: len(data) // 2]
        writer.write(head.encode() + data)
        await writer.drain()
        return reply.breaks == ""
