"""A published file is read row by row, whatever its size and however it is broken."""

import gzip
import json
from pathlib import Path

import pytest

from probe.errors import InputError
from probe.files import json_stream
from probe.files.json_stream import read_listed_rows

CONTENT: dict[str, list[object]] = {
    "ä": [{"x": 1.5e3}, [2], 'three, "4" \u2028'],
    "empty": [],
    "b": [None, {"long": "y" * 400}],
}


def rows(file: Path) -> list[tuple[object, ...]]:
    return [tuple(row) for row in read_listed_rows(file, "a published dataset")]


@pytest.mark.parametrize("chunk_size", [1, 7, 2**18])
@pytest.mark.parametrize("indent", [None, 4])
@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
def test_rows_come_in_order_however_the_file_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk_size: int, indent: int | None, packed: bool
) -> None:
    """Even if a chunk ends within a character, a number or an escape sequence."""
    monkeypatch.setattr(json_stream, "_CHUNK_SIZE", chunk_size)
    for ascii_only in (False, True):
        text = json.dumps(CONTENT, indent=indent, ensure_ascii=ascii_only).encode()
        (tmp_path / "file").write_bytes(gzip.compress(text) if packed else text)
        expected = [(name, number, row) for name, rows in CONTENT.items() for number, row in enumerate(rows, 1)]
        assert rows(tmp_path / "file") == expected


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "line 1: Expecting value"),
        (b"{", "name in double quotes|Expecting value"),
        (b"[]", "is not a published dataset"),
        (b"7", "is not a published dataset"),
        (b'{"a": {}}', "is not a published dataset"),
        (b'{"a": [1, 2}', "line 1: ']' is expected"),
        (b'{"a": [1],\n\n "b"\n [2]}', "line 4: ':' is expected"),
        (b'{"a": [1]\n,}', "line 2: Expecting value"),
        (b'{"a": [1]} {', "goes on after its end"),
        (b'{"a": [{"b": "c', "line 1: Unterminated string"),
        (b"{1: []}", "name in double quotes"),
        (b'{"a": [\xff]}', "not UTF-8"),
        (b'{"a": [' + b"9" * 5000 + b"]}", "not JSON: line 1: Exceeds the limit"),
        (b'{"a": [' + b"[" * 100_000, "nested too deeply"),
        (gzip.compress(b'{"a": []}', mtime=0)[:-9], "compressed file is broken"),
        (
            gzip.compress(b'{"a": []}', mtime=0)[:12] + b"\xff" + gzip.compress(b'{"a": []}', mtime=0)[13:],
            "compressed file is broken",
        ),
        (b"\x1f\x8b no gzip", "cannot be read"),
    ],
    ids=lambda value: str(value)[:24],
)
def test_a_broken_file_is_one_line_with_its_place(tmp_path: Path, content: bytes, problem: str) -> None:
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(InputError, match=problem) as error:
        rows(tmp_path / "file")
    assert "\n" not in str(error.value)
    assert str(tmp_path / "file") in str(error.value)


def test_a_fault_is_reported_without_reading_a_large_file_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_stream, "_CHUNK_SIZE", 64)
    monkeypatch.setattr(json_stream, "_LONGEST", 1000)
    (tmp_path / "file").write_bytes(b'{"a": [{"b" 1}' + b" " * 20_000 + b"\xff")
    with pytest.raises(InputError, match="line 1: Expecting ':' delimiter"):
        rows(tmp_path / "file")
