"""Long data: one row per decision, with the same content in CSV and Parquet."""

import csv
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from probe.errors import InputError
from probe.files.decisions import write_decision_table
from probe.measuring.decisions import decision_rows
from probe.protocols.dilemmas.columns import COLUMNS
from probe.values import Arm, Decision, Evaluation, FactTwin, Option
from tests.test_values import a_pair


def export_decisions(file: Path, evaluation: Evaluation) -> int:
    return write_decision_table(file, decision_rows(evaluation), COLUMNS)


@pytest.fixture
def evaluation() -> Evaluation:
    pair = a_pair()
    assert pair.correct_option is Option.A
    decisions = (
        Decision(item_id=pair.id, arm=Arm.UNBIASED, run=0, decision=0),
        Decision(item_id=pair.id, arm=Arm.BIASED, run=0, decision=1),
        Decision(item_id=pair.id, arm=Arm.BIASED, run=1, decision="unparsed", exchanged=True),
    )
    return Evaluation(subject="openai/x", run_id="r", runs=2, order="both", items=(pair,), decisions=decisions)


def test_csv_and_parquet_hold_the_same_decisions(tmp_path: Path, evaluation: Evaluation) -> None:
    assert export_decisions(tmp_path / "d.csv", evaluation) == export_decisions(tmp_path / "d.parquet", evaluation) == 3
    with (tmp_path / "d.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    table = pq.read_table(tmp_path / "d.parquet")
    assert table.column_names == list(COLUMNS)
    parquet_rows = table.to_pylist()
    assert [{name: "" if value is None else str(value) for name, value in row.items()} for row in parquet_rows] == rows
    assert [row["wrong"] for row in parquet_rows] == [0, 1, None]
    assert [row["order"] for row in parquet_rows] == ["as-written", "as-written", "exchanged"]
    pair = evaluation.items[0]
    assert {row["cluster"] for row in parquet_rows} == {pair.id}
    assert {(row["norm"], row["mitigation"]) for row in parquet_rows} == {(pair.norm, "none")}
    assert parquet_rows[1]["length"] == len(pair.text(Arm.BIASED) or "")


def test_a_series_is_the_cluster(tmp_path: Path, evaluation: Evaluation) -> None:
    pair = evaluation.items[0]
    provenance = pair.provenance.model_copy(update={"series": "s1"})
    series = evaluation.model_copy(update={"items": (pair.model_copy(update={"provenance": provenance}),)})
    export_decisions(tmp_path / "d.parquet", series)
    assert set(pq.read_table(tmp_path / "d.parquet").column("cluster").to_pylist()) == {"s1"}


def test_a_twin_arm_is_scored_by_the_twins_facts(tmp_path: Path, evaluation: Evaluation) -> None:
    pair = evaluation.items[0]
    texts = {"unbiased": "Twin?", "biased": "Twin, they say?", "unbiased_program": "", "biased_program": ""}
    twin = FactTwin(**texts, correct_option=Option.B, fact="f(1).", changed="f(2).")
    pair = pair.model_copy(update={"twin": twin})
    decisions = tuple(
        Decision(item_id=pair.id, arm=arm, run=0, decision=1)
        for arm in (Arm.UNBIASED, Arm.BIASED, Arm.TWIN, Arm.TWIN_BIASED)
    )
    twins = evaluation.model_copy(update={"items": (pair,), "decisions": decisions})
    export_decisions(tmp_path / "d.parquet", twins)
    rows = pq.read_table(tmp_path / "d.parquet").to_pylist()
    assert [(row["arm"], row["right_option"], row["wrong"]) for row in rows] == [
        ("unbiased", "A", 1),
        ("biased", "A", 1),
        ("twin", "B", 0),
        ("twin_biased", "B", 0),
    ]
    assert [row["length"] for row in rows[2:]] == [len(twin.unbiased), len(twin.biased)]


def test_another_ending_is_refused(tmp_path: Path, evaluation: Evaluation) -> None:
    with pytest.raises(InputError, match=r"d\.xlsx"):
        export_decisions(tmp_path / "d.xlsx", evaluation)
    assert not list(tmp_path.iterdir())
