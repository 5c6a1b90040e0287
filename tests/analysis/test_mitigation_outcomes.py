"""What a mitigation changes: paired with the same subject, against its control, and when it is not a success."""

from collections.abc import Callable

import pytest

from probe.analysis.arrays import decision_arrays
from probe.analysis.effects.mitigations import MitigationOutcome, answer_shares, mitigations, outcomes, sentences
from probe.analysis.statistics.differences import Effect
from probe.analysis.study import prepare
from probe.analysis.tables import Gap
from probe.errors import InputError
from probe.values import Arm, Bias, Dilemma, Evaluation, StrategyCost
from tests.analysis.made_datasets import errs_where, evaluate, number, pairs
from tests.analysis.reports import report_on
from tests.defined import defined

Share = Callable[[Arm, str], float]
"""The share of runs in which a subject is wrong, by arm and mitigation."""


def mitigated_evaluation(wrong: Share, *names: str, count: int = 30) -> Evaluation:
    """Return ten runs without a mitigation and under each of ``names``; the first runs are the wrong ones."""
    dilemmas = pairs(list(Bias)[:2], count)

    def decide(name: str) -> Evaluation:
        choose = errs_where(lambda dilemma, arm, run: run < round(10 * wrong(arm, name)))
        return evaluate(dilemmas, choose, runs=10)

    parts = {name: decide(name) for name in ("none", *names)}
    decisions = tuple(
        decision.model_copy(update={"mitigation": name}) for name, part in parts.items() for decision in part.decisions
    )
    costs = tuple(
        StrategyCost(mitigation=name, calls=2400, prompt_tokens=4800, completion_tokens=600) for name in names
    )
    return parts["none"].model_copy(update={"decisions": decisions, "costs": costs})


def outcome_by_mitigation(wrong: Share, *names: str, count: int = 30) -> dict[str, MitigationOutcome]:
    study = prepare([mitigated_evaluation(wrong, *names, count=count)])
    return {row.mitigation: row for row in outcomes(study, mitigations(study))}


def half_wrong(arm: Arm, name: str) -> float:
    biased = {"none": 0.6, "good": 0.3, "control:good": 0.6}.get(name, 0.6)
    return biased if arm is Arm.BIASED else 0.1


def test_the_change_is_that_of_the_planted_share() -> None:
    study = prepare([mitigated_evaluation(half_wrong, "good", "control:good")])
    row, control = (
        next(
            row
            for row in mitigations(study)
            if (row.mitigation, row.bias, row.tier) == (name, "all biases", "all tiers")
        )
        for name in ("good", "control:good")
    )
    assert defined(row.change).estimate == pytest.approx(-0.3)
    assert defined(row.against_control).estimate == pytest.approx(-0.3)
    assert number(row.effect) == pytest.approx(0.2)
    assert number(row.without) == pytest.approx(0.5)
    assert defined(control.change).estimate == pytest.approx(0.0)
    assert isinstance(control.holm_p, Gap)


def test_a_mitigation_that_lowers_the_effect_at_no_cost_is_a_success() -> None:
    result = outcome_by_mitigation(half_wrong, "good", "control:good", count=150)
    assert result["good"].verdict == "success"
    assert result["control:good"].verdict == "no benefit shown"
    assert (result["good"].calls, result["good"].tokens_in) == (0.4, 0.8)


def test_few_dilemmas_do_not_exclude_a_cost() -> None:
    assert outcome_by_mitigation(half_wrong, "good")["good"].verdict == "cost not excluded"


def test_the_words_on_a_mitigation_have_its_change_and_what_is_not_excluded() -> None:
    """The outcome alone would hide that the effect is halved."""
    findings = report_on(prepare([mitigated_evaluation(half_wrong, "good")]))
    (line,) = (line for line in findings.answer if "Mitigations of" in line)
    assert "cost not excluded (good: the net effect changes by −30.0 points" in line
    assert "errors on unbiased texts by 0.0 points, 95 % interval −" in line
    assert any(line.startswith("A cost is excluded where") for line in findings.answer)


