"""The first screen of a report: its conclusion and verdicts follow from what was planted, and claim no more."""

import pytest

from probe.analysis.report.chapters import report_on
from probe.analysis.report.findings import Findings, Lead
from probe.analysis.report.items import contents_of_items
from probe.analysis.report.parts import build
from probe.analysis.study import prepare
from probe.analysis.tables import Gap
from probe.values import Bias, Evaluation
from tests.analysis.made_datasets import Chooser, evaluate, flips_at, number, pairs, shown

DILEMMAS = pairs((Bias.FRAMING, Bias.ANCHORING), 40)


def lead_of(*evaluations: Evaluation) -> Lead:
    found = report_on(prepare(evaluations)).lead
    assert found is not None
    return found


def verdicts(lead: Lead) -> dict[object, object]:
    return {row["subject"]: row["verdict"] for row in lead.verdicts.rows}


def asked(choose: Chooser, subject: str = "x/subject", dilemmas: object = DILEMMAS) -> Evaluation:
    return evaluate(dilemmas, choose, subject=subject)  # type: ignore[arg-type]


def test_a_moved_subject_is_the_title() -> None:
    found = lead_of(asked(flips_at(0.4)))
    assert found.conclusion.startswith("The cue makes subject err more often: by ")
    assert verdicts(found) == {"x/subject": "moved by the cue"}
    assert "net effect" in [column.label for column in found.verdicts.columns]


def test_a_subject_that_resists_is_not_said_to_be_moved() -> None:
    found = lead_of(asked(flips_at(0.0)))
    assert found.conclusion.startswith("subject is not shown to be moved by the cue: 0.0 points (")
    assert verdicts(found) == {"x/subject": "not shown to be moved"}


def test_a_study_without_power_says_so_first() -> None:
    found = lead_of(asked(flips_at(0.0), dilemmas=pairs((Bias.FRAMING,), 22)))
    assert found.conclusion.startswith("Undecided whether the cue moves subject: ")
    assert "undecided" in str(verdicts(found)["x/subject"])


def test_too_few_dilemmas_are_not_judged() -> None:
    found = lead_of(asked(flips_at(0.9), dilemmas=pairs((Bias.FRAMING,), 12)))
    assert found.conclusion == "subject cannot be judged: too few to test (12 of 20)"


def test_a_subject_that_always_gives_one_answer_is_said_first() -> None:
    first = asked(lambda *_: "A")
    assert lead_of(first).conclusion == "subject cannot be judged: gives the same answer whatever the facts"


def test_several_subjects_are_counted_and_the_most_moved_is_named() -> None:
    found = lead_of(
        asked(flips_at(0.3), "a/weak"), asked(flips_at(0.7, seed=1), "b/strong"), asked(flips_at(0.0), "c/none")
    )
    assert found.conclusion.startswith("2 of 3 subjects are moved by the cue, strong most: +")
    assert [row["subject"] for row in found.verdicts.rows] == ["b/strong", "a/weak", "c/none"]


def test_a_subject_moved_the_other_way_errs_less_often() -> None:
    def choose(dilemma, arm, run, exchanged):  # type: ignore[no-untyped-def]
        right = arm.value == "biased" or run
        return shown(dilemma.correct_option if right else dilemma.correct_option.other, exchanged)

    found = lead_of(asked(choose))
    assert "err less often: by " in found.conclusion
    assert verdicts(found) == {"x/subject": "moved against the cue"}


def test_what_no_subject_has_is_no_column() -> None:
    columns = [column.key for column in lead_of(asked(flips_at(0.4))).verdicts.columns]
    assert "facts" not in columns
    assert "error" in columns


@pytest.fixture(scope="module")
def findings() -> Findings:
    return report_on(prepare([asked(flips_at(0.4)), asked(flips_at(0.0), "y/other")]))


def test_both_figures_are_first_and_in_no_chapter(findings: Findings) -> None:
    assert findings.lead is not None
    first = [picture.key for picture in findings.lead.pictures]
    assert first == ["by_depth", "effects"]
    assert [picture.key for picture in findings.pictures][:2] == first
    assert not {picture.key for chapter in findings.chapters for picture in chapter.pictures} & set(first)


def test_the_effects_at_each_depth_are_the_figures_data(findings: Findings) -> None:
    assert findings.lead is not None
    (table,) = findings.lead.tables
    own = table.where(subject="x/subject")
    assert [row["depth"] for row in own] == ["1", "2", "3", "4"]
    assert sum(number(row["items"]) for row in own) == len(DILEMMAS)
    assert not [row for row in own if isinstance(row["effect"], Gap)]


def test_other_items_have_a_first_screen_too() -> None:
    found = build(contents_of_items(prepare([asked(flips_at(0.4))]))).lead
    assert found is not None
    assert "moved by the manipulation" in str(verdicts(found)["x/subject"])
