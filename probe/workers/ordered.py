"""Results in the order of their requests."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable
from typing import Any, TypeVar

RequestType = TypeVar("RequestType")
Result = TypeVar("Result")


async def in_order(
    answer: Callable[[RequestType], Coroutine[Any, Any, Result]], requests: Iterable[RequestType], max_ahead: int
) -> AsyncGenerator[Result, None]:
    """Yield what ``answer`` returns for each of ``requests``, in their order, with at most ``max_ahead`` of them begun.

    Raises what it raises, after the results before it; those after it are cancelled.
    """
    tasks: deque[asyncio.Task[Result]] = deque()
    try:
        for request in requests:
            tasks.append(asyncio.create_task(answer(request)))
            if len(tasks) == max_ahead:
                yield await tasks.popleft()
        while tasks:
            yield await tasks.popleft()
    finally:
        for task in tasks:
            task.cancel()
        # The first error is raised; asyncio would print the others if they were not retrieved.
        await asyncio.gather(*tasks, return_exceptions=True)
