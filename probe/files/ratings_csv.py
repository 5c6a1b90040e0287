"""Raters' answers as CSV files, one per question, for raters who prefer a spreadsheet."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from probe.errors import InputError
from probe.files.folders import write_files
from probe.files.spreadsheets import csv_rows, read_csv
from probe.values.validation import MANUAL, GivenAnswer, Question, Rating, SampledItem

_YES, _NO = frozenset({"yes", "y", "true", "1"}), frozenset({"no", "n", "false", "0"})

LONGEST_SHOWN = 60
"""Characters of a wrong cell that a message shows."""

_QUESTION_COLUMNS: dict[Question, tuple[str, ...]] = {
    Question.SAME_TASK: ("unbiased", "biased"),
    Question.BIAS_PRESENCE: ("bias", "correct_option", "unbiased", "biased"),
    Question.ALIGNMENT: ("unbiased", "rebuilt"),
    Question.AXIOMS: ("axioms_note", "axioms"),
    Question.KIND: ("would_count", "unbiased", "biased"),
}
"""The columns that a rater needs for each question about dilemmas."""
_SCALE_COLUMNS = {"correct_option": ("options", "right")}
"""What other items have instead: the scale, and the answer that is recorded as right."""


def rating_files(folder: Path) -> tuple[Path, ...]:
    """Return the files that ``write_rating_files`` may write."""
    return tuple(folder / f"{question.value}.csv" for question in MANUAL)


def write_rating_files(folder: Path, items: Sequence[SampledItem], ratings: Iterable[Rating]) -> tuple[Path, ...]:
    """Write ``<question>.csv`` for each question, with the answers in ``ratings`` (of one rater) filled in.

    There is no file on kinds that would count if no item has any. Returns the files.
    """
    rating_by_question = {(rating.pair_id, rating.question): rating for rating in ratings}
    contents: dict[str, bytes] = {}
    has_kinds = any(item.would_count for item in items)
    written_files = [path for path in rating_files(folder) if has_kinds or path.stem != Question.KIND]
    for file in written_files:
        question = Question(file.stem)
        columns = _columns(question, items)
        rows = [["pair_id", "question", *columns, "answer", "comment"]]
        for item in (item for item in items if question in item.questions):
            earlier_rating = rating_by_question.get((item.pair_id, question))
            fields = [_cell(getattr(item, name)) for name in columns]
            cells = ((earlier_rating.answer or ""), earlier_rating.comment) if earlier_rating else ("", "")
            rows.append([item.pair_id, question.value, *fields, *cells])
        contents[file.name] = "".join(csv_rows(rows)).encode()
    write_files(folder, contents)
    return tuple(written_files)


def _columns(question: Question, items: Sequence[SampledItem]) -> tuple[str, ...]:
    replacements = _SCALE_COLUMNS if any(item.options for item in items) else {}
    return tuple(column for name in _QUESTION_COLUMNS[question] for column in replacements.get(name, (name,)))


def _cell(value: object) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value or "")


def read_rating_file(file: Path, items: Sequence[SampledItem], rater: str) -> tuple[Rating, ...]:
    """Return the answers in a file, without rows that have neither answer nor comment.

    Raises InputError that names the line and the problem: an unknown item or question, a question in two rows, or an
    answer that is neither yes nor no (``true``, ``1``, ``y`` and their opposites are accepted).
    """
    items_by_id = {item.pair_id: item for item in items}
    rows: dict[tuple[str, Question], int] = {}
    ratings, has_rows = [], False
    for number, row in read_csv(file, ("pair_id", "question", "answer"), "a file of probe validate sample or export"):
        rating = _rating(f"{file} row {number}", row, items_by_id, rater)
        has_rows = True
        # Most rows of a template are still empty when a rater sends a partly completed file.
        if rating.answer is None and not rating.comment:
            continue
        first_number = rows.setdefault((rating.pair_id, rating.question), number)
        if first_number != number:
            raise InputError(
                f"{file} row {number}: {rating.question.value} of {rating.pair_id} is in row {first_number} too; "
                "keep one row"
            )
        ratings.append(rating)
    if not has_rows:
        raise InputError(f"{file} contains no row")
    return tuple(ratings)


def _shorten(text: str) -> str:
    return repr(text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…")


def _rating(location: str, row: Mapping[str, str], items_by_id: dict[str, SampledItem], rater: str) -> Rating:
    pair_id, question = row["pair_id"].strip(), row["question"].strip()
    if pair_id not in items_by_id:
        raise InputError(f"{location}: {_shorten(pair_id)} is not in this sample")
    if question not in {item_question.value for item_question in items_by_id[pair_id].questions}:
        raise InputError(f"{location}: {_shorten(question)} is not asked about {pair_id}")
    # Spreadsheets write truth values in capitals.
    word = row["answer"].strip().lower()
    if word and word not in _YES | _NO:
        raise InputError(f"{location}: the answer {_shorten(word)} is neither yes nor no; write one of them")
    answer: GivenAnswer | None = None if not word else "yes" if word in _YES else "no"
    comment = row.get("comment", "")
    return Rating(rater=rater, pair_id=pair_id, question=Question(question), answer=answer, comment=comment)
