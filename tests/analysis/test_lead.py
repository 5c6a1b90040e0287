"""The first screen of a report: its conclusion and verdicts follow from the planted effects and claim nothing else."""

import html
import random
import re
from dataclasses import replace

import numpy as np
import pytest

from probe.analysis.figures.style import draw
from probe.analysis.measurements import Measurements
from probe.analysis.report.findings import Findings, Lead
from probe.analysis.report.lead import in_one_cell, lead
from probe.analysis.report.page import card
from probe.analysis.study import prepare
from probe.analysis.tables import Gap
from probe.errors import InputError
from probe.values import Arm, Bias, Complexity, Evaluation, Provenance
from tests.analysis.made_datasets import Chooser, errs_where, evaluate, flips_at, number, pair, pairs
from tests.analysis.reports import report_on, report_on_items
from tests.defined import defined

DILEMMAS = pairs((Bias.FRAMING, Bias.ANCHORING), 40)
CONTRARY = errs_where(lambda dilemma, arm, run: arm is not Arm.BIASED and not run)
"""A subject that errs in the first run, except on biased texts."""


def lead_of(*evaluations: Evaluation) -> Lead:
    return defined(report_on(prepare(evaluations)).lead)


def verdicts(lead: Lead) -> dict[object, object]:
    return {row["subject"]: row["verdict"] for row in lead.verdicts.rows}


def evaluate_subject(choose: Chooser, subject: str = "x/subject", dilemmas: object = DILEMMAS) -> Evaluation:
    return evaluate(dilemmas, choose, subject=subject)  # type: ignore[arg-type]


def test_a_moved_subject_is_the_title() -> None:
    subject_lead = lead_of(evaluate_subject(flips_at(0.4)))
    assert subject_lead.conclusion.startswith("The cue makes subject err more often: by ")
    assert verdicts(subject_lead) == {"x/subject": "moved by the cue"}
    assert "net effect" in [column.label for column in subject_lead.verdicts.columns]


def test_a_subject_that_resists_is_not_reported_as_moved() -> None:
    subject_lead = lead_of(evaluate_subject(flips_at(0.0)))
    assert subject_lead.conclusion.startswith("subject is not shown to be moved by the cue: 0.0 points (")
    assert verdicts(subject_lead) == {"x/subject": "not shown to be moved"}


def test_a_card_has_the_conclusion_the_verdict_and_both_figures_of_one_subject() -> None:
    report = report_on(prepare([evaluate_subject(flips_at(0.4))]))
    page = card(report)
    assert defined(report.lead).conclusion in html.unescape(page)
    assert page.count("<svg") == 2
    assert "<details" not in page
    two_subject_report = report_on(
        prepare([evaluate_subject(flips_at(0.4)), evaluate_subject(flips_at(0.0), "x/other")])
    )
    with pytest.raises(InputError, match="shows one subject, but this report has 2"):
        card(two_subject_report)


def test_a_study_without_power_says_so_first() -> None:
    subject_lead = lead_of(evaluate_subject(flips_at(0.0), dilemmas=pairs((Bias.FRAMING,), 22)))
    assert subject_lead.conclusion.startswith("Undecided whether the cue moves subject: ")
    assert "undecided" in str(verdicts(subject_lead)["x/subject"])


def test_of_several_subjects_the_only_one_that_can_be_judged_is_the_title() -> None:
    subject_lead = lead_of(evaluate_subject(flips_at(0.4)), evaluate_subject(lambda *_: "A", "x/alike"))
    assert subject_lead.conclusion.startswith("The cue makes subject err more often: by ")
    assert subject_lead.conclusion.endswith("; 1 of 2 subjects cannot be judged")


def test_too_few_dilemmas_are_not_judged() -> None:
    subject_lead = lead_of(evaluate_subject(flips_at(0.9), dilemmas=pairs((Bias.FRAMING,), 12)))
    assert subject_lead.conclusion == "subject cannot be judged: too few to test (12 dilemmas; 20 are needed)"


def test_a_subject_that_always_gives_one_answer_is_reported_first() -> None:
    first = evaluate_subject(lambda *_: "A")
    assert lead_of(first).conclusion == "subject cannot be judged: chooses the option shown first whatever the facts"


def test_unparsed_decisions_are_noted_below_the_verdicts_with_what_they_could_change() -> None:
    draw, choose = random.Random(3), flips_at(0.4)
    subject_lead = lead_of(
        evaluate_subject(lambda *arguments: "unparsed" if draw.random() < 0.3 else choose(*arguments))
    )
    (row,) = subject_lead.verdicts.rows
    note = next(note for note in subject_lead.verdicts.notes if "unparsed" in note)
    low, high = (float(end.replace("−", "-")) for end in re.findall(r"between (\S+) and (\S+) points", note)[0])
    assert low < 100 * number(row["effect"]) < high
    assert not [note for note in lead_of(evaluate_subject(choose)).verdicts.notes if "unparsed" in note]


