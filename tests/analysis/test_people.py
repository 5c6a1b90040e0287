"""People beside models: effects between people, with intervals over dilemmas and people."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from probe.analysis.effects.comparison import comparison
from probe.analysis.effects.effect import effects
from probe.analysis.effects.estimating import ALL_BIASES, ALL_TIERS
from probe.analysis.effects.flips import flips
from probe.analysis.effects.reliability import reliability
from probe.analysis.estimand import Estimand
from probe.analysis.people.beside import LITERATURE
from probe.analysis.planning.people import PeopleDesign
from probe.analysis.planning.sizing import half_width
from probe.analysis.statistics.differences import Effect, clustered_mean
from probe.analysis.statistics.people import crossed_people, in_one_arm
from probe.analysis.study import Study, prepare
from probe.analysis.tables import Gap
from probe.audit.crowd import PersonDecision, people_csv, read_people
from probe.errors import InputError
from probe.values import Arm, Bias, Dilemma, Evaluation
from tests.analysis.made_datasets import evaluate, flips_at, pairs
from tests.analysis.reports import report_on
from tests.defined import defined

Errs = Callable[[int, int, bool], bool]
"""Whether a person errs on a dilemma, given their numbers and whether the cue is there."""


def crowd_file(file: Path, dilemmas: Sequence[Dilemma], people: int, errs: Errs, *, failed_count: int = 0) -> Path:
    """Write the decisions of people who see the cue in every second dilemma."""
    rows = []
    for person in range(people):
        for number, dilemma in enumerate(dilemmas):
            cued = (person + number) % 2 == 1
            right_letter = dilemma.correct_option.letter
            letter = {"A": "B", "B": "A"}[right_letter] if errs(person, number, cued) else right_letter
            arm = "biased" if cued else "unbiased"
            rows.append(PersonDecision(f"p{person}", dilemma.id, arm, letter, person >= failed_count))
    file.write_text(people_csv(rows))
    return file


def study_of(tmp_path: Path, errs: Errs, people: int = 8, biases: Sequence[Bias] = (Bias.ANCHORING,)) -> Study:
    dilemmas = pairs(biases, 24)
    model = evaluate(dilemmas, flips_at(0.2), subject="model")
    return prepare([model, read_people(crowd_file(tmp_path / "people.csv", dilemmas, people, errs), dilemmas)])


def overall(study: Study, subject: str = "crowd") -> Effect:
    (row,) = (
        row
        for row in effects(study.scores, study.tiers)
        if (row.subject, row.bias, row.tier) == (subject, ALL_BIASES, ALL_TIERS)
    )
    return defined(row.effect)


def test_the_effect_is_the_mean_difference_between_people(tmp_path: Path) -> None:
    """Three people err with the cue and one without it; each is one of four people in an arm of a dilemma."""
    study = study_of(
        tmp_path, lambda person, number, cued: (person in (1, 3, 5) and cued) or (person == 0 and not cued)
    )
    scores = study.scores.of(subject="crowd")
    even, odd = scores.net.effects[::2], scores.net.effects[1::2]
    assert even == pytest.approx(np.full(12, 3 / 4 - 1 / 4))  # even dilemmas: odd people see the cue, person 0 does not
    assert odd == pytest.approx(np.zeros(12))
    assert overall(study).estimate == pytest.approx(0.25)


def test_people_who_are_moved_alike_in_all_dilemmas_widen_the_interval(tmp_path: Path) -> None:
    """Half of the people always follow the cue: dilemmas hardly differ, but other people would."""
    alike_effect = overall(study_of(tmp_path, lambda person, number, cued: cued and person % 4 < 2, people=16))
    rng = random.Random(1)
    random_effect = overall(study_of(tmp_path, lambda person, number, cued: cued and rng.random() < 0.5, people=16))
    assert alike_effect.estimate == pytest.approx(0.5)
    assert alike_effect.high - alike_effect.low > 3 * (random_effect.high - random_effect.low) / 2


def test_what_people_add_is_the_variance_over_people_without_what_dilemmas_share() -> None:
    """Ten people, twenty dilemmas; a person always errs with the cue, or never. By hand from the definition."""
    rng = np.random.default_rng(4)
    people, dilemmas = 10, 20
    arms = (np.arange(people)[:, None] + np.arange(dilemmas)) % 2 == 0
    errs = rng.random(people) < 0.5
    wrong = (arms & errs[:, None]).astype(float)
    answers = np.full(dilemmas, None, dtype=object)
    for number in range(dilemmas):
        signs = np.where(arms[:, number], 1, -1)
        answers[number] = np.column_stack([np.arange(people), signs, wrong[:, number]])
    component = defined(crossed_people(answers, np.arange(dilemmas)))
    counts = np.where(arms, arms.sum(axis=0), (~arms).sum(axis=0))
    means = [np.mean([wrong[side[:, n], n].mean() for n in range(dilemmas)]) for side in (arms, ~arms)]
    influence = np.where(arms, wrong - means[0], -(wrong - means[1])) / counts / dilemmas
    by_person, single = np.sum(influence.sum(axis=1) ** 2), np.sum(influence**2)
    assert component.variance == pytest.approx((by_person - single) * people / (people - 1))
    assert component.freedom == people - 1


def test_people_add_nothing_where_they_never_differ() -> None:
    answers = np.full(4, None, dtype=object)
    for number in range(4):
        answers[number] = np.array([(0, 1, 1.0), (1, 1, 1.0), (2, -1, 0.0), (3, -1, 0.0)])
    component = defined(crossed_people(answers, np.arange(4)))
    assert component.variance == 0
    assert crossed_people(np.full(4, None, dtype=object), np.arange(4)) is None
    (first, *_) = in_one_arm(answers, -1)
    assert first.tolist() == [[2, 1, 0], [3, 1, 0]]


def test_intervals_cover_a_planted_effect_in_a_crowd_of_forty_on_twenty_dilemmas() -> None:
    """Only a few studies; ``benchmarks.calibration --only people`` runs thousands."""
    design = PeopleDesign(clusters=20, runs=40, reference=0.15, effect=0.15, icc=0.1, people_icc=0.3, arm_correlation=0)
    rng, covered_count, covered_without = np.random.default_rng(7), 0, 0
    for _ in range(200):
        values, answers = design.crowd(rng)
        effect, effect_over_dilemmas = (
            defined(design.analyse(values, answers)),
            defined(clustered_mean(values, np.arange(20))),
        )
        covered_count += effect.low <= 0.15 <= effect.high
        covered_without += effect_over_dilemmas.low <= 0.15 <= effect_over_dilemmas.high
    assert covered_count >= 182  # 91 %: 95 % of 200 minus three standard errors
    assert covered_without < 182  # the interval that ignores the variance between people


def test_a_plan_counts_on_as_many_degrees_of_freedom_as_the_fewer_people_or_dilemmas_have() -> None:
    few_people = PeopleDesign(clusters=100, runs=6, reference=0.15, effect=0.15)
    error = few_people.standard_error("effect")
    assert half_width(few_people, "effect") == pytest.approx(stats.t.ppf(0.975, 5) * error)
    few_dilemmas = few_people.model_copy(update={"clusters": 20, "runs": 80})
    error = few_dilemmas.standard_error("effect")
    assert half_width(few_dilemmas, "effect") == pytest.approx(stats.t.ppf(0.975, 19) * error)


def test_people_have_no_flips_and_are_never_averaged_with_models(tmp_path: Path) -> None:
    study = study_of(tmp_path, lambda person, number, cued: cued and person % 2 == 0)
    (row,) = (
        row
        for row in flips(study.scores, study.tiers)
        if (row.subject, row.bias, row.tier) == ("crowd", ALL_BIASES, ALL_TIERS)
    )
    assert row.flips == Gap(reason="a person saw one text of a dilemma")
    assert not isinstance(row.harmful, Gap)
    assert study.scores.averaged.subjects == ("model",)
    assert {row.units for row in reliability(study.scores) if row.over == "subjects"} == {1}
    (comparison_row,) = comparison(study.scores)
    assert isinstance(comparison_row.difference, Effect)
    assert (comparison_row.shared, comparison_row.flips) == (24, Gap(reason="a person saw one text of a dilemma"))


def test_a_report_has_people_in_its_chapters_and_the_literature_beside_them(tmp_path: Path) -> None:
    findings = report_on(study_of(tmp_path, lambda person, number, cued: cued and person % 2 == 0))
    tables = {table.key: table for table in findings.tables}
    assert [row["people"] for row in tables["people"].rows] == [8]
    assert len(tables["literature"].rows) == len(LITERATURE)
    assert {"crowd", "model"} <= {row["subject"] for row in tables["effects"].rows}
    assert {row["subject"] for row in tables["high_low"].rows} == {"crowd", "model"}
    assert "all subjects" not in {str(row["subject"]) for row in tables["trends"].rows}
    (exclusion,) = (row for row in tables["exclusions"].rows if row["subject"] == "crowd")
    assert (exclusion["unanswered"], exclusion["never_answered"], exclusion["unreadable"]) == (0, 0, 0)
    assert not any("for every subject" in line for line in findings.answer if "flip" in line.lower())


def test_people_take_part_in_a_placebo_adjusted_report_where_they_saw_the_placebo(tmp_path: Path) -> None:
    placebo = "I face it, on a Monday. Option A or Option B?"
    dilemmas = pairs([Bias.FRAMING], 4, controls={"placebo": placebo})
    rows = [
        PersonDecision(f"p{person}", dilemma.id, ("unbiased", "biased", "placebo")[(person + number) % 3], "A")
        for person in range(9)
        for number, dilemma in enumerate(dilemmas)
    ]
    file = tmp_path / "people.csv"
    file.write_text(people_csv(rows))
    people = read_people(file, dilemmas)
    assert prepare([people]).estimand is Estimand.ADJUSTED


def test_people_who_failed_the_checks_are_left_out(tmp_path: Path) -> None:
    dilemmas = pairs([Bias.ANCHORING], 4)
    file = crowd_file(tmp_path / "people.csv", dilemmas, 6, lambda *_: False, failed_count=2)
    evaluation = read_people(file, dilemmas)
    assert (evaluation.runs, evaluation.conditions["people who failed the checks"]) == (4, "2")


def test_a_result_of_the_checks_other_than_yes_or_no_is_rejected(tmp_path: Path) -> None:
    dilemmas = pairs([Bias.ANCHORING], 2)
    file = tmp_path / "people.csv"
    file.write_text(f"person,item,arm,decision,passed\np,{dilemmas[0].id},biased,A,FALSE\n")
    with pytest.raises(InputError, match="row 2: passed is 'false': write yes or no, or leave it empty"):
        read_people(file, dilemmas)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("p,{a},unbiased,A\np,{a},biased,A", "row 3: p saw {a} in row 2 too"),
        ("p,{a},unbiased,C", "row 2: the decision 'C' is not one of A, B"),
        ("p,{a},placebo,A", "row 2: {a} has no arm 'placebo': it has unbiased, biased"),
        ("p,<i>,unbiased,A", "row 2: the runs have no dilemma <i>"),
        (",{a},unbiased,A", "row 2: the person is missing"),
        ("", "contains no decision"),
    ],
)
def test_a_file_that_is_not_between_people_is_rejected(tmp_path: Path, rows: str, message: str) -> None:
    dilemmas = pairs([Bias.ANCHORING], 2)
    file = tmp_path / "people.csv"
    file.write_text("person,item,arm,decision\n" + rows.format(a=dilemmas[0].id) + "\n")
    with pytest.raises(InputError, match=message.format(a=dilemmas[0].id)):
        read_people(file, dilemmas)


def test_no_answer_is_counted_and_bounds_allow_for_it(tmp_path: Path) -> None:
    dilemmas = pairs([Bias.ANCHORING], 24)
    file = crowd_file(tmp_path / "people.csv", dilemmas, 8, lambda *_: False)
    lines = file.read_text().splitlines()
    lines[1] = lines[1].replace(",A,", ",,").replace(",B,", ",,")
    file.write_text("\n".join(lines))
    people: Evaluation = read_people(file, dilemmas)
    lowest, highest = prepare([people]).scores.effect.extremes
    assert (lowest[0], highest[0]) == (
        -0.25,
        0.0,
    )  # as if one of four people who saw the text without the cue had erred
    assert not lowest[1:].any()
    assert [decision.arm for decision in people.decisions if decision.decision == "unparsed"] == [Arm.UNBIASED]
    study = prepare([people])
    (row,) = (row for row in effects(study.scores, study.tiers) if (row.bias, row.tier) == (ALL_BIASES, ALL_TIERS))
    assert row.unparsed == pytest.approx(1 / (8 * 24))
    assert row.runs == 8 * 24 - 1
