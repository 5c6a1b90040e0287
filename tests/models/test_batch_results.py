"""Results of batches: each call has one outcome, whatever the provider returns, refuses or limits."""

import asyncio
import json
import re
import sqlite3
from itertools import pairwise
from pathlib import Path

import pytest

from probe.errors import InputError, MissingError, ModelFault
from probe.models import OpenedModels, Prices, RetryPolicy
from probe.models.batches import LONGEST_LINE, Results
from probe.store import open_run
from probe.values import ModelSpec
from tests.models.conftest import ALL, BATCHED, KEY, TEXTS, Session, answers, echo, outcomes, question, texts_of
from tests.server.batches import Batching
from tests.server.chat import ChatServer, ReceivedRequest, Reply, fails, says


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (fails(400, "too long", code="context_length_exceeded"), "ModelFault"),
        (fails(404, "no such model"), "FatalModelFault"),
        (fails(500), "PendingFault"),  # sent again at once, since it was not paid for
        (says("", "length"), "ModelFault"),
        (fails(400, "filtered", code="content_filter"), ""),
    ],
)
async def test_each_failed_call_of_a_batch_has_one_outcome(
    session: Session, batching: Batching, reply: Reply, expected: str
) -> None:
    """The other calls are answered, and only the failed one is sent again, once per command."""

    def fail_one(request: ReceivedRequest, number: int) -> Reply:
        return reply if request.body["messages"][0]["content"] == TEXTS[1] else echo(request, number)

    batching.behaviour = fail_one
    await answers(session)
    assert await answers(session) == [ALL[0], expected, ALL[2], ALL[3]]
    batching.behaviour = echo
    for _ in range(2):
        async with session() as gateway:
            answer_texts = texts_of(await outcomes(gateway))
    assert answer_texts == ([ALL[0], "", *ALL[2:]] if expected == "" else ALL)
    assert sorted(batching.sent.values()) == ([1, 1, 1, 1] if expected == "" else [1, 1, 1, 2])


async def test_a_paid_answer_that_was_cut_off_counts_once(session: Session, batching: Batching, tmp_path: Path) -> None:
    """A truncated answer of a batch is a loss: its cost counts, but it is not an answer."""
    batching.behaviour = lambda request, number: says("", "length")
    await answers(session, TEXTS[:1])
    async with session() as gateway:
        assert texts_of(await outcomes(gateway, TEXTS[:1])) == ["ModelFault"]
        assert gateway.ledger.usage().calls == 1
    with sqlite3.connect(tmp_path / "run" / "run.sqlite") as database:
        assert database.execute("SELECT count(*) FROM losses").fetchone() == (1,)
        assert database.execute("SELECT count(*) FROM calls").fetchone() == (0,)


async def test_a_refused_parameter_is_left_out_of_the_next_batch(session: Session, batching: Batching) -> None:
    """The calls are sent again without it, and a third batch of a later session does not try it again."""

    def strict(request: ReceivedRequest, number: int) -> Reply:
        return fails(400, "no", param="temperature") if "temperature" in request.body else echo(request, number)

    batching.behaviour = strict
    for expected in (["PendingFault"] * 4, ["PendingFault"] * 4, ALL):
        assert await answers(session) == expected
    async with session() as gateway:
        await outcomes(gateway)
        await outcomes(gateway, ["another"])
    last_batch = list(batching.batches.values())[-1]
    assert len(batching.batches) == 3
    assert all("temperature" not in call["body"] for call in last_batch.calls)


async def test_a_refused_parameter_of_the_models_name_is_reported(session: Session, batching: Batching) -> None:
    """The user asked for it, so it is never left out."""
    spec = ModelSpec.parse("openai/m?batch=24h&verbosity=low")
    batching.behaviour = lambda request, number: fails(400, "no", param="verbosity")
    await answers(session, spec=spec)
    async with session(spec) as gateway:
        with pytest.raises(InputError, match="refuses verbosity"):
            await gateway.ask(question(TEXTS[0]))


HOSTILE = [
    b"",
    b"no json\n[1]\n7\n" + b"[" * 5000,
    b'{"custom_id": 7}\n{"custom_id": "x", "response": 3}',
]


