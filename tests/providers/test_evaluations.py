"""An evaluation through each SDK, against a server that records: the manifest says what arrived."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from groq.types.chat import completion_create_params as of_groq
from openai.types.chat import completion_create_params as of_openai
from pydantic import TypeAdapter

import probe
from tests.server import chat, messages
from tests.server.chat import Reply, Seen, serving

DECIDES = "Explanation: it is the first.\nDecision: Option A"
TOLD = {"model", "messages", "system"}
"""What a request has besides its parameters."""


def check_openai(body: Mapping[str, Any]) -> None:
    _check(body, of_openai.CompletionCreateParamsNonStreaming)


def check_groq(body: Mapping[str, Any]) -> None:
    _check(body, of_groq.CompletionCreateParams)


def _check(body: Mapping[str, Any], params: Any) -> None:
    assert body.keys() <= params.__annotations__.keys()
    TypeAdapter(params).validate_python(dict(body))


def arrived(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of a request, flat."""
    found: dict[str, Any] = {}
    for name, value in body.items():
        if name not in TOLD:
            found |= value if isinstance(value, dict) else {name: value}
    return found


@pytest.mark.parametrize(
    ("provider", "path", "check", "says"),
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
    says: Callable[[str], Reply],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every parameter and value of every request, and nothing else; what was left out is named too."""
    monkeypatch.setenv(f"{provider.upper()}_API_KEY", "sk-test-0123456789abcdef")

    def behaviour(seen: Seen, _: int) -> Reply:
        check(seen.body)
        return says(DECIDES)

    pairs = probe.load("software_engineering").filter(bias=["anchoring bias"])
    with serving(behaviour) as server:
        base_url = server.url.removesuffix("/v1")
        url = server.url if provider == "openai" else base_url
        spec = f"{provider}/m?reasoning_effort=low&max_tokens=99"
        measured = probe.evaluate(pairs, spec, runs=2, out=tmp_path / "out", base_url=url)
        seen = list(server.seen)
    assert measured.error_rates() == {"unbiased": 0.5, "biased": 0.5}
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    (model,) = manifest["models"]
    assert {one.path for one in seen} == {path}
    assert model["calls"] == len(seen) == 2 * 2 * len(pairs)
    bodies = [arrived(one.body) for one in seen]
    names = {name for body in bodies for name in body}
    recorded = {name: sorted(values) for name, values in model["parameters"].items()}
    assert recorded == {name: sorted({body[name] for body in bodies}) for name in names - {"seed"}}
    assert model["seeds"] == ([0, 1] if "seed" in names else [])
    assert model["left_out"] == ({} if "seed" in names else {"seed": len(seen)})
