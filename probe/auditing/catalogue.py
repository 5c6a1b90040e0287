"""The dilemmas of a dataset as a list that pages can filter and search."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from probe.analysis.depth.tiers import TIERS, UNTIERED, TierScheme, choose_tiers
from probe.auditing.pairs import Audited
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
    """The entries in dataset order. Certificates come from the dataset, or later from an audit."""

    def __init__(self, pairs: Sequence[Pair], profile: Profile, flips: Mapping[str, frozenset[str]]) -> None:
        self._flips = flips
        self._entries = {
            pair.id: Entry(
                pair,
                tier_of(pair.complexity.size),
                _recorded(pair, profile),
                tuple(subject for subject, flipped in flips.items() if pair.id in flipped),
            )
            for pair in pairs
        }
        self._words = {
            pair.id: "\n".join((pair.id, pair.unbiased, pair.biased, pair.axioms, pair.unbiased_program)).casefold()
            for pair in pairs
        }

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries."""
        return tuple(self._entries.values())

    @property
    def subjects(self) -> tuple[str, ...]:
        """The subjects with runs."""
        return tuple(self._flips)

    def find(self, pair_id: str) -> Entry | None:
        """Return the entry of a dilemma, or None."""
        return self._entries.get(pair_id)

    def unchecked(self) -> tuple[Pair, ...]:
        """Return the pairs that have not been checked."""
        return tuple(entry.pair for entry in self._entries.values() if entry.failing is None)

    def note(self, audited: Audited) -> None:
        """Update the entry of one pair with the results of an audit."""
        old = self._entries[audited.pair_id]
        failing = tuple(check.name for check in audited.certificate.failing)
        tier = tier_of(audited.complexity.size)
        self._entries[audited.pair_id] = Entry(old.pair, tier, failing, old.flipped)

    def select(self, selection: Selection) -> list[Entry]:
        """Return the matching entries in dataset order."""
        words = selection.words.casefold().split()
        return [
            entry
            for entry in self._entries.values()
            if (not selection.bias or entry.pair.bias.value == selection.bias)
            and (not selection.tier or entry.tier == selection.tier)
            and (not selection.author or entry.pair.provenance.author == selection.author)
            and (not selection.flipped or selection.flipped in entry.flipped)
            and _matches_check(entry, selection.check)
            and all(word in self._words[entry.pair.id] for word in words)
        ]

    def failures(self) -> Counter[str]:
        """Return the number of failing pairs per check, for ``most_common``."""
        return Counter(check for entry in self._entries.values() for check in entry.failing or ())

    def choices(self) -> dict[str, list[str]]:
        """Return the possible values of each filter in this dataset."""
        entries = self._entries.values()
        tiers = [*TIERS, UNMEASURED]
        return {
            "bias": sorted({entry.pair.bias.value for entry in entries}),
            "tier": [tier for tier in tiers if any(entry.tier == tier for entry in entries)],
            "author": sorted({entry.pair.provenance.author for entry in entries}),
            "check": [ANY, *(check for check, _ in self.failures().most_common()), NONE],
            "flipped": list(self.subjects),
        }


def tier_of(size: int | None) -> str:
    """Return the fixed tier of a proof of ``size`` rule applications."""
    if size is None:
        return UNMEASURED
    code = int(_TIERS.codes(np.array([size], dtype=np.float64))[0])
    return UNMEASURED if code == UNTIERED else TIERS[code]


def neighbours(entries: Iterable[Entry], pair_id: str) -> tuple[str | None, str | None]:
    """Return the ids before and after ``pair_id`` in ``entries``; None at either end, or if ``pair_id`` is missing."""
    ids = [entry.pair.id for entry in entries]
    if pair_id not in ids:
        return None, None
    at = ids.index(pair_id)
    return (ids[at - 1] if at else None), (ids[at + 1] if at + 1 < len(ids) else None)


def _recorded(pair: Pair, profile: Profile) -> tuple[str, ...] | None:
    """Return the failing checks that the dataset records, or None without a certificate of this profile."""
    if pair.certificate is None or pair.certificate.profile is not profile:
        return None
    return tuple(check.name for check in pair.certificate.failing)


def _matches_check(entry: Entry, check: str) -> bool:
    if not check:
        return True
    if entry.failing is None:
        return False
    return bool(entry.failing) if check == ANY else not entry.failing if check == NONE else check in entry.failing
