"""Whether a subject decides by the facts: coins and constant answers are recognised, and good subjects are not."""

import random
import re

import pytest

from probe.analysis.effects.deciding import Deciding, deciding
from probe.analysis.study import prepare
from probe.values import Arm, Bias, Dilemma, Evaluation, Option, Provenance
from tests.analysis.made_datasets import Chooser, errs_where, evaluate, pair, pairs, shown
from tests.analysis.reports import report_on
from tests.defined import defined


def errs(rate: float, seed: int = 1) -> Chooser:
    draw = random.Random(seed)
    return errs_where(lambda dilemma, arm, run: draw.random() < rate)


def always(answer: str) -> Chooser:
    """Return a subject that answers a letter as shown, or an option as written (``written A``)."""

    def choose(dilemma: Dilemma, arm: Arm, run: int, exchanged: bool) -> str:
        return answer if len(answer) == 1 else shown(Option.A if answer[-1] == "A" else Option.B, exchanged)

    return choose


def row(*evaluations: Evaluation) -> Deciding:
    study = prepare(evaluations)
    (found,) = deciding(study.scores, study.decisions)
    return found


@pytest.mark.parametrize(
    ("rate", "basis"),
    [(0.5, "at chance"), (0.05, "better than chance"), (0.35, "better than chance"), (0.9, "worse than chance")],
)
def test_the_error_rate_on_unbiased_texts_is_compared_with_a_coin(rate: float, basis: str) -> None:
    found = row(evaluate(pairs([Bias.FRAMING], 120), errs(rate)))
    assert found.basis == basis
    assert found.uninformed == (basis != "better than chance")


@pytest.mark.parametrize(
    ("answer", "name"),
    [
        ("A", "the option shown first"),
        ("B", "the option shown second"),
        ("written A", "option A as written"),
        ("written B", "option B as written"),
    ],
)
def test_one_answer_every_time_is_recognised_whatever_the_right_letters_are(answer: str, name: str) -> None:
    """Where A is right in three of four dilemmas, a subject that always names it errs in a quarter of them only."""
    dilemmas = [pair(Bias.FRAMING, number, Option.B if number % 4 == 0 else Option.A) for number in range(60)]
    found = row(evaluate(dilemmas, always(answer)))
    assert (found.basis, found.most_frequent, found.share) == ("same answer", name, 1.0)


def test_to_choose_the_option_that_is_always_right_is_no_flaw() -> None:
    dilemmas = [pair(Bias.FRAMING, number, Option.A) for number in range(60)]
    found = row(evaluate(dilemmas, errs(0.0), order="as-written"))
    assert (found.share, found.wrong_there, found.p) == (1.0, 0, 1.0)
    assert found.basis == "better than chance"


def test_dilemmas_of_one_series_are_one_case() -> None:
    """Errors in seven of twenty series of three, all or none in each: the interval is that of twenty cases."""
    dilemmas = [
        pair(Bias.FRAMING, number, provenance=Provenance(author="grammar", series=f"s{number // 3}"))
        for number in range(60)
    ]
    choose = errs_where(lambda dilemma, arm, run: int((dilemma.provenance.series or "s0")[1:]) < 7)
    found = row(evaluate(dilemmas, choose))
    assert found.clusters == 20
    assert found.basis == "at chance"
    alone = row(evaluate(pairs([Bias.FRAMING], 60), errs(0.3)))
    assert alone.basis == "better than chance"


def test_a_subject_that_is_right_on_one_bias_and_wrong_on_the_other_does_not_guess() -> None:
    choose = errs_where(lambda dilemma, arm, run: dilemma.bias is Bias.FRAMING)
    assert row(evaluate(pairs([Bias.FRAMING, Bias.ANCHORING], 30), choose)).basis == "mixed"


def test_one_scenario_shows_neither_chance_nor_knowledge() -> None:
    alone = [pair(number=number, provenance=Provenance(author="grammar", series="s")) for number in range(24)]
    assert row(evaluate(alone, errs(0.0))).basis == "not tested"


def test_a_coin_is_seldom_taken_for_a_subject_that_decides() -> None:
    found = [row(evaluate(pairs([Bias.FRAMING], 40), errs(0.5, seed), runs=1)).basis for seed in range(60)]
    assert found.count("at chance") >= 53


def test_nothing_is_tested_with_few_dilemmas() -> None:
    assert row(evaluate(pairs([Bias.FRAMING], 12), errs(0.5))).basis == "not tested"


@pytest.mark.parametrize("choose", [errs(0.5), always("A")])
def test_the_answer_begins_with_a_subject_that_does_not_decide(choose: Chooser) -> None:
    dilemmas = pairs([Bias.FRAMING], 60)
    answer = report_on(prepare([evaluate(dilemmas, choose, subject="x/coin")])).answer
    assert answer[0].startswith("x/coin ")
    informed = report_on(prepare([evaluate(dilemmas, errs(0.1), subject="x/good")])).answer
    assert "guess" not in informed[0]
    assert "same answer" not in informed[0]


def test_each_paragraph_on_a_subject_says_first_that_it_does_not_decide_by_the_facts() -> None:
    dilemmas = pairs([Bias.FRAMING, Bias.ANCHORING], 30)
    constant = evaluate(dilemmas, lambda one, arm, run, exchanged: "A", subject="m/always")
    right = evaluate(dilemmas, lambda one, arm, run, exchanged: shown(one.correct_option, exchanged), subject="m/right")
    paragraphs = report_on(prepare([constant, right])).by_subject
    (first,) = [each for each in paragraphs if "m/always" in each]
    assert first.startswith("m/always gives the same answer whatever the facts are")


def test_a_cue_that_lowers_errors_lowers_them_by_what_the_interval_says() -> None:
    choose = errs_where(lambda one, arm, run: arm is Arm.UNBIASED and run == 0)
    first = report_on(prepare([evaluate(pairs([Bias.FRAMING], 30), choose)])).answer[0]
    found = defined(
        re.search(r"lowers its error rate by ([\d.]+) points \(95 % interval ([\d.]+) to ([\d.]+)\)", first)
    )
    size, low, high = map(float, found.groups())
    assert low <= size <= high
