"""Calls in batches: sent once, collected later, whatever happens to the client or the provider in between."""

import asyncio
import dataclasses
import json
import re
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from probe.errors import BudgetError, FatalModelFault, InputError, MissingError, ModelFault, PendingFault
from probe.models import OpenedModels, Prices, RetryPolicy
from probe.models.batches import LONGEST_LINE, BatchEndpoint, Results
from probe.models.collecting import BatchGateway
from probe.store import open_run
from probe.store.batches import BatchTable
from probe.values import Answer, Budget, ModelSpec
from tests.models.conftest import KEY, question
from tests.server.batches import Batching
from tests.server.chat import ChatServer, Reply, Seen, fails, says

SPEC = ModelSpec.parse("openai/m?batch=24h")
TEXTS = [f"Which option, {n}?" for n in range(4)]


def echo(seen: Seen, number: int) -> Reply:
    return says(f"re: {seen.body['messages'][0]['content']}")


@pytest.fixture
def batching(server: ChatServer) -> Batching:
    server.behaviour = batching = Batching(echo)
    return batching


Session = Callable[..., Any]


@pytest.fixture
def session(server: ChatServer, tmp_path: Path) -> Session:
    """Return a maker of sessions of one run: each opens the run's file and gives a gateway to the model."""

    @asynccontextmanager
    async def begin(
        spec: ModelSpec = SPEC, prepare: Callable[[BatchGateway], None] = lambda _: None, **settings: Any
    ) -> AsyncIterator[BatchGateway]:
        environment = {"OPENAI_API_KEY": KEY, "GROQ_API_KEY": KEY}
        with open_run(tmp_path / "run", {"kind": "evaluate"}) as store:
            prices = Prices.load(None, {})
            models = OpenedModels(store, base_url=server.url, environment=environment, prices=prices, **settings)
            gateway = models.open(spec)
            assert isinstance(gateway, BatchGateway)
            gateway.quiet = 0.02
            gateway.batches = dataclasses.replace(gateway.batches, first_wait=0.001)
            prepare(gateway)
            yield gateway
            await models.close()

    return begin


async def outcomes(gateway: BatchGateway, texts: list[str] = TEXTS) -> list[Answer | BaseException]:
    return await asyncio.gather(*(gateway.ask(question(text)) for text in texts), return_exceptions=True)


def said(found: list[Answer | BaseException]) -> list[str]:
    return [one.text if isinstance(one, Answer) else type(one).__name__ for one in found]


ALL = [f"re: {text}" for text in TEXTS]


async def test_a_wave_of_calls_is_one_batch_that_a_later_session_collects(session: Session, batching: Batching) -> None:
    """The first session sends and does not wait; the second one collects, and asks nothing again."""
    async with session() as gateway:
        found = await outcomes(gateway, [*TEXTS, TEXTS[0]])
        assert said(found) == ["PendingFault"] * 5
        assert "batch_0 is pending" in str(found[0])
        assert "0 of 4 calls" in str(found[0])
        assert isinstance(found[0], PendingFault)
        assert found[0].exit_code == 4
    async with session() as gateway:
        assert said(await outcomes(gateway)) == ALL
    assert len(batching.batches) == 1
    assert set(batching.sent.values()) == {1}
    (batch,) = batching.batches.values()
    assert [call["url"] for call in batch.calls] == ["/v1/chat/completions"] * 4
    assert {call["method"] for call in batch.calls} == {"POST"}
    assert {call["body"]["model"] for call in batch.calls} == {"m"}
    assert all(len(call["custom_id"]) == 64 for call in batch.calls)


async def test_a_batch_that_ends_at_once_is_answered_in_the_same_session(session: Session, batching: Batching) -> None:
    """Its answers are counted once, as made in this session."""
    batching.looks = 1
    async with session() as gateway:
        assert said(await outcomes(gateway)) == ALL
        assert gateway.ledger.usage().calls == 4
    async with session() as gateway:
        assert said(await outcomes(gateway)) == ALL
        assert gateway.ledger.usage().calls == 4
    assert len(batching.batches) == 1


