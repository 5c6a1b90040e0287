"""Validation by people: draw a sample, keep the answers of raters, and measure how far they agree."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from probe.errors import InputError
from probe.files.dataset import read_dataset
from probe.files.ratings_csv import read_rating_file, write_rating_files
from probe.session import create_ratings, open_ratings
from probe.values import Pair, fingerprint
from probe.values.validation import Question, SampledItem

if TYPE_CHECKING:
    from probe.analysis.tables import Table

_NAME = re.compile(r"[\w][\w .-]{0,39}")


def draw_sample(pairs: Sequence[Pair], per_bias: int, seed: int) -> tuple[SampledItem, ...]:
    """Draw ``per_bias`` dilemmas of each bias and author (all where there are fewer), each dilemma once.

    The draw depends on the seed and the dilemmas alone, never on their order in the file: they are taken in the order
    of a hash of both. Items come in that order too, so that raters see biases and authors mixed.
    """
    drawn: list[tuple[str, Pair]] = []
    groups: dict[tuple[str, str], list[tuple[str, Pair]]] = {}
    for pair in {pair.id: pair for pair in pairs}.values():
        ordered = (fingerprint([seed, pair.id]), pair)
        groups.setdefault((pair.bias.value, pair.provenance.author), []).append(ordered)
    for group in groups.values():
        drawn += sorted(group, key=lambda one: one[0])[:per_bias]
    return tuple(SampledItem.of(pair) for _, pair in sorted(drawn, key=lambda one: one[0]))


def rater_name(text: str) -> str:
    """Return a rater's name as it is kept. Raises InputError for one that is empty, too long or not a name."""
    name = " ".join(text.split())
    if not _NAME.fullmatch(name):
        raise InputError(
            "a rater's name has 1 to 40 letters, digits, blanks, dots or hyphens, and begins with a letter"
        )
    return name


def next_item(items: Sequence[SampledItem], progress: Mapping[str, frozenset[Question]], after: int = 0) -> int | None:
    """Return the number (from 1) of the next item that is not answered whole: first those after ``after``."""
    numbers = [*range(after + 1, len(items) + 1), *range(1, after + 1)]
    return next((number for number in numbers if not is_done(items[number - 1], progress)), None)


def is_done(item: SampledItem, progress: Mapping[str, frozenset[Question]]) -> bool:
    """Return whether every question about an item is answered."""
    return set(item.questions) <= progress.get(item.pair_id, frozenset())


def done_count(items: Sequence[SampledItem], progress: Mapping[str, frozenset[Question]]) -> int:
    """Return how many items are answered whole."""
    return sum(is_done(item, progress) for item in items)


def draw(dataset: Path, out: Path, *, per_bias: int, seed: int, authors: Sequence[str]) -> tuple[SampledItem, ...]:
    """Draw dilemmas of ``dataset`` into ``out``, which gets the ratings' file and CSV templates; return the items.

    Raises InputError where no dilemma is by one of ``authors`` (all count where none is named).
    """
    pairs = [pair for pair in read_dataset(dataset) if not authors or pair.provenance.author in authors]
    if not pairs:
        raise InputError(f"{dataset} has no dilemma of {', '.join(authors)}: leave --author out to see who wrote it")
    settings = {"dataset": dataset.name, "per_bias": str(per_bias), "seed": str(seed)}
    store = create_ratings(out, draw_sample(pairs, per_bias, seed), settings)
    write_rating_files(out / "csv", store.items, ())
    return store.items


def export_answers(folder: Path, rater: str, out: Path) -> tuple[Path, ...]:
    """Write one rater's answers into ``out`` as CSV files, and return these."""
    store = open_ratings(folder)
    return write_rating_files(out, store.items, store.ratings(rater_name(rater)))


def import_answers(folder: Path, rater: str, files: Sequence[Path]) -> tuple[str, int]:
    """Keep the answers in CSV files; return the rater's name as it is kept, and how many there are."""
    store, name = open_ratings(folder), rater_name(rater)
    ratings = [one for file in files for one in read_rating_file(file, store.items, name)]
    store.keep(name, ratings)
    return name, len(ratings)


def progress(folder: Path) -> tuple[int, dict[str, int]]:
    """Return how many items there are, and how many each rater has answered whole."""
    store = open_ratings(folder)
    return len(store.items), {name: done_count(store.items, store.progress(name)) for name in store.raters()}


def agree(folder: Path, out: Path | None) -> "Table":
    """Return how far raters agree; ``out`` gets the table and both figures. Raises InputError where none can agree."""
    from probe.analysis.people import rater_agreement
    from probe.analysis.report.files import picture_files, table_files
    from probe.files.writing import write_files

    store = open_ratings(folder)
    measured = rater_agreement.rater_agreement(store.ratings(), store.items)
    if not measured:
        raters = store.raters()
        who = (
            f"so far only {raters[0]} answered"
            if len(raters) == 1
            else f"{len(raters)} raters answered different items"
        )
        raise InputError(f"no item of {folder} has answers of two raters yet: {who}")
    found = rater_agreement.table(measured)
    if out:
        pictures = (rater_agreement.agreement_picture(measured), rater_agreement.majority_picture(measured))
        write_files(out, table_files([found]) | picture_files(pictures))
    return found
