"""What tests of several rooms share: the corpus, the embedder, and a running oracle."""

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace

import pytest

from probe.composition import open_oracle
from probe.composition.opinion import NoOracle
from probe.embeddings import MiniLmEmbedder
from probe.files.corpus import read_corpus
from probe.filters.stage import Tools
from probe.ports import Oracle
from probe.prompts import load_prompts
from probe.similarity import TextIndex
from probe.values import Bias, Candidate, Corpus, Seed

MakeTools = Callable[..., Tools]


@pytest.fixture(scope="session")
def corpus() -> Corpus:
    return read_corpus()


@pytest.fixture(scope="session")
def embedder() -> Iterator[MiniLmEmbedder]:
    """The real embedding model, loaded once."""
    made = MiniLmEmbedder()
    yield made
    made.close()


@pytest.fixture
async def oracle() -> AsyncIterator[Oracle]:
    """A real SWI-Prolog with one worker."""
    async with open_oracle(workers=1) as running:
        yield running


@pytest.fixture
def tools(corpus: Corpus, embedder: MiniLmEmbedder) -> MakeTools:
    """Make tools with the given parts; without an oracle of its own, nothing may ask one."""
    base = Tools(oracle=NoOracle(), embedder=embedder, prompts=load_prompts(), corpus=corpus, accepted=TextIndex())
    return lambda **parts: replace(base, **parts)


def candidate_of(seed: Seed, **changes: object) -> Candidate:
    """A seed as a candidate that was certified already."""
    fields: dict[str, object] = {
        "bias": seed.bias,
        "author": "test",
        "expansion": 0,
        "position": 0,
        "texts": seed.texts,
        "programs": seed.programs,
        "correct_option": seed.correct_option,
    }
    return Candidate.model_validate({**fields, **changes})


@pytest.fixture
def seed(corpus: Corpus) -> Seed:
    return corpus.seeds_of(Bias.ANCHORING)[0]


@pytest.fixture
def candidate(seed: Seed) -> Candidate:
    return candidate_of(seed)
