"""Rate limits, on a clock of the test's own."""

import pytest

from probe.models import OpenedModels
from probe.models.pace import Pace
from probe.values import ModelSpec, Rates
from tests.models.conftest import OpenModels, question
from tests.server.chat import ChatServer


class Clock:
    """A clock that only sleeping advances."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += max(0.0, seconds)


async def starts(pace: Pace, clock: Clock, *tokens: int) -> list[float]:
    start_times = []
    for number in tokens:
        await pace.wait(number)
        start_times.append(round(clock.now - 100, 6))
    return start_times


async def test_requests_are_spaced_evenly() -> None:
    clock = Clock()
    assert await starts(Pace(rpm=30, clock=clock, sleep=clock.sleep), clock, 5, 5, 5) == [0, 2, 4]


async def test_the_stricter_limit_counts() -> None:
    clock = Clock()
    pace = Pace(rpm=30, tpm=600, clock=clock, sleep=clock.sleep)
    assert await starts(pace, clock, 100, 1, 1) == [0, 10, 12]


async def test_the_tokens_of_the_answer_are_counted_when_it_is_there() -> None:
    """Unused tokens of the estimate for the question are returned."""
    clock = Clock()
    pace = Pace(tpm=600, clock=clock, sleep=clock.sleep)
    await pace.wait(100)
    pace.correct(100, 300)
    assert await starts(pace, clock, 100) == [30]
    pace.correct(100, 10)
    assert await starts(pace, clock, 1) == [31]


async def test_without_limits_nothing_waits() -> None:
    clock = Clock()
    assert await starts(Pace(clock=clock, sleep=clock.sleep), clock, 9, 9) == [0, 0]


async def test_the_models_of_an_endpoint_share_a_pace(
    open_models: OpenModels, server: ChatServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[int] = []

    async def wait(pace: Pace, tokens: int) -> None:
        waits.append(id(pace))

    monkeypatch.setattr(Pace, "wait", wait)
    models: OpenedModels = open_models(rates=Rates(rpm=1))
    for name in ("openai/m", "openai/n"):
        await models.open(ModelSpec.parse(name)).ask(question())
    assert len(waits) == 2
    assert len(set(waits)) == 1
