"""The lowest versions that pyproject.toml declares are those that ``make test-lowest`` installs."""

import subprocess
import sys
import tomllib
from pathlib import Path

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
