"""Differences of arms, of subjects and of groups: published examples, exact tests and edge cases."""

import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint, proportions_ztest

from probe.analysis.statistics.differences import (
    SMALLEST_P,
    Arms,
    Effect,
    cluster_mean,
    clustered_mean,
    invert_limits,
    mover,
    paired_difference,
)
from probe.analysis.statistics.groups import constrained_rate, group_difference, score, score_limits
from tests.analysis.statistics.numbering import ids
from tests.defined import defined

Z = float(stats.norm.ppf(0.975))


def binary(hits: int, count: int) -> np.ndarray:
    return np.concatenate([np.ones(hits), np.zeros(count - hits)])


def consistent(effect: Effect | None) -> bool:
    """Whether p is below 0.05 exactly where the interval leaves out zero, and the estimate is inside."""
    assert effect is not None
    assert effect.low - 1e-12 <= effect.estimate <= effect.high + 1e-12
    return (defined(effect.p) < 0.05) == (effect.low > 0 or effect.high < 0)


def test_mover_is_newcombes_unpaired_example() -> None:
    """56 of 70 against 48 of 80 (Newcombe 1998, Table II, method 10): 0.0524 to 0.3339."""
    first, second = proportion_confint(56, 70, method="wilson"), proportion_confint(48, 80, method="wilson")
    low, high = mover(0.8, first, 0.6, second)
    assert (round(low, 4), round(high, 4)) == (0.0524, 0.3339)


def test_mover_is_newcombes_paired_interval() -> None:
    """14, 5, 0, 22 (Altman et al. 2000, Table 6.2): 0.011 to 0.226, with Newcombe's corrected phi of 0.7063."""
    first, second = proportion_confint(19, 41, method="wilson"), proportion_confint(14, 41, method="wilson")
    phi = (14 * 22 - 41 / 2) / math.sqrt(19 * 22 * 14 * 27)
    low, high = mover(19 / 41, first, 14 / 41, second, phi)
    assert (round(low, 3), round(high, 3)) == (0.011, 0.226)


def test_perfectly_correlated_arms_of_equal_width_leave_no_width() -> None:
    """This includes cases in which rounding makes the correlation larger than 1."""
    assert mover(0.5, (0.4, 0.6), 0.3, (0.2, 0.4), 1 + 1e-12) == pytest.approx((0.2, 0.2), abs=1e-6)


def test_values_without_skewness_have_student_s_interval() -> None:
    values = np.concatenate([0.1 + 0.04 * ids(10), -0.04 * ids(10)])
    effect = defined(clustered_mean(values, ids(20)))
    expected = stats.t.interval(0.95, 19, values.mean(), stats.sem(values))
    assert (effect.low, effect.estimate, effect.high) == pytest.approx(
        (expected[0], values.mean(), expected[1]), rel=0.02
    )
    assert effect.p == pytest.approx(stats.ttest_1samp(values, 0).pvalue, rel=0.05)


def test_zero_is_tested_by_plain_t_however_skewed_the_effects_are() -> None:
    """Ten of 100 dilemmas moved, in one direction: the limit towards zero is that of t, as if ten were certain."""
    values = binary(10, 100)
    for sign in (1, -1):
        effect = defined(clustered_mean(sign * values, ids(100)))
        low, high = stats.t.interval(0.95, 99, 0.1, stats.sem(values))
        limits = sorted((sign * effect.low, sign * effect.high))
        assert limits[0] == pytest.approx(low, rel=0.03)
        assert effect.p == pytest.approx(stats.ttest_1samp(values, 0).pvalue, rel=0.1)
        assert limits[1] > high + 0.01


def test_the_limit_away_from_zero_is_wilsons_where_dilemmas_move_in_all_runs_or_none() -> None:
    """Six of 300: up to rates that are not small, where Wilson's variance grows less than in proportion."""
    effect = defined(clustered_mean(binary(6, 300), ids(300)))
    assert effect.high == pytest.approx(proportion_confint(6, 300, method="wilson")[1], rel=0.03)


