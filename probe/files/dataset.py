"""Datasets: JSON Lines with one pair per line, and a manifest in the same folder."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from probe.errors import InputError
from probe.files.plain import write_atomically
from probe.files.streams import read_lines
from probe.values import Pair, Value

DATASET = "dataset.jsonl"
MANIFEST = "manifest.json"
OUTPUTS = (DATASET, MANIFEST)
"""The files that a run with a dataset writes beside its own."""
CANARY = "probe-swe-canary:7c1d6f1e-5d0b-4a52-9d59-3f0a0f1c8b64"
"""Part of every manifest: searching a training corpus for it shows whether the corpus contains the benchmark."""


def dataset_file(path: Path) -> Path:
    """Return the dataset that ``path`` names: the file itself, or the one in that folder."""
    return path / DATASET if path.is_dir() else path


def read_dataset(path: Path) -> tuple[Pair, ...]:
    """Return the pairs of a dataset file, or of the dataset in a folder.

    Raises InputError that names the line and the field with the fault, or if the file contains no pair.
    """
    pairs: list[Pair] = []
    seen: dict[str, str] = {}
    file = dataset_file(path)
    for line in read_lines(file):
        pair, place = line.pair(), line.place.removeprefix(f"{file} ")
        if pair.id in seen:
            raise InputError(f"{line.place}: pair {pair.id} is already in {seen[pair.id]}; delete one")
        seen[pair.id] = place
        pairs.append(pair)
    if not pairs:
        raise InputError(f"{file} contains no pair")
    return tuple(pairs)


def write_dataset(file: Path, items: Iterable[Value]) -> None:
    """Write pairs, or items of another protocol, as JSON Lines, atomically."""
    write_atomically(file, "".join(json_line(item) for item in items))


def json_line(item: Value) -> str:
    """Return a pair or an item as one line of JSON."""
    fields = item.model_dump(mode="json")
    return json.dumps(fields, ensure_ascii=False).encode("utf-8", "backslashreplace").decode("utf-8") + "\n"


def write_manifest(folder: Path, manifest: dict[str, JsonValue]) -> None:
    """Write the manifest into a dataset's folder."""
    write_atomically(folder / MANIFEST, json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest in a dataset's folder, an empty one if there is none."""
    file = folder / MANIFEST
    try:
        manifest = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise InputError(f"{file} cannot be read: {error}") from error
    return manifest if isinstance(manifest, dict) else {}
