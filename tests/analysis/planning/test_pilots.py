"""What a pilot shows: variances of dilemmas and items, series and runs, where the truth is planted."""

from dataclasses import replace

import numpy as np
import pytest

from probe.analysis.planning.dilemmas import StudyDesign
from probe.analysis.planning.items import LEAST_CLUSTERS, ItemDesign
from probe.analysis.planning.pilots import Pilot, designs_of_errors, designs_of_values, pilots_of, price_of, spread_of
from probe.analysis.planning.sizing import Simulation, SizingGoal, half_width, power, simulated, smallest_effect
from probe.analysis.planning.table import TARGETS, PlanRequest, plan_table
from probe.analysis.scores import Scores
from probe.analysis.statistics.differences import clustered_mean
from probe.analysis.statistics.intervals import codes_of
from probe.analysis.study import prepare, prepare_values
from probe.analysis.tables import Gap
from probe.protocols.templates.estimator import MEASURES, values
from probe.protocols.templates.item import TemplateItem
from probe.values import Arm, Bias, Decision, Dilemma, Evaluation, ItemValue, Measure
from probe.values.decision import StrategyCost
from tests.analysis.made_datasets import (
    always_right,
    errs_where,
    evaluate,
    evaluation_of,
    in_series,
    pair,
    pairs,
    task,
)
from tests.defined import defined
from tests.protocols.templates.material import SOFTWARE, evaluation, items

TESTS = items(SOFTWARE, "framing effect", 40)


def cell(numbers: np.ndarray) -> Scores:
    """Return scores in which the first tests have these values."""
    tests = TESTS[: len(numbers)]
    decision = Decision(item_id=tests[0].id, arm=Arm("control"), run=0, decision=0)
    measure = Measure(name="v", label="v", meaning="a value")
    values = [ItemValue(item.id, "none", "v", float(number)) for item, number in zip(tests, numbers, strict=True)]
    return prepare_values(
        [evaluation_of(tests, [decision], runs=1)], measures=[measure], estimator=lambda items, decisions: values
    ).scores


def error_pilots(*evaluations: Evaluation) -> list[Pilot]:
    study = prepare(evaluations)
    return list(pilots_of(study, designs_of_errors(study), over_biases=True))


