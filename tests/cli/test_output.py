"""Output is the same text on a terminal, in a pipe and in a file."""

import pytest
from rich.padding import Padding
from rich.table import Table

from probe.analysis.tables import Column
from probe.analysis.tables import Table as AnalysisTable
from probe.cli.output import cell, console
from probe.document import Grid, plain
from probe.document.terminal import rich_table


def test_no_line_ends_in_blanks_where_there_is_no_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither where a long text is wrapped, nor where a block is as wide as the screen; indentation stays."""
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    console().print(Padding(cell("a proof that is broken in two  "), (0, 0, 0, 2)))
    console().print(cell("one\n  \ntwo "))
    assert capsys.readouterr().out == "  a proof that is\n  broken in two\none\n\ntwo\n"


def test_a_terminal_gets_what_is_drawn_as_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A blank that only one of two texts has is marked by its colour."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    console().print(cell("one ", "reverse"))
    assert "one \x1b[0m" in capsys.readouterr().out


def wide_tables() -> list[Table]:
    """Return a table of a command and one of an analysis, each too wide for 40 columns."""
    row = ("a-name-without-a-blank", "1 234 567", "because " * 9)
    command_grid = Grid("", ("name", "number", "why"), (row,), numbers=("number",), records=True)
    columns = tuple(Column(key=key, label=f"label of {key}", kind="count") for key in "abcdef")
    rows = (dict.fromkeys("abcdef", 1234567),)
    analysis_table = AnalysisTable(key="t", title="Title", columns=columns, rows=rows)
    return [rich_table(grid, lambda text: cell(plain(text))) for grid in (command_grid, analysis_table.grid())]


@pytest.mark.parametrize("colour", ["", "1"])
def test_no_number_is_broken_or_cut_on_a_narrow_screen(
    colour: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither on a terminal nor in a pipe: a line may be longer than the screen."""
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("FORCE_COLOR", colour) if colour else monkeypatch.delenv("FORCE_COLOR", raising=False)
    for table in wide_tables():
        console().print(table)
    out = capsys.readouterr().out
    assert out.count("1 234 567") == 1 + 6
    assert "…" not in out


def test_a_piped_table_has_one_line_per_row(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other programs read it: a cell is neither cut nor folded, whatever COLUMNS is."""
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    console().print(wide_tables()[0])
    assert len(capsys.readouterr().out.splitlines()) == 2
