"""The published format: a round trip, and faults in a file."""

import csv
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

import pytest

from probe.errors import InputError
from probe.files.dataset import write_dataset
from probe.protocols.templates.decisions import read_decisions
from probe.protocols.templates.item import TemplateItem
from probe.protocols.templates.malberg import DATASET_COLUMNS, export_dataset, export_decisions, import_malberg
from tests.protocols.templates.material import SOFTWARE, evaluation, items
from tests.shared import CommandLine

BIASES = ("anchoring bias", "availability bias", "bandwagon effect", "in group bias", "planning fallacy")


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as text:
        return list(csv.DictReader(text))


def test_a_dataset_survives_a_round_trip(tmp_path: Path) -> None:
    tests, file = [item for bias in BIASES for item in items(SOFTWARE, bias)], tmp_path / "full_dataset.csv"
    export_dataset(file, tests)
    imported_items = import_malberg(file)
    for name in ("control", "treatment", "scale", "bias", "scenario"):
        assert [getattr(test, name) for test in imported_items] == [getattr(test, name) for test in tests]
    assert [test.metric.model_copy(update={"update": None}) for test in tests] == [
        test.metric for test in imported_items
    ]
    assert {test.procedure for test in imported_items} == {"paper"}
    assert {row["bias"] for row in rows(file)} == {
        "Anchoring",
        "AvailabilityHeuristic",
        "BandwagonEffect",
        "InGroupBias",
        "PlanningFallacy",
    }


def test_a_text_that_is_repeated_under_another_id_is_a_test_of_its_own(tmp_path: Path) -> None:
    """Five published instances of a scenario may share one prompt, and each has its decisions."""
    (test, *_), file = items(SOFTWARE, "framing effect"), tmp_path / "full_dataset.csv"
    repeated_tests = [
        TemplateItem.model_validate({**test.model_dump(exclude={"id"}), "instance": instance}) for instance in range(3)
    ]
    export_dataset(file, [*repeated_tests, repeated_tests[0]])
    imported_items = import_malberg(file)
    assert [test.provenance.imported["id"] for test in imported_items] == [test.id for test in repeated_tests]
    assert len({test.id for test in imported_items}) == 3
    assert len({test.cluster for test in imported_items}) == 1


def test_decisions_have_the_published_columns(tmp_path: Path) -> None:
    tests = items(SOFTWARE, "framing effect")
    assert export_decisions(tmp_path / "d.csv", evaluation("biased?m=1&unparsed=.2", tests)) == 8
    decision_rows = rows(tmp_path / "d.csv")
    complete_rows = [row for row in decision_rows if row["status"] == "OK"]
    assert 0 < len(complete_rows) < 8
    assert [float(row["individual_score"]) for row in complete_rows] == pytest.approx([1] * len(complete_rows))
    assert {row["control_option_order"] for row in complete_rows} == {"[0, 1, 2, 3, 4, 5, 6]", "[6, 5, 4, 3, 2, 1, 0]"}
    assert all(row["individual_score"] == "" for row in decision_rows if row["status"] == "ERROR")


def write(file: Path, row: dict[str, str], columns: Sequence[str] = DATASET_COLUMNS) -> None:
    with file.open("w", encoding="utf-8", newline="") as text:
        writer = csv.DictWriter(text, columns, extrasaction="ignore")
        writer.writeheader()
        writer.writerow(row)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"bias": "Salience"}, "Salience"),
        ({"control": "<template>"}, "row 2"),
        ({"control": '<!DOCTYPE x [<!ENTITY a "b">]><template>&a;</template>'}, "declaration"),
        ({"treatment": "<template><option>a</option></template>"}, "options"),
        ({"control": "<template/>", "treatment": "<template/>"}, "scale"),
        ({"remarks": "{'k': 5, 'x_1': 3, 'x_2': 3}"}, "k: "),
        ({"remarks": "{'k': __import__('os')}"}, "row 2"),
        ({"remarks": "{'x_1': 'a'}"}, "row 2"),
        ({"remarks": "{'k': 1, 'x_1': 1e999}"}, "row 2"),
        ({"remarks": "{'k': [1]}"}, "row 2"),
        ({"remarks": "{1, 2}"}, "row 2"),
        ({"remarks": "{" + "[" * 50_000}, "row 2"),
        ({"control": "<a>" * 50_000}, "row 2"),
        ({"bias": "BandwagonEffect", "remarks": ""}, "case"),
        ({"remarks": ""}, "x_1"),
        ({"remarks": "{'k': 1, 'x_1': 3}"}, "x_2"),
        ({"bias": "HindsightBias", "remarks": ""}, "x_1"),
        ({"bias": "PlanningFallacy", "remarks": "{'k': 1}"}, "x_1"),
    ],
)
def test_a_fault_names_the_row(tmp_path: Path, change: dict[str, str], message: str) -> None:
    file = tmp_path / "full_dataset.csv"
    export_dataset(file, items(SOFTWARE, "anchoring bias")[:1])
    write(file, rows(file)[0] | change)
    with pytest.raises(InputError, match="row 2") as error:
        import_malberg(file)
    assert message in str(error.value)


