"""A study between people from the draw to the file that ``probe analyze --people`` reads."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from probe.audit.between import (
    BETWEEN,
    BookletStep,
    StudyOptions,
    booklets,
    draw_between,
    names,
    passed,
    readings,
)
from probe.audit.crowd import PersonDecision, people_csv
from probe.audit.instructions import read_instructions
from probe.errors import InputError
from probe.files.dataset import DATASET, json_line
from probe.files.folders import interrupted, write_files
from probe.files.plain import refuse_overwriting
from probe.files.spreadsheets import csv_table, read_csv
from probe.ports import Ratings
from probe.protocols.reading import read_dataset
from probe.session import create_ratings, open_ratings
from probe.values.texts import visible_line
from probe.values.validation import Question, Rating, SampledItem

if TYPE_CHECKING:
    from probe.analysis.tables import Table

PEOPLE_FILE = "people.csv"
LINKS_FILE = "links.csv"
PAGES = "pages"
"""The folder with a file for each person."""

MakePage = Callable[[str, Sequence[BookletStep], str], str]
"""Makes the HTML of a person's file from the name, the booklet and the text of the page of consent."""


def is_between(store: Ratings) -> bool:
    """Return whether a sample is that of a study between people."""
    return store.settings.get("design") == BETWEEN


def draw_people(dataset: Path, out: Path, options: StudyOptions, make_page: MakePage) -> tuple[SampledItem, ...]:
    """Draw the study of ``dataset`` into ``out`` with its pages, and return its dilemmas.

    The text of the page of consent is ``instructions.txt`` in ``out``: it is written if it is missing, and never
    overwritten. Drawing the same study again writes the pages with the text as it is then. Raises InputError if too
    few dilemmas are suitable, or ``out`` contains another sample.
    """
    source = read_dataset(dataset)
    if not source.definition.between_people:
        raise InputError(f"{dataset}: people cannot be compared on items of this protocol: give a dataset of dilemmas")
    items = draw_between(tuple(source), options, str(dataset))
    settings = options.settings(dataset.name)
    store = create_ratings(out, items, settings)
    # Compared with what is stored: an existing folder keeps its own sample.
    if dict(store.settings) != settings:
        raise InputError(f"{out} contains a study with other settings: give another folder with --out")
    # The server admits only people who are invited.
    store.invite(names(options))
    text = read_instructions(out, options)
    # The list of links comes last, so that every page that it names exists.
    write_files(out, _pages(store, text, make_page), last=LINKS_FILE)
    return store.items


def _pages(store: Ratings, instructions: str, make_page: MakePage) -> dict[str, bytes]:
    """Return a file for each person, whose name no one can guess, and the list of the names."""
    files, links = dict[str, bytes](), []
    for person, steps in booklets(store.items, StudyOptions.of(store.settings)).items():
        name = f"{PAGES}/{store.link_key(person)}.html"
        files[name] = make_page(person, steps, instructions).encode("utf-8", "replace")
        links.append({"person": person, "file": name})
    files[LINKS_FILE] = csv_table(("person", "file"), links).encode()
    return files


def people_links(store: Ratings) -> dict[str, str]:
    """Return the path of each person's page."""
    people = names(StudyOptions.of(store.settings))
    return {person: f"/study/{person}?key={store.link_key(person)}" for person in people}


def people_progress(folder: Path) -> tuple[int, dict[str, int]]:
    """Return how many steps a booklet has at most, and how many of them each person has done."""
    store = open_study(folder)
    booklet_by_person = booklets(store.items, StudyOptions.of(store.settings))
    done_counts = {}
    for person in store.raters():
        answered_questions = store.progress(person)
        questions = [
            (step, answered_questions.get(step.item.pair_id, frozenset())) for step in booklet_by_person.get(person, ())
        ]
        done_counts[person] = sum(set(step.questions) <= answers for step, answers in questions)
    return max(map(len, booklet_by_person.values())), done_counts


def import_people(folder: Path, files: Sequence[Path]) -> tuple[int, int]:
    """Save the answers that people sent as files; return how many people and answers.

    Raises InputError, with the file's row, for an answer to what a person was not asked, or another one than before.
    """
    store = open_study(folder)
    booklet_by_person = booklets(store.items, StudyOptions.of(store.settings))
    saved_answers = {
        (saved_rating.rater, saved_rating.pair_id, saved_rating.question): saved_rating.answer
        for saved_rating in store.ratings()
    }
    by_person: dict[str, dict[tuple[str, Question], Rating]] = {}
    for file in files:
        for number, row in read_csv(file, ("person", "item", "question", "answer"), "a file of a person's page"):
            rating = _rating(f"{file} row {number}", row, booklet_by_person)
            person_answers = by_person.setdefault(rating.rater, {})
            earlier_rating = person_answers.setdefault((rating.pair_id, rating.question), rating)
            if earlier_rating.answer != rating.answer:
                raise InputError(f"{file} row {number}: {rating.rater} has another answer to this in a row before")
            # What is saved was answered on a page of the server; a file could have been edited since.
            if saved_answers.get((rating.rater, rating.pair_id, rating.question), rating.answer) != rating.answer:
                raise InputError(
                    f"{file} row {number}: {rating.rater} has another answer to this in {folder}: saved answers are "
                    "never changed, so leave the file out"
                )
    # Only after every file was read: a file with a problem is refused as a whole.
    for person, answers in by_person.items():
        store.save(person, tuple(answers.values()))
    return len(by_person), sum(map(len, by_person.values()))


