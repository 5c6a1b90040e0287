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
from tests.study.conftest import BIASED, change, content_of, decision_lines, refusal, replace_lines

pytestmark = pytest.mark.usefixtures("studies")


def flip_a_decision(folder: Path) -> None:
    lines = decision_lines(folder)
    index = next(number for number, line in enumerate(lines) if ",biased,none,0," in line)
    letter = lines[index].rstrip()[-1]
    lines[index] = lines[index].rstrip()[:-1] + {"A": "B", "B": "A"}[letter] + "\n"
    (folder / "decisions.csv.gz").write_bytes(gzip.compress("".join(lines).encode()))


@pytest.mark.usefixtures("undrawn")
def test_another_environment_writes_the_same_result(
    light_probe: CommandLine, finished: Path, composed: Path, tmp_path: Path
) -> None:
    arguments = ("study", "tiny-1", "--model", BIASED, "--release", composed, "--concurrency", "1")
    light_probe(*arguments, "--max-calls", "50", "--out", tmp_path, expect=4)
    light_probe(*arguments, "--out", tmp_path)
    for name in ("result.json", "decisions.csv.gz"):
        assert (tmp_path / name).read_bytes() == (finished / "biased" / name).read_bytes()
    arms = {line.split(",")[1] for line in decision_lines(tmp_path)}
    assert {"biased_2", "biased_3", "placebo_2", "placebo_3"} <= arms


def test_a_result_has_no_text_of_a_dilemma(finished: Path, composed: Path) -> None:
    result = (finished / "biased" / "result.json").read_text(encoding="utf-8")
    items = json_lines(composed / "dataset.jsonl")
    lines = {line for item in items for line in item["biased"].splitlines() if len(line) > 20}
    assert lines
    assert not [line for line in lines if line[:40] in result]


def test_the_main_result_is_that_of_the_report(finished: Path) -> None:
    result = content_of(finished / "biased")
    report = json.loads((finished / "biased" / "report" / "report.json").read_text(encoding="utf-8"))
    row = next(row for row in tables_of(report)["effects"] if (row["bias"], row["tier"]) == ("all biases", "all tiers"))
    for field, column in (("estimate", "effect"), ("low", "low"), ("high", "high")):
        assert result["main"][field] == pytest.approx(row[column], abs=1e-6)
    assert result["main"]["estimate"] > 0
    assert result["main"]["clusters"] == 4


def test_results_are_compared_and_follow_from_their_decisions(
    probe: CommandLine, finished: Path, composed: Path
) -> None:
    both = (finished / "biased", finished / "rational")
    rows = probe.json("study", "table", *both, "--check", "--release", composed)["rows"]
    assert [row["subject"] for row in rows] == ["simulated/rational", BIASED]
    assert all("gap" in row["rank"] for row in rows), "12 dilemmas are too few for a rank"


@pytest.mark.parametrize("ending", ["html", "md", "csv"])
@pytest.mark.parametrize("grouping", ["bias", "depth", "dose"])
def test_the_table_has_every_format(
    probe: CommandLine, finished: Path, tmp_path: Path, ending: str, grouping: str
) -> None:
    file = tmp_path / f"table.{ending}"
    probe("study", "table", finished / "biased", finished / "rational", "--by", grouping, "--out", file)
    assert BIASED in file.read_text(encoding="utf-8").replace("\\", "")


def test_a_changed_decision_is_refused(probe: CommandLine, results: Path, composed: Path) -> None:
    flip_a_decision(results / "biased")
    assert "decisions.csv.gz" in refusal(probe, results / "biased")
    replace_lines(results / "biased", decision_lines(results / "biased"))
    probe("study", "table", results / "biased")
    refused = refusal(probe, results / "biased", release=composed)
    assert "does not follow from its decisions: main.estimate is" in refused


def rewrite(folder: Path, composed: Path, lines: list[str]) -> None:
    """Replace the decisions of a result, and whatever of it can be computed from them."""
    stored = StoredResult(folder / "result.json", StudyResult.model_validate(read_json(folder / "result.json")))
    stored.decisions.write_bytes(gzip.compress("".join(lines).encode()))
    evaluation = evaluation_of(stored, read_dataset(composed))
    estimated = estimates(evaluation)
    changes = {
        "counts": counts_of(evaluation, stored.result.counts.questions),
        "main": estimated.main,
        "doses": estimated.doses,
        "tables": estimated.tables,
        "effects": estimated.effects,
        "decisions": sha256_of(stored.decisions).hex(),
    }
    change(folder, **stored.result.model_copy(update=changes).model_dump(mode="json"))


