"""A report that a full disk or a power failure has interrupted."""

import os
import resource
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from probe.errors import InputError, StoppedError
from probe.files.shards import GrowingReport, OtherReportError, header_line

HEADER = header_line({"pairs": 3})


@contextmanager
def full_after(size: int) -> Iterator[None]:
    """Let no file become larger than ``size`` bytes, as a full disk does."""
    limits_before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits_before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits_before)


def write_all(file: Path, rows: list[str]) -> None:
    with closing(GrowingReport.open(file, HEADER)) as report:
        for row in rows:
            report.write([row])


@pytest.mark.parametrize("first_line", [b"", HEADER[:1], HEADER[:-1], b"\0" * 5, HEADER[:4] + b"\0" * 9])
def test_a_report_whose_first_line_is_not_whole_begins(tmp_path: Path, first_line: bytes) -> None:
    file = tmp_path / "report"
    file.write_bytes(first_line)
    report = GrowingReport.open(file, HEADER)
    report.write(["{}"])
    report.close()
    assert (report.done, file.read_bytes()) == (1, HEADER + b"{}\n")


@pytest.mark.parametrize("content", [b"\n", b"notes", HEADER[:-1] + b" ", HEADER[:5] + b"\n", b"\0x"])
def test_a_file_with_something_else_stays(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "report"
    file.write_bytes(content)
    with pytest.raises(OtherReportError):
        GrowingReport.open(file, HEADER)
    assert file.read_bytes() == content


@pytest.mark.parametrize("size", [0, 1, len(HEADER) - 1, len(HEADER), len(HEADER) + 5, len(HEADER) + 12])
def test_a_full_disk_stops_a_report_that_goes_on_later(tmp_path: Path, size: int) -> None:
    file, rows = tmp_path / "report", ['{"id": 1}', '{"id": 2}', '{"id": 3}']
    with full_after(size), pytest.raises((InputError, StoppedError), match="cannot be written"):
        write_all(file, rows)
    report = GrowingReport.open(file, HEADER)
    report.write(rows[report.done :])
    report.close()
    assert file.read_bytes() == HEADER + "".join(f"{row}\n" for row in rows).encode()


def test_a_full_disk_leaves_the_report_that_force_would_replace(tmp_path: Path) -> None:
    file = tmp_path / "report"
    file.write_bytes(HEADER + b"{}\n")
    with full_after(3), pytest.raises(InputError):
        GrowingReport.open(file, header_line({"pairs": 4}), force=True)
    assert file.read_bytes() == HEADER + b"{}\n"


def test_a_fifo_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "report")
    with pytest.raises(InputError, match="not a regular file"):
        GrowingReport.open(tmp_path / "report", HEADER)
