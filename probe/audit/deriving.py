"""What follows from programs in the second engine, compared with the recorded answers."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from probe.errors import InputError
from probe.files.dataset import DATASET
from probe.files.plain import read_program, read_programs
from probe.ports import Oracle
from probe.protocols.arguments import ProvedPrograms
from probe.protocols.base import ItemProtocol
from probe.protocols.reading import read_dataset
from probe.session import Session
from probe.values import OPTIONS, Arm, Diagnostic, Item, Profile, Programs, Value, Verdict

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
    proved: ProvedPrograms
    alone: bool = False


async def derive(paths: Sequence[Path]) -> tuple[str, dict[Path, tuple[DerivedProgram, ...]]]:
    """Return the second engine's name, and what it derives from the programs at each path, in order."""
    sources = {path: _sources(path) for path in paths}
    async with Session(engines="asp") as session:
        oracle = session.oracle()
        return oracle.name, {path: await _derive(path_sources, oracle) for path, path_sources in sources.items()}


def _sources(path: Path) -> list[ProgramSource]:
    if path.suffix == ".pl":
        single_program = read_program(path)
        # The oracle examines pairs, so a single program is paired with itself and its second verdict left out.
        programs = Programs(axioms=single_program.axioms, unbiased=single_program.text, biased=single_program.text)
        return [ProgramSource("", ProvedPrograms("", programs, OPTIONS), alone=True)]
    if path.is_dir() and not (path / DATASET).exists():
        return [ProgramSource("", ProvedPrograms("", read_programs(path)[0], OPTIONS))]
    dataset = read_dataset(path)
    named_programs = [(item.id, programs) for item in dataset for programs in _proofs(dataset.definition, item)]
    return [ProgramSource(f"{item_id} {programs.name}".strip(), programs) for item_id, programs in named_programs]


def _proofs(protocol: ItemProtocol[Any], item: Item) -> tuple[ProvedPrograms, ...]:
    try:
        return protocol.programs(item)
    except ValueError as error:
        raise InputError(f"{protocol.noun} {item.id} gives no programs: {str(error).splitlines()[-1]}") from error


async def _derive(sources: Sequence[ProgramSource], oracle: Oracle) -> tuple[DerivedProgram, ...]:
    derived_programs = []
    for name, programs, is_single in sources:
        answering, first_answer = programs.answering, programs.right
        examination = await oracle.examine(programs.programs, Profile.PAPER, answering=answering)
        # The recorded answer is about the first text; if answers are mirrored or computed, the second text has its own.
        second_answer = first_answer if answering.relation == "equal" else None
        verdicts = zip(
            programs.arms, (examination.unbiased, examination.biased), (first_answer, second_answer), strict=True
        )
        for arm, verdict, recorded_option in list(verdicts)[: 1 if is_single else 2]:
            options = verdict.answers if verdict.ran else None
            agreement = _agreement(verdict, recorded_option)
            derived_programs.append(
                DerivedProgram(
                    name=name,
                    arm=arm,
                    recorded=recorded_option,
                    options=options,
                    agreement=agreement,
                    reasons=verdict.diagnostics,
                )
            )
    return tuple(derived_programs)


def _agreement(verdict: Verdict, recorded_option: str | None) -> Agreement:
    """Compare the derived options with the recorded one; without it, exactly one derived option agrees."""
    if not verdict.ran:
        # A limit says nothing about the program, but a failed translation is a fact about it.
        return "limit" if verdict.gave_up else "untranslatable"
    agrees = len(verdict.answers) == 1 if recorded_option is None else verdict.answers == (recorded_option,)
    return "agrees" if agrees else "differs"
