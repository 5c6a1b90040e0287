"""Write the pages of the documentation site into a folder: ``python .ci/site_pages.py build/site``.

They are README, CONTRIBUTING and the like, docs/, the notebook with its outputs, the rules of the grammar and the API
reference, with links that work on the site.
"""

import re
import shutil
import sys
from pathlib import Path

from nbconvert import MarkdownExporter

import probe
from probe.grammar import read_library
from probe.grammar.rules_page import rules_page

ROOT = Path(__file__).parents[1]
PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
}
"""The files outside docs/ that are pages, and their names on the site."""

_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)")
_IMAGE = re.compile(r"(!\[[^\]]*\]\()docs/")


def write_pages(folder: Path) -> None:
    """Write all pages into ``folder``, which is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs" / "images", folder / "images")
    for source, page in PAGES.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        _write(folder / page, _IMAGE.sub(r"\1", _LINK.sub(_from_root, text)))
    for path in sorted((ROOT / "docs").glob("*.md")):
        _write(folder / path.name, _LINK.sub(_from_docs, path.read_text(encoding="utf-8")))
    for path in sorted((ROOT / "docs").glob("*.ipynb")):
        _write_notebook(path, folder)
    # Not in docs/: 1,600 lines that follow from the library would change with each of its words.
    rules = rules_page(read_library(), "probe seeds rules --out FILE")
    _write(folder / "rules.md", _LINK.sub(_from_docs, rules))
    _write(folder / "api.md", api_reference())


def api_reference() -> str:
    """Return the page of every public name; mkdocstrings replaces each ``:::`` by its signature and docstring."""
    names = [name for name in probe.__all__ if not name.startswith("_") and not name.endswith("_async")]
    functions = [name for name in names if name.islower()]
    errors = [name for name in names if name.endswith("Error")]
    parts = {
        "Functions": functions,
        "Values": [name for name in names if name not in functions and name not in errors],
        "Errors": errors,
    }
    text = (
        "# API reference\n\nEvery name of `import probe`; [From Python](python.md) shows them in use. Each function has"
        " an async twin whose name ends in `_async`, with the same parameters. `probe.__version__` is the version.\n"
    )
    for title, members in parts.items():
        text += f"\n## {title}\n" + "".join(f"\n::: {home(name)}\n" for name in members)
    return text


def home(name: str) -> str:
    """Return the full name of a public name; ``probe.audit`` alone could be the package of that name."""
    return f"{probe._MODULES[name]}.{name}"


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def _write_notebook(path: Path, folder: Path) -> None:
    body, resources = MarkdownExporter().from_filename(str(path))
    images = {name: f"images/{path.stem}_{name}" for name in resources["outputs"]}
    for name, image in images.items():
        (folder / image).write_bytes(resources["outputs"][name])
        body = body.replace(f"]({name})", f"]({image})")
    _write(folder / f"{path.stem}.md", body)


def _from_root(link: re.Match[str]) -> str:
    return _on_site(link[1], link[2])


def _from_docs(link: re.Match[str]) -> str:
    target = link[2]
    outside = target.startswith(("../", "#")) or "://" in target
    return _on_site(link[1], target.removeprefix("../") if outside else f"docs/{target}")


def _on_site(text: str, target: str) -> str:
    """Return a link to ``target``, relative to the root, as the site needs it: to a page, elsewhere, or plain text."""
    file, hash_mark, anchor = target.partition("#")
    if not file or "://" in target:
        return f"[{text}]({target})"
    page = PAGES.get(file, file.removeprefix("docs/").replace(".ipynb", ".md") if file.startswith("docs/") else None)
    return f"[{text}]({page}{hash_mark}{anchor})" if page else text


if __name__ == "__main__":
    write_pages(Path(sys.argv[1]))