async def test_groq_has_the_same_endpoints_below_its_own_path(session: Session, server: ChatServer) -> None:
    """The addresses are those of its chat completions."""
    server.behaviour = batching = Batching(echo)
    async with session(ModelSpec.parse("groq/m?batch=7d")) as gateway:
        assert said(await outcomes(gateway)) == ["PendingFault"] * 4
    async with session(ModelSpec.parse("groq/m?batch=7d")) as gateway:
        assert said(await outcomes(gateway)) == ALL
    assert all("/openai/v1/" in seen.path for seen in server.seen)
    assert len(batching.batches) == 1


class KilledError(BaseException):
    """Stands for a kill: nothing of the process goes on after it."""


STAGES = [
    *((BatchTable, name, when) for name in ("prepare", "uploaded", "submitted", "collect") for when in (0, 1)),
    *((BatchEndpoint, name, when) for name in ("upload", "create", "state", "results") for when in (0, 1)),
]


@pytest.mark.parametrize(
    ("part", "name", "after"), STAGES, ids=[f"{s[1]}-{'after' if s[2] else 'before'}" for s in STAGES]
)
async def test_killed_at_any_stage_nothing_is_lost_or_sent_twice(
    session: Session, batching: Batching, monkeypatch: pytest.MonkeyPatch, part: type, name: str, after: int
) -> None:
    """Each call is in exactly one batch, and in the end answered, wherever the first session that gets there ends."""
    killed = asyncio.Event()
    real = getattr(part, name)

    def die() -> None:
        monkeypatch.setattr(part, name, real)
        killed.set()
        raise KilledError

    async def dying(*arguments: Any) -> Any:
        if after:
            await real(*arguments)
        die()

    def dying_now(*arguments: Any) -> Any:
        if after:
            real(*arguments)
        die()

    monkeypatch.setattr(part, name, dying if part is BatchEndpoint else dying_now)
    for _ in range(4):
        async with session() as gateway:
            asked = asyncio.create_task(outcomes(gateway))
            end = asyncio.create_task(killed.wait())
            await asyncio.wait([asked, end], return_when=asyncio.FIRST_COMPLETED)
            if not asked.done():
                asked.cancel()
                gateway._resuming, gateway._sending = None, set()
            elif said(asked.result()) == ALL:
                break
            end.cancel()
            killed.clear()
    assert said(asked.result()) == ALL
    assert list(batching.sent.values()) == [1] * 4


async def test_a_lost_response_to_the_creation_does_not_make_a_second_batch(
    session: Session, batching: Batching
) -> None:
    """The batch is found in the provider's list, on its second page, by its file."""
    batching.page, batching.older = 2, 3

    def drop(seen: Seen) -> Reply | None:
        if seen.method == "POST" and seen.path.endswith("/batches") and not batching.batches:
            batching.begin(seen.body["input_file_id"])
            return Reply(breaks="dropped")
        return None

    batching.disturb = drop
    async with session() as gateway:
        assert said(await outcomes(gateway)) == ["PendingFault"] * 4
    async with session() as gateway:
        assert said(await outcomes(gateway)) == ALL
    assert len(batching.batches) == 1


async def test_an_interrupted_session_sends_nothing_that_was_not_on_its_way(
    session: Session, batching: Batching
) -> None:
    """Callers that leave before their calls are sent leave no batch and no reservation."""
    async with session(prepare=lambda gateway: setattr(gateway, "quiet", 60)) as gateway:
        asked = asyncio.create_task(outcomes(gateway))
        while gateway.ledger.pending < 4:  # noqa: ASYNC110 - nothing announces it
            await asyncio.sleep(0.001)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        assert not gateway.ledger.pending
    assert not batching.files


