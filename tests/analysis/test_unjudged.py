"""Subjects that cannot be judged: no conclusion over subjects contains them, and each names them with the reason."""

import random

import pytest

from probe.analysis.depth.tier_contrast import ALL_SUBJECTS as ALL_IN_TIERS
from probe.analysis.depth.tier_contrast import high_low
from probe.analysis.depth.tiers import TierScheme
from probe.analysis.depth.trends import ALL_SUBJECTS, trends
from probe.analysis.effects.comparison import comparison, differences, picture
from probe.analysis.effects.leakage import leakage
from probe.analysis.effects.mitigations import mitigations, outcomes, sentences
from probe.analysis.effects.reliability import reliability
from probe.analysis.report.findings import Findings
from probe.analysis.study import Study, prepare
from probe.analysis.tables import Gap
from probe.protocols.dilemmas.comparing import compare_dilemmas
from probe.values import Arm, Bias, Complexity, Dilemma, Evaluation, Provenance
from tests.analysis.made_datasets import Chooser, errs_where, evaluate, pair
from tests.analysis.reports import report_on
from tests.defined import defined

GUESSING = "x/guessing"
REASON = "cannot be told from guessing"

DILEMMAS = [
    pair(
        bias,
        number,
        complexity=Complexity(inferences=9, choice_steps=9, size=1 + number % 9, depth=1 + number % 9),
        provenance=Provenance(author="x/author" if number % 2 else "x/moved"),
    )
    for bias in (Bias.FRAMING, Bias.ANCHORING)
    for number in range(60)
]


def wrong_if(draw: float, biased: float) -> Chooser:
    """Return a subject that errs with these probabilities, without and with the cue, by a draw of its own."""
    numbers = random.Random(3)

    @errs_where
    def choose(dilemma: Dilemma, arm: Arm, run: int) -> object:
        return numbers.random() < (biased if arm is Arm.BIASED else draw)

    return choose


def guesses(subject: str = GUESSING) -> Evaluation:
    return evaluate(DILEMMAS, wrong_if(0.5, 0.5), subject=subject)


def moved(subject: str = "x/moved", biased: float = 0.6) -> Evaluation:
    return evaluate(DILEMMAS, wrong_if(0.05, biased), subject=subject)


@pytest.fixture(scope="module")
def study() -> Study:
    return prepare([moved(), moved("x/less", 0.2), guesses()])


@pytest.fixture(scope="module")
def report(study: Study) -> Findings:
    return report_on(study)


def test_the_study_names_who_cannot_be_judged_and_why(study: Study) -> None:
    assert study.unjudged == {GUESSING: REASON}
    assert GUESSING not in study.scores.averaged.subjects
    assert prepare([moved()]).unjudged == {}


def test_differences_to_one_that_guesses_are_shown_and_not_concluded_from(study: Study) -> None:
    rows = comparison(study.scores)
    with_it = [row for row in rows if GUESSING in (row.first, row.second)]
    assert len(with_it) == 2
    assert all(not isinstance(row.difference, Gap) and isinstance(row.holm_p, Gap) for row in with_it)
    assert not any(row.significant for row in with_it)
    (judged,) = (row for row in rows if row not in with_it)
    # The family has one member left, so that its p is not adjusted.
    assert judged.holm_p == defined(judged.difference).p
    assert GUESSING not in " ".join(differences(rows))
    assert "guessing" not in picture(rows).alt
    assert GUESSING in picture(rows).caption


def test_means_and_trends_over_subjects_are_those_without_it(study: Study) -> None:
    alone = prepare([moved(), moved("x/less", 0.2)])
    mean, expected = (
        next(row for row in trends(each.scores, "depth") if row.subject == ALL_SUBJECTS) for each in (study, alone)
    )
    assert mean.slope == expected.slope
    assert (mean.unjudged, expected.unjudged) == ((GUESSING,), ())
    contrasts, without = (
        [row for row in high_low(each.scores) if row.subject == ALL_IN_TIERS] for each in (study, alone)
    )
    assert contrasts == without
    over_subjects, as_expected = (
        [row for row in reliability(each.scores) if row.over == "subjects"] for each in (study, alone)
    )
    assert over_subjects == as_expected
    leak, expected_leak = (next(iter(leakage(each.scores))) for each in (study, alone))
    assert leak == expected_leak


def test_the_answer_ranks_those_that_can_be_judged_and_names_the_other(report: Findings) -> None:
    named = [line for line in report.answer if GUESSING in line]
    assert any(f"{GUESSING} ({REASON})" in line and "leaves out" in line for line in named)
    ranking = next(line for line in report.answer if "from the largest effect" in line)
    assert "2 of 2 subjects" in ranking
    assert GUESSING not in ranking
    assert not any(GUESSING in line for line in report.answer if line.startswith(("Flip rate", "The two", "Over all")))
    assert any(line.startswith("Over all subjects that can be judged") for line in report.answer)


def test_one_subject_that_can_be_judged_has_the_answer_alone() -> None:
    found = report_on(prepare([moved(), guesses()]))
    assert not any("differ significantly" in line for line in found.answer)
    assert any("x/moved is moved by the wording" in line for line in found.answer)
    chapter = next(chapter for chapter in found.chapters if chapter.key == "comparison")
    assert not chapter.result.pictures
    none = report_on(prepare([guesses("x/a"), guesses("x/b")]))
    assert not any("is moved by" in line or "distinguishable" in line for line in none.answer)


def test_in_words_a_subject_that_errs_more_often_than_a_coin_is_not_moved() -> None:
    """Its effect differs from zero, which would otherwise be said to be that of the cue."""
    worse = evaluate(DILEMMAS, wrong_if(0.75, 1.0), subject="x/worse")
    found = report_on(prepare([worse]))
    assert "cannot be judged" in defined(found.lead).conclusion
    assert not any("x/worse is moved" in line for line in found.answer)


def test_mitigations_of_one_that_guesses_are_not_judged() -> None:
    plain = guesses()
    under = tuple(each.model_copy(update={"mitigation": "warning"}) for each in plain.decisions)
    made = prepare([plain.model_copy(update={"decisions": (*plain.decisions, *under)})])
    (line,) = sentences(outcomes(made, mitigations(made)), made.headline, made.unjudged)
    assert "warning" in line
    assert REASON in line
    assert "no benefit" not in line


def test_a_comparison_of_two_evaluations_says_that_nothing_follows() -> None:
    compared = compare_dilemmas([moved(), guesses()], "paired", TierScheme.FIXED)
    assert any(GUESSING in note and REASON in note for note in compared.table.notes)
    assert all(isinstance(row["holm_p"], Gap) for row in compared.table.rows)
    judged = compare_dilemmas([moved(), moved("x/less", 0.2)], "paired", TierScheme.FIXED).table
    assert any(isinstance(row["holm_p"], float) for row in judged.rows)
    assert not any("judged" in note for note in judged.notes)