def test_several_subjects_are_counted_and_the_most_moved_is_named() -> None:
    subject_lead = lead_of(
        evaluate_subject(flips_at(0.3), "a/weak"),
        evaluate_subject(flips_at(0.7, seed=1), "b/strong"),
        evaluate_subject(flips_at(0.0), "c/none"),
    )
    assert subject_lead.conclusion.startswith("Of 3 subjects, 2 are moved by the cue; strong most, +")
    assert [row["subject"] for row in subject_lead.verdicts.rows] == ["b/strong", "a/weak", "c/none"]


def test_a_subject_moved_the_other_way_errs_less_often() -> None:
    subject_lead = lead_of(evaluate_subject(CONTRARY))
    assert "err less often: by " in subject_lead.conclusion
    assert verdicts(subject_lead) == {"x/subject": "moved against the cue"}


def test_biases_that_offset_each_other_are_reported_first() -> None:
    both_ways = errs_where(lambda dilemma, arm, run: (arm is Arm.BIASED) != (dilemma.bias is Bias.FRAMING) and run < 2)
    subject_lead = lead_of(evaluate_subject(both_ways))
    assert "moved both ways by single biases, which offset each other" in subject_lead.conclusion


def test_subjects_moved_either_way_are_counted_apart() -> None:
    subject_lead = lead_of(evaluate_subject(flips_at(0.5), "a/pliant"), evaluate_subject(CONTRARY, "b/contrary"))
    assert subject_lead.conclusion.startswith("Of 2 subjects, 1 is moved by the cue and 1 against it; pliant most, ")


def test_unparsed_answers_that_may_change_the_sign_leave_it_undecided() -> None:
    choose = flips_at(0.3, seed=3)
    subject_lead = lead_of(
        evaluate_subject(lambda pair, arm, run, exchanged: "unparsed" if run > 1 else choose(pair, arm, run, exchanged))
    )
    assert subject_lead.conclusion.startswith("Undecided how the cue moves subject: +")


def test_many_depths_are_ranges_and_never_crash() -> None:
    def complexity_at(number: int) -> Complexity:
        return Complexity(inferences=30, choice_steps=2, depth=8 + number % 14, size=30)

    dilemmas = [
        dilemma.model_copy(update={"complexity": complexity_at(index)}) for index, dilemma in enumerate(DILEMMAS)
    ]
    subject_lead = lead_of(evaluate_subject(flips_at(0.4), dilemmas=dilemmas))
    (table,) = subject_lead.tables
    depths = table.column("depth")
    assert 2 <= len(depths) <= 6
    assert str(depths[0]).startswith("8–")
    assert sum(number(cell) for cell in table.column("items")) == len(dilemmas)
    for picture in subject_lead.pictures:
        draw(picture)


def test_the_change_per_level_is_called_an_association_where_no_scenario_has_several_depths() -> None:
    report = report_on(prepare([evaluate_subject(flips_at(0.4))]))
    (note,) = [note for note in defined(report.lead).verdicts.notes if note.startswith("The change per level of depth")]
    assert "is an association over all dilemmas: it does not show what depth causes" in note
    assert note in html.unescape(card(report))


def test_the_change_per_level_within_scenarios_is_reported_with_the_change_at_equal_length() -> None:
    dilemmas = [
        pair(
            bias,
            number,
            provenance=Provenance(author="grammar", series=f"s{number // 4}"),
            complexity=Complexity(inferences=30, choice_steps=2, depth=1 + number % 4, size=1 + number % 4),
            unbiased=f"I face task {number}.{' More.' * (number * 7 % 11)} Option A or Option B?",
        )
        for bias in (Bias.FRAMING, Bias.ANCHORING)
        for number in range(40)
    ]
    notes = lead_of(evaluate_subject(flips_at(0.4), dilemmas=dilemmas)).verdicts.notes
    assert any("is within scenarios: the same scenario at several depths" in note for note in notes)
    assert any(note.startswith("At equal length of the text, the change per level of depth is: ") for note in notes)
    assert not any("association" in note for note in notes)


def test_no_line_joins_depths_of_too_few_dilemmas() -> None:
    """A line through hollow points would suggest a trend that so few dilemmas cannot show."""
    picture = lead_of(evaluate_subject(flips_at(0.4), dilemmas=pairs((Bias.FRAMING,), 30))).pictures[0]
    assert picture.key == "by_depth"
    lines = [line for axes in picture.draw().axes for line in axes.get_lines()]
    (subject_line,) = [line for line in lines if line.get_label() == "subject"]
    assert np.isnan(np.asarray(subject_line.get_ydata(), dtype=np.float64)).all()


def test_many_subjects_show_those_with_the_largest_effects() -> None:
    subjects = [evaluate_subject(flips_at(0.05 * index, seed=index), f"p/model-{index}") for index in range(11)]
    subject_lead = lead_of(*subjects)
    assert len(subject_lead.verdicts.rows) == len(subjects)
    first, _ = subject_lead.pictures
    assert "The 8 of 11 subjects with the largest values are shown." in first.caption
    assert "model-3 at" in first.alt
    assert "model-2 at" not in first.alt


