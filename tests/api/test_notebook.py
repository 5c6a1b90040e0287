"""The example notebook runs, cell by cell, where an event loop is already running."""

import ast
import inspect
import json
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from tests.blocks import ROOT

NOTEBOOK = json.loads((ROOT / "docs" / "example.ipynb").read_text(encoding="utf-8"))
CELLS = ["".join(cell["source"]) for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"]


@pytest.mark.usefixtures("lent")
async def test_every_cell_runs_and_shows_its_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in Jupyter: the last expression of a cell is displayed, and a cell may await."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    shown = [display(await run(cell, names)) for cell in CELLS]
    expected = ("pairs", "unique", "wrong", "simulated/biased", "</svg>", "all biases", "unique")
    assert [word for word, html in zip(expected, shown, strict=True) if word not in html] == []


async def run(cell: str, names: dict[str, Any]) -> object:
    """Execute a cell and return the value of its last line."""
    tree = ast.parse(cell)
    last = tree.body.pop()
    assert isinstance(last, ast.Expr)
    await execute(compile(tree, "cell", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), names)
    return await execute(compile(ast.Expression(last.value), "cell", "eval", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), names)


async def execute(code: CodeType, names: dict[str, Any]) -> object:
    """Execute code that may await."""
    value = eval(code, names)
    return await value if inspect.isawaitable(value) and code.co_flags & inspect.CO_COROUTINE else value


def display(value: object) -> str:
    """Return what Jupyter displays: the first of the formats that it asks for."""
    for name in ("_repr_svg_", "_repr_html_"):
        if show := getattr(value, name, None):
            return str(show())
    raise AssertionError(f"{value!r} has nothing to display")


def test_the_notebook_is_stored_without_outputs() -> None:
    """So that nothing in it can be out of date."""
    assert NOTEBOOK["nbformat"] == 4
    assert all(not cell.get("outputs") for cell in NOTEBOOK["cells"])
