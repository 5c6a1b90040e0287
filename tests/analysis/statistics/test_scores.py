"""Partial pooling, the noise floor, reliability and variance components against published constants."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.meta_analysis import combine_effects

from probe.analysis.arrays import MISSING, UNPARSED
from probe.analysis.statistics.differences import Effect, paired_difference
from probe.analysis.statistics.noise import excess_flips, noise_floor
from probe.analysis.statistics.pooling import Pooled, partial_pooling
from probe.analysis.statistics.reliability import (
    reliability_of_crossed,
    reliability_of_nested,
    variance_components,
)
from tests.analysis.statistics.numbering import ids
from tests.defined import defined

SCHOOLS = np.array([28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0])
ERRORS = np.array([15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0])


def pool(estimates: np.ndarray, errors: np.ndarray) -> Pooled | None:
    """Pool normal estimates with these standard errors, named A, B …"""
    half_widths = 1.959964 * errors
    rows = zip(estimates, estimates - half_widths, estimates + half_widths, strict=True)
    return partial_pooling(
        {chr(65 + index): Effect(estimate=e, low=a, high=b, p=None) for index, (e, a, b) in enumerate(rows)}
    )


def test_the_eight_schools_do_not_differ() -> None:
    """Gelman et al. (2013, section 5.5): no variance between schools, and a mean of 7.7."""
    pooling = defined(pool(SCHOOLS, ERRORS))
    weights = 1 / ERRORS**2
    q = np.sum(weights * (SCHOOLS - np.sum(weights * SCHOOLS) / weights.sum()) ** 2)
    assert pooling.heterogeneity.q == pytest.approx(q)
    assert pooling.heterogeneity.freedom == 7
    assert pooling.heterogeneity.p == pytest.approx(stats.chi2.sf(q, 7))
    assert (pooling.heterogeneity.tau2, pooling.heterogeneity.i2) == (0.0, 0.0)
    shrinkage = 5 / 7
    assert pooling.effects["A"].estimate == pytest.approx(28 - shrinkage * (28 - 7.7), abs=0.05)


def test_estimates_are_drawn_to_the_mean_by_their_uncertainty() -> None:
    """Morris (1983): B = (k - 3) / (k - 1) V / (V + A), the variance grows with what A's uncertainty adds."""
    estimates, variances = np.array([0.05, 0.1, 0.3, 0.5, 0.2]), np.array([0.001, 0.002, 0.004, 0.001, 0.01])
    pooling = defined(pool(estimates, np.sqrt(variances)))
    pooled = combine_effects(estimates, variances, method_re="iterated")
    assert pooling.heterogeneity.tau2 == pytest.approx(pooled.tau2)
    assert pooling.heterogeneity.q == pytest.approx(pooled.q)
    assert pooling.heterogeneity.i2 == pytest.approx(1 - 4 / pooled.q)
    weights = 1 / (variances + pooled.tau2)
    centre = np.sum(weights * estimates) / weights.sum()
    shrinkage = 0.5 * variances * weights
    expected = (1 - shrinkage) * estimates + shrinkage * centre
    shrunk_variances = (
        variances * (1 - (1 - weights / weights.sum()) * shrinkage) + shrinkage**2 * (estimates - centre) ** 2
    )
    assert [pooling.effects[name].estimate for name in "ABCDE"] == pytest.approx(list(expected))
    for name, value, variance in zip("ABCDE", expected, shrunk_variances, strict=True):
        effect = pooling.effects[name]
        assert (effect.low, effect.high) == pytest.approx(
            (value - 1.959964 * np.sqrt(variance), value + 1.959964 * np.sqrt(variance)), abs=1e-6
        )
        assert effect.p == pytest.approx(2 * stats.norm.sf(value / np.sqrt(variance)))


def test_biases_without_an_effect_rarely_seem_to_differ() -> None:
    """Eight biases of 40 dilemmas, most of them always or never decided wrongly: at most 6.5 % of 300 studies."""
    rng, rejections = np.random.default_rng(1), 0
    for _ in range(300):
        shares = rng.binomial(5, rng.beta(0.3, 1.2, (2, 8, 40))) / 5
        effects = [paired_difference(shares[0, bias], shares[1, bias], ids(40)) for bias in range(8)]
        pooling = defined(partial_pooling({str(bias): effect for bias, effect in enumerate(effects) if effect}))
        rejections += pooling.heterogeneity.p < 0.05
    assert 3 <= rejections <= 19


