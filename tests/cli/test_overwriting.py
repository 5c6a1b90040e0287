"""No command overwrites what it did not make; ``--force`` allows it where nothing can be resumed."""

import json
from pathlib import Path

import pytest

from probe.formats.probe_swe.dataset import export_probe_swe
from probe.values import Dilemma
from tests.shared import CommandLine, files_in

FOREIGN = "not made by PROBE"
GRAMMAR = ("--author", "grammar?depth=3", "--bias", "anchoring_bias", "--per-bias", "1")
RATIONAL = ("--model", "simulated/rational", "--runs", "1")

UNREACHABLE = ("openai/x", "--base-url", "http://127.0.0.1:9/v1")
pytestmark = pytest.mark.usefixtures("undrawn")


@pytest.fixture
def data(dataset: Path, pairs: list[Dilemma]) -> Path:
    """A folder with a dataset and a published file, which are the sources of the commands."""
    export_probe_swe(dataset.with_name("published.json"), pairs)
    return dataset.parent


FOLDER_OF_A_RUN = [
    (("generate", *GRAMMAR, "--out", "OUT"), "dataset.jsonl"),
    (("generate", *GRAMMAR, "--out", "OUT"), "manifest.json"),
    (("evaluate", "DATA", *RATIONAL, "--out", "OUT"), "dataset.jsonl"),
    (("evaluate", "DATA", *RATIONAL, "--out", "OUT"), "manifest.json"),
    (("controls", "DATA", "--author", *UNREACHABLE, "--out", "OUT"), "dataset.jsonl"),
    (("opinion", "DATA", "--model", *UNREACHABLE, "--out", "OUT"), "opinion.json"),
]
FILES = [
    (("import", "probe-swe", "DATA/published.json", "-o", "OUT/a.jsonl"), "a.jsonl"),
    (("export", "DATA", "--format", "csv", "-o", "OUT/a.csv"), "a.csv"),
    (("export", "DATA", "--format", "probe-swe", "-o", "OUT/a.json"), "a.json"),
    (("export", "DATA", "--format", "hf", "-o", "OUT"), "README.md"),
    (("export", "DATA", "--format", "hf", "-o", "OUT"), "data/anchoring_bias.parquet"),
    (("export", "EVALUATION", "--format", "decisions", "-o", "OUT/a.csv"), "a.csv"),
    (("analyze", "EVALUATION", "--out", "OUT"), "report.html"),
    (("analyze", "EVALUATION", "--out", "OUT"), "report.json"),
    (("analyze", "EVALUATION", "--out", "OUT"), "tables/summary.csv"),
    (("validate", "sample", "DATA", "--out", "OUT"), "csv/same_task.csv"),
    (("audit", "DATA", "--html", "OUT/a.html"), "a.html"),
    (("shortcuts", "DATA", "--html", "OUT/a.html"), "a.html"),
    (("seeds", "rules", "--out", "OUT/a.md"), "a.md"),
]


def with_paths(arguments: tuple[str, ...], data: Path, out: Path, evaluation: Path) -> list[str]:
    paths = {"DATA": data, "OUT": out, "EVALUATION": evaluation}
    split_arguments = [(argument, *argument.partition("/")) for argument in arguments]
    return [str(paths[head] / tail) if head in paths else argument for argument, head, _, tail in split_arguments]


@pytest.fixture
def evaluation(probe: CommandLine, data: Path, tmp_path: Path) -> Path:
    probe("evaluate", data, *RATIONAL, "--out", tmp_path / "evaluation")
    return tmp_path / "evaluation"


def write_foreign_file(out: Path, name: str) -> None:
    (out / name).parent.mkdir(parents=True)
    (out / name).write_text(FOREIGN, encoding="utf-8")


@pytest.mark.parametrize(("arguments", "name"), [*FOLDER_OF_A_RUN, *FILES])
def test_a_foreign_file_stays_and_one_line_names_it(
    probe: CommandLine, data: Path, evaluation: Path, tmp_path: Path, arguments: tuple[str, ...], name: str
) -> None:
    out = tmp_path / "out"
    write_foreign_file(out, name)
    result = probe(*with_paths(arguments, data, out, evaluation), expect=2)
    line = result.stderr.strip().splitlines()[-1]
    assert str(out / name) in line
    assert any(option in line for option in ("--out", "--output", "--html"))
    assert files_in(out) == {name: FOREIGN.encode()}


@pytest.mark.parametrize(("arguments", "name"), FILES)
def test_force_overwrites(
    probe: CommandLine, data: Path, evaluation: Path, tmp_path: Path, arguments: tuple[str, ...], name: str
) -> None:
    out = tmp_path / "out"
    write_foreign_file(out, name)
    probe(*with_paths(arguments, data, out, evaluation), "--force", expect=None)
    assert (out / name).read_bytes() != FOREIGN.encode()


def test_a_command_writes_its_own_output_again(
    probe: CommandLine, data: Path, evaluation: Path, tmp_path: Path
) -> None:
    """A run resumes, and a report replaces the earlier one, which its report.json lists."""
    probe("evaluate", data, *RATIONAL, "--out", evaluation)
    for _ in range(2):
        probe("generate", *GRAMMAR, "--out", tmp_path / "run")
        probe("analyze", evaluation, "--out", tmp_path / "report")
    assert json.loads((tmp_path / "report" / "report.json").read_text(encoding="utf-8"))


def test_a_report_on_another_subject_is_kept_and_one_on_more_subjects_replaces_it(
    probe: CommandLine, data: Path, evaluation: Path, tmp_path: Path
) -> None:
    other_run, out = tmp_path / "other", tmp_path / "report"
    probe("evaluate", data, "--model", "simulated/prefers-first", "--runs", "1", "--out", other_run)
    probe("analyze", evaluation, "--out", out)
    files_before = files_in(out)
    line = probe("analyze", other_run, "--out", out, expect=2).stderr
    assert "simulated/rational" in line
    assert "--force" in line
    assert files_in(out) == files_before
    probe("evaluate", data, "--model", "simulated/rational", "--runs", "2", "--out", evaluation)
    probe("analyze", evaluation, "--out", out)
    probe("analyze", evaluation, other_run, "--out", out)
    probe("analyze", other_run, "--out", out, "--force")
    assert "prefers-first" in (out / "report.html").read_text(encoding="utf-8")


def test_a_link_that_leads_nowhere_is_not_replaced(probe: CommandLine, data: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.csv"
    link.symlink_to(tmp_path / "missing" / "disk")
    probe("export", data, "--format", "csv", "-o", link, expect=2)
    assert link.is_symlink()
