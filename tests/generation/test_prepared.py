"""Candidates prepared in parts: the dataset and the manifest are those of a run without parts."""

import json
from pathlib import Path
from typing import Any

import pytest

from probe.grammar import GrammarAuthor
from tests.shared import CommandLine

BIASES = ("--bias", "anchoring_bias", "--bias", "framing_effect")
COMPOSING = ("--author", "grammar?depth=3", "--per-bias", "1", "--seed", "5", "--quiet")


@pytest.fixture(scope="module")
def plain_run(probe: CommandLine, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that composes everything itself."""
    folder = tmp_path_factory.mktemp("plain")
    probe("generate", *COMPOSING, *BIASES, "--out", folder)
    return folder


@pytest.fixture(scope="module")
def parts(probe: CommandLine, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("parts")
    for number in (1, 2):
        probe("generate", *COMPOSING, *BIASES, "--shard", f"{number}/2", "--out", folder / str(number))
    return [folder / str(number) / "prepared.jsonl" for number in (1, 2)]


@pytest.fixture(scope="module")
def merged_file(probe: CommandLine, parts: list[Path]) -> Path:
    out = parts[0].parent / "merged.jsonl"
    probe("merge", "--shards", *reversed(parts), "--out", out)
    return out


def same_files(first: Path, second: Path) -> bool:
    return all(
        (first / name).read_bytes() == (second / name).read_bytes() for name in ("dataset.jsonl", "manifest.json")
    )


def forbid(monkeypatch: pytest.MonkeyPatch, *biases: str) -> None:
    """Let the grammar author fail for these biases."""
    expand = GrammarAuthor.expand

    async def fail(self: GrammarAuthor, bias: Any, expansion: int) -> Any:
        assert bias.slug not in biases
        return await expand(self, bias, expansion)

    monkeypatch.setattr(GrammarAuthor, "expand", fail)


def test_prepared_parts_give_the_same_files_and_compose_nothing(
    probe: CommandLine, plain_run: Path, merged_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forbid(monkeypatch, "anchoring_bias", "framing_effect")
    (tmp_path / "prepared.jsonl").write_bytes(merged_file.read_bytes())
    probe("generate", *COMPOSING, *BIASES, "--prepared", tmp_path, "--out", tmp_path)
    assert same_files(tmp_path, plain_run)


def test_what_was_not_prepared_is_composed(
    probe: CommandLine, plain_run: Path, merged_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    header, _, framing = merged_file.read_text().splitlines(keepends=True)
    incomplete_file = tmp_path / "incomplete.jsonl"
    incomplete_file.write_text(json.dumps({**json.loads(header), "pairs": 1}) + "\n" + framing)
    forbid(monkeypatch, "framing_effect")
    probe("generate", *COMPOSING, *BIASES, "--prepared", incomplete_file, "--out", tmp_path / "run")
    assert same_files(tmp_path / "run", plain_run)


def test_a_part_that_was_cut_off_is_resumed(probe: CommandLine, parts: list[Path], tmp_path: Path) -> None:
    content = parts[1].read_bytes()
    (tmp_path / "prepared.jsonl").write_bytes(content[: len(content) // 2])
    probe("generate", *COMPOSING, *BIASES, "--shard", "2/2", "--out", tmp_path)
    assert (tmp_path / "prepared.jsonl").read_bytes() == content


def test_workers_give_the_same_files_and_leave_nothing_else(
    probe: CommandLine, plain_run: Path, tmp_path: Path
) -> None:
    (tmp_path / ".prepared.jsonl").write_text("of more pairs\n")
    probe("generate", *COMPOSING, *BIASES, "--workers", "1", "--out", tmp_path)
    assert same_files(tmp_path, plain_run)
    assert {file.name for file in tmp_path.iterdir()} == {file.name for file in plain_run.iterdir()}
    result = probe("generate", *COMPOSING, *BIASES, "--seed", "6", "--workers", "1", "--out", tmp_path, expect=2)
    assert "another run" in result.stderr


def test_files_that_do_not_fit_are_refused(
    probe: CommandLine, parts: list[Path], merged_file: Path, tmp_path: Path
) -> None:
    def refusal(file: Path, *options: str) -> str:
        result = probe(
            "generate", *COMPOSING, *BIASES, *options, "--prepared", file, "--out", tmp_path / "run", expect=2
        )
        assert "Traceback" not in result.stderr
        return str(result.stderr)

    assert "probe data merge --shards" in refusal(parts[0])
    assert "settings" in refusal(merged_file, "--seed", "6")
    header, first, second = merged_file.read_text().splitlines(keepends=True)
    broken_file = tmp_path / "broken.jsonl"
    for line in (
        "{}\n",
        second.replace('"vector":"', '"vector":"AAAA'),
        second.replace('"expansion":0', '"expansion":1', 1),
    ):
        broken_file.write_text(header + first + line)
        assert "line 3" in refusal(broken_file)
    broken_file.write_text(header + first)
    assert "1 of 2 rows" in refusal(broken_file)
    for content in ('{"probe-report": 1, "pairs": 0, "dataset": "x"}\n', "text\n"):
        broken_file.write_text(content)
        assert "--prepared" in (message := refusal(broken_file))
        assert "--report" not in message
    assert not (tmp_path / "run" / "dataset.jsonl").exists()


@pytest.mark.parametrize(
    "options",
    [
        ("--workers", "2", "--judge", "openai/gpt-4o-mini"),
        ("--workers", "2", "--prepared", "file"),
        ("--workers", "2", "--protocol", "triage"),
        ("--force",),
        ("--shard", "3/2"),
        ("--shard", "1/2", "--judge", "openai/gpt-4o-mini"),
        ("--shard", "1/2", "--json"),
        ("--shard", "1/2", "--protocol", "triage"),
    ],
    ids=" ".join,
)
def test_options_that_do_not_fit_are_refused(probe: CommandLine, tmp_path: Path, options: tuple[str, ...]) -> None:
    result = probe("generate", *COMPOSING, *BIASES, *options, "--out", tmp_path / "run", expect=2)
    assert "Traceback" not in result.stderr
