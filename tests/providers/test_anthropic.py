"""Claude by the real SDK, against a server on loopback that checks every body by the SDK's own types."""

import asyncio
import dataclasses
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest

from probe.errors import FatalModelFault, InputError, MissingError
from probe.models import OpenedModels, Prices, RetryPolicy, providers
from probe.models.collecting import BatchGateway
from probe.models.providers import extensions, provider_named
from probe.ports import RunFile
from probe.providers.anthropic.messages import completion_of
from probe.providers.anthropic.provider import LONGEST_ANSWER
from probe.store import open_run
from probe.store.batches import BatchTable
from probe.values import Answer, Message, ModelSpec, Request
from tests.distributions import distribution
from tests.server.chat import ChatServer, Reply, Seen
from tests.server.messages import Messages, SentMessages, fails, says

KEY = "sk-ant-test-3f9Qx7Lm2Vb8"
QUICK = RetryPolicy(first_wait=0.002, longest_wait=0.01)
SPEC = ModelSpec.parse("anthropic/claude-test")


def question(text: str = "Which option?", **fields: Any) -> Request:
    fields.setdefault("messages", (Message(role="user", content=text),))
    return Request(**{"purpose": "decide", **fields})


@pytest.fixture
async def server() -> AsyncIterator[ChatServer]:
    async with ChatServer() as running:
        running.behaviour = Messages(lambda _, __: says("Option A"))
        yield running


Opened = Callable[..., Any]


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with open_run(tmp_path / "run", {"kind": "evaluate"}) as run:
        yield run


@pytest.fixture
async def opened(server: ChatServer, store: RunFile) -> AsyncIterator[Opened]:
    """Return a maker of gateways that ask the server."""
    async with AsyncExitStack() as stack:

        def make(name: str = str(SPEC), **settings: Any) -> Any:
            environment = {"ANTHROPIC_API_KEY": KEY}
            models = OpenedModels(
                store,
                base_url=server.url,
                environment=environment,
                prices=settings.pop("prices", Prices.load(None, {})),
                policy=QUICK,
                **settings,
            )
            stack.push_async_callback(models.close)
            return models.open(ModelSpec.parse(name))

        yield make


def answering(server: ChatServer, behaviour: Callable[[Seen, int], Reply]) -> None:
    server.behaviour = Messages(behaviour)


def key_of(seen: Seen) -> str:
    """Return the key that arrived; the SDK sends it in another header since its version 2."""
    return seen.headers.get("x-api-key") or seen.headers["authorization"].removeprefix("Bearer ")


async def test_what_the_record_names_is_what_arrived(opened: Opened, server: ChatServer, store: RunFile) -> None:
    """Parameters in the API's words; what it has no field for is not sent, and the run says so."""
    gateway = opened("anthropic/claude-test?reasoning_effort=low&max_tokens=900")
    asked = (Message(role="system", content="You decide."), Message(role="user", content="Which?"))
    answer = await gateway.ask(question(messages=asked, temperature=0.5, run=3))
    (seen,) = server.seen
    assert seen.path == "/v1/messages"
    assert key_of(seen) == KEY
    assert seen.body == {
        "model": "claude-test",
        "system": "You decide.",
        "messages": [{"role": "user", "content": "Which?"}],
        "max_tokens": 900,
        "temperature": 0.5,
        "output_config": {"effort": "low"},
    }
    assert answer.sent == {"temperature": 0.5, "max_tokens": 900, "effort": "low"}
    assert answer.left_out == ("seed",)
    assert gateway.notices() == (f"{gateway.spec} ignores seed: calls omit it",)
    (served,) = store.served()
    assert served.parameters == {"temperature": (0.5,), "max_tokens": (900,), "effort": ("low",)}
    assert served.snapshots == {"claude-test-20260101": 1}


@pytest.mark.parametrize(
    ("options", "thinking"),
    [
        ("thinking=adaptive", {"type": "adaptive"}),
        ("thinking=disabled", {"type": "disabled"}),
        ("thinking_budget=2048", {"type": "enabled", "budget_tokens": 2048}),
    ],
)
async def test_thinking_is_sent_and_kept_apart_from_the_answer(
    opened: Opened, server: ChatServer, options: str, thinking: dict[str, object]
) -> None:
    usage = {"output_tokens": 50, "output_tokens_details": {"thinking_tokens": 40}}
    answering(server, lambda _, __: says("Option B", thinking="A is cheap.", usage=usage))
    answer = await opened(f"anthropic/claude-test?{options}").ask(question())
    assert server.seen[0].body["thinking"] == thinking
    assert server.seen[0].body["max_tokens"] == LONGEST_ANSWER
    assert answer.text == "Option B"
    assert answer.raw == "<think>A is cheap.</think>Option B"
    assert (answer.completion_tokens, answer.reasoning_tokens) == (50, 40)


