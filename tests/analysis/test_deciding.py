"""Whether a subject decides by the facts: it recognises random and constant answers, and good subjects."""

import random
import re

import pytest

from probe.analysis.effects.deciding import Deciding, deciding
from probe.analysis.study import prepare
from probe.values import Arm, Bias, Dilemma, Evaluation, Option, Provenance
from tests.analysis.made_datasets import Chooser, errs_where, evaluate, pair, pairs, shown_letter
from tests.analysis.reports import report_on
from tests.defined import defined


def erring_subject(rate: float, seed: int = 1) -> Chooser:
    draw = random.Random(seed)
    return errs_where(lambda dilemma, arm, run: draw.random() < rate)


def constant_subject(answer: str) -> Chooser:
    """Return a subject that answers a letter as shown, or an option as written (``written A``)."""

    def choose(dilemma: Dilemma, arm: Arm, run: int, exchanged: bool) -> str:
        return answer if len(answer) == 1 else shown_letter(Option.A if answer[-1] == "A" else Option.B, exchanged)

    return choose


def row(*evaluations: Evaluation) -> Deciding:
    study = prepare(evaluations)
    (deciding_row,) = deciding(study.scores, study.decisions)
    return deciding_row


@pytest.mark.parametrize(
    ("rate", "basis"),
    [(0.5, "at chance"), (0.05, "better than chance"), (0.35, "better than chance"), (0.9, "worse than chance")],
)
def test_the_error_rate_on_unbiased_texts_is_compared_with_a_coin(rate: float, basis: str) -> None:
    deciding_row = row(evaluate(pairs([Bias.FRAMING], 120), erring_subject(rate)))
    assert deciding_row.basis == basis
    assert deciding_row.uninformed == (basis != "better than chance")


@pytest.mark.parametrize(
    ("answer", "name"),
    [
        ("A", "the option shown first"),
        ("B", "the option shown second"),
        ("written A", "option A as written"),
        ("written B", "option B as written"),
    ],
)
def test_a_constant_answer_is_recognised_for_any_right_letters(answer: str, name: str) -> None:
    """Where A is right in three of four dilemmas, a subject that always names it errs in a quarter of them only."""
    dilemmas = [pair(Bias.FRAMING, number, Option.B if number % 4 == 0 else Option.A) for number in range(60)]
    deciding_row = row(evaluate(dilemmas, constant_subject(answer)))
    assert (deciding_row.basis, deciding_row.most_frequent, deciding_row.share) == ("same answer", name, 1.0)


def test_choosing_the_option_that_is_always_right_is_not_a_flaw() -> None:
    dilemmas = [pair(Bias.FRAMING, number, Option.A) for number in range(60)]
    deciding_row = row(evaluate(dilemmas, erring_subject(0.0), order="as-written"))
    assert (deciding_row.share, deciding_row.wrong_there, deciding_row.p) == (1.0, 0, 1.0)
    assert deciding_row.basis == "better than chance"


def test_dilemmas_of_one_series_are_one_case() -> None:
    """Errors in seven of twenty series of three, all or none in each: the interval is that of twenty cases."""
    dilemmas = [
        pair(Bias.FRAMING, number, provenance=Provenance(author="grammar", series=f"s{number // 3}"))
        for number in range(60)
    ]
    choose = errs_where(lambda dilemma, arm, run: int((dilemma.provenance.series or "s0")[1:]) < 7)
    deciding_row = row(evaluate(dilemmas, choose))
    assert deciding_row.clusters == 20
    assert deciding_row.basis == "at chance"
    single_row = row(evaluate(pairs([Bias.FRAMING], 60), erring_subject(0.3)))
    assert single_row.basis == "better than chance"


def test_a_subject_that_is_right_on_one_bias_and_wrong_on_the_other_does_not_guess() -> None:
    choose = errs_where(lambda dilemma, arm, run: dilemma.bias is Bias.FRAMING)
    assert row(evaluate(pairs([Bias.FRAMING, Bias.ANCHORING], 30), choose)).basis == "mixed"


def test_one_scenario_shows_neither_chance_nor_knowledge() -> None:
    dilemmas = [pair(number=number, provenance=Provenance(author="grammar", series="s")) for number in range(24)]
    assert row(evaluate(dilemmas, erring_subject(0.0))).basis == "not tested"


def test_a_coin_is_rarely_mistaken_for_a_subject_that_decides() -> None:
    bases = [row(evaluate(pairs([Bias.FRAMING], 40), erring_subject(0.5, seed), runs=1)).basis for seed in range(60)]
    assert bases.count("at chance") >= 53


def test_nothing_is_tested_with_few_dilemmas() -> None:
    assert row(evaluate(pairs([Bias.FRAMING], 12), erring_subject(0.5))).basis == "not tested"


@pytest.mark.parametrize("choose", [erring_subject(0.5), constant_subject("A")])
def test_the_answer_begins_with_a_subject_that_does_not_decide(choose: Chooser) -> None:
    dilemmas = pairs([Bias.FRAMING], 60)
    answer = report_on(prepare([evaluate(dilemmas, choose, subject="x/coin")])).answer
    assert answer[0].startswith("x/coin ")
    sentences = report_on(prepare([evaluate(dilemmas, erring_subject(0.1), subject="x/good")])).answer
    assert "guess" not in sentences[0]
    assert "same answer" not in sentences[0]


def test_each_paragraph_on_a_subject_says_first_that_it_does_not_decide_by_the_facts() -> None:
    dilemmas = pairs([Bias.FRAMING, Bias.ANCHORING], 30)
    constant = evaluate(dilemmas, lambda dilemma, arm, run, exchanged: "A", subject="m/always")
    right_evaluation = evaluate(
        dilemmas,
        lambda dilemma, arm, run, exchanged: shown_letter(dilemma.correct_option, exchanged),
        subject="m/right",
    )
    paragraphs = report_on(prepare([constant, right_evaluation])).by_subject
    (first,) = [paragraph for paragraph in paragraphs if "m/always" in paragraph]
    assert first.startswith("m/always gives the same answer whatever the facts are")


def test_a_cue_that_lowers_errors_lowers_them_by_what_the_interval_says() -> None:
    choose = errs_where(lambda dilemma, arm, run: arm is Arm.UNBIASED and run == 0)
    first = report_on(prepare([evaluate(pairs([Bias.FRAMING], 30), choose)])).answer[0]
    match = defined(
        re.search(r"lowers its error rate by ([\d.]+) points \(95 % interval ([\d.]+) to ([\d.]+)\)", first)
    )
    size, low, high = map(float, match.groups())
    assert low <= size <= high
