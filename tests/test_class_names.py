"""A class name has one meaning in the whole project."""

import ast
from collections import defaultdict
from pathlib import Path

import probe

ROOT = Path(probe.__file__).parent
ROOMS = (ROOT, ROOT.parent / "analysis", ROOT.parent / "filters")


def test_no_two_classes_have_the_same_name() -> None:
    definitions: dict[str, list[str]] = defaultdict(list)
    for room in ROOMS:
        for file in sorted(room.rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    definitions[node.name].append(f"{file.relative_to(ROOT.parent)}:{node.lineno}")
    assert len(definitions) > 500, "rglob does not follow the links in the package, so no class is counted twice"
    assert {name: lines for name, lines in definitions.items() if len(lines) > 1} == {}
