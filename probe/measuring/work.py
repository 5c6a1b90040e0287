"""The base of all measuring commands and results, and concurrent work on many questions."""

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
"""Receives the number of finished questions."""
Item = TypeVar("Item")
UNDER_WAY = 1024
"""Items in progress at once; equals the highest value of --concurrency, so it never limits a model."""


@dataclass(frozen=True, kw_only=True)
class MeasuringCommand:
    """The part of every measuring command: access to models, and prompts that replace the packaged ones."""

    access: Access = field(default_factory=Access)
    prompts: Path | None = None


@dataclass(frozen=True, kw_only=True)
class Ended:
    """What every measuring command returns in addition to its result: notices for the user, and usage."""

    notices: tuple[str, ...]
    usage: Usage


@dataclass(frozen=True)
class Worked:
    """The problems of the work: the fault of each unanswered item, and why the work ended early."""

    faults: tuple[str, ...] = ()
    ended: str | None = None

    @property
    def reason(self) -> str | None:
        """Why some items are unanswered, None if all are answered."""
        return self.ended or (self.faults[0] if self.faults else None)


async def work_through(
    items: Sequence[Item], work: Callable[[Item], Awaitable[None]], under_way: int = UNDER_WAY
) -> Worked:
    """Do ``work`` for all items, started in their order.

    A fault of one item is recorded and the rest continues. A spent budget or a permanently failing provider ends the
    work, and the result contains the reason. InputError and MissingError propagate.
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
    """Ignore the progress."""


def keep_datasets(out: Path) -> None:
    """Raise InputError if ``out`` contains a dataset but no run: the dataset would be overwritten."""
    if (out / DATASET).exists() and not holds_run(out):
        raise InputError(
            f"{out} already contains a {DATASET}, which would be overwritten: choose another folder with --out"
        )


def sheets_of(pairs: Sequence[Pair], corpus: Corpus) -> dict[Bias, BiasSheet]:
    """Return the sheets of the biases of ``pairs``. Raises InputError if ``corpus`` lacks one."""
    return {bias: corpus.sheet(bias) for bias in Bias.in_order(pair.bias for pair in pairs)}


def origin_of(dataset: Path) -> dict[str, Any]:
    """Return the manifest of a dataset; in an evaluation's folder, it is part of the evaluation's manifest."""
    manifest = read_manifest(dataset_file(dataset).parent)
    evaluated = manifest.get("settings", {}).get("kind") == "evaluate"
    found = manifest.get("dataset", {}) if evaluated else manifest
    return found if isinstance(found, dict) else {}


def is_same_model(spec: ModelSpec, name: str | None) -> bool:
    """Whether ``name`` (a spec, or a bare model name as in imported datasets) is the model of ``spec``."""
    bare = (name or "").partition("?")[0]
    return bare in (spec.model, f"{spec.provider}/{spec.model}") and bool(bare)