def test_the_verdicts_are_numbers_and_one_cell_for_reading() -> None:
    table = lead_of(evaluate_subject(flips_at(0.4))).verdicts
    (row,) = table.rows
    assert number(row["effect_low"]) < number(row["effect"]) < number(row["effect_high"])
    (merged_row,) = in_one_cell(table).rows
    assert "effect_low" not in merged_row
    assert re.fullmatch(r"\+\d+\.\d \(\+\d+\.\d to \+\d+\.\d\)", str(merged_row["effect"]))


def test_a_measure_without_an_expected_value_is_never_called_a_move() -> None:
    study = prepare([evaluate_subject(flips_at(0.4))])
    measure = study.headline.model_copy(update={"expected": None, "errors": False})
    subject_lead = lead(Measurements(replace(study, measures=(measure,), scored={measure.name: study.scores})))
    assert verdicts(subject_lead) == {"x/subject": "not tested"}
    assert subject_lead.conclusion.startswith("Net effect of subject: +")


def test_what_no_subject_has_is_not_a_column() -> None:
    columns = [column.key for column in lead_of(evaluate_subject(flips_at(0.4))).verdicts.columns]
    assert "facts" not in columns
    assert "error" in columns


@pytest.fixture(scope="module")
def findings() -> Findings:
    return report_on(prepare([evaluate_subject(flips_at(0.4)), evaluate_subject(flips_at(0.0), "y/other")]))


def test_both_figures_are_first_and_in_no_chapter(findings: Findings) -> None:
    first = [picture.key for picture in defined(findings.lead).pictures]
    assert first == ["by_depth", "effects"]
    assert [picture.key for picture in findings.pictures][:2] == first
    assert not {picture.key for chapter in findings.chapters for picture in chapter.result.pictures} & set(first)


def test_the_effects_at_each_depth_are_the_figures_data(findings: Findings) -> None:
    (table,) = defined(findings.lead).tables
    rows = table.where(subject="x/subject")
    assert [row["depth"] for row in rows] == ["1", "2", "3", "4"]
    assert sum(number(row["items"]) for row in rows) == len(DILEMMAS)
    assert not [row for row in rows if isinstance(row["effect"], Gap)]


def test_other_items_have_a_first_screen_too() -> None:
    subject_lead = defined(report_on_items(prepare([evaluate_subject(flips_at(0.4))])).lead)
    assert "moved by the manipulation" in str(verdicts(subject_lead)["x/subject"])


def test_the_first_screen_and_the_card_say_that_a_subject_is_simulated() -> None:
    """It is under the title, not only at the end of the report, since a card is shared without the report."""
    report = report_on(prepare([evaluate_subject(flips_at(0.4), "simulated/biased?rate=0.4")]))
    assert report.lead is not None
    assert report.lead.measured.startswith("The subject is simulated")
    page = html.unescape(card(report))
    assert report.lead.measured in page
    assert "no language model" in page
    two_subject_lead = lead_of(
        evaluate_subject(flips_at(0.4), "simulated/biased"), evaluate_subject(flips_at(0.0), "x/model")
    )
    assert two_subject_lead.measured.startswith("simulated/biased is simulated")
    combined_lead = lead_of(
        evaluate_subject(flips_at(0.4), "simulated/biased"), evaluate_subject(flips_at(0.0), "simulated/rational")
    )
    assert combined_lead.measured.startswith("All 2 subjects are simulated")
    assert "simulated" not in lead_of(evaluate_subject(flips_at(0.4))).measured


@pytest.mark.parametrize(
    ("subject", "words"),
    [
        ("simulated/biased", "a simulated subject"),
        ("python/choose", "a Python function"),
        ("command:agent.py?timeout=3", "a program"),
        ("local/smollm", "a model on the machine"),
    ],
)
def test_where_no_provider_answers_none_is_named(subject: str, words: str) -> None:
    conditions = {"order": "both", "endpoint": "the provider's"}
    evaluation = evaluate_subject(flips_at(0.4), subject).model_copy(update={"conditions": conditions})
    (line,) = (line for line in lead_of(evaluation).origin if line.startswith(subject))
    assert f"answered by {words}" in line
    assert "provider" not in line
    model = evaluate_subject(flips_at(0.4), "openai/gpt").model_copy(update={"conditions": conditions})
    assert any("endpoint the provider's" in line for line in lead_of(model).origin)


def test_a_title_does_not_call_a_subject_like_a_text() -> None:
    assert (
        "makes simulated/biased err" in lead_of(evaluate_subject(flips_at(0.4), "simulated/biased?rate=0.3")).conclusion
    )
    assert "makes “placebo” err" in lead_of(evaluate_subject(flips_at(0.4), "x/placebo")).conclusion
    assert "makes subject err" in lead_of(evaluate_subject(flips_at(0.4))).conclusion


def test_a_title_does_not_claim_that_no_subject_is_moved() -> None:
    report = report_on(prepare([evaluate_subject(flips_at(0.0), "x/one"), evaluate_subject(flips_at(0.0), "x/other")]))
    assert defined(report.lead).conclusion == "Of 2 subjects, none is shown to be moved by the cue"
    assert any("0 of 2 subjects are shown to be moved" in line for line in report.answer)
