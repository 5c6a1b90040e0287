"""A small dataset that commands read."""

from pathlib import Path

import pytest

from probe.files.dataset import write_dataset
from probe.values import Dilemma


@pytest.fixture
def pairs(seed_pairs: list[Dilemma]) -> list[Dilemma]:
    return seed_pairs[:2]


@pytest.fixture
def dataset(tmp_path: Path, pairs: list[Dilemma]) -> Path:
    file = tmp_path / "data" / "dataset.jsonl"
    write_dataset(file, pairs)
    return file
