"""What tests of several rooms share: the corpus, the embedder, a running oracle, and the command line."""

import signal
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from probe.asking import Asker
from probe.embeddings import MiniLmEmbedder
from probe.files.corpus import read_corpus
from probe.filters.stage import Resources
from probe.oracle import BothOracles, SwiOracle
from probe.ports import Model, Oracle
from probe.prompts import load_prompts
from probe.values import Bias, Candidate, Corpus, Profile, Seed
from tests.scheduling import Together, early
from tests.shared import CommandLine, Shared, without_figures

MakeResources = Callable[..., Resources]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not early(item.nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Together | None:
    """Divide the tests of ``make test``; other ways to divide them are those of pytest-xdist."""
    return Together(config, log) if config.getvalue("dist") == "loadfile" else None


@pytest.fixture(scope="session", autouse=True)
def interruptible() -> None:
    """Ctrl-C interrupts tests and the processes that they start; a shell lets a job in the background ignore it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


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
    return shared.embedder


@pytest.fixture(scope="session")
def oracle(shared: Shared) -> SwiOracle:
    """A real SWI-Prolog with one worker; counts and verdicts do not depend on what it ran before."""
    return shared.oracle


@pytest.fixture(scope="session")
def both(shared: Shared) -> BothOracles:
    """The same SWI-Prolog with clingo asked beside it, as commands use it where clingo is installed."""
    pytest.importorskip("clingo")
    return shared.both


@pytest.fixture(scope="session")
def probe(shared: Shared) -> CommandLine:
    """The command line, run in this process with the shared oracle and embedding process."""
    return CommandLine(shared)


@pytest.fixture(scope="session")
def light_probe(shared: Shared, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CommandLine]:
    """The command line without PyTorch: for tests of several processes that embed, each of which starts in a second."""
    with shared.light(tmp_path_factory.mktemp("light")) as light:
        yield CommandLine(light)


@pytest.fixture
def lent(shared: Shared) -> Iterator[None]:
    """Let every Session that the test opens in this process use the shared oracle and embedding process."""
    with shared.lent():
        yield


@pytest.fixture
def undrawn() -> Iterator[None]:
    """Leave figures blank, for tests that read a report's numbers."""
    with without_figures():
        yield


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
