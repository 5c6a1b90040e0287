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
ASKED = load_prompts().fill("confidence")
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


async def asked(subject: RuleSubject, run: int, text: str) -> tuple[str, float]:
    """Return the letter and the confidence that a subject states in the turn after it."""
    question = (Message(role="user", content=text),)
    said = (await subject.complete(Request(purpose="decide", messages=question, run=run))).text
    after = (*question, Message(role="assistant", content=said), *ASKED)
    stated = await subject.complete(Request(purpose="confidence", messages=after, run=run))
    return read_choice(said).letter, read_confidence(stated.text)


async def evaluation(options: str) -> Evaluation:
    subject = RuleSubject(spec := ModelSpec.parse(f"simulated/biased?{options}"), simulated_subject(spec, ITEMS))
    decisions = []
    for item in ITEMS:
        for arm in (Arm.UNBIASED, Arm.BIASED):
            for run in range(2):
                letter, stated = await asked(subject, run, item.text(arm) or "")
                decided = {"item_id": item.id, "arm": arm, "run": run, "decision": index_of(letter)}
                decisions.append(Decision.model_validate(decided | {"confidence": stated}))
    return evaluation_of(ITEMS, decisions, "s", order="as-written")


def row(rows: tuple[ConfidenceRow, ...], arm: str, depth: str = ALL_DEPTHS, mitigation: str = NONE) -> ConfidenceRow:
    (found,) = [one for one in rows if (one.mitigation, one.arm, one.depth) == (mitigation, arm, depth)]
    return found


async def test_the_interval_covers_the_known_difference_of_a_simulated_subject() -> None:
    """90 % confidence against 80 % accuracy without the cue, and 1 - (0.2 + 0.25 · 0.6) = 65 % with it."""
    covered, studies = {"unbiased": 0, "biased": 0}, 40
    for seed in range(studies):
        rows = confidence([await evaluation(f"rate=0.25&noise=0.2&confidence=0.9&seed={seed}")])
        for arm, truth in (("unbiased", 0.1), ("biased", 0.25)):
            found = defined(row(rows, arm).difference)
            covered[arm] += found.low <= truth <= found.high
    assert all(count >= 0.85 * studies for count in covered.values()), covered  # 95 %: below with p < 0.01


async def test_arms_and_depths_are_apart() -> None:
    rows = confidence([await evaluation("rate=1&confidence=0.75")])
    assert row(rows, "unbiased").accuracy == 1.0
    assert row(rows, "biased").accuracy == 0.0
    found = defined(row(rows, "biased", "3").difference)
    assert found.estimate == pytest.approx(0.75)
    assert [one.depth for one in rows] == [ALL_DEPTHS, "2", "3", "4"] * 2
    assert row(rows, "biased", "3").dilemmas == 16
    assert found.p is None


def test_statements_that_cannot_be_read_are_counted_and_left_out() -> None:
    made = evaluate(pairs([Bias.FRAMING], 30), flips_at(0.0), runs=2, order="as-written")
    draw = random.Random(2)
    said = [
        one.model_copy(update={"confidence": "unparsed" if one.run else draw.choice((0.6, 1.0))})
        for one in made.decisions
    ]
    found = row(confidence([made.model_copy(update={"decisions": tuple(said)})]), "unbiased")
    assert found.unreadable == 0.5
    assert found.dilemmas == 30
    assert isinstance(found.confidence, float)
    assert 0.6 < found.confidence < 1.0
    none = [one.model_copy(update={"confidence": "unparsed"}) for one in made.decisions]
    (first, *_) = confidence([made.model_copy(update={"decisions": tuple(none)})])
    assert table([first]).rows[0]["unreadable"] == 1.0
    assert first.dilemmas == 0


@pytest.mark.usefixtures("undrawn")
async def test_a_report_has_the_chapter_only_where_confidence_was_asked() -> None:
    with_it = report_on(prepare([await evaluation("rate=0.3&confidence=0.8")]))
    assert "confidence" in {chapter.key for chapter in with_it.chapters}
    without = report_on(prepare([evaluate(pairs([Bias.FRAMING], 20), flips_at(0.3))]))
    assert "confidence" not in {chapter.key for chapter in without.chapters}
    (chapter,) = [one for one in with_it.chapters if one.key == "confidence"]
    assert "unbiased, s −20.0" in chapter.result.pictures[0].alt


@pytest.mark.usefixtures("undrawn")
async def test_decisions_under_a_mitigation_are_rows_and_points_of_their_own() -> None:
    plain = await evaluation("rate=1&confidence=0.75")
    warned = await evaluation("rate=0&confidence=0.9")
    marked = [one.model_copy(update={"mitigation": "bias-warning"}) for one in warned.decisions]
    both = plain.model_copy(update={"decisions": (*plain.decisions, *marked)})
    (chapter,) = [one for one in report_on(prepare([both])).chapters if one.key == "confidence"]
    shown = {
        (one["mitigation"], one["arm"]): one for one in chapter.result.tables[0].rows if one["depth"] == ALL_DEPTHS
    }
    assert shown["none", "biased"]["confidence_minus_accuracy"] == pytest.approx(0.75)
    assert shown["bias-warning", "biased"]["confidence_minus_accuracy"] == pytest.approx(-0.1)
    assert "biased, s bias-warning" in chapter.result.pictures[0].alt
