"""CSV files, which a spreadsheet may open: no cell is run as a formula, and reading restores every text."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from probe.errors import InputError, UnreadableError
from probe.inputs import lines_of, opened_data
from probe.values.texts import spreadsheet_text, without_guard

LONGEST_CELL = 10_000_000
"""The longest cell that is read, in characters."""


def csv_rows(rows: Iterable[Iterable[object]], *, end: str = "\r\n") -> Iterator[str]:
    """Yield each row as a line of CSV, quoted as in RFC 4180; texts are guarded, numbers are not."""
    for row in rows:
        line = io.StringIO()
        csv.writer(line).writerow(
            _guarded_cells(row)
        )  # which quotes "\r" and "\n" only if they are part of its line end
        yield line.getvalue().removesuffix("\r\n") + end


def csv_table(columns: Iterable[str], rows: Iterable[Mapping[str, object]], *, end: str = "\r\n") -> str:
    """Return a header and a line for each row; a column that a row lacks is empty in it."""
    names = tuple(columns)
    return "".join(csv_rows([names, *([row.get(name) for name in names] for row in rows)], end=end))


def _guarded_cells(row: Iterable[object]) -> list[object]:
    return [cell if cell is None or isinstance(cell, int | float) else spreadsheet_text(str(cell)) for cell in row]


def read_csv(
    file: Path, required_columns: Sequence[str], expected_file: str
) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield the rows of a CSV file with their numbers (the header is 1), as they were before they were guarded.

    Raises InputError if it cannot be read or lacks a required column; ``expected_file`` names the file to give.
    """
    # The default of the csv module is 128 KiB, less than a long text.
    csv.field_size_limit(LONGEST_CELL)
    try:
        with opened_data(file) as stream:
            # Spreadsheets may begin a file with a byte order mark, so that it is accepted here.
            reader = csv.DictReader(line for _, line in lines_of(file, stream, mark=True))
            missing_columns = [name for name in required_columns if name not in (reader.fieldnames or ())]
            if missing_columns:
                raise InputError(f"{file}: no column {missing_columns[0]}; give {expected_file}")
            for number, row in enumerate(reader, 2):
                yield number, {name: without_guard(cell or "") for name, cell in row.items() if isinstance(name, str)}
    except UnreadableError as error:
        raise UnreadableError(file, error.problem, error.fix or f"give {expected_file}") from error
    except csv.Error as error:
        raise InputError(f"{file}: not CSV: {error}; give {expected_file}") from error
