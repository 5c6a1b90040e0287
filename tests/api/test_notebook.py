"""The example notebook runs, cell by cell, where an event loop is already running, and shows what it contains."""

import ast
import inspect
import json
import os
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from tests.shared import ROOT

PAGE = ROOT / "docs" / "example.ipynb"
NOTEBOOK = json.loads(PAGE.read_text(encoding="utf-8"))
CELLS = [cell for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"]
FORMATS = {"image/svg+xml": "_repr_svg_", "text/html": "_repr_html_"}
"""What Jupyter asks for, in the order of its preference."""
WRITE = "PROBE_WRITE_WORDING"


@pytest.mark.usefixtures("shared_processes")
async def test_every_cell_runs_and_shows_the_output_that_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in Jupyter: the last expression of a cell is displayed, and a cell may await. Drawings are not compared."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    outputs = [display(await run("".join(cell["source"]), names)) for cell in CELLS]
    if os.environ.get(WRITE):
        write(outputs)
    stored_outputs = [cell["outputs"][0]["data"] for cell in CELLS]
    assert [list(data) for data in stored_outputs] == [list(data) for data in outputs]
    assert [data.get("text/html") for data in stored_outputs] == [data.get("text/html") for data in outputs]
    expected = ("pairs", "unique", "wrong", "simulated/biased", "</svg>", "all biases", "unique")
    texts = ["".join(data[next(iter(data))]) for data in outputs]
    assert [word for word, text in zip(expected, texts, strict=True) if word not in text] == []


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


def display(value: object) -> dict[str, list[str]]:
    """Return what Jupyter stores of a value: the text by its format, in lines."""
    for mime, method in FORMATS.items():
        if show := getattr(value, method, None):
            return {mime: str(show()).splitlines(keepends=True)}
    raise AssertionError(f"{value!r} has nothing to display")


def write(outputs: list[dict[str, list[str]]]) -> None:
    """Store the outputs, numbered as by Jupyter."""
    for number, (cell, data) in enumerate(zip(CELLS, outputs, strict=True), 1):
        cell["execution_count"] = number
        cell["outputs"] = [
            {"output_type": "execute_result", "execution_count": number, "metadata": {}, "data": data},
        ]
    PAGE.write_text(json.dumps(NOTEBOOK, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