async def test_an_expired_batch_keeps_what_was_answered_and_sends_the_rest_again(
    session: Session, batching: Batching
) -> None:
    """Every second call was answered; the next command sends the others in a new batch."""
    batching.ends = "expired"
    async with session() as gateway:
        await outcomes(gateway)
    async with session() as gateway:
        found = said(await outcomes(gateway))
        assert sorted(found).count("PendingFault") == 2
        assert any("2 calls of batch batch_0 (expired)" in line for line in gateway.notices())
    batching.ends = "completed"
    async with session() as gateway:
        assert said(await outcomes(gateway)) == ALL
    assert sorted(batching.sent.values()) == [1, 1, 2, 2]


async def test_a_cancelled_batch_stops_the_run_and_keeps_what_was_answered(
    session: Session, batching: Batching
) -> None:
    """Someone has cancelled it on purpose, so the rest is sent only if the command is run once more."""
    batching.ends = "cancelled"
    async with session() as gateway:
        await outcomes(gateway)
    async with session() as gateway:
        found = await outcomes(gateway)
        assert sum(isinstance(one, Answer) for one in found) == 2
        faults = [one for one in found if isinstance(one, FatalModelFault)]
        assert len(faults) == 2
        assert "run the same command again" in str(faults[0])
    assert len(batching.batches) == 1


async def test_a_rejected_batch_is_reported_with_the_reason_of_the_provider(
    session: Session, batching: Batching
) -> None:
    """The command that finds out ends; the next one sends a new batch."""
    batching.ends = "failed"
    async with session() as gateway:
        await outcomes(gateway)
    async with session() as gateway:
        with pytest.raises(FatalModelFault, match=r"batch_0 \(token_limit_exceeded: Enqueued token"):
            await gateway.ask(question(TEXTS[0]))
    batching.ends = "completed"
    for expected in (["PendingFault"] * 4, ALL):
        async with session() as gateway:
            assert said(await outcomes(gateway)) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (fails(400, "too long", code="context_length_exceeded"), "ModelFault"),
        (fails(404, "no such model"), "FatalModelFault"),
        (fails(500), "PendingFault"),  # sent again at once: it was not paid for
        (says("", "length"), "ModelFault"),
        (fails(400, "filtered", code="content_filter"), ""),
    ],
)
async def test_each_failed_call_of_a_batch_has_one_outcome(
    session: Session, batching: Batching, reply: Reply, expected: str
) -> None:
    """The other calls are answered, and only the failed one is sent again, once per command."""

    def fail_one(seen: Seen, number: int) -> Reply:
        return reply if seen.body["messages"][0]["content"] == TEXTS[1] else echo(seen, number)

    batching.behaviour = fail_one
    async with session() as gateway:
        await outcomes(gateway)
    async with session() as gateway:
        assert said(await outcomes(gateway)) == [ALL[0], expected, ALL[2], ALL[3]]
    batching.behaviour = echo
    for _ in range(2):
        async with session() as gateway:
            found = said(await outcomes(gateway))
    assert found == ([ALL[0], "", *ALL[2:]] if expected == "" else ALL)
    assert sorted(batching.sent.values()) == ([1, 1, 1, 1] if expected == "" else [1, 1, 1, 2])


async def test_a_paid_answer_that_was_cut_off_counts_once(session: Session, batching: Batching, tmp_path: Path) -> None:
    """A truncated answer of a batch is a loss: its cost counts, it is no answer."""
    batching.behaviour = lambda seen, number: says("", "length")
    async with session() as gateway:
        await outcomes(gateway, TEXTS[:1])
    async with session() as gateway:
        assert said(await outcomes(gateway, TEXTS[:1])) == ["ModelFault"]
        assert gateway.ledger.usage().calls == 1
    with sqlite3.connect(tmp_path / "run" / "run.sqlite") as database:
        assert database.execute("SELECT count(*) FROM losses").fetchone() == (1,)
        assert database.execute("SELECT count(*) FROM calls").fetchone() == (0,)


