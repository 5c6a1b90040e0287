"""``probe verify`` on published data, on folders, and on a user's own programs."""

import json
from pathlib import Path

from probe.values import Profile
from tests.end_to_end.conftest import Probe, Runs

SEED = Path(__file__).parents[2] / "seeds" / "software_engineering" / "dilemmas" / "anchoring_bias" / "scanner-price"


def test_published_decisions_and_counts_come_out(probe: Probe, published_file: Path, tmp_path: Path) -> None:
    """All 806 pairs, but the few that are refused or call what only a library defines: every difference is theirs."""
    dataset = tmp_path / "published.jsonl"
    probe("import", "probe-swe", published_file, "-o", dataset)
    report = json.loads(probe("verify", dataset, "--profile", "paper", "--json", expect=1).stdout)
    assert report["pairs"] == 806
    reasons = ("not run", "which no clause defines")
    refused = {one["id"] for one in report["differences"] if any(why in one["explanation"] for why in reasons)}
    assert len(refused) < 0.005 * 806
    assert not [one for one in report["differences"] if one["id"] not in refused and one["field"] != "choice_steps"]
    assert sum(one["field"] == "choice_steps" for one in report["differences"]) <= 0.05 * 806
    assert all(one["explanation"] != "not explained" for one in report["differences"])
    assert refused <= {one["id"] for one in report["failing"]}


def test_a_folder_with_both_programs_is_a_pair(probe: Probe) -> None:
    report = json.loads(probe("verify", SEED, "--json").stdout)
    assert report["passed"] == 1
    assert report["checks"]["follows_facts"]["holds"] == 1


def test_a_program_is_run_alone(probe: Probe, tmp_path: Path) -> None:
    report = json.loads(probe("verify", SEED / "unbiased.pl", "--json").stdout)
    assert report["programs"][0]["choice"] == "option_A"
    hostile = tmp_path / "hostile.pl"
    hostile.write_text(":- shell('touch mark').\ndecide_option(user, option_A).\n", encoding="utf-8")
    done = probe("verify", hostile, expect=1)
    assert "line 1" in " ".join(done.stdout.split())
    assert not (tmp_path / "mark").exists()


def test_a_recorded_decision_that_does_not_follow_is_found(probe: Probe, runs: Runs, tmp_path: Path) -> None:
    """A dataset whose right option was changed by hand falls short."""
    generated = runs.generated(Profile.STRICT).out / "dataset.jsonl"
    lines = generated.read_text(encoding="utf-8").splitlines()
    row = json.loads(lines[0])
    row["correct_option"] = "option_A" if row["correct_option"] == "option_B" else "option_B"
    changed = tmp_path / "changed.jsonl"
    changed.write_text(json.dumps(row) + "\n", encoding="utf-8")
    report = json.loads(probe("verify", changed, "--json", expect=1).stdout)
    assert [one["field"] for one in report["differences"]] == ["correct_option"]


def test_the_schema_is_json_schema(probe: Probe) -> None:
    schema = json.loads(probe("schema").stdout)
    assert {"id", "bias", "certificate", "provenance"} <= set(schema["properties"])
