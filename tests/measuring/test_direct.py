"""Direct answers: a letter and the probabilities of both options, once in each order."""

import math
from collections.abc import Mapping

import pytest

from probe.analysis.effects.crossed import CUE, FACTS, cross_scores
from probe.analysis.effects.effect import effects
from probe.analysis.effects.estimating import ALL_TIERS, overall_by_subject
from probe.analysis.effects.flips import flips
from probe.analysis.estimand import Estimand
from probe.analysis.over_subjects import over_subjects
from probe.analysis.study import Study, prepare
from probe.analysis.tables import Gap
from probe.errors import InputError
from probe.measuring.conversing import Evaluator, Measurement
from probe.measuring.decisions import decision_rows
from probe.models import ScriptedModel
from probe.prompts import load_prompts
from probe.protocols.base import Showing
from probe.protocols.dilemmas.protocol import DilemmaProtocol
from probe.protocols.questions import LetterAsking
from probe.values import Answer, Arm, Bias, Decision, Dilemma, Evaluation, Option
from tests.analysis.made_datasets import evaluate, evaluation_of, flips_at, pairs
from tests.defined import defined
from tests.measuring.memory import DecisionMemory
from tests.measuring.questions import conversations


def make_answer(first: float, second: float, text: str = "A") -> Answer:
    """Return an answer with the probabilities of both letters as shown."""
    return Answer(text=text, logprobs={"A": math.log(first), "B": math.log(second), "The": -9.0})


async def measure(subject: ScriptedModel, store: DecisionMemory, *items: Dilemma, runs: int = 2) -> Measurement:
    showing = Showing(runs=runs, direct=True)
    weighing = DilemmaProtocol().weighing(items, showing)
    evaluator = Evaluator(LetterAsking("decide_direct", direct=True), subject, load_prompts(), store, weighing=weighing)
    return await evaluator.run(list(conversations(items, showing)))


def evaluation(decisions: list[Decision], *items: Dilemma, subject: str = "openai/m [direct]") -> Evaluation:
    return evaluation_of(items, decisions, subject, direct=True)


def direct(chances: Mapping[tuple[Arm, int], tuple[float, float]], *items: Dilemma) -> Evaluation:
    """Return an evaluation with these probabilities of A and B as written, on each item."""
    decisions = [
        Decision(
            item_id=item.id,
            arm=arm,
            run=run,
            decision=int(probabilities[1] > probabilities[0]) if sum(probabilities) else "unparsed",
            probabilities=probabilities,
            exchanged=run == 1,
        )
        for item in items
        for (arm, run), probabilities in chances.items()
    ]
    return evaluation(decisions, *items)


def of_right(first: float, second: float, item: Dilemma) -> tuple[float, float]:
    """Return probabilities of the right and the wrong option as those of A and B."""
    return (first, second) if item.correct_option is Option.A else (second, first)


async def test_probabilities_are_of_the_options_as_written(pair: Dilemma) -> None:
    """A subject that prefers the option shown first: A as written, then B."""
    store, subject = DecisionMemory(), ScriptedModel(lambda request: make_answer(0.7, 0.2))
    measurement = await measure(subject, store, pair)
    assert {(decision.run, decision.exchanged, decision.letter) for decision in store.kept} == {
        (0, False, "A"),
        (1, True, "B"),
    }
    for decision in store.kept:
        assert decision.probabilities == pytest.approx((0.2, 0.7) if decision.exchanged else (0.7, 0.2))
    assert (measurement.incomplete_count, measurement.without_logprobs, measurement.unanswered_count) == (0, 0, 0)


async def test_each_text_is_asked_once_for_one_letter(pair: Dilemma) -> None:
    """Nothing is sampled: the run is not part of the call, so a text that keeps its order needs only one call."""
    store, subject = DecisionMemory(), ScriptedModel(lambda request: make_answer(0.7, 0.2))
    unexchangeable = Dilemma.model_validate({**pair.model_dump(), "id": "", "biased": pair.biased + " B?"})
    await measure(subject, store, unexchangeable)
    assert len(store.kept) == len(subject.requests) == 4
    assert len({request.key("e", "m") for request in subject.requests}) == 2
    assert {(request.top_logprobs, request.temperature, request.run) for request in subject.requests} == {(20, 1.0, 0)}
    assert subject.requests[0].messages == load_prompts().fill("decide_direct", text=pair.unbiased)


