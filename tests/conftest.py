"""What tests of several rooms share: the corpus, the embedder, a running oracle, and the command line."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from probe.embeddings import MiniLmEmbedder
from probe.files.corpus import read_corpus
from probe.filters.stage import Tools
from probe.oracle import SwiOracle
from probe.prompts import load_prompts
from probe.similarity import TextIndex
from probe.values import Bias, Candidate, Corpus, Examination, Explanation, Profile, Program, Programs, Seed, Verdict
from tests.shared import CommandLine, Shared, without_figures

MakeTools = Callable[..., Tools]


@pytest.fixture(scope="session")
def corpus() -> Corpus:
    return read_corpus()


@pytest.fixture(scope="session")
def shared() -> Iterator[Shared]:
    """What takes long to start, started once for each process that runs tests."""
    made = Shared()
    yield made
    made.close()


@pytest.fixture(scope="session")
def embedder(shared: Shared) -> MiniLmEmbedder:
    """The real embedding model, loaded once."""
    return shared.embedder()


@pytest.fixture(scope="session")
def oracle(shared: Shared) -> SwiOracle:
    """A real SWI-Prolog with one worker; counts and verdicts do not depend on what it ran before."""
    return shared.oracle


@pytest.fixture(scope="session")
def probe(shared: Shared) -> CommandLine:
    """The command line, run in this process with the shared oracle and embedding process."""
    return CommandLine(shared)


@pytest.fixture
def lent(shared: Shared) -> Iterator[None]:
    """Let whatever the test starts in this process use the shared oracle and embedding process."""
    with shared.lent():
        yield


@pytest.fixture
def undrawn() -> Iterator[None]:
    """Leave figures blank, for tests that read a report's numbers."""
    with without_figures():
        yield


@pytest.fixture
def tools(corpus: Corpus, embedder: MiniLmEmbedder) -> MakeTools:
    """Make tools with the given parts; without an oracle of its own, nothing may ask one."""
    base = Tools(oracle=NobodyAsks(), embedder=embedder, prompts=load_prompts(), corpus=corpus, accepted=TextIndex())
    return lambda **parts: replace(base, **parts)


class NobodyAsks:
    """Is in the oracle's place where no stage may ask it."""

    name = "none"

    async def verdict(self, program: Program) -> Verdict:
        raise AssertionError("no program may run here")

    async def examine(self, programs: Programs, profile: Profile) -> Examination:
        raise AssertionError("no program may run here")

    async def explain(self, program: Program) -> Explanation:
        raise AssertionError("no program may run here")


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
