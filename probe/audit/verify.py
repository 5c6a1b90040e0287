"""Verify and audit: run programs again, from a dataset, a user's own folder or single files."""

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

from probe.audit.bulk import Bulk, BulkPlan, Listener, Recomputed, ignore, plan, recompute, recomputed_alone
from probe.audit.describing import SubjectRun, make_dossier
from probe.audit.dossier import Dossier, ShownProgram
from probe.audit.items import Audited, audit_items, audit_programs
from probe.audit.proof_account import shown_pair, shown_program
from probe.audit.proof_steps import read_proofs
from probe.audit.rows import Row
from probe.document.differences import numbered
from probe.errors import InputError
from probe.files.dataset import DATASET, dataset_file
from probe.files.plain import read_program, read_programs
from probe.files.streams import read_lines
from probe.ports import Oracle
from probe.protocols.arguments import Proved
from probe.protocols.base import ItemProtocol
from probe.protocols.dataset import Dataset
from probe.protocols.reading import read_dataset, reader_of
from probe.session import Engines, Session, second_engine
from probe.values import (
    OPTIONS,
    Arm,
    Bias,
    Diagnostic,
    Explanation,
    Item,
    Profile,
    Program,
    Programs,
    Value,
    Verdict,
)


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

    def shown(self) -> ShownProgram:
        """Return the program and its proofs for readers."""
        read = read_proofs(self.verdict, self.explanation or Explanation(), self.program)
        return shown_program(Arm.UNBIASED, numbered(self.program.text), self.verdict, read)


@dataclass(frozen=True)
class Verified:
    """The result of verifying a dataset or a folder; ``programs`` and ``audited`` are set for a user's own folder."""

    path: Path
    found: Recomputed
    programs: Programs | None = None
    audited: Audited | None = None

    def shown(self, programs: Programs, audited: Audited) -> tuple[ShownProgram, ShownProgram]:
        """Return a user's own programs with their differences marked, and their proofs."""
        return shown_pair(programs, audited.programs[0].examination)


@dataclass(frozen=True)
class Summary:
    """An audited dataset and the requested dossiers."""

    found: Recomputed
    dossiers: tuple[Dossier, ...] = ()


Agreement = Literal["agrees", "differs", "untranslatable", "limit"]


class DerivedProgram(Value):
    """The answers that follow from one program, and the recorded one (None if there is none)."""

    name: str
    arm: Arm
    recorded: str | None
    options: tuple[str, ...] | None
    agreement: Agreement
    reasons: tuple[Diagnostic, ...] = ()


class ProgramSource(NamedTuple):
    """Programs to derive from, and what readers call them; ``alone`` is the first of a pair without the second."""

    name: str
    proved: Proved
    alone: bool = False


async def verify_programs(paths: Sequence[Path], *, explain: bool = True) -> tuple[str, list[RunProgram]]:
    """Run single programs, each with the axioms.pl in its folder; return the oracle's name and the results."""
    programs = [read_program(path) for path in paths]
    async with Session() as session:
        oracle = session.oracle(workers=min(len(programs), 2))
        run = [
            RunProgram(path, program, await oracle.verdict(program), await oracle.explain(program) if explain else None)
            for path, program in zip(paths, programs, strict=True)
        ]
        return oracle.name, run


async def verify(
    paths: Sequence[Path],
    profile: Profile,
    listener: Listener = ignore,
    *,
    engines: Engines | None = None,
    explain: bool = True,
    bulk: Bulk | None = None,
) -> list[Verified]:
    """Recompute datasets and a user's own folders, and compare datasets with what they record.

    ``bulk`` is how and where datasets are recomputed; a report or a part needs a single dataset, or raises InputError.
    """
    bulk = bulk or Bulk()
    own_programs = {path: read_programs(path) for path in paths if path.is_dir() and not (path / DATASET).exists()}
    if bulk.single and (own_programs or len(paths) > 1):
        raise InputError("--report and --shard are for one dataset: give only one")
    # All of them before the first is recomputed, so that a broken line in the last one is found at once.
    plans = {path: plan(dataset_file(path), profile, engines, bulk) for path in paths if path not in own_programs}
    total, done, verified = sum(len(planned.items) for planned in plans.values()), 0, []
    for path in paths:
        if path in own_programs:
            verified.append(await _verify_folder(path, *own_programs[path], profile, engines, explain=explain))
        else:
            reporting = partial(_report, listener, done, total)
            recomputed = await recompute(plans[path], bulk, reporting)
            done += recomputed.tally.pairs
            verified.append(Verified(path, recomputed))
    return verified


