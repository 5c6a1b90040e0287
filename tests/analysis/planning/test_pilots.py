"""Estimates from a pilot: planted variances of dilemmas and items, series and runs."""

from dataclasses import replace

import numpy as np
import pytest

from probe.analysis.planning.dilemmas import StudyDesign
from probe.analysis.planning.items import LEAST_CLUSTERS, ItemDesign
from probe.analysis.planning.pilots import Pilot, designs_of_errors, designs_of_values, pilots_of, price_of, spread_of
from probe.analysis.planning.sizing import Simulation, SizingGoal, half_width, power, simulate, smallest_effect
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


def estimated_design(design: StudyDesign, seed: int = 1) -> StudyDesign:
    """Return the design that a pilot estimates if its error rates are drawn from ``design``."""
    shares = dict(zip((Arm.UNBIASED, Arm.BIASED), design._shares(np.random.default_rng(seed), None), strict=True))
    dilemmas = [in_series(pair(Bias.FRAMING, number), number // design.size) for number in range(design.dilemmas)]
    positions = {dilemma.id: position for position, dilemma in enumerate(dilemmas)}

    choose = errs_where(lambda dilemma, arm, run: run < round(shares[arm][positions[dilemma.id]] * design.runs))
    (pilot,) = error_pilots(evaluate(dilemmas, choose, runs=design.runs))
    assert isinstance(pilot.design, StudyDesign)
    return pilot.design


def test_a_pilot_of_dilemmas_shows_what_was_planted() -> None:
    truth = StudyDesign(
        clusters=500, size=2, runs=5, reference=0.2, effect=0.15, icc=0.5, arm_correlation=0.5, series_icc=0.4
    )
    design = estimated_design(truth)
    assert (design.clusters, design.size, design.runs, design.placebo) == (500, 2, 5, False)
    assert (design.reference, design.effect) == pytest.approx((0.2, 0.15), abs=0.03)
    assert (design.icc, design.arm_correlation) == pytest.approx((0.5, 0.45), abs=0.1)
    assert design.series_icc == pytest.approx(0.4, abs=0.12)
    assert design.standard_error("effect") == pytest.approx(truth.standard_error("effect"), rel=0.1)
    assert 1 < design.caution < 1.1


def test_one_run_of_each_text_shows_no_difference_between_runs() -> None:
    design = estimated_design(StudyDesign(clusters=200, runs=1, reference=0.2, effect=0.2))
    assert design.icc == 1.0
    assert design.standard_error("effect") == design.model_copy(update={"runs": 5}).standard_error("effect")


def test_biases_are_also_planned_separately_and_few_dilemmas_not_at_all() -> None:
    choose = errs_where(lambda dilemma, arm, run: arm is Arm.BIASED and task(dilemma) % 3 == run % 3)
    evaluation = evaluate((*pairs([Bias.FRAMING], 30), *pairs([Bias.ANCHORING], 3)), choose)
    pilots = error_pilots(evaluation)
    assert [(pilot.bias, isinstance(pilot.design, StudyDesign)) for pilot in pilots] == [
        ("all biases", True), ("anchoring bias", False), ("framing effect", True),
    ]  # fmt: skip


def test_a_subject_that_never_errs_gives_no_plan() -> None:
    (pilot,) = error_pilots(evaluate(pairs([Bias.FRAMING], 30), always_right))
    assert isinstance(pilot.design, Gap)


def test_a_decision_costs_what_decisions_of_the_pilot_did() -> None:
    decisions = [Decision(item_id="d", arm=Arm.BIASED, run=run, decision=0) for run in range(4)]
    cost = StrategyCost(mitigation="none", calls=4, prompt_tokens=1, completion_tokens=1, usd=0.02)
    assert price_of([cost], decisions) == pytest.approx(0.005)
    assert price_of([cost.model_copy(update={"usd": None})], decisions) is None


def test_the_planned_half_width_is_that_of_the_report() -> None:
    """Clusters differ by more than chance within them, so that no variance is estimated as zero."""
    draw = np.random.default_rng(1)
    numbers = draw.normal(0.2, 0.4, 20)[codes_of(cell(np.zeros(40)).clusters)] + draw.normal(0, 0.4, 40)
    effect = defined(clustered_mean(numbers, cell(numbers).clusters))
    components = defined(spread_of(cell(numbers), [], 1))
    assert components.between > 0
    design = ItemDesign(20, 2, 1, 2.0, 0.2, components)
    assert half_width(design, "effect") == pytest.approx((effect.high - effect.low) / 2, rel=0.05)
    simulation, expected = defined(simulate(design, "effect", Simulation(300, 1))), defined(power(design, "effect"))
    assert simulation.half_width == pytest.approx(half_width(design, "effect"), rel=0.05)
    assert simulation.power == pytest.approx(expected, abs=0.08)


def test_variances_between_and_within_clusters_are_separated() -> None:
    codes = np.repeat(np.arange(20), 2)
    order = np.argsort([item.cluster for item in TESTS], kind="stable")
    equal_values = np.empty(40)
    equal_values[order] = np.random.default_rng(2).normal(0, 1, 20)[codes]
    components = defined(spread_of(cell(equal_values), [], 1))
    assert (components.items, components.runs) == pytest.approx((0, 0))
    noise = defined(spread_of(cell(np.random.default_rng(3).normal(0, 1, 40)), [], 1))
    assert noise.items > noise.between


def test_more_runs_help_as_far_as_runs_differ() -> None:
    """Half of the variance of an item's mean over two runs is that of its runs."""
    draw = np.random.default_rng(4)
    truth = draw.normal(0, 1, 40)
    runs = [truth + draw.normal(0, 2**0.5, 40) for _ in range(2)]
    components = defined(spread_of(cell((runs[0] + runs[1]) / 2), [cell(run) for run in runs], 2))
    single = float(np.mean([np.var([a, b], ddof=1) for a, b in zip(*runs, strict=True)]))
    assert components.runs == pytest.approx(single)
    design = ItemDesign(20, 2, 2, 2.0, 0.2, components)
    assert replace(design, runs=20).standard_error("effect") < design.standard_error("effect")


def test_a_planned_study_of_items_has_the_planned_power() -> None:
    numbers = np.random.default_rng(1).normal(0, 0.5, 40)
    components = defined(spread_of(cell(numbers), [], 1))
    design = ItemDesign(30, 2, 1, 2.0, 0.0, components)
    planned_design = replace(design, effect=smallest_effect(design, "effect"))
    assert power(planned_design, "effect") == pytest.approx(0.8, abs=0.01)
    simulation = defined(simulate(planned_design, "effect", Simulation(400, 2)))
    assert simulation.power == pytest.approx(0.8, abs=0.07)


def test_a_pilot_of_items_shows_its_design_and_what_it_lacks() -> None:
    def pilot_of(spec: str, tests: list[TemplateItem]) -> object:
        study = prepare_values([evaluation(spec, tests)], measures=MEASURES, estimator=values)
        (pilot,) = pilots_of(study, designs_of_values(study, values), over_biases=False)
        return pilot.design

    design = pilot_of("biased?m=.3&noise=.2", list(TESTS))
    assert isinstance(design, ItemDesign)
    assert (design.clusters, design.size, design.runs, design.asked) == (20, 2, 2, 3.0)
    assert design.decisions == 40 * 6
    assert design.effect > 0
    assert design.spread.runs > 0
    assert isinstance(pilot_of("random", list(TESTS[: LEAST_CLUSTERS - 1])), Gap)
    assert "do not vary" in str(pilot_of("biased?m=0", list(TESTS)))


def test_evaluations_of_a_subject_on_several_datasets_are_one_pilot() -> None:
    middle = len(TESTS) // 2
    parts = [evaluation("biased?m=.3&noise=.2", list(part)) for part in (TESTS[:middle], TESTS[middle:])]
    complete_evaluation = evaluation("biased?m=.3&noise=.2", list(TESTS))

    def pilots(evaluations: list[Evaluation]) -> list[Pilot]:
        study = prepare_values(evaluations, measures=MEASURES, estimator=values)
        return list(pilots_of(study, designs_of_values(study, values), over_biases=False))

    [pilot], [expected] = pilots(parts), pilots([complete_evaluation])
    assert isinstance(pilot.design, ItemDesign)
    assert isinstance(expected.design, ItemDesign)
    assert (pilot.design.clusters, pilot.design.decisions) == (expected.design.clusters, expected.design.decisions)
    assert pilot.design.effect == pytest.approx(expected.design.effect)
    assert pilot.design.spread.runs == pytest.approx(expected.design.spread.runs)


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
