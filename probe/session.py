"""The one place where adapters are constructed: oracle, models, embedder, run files, ratings and prices.

A use case opens a Session and gets its adapters from it; on exit the Session closes everything it opened. Adapters with
heavy libraries are imported on first use, so that no command waits for unused libraries.
"""

import logging
import os
import platform
from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, aclosing, closing
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Self

from pydantic import JsonValue

from probe.errors import MissingError, single_error
from probe.extensions import ENGINES, engines_that_serve, load
from probe.files.plain import refuse_overwriting
from probe.options.reading import path_of
from probe.options.shared import AccessOptions, PlacementOptions
from probe.ports import BulkEngine, Embedder, LogicEngine, Models, Oracle, PriceList, RunFile, SubjectFunction
from probe.store import FILE_NAME, open_run, read_run
from probe.store.ratings import RatingStore
from probe.values import Answer, Budget, ModelSpec, Rates, Request
from probe.version import __version__, install_command

_LOG = logging.getLogger(__name__)

Simulations = Callable[[ModelSpec], Callable[[Request], str | Answer]]
"""Returns what a simulated subject answers; raises InputError if there is no such subject."""

if TYPE_CHECKING:
    from probe.engine import ChunkPool, Opening, Work
    from probe.models.providers import Spreading
    from probe.oracle import SwiOracle

LIBRARIES = (
    "openai",
    "groq",
    "anthropic",
    "genai-prices",
    "pyswip",
    "sentence-transformers",
    "torch",
    "transformers",
    "Levenshtein",
    "scipy",
    "statsmodels",
)
"""The libraries whose versions a manifest records, besides PROBE, Python and the oracle."""


Engines = Literal["swi", "asp", "both"]
"""Which oracle decides: SWI-Prolog, clingo, or SWI-Prolog with clingo as a second engine in the strict profile."""


@dataclass(frozen=True)
class Access:
    """The connection to models and their budget, shared by all roles of a run.

    ``functions`` are the Python functions that can be asked as ``python/NAME``, by name. ``placement`` is where local
    models run; None: in one process each. ``max_wait`` is how many minutes a provider's rate limit is waited for.
    """

    base_url: str | None = None
    concurrency: int = 16
    budget: Budget = field(default_factory=Budget)
    prices: Path | None = None
    rates: Rates = field(default_factory=Rates)
    functions: Mapping[str, SubjectFunction] = field(default_factory=dict)
    placement: "Placement | None" = None
    max_wait: float = 10.0

    @classmethod
    def of(cls, options: AccessOptions, functions: Mapping[str, SubjectFunction] | None = None) -> Self:
        """Return the access that the options describe."""
        budget, rates = (
            Budget(max_calls=options.max_calls, max_usd=options.max_usd),
            Rates(rpm=options.rpm, tpm=options.tpm),
        )
        prices, available_functions = path_of(options.prices), functions or {}
        return cls(
            options.base_url, options.concurrency, budget, prices, rates, available_functions, max_wait=options.max_wait
        )


@dataclass(frozen=True)
class Placement:
    """Where bulk work runs: in ``workers`` processes here, or by an engine such as the Ray cluster at ``address``.

    Without ``workers``, one per core; in the cases of ``stays_here`` and ``if_chosen`` this process does the work.
    """

    engine: str = "local"
    address: str = "auto"
    workers: int | None = None

    @classmethod
    def of(cls, options: PlacementOptions) -> Self:
        """Return the placement that the options describe."""
        return cls(options.engine, options.address or "auto", options.workers)

    def stays_here(self, chunks: int) -> bool:
        """Whether starting workers would take longer than the work."""
        return self.engine == "local" and self.workers is None and chunks <= FEW_CHUNKS

    def if_chosen(self) -> "Placement | None":
        """Return None, for this process and its threads, if neither an engine nor a number of workers is named."""
        return None if self == Placement() else self


FEW_CHUNKS = 16
"""How many chunks this process works through sooner than workers start, about a second each on a slow machine."""
CHUNKS_AHEAD = 4
"""How many chunks per worker are taken from the input before the first of them is returned."""


