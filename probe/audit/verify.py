"""Verify: run programs again, from a dataset, a user's own folder or single files."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from probe.audit.derivation import DerivedProgram, derive_pairs, derive_programs
from probe.audit.dossier import Dossier, make_dossier
from probe.audit.overview import Overview, overview
from probe.audit.pairs import Audit, Audited, audit_pairs, audit_programs
from probe.files.dataset import DATASET, read_dataset
from probe.files.programs import read_program, read_programs
from probe.ports import Oracle
from probe.session import Engines, Session, decisions_on, evaluation_settings, second_engine
from probe.values import Decision, Explanation, Pair, Profile, Program, Programs, Verdict

Listener = Callable[[int, int], None]
"""Receives the number of pairs done and the total."""


def ignore(done: int, total: int) -> None:
    """Ignore the progress."""


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
    """The result of verifying a dataset or a folder; ``programs`` is set for a user's own folder.

    ``second_engine`` names the second engine, or is ``not_run``.
    """

    path: Path
    audit: Audit
    second_engine: str
    programs: Programs | None = None


@dataclass(frozen=True)
class Summary:
    """An audited dataset with its counts and the requested dossiers."""

    audit: Audit
    counts: Overview
    dossiers: tuple[Dossier, ...] = ()


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
) -> list[Verified]:
    """Recompute datasets and a user's own folders, and compare datasets with what they record."""
    own = [path for path in paths if path.is_dir() and not (path / DATASET).exists()]
    programs = {path: read_programs(path) for path in own}
    pairs = {path: read_dataset(path) for path in paths if path not in programs}
    total, done, verified = sum(map(len, pairs.values())), 0, []
    async with Session(engines=engines) as session:
        oracle = session.oracle(workers=None if pairs else 1)
        second = second_engine(oracle)
        for path in paths:
            if path in programs:
                pair, bias = programs[path]
                audited = await audit_programs(pair, str(path), bias, oracle, profile, explain=explain)
                audit = Audit(profile=profile, oracle=oracle.name, pairs=(audited,))
                verified.append(Verified(path, audit, second, pair))
            else:
                audit = await audit_pairs(pairs[path], oracle, profile, partial(_note, listener, done, total))
                done += len(pairs[path])
                verified.append(Verified(path, audit, second))
    return verified


async def derive(paths: Sequence[Path]) -> tuple[str, dict[Path, tuple[DerivedProgram, ...]]]:
    """Return the second engine's name, and what it derives from the programs at each path."""
    sources = {path: _source(path) for path in paths}
    async with Session(engines="asp") as session:
        oracle = session.oracle()
        return oracle.name, {path: await _derived(source, oracle) for path, source in sources.items()}


def _source(path: Path) -> Program | Programs | Sequence[Pair]:
    if path.suffix == ".pl":
        return read_program(path)
    if path.is_dir() and not (path / DATASET).exists():
        return read_programs(path)[0]
    return read_dataset(path)


async def _derived(source: Program | Programs | Sequence[Pair], oracle: Oracle) -> tuple[DerivedProgram, ...]:
    if isinstance(source, Program):
        pair = Programs(axioms=source.axioms, unbiased=source.text, biased=source.text)
        return (await derive_programs(pair, "", None, oracle))[:1]
    if isinstance(source, Programs):
        return await derive_programs(source, "", None, oracle)
    return await derive_pairs(source, oracle)


def _note(listener: Listener, before: int, total: int, done: int) -> None:
    listener(before + done, total)


async def audit_dataset(
    pairs: Sequence[Pair],
    profile: Profile,
    listener: Listener = ignore,
    wanted: Callable[[Audited], bool] = lambda audited: False,
) -> Summary:
    """Audit a dataset and count the results; include the dossier of each ``wanted`` pair."""
    async with Session() as session:
        oracle = session.oracle()
        audit = await audit_pairs(pairs, oracle, profile, lambda done: listener(done, len(pairs)))
        chosen = [pair for pair, one in zip(pairs, audit.pairs, strict=True) if wanted(one)]
        dossiers = [await make_dossier(pair, oracle, profile) for pair in chosen]
    return Summary(audit, overview(audit, pairs), tuple(dossiers))


async def audit_dilemma(pair: Pair, profile: Profile, runs: Sequence[Path] = ()) -> Dossier:
    """Return everything about one dilemma, with the decisions of the subjects in ``runs``."""
    decisions = [subject_decisions(folder, pair.id) for folder in runs]
    async with Session() as session:
        return await make_dossier(pair, session.oracle(workers=1), profile, decisions)


def subject_decisions(folder: Path, pair_id: str) -> tuple[str, Sequence[Decision]]:
    """Return the subject of an evaluation and its decisions on one pair. Raises InputError without an evaluation."""
    return str(evaluation_settings(folder)["subject"]), decisions_on(folder, pair_id)
