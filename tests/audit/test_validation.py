"""Validation by people: the draw, the stored answers, and the files to import and export them."""

import csv
import os
import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from probe.audit.validation import done_count, draw_sample, import_answers, next_item, progress, rater_name
from probe.errors import InputError, StoppedError
from probe.files.ratings_csv import read_rating_file, write_rating_files
from probe.store.ratings import RATINGS_FILE, RatingStore
from probe.values import Bias, Corpus, Dilemma, Provenance
from probe.values.validation import Question, Rating, SampledItem
from tests.web.conftest import HOSTILE, flawed_pair, hostile_pair


@pytest.fixture
def pairs(corpus: Corpus) -> list[Dilemma]:
    """The seeds, copied for three authors."""
    seeds = [seed.to_pair() for seed in corpus.seeds]
    return [
        pair.model_copy(update={"id": f"{number:016x}", "provenance": Provenance(author=author)})
        for number, (author, pair) in enumerate((author, pair) for author in "xyz" for pair in seeds)
    ]


@pytest.fixture
def items() -> tuple[SampledItem, ...]:
    hostile = Dilemma.model_validate(hostile_pair().model_dump())
    return SampledItem.of(flawed_pair()), SampledItem.of(hostile)


@pytest.fixture
def store(tmp_path: Path, items: tuple[SampledItem, ...]) -> RatingStore:
    return RatingStore.create(tmp_path, items, {})


def rating(item: SampledItem, question: Question, answer: str | None, comment: str = "", rater: str = "a") -> Rating:
    fields = {"rater": rater, "pair_id": item.pair_id, "question": question, "answer": answer, "comment": comment}
    return Rating.model_validate(fields)


def test_the_draw_depends_on_the_seed_and_the_dilemmas_alone(pairs: list[Dilemma]) -> None:
    sample = draw_sample(pairs, 1, seed=3)
    shuffled_pairs = random.Random(0).sample(pairs, len(pairs))
    assert draw_sample([*shuffled_pairs, *shuffled_pairs[:5]], 1, seed=3) == sample
    assert draw_sample(pairs, 1, seed=4) != sample


def test_every_bias_and_author_has_its_items_and_none_comes_twice(pairs: list[Dilemma]) -> None:
    sample = draw_sample(pairs, 1, seed=0)
    assert len({item.pair_id for item in sample}) == len(sample) == 3 * len(Bias)
    assert len({(item.bias, item.author) for item in sample}) == 3 * len(Bias)
    assert len(draw_sample(pairs, 99, seed=0)) == len(pairs)


def test_an_item_without_rebuilt_text_is_not_asked_about_it(items: tuple[SampledItem, ...]) -> None:
    assert Question.ALIGNMENT in items[0].questions
    assert Question.ALIGNMENT not in items[1].questions


def test_answers_outlive_the_process_that_took_them(tmp_path: Path, items: tuple[SampledItem, ...]) -> None:
    """The process is killed immediately after it stored an answer."""
    RatingStore.create(tmp_path, items, {})
    script = (
        "import os, sys; from pathlib import Path\n"
        "from probe.store.ratings import RatingStore; from probe.values.validation import Rating\n"
        "s = RatingStore.open(Path(sys.argv[1]))\n"
        "s.save('a', [Rating(rater='a', pair_id=s.items[0].pair_id, question='axioms', answer='no', comment='c')])\n"
        "os.kill(os.getpid(), 9)\n"
    )
    completed = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], env=dict(os.environ), timeout=60, check=False
    )
    assert completed.returncode == -9
    assert RatingStore.open(tmp_path).ratings() == (rating(items[0], Question.AXIOMS, "no", "c"),)


