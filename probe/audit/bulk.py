"""Recompute a dataset of any size and protocol: items are audited and reported one by one, here or by workers."""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Self

from pydantic import JsonValue

from probe.audit.items import Audited, audit_items
from probe.audit.rows import Row, Tally, read_row
from probe.errors import InputError
from probe.files.shards import GrowingReport, header_line
from probe.files.streams import Line, chunks, read_lines, scan
from probe.options.auditing import BulkOptions
from probe.options.reading import path_of
from probe.ports import Oracle
from probe.protocols import protocol_named
from probe.protocols.reading import protocol_in, reader_of
from probe.session import Engines, Placement, Session, oracle_names, spread
from probe.values import Profile
from probe.values.shard import WHOLE, Shard

CHUNK = 32
"""How many items one worker audits at a time: a tenth of a second of work, and what a lost worker costs."""

Listener = Callable[[int, int], None]
"""Receives the number of items done and the total."""


def ignore(done: int, total: int) -> None:
    """Ignore the progress."""


@dataclass(frozen=True)
class Bulk:
    """How a dataset is recomputed: which part, where, and the file of its report, which may exist in part.

    ``force`` starts the report again.
    """

    shard: Shard = WHOLE
    placement: Placement = field(default_factory=Placement)
    report: Path | None = None
    force: bool = False

    @classmethod
    def of(cls, options: BulkOptions) -> Self:
        """Return what the options describe. Raises InputError for a part without a file."""
        shard, report = Shard.parse(str(options.shard)), path_of(options.report)
        if shard.of > 1 and report is None:
            raise InputError("a part needs a file for its results: add --report FILE")
        return cls(shard, Placement.of(options), report, options.force)

    @property
    def single(self) -> bool:
        """Whether the options make sense for a single dataset only."""
        return self.report is not None or self.shard.of > 1


@dataclass(frozen=True)
class BulkPlan:
    """What will be recomputed, after one pass over the file; ``items`` are the places of the items in it."""

    file: Path
    items: range
    profile: Profile
    engines: Engines | None
    header: dict[str, JsonValue]
    protocol: str


@dataclass(frozen=True)
class Recomputed:
    """The counts over a dataset or its part, and its rows, which are read again from the report.

    ``noun`` is what readers call what a row is about, ``page`` what pages call it.
    """

    profile: Profile
    oracle: str
    second_engine: str
    tally: Tally
    rows: Callable[[], Iterator[Row]]
    noun: str = "pair"
    page: str = "dilemma"


def plan(file: Path, profile: Profile, engines: Engines | None, bulk: Bulk) -> BulkPlan:
    """Read a dataset once and return what there is to do. Raises InputError for a broken line or a repeated item.

    A part finds such problems only in its own lines. Raises MissingError without SWI-Prolog.
    """
    oracle, second = oracle_names(engines)
    scanned = scan(file, reader_of(file), whole=bulk.shard.of == 1)
    header: dict[str, JsonValue] = {
        "pairs": scanned.items,
        "dataset": scanned.digest,
        "profile": profile.value,
        "oracle": oracle,
        "second_engine": second,
    }
    return BulkPlan(file, bulk.shard.items(scanned.items), profile, engines, header, protocol_in(file))


async def recompute(planned: BulkPlan, bulk: Bulk, listener: Listener = ignore) -> Recomputed:
    """Audit the items that the report lacks, and count all of its rows."""
    report = _open(planned, bulk)
    tally = Tally(_rows(report))
    # Rows are in the order of the dataset, so their number shows where to continue.
    start, total = planned.items.start + report.done, len(planned.items)
    lines = islice(read_lines(planned.file), start, planned.items.stop)
    # Starting workers takes longer than auditing a few chunks here.
    few = bulk.placement.stays_here(-(-(total - report.done) // CHUNK))
    opening = partial(open_oracle, planned.engines, None if few else 1)
    placement, work = None if few else bulk.placement, partial(audit_lines, planned.profile, planned.protocol)
    async with aclosing(spread(placement, opening, work, chunks(lines, CHUNK))) as results:
        async for report_lines in results:
            report.write(report_lines)
            for line in report_lines:
                tally.add(read_row(line, "a result"))
            listener(report.done, total)
    oracle, second = (str(planned.header[name]) for name in ("oracle", "second_engine"))
    protocol = protocol_named(planned.protocol)
    return Recomputed(planned.profile, oracle, second, tally, partial(_rows, report), protocol.noun, protocol.page)


def recomputed_alone(audited: Audited, profile: Profile, oracle: str, second_engine: str) -> Recomputed:
    """Return the audit of a user's own programs like that of a dataset with one pair."""
    row = audited.row()
    return Recomputed(profile, oracle, second_engine, Tally([row]), lambda: iter([row]))


def _open(planned: BulkPlan, bulk: Bulk) -> GrowingReport:
    if bulk.report is None:
        return GrowingReport.temporary()
    report = GrowingReport.open(bulk.report, header_line(planned.header, bulk.shard), force=bulk.force)
    if report.done > len(planned.items):
        raise InputError(f"{bulk.report} has more rows than the dataset has items: add --force to overwrite it")
    return report


def _rows(report: GrowingReport) -> Iterator[Row]:
    return (read_row(line, f"line {number} of the report") for number, line in enumerate(report.lines(), 2))


@asynccontextmanager
async def open_oracle(engines: Engines | None, workers: int | None) -> AsyncIterator[Oracle]:
    """Open the oracle that a worker owns."""
    async with Session(engines=engines) as session:
        yield session.oracle(workers=workers)


async def audit_lines(profile: Profile, protocol: str, oracle: Oracle, lines: Sequence[Line]) -> list[str]:
    """Return a line of the report for each line of a dataset."""
    definition = protocol_named(protocol)
    items = [line.item(definition.read) for line in lines]
    return [audited.row().model_dump_json() for audited in await audit_items(definition, items, oracle, profile)]
