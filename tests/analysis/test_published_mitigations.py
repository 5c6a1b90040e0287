"""Published mitigations: what each changes for a subject, and on average over subjects."""

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from probe.analysis.published.effects import effects
from probe.analysis.published.mitigations import AS_PUBLISHED, over_subjects, sentences, sign_flip_p, strategies
from probe.analysis.published.report import report_on_published
from probe.analysis.published.results import main_group
from probe.analysis.tables import Gap
from probe.formats.probe_swe.results import read_published, read_sensitivity
from probe.values import PublishedCounts, PublishedSensitivity
from tests.analysis.test_published import write
from tests.defined import defined

FOLLOW_UP = os.environ.get("PROBE_FOLLOW_UP_DATA")
needs_follow_up = pytest.mark.skipif(not FOLLOW_UP, reason="PROBE_FOLLOW_UP_DATA does not name the follow-up's data")


def test_the_change_under_a_mitigation_has_the_interval_of_independent_effects(tmp_path: Path) -> None:
    """Nothing is ever wrong: both effects are 0 within Wilson's limit of 20 dilemmas, the change within √2 times it."""
    error_free: dict[str, Any] = {"sensitivity": 0.0, "harmfulness": 0.0}
    paths = [write(tmp_path, **error_free), write(tmp_path, options=".bias_warning=True", **error_free)]
    sensitivities = [read_sensitivity(path) for path in paths]
    (row,) = [row for row in strategies(effects(sensitivities)) if row.bias == "framing effect"]
    limit = proportion_confint(0, 20, method="wilson")[1]
    assert row.interval is not None
    assert (row.interval.low, row.interval.high) == pytest.approx((-limit * 2**0.5, limit * 2**0.5))


@needs_follow_up
def test_one_model_under_several_mitigations_is_one_subject() -> None:
    sensitivities = read_published(sorted(Path(str(FOLLOW_UP)).glob("*.json"))).sensitivity
    assert {source.strategies for source in sensitivities} == {
        (),
        ("bias-warning",),
        ("chain-of-thought",),
        ("axioms-words",),
    }
    assert [source.strategies for source in main_group(sensitivities)] == [()]
    changes = {row.strategy: row for row in strategies(effects(sensitivities)) if row.bias == "confirmation bias"}
    assert set(changes) == {"bias-warning", "chain-of-thought", "axioms-words"}
    # From the files: harmfulness 6.0959 and error 2.1233 % with the warning; 11.3699 and 2.8767 % without.
    assert 100 * changes["bias-warning"].net == pytest.approx(6.0959 - 2.1233, abs=1e-3)


SIX = (0.30, 0.25, 0.20, 0.15, 0.10, 0.05)
"""How much more often six subjects err with the cue, as shares of runs."""


def six_subjects(folder: Path) -> list[PublishedSensitivity]:
    """Six subjects on one bias, without a mitigation, with a warning that helps each, and with steps that help some."""
    paths = []
    for number, rate in enumerate(SIX):
        changes = {"": 0.0, ".bias_warning=True": -0.01 * (number + 1), ".chain_of_thought=True": 0.01 * (-1) ** number}
        for options, change in changes.items():
            percent = 100 * max(0.0, rate + change)
            paths.append(write(folder, f"model-{number}", options, sensitivity=percent, harmfulness=percent))
    return [read_sensitivity(path) for path in paths]


