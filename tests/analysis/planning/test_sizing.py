"""The formulas of a plan, worked out by hand and compared with simulated studies that are analysed as in a report."""

import numpy as np
import pytest
from scipy import stats

from probe.analysis.planning.dilemmas import StudyDesign, effect_variance
from probe.analysis.planning.sizing import (
    Simulation,
    SizingGoal,
    Target,
    confirmed_size,
    half_width,
    power,
    simulate,
    size_design,
    smallest_effect,
)
from probe.analysis.statistics.differences import paired_difference
from tests.defined import defined

TARGETS: list[Target] = ["effect", "trend"]


def test_the_variance_of_an_effect_by_hand() -> None:
    design = StudyDesign(clusters=100, runs=1, reference=0.1, effect=0.2, icc=0.6, arm_correlation=0.0)
    between_variance, runs = effect_variance(design)
    assert between_variance + runs == pytest.approx(0.09 + 0.21)
    assert between_variance == pytest.approx(0.6 * 0.3)
    assert design.standard_error("effect") == pytest.approx(np.sqrt(0.3 / 100))
    assert half_width(design, "effect") == pytest.approx(stats.t.isf(0.025, 99) * np.sqrt(0.003))
    assert smallest_effect(design, "effect") == pytest.approx(
        (stats.t.isf(0.025, 99) + stats.t.isf(0.2, 99)) * np.sqrt(0.003)
    )
    assert design.standard_error("trend") == pytest.approx(np.sqrt(0.3 / 100) / 1.5)


def test_correlated_arms_and_runs_that_agree() -> None:
    design = StudyDesign(clusters=100, runs=5, reference=0.3, effect=0.0, icc=1.0, arm_correlation=0.5)
    assert effect_variance(design) == pytest.approx((2 * 0.21 * 0.5, 0.0))


def test_probabilities_do_not_differ_between_runs() -> None:
    design = StudyDesign(clusters=100, runs=2, direct=True)
    assert effect_variance(design)[1] == 0
    first, second = (design._observed_shares(np.random.default_rng(1), np.full(100, 0.3), np.linspace(0, 1, 100)),) * 2
    assert len(set(first)) > 50
    assert np.array_equal(first, second)


def test_series_widen_the_mean_and_narrow_the_trend() -> None:
    single = StudyDesign(clusters=200, runs=5)
    series = single.model_copy(update={"clusters": 50, "size": 4, "series_icc": 0.5})
    between_variance, runs = effect_variance(single)
    assert series.standard_error("effect") == pytest.approx(np.sqrt((between_variance * 2.5 + runs) / 200))
    assert series.standard_error("trend") == pytest.approx(np.sqrt((between_variance * 0.5 + runs) / 200) / 1.5)
    assert half_width(series, "effect") == pytest.approx(stats.t.isf(0.025, 49) * series.standard_error("effect"))


def test_the_planned_widths_are_those_of_the_page() -> None:
    """292 dilemmas in docs/statistics.md; by hand, 0.7 (0.0475 + 0.1275 - 0.6 sqrt(0.0475 × 0.1275)) between them."""
    design = StudyDesign(clusters=292, runs=5)
    assert effect_variance(design) == pytest.approx((0.0898147, 0.0105), abs=1e-6)
    assert half_width(design, "effect") == pytest.approx(1.96815 * np.sqrt(0.1003147 / 292), rel=1e-4)
    series = design.model_copy(update={"clusters": 73, "size": 4})
    widths = [half_width(design, "effect"), half_width(design, "trend"), half_width(series, "trend")]
    assert [round(100 * width, 1) for width in widths] == [3.6, 2.4, 2.1]
    assert round(100 * half_width(design.model_copy(update={"runs": 1}), "effect"), 1) == 4.3


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("size", [1, 4])
def test_the_least_size_for_a_width(target: Target, size: int) -> None:
    design = StudyDesign(clusters=20, runs=5, size=size)
    sized_design = defined(size_design(design, SizingGoal("half-width", 0.03), target, None))
    assert (
        half_width(sized_design, target)
        <= 0.03
        < half_width(sized_design.with_clusters(sized_design.clusters - 1), target)
    )
    assert size_design(design, SizingGoal("half-width", 0.0), target, None) is None


