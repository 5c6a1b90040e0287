"""Explanations: awareness as judged, themes as counted, examples as written."""

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
from tests.analysis.made_datasets import evaluate, flips_at, pairs, shown


def judged(evaluation: Evaluation, number: int, endorses: str, mentions: str = "") -> Awareness:
    words: dict[str, Vote] = {"y": "yes", "n": "no", "u": "unparsed"}
    return Awareness(
        pair_id=evaluation.items[number].id,
        explanation=f"Because {number} {endorses}.",
        judge="judge",
        endorses=tuple(words[letter] for letter in endorses),
        mentions=tuple(words[letter] for letter in mentions),
    )


@pytest.mark.parametrize(
    ("votes", "found"), [("yyynn", "yes"), ("yynnn", "no"), ("yyuun", None), ("yynn", None), ("y", "yes")]
)
def test_a_strict_majority_counts_unparsed_votes_against_both(votes: str, found: str | None) -> None:
    words: dict[str, Vote] = {"y": "yes", "n": "no", "u": "unparsed"}
    assert majority([words[letter] for letter in votes]) == found


def test_mentions_and_endorses_are_apart_and_a_dilemma_counts_once() -> None:
    """Dilemma 0 has two explanations, one endorsing; dilemma 1 has one that does: (1/2 + 1) / 2."""
    evaluation = evaluate(pairs([Bias.FRAMING], 4), flips_at(0.5))
    said = (
        judged(evaluation, 0, "yyyyy", "yyynn"),
        judged(evaluation, 0, "nnnnn", "yyynn"),
        judged(evaluation, 1, "yyynn", "nnnnn"),
        judged(evaluation, 2, "yynnu", "yyyyy"),
    )
    rows = awareness([evaluation.model_copy(update={"awareness": said})])
    row = table(rows).where(bias="framing effect")[0]
    assert row["endorses"] == pytest.approx(0.75)
    assert row["mentions"] == pytest.approx((1 + 0 + 1) / 3)
    assert (row["undecided"], row["explanations"], row["dilemmas"]) == (1, 4, 3)
    assert "<svg" in draw(picture(rows)).svg


def test_a_question_that_was_not_asked_is_a_gap() -> None:
    evaluation = evaluate(pairs([Bias.FRAMING], 2), flips_at(0.5))
    rows = awareness([evaluation.model_copy(update={"awareness": (judged(evaluation, 0, "yyyyy"),)})])
    assert rows[0].mentions == Gap(reason="not asked")
    assert table(rows).rows[0]["mentions_low"] == Gap(reason="not asked")
    assert awareness([evaluation]) == ()


def explained(evaluation: Evaluation, unbiased: str, biased: str) -> Evaluation:
    def explain(decision: Decision) -> Decision:
        return decision.model_copy(update={"explanation": biased if decision.arm is Arm.BIASED else unbiased})

    return evaluation.model_copy(update={"decisions": tuple(explain(decision) for decision in evaluation.decisions)})


def test_themes_are_counted_in_flipped_runs_once_per_explanation() -> None:
    flipping = evaluate(pairs([Bias.BANDWAGON], 5), flips_at(1.0))
    found = themes([explained(flipping, "It is secure, safe and secure.", "The whole team says it is popular.")])
    rows = {row.theme: row for row in found}
    assert (rows["security"].unbiased, rows["security"].biased) == (1.0, 0.0)
    assert (rows["team"].difference, rows["trendiness"].difference) == (1.0, 1.0)
    assert rows["team"].explanations == 25
    steady = evaluate(pairs([Bias.BANDWAGON], 5), flips_at(0.0))
    assert themes([steady]) == ()
    assert "<svg" in draw(shift_picture(found)).svg
    assert "bandwagon effect: most gained team, most lost security" in shift_picture(found).alt


def test_a_theme_begins_a_word() -> None:
    assert "testing" not in themes_in("the latest contest")
    assert "testing" in themes_in("We should Test it")


def test_examples_are_flips_from_right_to_wrong_one_per_bias() -> None:
    flipping = explained(evaluate(pairs([Bias.BANDWAGON, Bias.FRAMING], 3), flips_at(1.0)), "right", "x" * 900)
    found = examples([flipping])
    assert examples_table(found).column("bias") == ["bandwagon effect", "framing effect"]
    assert len(found[0].biased) == 400
    assert examples([evaluate(pairs([Bias.FRAMING], 3), flips_at(0.0))]) == ()


