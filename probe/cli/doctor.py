"""``probe doctor`` and ``probe prices``: what is installed and configured on this machine, and what is missing."""

import asyncio
import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, requires, version

from packaging.requirements import Requirement

from probe.cli.output import cell, console, message, print_json, table
from probe.errors import MissingError
from probe.installed import (
    added_extensions,
    check_embedder,
    check_oracle,
    describe_local_models,
    missing_sdks,
    provider_variables,
)
from probe.options.inspecting import DoctorCommandLine, PricesCommandLine
from probe.options.reading import path_of
from probe.session import clingo_version, load_prices, versions
from probe.version import __version__, install_command

REFERENCE = ("sentence-transformers", "torch")
"""What computes vectors where it is installed; else NumPy does."""
WITHOUT = "not installed (optional: NumPy computes the vectors)"


def doctor_command(options: DoctorCommandLine) -> None:
    """Show what is installed and configured, and what is missing."""
    components = [("probe", __version__), ("python", platform.python_version()), ("platform", platform.platform())]
    missing_components: list[str] = []
    try:
        components += [("oracle", line) for line in asyncio.run(check_oracle())]
    except MissingError as error:
        components.append(("SWI-Prolog", f"missing: {error}"))
        missing_components.append("SWI-Prolog")
    packages = _packages()
    components += [*packages, *((name, _version(name) or WITHOUT) for name in REFERENCE)]
    missing_components += [name for name, state in packages if state.startswith("missing")]
    clingo = clingo_version()
    components += [(name, f"SDK not installed (optional): {command}") for name, command in missing_sdks()]
    components.append(
        ("clingo", clingo or f"not installed (--oracle both and asp need it): {install_command('clingo')}")
    )
    try:
        components.append(("embedding", asyncio.run(check_embedder())))
    except MissingError as error:
        components.append(("embedding", f"missing: {error}"))
        missing_components.append("embedding")
    components.append(("local model", _local_model()))
    components += added_extensions()
    components += [(key, "set" if os.environ.get(key) else "not set") for key in provider_variables()]
    _show(components, options.as_json)
    if missing_components:
        sys.exit(MissingError.exit_code)


def _local_model() -> str:
    """Return the packaged local model; it is optional, so its absence is not a problem."""
    try:
        return describe_local_models()
    except MissingError as error:
        return f"not installed (optional): {error}"


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
        return installed or f"missing: pip install '{requirement}'"
    return f"missing: {installed} is installed, but {requirement.specifier} is required: pip install '{requirement}'"


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _show(components: list[tuple[str, str]], as_json: bool) -> None:
    if as_json:
        lines: dict[str, list[str]] = {}
        for name, state in components:
            lines.setdefault(name, []).append(state)
        print_json({name: states[0] if len(states) == 1 else states for name, states in lines.items()})
        return
    grid = table("part", "found")
    for name, state in components:
        grid.add_row(cell(name), cell(state, "red" if state.startswith("missing") else ""))
    console().print(grid)


def prices_command(options: PricesCommandLine) -> None:
    """Show the prices in use and the file that lists them."""
    prices, user_file = load_prices(path_of(options.prices))
    fallback_version = versions().get("genai-prices")
    public_prices = f"genai-prices {fallback_version}" if fallback_version else None
    if options.as_json:
        entries = {name: price.model_dump(exclude_none=True) for name, price in prices.table.items()}
        files = {"source": str(prices.source), "own_file": str(user_file), "fallback": public_prices}
        print_json({**files, "usd_per_million_tokens": entries})
        return
    columns = ("input", "cached input", "output", "batch input", "batch output")
    grid = table("model", *columns, right=columns)
    for name, price in prices.table.items():
        numbers = (price.input, price.cached_input, price.output, price.batch_input, price.batch_output)
        grid.add_row(cell(name), *("" if number is None else f"{number:g}" for number in numbers))
    console().print(grid)
    message(f"US dollars per million tokens, from {prices.source}")
    if public_prices is not None:
        message(f"models that it does not name have the prices of {public_prices}, at their providers' own addresses")
    if prices.source != user_file:
        message(f"to use your own prices, put them in {user_file} (same format) or add --prices FILE")
