"""Composed candidates, and a small library for tests of faults."""

import shutil
from pathlib import Path

import pytest

from probe.grammar import GrammarAuthor, library_folder
from probe.values import Bias, Candidate
from tests.grammar.composed import PER_BIAS


@pytest.fixture
def small_library(tmp_path: Path) -> Path:
    """Return a library with one schema on the disk that a test may change."""
    target = tmp_path / "schemas" / "performance"
    target.mkdir(parents=True)
    shutil.copy(library_folder() / "schemas" / "performance" / "cluster_size.toml", target)
    for name in ("modules", "contexts", "cues"):
        shutil.copytree(library_folder() / name, tmp_path / name)
    shutil.copy(library_folder() / "phrases.toml", tmp_path)
    return tmp_path


@pytest.fixture(scope="session", params=["policy", "closed-book"])
def author(request: pytest.FixtureRequest) -> GrammarAuthor:
    """Return an author of each mode with its whole library and seed 7."""
    depth = "2-7" if request.param == "policy" else "2-5"
    return GrammarAuthor({"mode": request.param, "depth": depth}, seed=7)


@pytest.fixture(scope="session")
def candidates(author: GrammarAuthor) -> list[Candidate]:
    """Return the first candidates of every bias."""
    return [author.candidate(bias, index) for bias in Bias for index in range(PER_BIAS)]
