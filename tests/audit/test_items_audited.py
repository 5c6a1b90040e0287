"""Items of other protocols are verified and audited like dilemmas: by their own programs."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import probe as api
from probe.protocols.templates.item import TemplateItem
from probe.protocols.triage.items import TriageItem
from tests.shared import CommandLine, json_lines

Content = dict[str, Any]


@pytest.fixture(scope="module")
def templates(probe: CommandLine, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("templates")
    biases = [part for name in ("loss_aversion", "framing_effect", "endowment_effect") for part in ("--bias", name)]
    command = ("generate", "--protocol", "templates", *biases, "--per-bias", "1", "--instances", "1")
    probe(*command, "--out", folder)
    return folder / "dataset.jsonl"


@pytest.fixture(scope="module")
def triage(probe: CommandLine, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("triage")
    command = ("generate", "--protocol", "triage", "--sets", "1", "--set-size", "5")
    probe(*command, "--out", folder)
    return folder / "dataset.jsonl"


def write_edited_copy(file: Path, out: Path, index: int, edit: Callable[[Content], None]) -> Path:
    """Write a copy of a dataset with one item edited, whose id is that of the new content."""
    content = json_lines(file)
    content[index]["id"] = ""
    edit(content[index])
    out.write_text("".join(json.dumps(item) + "\n" for item in content), encoding="utf-8")
    return out


def swapped_option(item: Content) -> None:
    text = item["programs"]["unbiased"]
    item["programs"]["unbiased"] = text.replace("stated(result, successes,", "stated(other, successes,")


def other_numbers(item: Content) -> None:
    for arm in ("unbiased", "biased"):
        item["programs"][arm] += "unused(fact).\n"


def other_answer(item: Content) -> None:
    item["right"] = {arm: 6 - right_point for arm, right_point in item["right"].items()}


def failing_check(item: Content) -> None:
    item["certificate"]["checks"][0]["outcome"] = "fails"


def lost_check(item: Content) -> None:
    del item["certificate"]["checks"][3]


def lost_programs(item: Content) -> None:
    item["programs"] = item["answering"] = None


@pytest.mark.parametrize(
    ("bias", "edit", "field"),
    [
        ("framing effect", swapped_option, "check decides"),
        ("framing effect", other_numbers, "programs"),
        ("loss aversion", other_answer, "right"),
        ("framing effect", failing_check, "check loads"),
        ("framing effect", lost_check, "check same_steps"),
        ("framing effect", lost_programs, "check norm"),
    ],
)
def test_a_template_test_that_was_edited_is_found(
    probe: CommandLine, templates: Path, tmp_path: Path, bias: str, edit: Callable[[Content], None], field: str
) -> None:
    index = next(number for number, item in enumerate(json_lines(templates)) if item["bias"] == bias)
    document = probe.json("verify", write_edited_copy(templates, tmp_path / "edited.jsonl", index, edit), expect=1)
    assert (document["items"], document["passed"]) == (3, 2)
    assert field in {difference["field"] for difference in document["differences"]}


def other_right(item: Content) -> None:
    item["profiles"][2]["right"] = 1 - item["profiles"][2]["right"]


def other_policy(item: Content) -> None:
    item["axioms"] = ""


def unusable_scale(item: Content) -> None:
    item["scale"] = ["OUI!", "NON!"]


@pytest.mark.parametrize(
    ("edit", "found_as"), [(other_right, "right of profile 3"), (other_policy, "norm"), (unusable_scale, "programs")]
)
def test_a_set_that_was_edited_is_found(
    probe: CommandLine, triage: Path, tmp_path: Path, edit: Callable[[Content], None], found_as: str
) -> None:
    failing_items = probe.json("verify", write_edited_copy(triage, tmp_path / "edited.jsonl", 0, edit), expect=1)[
        "failing"
    ]
    assert len(failing_items) == 1
    names = [check["name"] for check in failing_items[0]["checks"]] + [
        difference["field"] for difference in failing_items[0]["differences"]
    ]
    assert found_as in names


def test_untouched_items_pass_and_class_3_is_not_applicable(probe: CommandLine, templates: Path, triage: Path) -> None:
    first, second = probe.json("verify", templates, triage)
    assert first["checks"]["norm"]["not_applicable"] == 1
    assert first["checks"]["loads"]["holds"] == 2
    assert second["items"] == second["passed"] == 4
    assert second["differences"] == []
    assert "4 of 4 items pass" in probe("audit", triage).stdout


def test_reports_parts_and_workers_change_nothing(
    probe: CommandLine, templates: Path, triage: Path, tmp_path: Path
) -> None:
    for data in (templates, triage):
        complete_report, parallel_report, merged_report = (
            tmp_path / f"{data.parent.name}-{name}.jsonl" for name in ("whole", "spread", "merged")
        )
        parts = [tmp_path / f"{data.parent.name}-{number}.jsonl" for number in (1, 2)]
        probe("verify", data, "--report", complete_report)
        probe("verify", data, "--workers", "2", "--report", parallel_report)
        for number, part in enumerate(parts, 1):
            probe("verify", data, "--shard", f"{number}/2", "--report", part)
        probe("merge", "--shards", *parts, "--out", merged_report)
        rows = json_lines(complete_report)[1:]
        assert [row["id"] for row in rows] == [item["id"] for item in json_lines(data)]
        assert all(row["passed"] for row in rows)
        assert merged_report.read_bytes() == parallel_report.read_bytes() == complete_report.read_bytes()
        assert probe.json("audit", data, "--report", complete_report) == probe.json("audit", data)


def test_a_set_is_shown_with_its_texts_proofs_and_decisions(probe: CommandLine, triage: Path, tmp_path: Path) -> None:
    item = json_lines(triage)[0]
    command = ("evaluate", triage, "--model", "simulated/rational", "--runs", "1", "--out", tmp_path / "run")
    probe(*command)
    result = probe("audit", triage, item["id"][:8], "--run", tmp_path / "run", "--verbose")
    flat_text = " ".join(result.stdout.split())
    for profile in item["profiles"]:
        assert " ".join(profile["text"].split()) in flat_text
    for arm in ("after_accepted", "after_rejected"):
        assert flat_text.count(f"Program of the {arm} text:") == 5
    assert flat_text.count("Axioms as above") == 2 * 5 - 1, "axioms that programs share are printed once"
    assert "latin_5" in flat_text
    assert "Decisions of simulated/rational" in flat_text
    document = probe.json("audit", triage, item["id"])
    assert [program["name"] for program in document["programs"]] == [f"profile {number}" for number in range(1, 6)]


def test_python_verifies_and_audits_them(templates: Path, triage: Path) -> None:
    """As it does dilemmas: reports with every check and proof, and one item with its texts and decisions."""
    sets, tests = api.load(triage, TriageItem), api.load(templates, TemplateItem)
    reports = api.verify(sets)
    assert reports.holds
    assert repr(reports) == f"<Reports: {len(sets)} of {len(sets)} items hold>"
    assert list(reports.to_pandas().id) == [item.id for item in sets]
    assert reports[0].proof.count("line numbers refer to the after_accepted program") == 5
    wrong = next(item for item in tests if item.right)
    edited_item = wrong.model_copy(update={"right": {arm: 6 - point for arm, point in wrong.right.items()}})
    assert [difference.field for difference in api.verify(edited_item).differences] == ["right"]
    verification = api.verify(next(item for item in tests if item.norm == "none"))
    assert verification.holds
    assert not verification.programs
    audit = api.audit(sets[0])
    assert sets[0].profiles[0].text in audit.html
    assert "The policy" in audit.text
    with pytest.raises(api.InputError, match="one item"):
        api.audit(sets)  # type: ignore[arg-type]


def test_control_characters_of_an_item_do_not_reach_the_terminal(
    probe: CommandLine, templates: Path, tmp_path: Path
) -> None:
    def hostile(item: Content) -> None:
        item["control"] += "\x1b[31m[bold]<script>"

    out = write_edited_copy(templates, tmp_path / "edited.jsonl", 0, hostile)
    result = probe("audit", out, TemplateItem.model_validate(json_lines(out)[0]).id)
    assert "\x1b[31m" not in result.stdout
    assert "[bold]<script>" in result.stdout


def test_an_unknown_id_is_one_line(probe: CommandLine, triage: Path) -> None:
    result = probe("audit", triage, "zzzz", expect=2)
    assert "has no item zzzz" in result.stderr
    assert result.stderr.count("\n") == 1
