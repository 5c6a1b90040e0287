"""Outputs that a repeated command continues: nothing is lost or repeated, and the file is that of a single run."""

import signal
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from probe.errors import InputError
from probe.files.continuing import hash_of, write_resumable_rows
from probe.files.dataset import write_dataset
from probe.files.exports import export_csv, item_rows
from probe.files.huggingface import export_huggingface
from probe.formats.probe_swe.dataset import export_probe_swe
from probe.measuring import imported
from probe.protocols import reading
from probe.values import Bias
from tests.shared import CommandLine, python
from tests.test_values import a_pair

UNUSUAL_TEXT = 'one "quoted", two\nthree\r\n""four\r\n'
PAIRS = tuple(a_pair(unbiased=f"{number} {UNUSUAL_TEXT}", bias=list(Bias)[number % 2]) for number in range(12))
LINES = [b"one\n", b"two\n", b"three\n", b"four\n"]


def interrupt_after(rows: Iterable[Any], after: int) -> Iterator[Any]:
    """Yield some rows, then raise KeyboardInterrupt."""
    for number, row in enumerate(rows):
        if number == after:
            raise KeyboardInterrupt
        yield row


def lines(start: int) -> Iterator[bytes]:
    yield from LINES[start:]


def test_an_interrupted_output_continues_after_its_last_row(tmp_path: Path) -> None:
    file, starts = tmp_path / "out", list[int]()
    with pytest.raises(KeyboardInterrupt):
        write_resumable_rows(file, "key", lambda start: interrupt_after(lines(start), 2))
    assert not file.exists()

    def remaining_rows(start: int) -> Iterator[bytes]:
        starts.append(start)
        return lines(start)

    assert write_resumable_rows(file, "key", remaining_rows) == 4
    assert starts == [2]
    assert file.read_bytes() == b"".join(LINES)
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("cut", range(0, 1300, 61))
def test_a_row_that_was_cut_is_written_again(tmp_path: Path, cut: int) -> None:
    """Wherever the process was killed, even within a quoted cell with line breaks."""
    export_csv(tmp_path / "whole", PAIRS)
    expected = (tmp_path / "whole").read_bytes()
    (tmp_path / ".out.part-key").write_bytes(expected[:cut])
    rows = list(item_rows(PAIRS))
    assert write_resumable_rows(tmp_path / "out", "key", lambda start: rows[start:], quoted=True) == len(rows)
    assert (tmp_path / "out").read_bytes() == expected


def test_rows_of_other_inputs_are_deleted(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        write_resumable_rows(tmp_path / "out", "old", lambda start: interrupt_after(lines(start), 2))
    write_resumable_rows(tmp_path / "out", "new", lambda start: [b"other\n"][start:])
    assert (tmp_path / "out").read_bytes() == b"other\n"
    assert [file.name for file in tmp_path.iterdir()] == ["out"]


def test_an_error_in_the_input_leaves_nothing(tmp_path: Path) -> None:
    def broken_rows(start: int) -> Iterator[bytes]:
        yield b"one\n"
        raise InputError("row 2 is broken")

    with pytest.raises(InputError, match="row 2"):
        write_resumable_rows(tmp_path / "out", "key", broken_rows)
    assert not list(tmp_path.iterdir())


def test_two_processes_cannot_write_the_same_file(tmp_path: Path) -> None:
    def write_again(start: int) -> Iterator[bytes]:
        with pytest.raises(InputError, match="another process"):
            write_resumable_rows(tmp_path / "out", "key", lines)
        yield from lines(start)

    write_resumable_rows(tmp_path / "out", "key", write_again)
    assert (tmp_path / "out").read_bytes() == b"".join(LINES)


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "precious").write_bytes(b"kept")
    (tmp_path / ".out.part-key").symlink_to(tmp_path / "precious")
    with pytest.raises(InputError, match="cannot be written"):
        write_resumable_rows(tmp_path / "out", "key", lines)
    assert (tmp_path / "precious").read_bytes() == b"kept"


def test_a_hash_depends_on_every_file_and_their_order(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    first.write_bytes(b"xy")
    second.write_bytes(b"z")
    assert len({hash_of([first]), hash_of([second]), hash_of([first, second]), hash_of([second, first])}) == 4
    with pytest.raises(InputError, match="missing cannot be read"):
        hash_of([tmp_path / "missing"])


def sources(folder: Path) -> dict[str, tuple[str | Path, ...]]:
    """Return commands that write lines, without their last argument: the output."""
    write_dataset(folder / "data.jsonl", PAIRS)
    export_probe_swe(folder / "1_pairs.json", PAIRS)
    export_huggingface(folder / "hf", PAIRS)
    return {
        "csv": ("export", folder / "data.jsonl", "--format", "csv", "--out"),
        "probe-swe": ("import", "probe-swe", folder / "1_pairs.json", "--out"),
        "hf": ("import", "hf", folder / "hf", "--out"),
    }


@pytest.mark.parametrize("form", ["csv", "probe-swe", "hf"])
def test_a_command_that_is_repeated_after_ctrl_c_goes_on(
    probe: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    command, uninterrupted, out = sources(tmp_path)[form], tmp_path / "once", tmp_path / "out"
    probe(*command, uninterrupted)
    module, report = reading if form == "csv" else imported, reading.report_progress
    monkeypatch.setattr(
        module, "report_progress", lambda items, *arguments: interrupt_after(report(items, *arguments), 7)
    )
    assert "repeat" in probe(*command, out, expect=130).stderr
    items_read = list[Any]()

    def record_items(items: Iterable[Any], *arguments: Any) -> Iterator[Any]:
        for item in report(items, *arguments):
            items_read.append(item)
            yield item

    monkeypatch.setattr(module, "report_progress", record_items)
    probe(*command, out)
    assert out.read_bytes() == uninterrupted.read_bytes()
    assert len(items_read) == 5


def test_a_changed_input_begins_again(probe: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command, report = sources(tmp_path)["csv"], reading.report_progress
    monkeypatch.setattr(
        reading, "report_progress", lambda items, *arguments: interrupt_after(report(items, *arguments), 7)
    )
    probe(*command, tmp_path / "out", expect=130)
    monkeypatch.undo()
    write_dataset(tmp_path / "data.jsonl", PAIRS[6:])
    probe(*command, tmp_path / "out")
    export_csv(tmp_path / "expected", PAIRS[6:])
    assert (tmp_path / "out").read_bytes() == (tmp_path / "expected").read_bytes()


def test_a_killed_process_leaves_what_the_next_one_continues(tmp_path: Path) -> None:
    code = (
        "import os, signal, sys, pathlib\n"
        "from probe.files.continuing import write_resumable_rows\n"
        "def rows(start):\n"
        "    for number in range(5000): yield b'%d ' % number * 50 + b'\\n'\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "write_resumable_rows(pathlib.Path(sys.argv[1]), 'key', rows)\n"
    )
    file = tmp_path / "out"
    python(code, file, expect=-signal.SIGKILL)
    starts = list[int]()

    def remaining_rows(start: int) -> Iterator[bytes]:
        starts.append(start)
        return (b"%d " % number * 50 + b"\n" for number in range(start, 6000))

    assert write_resumable_rows(file, "key", remaining_rows) == 6000
    assert 4000 < starts[0] <= 5000
    assert file.read_bytes() == b"".join(b"%d " % number * 50 + b"\n" for number in range(6000))
