"""What is built from the checkout works outside of it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from probe.files.corpus import read_corpus
from tests.shared import without_torch

ROOT = Path(__file__).parents[1]


def run(*command: str | Path, cwd: Path, **variables: str) -> str:
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the sdist without isolation or network, and unpacked where no checkout is near."""
    dist, target = tmp_path_factory.mktemp("dist"), tmp_path_factory.mktemp("installed")
    # A build writes into the tree that it builds, where other tests read.
    copy = tmp_path_factory.mktemp("copy") / "probe"
    shutil.copytree(
        ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(".*", "*.egg-info", "__pycache__", "build", "demo")
    )
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", dist, copy, cwd=dist)
    (wheel,) = dist.glob("*.whl")
    shutil.unpack_archive(wheel, target, "zip")
    return target


def test_the_wheel_holds_every_room(installed: Path) -> None:
    """Code, Prolog, seeds, prompts and settings: the linked folders are in it as real ones."""
    for part in (
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
        assert (installed / "probe" / part).is_file(), part
    assert list((installed / "probe" / "prolog").glob("*.pl"))
    seeds = installed / "probe" / "seeds" / "software_engineering"
    assert len(list(seeds.glob("dilemmas/*/*/unbiased.pl"))) == len(read_corpus().seeds)


def test_the_seeds_pass_from_the_installed_wheel(installed: Path, tmp_path: Path) -> None:
    where = run(sys.executable, "-c", "import probe; print(probe.__file__)", cwd=tmp_path, PYTHONPATH=str(installed))
    assert where.startswith(str(installed))
    printed = run(sys.executable, "-m", "probe", "seeds", cwd=tmp_path, **without_torch(tmp_path, installed))
    number = len(read_corpus().seeds)
    assert f"{number} of {number} seeds pass" in " ".join(printed.split())
