"""Intervals and tests against textbook values, against each other, and at their edges."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.genmod.families import Binomial
from statsmodels.genmod.generalized_estimating_equations import GEE
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from probe.analysis.statistics.differences import exact_mcnemar, holm, paired_t, two_groups, two_proportions, welch
from probe.analysis.statistics.intervals import bootstrap, resampled_means, strata_of, wilson, wilson_of_counts
from probe.analysis.statistics.trend import gee_trend, indicators, logistic_trend, penalised_slope, permutation_p


def test_wilson_of_independent_dilemmas_is_the_textbook_interval_up_to_the_t_correction() -> None:
    shares = np.array([1.0] * 300 + [0.0] * 700)
    found = wilson(shares)
    low, high = proportion_confint(300, 1000, method="wilson")
    assert found is not None
    assert found.low == pytest.approx(low, abs=2e-4)
    assert found.high == pytest.approx(high, abs=2e-4)


def test_wilson_counts_dilemmas_not_runs() -> None:
    """Five runs that always agree say no more than one."""
    shares = np.array([1.0] * 6 + [0.0] * 94)
    found, by_runs = wilson(shares), proportion_confint(30, 500, method="wilson")
    assert found is not None
    assert found.high - found.low > 1.8 * (by_runs[1] - by_runs[0])


def test_without_any_flip_the_interval_still_has_an_upper_end() -> None:
    found = wilson(np.zeros(50))
    assert found is not None
    assert found.low == 0.0
    assert 0.05 < found.high < 0.1
    assert wilson(np.array([])) is None
    assert bootstrap(np.zeros(50), "seed") is None


def test_the_bootstrap_depends_on_its_seed_alone_and_contains_the_mean() -> None:
    shares = np.random.default_rng(3).beta(0.3, 2, 120)
    first, again = bootstrap(shares, "a"), bootstrap(shares, "a")
    assert first == again != bootstrap(shares, "b")
    assert first is not None
    assert first.low < shares.mean() < first.high


def test_the_bootstrap_is_scipys_bca_interval_on_skewed_shares() -> None:
    """Skewed shares: without the acceleration both ends would be lower by more than the tolerance."""
    shares = np.random.default_rng(4).beta(0.2, 1.5, 40)
    found = bootstrap(shares, "a", resamples=40_000)
    reference = stats.bootstrap((shares,), np.mean, n_resamples=40_000, method="BCa", random_state=1)
    low, high = reference.confidence_interval
    assert found is not None
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.0015)


def test_the_bootstrap_corrects_for_skewness() -> None:
    """Efron's acceleration shifts both ends towards the long tail; the percentile interval is not shifted."""
    shares = np.random.default_rng(4).beta(0.2, 1.5, 40)
    found = bootstrap(shares, "a", resamples=40_000)
    low, high = np.quantile(resampled_means(shares, np.zeros(40, dtype=np.int64), "a", 40_000), (0.025, 0.975))
    assert found is not None
    assert found.low > low + 0.005
    assert found.high > high + 0.005


def test_none_of_two_has_the_textbook_interval() -> None:
    """Nothing is estimated from a spread that is not there, so that no correction for estimating it applies."""
    found = wilson(np.zeros(2))
    assert found is not None
    assert (found.low, found.high) == pytest.approx(proportion_confint(0, 2, method="wilson"))
    assert wilson(np.ones(2)) == wilson_of_counts(2, 2)


def test_strata_keep_the_difference_between_biases_out_of_the_interval() -> None:
    biases = np.array(["x"] * 50 + ["y"] * 50, dtype=object)
    shares = np.array([0.0, 0.2] * 25 + [0.8, 1.0] * 25)
    plain, stratified = wilson(shares), wilson(shares, strata_of(biases))
    assert plain is not None
    assert stratified is not None
    assert stratified.high - stratified.low < (plain.high - plain.low) / 2


def test_two_proportions_is_newcombes_example() -> None:
    """56 of 70 against 48 of 80 (Newcombe 1998, Table II, method 10): 0.2, from 0.0524 to 0.3339."""
    found = two_proportions((56, 70), (48, 80))
    assert (round(found.estimate, 4), round(found.low, 4), round(found.high, 4)) == (0.2, 0.0524, 0.3339)
    pooled = 104 / 150
    z = 0.2 / np.sqrt(pooled * (1 - pooled) * (1 / 70 + 1 / 80))
    assert found.p == pytest.approx(stats.norm.sf(z))
    assert two_proportions((0, 70), (0, 80)).p is None


def test_paired_t_is_the_one_sample_test_of_the_differences() -> None:
    found = paired_t([3.0, 5.0, 4.0], [1.0, 1.0, 1.0])
    assert found is not None
    assert found.estimate == pytest.approx(3.0)
    assert found.p == pytest.approx(stats.ttest_rel([3.0, 5.0, 4.0], [1.0, 1.0, 1.0]).pvalue)
    assert paired_t([1.0], [0.0]) is None


def test_exact_mcnemar_is_the_binomial_test_of_the_discordant_dilemmas() -> None:
    assert exact_mcnemar(9, 2) == pytest.approx(stats.binomtest(2, 11).pvalue)
    assert exact_mcnemar(0, 0) == 1.0


