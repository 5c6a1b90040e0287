"""Differences of probabilities that subjects showed: t intervals, with constants worked out by hand."""

import numpy as np
import pytest
from scipy import stats

from probe.analysis.effects.comparison import comparison
from probe.analysis.effects.effect import effects
from probe.analysis.effects.two_evaluations import between_datasets
from probe.analysis.statistics.differences import Arms, ClusterMean, Effect, direct_mean, paired_difference
from probe.analysis.statistics.groups import group_difference
from probe.analysis.statistics.odds import odds_trend
from probe.analysis.statistics.trend import depth_trend
from probe.analysis.study import Study, prepare
from probe.analysis.tables import Gap
from probe.values import Arm, Bias, Decision, Evaluation
from tests.analysis.made_datasets import evaluation_of, pair
from tests.defined import defined

IDS = np.arange(100)


def error_of(mean: ClusterMean) -> float:
    return float(np.sqrt(mean.variance))


def test_the_error_is_that_of_the_mean_with_a_rise_and_a_fall_of_typical_size() -> None:
    """Half of 100 dilemmas at 0.3 and half at 0.1: the deviations are 0.1, so that the typical one is 0.1 too."""
    values = np.repeat([0.3, 0.1], 50)
    mean = direct_mean(values, IDS)
    assert mean.estimate == pytest.approx(0.2)
    assert mean.freedom == 99
    squares, total = 100 / 99, 100 * 0.1 * np.sqrt(100 / 99)
    weight = 1 / (1 + total) ** 2
    typical_square = (squares + weight) / (total + weight)
    assert error_of(mean) == pytest.approx(np.sqrt(squares + 2 * typical_square**2) / 100)
    assert error_of(mean) == pytest.approx(0.01016, abs=2e-5)


def test_one_large_deviation_weighs_more_than_many_small_ones() -> None:
    """Same sum of squares: the interval allows for two more dilemmas like the one that stands out."""
    single_deviation, many_deviations = np.zeros(100), np.repeat([0.1, -0.1], 50)
    single_deviation[0] = 1.0
    errors = [error_of(direct_mean(values, IDS)) for values in (single_deviation, many_deviations)]
    assert errors[0] == pytest.approx(0.0141, abs=2e-3)
    assert errors[1] == pytest.approx(0.0101, abs=2e-4)


def test_equal_probabilities_have_an_interval() -> None:
    """Dilemmas that were not asked may differ: the interval allows for a rise and a fall by 1 among them."""
    for difference in (0.0, 0.3):
        effect = defined(paired_difference(np.full(100, 0.4 + difference), np.full(100, 0.4), IDS, direct=True))
        assert effect.high - effect.low == pytest.approx(2 * stats.t.ppf(0.975, 99) * np.sqrt(2) / 100)
        assert effect.estimate == pytest.approx(difference)


def test_interval_and_p_are_those_of_one_t() -> None:
    values = np.linspace(-0.2, 0.35, 60)
    effect = defined(paired_difference(np.maximum(values, 0), np.maximum(-values, 0), np.arange(60), direct=True))
    mean = direct_mean(values, np.arange(60))
    assert effect.p == pytest.approx(2 * stats.t.sf(mean.estimate / error_of(mean), 59))
    assert (effect.low, effect.high) == pytest.approx(stats.t.interval(0.95, 59, mean.estimate, error_of(mean)))


def test_an_interval_ends_where_differences_of_probabilities_do() -> None:
    effect = defined(paired_difference(np.full(5, 0.9), np.zeros(5), np.arange(5), direct=True))
    assert effect.high == 1.0
    assert effect.estimate == pytest.approx(0.9)


def test_fewer_than_five_dilemmas_have_no_interval() -> None:
    values = np.array([0.1, 0.3, 0.2, 0.25])
    assert paired_difference(values, np.zeros(4), np.arange(4), direct=True) is None
    small_arms, large_arms = Arms(values, np.arange(4), direct=True), Arms(np.ones(9), np.arange(9), direct=True)
    assert group_difference(small_arms, large_arms) is None
    study = prepare([probabilities("m/one", 0.5)])
    row = effects(study.scores[:4], study.tiers)[0]
    assert row.effect == Gap(reason="fewer than 5 dilemmas with probabilities")


