"""The bias-specific effect: zero for a subject that follows any recommendation, regardless of the effect of the cue."""

import random

import pytest

from probe.analysis.dataset.constructs import UNKNOWN, constructs
from probe.analysis.dataset.constructs import table as constructs_table
from probe.analysis.effects.specific import SpecificRow, opposite, specific
from probe.analysis.report.limits import CUE_ALONE
from probe.analysis.statistics.differences import Effect
from probe.analysis.study import prepare
from probe.analysis.tables import Gap
from probe.answers import read_choice
from probe.models.simulated import RuleSubject
from probe.protocols.dilemmas.simulated import simulated_subject
from probe.values import (
    Arm,
    Bias,
    Controls,
    Decision,
    Dilemma,
    Evaluation,
    Message,
    ModelSpec,
    Provenance,
    Request,
    index_of,
)
from tests.analysis.made_datasets import Chooser, errs_where, evaluate, evaluation_of, pair, pairs
from tests.analysis.reports import report_on

ARMS = (Arm.UNBIASED, Arm.BIASED, Arm.PLACEBO, Arm.COUNTER, Arm.ADVOCACY)
ALL_CONTROLS = Controls(placebo="p?", counter="c?", advocacy="a?")
OPPOSITE_CONTROLS = Controls(placebo="p?", counter="c?")


def follows(*arms: Arm, rate: float = 0.3, seed: int = 1) -> Chooser:
    """Return a subject that errs in these arms with probability ``rate``, in independent draws."""
    draw = random.Random(seed)
    return errs_where(lambda dilemma, arm, run: arm in arms and draw.random() < rate)


def evaluate_chooser(chooser: Chooser, per_bias: int = 60) -> Evaluation:
    """Return decisions on two biases with recommendations and one with an opposite cue only."""
    naming_dilemmas = pairs([Bias.CONFIRMATION, Bias.OVERCONFIDENCE], per_bias, controls=ALL_CONTROLS)
    opposite_dilemmas = pairs([Bias.FRAMING], per_bias, controls=OPPOSITE_CONTROLS)
    naming_evaluation = evaluate(naming_dilemmas, chooser, arms=ARMS, runs=2)
    opposite_evaluation = evaluate(opposite_dilemmas, chooser, arms=ARMS[:4], runs=2)
    decisions = (*naming_evaluation.decisions, *opposite_evaluation.decisions)
    return naming_evaluation.model_copy(
        update={"items": (*naming_dilemmas, *opposite_dilemmas), "decisions": decisions}
    )


def rows(chooser: Chooser, per_bias: int = 60) -> dict[str, SpecificRow]:
    study = prepare([evaluate_chooser(chooser, per_bias)])
    return {row.bias: row for row in specific(study.scores, study.decisions)}


def effect(value: Effect | Gap) -> Effect:
    assert isinstance(value, Effect)
    return value


@pytest.mark.parametrize("seed", range(3))
def test_a_subject_that_agrees_has_no_specific_effect_and_a_biased_one_has(seed: int) -> None:
    """Both follow the cue equally often."""
    agrees = rows(follows(Arm.BIASED, Arm.ADVOCACY, seed=seed))["all biases"]
    biased = rows(follows(Arm.BIASED, seed=seed))["all biases"]
    assert effect(agrees.specific).low <= 0 <= effect(agrees.specific).high
    assert effect(agrees.cue).low > 0.1
    assert effect(biased.specific).low > 0.1
    assert effect(biased.specific).low <= 0.3 <= effect(biased.specific).high


async def simulated(name: str) -> SpecificRow:
    """Return what a packaged simulated subject shows on recommendations, over two biases."""
    dilemmas = [
        pair(
            bias, number, unbiased=text_with_cue(number, bias, ""),
            biased=text_with_cue(number, bias, ", and all friends say so"),
            controls=Controls(advocacy=text_with_cue(number, bias, ", and one of both is the second")),
        )
        for bias in (Bias.CONFIRMATION, Bias.OVERCONFIDENCE)
        for number in range(60)
    ]  # fmt: skip
    subject = RuleSubject(
        spec := ModelSpec.parse(f"simulated/{name}?rate=0.3&noise=0.1"), simulated_subject(spec, dilemmas)
    )
    decisions = []
    for dilemma in dilemmas:
        for arm in (Arm.UNBIASED, Arm.BIASED, Arm.ADVOCACY):
            for run in range(3):
                asks = (Message(role="user", content=dilemma.text(arm) or ""),)
                answer = await subject.complete(Request(purpose="decide", messages=asks, run=run))
                choice = index_of(read_choice(answer.text).letter)
                decisions.append(Decision(item_id=dilemma.id, arm=arm, run=run, decision=choice))
    study = prepare([evaluation_of(dilemmas, decisions, name, runs=3, order="as-written")])
    return specific(study.scores, study.decisions)[0]


def text_with_cue(number: int, bias: Bias, cue: str) -> str:
    return f"I face task {number} of {bias.value}{cue}.\n- Option A: Wait.\n- Option B: Ship.\nOption A or Option B?"


