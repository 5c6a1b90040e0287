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


def doctor_command(given: DoctorCommandLine) -> None:
    """Show what is installed and configured, and what is missing."""
    rows = [("probe", __version__), ("python", platform.python_version()), ("platform", platform.platform())]
    missing: list[str] = []
    try:
        rows += [("oracle", line) for line in asyncio.run(check_oracle())]
    except MissingError as error:
        rows.append(("SWI-Prolog", f"missing: {error}"))
        missing.append("SWI-Prolog")
    packages = _packages()
    rows += [*packages, *((name, _version(name) or WITHOUT) for name in REFERENCE)]
    missing += [name for name, found in packages if found.startswith("missing")]
    clingo = clingo_version()
    rows += [(name, f"SDK not installed (optional): {command}") for name, command in missing_sdks()]
    rows.append(("clingo", clingo or f"not installed (--oracle both and asp need it): {install_command('clingo')}"))
    try:
        rows.append(("embedding", asyncio.run(check_embedder())))
    except MissingError as error:
        rows.append(("embedding", f"missing: {error}"))
        missing.append("embedding")
    rows.append(("local model", _local_model()))
    rows += added_extensions()
    rows += [(key, "set" if os.environ.get(key) else "not set") for key in provider_variables()]
    _show(rows, given.as_json)
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
    needed = [one for one in required if one.marker is None and one.name not in REFERENCE]  # extras have markers
    return [(one.name, _state(one)) for one in needed]


def _state(required: Requirement) -> str:
    found = _version(required.name)
    if found is None or required.specifier.contains(found, prereleases=True):
        return found or f"missing: pip install '{required}'"
    return f"missing: {found} is installed, but {required.specifier} is required: pip install '{required}'"


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _show(rows: list[tuple[str, str]], as_json: bool) -> None:
    if as_json:
        lines: dict[str, list[str]] = {}
        for name, found in rows:
            lines.setdefault(name, []).append(found)
        print_json({name: found[0] if len(found) == 1 else found for name, found in lines.items()})
        return
    shown = table("part", "found")
    for name, found in rows:
        shown.add_row(cell(name), cell(found, "red" if found.startswith("missing") else ""))
    console().print(shown)


def prices_command(given: PricesCommandLine) -> None:
    """Show the prices in use and the file that lists them."""
    found, own = load_prices(path_of(given.prices))
    public = f"genai-prices {known}" if (known := versions().get("genai-prices")) else None
    if given.as_json:
        entries = {name: price.model_dump(exclude_none=True) for name, price in found.table.items()}
        files = {"source": str(found.source), "own_file": str(own), "fallback": public}
        print_json({**files, "usd_per_million_tokens": entries})
        return
    columns = ("input", "cached input", "output", "batch input", "batch output")
    rows = table("model", *columns, right=columns)
    for name, price in found.table.items():
        numbers = (price.input, price.cached_input, price.output, price.batch_input, price.batch_output)
        rows.add_row(cell(name), *("" if number is None else f"{number:g}" for number in numbers))
    console().print(rows)
    message(f"US dollars per million tokens, from {found.source}")
    if public is not None:
        message(f"models that it does not name have the prices of {public}, at their providers' own addresses")
    if found.source != own:
        message(f"to use your own prices, put them in {own} (same format) or add --prices FILE")