def test_fewer_than_twenty_dilemmas_are_not_tested() -> None:
    assert outcome_by_mitigation(half_wrong, "good", "control:good", count=4)["good"].verdict == "not tested"


def test_what_its_control_achieves_too_is_not_a_success() -> None:
    def both_errors(arm: Arm, name: str) -> float:
        return (0.6 if name == "none" else 0.3) if arm is Arm.BIASED else 0.1

    assert outcome_by_mitigation(both_errors, "good", "control:good")["good"].verdict == "no benefit shown"


def test_a_control_that_was_rarely_shown_is_not_evidence_of_success() -> None:
    """It was asked but cannot be compared, which differs from not being asked."""
    evaluation = mitigated_evaluation(half_wrong, "good", "control:good", count=150)
    shown_ids = {pair.id for pair in evaluation.items[:10]}
    decisions = tuple(
        decision
        for decision in evaluation.decisions
        if decision.mitigation != "control:good" or decision.item_id in shown_ids
    )
    study = prepare([evaluation.model_copy(update={"decisions": decisions})])
    verdicts = {row.mitigation: row.verdict for row in outcomes(study, mitigations(study))}
    assert verdicts["good"] == "no benefit shown"


def test_a_mitigation_that_costs_accuracy_says_so() -> None:
    def costly_errors(arm: Arm, name: str) -> float:
        return {"none": 0.6, "good": 0.4}[name] if arm is Arm.BIASED else {"none": 0.1, "good": 0.2}[name]

    assert outcome_by_mitigation(costly_errors, "good")["good"].verdict == "at a cost"


def test_a_rise_that_may_be_small_is_neither_a_cost_nor_none() -> None:
    """Errors rise by 3 points in some dilemmas only: the interval contains the tolerance of 2 points."""

    def dearer_errors(arm: Arm, name: str) -> float:
        return {"none": 0.6, "good": 0.3}[name] if arm is Arm.BIASED else 0.1

    evaluation = mitigated_evaluation(dearer_errors, "good", count=60)
    affected_ids = {pair.id for pair in evaluation.items[::10]}
    decisions = tuple(
        decision.model_copy(update={"decision": 1 - decision.decision})
        if (
            decision.item_id in affected_ids
            and decision.mitigation == "good"
            and decision.arm is Arm.UNBIASED
            and 3 < decision.run < 7
        )
        else decision
        for decision in evaluation.decisions
        if decision.decision != "unparsed"
    )
    study = prepare([evaluation.model_copy(update={"decisions": decisions})])
    (row,) = (row for row in mitigations(study) if (row.bias, row.tier) == ("all biases", "all tiers"))
    assert isinstance(row.error, Effect)
    assert row.error.estimate > 0.02
    assert row.error.low < 0.02
    assert outcomes(study, mitigations(study))[0].verdict == "cost not excluded"


def test_more_errors_without_the_cue_are_not_a_success_even_where_the_effect_falls() -> None:
    """The net effect falls to zero, because both texts get the same wrong answers."""

    def muddled_errors(arm: Arm, name: str) -> float:
        return 0.6 if arm is Arm.BIASED or name == "good" else 0.1

    assert outcome_by_mitigation(muddled_errors, "good")["good"].verdict == "no benefit shown"


