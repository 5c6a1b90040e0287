"""What is installed and configured on this machine, and what is missing: ``probe doctor`` and ``probe prices``."""

import os
import platform
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

from probe.document import Document, Grid, Styled
from probe.errors import MissingError
from probe.extensions import GROUPS, OURS, added_by, extension_kind, load, names_in
from probe.ports import PriceList
from probe.session import Session, clingo_version, load_prices, versions
from probe.version import __version__, install_command

REFERENCE = ("sentence-transformers", "torch")
"""What computes vectors where it is installed; else NumPy does."""
WITHOUT = "not installed (optional: NumPy computes the vectors)"
MISSING = "missing: "
"""How the state of what has to be installed begins."""


@dataclass(frozen=True)
class InstalledParts:
    """The parts of PROBE on this machine, each with its state; a part can have several lines."""

    parts: tuple[tuple[str, str], ...]
    complete: bool

    @property
    def document(self) -> Document:
        """The parts as a table."""
        rows = tuple((name, Styled(state, "bad" if state.startswith(MISSING) else "")) for name, state in self.parts)
        return Document("", (Grid("Installation", ("part", "state"), rows, records=True, titled=False),))

    def to_json(self) -> dict[str, str | list[str]]:
        """Return the state of each part; several lines are a list."""
        states: dict[str, list[str]] = {}
        for name, state in self.parts:
            states.setdefault(name, []).append(state)
        return {name: lines[0] if len(lines) == 1 else lines for name, lines in states.items()}


async def inspect_installation() -> InstalledParts:
    """Run one program, embed one word, and compare the versions of packages with those that PROBE needs."""
    components = [("probe", __version__), ("python", platform.python_version()), ("platform", platform.platform())]
    packages = _packages()
    required = list(packages)
    try:
        components += [("oracle", line) for line in await _check_oracle()]
    except MissingError as error:
        required.append(("SWI-Prolog", f"{MISSING}{error}"))
        components.append(required[-1])
    components += [*packages, *((name, _version(name) or WITHOUT) for name in REFERENCE)]
    components += [(name, f"SDK not installed (optional): {command}") for name, command in _missing_sdks()]
    without_clingo = f"not installed (--oracle both and asp need it): {install_command('clingo')}"
    components.append(("clingo", clingo_version() or without_clingo))
    try:
        components.append(("embedding", await _check_embedder()))
    except MissingError as error:
        required.append(("embedding", f"{MISSING}{error}"))
        components.append(required[-1])
    components += [("local model", _local_model()), *_added_extensions()]
    components += [(key, "set" if os.environ.get(key) else "not set") for key in _provider_variables()]
    return InstalledParts(tuple(components), not any(state.startswith(MISSING) for _, state in required))


def _packages() -> list[tuple[str, str]]:
    """Return every package that PROBE requires, with its version or what is wrong with it."""
    try:
        requirements = [Requirement(line) for line in requires("probe-swe") or ()]
    except PackageNotFoundError:
        return [("probe-swe", "not installed as a package: versions are not checked")]
    core_requirements = [
        package for package in requirements if package.marker is None and package.name not in REFERENCE
    ]
    return [(package.name, _state(package)) for package in core_requirements]  # those of extras have markers


def _state(requirement: Requirement) -> str:
    installed = _version(requirement.name)
    if installed is None or requirement.specifier.contains(installed, prereleases=True):
        return installed or f"{MISSING}pip install '{requirement}'"
    return f"{MISSING}{installed} is installed, but {requirement.specifier} is required: pip install '{requirement}'"


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _added_extensions() -> Iterator[tuple[str, str]]:
    """Yield the extensions of other distributions, each with its distribution or why it cannot be loaded."""
    for group in GROUPS:
        for name in names_in(group):
            source = added_by(group, name)
            if source == OURS:
                continue
            try:
                load(group, name)
            except MissingError as error:
                source = f"{MISSING}{error}"
            yield f"{extension_kind(group)} {name}", source


async def _check_oracle() -> list[str]:
    """Run one program, and return lines on the oracle's version, guards and limits. Raises MissingError."""
    from probe.oracle import diagnose
    from probe.values import Program

    lines = diagnose()
    async with Session() as session:
        verdict = await session.oracle(workers=1).verdict(Program(axioms="", text="decide_option(user, option_A)."))
    if verdict.choice is None:
        raise MissingError(f"SWI-Prolog runs but decides nothing: {'; '.join(map(str, verdict.diagnostics))}")
    return [*lines, "a test program runs and decides"]


async def _check_embedder() -> str:
    """Embed one word and describe the embedder. Raises MissingError if the model or its weights cannot be loaded."""
    async with Session() as session:
        embedder = session.embedder()
        (vector,) = await embedder.embed(["word"])
    return f"{embedder.name}, one word embedded in {len(vector)} dimensions"


def _provider_variables() -> tuple[str, ...]:
    """Return the environment variables from which keys and addresses of providers are read."""
    from probe.models.providers import all_variants

    return tuple(dict.fromkeys(name for provider in all_variants() for name in provider.variables))


def _missing_sdks() -> Iterator[tuple[str, str]]:
    """Yield the providers whose own SDKs are not installed, and the commands that install them."""
    from probe.models.providers import missing_sdk, provider_names

    for name in provider_names():
        if requirement := missing_sdk(name):
            yield name, f"pip install '{requirement}'"


def _local_model() -> str:
    """Return the packaged local model; it is optional, so its absence is not a problem."""
    from probe.models.providers import hosted_named

    try:
        return hosted_named("local").describe()
    except MissingError as error:
        return f"not installed (optional): {error}"


@dataclass(frozen=True)
class ShownPrices:
    """The prices in use, the path of the user's file, and what gives the prices of other models, None for nothing."""

    prices: PriceList
    user_file: Path
    fallback: str | None

    @classmethod
    def read(cls, file: Path | None) -> "ShownPrices":
        """Return the prices in ``file``, or in the default one."""
        fallback_version = versions().get("genai-prices")
        return cls(*load_prices(file), f"genai-prices {fallback_version}" if fallback_version else None)

    @property
    def document(self) -> Document:
        """The prices as a table."""
        numbers = ("input", "cached input", "output", "batch input", "batch output")
        rows = tuple(
            (
                name,
                *(
                    f"{price:g}" if (price := getattr(prices, number.replace(" ", "_"))) is not None else ""
                    for number in numbers
                ),
            )
            for name, prices in self.prices.table.items()
        )
        return Document("", (Grid("Prices", ("model", *numbers), rows, numbers=numbers, records=True, titled=False),))

    @property
    def notes(self) -> tuple[str, ...]:
        """Where the prices are from, and how to use others."""
        notes = [f"US dollars per million tokens, from {self.prices.source}"]
        if self.fallback is not None:
            notes.append(
                f"models that it does not name have the prices of {self.fallback}, at their providers' own addresses"
            )
        if self.prices.source != self.user_file:
            notes.append(f"to use your own prices, put them in {self.user_file} (same format) or add --prices FILE")
        return tuple(notes)

    def to_json(self) -> dict[str, Any]:
        """Return the prices and their files."""
        return {
            "source": str(self.prices.source),
            "own_file": str(self.user_file),
            "fallback": self.fallback,
            "usd_per_million_tokens": {
                name: price.model_dump(exclude_none=True) for name, price in self.prices.table.items()
            },
        }
