"""``probe verify`` on published data, on folders, and on a user's own programs."""

import json
from pathlib import Path

from probe.values import Profile
from tests.end_to_end.conftest import Probe, Runs
from tests.shared import ROOT, json_lines

SEED = ROOT / "seeds" / "software_engineering" / "dilemmas" / "anchoring_bias" / "scanner-price"


def test_published_decisions_and_counts_are_reproduced(probe: Probe, published_file: Path, tmp_path: Path) -> None:
    """All 806 pairs match, except the few that are refused or call library predicates."""
    dataset = tmp_path / "published.jsonl"
    probe("import", "probe-swe", published_file, "-o", dataset)
    report = probe.json("verify", dataset, "--profile", "paper", expect=1)
    assert report["pairs"] == 806
    reasons = ("not run", "which no clause defines")
    refused_pairs = {
        pair["id"] for pair in report["differences"] if any(reason in pair["explanation"] for reason in reasons)
    }
    assert len(refused_pairs) < 0.005 * 806
    assert {pair["field"] for pair in report["differences"] if pair["id"] not in refused_pairs} <= {"choice_steps"}
    assert sum(pair["field"] == "choice_steps" for pair in report["differences"]) <= 0.05 * 806
    assert all(pair["explanation"] != "not explained" for pair in report["differences"])
    assert refused_pairs <= {pair["id"] for pair in report["failing"]}


def test_a_folder_with_both_programs_is_a_pair(probe: Probe) -> None:
    report = probe.json("verify", SEED)
    assert report["passed"] == 1
    assert report["checks"]["follows_facts"]["holds"] == 1


def test_a_program_is_run_alone(probe: Probe, tmp_path: Path) -> None:
    report = probe.json("verify", SEED / "unbiased.pl")
    assert report["programs"][0]["choice"] == "option_A"
    hostile = tmp_path / "hostile.pl"
    hostile.write_text(":- shell('touch mark').\ndecide_option(user, option_A).\n", encoding="utf-8")
    result = probe("verify", hostile, expect=1)
    assert "line 1" in " ".join(result.stdout.split())
    assert not (tmp_path / "mark").exists()


def test_a_recorded_decision_that_does_not_follow_is_found(probe: Probe, runs: Runs, tmp_path: Path) -> None:
    """A dataset whose right option was changed by hand fails."""
    generated = runs.generated(Profile.STRICT).out / "dataset.jsonl"
    pair = json_lines(generated)[0]
    pair["correct_option"] = "option_A" if pair["correct_option"] == "option_B" else "option_B"
    changed_dataset = tmp_path / "changed.jsonl"
    changed_dataset.write_text(json.dumps(pair) + "\n", encoding="utf-8")
    report = probe.json("verify", changed_dataset, expect=1)
    assert [difference["field"] for difference in report["differences"]] == ["correct_option"]


def test_the_schema_is_json_schema(probe: Probe) -> None:
    schema = json.loads(probe("schema").stdout)
    assert {"id", "bias", "certificate", "provenance"} <= set(schema["properties"])