def test_a_reference_point_that_no_text_changes_needs_no_parameters(tmp_path: Path) -> None:
    file = tmp_path / "full_dataset.csv"
    export_dataset(file, items(SOFTWARE, "framing effect")[:1])
    write(file, rows(file)[0] | {"remarks": ""})
    (test,) = import_malberg(file)
    assert (test.metric.k, test.metric.x1, test.metric.x2) == (-1, 0, 0)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"bias,scenario\n", b"bias,scenario,control,treatment\n"])
def test_a_file_of_another_kind_is_a_user_error(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "x.csv"
    file.write_bytes(content)
    with pytest.raises(InputError, match=r"x\.csv"):
        import_malberg(file)
    with pytest.raises(InputError, match="none"):
        import_malberg(tmp_path / "none.csv")


def write_published(folder: Path, subject: str, tests: Sequence[TemplateItem]) -> tuple[Path, Path]:
    """Write tests and the decisions of a simulated subject in the published format, as third-party files."""
    export_dataset(folder / "full_dataset.csv", tests)
    imported_items = import_malberg(folder / "full_dataset.csv")
    write_dataset(folder / "tests.jsonl", imported_items)
    measured_evaluation = evaluation(subject, tests).model_copy(update={"subject": subject})
    export_decisions(folder / "decisions.csv", measured_evaluation)
    return folder / "tests.jsonl", folder / "decisions.csv"


def test_published_decisions_are_analysed_with_intervals(probe: CommandLine, undrawn: None, tmp_path: Path) -> None:
    """The mean m of the report is that of the recorded scores; reversed scales are read from their other end."""
    tests = items(SOFTWARE, "framing effect", 40)
    dataset, decisions = write_published(tmp_path, "biased?m=.6&unparsed=.1", tests)
    assert probe("import", "malberg", decisions, "--dataset", dataset, "--out", tmp_path / "run").returncode == 0
    assert probe("analyze", tmp_path / "run", "--out", tmp_path / "report").returncode == 0
    table_rows = rows(tmp_path / "report" / "tables" / "m_by_bias.csv")
    (row,) = [row for row in table_rows if row["bias"] == "framing effect"]
    by_test: dict[str, list[float]] = {}
    for decision_row in rows(decisions):
        if decision_row["status"] == "OK":
            by_test.setdefault(decision_row["id"], []).append(float(decision_row["individual_score"]))
    expected = fmean(fmean(scores) for scores in by_test.values())
    assert float(row["mean"]) == pytest.approx(expected, abs=1e-6)
    assert float(row["low"]) < expected < float(row["high"])
    assert int(row["items"]) == len(by_test)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"control_decision": "8"}, "row 2"),
        ({"control_decision": "0"}, "row 2"),
        ({"control_decision": "nan"}, "row 2"),
        ({"control_decision": "1e999"}, "row 2"),
        ({"individual_score": "high"}, "row 2"),
        ({"treatment_option_order": "[0, 0, 2, 3, 4, 5, 6]"}, "order"),
        ({"treatment_option_order": "__import__('os')"}, "row 2"),
        ({"id": "other"}, "other"),
        ({"model": "another"}, "--subject"),
    ],
)
def test_a_fault_in_decisions_names_the_row(tmp_path: Path, change: dict[str, str], message: str) -> None:
    tests = items(SOFTWARE, "framing effect")
    _, file = write_published(tmp_path, "random", tests)
    decision_rows = rows(file)
    with file.open("w", encoding="utf-8", newline="") as text:
        writer = csv.DictWriter(text, decision_rows[0])
        writer.writeheader()
        writer.writerows([decision_rows[0] | change, *decision_rows[1:]])
    with pytest.raises(InputError) as error:
        read_decisions(file, import_malberg(tmp_path / "full_dataset.csv"), None)
    assert message in str(error.value)


def test_scores_that_are_not_those_of_the_decisions_are_counted(tmp_path: Path) -> None:
    tests = items(SOFTWARE, "framing effect")
    _, file = write_published(tmp_path, "biased?m=1", tests)
    imported_items = import_malberg(tmp_path / "full_dataset.csv")
    assert not read_decisions(file, imported_items, "biased?m=1").notices
    text = file.read_text(encoding="utf-8").replace(",0.9", ",0.4")
    file.write_text(text, encoding="utf-8")
    assert "individual_score" in read_decisions(file, imported_items, None).notices[0]
