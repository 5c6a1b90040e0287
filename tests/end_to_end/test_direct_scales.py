"""probe evaluate --logprobs on scales: each option has a label of one token, and known probabilities come back."""

import csv
from pathlib import Path
from statistics import fmean

import pytest

from probe.files.dataset import write_dataset
from probe.protocols import protocol_named
from probe.protocols.direct import labels_of, read_label
from probe.protocols.reading import read_evaluation
from probe.protocols.templates.item import ARMS, TemplateItem
from probe.values import Arm, Provenance
from tests.end_to_end.conftest import ModelServer, Probe, one_line
from tests.server.answers import OTHER_TOKEN_CHANCE, scale_chances
from tests.shared import tables_of

POINTS = (4, 7, 11)


def a_test(points: int, number: int) -> TemplateItem:
    """Return a test on a scale of ``points`` points, from 0 up."""
    return TemplateItem.model_validate(
        {
            "bias": "framing effect",
            "cluster": f"scenario {number}",
            "scale": [f"{point} of {points}" for point in range(points)],
            "control": f"Test {number}: how much?",
            "treatment": f"Test {number}: how much, at the very most?",
            "metric": {"k": 1},
            "kind": 1,
            "relation": "equal",
            "provenance": Provenance(author="tests"),
        }
    )


TESTS = [a_test(points, number) for points in POINTS for number in range(4)]


@pytest.fixture
def command(tmp_path: Path, server: ModelServer) -> tuple[str, ...]:
    write_dataset(tmp_path / "tests.jsonl", TESTS)
    return ("evaluate", str(tmp_path / "tests.jsonl"), "--model", "openai/m", "--base-url", server.url)


def chances(item: TemplateItem, arm: Arm) -> list[float]:
    chance_of = scale_chances(item.text(arm) or "", item.scale)
    return [chance_of[option] for option in item.scale]


@pytest.mark.parametrize(("points", "labels"), [(4, "1234"), (7, "1234567"), (9, "123456789"), (11, "ABCDEFGHIJK")])
def test_each_option_has_a_label_of_one_character(points: int, labels: str) -> None:
    """10 and 11 are two tokens in some vocabularies, so longer scales have letters."""
    assert labels_of(points) == labels
    for point, label in enumerate(labels):
        assert read_label(label, labels) == read_label(f"Option {label}.", labels) == point
        assert read_label(f" {label.lower()}\n", labels) == point
    assert read_label("10", labels) == "unparsed"
    assert read_label("", labels) == "unparsed"


@pytest.mark.usefixtures("undrawn")
def test_the_probabilities_of_all_options_come_back_as_written(
    probe: Probe, server: ModelServer, command: tuple[str, ...], tmp_path: Path
) -> None:
    probe(*command, "--logprobs", "--out", str(tmp_path / "direct"))
    evaluation = read_evaluation(tmp_path / "direct")
    tests = {item.id: item for item in TESTS}
    assert server.calls == len(evaluation.decisions) == len(TESTS) * 2 * 2
    assert evaluation.direct
    for decision in evaluation.decisions:
        expected = chances(tests[decision.item_id], decision.arm)
        assert decision.probabilities == pytest.approx(expected)
        assert decision.decision != "unparsed"
        assert expected[decision.decision] == max(expected)
        assert decision.missing == pytest.approx(OTHER_TOKEN_CHANCE)

    probe("export", str(tmp_path / "direct"), "--format", "decisions", "--out", str(tmp_path / "rows.csv"))
    with (tmp_path / "rows.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    for row in rows:
        expected = chances(tests[row["item"]], Arm(row["arm"]))
        assert float(row["expected"]) == pytest.approx(sum(n * p for n, p in enumerate(expected)) / sum(expected))

    tables = tables_of(probe.json("analyze", str(tmp_path / "direct"), "--out", str(tmp_path / "report")))
    shifts = [_expected(item, ARMS[1]) - _expected(item, ARMS[0]) for item in TESTS]
    row = next(row for row in tables["shift_by_bias"] if row["bias"] == "framing effect")
    assert row["mean"] == pytest.approx(-fmean(shifts))
    assert row["subject"] == "openai/m [direct]"
    assert "absolute_m_and_noise" not in tables


def _expected(item: TemplateItem, arm: Arm) -> float:
    """Return the expected point of the scale as a share of its length."""
    weights = chances(item, arm)
    return sum(n * p for n, p in enumerate(weights)) / sum(weights) / (len(weights) - 1)


def test_direct_answers_are_never_pooled_with_explained_ones(
    probe: Probe, command: tuple[str, ...], tmp_path: Path
) -> None:
    rational = ("evaluate", command[1], "--model", "simulated/rational", "--limit", "2")
    probe(*rational, "--logprobs", "--out", str(tmp_path / "direct"))
    probe(*rational, "--runs", "1", "--out", str(tmp_path / "sampled"))
    direct, sampled = (read_evaluation(tmp_path / name) for name in ("direct", "sampled"))
    measures = {value.measure for value in protocol_named("templates").values(direct.items, direct.decisions)}
    assert "absolute_m" not in measures, "nothing is sampled, so there is no noise floor"
    assert {decision.decision for decision in direct.decisions} == {decision.decision for decision in sampled.decisions}
    folders = (str(tmp_path / "direct"), str(tmp_path / "sampled"))
    for command_line in (("analyze", *folders, "--out", str(tmp_path / "report")), ("compare", *folders)):
        assert "--logprobs" in one_line(probe(*command_line, expect=2).stderr)
    result = probe(*command, "--logprobs", "--answering", "extract", "--out", str(tmp_path / "other"), expect=2)
    assert "--answering extract" in one_line(result.stderr)
