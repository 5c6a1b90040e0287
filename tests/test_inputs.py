"""Files that others wrote: every problem is one line, and no more is read than the limits allow."""

import gzip
import io
import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from probe import inputs
from probe.errors import InputError, UnreadableError
from probe.files.dataset import json_line, write_dataset
from probe.files.huggingface import export_huggingface, stream_huggingface
from probe.inputs import copy_lines, lines_of, opened_data, parse_json, parse_toml, read_bytes, read_text, sha256_of
from probe.protocols.dilemmas.reading import read_dilemmas
from probe.values import Bias
from tests.test_values import a_pair


def read_toml(file: Path) -> dict[str, Any]:
    """Read a TOML file as ``probe/content.py`` does, with or without a byte order mark."""
    return parse_toml(read_text(file, mark=True), file)


READERS: dict[str, Callable[[Path], object]] = {
    "bytes": read_bytes,
    "text": read_text,
    "toml": read_toml,
    "hash": sha256_of,
    "lines": lambda file: lines(file),
}


def lines(file: Path, *, mark: bool = False) -> list[tuple[int, str]]:
    with opened_data(file) as stream:
        return list(lines_of(file, stream, mark=mark))


def a_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))


KINDS: dict[str, tuple[Callable[[Path], object], str]] = {
    "folder": (Path.mkdir, "a folder"),
    "pipe": (os.mkfifo, "a named pipe"),
    "socket": (a_socket, "a socket"),
    "device": (lambda path: path.symlink_to("/dev/zero"), "a device"),
    "link": (lambda path: path.symlink_to("missing"), "a link to a file that does not exist"),
    "loop": (lambda path: path.symlink_to(path.name), "symbolic links"),
    "missing": (lambda path: None, "No such file"),
    "unreadable": (lambda path: path.symlink_to("/proc/self/mem"), "Input/output error"),
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_not_a_regular_file_is_refused_without_waiting(tmp_path: Path, kind: str, reader: str) -> None:
    create, problem = KINDS[kind]
    create(tmp_path / "file")
    with pytest.raises(UnreadableError, match=problem) as excinfo:
        READERS[reader](tmp_path / "file")
    assert str(excinfo.value).startswith(f"{tmp_path / 'file'} cannot be read: ")


def test_a_pipe_that_takes_the_place_of_a_file_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"")
    os.mkfifo(tmp_path / "pipe")
    system_open = os.open
    monkeypatch.setattr(os, "open", lambda path, *flags: system_open(tmp_path / "pipe", *flags))
    with pytest.raises(UnreadableError, match="a named pipe"):
        read_bytes(tmp_path / "file")


def test_a_file_over_its_limit_is_refused_before_it_is_read(tmp_path: Path) -> None:
    with (tmp_path / "file").open("wb") as stream:
        stream.truncate(3 * 2**30)
    for reader in (read_bytes, read_text, read_toml):
        with pytest.raises(UnreadableError, match="is larger than"):
            reader(tmp_path / "file")
    with pytest.raises(UnreadableError, match="line 1 is longer than 64 MB"):
        lines(tmp_path / "file")


def test_a_file_that_grows_while_it_is_read_is_refused(tmp_path: Path) -> None:
    """The reported size is not trusted: files in /proc have none."""
    with pytest.raises(UnreadableError, match="is larger than"):
        read_bytes(Path("/proc/self/status"), 10)


def test_standard_input_is_a_dataset_within_the_same_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = [a_pair(bias=bias) for bias in (Bias.ANCHORING, Bias.FRAMING)]
    write_dataset(tmp_path / "a.jsonl", pairs)
    command = [sys.executable, "-m", "probe", "export", "-", "--format", "csv", "--out", str(tmp_path / "a.csv")]

    def export(content: bytes) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(command, input=content, capture_output=True, timeout=60, check=False)

    assert export((tmp_path / "a.jsonl").read_bytes()).returncode == 0
    assert len((tmp_path / "a.csv").read_text(encoding="utf-8").splitlines()) > 2
    (tmp_path / "a.csv").unlink()
    completed = export(b"\xff\n")
    assert completed.returncode == 2
    assert completed.stderr.count(b"\n") == 1
    monkeypatch.setattr(inputs, "LINE", 100)
    monkeypatch.setattr(inputs, "STREAM", 250)
    line = b"x" * 99 + b"\n"
    copy_lines(io.BytesIO(2 * line), tmp_path / "copy")
    assert (tmp_path / "copy").read_bytes() == 2 * line
    for number, content in enumerate((b"x" + line, 3 * line)):
        with pytest.raises(UnreadableError, match=r"standard input (has a line longer|is larger)"):
            copy_lines(io.BytesIO(content), tmp_path / str(number))


