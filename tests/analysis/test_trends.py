"""Trends over depth: found where planted, not where only noise grows, within scenarios where series exist."""

import random
from collections.abc import Sequence

import numpy as np
import pytest

from probe.analysis.depth.scenarios import picture as scenarios_picture
from probe.analysis.depth.scenarios import scenarios
from probe.analysis.depth.scenarios import table as scenarios_table
from probe.analysis.depth.trends import ALL_SUBJECTS, picture, table, trend_measure, trends
from probe.analysis.figures.style import draw
from probe.analysis.study import prepare
from probe.analysis.tables import Gap
from probe.values import Arm, Bias, Complexity, Dilemma, Evaluation, Provenance
from tests.analysis.made_datasets import Chooser, errs_where, evaluate, flips_at, number, pair, pairs, shown_letter
from tests.analysis.reports import report_on
from tests.defined import defined


def depth_sensitive(cue: float, noise: float, seed: int = 4) -> Chooser:
    """Return a subject on which cue and noise act with a probability that grows by this much per level."""
    draw_ = random.Random(seed)

    @errs_where
    def choose(dilemma: Dilemma, arm: Arm, run: int) -> object:
        depth = dilemma.complexity.depth or 0
        is_moved = arm is Arm.BIASED and draw_.random() < depth * cue
        return is_moved != (draw_.random() < depth * noise)

    return choose


def rising_evaluation(per_bias: int = 90, subject: str = "a") -> Evaluation:
    return evaluate(pairs([Bias.FRAMING, Bias.ANCHORING], per_bias), depth_sensitive(0.15, 0.0), subject=subject)


def test_a_planted_rise_is_found_pooled_over_biases_first() -> None:
    study = prepare([rising_evaluation()])
    trend_rows = trends(study.scores, trend_measure(study.scores, study.tiers.measure))
    rows = table(trend_rows, "depth").rows
    assert [row["bias"] for row in rows] == ["all biases", "anchoring bias", "framing effect"]
    assert rows[0]["holm_p"] == Gap(reason="not part of the family")
    assert number(rows[0]["low"]) < 0.15 < number(rows[0]["high"])
    for row in rows[1:]:
        assert number(row["low"]) > 0
        assert number(row["holm_p"]) >= number(row["p"])
    assert [row.direction for row in trend_rows] == [1, 1, 1]
    assert f"all biases (n = 180) {100 * number(rows[0]['slope']):+.1f}" in picture(trend_rows, "depth").alt
    assert "<svg" in draw(picture(trend_rows, "depth")).svg


def constant_in_log_odds(seed: int = 2) -> Chooser:
    """Return a subject whose errors grow with depth, and whose odds the cue multiplies by five at every depth."""
    draw_ = random.Random(seed)

    @errs_where
    def choose(dilemma: Dilemma, arm: Arm, run: int) -> object:
        odds = 0.0125 * 2 ** (dilemma.complexity.depth or 0) * (5 if arm is Arm.BIASED else 1)
        return draw_.random() < odds / (1 + odds)

    return choose


@pytest.mark.parametrize("series", [False, True])
def test_a_cue_that_is_constant_in_log_odds_changes_on_the_scale_of_points_only(series: bool) -> None:
    dilemmas = in_series(50, 3) if series else pairs([Bias.FRAMING], 300)
    study = prepare([evaluate(dilemmas, constant_in_log_odds())])
    (row,) = scenarios(study.scores) if series else trends(study.scores, "depth")[:1]
    assert row.points_only
    assert not isinstance(row.logit, Gap)
    assert row.logit.low < 0 < row.logit.high
    assert defined(row.error_trend).low > 0
    assert any("on the scale of points only" in line for line in report_on(study).answer)


def test_a_cue_whose_effect_grows_in_points_while_its_log_odds_fall_is_not_called_a_change_in_points_only() -> None:
    """Errors without the cue grow so fast that even a falling odds ratio adds more points."""
    draw_ = random.Random(3)

    @errs_where
    def choose(dilemma: Dilemma, arm: Arm, run: int) -> object:
        depth = dilemma.complexity.depth or 0
        odds = 0.003 * 3.2**depth * (40 * 0.55**depth if arm is Arm.BIASED else 1)
        return draw_.random() < odds / (1 + odds)

    study = prepare([evaluate(pairs([Bias.FRAMING], 400), choose)])
    row = trends(study.scores, "depth")[0]
    assert row.direction == 1
    assert defined(row.logit).high < 0
    (line,) = [line for line in report_on(study).answer if "in log odds" in line]
    assert line.startswith("The log odds change the other way (over all biases): per level of depth the change is −")


def test_a_cue_whose_log_odds_grow_changes_on_both_scales() -> None:
    draw_ = random.Random(7)

    @errs_where
    def choose(dilemma: Dilemma, arm: Arm, run: int) -> object:
        is_moved = arm is Arm.BIASED and draw_.random() < 0.15 * (dilemma.complexity.depth or 0)
        return is_moved or draw_.random() < 0.1

    row = trends(prepare([evaluate(pairs([Bias.FRAMING], 300), choose)]).scores, "depth")[0]
    assert row.direction == 1
    assert not row.points_only


