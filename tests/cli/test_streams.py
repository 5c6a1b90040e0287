"""``-``: standard input and output instead of a file, and one line if a command does not support them."""

import subprocess
import sys
from pathlib import Path

import pytest

from probe.formats.probe_swe.dataset import export_probe_swe
from probe.values import Dilemma
from tests.shared import CommandLine


def run_with_input(content: bytes, *arguments: str, expect: int = 0) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a separate process, with ``content`` on standard input."""
    completed = subprocess.run(
        [sys.executable, "-m", "probe", *arguments], input=content, capture_output=True, check=False
    )
    assert completed.returncode == expect, completed.stderr.decode()
    return completed


def test_a_dataset_is_converted_from_pipe_to_pipe(probe: CommandLine, dataset: Path, tmp_path: Path) -> None:
    """Piped output has the same bytes as the file that the command writes."""
    probe("data", "export", dataset, "--format", "csv", "--out", tmp_path / "items.csv")
    completed = run_with_input(dataset.read_bytes(), "data", "export", "-", "--format", "csv", "--out", "-")
    assert completed.stdout == (tmp_path / "items.csv").read_bytes()
    assert b"standard output" in completed.stderr
    assert b"standard-output" not in completed.stderr


def test_published_data_is_imported_from_pipe_to_pipe(probe: CommandLine, pairs: list[Dilemma], tmp_path: Path) -> None:
    published = tmp_path / "published.json"
    export_probe_swe(published, pairs)
    probe("data", "import", "probe-swe", published, "--out", tmp_path / "imported.jsonl")
    completed = run_with_input(published.read_bytes(), "data", "import", "probe-swe", "-", "--out", "-", "--quiet")
    assert completed.stdout == (tmp_path / "imported.jsonl").read_bytes()
    assert not completed.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("data", "export", "DATASET", "--format", "hf", "--out", "-"),
        ("data", "export", "DATASET", "--format", "csv", "--out", "-", "--json"),
        ("data", "import", "inspect", "LOG", "--dataset", "DATASET", "--out", "-"),
        ("data", "merge", "DATASET", "--out", "-"),
        ("evaluate", "DATASET", "--model", "simulated/rational", "--out", "-"),
        ("analyze", "-", "--out", "report"),
        ("audit", "DATASET", "--html", "-"),
        ("log", "-"),
    ],
)
def test_a_command_without_streams_says_what_to_give_instead(
    probe: CommandLine, dataset: Path, arguments: tuple[str, ...]
) -> None:
    result = probe(*(str(dataset) if word == "DATASET" else word for word in arguments), expect=2)
    line = result.stderr.splitlines()[-1]
    assert not result.stdout
    assert "-" in line
    assert any(fix in line for fix in ("give a file or a folder", "give a folder", "name one", "leave one of them out"))


def test_a_file_called_dash_can_be_given(probe: CommandLine, dataset: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(dataset.parent)
    probe("data", "export", dataset, "--format", "csv", "--out", "./-")
    assert Path("-").read_bytes().startswith(b"id,")


def test_what_was_converted_is_one_json_document(probe: CommandLine, dataset: Path, tmp_path: Path) -> None:
    exported = probe.json("data", "export", dataset, "--format", "hf", "--out", tmp_path / "card")
    assert exported == {"format": "hf", "source": str(dataset), "out": str(tmp_path / "card")}
    out = tmp_path / "again.jsonl"
    imported = probe.json("data", "import", "hf", tmp_path / "card", "--out", out)
    assert imported == {"format": "hf", "source": str(tmp_path / "card"), "out": str(out), "items": 2}
    release = probe.json("data", "release", dataset, "--version", "1.0.0", "--out", tmp_path / "release")
    assert (release["version"], release["items"], release["private"]) == ("1.0.0", 2, None)
    (tmp_path / "release" / "LICENSE").write_text("changed")
    verification = probe.json("data", "release", tmp_path / "release", "--verify", expect=1)
    assert verification["sha256"] == release["sha256"]
    assert verification["holds"] is False
    assert [file["name"] for file in verification["files"] if file["state"] == "changed"] == ["LICENSE"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has a device that is always full")
@pytest.mark.parametrize("arguments", [("study", "show", "standard-1"), ("plan", "--json", "--simulations", "0")])
def test_a_full_disk_behind_standard_output_is_one_line(arguments: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full_device:
        command = [sys.executable, "-m", "probe", *arguments]
        completed = subprocess.run(command, stdout=full_device, stderr=subprocess.PIPE, text=True, check=False)
    assert completed.returncode == 2
    assert len(completed.stderr.splitlines()) == 1
    assert completed.stderr.startswith("probe: ")
