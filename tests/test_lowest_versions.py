"""The lowest versions that pyproject.toml declares are those that ``make test-lowest`` installs."""

import itertools
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from typing import Any

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from tests.shared import ROOT


def test_every_dependency_is_constrained_to_its_lowest_version() -> None:
    output = subprocess.run(
        [sys.executable, ROOT / ".ci" / "lowest-versions"], capture_output=True, text=True, check=True
    ).stdout
    constraints = specifiers(output.splitlines())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = itertools.chain.from_iterable(project["optional-dependencies"].values())
    declared_specifiers = specifiers([*project["dependencies"], *extras])
    assert constraints.keys() == declared_specifiers.keys()
    for name, specifier in declared_specifiers.items():
        (lower_bound,) = specifier
        assert str(constraints[name]) == f"=={lower_bound.version}"


def test_the_lowest_versions_are_installed_without_inspect_which_needs_newer_ones() -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    installed = re.search(r"/constraints\.txt --editable .* --group (\w+)", (ROOT / "Makefile").read_text())
    assert installed
    assert "inspect_ai" not in specifiers(members(groups, installed[1]))
    assert "inspect_ai" in specifiers(members(groups, "dev"))


def specifiers(requirements: Iterable[str]) -> dict[str, SpecifierSet]:
    return {requirement.name: requirement.specifier for requirement in map(Requirement, requirements)}


def members(groups: dict[str, Any], name: str) -> list[str]:
    """Return the requirements of a dependency group and of those it includes."""
    requirements: list[str] = []
    for member in groups[name]:
        requirements += members(groups, member["include-group"]) if isinstance(member, dict) else [member]
    return requirements