async def test_a_schema_is_asked_for_and_answered_as_text(opened: Opened, server: ChatServer) -> None:
    answering(server, lambda _, __: says(json.dumps({"explanation": "it leans", "decision": "Yes"})))
    answer = await opened().ask(question(purpose="judge"))
    form = server.seen[0].body["output_config"]["format"]
    assert form["type"] == "json_schema"
    assert form["schema"]["additionalProperties"] is False
    assert answer.text == "Explanation: it leans\nDecision: Yes"
    assert "response_format" in answer.sent


async def test_cached_tokens_cost_their_own_price(opened: Opened, server: ChatServer, tmp_path: Path) -> None:
    """The API counts them beside the other tokens of a question, not within them."""
    usage = {"input_tokens": 100_000, "cache_read_input_tokens": 900_000, "output_tokens": 0}
    answering(server, lambda _, __: says("Option A", usage=usage))
    file = tmp_path / "prices.toml"
    file.write_text('["anthropic/*"]\ninput = 1.0\noutput = 5.0\ncached_input = 0.1\n')
    gateway = opened(prices=Prices.load(file, {}))
    answer = await gateway.ask(question())
    assert (answer.prompt_tokens, answer.cached_tokens) == (1_000_000, 900_000)
    assert gateway._ledger.usage().usd == pytest.approx(0.1 + 0.09)


async def test_a_newer_model_that_refuses_sampling_is_asked_without(opened: Opened, server: ChatServer) -> None:
    """Claude 4.7 and later refuse a temperature: one call of many finds out."""

    def refusing(seen: Seen, _: int) -> Reply:
        if "temperature" in seen.body:
            return fails(400, "invalid_request_error", "`temperature` is deprecated for this model.")
        return says("Option A")

    answering(server, refusing)
    gateway = opened()
    answers = await asyncio.gather(*(gateway.ask(question(str(n))) for n in range(9)))
    assert len(server.seen) == 10
    assert {answer.left_out for answer in answers} == {("temperature", "seed")}


async def test_effort_that_the_model_refuses_is_named_as_it_was_written(opened: Opened, server: ChatServer) -> None:
    refusal = "This model does not support the effort parameter."
    answering(server, lambda _, __: fails(400, "invalid_request_error", refusal))
    with pytest.raises(InputError, match="refuses reasoning_effort: remove it"):
        await opened("anthropic/claude-test?reasoning_effort=low").ask(question())


async def test_a_limit_that_is_too_high_for_the_model_is_an_error_with_the_fix(
    opened: Opened, server: ChatServer
) -> None:
    refusal = "max_tokens: 16000 > 8192, which is the maximum allowed number of output tokens for claude-test"
    answering(server, lambda _, __: fails(400, "invalid_request_error", refusal))
    with pytest.raises(InputError, match="set another max_tokens in the model's name"):
        await opened().ask(question())
    assert len(server.seen) == 1


@pytest.mark.parametrize(
    ("reply", "text", "finish"),
    [
        (says("Option A", "end_turn"), "Option A", "stop"),
        (says("Option", "max_tokens"), "Option", "length"),
        (says(None, "refusal"), "", "refusal"),
        (says("Opt", "pause_turn"), "Opt", "pause_turn"),
    ],
)
async def test_how_an_answer_ended(opened: Opened, server: ChatServer, reply: Reply, text: str, finish: str) -> None:
    answering(server, lambda _, __: reply)
    answer = await opened().ask(question())
    assert (answer.text, answer.finish_reason) == (text, finish)


@pytest.mark.parametrize(
    "broken",
    [
        fails(429, "rate_limit_error", "slow down"),
        fails(529, "overloaded_error", "overloaded"),
        fails(500, "api_error", "oops"),
        Reply(body=b"<html>"),
        Reply(body={"type": "message", "content": "text"}),
        says(None, "max_tokens", thinking="so long"),
    ],
)
async def test_a_passing_fault_is_retried(opened: Opened, server: ChatServer, broken: Reply) -> None:
    answering(server, lambda _, number: says("Option A") if number else broken)
    assert (await opened().ask(question())).text == "Option A"
    assert len(server.seen) == 2


@pytest.mark.parametrize(
    ("reply", "word"),
    [
        (fails(401, "authentication_error", f"invalid x-api-key {KEY}"), "ANTHROPIC_API_KEY"),
        (fails(402, "billing_error", "no credit"), "quota"),
        (fails(404, "not_found_error", "model: claude-test"), "no such model"),
    ],
)
async def test_what_waiting_cannot_fix_ends_it(opened: Opened, server: ChatServer, reply: Reply, word: str) -> None:
    answering(server, lambda _, __: reply)
    with pytest.raises(FatalModelFault, match=word) as caught:
        await opened().ask(question())
    assert KEY not in str(caught.value)


