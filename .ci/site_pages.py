"""Add README.md and CONTRIBUTING.md to the documentation site, with links that work there."""

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).parents[1]
PAGES = {"index.md": "README.md", "contributing.md": "CONTRIBUTING.md"}
_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)")
_IMAGE = re.compile(r"(!\[[^\]]*\]\()docs/")


def on_files(files: Any, config: Any) -> Any:
    """Add the pages (an event of MkDocs)."""
    for page, source in PAGES.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=_IMAGE.sub(r"\1", _LINK.sub(_linked, text))))
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Let links of the docs to the repository's files work on the site (an event of MkDocs)."""
    return markdown if page.file.src_uri in PAGES else _LINK.sub(_outside, markdown)


def _linked(link: re.Match[str]) -> str:
    """Return a link of the README as the site needs it: to a page, to elsewhere, or as plain text."""
    text, target = link.groups()
    known = {source: page for page, source in PAGES.items()}
    if target in known:
        return f"[{text}]({known[target]})"
    if target.startswith("docs/"):
        return f"[{text}]({target.removeprefix('docs/')})"
    return link[0] if "://" in target or target.startswith("#") else text


def _outside(link: re.Match[str]) -> str:
    text, target = link.groups()
    known = {f"../{source}": page for page, source in PAGES.items()}
    if target in known:
        return f"[{text}]({known[target]})"
    return text if target.startswith("../") else link[0]


def on_config(config: Any) -> Any:
    """List pages of docs/ that the navigation of mkdocs.yml lacks at its end (an event of MkDocs)."""
    listed = re.findall(r"[\w-]+\.md", str(config["nav"]))
    others = sorted(page.name for page in Path(config["docs_dir"]).glob("*.md") if page.name not in listed)
    if others:
        config["nav"].append({"More": others})
    return config
