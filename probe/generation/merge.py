"""Merge datasets: one file without duplicates and near-duplicates, with equal sizes per bias on request."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any, Literal, NamedTuple

from probe.errors import InputError
from probe.files.dataset import (
    CANARY,
    dataset_file,
    manifest_beside,
    manifest_file,
    read_dataset,
    write_dataset,
    write_json,
)
from probe.files.plain import refuse_overwriting
from probe.filters.collision import CollisionSettings
from probe.session import Session
from probe.similarity import TextIndex
from probe.values import Bias, Pair
from probe.version import __version__

Reason = Literal["duplicate", "near_duplicate", "surplus"]


class Source(NamedTuple):
    """A dataset to merge, with the SHA-256 of its file."""

    path: Path
    sha256: str
    pairs: tuple[Pair, ...]


class Sourced(NamedTuple):
    """A pair and the number of its dataset, from 0."""

    pair: Pair
    source: int


class Dropped(NamedTuple):
    """A pair that was left out, why, and the id and cosine of the pair that it repeats (None for ``surplus``)."""

    pair: Pair
    source: int
    reason: Reason
    repeats: str | None = None
    cosine: float | None = None


@dataclass(frozen=True)
class MergeCommand:
    """What to merge: an earlier dataset takes precedence over a later one.

    Of pairs whose unbiased texts have a cosine above ``cosine_at_most``, the first is kept, unless they belong to one
    series. ``per_bias`` is the largest number of pairs per bias; ``equal`` cuts every bias to the size of the smallest.
    """

    datasets: tuple[Path, ...]
    cosine_at_most: float = CollisionSettings().cosine_at_most
    per_bias: int | None = None
    equal: bool = False


@dataclass(frozen=True)
class Merged:
    """The merged pairs, and every pair that was left out."""

    sources: tuple[Source, ...]
    pairs: tuple[Pair, ...]
    dropped: tuple[Dropped, ...]

    def counts(self) -> dict[Bias, dict[str, int]]:
        """Return, for each bias, how many pairs were read, left out for each reason, and kept."""
        read = Counter(pair.bias for source in self.sources for pair in source.pairs)
        left = Counter((one.pair.bias, one.reason) for one in self.dropped)
        kept = Counter(pair.bias for pair in self.pairs)
        return {
            bias: {
                "read": read[bias],
                "duplicate": left[bias, "duplicate"],
                "near_duplicate": left[bias, "near_duplicate"],
                "surplus": left[bias, "surplus"],
                "kept": kept[bias],
            }
            for bias in Bias.in_order(read)
        }


async def merge(command: MergeCommand, out: Path, *, force: bool = False) -> Merged:
    """Merge the datasets, write the result to ``out`` and its manifest beside it.

    Raises InputError if a dataset cannot be read, or, unless ``force``, if a file exists.
    """
    manifest = manifest_file(out)
    refuse_overwriting([out, manifest], "--out", force=force)
    merged = await _merged(command)
    write_dataset(out, merged.pairs)
    write_json(manifest, _manifest(command, merged))
    return merged


async def _merged(command: MergeCommand) -> Merged:
    sources = tuple(map(_read, command.datasets))
    every = [Sourced(pair, number) for number, source in enumerate(sources) for pair in source.pairs]
    distinct, duplicates = _without_duplicates(every)
    kept, near = await _without_near_duplicates(distinct, command.cosine_at_most)
    chosen, surplus = _capped(kept, _most(kept, command))
    return Merged(sources, tuple(one.pair for one in chosen), (*duplicates, *near, *surplus))


def _read(path: Path) -> Source:
    pairs, file = read_dataset(path), dataset_file(path)
    try:
        return Source(file, hashlib.sha256(file.read_bytes()).hexdigest(), pairs)
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}") from error


def _without_duplicates(every: Iterable[Sourced]) -> tuple[list[Sourced], list[Dropped]]:
    """Return the first of all pairs with the same id, and the others."""
    first: dict[str, Sourced] = {}
    repeated = [one for one in every if first.setdefault(one.pair.id, one) is not one]
    return list(first.values()), [Dropped(*one, "duplicate", one.pair.id) for one in repeated]


async def _without_near_duplicates(
    every: Sequence[Sourced], cosine_at_most: float
) -> tuple[list[Sourced], list[Dropped]]:
    """Return the pairs that are near no earlier one, and the others, as the stage ``collision`` compares texts."""
    known, kept, dropped = TextIndex(), [], []
    async with Session() as session:
        vectors = await session.embedder().embed([one.pair.unbiased for one in every])
    for one, vector in zip(every, vectors, strict=True):
        series = _series(one)
        nearest = known.nearest(vector, series)
        if nearest is not None and nearest[1] > cosine_at_most:
            dropped.append(Dropped(*one, "near_duplicate", nearest[0], round(nearest[1], 6)))
        else:
            known.add(one.pair.id, vector, series)
            kept.append(one)
    return kept, dropped


def _series(one: Sourced) -> str | None:
    """Return a pair's series; series of different datasets are different ones, whatever their names."""
    return None if one.pair.provenance.series is None else f"{one.source} {one.pair.provenance.series}"


def _most(kept: Iterable[Sourced], command: MergeCommand) -> int | None:
    smallest = min(Counter(one.pair.bias for one in kept).values()) if command.equal else None
    return min((most for most in (smallest, command.per_bias) if most is not None), default=None)


def _capped(kept: Sequence[Sourced], most: int | None) -> tuple[list[Sourced], list[Dropped]]:
    """Return at most ``most`` pairs per bias in their order, as many from each dataset as it has; and the others."""
    if most is None:
        return list(kept), []
    chosen = {one.pair.id for bias in {one.pair.bias for one in kept} for one in _in_turns(kept, bias)[:most]}
    surplus = [Dropped(*one, "surplus") for one in kept if one.pair.id not in chosen]
    return [one for one in kept if one.pair.id in chosen], surplus


def _in_turns(kept: Sequence[Sourced], bias: Bias) -> list[Sourced]:
    """Return the pairs of ``bias``, one of each dataset in turns, so that a cut leaves every dataset its share."""
    own = [one for one in kept if one.pair.bias == bias]
    queues = [[one for one in own if one.source == source] for source in sorted({one.source for one in own})]
    return [one for one in chain.from_iterable(zip_longest(*queues)) if one is not None]


def _manifest(command: MergeCommand, merged: Merged) -> dict[str, Any]:
    return {
        "canary": CANARY,
        "settings": {
            "kind": "merge",
            "cosine_at_most": command.cosine_at_most,
            "per_bias": command.per_bias,
            "equal": command.equal,
        },
        "versions": {"probe": __version__},
        "sources": [_source(source) for source in merged.sources],
        "pairs": len(merged.pairs),
        "pairs_by_bias": {bias.value: counts["kept"] for bias, counts in merged.counts().items()},
        "dropped": list(_listed(merged)),
    }


def _source(source: Source) -> dict[str, Any]:
    recorded = manifest_beside(source.path) or {}
    return {
        "file": source.path.name,
        "sha256": source.sha256,
        "pairs": len(source.pairs),
        "run_id": recorded.get("run_id"),
    }


def _listed(merged: Merged) -> Iterator[dict[str, Any]]:
    for one in merged.dropped:
        yield {
            "id": one.pair.id,
            "source": one.source,
            "reason": one.reason,
            "repeats": one.repeats,
            "cosine": one.cosine,
        }
