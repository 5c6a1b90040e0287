"""Which calls the gateway repeats, how long it waits, and which it gives up at once."""

import asyncio

import pytest
from tenacity import RetryCallState

from probe.errors import FatalModelFault, ModelFault
from probe.models import Gateway, Prices, ScriptedModel
from probe.models.budget import Ledger
from probe.models.concurrency import AdaptiveLimit
from probe.models.faults import FaultKind, TransientFault
from probe.models.gateway import Patience
from probe.values import Answer, Budget, ModelSpec, Purpose
from tests.models.conftest import QUICK_RETRIES, OpenModels, question
from tests.models.memory import MemoryStore
from tests.server.chat import ChatServer, Reply, fails, says

FAULTY_REPLIES = [
    fails(408),
    fails(409),
    fails(429),
    fails(500),
    fails(503),
    fails(529),
    Reply(breaks="dropped"),
    Reply(body={"choices": "x" * 500}, breaks="truncated"),
    Reply(body=b"<html>Bad gateway</html>"),
    Reply(body=b"[1, 2]"),
    Reply(body={"choices": []}),
    Reply(body={"choices": [None]}),
    Reply(body=b"no gzip", headers={"Content-Encoding": "gzip"}),
    Reply(body=b"\xff\xfe{"),
    says("", "length"),
    says(None, "length"),
    says("<think>so long a thought", "length"),
    says("<think>so long a thought", "stop"),
]


@pytest.mark.parametrize(
    "faulty_reply", FAULTY_REPLIES, ids=[f"{reply.status} {reply.breaks} {i}" for i, reply in enumerate(FAULTY_REPLIES)]
)
async def test_a_passing_fault_is_retried_until_there_is_an_answer(
    gateway: Gateway, server: ChatServer, store: MemoryStore, faulty_reply: Reply
) -> None:
    """A fault is never an answer: what is returned and stored is the answer that came in the end."""
    server.follow(faulty_reply, faulty_reply, says("in the end"))
    answer = await gateway.ask(question())
    assert answer.text == "in the end"
    assert len(server.received) == 3
    assert [entry[-1].text for entry in store.kept] == ["in the end"]


@pytest.mark.parametrize("faulty_reply", FAULTY_REPLIES[3:8])
async def test_patience_ends(gateway: Gateway, server: ChatServer, store: MemoryStore, faulty_reply: Reply) -> None:
    """A server that never answers costs a fixed number of attempts, and leaves nothing in the store."""
    server.follow(faulty_reply)
    with pytest.raises(ModelFault) as excinfo:
        await gateway.ask(question())
    assert not isinstance(excinfo.value, FatalModelFault)
    assert excinfo.value.exit_code == 4
    assert server.url in str(excinfo.value)
    assert len(server.received) == QUICK_RETRIES.attempts
    assert not store.kept


async def test_truncated_answers_are_paid_for_and_soon_given_up(
    gateway: Gateway, server: ChatServer, store: MemoryStore
) -> None:
    """Each costs money, so there are fewer attempts than after failures, and each is accounted for."""
    server.follow(says("", "length"))
    with pytest.raises(ModelFault, match="token limit was used up"):
        await gateway.ask(question())
    assert len(server.received) == len(store.lost) == QUICK_RETRIES.truncated_attempts
    assert not store.answers


@pytest.mark.parametrize(
    ("reply", "word"),
    [
        (fails(401, "no such key"), "OPENAI_API_KEY"),
        (fails(403, "not in your country"), "OPENAI_API_KEY"),
        (fails(402, "pay first"), "quota"),
        (fails(429, "you exceeded your quota", code="insufficient_quota"), "quota"),
        (fails(429, "you exceeded your quota", type="insufficient_quota"), "quota"),
        (fails(404, "the model m does not exist", code="model_not_found"), "no such model"),
        (fails(404, "not found"), "no such model"),
        (Reply(404, b"404 page not found"), "no such model"),
    ],
)
async def test_what_waiting_cannot_fix_fails_at_once(
    gateway: Gateway, server: ChatServer, reply: Reply, word: str
) -> None:
    """One request, one line, exit 4; and this model is not called again."""
    server.follow(reply)
    with pytest.raises(FatalModelFault, match=word) as excinfo:
        await gateway.ask(question())
    assert excinfo.value.exit_code == 4
    assert "\n" not in str(excinfo.value)
    assert server.url in str(excinfo.value)
    with pytest.raises(FatalModelFault):
        await gateway.ask(question("another"))
    assert len(server.received) == 1