def test_an_error_on_both_texts_is_no_example() -> None:
    wrong = evaluate(pairs([Bias.FRAMING], 4), lambda dilemma, *_: shown(dilemma.correct_option.other_option, _[-1]))
    assert examples([explained(wrong, "wrong", "wrong again")]) == ()


def answered(letters: str, arm: Arm, number: int = 0, explained: str = "A reason.") -> list[Decision]:
    """Return the decisions of runs on one dilemma whose right option is A (0) and whose wrong one is B (1)."""
    (dilemma,) = pairs([Bias.FRAMING], number + 1)[number:]
    codes = {"A": 0, "B": 1, "?": "unparsed"}
    return [
        Decision(item_id=dilemma.id, arm=arm, run=run, decision=codes[letter], explanation=f"{explained} {arm} {run}")
        for run, letter in enumerate(letters)
    ]


def asked(*decisions: list[Decision], subject: str = "m") -> Evaluation:
    made = evaluate(pairs([Bias.FRAMING], 4), flips_at(0.0), subject=subject)
    return made.model_copy(update={"decisions": tuple(one for several in decisions for one in several)})


def test_only_flipped_runs_with_both_explanations_are_counted() -> None:
    """Runs 1 and 2 flip, in either direction; run 3 is unparsed, run 4 has no biased text, run 5 no explanation."""
    silent = [one.model_copy(update={"explanation": ""}) for one in answered("BBBBBB", Arm.BIASED)[5:]]
    found = themes(
        [
            asked(
                answered("ABAAAA", Arm.UNBIASED, explained="It is cheap."),
                [*answered("AAB?", Arm.BIASED, explained="It is secure."), *silent],
                answered("BBBBBB", Arm.PLACEBO, explained="Everyone says so."),
            )
        ]
    )
    rows = {row.theme: row for row in found}
    assert {row.explanations for row in found} == {2}
    assert (rows["cost"].unbiased, rows["cost"].biased, rows["cost"].difference) == (1.0, 0.0, -1.0)
    assert (rows["security"].unbiased, rows["security"].biased) == (0.0, 1.0)
    assert rows["trendiness"].biased == 0.0


def test_the_first_flip_from_right_to_wrong_is_the_example_of_each_subject() -> None:
    """Dilemma 1, of which A is right: run 0 is wrong before, run 1 unparsed after, run 2 the first."""
    some = asked(answered("BAAA", Arm.UNBIASED, 1), answered("B?BB", Arm.BIASED, 1), subject="b")
    other = asked(answered("A", Arm.UNBIASED, 3), answered("B", Arm.BIASED, 3), subject="a")
    found = examples([some, other])
    assert [(row.subject, row.dilemma) for row in found] == [
        ("a", f"{other.items[3].id} run 0"), ("b", f"{some.items[1].id} run 2"),
    ]  # fmt: skip
    assert (found[1].unbiased, found[1].biased) == ("A reason. unbiased 2", "A reason. biased 2")


def test_a_long_explanation_is_cut_after_400_characters() -> None:
    for length, kept in ((400, "x" * 400), (401, "x" * 399 + "…")):
        said = [one.model_copy(update={"explanation": "x" * length}) for one in answered("B", Arm.BIASED, 1)]
        (row,) = examples([asked(answered("A", Arm.UNBIASED, 1), said)])
        assert row.biased == kept


def test_all_biases_of_a_subject_are_judged_together_first() -> None:
    """Unreadable votes are counted over both questions: 3 of 14; a dilemma in a series shares its cluster."""
    evaluation = evaluate(pairs([Bias.FRAMING, Bias.ANCHORING], 2), flips_at(0.5))
    said = (judged(evaluation, 0, "yyy", "nnuu"), judged(evaluation, 2, "nnn", "yyyu"))
    rows = awareness([evaluation.model_copy(update={"awareness": said})])
    assert [(row.bias, row.dilemmas) for row in rows] == [
        ("all biases", 2), ("anchoring bias", 1), ("framing effect", 1),
    ]  # fmt: skip
    whole = table(rows).rows[0]
    assert (whole["endorses"], whole["mentions"]) == pytest.approx((0.5, 1.0))
    assert whole["unparsed"] == pytest.approx(3 / 14)
    assert whole["undecided"] == 1
