"""A Python function as a model: called in this process, behind the same gateway as every other model."""

import asyncio
import hashlib
import inspect
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial

from probe.calling import in_plain_text
from probe.errors import InputError, ModelFault
from probe.models.secrets import Secrets
from probe.ports import SubjectFunction
from probe.values import Answer, Message, ModelSpec, Request

PROVIDER = "python"
"""The provider and the endpoint of every function."""


class PythonFunction:
    """A function that answers prompts (an Adapter).

    A coroutine function runs in the event loop of the evaluation, another one in one of ``concurrency`` threads. Each
    answer records the version of the function (``Answer.model``), a hash of its source, so that the record of a run
    shows whether the function changed between two sessions.
    """

    endpoint = PROVIDER

    def __init__(self, spec: ModelSpec, function: SubjectFunction, *, concurrency: int, secrets: Secrets) -> None:
        self.spec = spec
        self._function = function
        self._secrets = secrets
        self._version = version_of(function.call)
        self._threads = ThreadPoolExecutor(concurrency, thread_name_prefix="probe-subject")

    async def complete(self, request: Request) -> Answer:
        """Call the function. Raise ModelFault, which is not retried, if it fails or returns no text."""
        start_time = time.perf_counter()
        try:
            text = await self._call(in_plain_text(request))
        except (Exception, SystemExit) as error:
            # A function that calls sys.exit fails its question, and does not end the evaluation.
            raise self._fault(f"{type(error).__name__}: {error}") from error
        if not isinstance(text, str):
            raise self._fault(f"it returned {type(text).__name__}, not a text")
        seconds = time.perf_counter() - start_time
        return Answer(text=self._secrets.scrub(text), model=self._version, latency=seconds)

    def close(self) -> None:
        """Let the threads end; calls in progress are not waited for."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _call(self, messages: Sequence[Message]) -> object:
        argument = [message.model_dump() for message in messages] if self._function.messages else prompt_text(messages)
        call = partial(self._function.call, argument)
        if not is_asynchronous(self._function.call):
            # A function in a thread sees the caller's context variables, as a coroutine function does.
            call = partial(copy_context().run, call)
            answer = await asyncio.get_running_loop().run_in_executor(self._threads, call)
        else:
            answer = call()
        return await answer if inspect.isawaitable(answer) else answer

    def _fault(self, reason: str) -> ModelFault:
        return ModelFault(self._secrets.line(f"{self.spec}: {reason}"))


def python_function(
    spec: ModelSpec, functions: Mapping[str, SubjectFunction], *, concurrency: int, secrets: Secrets
) -> PythonFunction:
    """Return the function called ``spec``. Raise InputError if this process was given none with that name."""
    function = functions.get(spec.model)
    if function is None or spec.options:
        raise InputError(f"{spec}: only a Python program can name a function, with probe.evaluate(…, subject=function)")
    return PythonFunction(spec, function, concurrency=concurrency, secrets=secrets)


def prompt_text(messages: Sequence[Message]) -> str:
    """Return a prompt as one text: its messages in order, with their roles once the model has spoken."""
    if all(message.role != "assistant" for message in messages):
        return "\n\n".join(message.content for message in messages)
    return "\n\n".join(
        message.content if message.role == "system" else f"{message.role.capitalize()}: {message.content}"
        for message in messages
    )


def is_asynchronous(call: Callable[..., object]) -> bool:
    """Return whether a function, or an object that can be called, is a coroutine function."""
    return inspect.iscoroutinefunction(call) or inspect.iscoroutinefunction(type(call).__call__)


def version_of(call: Callable[..., object]) -> str | None:
    """Return a hash of a function's source, of its code where the source is unknown, None if it has neither."""
    function = inspect.unwrap(call.func if isinstance(call, partial) else call)
    target = function if inspect.isroutine(function) else type(function)
    try:
        source = inspect.getsource(target).encode("utf-8", "surrogatepass")
    except (OSError, TypeError):
        code = getattr(target, "__code__", None)
        source = b"" if code is None else code.co_code + repr(code.co_consts).encode("utf-8", "surrogatepass")
    return f"source {hashlib.sha256(source).hexdigest()[:12]}" if source else None
