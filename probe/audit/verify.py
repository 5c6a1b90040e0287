"""Verify: run programs again, from a dataset of any size, a user's own folder or single files.

Items of a dataset are audited and reported one by one, in this process or by workers.
"""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Self

from pydantic import JsonValue

from probe.audit.items import Audited, audit_items, audit_programs
from probe.audit.rows import Row, Tally, read_row
from probe.errors import InputError
from probe.files.dataset import DATASET, dataset_file
from probe.files.plain import read_program, read_programs
from probe.files.shards import GrowingReport
from probe.files.streams import Line, Scan, chunks, read_lines, scan
from probe.options.auditing import BulkOptions
from probe.options.reading import path_of
from probe.ports import CountListener, Oracle, no_listener
from probe.protocols import protocol_named
from probe.protocols.base import ItemProtocol
from probe.protocols.dataset import Dataset
from probe.protocols.reading import protocol_in
from probe.session import Engines, Placement, Session, oracle_names, second_engine, spread
from probe.values import Bias, Explanation, Profile, Program, Programs, Verdict
from probe.values.shard import ALL_ITEMS, Shard

CHUNK = 32
"""How many items one worker audits at a time: a tenth of a second of work, and what a lost worker costs."""


@dataclass(frozen=True)
class Bulk:
    """How a dataset is recomputed: which part, where, and the file of its report, which may exist in part.

    ``force`` starts the report again.
    """

    shard: Shard = ALL_ITEMS
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
    scanned: Scan
    items: range
    profile: Profile
    engines: Engines | None
    oracle: str
    second_engine: str
    protocol: ItemProtocol[Any]

    @property
    def header(self) -> dict[str, JsonValue]:
        """What identifies a report."""
        return {
            "pairs": self.scanned.items,
            "dataset": self.scanned.digest,
            "profile": self.profile.value,
            "oracle": self.oracle,
            "second_engine": self.second_engine,
        }


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


@dataclass(frozen=True)
class RunProgram:
    """The result of running one program alone, with its proofs."""

    path: Path
    program: Program
    verdict: Verdict
    explanation: Explanation | None

    @property
    def passed(self) -> bool:
        """Whether the program decides and has no diagnostics."""
        return self.verdict.choice is not None and not self.verdict.diagnostics


@dataclass(frozen=True)
class Verified:
    """The result of verifying a dataset or a folder; ``programs`` and ``audited`` are set for a user's own folder."""

    path: Path
    recomputed: Recomputed
    programs: Programs | None = None
    audited: Audited | None = None


async def verify(
    paths: Sequence[Path],
    profile: Profile,
    listener: CountListener = no_listener,
    *,
    engines: Engines | None = None,
    explain: bool = True,
    bulk: Bulk | None = None,
) -> list[Verified]:
    """Recompute datasets and a user's own folders, and compare datasets with what they record.

    ``bulk`` is how and where datasets are recomputed; a report or a part needs a single dataset, or raises InputError.
    """
    bulk = bulk or Bulk()
    user_programs = {path: read_programs(path) for path in paths if path.is_dir() and not (path / DATASET).exists()}
    if bulk.single and (user_programs or len(paths) > 1):
        raise InputError("--report and --shard are for one dataset: give only one")
    # All of them before the first is recomputed, so that a broken line in the last one is found at once.
    plans = {path: plan(dataset_file(path), profile, engines, bulk) for path in paths if path not in user_programs}
    total, done, results = sum(len(bulk_plan.items) for bulk_plan in plans.values()), 0, []
    for path in paths:
        if path in user_programs:
            results.append(await _verify_folder(path, *user_programs[path], profile, engines, explain=explain))
        else:
            recomputed = await recompute(plans[path], bulk, partial(_report, listener, done, total))
            done += recomputed.tally.pairs
            results.append(Verified(path, recomputed))
    return results


def _report(listener: CountListener, done_before: int, total: int, done: int, dataset_total: int | None) -> None:
    listener(done_before + done, total)


