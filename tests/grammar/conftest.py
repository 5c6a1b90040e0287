"""A small library to break: two practices, a few contexts and all cues, copied from the real one."""

import shutil
from pathlib import Path

import pytest

from probe.grammar import GrammarAuthor, library_folder
from probe.values import Bias, Candidate
from tests.grammar.composed import PER_BIAS

SMALL = (
    "premises.toml",
    "phrases.toml",
    "contexts/money.toml",
    "theories/idempotency_keys.toml",
    "theories/no_cache_without_need.toml",
)


@pytest.fixture
def small_library(tmp_path: Path) -> Path:
    """Return a library on the disk that a test may change."""
    root = library_folder()
    for name in (*SMALL, *(f"cues/{path.name}" for path in (root / "cues").glob("*.toml"))):
        target = tmp_path / name
        target.parent.mkdir(exist_ok=True)
        shutil.copy(root / name, target)
    return tmp_path


@pytest.fixture(scope="session")
def author() -> GrammarAuthor:
    """Return the author with its whole library and seed 7."""
    return GrammarAuthor(seed=7)


@pytest.fixture(scope="session")
def candidates(author: GrammarAuthor) -> list[Candidate]:
    """Return the first candidates of every bias."""
    return [author.candidate(bias, index) for bias in Bias for index in range(PER_BIAS)]
