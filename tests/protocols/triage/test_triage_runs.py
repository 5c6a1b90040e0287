"""Triage from the command line: generate, evaluate with histories and a review, analyze, resume, and import."""

import csv
import json
import sqlite3
from pathlib import Path

import pytest

from tests.protocols.triage.made import PROTOCOL, a_choice, a_form, a_set, an_attribute
from tests.shared import CommandLine


def dataset(folder: Path) -> Path:
    makers = (a_form, an_attribute, a_choice)
    items = [
        *(a_set(f"set {number}", 5 + number % 2) for number in range(4)),
        *(make(make.__name__) for make in makers),
    ]
    path = folder / "items.jsonl"
    path.write_text("".join(item.model_dump_json() + "\n" for item in items))
    return path


@pytest.mark.usefixtures("undrawn")
def test_items_are_evaluated_and_reported(probe: CommandLine, tmp_path: Path) -> None:
    options = ("--history", "all", "--runs", "2", "--mitigation", "none", "--mitigation", "review+contrastive")
    probe("evaluate", dataset(tmp_path), "--model", "simulated/carry?strength=0.5", *options, "--out", tmp_path / "run")
    probe("analyze", tmp_path / "run", "--out", tmp_path / "report")
    report = json.loads((tmp_path / "report" / "report.json").read_text())
    text = json.dumps(report)
    for key in ("triage_sets", "triage_choices", "triage_places", "triage_forms", "triage_attributes", "triage_biases"):
        assert key in text
    page = (tmp_path / "report" / "report.html").read_text()
    assert "sensitive" in page


@pytest.mark.parametrize(
    ("history", "visible_arms", "hidden_arms"),
    [
        ("own", {"random_1", "latin_5", "alone_1"}, {"after_accepted_1", "all_accepted_1"}),
        ("forced", {"after_rejected_5", "alternating_1", "alone_1"}, {"random_1", "latin_1"}),
        ("none", {"alone_5"}, {"random_1", "after_accepted_1"}),
    ],
)
def test_a_history_selects_the_arms_of_sets(
    probe: CommandLine, tmp_path: Path, history: str, visible_arms: set[str], hidden_arms: set[str]
) -> None:
    path = tmp_path / "one.jsonl"
    path.write_text(a_set("one", 5).model_dump_json() + "\n")
    out = tmp_path / "run"
    probe("evaluate", path, "--model", "simulated/rational", "--history", history, "--runs", "1", "--out", out)
    settings = json.dumps(json.loads((out / "manifest.json").read_text()))
    assert all(f'"{arm}"' in settings for arm in visible_arms)
    assert not any(f'"{arm}"' in settings for arm in hidden_arms)


def test_a_session_of_ten_turns_resumes_with_no_turn_paid_twice(probe: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    path.write_text(a_set("one", 10).model_dump_json() + "\n")
    out = tmp_path / "run"
    command = (
        "evaluate",
        path,
        "--model",
        "simulated/carry?strength=0.4&noise=0.2",
        "--arms",
        "random_1",
        "--runs",
        "1",
    )
    for limit in ("3", "7"):
        probe(*command, "--max-calls", limit, "--out", out, expect=4)
        assert calls(out) == int(limit)
    probe(*command, "--out", out)
    assert calls(out) == 10
    probe(*command, "--out", tmp_path / "at_once")
    assert decisions(out) == decisions(tmp_path / "at_once")
    assert len(decisions(out)) == 10


def calls(out: Path) -> int:
    """The answered calls of a run, over all its sessions."""
    call_count: int = json.loads((out / "manifest.json").read_text())["usage"]["calls"]
    return call_count


def decisions(out: Path) -> list[object]:
    with sqlite3.connect(out / "run.sqlite") as database:
        return sorted(database.execute("SELECT arm, run, turn, decision FROM decisions").fetchall())


def test_the_files_of_biasbuster_are_imported(probe: CommandLine, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    profiles = [f"Student {number}: made up for this test" for number in range(5)]
    chunks = [*profiles, *profiles[::-1], *profiles[:3]]
    write(folder / "anchoring" / "students.csv", [{"id": "7", "prompts": chunk} for chunk in chunks])
    rows = [
        {"id": "1", "prompt_biased": f"{verb}?", "framing": verb, "prompt_neutral": "decide?"}
        for verb in ("admit", "reject")
    ]
    write(folder / "framing_bias" / "frame.csv", rows)
    rows = [
        {"id": "1", "prompt_biased": f"{group}?", "framing": group, "prompt_neutral": "x?"}
        for group in ("female", "male")
    ]
    write(folder / "group_attribution" / "ga.csv", rows)
    sentence_in_use = "You already work with student C. Which one?"
    write(
        folder / "status_quo" / "sq.csv",
        [{"id": "1", "prompt_biased": sentence_in_use, "prompt_neutral": "Which one?"}],
    )
    out = tmp_path / "items.jsonl"
    probe("import", "biasbuster", folder, "--out", out)
    items = {item.kind: item for item in map(PROTOCOL.read, map(json.loads, out.read_text().splitlines()))}
    assert items["sequence"].orders == {"order_1": (0, 1, 2, 3, 4), "order_2": (4, 3, 2, 1, 0)}
    assert items["framing"].questions["rejecting_yes_no"].decisions == (1, 0)
    assert items["attribute"].sensitive
    assert items["attribute"].questions["group_2"].text == "male?"
    assert items["choice"].status_quo == 2
    assert {item.norm for item in items.values()} == {"none"}
    probe("evaluate", out, "--model", "simulated/coin", "--runs", "1", "--out", tmp_path / "run")


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([{"id": "1", "prompt": "x"}], "no column prompts"),
        ([{"id": "1", "prompts": ""}], "prompts is empty"),
        ([{"id": "1", "prompts": order} for order in "abcabd"], "order 2 does not show the 3 profiles"),
    ],
)
def test_a_faulty_file_of_biasbuster_is_one_line(
    probe: CommandLine, tmp_path: Path, rows: list[dict[str, str]], problem: str
) -> None:
    write(tmp_path / "anchoring" / "students.csv", rows)
    result = probe("import", "biasbuster", tmp_path, "--out", tmp_path / "x.jsonl", expect=2)
    assert problem in result.stderr
    assert "Traceback" not in result.stderr
    assert not (tmp_path / "x.jsonl").exists()


def test_a_folder_without_the_data_set_is_refused(probe: CommandLine, tmp_path: Path) -> None:
    assert "contains none of" in probe("import", "biasbuster", tmp_path, "--out", tmp_path / "x", expect=2).stderr


def write(path: Path, rows: list[dict[str, str]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def test_a_generation_of_one_kind_is_known_as_a_generation(probe: CommandLine, tmp_path: Path) -> None:
    """The kind of items does not take the place of the kind of run: other commands would not know the folder."""
    out = tmp_path / "made"
    probe("generate", "--protocol", "triage", "--kind", "framing", "--sets", "1", "--out", out)
    assert json.loads((out / "manifest.json").read_text())["settings"]["kinds"] == "framing"
    assert "run of probe generate" in probe("export", out, "--format", "decisions", "--out", "d.csv", expect=2).stderr