async def test_the_more_probable_option_is_the_decision_regardless_of_the_answer(pair: Dilemma) -> None:
    answers = [
        make_answer(0.3, 0.6),
        make_answer(0.45, 0.45, "B"),
        Answer(text="A", logprobs={"The": -0.1}),
        Answer(text="a."),
    ]
    store, subject = DecisionMemory(), ScriptedModel(answers)
    measurement = await measure(subject, store, pair, runs=2)
    decisions = {(decision.arm, decision.run): decision for decision in store.kept}
    assert decisions[Arm.UNBIASED, 0].letter == "B"
    assert decisions[Arm.BIASED, 0].letter == "B", "equally probable: the letter of the text counts"
    assert (decisions[Arm.UNBIASED, 1].letter, decisions[Arm.UNBIASED, 1].probabilities) == ("unparsed", (0, 0))
    assert (decisions[Arm.BIASED, 1].letter, decisions[Arm.BIASED, 1].probabilities) == ("B", None), "exchanged"
    assert (measurement.incomplete_count, measurement.without_logprobs) == (1, 1)


async def test_missing_probability_is_counted_from_a_tenth(pair: Dilemma) -> None:
    answers = [make_answer(0.5, 0.41), make_answer(0.5, 0.39), make_answer(0.1, 0.05), make_answer(0.9, 0.1)]
    measurement = await measure(ScriptedModel(answers), DecisionMemory(), pair)
    assert measurement.incomplete_count == 2


@pytest.mark.parametrize(
    "answer",
    [
        make_answer(0.5, 0.4).model_copy(update={"reasoning_tokens": 64}),
        make_answer(0.5, 0.4).model_copy(update={"raw": "<think>Well.</think>A"}),
        Answer(text="", finish_reason="length"),
    ],
)
async def test_a_model_that_reasons_is_rejected(pair: Dilemma, answer: Answer) -> None:
    store = DecisionMemory()
    with pytest.raises(InputError, match=r"reasons before it answers.*without --logprobs"):
        await measure(ScriptedModel(lambda request: answer), store, pair)
    assert store.kept == []


async def test_a_server_that_ignores_log_probabilities_is_noticed_at_its_first_answer(pair: Dilemma) -> None:
    """This is an error before any call is paid for, since each answer would count as certain."""
    store, subject = DecisionMemory(), ScriptedModel(lambda request: Answer(text="A", sent={"top_logprobs": 20}))
    with pytest.raises(InputError, match=r"without log-probabilities.*without --logprobs"):
        await measure(subject, store, pair, runs=12)
    assert store.kept == []
    assert len(subject.requests) == 1


def effect(study: Study) -> float:
    (row,) = overall_by_subject(effects(study.scores, study.tiers)).values()
    return defined(row.effect).estimate


def test_the_effect_is_the_mean_difference_of_probabilities_over_orders() -> None:
    """Of the wrong option among both: .6 / .8 and .3 against .2 and .1; other tokens are in the bounds."""
    items = pairs([Bias.ANCHORING], 24)
    decisions = [
        decision
        for item in items
        for decision in direct(
            {
                (Arm.UNBIASED, 0): of_right(0.8, 0.2, item),
                (Arm.UNBIASED, 1): of_right(0.9, 0.1, item),
                (Arm.BIASED, 0): of_right(0.2, 0.6, item),
                (Arm.BIASED, 1): of_right(0.7, 0.3, item),
            },
            item,
        ).decisions
    ]
    study = prepare([evaluation(decisions, *items)])
    row = next(row for row in effects(study.scores, study.tiers) if row.tier == ALL_TIERS)
    assert effect(study) == pytest.approx((0.75 + 0.3) / 2 - (0.2 + 0.1) / 2)
    assert row.error_on_unbiased == pytest.approx(0.15)
    assert row.harmful == pytest.approx(0.525)
    assert [end.mean() for end in study.scores.effect.extremes] == pytest.approx([0.3, 0.4])
    assert over_subjects(study.scores).effect.effects == pytest.approx(study.scores.effect.effects)