async def spread(
    placement: Placement | None, opening: "Opening", work: "Work", chunks: Iterable[Any]
) -> AsyncGenerator[Any, None]:
    """Yield the results of ``work`` for ``chunks``, in order; each worker owns what ``opening`` opens.

    Without a placement, this process is the only worker. Raises MissingError if Ray or its cluster is missing.
    """
    if placement is None:
        async with opening() as resource:
            for chunk in chunks:
                yield await work(resource, chunk)
        return
    from probe.workers import in_order

    # Close it here, not in the garbage collector: a caller that stops early must not leave chunks running.
    with closing(_chunk_pool(placement, opening, work)) as pool:
        async with aclosing(in_order(pool.answer, chunks, CHUNKS_AHEAD * pool.workers)) as results:
            async for result in results:
                yield result


def _chunk_pool(placement: Placement, opening: "Opening", work: "Work", *, quiet: bool = False) -> "ChunkPool":
    """Return workers that answer chunks. Raises MissingError if Ray or its cluster is missing."""
    from probe.engine import ChunkPool, start_here

    start = partial(start_here, quiet=quiet) if placement.engine == "local" else _bulk_engine(placement).start
    return ChunkPool(opening, work, _worker_count(placement), start)


def _bulk_engine(placement: Placement) -> BulkEngine:
    """Return an engine that an entry point names; options accept no other."""
    engine: BulkEngine = load(ENGINES, placement.engine)
    return engine


def _spreading(placement: Placement | None) -> "Spreading | None":
    """Return where models of this machine run; None if a separate process answers for each."""
    if placement is None:
        return None
    from probe.models.providers import Spreading

    return Spreading(partial(_chunk_pool, placement, quiet=True), _worker_count(placement))


def _worker_count(placement: Placement) -> int:
    """Return the number of workers. Raises MissingError if Ray or its cluster is missing."""
    if placement.engine == "local":
        return placement.workers or os.cpu_count() or 1
    available = _bulk_engine(placement).cores(placement.address)
    return placement.workers or available


class Session:
    """Opens adapters on demand and closes them on exit.

    An error that several tasks raise together leaves the session as a single error: a ProbeError, or MissingError if a
    required package cannot be imported.
    """

    def __init__(self, access: Access | None = None, engines: Engines | None = None) -> None:
        """Use ``engines`` as the oracle, by default ``swi``."""
        self._access = access or Access()
        self._engines = engines
        self._stack = AsyncExitStack()
        self._oracle: Oracle | None = None
        self._embedder: Embedder | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.__aexit__(kind, error, trace)  # a run that fails before its first answer leaves no file
        if error is not None and (single := single_error(error)) is not error:
            raise single from error

    def oracle(self, workers: int | None = None) -> Oracle:
        """Return the running oracle; ``workers`` applies only when it is started.

        Raises MissingError without SWI-Prolog (clingo needs it too: it reads and checks the programs), or if clingo is
        requested and not installed.
        """
        if self._oracle is None:
            from probe.oracle import BothOracles, SwiOracle

            engines = self._engines or "swi"
            oracle = SwiOracle.start(workers=workers)
            self._stack.callback(oracle.close)
            self._oracle = oracle
            if engines != "swi":
                second_oracle = self._open_second_oracle(oracle)
                self._oracle = second_oracle if engines == "asp" else BothOracles(oracle, second_oracle)
        return self._oracle

    def _open_second_oracle(self, oracle: "SwiOracle") -> Oracle:
        engine = logic_engine()
        if engine is None:
            raise MissingError(f"no second oracle is installed: {install_command('clingo')}")
        second_oracle = engine.open(oracle)
        self._stack.callback(second_oracle.close)
        return second_oracle

    def with_second_engine(self) -> Oracle | None:
        """Return the oracle together with the second engine, None if clingo is not installed."""
        from probe.oracle import BothOracles, SwiOracle

        oracle = self.oracle()
        if isinstance(oracle, BothOracles):
            return oracle
        # In this case clingo is the only engine, so there is no second one.
        if not isinstance(oracle, SwiOracle) or clingo_version() is None:
            return None
        return BothOracles(oracle, self._open_second_oracle(oracle))

    def embedder(self, threads: int | None = None) -> Embedder:
        """Return the embedder; the first call starts loading its model, in a separate process.

        ``threads`` is how many texts are embedded at once, by default one per core, at most four.
        """
        if self._embedder is None:
            from probe.embeddings import MiniLmEmbedder

            embedder = MiniLmEmbedder(threads)
            self._stack.callback(embedder.close)
            # Loading takes seconds, while the first candidates are written or composed.
            embedder.warm_up()
            self._embedder = embedder
        return self._embedder

    def run(
        self,
        folder: Path,
        settings: Mapping[str, JsonValue],
        writes: Sequence[str] = (),
        grows: Collection[str] = (),
    ) -> RunFile:
        """Begin or resume the run in ``folder``, which will write the files ``writes`` there.

        A run goes on where only settings in ``grows`` differ, and have become larger. Raises InputError if the folder
        contains another run, or one of these files without a run that made it.
        """
        # A run in this folder resumes; the run file decides whether it is the same run.
        if holds_run(folder):
            _LOG.info("resuming the run in %s", folder)
        else:
            refuse_overwriting([folder / name for name in writes], "--out")
        return self._stack.enter_context(open_run(folder, settings, grows, writes))

    def models(self, run: RunFile, simulated: Simulations | None = None) -> Models:
        """Return the models of a run, with the simulated subjects of a protocol if ``simulated`` gives them.

        On exit the session waits for calls in progress.
        """
        from probe.models import OpenedModels, Prices, RetryPolicy, at_providers

        access = self._access
        models = OpenedModels(
            run,
            concurrency=access.concurrency,
            base_url=access.base_url,
            simulated=simulated,
            budget=access.budget,
            prices=Prices.load(access.prices, os.environ, public=at_providers(access.base_url, os.environ)),
            rates=access.rates,
            functions=access.functions,
            policy=RetryPolicy(max_wait=60 * access.max_wait),
            spreading=_spreading(access.placement),
        )
        self._stack.push_async_callback(models.close)
        return models


