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
    parts = [("probe", __version__), ("python", platform.python_version()), ("platform", platform.platform())]
    missing: list[str] = []
    try:
        parts += [("oracle", line) for line in asyncio.run(check_oracle())]
    except MissingError as error:
        parts.append(("SWI-Prolog", f"missing: {error}"))
        missing.append("SWI-Prolog")
    packages = _packages()
    parts += [*packages, *((name, _version(name) or WITHOUT) for name in REFERENCE)]
    missing += [name for name, state in packages if state.startswith("missing")]
    clingo = clingo_version()
    parts += [(name, f"SDK not installed (optional): {command}") for name, command in missing_sdks()]
    parts.append(("clingo", clingo or f"not installed (--oracle both and asp need it): {install_command('clingo')}"))
    try:
        parts.append(("embedding", asyncio.run(check_embedder())))
    except MissingError as error:
        parts.append(("embedding", f"missing: {error}"))
        missing.append("embedding")
    parts.append(("local model", _local_model()))
    parts += added_extensions()
    parts += [(key, "set" if os.environ.get(key) else "not set") for key in provider_variables()]
    _show(parts, options.as_json)
    if missing:
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
        required = [Requirement(line) for line in requires("probe-swe") or ()]
    except PackageNotFoundError:
        return [("probe-swe", "not installed as a package: versions are not checked")]
    needed = [package for package in required if package.marker is None and package.name not in REFERENCE]
    return [(package.name, _state(package)) for package in needed]  # those of extras have markers


def _state(required: Requirement) -> str:
    installed = _version(required.name)
    if installed is None or required.specifier.contains(installed, prereleases=True):
        return installed or f"missing: pip install '{required}'"
    return f"missing: {installed} is installed, but {required.specifier} is required: pip install '{required}'"


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _show(parts: list[tuple[str, str]], as_json: bool) -> None:
    if as_json:
        lines: dict[str, list[str]] = {}
        for name, state in parts:
            lines.setdefault(name, []).append(state)
        print_json({name: states[0] if len(states) == 1 else states for name, states in lines.items()})
        return
    shown = table("part", "found")
    for name, state in parts:
        shown.add_row(cell(name), cell(state, "red" if state.startswith("missing") else ""))
    console().print(shown)


def prices_command(options: PricesCommandLine) -> None:
    """Show the prices in use and the file that lists them."""
    prices, user_file = load_prices(path_of(options.prices))
    fallback = versions().get("genai-prices")
    public = f"genai-prices {fallback}" if fallback else None
    if options.as_json:
        entries = {name: price.model_dump(exclude_none=True) for name, price in prices.table.items()}
        files = {"source": str(prices.source), "own_file": str(user_file), "fallback": public}
        print_json({**files, "usd_per_million_tokens": entries})
        return
    columns = ("input", "cached input", "output", "batch input", "batch output")
    rows = table("model", *columns, right=columns)
    for name, price in prices.table.items():
        numbers = (price.input, price.cached_input, price.output, price.batch_input, price.batch_output)
        rows.add_row(cell(name), *("" if number is None else f"{number:g}" for number in numbers))
    console().print(rows)
    message(f"US dollars per million tokens, from {prices.source}")
    if public is not None:
        message(f"models that it does not name have the prices of {public}, at their providers' own addresses")
    if prices.source != user_file:
        message(f"to use your own prices, put them in {user_file} (same format) or add --prices FILE")