async def verify_own(
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


async def _verify_folder(
    path: Path, programs: Programs, bias: Bias | None, profile: Profile, engines: Engines | None, *, explain: bool
) -> Verified:
    async with Session(engines=engines) as session:
        oracle = session.oracle(workers=1)
        audited = await audit_programs(programs, str(path), bias, oracle, profile, explain=explain)
        recomputed = recomputed_alone(audited, profile, oracle.name, second_engine(oracle))
        return Verified(path, recomputed, programs, audited)


def _report(listener: Listener, before: int, total: int, done: int, of: int) -> None:
    listener(before + done, total)


async def audit_dataset(
    dataset: Path,
    profile: Profile,
    listener: Listener = ignore,
    wanted: Callable[[Row], bool] = lambda row: False,
    bulk: Bulk | None = None,
) -> Summary:
    """Audit a dataset and count the results; include the dossier of each ``wanted`` pair or item."""
    bulk = bulk or Bulk()
    planned = plan(dataset_file(dataset), profile, None, bulk)
    recomputed = await recompute(planned, bulk, listener)
    chosen = {row.id for row in recomputed.rows() if wanted(row)}
    return Summary(recomputed, await _dossiers(planned, chosen, profile) if chosen else ())


async def _dossiers(planned: BulkPlan, chosen: Container[str], profile: Profile) -> tuple[Dossier, ...]:
    async with Session() as session:
        oracle, read = session.oracle(), reader_of(planned.file)
        # The file is read a second time for the few dossiers: their ids are known only after the audit, which keeps no
        # items.
        items = (line.item(read) for line in read_lines(planned.file))
        return tuple([await make_dossier(item, oracle, profile) for item in items if item.id in chosen])


async def audit_item(item: Item, profile: Profile, runs: Sequence[Path] = ()) -> Dossier:
    """Return everything about one item, with the decisions of the subjects in ``runs``.

    Raises InputError if one of ``runs`` contains no evaluation.
    """
    decisions = decisions_of(item.id, runs)
    async with Session() as session:
        return await make_dossier(item, session.oracle(workers=1), profile, decisions)


def decisions_of(item_id: str, runs: Sequence[Path]) -> list[SubjectRun]:
    """Return each subject in ``runs`` with its decisions on one item. Raises InputError for another folder."""
    from probe.session import choices_of, decisions_on, subject_of  # imported here because few audits read a run

    return [SubjectRun(subject_of(folder), decisions_on(folder, item_id), choices_of(folder)) for folder in runs]


def without_decisions(item_id: str, runs: Sequence[Path]) -> list[Path]:
    """Return the folders of ``runs`` with no decision on an item, such as those of another dataset."""
    from probe.session import decisions_on  # imported here because few audits read a run

    return [folder for folder in runs if not decisions_on(folder, item_id)]


async def derive(paths: Sequence[Path]) -> tuple[str, dict[Path, tuple[DerivedProgram, ...]]]:
    """Return the second engine's name, and what it derives from the programs at each path, in order."""
    sources = {path: _sources(path) for path in paths}
    async with Session(engines="asp") as session:
        oracle = session.oracle()
        return oracle.name, {path: await _derived(path_sources, oracle) for path, path_sources in sources.items()}


def _sources(path: Path) -> list[ProgramSource]:
    if path.suffix == ".pl":
        alone = read_program(path)
        # The oracle examines pairs, so a single program is paired with itself and its second verdict left out.
        programs = Programs(axioms=alone.axioms, unbiased=alone.text, biased=alone.text)
        return [ProgramSource("", Proved("", programs, OPTIONS), alone=True)]
    if path.is_dir() and not (path / DATASET).exists():
        return [ProgramSource("", Proved("", read_programs(path)[0], OPTIONS))]
    dataset = read_dataset(path)
    proofs = [(item.id, proved) for item in dataset for proved in _proofs(dataset.definition, item)]
    return [ProgramSource(f"{item_id} {proved.name}".strip(), proved) for item_id, proved in proofs]


def _proofs(protocol: ItemProtocol[Any], item: Item) -> tuple[Proved, ...]:
    try:
        return protocol.programs(item)
    except ValueError as error:
        raise InputError(f"{protocol.noun} {item.id} gives no programs: {str(error).splitlines()[-1]}") from error


async def _derived(sources: Sequence[ProgramSource], oracle: Oracle) -> tuple[DerivedProgram, ...]:
    derived = []
    for name, proved, alone in sources:
        answering, first = proved.answering, proved.right
        examination = await oracle.examine(proved.programs, Profile.PAPER, answering=answering)
        # The recorded answer is about the first text; of mirrored or computed answers the second has its own.
        second = first if answering.relation == "equal" else None
        both = zip(proved.arms, (examination.unbiased, examination.biased), (first, second), strict=True)
        for arm, verdict, recorded in list(both)[: 1 if alone else 2]:
            options = verdict.answers if verdict.ran else None
            agreement = _agreement(verdict, recorded)
            derived.append(
                DerivedProgram(
                    name=name,
                    arm=arm,
                    recorded=recorded,
                    options=options,
                    agreement=agreement,
                    reasons=verdict.diagnostics,
                )
            )
    return tuple(derived)


def _agreement(verdict: Verdict, recorded: str | None) -> Agreement:
    """Compare the derived options with the recorded one; without it, exactly one derived option agrees."""
    if not verdict.ran:
        # A limit says nothing about the program, while a translation that fails is a fact about it.
        return "limit" if verdict.gave_up else "untranslatable"
    agrees = len(verdict.answers) == 1 if recorded is None else verdict.answers == (recorded,)
    return "agrees" if agrees else "differs"