@pytest.mark.parametrize("content", HOSTILE)
async def test_results_that_make_no_sense_are_no_answers(session: Session, batching: Batching, content: bytes) -> None:
    """A completed batch without a readable line for a call has not answered it."""

    def spoil(request: ReceivedRequest) -> Reply | None:
        return Reply(body=content) if request.path.endswith("/content") else None

    await answers(session)
    batching.disturb = spoil
    assert set(await answers(session)) == {"PendingFault"}


async def test_a_line_of_results_that_is_too_long_loses_only_its_call(session: Session, batching: Batching) -> None:
    """Lines are written to disk one by one: the others are read, before and after it."""
    await answers(session)

    def lengthen(request: ReceivedRequest) -> Reply | None:
        if not request.path.endswith("/content"):
            return None
        first, second, *others = batching.files[request.path.split("/")[-2]].splitlines()
        long_line = second.replace(b"re: ", b"re: " + b"x" * LONGEST_LINE)
        return Reply(body=b"\n".join([first, long_line, b"no json", *others]))

    batching.disturb = lengthen
    async with session() as gateway:
        answer_texts = texts_of(await outcomes(gateway))
        assert answer_texts.count("PendingFault") == 1
        assert len(set(answer_texts) & set(ALL)) == 3


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
    batching.disturb = lambda request: Reply(body={"id": "../../admin"})
    assert set(await answers(session)) == {"ModelFault"}


@pytest.mark.parametrize("status", [401, 404, 400])
async def test_a_server_that_accepts_no_batch_ends_the_run(session: Session, server: ChatServer, status: int) -> None:
    """It is asked once; nothing stays pending."""
    server.follow(fails(status))
    async with session() as gateway:
        results = await outcomes(gateway)
        assert all(isinstance(result, ModelFault) for result in results)
        assert not gateway.ledger.pending
    assert len(server.received) == 1


@pytest.mark.parametrize("name", ["openai/m?batch=", "openai/m?batch=soon", "mistral/m?batch=24h", "openai/m?batch=0h"])
def test_a_window_or_provider_without_batches_is_reported(name: str, tmp_path: Path) -> None:
    """The message says what to write."""
    environment = {"OPENAI_API_KEY": KEY, "MISTRAL_API_KEY": KEY}
    with open_run(tmp_path / "run", {"kind": "evaluate"}) as store:
        models = OpenedModels(
            store, base_url="http://127.0.0.1:9/v1", environment=environment, prices=Prices.load(None, {})
        )
        with pytest.raises(InputError, match="24h"):
            models.open(ModelSpec.parse(name))


def test_a_batch_needs_a_key(tmp_path: Path) -> None:
    """The error comes before anything is stored."""
    with open_run(tmp_path / "run", {"kind": "evaluate"}) as store, pytest.raises(MissingError):
        OpenedModels(store, environment={}, prices=Prices.load(None, {})).open(BATCHED)


async def test_a_rate_limit_is_waited_for_as_long_as_the_server_asks(session: Session, batching: Batching) -> None:
    """The first wait would be a millisecond, and all attempts would be over within the second."""
    arrivals: list[float] = []

    def answer_busy(_: ReceivedRequest) -> Reply | None:
        arrivals.append(asyncio.get_running_loop().time())
        return fails(429, headers={"Retry-After": "0.3"}) if len(arrivals) < 3 else None

    batching.disturb = answer_busy
    assert await answers(session) == ["PendingFault"] * 4
    assert all(after - before >= 0.3 for before, after in pairwise(arrivals[:3]))


async def test_a_rate_limit_that_is_too_long_ends_the_run_with_the_hour(session: Session, batching: Batching) -> None:
    batching.disturb = lambda _: fails(429, headers={"Retry-After": "3600"})
    async with session(policy=RetryPolicy(max_wait=60)) as gateway:
        results = await outcomes(gateway)
    assert texts_of(results) == ["FatalModelFault"] * 4
    assert re.search(r"limit until [\d: -]+; the same command resumes then", str(results[0]))
