"""What a report lacks: input that was given but is empty is not reported as missing."""

import random

import pytest

from probe.analysis.study import prepare
from probe.values import Arm, Bias, RejectionCount
from tests.analysis.made_datasets import errs_where, evaluate, flips_at, pairs
from tests.analysis.reports import report_on

DILEMMAS = pairs([Bias.FRAMING], 24)


def missing_entry(name: str, rejections: list[RejectionCount] | None = None, flip_rate: float = 0.0) -> str:
    """Return what the report lists as missing for a chapter, on a subject with this flip rate."""
    report = report_on(prepare([evaluate(DILEMMAS, flips_at(flip_rate))]), rejections=rejections)
    return next((line for line in report.absent if line.startswith(f"{name}:")), "")


def test_a_generation_without_rejections_was_given() -> None:
    assert "add the folder of probe generate" in missing_entry("Rejected candidates")
    assert "no candidate was rejected" in missing_entry("Rejected candidates", rejections=[])
    rejections = [RejectionCount(author="grammar", bias=Bias.FRAMING, stage="collision", count=2)]
    assert not missing_entry("Rejected candidates", rejections=rejections)


@pytest.mark.parametrize("name", ["Bias awareness", "Themes in explanations"])
def test_no_command_provides_explanations_of_what_did_not_happen(name: str) -> None:
    """A subject that never errs has nothing to judge, and no flip to explain."""
    assert "(probe " not in missing_entry(name)
    assert missing_entry(name)


def test_wrong_decisions_that_were_not_judged_name_the_command() -> None:
    assert "(probe awareness)" in missing_entry("Bias awareness", flip_rate=0.5)


def test_a_subject_that_was_asked_only_under_a_mitigation_is_not_reported_as_missing() -> None:
    numbers = random.Random(1)
    choose = errs_where(lambda dilemma, arm, run: arm is Arm.BIASED and numbers.random() < 0.3)
    evaluation = evaluate(DILEMMAS, choose)
    under = tuple(decision.model_copy(update={"mitigation": "warning"}) for decision in evaluation.decisions)
    report = report_on(prepare([evaluation.model_copy(update={"decisions": under})]))
    (line,) = (line for line in report.absent if line.startswith("Mitigations:"))
    assert "both under one and without" in line
