"""A dilemma to measure."""

import pytest

from probe.values import Corpus, Dilemma


@pytest.fixture
def pair(corpus: Corpus) -> Dilemma:
    """The first seed of the corpus as a dilemma."""
    return corpus.seeds[0].to_pair()
