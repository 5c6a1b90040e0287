"""Results in the order of their requests."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable
from typing import Any, TypeVar

RequestType = TypeVar("RequestType")
Result = TypeVar("Result")


async def in_order(
    answer: Callable[[RequestType], Coroutine[Any, Any, Result]], requests: Iterable[RequestType], ahead: int
) -> AsyncGenerator[Result, None]:
    """Yield what ``answer`` returns for each of ``requests``, in their order, with at most ``ahead`` of them begun.

    Raises what it raises, after the results before it; those after it are cancelled.
    """
    tasks: deque[asyncio.Task[Result]] = deque()
    try:
        for request in requests:
            tasks.append(asyncio.create_task(answer(request)))
            if len(tasks) == ahead:
                yield await tasks.popleft()
        while tasks:
            yield await tasks.popleft()
    finally:
        for task in tasks:
            task.cancel()
        # The first error counts; asyncio prints each one that is not retrieved.
        await asyncio.gather(*tasks, return_exceptions=True)
