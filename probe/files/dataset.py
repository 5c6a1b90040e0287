"""Datasets: JSON Lines with one item per line, and a manifest in the same folder."""

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Generic, Self

from pydantic import JsonValue

from probe.errors import InputError
from probe.files.plain import GZIP_SUFFIX, write_atomically, write_packed
from probe.files.streams import read_lines, scan, write_column
from probe.inputs import read_json
from probe.ports import AnyItem, ReadItem
from probe.values import Bias, Value

DATASET = "dataset.jsonl"
MANIFEST = "manifest.json"
OUTPUTS = (DATASET, MANIFEST)
"""The files that a run with a dataset writes next to its own."""
CANARY = "probe-swe-canary:7c1d6f1e-5d0b-4a52-9d59-3f0a0f1c8b64"
"""Part of every manifest: searching a training corpus for it shows whether the corpus contains the benchmark."""


_OBJECTS = ("settings", "dataset", "awareness")
"""The parts of a manifest that other commands read, in a dataset's own or in that of an evaluation of it."""
REPAIR_HINT = "repeat the command that wrote it, or delete it"


def dataset_file(path: Path) -> Path:
    """Return the dataset that ``path`` names: the file itself, or the one in that folder."""
    return path / DATASET if path.is_dir() else path


def stream_items(path: Path, read_item: ReadItem[AnyItem]) -> Iterator[AnyItem]:
    """Yield the items of a dataset file, or of the dataset in a folder, item by item.

    Raises InputError, where it finds the problem, that names the line and the field, or if the file contains no item.
    """
    location_by_id: dict[str, str] = {}
    file = dataset_file(path)
    for line in read_lines(file):
        item, location = line.item(read_item), line.location.removeprefix(f"{file} ")
        if item.id in location_by_id:
            raise InputError(f"{line.location}: item {item.id} is already in {location_by_id[item.id]}; delete one")
        location_by_id[item.id] = location
        yield item
    if not location_by_id:
        raise InputError(f"{file} contains no item: give a dataset, such as the folder of probe generate")


@dataclass(frozen=True)
class StoredItems(Generic[AnyItem]):
    """The items of a dataset file, read from it each time that they are iterated; few are in memory at once.

    ``count`` is their number, ``biases`` are in the order in which they occur, and ``digest`` is a hash of their lines.
    """

    file: Path
    read: ReadItem[AnyItem]
    count: int
    biases: tuple[Bias, ...]
    digest: str

    @classmethod
    def open(cls, path: Path, read_item: ReadItem[AnyItem]) -> Self:
        """Read a dataset once, and return its items to be read again.

        Raises InputError as ``stream_items`` does, before the first item is used.
        """
        file = dataset_file(path)
        scan_result = scan(file, read_item)
        return cls(file, read_item, scan_result.items, scan_result.biases, scan_result.digest)

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[AnyItem]:
        return self.iter_after(0)

    def iter_after(self, number: int) -> Iterator[AnyItem]:
        """Yield the items without the first ``number``, which are not checked again."""
        return (line.item(self.read) for line in islice(read_lines(self.file), number, None))


def write_dataset(file: Path, items: Iterable[Value]) -> int:
    """Write items one by one and atomically, and return their number.

    The file has a line of JSON each; it is compressed if its name ends in ``.gz``. If its name ends in ``.parquet``, it
    is a Parquet file with a column ``pair``.
    """
    number = 0

    def texts() -> Iterator[str]:
        nonlocal number
        for number, item in enumerate(items, 1):  # noqa: B007 - the number of items, used after the loop
            yield json_text(item)

    if file.suffix == ".parquet":
        write_column(file, texts())
    else:
        write_packed(file, (f"{text}\n".encode() for text in texts()))
    return number


def writes_lines(file: Path) -> bool:
    """Whether an output with this name has a line per item, neither compressed nor in columns."""
    return file.suffix not in (GZIP_SUFFIX, ".parquet")


def json_text(item: Value) -> str:
    """Return an item as JSON without line breaks."""
    fields = item.model_dump(mode="json")
    # Lone surrogates, which an answer may contain, cannot be written as UTF-8 and become escapes.
    return json.dumps(fields, ensure_ascii=False).encode("utf-8", "backslashreplace").decode("utf-8")


def json_line(item: Value) -> str:
    """Return an item as one line of JSON."""
    return json_text(item) + "\n"


def write_json(file: Path, content: dict[str, JsonValue]) -> None:
    """Write ``content`` as indented JSON, atomically."""
    write_atomically(file, json.dumps(content, indent=2, ensure_ascii=False) + "\n")


def manifest_file(file: Path) -> Path:
    """Return where the manifest of the dataset ``file`` is: ``manifest.json`` is about ``dataset.jsonl`` only."""
    # Compressing a dataset changes nothing that its manifest says.
    name = file.name.removesuffix(".gz")
    return file.with_name(MANIFEST if name == DATASET else f"{Path(name).stem}.{MANIFEST}")


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest in a dataset's folder, an empty one if there is none."""
    return _read_json(folder / MANIFEST)


def manifest_beside(file: Path) -> dict[str, Any] | None:
    """Return the manifest of the dataset ``file``, None if it has none."""
    return _read_json(manifest_file(file)) or None


def _read_json(file: Path) -> dict[str, Any]:
    if not os.path.lexists(file):
        return {}
    content = read_json(file)
    if not isinstance(content, dict):
        raise InputError(f"{file} is not a JSON object: {REPAIR_HINT}")
    # The manifest of an evaluation contains that of its dataset, which is read in the same way.
    manifests = (content, content["dataset"] if isinstance(content.get("dataset"), dict) else {})
    for name in _OBJECTS:
        if any(not isinstance(manifest.get(name), dict | None) for manifest in manifests):
            raise InputError(f"{file}: {name!r} is not a JSON object: {REPAIR_HINT}")
    return content
