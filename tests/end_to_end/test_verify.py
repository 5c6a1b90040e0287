"""``probe verify`` on published data, on folders, and on programs of somebody's own."""

import json
from pathlib import Path

import pytest
from pyarrow import parquet

from probe.files.dataset import read_dataset
from probe.values import Pair
from tests.end_to_end.conftest import Probe

SEED = Path(__file__).parents[2] / "seeds" / "software_engineering" / "dilemmas" / "anchoring_bias" / "scanner-price"


def test_published_decisions_and_counts_come_out(probe: Probe, published_file: Path, tmp_path: Path) -> None:
    """All 806 pairs, but the few that the whitelist refuses: those are named, and every difference is theirs."""
    dataset = tmp_path / "published.jsonl"
    probe("import", "probe-swe", published_file, "-o", dataset)
    told = json.loads(probe("verify", dataset, "--profile", "paper", "--json", expect=1).stdout)
    assert told["pairs"] == 806
    refused = {one["id"] for one in told["differences"] if "not run" in one["explanation"]}
    assert len(refused) < 0.005 * 806
    assert not [one for one in told["differences"] if one["id"] not in refused and one["field"] != "choice_steps"]
    assert sum(one["field"] == "choice_steps" for one in told["differences"]) <= 0.05 * 806
    assert all(one["explanation"] != "not explained" for one in told["differences"])
    assert refused <= {one["id"] for one in told["failing"]}


def test_a_folder_with_both_programs_is_a_pair(probe: Probe) -> None:
    told = json.loads(probe("verify", SEED, "--json").stdout)
    assert told["passed"] == 1
    assert told["checks"]["follows_facts"]["holds"] == 1


def test_a_program_is_run_alone(probe: Probe, tmp_path: Path) -> None:
    told = json.loads(probe("verify", SEED / "unbiased.pl", "--json").stdout)
    assert told["programs"][0]["choice"] == "option_A"
    hostile = tmp_path / "hostile.pl"
    hostile.write_text(":- shell('touch mark').\ndecide_option(user, option_A).\n", encoding="utf-8")
    done = probe("verify", hostile, expect=1)
    assert "line 1" in " ".join(done.stdout.split())
    assert not (tmp_path / "mark").exists()


def test_a_recorded_decision_that_does_not_follow_is_found(probe: Probe, tmp_path: Path) -> None:
    """A dataset whose right option was changed by hand falls short."""
    probe("demo", "--out", tmp_path / "demo", "--per-bias", "1")
    lines = (tmp_path / "demo" / "benchmark" / "dataset.jsonl").read_text(encoding="utf-8").splitlines()
    row = json.loads(lines[0])
    row["correct_option"] = "option_A" if row["correct_option"] == "option_B" else "option_B"
    changed = tmp_path / "changed.jsonl"
    changed.write_text(json.dumps(row) + "\n", encoding="utf-8")
    told = json.loads(probe("verify", changed, "--json", expect=1).stdout)
    assert [one["field"] for one in told["differences"]] == ["correct_option"]


@pytest.mark.parametrize("form", ["csv", "hf", "probe-swe"])
def test_a_dataset_is_exported(probe: Probe, tmp_path: Path, form: str) -> None:
    probe("demo", "--out", tmp_path / "demo", "--per-bias", "1")
    out = tmp_path / "exported"
    probe("export", tmp_path / "demo" / "benchmark", "--format", form, "-o", out)
    pairs = read_dataset(tmp_path / "demo" / "benchmark")
    if form == "csv":
        assert out.read_text(encoding="utf-8").startswith("id,bias,domain")
    elif form == "probe-swe":
        assert sum(len(rows) for rows in json.loads(out.read_text(encoding="utf-8")).values()) == len(pairs)
    else:
        table = parquet.read_table(out / "data" / "test.parquet")
        assert table["id"].to_pylist() == [pair.id for pair in pairs]
        assert table["size"].to_pylist() == [pair.complexity.size for pair in pairs]
        assert [Pair.model_validate_json(text) for text in table["pair"].to_pylist()] == list(pairs)
        assert "data/test.parquet" in (out / "README.md").read_text(encoding="utf-8")


def test_the_schema_is_json_schema(probe: Probe) -> None:
    schema = json.loads(probe("schema").stdout)
    assert {"id", "bias", "certificate", "provenance"} <= set(schema["properties"])