@pytest.mark.parametrize(
    ("column", "value", "says"),
    [
        (1, "counter", "does not ask for"),
        (2, "bias-warning", "does not ask for"),
        (3, "2", "does not ask for"),
        (4, "sideways", "is not a decision"),
    ],
)
def test_a_decision_that_the_study_does_not_ask_for_is_refused(
    probe: CommandLine, results: Path, composed: Path, column: int, value: str, says: str
) -> None:
    lines = decision_lines(results / "biased")
    cells = lines[1].split(",")
    replace_lines(results / "biased", [*lines, ",".join([*cells[:column], value, *cells[column + 1 :]])])
    refused = refusal(probe, results / "biased", release=composed)
    assert says in refused


@pytest.mark.parametrize(
    ("left_out", "says"), [(",placebo,", "answer to their placebo"), (",none,", "under the mitigation 'none'")]
)
def test_without_the_answers_of_the_main_result_there_is_none(
    results: Path, composed: Path, left_out: str, says: str
) -> None:
    """A report would be about the effect without a placebo, or under a mitigation."""
    lines = decision_lines(results / "biased")
    rewrite(results / "biased", composed, lines)
    with pytest.raises(InputError, match=says):
        rewrite(results / "biased", composed, [line for line in lines if left_out not in line])


def test_a_hostile_result_cannot_control_the_terminal(probe: CommandLine, results: Path) -> None:
    main = content_of(results / "biased")["main"]
    change(results / "biased", subject="a\x1b[2Jb", main=main | {"measure": "c\x1b[2Jd"})
    shown = probe("study", "table", results / "biased").stdout
    assert "\x1b" not in shown
    assert "c␛[2Jd" in shown


def test_a_changed_summary_is_refused(probe: CommandLine, results: Path, composed: Path) -> None:
    content = content_of(results / "biased")
    main = content["main"] | {"low": -0.9}
    (results / "biased" / "result.json").write_text(json.dumps(content | {"main": main}), encoding="utf-8")
    assert "checksum" in refusal(probe, results / "biased")
    change(results / "biased", main=main)
    refused = refusal(probe, results / "biased", release=composed)
    assert "main.low is -0.9" in refused


def test_another_prompt_is_refused(probe: CommandLine, results: Path) -> None:
    settings = content_of(results / "biased")["settings"]
    change(results / "biased", settings=settings | {"prompts": {"decide": "0" * 16}})
    assert "other prompts (decide) than tiny-1" in refusal(probe, results / "biased")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"study": "tiny-2"}, "no study 'tiny-2'"),
        ({"recipe": "0" * 64}, "by a different recipe"),
        ({"analysis": 2}, "analysed by version 2"),
        ({"part": "quick"}, "cannot be compared"),
        ({"content": {"anchoring bias": "0" * 64}}, "dilemmas of anchoring bias are not those"),
    ],
)
def test_another_version_is_refused(probe: CommandLine, results: Path, changes: dict[str, Any], says: str) -> None:
    change(results / "biased", **changes)
    assert says in refusal(probe, results / "biased")


def test_results_on_other_dilemmas_are_not_compared(probe: CommandLine, results: Path) -> None:
    change(results / "rational", part="private", content={"anchoring bias": "0" * 64})
    assert "(private)" in refusal(probe, results / "biased", results / "rational")


def test_a_result_without_its_decisions_is_refused(probe: CommandLine, results: Path) -> None:
    (results / "biased" / "decisions.csv.gz").unlink()
    assert "decisions.csv.gz is missing" in refusal(probe, results / "biased")


def test_the_published_schema_is_that_of_results() -> None:
    """``python -m tests.study`` writes it again."""
    stored = json.loads((ROOT / "results" / "result.schema.json").read_text(encoding="utf-8"))
    assert stored == StudyResult.model_json_schema()
