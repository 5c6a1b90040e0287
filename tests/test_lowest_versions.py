"""The lowest versions that pyproject.toml declares are those that ``make test-lowest`` installs."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]


def test_every_dependency_is_constrained_to_its_lowest_version() -> None:
    printed = subprocess.run(
        [sys.executable, ROOT / ".ci" / "lowest-versions"], capture_output=True, text=True, check=True
    ).stdout
    constraints = {one.name: one.specifier for one in map(Requirement, printed.splitlines())}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [one for some in project["optional-dependencies"].values() for one in some]
    declared = {one.name: one.specifier for one in map(Requirement, project["dependencies"] + extras)}
    assert constraints.keys() == declared.keys()
    for name, specifier in declared.items():
        (bound,) = specifier
        assert str(constraints[name]) == f"=={bound.version}"


def test_the_lowest_versions_are_installed_without_inspect_which_needs_newer_ones() -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    installed = re.search(r"/constraints\.txt --editable .* --group (\w+)", (ROOT / "Makefile").read_text())
    assert installed
    assert "inspect_ai" not in {one.name for one in map(Requirement, members(groups, installed[1]))}
    assert "inspect_ai" in {one.name for one in map(Requirement, members(groups, "dev"))}


def members(groups: dict[str, Any], name: str) -> list[str]:
    """Return the requirements of a dependency group and of those it includes."""
    found: list[str] = []
    for one in groups[name]:
        found += members(groups, one["include-group"]) if isinstance(one, dict) else [one]
    return found
