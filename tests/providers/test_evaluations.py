"""An evaluation through each SDK, against a server that records: the manifest says what arrived."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, assert_type

import pytest
from groq.types.chat import completion_create_params as of_groq
from openai.types.chat import completion_create_params as of_openai
from pydantic import TypeAdapter

import probe
from tests.server import chat, messages
from tests.server.batches import Batching
from tests.server.chat import Behaviour, ChatServer, ReceivedRequest, Reply, serving

DECISION = "Explanation: it is the first.\nDecision: Option A"
CONTENT = {"model", "messages", "system"}
"""The fields of a request that are not parameters."""


def check_openai(body: Mapping[str, Any]) -> None:
    _check(body, of_openai.CompletionCreateParamsNonStreaming)


def check_groq(body: Mapping[str, Any]) -> None:
    _check(body, of_groq.CompletionCreateParams)


def _check(body: Mapping[str, Any], params: Any) -> None:
    assert body.keys() <= params.__annotations__.keys()
    TypeAdapter(params).validate_python(dict(body))


def request_parameters(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of a request without nesting."""
    parameters: dict[str, Any] = {}
    for name, value in body.items():
        if name not in CONTENT:
            parameters |= value if isinstance(value, dict) else {name: value}
    return parameters


def check_manifest(folder: Path, bodies: Sequence[Mapping[str, Any]], calls: int) -> None:
    """Check that a run's manifest lists exactly the parameters and values that arrived, and those left out."""
    (model,) = json.loads((folder / "manifest.json").read_text())["models"]
    assert model["calls"] == len(bodies) == calls
    parameters_by_request = [request_parameters(body) for body in bodies]
    names = {name for parameters in parameters_by_request for name in parameters}
    manifest_parameters = {name: sorted(values) for name, values in model["parameters"].items()}
    assert manifest_parameters == {
        name: sorted({parameters[name] for parameters in parameters_by_request}) for name in names - {"seed"}
    }
    assert {"temperature", "max_tokens"} <= names
    assert model["seeds"] == ([0, 1] if "seed" in names else [])
    assert model["left_out"] == ({} if "seed" in names else {"seed": calls})


def address(server: ChatServer, provider: str) -> str:
    """Return the base URL for a provider's SDK: OpenAI's ends in the version of the API."""
    return server.url if provider == "openai" else server.url.removesuffix("/v1")


@pytest.mark.parametrize(
    ("provider", "path", "check", "reply_with"),
    [
        ("openai", "/v1/chat/completions", check_openai, chat.says),
        ("groq", "/openai/v1/chat/completions", check_groq, chat.says),
        ("anthropic", "/v1/messages", messages.check, messages.says),
    ],
)
def test_the_manifest_says_what_arrived(
    provider: str,
    path: str,
    check: Callable[[Mapping[str, Any]], None],
    reply_with: Callable[[str], Reply],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Exactly the parameters and values of all requests; omitted ones are listed too."""
    monkeypatch.setenv(f"{provider.upper()}_API_KEY", "sk-test-0123456789abcdef")

    def behaviour(request: ReceivedRequest, _: int) -> Reply:
        check(request.body)
        return reply_with(DECISION)

    pairs = probe.load("software_engineering").filter(bias=["anchoring bias"])
    with serving(behaviour) as server:
        spec, url = f"{provider}/m?reasoning_effort=low&max_tokens=99", address(server, provider)
        evaluation = probe.evaluate(pairs, spec, runs=2, out=tmp_path / "out", base_url=url)
        requests = list(server.received)
    error_rates = assert_type(evaluation.error_rates(), dict[str, float])  # scripts use the names of arms as keys
    assert error_rates == {"unbiased": 0.5, "biased": 0.5}
    assert {request.path for request in requests} == {path}
    check_manifest(tmp_path / "out", [request.body for request in requests], 2 * 2 * len(pairs))


@pytest.mark.parametrize(
    ("provider", "make_batching", "check", "parameters", "reply_with"),
    [
        ("openai", Batching, check_openai, "body", chat.says),
        ("groq", Batching, check_groq, "body", chat.says),
        ("anthropic", messages.Messages, messages.check, "params", messages.says),
    ],
)
def test_the_manifest_says_what_arrived_in_a_batch(
    provider: str,
    make_batching: Callable[[Behaviour], Batching | messages.Messages],
    check: Callable[[Mapping[str, Any]], None],
    parameters: str,
    reply_with: Callable[[str], Reply],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A batch has the same record as single calls: one file with every call, sent once."""
    monkeypatch.setenv(f"{provider.upper()}_API_KEY", "sk-test-0123456789abcdef")
    batching = make_batching(lambda _, __: reply_with(DECISION))
    pairs = probe.load("software_engineering").filter(bias=["anchoring bias"])
    spec = f"{provider}/m?reasoning_effort=low&max_tokens=99&batch=24h"
    with serving(batching) as server:
        settings: dict[str, Any] = {"runs": 2, "out": tmp_path / "out", "base_url": address(server, provider)}
        with pytest.raises(probe.StoppedError, match="is pending"):
            probe.evaluate(pairs, spec, **settings)
        evaluation = probe.evaluate(pairs, spec, **settings)
    assert evaluation.error_rates() == {"unbiased": 0.5, "biased": 0.5}
    (batch,) = batching.batches.values()
    bodies = [call[parameters] for call in batch.calls]
    for body in bodies:
        check(body)
    check_manifest(tmp_path / "out", bodies, 2 * 2 * len(pairs))
