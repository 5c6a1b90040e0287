"""The registered plan in a report, and what is marked as exploratory."""

import pytest

from probe.analysis.dataset.registration import (
    ALL_RUNS,
    EVERYTHING,
    TIERS,
    TOGETHER,
    Departure,
    departures,
    sentences,
)
from probe.analysis.depth.tiers import TierScheme
from probe.analysis.report.formats import document
from probe.analysis.study import prepare
from probe.protocols.dilemmas.reading import dilemmas_in
from probe.values import AnalysisPlan, Arm, Bias, Evaluation, RegisteredPlan, plan_for
from tests.analysis.made_datasets import evaluate, flips_at, pairs, with_controls
from tests.analysis.reports import report_on

TWO = (Arm.UNBIASED, Arm.BIASED)
PLACEBO = (*TWO, Arm.PLACEBO)


def with_plan(evaluation: Evaluation, plan: AnalysisPlan, decisions_before: int = 0) -> Evaluation:
    registered_plan = RegisteredPlan(plan=plan, registered_at="2026-01-02 03:04:05", decisions_before=decisions_before)
    return evaluation.model_copy(update={"plan": registered_plan})


def planted_evaluation(subject: str = "simulated/planted", arms: tuple[Arm, ...] = TWO) -> Evaluation:
    dilemmas = [with_controls(dilemma) for dilemma in pairs([Bias.FRAMING, Bias.ANCHORING], 24)]
    return evaluate(dilemmas, flips_at(0.2), subject=subject, arms=arms)


PLAN = plan_for(TWO, 5, "both")


def departure_list(*evaluations: Evaluation, tiers: TierScheme = TierScheme.FIXED) -> list[tuple[str, str]]:
    return [(row.what, row.exploratory) for row in departures(prepare(evaluations, tiers))]


def test_an_analysis_as_planned_has_no_departure() -> None:
    study = prepare([with_plan(planted_evaluation(), PLAN), with_plan(planted_evaluation("other/one"), PLAN)])
    assert departures(study) == ()
    assert sentences(()) == ()


def test_tiers_that_were_chosen_afterwards_are_exploratory() -> None:
    rows = departures(prepare([with_plan(planted_evaluation(), PLAN)], TierScheme.QUARTILES))
    assert rows == (Departure("simulated/planted", "run-1", "tiers", "fixed", "quartiles", TIERS),)
    evaluation = with_plan(planted_evaluation(), plan_for(TWO, 5, "both", tiers="quartiles"))
    assert departure_list(evaluation, tiers=TierScheme.QUARTILES) == []


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"minimum": 10}, "minimum"),
        ({"level": 0.9}, "level"),
        ({"runs": 10}, "runs"),
        ({"order": "as-written"}, "order"),
        ({"headline": "placebo-adjusted effect"}, "headline"),
    ],
)
def test_any_other_difference_makes_everything_exploratory(changes: dict[str, object], what: str) -> None:
    assert departure_list(with_plan(planted_evaluation(), PLAN.model_copy(update=changes))) == [(what, EVERYTHING)]


def test_a_headline_other_than_planned_is_exploratory_for_the_run_that_planned_it() -> None:
    """One run has no placebo arm, so that the report on both uses the net effect."""
    with_placebo = with_plan(planted_evaluation("a/one", PLACEBO), plan_for(PLACEBO, 5, "both"))
    plain_evaluation = with_plan(planted_evaluation("b/two"), PLAN)
    rows = departures(prepare([with_placebo, plain_evaluation]))
    assert [(row.subject, row.what, row.planned) for row in rows if row.exploratory == EVERYTHING] == [
        ("a/one", "headline", "placebo-adjusted effect")
    ]
    differences = {row.what for row in rows if row.run == ALL_RUNS}
    assert differences == {"headline", "arms"}
    assert departure_list(with_placebo) == []


def test_plans_that_differ_make_comparisons_exploratory() -> None:
    ten_runs = with_plan(
        evaluate(dilemmas_in(planted_evaluation()), flips_at(0.2), subject="b/two", runs=10), plan_for(TWO, 10, "both")
    )
    assert departure_list(with_plan(planted_evaluation(), PLAN), ten_runs.model_copy(update={"runs": 10})) == [
        ("runs", TOGETHER)
    ]


def test_no_plan_and_a_late_plan_make_everything_exploratory() -> None:
    assert departure_list(planted_evaluation()) == [("plan", EVERYTHING)]
    (row,) = departures(prepare([with_plan(planted_evaluation(), PLAN, decisions_before=7)]))
    assert (row.what, row.exploratory) == ("time", EVERYTHING)
    assert "7" in row.analysed


def test_a_test_that_the_plan_does_not_name_is_exploratory() -> None:
    *families, last = PLAN.families
    (row,) = departures(
        prepare([with_plan(planted_evaluation(), PLAN.model_copy(update={"families": tuple(families)}))])
    )
    assert (row.what, row.analysed) == ("families", last)


def test_plans_with_other_families_are_reported_as_runs_analysed_together() -> None:
    """No sentence presents the label of all runs as a subject, or "together" for a family of tests."""
    first_evaluation = with_plan(planted_evaluation(), PLAN)
    two = with_plan(planted_evaluation("b/two"), PLAN.model_copy(update={"families": PLAN.families[:-1]}))
    rows = departures(prepare([first_evaluation, two]))
    (overall_departure,) = (row for row in rows if row.run == ALL_RUNS)
    text = " ".join(sentences(rows))
    assert (overall_departure.what, overall_departure.planned in text) == ("families", True)
    assert f"for {ALL_RUNS}" not in text
    assert "name together" not in text


@pytest.mark.usefixtures("undrawn")
def test_report_json_has_the_plan_and_what_is_exploratory() -> None:
    evaluations = [with_plan(planted_evaluation(), PLAN, decisions_before=3), planted_evaluation("other/one")]
    findings = report_on(prepare(evaluations, TierScheme.QUARTILES))
    report = document(findings)
    (chapter,) = (chapter for chapter in report["chapters"] if chapter["key"] == "plan")
    plans, departure_table = chapter["tables"]
    first, second = plans["rows"]
    assert (first["headline"], first["tiers"], first["runs"], first["minimum"]) == ("net effect", "fixed", 5, 20)
    assert (first["registered_at"], first["decisions_before"]) == ("2026-01-02 03:04:05", 3)
    assert first["families"] == "; ".join(PLAN.families)
    assert first["exclusions"] == "; ".join(PLAN.exclusions)
    assert "gap" in second["registered_at"]
    assert [row["what"] for row in departure_table["rows"]] == ["time", "tiers", "plan"]
    departure_sentences = sentences(departures(prepare(evaluations, TierScheme.QUARTILES)))
    assert len(departure_sentences) == 2
    assert report["answer"][-2:] == list(departure_sentences)