def test_noise_that_grows_with_depth_is_not_a_trend_of_the_effect() -> None:
    """Over forty datasets the flip rate rises with depth each time, and the effect hardly ever."""
    directions = []
    for seed in range(40):
        study = prepare([evaluate(pairs([Bias.FRAMING], 60), depth_sensitive(0.0, 0.08, seed), runs=3)])
        flip_shares, depth = study.scores.flip_shares, study.scores.depth
        assert np.polyfit(depth, flip_shares, 1)[0] > 0
        directions.append(trends(study.scores, "depth")[0].direction)
    assert sum(map(abs, directions)) <= 6


def test_all_subjects_are_pooled_by_dilemma() -> None:
    """The pooled row counts dilemmas, not answers, and has no narrower interval for a copied subject."""
    first_row = table(trends(prepare([rising_evaluation()]).scores, "depth"), "depth").rows[0]
    two = table(
        trends(prepare([rising_evaluation(subject="a"), rising_evaluation(subject="b")]).scores, "depth"), "depth"
    ).rows[0]
    assert (two["subject"], two["dilemmas"]) == (ALL_SUBJECTS, 180)
    width = [number(row["high"]) - number(row["low"]) for row in (first_row, two)]
    assert width[1] == pytest.approx(width[0], rel=0.01)


def test_trends_of_subjects_without_common_dilemmas_are_stated_one_by_one() -> None:
    """The answer repeats what the table tested, and why there is no trend over both."""
    dilemmas = [pair(bias, number) for bias in (Bias.FRAMING, Bias.ANCHORING) for number in range(90, 180)]
    other_evaluation = evaluate(dilemmas, depth_sensitive(0.15, 0.0, seed=5), subject="b")
    findings = report_on(prepare([rising_evaluation(subject="a"), other_evaluation]))
    rows = {row["subject"]: row for table in findings.tables if table.key == "trends" for row in table.rows}
    assert "no dilemma was answered by all" in str(rows[ALL_SUBJECTS]["slope"])
    text = " ".join(findings.answer)
    assert "depth was not measured" not in text
    for subject in ("a", "b"):
        assert number(rows[subject]["p"]) < 0.05
        assert f"{subject}: over all biases, the effect rises with depth" in text