def test_undo_takes_back_what_was_saved_together_and_brings_back_what_was_before(
    store: RatingStore, items: tuple[SampledItem, ...]
) -> None:
    first = [rating(items[0], Question.AXIOMS, "yes"), rating(items[0], Question.SAME_TASK, "yes", "fine")]
    store.save("a", first)
    store.save("b", [rating(items[0], Question.AXIOMS, "no", rater="b")])
    store.save("a", [rating(items[0], Question.AXIOMS, "no"), first[1]])
    assert {(rating.question, rating.answer) for rating in store.ratings("a")} == {
        ("axioms", "no"),
        ("same_task", "yes"),
    }
    assert store.undo("a") == items[0].pair_id
    assert set(store.ratings("a")) == set(first)
    assert store.undo("a") == items[0].pair_id
    assert store.ratings("a") == ()
    assert store.undo("a") is None
    assert len(store.ratings("b")) == 1, "a rater's undo must not touch another's answers"


def test_saving_the_same_answers_again_leaves_nothing_to_undo(
    store: RatingStore, items: tuple[SampledItem, ...]
) -> None:
    store.save("a", [rating(items[0], Question.AXIOMS, None)])
    assert store.undo("a") is None
    store.save("a", [rating(items[0], Question.AXIOMS, "yes")])
    store.save("a", [rating(items[0], Question.AXIOMS, "yes")])
    store.undo("a")
    assert store.ratings() == ()


def test_a_rater_goes_through_what_is_open_and_ends(store: RatingStore, items: tuple[SampledItem, ...]) -> None:
    store.save("a", [rating(items[1], question, "yes") for question in items[1].questions])
    assert done_count(items, store.progress("a")) == 1
    assert next_item(items, store.progress("a"), after=1) == 1
    store.save("a", [rating(items[0], question, "no") for question in items[0].questions])
    assert next_item(items, store.progress("a")) is None


def test_the_same_sample_is_resumed_and_another_is_rejected(
    store: RatingStore, tmp_path: Path, items: tuple[SampledItem, ...]
) -> None:
    store.save("a", [rating(items[0], Question.AXIOMS, "yes")])
    assert RatingStore.create(tmp_path, items, {}).ratings() == store.ratings()
    with pytest.raises(InputError, match=tmp_path.name):
        RatingStore.create(tmp_path, items[:1], {})
    with pytest.raises(InputError, match="nowhere"):
        RatingStore.open(tmp_path / "nowhere")
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / RATINGS_FILE).write_text("no database", encoding="utf-8")
    with pytest.raises(InputError, match="bad"):
        RatingStore.open(tmp_path / "bad")


def test_csv_files_give_back_what_was_written(tmp_path: Path, items: tuple[SampledItem, ...]) -> None:
    """This includes hostile comments and texts; no cell is a formula to a spreadsheet."""
    expected_ratings = [
        rating(items[0], Question.SAME_TASK, "yes", "=HYPERLINK(1)"),
        rating(items[0], Question.AXIOMS, None, '\'quoted, "twice"\nand broken'),
        rating(items[1], Question.BIAS_PRESENCE, "no", HOSTILE),
    ]
    files = write_rating_files(tmp_path, items, expected_ratings)
    ratings = [rating for file in files for rating in read_rating_file(file, items, "a")]
    assert sorted(ratings, key=str) == sorted(expected_ratings, key=str)
    for file in files:
        with file.open(encoding="utf-8", newline="") as stream:
            cells = [cell for row in csv.reader(stream) for cell in row]
        assert not [cell for cell in cells if cell.startswith(("=", "+", "@", "-"))]


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("{pair},axioms,maybe,", "row 2: .*neither yes nor no"),
        ("nobody,axioms,yes,", "row 2: .*not in this sample"),
        ("{pair},colour,yes,", "row 2: 'colour' is not asked"),
    ],
)
def test_a_bad_row_is_reported_by_its_number(
    tmp_path: Path, items: tuple[SampledItem, ...], row: str, problem: str
) -> None:
    file = tmp_path / "a.csv"
    file.write_text(f"pair_id,question,answer,comment\n{row.format(pair=items[0].pair_id)}\n", encoding="utf-8")
    with pytest.raises(InputError, match=problem):
        read_rating_file(file, items, "a")


