"""Raters' answers as CSV files, one per question, for raters who prefer a spreadsheet."""

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from probe.errors import InputError
from probe.files.plain import write_atomically
from probe.values.texts import spreadsheet_text, without_guard
from probe.values.validation import PAPER, GivenAnswer, Question, Rating, SampledItem

_YES, _NO = frozenset({"yes", "y", "true", "1"}), frozenset({"no", "n", "false", "0"})

_SHOWN: dict[Question, tuple[str, ...]] = {
    Question.SAME_TASK: ("unbiased", "biased"),
    Question.BIAS_PRESENCE: ("bias", "correct_option", "unbiased", "biased"),
    Question.ALIGNMENT: ("unbiased", "rebuilt"),
    Question.AXIOMS: ("axioms_note", "axioms"),
}
"""The columns that a rater needs for each question."""


def rating_files(folder: Path) -> tuple[Path, ...]:
    """Return the files that ``write_rating_files`` writes."""
    return tuple(folder / f"{question.value}.csv" for question in PAPER)


def write_rating_files(folder: Path, items: Sequence[SampledItem], ratings: Iterable[Rating]) -> tuple[Path, ...]:
    """Write ``<question>.csv`` for each question, with the answers in ``ratings`` (of one rater) filled in."""
    known = {(one.pair_id, one.question): one for one in ratings}
    written = []
    for question, file in zip(PAPER, rating_files(folder), strict=True):
        text = io.StringIO()
        writer = csv.writer(text)
        writer.writerow(["pair_id", "question", *_SHOWN[question], "answer", "comment"])
        for item in (item for item in items if question in item.questions):
            given = known.get((item.pair_id, question))
            fields = [str(getattr(item, name) or "") for name in _SHOWN[question]]
            said = ((given.answer or ""), given.comment) if given else ("", "")
            writer.writerow([item.pair_id, question.value, *map(_safe, fields), said[0], _safe(said[1])])
        write_atomically(file, text.getvalue())
        written.append(file)
    return tuple(written)


def read_rating_file(file: Path, items: Sequence[SampledItem], rater: str) -> tuple[Rating, ...]:
    """Return the answers in a file, without rows that have neither answer nor comment.

    Raises InputError that names the line and the problem: an unknown item or question, or an answer that is neither yes
    nor no (``true``, ``1``, ``y`` and their opposites are accepted).
    """
    known = {item.pair_id: item for item in items}
    try:
        with file.open(encoding="utf-8-sig", newline="") as stream:
            rows = list(csv.DictReader(stream))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{file} cannot be read as CSV in UTF-8: {error}") from error
    missing = [name for name in ("pair_id", "question", "answer") if rows and name not in rows[0]]
    if missing or not rows:
        raise InputError(f"{file} has no column {missing[0]}" if missing else f"{file} contains no row")
    found = (_rating(f"{file} row {number}", row, known, rater) for number, row in enumerate(rows, 2))
    return tuple(one for one in found if one.answer is not None or one.comment)


def _rating(where: str, row: dict[str, str | None], known: dict[str, SampledItem], rater: str) -> Rating:
    pair_id, question = (row["pair_id"] or "").strip(), (row["question"] or "").strip()
    if pair_id not in known:
        raise InputError(f"{where}: {pair_id!r} is not in this sample")
    if question not in {one.value for one in known[pair_id].questions}:
        raise InputError(f"{where}: {question!r} is not asked about {pair_id}")
    said = (row["answer"] or "").strip().lower()
    if said and said not in _YES | _NO:
        raise InputError(f"{where}: the answer {said!r} is neither yes nor no; write one of them")
    answer: GivenAnswer | None = None if not said else "yes" if said in _YES else "no"
    comment = without_guard(row.get("comment") or "")
    return Rating(rater=rater, pair_id=pair_id, question=Question(question), answer=answer, comment=comment)


def _safe(text: str) -> str:
    """Return a text that no spreadsheet runs as a formula; lone surrogates, which no file can store, are replaced."""
    writable = text.encode("utf-8", "replace").decode("utf-8").replace("\0", "�")
    return spreadsheet_text(writable)
