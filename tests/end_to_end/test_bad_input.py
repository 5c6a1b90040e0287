"""Bad input: one line on standard error that says what, where and how to fix it, and the documented exit code."""

import shutil
from pathlib import Path

import pytest

from tests.end_to_end.conftest import Probe, evaluate_command, one_line
from tests.shared import ROOT

SEEDS = ROOT / "seeds"


def test_a_missing_key_is_reported_with_its_name(probe: Probe, tmp_path: Path) -> None:
    result = probe("generate", "--model", "openai/gpt-4o-mini", "--out", tmp_path / "run", expect=3)
    assert "OPENAI_API_KEY" in one_line(result.stderr)


def test_an_unreachable_endpoint_is_reported_with_its_address(probe: Probe, seed_file: Path, tmp_path: Path) -> None:
    url = "http://127.0.0.1:9/v1"
    result = probe(*evaluate_command(seed_file, url, tmp_path / "run", "--limit", "1", "--quiet"), expect=4)
    assert url in one_line(result.stderr)


def test_no_swi_prolog_is_reported_with_the_command_that_installs_it(
    probe: Probe, seed_file: Path, tmp_path: Path
) -> None:
    result = probe.process("verify", seed_file, expect=3, PATH=str(tmp_path), SWI_HOME_DIR="", LIBSWIPL_PATH="")
    assert "install" in one_line(result.stderr)


def test_a_broken_seed_is_reported_with_its_file(probe: Probe, tmp_path: Path) -> None:
    seeds = tmp_path / "seeds"
    shutil.copytree(SEEDS, seeds)
    (seeds / "software_engineering" / "dilemmas" / "framing_effect" / "late-release" / "biased.pl").unlink()
    result = probe("seeds", "--seeds", seeds / "software_engineering", expect=2)
    assert "late-release: missing biased.pl" in one_line(result.stderr)


def test_a_broken_line_is_reported_with_its_number(probe: Probe, seed_file: Path) -> None:
    with seed_file.open("a", encoding="utf-8") as stream:
        stream.write('{"bias": 7}\n')
    assert "line 17" in one_line(probe("verify", seed_file, expect=2).stderr)


def test_an_unknown_bias_is_reported_with_the_known_ones(probe: Probe, tmp_path: Path) -> None:
    result = probe("generate", "--model", "openai/x", "--bias", "optimism", "--out", tmp_path / "run", expect=2)
    assert "anchoring_bias" in one_line(result.stderr)


def test_a_folder_of_another_run_is_refused(probe: Probe, seed_file: Path, tmp_path: Path) -> None:
    """The stored answers of the first run do not change."""
    out = tmp_path / "run"
    arguments = ("evaluate", seed_file, "--model", "simulated/rational", "--out", out)
    probe(*arguments)
    size_before = (out / "run.sqlite").stat().st_size
    result = probe(*arguments, "--runs", "2", expect=2)
    assert "another run" in one_line(result.stderr)
    assert (out / "run.sqlite").stat().st_size == size_before
    probe(*arguments)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("verify", "/nowhere/dataset.jsonl"), "/nowhere/dataset.jsonl"),
        (("evaluate", "DATASET", "--model", "gpt-4o", "--out", "OUT"), "provider/model"),
        (("evaluate", "DATASET", "--model", "nobody/x", "--out", "OUT"), "nobody"),
        (("evaluate", "DATASET", "--model", "simulated/rational", "--arms", "biased", "--out", "OUT"), "unbiased"),
        (("evaluate", "DATASET", "--model", "simulated/biased?rat=1", "--out", "OUT"), "rat"),
        (("import", "probe-swe", "DATASET", "-o", "OUT"), "not a published dataset"),
        (("generate", "--out", "OUT"), "--model"),
        (("analyze", "OUT", "--out", "OUT"), "OUT"),
    ],
)
def test_wrong_usage_is_one_line(
    probe: Probe, seed_file: Path, tmp_path: Path, arguments: tuple[str, ...], expected: str
) -> None:
    out = str(tmp_path / "OUT")
    paths = {"DATASET": str(seed_file), "OUT": out}
    result = probe(*(paths.get(argument, argument) for argument in arguments), expect=2)
    assert expected in result.stderr
    assert "Traceback" not in result.stderr
