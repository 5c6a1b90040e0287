"""Files of the second edition give the same lines, ids, decisions and exports as before, and runs continue."""

import csv
import hashlib
import json
from pathlib import Path

import pytest
from pyarrow import parquet

from probe.files.spreadsheets import csv_rows
from tests.shared import CommandLine, restored_run, run_database, unpacked

EVALUATION = (
    *("--model", "simulated/biased?rate=.5&noise=.2", "--runs", "3"),
    *("--arms", "unbiased,biased,placebo,twin,twin_biased", "--mitigation", "none", "--mitigation", "bias-warning"),
)
"""The options of the run on dilemmas, which was stopped after 60 of its 138 questions."""

LATER_HUB_COLUMNS = ["advocacy", "required_depth", "deductions", "calculations", "series_kind"]
"""Columns of the hub that the second edition did not have."""

LATER_CSV_COLUMNS = ["placebo", "counter", "advocacy", "twin_unbiased", "twin_biased", "twin_correct_option"]
"""Columns of CSV files that the second edition did not have."""


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    """Five dilemmas: four composed ones, two of them a series, and a seed with controls."""
    file = tmp_path / "dataset" / "dataset.jsonl"
    file.parent.mkdir()
    file.write_bytes(unpacked("dataset_of_the_second_edition.jsonl"))
    return file


def test_a_dataset_that_is_copied_has_the_same_bytes(probe: CommandLine, tmp_path: Path, dataset: Path) -> None:
    """Every command that copies dilemmas writes their lines as they were: shards, hashes and releases depend on it."""
    probe("merge", dataset, "--out", tmp_path / "copy.jsonl", "--cosine", "1")
    assert (tmp_path / "copy.jsonl").read_bytes() == dataset.read_bytes()
    assert digest(dataset.read_bytes()) == "17e42d80f9b8020b"


def test_exports_of_a_dataset_are_byte_equal(probe: CommandLine, tmp_path: Path, dataset: Path) -> None:
    probe("export", dataset, "--format", "probe-swe", "--out", tmp_path / "published.json")
    probe("export", dataset, "--format", "csv", "--out", tmp_path / "pairs.csv")
    assert digest((tmp_path / "published.json").read_bytes()) == "17dc6395824a627b"
    with (tmp_path / "pairs.csv").open(encoding="utf-8", newline="") as stream:
        rows = [
            {name: cell for name, cell in row.items() if name not in LATER_CSV_COLUMNS}
            for row in csv.DictReader(stream)
        ]
    assert (
        digest("".join(csv_rows([list(rows[0]), *(list(row.values()) for row in rows)])).encode()) == "b2f9ee0df91619d4"
    )


def test_an_export_for_the_hub_has_the_same_rows_and_card(probe: CommandLine, tmp_path: Path, dataset: Path) -> None:
    probe("export", dataset, "--format", "hf", "--license", "MIT", "--out", tmp_path / "hub")
    files = sorted((tmp_path / "hub" / "data").iterdir())
    rows = [row for file in files for row in parquet.read_table(file).drop_columns(LATER_HUB_COLUMNS).to_pylist()]
    assert digest(json.dumps(rows).encode()) == "598fb648a49c297c"
    card = (tmp_path / "hub" / "README.md").read_text().splitlines(keepends=True)
    shared_lines = [line for line in card if not any(f"`{column}`" in line for column in LATER_HUB_COLUMNS)]
    assert (
        digest("".join(shared_lines).encode()) == "1183ad45fa20ea51"
    )  # changed when the import command became probe data import


@pytest.mark.parametrize(
    ("name", "decisions", "content"),
    [
        ("run", 60, "16ede6eca45055d6"),
        ("template_run", 4, "613f5a846c1bbd5a"),
        ("triage_run", 58, "535b0d415e750f36"),
    ],
)
def test_decisions_of_a_run_are_byte_equal(
    probe: CommandLine, tmp_path: Path, name: str, decisions: int, content: str
) -> None:
    run = restored_run(f"{name}_of_the_second_edition", tmp_path / "run")
    before = (run / "run.sqlite").read_bytes()
    probe("export", run, "--format", "decisions", "--out", tmp_path / "decisions.csv")
    rows = (tmp_path / "decisions.csv").read_bytes()
    assert rows.count(b"\n") == decisions + 1
    assert digest(rows) == content
    assert (run / "run.sqlite").read_bytes() == before


def test_a_run_is_continued(probe: CommandLine, tmp_path: Path, dataset: Path) -> None:
    """The same command asks only the missing questions, because the old run has the same identity."""
    run = restored_run("run_of_the_second_edition", tmp_path / "run")
    probe("evaluate", dataset.parent, *EVALUATION, "--out", run, "--quiet")
    with run_database(run) as database:
        assert database.execute("SELECT count(*) FROM calls").fetchone() == (138,)
    probe("export", run, "--format", "decisions", "--out", tmp_path / "decisions.csv")
    assert digest((tmp_path / "decisions.csv").read_bytes()) == "04b3d65039b7d82f"
    assert digest((run / "dataset.jsonl").read_bytes()) == "17e42d80f9b8020b"
