"""Decisions on items as long data: what an analyst needs to compute the effects again."""

from pathlib import Path

import pandas as pd
import pytest

from probe.errors import InputError
from probe.files.decisions import COLUMNS, write_decision_table
from probe.measuring.decisions import decision_columns, decision_rows
from probe.protocols import protocol_named
from probe.values import Evaluation
from tests.analysis.made_datasets import evaluation_of
from tests.protocols.counting import Counting
from tests.protocols.templates.material import SOFTWARE
from tests.protocols.templates.material import decisions_of as template_answered
from tests.protocols.templates.material import items as template_items
from tests.protocols.triage.made import a_choice, a_form, a_set, an_attribute, decisions_of
from tests.shared import CommandLine


def frame(evaluation: Evaluation) -> pd.DataFrame:
    return pd.DataFrame(decision_rows(evaluation), columns=list(decision_columns(evaluation)))


def means(evaluation: Evaluation, measure: str) -> dict[str, float]:
    item_values = protocol_named(evaluation.protocol).values(evaluation.items, evaluation.decisions)
    return {value.item_id: value.value for value in item_values if value.measure == measure}


def test_the_shift_of_every_test_follows_from_the_rows() -> None:
    tests = [item for bias in ("anchoring bias", "bandwagon effect") for item in template_items(SOFTWARE, bias)]
    evaluation = evaluation_of(tests, template_answered(tests, "biased?m=.5&noise=.3", 2))
    rows = frame(evaluation)
    wide_rows = rows.pivot_table(index=["item", "run"], columns="arm", values="towards")
    shifts = (wide_rows["treatment"] - wide_rows["control"]).groupby("item").mean()
    expected = means(evaluation, "shift")
    assert shifts.to_dict() == pytest.approx(expected)
    assert any(expected.values())
    assert set(rows["options"]) == {7, 11}
    row, item = rows.iloc[0], tests[0]
    assert row["answer"] == item.scale[int(row["decision"])]
    assert row["length"] == len(item.control)


def test_the_effects_of_triage_follow_from_the_rows() -> None:
    items = [a_set("set", 6), a_form("form"), an_attribute("attribute"), a_choice("choice")]
    evaluation = evaluation_of(items, decisions_of(items, "carry?strength=.4&noise=.4", 2))
    rows = frame(evaluation)
    rates = rows[rows["kind"] == "attribute"].groupby("group")["accepted"].mean()
    assert rates["junior"] - rates["senior"] == pytest.approx(means(evaluation, "effect")[items[2].id])
    choices = rows[rows["kind"] == "choice"].assign(
        kept=lambda table: table["decision"] == table["in_use"].astype(int).astype(str),
        used=lambda table: table["arm"].str.startswith("status_quo"),
    )
    keep_rates = choices.groupby("used")["kept"].mean()
    assert keep_rates[True] - keep_rates[False] == pytest.approx(means(evaluation, "effect")[items[3].id])
    first = choices[(choices["arm"].str.startswith("neutral")) & (choices["place"] < 2)]
    primacy = len(first) / len(choices[choices["arm"].str.startswith("neutral")]) - 0.5
    assert primacy == pytest.approx(means(evaluation, "primacy")[items[3].id])
    assert set(rows.loc[rows["kind"] == "choice", "accepted"].isna()) == {True}


def test_a_row_of_a_sequence_has_the_decision_before_it() -> None:
    items = [a_set("set", 6)]
    rows = frame(evaluation_of(items, decisions_of(items, "coin?rate=.5", 1, mitigations=("none", "review"))))
    unmitigated_rows = rows[rows["mitigation"] == "none"]
    for _, sequence in unmitigated_rows[unmitigated_rows["arm"].str.startswith(("random", "latin"))].groupby("arm"):
        assert list(sequence["place"]) == list(range(6))
        assert list(sequence["before"])[1:] == [int(decision) for decision in sequence["decision"]][:-1]
        assert list(sequence["before_right"])[1:] == list(sequence["right"])[:-1]
        assert sequence["before"].isna().tolist() == [True, *[False] * 5]
    rows_after_rejection = unmitigated_rows[unmitigated_rows["arm"].str.startswith("after_rejected")]
    assert set(rows_after_rejection["before"]) == set(rows_after_rejection["before_right"]) == {1}
    review_rows = rows[rows["review"] == 1]
    assert len(review_rows)
    assert set(review_rows["mitigation"]) == {"review"}
    assert review_rows["before"].isna().all()
    assert sorted(review_rows[review_rows["arm"] == "random_1"]["profile"]) == list(range(6))


def test_an_unreadable_decision_is_empty_but_kept(tmp_path: Path) -> None:
    tests = template_items(SOFTWARE, "framing effect")
    decisions = template_answered(tests, "rational", 1)
    changed_decisions = [decisions[0].model_copy(update={"decision": "unparsed"}), *decisions[1:]]
    evaluation = evaluation_of(tests, changed_decisions)
    assert write_decision_table(tmp_path / "d.csv", decision_rows(evaluation), decision_columns(evaluation)) == len(
        changed_decisions
    )
    assert write_decision_table(tmp_path / "d.parquet", decision_rows(evaluation), decision_columns(evaluation)) == len(
        changed_decisions
    )
    for table in (pd.read_csv(tmp_path / "d.csv"), pd.read_parquet(tmp_path / "d.parquet")):
        assert table.loc[0, "decision"] == "unparsed"
        assert table.loc[[0], ["answer", "towards"]].isna().all(axis=None)
        assert table["towards"].notna().sum() == len(changed_decisions) - 1


def test_a_protocol_without_columns_of_its_own_has_the_common_ones() -> None:
    assert list(Counting().columns) == list(COLUMNS)


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_the_command_writes_decisions_on_items(probe: CommandLine, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / "items.jsonl"
    path.write_text(a_form("one").model_dump_json() + "\n")
    probe("evaluate", path, "--model", "simulated/rational", "--runs", "1", "--out", tmp_path / "run")
    file = tmp_path / f"d.{suffix}"
    probe("export", tmp_path / "run", "--format", "decisions", "--out", file)
    table = pd.read_csv(file) if suffix == "csv" else pd.read_parquet(file)
    assert dict(zip(table["arm"], table["wrong"], strict=True)) == dict.fromkeys(table["arm"], 0)
    assert len(table) == 5
    probe("export", tmp_path / "run", "--format", "decisions", "--out", file, expect=2)
    with pytest.raises(InputError, match="endings"):
        write_decision_table(tmp_path / "d.txt", [], {})