def test_the_least_size_for_a_power() -> None:
    design = StudyDesign(clusters=2, runs=5, effect=0.05)
    sized_design = defined(size_design(design, SizingGoal("power", 0.9), "effect", None))
    achieved_power, power_below = (
        defined(power(sized_design, "effect")),
        defined(power(sized_design.with_clusters(sized_design.clusters - 1), "effect")),
    )
    assert achieved_power >= 0.9 > power_below
    assert smallest_effect(sized_design, "effect") < 0.05
    assert power(design.model_copy(update={"effect": 0.0}), "effect") == pytest.approx(0.05)


def test_a_size_allows_for_the_uncertainty_of_a_pilot() -> None:
    goal, design = SizingGoal("half-width", 0.04), StudyDesign(clusters=2, runs=5)
    sizes = [
        size_design(design.model_copy(update={"caution": caution}), goal, "effect", None) for caution in (1.0, 1.5)
    ]
    assert sizes[0] is not None
    assert sizes[1] is not None
    assert sizes[1].clusters == pytest.approx(1.5 * sizes[0].clusters, rel=0.02)


def test_a_study_is_as_large_as_its_budget_allows() -> None:
    design = StudyDesign(clusters=2, runs=5, placebo=True)
    sized_design = defined(size_design(design, SizingGoal("budget", 10.0), "effect", 0.01))
    assert (sized_design.dilemmas, sized_design.decisions) == (66, 990)
    assert size_design(design, SizingGoal("budget", 0.2), "effect", 0.01) is None
    assert size_design(design, SizingGoal("items", 100), "effect", None) == design.with_clusters(100)


def test_nothing_is_planned_that_would_not_be_tested() -> None:
    sized_design = defined(
        size_design(StudyDesign(clusters=2, runs=5, size=4), SizingGoal("half-width", 0.9), "effect", None)
    )
    assert sized_design.dilemmas == 20


def test_a_planned_width_is_the_width_that_is_measured() -> None:
    rng = np.random.default_rng(5)
    design = StudyDesign(clusters=300, runs=5, reference=0.2, effect=0.1, icc=0.5, arm_correlation=0.0)
    widths = []
    for _ in range(20):
        arms = [rng.binomial(5, rng.beta(rate, 1 - rate, 300)) / 5 for rate in (0.3, 0.2)]
        difference = defined(paired_difference(arms[0], arms[1], np.arange(300)))
        widths.append((difference.high - difference.low) / 2)
    assert np.mean(widths) == pytest.approx(half_width(design, "effect"), rel=0.06)


def test_simulated_studies_have_the_means_variances_and_correlations_that_are_planned() -> None:
    design = StudyDesign(clusters=4000, runs=5, size=3, reference=0.2, effect=0.1, icc=0.5, arm_correlation=0.4)
    reference, biased = design._shares(np.random.default_rng(1), None)
    assert (reference.mean(), biased.mean()) == pytest.approx((0.2, 0.3), abs=0.01)
    between_variance, runs = effect_variance(design)
    effects = (biased - reference).reshape(-1, 3)
    assert effects.var() == pytest.approx(between_variance + runs, rel=0.05)
    series = effects.mean(axis=1).var() - effects.var(axis=1, ddof=1).mean() / 3
    assert series == pytest.approx(0.3 * between_variance, rel=0.15)


@pytest.mark.parametrize("size", [1, 4])
def test_simulated_studies_confirm_widths_and_powers(size: int) -> None:
    design = StudyDesign(
        clusters=240 // size, runs=5, size=size, reference=0.2, effect=0.06, slope=0.03, icc=0.5, arm_correlation=0.0
    )
    for target in TARGETS:
        simulation, expected = defined(simulate(design, target, Simulation(150, 1))), defined(power(design, target))
        assert simulation.half_width == pytest.approx(half_width(design, target), rel=0.15)
        assert simulation.power == pytest.approx(expected, abs=0.14)


def test_a_study_that_is_too_small_in_simulations_is_enlarged() -> None:
    design, goal = StudyDesign(clusters=2, runs=1, reference=0.01, effect=0.03), SizingGoal("power", 0.8)
    planned_design = defined(size_design(design, goal, "effect", None))
    study, confirmation = confirmed_size(design, goal, "effect", None, Simulation(100, 1))
    assert study is not None
    assert confirmation is not None
    first = defined(simulate(planned_design, "effect", Simulation(100, 1)))
    assert first.power < 0.79 <= confirmation.power
    assert study.clusters > planned_design.clusters