def versions(oracle: Oracle | None = None) -> dict[str, str]:
    """Return the versions of everything that a result can depend on, including the oracle's if one is used."""
    record = {"probe": __version__, "python": platform.python_version()}
    record |= {"oracle": oracle.name, "second_engine": second_engine(oracle)} if oracle else {}
    for library in LIBRARIES:
        try:
            record[library] = version(library)
        except PackageNotFoundError:
            continue
    return record


def second_engine(oracle: Oracle) -> str:
    """Return the name of an oracle's second engine, ``not_run`` if it has none."""
    from probe.oracle import BothOracles

    return oracle.second_name if isinstance(oracle, BothOracles) else "not_run"


def oracle_names(engines: Engines | None) -> tuple[str, str]:
    """Return the names of the oracle and its second engine (``not_run`` if it has none), without starting them."""
    from probe.oracle.installation import find_installation

    engine = logic_engine()
    if engines in (None, "swi") or engine is None or not engine.version():
        return find_installation().name, "not_run"
    return find_installation().name, f"{engine.name} {engine.version()}"


def logic_engine() -> LogicEngine | None:
    """Return the engine that derives what follows from programs besides SWI-Prolog, None if there is none."""
    return next((load(ENGINES, name) for name in engines_that_serve("logic")), None)


def clingo_version() -> str | None:
    """Return the version of the second engine, clingo unless another is installed; None if there is none."""
    engine = logic_engine()
    return None if engine is None else engine.version()


def holds_run(folder: Path) -> bool:
    """Return whether ``folder`` contains a run file; opening it refuses anything else of that name."""
    return os.path.lexists(folder / FILE_NAME)


def call_count(folder: Path) -> int:
    """Return how many calls the run in ``folder`` has answers for, 0 without a run."""
    if not holds_run(folder):
        return 0
    with read_run(folder) as run:
        return sum(number for number, _, _ in run.call_means().values())


create_ratings = RatingStore.create
open_ratings = RatingStore.open
"""The store's functions for ratings, which open their file for each call."""


def load_prices(file: Path | None = None, access: Access | None = None) -> tuple[PriceList, Path]:
    """Return the prices in ``file`` or in the default file, and the path of the user's file.

    Where ``access`` is to the providers' own addresses, models that the file does not name have public prices.
    """
    from probe.models import Prices, at_providers
    from probe.models.budget import user_file

    public = access is not None and at_providers(access.base_url, os.environ)
    return Prices.load(file, os.environ, public=public), user_file(os.environ)


def require_local_model(spec: ModelSpec) -> None:
    """Raise MissingError, with the command that installs it, if weights or libraries of a local model are absent."""
    from probe.models.providers import hosted_named

    hosted_named(spec.provider).require(spec)


def require_oracle() -> None:
    """Raise MissingError, with the command that installs it, if there is no SWI-Prolog."""
    from probe.oracle.installation import find_installation

    find_installation()
