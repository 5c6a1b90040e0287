"""probe evaluate --logprobs: known probabilities come back, nothing is mixed, and no answer is paid for twice."""

from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from probe.files.dataset import read_manifest, write_dataset
from probe.protocols.dilemmas.reading import read_dilemma
from probe.store import read_run
from probe.values import Arm
from tests.end_to_end.conftest import ModelServer, Probe, decisions_of, evaluate_command, one_line
from tests.server.chat import ReceivedRequest, fails, says, serving
from tests.server.dilemmas import flawless
from tests.shared import tables_of

PER_BIAS = 5


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("direct") / "dataset.jsonl"
    write_dataset(file, [dilemma.pair for dilemma in flawless(PER_BIAS)])
    return file


@pytest.mark.usefixtures("undrawn")
def test_known_probabilities_come_back_and_the_orders_are_averaged(
    probe: Probe, server: ModelServer, dataset: Path, tmp_path: Path
) -> None:
    result = probe(*evaluate_command(dataset, server.url, tmp_path / "direct", "--logprobs"))
    decisions = {
        (decision.item_id, decision.arm, decision.exchanged): decision for decision in decisions_of(tmp_path / "direct")
    }
    assert server.calls == len(decisions) == 4 * len(flawless(PER_BIAS))
    for dilemma in flawless(PER_BIAS):
        for arm in (Arm.UNBIASED, Arm.BIASED):
            for exchanged in (False, True):
                probabilities = decisions[dilemma.pair.id, arm, exchanged].probabilities
                right = dilemma.right_chance(arm.value, exchanged=exchanged)
                chances = {dilemma.right.letter: right, dilemma.right.other_option.letter: 1 - right}
                assert probabilities == pytest.approx(
                    [chances[letter] * (1 - dilemma.no_option_chance) for letter in "AB"]
                )
    missing = sum(4 for dilemma in flawless(PER_BIAS) if dilemma.no_option_chance > 0.1)
    assert read_manifest(tmp_path / "direct")["missing_mass"] == missing > 0
    assert f"{missing} answers" in result.stderr

    tables = tables_of(probe.json("analyze", tmp_path / "direct", "--out", tmp_path / "report"))
    row = next(row for row in tables["effects"] if row["bias"] == "all biases" and row["tier"] == "all tiers")
    errors = {
        arm: [
            1 - fmean(dilemma.right_chance(arm, exchanged=exchanged) for exchanged in (False, True))
            for dilemma in flawless(PER_BIAS)
        ]
        for arm in ("unbiased", "biased")
    }
    assert row["effect"] == pytest.approx(fmean(errors["biased"]) - fmean(errors["unbiased"]))
    assert row["subject"] == "openai/m [direct]"
    assert row["effect_bound_low"] < row["effect"] < row["effect_bound_high"]
    assert not {"sensitivity", "agreement"} & set(tables)


def test_a_report_or_a_folder_never_mixes_both(
    probe: Probe, server: ModelServer, dataset: Path, tmp_path: Path
) -> None:
    per_bias = ("--limit", "1")
    probe(*evaluate_command(dataset, server.url, tmp_path / "direct", "--logprobs", *per_bias))
    probe(*evaluate_command(dataset, server.url, tmp_path / "sampled", *per_bias))
    folders = (tmp_path / "direct", tmp_path / "sampled")
    for command in (("analyze", *folders, "--out", tmp_path / "report"), ("compare", *folders)):
        assert "--logprobs" in one_line(probe(*command, expect=2).stderr)
    result = probe(*evaluate_command(dataset, server.url, tmp_path / "sampled", "--logprobs", *per_bias), expect=2)
    assert "--logprobs" in one_line(result.stderr)


def test_a_provider_that_refuses_is_asked_for_the_letter(probe: Probe, dataset: Path, tmp_path: Path) -> None:
    def refuse_logprobs(request: ReceivedRequest, _: int) -> Any:
        return fails(400, "unsupported", param="logprobs") if "logprobs" in request.body else says("B")

    with serving(refuse_logprobs) as server:
        result = probe(*evaluate_command(dataset, server.url, tmp_path / "direct", "--logprobs", "--limit", "1"))
    decisions = decisions_of(tmp_path / "direct")
    assert {(decision.letter, decision.exchanged, decision.probabilities) for decision in decisions} == {
        ("B", False, None),
        ("A", True, None),
    }
    assert "refuses logprobs" in result.stderr
    assert f"{len(decisions)} answers came without" in result.stderr


@pytest.mark.parametrize("answer", [says("<think>Hm.</think>A"), says("", "length")])
def test_a_reasoning_model_is_refused_and_not_paid_for_again(
    probe: Probe, dataset: Path, tmp_path: Path, answer: Any
) -> None:
    with serving(lambda *_: answer) as server:
        command = evaluate_command(dataset, server.url, tmp_path / "direct", "--logprobs")
        first = probe(*command, expect=2)
        assert "reasons before it answers" in one_line(first.stderr)
        assert len(server.received) == 1, "the first answer is awaited alone"
        result = probe(*command, expect=2)
        assert (one_line(result.stderr), len(server.received)) == (one_line(first.stderr), 1)


@pytest.mark.parametrize(
    "extra", [("--runs", "5"), ("--awareness", "openai/judge"), ("--order", "as-written", "--runs", "2")]
)
def test_what_direct_answers_cannot_do_is_one_line(
    probe: Probe, dataset: Path, tmp_path: Path, extra: tuple[str, ...]
) -> None:
    result = probe(
        *evaluate_command(dataset, "http://127.0.0.1:9/v1", tmp_path / "out", "--logprobs", *extra), expect=2
    )
    assert "--logprobs" in one_line(result.stderr)
    assert not (tmp_path / "out").exists()


def test_a_simulated_subject_answers_exactly(probe: Probe, dataset: Path, tmp_path: Path) -> None:
    out = tmp_path / "direct"
    probe("evaluate", dataset, "--model", "simulated/biased?rate=0.3", "--logprobs", "--limit", "1", "--out", out)
    with read_run(out) as run:
        right = {pair.id: pair.correct_option.letter for pair in run.items(read_dilemma)}
        for decision in run.decisions():
            assert decision.probabilities is not None
            wrong = 0.3 if decision.arm is Arm.BIASED else 0.0
            expected = (1 - wrong, wrong) if right[decision.item_id] == "A" else (wrong, 1 - wrong)
            assert decision.probabilities == pytest.approx(expected)
