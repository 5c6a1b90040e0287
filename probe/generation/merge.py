"""Merge datasets: one file without duplicates and near-duplicates, with equal sizes per bias on request."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self

from pydantic import JsonValue

from probe.document import Document, Grid
from probe.errors import InputError
from probe.files.dataset import (
    CANARY,
    StoredItems,
    json_line,
    manifest_file,
    write_dataset,
    write_json,
)
from probe.files.folders import interrupted_files, replacing_folder
from probe.files.manifest import Manifest, RunSettings
from probe.files.plain import refuse_overwriting
from probe.filters.collision import CollisionSettings
from probe.generation.near_duplicates import Entry, near_duplicates
from probe.generation.text_vectors import TextVectors
from probe.inputs import sha256_of
from probe.options.reading import path_of, paths_of
from probe.options.sharing import MergeOptions
from probe.ports import CountListener, no_listener
from probe.protocols import protocol_named
from probe.protocols.base import ItemProtocol
from probe.protocols.reading import open_dataset, protocol_in, read_items, reads_seeds
from probe.session import Placement
from probe.values import Bias, Item
from probe.values.shard import Shard
from probe.version import __version__

Reason = Literal["duplicate", "near_duplicate", "surplus"]


class MergedSource(NamedTuple):
    """A dataset to merge, or seeds: its name, and the SHA-256 of its file, of seeds that of the dataset they make."""

    items: Sequence[Item] | StoredItems[Item]
    name: str
    sha256: str
    run_id: str | None
    protocol: str


class DroppedItem(NamedTuple):
    """A pair that was left out, why, and the id and cosine of the pair that it repeats (None for ``surplus``)."""

    entry: Entry
    reason: Reason
    repeats: str | None = None
    cosine: float | None = None


@dataclass(frozen=True)
class MergeCommand:
    """What to merge: an earlier dataset takes precedence over a later one.

    If two unbiased texts have a cosine above ``cosine_at_most``, the first pair is kept, unless both are of one
    series. ``per_bias`` is the largest number of pairs per bias; ``equal`` cuts every bias to the size of the smallest.
    Texts are embedded and compared where ``placement`` says, by default in this process; ``vectors`` is a file that
    keeps their vectors.
    """

    datasets: tuple[Path, ...]
    cosine_at_most: float = CollisionSettings().cosine_at_most
    per_bias: int | None = None
    equal: bool = False
    placement: Placement = field(default_factory=Placement)
    vectors: Path | None = None

    @classmethod
    def of(cls, options: MergeOptions) -> Self:
        """Return the command that the options describe."""
        datasets, vectors = paths_of(options.datasets), path_of(options.vectors)
        return cls(datasets, options.cosine, options.per_bias, options.equal, Placement.of(options), vectors)


@dataclass(frozen=True)
class MergeOutcome:
    """The pairs that were read, those that are kept, and those that were dropped."""

    sources: tuple[MergedSource, ...]
    read_entries: tuple[Entry, ...]
    kept_entries: tuple[Entry, ...]
    dropped_items: tuple[DroppedItem, ...]

    def items(self) -> Iterator[Item]:
        """Read the kept items again, in their order."""
        kept_keys = {(entry.source, entry.id) for entry in self.kept_entries}
        for number, source in enumerate(self.sources):
            yield from (item for item in source.items if (number, item.id) in kept_keys)

    def counts(self) -> dict[Bias, dict[str, int]]:
        """Return, for each bias, how many pairs were read, left out for each reason, and kept."""
        read_counts = Counter(entry.bias for entry in self.read_entries)
        dropped_counts = Counter((dropped_item.entry.bias, dropped_item.reason) for dropped_item in self.dropped_items)
        kept_counts = Counter(entry.bias for entry in self.kept_entries)
        return {
            bias: {
                "read": read_counts[bias],
                "duplicate": dropped_counts[bias, "duplicate"],
                "near_duplicate": dropped_counts[bias, "near_duplicate"],
                "surplus": dropped_counts[bias, "surplus"],
                "kept": kept_counts[bias],
            }
            for bias in Bias.in_order(read_counts)
        }

    @property
    def document(self) -> Document:
        """The counts as a table."""
        numbers = ("read", "duplicates", "near-duplicates", "over the limit", "kept")
        rows = tuple((bias.value, *map(str, counts.values())) for bias, counts in self.counts().items())
        return Document("", (Grid("Pairs", ("bias", *numbers), rows, numbers=numbers, records=True, titled=False),))

    def to_json(self) -> dict[str, JsonValue]:
        """Return the counts as JSON."""
        return {
            "pairs": len(self.kept_entries),
            "biases": {bias.value: {**counts} for bias, counts in self.counts().items()},
        }


async def merge(
    command: MergeCommand, out: Path, *, force: bool = False, listener: CountListener = no_listener
) -> MergeOutcome:
    """Merge the datasets, seeds among them, write the result to ``out`` and its manifest beside it.

    The datasets are read several times, item by item; the vectors of the pairs that are kept are in memory. Raises
    InputError if a dataset cannot be read, or, unless ``force``, if a file exists.
    """
    manifest = manifest_file(out)
    refuse_overwriting([out, manifest], "--out", replaceable=interrupted_files(out.parent), force=force)
    outcome = await _without_near_duplicates(await _without_duplicates(command), command, listener)
    # Last, so that no pair within the cap is left out for another reason afterwards.
    outcome = _limit_pairs(outcome, _limit_per_bias(outcome.kept_entries, command))
    out.parent.mkdir(parents=True, exist_ok=True)  # files that this command did not write stay in the folder
    with replacing_folder(out.parent, last=manifest.name) as new_folder:
        write_dataset(new_folder / out.name, outcome.items())
        write_json(new_folder / manifest.name, _manifest(command, outcome).content)
    return outcome


async def embed_part(
    command: MergeCommand, out: Path, shard: Shard, *, force: bool = False, listener: CountListener = no_listener
) -> int:
    """Write or resume the vectors of one part of the texts in ``out``, and return their number.

    All parts, put together by ``merge_shards``, are a file for ``vectors`` of the command.
    """
    return await _vectors(await _without_duplicates(command), command, listener).write_part(out, shard, force=force)


async def _without_duplicates(command: MergeCommand) -> MergeOutcome:
    """Return the first of all items with the same id; the others are left out."""
    sources = tuple([await _read(path) for path in command.datasets])
    for dataset in sources:
        if dataset.protocol != sources[0].protocol:
            mismatch = ", ".join(f"{source.name} has items of {source.protocol}" for source in (sources[0], dataset))
            raise InputError(f"{mismatch}: merge datasets of one protocol")
    # Entries have no texts, because the texts of all datasets together might not fit into memory.
    entries = tuple(Entry.of(item, number) for number, source in enumerate(sources) for item in source.items)
    first_by_id: dict[str, Entry] = {}
    duplicates = [entry for entry in entries if first_by_id.setdefault(entry.id, entry) is not entry]
    return MergeOutcome(
        sources,
        entries,
        tuple(first_by_id.values()),
        tuple(DroppedItem(entry, "duplicate", entry.id) for entry in duplicates),
    )


async def _read(path: Path) -> MergedSource:
    if reads_seeds(path):
        seeds = await read_items(path)
        digest = sha256("".join(map(json_line, seeds)).encode()).hexdigest()
        return MergedSource(seeds, path.name, digest, None, seeds.definition.name)
    items = open_dataset(path)
    run_id = (Manifest.read_beside(items.file) or Manifest()).run_id
    return MergedSource(items, items.file.name, sha256_of(items.file).hex(), run_id, protocol_in(items.file))


def _vectors(outcome: MergeOutcome, command: MergeCommand, listener: CountListener) -> TextVectors:
    protocol: ItemProtocol[Any] = protocol_named(outcome.sources[0].protocol)

    def texts() -> Iterator[str]:
        return (protocol.first_text(item) for item in outcome.items())

    return TextVectors([entry.id for entry in outcome.kept_entries], texts, command.placement, listener)


async def _without_near_duplicates(
    outcome: MergeOutcome, command: MergeCommand, listener: CountListener
) -> MergeOutcome:
    vectors = _vectors(outcome, command, listener).all(command.vectors)
    kept_entries, dropped_items, placement = list[Entry](), list(outcome.dropped_items), command.placement.if_chosen()
    async for entry, earlier in near_duplicates(outcome.kept_entries, vectors, command.cosine_at_most, placement):
        if earlier is None:
            kept_entries.append(entry)
        else:
            dropped_items.append(DroppedItem(entry, "near_duplicate", earlier.id, round(earlier.cosine, 6)))
    return replace(outcome, kept_entries=tuple(kept_entries), dropped_items=tuple(dropped_items))


def _limit_per_bias(kept_entries: Sequence[Entry], command: MergeCommand) -> int | None:
    smallest = min(Counter(entry.bias for entry in kept_entries).values()) if command.equal else None
    return min((limit for limit in (smallest, command.per_bias) if limit is not None), default=None)


def _limit_pairs(outcome: MergeOutcome, limit: int | None) -> MergeOutcome:
    """Keep at most ``limit`` pairs per bias, taken from the datasets in turns."""
    if limit is None:
        return outcome
    kept_ids = {
        entry.id
        for bias in {entry.bias for entry in outcome.kept_entries}
        for entry in _in_turns(outcome.kept_entries, bias)[:limit]
    }
    surplus = (DroppedItem(entry, "surplus") for entry in outcome.kept_entries if entry.id not in kept_ids)
    kept_entries = tuple(entry for entry in outcome.kept_entries if entry.id in kept_ids)
    return replace(outcome, kept_entries=kept_entries, dropped_items=(*outcome.dropped_items, *surplus))


def _in_turns(kept_entries: Sequence[Entry], bias: Bias) -> list[Entry]:
    """Return the pairs of ``bias``, one of each dataset in turns, so that a cut leaves every dataset its share."""
    entries = [entry for entry in kept_entries if entry.bias == bias]
    queues = [
        [entry for entry in entries if entry.source == source] for source in sorted({entry.source for entry in entries})
    ]
    return [entry for entry in chain.from_iterable(zip_longest(*queues)) if entry is not None]


def _manifest(command: MergeCommand, outcome: MergeOutcome) -> Manifest:
    return Manifest(
        canary=CANARY,
        settings=RunSettings(
            kind="merge", cosine_at_most=command.cosine_at_most, per_bias=command.per_bias, equal=command.equal
        ),
        versions={"probe": __version__},
        sources=[_source(source) for source in outcome.sources],
        pairs=len(outcome.kept_entries),
        pairs_by_bias={bias.value: counts["kept"] for bias, counts in outcome.counts().items()},
        dropped=list(_dropped_entries(outcome)),
    )


def _source(source: MergedSource) -> dict[str, Any]:
    return {"file": source.name, "sha256": source.sha256, "pairs": len(source.items), "run_id": source.run_id}


def _dropped_entries(outcome: MergeOutcome) -> Iterator[dict[str, Any]]:
    for dropped_item in outcome.dropped_items:
        yield {
            "id": dropped_item.entry.id,
            "source": dropped_item.entry.source,
            "reason": dropped_item.reason,
            "repeats": dropped_item.repeats,
            "cosine": dropped_item.cosine,
        }