def test_a_mitigation_is_tested_over_subjects_that_answered_with_and_without_it(tmp_path: Path) -> None:
    rows = over_subjects(strategies(effects(six_subjects(tmp_path))))
    mean = {row.strategy: row for row in rows if row.bias == "mean over biases"}
    warning_mean, steps_mean = mean["bias-warning"], mean["chain-of-thought"]
    differences = [-0.01, -0.02, -0.03, -0.04, -0.05, -0.05]
    t_test = stats.ttest_1samp(differences, 0.0)
    interval = t_test.confidence_interval()
    assert warning_mean.subjects == 6
    assert [warning_mean.net, warning_mean.without] == pytest.approx([0.175 - 0.2 / 6, 0.175])
    expected = (-0.2 / 6, interval.low, interval.high, t_test.pvalue)
    change = defined(warning_mean.change)
    assert (change.estimate, change.low, change.high, change.p) == pytest.approx(expected)
    assert isinstance(warning_mean.holm_p, float)
    assert warning_mean.holm_p == pytest.approx(2 * t_test.pvalue)
    signs: list[object] = [
        warning_mean.sign_flip_p,
        warning_mean.sign_flip_holm_p,
        steps_mean.sign_flip_p,
        steps_mean.sign_flip_holm_p,
    ]
    assert signs == pytest.approx([2 / 64, 4 / 64, 1.0, 1.0])
    assert {row.subjects for row in rows if row.bias == "framing effect"} == {6}


def test_signs_are_exchanged_in_every_way() -> None:
    differences = [0.3, -0.1, 0.2, 0.4]
    reference = stats.permutation_test((differences,), np.mean, permutation_type="samples", vectorized=True)
    assert sign_flip_p(differences) == pytest.approx(reference.pvalue)


def test_signs_are_not_exchanged_for_more_subjects_than_can_be_computed(tmp_path: Path) -> None:
    mitigated_sources = (read_sensitivity(write(tmp_path, f"m{number}", ".bias_warning=True")) for number in range(40))
    plain_sources = (read_sensitivity(write(tmp_path, f"m{number}", sensitivity=10.0)) for number in range(40))
    rows = over_subjects(strategies(effects([*plain_sources, *mitigated_sources])))
    assert {row.subjects for row in rows} == {40}
    assert {row.sign_flip_p for row in rows} == {Gap(reason="more than 16 subjects")}


def test_the_answer_names_a_bias_that_a_mitigation_raises(tmp_path: Path) -> None:
    report = report_on_published(PublishedCounts(sensitivity=tuple(six_subjects(tmp_path))))
    changes, tested_sentence = report.answer[-3:-1]
    assert "bias-warning −3.3" in changes
    assert "bias-warning (falls)" in tested_sentence
    assert not any("may raise" in line for line in report.answer)  # a difference that is only rounding is not a rise
    sensitivities = [
        read_sensitivity(write(tmp_path, "one")),
        read_sensitivity(write(tmp_path, "one", ".bias_warning=True")),
    ]
    higher = {"sensitivity": 43.6, "harmfulness": 43.6}
    sensitivities[1] = read_sensitivity(write(tmp_path, "one", ".bias_warning=True", **higher))
    lines = list(sentences(over_subjects(strategies(effects(sensitivities)))))
    assert "for one subject" in lines[0]
    assert "framing effect under bias-warning (net effect +20.0 to +43.6, flip rate 20.0 % to 43.6 %)" in lines[1]
    assert "1 of 1 combinations of bias and mitigation have a larger one and a higher flip rate" in lines[1]


@needs_follow_up
def test_the_means_over_the_six_published_models_are_those_of_the_study() -> None:
    """Flip rates to the thousandth of a point, where all files of the follow-up are available."""
    sensitivities = read_published(sorted(Path(str(FOLLOW_UP)).glob("1_bias_sensitivity_*.json"))).sensitivity
    if len({source.subject for source in sensitivities}) < 6:
        pytest.skip("PROBE_FOLLOW_UP_DATA does not have the files of all six models")
    rows = [row for row in over_subjects(strategies(effects(sensitivities))) if row.published is not None]
    assert {row.strategy for row in rows} == AS_PUBLISHED.keys() - {"none"}
    for row in rows:
        assert row.flips == pytest.approx(row.published, abs=5e-6)
        assert row.flips_without == pytest.approx(AS_PUBLISHED["none"], abs=5e-6)