def planted(design: StudyDesign, seed: int = 1) -> StudyDesign:
    """Return what a pilot shows whose shares of errors are drawn from ``design``."""
    shares = dict(zip((Arm.UNBIASED, Arm.BIASED), design._shares(np.random.default_rng(seed), None), strict=True))
    dilemmas = [in_series(pair(Bias.FRAMING, number), number // design.size) for number in range(design.dilemmas)]
    places = {dilemma.id: place for place, dilemma in enumerate(dilemmas)}

    choose = errs_where(lambda dilemma, arm, run: run < round(shares[arm][places[dilemma.id]] * design.runs))
    (found,) = error_pilots(evaluate(dilemmas, choose, runs=design.runs))
    assert isinstance(found.design, StudyDesign)
    return found.design


def test_a_pilot_of_dilemmas_shows_what_was_planted() -> None:
    truth = StudyDesign(
        clusters=500, size=2, runs=5, reference=0.2, effect=0.15, icc=0.5, arm_correlation=0.5, series_icc=0.4
    )
    found = planted(truth)
    assert (found.clusters, found.size, found.runs, found.placebo) == (500, 2, 5, False)
    assert (found.reference, found.effect) == pytest.approx((0.2, 0.15), abs=0.03)
    assert (found.icc, found.arm_correlation) == pytest.approx((0.5, 0.45), abs=0.1)
    assert found.series_icc == pytest.approx(0.4, abs=0.12)
    assert found.standard_error("effect") == pytest.approx(truth.standard_error("effect"), rel=0.1)
    assert 1 < found.caution < 1.1


def test_one_run_of_each_text_shows_no_difference_between_runs() -> None:
    found = planted(StudyDesign(clusters=200, runs=1, reference=0.2, effect=0.2))
    assert found.icc == 1.0
    assert found.standard_error("effect") == found.model_copy(update={"runs": 5}).standard_error("effect")


def test_biases_are_planned_one_by_one_too_and_few_dilemmas_not_at_all() -> None:
    choose = errs_where(lambda dilemma, arm, run: arm is Arm.BIASED and task(dilemma) % 3 == run % 3)
    made = evaluate((*pairs([Bias.FRAMING], 30), *pairs([Bias.ANCHORING], 3)), choose)
    found = error_pilots(made)
    assert [(one.bias, isinstance(one.design, StudyDesign)) for one in found] == [
        ("all biases", True), ("anchoring bias", False), ("framing effect", True),
    ]  # fmt: skip


def test_a_subject_that_never_errs_gives_no_plan() -> None:
    (found,) = error_pilots(evaluate(pairs([Bias.FRAMING], 30), always_right))
    assert isinstance(found.design, Gap)


def test_a_decision_costs_what_decisions_of_the_pilot_did() -> None:
    decisions = [Decision(item_id="d", arm=Arm.BIASED, run=run, decision=0) for run in range(4)]
    cost = StrategyCost(mitigation="none", calls=4, prompt_tokens=1, completion_tokens=1, usd=0.02)
    assert price_of([cost], decisions) == pytest.approx(0.005)
    assert price_of([cost.model_copy(update={"usd": None})], decisions) is None


def test_the_planned_half_width_is_that_of_the_report() -> None:
    """Clusters differ by more than their items do by chance, so that no variance is estimated as zero."""
    draw = np.random.default_rng(1)
    numbers = draw.normal(0.2, 0.4, 20)[codes_of(cell(np.zeros(40)).clusters)] + draw.normal(0, 0.4, 40)
    effect = defined(clustered_mean(numbers, cell(numbers).clusters))
    spread = defined(spread_of(cell(numbers), [], 1))
    assert spread.between > 0
    design = ItemDesign(20, 2, 1, 2.0, 0.2, spread)
    assert half_width(design, "effect") == pytest.approx((effect.high - effect.low) / 2, rel=0.05)
    found, expected = defined(simulated(design, "effect", Simulation(300, 1))), defined(power(design, "effect"))
    assert found.half_width == pytest.approx(half_width(design, "effect"), rel=0.05)
    assert found.power == pytest.approx(expected, abs=0.08)


def test_variances_between_and_within_clusters_are_separated() -> None:
    codes = np.repeat(np.arange(20), 2)
    order = np.argsort([item.cluster for item in TESTS], kind="stable")
    alike = np.empty(40)
    alike[order] = np.random.default_rng(2).normal(0, 1, 20)[codes]
    found = defined(spread_of(cell(alike), [], 1))
    assert (found.items, found.runs) == pytest.approx((0, 0))
    noise = defined(spread_of(cell(np.random.default_rng(3).normal(0, 1, 40)), [], 1))
    assert noise.items > noise.between


def test_more_runs_help_as_far_as_runs_differ() -> None:
    """Half of the variance of an item's mean over two runs is that of its runs."""
    draw = np.random.default_rng(4)
    truth = draw.normal(0, 1, 40)
    runs = [truth + draw.normal(0, 2**0.5, 40) for _ in range(2)]
    found = defined(spread_of(cell((runs[0] + runs[1]) / 2), [cell(one) for one in runs], 2))
    single = float(np.mean([np.var([a, b], ddof=1) for a, b in zip(*runs, strict=True)]))
    assert found.runs == pytest.approx(single)
    design = ItemDesign(20, 2, 2, 2.0, 0.2, found)
    assert replace(design, runs=20).standard_error("effect") < design.standard_error("effect")


def test_a_planned_study_of_items_has_the_planned_power() -> None:
    numbers = np.random.default_rng(1).normal(0, 0.5, 40)
    spread = defined(spread_of(cell(numbers), [], 1))
    design = ItemDesign(30, 2, 1, 2.0, 0.0, spread)
    there = replace(design, effect=smallest_effect(design, "effect"))
    assert power(there, "effect") == pytest.approx(0.8, abs=0.01)
    found = defined(simulated(there, "effect", Simulation(400, 2)))
    assert found.power == pytest.approx(0.8, abs=0.07)


def test_a_pilot_of_items_shows_its_design_and_what_it_lacks() -> None:
    def pilot_of(spec: str, tests: list[TemplateItem]) -> object:
        study = prepare_values([evaluation(spec, tests)], measures=MEASURES, estimator=values)
        (found,) = pilots_of(study, designs_of_values(study, values), over_biases=False)
        return found.design

    found = pilot_of("biased?m=.3&noise=.2", list(TESTS))
    assert isinstance(found, ItemDesign)
    assert (found.clusters, found.size, found.runs, found.asked) == (20, 2, 2, 3.0)
    assert found.decisions == 40 * 6
    assert found.effect > 0
    assert found.spread.runs > 0
    assert isinstance(pilot_of("random", list(TESTS[: LEAST_CLUSTERS - 1])), Gap)
    assert "do not vary" in str(pilot_of("biased?m=0", list(TESTS)))


def test_evaluations_of_a_subject_on_several_datasets_are_one_pilot() -> None:
    half = len(TESTS) // 2
    parts = [evaluation("biased?m=.3&noise=.2", list(part)) for part in (TESTS[:half], TESTS[half:])]
    whole = evaluation("biased?m=.3&noise=.2", list(TESTS))

    def pilots(evaluations: list[Evaluation]) -> list[Pilot]:
        study = prepare_values(evaluations, measures=MEASURES, estimator=values)
        return list(pilots_of(study, designs_of_values(study, values), over_biases=False))

    [found], [expected] = pilots(parts), pilots([whole])
    assert isinstance(found.design, ItemDesign)
    assert isinstance(expected.design, ItemDesign)
    assert (found.design.clusters, found.design.decisions) == (expected.design.clusters, expected.design.decisions)
    assert found.design.effect == pytest.approx(expected.design.effect)
    assert found.design.spread.runs == pytest.approx(expected.design.spread.runs)


def test_a_pilot_of_a_subject_that_guesses_is_named_with_the_reason() -> None:
    """Its effect of zero would make a study of any other subject far too large, or pass for a small effect."""
    numbers = np.random.default_rng(1)

    def guess(dilemma: Dilemma, arm: Arm, run: int, exchanged: bool) -> str:
        return "AB"[int(numbers.integers(2))]

    dilemmas = pairs([Bias.FRAMING, Bias.ANCHORING], 60)
    pilots = error_pilots(evaluate(dilemmas, guess, runs=4))
    assert {pilot.unjudged for pilot in pilots} == {"cannot be told from guessing"}
    request = PlanRequest((SizingGoal("items", 100),), TARGETS, None, Simulation(0, 1))
    notes = plan_table(pilots, request, "").notes
    assert sum("cannot be told from guessing" in note for note in notes) == 1
