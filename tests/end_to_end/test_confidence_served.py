"""probe evaluate --confidence against a server: readable forms are read, others counted, and earlier files work."""

from pathlib import Path

import pytest

from probe.answers import UnreadableAnswerError, read_confidence
from probe.files.dataset import read_manifest, write_dataset
from tests.end_to_end.conftest import ModelServer, Probe, decisions_of, evaluate_command
from tests.server.answers import CONFIDENCES
from tests.server.dilemmas import flawless
from tests.shared import run_database, tables_of


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("confidence") / "dataset.jsonl"
    write_dataset(file, [dilemma.pair for dilemma in flawless()[:24]])
    return file


def test_the_server_has_one_form_that_cannot_be_read() -> None:
    confidences: list[float | None] = []
    for form in CONFIDENCES:
        try:
            confidences.append(read_confidence(form.format(percent=85, share=0.85)))
        except UnreadableAnswerError:
            confidences.append(None)
    assert confidences == [0.85] * (len(CONFIDENCES) - 1) + [None]


@pytest.mark.usefixtures("undrawn")
def test_confidence_is_asked_read_counted_and_reported(
    probe: Probe, server: ModelServer, dataset: Path, tmp_path: Path
) -> None:
    out = tmp_path / "stated"
    result = probe(*evaluate_command(dataset, server.url, out, "--runs", "2", "--confidence"))
    decisions = decisions_of(out)
    readable = [decision for decision in decisions if decision.decision != "unparsed"]
    unparsed = sum(decision.confidence == "unparsed" for decision in decisions)
    assert all((decision.confidence is None) == (decision.decision == "unparsed") for decision in decisions)
    assert server.answers.times_asked("confidence") == len(readable)
    assert 0 < unparsed < len(readable) / 3
    assert read_manifest(out)["unreadable_confidences"] == unparsed
    assert f"{unparsed} statements of confidence" in result.stderr
    calls = server.calls
    probe(*evaluate_command(dataset, server.url, out, "--runs", "2", "--confidence"))
    assert server.calls == calls, "nothing is asked twice"

    tables = tables_of(probe.json("analyze", out, "--out", tmp_path / "report"))
    rows = {row["arm"]: row for row in tables["confidence"] if row["depth"] == "all depths"}
    assert set(rows) == {"unbiased", "biased"}
    for row in rows.values():
        assert row["low"] < row["confidence_minus_accuracy"] < row["high"]
        assert row["confidence"] - row["accuracy"] == pytest.approx(row["confidence_minus_accuracy"])


def test_an_evaluation_without_it_is_another_run_and_asks_nothing_more(
    probe: Probe, server: ModelServer, dataset: Path, tmp_path: Path
) -> None:
    out = tmp_path / "plain"
    probe(*evaluate_command(dataset, server.url, out, "--runs", "2", "--limit", "1"))
    assert server.answers.times_asked("confidence") == 0
    assert "unreadable_confidences" not in read_manifest(out)
    result = probe(*evaluate_command(dataset, server.url, out, "--runs", "2", "--limit", "1", "--confidence"), expect=2)
    assert "--confidence" in result.stderr


def test_a_file_of_an_earlier_version_is_read_and_continues(
    probe: Probe, server: ModelServer, dataset: Path, tmp_path: Path
) -> None:
    out = tmp_path / "earlier"
    probe(*evaluate_command(dataset, server.url, out, "--runs", "2", "--limit", "1"))
    decisions_before = decisions_of(out)
    with run_database(out) as database:
        database.executescript(
            "ALTER TABLE decisions DROP COLUMN confidence; DELETE FROM migrations WHERE name = '008-confidence';"
        )
    assert decisions_of(out) == decisions_before
    calls = server.calls
    probe(*evaluate_command(dataset, server.url, out, "--runs", "2", "--limit", "1"))
    assert server.calls == calls
    assert decisions_of(out) == decisions_before
