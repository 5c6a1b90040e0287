"""``probe analyze``: from published files to a report; each wrong use gives one line and exit code 2."""

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from probe.cli.main import commands
from probe.errors import InputError
from probe.store import open_run
from probe.values import Arm, Bias, Candidate, CandidateState, StageOutcome, StageResult, Texts
from tests.analysis.made_datasets import errs_where, evaluate, pairs, task
from tests.analysis.stored import store_evaluation

DATA = os.environ.get("PROBE_SWE_DATA")


def write(folder: Path, subject: str, high: float) -> str:
    rate = {"total_runs": 100, "harmfulness": 30.0, "prolog_uncertainty": 0.0}
    tiers = {
        name: rate | {"sensitivity": share, "quartiles": [4.0, 7.0, 11.0]}
        for name, share in (("low", 10.0), ("high", high))
    }
    entry = rate | {"sensitivity": 20.0, "complexity_analysis": tiers}
    path = folder / f"2_bias_sensitivity_model={subject}.data_model_list=['author'].json"
    path.write_text(json.dumps({"framing effect": entry, "anchoring bias": entry}))
    return str(path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(commands, ["analyze", *arguments])


def test_published_files_give_a_report_and_the_answer(tmp_path: Path) -> None:
    files = [write(tmp_path, "one", 30.0), write(tmp_path, "other", 50.0)]
    result = run(*files, "--out", str(tmp_path / "out"))
    assert result.exit_code == 0, result.output
    assert "20.0 %" in result.stdout
    assert {"report.html", "report.json", "tables", "figures"} == {path.name for path in (tmp_path / "out").iterdir()}


@pytest.mark.usefixtures("undrawn")
def test_runs_are_measured_exactly_and_rejections_are_in_the_report(tmp_path: Path) -> None:
    """Dilemma n flips in its first n mod 4 runs: the planted share comes out of the run's file to the last digit."""
    choose = errs_where(lambda dilemma, arm, run: arm is Arm.BIASED and run < task(dilemma) % 4)
    run_folder = store_evaluation(tmp_path / "run", evaluate(pairs([Bias.FRAMING, Bias.ANCHORING], 10), choose))
    with open_run(tmp_path / "made", {"kind": "generate"}) as store:
        rejected_candidate = Candidate(
            bias=Bias.FRAMING,
            author="x/a",
            expansion=0,
            position=0,
            texts=Texts(unbiased="u", biased="b"),
            results=(StageResult(stage="template", outcome=StageOutcome.REJECTED, reason="no question"),),
        )
        store.keep_candidate(rejected_candidate, CandidateState.REJECTED)
    out = tmp_path / "out"
    result = run(str(run_folder), str(tmp_path / "made"), "--out", str(out), "--json")
    assert result.exit_code == 0, (result.output, result.exception)
    document = json.loads(result.stdout)
    rates = {row["bias"]: row["sensitivity"] for row in document["summary"]["rows"]}
    assert rates["framing effect"] == rates["all biases"] == sum(number % 4 for number in range(10)) / 50
    rejections = next(chapter for chapter in document["chapters"] if chapter["key"] == "rejections")
    assert rejections["tables"][0]["rows"] == [{"author": "x/a", "stage": "template", "count": 1, "share": 1.0}]


@pytest.mark.usefixtures("undrawn")
def test_json_is_one_document_and_nothing_else(tmp_path: Path) -> None:
    result = run(write(tmp_path, "one", 30.0), "--out", str(tmp_path / "out"), "--json")
    document = json.loads(result.stdout)
    assert document == json.loads((tmp_path / "out" / "report.json").read_text())
    assert document["chapters"][0]["key"] == "effects"


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((), "nothing to analyse"),
        (("FILE",), "add --out"),
        (("nowhere", "--out", "x"), "nowhere does not exist"),
        (("FILE", "DIR", "--out", "x"), "give only folders or only JSON files"),
        (("FILE", "FILE", "--out", "x"), "leave one out"),
    ],
)
def test_wrong_use_is_one_line(tmp_path: Path, arguments: tuple[str, ...], line: str) -> None:
    paths = {"FILE": write(tmp_path, "one", 30.0), "DIR": str(tmp_path)}
    result = run(*(paths.get(argument, argument) for argument in arguments))
    assert isinstance(result.exception, InputError)
    assert line in str(result.exception)
    assert "\n" not in str(result.exception)


@pytest.mark.usefixtures("undrawn")
@pytest.mark.skipif(not DATA, reason="PROBE_SWE_DATA does not name the published data")
def test_the_six_published_files_and_a_discard_count_make_one_report(tmp_path: Path) -> None:
    files = [*Path(str(DATA)).glob("2_*.json"), Path(str(DATA)) / "1_stats_dataset_gpt-4o-mini.json"]
    result = run(*map(str, files), "--out", str(tmp_path), "--json")
    document = json.loads(result.stdout)
    assert "rejections" in [chapter["key"] for chapter in document["chapters"]]
    effects = {row["bias"]: row for row in document["summary"]["rows"]}
    assert 100 * effects["anchoring bias"]["net_effect"] == pytest.approx(4.8, abs=0.05)
    assert 100 * effects["hindsight bias"]["sensitivity"] == pytest.approx(35.3, abs=0.05)
