"""Claude by the real SDK, against a server on loopback that checks every body by the SDK's own types."""

import asyncio
import json
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from probe.errors import FatalModelFault, InputError, MissingError
from probe.models import Prices, providers
from probe.models.providers import extensions, provider_named
from probe.ports import RunFile
from probe.providers.anthropic.messages import completion_of
from probe.providers.anthropic.provider import LONGEST_ANSWER
from probe.values import Message
from tests.distributions import distribution
from tests.providers.conftest import KEY, OpenGateway, question
from tests.server.chat import ChatServer, ReceivedRequest, Reply
from tests.server.messages import Messages, fails, says


def answer_with(server: ChatServer, behaviour: Callable[[ReceivedRequest, int], Reply]) -> None:
    server.behaviour = Messages(behaviour)


def key_of(request: ReceivedRequest) -> str:
    """Return the key of a request; version 2 of the SDK sends it in another header."""
    return request.headers.get("x-api-key") or request.headers["authorization"].removeprefix("Bearer ")


async def test_what_the_record_names_is_what_arrived(
    open_gateway: OpenGateway, server: ChatServer, store: RunFile
) -> None:
    """Parameters have the API's names; those without a field are not sent, and the run reports them."""
    gateway = open_gateway("anthropic/claude-test?reasoning_effort=low&max_tokens=900")
    messages = (Message(role="system", content="You decide."), Message(role="user", content="Which?"))
    answer = await gateway.ask(question(messages=messages, temperature=0.5, run=3))
    (request,) = server.received
    assert request.path == "/v1/messages"
    assert key_of(request) == KEY
    assert request.body == {
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
    (served_model,) = store.served_models()
    assert served_model.parameters == {"temperature": (0.5,), "max_tokens": (900,), "effort": ("low",)}
    assert served_model.snapshots == {"claude-test-20260101": 1}


@pytest.mark.parametrize(
    ("options", "thinking"),
    [
        ("thinking=adaptive", {"type": "adaptive"}),
        ("thinking=disabled", {"type": "disabled"}),
        ("thinking_budget=2048", {"type": "enabled", "budget_tokens": 2048}),
    ],
)
async def test_thinking_is_sent_and_kept_apart_from_the_answer(
    open_gateway: OpenGateway, server: ChatServer, options: str, thinking: dict[str, object]
) -> None:
    usage = {"output_tokens": 50, "output_tokens_details": {"thinking_tokens": 40}}
    answer_with(server, lambda _, __: says("Option B", thinking="A is cheap.", usage=usage))
    answer = await open_gateway(f"anthropic/claude-test?{options}").ask(question())
    assert server.received[0].body["thinking"] == thinking
    assert server.received[0].body["max_tokens"] == LONGEST_ANSWER
    assert answer.text == "Option B"
    assert answer.raw == "<think>A is cheap.</think>Option B"
    assert (answer.completion_tokens, answer.reasoning_tokens) == (50, 40)


@pytest.mark.parametrize(
    "text", ["The tag <think> stays. Option B", "</think> is a tag. Option B", "<think>x</think>B"]
)
@pytest.mark.parametrize("thinking", ["", "It closes with </think>, then goes on."])
async def test_tags_that_claude_writes_are_text(
    open_gateway: OpenGateway, server: ChatServer, text: str, thinking: str
) -> None:
    """The API states which part of an answer is thinking: no tag can hide text or show thinking as text."""
    answer_with(server, lambda _, __: says(text, thinking=thinking))
    answer = await open_gateway().ask(question())
    assert answer.text == text
    assert answer.raw == (f"<think>{thinking}</think>{text}" if thinking else None)
    assert len(server.received) == 1


async def test_a_schema_is_asked_for_and_answered_as_text(open_gateway: OpenGateway, server: ChatServer) -> None:
    answer_with(server, lambda _, __: says(json.dumps({"explanation": "it leans", "decision": "Yes"})))
    answer = await open_gateway().ask(question(purpose="judge"))
    form = server.received[0].body["output_config"]["format"]
    assert form["type"] == "json_schema"
    assert form["schema"]["additionalProperties"] is False
    assert answer.text == "Explanation: it leans\nDecision: Yes"
    assert "response_format" in answer.sent


async def test_cached_tokens_cost_their_own_price(
    open_gateway: OpenGateway, server: ChatServer, tmp_path: Path
) -> None:
    """The API counts them beside the other tokens of a question, not within them."""
    usage = {"input_tokens": 100_000, "cache_read_input_tokens": 900_000, "output_tokens": 0}
    answer_with(server, lambda _, __: says("Option A", usage=usage))
    file = tmp_path / "prices.toml"
    file.write_text('["anthropic/*"]\ninput = 1.0\noutput = 5.0\ncached_input = 0.1\n')
    gateway = open_gateway(prices=Prices.load(file, {}))
    answer = await gateway.ask(question())
    assert (answer.prompt_tokens, answer.cached_tokens) == (1_000_000, 900_000)
    assert gateway.ledger.usage().usd == pytest.approx(0.1 + 0.09)


async def test_a_newer_model_that_refuses_sampling_is_asked_without(
    open_gateway: OpenGateway, server: ChatServer
) -> None:
    """Claude 4.7 and later refuse a temperature: only one of many calls is refused."""

    def refuse_temperature(request: ReceivedRequest, _: int) -> Reply:
        if "temperature" in request.body:
            return fails(400, "invalid_request_error", "`temperature` is deprecated for this model.")
        return says("Option A")

    answer_with(server, refuse_temperature)
    gateway = open_gateway()
    answers = await asyncio.gather(*(gateway.ask(question(str(n))) for n in range(9)))
    assert len(server.received) == 10
    assert {answer.left_out for answer in answers} == {("temperature", "seed")}


async def test_effort_that_the_model_refuses_is_named_as_it_was_written(
    open_gateway: OpenGateway, server: ChatServer
) -> None:
    refusal = "This model does not support the effort parameter."
    answer_with(server, lambda _, __: fails(400, "invalid_request_error", refusal))
    with pytest.raises(InputError, match="refuses reasoning_effort: remove it"):
        await open_gateway("anthropic/claude-test?reasoning_effort=low").ask(question())


async def test_a_limit_that_is_too_high_for_the_model_is_an_error_with_the_fix(
    open_gateway: OpenGateway, server: ChatServer
) -> None:
    refusal = "max_tokens: 16000 > 8192, which is the maximum allowed number of output tokens for claude-test"
    answer_with(server, lambda _, __: fails(400, "invalid_request_error", refusal))
    with pytest.raises(InputError, match="refuses this max_tokens: set a different value in the model's name"):
        await open_gateway().ask(question())
    assert len(server.received) == 1


@pytest.mark.parametrize(
    ("reply", "text", "finish"),
    [
        (says("Option A", "end_turn"), "Option A", "stop"),
        (says("Option", "max_tokens"), "Option", "length"),
        (says(None, "refusal"), "", "refusal"),
        (says("Opt", "pause_turn"), "Opt", "pause_turn"),
    ],
)
async def test_how_an_answer_ended(
    open_gateway: OpenGateway, server: ChatServer, reply: Reply, text: str, finish: str
) -> None:
    answer_with(server, lambda _, __: reply)
    answer = await open_gateway().ask(question())
    assert (answer.text, answer.finish_reason) == (text, finish)


@pytest.mark.parametrize(
    "fault",
    [
        fails(429, "rate_limit_error", "slow down"),
        fails(529, "overloaded_error", "overloaded"),
        fails(500, "api_error", "oops"),
        Reply(body=b"<html>"),
        Reply(body={"type": "message", "content": "text"}),
        says(None, "max_tokens", thinking="so long"),
    ],
)
async def test_a_passing_fault_is_retried(open_gateway: OpenGateway, server: ChatServer, fault: Reply) -> None:
    answer_with(server, lambda _, number: says("Option A") if number else fault)
    assert (await open_gateway().ask(question())).text == "Option A"
    assert len(server.received) == 2


@pytest.mark.parametrize(
    ("reply", "word"),
    [
        (fails(401, "authentication_error", f"invalid x-api-key {KEY}"), "ANTHROPIC_API_KEY"),
        (fails(402, "billing_error", "no credit"), "quota"),
        (fails(404, "not_found_error", "model: claude-test"), "no such model"),
    ],
)
async def test_what_waiting_cannot_fix_ends_it(
    open_gateway: OpenGateway, server: ChatServer, reply: Reply, word: str
) -> None:
    answer_with(server, lambda _, __: reply)
    with pytest.raises(FatalModelFault, match=word) as excinfo:
        await open_gateway().ask(question())
    assert KEY not in str(excinfo.value)


def test_a_message_that_may_be_anything_breaks_nothing() -> None:
    assert completion_of({}) is None
    malformed = completion_of(
        {"content": [None, {"type": "text", "text": 3}, {"type": "text", "text": "x"}], "usage": [1]}
    )
    assert malformed is not None
    assert malformed["choices"][0]["message"]["content"] == [{"type": "text", "text": "x"}]
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
def test_a_name_that_the_api_would_not_take_is_refused(open_gateway: OpenGateway, options: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        open_gateway(f"anthropic/claude-test?{options}")


async def test_log_probabilities_are_refused_before_anything_is_sent(
    open_gateway: OpenGateway, server: ChatServer
) -> None:
    with pytest.raises(InputError, match="ignores logprobs"):
        await open_gateway().ask(question(top_logprobs=5))
    assert not server.received


@pytest.mark.parametrize("sdk", [None, "0.79.0", "1.9"])
def test_without_a_usable_sdk_claude_is_reached_by_chat_completions(
    monkeypatch: pytest.MonkeyPatch, sdk: str | None
) -> None:
    """Older versions lack the functions that PROBE calls and would fail at the first question."""

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


async def test_no_credentials_of_the_environment_are_sent(
    open_gateway: OpenGateway, server: ChatServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "another-token-0123")
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Gateway: gw-0123456789")
    await open_gateway().ask(question())
    (request,) = server.received
    assert key_of(request) == KEY
    assert "another-token-0123" not in "".join(request.headers.values())
    assert "x-gateway" not in request.headers
