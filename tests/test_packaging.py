"""Packages built from the checkout work outside of it."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from importlib.metadata import distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from probe.files.corpus import read_corpus
from tests.shared import ROOT, without_torch

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def run(*command: str | Path, cwd: Path, **variables: str) -> str:
    completed = subprocess.run(
        [str(argument) for argument in command],
        cwd=cwd,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert completed.returncode == 0, completed.stdout + completed.stderr
    return completed.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both archives, the wheel built from the sdist, without isolation or network."""
    dist = tmp_path_factory.mktemp("dist")
    # A build writes into its source tree, which other tests read.
    copy = tmp_path_factory.mktemp("copy") / "probe"
    shutil.copytree(
        ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(".*", "*.egg-info", "__pycache__", "build", "demo")
    )
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", dist, copy, cwd=dist)
    return dist


@pytest.fixture(scope="module")
def installed(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, unpacked outside of the checkout."""
    target = tmp_path_factory.mktemp("installed")
    (wheel,) = dist.glob("*.whl")
    shutil.unpack_archive(wheel, target, "zip")
    return target


def test_the_source_archive_has_no_tests(dist: Path) -> None:
    """Some tests would fail without the rest of the repository."""
    (archive,) = dist.glob("*.tar.gz")
    with tarfile.open(archive) as source_archive:
        names = [name.partition("/")[2] for name in source_archive.getnames()]
    assert not [name for name in names if name.split("/")[0] in ("tests", "benchmarks", "docs")]
    assert {"README.md", "requirements-light.txt", "CHANGELOG.md", "LICENSE", "probe/prolog/probing.pl"} <= set(names)


def test_a_release_has_absolute_links_and_the_addresses_of_its_repository(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    (copy / ".ci").mkdir(parents=True)
    for name in ("README.md", "pyproject.toml", ".ci/release-metadata"):
        shutil.copy(ROOT / name, copy / name)
    url = "https://example.org/probe"
    run(sys.executable, ".ci/release-metadata", url, f"v{PROJECT['version']}", cwd=copy)
    text = (copy / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)\s]+)\)", text)
    assert f"{url}/raw/v{PROJECT['version']}/docs/images/by_depth.svg" in links
    assert f"{url}/blob/v{PROJECT['version']}/docs/models.md" in links
    assert all(link.startswith(("https://", "http://", "#")) for link in links)
    addresses = tomllib.loads((copy / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    assert addresses["Homepage"] == url
    completed = subprocess.run(
        [sys.executable, ".ci/release-metadata", url, "v9.9"], cwd=copy, capture_output=True, check=False
    )
    assert b"tag v" in completed.stderr
    assert completed.returncode == 1


def test_the_newest_release_in_the_changelog_is_the_version() -> None:
    released_versions = re.findall(
        r"^## (\d\S+) - \d{4}-\d\d-\d\d$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M
    )
    assert released_versions[0] == PROJECT["version"]


def light_pins() -> dict[str, str]:
    lines = (ROOT / "requirements-light.txt").read_text(encoding="utf-8").splitlines()
    pins = (line.partition("==") for line in lines if line and not line.startswith("#"))
    return {name: pin for name, _, pin in pins}


def test_a_light_install_lists_everything_that_is_needed_and_no_torch() -> None:
    """It is installed without dependencies, so a package that is not listed would be missing at run time."""
    pins = light_pins()
    required_lines = run(sys.executable, ROOT / ".ci" / "light-requirements", cwd=ROOT).splitlines()
    assert {line.partition("==")[0] for line in required_lines if not line.startswith("#")} <= pins.keys()
    assert not pins.keys() & {"torch", "sentence-transformers", "transformers"}


def test_the_versions_of_a_light_install_belong_together() -> None:
    """Each listed version is one that PROBE allows, and, where it is installed here, allows the others."""
    pins = light_pins()
    lines = [*PROJECT["dependencies"]]
    installed_packages = {str(canonicalize_name(package.name)): package for package in distributions()}
    lines += [
        line
        for name, pin in pins.items()
        if name in installed_packages and installed_packages[name].version == pin
        for line in installed_packages[name].requires or ()
    ]
    for requirement in map(Requirement, lines):
        pin = pins.get(canonicalize_name(requirement.name))
        is_active = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if is_active and pin is not None:
            assert requirement.specifier.contains(pin, prereleases=True), requirement


def test_the_wheel_holds_every_room(installed: Path) -> None:
    """Code, Prolog, seeds, prompts and settings; symbolic links are replaced by their folders."""
    for path in (
        "filters/cascade.toml",
        "analysis/__init__.py",
        "prompts/decide.md",
        "web/templates/base.html.j2",
        "style.css",
        "py.typed",
        "models/prices.toml",
        "studies/standard-1.toml",
        "studies/standard-1.frozen.json",
    ):
        assert (installed / "probe" / path).is_file(), path
    assert list((installed / "probe" / "prolog").glob("*.pl"))
    seeds = installed / "probe" / "seeds" / "software_engineering"
    assert len(list(seeds.glob("dilemmas/*/*/unbiased.pl"))) == len(read_corpus().seeds)


def test_the_seeds_pass_from_the_installed_wheel(installed: Path, tmp_path: Path) -> None:
    package_path = run(
        sys.executable, "-c", "import probe; print(probe.__file__)", cwd=tmp_path, PYTHONPATH=str(installed)
    )
    assert package_path.startswith(str(installed))
    output = run(sys.executable, "-m", "probe", "seeds", cwd=tmp_path, **without_torch(tmp_path, installed))
    number = len(read_corpus().seeds)
    assert f"{number} of {number} seeds pass" in " ".join(output.split())
