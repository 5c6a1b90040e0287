"""Results in the order of their requests."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable
from typing import Any, TypeVar

Asked = TypeVar("Asked")
Result = TypeVar("Result")


async def in_order(
    answer: Callable[[Asked], Coroutine[Any, Any, Result]], requests: Iterable[Asked], ahead: int
) -> AsyncGenerator[Result, None]:
    """Yield what ``answer`` returns for each of ``requests``, in their order, with at most ``ahead`` of them begun.

    Raises what it raises, after the results before it; those after it are cancelled.
    """
    begun: deque[asyncio.Task[Result]] = deque()
    try:
        for request in requests:
            begun.append(asyncio.create_task(answer(request)))
            if len(begun) == ahead:
                yield await begun.popleft()
        while begun:
            yield await begun.popleft()
    finally:
        for task in begun:
            task.cancel()
        # The first error counts; asyncio prints each one that is not retrieved.
        await asyncio.gather(*begun, return_exceptions=True)