def test_flips_and_noise_are_gaps() -> None:
    items = pairs([Bias.ANCHORING], 24)
    chances = {(arm, run): (0.6, 0.4) for arm in (Arm.UNBIASED, Arm.BIASED) for run in range(2)}
    study = prepare([direct(chances, *items)])
    row = flips(study.scores, study.tiers)[0]
    for gap in (row.flips, row.noise_unbiased, row.noise_biased, row.excess, row.right_to_wrong, row.solved):
        assert isinstance(gap, Gap)
        assert "direct" in gap.reason
    assert not isinstance(row.harmful, Gap)


def test_an_answer_without_probabilities_counts_as_certain_and_an_unreadable_one_not() -> None:
    items = pairs([Bias.ANCHORING], 24)
    chances = {(arm, run): (0.0, 0.0) for arm in (Arm.UNBIASED, Arm.BIASED) for run in range(2)}
    direct_evaluation = direct(chances, *items)
    certain = [
        decision.model_copy(update={"probabilities": None, "decision": int(decision.arm == Arm.BIASED)})
        for decision in direct_evaluation.decisions
        if decision.run == 0
    ]
    study = prepare(
        [evaluation([*certain, *(decision for decision in direct_evaluation.decisions if decision.run == 1)], *items)]
    )
    assert study.scores.effect.runs.tolist() == [1] * 24
    assert sorted(set(study.scores.effect.effects)) == [-1, 1], "B is right in some dilemmas, and wrong in others"
    assert study.scores.effect.asked.tolist() == [2] * 24


def test_direct_and_sampled_evaluations_are_never_in_one_study() -> None:
    items = pairs([Bias.ANCHORING], 2)
    chances = {(arm, 0): (0.6, 0.4) for arm in (Arm.UNBIASED, Arm.BIASED)}
    with pytest.raises(InputError, match=r"openai/m \[direct\] was evaluated with --logprobs and simulated/planted"):
        prepare([direct(chances, *items), evaluate(items, flips_at(0.5))])
    assert prepare([direct(chances, *items)]).estimand is Estimand.NET


def test_exported_decisions_have_the_probabilities() -> None:
    items = pairs([Bias.ANCHORING], 1)
    rows = list(decision_rows(direct({(Arm.UNBIASED, 0): (0.6, 0.3), (Arm.UNBIASED, 1): (0.1, 0.8)}, *items)))
    assert [(row["decision"], row["probability_a"], row["probability_b"]) for row in rows] == [
        ("A", 0.6, 0.3),
        ("B", 0.1, 0.8),
    ]


def test_direct_answers_in_the_2_by_2_of_facts_and_cue() -> None:
    """P(praised option) of each arm: the fact effect and the cue effect are differences of probabilities."""
    (item,) = pairs([Bias.ANCHORING], 1, correct=Option.B)
    chance_by_arm = {
        Arm.UNBIASED: 0.2,
        Arm.BIASED: 0.5,
        Arm.TWIN: 0.6,
        Arm.TWIN_BIASED: 0.8,
    }  # probability of A, which the cue praises
    chances = {(arm, run): (chance, 1 - chance) for arm, chance in chance_by_arm.items() for run in range(2)}
    study = prepare([direct(chances, item)])
    cells = cross_scores(study.scores, study.decisions)
    assert cells.shares.tolist() == [pytest.approx(list(chance_by_arm.values()))]
    assert float(cells.shares[0] @ FACTS) == pytest.approx(0.35)
    assert float(cells.shares[0] @ CUE) == pytest.approx(0.25)