async def test_a_refused_parameter_is_left_out_of_the_next_batch(session: Session, batching: Batching) -> None:
    """The calls are sent again without it, and a third batch of a later session does not try it again."""

    def strict(seen: Seen, number: int) -> Reply:
        return fails(400, "no", param="temperature") if "temperature" in seen.body else echo(seen, number)

    batching.behaviour = strict
    for expected in (["PendingFault"] * 4, ["PendingFault"] * 4, ALL):
        async with session() as gateway:
            assert said(await outcomes(gateway)) == expected
    async with session() as gateway:
        await outcomes(gateway)
        await outcomes(gateway, ["another"])
    last = list(batching.batches.values())[-1]
    assert len(batching.batches) == 3
    assert all("temperature" not in call["body"] for call in last.calls)


async def test_a_refused_parameter_of_the_models_name_is_reported(session: Session, batching: Batching) -> None:
    """The user asked for it, so it is never left out."""
    spec = ModelSpec.parse("openai/m?batch=24h&verbosity=low")
    batching.behaviour = lambda seen, number: fails(400, "no", param="verbosity")
    async with session(spec) as gateway:
        await outcomes(gateway)
    async with session(spec) as gateway:
        with pytest.raises(InputError, match="refuses verbosity"):
            await gateway.ask(question(TEXTS[0]))


async def test_limits_count_pending_calls(session: Session, batching: Batching) -> None:
    """What a budget covers is sent; pending calls of an earlier session use it up as well."""
    budget = Budget(max_calls=3)
    async with session(budget=budget) as gateway:
        assert sorted(set(said(await outcomes(gateway)))) == ["BudgetError", "PendingFault"]
    assert sum(batching.sent.values()) == 3
    async with session(budget=budget) as gateway:
        batching.looks = 100
        assert gateway.ledger.usage().calls == 0
        with pytest.raises(BudgetError):
            await gateway.ask(question("another"))
    batching.looks = 3
    async with session(budget=Budget(max_calls=4)) as gateway:
        assert said(await outcomes(gateway)) == [*ALL[:3], "PendingFault"]
    assert list(batching.sent.values()) == [1] * 4


async def test_money_limits_count_pending_calls(session: Session, batching: Batching) -> None:
    """Each pending call reserves its worst case until it is answered."""
    spec = ModelSpec.parse("openai/gpt-4o?batch=24h&max_tokens=100000")
    budget = Budget(max_usd=1.25)  # a call costs up to $0.50 at the price of batches
    async with session(spec, budget=budget) as gateway:
        found = said(await outcomes(gateway))
        sent = found.count("PendingFault")
        assert 1 <= sent < 4
        assert found.count("BudgetError") == 4 - sent
    async with session(spec, budget=budget) as gateway:
        batching.looks = 100
        with pytest.raises(BudgetError, match="reserved for pending batches"):
            await gateway.ask(question("another"))
    assert sum(batching.sent.values()) == sent


HOSTILE = [
    b"",
    b"no json\n[1]\n7\n" + b"[" * 5000,
    b'{"custom_id": 7}\n{"custom_id": "x", "response": 3}',
]


@pytest.mark.parametrize("content", HOSTILE)
async def test_results_that_make_no_sense_are_no_answers(session: Session, batching: Batching, content: bytes) -> None:
    """A completed batch without a readable line for a call has not answered it."""

    def spoil(seen: Seen) -> Reply | None:
        return Reply(body=content) if seen.path.endswith("/content") else None

    async with session() as gateway:
        await outcomes(gateway)
    batching.disturb = spoil
    async with session() as gateway:
        assert set(said(await outcomes(gateway))) == {"PendingFault"}


async def test_a_line_of_results_that_is_too_long_loses_only_its_call(session: Session, batching: Batching) -> None:
    """Lines are written to disk one by one: the others are read, before and after it."""
    async with session() as gateway:
        await outcomes(gateway)

    def lengthen(seen: Seen) -> Reply | None:
        if not seen.path.endswith("/content"):
            return None
        first, second, *others = batching.files[seen.path.split("/")[-2]].splitlines()
        long = second.replace(b"re: ", b"re: " + b"x" * LONGEST_LINE)
        return Reply(body=b"\n".join([first, long, b"no json", *others]))

    batching.disturb = lengthen
    async with session() as gateway:
        found = said(await outcomes(gateway))
        assert found.count("PendingFault") == 1
        assert len(set(found) & set(ALL)) == 3