async def test_calls_that_wait_for_their_turn_are_not_sent_to_a_model_that_is_given_up(
    open_models: OpenModels, server: ChatServer
) -> None:
    """With a bad key and a hundred questions queued, only the first one meets the server."""
    server.follow(fails(401))
    server.latency = 0.02
    gateway = open_models(concurrency=3).open(ModelSpec.parse("openai/m"))
    faults = await asyncio.gather(*(gateway.ask(question(str(n))) for n in range(100)), return_exceptions=True)
    assert all(isinstance(fault, FatalModelFault) for fault in faults)
    assert len(server.received) == 1


async def test_a_refused_request_is_this_request_s_fault_alone(gateway: Gateway, server: ChatServer) -> None:
    """A question that is too long is not retried, and the next question is asked all the same."""
    server.follow(fails(400, "too long", code="context_length_exceeded", param="messages"), says("fine"))
    with pytest.raises(ModelFault, match="too long") as excinfo:
        await gateway.ask(question())
    assert not isinstance(excinfo.value, FatalModelFault)
    assert (await gateway.ask(question("short"))).text == "fine"
    assert len(server.received) == 2


async def test_an_endpoint_that_is_not_there_is_named(open_models: OpenModels) -> None:
    """Nothing listens: after a few attempts one line says where, and to check the address."""
    gateway = open_models(base_url="http://127.0.0.1:9/v1").open(ModelSpec.parse("openai/m"))
    with pytest.raises(ModelFault, match=r"http://127\.0\.0\.1:9/v1: cannot be reached.*check the endpoint") as excinfo:
        await gateway.ask(question())
    assert excinfo.value.exit_code == 4


async def test_an_endpoint_that_goes_away_is_waited_for(gateway: Gateway, server: ChatServer) -> None:
    """Connections fail while it is away; once it is back the question is answered."""
    await gateway.ask(question("before"))
    port = int(server.url.split(":")[2].split("/")[0])
    await server.__aexit__()
    task = asyncio.create_task(gateway.ask(question("while away")))
    await asyncio.sleep(QUICK_RETRIES.first_wait)
    new_server = await asyncio.start_server(server._connection, "127.0.0.1", port)
    async with new_server:
        assert (await task).text == "fine"


@pytest.mark.parametrize("has_answered", [True, False])
async def test_an_endpoint_that_has_answered_before_gets_more_patience(store: MemoryStore, has_answered: bool) -> None:
    """An address that never worked is most likely wrong; one that did will most likely work again."""
    faults = [
        TransientFault("cannot be reached", FaultKind.UNREACHABLE)
        for _ in range(QUICK_RETRIES.unreachable_attempts + 1)
    ]
    model = ScriptedModel(["before", *faults, "after"] if has_answered else [*faults, "after"])
    ledger = Ledger(Budget(), Prices.load(None, {}))
    gateway = Gateway(model, store, limit=AdaptiveLimit(1), ledger=ledger, policy=QUICK_RETRIES)
    if has_answered:
        assert (await gateway.ask(question("1"))).text == "before"
        assert (await gateway.ask(question("2"))).text == "after"
    else:
        with pytest.raises(FatalModelFault, match="cannot be reached"):
            await gateway.ask(question("2"))
        assert len(model.requests) == QUICK_RETRIES.unreachable_attempts


async def test_an_attempt_that_takes_too_long_is_made_again(open_models: OpenModels, server: ChatServer) -> None:
    """A server that accepts a question and never answers must not block a run forever."""
    server.latency = 60
    task = asyncio.create_task(open_models(timeout=0.05).open(ModelSpec.parse("openai/m")).ask(question()))
    await server.arrived.wait()
    server.latency = 0
    assert (await task).text == "fine"
    assert len(server.received) > 1


