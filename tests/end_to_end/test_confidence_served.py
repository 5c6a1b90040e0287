"""probe evaluate --confidence against a server: every form is read, the rest counted, and earlier files lack it."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from probe.answers import UnreadableAnswerError, read_confidence
from probe.files.dataset import read_manifest, write_dataset
from probe.store import read_run
from tests.end_to_end.conftest import ModelServer, Probe
from tests.server.answers import CONFIDENCES
from tests.server.dilemmas import dilemmas


def asking(dataset: Path, url: str, out: Path, *extra: str) -> tuple[str, ...]:
    return (
        "evaluate",
        str(dataset),
        "--model",
        "openai/m",
        "--base-url",
        url,
        "--out",
        str(out),
        "--runs",
        "2",
        *extra,
    )


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("confidence") / "dataset.jsonl"
    write_dataset(file, [one.pair for group in dilemmas().values() for one in group if not one.flaw][:24])
    return file


def test_the_server_has_one_form_that_cannot_be_read() -> None:
    read: list[float | None] = []
    for form in CONFIDENCES:
        try:
            read.append(read_confidence(form.format(percent=85, share=0.85)))
        except UnreadableAnswerError:
            read.append(None)
    assert read == [0.85] * (len(CONFIDENCES) - 1) + [None]


@pytest.mark.usefixtures("undrawn")
def test_confidence_is_asked_read_counted_and_reported(
    probe: Probe, server: ModelServer, dataset: Path, tmp_path: Path
) -> None:
    out = tmp_path / "stated"
    done = probe(*asking(dataset, server.url, out, "--confidence"))
    with read_run(out) as run:
        decisions = run.decisions()
    readable = [one for one in decisions if one.decision != "unparsed"]
    unread = sum(one.confidence == "unparsed" for one in decisions)
    assert all((one.confidence is None) == (one.decision == "unparsed") for one in decisions)
    assert server.answers.asked("confidence") == len(readable)
    assert 0 < unread < len(readable) / 3
    assert read_manifest(out)["unreadable_confidences"] == unread
    assert f"{unread} statements of confidence" in done.stderr
    calls = server.calls
    probe(*asking(dataset, server.url, out, "--confidence"))
    assert server.calls == calls, "nothing is asked twice"

    report = probe("analyze", out, "--json", "--out", tmp_path / "report")
    document: dict[str, Any] = json.loads(report.stdout)
    tables = {table["key"]: table["rows"] for chapter in document["chapters"] for table in chapter["tables"]}
    rows = {row["arm"]: row for row in tables["confidence"] if row["depth"] == "all depths"}
    assert set(rows) == {"unbiased", "biased"}
    for row in rows.values():
        assert row["low"] < row["confidence_minus_accuracy"] < row["high"]
        assert row["confidence"] - row["accuracy"] == pytest.approx(row["confidence_minus_accuracy"])


def test_an_evaluation_without_it_is_another_run_and_asks_nothing_more(
    probe: Probe, server: ModelServer, dataset: Path, tmp_path: Path
) -> None:
    out = tmp_path / "plain"
    probe(*asking(dataset, server.url, out, "--limit", "1"))
    assert server.answers.asked("confidence") == 0
    assert "unreadable_confidences" not in read_manifest(out)
    refused = probe(*asking(dataset, server.url, out, "--limit", "1", "--confidence"), expect=2)
    assert "--confidence" in refused.stderr


def test_a_file_of_an_earlier_version_is_read_and_continues(
    probe: Probe, server: ModelServer, dataset: Path, tmp_path: Path
) -> None:
    out = tmp_path / "earlier"
    probe(*asking(dataset, server.url, out, "--limit", "1"))
    with read_run(out) as run:
        before = run.decisions()
    database = sqlite3.connect(out / "run.sqlite")
    database.executescript(
        "ALTER TABLE decisions DROP COLUMN confidence; DELETE FROM migrations WHERE name = '008-confidence';"
    )
    database.close()
    with read_run(out) as run:
        assert run.decisions() == before
    calls = server.calls
    probe(*asking(dataset, server.url, out, "--limit", "1"))
    assert server.calls == calls
    with read_run(out) as run:
        assert run.decisions() == before
