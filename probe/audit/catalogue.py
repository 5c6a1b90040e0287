"""The items of a dataset as a list that pages can filter and search."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from probe.analysis.depth.tiers import NO_TIER_CODE, TIERS, TierScheme, choose_tiers
from probe.store.listing import ListedDilemma, ListedSelection, Listing, ListingEntry
from probe.values import Certificate, Complexity, Item, Profile

Listable = TypeVar("Listable", bound=Item)

UNMEASURED = "not measured"
ANY = "any"
"""Value of ``check`` that selects what fails at least one check."""
NONE = "none"
"""Value of ``check`` that selects what fails no check."""

_TIERS = choose_tiers(TierScheme.FIXED, ())


@dataclass(frozen=True)
class Selection:
    """A selection; empty fields select everything. ``flipped`` names a subject; all ``words`` have to occur."""

    bias: str = ""
    tier: str = ""
    author: str = ""
    check: str = ""
    flipped: str = ""
    words: str = ""


class Shelf(NamedTuple, Generic[Listable]):
    """How a list keeps what it lists: it reads one from JSON again, and ``words`` are the texts that are searched.

    The list shows the beginning of the first of these texts.
    """

    read: Callable[[str], Listable]
    words: Callable[[Listable], tuple[str, ...]]


@dataclass(frozen=True)
class CatalogueEntry(Generic[Listable]):
    """An item in the list; ``failing`` is None until it has been checked."""

    item: Listable
    begins: str
    tier: str
    failing: tuple[str, ...] | None
    flipped: tuple[str, ...]


class Catalogue(Generic[Listable]):
    """What a dataset holds, in its order, in a temporary database.

    Certificates come from the dataset, or from an audit. ``flips`` are the ids that each subject flips.
    """

    def __init__(
        self,
        items: Iterable[Listable],
        profile: Profile,
        flips: Mapping[str, frozenset[str]],
        shelf: Shelf[Listable],
    ) -> None:
        self.subjects = tuple(flips)
        self._shelf = shelf
        self._listing = Listing()
        self._listing.add(_listed(item, profile, flips, shelf.words(item)) for item in items)

    def __contains__(self, item_id: object) -> bool:
        return isinstance(item_id, str) and self._listing.find(item_id) is not None

    def find(self, item_id: str) -> CatalogueEntry[Listable] | None:
        """Return an entry, None if there is none with this id."""
        listed_item = self._listing.find(item_id)
        return self._entry(listed_item) if listed_item else None

    def unchecked(self) -> Iterator[Listable]:
        """Yield what has not been checked when its turn comes."""
        return map(self._shelf.read, self._listing.unchecked_pairs())

    def note(self, item_id: str, certificate: Certificate, complexity: Complexity) -> None:
        """Update an entry with the results of an audit."""
        failing = [check.shortfall for check in certificate.failing]
        self._listing.note(item_id, tier_of(complexity.size), failing)

    def _entry(self, listed_item: ListedDilemma) -> CatalogueEntry[Listable]:
        item = self._shelf.read(listed_item.pair)
        return CatalogueEntry(
            item, self._shelf.words(item)[0], listed_item.tier, listed_item.failing, listed_item.flipped_subjects
        )

    def select(self, selection: Selection, limit: int = -1, offset: int = 0) -> list[CatalogueEntry[Listable]]:
        """Return the matching entries in dataset order, at most ``limit`` after the first ``offset``."""
        return list(map(self._entry, self._listing.select(_wanted(selection), limit, offset)))

    def count(self, selection: Selection) -> int:
        """Return how many entries match."""
        return self._listing.count(_wanted(selection))

    def neighbours(self, selection: Selection, item_id: str) -> tuple[str | None, str | None]:
        """Return the matching ids before and after ``item_id``; None at either end, or if it does not match."""
        return self._listing.neighbours(_wanted(selection), item_id)

    def failures(self) -> list[tuple[str, int]]:
        """Return the number of failing entries per check, the most frequent first."""
        return self._listing.failures()

    def choices(self) -> dict[str, list[str]]:
        """Return the possible values of each filter in this dataset."""
        tiers = self._listing.values("tier")
        return {
            "bias": self._listing.values("bias"),
            "tier": [tier for tier in (*TIERS, UNMEASURED) if tier in tiers],
            "author": self._listing.values("author"),
            "check": [ANY, *(check for check, _ in self.failures()), NONE],
            "flipped": list(self.subjects),
        }

    def close(self) -> None:
        """Delete the database."""
        self._listing.close()


def _listed(item: Item, profile: Profile, flips: Mapping[str, frozenset[str]], words: tuple[str, ...]) -> ListingEntry:
    return ListingEntry(
        id=item.id,
        bias=item.bias.value,
        tier=tier_of(item.complexity.size),
        author=item.provenance.author,
        failing=_recorded(item, profile),
        pair=item.model_dump_json(),
        # Folded when it is stored, so that a search does not fold every text again.
        words="\n".join((item.id, *words)).casefold(),
        flipped_subjects=[subject for subject, item_ids in flips.items() if item.id in item_ids],
    )


def _wanted(selection: Selection) -> ListedSelection:
    columns = {"bias": selection.bias, "tier": selection.tier, "author": selection.author}
    one_check = selection.check not in ("", ANY, NONE)
    return ListedSelection(
        columns={name: value for name, value in columns.items() if value},
        check=selection.check if one_check else "",
        # A named check implies that something fails, so the two conditions are never combined.
        fails=None if one_check or not selection.check else selection.check == ANY,
        flipped_subject=selection.flipped,
        words=_storable(selection.words).casefold().split(),
    )


def _storable(text: str) -> str:
    """Return ``text`` without lone surrogates, which a database cannot hold and no dataset contains."""
    return text.encode("utf-8", "replace").decode("utf-8")


def tier_of(size: int | None) -> str:
    """Return the fixed tier of a proof of ``size`` rule applications."""
    if size is None:
        return UNMEASURED
    code = int(_TIERS.codes(np.array([size], dtype=np.float64))[0])
    return UNMEASURED if code == NO_TIER_CODE else TIERS[code]


def _recorded(item: Item, profile: Profile) -> tuple[str, ...] | None:
    """Return the failing checks that the dataset records, or None without a certificate of this profile."""
    # A certificate of another profile answers other questions: the background check makes one.
    if item.certificate is None or item.certificate.profile is not profile:
        return None
    return tuple(check.shortfall for check in item.certificate.failing)