def plan(file: Path, profile: Profile, engines: Engines | None, bulk: Bulk) -> BulkPlan:
    """Read a dataset once and return what there is to do. Raises InputError for a broken line or a repeated item.

    A part finds such problems only in its own lines. Raises MissingError without SWI-Prolog.
    """
    oracle, second_name = oracle_names(engines)
    protocol = protocol_named(protocol_in(file))
    scanned = scan(file, protocol.read, whole=bulk.shard.of == 1)
    items = bulk.shard.items(scanned.items)
    return BulkPlan(file, scanned, items, profile, engines, oracle, second_name, protocol)


async def recompute(bulk_plan: BulkPlan, bulk: Bulk, listener: CountListener = no_listener) -> Recomputed:
    """Audit the items that the report lacks, and count all of its rows."""
    file, shard, force = bulk.report, bulk.shard, bulk.force
    report = GrowingReport.of_part(file, bulk_plan.header, shard, force=force) if file else GrowingReport.temporary()
    tally = Tally(_rows(report))
    # Rows are in the order of the dataset, so their number shows where to continue.
    start, total = bulk_plan.items.start + report.done, len(bulk_plan.items)
    lines = islice(read_lines(bulk_plan.file), start, bulk_plan.items.stop)
    # Starting workers takes longer than auditing a few chunks here.
    stays_here = bulk.placement.stays_here(-(-(total - report.done) // CHUNK))
    open_worker = partial(open_oracle, bulk_plan.engines, None if stays_here else 1)
    placement = None if stays_here else bulk.placement
    protocol = bulk_plan.protocol
    work = partial(audit_lines, bulk_plan.profile, protocol.name)
    async with aclosing(spread(placement, open_worker, work, chunks(lines, CHUNK))) as results:
        async for report_lines in results:
            report.write(report_lines)
            for line in report_lines:
                tally.add(read_row(line, "a result"))
            listener(report.done, total)
    return Recomputed(
        bulk_plan.profile,
        bulk_plan.oracle,
        bulk_plan.second_engine,
        tally,
        partial(_rows, report),
        protocol.noun,
        protocol.page,
    )


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


async def _verify_folder(
    path: Path, programs: Programs, bias: Bias | None, profile: Profile, engines: Engines | None, *, explain: bool
) -> Verified:
    async with Session(engines=engines) as session:
        oracle = session.oracle(workers=1)
        audited = await audit_programs(programs, str(path), bias, oracle, profile, explain=explain)
        row = audited.row()
        recomputed = Recomputed(profile, oracle.name, second_engine(oracle), Tally([row]), lambda: iter([row]))
        return Verified(path, recomputed, programs, audited)


async def verify_programs(paths: Sequence[Path], *, explain: bool = True) -> tuple[str, list[RunProgram]]:
    """Run single programs, each with the axioms.pl in its folder; return the oracle's name and the results."""
    programs = [read_program(path) for path in paths]
    async with Session() as session:
        oracle = session.oracle(workers=min(len(programs), 2))
        results = [
            RunProgram(path, program, await oracle.verdict(program), await oracle.explain(program) if explain else None)
            for path, program in zip(paths, programs, strict=True)
        ]
        return oracle.name, results


async def verify_user_programs(
    programs: Programs, bias: Bias | None = None, profile: Profile = Profile.STRICT, engines: Engines | None = None
) -> Audited:
    """Run a user's own pair of programs and check it, with the proofs for readers."""
    async with Session(engines=engines) as session:
        return await audit_programs(programs, "", bias, session.oracle(workers=1), profile, explain=True)


async def verify_items(
    items: Dataset[Any], profile: Profile = Profile.STRICT, engines: Engines | None = None
) -> tuple[Audited, ...]:
    """Recompute items and compare the results with what they record; a single one has the proofs for readers."""
    single = len(items) == 1
    async with Session(engines=engines) as session:
        oracle = session.oracle(workers=1 if single else None)
        return await audit_items(items.definition, tuple(items), oracle, profile, explain=single)
