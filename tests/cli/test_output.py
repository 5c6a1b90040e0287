"""What is printed reads the same wherever it goes."""

import pytest
from rich.padding import Padding

from probe.cli.output import cell, console


def test_no_line_ends_in_blanks_where_there_is_no_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither where a long text is broken, nor where a block is as wide as the screen; blanks that indent stay."""
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    console().print(Padding(cell("a proof that is broken in two  "), (0, 0, 0, 2)))
    console().print(cell("one\n  \ntwo "))
    assert capsys.readouterr().out == "  a proof that is\n  broken in two\none\n\ntwo\n"


def test_a_terminal_gets_what_is_drawn_as_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A blank that only one text has is marked by its colour."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    console().print(cell("one ", "reverse"))
    assert "one \x1b[0m" in capsys.readouterr().out