def test_a_message_that_may_be_anything_breaks_nothing() -> None:
    assert completion_of({}) is None
    odd = completion_of({"content": [None, {"type": "text", "text": 3}, {"type": "text", "text": "x"}], "usage": [1]})
    assert odd is not None
    assert odd["choices"][0]["message"]["content"] == "x"
    counts = completion_of({"content": [], "usage": {"input_tokens": "many", "cache_read_input_tokens": 2**40}})
    assert counts is not None
    assert counts["usage"]["prompt_tokens"] == "many"


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("seed=3", "ignores seed"),
        ("frequency_penalty=1", "ignores frequency_penalty"),
        ("temperature=1.5", "takes temperature up to 1"),
        ("thinking=always", "write adaptive or disabled"),
        ("thinking_budget=100", "a whole number from 1024"),
        ("thinking_budget=16000", "below max_tokens"),
        ("thinking_budget=2000&thinking=adaptive", "remove thinking"),
        ("batch=48h", "write batch=24h"),
    ],
)
def test_a_name_that_the_api_would_not_take_is_refused(opened: Opened, options: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        opened(f"anthropic/claude-test?{options}")


async def test_log_probabilities_are_refused_before_anything_is_sent(opened: Opened, server: ChatServer) -> None:
    with pytest.raises(InputError, match="ignores logprobs"):
        await opened().ask(question(top_logprobs=5))
    assert not server.seen


@pytest.mark.parametrize("sdk", [None, "0.79.0", "1.9"])
def test_without_a_usable_sdk_claude_is_reached_by_chat_completions(
    monkeypatch: pytest.MonkeyPatch, sdk: str | None
) -> None:
    """Older versions lack what is called: they would fail at the first question."""

    def version(package: str) -> str:
        if sdk is None:
            raise PackageNotFoundError(package)
        return sdk

    assert provider_named("anthropic").sdk == "anthropic"
    monkeypatch.setattr(providers, "version", version)
    compatible = provider_named("anthropic")
    assert (compatible.sdk, compatible.url) == ("openai", "https://api.anthropic.com/v1")
    assert "response_format" in compatible.ignored
    assert providers.missing_sdk("anthropic") == "anthropic>=2.0"


def test_a_provider_that_cannot_be_loaded_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distribution(tmp_path, "probe-acme", {"probe.providers": {"acme": "probe_acme.provider:Acme"}})
    monkeypatch.syspath_prepend(tmp_path)
    extensions.cache_clear()
    try:
        with pytest.raises(MissingError, match=r"provider acme cannot be loaded from probe_acme.provider \(No mod"):
            provider_named("openai")
    finally:
        extensions.cache_clear()


def test_every_extension_is_named_by_an_entry_point() -> None:
    assert [type(extension).__name__ for extension in extensions().values()] == ["Anthropic"]


async def test_no_account_is_given_to_another_address(
    opened: Opened, server: ChatServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "token-of-somebody")
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Gateway: gw-0123456789")
    await opened().ask(question())
    (seen,) = server.seen
    assert key_of(seen) == KEY
    assert "token-of-somebody" not in "".join(seen.headers.values())
    assert "x-gateway" not in seen.headers


# Batches

BATCHED = ModelSpec.parse("anthropic/claude-test?batch=24h")
TEXTS = [f"Which option, {n}?" for n in range(4)]
ALL = [f"re: {text}" for text in TEXTS]


def echo(seen: Seen, _: int) -> Reply:
    return says(f"re: {seen.body['messages'][0]['content']}")


@pytest.fixture
def batching(server: ChatServer) -> Messages:
    server.behaviour = batching = Messages(echo)
    return batching


@pytest.fixture
def session(server: ChatServer, tmp_path: Path) -> Callable[..., Any]:
    """Return a maker of sessions of one run, each of which gives a gateway to the model."""

    @asynccontextmanager
    async def begin(folder: str = "batched", **settings: Any) -> AsyncIterator[BatchGateway]:
        with open_run(tmp_path / folder, {"kind": "evaluate"}) as run:
            models = OpenedModels(
                run,
                base_url=server.url,
                environment={"ANTHROPIC_API_KEY": KEY},
                prices=Prices.load(None, {}),
                **settings,
            )
            gateway = models.open(BATCHED)
            assert isinstance(gateway, BatchGateway)
            gateway._quiet = 0.02
            gateway._batches = dataclasses.replace(gateway._batches, first_wait=0.001)
            yield gateway
            await models.close()

    return begin


async def outcomes(gateway: BatchGateway) -> list[str]:
    found = await asyncio.gather(*(gateway.ask(question(text)) for text in TEXTS), return_exceptions=True)
    return [one.text if isinstance(one, Answer) else type(one).__name__ for one in found]


async def test_a_batch_is_sent_once_and_collected_by_a_later_session(
    session: Callable[..., Any], batching: Messages
) -> None:
    async with session() as gateway:
        assert await outcomes(gateway) == ["PendingFault"] * 4
    async with session() as gateway:
        assert await outcomes(gateway) == ALL
        assert gateway.notices() == (f"{BATCHED} ignores seed: calls omit it",)
    (batch,) = batching.batches.values()
    assert [call["params"]["max_tokens"] for call in batch.calls] == [LONGEST_ANSWER] * 4
    assert all(len(call["custom_id"]) == 64 for call in batch.calls)


@pytest.mark.parametrize("name", ["uploaded", "submitted"])
async def test_a_session_killed_while_it_sends_loses_no_batch(
    session: Callable[..., Any], batching: Messages, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A batch whose name was not stored is found in the provider's list, behind another one."""

    class KilledError(BaseException):
        pass

    def die(*_: object) -> None:
        raise KilledError

    with monkeypatch.context() as patched:
        patched.setattr(BatchTable, name, die)
        async with session() as gateway:
            await outcomes(gateway)
    other = {"custom_id": "x", "params": {}}
    batching.batches["msgbatch_other"] = SentMessages("msgbatch_other", [other], datetime.now(UTC))
    async with session() as gateway:
        first = await outcomes(gateway)
    async with session() as gateway:
        assert (first if first == ALL else await outcomes(gateway)) == ALL
    sent = [call["custom_id"] for batch in batching.batches.values() for call in batch.calls if call != other]
    assert len(sent) == len(set(sent)) == 4


@pytest.mark.parametrize("looks", [1, 3])
async def test_a_lost_batch_is_not_taken_for_that_of_another_model_with_as_many_calls(
    session: Callable[..., Any], batching: Messages, looks: int
) -> None:
    """Both are sent in the same minute; the second one's response is lost. No call is sent twice."""
    batching.looks = looks
    async with session() as gateway:
        await outcomes(gateway)
    (first,) = batching.batches.values()
    first.calls = [{"custom_id": f"other-{n}", "params": call["params"]} for n, call in enumerate(first.calls)]
    lost: list[Seen] = []

    def lose(seen: Seen) -> Reply | None:
        if seen.method == "POST" and not lost:
            lost.append(seen)
            batching._begin(seen)
            return fails(500, "api_error", "the response is lost")
        return None

    batching.disturb = lose
    found: list[str] = []
    for _ in range(8):
        async with session(folder="second") as gateway:
            found = await outcomes(gateway)
    assert found == ALL
    assert len(batching.batches) == 2


async def test_calls_that_expired_are_sent_again_in_a_new_batch(
    session: Callable[..., Any], batching: Messages
) -> None:
    batching.ends = "expired"
    async with session() as gateway:
        await outcomes(gateway)
    batching.ends = "ended"
    for batch in batching.batches.values():
        batch.looks, batch.lines = 2, []
        batch.lines = [
            {"custom_id": call["custom_id"], "result": {"type": "expired"}} if n % 2 else batching._line(call, n)
            for n, call in enumerate(batch.calls)
        ]
    async with session() as gateway:
        found = await outcomes(gateway)
    assert found[::2] == ALL[::2]
    assert found[1::2] == ["PendingFault"] * 2
    async with session() as gateway:
        assert await outcomes(gateway) == ALL
    assert [len(batch.calls) for batch in batching.batches.values()] == [4, 2]


async def test_a_cancelled_batch_ends_the_run_and_keeps_its_answers(
    session: Callable[..., Any], batching: Messages
) -> None:
    batching.ends = "canceled"
    async with session() as gateway:
        await outcomes(gateway)
    async with session() as gateway:
        found = await outcomes(gateway)
    assert found == [ALL[0], "FatalModelFault", ALL[2], "FatalModelFault"]


async def test_a_refused_parameter_in_a_batch_is_left_out_of_the_next_one(
    session: Callable[..., Any], batching: Messages
) -> None:
    def refusing(seen: Seen, number: int) -> Reply:
        refused = "temperature" in seen.body
        message = "`temperature` is deprecated for this model."
        return fails(400, "invalid_request_error", message) if refused else echo(seen, number)

    batching.behaviour, batching.looks = refusing, 1
    async with session() as gateway:
        assert await outcomes(gateway) == ALL
    first, second = batching.batches.values()
    assert "temperature" in first.calls[0]["params"]
    assert "temperature" not in second.calls[0]["params"]