def test_a_question_that_is_answered_in_two_rows_is_rejected(tmp_path: Path, items: tuple[SampledItem, ...]) -> None:
    """Even if they agree: which one the rater meant is unknown."""
    file = tmp_path / "a.csv"
    pair = items[0].pair_id
    file.write_text(f"pair_id,question,answer\n{pair},axioms,yes\n{pair},axioms,no\n", encoding="utf-8")
    with pytest.raises(InputError, match=f"row 3: axioms of {pair} is in row 2 too; keep one row"):
        read_rating_file(file, items, "a")


def test_two_files_that_contradict_each_other_are_rejected(tmp_path: Path, items: tuple[SampledItem, ...]) -> None:
    RatingStore.create(tmp_path / "sample", items, {})
    files = [tmp_path / "a.csv", tmp_path / "b.csv"]
    for file, answer in zip(files, ("yes", "no"), strict=True):
        file.write_text(f"pair_id,question,answer\n{items[0].pair_id},axioms,{answer}\n", encoding="utf-8")
    with pytest.raises(InputError, match="a different answer in an earlier file"):
        import_answers(tmp_path / "sample", "Ada", files)
    assert import_answers(tmp_path / "sample", "Ada", [files[0], files[0]]) == ("Ada", 1)


def test_a_long_wrong_cell_is_shown_in_part(tmp_path: Path, items: tuple[SampledItem, ...]) -> None:
    file = tmp_path / "a.csv"
    file.write_text(f"pair_id,question,answer\n{'x' * 3_000_000},axioms,yes\n", encoding="utf-8")
    with pytest.raises(InputError) as excinfo:
        read_rating_file(file, items, "a")
    assert len(str(excinfo.value)) < 300


def test_spreadsheets_words_for_yes_and_no_are_read(tmp_path: Path, items: tuple[SampledItem, ...]) -> None:
    file = tmp_path / "a.csv"
    rows = [f"{items[0].pair_id},same_task,TRUE,", f"{items[1].pair_id},same_task, 0 ,"]
    file.write_text("\ufeffpair_id,question,answer,comment\n" + "\n".join(rows), encoding="utf-8")
    assert [rating.answer for rating in read_rating_file(file, items, "a")] == ["yes", "no"]


def test_invalid_names_of_raters_are_rejected() -> None:
    assert rater_name("  Ada   L. ") == "Ada L."
    for name in ("", "..", "a/b", "<b>", "x" * 41, "a\x1b"):
        with pytest.raises(InputError):
            rater_name(name)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE items SET content = '{}'",
        "UPDATE items SET content = x'ff00'",
        "UPDATE items SET content = 5",
        "UPDATE answers SET question = 'nonsense'",
        "UPDATE answers SET answer = 'maybe'",
        "UPDATE answers SET answer = 'first'",
        "UPDATE batches SET rater = x'ff'",
        "UPDATE answers SET comment = CAST(x'ff' AS TEXT)",
        "CREATE TRIGGER forging AFTER INSERT ON answers BEGIN UPDATE answers SET answer = 'no'; END",
        "CREATE VIEW more AS SELECT * FROM answers",
    ],
)
def test_a_damaged_validation_is_rejected_in_one_line(
    store: RatingStore, tmp_path: Path, items: tuple[SampledItem, ...], damage: str
) -> None:
    store.save("a", [rating(items[0], Question.AXIOMS, "no")])
    with closing(sqlite3.connect(tmp_path / RATINGS_FILE)) as database, database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        database.execute(damage)
    with pytest.raises(InputError, match=RATINGS_FILE) as excinfo:
        progress(tmp_path)
    assert "\n" not in str(excinfo.value)


def test_reading_a_deleted_validation_does_not_create_it_again(store: RatingStore, tmp_path: Path) -> None:
    (tmp_path / RATINGS_FILE).unlink()
    with pytest.raises(InputError, match=RATINGS_FILE):
        store.ratings("a")
    with pytest.raises(StoppedError, match=RATINGS_FILE):
        store.invite(["a"])
    assert not (tmp_path / RATINGS_FILE).exists()
