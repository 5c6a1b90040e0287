"""Datasets as folders for the Hugging Face Hub: one Parquet file per bias, a card, a licence, Croissant metadata."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import JsonValue, ValidationError

from probe.errors import InputError
from probe.files.card import card, licence, licence_name
from probe.files.croissant import croissant
from probe.files.dataset import CANARY, MANIFEST
from probe.files.hub_columns import TYPES, Row, described, row_of
from probe.files.plain import write_files
from probe.values import Pair

CARD, LICENCE, METADATA = "README.md", "LICENSE", "croissant.json"
_DATA = "data"


@dataclass(frozen=True)
class Publication:
    """How a dataset is published: licence (an SPDX expression), version, canary, and the dataset's own manifest."""

    licence: str | None = None
    version: str = "0.0.0"
    canary: str = CANARY
    manifest: Mapping[str, JsonValue] | None = None


def split_file(bias: str) -> str:
    """Return the path of a split in the folder; ``bias`` is the slug of its bias."""
    return f"{_DATA}/{bias}.parquet"


def huggingface_files(pairs: Sequence[Pair], publication: Publication) -> dict[str, bytes]:
    """Return the content of every file of the folder, by its path."""
    splits = {split_file(slug): _parquet(rows) for slug, rows in _by_bias(pairs, publication.canary).items()}
    name = licence_name(pairs, publication.licence)
    sums = {path: hashlib.sha256(content).hexdigest() for path, content in splits.items()}
    texts = {
        CARD: card(pairs, publication.licence, publication.canary),
        LICENCE: licence(pairs, publication.licence),
        METADATA: croissant(sums, licence=name, version=publication.version),
        MANIFEST: _manifest({"pairs": len(pairs), "licence": name, "sha256": dict(sums)}, publication),
    }
    return {**splits, **{path: text.encode("utf-8") for path, text in texts.items()}}


def export_huggingface(folder: Path, pairs: Sequence[Pair], publication: Publication | None = None) -> None:
    """Write the files into ``folder``, and remove splits of an earlier export that this one lacks."""
    earlier = _listed(folder)
    files = huggingface_files(pairs, publication or Publication())
    write_files(folder, files)
    for path in earlier - files.keys():
        (folder / path).unlink(missing_ok=True)


def output_files(pairs: Sequence[Pair]) -> tuple[str, ...]:
    """Return the paths of the files that an export writes."""
    return (*(split_file(slug) for slug in _slugs(pairs)), CARD, LICENCE, METADATA, MANIFEST)


def _slugs(pairs: Sequence[Pair]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(pair.bias.slug for pair in pairs))


def _by_bias(pairs: Sequence[Pair], canary: str) -> dict[str, list[Row]]:
    rows: dict[str, list[Row]] = {slug: [] for slug in _slugs(pairs)}
    for position, pair in enumerate(pairs):
        rows[pair.bias.slug].append(row_of(pair, position, canary))
    return rows


def _parquet(rows: list[Row]) -> bytes:
    import pyarrow as pa  # only here: the import takes longer than most commands
    from pyarrow import parquet

    kinds = {"string": pa.string(), "int64": pa.int64(), "list<string>": pa.list_(pa.string())}
    schema = pa.schema([(name, kinds[kind]) for name, kind in TYPES.items()])
    content = pa.BufferOutputStream()
    parquet.write_table(pa.Table.from_pylist(rows, schema=schema), content)
    return bytes(content.getvalue().to_pybytes())


def _manifest(exported: Mapping[str, JsonValue], publication: Publication) -> str:
    manifest = {**(publication.manifest or {}), "canary": publication.canary, "export": dict(exported)}
    return json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"


def _listed(folder: Path) -> set[str]:
    """Return the splits that the manifest of an earlier export in ``folder`` lists."""
    try:
        listed = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["export"]["sha256"]
    except (OSError, ValueError, KeyError, TypeError):
        return set()
    return {path for path in listed if Path(path).parent == Path(_DATA) and path.endswith(".parquet")}


def is_huggingface(path: Path) -> bool:
    """Whether ``path`` is a Parquet file, or a folder with some in ``data/`` or directly in it."""
    return path.suffix == ".parquet" if path.is_file() else bool(_splits(path))


def read_huggingface(path: Path) -> tuple[Pair, ...]:
    """Return the pairs of an exported folder or of one of its Parquet files, in the order of the dataset.

    Raises InputError that names the file, the row (from 1) and the column with the fault, and for a pair that occurs
    twice or differs from the columns beside it.
    """
    files = [path] if path.is_file() else _splits(path)
    if not files:
        raise InputError(f"{path} contains no Parquet file: give a folder of probe export --format hf, or one .parquet")
    found = [placed for file in files for placed in _read_file(file)]
    found.sort(key=lambda placed: placed[0])
    pairs = tuple(pair for _, pair in found)
    repeated = len(pairs) - len({pair.id for pair in pairs})
    if repeated or not pairs:
        problem = f"repeats {repeated} pairs: import one file at a time" if repeated else "contains no pair"
        raise InputError(f"{path} {problem}")
    return pairs


def _splits(folder: Path) -> list[Path]:
    return sorted((folder / _DATA).glob("*.parquet")) or sorted(folder.glob("*.parquet"))


def _read_file(file: Path) -> Iterator[tuple[int, Pair]]:
    import pyarrow as pa  # only here: the import takes longer than most commands
    from pyarrow import parquet

    try:
        rows: list[dict[str, Any]] = parquet.read_table(file).to_pylist()
    except (OSError, pa.ArrowException) as error:
        raise InputError(f"{file} cannot be read as Parquet: {' '.join(str(error).split())}") from error
    for number, row in enumerate(rows, 1):
        pair = _read_row(f"{file} row {number}", row)
        position = row.get("position")
        yield (position if isinstance(position, int) else number, pair)


def _read_row(where: str, row: dict[str, Any]) -> Pair:
    if not isinstance(row.get("pair"), str):
        raise InputError(f"{where}: column pair is missing or not a text: only exports of PROBE have it")
    try:
        pair = Pair.model_validate_json(row["pair"])
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise InputError(f"{where}: column pair: {'.'.join(map(str, first['loc']))}: {first['msg']}") from error
    changed = next((name for name, cell in described(pair).items() if name in row and row[name] != cell), None)
    if changed is not None:
        raise InputError(f"{where}: column {changed} differs from the pair in column pair: export the dataset again")
    return pair
