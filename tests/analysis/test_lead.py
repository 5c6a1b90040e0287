"""The first screen of a report: its conclusion and verdicts follow from what was planted, and claim no more."""

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


def test_a_card_has_the_conclusion_the_verdict_and_both_figures_of_one_subject() -> None:
    found = report_on(prepare([asked(flips_at(0.4))]))
    page = card(found)
    assert defined(found.lead).conclusion in html.unescape(page)
    assert page.count("<svg") == 2
    assert "<details" not in page
    several = report_on(prepare([asked(flips_at(0.4)), asked(flips_at(0.0), "x/other")]))
    with pytest.raises(InputError, match="shows one subject, but this report has 2"):
        card(several)


def test_a_study_without_power_says_so_first() -> None:
    found = lead_of(asked(flips_at(0.0), dilemmas=pairs((Bias.FRAMING,), 22)))
    assert found.conclusion.startswith("Undecided whether the cue moves subject: ")
    assert "undecided" in str(verdicts(found)["x/subject"])


def test_of_several_subjects_the_only_one_that_can_be_judged_is_the_title() -> None:
    found = lead_of(asked(flips_at(0.4)), asked(lambda *_: "A", "x/alike"))
    assert found.conclusion.startswith("The cue makes subject err more often: by ")
    assert found.conclusion.endswith("; 1 of 2 subjects cannot be judged")


def test_too_few_dilemmas_are_not_judged() -> None:
    found = lead_of(asked(flips_at(0.9), dilemmas=pairs((Bias.FRAMING,), 12)))
    assert found.conclusion == "subject cannot be judged: too few to test (12 dilemmas; 20 are needed)"


def test_a_subject_that_always_gives_one_answer_is_said_first() -> None:
    first = asked(lambda *_: "A")
    assert lead_of(first).conclusion == "subject cannot be judged: chooses the option shown first whatever the facts"


def test_unparsed_decisions_are_said_below_the_verdicts_with_what_they_could_change() -> None:
    draw, read = random.Random(3), flips_at(0.4)
    found = lead_of(asked(lambda *shown: "unparsed" if draw.random() < 0.3 else read(*shown)))
    (row,) = found.verdicts.rows
    note = next(note for note in found.verdicts.notes if "unparsed" in note)
    low, high = (float(end.replace("−", "-")) for end in re.findall(r"between (\S+) and (\S+) points", note)[0])
    assert low < 100 * number(row["effect"]) < high
    assert not [note for note in lead_of(asked(read)).verdicts.notes if "unparsed" in note]


def test_several_subjects_are_counted_and_the_most_moved_is_named() -> None:
    found = lead_of(
        asked(flips_at(0.3), "a/weak"), asked(flips_at(0.7, seed=1), "b/strong"), asked(flips_at(0.0), "c/none")
    )
    assert found.conclusion.startswith("Of 3 subjects, 2 are moved by the cue; strong most, +")
    assert [row["subject"] for row in found.verdicts.rows] == ["b/strong", "a/weak", "c/none"]


def test_a_subject_moved_the_other_way_errs_less_often() -> None:
    found = lead_of(asked(CONTRARY))
    assert "err less often: by " in found.conclusion
    assert verdicts(found) == {"x/subject": "moved against the cue"}


def test_biases_that_offset_each_other_are_said_first() -> None:
    both_ways = errs_where(lambda dilemma, arm, run: (arm is Arm.BIASED) != (dilemma.bias is Bias.FRAMING) and run < 2)
    found = lead_of(asked(both_ways))
    assert "moved both ways by single biases, which offset each other" in found.conclusion


def test_subjects_moved_either_way_are_counted_apart() -> None:
    found = lead_of(asked(flips_at(0.5), "a/pliant"), asked(CONTRARY, "b/contrary"))
    assert found.conclusion.startswith("Of 2 subjects, 1 is moved by the cue and 1 against it; pliant most, ")


def test_unparsed_answers_that_may_change_the_sign_leave_it_undecided() -> None:
    planted = flips_at(0.3, seed=3)
    found = lead_of(
        asked(lambda pair, arm, run, exchanged: "unparsed" if run > 1 else planted(pair, arm, run, exchanged))
    )
    assert found.conclusion.startswith("Undecided how the cue moves subject: +")


def test_many_depths_are_ranges_and_never_crash() -> None:
    def deep(number: int) -> Complexity:
        return Complexity(inferences=30, choice_steps=2, depth=8 + number % 14, size=30)

    dilemmas = [made.model_copy(update={"complexity": deep(place)}) for place, made in enumerate(DILEMMAS)]
    found = lead_of(asked(flips_at(0.4), dilemmas=dilemmas))
    (table,) = found.tables
    depths = table.column("depth")
    assert 2 <= len(depths) <= 6
    assert str(depths[0]).startswith("8–")
    assert sum(number(cell) for cell in table.column("items")) == len(dilemmas)
    for picture in found.pictures:
        draw(picture)


def test_the_change_per_level_is_called_an_association_where_no_scenario_has_several_depths() -> None:
    found = report_on(prepare([asked(flips_at(0.4))]))
    (note,) = [note for note in defined(found.lead).verdicts.notes if note.startswith("The change per level of depth")]
    assert "is an association over all dilemmas: it does not show what depth causes" in note
    assert note in html.unescape(card(found))


def test_the_change_per_level_within_scenarios_is_said_to_be_that_with_the_change_at_equal_length() -> None:
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
    notes = lead_of(asked(flips_at(0.4), dilemmas=dilemmas)).verdicts.notes
    assert any("is within scenarios: the same scenario at several depths" in note for note in notes)
    assert any(note.startswith("At equal length of the text, the change per level of depth is: ") for note in notes)
    assert not any("association" in note for note in notes)