def test_two_biases_are_not_pooled() -> None:
    assert pool(SCHOOLS[:2], ERRORS[:2]) is None
    three = defined(pool(SCHOOLS[:3], ERRORS[:3]))
    assert three.effects["A"].estimate == pytest.approx(28.0)


def test_the_noise_floor_counts_pairs_of_equal_order() -> None:
    letters = np.array(
        [[0, 1, 0, 1, 0], [0, 1, 0, 1, 1], [UNPARSED, 1, MISSING, 1, 1], [0, 0, UNPARSED, 1, MISSING]], dtype=np.int16
    )
    exchanged = np.tile(np.arange(5) % 2 == 1, (4, 1))
    floor = noise_floor(letters, exchanged)
    assert floor[:3] == pytest.approx([0.0, 2 / 5, 0.0])
    assert floor[3] == 1.0
    assert np.isnan(noise_floor(letters[:1, :2], exchanged[:1, :2])).all()


def test_options_on_a_scale_differ_regardless_of_their_distance() -> None:
    """Of the six pairs of four answers, one agrees."""
    assert noise_floor(np.array([[0, 2, 2, 6]], dtype=np.int16), np.zeros((1, 4), dtype=np.bool_)) == [5 / 6]


def test_the_noise_floor_is_the_chance_that_two_answers_differ() -> None:
    rng = np.random.default_rng(1)
    letters = (rng.random((4000, 5)) < 0.15).astype(np.int16)
    floor = noise_floor(letters, np.tile(np.arange(5) % 2 == 1, (4000, 1)))
    assert floor.mean() == pytest.approx(2 * 0.15 * 0.85, abs=0.01)


@pytest.mark.parametrize("position", [0.0, 0.5])
def test_a_position_preference_is_not_an_excess_for_any_right_letters(position: float) -> None:
    """Five runs are three in one order and two in the other; the right letter is A in nine of ten dilemmas."""
    rng, exchanged, choices = np.random.default_rng(1), np.tile(np.arange(5) % 2 == 1, (4000, 1)), []
    right = (rng.random((4000, 1)) < 0.1).astype(np.int16)
    for cue in (0.1, 0.1, 0.6):
        content = np.where(rng.random((4000, 5)) < cue, 1 - right, right)
        choices.append(np.where(rng.random((4000, 5)) < position, exchanged, content).astype(np.int16))
    assert np.mean(excess_flips(choices[0], choices[1], exchanged)) == pytest.approx(0.0, abs=0.01)
    expected = ((1 - position) * 0.5) ** 2
    assert np.mean(excess_flips(choices[0], choices[2], exchanged)) == pytest.approx(expected, abs=0.02)


def test_excess_flips_need_two_runs_in_one_order() -> None:
    letters, exchanged = np.array([[0, 1], [1, 1]], dtype=np.int16), np.array([[False, True], [False, False]])
    excess = excess_flips(letters, 1 - letters, exchanged)
    assert np.isnan(excess[0])
    assert excess[1] == 1.0


def test_what_dilemmas_add_to_all_subjects_is_not_an_error_of_their_differences() -> None:
    """Six subjects on the same 60 dilemmas in 15 series: the mean over 200 studies is the planted .75, not less."""
    rng, series = np.random.default_rng(2), ids(60) // 4
    errors = 0.06 * (0.7 / 60 + 0.3 / 15)
    truth, estimates, covered_count = 0.75, [], 0
    for _ in range(200):
        subjects = rng.normal(0, np.sqrt(errors * truth / (1 - truth)), (6, 1))
        specific_effects = np.sqrt(0.7) * rng.normal(size=(6, 60)) + np.sqrt(0.3) * rng.normal(size=(6, 15))[:, series]
        reliability = defined(
            reliability_of_crossed(subjects + rng.normal(0, 0.3, 60) + np.sqrt(0.06) * specific_effects, series)
        )
        estimates.append(reliability.effect.estimate)
        covered_count += reliability.effect.low <= truth <= reliability.effect.high
    assert np.median(estimates) == pytest.approx(truth, abs=0.06)
    assert 180 <= covered_count <= 199