def test_mean_and_slope_of_probabilities_allow_for_the_same_dilemmas_that_were_not_asked() -> None:
    """The error of a slope is that of a mean over the standard deviation of depth, as with any errors."""
    depth, values = np.tile([1.0, 2, 3, 4, 5], 4), 0.3 + np.random.default_rng(1).normal(0, 0.001, 20)
    mean = direct_mean(values, np.arange(20))
    slope = defined(depth_trend(values, depth, np.arange(20), direct=True).slope)
    low, high = mean.limits(0.05)
    assert (slope.high - slope.low) * depth.std() == pytest.approx(high - low, rel=0.1)
    odds = defined(odds_trend(Arms(values + 0.2, np.arange(20), values, direct=True), depth))
    assert odds.high - odds.low > 1


def test_dilemmas_of_one_series_count_once() -> None:
    values, series = np.tile(np.repeat([0.4, 0.0], 4), 10), np.repeat(np.arange(20), 4)
    grouped_mean, ungrouped_mean = direct_mean(values, series), direct_mean(values, np.arange(80))
    assert (grouped_mean.freedom, ungrouped_mean.freedom) == (19, 79)
    assert error_of(grouped_mean) == pytest.approx(2 * error_of(ungrouped_mean), rel=0.1)


def test_groups_differ_by_t_intervals_of_both() -> None:
    """Without a dilemma in common, the half-width is the root of the sum of both squared half-widths."""
    sides = np.linspace(0.1, 0.5, 40), np.linspace(0.0, 0.3, 60)
    high, low = (
        Arms(side, np.arange(start, start + len(side)), direct=True)
        for side, start in zip(sides, (0, 100), strict=True)
    )
    effect = defined(group_difference(high, low))
    means = [direct_mean(group.first, group.clusters) for group in (high, low)]
    first_margin, second_margin = [stats.t.ppf(0.975, mean.freedom) * error_of(mean) for mean in means]
    assert effect.estimate == pytest.approx(0.15)
    assert effect.high - effect.estimate == pytest.approx(np.hypot(first_margin, second_margin))
    assert effect.estimate - effect.low == pytest.approx(np.hypot(first_margin, second_margin))


def probabilities(
    subject: str, cued_rate: float, biases: tuple[Bias, ...] = (Bias.FRAMING,), start: int = 0
) -> Evaluation:
    """A direct evaluation of 40 dilemmas per bias: the wrong option has about 20 %, and with the cue ``cued``."""
    dilemmas = [pair(bias, number) for bias in biases for number in range(start, start + 40)]
    decisions = [
        Decision.model_validate(
            {
                "item_id": dilemma.id, "arm": arm, "run": run, "exchanged": bool(run), "decision": 0,
                "probabilities": (wrong, 1 - wrong) if dilemma.correct_option.letter == "B" else (1 - wrong, wrong),
            }
        )
        for index, dilemma in enumerate(dilemmas)
        for arm, level in ((Arm.UNBIASED, 0.2), (Arm.BIASED, cued_rate))
        for wrong in [level + 0.01 * (index % 5 - 2)]
        for run in (0, 1)
    ]  # fmt: skip
    return evaluation_of(dilemmas, decisions, subject, direct=True)


@pytest.fixture(scope="module")
def study() -> Study:
    return prepare([probabilities("m/one", 0.5), probabilities("m/two", 0.3)])


def test_a_report_on_direct_answers_uses_them(study: Study) -> None:
    """Both arms vary together, so that every dilemma has the same effect: the interval is that of equal values."""
    half_width = float(stats.t.ppf(0.975, 39)) * np.sqrt(2) / 40
    row = effects(study.scores.of(subject="m/one"), study.tiers)[0].effect
    (difference,) = (row.difference for row in comparison(study.scores))
    for effect, estimate in ((row, 0.3), (difference, 0.2)):
        assert isinstance(effect, Effect)
        assert (effect.low, effect.estimate, effect.high) == pytest.approx(
            (estimate - half_width, estimate, estimate + half_width)
        )


def test_error_rates_on_two_datasets_differ_by_t_intervals() -> None:
    """The half-width of each is 3.5 points: probabilities vary by a hundredth or two, and unseen ones may by more."""
    studies = prepare([probabilities("m/one", 0.5, start=100)]), prepare([probabilities("m/one", 0.5)])
    row = between_datasets(studies[0].scores, studies[1].scores, studies[0].tiers)[0]
    assert isinstance(row.error_gap, Effect)
    assert row.error_gap.estimate == pytest.approx(0.0)
    assert row.error_gap.high == pytest.approx(0.0501, abs=2e-4)
