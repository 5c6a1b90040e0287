"""Several subjects in one folder, within one budget."""

import json
import sqlite3
from pathlib import Path

import pytest

from probe.errors import InputError
from probe.measuring.evaluate import subject_folders
from probe.values import Bias, ModelSpec
from tests.shared import CommandLine

SUBJECTS = ("simulated/rational", "simulated/biased?rate=0.5", "simulated/cue-follower")
MODELS = [word for name in SUBJECTS for word in ("--model", name)]
STRATEGIES = ("--mitigation", "none", "--mitigation", "bias-warning")


def calls(folder: Path) -> dict[str, int]:
    call_counts = {}
    for file in sorted(folder.glob("*/run.sqlite")):
        with sqlite3.connect(file) as database:
            call_counts[file.parent.name] = database.execute("SELECT count(*) FROM calls").fetchone()[0]
    return call_counts


@pytest.mark.usefixtures("undrawn")
def test_a_matrix_stays_within_one_budget_and_goes_on(probe: CommandLine, tmp_path: Path) -> None:
    options = ("--limit", "1", "--runs", "2", *MODELS, *STRATEGIES)
    calls_per_subject = len(Bias) * 2 * 2 * 2  # arms, runs and mitigations of each bias
    for budget, expect in ((calls_per_subject + 5, 4), (2 * calls_per_subject + 1, 4), (3 * calls_per_subject, 0)):
        probe("evaluate", "seeds", *options, "--out", tmp_path / "all", "--max-calls", str(budget), expect=expect)
        assert sum(calls(tmp_path / "all").values()) == budget
    assert set(calls(tmp_path / "all").values()) == {calls_per_subject}
    probe("analyze", tmp_path / "all", "--out", tmp_path / "report")
    report = json.loads((tmp_path / "report" / "report.json").read_text())
    assert {row["subject"] for row in report["summary"]["rows"]} == set(SUBJECTS)
    probe("export", tmp_path / "all", "--format", "probe-swe", "--package", tmp_path / "package")
    for kind in ("2_llm_outputs", "2_bias_sensitivity"):
        files = [file.name for file in (tmp_path / "package").glob(f"{kind}_*")]
        assert len(files) == len(SUBJECTS) * 2
        assert sum("bias_warning=True" in name for name in files) == len(SUBJECTS)


def test_folders_of_subjects_are_safe_and_distinct(tmp_path: Path) -> None:
    names = ("openai/m", "openai/m?temperature=1", "openai/../../etc", "openai/..", "ollama/a:b", "ollama/a-b")
    folders = [folder for _, folder in subject_folders(tmp_path, [ModelSpec.parse(name) for name in names])]
    assert len({str(folder).lower() for folder in folders}) == len(names)
    assert {folder.parent for folder in folders} == {tmp_path}
    assert folders[0].name == "openai-m"


def test_a_subject_named_twice_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is given twice"):
        subject_folders(tmp_path, [ModelSpec.parse("openai/m")] * 2)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--model", "simulated/biassed"), 2),
        (("--model", "nowhere/m"), 2),
        (("--model", "openai/m"), 3),
        (("--awareness", "openai/m"), 3),
        (("--awareness", "simulated/nothing"), 2),
    ],
)
def test_all_names_and_keys_are_checked_before_the_first_question(
    probe: CommandLine, tmp_path: Path, options: tuple[str, str], code: int
) -> None:
    """The error comes before the first subject is paid for."""
    result = probe(
        "evaluate", "seeds", "--limit", "1", "--model", SUBJECTS[0], *options, "--out", tmp_path / "all", expect=code
    )
    assert len(result.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "all").exists()
