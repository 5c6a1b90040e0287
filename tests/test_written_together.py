"""Files that are written together appear together or not at all."""

from pathlib import Path

import pytest

from probe.errors import InputError
from probe.files.folders import write_files
from probe.store.ratings import RATINGS_FILE, RatingStore
from tests.test_report_file import full_after


def test_a_full_disk_leaves_none_of_several_files(tmp_path: Path) -> None:
    """Otherwise the same command would refuse to overwrite its own files."""
    (tmp_path / "c").write_bytes(b"old")
    files = {"a": b"small", "b/c": b"small too", "c": b"larger" * 100}
    with full_after(100), pytest.raises(InputError):
        write_files(tmp_path, files)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == {"c": b"old"}
    write_files(tmp_path, files)
    assert {path: (tmp_path / path).read_bytes() for path in files} == files


@pytest.mark.parametrize("size", [0, 5000, 20_000])
def test_a_full_disk_leaves_no_half_of_a_sample(tmp_path: Path, size: int) -> None:
    with full_after(size), pytest.raises(InputError, match="cannot be written"):
        RatingStore.create(tmp_path, [], {"question": "x" * 50_000})
    assert not list(tmp_path.iterdir())
    assert RatingStore.create(tmp_path, [], {}).items == ()
    assert [file.name for file in tmp_path.iterdir()] == [RATINGS_FILE]
