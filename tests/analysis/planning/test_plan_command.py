"""``probe plan`` and ``probe.plan``: sizes, costs and simulated results, from expectations and from pilots."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import probe as package
from probe.cli.main import commands
from probe.errors import InputError
from probe.values import Arm, Bias
from tests.analysis.made_datasets import errs_where, evaluate, pairs, task
from tests.analysis.stored import store_evaluation
from tests.protocols.templates.material import SOFTWARE, items
from tests.shared import CommandLine


def run(*arguments: str) -> Result:
    return CliRunner().invoke(commands, ("plan", *arguments, "--simulations", "20"))


def rows(*arguments: str) -> list[dict[str, Any]]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, (result.output, result.exception)
    plan_rows: list[dict[str, Any]] = json.loads(result.stdout)["rows"]
    return plan_rows


@pytest.fixture
def pilot(tmp_path: Path) -> str:
    choose = errs_where(lambda dilemma, arm, run: arm is Arm.BIASED and task(dilemma) % 3 == run % 3)
    return str(store_evaluation(tmp_path / "pilot", evaluate(pairs([Bias.FRAMING], 30), choose)))


def test_without_a_pilot_a_plan_lists_designs_for_usual_half_widths() -> None:
    rows_by_design = {(row["question"].split()[0], row["design"]): row for row in rows()}
    assert all(
        row["simulated_half_width"] <= (0.052 if key[0] == "effect" else 0.021) for key, row in rows_by_design.items()
    )
    assert (
        rows_by_design["trend", "series of 4 depths"]["items"] < rows_by_design["trend", "unbiased and biased"]["items"]
    )
    assert (
        rows_by_design["effect", "series of 4 depths"]["items"]
        > rows_by_design["effect", "unbiased and biased"]["items"]
    )
    assert (
        rows_by_design["effect", "one run"]["decisions"] < rows_by_design["effect", "unbiased and biased"]["decisions"]
    )


def test_a_number_of_dilemmas_a_price_and_a_budget() -> None:
    plan_rows = rows("--dilemmas", "40", "--runs", "2", "--budget", "3", "--price", "0.01", "--target", "effect")
    row_by_design = {(row["design"], row["wanted"]): row for row in plan_rows}
    assert row_by_design["unbiased and biased", "40 items"]["cost"] == pytest.approx(40 * 2 * 2 * 0.01)
    assert row_by_design["unbiased and biased", "at most $3"]["items"] == 75
    assert row_by_design["and placebo", "at most $3"]["items"] == 50
    assert all(0 < row["half_width"] < row["smallest"] < 1 for row in plan_rows)


def test_a_power_is_reached_in_simulated_studies() -> None:
    plan_rows = rows("--power", "0.8", "--effect", "0.15", "--target", "effect")
    assert all(row["simulated_power"] >= 0.79 for row in plan_rows)
    trend = rows("--power", "0.8", "--target", "trend")
    assert all("--slope" in row["items"]["gap"] for row in trend)


def test_a_pilot_of_dilemmas_is_planned_with_what_it_shows(pilot: str) -> None:
    plan_rows = rows(pilot, "--half-width", "0.05", "--target", "effect")
    assert {row["subject"] for row in plan_rows} == {"simulated/planted"}
    assert {row["runs"] for row in plan_rows} == {1, 5, 10}
    smaller = rows(pilot, "--power", "0.8", "--effect", "0.05", "--target", "effect")
    larger = rows(pilot, "--power", "0.8", "--effect", "0.1", "--target", "effect")
    assert smaller[0]["items"] > larger[0]["items"]


def test_a_pilot_of_items_is_planned_bias_by_bias(probe: CommandLine, tmp_path: Path) -> None:
    dataset = tmp_path / "items.jsonl"
    dataset.write_text("".join(item.model_dump_json() + "\n" for item in items(SOFTWARE, "framing effect", 40)))
    probe("evaluate", dataset, "--model", "simulated/random", "--runs", "2", "--out", tmp_path / "run")
    plan_rows = rows(str(tmp_path / "run"), "--half-width", "0.1", "--price", "0.01")
    assert {row["bias"] for row in plan_rows} == {"framing effect"}
    assert all(row["cost"] == pytest.approx(0.01 * row["decisions"]) for row in plan_rows)
    assert all(row["simulated_half_width"] <= 0.11 for row in plan_rows)
    assert probe("plan", dataset, expect=2).stderr.count("\n") == 1


def test_python_gives_the_table_of_the_command(pilot: str) -> None:
    table = package.plan(pilot, power=0.8, effect=0.1, target="effect", simulations=20)
    assert table.rows[0]["items"] == rows(pilot, "--power", "0.8", "--effect", "0.1")[0]["items"]
    with pytest.raises(InputError, match="icc is read from the pilot"):
        package.plan(pilot, icc=0.5)
    with pytest.raises(InputError, match="error 0"):
        package.plan(error=0.6, effect=0.5)


def test_the_earlier_name_gives_the_same_and_a_notice() -> None:
    old_result = CliRunner().invoke(
        commands,
        ["analyze", "--plan", "--dilemmas", "20", "--runs", "1", "--likeness", "0.3", "--simulations", "20", "--json"],
    )
    new_result = run("--dilemmas", "20", "--runs", "1", "--icc", "0.3", "--json")
    assert old_result.stdout == new_result.stdout
    assert "probe plan" in old_result.stderr
    assert not new_result.stderr


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("--error", "0.6", "--effect", "0.5"), "which is not an error rate between 0 and 1"),
        (("nowhere",), "is not a folder"),
        (("FOLDER", "--icc", "0.5"), "--icc is read from the pilot"),
        (("FOLDER",), "contains no run"),
    ],
)
def test_wrong_use_is_one_line(tmp_path: Path, arguments: tuple[str, ...], line: str) -> None:
    result = run(*(str(tmp_path) if argument == "FOLDER" else argument for argument in arguments))
    assert isinstance(result.exception, InputError)
    assert line in str(result.exception)
    assert "\n" not in str(result.exception)
