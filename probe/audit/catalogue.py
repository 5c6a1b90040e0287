"""The dilemmas of a dataset as a list that pages can filter and search."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from probe.analysis.depth.tiers import TIERS, UNTIERED, TierScheme, choose_tiers
from probe.audit.pairs import Audited
from probe.session import Found, Listed, Listing, Wanted
from probe.values import Pair, Profile

UNMEASURED = "not measured"
ANY = "any"
"""Value of ``check`` that selects pairs that fail at least one check."""
NONE = "none"
"""Value of ``check`` that selects pairs that fail no check."""

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


@dataclass(frozen=True)
class Entry:
    """A dilemma in the list; ``failing`` is None until the dilemma has been checked."""

    pair: Pair
    tier: str
    failing: tuple[str, ...] | None
    flipped: tuple[str, ...]


class Catalogue:
    """The dilemmas in dataset order, in a temporary database. Certificates come from the dataset, or from an audit."""

    def __init__(self, pairs: Iterable[Pair], profile: Profile, flips: Mapping[str, frozenset[str]]) -> None:
        self.subjects = tuple(flips)
        self._listing = Listing()
        self._listing.add(_listed(pair, profile, flips) for pair in pairs)

    def __contains__(self, pair_id: object) -> bool:
        return isinstance(pair_id, str) and self._listing.find(pair_id) is not None

    def find(self, pair_id: str) -> Entry | None:
        """Return the entry of a dilemma, or None."""
        found = self._listing.find(pair_id)
        return _entry(found) if found else None

    def unchecked(self) -> Iterator[Pair]:
        """Yield the pairs that have not been checked when their turn comes."""
        return map(Pair.model_validate_json, self._listing.unchecked())

    def note(self, audited: Audited) -> None:
        """Update the entry of one pair with the results of an audit."""
        failing = [check.name for check in audited.certificate.failing]
        self._listing.note(audited.pair_id, tier_of(audited.complexity.size), failing)

    def select(self, selection: Selection, limit: int = -1, offset: int = 0) -> list[Entry]:
        """Return the matching entries in dataset order, at most ``limit`` after the first ``offset``."""
        return list(map(_entry, self._listing.select(_wanted(selection), limit, offset)))

    def count(self, selection: Selection) -> int:
        """Return how many entries match."""
        return self._listing.count(_wanted(selection))

    def neighbours(self, selection: Selection, pair_id: str) -> tuple[str | None, str | None]:
        """Return the matching ids before and after ``pair_id``; None at either end, or if it does not match."""
        return self._listing.beside(_wanted(selection), pair_id)

    def failures(self) -> list[tuple[str, int]]:
        """Return the number of failing pairs per check, the most frequent first."""
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


def _listed(pair: Pair, profile: Profile, flips: Mapping[str, frozenset[str]]) -> Listed:
    return Listed(
        id=pair.id,
        bias=pair.bias.value,
        tier=tier_of(pair.complexity.size),
        author=pair.provenance.author,
        failing=_recorded(pair, profile),
        pair=pair.model_dump_json(),
        words="\n".join((pair.id, pair.unbiased, pair.biased, pair.axioms, pair.unbiased_program)).casefold(),
        flipped=[subject for subject, flipped in flips.items() if pair.id in flipped],
    )


def _entry(found: Found) -> Entry:
    return Entry(Pair.model_validate_json(found.pair), found.tier, found.failing, found.flipped)


def _wanted(selection: Selection) -> Wanted:
    named = {"bias": selection.bias, "tier": selection.tier, "author": selection.author}
    one_check = selection.check not in ("", ANY, NONE)
    return Wanted(
        columns={name: value for name, value in named.items() if value},
        check=selection.check if one_check else "",
        fails=None if one_check or not selection.check else selection.check == ANY,
        flipped=selection.flipped,
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
    return UNMEASURED if code == UNTIERED else TIERS[code]


def _recorded(pair: Pair, profile: Profile) -> tuple[str, ...] | None:
    """Return the failing checks that the dataset records, or None without a certificate of this profile."""
    if pair.certificate is None or pair.certificate.profile is not profile:
        return None
    return tuple(check.name for check in pair.certificate.failing)
