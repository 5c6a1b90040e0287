"""Published result files: they reproduce section 7 of the paper, and beside it the net effects in the same files."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from statsmodels.stats.proportion import proportion_confint

from probe.analysis.dataset.rejections import rejections_by_author
from probe.analysis.depth.tiers import TierScheme, choose_tiers
from probe.analysis.published import depth
from probe.analysis.published.depth import (
    high_low,
    high_low_by_subject,
    high_low_table,
    subjects_by_tier,
)
from probe.analysis.published.effects import effects_by_bias, net_interval
from probe.analysis.published.report import report_on_published, towards_cue
from probe.analysis.study import prepare
from probe.analysis.tables import Gap
from probe.errors import InputError
from probe.formats.probe_swe.dataset import stream_probe_swe
from probe.formats.probe_swe.results import read_published, read_sensitivity
from probe.protocols import DILEMMAS, protocol_named
from probe.values import Bias, PublishedCounts, PublishedSensitivity, RunRate
from tests.analysis.made_datasets import evaluate, flips_at, pairs
from tests.defined import defined

DATA = os.environ.get("PROBE_SWE_DATA")
needs_data = pytest.mark.skipif(not DATA, reason="PROBE_SWE_DATA does not name the published data")

SECTION_7 = {
    "anchoring bias": (3.77, 2.2, 5.3, 0.001),
    "availability bias": (9.81, 2.8, 16.8, 0.016),
    "bandwagon effect": (8.84, 4.5, 13.1, 0.003),
    "confirmation bias": (33.66, 25.5, 41.8, 0.000),
    "framing effect": (23.10, 17.0, 29.1, 0.000),
    "hindsight bias": (-17.25, -28.8, -5.6, 0.012),
    "hyperbolic discounting": (-17.70, -22.0, -13.3, 0.000),
    "overconfidence bias": (-0.95, -8.4, 6.5, 0.76),
}
"""High minus low tier in points of flips, its interval and p, as printed (PROBE-SWE, section 7)."""

NET_CHANGES = {"bandwagon effect": 0.9, "hindsight bias": -5.3, "confirmation bias": 28.8, "framing effect": 23.4}
"""High minus low tier in points of net effect: computed by hand from the same files."""


@pytest.fixture(scope="module")
def sensitivities() -> tuple[PublishedSensitivity, ...]:
    files = sorted(Path(str(DATA)).glob("2_bias_sensitivity_*.json"))
    assert len(files) == 6
    return read_published(files).sensitivity


@needs_data
def test_high_minus_low_is_section_7(sensitivities: tuple[PublishedSensitivity, ...]) -> None:
    """Estimates to the hundredth; the printed interval ends and p-values are cut, not always rounded."""
    rows = {row.bias: row for row in high_low(sensitivities)}
    for bias, (difference, low, high, p) in SECTION_7.items():
        flips = defined(rows[bias].flips)
        assert round(100 * flips.estimate, 2) == difference
        assert 100 * flips.low == pytest.approx(low, abs=0.1)
        assert 100 * flips.high == pytest.approx(high, abs=0.1)
        assert flips.p == pytest.approx(p, abs=0.005)
        assert rows[bias].subjects == 6


@needs_data
def test_net_effects_change_differently(sensitivities: tuple[PublishedSensitivity, ...]) -> None:
    """Three of the published rises remain in net terms; two biases have a tier of four dilemmas and are not tested."""
    rows = {row.bias: row for row in high_low(sensitivities)}
    for bias, change in NET_CHANGES.items():
        assert 100 * (rows[bias].change or 0) == pytest.approx(change, abs=0.1)
    significant = {bias for bias, row in rows.items() if not isinstance(row.holm_p, Gap) and row.holm_p < 0.05}
    assert significant == {"anchoring bias", "confirmation bias", "framing effect"}
    gap_biases = {bias for bias, row in rows.items() if isinstance(row.net, Gap)}
    assert gap_biases == {"hindsight bias", "hyperbolic discounting"}
    assert rows["hindsight bias"].low_dilemmas == rows["hyperbolic discounting"].high_dilemmas == 4


@needs_data
def test_the_answer_names_the_rises_and_no_fall(sensitivities: tuple[PublishedSensitivity, ...]) -> None:
    sentences = depth.sentences(high_low(sensitivities))
    dilemmas, subjects = [sentence for sentence in sentences if "rises for" in sentence]
    assert dilemmas.startswith("From the low to the high tier")
    assert "rises for confirmation bias, framing effect and shows no change for anchoring bias," in dilemmas
    assert subjects.startswith("Over the 6 subjects it rises for anchoring bias, confirmation bias, framing effect and")
    assert "falls" not in dilemmas + subjects


def test_changes_between_tiers_are_those_of_intervals_over_dilemmas(tmp_path: Path) -> None:
    """One subject has no test over subjects, but its dilemmas still show a rise."""
    rate = {"total_runs": 500, "prolog_uncertainty": 0.0, "quartiles": [4.0, 7.0, 11.0]}
    tiers = {
        name: rate | {"sensitivity": share, "harmfulness": share} for name, share in (("low", 10.0), ("high", 60.0))
    }
    sources = read_published([write(tmp_path, complexity_analysis=tiers)]).sensitivity
    rows = high_low(sources)
    rises = [sentence for sentence in depth.sentences(rows) if "rises for" in sentence]
    assert len(rises) == 1
    assert "rises for framing effect" in rises[0]
    assert "intervals over dilemmas" in rises[0]


@needs_data
def test_nearly_all_published_flips_go_towards_the_cue(sensitivities: tuple[PublishedSensitivity, ...]) -> None:
    assert towards_cue(sensitivities) == pytest.approx(0.945, abs=5e-4)


@needs_data
def test_means_run_from_anchoring_to_hindsight(sensitivities: tuple[PublishedSensitivity, ...]) -> None:
    means = {row.bias: row.flips for row in effects_by_bias(sensitivities)[1:]}
    assert min(means, key=means.__getitem__) == "anchoring bias"
    assert max(means, key=means.__getitem__) == "hindsight bias"
    assert round(100 * means["anchoring bias"], 1) == 5.9
    assert round(100 * means["hindsight bias"], 1) == 35.3


@needs_data
def test_subjects_by_tier_are_figures_12_and_13(sensitivities: tuple[PublishedSensitivity, ...]) -> None:
    """LLaMA 3.3 has 8.9 % at mid-high, LLaMA 3.1 23.9 and 22.7 %; GPT-4.1 nano rises by 5.6 points at high."""
    rows = {(row.subject, row.tier): row for row in subjects_by_tier(sensitivities)}
    shares = [
        ("llama-3.3-70b-versatile", "mid-high", 8.9),
        ("llama-3.1-8b-instant", "low", 23.9),
        ("llama-3.1-8b-instant", "high", 22.7),
    ]
    for subject, tier, share in shares:
        assert rows[subject, tier].flips == pytest.approx(share / 100, abs=5e-4)
    assert rows["gpt-4.1-nano", "high"].deviation == pytest.approx(0.056, abs=5e-4)


@needs_data
def test_run_level_tests_are_also_listed_and_are_sharper(sensitivities: tuple[PublishedSensitivity, ...]) -> None:
    over_runs = [row.over_runs for row in high_low_by_subject(sensitivities) if row.bias == "anchoring bias"]
    paired_effect = defined(high_low(sensitivities)[0].flips)
    assert min(row.p for row in over_runs if row.p is not None) < (paired_effect.p or 0)


@needs_data
def test_the_supplied_dataset_alone_has_other_quartiles() -> None:
    """The three published datasets have 4/7/11; only the one by gpt-4o-mini has 3/6/10."""
    pairs = tuple(stream_probe_swe(Path(str(DATA)) / "1_augmented_dilemmas_dataset_gpt-4o-mini.json"))
    assert choose_tiers(TierScheme.QUARTILES, pairs).bounds == (3.0, 6.0, 10.0)


def test_direction_follows_from_the_three_published_rates() -> None:
    """Of ten runs three turn wrong and one turns right; two are wrong on either text."""
    rate = RunRate(runs=10, sensitivity=0.4, harmful=0.5, error_on_unbiased=0.3)
    assert rate.right_to_wrong == pytest.approx(0.3)
    assert rate.wrong_to_right == pytest.approx(0.1)
    assert rate.net_effect == pytest.approx(0.2)
    assert rate.dilemmas == 2


def test_the_interval_is_newcombes_method_10() -> None:
    """Newcombe (1998), Table III: of 50 pairs 36 have both, 12 only the first, 2 only the second: 0.0569 to 0.3404."""
    rate = RunRate(runs=250, sensitivity=14 / 50, harmful=48 / 50, error_on_unbiased=38 / 50)
    interval = net_interval(rate, 50)
    assert interval.low == pytest.approx(0.0569, abs=2e-4)
    assert interval.high == pytest.approx(0.3404, abs=2e-4)


def test_an_effect_without_any_error_still_has_a_width() -> None:
    rate = RunRate(runs=100, sensitivity=0.0, harmful=0.0, error_on_unbiased=0.0)
    interval = net_interval(rate, 20)
    limit = proportion_confint(0, 20, method="wilson")[1]
    assert interval.low == pytest.approx(-limit)
    assert interval.high == pytest.approx(limit)


def write(folder: Path, subject: str = "some-model", options: str = "", **change: Any) -> Path:
    rate = {"total_runs": 100, "sensitivity": 20.0, "harmfulness": 20.0, "prolog_uncertainty": 0.0}
    tiers = {"low": rate | {"quartiles": [4.0, 7.0, 11.0]}}
    path = folder / f"2_bias_sensitivity_model={subject}.data_model_list=['b', 'a']{options}.json"
    path.write_text(json.dumps({"framing effect": rate | {"complexity_analysis": tiers} | change}))
    return path


def test_a_tier_of_a_single_dilemma_has_the_width_of_one(tmp_path: Path) -> None:
    tier = {"sensitivity": 0.0, "harmfulness": 0.0, "prolog_uncertainty": 0.0, "quartiles": [4.0, 7.0, 11.0]}
    sizes = {"low": 5, "high": 100}
    tiers = {name: tier | {"total_runs": runs} for name, runs in sizes.items()}
    (row,) = high_low_by_subject([read_sensitivity(write(tmp_path, complexity_analysis=tiers))])
    single_limit, many_limit = (proportion_confint(0, count, method="wilson")[1] for count in (1, 20))
    assert (row.low_dilemmas, row.high_dilemmas) == (1, 20)
    assert row.interval.high == pytest.approx((single_limit**2 + many_limit**2) ** 0.5)


def test_subject_authors_and_mitigations_are_read_from_the_name(tmp_path: Path) -> None:
    options = ".bias_warning=True.chain_of_thought=False.two_steps_self_axioms_elicitation=True.temperature=0.5"
    sensitivity = read_sensitivity(write(tmp_path, "gpt-4.1-mini", options))
    assert (sensitivity.subject, sensitivity.authors) == ("gpt-4.1-mini", ("a", "b"))
    assert sensitivity.strategies == ("bias-warning", "elicit-axioms-first")
    assert (sensitivity.biases[0].overall.sensitivity, sensitivity.biases[0].overall.flips) == (0.2, 20)


def test_a_subject_on_its_own_dilemmas_is_a_source_of_its_own(tmp_path: Path) -> None:
    every = write(tmp_path)
    own_file = tmp_path / "2_bias_sensitivity_model=some-model.json"
    own_file.write_text(every.read_text().replace("7.0, 11.0", "6.0, 10.0"))
    findings = report_on_published(read_published([every, own_file]))
    effects_table = next(table for table in findings.tables if table.key == "effects")
    assert {row["authors"] for row in effects_table.rows} == {"a, b", "its own"}
    assert "4 / 6 / 10; 4 / 7 / 11" in findings.settings[1]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sensitivity": 120.0}, "framing effect: sensitivity: Input should be less than or equal to 1"),
        ({"sensitivity": "many"}, "framing effect: not a published sensitivity"),
        ({"complexity_analysis": {"middling": {}}}, "framing effect: unknown tier 'middling'"),
        ({"total_runs": -1}, "framing effect: runs"),
    ],
)
def test_a_broken_file_is_a_one_line_error(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message) as excinfo:
        read_sensitivity(write(tmp_path, **change))
    assert "\n" not in str(excinfo.value)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"tact": {}}', '{"framing effect": 3}', "\ud800"])
@pytest.mark.parametrize(
    "name",
    [
        "x.json",
        "5_bias_awareness_analysis_model=m.json",
        "8_external_judge_validation_j_a.json",
        "1_stats_dataset_a.json",
    ],
)
def test_a_file_in_another_form_is_rejected(tmp_path: Path, name: str, content: str) -> None:
    path = tmp_path / name
    path.write_bytes(content.encode("utf-8", "surrogatepass"))
    with pytest.raises(InputError, match=name) as excinfo:
        read_published([path])
    assert "\n" not in str(excinfo.value)


def test_one_file_twice_is_rejected(tmp_path: Path) -> None:
    path = write(tmp_path)
    with pytest.raises(InputError, match="some-model"):
        read_published([path, path])


def test_awareness_and_other_judges_are_tables(tmp_path: Path) -> None:
    awareness = tmp_path / "5_bias_awareness_analysis_model=gpt-4.1-mini.json"
    awareness.write_text(json.dumps({"framing effect": 0.25, "anchoring bias": None}))
    judge = tmp_path / "8_external_judge_validation_gpt-5-mini_gpt-4.1-mini.json"
    counts = {"framing effect": {"output_matching": 2, "bias_towards_incorrect": 6}}
    document = {"discarded_dilemmas_count": 8, "discarded_dilemmas_count_ratio": "26.67%"}
    judge.write_text(json.dumps(document | {"discarded_dilemmas_count_by_filter_by_bias": counts}))
    published_results = read_published([write(tmp_path), awareness, judge])
    assert published_results.awareness[0].shares == {Bias.FRAMING: 0.25, Bias.ANCHORING: None}
    assert (published_results.judges[0].judge, published_results.judges[0].author) == ("gpt-5-mini", "gpt-4.1-mini")
    assert published_results.judges[0].examined == 30
    tables = {table.key: table for table in report_on_published(published_results).tables}
    assert tables["published_awareness"].column("share") == [0.25, Gap(reason="no biased decision")]
    assert tables["external_judges"].rows[-1]["share"] == pytest.approx(8 / 30)


def test_an_awareness_above_one_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "5_bias_awareness_analysis_model=m.json"
    path.write_text(json.dumps({"framing effect": 25.0}))
    with pytest.raises(InputError, match="framing effect"):
        read_published([path])


def test_files_without_sensitivity_are_rejected(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="sensitivity"):
        report_on_published(PublishedCounts())


def test_one_subject_alone_leaves_the_paired_test_a_gap(tmp_path: Path) -> None:
    tiers = {
        tier: {"total_runs": 200, "sensitivity": 10.0, "harmfulness": 10.0, "prolog_uncertainty": 0.0}
        for tier in ("low", "high")
    }
    for tier in tiers.values():
        tier["quartiles"] = [4.0, 7.0, 11.0]  # type: ignore[assignment]
    sensitivities = read_published([write(tmp_path, complexity_analysis=tiers)]).sensitivity
    row = high_low_table(high_low(sensitivities)).rows[0]
    assert row["paired_p"] == row["net_p"] == Gap(reason="fewer than two subjects with both tiers")


def test_a_p_of_zero_is_significant(tmp_path: Path) -> None:
    """Thirty subjects that all rise by nearly the same: p is so small that it is stored as 0."""
    rate = {"total_runs": 100, "prolog_uncertainty": 0.0, "quartiles": [4.0, 7.0, 11.0]}
    files = []
    for index in range(30):
        rise = 60.0 + 1e-9 * (index == 0)
        tiers = {
            "low": rate | {"sensitivity": 10.0, "harmfulness": 10.0},
            "high": rate | {"sensitivity": rise, "harmfulness": rise},
        }
        files.append(write(tmp_path, f"m{index}", complexity_analysis=tiers))
    sources = read_published(files).sensitivity
    (row,) = high_low(sources)
    assert defined(row.net).p == 0.0
    assert row.holm_p == 0.0
    assert any("rises for framing effect" in line for line in depth.sentences([row]))


def test_published_results_are_marked_as_exploratory(tmp_path: Path) -> None:
    findings = report_on_published(read_published([write(tmp_path)]))
    (plan,) = [chapter for chapter in findings.chapters if chapter.key == "plan"]
    assert findings.answer[-1] in plan.result.text
    assert findings.answer[-1].startswith("Exploratory")


@needs_data
def test_rejections_by_author_are_those_of_appendix_f() -> None:
    """559 ± 309 for each bias, 89 to 984, for gpt-4o-mini."""
    rejections = read_published([Path(str(DATA)) / "1_stats_dataset_gpt-4o-mini.json"]).rejections
    (row,) = rejections_by_author(rejections)
    assert (row.rejected, round(row.mean), round(defined(row.deviation))) == (4472, 559, 309)
    assert (row.least, row.least_bias, row.most, row.most_bias) == (89, "hindsight bias", 984, "bandwagon effect")


def test_published_awareness_and_judges_can_be_beside_runs(tmp_path: Path) -> None:
    aware = tmp_path / "5_bias_awareness_analysis_model=some-model.json"
    aware.write_text(json.dumps({"framing effect": 0.5}))
    judge = tmp_path / "8_external_judge_validation_judge_author.json"
    counts = {"discarded_dilemmas_count_by_filter_by_bias": {"framing effect": {"logic": 2}}}
    judge.write_text(json.dumps(counts | {"discarded_dilemmas_count": 2, "discarded_dilemmas_count_ratio": "20.00%"}))
    study = prepare([evaluate(pairs([Bias.FRAMING], 4), flips_at(0.5))])
    published_results = read_published([aware, judge])
    report = protocol_named(DILEMMAS).report(study, published_results=published_results)
    tables = {table.key: table.rows for table in report.tables}
    assert [row["share"] for row in tables["published_awareness"]] == [0.5]
    assert [row["share"] for row in tables["external_judges"] if row["bias"] == "all biases"] == [0.2]
    plain_keys = {table.key for table in protocol_named(DILEMMAS).report(study).tables}
    assert set(tables) - plain_keys == {"published_awareness", "external_judges"}
