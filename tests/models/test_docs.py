"""The statements of docs/models.md are true."""

import re
from pathlib import Path

from probe.models import Prices, RetryPolicy
from probe.models.chat import ATTEMPT_TIMEOUT
from probe.models.concurrency import GROWTH
from probe.models.providers import provider_names
from probe.models.secrets import SHORTEST_SECRET
from probe.protocols.dilemmas.simulated import SUBJECTS
from probe.values import ModelSpec
from tests.defined import defined

PAGE = (Path(__file__).parents[2] / "docs" / "models.md").read_text(encoding="utf-8")


def test_the_numbers_are_those_of_the_code() -> None:
    policy = RetryPolicy()
    assert f"asked again, up to {policy.attempts} attempts" in PAGE
    assert (
        f"{policy.unreachable_attempts} attempts where the endpoint has never answered, else {policy.attempts}" in PAGE
    )
    assert f"a truncation: asked again, up to {policy.truncated_attempts} times" in PAGE
    assert f"shorter than {SHORTEST_SECRET} characters" in PAGE
    words = {0.5: "half a second", 60: "one minute", 600: "ten minutes"}
    text = " ".join(PAGE.split())
    assert f"doubles from {words[policy.first_wait]} up to {words[policy.longest_wait]}" in text
    assert f"up to `--max-wait` (default {policy.max_wait / 60:g} minutes)" in text
    assert f"every {({2: 'two'})[round(1 / GROWTH)]} successes raise it by one" in text
    assert f"An attempt times out after {words[ATTEMPT_TIMEOUT]}" in text


def test_every_model_name_on_the_page_is_one() -> None:
    """All providers are there, and every simulated subject with exactly the options that it takes."""
    rows = dict(re.findall(r"^\| `simulated/([a-z-]+)` \|[^|]*\|([^|]*)\|$", PAGE, re.M))
    assert {name: tuple(re.findall(r"`(\w+)`", options)) for name, options in rows.items()} == {
        name: options for name, (_, options) in SUBJECTS.items()
    }
    specs = [ModelSpec.parse(name) for name in re.findall(r"^\| `(\w+/[\w.-]+)` \|", PAGE, re.M)]
    assert {spec.provider for spec in specs} == {*provider_names(), "simulated", "python"}


def test_the_example_of_a_price_file_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "prices.toml"
    file.write_text(re.findall(r"```toml\n(.*?)```", PAGE, re.S)[0])
    price = defined(Prices.load(file, {}).of("openai/MODEL"))
    assert (price.input, price.output) == (0.15, 0.6)