def _rating(location: str, row: Mapping[str, str], booklet_by_person: Mapping[str, Sequence[BookletStep]]) -> Rating:
    person, item, question, answer = (row[name].strip() for name in ("person", "item", "question", "answer"))
    if person not in booklet_by_person:
        raise InputError(f"{location}: {visible_line(person)[:40]!r} is not a person of this study")
    asked_questions = {
        (step.item.pair_id, step_question.value): step_question
        for step in booklet_by_person[person]
        for step_question in step.questions
    }
    # Consent is stored with the first dilemma, since an answer belongs to an item.
    asked_questions[booklet_by_person[person][0].item.pair_id, Question.CONSENT.value] = Question.CONSENT
    asked_question = asked_questions.get((item, question))
    if asked_question is None:
        raise InputError(f"{location}: {person} was not asked {visible_line(question)[:40]!r} about this item")
    choice = next((answer_option for answer_option in asked_question.answers if answer_option == answer), None)
    if choice is None:
        raise InputError(
            f"{location}: the answer {visible_line(answer)[:40]!r} is none of {', '.join(asked_question.answers)}"
        )
    return Rating(rater=person, pair_id=item, question=asked_question, answer=choice, comment="")


def open_study(folder: Path) -> Ratings:
    """Return the study in ``folder``. Raises InputError if it contains another kind of sample."""
    store = open_ratings(folder)
    if not is_between(store):
        raise InputError(f"{folder} is no study between people: make one with probe validate kit --design between")
    return store


class _Participant(NamedTuple):
    """A person who gave consent, with the booklet and the answers by item and question."""

    name: str
    steps: tuple[BookletStep, ...]
    answers: Mapping[tuple[str, Question], Rating]
    passed: bool


def _participants(store: Ratings) -> Iterator[_Participant]:
    """Yield the people with answers; what is known of a person without consent is not used."""
    for person, steps, answers in readings(store.items, StudyOptions.of(store.settings), store.ratings()):
        # Without consent, an answer is as if it had not been given.
        if any(question is Question.CONSENT for _, question in answers):
            yield _Participant(person, steps, answers, passed(steps, answers))


def decisions_of(store: Ratings) -> tuple[PersonDecision, ...]:
    """Return what people decided; a person without consent has no decision."""
    return tuple(
        PersonDecision(participant.name, step.item.pair_id, step.arm, rating.answer or "", participant.passed)
        for participant in _participants(store)
        for step in participant.steps
        if Question.DECISION in step.questions
        if (rating := participant.answers.get((step.item.pair_id, Question.DECISION))) is not None
    )


def judgements_of(store: Ratings) -> tuple[Rating, ...]:
    """Return the answers on the bearing of cues of people who gave consent and passed the comprehension checks."""
    return tuple(
        rating
        for participant in _participants(store)
        if participant.passed
        for (_, question), rating in participant.answers.items()
        if question is Question.BEARING
    )


def export_people(folder: Path, out: Path, dataset: Path | None, *, force: bool = False) -> tuple[str, ...]:
    """Write what people decided, and what they say of cues, to ``out``; return the names of the files.

    With ``dataset``, the dataset is written too, with a field on each judged dilemma: ``norm_acceptance`` in its
    evidence. Raises InputError if there are no decisions yet, if the dataset lacks a judged dilemma, or, unless
    ``force``, if the files exist.
    """
    from probe.analysis.people.acceptance import acceptance, evidence_of, table
    from probe.analysis.report.formats import to_csv

    store = open_study(folder)
    decisions = decisions_of(store)
    if not decisions:
        raise InputError(f"{folder} has no decisions yet: probe validate serve {folder}, or import what people sent")
    judged_cues = acceptance(judgements_of(store), store.items)
    files = {PEOPLE_FILE: people_csv(decisions).encode(), "norm_acceptance.csv": to_csv(table(judged_cues)).encode()}
    if dataset is not None:
        evidence = evidence_of(judged_cues)
        items = [
            item.model_copy(update={"evidence": {**item.evidence, **evidence.pop(item.id, {})}})
            for item in read_dataset(dataset)
        ]
        if evidence:
            raise InputError(
                f"{dataset} lacks {len(evidence)} of the {len(judged_cues)} dilemmas whose cues were judged: give the "
                f"dataset that {folder} was drawn from"
            )
        files[DATASET] = "".join(map(json_line, items)).encode()
    refuse_overwriting([out / name for name in files], "--out", replaceable=interrupted(out), force=force)
    write_files(out, files)
    return tuple(files)


def norm_table(folder: Path) -> "Table":
    """Return what people say of cues, by bias. Raises InputError if no cue was judged yet."""
    from probe.analysis.people.acceptance import acceptance, by_bias, by_bias_table

    store = open_study(folder)
    rows = by_bias(acceptance(judgements_of(store), store.items))
    if not rows:
        raise InputError(f"{folder} has no judgement of a cue yet: people give them after their decisions")
    return by_bias_table(rows)
