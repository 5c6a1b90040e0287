"""Explanations: awareness by the judge, themes by counting, examples as written."""

import pytest

from probe.analysis.effects.awareness import awareness, majority, picture, table
from probe.analysis.effects.explanations import (
    examples,
    examples_table,
    shift_picture,
    themes,
    themes_in,
)
from probe.analysis.figures.style import draw
from probe.analysis.tables import Gap
from probe.values import Arm, Awareness, Bias, Decision, Evaluation, Vote
from tests.analysis.made_datasets import evaluate, flips_at, pairs, shown_letter


def awareness_of(evaluation: Evaluation, number: int, endorses: str, mentions: str = "") -> Awareness:
    words: dict[str, Vote] = {"y": "yes", "n": "no", "u": "unparsed"}
    return Awareness(
        pair_id=evaluation.items[number].id,
        explanation=f"Because {number} {endorses}.",
        judge="judge",
        endorses=tuple(words[letter] for letter in endorses),
        mentions=tuple(words[letter] for letter in mentions),
    )


@pytest.mark.parametrize(
    ("votes", "expected"), [("yyynn", "yes"), ("yynnn", "no"), ("yyuun", None), ("yynn", None), ("y", "yes")]
)
def test_a_strict_majority_counts_unparsed_votes_against_both(votes: str, expected: str | None) -> None:
    words: dict[str, Vote] = {"y": "yes", "n": "no", "u": "unparsed"}
    assert majority([words[letter] for letter in votes]) == expected


def test_mentions_and_endorses_are_apart_and_a_dilemma_counts_once() -> None:
    """Dilemma 0 has two explanations, one endorsing; dilemma 1 has one that does: (1/2 + 1) / 2."""
    evaluation = evaluate(pairs([Bias.FRAMING], 4), flips_at(0.5))
    votes = (
        awareness_of(evaluation, 0, "yyyyy", "yyynn"),
        awareness_of(evaluation, 0, "nnnnn", "yyynn"),
        awareness_of(evaluation, 1, "yyynn", "nnnnn"),
        awareness_of(evaluation, 2, "yynnu", "yyyyy"),
    )
    rows = awareness([evaluation.model_copy(update={"awareness": votes})])
    row = table(rows).where(bias="framing effect")[0]
    assert row["endorses"] == pytest.approx(0.75)
    assert row["mentions"] == pytest.approx((1 + 0 + 1) / 3)
    assert (row["undecided"], row["explanations"], row["dilemmas"]) == (1, 4, 3)
    assert "<svg" in draw(picture(rows)).svg


def test_a_question_that_was_not_asked_is_a_gap() -> None:
    evaluation = evaluate(pairs([Bias.FRAMING], 2), flips_at(0.5))
    rows = awareness([evaluation.model_copy(update={"awareness": (awareness_of(evaluation, 0, "yyyyy"),)})])
    assert rows[0].mentions == Gap(reason="not asked")
    assert table(rows).rows[0]["mentions_low"] == Gap(reason="not asked")
    assert awareness([evaluation]) == ()


def with_explanations(evaluation: Evaluation, unbiased: str, biased: str) -> Evaluation:
    def explain(decision: Decision) -> Decision:
        return decision.model_copy(update={"explanation": biased if decision.arm is Arm.BIASED else unbiased})

    return evaluation.model_copy(update={"decisions": tuple(explain(decision) for decision in evaluation.decisions)})


def test_themes_are_counted_in_flipped_runs_once_per_explanation() -> None:
    flipping_evaluation = evaluate(pairs([Bias.BANDWAGON], 5), flips_at(1.0))
    theme_rows = themes(
        [with_explanations(flipping_evaluation, "It is secure, safe and secure.", "The whole team says it is popular.")]
    )
    rows = {row.theme: row for row in theme_rows}
    assert (rows["security"].unbiased, rows["security"].biased) == (1.0, 0.0)
    assert (rows["team"].difference, rows["trendiness"].difference) == (1.0, 1.0)
    assert rows["team"].explanations == 25
    steady = evaluate(pairs([Bias.BANDWAGON], 5), flips_at(0.0))
    assert themes([steady]) == ()
    assert "<svg" in draw(shift_picture(theme_rows)).svg
    assert "bandwagon effect: most gained team, most lost security" in shift_picture(theme_rows).alt


def test_a_theme_begins_a_word() -> None:
    assert "testing" not in themes_in("the latest contest")
    assert "testing" in themes_in("We should Test it")


def test_examples_are_flips_from_right_to_wrong_one_per_bias() -> None:
    flipping_evaluation = with_explanations(
        evaluate(pairs([Bias.BANDWAGON, Bias.FRAMING], 3), flips_at(1.0)), "right", "x" * 900
    )
    flip_examples = examples([flipping_evaluation])
    assert examples_table(flip_examples).column("bias") == ["bandwagon effect", "framing effect"]
    assert len(flip_examples[0].biased) == 400
    assert examples([evaluate(pairs([Bias.FRAMING], 3), flips_at(0.0))]) == ()