def test_a_high_mean_has_its_long_tail_towards_zero() -> None:
    """97 of 100 dilemmas are right: the interval reaches as far down as Wilson's, farther than that of t."""
    effect = defined(clustered_mean(binary(97, 100), ids(100)))
    low, high = stats.t.interval(0.95, 99, 0.97, stats.sem(binary(97, 100)))
    assert effect.low == pytest.approx(proportion_confint(97, 100, method="wilson")[0], abs=0.004)
    assert effect.low < low - 0.01
    assert effect.high == pytest.approx(min(high, 1.0), abs=0.01)


def test_the_growth_of_the_variance_is_third_over_second_moment() -> None:
    """Worked out: two of ten dilemmas moved, so that 1 / 27 of a dilemma more may have."""
    values = binary(2, 10)
    mean = cluster_mean(values, ids(10))
    scale = math.sqrt(10 / 9)
    squares, cubes, unobserved_share = 10 / 9 * (2 * 0.8**2 + 8 * 0.2**2), scale**3 * (2 * 0.8**3 - 8 * 0.2**3), 1 / 27
    assert mean.variance == pytest.approx(squares / 100)
    assert mean.growth_away == pytest.approx((cubes + unobserved_share) / (squares + unobserved_share) / 10)
    assert (mean.growth_to_zero, mean.bend) == pytest.approx(
        (unobserved_share / (squares + unobserved_share) / 10, 0.0)
    )
    mirrored_mean = cluster_mean(1 - values, ids(10))
    assert (mirrored_mean.growth_to_zero, mirrored_mean.bend) == pytest.approx(
        ((cubes + 1 / 729) / (squares + 1 / 729) / 10, cubes / (squares + 1 / 729) / 10)
    )


