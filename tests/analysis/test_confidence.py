"""Stated confidence against accuracy: the difference has an interval that a subject of known confidence confirms."""

import random

import pytest

from probe.analysis.effects.confidence import ALL_DEPTHS, ConfidenceRow, confidence, table
from probe.analysis.study import NONE, prepare
from probe.answers import read_choice, read_confidence
from probe.models.simulated import RuleSubject
from probe.prompts import load_prompts
from probe.protocols.dilemmas.simulated import simulated_subject
from probe.values import Arm, Bias, Complexity, Decision, Evaluation, Message, ModelSpec, Request, index_of
from tests.analysis.made_datasets import evaluate, evaluation_of, flips_at, pair, pairs
from tests.analysis.reports import report_on
from tests.defined import defined

TEXT = "I face task {n}{cue}.\n- Option A: Wait.\n- Option B: Ship.\nOption A or Option B?"
CONFIDENCE_QUESTION = load_prompts().fill("confidence")
BIASES = (Bias.CONFIRMATION, Bias.BANDWAGON)
ITEMS = tuple(
    pair(
        bias,
        number,
        unbiased=TEXT.format(n=f"{bias.value} {number}", cue=""),
        biased=TEXT.format(n=f"{bias.value} {number}", cue=", and all friends say so"),
        complexity=Complexity(depth=2 + number % 3),
    )
    for bias in BIASES
    for number in range(24)
)


async def decide_with_confidence(subject: RuleSubject, run: int, text: str) -> tuple[str, float]:
    """Return the letter and the confidence that a subject states in the turn after it."""
    question = (Message(role="user", content=text),)
    decision_text = (await subject.complete(Request(purpose="decide", messages=question, run=run))).text
    messages = (*question, Message(role="assistant", content=decision_text), *CONFIDENCE_QUESTION)
    statement = await subject.complete(Request(purpose="confidence", messages=messages, run=run))
    return read_choice(decision_text).letter, read_confidence(statement.text)


async def evaluation(options: str) -> Evaluation:
    subject = RuleSubject(spec := ModelSpec.parse(f"simulated/biased?{options}"), simulated_subject(spec, ITEMS))
    decisions = []
    for item in ITEMS:
        for arm in (Arm.UNBIASED, Arm.BIASED):
            for run in range(2):
                letter, stated_confidence = await decide_with_confidence(subject, run, item.text(arm) or "")
                fields = {"item_id": item.id, "arm": arm, "run": run, "decision": index_of(letter)}
                decisions.append(Decision.model_validate(fields | {"confidence": stated_confidence}))
    return evaluation_of(ITEMS, decisions, "s", order="as-written")


def row(rows: tuple[ConfidenceRow, ...], arm: str, depth: str = ALL_DEPTHS, mitigation: str = NONE) -> ConfidenceRow:
    (confidence_row,) = [
        confidence_row
        for confidence_row in rows
        if (confidence_row.mitigation, confidence_row.arm, confidence_row.depth) == (mitigation, arm, depth)
    ]
    return confidence_row


async def test_the_interval_covers_the_known_difference_of_a_simulated_subject() -> None:
    """90 % confidence against 80 % accuracy without the cue, and 1 - (0.2 + 0.25 · 0.6) = 65 % with it."""
    covered_count, studies = {"unbiased": 0, "biased": 0}, 40
    for seed in range(studies):
        rows = confidence([await evaluation(f"rate=0.25&noise=0.2&confidence=0.9&seed={seed}")])
        for arm, truth in (("unbiased", 0.1), ("biased", 0.25)):
            difference = defined(row(rows, arm).difference)
            covered_count[arm] += difference.low <= truth <= difference.high
    assert all(count >= 0.85 * studies for count in covered_count.values()), (
        covered_count
    )  # planted: 95 %; a lower count has p < 0.01


async def test_arms_and_depths_are_apart() -> None:
    rows = confidence([await evaluation("rate=1&confidence=0.75")])
    assert row(rows, "unbiased").accuracy == 1.0
    assert row(rows, "biased").accuracy == 0.0
    difference = defined(row(rows, "biased", "3").difference)
    assert difference.estimate == pytest.approx(0.75)
    assert [row.depth for row in rows] == [ALL_DEPTHS, "2", "3", "4"] * 2
    assert row(rows, "biased", "3").dilemmas == 16
    assert difference.p is None


def test_statements_that_cannot_be_read_are_counted_and_left_out() -> None:
    evaluation = evaluate(pairs([Bias.FRAMING], 30), flips_at(0.0), runs=2, order="as-written")
    draw = random.Random(2)
    decisions = [
        decision.model_copy(update={"confidence": "unparsed" if decision.run else draw.choice((0.6, 1.0))})
        for decision in evaluation.decisions
    ]
    confidence_row = row(confidence([evaluation.model_copy(update={"decisions": tuple(decisions)})]), "unbiased")
    assert confidence_row.unreadable == 0.5
    assert confidence_row.dilemmas == 30
    assert isinstance(confidence_row.confidence, float)
    assert 0.6 < confidence_row.confidence < 1.0
    none = [decision.model_copy(update={"confidence": "unparsed"}) for decision in evaluation.decisions]
    (first, *_) = confidence([evaluation.model_copy(update={"decisions": tuple(none)})])
    assert table([first]).rows[0]["unreadable"] == 1.0
    assert first.dilemmas == 0


@pytest.mark.usefixtures("undrawn")
async def test_a_report_has_the_chapter_only_where_confidence_was_asked() -> None:
    with_it = report_on(prepare([await evaluation("rate=0.3&confidence=0.8")]))
    assert "confidence" in {chapter.key for chapter in with_it.chapters}
    report_without = report_on(prepare([evaluate(pairs([Bias.FRAMING], 20), flips_at(0.3))]))
    assert "confidence" not in {chapter.key for chapter in report_without.chapters}
    (chapter,) = [chapter for chapter in with_it.chapters if chapter.key == "confidence"]
    assert "unbiased, s −20.0" in chapter.result.pictures[0].alt


@pytest.mark.usefixtures("undrawn")
async def test_decisions_under_a_mitigation_are_rows_and_points_of_their_own() -> None:
    plain_evaluation = await evaluation("rate=1&confidence=0.75")
    warned_evaluation = await evaluation("rate=0&confidence=0.9")
    warned_decisions = [
        decision.model_copy(update={"mitigation": "bias-warning"}) for decision in warned_evaluation.decisions
    ]
    combined_evaluation = plain_evaluation.model_copy(
        update={"decisions": (*plain_evaluation.decisions, *warned_decisions)}
    )
    (chapter,) = [
        chapter for chapter in report_on(prepare([combined_evaluation])).chapters if chapter.key == "confidence"
    ]
    rows_by_arm = {
        (row["mitigation"], row["arm"]): row for row in chapter.result.tables[0].rows if row["depth"] == ALL_DEPTHS
    }
    assert rows_by_arm["none", "biased"]["confidence_minus_accuracy"] == pytest.approx(0.75)
    assert rows_by_arm["bias-warning", "biased"]["confidence_minus_accuracy"] == pytest.approx(-0.1)
    assert "biased, s bias-warning" in chapter.result.pictures[0].alt
