"""What every command opens: the oracle, the models, and the versions of everything that a result depends on."""

import os
import platform
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal

from probe import __version__
from probe.models import Budget, Models, Prices
from probe.oracle import BothOracles, ClingoOracle, SwiOracle, clingo_version
from probe.ports import Oracle
from probe.store import RunStore
from probe.values import Pair

LIBRARIES = ("openai", "groq", "pyswip", "sentence-transformers", "torch", "Levenshtein", "scipy", "statsmodels")
"""What a manifest tells the version of, besides PROBE, Python and the oracle."""


Engines = Literal["swi", "asp", "both"]
"""Which oracle decides: SWI-Prolog, clingo, or SWI-Prolog with clingo asked beside it in the strict profile."""


@asynccontextmanager
async def open_oracle(workers: int | None = None, engines: Engines | None = None) -> AsyncIterator[Oracle]:
    """Start the oracle and end it on the way out; by default ``both`` where clingo is installed, else ``swi``.

    Raises MissingError where there is no SWI-Prolog (clingo needs it too: it reads and checks the programs), or where
    clingo is asked for and not installed.
    """
    engines = engines or ("both" if clingo_version() else "swi")
    async with SwiOracle.start(workers=workers) as oracle:
        if engines == "swi":
            yield oracle
            return
        with ClingoOracle(oracle) as clingo:
            yield clingo if engines == "asp" else BothOracles(oracle, clingo)


def versions(oracle: Oracle | None = None) -> dict[str, str]:
    """Return the versions of everything that a result can depend on; the oracle's where one took part.

    ``second_engine`` is ``not_run`` where no second engine is asked, since clingo is not installed.
    """
    found = {"probe": __version__, "python": platform.python_version()}
    if oracle:
        second = oracle.second_name if isinstance(oracle, BothOracles) else "not_run"
        found |= {"oracle": oracle.name, "second_engine": second}
    for library in LIBRARIES:
        try:
            found[library] = version(library)
        except PackageNotFoundError:
            continue
    return found


@dataclass(frozen=True)
class Access:
    """How models are reached and what they may cost, the same for all roles of a run."""

    base_url: str | None = None
    concurrency: int = 16
    budget: Budget = field(default_factory=Budget)
    prices: Path | None = None


@asynccontextmanager
async def open_models(access: Access, store: RunStore, pairs: Sequence[Pair] = ()) -> AsyncIterator[Models]:
    """Make the models of a run reachable; calls that are under way are waited for on the way out."""
    models = Models(
        store,
        concurrency=access.concurrency,
        base_url=access.base_url,
        pairs=pairs,
        budget=access.budget,
        prices=Prices.load(access.prices, os.environ),
    )
    try:
        yield models
    finally:
        await models.close()