def test_series_that_moved_a_little_are_not_weighed_as_if_whole_series_could_have_moved_back() -> None:
    """Six of 30 series of five have one run in which the cue moved one dilemma: zero is tested as by t."""
    values = np.zeros(150)
    values[:30:5] = 0.2
    effect = defined(clustered_mean(values, ids(150) // 5))
    low = (0.2 - stats.t.isf(0.025, 29) * stats.sem(binary(6, 30))) / 25
    assert effect.low == pytest.approx(low, rel=0.2)
    assert effect.low > 0


def test_effects_that_cancel_have_an_interval_around_zero() -> None:
    effect = defined(clustered_mean(np.concatenate([np.ones(2), -0.1 * np.ones(20), np.zeros(78)]), ids(100)))
    assert effect.estimate == pytest.approx(0.0, abs=1e-12)
    assert effect.p == 1.0
    assert effect.high == pytest.approx(-effect.low)
    assert effect.high > 1.98 * math.sqrt(2.2) / 100


def test_a_small_mean_keeps_the_long_tail_on_the_other_side_of_zero() -> None:
    """Three of 100 dilemmas fall entirely and 30 to 45 rise a little: no interval is cut off just below zero."""
    limits = []
    for rising_count in range(30, 46):
        values = np.concatenate([-np.ones(3), 0.1 * np.ones(rising_count), np.zeros(97 - rising_count)])
        effect = defined(clustered_mean(values, ids(100)))
        low, _ = stats.t.interval(0.95, 99, values.mean(), stats.sem(values))
        assert effect.low < low - 0.01
        assert effect.p == pytest.approx(stats.ttest_1samp(values, 0).pvalue, rel=0.1)
        limits.append(effect.low)
    assert np.all(np.diff(limits) > 0)
    assert np.max(np.diff(limits)) < 0.002


def test_opposed_arms_have_a_wider_interval() -> None:
    rates = binary(50, 100)
    equal_effect, opposite_effect = (
        defined(paired_difference(rates, second, ids(100))) for second in (rates, 1 - rates)
    )
    assert 0 < equal_effect.high - equal_effect.low < 0.1
    assert opposite_effect.high - opposite_effect.low == pytest.approx(4 * 0.0965, abs=0.02)


@pytest.mark.parametrize("count", [1, 2, 20])
def test_arms_without_an_error_are_not_known_to_be_equal(count: int) -> None:
    """One more dilemma, which moves: Wilson's ratio."""
    effect = defined(paired_difference(np.zeros(count), np.zeros(count), ids(count)))
    assert (effect.estimate, effect.p) == (0.0, 1.0)
    assert effect.high == pytest.approx(min(stats.t.isf(0.025, max(count - 1, 1)) ** 2 / count, 1.0))
    assert effect.low == -effect.high


def test_all_against_none_is_certain_only_with_many_dilemmas() -> None:
    two, many_dilemmas = (defined(paired_difference(np.ones(count), np.zeros(count), ids(count))) for count in (2, 50))
    assert two.low < 0
    assert defined(two.p) > 0.05
    assert many_dilemmas.low > 0.85
    assert many_dilemmas.high == 1.0
    assert defined(many_dilemmas.p) < 1e-6
    assert consistent(two)
    assert consistent(many_dilemmas)


def test_without_dilemmas_there_is_no_effect() -> None:
    empty = np.array([])
    assert paired_difference(empty, empty, ids(0)) is None
    assert paired_difference(empty, empty, ids(0)) is None
    assert group_difference(Arms(empty, ids(0)), Arms(np.ones(3), ids(3))) is None
    assert group_difference(Arms(np.ones(3), ids(3)), Arms(empty, ids(0))) is None


@pytest.mark.parametrize("seed", range(12))
def test_p_and_interval_never_contradict_each_other(seed: int) -> None:
    rng = np.random.default_rng(seed)
    count, second_count = int(rng.integers(8, 60)), int(rng.integers(4, 30))
    first, second = rng.binomial(5, rng.beta(0.3, 0.6, count)) / 5, rng.binomial(5, rng.beta(0.2, 1, count)) / 5
    other_first, other_second = rng.binomial(5, 0.1, second_count) / 5, rng.binomial(5, 0.1, second_count) / 5
    clusters = ids(count) // int(rng.integers(1, 4))
    assert consistent(paired_difference(first, second, clusters, ids(count) % 2))
    assert consistent(group_difference(Arms(first, clusters), Arms(other_first, ids(second_count, 100))))
    assert consistent(
        group_difference(Arms(first, clusters, second), Arms(other_first, ids(second_count, 100), other_second))
    )


def test_inverting_normal_limits_gives_the_normal_p() -> None:
    def limits(p: float) -> tuple[float, float]:
        return 0.3 - 0.1 * stats.norm.isf(p / 2), 0.3 + 0.1 * stats.norm.isf(p / 2)

    effect = invert_limits(0.3, limits)
    assert effect.p == pytest.approx(2 * stats.norm.sf(3), rel=1e-4)
    assert (effect.low, effect.high) == pytest.approx((0.3 - 0.1 * Z, 0.3 + 0.1 * Z))
    negative_effect = invert_limits(-0.3, lambda p: (-limits(p)[1], -limits(p)[0]))
    assert negative_effect.p == pytest.approx(effect.p, rel=1e-4)
    small_effect = invert_limits(
        0.05, lambda p: (0.05 - 0.1 * stats.norm.isf(p / 2), 0.05 + 0.1 * stats.norm.isf(p / 2))
    )
    assert small_effect.p == pytest.approx(2 * stats.norm.sf(0.5), rel=1e-4)
    assert invert_limits(0.3, lambda p: (0.2, 0.4)).p == SMALLEST_P
    assert invert_limits(0.3, lambda p: (-0.2, 0.4)).p == 1.0
    wide_effect = invert_limits(0.3, lambda p: (-1.5, 1.7))
    assert (wide_effect.low, wide_effect.high) == (-1.0, 1.0)


def test_two_subjects_agree_with_the_paired_t_on_ample_data() -> None:
    rng = np.random.default_rng(6)
    first, second = rng.normal(0.3, 0.2, 2000).clip(-1, 1), rng.normal(0.2, 0.2, 2000).clip(-1, 1)
    effect = defined(paired_difference(first, second, ids(2000)))
    low, high = stats.ttest_rel(first, second).confidence_interval()
    assert (effect.low, effect.high) == pytest.approx((low, high), abs=2e-4)
    assert effect.estimate == pytest.approx((first - second).mean())


def test_subjects_that_never_differ_are_not_known_to_be_equal() -> None:
    effect = defined(paired_difference(np.full(40, 0.2), np.full(40, 0.2), ids(40)))
    assert effect.p == 1.0
    assert effect.high == -effect.low == pytest.approx(stats.t.isf(0.025, 39) ** 2 / 40)


def test_subjects_that_always_differ_by_two_stay_within_the_range() -> None:
    effect = defined(paired_difference(np.ones(3), -np.ones(3), ids(3)))
    assert effect.estimate == 2.0
    assert 0.9 < effect.high <= 2.0
    series = defined(paired_difference(np.ones(30), -np.ones(30), np.zeros(30, dtype=np.int64)))
    assert defined(series.p) > 0.05


def test_0_of_30_against_15_of_250_is_not_a_difference() -> None:
    """Fisher's exact p is 0.38; a Welch test has 9e-5."""
    low, high = np.zeros(30), binary(15, 250)
    for effect in (
        group_difference(Arms(low, ids(30)), Arms(high, ids(250, 30))),
        group_difference(Arms(low, ids(30), low), Arms(high, ids(250, 30), np.zeros(250))),
    ):
        assert effect is not None
        assert 0.1 < defined(effect.p) < 0.6
        assert effect.low < 0 < effect.high
        assert effect.estimate == pytest.approx(-0.06)


def test_the_score_test_at_zero_is_the_pooled_z_test() -> None:
    z, _ = proportions_ztest([56, 48], [70, 80])
    assert score(0.8, 70, 0.6, 80, 0.0) == pytest.approx(z)
    assert score(0.0, 70, 0.0, 80, 0.0) == 0.0
    assert math.isinf(score(0.0, 70, 0.0, 80, -1.0))


def test_mees_interval_of_newcombes_example() -> None:
    """56 of 70 against 48 of 80 (Newcombe 1998, Table II, method 5): 0.0533 to 0.3377."""
    low, high = score_limits(0.8, 70, 0.6, 80, Z)
    assert (round(low, 4), round(high, 4)) == (0.0533, 0.3377)


@pytest.mark.parametrize(
    ("first_counts", "second_counts"), [((9, 10), (3, 10)), ((5, 56), (0, 29)), ((10, 10), (0, 10)), ((0, 10), (0, 20))]
)
def test_score_limits_are_where_the_most_likely_rates_are_just_rejected(
    first_counts: tuple[int, int], second_counts: tuple[int, int]
) -> None:
    """A search finds the restricted rates here; the code has a closed form."""
    first, second = first_counts[0] / first_counts[1], second_counts[0] / second_counts[1]

    def statistic(difference: float) -> float:
        grid = np.linspace(max(0, difference), min(1, 1 + difference), 400_001)[1:-1]
        second_grid = grid - difference
        logs = first_counts[0] * np.log(grid) + (first_counts[1] - first_counts[0]) * np.log1p(-grid)
        logs += second_counts[0] * np.log(second_grid) + (second_counts[1] - second_counts[0]) * np.log1p(-second_grid)
        best = grid[np.argmax(logs)]
        variance = (
            best * (1 - best) / first_counts[1] + (best - difference) * (1 - best + difference) / second_counts[1]
        )
        return float((first - second - difference) / np.sqrt(variance))

    low, high = score_limits(first, first_counts[1], second, second_counts[1], Z)
    for end, sign in ((low, 1), (high, -1)):
        if abs(end) < 1:
            assert sign * statistic(end) == pytest.approx(Z, abs=0.01)


def test_constrained_rates_keep_their_difference_and_the_pooled_rate() -> None:
    assert constrained_rate(0.8, 70, 0.6, 80, 0.0) == pytest.approx(104 / 150)
    assert constrained_rate(0.8, 70, 0.6, 80, 0.2) == pytest.approx(0.8)


def test_groups_of_binary_dilemmas_have_the_score_interval() -> None:
    effect = defined(group_difference(Arms(binary(320, 800), ids(800)), Arms(binary(180, 600), ids(600, 800))))
    assert (effect.low, effect.high) == pytest.approx(score_limits(0.4, 800, 0.3, 600, Z), abs=1e-3)
    assert effect.p == pytest.approx(proportions_ztest([320, 180], [800, 600])[1], rel=0.1)


def test_the_difference_of_two_rates_has_the_design_effect_of_both_groups() -> None:
    """Written out: the variance of the difference over that of single runs, plus 5 errors of the pooled ratio."""
    high, low, harmonic = np.tile([0.0, 0.2, 1.0], 20), np.tile([0.0, 0.0, 0.4, 0.6], 5), 15.0
    sides, rates = (high, low), (0.4, 0.25)
    squares = sum(side.var(ddof=1) * len(side) for side in sides)
    errors = sum(rate * (1 - rate) * len(side) for rate, side in zip(rates, sides, strict=True))
    known = 1 / (1 + errors) ** 2
    pooled = (squares + known) / (errors + known)
    changes = [harmonic * (side - side.mean()) / len(side) * math.sqrt(len(side) / (len(side) - 1)) for side in sides]
    variance, fourth = (sum(float(np.sum(change**power)) for change in changes) for power in (2, 4))
    binomial = sum(rate * (1 - rate) / len(side) for rate, side in zip(rates, sides, strict=True)) * harmonic**2
    ratio = (variance + 5 * pooled) / (binomial + 5)
    uncertain = fourth + (5 * pooled) ** 2 * squares**2 / 78 / (squares + known) ** 2
    freedom = (variance + 5 * pooled) ** 2 / uncertain
    effect = defined(group_difference(Arms(high, ids(60)), Arms(low, ids(20, 60))))
    assert effect.estimate == pytest.approx(0.15)
    limits = score_limits(0.4, 60 / ratio, 0.25, 20 / ratio, stats.t.isf(0.025, freedom))
    assert (effect.low, effect.high) == pytest.approx(limits, abs=1e-6)
    assert effect.p == pytest.approx(2 * stats.t.sf(score(0.4, 60 / ratio, 0.25, 20 / ratio, 0.0), freedom))


def test_groups_that_share_series_cancel_what_the_series_adds() -> None:
    """Every series has one easy and one hard dilemma; series differ a lot, and tiers by 0.2 in each."""
    level = np.linspace(0.1, 0.7, 30)
    high, low = level + 0.2, level + 0.01 * np.sin(ids(30))
    shared_effect = defined(group_difference(Arms(high, ids(30)), Arms(low, ids(30))))
    separate_effect = defined(group_difference(Arms(high, ids(30)), Arms(low, ids(30, 100))))
    assert shared_effect.high - shared_effect.low < 0.9 * (separate_effect.high - separate_effect.low)
    zeros = np.zeros(30)
    effects = [group_difference(Arms(high, ids(30), zeros), Arms(low, ids(30, k), zeros)) for k in (0, 100)]
    widths = [effect.high - effect.low for effect in effects if effect]
    assert widths[0] < 0.9 * widths[1]


def test_the_difference_of_effects_combines_both_groups_errors() -> None:
    rng = np.random.default_rng(9)
    arms = [rng.binomial(5, rate, count) / 5 for rate, count in ((0.5, 400), (0.3, 400), (0.4, 300), (0.3, 300))]
    effect = defined(group_difference(Arms(arms[0], ids(400), arms[1]), Arms(arms[2], ids(300, 400), arms[3])))
    errors = [np.var(arms[k] - arms[k + 1], ddof=1) / len(arms[k]) for k in (0, 2)]
    assert effect.estimate == pytest.approx((arms[0] - arms[1]).mean() - (arms[2] - arms[3]).mean())
    assert (effect.high - effect.low) / 2 == pytest.approx(1.96 * math.sqrt(sum(errors)), rel=0.05)