def test_the_length_of_the_text_is_adjusted_for() -> None:
    """Longer texts mislead more and are deeper; at equal length, depth itself has no effect."""
    draw_ = random.Random(11)
    dilemmas = [
        pair(Bias.FRAMING, number, unbiased=f"Task {number}. " + "More. " * (3 ** (number % 9 // 3)) * (1 + number % 2))
        for number in range(360)
    ]

    @errs_where
    def by_length(dilemma: Dilemma, arm: Arm, run: int) -> object:
        return arm is Arm.BIASED and draw_.random() < np.log(len(dilemma.unbiased)) / 8

    row = table(trends(prepare([evaluate(dilemmas, by_length)]).scores, "depth"), "depth").rows[1]
    assert number(row["low"]) > 0
    assert number(row["adjusted_low"]) < 0 < number(row["adjusted_high"])
    assert abs(number(row["adjusted"])) < number(row["slope"]) / 2


@pytest.mark.parametrize(
    ("dilemmas", "reason"),
    [
        (pairs([Bias.FRAMING], 19), "fewer than 20 dilemmas"),
        (pairs([Bias.FRAMING], 40, complexity=Complexity(depth=2, size=3)), "one value only"),
    ],
)
def test_what_cannot_be_tested_has_a_reason(dilemmas: tuple[Dilemma, ...], reason: str) -> None:
    study = prepare([evaluate(dilemmas, flips_at(0.3))])
    row = table(trends(study.scores, "depth"), "depth").rows[0]
    assert row["p"] == row["slope"] == row["logit_slope"] == Gap(reason=reason)


@pytest.mark.parametrize(
    ("dilemmas", "reason"),
    [
        (pairs([Bias.FRAMING], 40), "the effect differs in too few dilemmas"),
        (
            [pair(Bias.FRAMING, number, complexity=Complexity(depth=2 + number % 2, size=3)) for number in range(40)],
            "the effect differs in too few dilemmas",
        ),
        (
            [
                pair(bias, number, complexity=Complexity(depth=depth, size=3))
                for depth, bias in enumerate((Bias.FRAMING, Bias.ANCHORING), start=1)
                for number in range(20)
            ],
            "depth does not vary within bias and author",
        ),
    ],
    ids=("equal effects", "two depths", "one depth for each bias"),
)
def test_a_slope_that_is_missing_says_whether_depth_or_the_effect_does_not_vary(
    dilemmas: Sequence[Dilemma], reason: str
) -> None:
    row = table(trends(prepare([evaluate(dilemmas, flips_at(0.0))]).scores, "depth"), "depth").rows[0]
    assert row["slope"] == row["adjusted"] == Gap(reason=reason)


def test_depth_is_used_where_all_of_it_is_measured() -> None:
    study = prepare([rising_evaluation(per_bias=9)])
    assert trend_measure(study.scores, "size") == "depth"
    size_study = prepare([evaluate(pairs([Bias.FRAMING], 9, complexity=Complexity(size=3)), flips_at(0.1))])
    assert trend_measure(size_study.scores, "size") == "size"
    inference_study = prepare([evaluate(pairs([Bias.FRAMING], 9, complexity=Complexity(inferences=3)), flips_at(0.1))])
    assert trend_measure(inference_study.scores, "size") == "inferences"


def in_series(scenarios_: int, depths: int = 4) -> list[Dilemma]:
    return [
        pair(
            Bias.FRAMING,
            scenario * depths + depth,
            complexity=Complexity(depth=2 + depth, size=3),
            provenance=Provenance(author="grammar", series=f"s{scenario}"),
        )
        for scenario in range(scenarios_)
        for depth in range(depths)
    ]


def test_depth_within_scenarios_is_found_and_leaves_written_pairs_out() -> None:
    """Written pairs, of which only the shallow ones mislead, would turn the planted rise into a fall."""
    written_pairs = [pair(Bias.ANCHORING, number) for number in range(60)]
    grows = depth_sensitive(0.12, 0.0)

    def choose(dilemma: Dilemma, arm: Arm, run: int, exchanged: bool) -> str:
        if dilemma.provenance.series:
            return grows(dilemma, arm, run, exchanged)
        wrong = arm is Arm.BIASED and dilemma.complexity.depth == 1
        return shown_letter(dilemma.correct_option.other_option if wrong else dilemma.correct_option, exchanged)

    study = prepare([evaluate([*in_series(25), *written_pairs], choose)])
    scenario_rows = scenarios(study.scores)
    (row,) = scenarios_table(scenario_rows).rows
    assert (row["scenarios"], row["dilemmas"], row["left_out"]) == (25, 100, 60)
    assert number(row["low"]) < 0.12 < number(row["high"])
    assert number(row["p"]) < 0.01
    assert number(row["p_rise"]) < 0.01
    assert "<svg" in draw(scenarios_picture(scenario_rows)).svg
    assert scenarios(prepare([evaluate(written_pairs, choose)]).scores) == ()


def test_two_depths_are_enough_of_a_scenario() -> None:
    scenario_rows = scenarios(prepare([evaluate(in_series(12, 2), depth_sensitive(0.3, 0.0))]).scores)
    (row,) = scenarios_table(scenario_rows).rows
    assert (row["scenarios"], row["dilemmas"], row["left_out"]) == (12, 24, 0)
    assert number(row["low"]) < 0.3 < number(row["high"])


def test_few_scenarios_are_shown_and_not_tested() -> None:
    scenario_rows = scenarios(prepare([evaluate(in_series(4), depth_sensitive(0.12, 0.0))]).scores)
    (row,) = scenarios_table(scenario_rows).rows
    assert row["p"] == row["p_rise"] == Gap(reason="fewer than 5 scenarios")
    assert "<svg" in draw(scenarios_picture(scenario_rows)).svg


def test_the_trend_over_subjects_leaves_out_those_without_one() -> None:
    """A subject that never errs has no trend: with one other there is no mean; with two, the mean omits it."""
    dilemmas = [pair(Bias.FRAMING, number) for number in range(60)]
    rising_subject, other_evaluation = (
        evaluate(dilemmas, depth_sensitive(0.1, 0.0, seed), subject=f"m/{seed}") for seed in (1, 2)
    )
    steady = evaluate(dilemmas, depth_sensitive(0.0, 0.0), subject="m/steady")
    two, three = (
        prepare(evaluations) for evaluations in ([rising_subject, steady], [rising_subject, other_evaluation, steady])
    )
    assert not [row for row in trends(two.scores, "depth") if row.subject == ALL_SUBJECTS]
    assert [line for line in report_on(two).answer if line.startswith("m/1, the only subject whose trend")]
    mean, *rows = trends(three.scores, "depth")
    slopes = [row.slope for row in rows if row.subject in ("m/1", "m/2") and row.bias == "all biases"]
    assert (mean.subject, mean.left_out) == (ALL_SUBJECTS, ("m/steady",))
    assert defined(mean.slope).estimate == pytest.approx(
        np.mean([slope.estimate for slope in slopes if not isinstance(slope, Gap)])
    )
    assert [
        line for line in report_on(three).answer if line.startswith("Taken alone, of 2 subjects it rises for m/1, m/2")
    ]
    assert not trends(prepare([steady]).scores, "depth")[0].left_out