def test_an_error_on_both_texts_is_not_an_example() -> None:
    wrong = evaluate(
        pairs([Bias.FRAMING], 4), lambda dilemma, *_: shown_letter(dilemma.correct_option.other_option, _[-1])
    )
    assert examples([with_explanations(wrong, "wrong", "wrong again")]) == ()


def decisions_from(letters: str, arm: Arm, number: int = 0, explanation: str = "A reason.") -> list[Decision]:
    """Return the decisions of runs on one dilemma whose right option is A (0) and whose wrong one is B (1)."""
    (dilemma,) = pairs([Bias.FRAMING], number + 1)[number:]
    codes = {"A": 0, "B": 1, "?": "unparsed"}
    return [
        Decision(item_id=dilemma.id, arm=arm, run=run, decision=codes[letter], explanation=f"{explanation} {arm} {run}")
        for run, letter in enumerate(letters)
    ]


def evaluation_with(*decisions: list[Decision], subject: str = "m") -> Evaluation:
    evaluation = evaluate(pairs([Bias.FRAMING], 4), flips_at(0.0), subject=subject)
    return evaluation.model_copy(update={"decisions": tuple(decision for group in decisions for decision in group)})


def test_only_flipped_runs_with_both_explanations_are_counted() -> None:
    """Runs 1 and 2 flip, in either direction; run 3 is unparsed, run 4 has no biased text, run 5 no explanation."""
    unexplained_decisions = [
        decision.model_copy(update={"explanation": ""}) for decision in decisions_from("BBBBBB", Arm.BIASED)[5:]
    ]
    theme_rows = themes(
        [
            evaluation_with(
                decisions_from("ABAAAA", Arm.UNBIASED, explanation="It is cheap."),
                [*decisions_from("AAB?", Arm.BIASED, explanation="It is secure."), *unexplained_decisions],
                decisions_from("BBBBBB", Arm.PLACEBO, explanation="Everyone says so."),
            )
        ]
    )
    rows = {row.theme: row for row in theme_rows}
    assert {row.explanations for row in theme_rows} == {2}
    assert (rows["cost"].unbiased, rows["cost"].biased, rows["cost"].difference) == (1.0, 0.0, -1.0)
    assert (rows["security"].unbiased, rows["security"].biased) == (0.0, 1.0)
    assert rows["trendiness"].biased == 0.0


def test_the_first_flip_from_right_to_wrong_is_the_example_of_each_subject() -> None:
    """Dilemma 1, of which A is right: run 0 is wrong before, run 1 unparsed after, run 2 the first."""
    first_evaluation = evaluation_with(
        decisions_from("BAAA", Arm.UNBIASED, 1), decisions_from("B?BB", Arm.BIASED, 1), subject="b"
    )
    other_evaluation = evaluation_with(
        decisions_from("A", Arm.UNBIASED, 3), decisions_from("B", Arm.BIASED, 3), subject="a"
    )
    flip_examples = examples([first_evaluation, other_evaluation])
    assert [(row.subject, row.dilemma) for row in flip_examples] == [
        ("a", f"{other_evaluation.items[3].id} run 0"), ("b", f"{first_evaluation.items[1].id} run 2"),
    ]  # fmt: skip
    assert (flip_examples[1].unbiased, flip_examples[1].biased) == ("A reason. unbiased 2", "A reason. biased 2")


def test_a_long_explanation_is_cut_after_400_characters() -> None:
    for length, expected in ((400, "x" * 400), (401, "x" * 399 + "…")):
        decisions = [
            decision.model_copy(update={"explanation": "x" * length}) for decision in decisions_from("B", Arm.BIASED, 1)
        ]
        (row,) = examples([evaluation_with(decisions_from("A", Arm.UNBIASED, 1), decisions)])
        assert row.biased == expected


def test_all_biases_of_a_subject_are_judged_together_first() -> None:
    """Unreadable votes are counted over both questions: 3 of 14; a dilemma in a series shares its cluster."""
    evaluation = evaluate(pairs([Bias.FRAMING, Bias.ANCHORING], 2), flips_at(0.5))
    votes = (awareness_of(evaluation, 0, "yyy", "nnuu"), awareness_of(evaluation, 2, "nnn", "yyyu"))
    rows = awareness([evaluation.model_copy(update={"awareness": votes})])
    assert [(row.bias, row.dilemmas) for row in rows] == [
        ("all biases", 2), ("anchoring bias", 1), ("framing effect", 1),
    ]  # fmt: skip
    overall_row = table(rows).rows[0]
    assert (overall_row["endorses"], overall_row["mentions"]) == pytest.approx((0.5, 1.0))
    assert overall_row["unparsed"] == pytest.approx(3 / 14)
    assert overall_row["undecided"] == 1
