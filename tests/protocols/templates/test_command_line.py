"""Template tests from the command line: made, asked, reported, exported."""

import json
from pathlib import Path

import pytest

from tests.shared import CommandLine

pytestmark = pytest.mark.usefixtures("undrawn")


def test_tests_are_made_asked_in_two_ways_reported_and_exported(probe: CommandLine, tmp_path: Path) -> None:
    data = tmp_path / "data"
    generate_command = (
        "generate",
        "--protocol",
        "templates",
        "--author",
        "grammar",
        "--per-bias",
        "2",
        "--bias",
        "framing_effect",
    )
    assert probe(*generate_command, "--out", data).returncode == 0
    manifest = json.loads((data / "manifest.json").read_text(encoding="utf-8"))
    assert (manifest["items"], manifest["certified"], manifest["complete"]) == (2, 2, True)
    first = _ids(data)
    assert probe(*generate_command, "--out", data).returncode == 0
    assert _ids(data) == first
    for answering in ("direct", "extract"):
        out = tmp_path / answering
        evaluate_command = (
            "evaluate",
            data,
            "--model",
            "simulated/biased?m=1",
            "--runs",
            "2",
            "--answering",
            answering,
        )
        assert probe(*evaluate_command, "--out", out).returncode == 0
    assert probe("analyze", tmp_path / "direct", "--out", tmp_path / "report").returncode == 0
    names = {file.name for file in (tmp_path / "report" / "tables").iterdir()}
    assert {"m_by_bias.csv", "details.csv", "absolute_m_and_noise.csv", "m_resampled.csv"} <= names
    assert "absolute_m_by_bias.csv" not in names
    for source in (data, tmp_path / "extract"):
        assert probe("export", source, "--format", "malberg", "--out", tmp_path / f"{source.name}.csv").returncode == 0
    import_result = probe("import", "malberg", tmp_path / "data.csv", "--out", tmp_path / "back.jsonl")
    assert import_result.returncode == 0


def _ids(folder: Path) -> list[str]:
    return [json.loads(line)["id"] for line in (folder / "dataset.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(
    "arguments",
    [("--bias", "salience"), ("--sets", "3"), ("--seeds", "security_operations")],
)
def test_wrong_settings_are_one_line(probe: CommandLine, tmp_path: Path, arguments: tuple[str, str]) -> None:
    command = ("generate", "--protocol", "templates", "--author", "grammar", "--per-bias", "2", "--out", tmp_path / "x")
    result = probe(*command, *arguments, expect=2)
    assert len(result.stderr.strip().splitlines()) == 1
