"""Results of a study: the same bytes everywhere, and refused where anything differs."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from probe.errors import InputError
from probe.inputs import read_json, sha256_of
from probe.protocols.reading import read_dataset
from probe.study.estimates import estimates
from probe.study.result import StoredResult, StudyResult, counts_of, evaluation_of
from tests.shared import ROOT, CommandLine, json_lines, tables_of
from tests.study.conftest import BIASED, change_result, content_of, decision_lines, refusal, replace_lines

pytestmark = pytest.mark.usefixtures("studies")


def flip_a_decision(folder: Path) -> None:
    lines = decision_lines(folder)
    index = next(number for number, line in enumerate(lines) if ",biased,none,0," in line)
    letter = lines[index].rstrip()[-1]
    lines[index] = lines[index].rstrip()[:-1] + {"A": "B", "B": "A"}[letter] + "\n"
    (folder / "decisions.csv.gz").write_bytes(gzip.compress("".join(lines).encode()))


@pytest.mark.usefixtures("undrawn")
def test_another_environment_writes_the_same_result(
    light_probe: CommandLine, result_folders: Path, quick_folder: Path, tmp_path: Path
) -> None:
    arguments = ("study", "tiny-1", "--model", BIASED, "--release", quick_folder, "--concurrency", "1")
    light_probe(*arguments, "--max-calls", "50", "--out", tmp_path, expect=4)
    light_probe(*arguments, "--out", tmp_path)
    for name in ("result.json", "decisions.csv.gz"):
        assert (tmp_path / name).read_bytes() == (result_folders / "biased" / name).read_bytes()
    arms = {line.split(",")[1] for line in decision_lines(tmp_path)}
    assert {"biased_2", "biased_3", "placebo_2", "placebo_3"} <= arms


def test_a_result_has_no_text_of_a_dilemma(result_folders: Path, quick_folder: Path) -> None:
    result = (result_folders / "biased" / "result.json").read_text(encoding="utf-8")
    items = json_lines(quick_folder / "dataset.jsonl")
    lines = {line for item in items for line in item["biased"].splitlines() if len(line) > 20}
    assert lines
    assert not [line for line in lines if line[:40] in result]


def test_the_main_result_is_that_of_the_report(result_folders: Path) -> None:
    result = content_of(result_folders / "biased")
    report = json.loads((result_folders / "biased" / "report" / "report.json").read_text(encoding="utf-8"))
    row = next(row for row in tables_of(report)["effects"] if (row["bias"], row["tier"]) == ("all biases", "all tiers"))
    for field, column in (("estimate", "effect"), ("low", "low"), ("high", "high")):
        assert result["main"][field] == pytest.approx(row[column], abs=1e-6)
    assert result["main"]["estimate"] > 0
    assert result["main"]["clusters"] == 4


def test_results_are_compared_and_follow_from_their_decisions(
    probe: CommandLine, result_folders: Path, quick_folder: Path
) -> None:
    folders = (result_folders / "biased", result_folders / "rational")
    rows = probe.json("study", "table", *folders, "--check", "--release", quick_folder)["rows"]
    assert [row["subject"] for row in rows] == ["simulated/rational", BIASED]
    assert all("gap" in row["rank"] for row in rows), "12 dilemmas are too few for a rank"


@pytest.mark.parametrize("ending", ["html", "md", "csv"])
@pytest.mark.parametrize("grouping", ["bias", "depth", "dose"])
def test_the_table_has_every_format(
    probe: CommandLine, result_folders: Path, tmp_path: Path, ending: str, grouping: str
) -> None:
    file = tmp_path / f"table.{ending}"
    probe("study", "table", result_folders / "biased", result_folders / "rational", "--by", grouping, "--out", file)
    assert BIASED in file.read_text(encoding="utf-8").replace("\\", "")


def test_a_changed_decision_is_refused(probe: CommandLine, results: Path, quick_folder: Path) -> None:
    flip_a_decision(results / "biased")
    assert "decisions.csv.gz" in refusal(probe, results / "biased")
    replace_lines(results / "biased", decision_lines(results / "biased"))
    probe("study", "table", results / "biased")
    message = refusal(probe, results / "biased", release=quick_folder)
    assert "does not follow from its decisions: main.estimate is" in message


def rewrite(folder: Path, quick_folder: Path, lines: list[str]) -> None:
    """Replace the decisions of a result and everything that is computed from them."""
    result = StoredResult(folder / "result.json", StudyResult.model_validate(read_json(folder / "result.json")))
    result.decisions.write_bytes(gzip.compress("".join(lines).encode()))
    evaluation = evaluation_of(result, read_dataset(quick_folder))
    estimate = estimates(evaluation)
    changes = {
        "counts": counts_of(evaluation, result.result.counts.questions),
        "main": estimate.main,
        "doses": estimate.doses,
        "tables": estimate.tables,
        "effects": estimate.effects,
        "decisions": sha256_of(result.decisions).hex(),
    }
    change_result(folder, **result.result.model_copy(update=changes).model_dump(mode="json"))


@pytest.mark.parametrize(
    ("column", "value", "expected"),
    [
        (1, "counter", "does not ask for"),
        (2, "bias-warning", "does not ask for"),
        (3, "2", "does not ask for"),
        (4, "sideways", "is not a decision"),
    ],
)
def test_a_decision_that_the_study_does_not_ask_for_is_refused(
    probe: CommandLine, results: Path, quick_folder: Path, column: int, value: str, expected: str
) -> None:
    lines = decision_lines(results / "biased")
    cells = lines[1].split(",")
    replace_lines(results / "biased", [*lines, ",".join([*cells[:column], value, *cells[column + 1 :]])])
    message = refusal(probe, results / "biased", release=quick_folder)
    assert expected in message


@pytest.mark.parametrize(
    ("omitted", "expected"), [(",placebo,", "answer to their placebo"), (",none,", "under the mitigation 'none'")]
)
def test_a_main_result_needs_the_answers_in_its_arms(
    results: Path, quick_folder: Path, omitted: str, expected: str
) -> None:
    """Otherwise a report would be about the effect without a placebo, or under a mitigation."""
    lines = decision_lines(results / "biased")
    rewrite(results / "biased", quick_folder, lines)
    with pytest.raises(InputError, match=expected):
        rewrite(results / "biased", quick_folder, [line for line in lines if omitted not in line])


def test_a_hostile_result_cannot_control_the_terminal(probe: CommandLine, results: Path) -> None:
    main = content_of(results / "biased")["main"]
    change_result(results / "biased", subject="a\x1b[2Jb", main=main | {"measure": "c\x1b[2Jd"})
    output = probe("study", "table", results / "biased").stdout
    assert "\x1b" not in output
    assert "c␛[2Jd" in output


def test_a_changed_summary_is_refused(probe: CommandLine, results: Path, quick_folder: Path) -> None:
    content = content_of(results / "biased")
    main = content["main"] | {"low": -0.9}
    (results / "biased" / "result.json").write_text(json.dumps(content | {"main": main}), encoding="utf-8")
    assert "checksum" in refusal(probe, results / "biased")
    change_result(results / "biased", main=main)
    message = refusal(probe, results / "biased", release=quick_folder)
    assert "main.low is -0.9" in message


def test_another_prompt_is_refused(probe: CommandLine, results: Path) -> None:
    settings = content_of(results / "biased")["settings"]
    change_result(results / "biased", settings=settings | {"prompts": {"decide": "0" * 16}})
    assert "other prompts (decide) than tiny-1" in refusal(probe, results / "biased")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"study": "tiny-2"}, "no study 'tiny-2'"),
        ({"recipe": "0" * 64}, "by a different recipe"),
        ({"analysis": 2}, "analysed by version 2"),
        ({"part": "quick"}, "cannot be compared"),
        ({"content": {"anchoring bias": "0" * 64}}, "dilemmas of anchoring bias are not those"),
    ],
)
def test_another_version_is_refused(probe: CommandLine, results: Path, changes: dict[str, Any], expected: str) -> None:
    change_result(results / "biased", **changes)
    assert expected in refusal(probe, results / "biased")


def test_results_on_other_dilemmas_are_not_compared(probe: CommandLine, results: Path) -> None:
    change_result(results / "rational", part="private", content={"anchoring bias": "0" * 64})
    assert "(private)" in refusal(probe, results / "biased", results / "rational")


def test_a_result_without_its_decisions_is_refused(probe: CommandLine, results: Path) -> None:
    (results / "biased" / "decisions.csv.gz").unlink()
    assert "decisions.csv.gz is missing" in refusal(probe, results / "biased")


def test_the_published_schema_is_that_of_results() -> None:
    """``python -m tests.study`` writes it again."""
    schema = json.loads((ROOT / "results" / "result.schema.json").read_text(encoding="utf-8"))
    assert schema == StudyResult.model_json_schema()
