"""Every command writes files completely or not at all, with the permissions of the user's umask."""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from probe.errors import InputError
from probe.files.continuing import write_resumable_rows
from probe.files.dataset import write_dataset
from probe.files.exports import export_csv
from probe.files.huggingface import export_huggingface
from probe.files.plain import write_atomically
from probe.formats.probe_swe.dataset import export_probe_swe
from tests.test_values import a_pair

WRITERS: dict[str, tuple[str, Callable[[Path], object]]] = {
    "text": ("file", lambda folder: write_atomically(folder / "file", "new")),
    "bytes": ("file", lambda folder: write_atomically(folder / "file", b"new")),
    "dataset": ("dataset.jsonl", lambda folder: write_dataset(folder / "dataset.jsonl", [a_pair()])),
    "rows": ("rows", lambda folder: write_resumable_rows(folder / "rows", "key", lambda start: [b"new\n"][start:])),
    "csv": ("pairs.csv", lambda folder: export_csv(folder / "pairs.csv", [a_pair()])),
    "probe-swe": ("pairs.json", lambda folder: export_probe_swe(folder / "pairs.json", [a_pair()])),
    "parquet": ("data/anchoring_bias.parquet", lambda folder: export_huggingface(folder, [a_pair()])),
    "card": ("README.md", lambda folder: export_huggingface(folder, [a_pair()])),
}
EVERY_WRITER = pytest.mark.parametrize(("name", "write"), WRITERS.values(), ids=WRITERS)


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def permissions(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


@pytest.mark.parametrize(("mask", "expected"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664), (0o027, 0o640)])
@EVERY_WRITER
def test_a_new_file_has_the_rights_of_the_umask(
    tmp_path: Path, name: str, write: Callable[[Path], object], mask: int, expected: int
) -> None:
    """Private files stay private, and shared ones shared."""
    with umask(mask):
        write(tmp_path)
    assert permissions(tmp_path / name) == expected


@EVERY_WRITER
def test_a_file_that_is_replaced_keeps_its_rights(tmp_path: Path, name: str, write: Callable[[Path], object]) -> None:
    write(tmp_path)
    (tmp_path / name).chmod(0o640)
    write(tmp_path)
    assert permissions(tmp_path / name) == 0o640


@EVERY_WRITER
def test_a_file_too_large_for_the_system_is_an_error_and_leaves_the_old_one(
    tmp_path: Path, name: str, write: Callable[[Path], object]
) -> None:
    """As on a full disk, or under ``ulimit -f``: one line for the user, and no partial or temporary file."""
    import resource
    import signal

    write(tmp_path)
    (tmp_path / name).write_bytes(b"old")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, before[1]))
    try:
        with pytest.raises(InputError, match=str(tmp_path)):
            write(tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert (tmp_path / name).read_bytes() == b"old"
    assert not [file for file in tmp_path.rglob("*") if file.suffix == ".part" or file.name.startswith(".")]


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    with pytest.raises(InputError, match="taken"):
        write_atomically(tmp_path / "taken" / "file", "new")
