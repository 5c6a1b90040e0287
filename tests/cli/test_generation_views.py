"""The output of a generation: while it runs, and at its end."""

import io
import json
import re
import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from rich.console import Console

from probe.cli import generation_view as view
from probe.cli.main import QUIET, commands
from probe.document import Document, Grid
from probe.filters.cascade import load_settings
from probe.generation.document import rejections_document
from probe.generation.progress import Progress
from probe.values import Bias, Profile, StageOutcome, Usage


def advanced_progress(biases: Sequence[Bias] = tuple(Bias)) -> Progress:
    progress = Progress(per_bias=2000, biases=tuple(biases))
    for bias in biases:
        progress.offered[bias], progress.accepted[bias] = 9000, 1500
        for stage in load_settings(Profile.STRICT).stages:
            progress.rejected[bias, stage] = 800
    return progress


def printed_text(renderable: object, width: int = 80) -> str:
    out = io.StringIO()
    Console(file=out, width=width, force_terminal=False).print(renderable)
    return out.getvalue()


@pytest.mark.parametrize("number", [1, 8, 9, 17])
def test_the_rejections_of_any_number_of_biases_fit_eighty_columns(number: int) -> None:
    """Stages are in the cascade's order, each on one line, with the sum of the biases beside it."""
    stages = load_settings(Profile.STRICT).stages
    biases = [Bias(f"bias {position}") for position in range(number)]
    tables = rejections_document(advanced_progress(biases), stages, biases).blocks
    sums = []
    for table in tables:
        lines = [line for line in Document("", (table,)).text(80).splitlines() if line[0].strip()]
        assert [line.split()[0] for line in lines[1:]] == ["offered", "rejected", *stages, "accepted"]
        name, *counts, total = lines[3].split()
        assert (name, set(counts), int(total)) == ("template", {"800"}, 800 * len(counts))
        assert max(map(len, lines)) <= 80
        sums.append(int(total))
    assert sum(sums) == 800 * number


def test_a_stage_without_a_model_is_marked_as_not_run() -> None:
    """A zero would mean that the stage checked all candidates and rejected none."""
    progress = Progress(per_bias=1)
    progress.by_stage["grounding", StageOutcome.NOT_RUN] = 3
    progress.by_stage["template", StageOutcome.ACCEPTED] = 3
    document = rejections_document(progress, ["template", "decision", "grounding"], [Bias.FRAMING])
    lines = document.text().splitlines()
    assert [line.split()[1:] for line in lines[4:7]] == [["0"], ["0"], ["not", "run"]]


def test_few_biases_have_their_full_names() -> None:
    """Abbreviations would be hard to read, and there is room for the full names."""
    biases = list(Bias)[:2]
    (grid,) = rejections_document(advanced_progress(biases), ["template"], biases).blocks
    assert isinstance(grid, Grid)
    assert grid.columns[1:3] == tuple(bias.value for bias in biases)


def test_the_live_view_shows_everything() -> None:
    live = view.GenerationView(print)
    live.update(advanced_progress(), Usage(calls=12, prompt_tokens=34, completion_tokens=56, usd=0.5))
    text = printed_text(live, width=160)
    for expected in (*(bias.value for bias in Bias), "1500/2000", "grounding 800", "12 ", "34 ", "56 ", "$0.5000"):
        assert expected in text
    assert str(1500 * len(Bias)) in live.line()


def test_a_notice_is_printed_once_when_it_arrives(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress(per_bias=1)
    with view.generation_progress() as listener:
        listener(progress, Usage())
        progress.notices.append("an author is stopped")
        listener(progress, Usage())
        listener(progress, Usage())
    assert capsys.readouterr().err.splitlines() == ["an author is stopped"]


def test_lines_are_printed_at_intervals_without_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: clock)
    with view.generation_progress() as listener:
        for clock in range(40):  # noqa: B007 (the clock)
            listener(advanced_progress(), Usage())
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert re.findall(r"\d+", lines[0])[:3] == [str(number * len(Bias)) for number in (1500, 2000, 9 * 800)]


def test_quiet_shows_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    progress = advanced_progress()
    progress.notices.append("an author is stopped")
    context = click.Context(click.Command("generate"))
    context.meta[QUIET] = True
    with context, view.generation_progress() as listener:
        listener(progress, Usage())
    assert capsys.readouterr() == ("", "")


def test_a_sum_of_money_never_claims_more_than_is_known() -> None:
    """Without prices there is no sum, and a sum without the price of some calls is marked as incomplete."""
    unknown, complete = Usage(calls=1).in_words, Usage(calls=1, usd=0.25).in_words
    partial = Usage(calls=1, usd=0.25, unpriced=("x",)).in_words
    assert "$" not in unknown
    assert complete.endswith(", $0.2500")
    assert partial.endswith(" $0.2500")
    assert partial != complete


def test_prices_shows_the_file_that_is_in_use(tmp_path: Path) -> None:
    prices = tmp_path / "probe" / "prices.toml"
    prices.parent.mkdir()
    prices.write_text('["openai/x"]\ninput = 1.5\noutput = 6\n', encoding="utf-8")
    environment = {"XDG_CONFIG_HOME": str(tmp_path)}
    json_result = CliRunner().invoke(commands, ["prices", "--json"], env=environment)
    assert json.loads(json_result.stdout) == {
        "source": str(prices),
        "own_file": str(prices),
        "fallback": f"genai-prices {version('genai-prices')}",
        "usd_per_million_tokens": {"openai/x": {"input": 1.5, "output": 6.0}},
    }
    text_result = CliRunner().invoke(commands, ["prices"], env=environment)
    assert text_result.stdout.split()[-3:] == ["openai/x", "1.5", "6"]
    assert str(prices) in text_result.stderr
