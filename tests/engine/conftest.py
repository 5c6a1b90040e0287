"""A dataset of the hand-made seeds."""

from pathlib import Path

import pytest

from probe.files.dataset import write_dataset
from probe.values import Corpus


@pytest.fixture
def seeds(corpus: Corpus, tmp_path: Path) -> Path:
    file = tmp_path / "seeds.jsonl"
    write_dataset(file, [seed.to_pair() for seed in corpus.seeds])
    return file
