"""A local model in workers: each owns the model, and answers a chunk of questions at a time."""

import asyncio
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import count
from typing import Any, Protocol

from probe.errors import ModelFault
from probe.models.local.process import Reply, checked_reply, library_settings
from probe.models.local.source import WeightsSource
from probe.models.local.worker import BATCH, GATHERING_SECONDS, AnsweringThreads
from probe.workers.child import reason


class SharedWorkers(Protocol):
    """Workers that own the same model."""

    @property
    def workers(self) -> int:
        """The number of workers."""

    async def answer(self, chunk: Sequence[Mapping[str, Any]]) -> Sequence[Reply]:
        """Return the replies to some questions, in their order."""

    def close(self) -> None:
        """End every worker."""


@dataclass(frozen=True)
class _QueuedQuestion:
    question: Mapping[str, Any]
    reply: Future[Reply]


class ModelWorkers:
    """Gives questions to workers in chunks, in the order in which they come. It belongs to one event loop.

    Chunks are small while few questions wait, so that every worker has some.
    """

    def __init__(self, source: WeightsSource, pool: SharedWorkers) -> None:
        self._source, self._pool = source, pool
        self._waiting: list[_QueuedQuestion] = []
        self._changed = asyncio.Event()
        self._free_count = pool.workers
        self._serving_tasks = [asyncio.create_task(self._serve()) for _ in range(pool.workers)]

    def ask(self, question: Mapping[str, Any]) -> Future[Reply]:
        """Queue a question; the future has the reply, or the error that prevents it."""
        queued_question = _QueuedQuestion(dict(question), Future())
        self._waiting.append(queued_question)
        self._changed.set()
        return queued_question.reply

    def close(self) -> None:
        """End the workers at once; pending questions are abandoned."""
        for task in self._serving_tasks:
            task.cancel()
        self._pool.close()

    async def _serve(self) -> None:
        """Keep one worker busy."""
        while True:
            if not self._waiting:
                self._changed.clear()
                await self._changed.wait()
                await asyncio.sleep(GATHERING_SECONDS)  # further questions come at the same time
            elif chunk := self._next_chunk():
                self._free_count -= 1
                await self._answer(chunk)
                self._free_count += 1

    def _next_chunk(self) -> list[_QueuedQuestion]:
        size = min(BATCH, -(-len(self._waiting) // self._free_count))
        chunk, self._waiting = self._waiting[:size], self._waiting[size:]
        return [queued_question for queued_question in chunk if not queued_question.reply.cancelled()]

    async def _answer(self, chunk: Sequence[_QueuedQuestion]) -> None:
        try:
            replies = await self._pool.answer([queued_question.question for queued_question in chunk])
        except Exception as error:  # noqa: BLE001 - raised where the replies are awaited
            for queued_question in chunk:
                with suppress(InvalidStateError):  # the caller was cancelled
                    queued_question.reply.set_exception(error)
            return
        for queued_question, reply in zip(chunk, replies, strict=True):
            with suppress(InvalidStateError):
                try:
                    queued_question.reply.set_result(checked_reply(reply, self._source))
                except ModelFault as fault:
                    queued_question.reply.set_exception(fault)


class OwnedModel:
    """A model in a worker's own process."""

    def __init__(self, answering_threads: AnsweringThreads, replies: dict[int, asyncio.Future[Reply]]) -> None:
        self._answering_threads, self._replies, self._numbers = answering_threads, replies, count(1)

    async def answer(self, questions: Sequence[Mapping[str, Any]]) -> list[Reply]:
        """Return the replies to some questions, in their order."""
        loop, numbered_questions = asyncio.get_running_loop(), list(zip(self._numbers, questions, strict=False))
        futures = [self._replies.setdefault(number, loop.create_future()) for number, _ in numbered_questions]
        for number, question in numbered_questions:
            self._answering_threads.ask({"number": number, **question})
        return await asyncio.gather(*futures)


@asynccontextmanager
async def open_model(source: WeightsSource, device: str) -> AsyncIterator[OwnedModel]:
    """Load the model in this process, with one thread. Raises InputError or MissingError if that fails."""
    os.environ |= library_settings(hub=source.path is None)
    loop, replies = asyncio.get_running_loop(), dict[int, asyncio.Future[Reply]]()

    def send(reply: Reply) -> None:
        loop.call_soon_threadsafe(replies.pop(reply["number"]).set_result, reply)

    try:
        from probe.models.local.loading import load

        answering_threads = AnsweringThreads(load(**source.settings, device=device), send, blocks=True)
        answering_threads.begin(threads=1)
    except Exception as error:
        raise source.not_loaded(reason(error)) from error
    yield OwnedModel(answering_threads, replies)
