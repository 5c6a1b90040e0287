"""Run a use case from a script or a notebook, and raise errors that speak about Python."""

import asyncio
import re
from collections.abc import Callable, Coroutine
from concurrent import futures
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from functools import wraps
from inspect import Signature, cleandoc, formatannotation, signature
from textwrap import fill
from threading import Event
from typing import Any, ParamSpec, TypeVar

from pydantic import ValidationError

from probe.errors import InputError, ParameterError, ProbeError, choose, single_error
from probe.options.form import settings_of
from probe.values import first_problem

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
AnyOptions = TypeVar("AnyOptions")
Work = Coroutine[Any, Any, Result]
NOTICED_SECONDS = 0.2
"""Seconds after which Ctrl-C is noticed at the latest."""


def synchronous(twin: Callable[Arguments, Work[Result]]) -> Callable[Arguments, Result]:
    """Return the synchronous form of a coroutine function whose name ends in ``_async``."""

    @wraps(twin)
    def run(*arguments: Arguments.args, **keywords: Arguments.kwargs) -> Result:
        return wait(twin(*arguments, **keywords))

    run.__name__ = twin.__name__.removesuffix("_async")
    run.__qualname__ = run.__name__
    return run


def wait(work: Work[Result]) -> Result:
    """Run ``work`` to its end and return its result, even if an event loop is running, as in a notebook.

    Ctrl-C cancels the work; KeyboardInterrupt is raised once its resources are closed.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    return _in_a_thread(work)


def _in_a_thread(work: Work[Result]) -> Result:
    """Run ``work`` in a separate event loop in a new thread: a running loop cannot run a second one."""
    started_task: Future[tuple[asyncio.AbstractEventLoop, asyncio.Task[Any]]] = Future()
    interrupted = Event()

    async def run_work() -> Result:
        task = asyncio.current_task()
        assert task is not None
        started_task.set_result((asyncio.get_running_loop(), task))
        if interrupted.is_set():  # before there was a task to cancel
            task.cancel()
        return await work

    with ThreadPoolExecutor(1, thread_name_prefix="probe") as thread:
        try:
            # The thread sees the caller's context variables.
            future = thread.submit(copy_context().run, asyncio.run, run_work())
            while not future.done():  # a wait without a timeout is not ended by a signal to another thread
                futures.wait([future], timeout=NOTICED_SECONDS)
            return future.result()
        except KeyboardInterrupt:
            interrupted.set()
            if started_task.done():
                _cancel(*started_task.result())
            raise


def _cancel(loop: asyncio.AbstractEventLoop, task: asyncio.Task[Any]) -> None:
    with suppress(RuntimeError):  # the loop is closed: the work has just ended
        loop.call_soon_threadsafe(task.cancel)


def in_python(use_case: Callable[Arguments, Work[Result]]) -> Callable[Arguments, Work[Result]]:
    """Return a coroutine function whose errors are single ProbeErrors that name parameters instead of options."""

    @wraps(use_case)
    async def run(*arguments: Arguments.args, **keywords: Arguments.kwargs) -> Result:
        try:
            return await use_case(*arguments, **keywords)
        except ValidationError as error:
            raise InputError(first_problem(error)) from error
        except (ProbeError, ImportError, ExceptionGroup) as error:
            plain_error = single_error(error)
            if isinstance(plain_error, ProbeError):
                plain_error.args = (_in_python_terms(str(plain_error)), *plain_error.args[1:])
            raise plain_error from (None if plain_error is error else error)

    return run


def function(
    options_class: Callable[Arguments, AnyOptions],
) -> Callable[[Callable[[AnyOptions], Work[Result]]], Callable[Arguments, Work[Result]]]:
    """Return a decorator for a coroutine function of one ``options_class`` object, which then takes its fields.

    Type checkers and editors see the parameters with their types and defaults, ``help`` also what they mean.
    """

    def decorate(use_case: Callable[[AnyOptions], Work[Result]]) -> Callable[Arguments, Work[Result]]:
        parameters = tuple(signature(options_class).parameters)

        @in_python
        @wraps(use_case)
        async def run(*arguments: Arguments.args, **keywords: Arguments.kwargs) -> Result:
            for name in keywords:
                if name not in parameters:
                    function_name = use_case.__name__.removesuffix("_async")
                    raise ParameterError(f"{function_name} has no parameter {name!r}: {choose(name, parameters)}")
            return await use_case(options_class(*arguments, **keywords))

        describe_options(run, options_class)
        return run

    return decorate


class ShownAnnotation(str):
    """An annotation, which is shown as it is written."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def describe_options(use_case: Callable[..., Any], options_class: Any) -> None:
    """Give ``use_case`` the signature of a class of options, and explain each parameter in its docstring."""
    fields, settings = signature(options_class).parameters, settings_of(options_class)
    parameters = [
        fields[setting.name].replace(annotation=ShownAnnotation(fields[setting.name].annotation))
        for setting in settings
    ]
    parameters.sort(key=lambda parameter: parameter.kind)  # positional parameters first, as Python requires
    return_annotation = ShownAnnotation(formatannotation(signature(use_case).return_annotation).strip("'"))
    use_case.__dict__["__signature__"] = Signature(parameters, return_annotation=return_annotation)
    meanings = [
        fill(
            f"{setting.name}: {_in_python_terms(setting.help)}" + (f" [{setting.limits}]" if setting.limits else ""),
            width=116,
            initial_indent="    ",
            subsequent_indent="        ",
        )
        for setting in settings
    ]
    use_case.__doc__ = "\n".join([cleandoc(use_case.__doc__ or ""), "", "Parameters:", "", *meanings, ""])


_OPTION = re.compile(r"--([a-z]+(?:-[a-z]+)*)")


def _in_python_terms(line: str) -> str:
    """Return an error's line with parameters instead of options: ``--max-calls`` becomes ``max_calls``."""
    text = _OPTION.sub(lambda option: option[1].replace("-", "_"), line)
    return text.replace("the same command", "the same call").replace("the command", "the call")