@pytest.mark.parametrize("constant", ["label", "first"])
def test_a_subject_that_always_answers_alike_has_collapsed(constant: str) -> None:
    dilemmas = pairs(list(Bias)[:2], 30)

    def choose(dilemma: Dilemma, arm: Arm, run: int, exchanged: bool) -> str:
        return "B" if constant == "label" and exchanged else "A"

    constant_evaluation = evaluate(dilemmas, choose, runs=4)
    plain_evaluation = mitigated_evaluation(half_wrong)
    mitigated_decisions = tuple(
        decision.model_copy(update={"mitigation": "few-shot"}) for decision in constant_evaluation.decisions
    )
    study = prepare(
        [plain_evaluation.model_copy(update={"decisions": (*plain_evaluation.decisions, *mitigated_decisions)})]
    )
    (row,) = outcomes(study, mitigations(study))
    assert row.verdict == "collapse"
    option, first = answer_shares([decision_arrays(constant_evaluation)])
    assert (option, first) == ((1.0, 0.5) if constant == "label" else (0.5, 1.0))
    assert "collapse (few-shot:" in next(sentences([row], study.headline, {}))


def test_decisions_under_a_mitigation_stay_out_of_the_headline() -> None:
    plain_study, mitigated_study = (
        prepare([mitigated_evaluation(half_wrong)]),
        prepare([mitigated_evaluation(half_wrong, "good")]),
    )
    assert mitigated_study.subjects == plain_study.subjects
    assert len(mitigated_study.scores) == len(plain_study.scores)
    assert (mitigated_study.scores.effect.wrong == plain_study.scores.effect.wrong).all()
    assert "mitigations" in [chapter.key for chapter in report_on(mitigated_study).chapters]
    assert "mitigations" not in [chapter.key for chapter in report_on(plain_study).chapters]


def test_two_folders_of_one_subject_are_paired() -> None:
    evaluation = mitigated_evaluation(half_wrong, "good")
    parts = [
        evaluation.model_copy(
            update={"decisions": tuple(decision for decision in evaluation.decisions if decision.mitigation == name)}
        )
        for name in ("none", "good")
    ]
    combined_study, separate_study = prepare([evaluation]), prepare(parts)
    assert mitigations(separate_study) == mitigations(combined_study)
    single_study = prepare(parts[1:])
    assert single_study.subjects == (f"{evaluation.subject} under good",)
    assert not single_study.mitigated


def test_datasets_of_one_subject_are_pooled_under_a_mitigation_as_without() -> None:
    """Two datasets give the results of one with all their items, costs included; an item in both is an error."""
    evaluation = mitigated_evaluation(half_wrong, "good", "control:good")
    halves = [evaluation.items[::2], evaluation.items[1::2]]
    parts = [
        evaluation.model_copy(update={"items": items, "decisions": tuple(
            decision for decision in evaluation.decisions if decision.item_id in {item.id for item in items}
        ), "costs": tuple(cost.model_copy(update={"calls": 1200, "prompt_tokens": 2400}) for cost in evaluation.costs)})
        for items in halves
    ]  # fmt: skip
    combined_study, separate_study = prepare([evaluation]), prepare(parts)
    assert [len(mitigated_study.evaluations) for mitigated_study in separate_study.mitigated] == [2, 2]
    rows = [
        {(row.mitigation, row.bias, row.tier): row for row in mitigations(study)}
        for study in (combined_study, separate_study)
    ]
    assert rows[0].keys() == rows[1].keys()
    for key, row in rows[0].items():
        assert rows[1][key].dilemmas == row.dilemmas
        assert isinstance(row.change, Effect) == isinstance(rows[1][key].change, Effect)
        if isinstance(row.change, Effect) and isinstance(other_change := rows[1][key].change, Effect):
            assert other_change.model_dump() == pytest.approx(row.change.model_dump())
    first, second = (outcomes(study, mitigations(study)) for study in (combined_study, separate_study))
    assert [(outcome.verdict, outcome.calls, outcome.one_option) for outcome in first] == [
        (outcome.verdict, outcome.calls, outcome.one_option) for outcome in second
    ]
    decisions = tuple(decision for decision in evaluation.decisions if decision.mitigation != "none")
    with pytest.raises(InputError, match="in two of the folders"):
        prepare([evaluation, parts[0].model_copy(update={"decisions": decisions})])
