"""Recompute a dataset of any size: pairs are read, audited and reported as a stream, here or in worker processes."""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path

from pydantic import JsonValue

from probe.audit.pairs import Audited, audit_pairs
from probe.audit.rows import Row, Tally, read_row, row_of, rows_of
from probe.errors import InputError
from probe.files.shards import WHOLE, Report, Shard, header_line
from probe.files.streams import Line, chunks, read_lines, scan
from probe.ports import Oracle
from probe.protocols.dilemmas.reading import read_dilemma
from probe.session import Engines, Placement, Session, oracle_names, spread
from probe.values import Profile

CHUNK = 32
"""How many pairs one worker audits at a time: a tenth of a second of work, and what a lost worker costs."""

Listener = Callable[[int, int], None]
"""Receives the number of pairs done and the total."""


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

    @property
    def single(self) -> bool:
        """Whether the options make sense for a single dataset only."""
        return self.report is not None or self.shard.of > 1

    def check_items(self) -> None:
        """Raise InputError for options that items other than dilemmas do not have."""
        if self.single or self.placement != Placement():
            options = "--report, --shard, --engine and --workers"
            raise InputError(f"{options} are for dilemmas: leave them out for items of other protocols")


@dataclass(frozen=True)
class Plan:
    """What will be recomputed, after one pass over the file; ``items`` are the places of the pairs in it."""

    file: Path
    items: range
    profile: Profile
    engines: Engines | None
    header: dict[str, JsonValue]


@dataclass(frozen=True)
class Recomputed:
    """The counts over a dataset or its part, and its rows, which are read again from the report.

    ``noun`` is what a row is about: a pair, or an item of another protocol.
    """

    profile: Profile
    oracle: str
    second_engine: str
    tally: Tally
    rows: Callable[[], Iterator[Row]]
    noun: str = "pair"


def plan(file: Path, profile: Profile, engines: Engines | None, bulk: Bulk) -> Plan:
    """Read a dataset once and return what there is to do. Raises InputError for a broken line or a repeated pair.

    A part finds such problems only in its own lines. Raises MissingError without SWI-Prolog.
    """
    oracle, second = oracle_names(engines)
    found = scan(file, read_dilemma, whole=bulk.shard.of == 1)
    header: dict[str, JsonValue] = {
        "pairs": found.items,
        "dataset": found.digest,
        "profile": profile.value,
        "oracle": oracle,
        "second_engine": second,
    }
    return Plan(file, bulk.shard.items(found.items), profile, engines, header)


async def recompute(planned: Plan, bulk: Bulk, listener: Listener = ignore) -> Recomputed:
    """Audit the pairs that the report lacks, and count all of its rows."""
    report = _open(planned, bulk)
    tally = Tally(_rows(report))
    start, total = planned.items.start + report.done, len(planned.items)
    lines = islice(read_lines(planned.file), start, planned.items.stop)
    few = bulk.placement.stays_here(-(-(total - report.done) // CHUNK))
    opening = partial(open_oracle, planned.engines, None if few else 1)
    placement, work = None if few else bulk.placement, partial(audit_lines, planned.profile)
    async with aclosing(spread(placement, opening, work, chunks(lines, CHUNK))) as results:
        async for found in results:
            report.write(found)
            for line in found:
                tally.add(read_row(line, "a result"))
            listener(report.done, total)
    oracle, second = (str(planned.header[name]) for name in ("oracle", "second_engine"))
    return Recomputed(planned.profile, oracle, second, tally, partial(_rows, report))


def recomputed_alone(audited: Audited, profile: Profile, oracle: str, second_engine: str) -> Recomputed:
    """Return the audit of a user's own programs like that of a dataset with one pair."""
    row = row_of(audited)
    return Recomputed(profile, oracle, second_engine, Tally([row]), lambda: iter([row]))


def _open(planned: Plan, bulk: Bulk) -> Report:
    if bulk.report is None:
        return Report.temporary()
    report = Report.open(bulk.report, header_line(planned.header, bulk.shard), force=bulk.force)
    if report.done > len(planned.items):
        raise InputError(f"{bulk.report} has more rows than the dataset has pairs: add --force to overwrite it")
    return report


def _rows(report: Report) -> Iterator[Row]:
    return (read_row(line, f"line {number} of the report") for number, line in enumerate(report.lines(), 2))


@asynccontextmanager
async def open_oracle(engines: Engines | None, workers: int | None) -> AsyncIterator[Oracle]:
    """Open the oracle that a worker owns."""
    async with Session(engines=engines) as session:
        yield session.oracle(workers=workers)


async def audit_lines(profile: Profile, oracle: Oracle, lines: Sequence[Line]) -> list[str]:
    """Return a line of the report for each line of a dataset."""
    pairs = [line.item(read_dilemma) for line in lines]
    return [row.model_dump_json() for row in rows_of(await audit_pairs(pairs, oracle, profile), pairs)]
