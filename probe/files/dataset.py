"""Datasets: JSON Lines with one pair per line, and a manifest in the same folder."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic import JsonValue, ValidationError

from probe.errors import InputError
from probe.files.plain import write_atomically
from probe.values import Pair, Value

DATASET = "dataset.jsonl"
MANIFEST = "manifest.json"
OUTPUTS = (DATASET, MANIFEST)
"""The files that a run with a dataset writes beside its own."""
CANARY = "probe-swe-canary:7c1d6f1e-5d0b-4a52-9d59-3f0a0f1c8b64"
"""Part of every manifest: searching a training corpus for it shows whether the corpus contains the benchmark."""

_MARKED = re.compile(r'^\{"canary": "[^"\\]*", ')
"""How each line of a release begins (``probe.files.release``); the canary is not part of the pair."""


def dataset_file(path: Path) -> Path:
    """Return the dataset that ``path`` names: the file itself, or the one in that folder."""
    return path / DATASET if path.is_dir() else path


def read_dataset(path: Path) -> tuple[Pair, ...]:
    """Return the pairs of a dataset file, or of the dataset in a folder.

    Raises InputError that names the line and the field with the fault, or if the file contains no pair.
    """
    file = dataset_file(path)
    pairs: list[Pair] = []
    seen: dict[str, int] = {}
    for number, line in enumerate(dataset_lines(file), 1):
        if not line.strip():
            continue
        pair = _read_line(file, number, line)
        if pair.id in seen:
            raise InputError(f"{file} line {number}: pair {pair.id} is already in line {seen[pair.id]}; delete one")
        seen[pair.id] = number
        pairs.append(pair)
    if not pairs:
        raise InputError(f"{file} contains no pair")
    return tuple(pairs)


def dataset_lines(file: Path) -> list[str]:
    """Return the lines of a dataset file. Raises InputError if it cannot be read."""
    try:
        return file.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}; give a dataset.jsonl or its folder") from error
    except UnicodeDecodeError as error:
        raise InputError(
            f"{file} is not UTF-8 text (byte {error.start}); give a dataset.jsonl or its folder"
        ) from error


def _read_line(file: Path, number: int, line: str) -> Pair:
    try:
        return Pair.model_validate_json(_MARKED.sub("{", line, count=1))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        where = f"field {field}" if field else "the line"
        raise InputError(f"{file} line {number}: {where}: {first['msg']}") from error


def write_dataset(file: Path, items: Iterable[Value]) -> None:
    """Write pairs, or items of another protocol, as JSON Lines, atomically."""
    write_atomically(file, "".join(json_line(item) for item in items))


def json_line(item: Value) -> str:
    """Return a pair or an item as one line of JSON."""
    fields = item.model_dump(mode="json")
    return json.dumps(fields, ensure_ascii=False).encode("utf-8", "backslashreplace").decode("utf-8") + "\n"


def write_manifest(folder: Path, manifest: dict[str, JsonValue]) -> None:
    """Write the manifest into a dataset's folder."""
    write_json(folder / MANIFEST, manifest)


def write_json(file: Path, content: dict[str, JsonValue]) -> None:
    """Write ``content`` as indented JSON, atomically."""
    write_atomically(file, json.dumps(content, indent=2, ensure_ascii=False) + "\n")


def manifest_file(file: Path) -> Path:
    """Return where the manifest of the dataset ``file`` is: ``manifest.json`` is about ``dataset.jsonl`` only."""
    return file.with_name(MANIFEST if file.name == DATASET else f"{file.stem}.{MANIFEST}")


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest in a dataset's folder, an empty one if there is none."""
    return _read_json(folder / MANIFEST)


def manifest_beside(file: Path) -> dict[str, Any] | None:
    """Return the manifest of the dataset ``file``, None if it has none."""
    return _read_json(manifest_file(file)) or None


def _read_json(file: Path) -> dict[str, Any]:
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise InputError(f"{file} cannot be read: {error}") from error
    return content if isinstance(content, dict) else {}
