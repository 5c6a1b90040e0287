"""probe evaluate --logprobs: known probabilities come back, nothing is mixed, and no answer is paid for twice."""

import json
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from probe.files.dataset import read_manifest, write_dataset
from probe.protocols.dilemmas.reading import read_dilemma
from probe.store import read_run
from probe.values import Arm
from tests.end_to_end.conftest import ModelServer, Probe, one_line
from tests.server.chat import Seen, fails, says, serving
from tests.server.dilemmas import ServedDilemma, dilemmas

SHOWN = 5
"""Dilemmas of each bias."""


def known() -> list[ServedDilemma]:
    return [one for group in dilemmas().values() for one in [each for each in group if not each.flaw][:SHOWN]]


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("direct") / "dataset.jsonl"
    write_dataset(file, [one.pair for one in known()])
    return file


def asking(dataset: Path, url: str, out: Path, *extra: str) -> tuple[str, ...]:
    return ("evaluate", str(dataset), "--model", "openai/m", "--base-url", url, "--out", str(out), *extra)


@pytest.mark.usefixtures("undrawn")
def test_known_probabilities_come_back_and_the_orders_are_averaged(
    probe: Probe, server: ModelServer, dataset: Path, tmp_path: Path
) -> None:
    done = probe(*asking(dataset, server.url, tmp_path / "direct", "--logprobs"))
    with read_run(tmp_path / "direct") as run:
        decisions = {(one.item_id, one.arm, one.exchanged): one for one in run.decisions()}
    assert server.calls == len(decisions) == 4 * len(known())
    for dilemma in known():
        for arm in (Arm.UNBIASED, Arm.BIASED):
            for exchanged in (False, True):
                found = decisions[dilemma.pair.id, arm, exchanged].probabilities
                right = dilemma.right_chance(arm.value, exchanged=exchanged)
                chances = {dilemma.right.letter: right, dilemma.right.other.letter: 1 - right}
                assert found == pytest.approx([chances[letter] * (1 - dilemma.aside) for letter in "AB"])
    missing = sum(4 for one in known() if one.aside > 0.1)
    assert read_manifest(tmp_path / "direct")["missing_mass"] == missing > 0
    assert f"{missing} answers" in done.stderr

    report = probe("analyze", tmp_path / "direct", "--json", "--out", tmp_path / "report")
    document: dict[str, Any] = json.loads(report.stdout)
    tables = {table["key"]: table["rows"] for chapter in document["chapters"] for table in chapter["tables"]}
    row = next(row for row in tables["effects"] if row["bias"] == "all biases" and row["tier"] == "all tiers")
    errors = {
        arm: [1 - fmean(one.right_chance(arm, exchanged=way) for way in (False, True)) for one in known()]
        for arm in ("unbiased", "biased")
    }
    assert row["effect"] == pytest.approx(fmean(errors["biased"]) - fmean(errors["unbiased"]))
    assert row["subject"] == "openai/m [direct]"
    assert row["effect_bound_low"] < row["effect"] < row["effect_bound_high"]
    assert not {"sensitivity", "agreement"} & set(tables)


def test_a_report_or_a_folder_never_mixes_both(
    probe: Probe, server: ModelServer, dataset: Path, tmp_path: Path
) -> None:
    one = ("--limit", "1")
    probe(*asking(dataset, server.url, tmp_path / "direct", "--logprobs", *one))
    probe(*asking(dataset, server.url, tmp_path / "sampled", *one))
    folders = (tmp_path / "direct", tmp_path / "sampled")
    for command in (("analyze", *folders, "--out", tmp_path / "report"), ("compare", *folders)):
        assert "--logprobs" in one_line(probe(*command, expect=2).stderr)
    again = probe(*asking(dataset, server.url, tmp_path / "sampled", "--logprobs", *one), expect=2)
    assert "--logprobs" in one_line(again.stderr)


def test_a_provider_that_refuses_is_asked_for_the_letter(probe: Probe, dataset: Path, tmp_path: Path) -> None:
    def refuse(seen: Seen, _: int) -> Any:
        return fails(400, "unsupported", param="logprobs") if "logprobs" in seen.body else says("B")

    with serving(refuse) as server:
        done = probe(*asking(dataset, server.url, tmp_path / "direct", "--logprobs", "--limit", "1"))
    with read_run(tmp_path / "direct") as run:
        decisions = run.decisions()
    assert {(one.letter, one.exchanged, one.probabilities) for one in decisions} == {
        ("B", False, None),
        ("A", True, None),
    }
    assert "refuses logprobs" in done.stderr
    assert f"{len(decisions)} answers came without" in done.stderr


@pytest.mark.parametrize("answer", [says("<think>Hm.</think>A"), says("", "length")])
def test_a_reasoning_model_is_refused_and_not_paid_for_again(
    probe: Probe, dataset: Path, tmp_path: Path, answer: Any
) -> None:
    with serving(lambda *_: answer) as server:
        command = asking(dataset, server.url, tmp_path / "direct", "--logprobs")
        first = probe(*command, expect=2)
        assert "reasons before it answers" in one_line(first.stderr)
        assert len(server.seen) == 1, "the first answer is awaited alone"
        again = probe(*command, expect=2)
        assert (one_line(again.stderr), len(server.seen)) == (one_line(first.stderr), 1)


@pytest.mark.parametrize(
    "extra", [("--runs", "5"), ("--awareness", "openai/judge"), ("--order", "as-written", "--runs", "2")]
)
def test_what_direct_answers_cannot_do_is_one_line(
    probe: Probe, dataset: Path, tmp_path: Path, extra: tuple[str, ...]
) -> None:
    done = probe(*asking(dataset, "http://127.0.0.1:9/v1", tmp_path / "out", "--logprobs", *extra), expect=2)
    assert "--logprobs" in one_line(done.stderr)
    assert not (tmp_path / "out").exists()


def test_a_simulated_subject_answers_exactly(probe: Probe, dataset: Path, tmp_path: Path) -> None:
    out = tmp_path / "direct"
    probe("evaluate", dataset, "--model", "simulated/biased?rate=0.3", "--logprobs", "--limit", "1", "--out", out)
    with read_run(out) as run:
        right = {pair.id: pair.correct_option.letter for pair in run.items(read_dilemma)}
        for one in run.decisions():
            assert one.probabilities is not None
            wrong = 0.3 if one.arm is Arm.BIASED else 0.0
            expected = (1 - wrong, wrong) if right[one.item_id] == "A" else (wrong, 1 - wrong)
            assert one.probabilities == pytest.approx(expected)