def test_welch_is_undefined_where_there_is_nothing_to_compare() -> None:
    assert welch(np.array([0.1]), np.array([0.2, 0.3])) is None
    flat = welch(np.zeros(30), np.zeros(30))
    assert flat is not None
    assert flat.p is None


def test_the_interval_over_dilemmas_is_newcombes_where_runs_do_not_repeat() -> None:
    """One run a dilemma: Newcombe's example again, up to the t correction of the effective number."""
    high, low = np.array([1.0] * 56 + [0.0] * 14), np.array([1.0] * 48 + [0.0] * 32)
    found = two_groups(high, low)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=0.004)
    assert two_groups(high[:1], low) is None


def test_holm_leaves_out_what_was_not_tested() -> None:
    assert holm([0.01, None, 0.04]) == [pytest.approx(0.02), None, pytest.approx(0.04)]
    assert holm([None]) == [None]


def test_holm_is_that_of_statsmodels() -> None:
    p_values = [0.04, 0.001, 0.2, 0.013, 0.013, 0.9]
    assert holm(p_values) == pytest.approx(list(multipletests(p_values, method="holm")[1]))


def planted(slope: float, count: int = 400, seed: int = 5) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    depth = rng.integers(1, 6, count).astype(float)
    rate = 1 / (1 + np.exp(2 - slope * depth))
    return rng.binomial(5, rate), np.full(count, 5), depth


def test_a_planted_slope_is_found_in_log_odds() -> None:
    flips, runs, depth = planted(0.4)
    found = logistic_trend(
        flips, runs, depth, np.zeros((400, 0)), strata=np.zeros(400, dtype=np.int64), clusters=np.arange(400), seed="s"
    )
    assert found.method == "GEE"
    assert found.low is not None
    assert found.high is not None
    assert found.low < 0.4 < found.high
    assert found.p is not None
    assert found.p < 1e-6


def test_the_trend_is_statsmodels_gee_on_single_runs() -> None:
    """Two entries a cluster (as of two subjects), unequal runs, a covariate: estimate and interval agree."""
    rng = np.random.default_rng(8)
    clusters = np.repeat(np.arange(60), 2)
    runs = rng.integers(1, 6, 120)
    depth = np.repeat(rng.integers(1, 5, 60), 2).astype(float)
    other = rng.normal(size=(120, 1))
    flips = rng.binomial(runs, 0.3)
    found = gee_trend(flips, runs, depth, other, clusters)
    rows = np.repeat(np.arange(120), runs)
    outcome = np.concatenate([[1.0] * f + [0.0] * (n - f) for f, n in zip(flips, runs, strict=True)])
    design = np.column_stack([np.ones(120), depth, other])[rows]
    fitted = GEE(outcome, design, groups=clusters[rows], family=Binomial()).fit(cov_type="bias_reduced")
    assert found is not None
    assert found.high is not None
    assert found.slope == pytest.approx(fitted.params[1], rel=1e-6)
    assert (found.high - found.slope) / stats.t.ppf(0.975, 57) == pytest.approx(fitted.bse[1], rel=1e-6)


def test_copied_runs_do_not_sharpen_the_trend() -> None:
    """Ten runs that repeat five agree with the five: the dilemma is the cluster."""
    flips, runs, depth = planted(0.1)
    once, twice = (gee_trend(flips * k, runs * k, depth, np.zeros((400, 0)), np.arange(400)) for k in (1, 2))
    assert once is not None
    assert twice is not None
    assert twice.p == pytest.approx(once.p, rel=1e-2)


def test_where_flips_separate_by_depth_the_fallback_stays_finite() -> None:
    depth = np.repeat([1.0, 2.0, 3.0], 20)
    flips = np.where(depth == 3, 3, 0)
    strata = np.zeros(60, dtype=np.int64)
    found = logistic_trend(
        flips, np.full(60, 5), depth, np.zeros((60, 0)), strata=strata, clusters=np.arange(60), seed="s"
    )
    assert found.method == "penalised, permutation"
    assert 0 < found.slope < 20
    assert found.p == pytest.approx(1 / 2000)


def test_permutations_stay_within_their_strata() -> None:
    """Depth and flips differ between authors alone: nothing is left once depths move only within an author."""
    author = np.repeat([0, 1], 30)
    depth, shares = author.astype(float), author * 0.5
    assert permutation_p(shares, depth, author, "s") is None
    loose = permutation_p(shares, depth, np.zeros(60, dtype=np.int64), "s")
    assert loose is not None
    assert loose < 0.01


def test_the_penalised_slope_nears_the_plain_one_on_ample_data() -> None:
    flips, runs, depth = planted(0.4)
    plain = gee_trend(flips, runs, depth, np.zeros((400, 0)), np.arange(400))
    assert plain is not None
    assert penalised_slope(flips / runs, depth[:, None]) == pytest.approx(plain.slope, rel=0.05)


def test_indicators_leave_out_the_first_label() -> None:
    assert indicators(["b", "a", "c"]).tolist() == [[1, 0], [0, 0], [0, 1]]
