"""What all measuring shares: its commands and results, and working through many questions at once."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from probe.errors import FatalModelFault, InputError, ModelFault, ProbeError, StoppedError, first_of
from probe.files.dataset import DATASET, dataset_file, read_manifest
from probe.session import Access, holds_run
from probe.values import Bias, BiasSheet, Corpus, ModelSpec, Pair, Usage

Listener = Callable[[int], None]
"""Gets how many questions are done."""
Item = TypeVar("Item")
UNDER_WAY = 1024
"""How many items are under way at once: as many as the highest concurrency lets a model answer at a time."""


@dataclass(frozen=True, kw_only=True)
class MeasuringCommand:
    """How models are reached, and which prompts replace the packaged ones: part of every measuring command."""

    access: Access = field(default_factory=Access)
    prompts: Path | None = None


@dataclass(frozen=True, kw_only=True)
class Ended:
    """What every measuring command returns beside its result: notices for the user, and what was paid for."""

    notices: tuple[str, ...]
    usage: Usage


@dataclass(frozen=True)
class Worked:
    """What went wrong: the fault of each item that a model did not answer, and why the work ended early."""

    faults: tuple[str, ...] = ()
    ended: str | None = None

    @property
    def reason(self) -> str | None:
        """Why something is open, None where nothing is."""
        return self.ended or (self.faults[0] if self.faults else None)


async def work_through(
    items: Sequence[Item], work: Callable[[Item], Awaitable[None]], under_way: int = UNDER_WAY
) -> Worked:
    """Do ``work`` for all items, begun in their order.

    A fault of one item is noted and the rest goes on; a budget that is spent, or a provider that will never answer,
    ends the work and is in the result. Raises InputError and MissingError as they come.
    """
    waiting, faults = iter(items), list[str]()
    stopped: StoppedError | None = None
    wrong: ProbeError | None = None
    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(under_way, len(items))):
                group.create_task(_work(waiting, work, faults))
    except* StoppedError as found:
        stopped = first_of(found)
    except* ProbeError as found:
        wrong = first_of(found)
    if wrong is not None:
        raise wrong
    return Worked(faults=tuple(faults), ended=str(stopped) if stopped else None)


async def _work(waiting: Iterator[Item], work: Callable[[Item], Awaitable[None]], faults: list[str]) -> None:
    for item in waiting:
        try:
            await work(item)
        except FatalModelFault:
            raise
        except ModelFault as fault:
            faults.append(str(fault))


def silent(done: int) -> None:
    """Ignore how many questions are done."""


def keep_datasets(out: Path) -> None:
    """Raise InputError where ``out`` contains a dataset but no run of ours: it would be overwritten."""
    if (out / DATASET).exists() and not holds_run(out):
        raise InputError(
            f"{out} contains a {DATASET} already, which would be overwritten: give another folder with --out"
        )


def sheets_of(pairs: Sequence[Pair], corpus: Corpus) -> dict[Bias, BiasSheet]:
    """Return the sheets of the biases that ``pairs`` are about. Raises InputError where ``corpus`` lacks one."""
    return {bias: corpus.sheet(bias) for bias in Bias.in_order(pair.bias for pair in pairs)}


def origin_of(dataset: Path) -> dict[str, Any]:
    """Return the manifest of a dataset; an evaluation's copy of one has it inside its own."""
    manifest = read_manifest(dataset_file(dataset).parent)
    evaluated = manifest.get("settings", {}).get("kind") == "evaluate"
    found = manifest.get("dataset", {}) if evaluated else manifest
    return found if isinstance(found, dict) else {}


def is_same_model(spec: ModelSpec, name: str | None) -> bool:
    """Whether ``name`` (a spec, or a bare model name as in imported datasets) is the model of ``spec``."""
    bare = (name or "").partition("?")[0]
    return bare in (spec.model, f"{spec.provider}/{spec.model}") and bool(bare)
