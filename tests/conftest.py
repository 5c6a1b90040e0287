"""What tests of several rooms share: the corpus, the embedder, and a running oracle."""

from collections.abc import AsyncIterator, Callable, Iterator

import pytest

from probe.embeddings import MiniLmEmbedder
from probe.files.corpus import read_corpus
from probe.filters.asking import Asker
from probe.filters.stage import Resources
from probe.ports import Model, Oracle
from probe.prompts import load_prompts
from probe.session import Session
from probe.values import Bias, Candidate, Corpus, Profile, Seed

MakeResources = Callable[..., Resources]


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
    async with Session() as session:
        yield session.oracle(workers=1)


@pytest.fixture
def resources(corpus: Corpus, embedder: MiniLmEmbedder) -> MakeResources:
    """Make what stages work with, with the given models by role; without an oracle, none may be asked."""

    def make(oracle: Oracle | None = None, **models: Model) -> Resources:
        def running() -> Oracle:
            assert oracle is not None, "no program may run here"
            return oracle

        askers = {role: Asker(model, role) for role, model in models.items()}
        return Resources(Profile.STRICT, load_prompts(), corpus, running, lambda: embedder, askers)

    return make


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