def test_reliability_over_crossed_dilemmas_is_cronbachs_alpha_with_feldts_interval() -> None:
    rng = np.random.default_rng(0)
    values = rng.normal(size=(8, 1)) + rng.normal(size=(8, 10))
    reliability = defined(reliability_of_crossed(values, ids(10)))
    alpha = 10 / 9 * (1 - values.var(axis=0, ddof=1).sum() / values.sum(axis=1).var(ddof=1))
    assert reliability.effect.estimate == pytest.approx(alpha)
    assert reliability.effect.low == pytest.approx(1 - (1 - alpha) * stats.f.ppf(0.975, 7, 63))
    assert reliability.effect.high == pytest.approx(1 - (1 - alpha) * stats.f.ppf(0.025, 7, 63))
    assert reliability.units == 8


def test_reliability_over_nested_dilemmas_is_the_intraclass_correlation_of_means() -> None:
    rng = np.random.default_rng(1)
    values = rng.normal(size=(5, 1)) + rng.normal(size=(5, 12))
    reliability = defined(reliability_of_nested([(row, ids(12)) for row in values]))
    ratio = values.var(axis=1, ddof=1).mean() / (12 * values.mean(axis=1).var(ddof=1))
    assert reliability.effect.estimate == pytest.approx(1 - ratio)


def test_reliability_needs_three_units_two_clusters_and_spread() -> None:
    rng = np.random.default_rng(1)
    values = rng.normal(size=(3, 4))
    assert reliability_of_crossed(values[:2], ids(4)) is None
    assert reliability_of_crossed(values, np.zeros(4, dtype=np.int64)) is None
    assert reliability_of_crossed(np.ones((3, 4)), ids(4)) is None
    assert reliability_of_nested([(values[0], ids(4)), (values[1], ids(4)), (values[2][:1], ids(1))]) is None


def test_scores_that_contradict_each_other_are_not_reliable() -> None:
    reliability = defined(reliability_of_crossed(np.array([[0.0, 1.0], [1.0, 0.0], [0.2, 0.9], [0.8, 0.1]]), ids(2)))
    assert reliability.effect.estimate == 0.0


def test_the_dyestuff_components_are_lme4s() -> None:
    """Davies (1947), Bates (2010): REML gives 1764.05 between batches and 2451.25 within."""
    yields = [
        *(1545, 1440, 1440, 1520, 1580, 1540, 1555, 1490, 1560, 1495, 1595, 1550, 1605, 1510, 1560),
        *(1445, 1440, 1595, 1465, 1545, 1595, 1630, 1515, 1635, 1625, 1520, 1455, 1450, 1480, 1445),
    ]
    components = defined(variance_components(np.array(yields, dtype=float), {"batch": np.repeat(np.arange(6), 5)}))
    assert [part.factor for part in components] == ["batch", "residual"]
    assert [part.variance for part in components] == pytest.approx([1764.05, 2451.25], abs=0.01)
    assert components[0].share == pytest.approx(1764.05 / (1764.05 + 2451.25), abs=1e-5)


def test_nested_and_crossed_components_are_recovered() -> None:
    rng = np.random.default_rng(3)
    scenario, dilemma = np.repeat(np.arange(80), 40), np.repeat(np.arange(320), 10)
    order = np.tile([0, 1], 1600)
    author = rng.integers(0, 30, 3200)
    values = rng.normal(0, 1.0, 80)[scenario] + rng.normal(0, 0.7, 320)[dilemma] + rng.normal(0, 0.5, 30)[author]
    components = defined(
        variance_components(
            values + rng.normal(0, 0.6, 3200),
            {"scenario": scenario, "dilemma": dilemma, "author": author, "order": order},
        )
    )
    parts = {part.factor: part.variance for part in components}
    assert parts == pytest.approx(
        {"scenario": 1.0, "dilemma": 0.49, "author": 0.25, "order": 0.0, "residual": 0.36}, abs=0.17
    )
    assert sum(part.share for part in components) == pytest.approx(1.0)


def test_identical_factors_cannot_be_distinguished() -> None:
    labels = np.repeat(np.arange(10), 3)
    values = np.random.default_rng(1).random(30)
    assert variance_components(values, {"a": labels, "b": labels}) is None
    assert variance_components(np.ones(30), {"a": labels}) is None
    assert variance_components(values[:2], {"a": labels[:2]}) is None
