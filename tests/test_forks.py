"""Forks by protocol: outside ``probe/protocols/`` no code checks the kind of an item."""

import ast
from collections.abc import Iterator
from pathlib import Path

import probe

ROOT = Path(probe.__file__).parent
ROOMS = (ROOT, ROOT.parent / "analysis", ROOT.parent / "filters")
ITEMS = {"Dilemma", "Item", "ItemDesign", "Pair", "PromptItem", "StatedItem", "TemplateItem", "TriageItem"}
NAMES = {"dilemmas", "prompts", "templates", "triage"}
ABOUT_DILEMMAS = {
    "probe/cli/controls.py",
    "probe/measuring/awareness.py",
    "probe/measuring/controls.py",
    "probe/measuring/estimates.py",
    "probe/integrations/inspect/tasks.py",
    "probe/formats/probe_swe/format.py",
    "probe/formats/probe_swe/package.py",
}
"""Modules about dilemmas only: controls, awareness, their estimates, the dilemmas task, the published format."""
KINDS = ("isinstance", "name", "import")


def forks(tree: ast.Module) -> Iterator[str]:
    """Yield the kind of each fork: a test of an item's class, a protocol's name, an import of a protocol's package."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            if {name.id for name in ast.walk(node.args[1]) if isinstance(name, ast.Name)} & ITEMS:
                yield "isinstance"
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(_names_protocol(expression) for side in sides for expression in ast.walk(side)):
                yield "name"
        elif _in_a_protocol(_module(node)):
            yield "import"


def _module(node: ast.AST) -> str:
    """Return the module that a node names, as an import or in a string."""
    if isinstance(node, ast.ImportFrom):
        return node.module or ""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _in_a_protocol(module: str) -> bool:
    return any(module.startswith(f"probe.protocols.{name}") for name in NAMES)


def _names_protocol(node: ast.AST) -> bool:
    if isinstance(node, ast.Constant):
        return node.value in NAMES if isinstance(node.value, str) else False
    return isinstance(node, ast.Name) and node.id == "DILEMMAS"


def files_by_fork() -> dict[str, list[str]]:
    """Return the files with each kind of fork, once per fork."""
    files: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for room in ROOMS:
        for file in sorted(room.rglob("*.py")):
            name = file.relative_to(ROOT.parent).as_posix()
            if name.startswith(("probe/protocols/", "probe/analysis/", "probe/filters/")) or name in ABOUT_DILEMMAS:
                continue
            for kind in forks(ast.parse(file.read_text(encoding="utf-8"))):
                files[kind].append(name)
    return files


def test_there_is_no_fork_by_protocol() -> None:
    """Differences between protocols are methods with a default."""
    assert files_by_fork() == {kind: [] for kind in KINDS}


def test_a_fork_is_found_in_each_of_its_forms() -> None:
    code = """
from probe.protocols.triage.items import TriageItem
def read(item, name):
    if isinstance(item, Dilemma | str):
        return 1
    return name == "templates" or name != DILEMMAS
"""
    assert sorted(forks(ast.parse(code))) == ["import", "isinstance", "name", "name"]