@pytest.mark.parametrize("start", [b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"], ids=["utf-8", "little", "big"])
def test_a_byte_order_mark_is_named_or_dropped(tmp_path: Path, start: bytes) -> None:
    file = tmp_path / "file"
    file.write_bytes(start + b"a = 1\n")
    for reader in (read_text, lines):
        with pytest.raises(UnreadableError, match="byte order mark"):
            reader(file)
    if start == b"\xef\xbb\xbf":
        assert read_text(file, mark=True) == "a = 1\n"
        assert read_toml(file) == {"a": 1}
        assert lines(file, mark=True) == [(1, "a = 1\n")]
    else:
        with pytest.raises(UnreadableError, match="UTF-16; save it as UTF-8"):
            read_toml(file)


@pytest.mark.parametrize(("content", "problem"), [(b"a\nb\xff", "line 2, byte 4"), (b"a\n\0", "line 2 contains a NUL")])
def test_what_is_not_text_is_refused_with_its_line(tmp_path: Path, content: bytes, problem: str) -> None:
    (tmp_path / "file").write_bytes(content)
    for reader in (read_text, lines):
        with pytest.raises(UnreadableError, match=problem):
            reader(tmp_path / "file")


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
def test_a_long_line_is_refused_wherever_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: bool) -> None:
    monkeypatch.setattr(inputs, "LINE", 100)
    text = b"a" * 99 + b"\n" + b"b" * 101
    (tmp_path / "file").write_bytes(gzip.compress(text) if packed else text)
    with pytest.raises(UnreadableError, match="line 2 is longer"):
        lines(tmp_path / "file")


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
def test_blank_lines_without_end_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: bool) -> None:
    monkeypatch.setattr(inputs, "BLANK_LINES", 100)
    text = b"a\n" + b"\n" * 99 + b" \n"
    (tmp_path / "file").write_bytes(gzip.compress(text) if packed else text)
    assert len(lines(tmp_path / "file")) == 101
    (tmp_path / "file").write_bytes(gzip.compress(text + b"\n") if packed else text + b"\n")
    with pytest.raises(UnreadableError, match="more than 100 blank lines"):
        lines(tmp_path / "file")


def test_a_compressed_file_is_read_until_it_exceeds_both_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(gzip.compress(b"a\n" * 50_000))
    monkeypatch.setattr(inputs, "MAX_UNPACKED", 1000)
    with pytest.raises(UnreadableError, match="unpacks to more than"):
        lines(tmp_path / "file")
    monkeypatch.setattr(inputs, "MAX_UNPACKED", 100_000)
    assert len(lines(tmp_path / "file")) == 50_000


JSON = {
    "deep": ("[" * 100_000, "nested too deeply"),
    "number": ("9" * 10_000, "Exceeds the limit"),
    "nan": ('{"x": NaN}', "NaN is not a number"),
    "infinite": ("[1e999]", "is too large"),
    "twice": ('{"a": {"b": 1, "b": 2}}', "the key 'b' occurs twice"),
    "high": (r'"\ud800"', r"\\ud800 is a lone surrogate"),
    "low": (r'"\udc00\ud800"', r"\\udc00 is a lone surrogate"),
    "apart": (r'"\ud83d \ude00"', r"\\ud83d is a lone surrogate"),
    "nul": ('"a\0"', "Invalid control character"),
    "cut": ('{"a": ', "Expecting value"),
    "lines": ('{"a": 1,\n\n]', "line 3"),
}


@pytest.mark.parametrize("name", JSON)
def test_json_that_readers_disagree_about_is_one_line_with_its_place(name: str) -> None:
    text, problem = JSON[name]
    with pytest.raises(InputError, match=problem) as excinfo:
        parse_json(text, "data.jsonl line 7")
    assert str(excinfo.value).startswith("data.jsonl line 7 is not JSON: ")
    assert "\n" not in str(excinfo.value)


@pytest.mark.parametrize("text", [r'"\ud83d\ude00"', r'"\\ud800"', '"\U0001f600"', r'"\u00e9"', "-1e-400", "1e308"])
def test_other_json_means_what_the_standard_says(text: str) -> None:
    assert parse_json(text, "here") == json.loads(text)


def test_more_values_than_memory_has_room_for_are_refused_before_they_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(inputs, "VALUES", 100)
    parse_json("[" + "1," * 90 + "1]", "here")
    with pytest.raises(InputError, match="more than 100 values"):
        parse_json("[" + "[]," * 90 + "1]", "here")


@pytest.mark.parametrize("line", [text for text, _ in JSON.values() if "\n" not in text and "\0" not in text])
def test_a_broken_line_of_a_dataset_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "dataset.jsonl"
    file.write_text(json_line(a_pair()) + line + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"dataset\.jsonl line 2 ") as excinfo:
        read_dilemmas(tmp_path)
    assert "\n" not in str(excinfo.value)


@pytest.mark.parametrize("damage", ["cut", "footer", "bytes", "group"])
def test_a_broken_parquet_file_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    from probe.files import streams

    write_dataset(tmp_path / "data.parquet", [a_pair(unbiased=str(number)) for number in range(3)])
    export_huggingface(tmp_path / "hub", [a_pair(unbiased=str(number)) for number in range(3)])
    for file in (tmp_path / "data.parquet", next((tmp_path / "hub" / "data").iterdir())):
        content = bytearray(file.read_bytes())
        if damage == "cut":
            content = content[:-9]
        elif damage == "footer":
            content[-8:-4] = b"\xff\xff\xff\x7f"
        elif damage == "bytes":
            content[40:400] = bytes(range(180)) * 2
        else:
            monkeypatch.setattr(streams, "_GROUP", 10)
        file.write_bytes(content)
    for reader, source in ((read_dilemmas, tmp_path / "data.parquet"), (stream_huggingface, tmp_path / "hub")):
        with pytest.raises(InputError) as excinfo:
            tuple(reader(source))
        assert "\n" not in str(excinfo.value)
        assert ".parquet" in str(excinfo.value)


def test_a_key_with_thousands_of_parts_is_refused_before_it_is_read(tmp_path: Path) -> None:
    """Reading its parts takes quadratic time: 20,000 took a minute and a half. Dots in a quoted text do not count."""
    file = tmp_path / "a.toml"
    for key in ("a." * 20_000 + "b", '"a".' * 20_000 + "b"):
        file.write_text(f"{key} = 1\n", encoding="utf-8")
        with pytest.raises(InputError, match="more than 200 dots"):
            read_toml(file)
    file.write_text(f'a = "{"." * 20_000}"\n', encoding="utf-8")
    assert read_toml(file) == {"a": "." * 20_000}
