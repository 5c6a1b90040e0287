"""A study between people: who sees what, the files and pages, and how answers become an evaluation."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from probe.analysis.people.acceptance import acceptance, by_bias
from probe.audit.between import BookletStep, StudyOptions, booklet, booklets, draw_between, names
from probe.audit.crowd import read_people
from probe.audit.people import (
    decisions_of,
    draw_people,
    export_people,
    import_people,
    judgements_of,
    open_study,
    people_links,
    people_progress,
)
from probe.errors import InputError
from probe.files.dataset import write_dataset
from probe.ports import Ratings
from probe.protocols.reading import read_dataset
from probe.values import Arm, Bias, Complexity, Controls, Dilemma, Option, Provenance
from probe.values.validation import FIGURES, Question, Rating, SampledItem
from probe.web.app import make_people_app
from probe.web.people_pages import paragraphs, person_file
from tests.shared import CommandLine, tables_of

ARMS = ("unbiased", "biased", "placebo", "advocacy")
BIASES = (Bias.ANCHORING, Bias.FRAMING, Bias.HINDSIGHT)


def dilemma(
    number: int, bias: Bias = Bias.ANCHORING, extra: str = "", series: str | None = None, depth: int = 3
) -> Dilemma:
    """A dilemma that states 120 in every arm, and 250 in the biased one."""
    text = f"Case {number}: 120 users wait.{extra}\n- Option A: wait.\n- Option B: go.\n\nWhich one?"
    return Dilemma(
        bias=bias,
        unbiased=text,
        biased=text.replace("wait.", "wait. Last time 250 left.", 1),
        axioms="good(X) :- fit(X).\n",
        unbiased_program="fit(option_A).\n",
        biased_program="fit(option_A).\nleft(250).\n",
        correct_option=Option.A,
        complexity=Complexity(depth=depth),
        controls=Controls(placebo=text.replace("wait.", "wait. It is a weekday.", 1), advocacy=f"{text} Take B."),
        provenance=Provenance(author="someone", series=series),
    )


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    file = tmp_path / "dataset.jsonl"
    write_dataset(file, [dilemma(number, BIASES[number % 3]) for number in range(6)])
    return file


@pytest.fixture
def study(tmp_path: Path, dataset: Path) -> Ratings:
    options = StudyOptions(people=5, items=6, per_person=6, checks=3, bearings=2)
    draw_people(dataset, tmp_path / "study", options, person_file)
    return open_study(tmp_path / "study")


def sample_items(count: int) -> tuple[SampledItem, ...]:
    options = StudyOptions(people=100, items=count, per_person=count, arms=ARMS)
    return draw_between([dilemma(number, BIASES[number % 3]) for number in range(count)], options, "made")


def steps_of(study: Ratings, person: str = "person-01") -> tuple[BookletStep, ...]:
    """Return the booklet of a person."""
    return booklets(study.items, StudyOptions.of(study.settings))[person]


SAMPLES = {count: sample_items(count) for count in (2, 3, 5, 8, 12, 24)}


@settings(deadline=None, max_examples=60)
@given(
    count=st.sampled_from(list(SAMPLES)), share=st.integers(1, 4), arms=st.integers(2, 4), people=st.integers(8, 40),
    seed=st.integers(0, 2**32), bearings=st.integers(0, 6),
)  # fmt: skip
def test_no_one_sees_two_arms_of_a_dilemma_and_arms_are_balanced(
    count: int, share: int, arms: int, people: int, seed: int, bearings: int
) -> None:
    per_person = count // share if count % share == 0 and count // share > 1 else count
    options = StudyOptions(people, count, per_person, ARMS[:arms], seed=seed, bearings=bearings)
    items = SAMPLES[count]
    arm_counts: dict[str, Counter[str]] = {item.pair_id: Counter() for item in items}
    for number in range(people):
        steps = booklet(items, options, number)
        seen_arms: dict[str, set[str]] = {}
        for step in steps:
            seen_arms.setdefault(step.item.pair_id, set()).add(step.arm)
        assert all(len(of_pair) == 1 for of_pair in seen_arms.values())
        decision_steps = [step for step in steps if Question.DECISION in step.questions]
        assert len(decision_steps) == len(seen_arms) == per_person
        assert _is_even(Counter(step.arm for step in decision_steps), options.arms)
        for bias in {step.item.bias for step in decision_steps}:
            assert _is_even(Counter(step.arm for step in decision_steps if step.item.bias == bias), options.arms)
        for step in decision_steps:
            arm_counts[step.item.pair_id][step.arm] += 1
    assert all(_is_even(counts, options.arms) for counts in arm_counts.values())


def _is_even(counts: Counter[str], arms: tuple[str, ...]) -> bool:
    return max(counts[arm] for arm in arms) - min(counts[arm] for arm in arms) <= 1


def test_what_is_drawn_depends_on_the_seed_alone() -> None:
    items, options = SAMPLES[12], StudyOptions(8, 12, 12)
    assert booklets(items, options) == booklets(items, options)
    assert booklets(items, options) != booklets(items, options._replace(seed=1))


def test_only_short_dilemmas_of_the_wanted_depth_and_one_of_a_series_are_drawn() -> None:
    long_dilemma = dilemma(1, extra=" word" * 200)
    unsuitable = [long_dilemma, dilemma(2, depth=5), dilemma(3).model_copy(update={"complexity": Complexity()})]
    series = [dilemma(4, series="s"), dilemma(5, series="s")]
    options = StudyOptions(people=4, items=2, per_person=2)
    sample = draw_between([*unsuitable, *series, dilemma(6)], options, "made")
    assert len(sample) == 2
    assert len({item.pair_id for item in sample} & {pair.id for pair in series}) == 1
    with pytest.raises(InputError, match=r"made has 1 dilemmas of depth 2 to 4 with at most 180 words"):
        draw_between([*unsuitable, *series], options, "made")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (StudyOptions(people=4, items=6, per_person=4), "--items 6 is not a multiple of --per-person 4"),
        (StudyOptions(people=4, items=6, per_person=6, arms=("biased",)), "--arm biased: people are compared"),
        (
            StudyOptions(people=3, items=6, per_person=3),
            "--people 3 are too few for 2 arms of 6 dilemmas: give at least 4",
        ),
    ],
)
def test_incompatible_numbers_are_rejected(options: StudyOptions, message: str) -> None:
    with pytest.raises(InputError, match=message):
        draw_between([dilemma(number) for number in range(6)], options, "made")


def test_a_check_asks_for_a_figure_that_every_arm_states() -> None:
    for item in SAMPLES[8]:
        assert item.figures[item.in_text] == "120"
        other_figures = [figure for figure in item.figures if figure != "120"]
        assert not any(figure in text for figure in other_figures for text in item.arms.values())


def test_no_position_or_rank_reveals_the_right_figure() -> None:
    """Figures rise, and the right figure is lowest, middle and highest about equally often."""
    options = StudyOptions(people=4, items=90, per_person=90)
    items = draw_between([dilemma(number) for number in range(1, 91)], options, "made")
    assert all(list(item.figures) == sorted(item.figures, key=int) for item in items)
    positions = Counter(item.in_text for item in items)
    assert (
        min(positions[position] for position in range(3)) > 15
    )  # 30 are expected; 15 is more than three standard deviations below


def answer(
    study: Ratings,
    person: str,
    decision: str = "A",
    bearing_answer: str = "no",
    *,
    understood: bool = True,
    consent: bool = True,
) -> None:
    """Answer a whole booklet."""
    steps = steps_of(study, person)
    answers = [(steps[0].item, Question.CONSENT, "yes")] * consent
    for step in steps:
        figure = FIGURES[step.item.in_text if understood else (step.item.in_text + 1) % 3]
        values = {Question.DECISION: decision, Question.FIGURE: figure, Question.BEARING: bearing_answer}
        answers += [(step.item, question, values[question]) for question in step.questions]
    study.save(
        person,
        [
            Rating.model_validate(
                {"rater": person, "pair_id": item.pair_id, "question": question, "answer": value, "comment": ""}
            )
            for item, question, value in answers
        ],
    )


def test_answers_become_an_evaluation_without_people_who_failed_the_checks(
    study: Ratings, dataset: Path, tmp_path: Path
) -> None:
    answer(study, "person-01", "A")
    answer(study, "person-02", "B", "yes")
    answer(study, "person-03", "B", understood=False)
    files = export_people(tmp_path / "study", tmp_path / "answers", dataset)
    assert set(files) == {"people.csv", "norm_acceptance.csv", "dataset.jsonl"}
    items = tuple(read_dataset(dataset))
    evaluation = read_people(tmp_path / "answers" / "people.csv", items)
    assert (evaluation.subject, evaluation.runs, evaluation.between) == ("crowd", 2, True)
    assert len(evaluation.decisions) == 12
    assert evaluation.conditions == {"people": "2", "people who failed the checks": "1"}
    assert {decision.decision for decision in evaluation.decisions if decision.run == 0} == {0}
    assert Counter(decision.arm for decision in evaluation.decisions) == {Arm.UNBIASED: 6, Arm.BIASED: 6}
    acceptances = {
        item.id: item.evidence["norm_acceptance"]
        for item in read_dataset(tmp_path / "answers" / "dataset.jsonl")
        if "norm_acceptance" in item.evidence
    }
    assert acceptances.keys() == {row.item for row in acceptance(judgements_of(study), study.items)}
    assert {item.id for item in items} == {item.id for item in read_dataset(tmp_path / "answers" / "dataset.jsonl")}


def test_acceptance_is_the_share_who_say_that_the_cue_does_not_bear_on_the_answer(study: Ratings) -> None:
    for person, bearing_answer in zip(
        names(StudyOptions.of(study.settings)), ("no", "no", "yes", "unsure", "no"), strict=True
    ):
        answer(study, person, bearing_answer=bearing_answer)
    rows = acceptance(judgements_of(study), study.items)
    assert sum(row.people for row in rows) == 10
    overall, *_ = by_bias(rows)
    assert overall.people == 5
    assert overall.accepted.estimate == pytest.approx(sum(row.accepted for row in rows) / len(rows))
    assert overall.accepted.low < overall.accepted.estimate < overall.accepted.high


def test_judgements_are_those_of_people_who_consented_and_passed_the_checks(study: Ratings) -> None:
    answer(study, "person-01")
    answer(study, "person-02", consent=False)
    answer(study, "person-03", understood=False)
    assert {judgement.rater for judgement in judgements_of(study)} == {"person-01"}


def test_a_dataset_without_the_judged_dilemmas_is_rejected(study: Ratings, tmp_path: Path) -> None:
    answer(study, "person-01")
    write_dataset(tmp_path / "other.jsonl", [dilemma(number) for number in range(50, 53)])
    with pytest.raises(InputError, match=r"other.jsonl lacks 2 of the 2 dilemmas whose cues were judged"):
        export_people(tmp_path / "study", tmp_path / "answers", tmp_path / "other.jsonl")
    assert not (tmp_path / "answers").exists()


def test_people_who_did_not_consent_have_no_decision(study: Ratings) -> None:
    (step, *_) = steps_of(study)
    study.save(
        "person-01",
        [Rating(rater="person-01", pair_id=step.item.pair_id, question=Question.DECISION, answer="A", comment="")],
    )
    assert decisions_of(study) == ()
    with pytest.raises(InputError, match="no decisions yet"):
        export_people(study_folder(study), study_folder(study) / "answers", None)


def study_folder(study: Ratings) -> Path:
    return Path(str(study._file)).parent  # type: ignore[attr-defined]


def test_files_that_people_send_are_read(study: Ratings, tmp_path: Path) -> None:
    (step, *_) = steps_of(study)
    file = tmp_path / "person-01.csv"
    item = step.item.pair_id
    file.write_text(f"person,item,question,answer\nperson-01,{item},consent,yes\nperson-01,{item},decision,B\n")
    assert import_people(tmp_path / "study", [file]) == (1, 2)
    assert [decision.decision for decision in decisions_of(study)] == ["B"]
    assert people_progress(tmp_path / "study")[1] == {"person-01": int(len(step.questions) == 1)}


def test_a_file_never_changes_a_saved_answer(study: Ratings, tmp_path: Path) -> None:
    item = steps_of(study)[0].item.pair_id
    file = tmp_path / "person-01.csv"
    rows = f"person,item,question,answer\nperson-01,{item},consent,yes\nperson-01,{item},decision,"
    file.write_text(f"{rows}A\n")
    assert import_people(tmp_path / "study", [file]) == import_people(tmp_path / "study", [file]) == (1, 2)
    file.write_text(f"{rows}B\n")
    with pytest.raises(
        InputError, match=r"row 3: person-01 has a different answer to this question in .*study: saved answers"
    ):
        import_people(tmp_path / "study", [file])
    assert [decision.decision for decision in decisions_of(study)] == ["A"]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("person-99,{item},decision,A", "row 2: 'person-99' is not a person of this study"),
        ("person-01,{item},plausible,yes", "row 2: person-01 was not asked 'plausible' about this item"),
        ("person-01,{item},decision,C", "row 2: the answer 'C' is not one of A, B"),
        ("person-01,<b>,decision,A", "row 2: person-01 was not asked 'decision' about this item"),
        ("person-01,{item},decision,A\nperson-01,{item},decision,B", "row 3: person-01 has a different answer"),
    ],
)
def test_answers_that_no_page_gives_are_rejected(study: Ratings, tmp_path: Path, row: str, message: str) -> None:
    item = steps_of(study)[0].item.pair_id
    file = tmp_path / "answers.csv"
    file.write_text("person,item,question,answer\n" + row.format(item=item) + "\n")
    with pytest.raises(InputError, match=message):
        import_people(tmp_path / "study", [file])
    assert study.ratings() == ()


def test_the_page_of_consent_is_edited_and_kept(tmp_path: Path, dataset: Path) -> None:
    options, folder = StudyOptions(people=4, items=6, per_person=6), tmp_path / "study"
    draw_people(dataset, folder, options, person_file)
    pages_before = sorted((folder / "pages").iterdir())
    assert len(pages_before) == 4
    (folder / "instructions.txt").write_text("# Hello\n\n<script>alert(1)</script>\n")
    draw_people(dataset, folder, options, person_file)
    assert sorted((folder / "pages").iterdir()) == pages_before
    text = pages_before[0].read_text()
    assert "<h2>Hello</h2>" in text
    assert "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>" in text
    with pytest.raises(InputError, match="other settings"):
        draw_people(dataset, folder, options._replace(checks=1), person_file)


def test_lines_that_begin_with_a_hash_are_headings() -> None:
    text = "# Who asks\nWe do,\nall of us.\n \n## And why\n\nFor <b>research</b>.\n"
    assert paragraphs(text) == (
        ("h2", "Who asks"),
        ("p", "We do, all of us."),
        ("h2", "And why"),
        ("p", "For <b>research</b>."),
    )


def test_the_served_pages_save_each_step_once_and_show_only_ones_own(study: Ratings) -> None:
    pages = TestClient(make_people_app(study, "# Welcome\n\nPlease read."), base_url="http://127.0.0.1")
    links = people_links(study)
    assert pages.get("/study/person-01").status_code == 403
    assert pages.get(links["person-01"].replace("person-01", "person-02")).status_code == 403
    first = pages.get(links["person-01"]).text
    assert "Please read." in first
    token = study.form_token("person-01")
    assert pages.post("/study/person-01", data={"consent": "yes"}).status_code == 403
    assert "Before you begin" in pages.post("/study/person-01", data={"token": token}).text
    page_text = pages.post("/study/person-01", data={"token": token, "consent": "yes"}).text
    assert "1 of " in page_text
    steps = steps_of(study)
    for number, step in enumerate(steps, 1):
        answers = {question.value: question.answers[0] for question in step.questions}
        page_text = pages.post("/study/person-01", data={"token": token, "step": str(number), **answers}).text
        other_answers = {question.value: question.answers[1] for question in step.questions}
        pages.post("/study/person-01", data={"token": token, "step": str(number), **other_answers})
        assert study.progress("person-01")[step.item.pair_id] >= set(step.questions)
    assert "all your answers are saved" in page_text
    assert {decision.decision for decision in decisions_of(study)} == {"A"}
    assert {rating.answer for rating in study.ratings("person-01") if rating.question is Question.BEARING} == {"yes"}


def test_the_commands_lead_from_a_dataset_to_a_report_with_people(
    probe: CommandLine, dataset: Path, tmp_path: Path, undrawn: None
) -> None:
    study, run, out = tmp_path / "study", tmp_path / "run", tmp_path / "answers"
    kit = ("validate", "kit", dataset, "--design", "between", "--people", "4", "--items", "6", "--out", study)
    assert "instructions.txt has a place to fill in" in probe(*kit).stderr
    (study / "instructions.txt").write_text("# Welcome\n\nPlease decide.\n")
    assert "place to fill in" not in probe(*kit).stderr
    for person in ("person-01", "person-02"):
        answer(open_study(study), person)
    assert '"person-01"' in probe("validate", "progress", study, "--json").stdout
    (overall, *_) = probe.json("validate", "agree", study)["rows"]
    assert (overall["bias"], overall["people"], overall["accepted"]) == ("all biases", 2, 1.0)
    probe("validate", "export", study, "--dataset", dataset, "--out", out)
    probe("evaluate", dataset, "--model", "simulated/rational", "--runs", "1", "--out", run)
    tables = tables_of(probe.json("analyze", run, "--people", out / "people.csv", "--out", tmp_path / "r"))
    assert [(row["people"], row["decisions"]) for row in tables["people"]] == [(2, 12)]
    assert {row["subject"] for row in tables["effects"]} == {"simulated/rational", "crowd"}


def test_people_are_not_served_the_pages_of_raters_who_see_both_texts(
    probe: CommandLine, study: Ratings, dataset: Path, tmp_path: Path
) -> None:
    result = probe("serve", dataset, "--ratings", tmp_path / "study", expect=2)
    assert "is a study between people: probe validate serve" in result.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--people", "4"), "--people is for --design between: leave it out"),
        (("--design", "between", "--seeds", "x"), "--seeds does not apply to a study between people: leave it out"),
        (("--design", "between", "--depth", "4-2"), "--depth '4-2' is not a range such as 2-4"),
        (("--design", "between", "--items", "7"), "has 6 dilemmas of depth 2 to 4"),
    ],
)
def test_options_of_one_design_are_rejected_with_the_other(
    probe: CommandLine, dataset: Path, tmp_path: Path, options: tuple[str, ...], message: str
) -> None:
    result = probe("validate", "kit", dataset, "--out", tmp_path / "kit", *options, expect=2)
    assert message in result.stderr
    assert not (tmp_path / "kit").exists()


def test_a_study_is_planned_for_people(probe: CommandLine) -> None:
    rows = probe.json("plan", "--people", "40", "--dilemmas", "20", "--effect", "0.15", "--simulations", "0")["rows"]
    designs = [(row["design"], row["items"], row["decisions"]) for row in rows]
    assert designs == [("40 people", 20, 800), ("80 people", 20, 1600)]
    assert rows[0]["half_width"] > rows[1]["half_width"]
    assert "--runs does not apply to --people" in probe("plan", "--people", "9", "--runs", "2", expect=2).stderr
    assert "--people-icc needs --people" in probe("plan", "--people-icc", "0.2", expect=2).stderr