async def test_the_packaged_subject_that_agrees_has_an_effect_of_the_cue_and_no_specific_one() -> None:
    """The biased one has both: with 10 % noise each is 0.3 · (1 - 2 · 0.1) = 24 points."""
    agrees, biased = await simulated("agrees"), await simulated("biased")
    assert effect(agrees.cue).low <= 0.24 <= effect(agrees.cue).high
    assert effect(agrees.cue).low > 0.1
    assert effect(agrees.specific).low <= 0 <= effect(agrees.specific).high
    assert effect(biased.specific).low <= 0.24 <= effect(biased.specific).high
    assert effect(biased.specific).low > 0.1


def test_biases_of_different_size_count_equally_in_the_error_rate_on_recommendations_too() -> None:
    """The row's effect is the error rate on biased texts minus the specific effect, as each row says."""
    confirmation_pairs = pairs([Bias.CONFIRMATION], 20, controls=ALL_CONTROLS)
    overconfidence_pairs = pairs([Bias.OVERCONFIDENCE], 60, controls=ALL_CONTROLS)

    @errs_where
    def choose(dilemma: Dilemma, arm: Arm, run: int) -> object:
        return arm is Arm.BIASED or (arm is Arm.ADVOCACY and dilemma.bias is Bias.CONFIRMATION)

    study = prepare([evaluate((*confirmation_pairs, *overconfidence_pairs), choose, arms=ARMS, runs=2)])
    row = next(row for row in specific(study.scores, study.decisions) if row.bias == "all biases")
    assert row.recommended == pytest.approx(0.5)
    assert effect(row.specific).estimate == pytest.approx(1 - 0.5)


def test_an_opposite_cue_is_a_contrast_of_its_own() -> None:
    """It is not pooled with bias-specific effects, and neither is shown in place of the other."""
    study = prepare([evaluate_chooser(follows(Arm.BIASED))])
    opposite_rows = opposite(study.scores, study.decisions)
    assert [row.bias for row in opposite_rows] == [Bias.FRAMING.value]
    assert effect(opposite_rows[0].opposite).low > 0.1
    rows_by_bias = rows(follows(Arm.BIASED))
    assert set(rows_by_bias) == {"all biases", Bias.CONFIRMATION.value, Bias.OVERCONFIDENCE.value}
    assert rows_by_bias["all biases"].dilemmas == 120
    assert opposite_rows[0].dilemmas == 60


def test_small_cells_are_shown_and_not_tested() -> None:
    small_effect = effect(rows(follows(Arm.BIASED, rate=1.0), 4)[Bias.CONFIRMATION.value].specific)
    assert (small_effect.estimate, small_effect.p) == (1.0, None)


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(
    ("arms", "words"),
    [
        ((Arm.BIASED,), "more than a recommendation"),
        ((Arm.BIASED, Arm.ADVOCACY), "following whatever is recommended"),
        ((Arm.ADVOCACY,), "a mere recommendation does more"),
    ],
)
def test_the_answer_says_what_the_cue_adds_to_a_recommendation(arms: tuple[Arm, ...], words: str) -> None:
    answer = report_on(prepare([evaluate_chooser(follows(*arms, rate=0.5))])).answer
    (line,) = [line for line in answer if "bias-specific effect" in line]
    assert words in line
    assert "on 120 dilemmas" in line


@pytest.mark.usefixtures("undrawn")
def test_a_report_has_the_chapter_only_where_recommendations_were_shown() -> None:
    shown_all = report_on(prepare([evaluate_chooser(follows(Arm.BIASED), 20)]))
    assert {"specific", "opposite"} <= {chapter.key for chapter in shown_all.chapters}
    report_without = report_on(prepare([evaluate(pairs([Bias.CONFIRMATION], 20), follows(Arm.BIASED))]))
    assert not {"specific", "opposite"} & {chapter.key for chapter in report_without.chapters}
    assert [line for line in report_without.absent if line.startswith("Bias-specific effect")]
    assert CUE_ALONE in report_without.limits
    assert CUE_ALONE not in shown_all.limits


def test_what_composed_items_measure_is_named_and_that_of_others_is_not() -> None:
    default_pairs = pairs([Bias.CONFIRMATION], 3)
    reversal = pairs([Bias.HYPERBOLIC_DISCOUNTING], 2)
    provenance = Provenance(author="grammar", seed_ids=("measures:reversal",))
    reversal = tuple(dilemma.model_copy(update={"provenance": provenance}) for dilemma in reversal)
    other_pairs = pairs([Bias.CONFIRMATION], 1, unbiased="Another?", provenance=Provenance(author="gpt"))
    table = constructs_table(constructs((*reversal, *other_pairs, *default_pairs)))
    assert [(row["bias"], row["construct"], row["dilemmas"]) for row in table.rows] == [
        ("confirmation bias", "deference to a prior belief", 3),
        ("confirmation bias", UNKNOWN, 1),
        ("hyperbolic discounting", "preference reversal", 2),
    ]
