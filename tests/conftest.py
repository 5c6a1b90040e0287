"""Fixtures of several rooms: the corpus, the embedder, a running oracle, and the command line."""

import json
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from probe.asking import Asker
from probe.embeddings import MiniLmEmbedder
from probe.files.corpus import read_corpus
from probe.files.dataset import write_dataset
from probe.filters.stage import Resources
from probe.oracle import BothOracles, SwiOracle
from probe.ports import Model, Oracle
from probe.prompts import load_prompts
from probe.values import Bias, Candidate, Corpus, Dilemma, Profile, Seed
from tests.scheduling import FileScheduling, starts_early
from tests.shared import CommandLine, Shared, without_figures

MakeResources = Callable[..., Resources]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not starts_early(item.nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> FileScheduling | None:
    """Divide the tests of ``make test``; other ways to divide them are those of pytest-xdist."""
    return FileScheduling(config, log) if config.getvalue("dist") == "loadfile" else None


@pytest.fixture(scope="session", autouse=True)
def interruptible() -> None:
    """Let Ctrl-C interrupt tests and the processes that they start, even in background jobs, which ignore it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def corpus() -> Corpus:
    return read_corpus()


@pytest.fixture(scope="session")
def shared() -> Iterator[Shared]:
    """Processes that start slowly, started once per process that runs tests."""
    resources = Shared()
    yield resources
    resources.close()


@pytest.fixture(scope="session")
def embedder(shared: Shared) -> MiniLmEmbedder:
    """The real embedding model, loaded once."""
    return shared.embedder


@pytest.fixture(scope="session")
def oracle(shared: Shared) -> SwiOracle:
    """A real SWI-Prolog with one worker; counts and verdicts do not depend on what it ran before."""
    return shared.oracle


@pytest.fixture(scope="session")
def both_oracles(shared: Shared) -> BothOracles:
    """The same SWI-Prolog with clingo asked beside it, as commands use it where clingo is installed."""
    pytest.importorskip("clingo")
    return shared.both_oracles


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
def shared_processes(shared: Shared) -> Iterator[None]:
    """Let every Session that the test opens in this process use the shared oracle and embedding process."""
    with shared.processes_for_sessions():
        yield


@pytest.fixture
def undrawn() -> Iterator[None]:
    """Leave figures blank, for tests that read a report's numbers."""
    with without_figures():
        yield


@pytest.fixture
def resources(corpus: Corpus, embedder: MiniLmEmbedder) -> MakeResources:
    """Make the resources of stages with the given models by role; without an oracle, no stage may run a program."""

    def make_resources(oracle: Oracle | None = None, **models: Model) -> Resources:
        def require_oracle() -> Oracle:
            assert oracle is not None, "no program may run here"
            return oracle

        askers = {role: Asker(model, role) for role, model in models.items()}
        return Resources(Profile.STRICT, load_prompts(), corpus, require_oracle, lambda: embedder, askers)

    return make_resources


def candidate_of(seed: Seed, **changes: object) -> Candidate:
    """Return a seed as a candidate that is already certified."""
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


@pytest.fixture(scope="session")
def seed_pairs(corpus: Corpus) -> list[Dilemma]:
    """The hand-made seeds as dilemmas."""
    return [seed.to_pair() for seed in corpus.seeds]


@pytest.fixture
def seed_file(seed_pairs: list[Dilemma], tmp_path: Path) -> Path:
    """The hand-made seeds as a dataset, controls included."""
    file = tmp_path / "seeds.jsonl"
    write_dataset(file, seed_pairs)
    return file


@pytest.fixture(scope="session")
def published_file() -> Path:
    """The published dataset; tests that need it are skipped without it."""
    folder = os.environ.get("PROBE_SWE_DATA")
    if not folder:
        pytest.skip("PROBE_SWE_DATA is not set: the published data is not here")
    return next(Path(folder).glob("1_augmented*.json"))


@pytest.fixture(scope="session")
def published_texts(published_file: Path) -> list[tuple[str, str]]:
    """The unbiased and the biased text of every published pair."""
    rows_by_bias = json.loads(published_file.read_text(encoding="utf-8"))
    return [(row["unbiased"], row["biased"]) for rows in rows_by_bias.values() for row in rows]


@pytest.fixture
def candidate(seed: Seed) -> Candidate:
    return candidate_of(seed)