@pytest.mark.parametrize("size", [1, 7, 100])
def test_lines_of_results_are_found_in_whatever_parts_they_come(size: int) -> None:
    lines = [json.dumps({"custom_id": f"k{number}", "n": number}).encode() for number in range(5)]
    content = b"\n".join([*lines, b"[1]", b"", lines[0].replace(b"0", b"9"), b'{"custom_id": "k0", "n": 8}']) + b"\n"
    results = Results()
    for start in range(0, len(content), size):
        results.add(content[start : start + size])
    assert [results.get(f"k{number}") for number in range(5)] == [json.loads(line) for line in lines]
    assert results.get("k7") is None
    results.close()


async def test_names_that_would_leave_the_address_are_refused(session: Session, batching: Batching) -> None:
    """A server cannot direct the next request elsewhere, and its key is not sent there."""
    batching.disturb = lambda seen: Reply(body={"id": "../../admin"})
    async with session() as gateway:
        assert set(said(await outcomes(gateway))) == {"ModelFault"}


@pytest.mark.parametrize("status", [401, 404, 400])
async def test_a_server_that_accepts_no_batch_ends_the_run(session: Session, server: ChatServer, status: int) -> None:
    """It is asked once; nothing stays pending."""
    server.follow(fails(status))
    async with session() as gateway:
        found = await outcomes(gateway)
        assert all(isinstance(one, ModelFault) for one in found)
        assert not gateway.ledger.pending
    assert len(server.seen) == 1


@pytest.mark.parametrize("name", ["openai/m?batch=", "openai/m?batch=soon", "mistral/m?batch=24h", "openai/m?batch=0h"])
def test_a_window_or_provider_without_batches_is_reported(name: str, tmp_path: Path) -> None:
    """The line says what to write."""
    environment = {"OPENAI_API_KEY": KEY, "MISTRAL_API_KEY": KEY}
    with open_run(tmp_path / "run", {"kind": "evaluate"}) as store:
        models = OpenedModels(
            store, base_url="http://127.0.0.1:9/v1", environment=environment, prices=Prices.load(None, {})
        )
        with pytest.raises(InputError, match="24h"):
            models.open(ModelSpec.parse(name))


def test_a_batch_needs_a_key(tmp_path: Path) -> None:
    """It is missing before anything is stored."""
    with open_run(tmp_path / "run", {"kind": "evaluate"}) as store, pytest.raises(MissingError):
        OpenedModels(store, environment={}, prices=Prices.load(None, {})).open(SPEC)


async def test_a_rate_limit_is_waited_for_as_long_as_the_server_asks(session: Session, batching: Batching) -> None:
    """The first wait would be a millisecond, and all attempts would be over within the second."""
    arrived: list[float] = []

    def busy(_: Seen) -> Reply | None:
        arrived.append(asyncio.get_running_loop().time())
        return fails(429, headers={"Retry-After": "0.3"}) if len(arrived) < 3 else None

    batching.disturb = busy
    async with session() as gateway:
        assert said(await outcomes(gateway)) == ["PendingFault"] * 4
    assert all(after - before >= 0.3 for before, after in pairwise(arrived[:3]))


async def test_a_rate_limit_that_is_too_long_ends_the_run_with_the_hour(session: Session, batching: Batching) -> None:
    batching.disturb = lambda _: fails(429, headers={"Retry-After": "3600"})
    async with session(policy=RetryPolicy(max_wait=60)) as gateway:
        found = await outcomes(gateway)
    assert said(found) == ["FatalModelFault"] * 4
    assert re.search(r"limit until [\d: -]+; the same command resumes then", str(found[0]))
