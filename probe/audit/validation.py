"""Validation by people: what is drawn, what raters have to answer, and their answers."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from probe.audit.between import evenly, sampled_of
from probe.errors import InputError
from probe.files.ratings_csv import read_rating_file
from probe.ports import Ratings
from probe.protocols.reading import read_dataset
from probe.session import open_ratings
from probe.values import Item, fingerprint
from probe.values.validation import Question, Rating, SampledItem

_NAME = re.compile(r"[\w][\w .-]{0,39}")


def draw_sample(items: Sequence[Item], per_bias: int, seed: int) -> tuple[SampledItem, ...]:
    """Draw ``per_bias`` items of each bias and author (all if there are fewer), each item at most once.

    The draw depends only on the seed and the items, not on their order in the file: items are ordered by a hash of seed
    and id. They keep that order, so that raters see biases and authors mixed.
    """
    drawn_items: list[tuple[str, Item]] = []
    groups: dict[tuple[str, str], list[tuple[str, Item]]] = {}
    # A dataset may repeat an item; two answers to it would not be independent.
    for item in {item.id: item for item in items}.values():
        keyed_item = (fingerprint([seed, item.id]), item)
        groups.setdefault((item.bias.value, item.provenance.author), []).append(keyed_item)
    for group in groups.values():
        drawn_items += sorted(group, key=lambda keyed: keyed[0])[:per_bias]
    return tuple(sampled_of(item) for _, item in sorted(drawn_items, key=lambda keyed: keyed[0]))


def draw_blind(pairs: Sequence[Item], items: int, seed: int, definitions: Mapping[str, str]) -> tuple[SampledItem, ...]:
    """Draw ``items`` of ``pairs`` (all if there are fewer) evenly over biases, for blinded raters.

    Every second item of a bias shows its biased text first. The draw depends on the seed and the items alone.
    """
    drawn_pairs = evenly(sorted(pairs, key=lambda pair: fingerprint([seed, pair.id])))[:items]
    sampled_items = [
        sampled_of(pair).model_copy(
            # Every second one, not by chance: a small sample stays balanced.
            update={"blind": True, "biased_first": turn % 2 == 1, "definition": definitions.get(pair.bias.value, "")}
        )
        for turn, pair in drawn_pairs
    ]
    # Another order than that of the draw, in which biases alternate.
    return tuple(sorted(sampled_items, key=lambda item: fingerprint([seed, "order", item.pair_id])))


def rated_items(path: Path) -> tuple[Item, ...]:
    """Return the items of a dataset that raters can be shown: those with two texts to compare."""
    dataset = read_dataset(path)
    try:
        items = tuple(item for item in dataset if dataset.definition.rater_view(item) is not None)
    except ValueError as error:
        raise InputError(f"{path}: an item gives no programs: {str(error).splitlines()[-1]}") from error
    if not items:
        raise InputError(f"{path}: none of its items has two texts that raters could compare")
    return items


def rater_links(store: Ratings, names: Sequence[str]) -> dict[str, str]:
    """Invite ``names`` and return the path of each one's page; without names, of those who were invited or answered.

    Raises InputError if there is no rater, or a name cannot be used.
    """
    raters = [rater_name(name) for name in names] or sorted({*store.invited_raters(), *store.raters()})
    if not raters:
        raise InputError("no one has rated yet: name the raters with --rater NAME")
    store.invite(raters)
    return {name: f"/rate/{quote(name)}?key={store.link_key(name)}" for name in raters}


def rater_name(text: str) -> str:
    """Return a rater's name with blanks normalised. Raises InputError if it is empty, too long or not a name."""
    name = " ".join(text.split())
    if not _NAME.fullmatch(name):
        raise InputError(
            "invalid rater's name: use 1 to 40 letters, digits, blanks, dots or hyphens, and begin with a letter"
        )
    return name


def next_item(items: Sequence[SampledItem], progress: Mapping[str, frozenset[Question]], after: int = 0) -> int | None:
    """Return the number (from 1) of the next item with unanswered questions, starting after item ``after``."""
    # From the current item to the end, then what was skipped before it.
    numbers = [*range(after + 1, len(items) + 1), *range(1, after + 1)]
    return next((number for number in numbers if not is_done(items[number - 1], progress)), None)


def is_done(item: SampledItem, progress: Mapping[str, frozenset[Question]]) -> bool:
    """Return whether all questions about an item are answered."""
    return set(item.questions) <= progress.get(item.pair_id, frozenset())


def done_count(items: Sequence[SampledItem], progress: Mapping[str, frozenset[Question]]) -> int:
    """Return the number of items with all questions answered."""
    return sum(is_done(item, progress) for item in items)


def for_spreadsheets(folder: Path) -> Ratings:
    """Return the ratings in ``folder``. Raises InputError for a blinded kit, whose order a file would reveal."""
    store = open_ratings(folder)
    if any(item.arms for item in store.items):
        raise InputError(f"{folder} is a study between people: leave --rater out")
    if any(item.blind for item in store.items):
        raise InputError(f"{folder} is a blinded kit, which is answered in the browser: probe validate serve {folder}")
    return store


def import_answers(folder: Path, rater: str, files: Sequence[Path]) -> tuple[str, int]:
    """Save the answers in CSV files; return the rater's stored name and the number of answers.

    Raises InputError where two files answer a question differently.
    """
    store, name = for_spreadsheets(folder), rater_name(rater)
    ratings: dict[tuple[str, Question], Rating] = {}
    for file in files:
        for rating in read_rating_file(file, store.items, name):
            earlier_rating = ratings.get((rating.pair_id, rating.question))
            # A row with a comment alone contradicts no answer.
            if (
                earlier_rating is not None
                and None not in (earlier_rating.answer, rating.answer)
                and earlier_rating.answer != rating.answer
            ):
                raise InputError(
                    f"{file}: {rating.question.value} of {rating.pair_id} has another answer than in a file before it"
                )
            # An answer replaces a comment alone, never the other way round.
            if earlier_rating is None or rating.answer is not None:
                ratings[rating.pair_id, rating.question] = rating
    store.save(name, tuple(ratings.values()))
    return name, len(ratings)


def progress(folder: Path) -> tuple[int, dict[str, int]]:
    """Return the number of items, and how many of them each rater has completed."""
    store = open_ratings(folder)
    return len(store.items), {name: done_count(store.items, store.progress(name)) for name in store.raters()}
