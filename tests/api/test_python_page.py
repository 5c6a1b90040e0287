"""Every example of docs/python.md runs, in order, and prints what the page shows."""

import os
import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import probe
from tests.blocks import Block, blocks
from tests.shared import ROOT

PAGE = ROOT / "docs" / "python.md"
WRITE = "PROBE_WRITE_WORDING"


@pytest.mark.usefixtures("shared_processes")
def test_the_examples_print_what_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    output = ""
    printed_blocks: list[Block] = []
    for block in blocks(PAGE):
        if block.language == "python":
            output = run(block, names)
        else:
            printed_blocks.append(Block(block.language, output, block.line))
    if os.environ.get(WRITE):
        write(printed_blocks)
    assert [block.text for block in blocks(PAGE) if block.language == "text"] == [
        block.text for block in printed_blocks
    ]


def run(block: Block, names: dict[str, Any]) -> str:
    """Execute a block and return what it prints; its lines are those of the page in a traceback."""
    code = compile("\n" * (block.line - 1) + block.text, str(PAGE), "exec", dont_inherit=True)
    with redirect_stdout(StringIO()) as out:
        exec(code, names)
    return out.getvalue()


def write(printed_blocks: list[Block]) -> None:
    content, texts = PAGE.read_text(encoding="utf-8"), iter(printed_blocks)
    new_content = re.sub(r"^```text\n.*?^```$", lambda _: f"```text\n{next(texts).text}```", content, flags=re.M | re.S)
    PAGE.write_text(new_content, encoding="utf-8")


def test_the_page_names_every_function_and_error() -> None:
    page = PAGE.read_text(encoding="utf-8")
    functions = [name for name in probe.__all__ if name.islower() and not name.endswith("_async") and name[0] != "_"]
    errors = [name for name in probe.__all__ if name.endswith("Error")]
    assert len(functions) == 19
    assert [name for name in (*functions, *errors) if f"`probe.{name}" not in page] == []
    assert [name for name in functions if f"{name}_async" not in probe.__all__] == ["progress"]
