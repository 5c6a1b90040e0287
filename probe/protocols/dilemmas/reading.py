"""Read dilemmas, for commands that need them: the paper's formats, judging explanations, rewriting controls."""

from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from probe.errors import InputError
from probe.files.dataset import StoredItems, dataset_file, read_manifest, stream_items
from probe.options.generating import Pairs
from probe.protocols import DILEMMAS, protocol_named, protocol_of
from probe.store.reading import run_about, stored_evaluation
from probe.values import Dilemma, Evaluation

OTHER_ITEMS_HINT = "the README (Commands and protocols) lists those for other items"
"""A hint at the commands for other items."""


def read_dilemma(content: Mapping[str, JsonValue]) -> Dilemma:
    """Return the dilemma in one line of a dataset. Raises InputError for an item of another protocol."""
    if (name := protocol_of(content)) != DILEMMAS:
        raise InputError(
            f"an item of the protocol {name[:40]!r}, but this command accepts dilemmas only; {OTHER_ITEMS_HINT}"
        )
    pair: Dilemma = protocol_named(DILEMMAS).read(content)
    return pair


def read_dilemmas(path: Path) -> tuple[Dilemma, ...]:
    """Return the dilemmas of a dataset file, or of the dataset in a folder. Raises InputError as ``stream_items``."""
    return tuple(stream_dilemmas(path))


def dilemmas_of(source: Pairs) -> tuple[tuple[Dilemma, ...], dict[str, Any]]:
    """Return the dilemmas that an option names, and their manifest. Raises InputError for other items, or none."""
    if isinstance(source, (str, PathLike)):
        return read_dilemmas(Path(source)), read_manifest(dataset_file(Path(source)).parent)
    pairs = tuple(source)
    if not pairs or not all(isinstance(pair, Dilemma) for pair in pairs):
        raise InputError(f"no dilemmas given: give a dataset of dilemmas, or its path; {OTHER_ITEMS_HINT}")
    return pairs, dict(getattr(source, "manifest", {}))


def stream_dilemmas(path: Path) -> Iterator[Dilemma]:
    """Yield what ``read_dilemmas`` returns, one by one."""
    return stream_items(path, read_dilemma)


def open_dilemmas(path: Path) -> StoredItems[Dilemma]:
    """Read a dataset of dilemmas once, and return a store to read again. Raises InputError as ``stream_items``."""
    return StoredItems.open(path, read_dilemma)


def holds_dilemmas(folder: Path) -> bool:
    """Whether the run in ``folder`` names no other protocol."""
    return run_about(folder).protocol in ("", DILEMMAS)


def dilemmas_in(evaluation: Evaluation) -> tuple[Dilemma, ...]:
    """Return the dilemmas that an evaluation is about."""
    return tuple(item for item in evaluation.items if isinstance(item, Dilemma))


def dilemma_evaluation(folder: Path) -> Evaluation:
    """Return an evaluation of dilemmas. Raises InputError for one of another protocol, and as ``stored_evaluation``."""
    if not holds_dilemmas(folder):
        name = run_about(folder).protocol
        raise InputError(
            f"{folder} contains an evaluation of {name}, but this command accepts dilemmas only; {OTHER_ITEMS_HINT}"
        )
    return stored_evaluation(folder, read_dilemma)
