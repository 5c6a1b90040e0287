"""Bulk verification: reports, parts and worker processes give the results of a plain run."""

from pathlib import Path

import pytest

from probe.audit.rows import RecordedDifference
from probe.files.dataset import write_dataset
from probe.values import Corpus
from tests.shared import CommandLine, json_lines
from tests.web.conftest import flawed_pair


@pytest.fixture(scope="module")
def dataset(corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("bulk") / "dataset.jsonl"
    write_dataset(file, [seed.to_pair() for seed in corpus.seeds[:8]] + [flawed_pair()])
    return file


@pytest.fixture(scope="module")
def complete_report(probe: CommandLine, dataset: Path) -> Path:
    """The report of an uninterrupted run."""
    report = dataset.with_name("whole.jsonl")
    probe("verify", dataset, "--report", report, expect=1)
    return report


def test_a_report_has_a_row_for_each_pair(dataset: Path, complete_report: Path) -> None:
    header, *rows = json_lines(complete_report)
    ids = [pair["id"] for pair in json_lines(dataset)]
    assert header["pairs"] == 9
    assert [row["id"] for row in rows] == ids
    assert [row["passed"] for row in rows] == [True] * 8 + [False]


def test_parts_merge_to_the_whole_report(
    probe: CommandLine, dataset: Path, complete_report: Path, tmp_path: Path
) -> None:
    parts = [tmp_path / f"part-{number}" for number in (1, 2, 3)]
    for number, part in enumerate(parts, 1):
        probe("verify", dataset, "--shard", f"{number}/3", "--report", part, expect=None)
    merged_report = tmp_path / "merged.jsonl"
    probe("merge", "--shards", *parts, "--out", merged_report)
    assert merged_report.read_bytes() == complete_report.read_bytes()
    document = probe.json("verify", dataset, "--report", merged_report, expect=1)
    assert document == probe.json("verify", dataset, expect=1)


def test_a_report_cut_off_anywhere_is_resumed(
    probe: CommandLine, dataset: Path, complete_report: Path, tmp_path: Path
) -> None:
    content, report = complete_report.read_bytes(), tmp_path / "report.jsonl"
    for size in (len(content) // 3, len(content) - 1, len(content)):
        report.write_bytes(content[:size])
        assert probe.json("verify", dataset, "--report", report, expect=1)["passed"] == 8
        assert report.read_bytes() == content


def test_worker_processes_change_nothing(
    probe: CommandLine, dataset: Path, complete_report: Path, tmp_path: Path
) -> None:
    report = tmp_path / "report.jsonl"
    probe("verify", dataset, "--workers", "2", "--report", report, expect=1)
    assert report.read_bytes() == complete_report.read_bytes()


def test_an_audit_summarises_the_report_of_verify(
    probe: CommandLine, dataset: Path, complete_report: Path, tmp_path: Path
) -> None:
    content = complete_report.read_bytes()
    summary = probe.json("audit", dataset, "--report", complete_report, expect=1)
    assert summary == probe.json("audit", dataset, expect=1)
    assert complete_report.read_bytes() == content


def test_a_report_of_another_dataset_is_kept(
    probe: CommandLine, dataset: Path, complete_report: Path, tmp_path: Path
) -> None:
    other_dataset = tmp_path / "dataset.jsonl"
    other_dataset.write_text("".join(dataset.read_text().splitlines(keepends=True)[1:]))
    content = complete_report.read_bytes()
    assert str(complete_report) in probe("verify", other_dataset, "--report", complete_report, expect=2).stderr
    probe("verify", dataset, "--profile", "paper", "--report", complete_report, expect=2)
    assert complete_report.read_bytes() == content


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--shard", "1/2"], "--report"),
        (["--shard", "3/2", "--report", "x"], "not a shard"),
        (["--address", "auto"], "--engine ray"),
        (["--oracle", "asp", "--report", "x"], "SWI-Prolog"),
    ],
)
def test_options_that_do_not_fit_are_one_line(
    probe: CommandLine, dataset: Path, arguments: list[str], problem: str
) -> None:
    (line,) = probe("verify", dataset, *arguments, expect=2).stderr.splitlines()
    assert problem in line


def test_a_difference_in_an_older_report_is_read() -> None:
    fields = {"field": "inferences", "recorded": "1", "explanation": "edited"}
    assert RecordedDifference.model_validate({**fields, "found": "2"}).recomputed == "2"
    assert RecordedDifference(**fields, recomputed="2").model_dump() == {**fields, "recomputed": "2"}