def test_no_line_joins_depths_of_too_few_dilemmas() -> None:
    """A line through hollow points would show a course that so few dilemmas cannot."""
    picture = lead_of(asked(flips_at(0.4), dilemmas=pairs((Bias.FRAMING,), 30))).pictures[0]
    assert picture.key == "by_depth"
    lines = [line for axes in picture.draw().axes for line in axes.get_lines()]
    (joined,) = [line for line in lines if line.get_label() == "subject"]
    assert np.isnan(np.asarray(joined.get_ydata(), dtype=np.float64)).all()


def test_many_subjects_show_those_with_the_largest_effects() -> None:
    subjects = [asked(flips_at(0.05 * place, seed=place), f"p/model-{place}") for place in range(11)]
    found = lead_of(*subjects)
    assert len(found.verdicts.rows) == len(subjects)
    first, _ = found.pictures
    assert "The 8 of 11 subjects with the largest values are shown." in first.caption
    assert "model-3 at" in first.alt
    assert "model-2 at" not in first.alt


def test_the_verdicts_are_numbers_and_one_cell_for_reading() -> None:
    table = lead_of(asked(flips_at(0.4))).verdicts
    (row,) = table.rows
    assert number(row["effect_low"]) < number(row["effect"]) < number(row["effect_high"])
    (read,) = in_one_cell(table).rows
    assert "effect_low" not in read
    assert re.fullmatch(r"\+\d+\.\d \(\+\d+\.\d to \+\d+\.\d\)", str(read["effect"]))


def test_a_measure_without_an_expected_value_is_never_called_a_move() -> None:
    study = prepare([asked(flips_at(0.4))])
    measure = study.headline.model_copy(update={"expected": None, "errors": False})
    found = lead(Measurements(replace(study, measures=(measure,), scored={measure.name: study.scores})))
    assert verdicts(found) == {"x/subject": "not tested"}
    assert found.conclusion.startswith("Net effect of subject: +")


def test_what_no_subject_has_is_no_column() -> None:
    columns = [column.key for column in lead_of(asked(flips_at(0.4))).verdicts.columns]
    assert "facts" not in columns
    assert "error" in columns


@pytest.fixture(scope="module")
def findings() -> Findings:
    return report_on(prepare([asked(flips_at(0.4)), asked(flips_at(0.0), "y/other")]))


def test_both_figures_are_first_and_in_no_chapter(findings: Findings) -> None:
    first = [picture.key for picture in defined(findings.lead).pictures]
    assert first == ["by_depth", "effects"]
    assert [picture.key for picture in findings.pictures][:2] == first
    assert not {picture.key for chapter in findings.chapters for picture in chapter.result.pictures} & set(first)


def test_the_effects_at_each_depth_are_the_figures_data(findings: Findings) -> None:
    (table,) = defined(findings.lead).tables
    own = table.where(subject="x/subject")
    assert [row["depth"] for row in own] == ["1", "2", "3", "4"]
    assert sum(number(row["items"]) for row in own) == len(DILEMMAS)
    assert not [row for row in own if isinstance(row["effect"], Gap)]


def test_other_items_have_a_first_screen_too() -> None:
    found = defined(report_on_items(prepare([asked(flips_at(0.4))])).lead)
    assert "moved by the manipulation" in str(verdicts(found)["x/subject"])


def test_the_first_screen_and_the_card_say_that_a_subject_is_simulated() -> None:
    """Under the title, not only where the report ends, since a card is shared without it."""
    alone = report_on(prepare([asked(flips_at(0.4), "simulated/biased?rate=0.4")]))
    assert alone.lead is not None
    assert alone.lead.measured.startswith("The subject is simulated")
    page = html.unescape(card(alone))
    assert alone.lead.measured in page
    assert "no language model" in page
    both = lead_of(asked(flips_at(0.4), "simulated/biased"), asked(flips_at(0.0), "x/model"))
    assert both.measured.startswith("simulated/biased is simulated")
    every = lead_of(asked(flips_at(0.4), "simulated/biased"), asked(flips_at(0.0), "simulated/rational"))
    assert every.measured.startswith("All 2 subjects are simulated")
    assert "simulated" not in lead_of(asked(flips_at(0.4))).measured


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
    evaluation = asked(flips_at(0.4), subject).model_copy(update={"conditions": conditions})
    (line,) = (line for line in lead_of(evaluation).origin if line.startswith(subject))
    assert f"answered by {words}" in line
    assert "provider" not in line
    model = asked(flips_at(0.4), "openai/gpt").model_copy(update={"conditions": conditions})
    assert any("endpoint the provider's" in line for line in lead_of(model).origin)


def test_a_title_does_not_call_a_subject_like_a_text() -> None:
    assert "makes simulated/biased err" in lead_of(asked(flips_at(0.4), "simulated/biased?rate=0.3")).conclusion
    assert "makes “placebo” err" in lead_of(asked(flips_at(0.4), "x/placebo")).conclusion
    assert "makes subject err" in lead_of(asked(flips_at(0.4))).conclusion


def test_a_title_does_not_claim_that_no_subject_is_moved() -> None:
    found = report_on(prepare([asked(flips_at(0.0), "x/one"), asked(flips_at(0.0), "x/other")]))
    assert defined(found.lead).conclusion == "Of 2 subjects, none is shown to be moved by the cue"
    assert any("0 of 2 subjects are shown to be moved" in line for line in found.answer)
