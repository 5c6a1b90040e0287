"""The code blocks of a page of documentation."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from probe.files.plain import write_atomically
from tests.shared import ROOT

PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
FENCED_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, and the line that it begins in."""

    language: str
    text: str
    line: int


def blocks(page: Path) -> Iterator[Block]:
    """Yield the fenced blocks of a page."""
    content = page.read_text(encoding="utf-8")
    for match in FENCED_BLOCK.finditer(content):
        yield Block(match[1], match[2], content.count("\n", 0, match.start()) + 2)


def write_documented_domain(folder: Path) -> None:
    """Write the domain of docs/grammar.md into ``folder``: its schema, its layer and its exception."""
    texts = [block.text for block in blocks(ROOT / "docs" / "grammar.md") if block.language == "toml"]
    modules = {text.split()[1]: text for text in texts if text.startswith("# practices/modules/")}
    names = [Path(name).stem for name in modules]
    # The tables [policy.…] belong to phrases.toml.
    schema = [text for text in texts if not text.startswith(("[policy.", "# practices/"))]
    files = {"domain.toml": 'name = "my domain"\ndescription = "Jobs."\n', **modules}
    files["practices/schemas/performance/nightly_job.toml"] = "\n".join([f"layers = {names}", *schema])
    for name, text in files.items():
        write_atomically(folder / name, text)