async def test_a_question_that_cannot_be_sent_is_reported(gateway: Gateway, server: ChatServer) -> None:
    """Half of a surrogate pair has no UTF-8 form; it must not end in a traceback."""
    with pytest.raises(ModelFault, match="UTF-8 cannot encode"):
        await gateway.ask(question("a\ud800b"))
    assert not server.received


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that calls wait before further attempts, in their order."""
    wait_times: list[float] = []
    decide = Patience._wait

    def record_wait(self: Patience, state: RetryCallState) -> float:
        wait_times.append(decide(self, state))
        return wait_times[-1]

    monkeypatch.setattr(Patience, "_wait", record_wait)
    return wait_times


async def test_retry_after_is_honoured(gateway: Gateway, server: ChatServer, waits: list[float]) -> None:
    """The server says how long it wants to be left alone; our own waits here are at most 0.01 s."""
    server.follow(fails(429, headers={"Retry-After": "0.2"}), says("fine"))
    await gateway.ask(question())
    assert waits[0] >= 0.2


@pytest.mark.parametrize(
    ("wait", "hour"),
    [
        ("7200", r"until (\d{4}-\d\d-\d\d )?\d\d:\d\d;"),
        ("Fri, 31 Dec 2100 23:59:59 GMT", r"until \d{4}-\d\d-\d\d \d\d:\d\d;"),
    ],
)
async def test_a_limit_that_lasts_too_long_ends_the_run_with_its_hour(
    gateway: Gateway, server: ChatServer, wait: str, hour: str
) -> None:
    """Nothing waits for hours unseen: exit 4, no further request, and the same command resumes."""
    server.follow(fails(429, headers={"Retry-After": wait}))
    with pytest.raises(FatalModelFault, match=f"limit {hour} the same command resumes") as excinfo:
        await gateway.ask(question())
    assert excinfo.value.exit_code == 4
    with pytest.raises(FatalModelFault):
        await gateway.ask(question("another"))
    assert len(server.received) == 1


async def test_while_an_endpoint_is_limited_no_call_of_any_of_its_models_is_sent(
    open_models: OpenModels, server: ChatServer, caplog: pytest.LogCaptureFixture
) -> None:
    """One 429 holds all of them, and one line says so."""
    server.follow(says("first"), fails(429, headers={"Retry-After": "0.25"}), says("fine"))
    models = open_models(concurrency=1)
    first, second = (models.open(ModelSpec.parse(name)) for name in ("openai/m", "openai/n"))
    await first.ask(question("first"))
    server.arrived.clear()
    held_call = asyncio.create_task(first.ask(question("held")))
    await server.arrived.wait()
    start_time = asyncio.get_running_loop().time()
    await asyncio.gather(held_call, *(second.ask(question(str(n))) for n in range(5)))
    assert asyncio.get_running_loop().time() - start_time > 0.2
    assert len(server.received) == 2 + 6
    assert caplog.messages == []  # a wait of a quarter of a second is not reported


async def test_a_notable_wait_is_reported_once(
    open_models: OpenModels, server: ChatServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("probe.models.gateway.NOTABLE_WAIT", 0.1)
    server.behaviour = lambda _, number: says("fine") if number > 3 else fails(429, headers={"Retry-After": "0.2"})
    gateway = open_models(concurrency=4).open(ModelSpec.parse("openai/m"))
    await asyncio.gather(*(gateway.ask(question(str(n), about=None)) for n in range(4)))
    (line,) = set(caplog.messages)
    assert "openai/m" in line
    assert line.endswith("; waiting")


@pytest.mark.parametrize("status", [400, 404, 422])
@pytest.mark.parametrize("concurrency", [1, 16])
@pytest.mark.parametrize("purpose", ["decide", "judge"])
async def test_a_server_that_refuses_every_request_is_asked_a_dozen_times_at_most(
    open_models: OpenModels, server: ChatServer, status: int, concurrency: int, purpose: Purpose
) -> None:
    """The error says what is refused; further questions are not asked at all."""
    server.latency = 0.005
    server.follow(fails(status, "this gateway is closed"))
    gateway = open_models(concurrency=concurrency).open(ModelSpec.parse("openai/m"))
    questions = [question(str(number)).model_copy(update={"purpose": purpose}) for number in range(60)]
    results = await asyncio.gather(*map(gateway.ask, questions), return_exceptions=True)
    assert 1 <= len(server.received) <= 12
    assert all(isinstance(result, ModelFault) for result in results)
    assert isinstance(results[-1], FatalModelFault)
    assert "this gateway is closed" in str(results[-1])


async def test_questions_that_are_refused_one_by_one_do_not_end_a_run(
    open_models: OpenModels, server: ChatServer
) -> None:
    """Every third question is refused, also long before and after an answer; all others are answered."""
    server.behaviour = lambda request, _: (
        fails(400, "no") if int(request.body["messages"][0]["content"]) % 3 else says("fine")
    )
    gateway = open_models(concurrency=16).open(ModelSpec.parse("openai/m"))
    results = await asyncio.gather(*(gateway.ask(question(str(n))) for n in range(90)), return_exceptions=True)
    assert [isinstance(result, Answer) for result in results] == [number % 3 == 0 for number in range(90)]
