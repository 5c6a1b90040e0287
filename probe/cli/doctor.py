"""``probe doctor``: what is installed on this machine, and what is missing."""

import asyncio
import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version

import click

from probe import __version__
from probe.cli.options import json_option
from probe.cli.output import cell, console, print_json, table
from probe.errors import MissingError
from probe.session import check_embedder, check_oracle, clingo_version

KEYS = ("OPENAI_API_KEY", "OPENAI_BASE_URL", "GROQ_API_KEY", "GROQ_BASE_URL")
PACKAGES = (
    "pyswip",
    "openai",
    "groq",
    "sentence-transformers",
    "torch",
    "numpy",
    "pyarrow",
    "Levenshtein",
    "scipy",
    "statsmodels",
)


@click.command("doctor")
@json_option
def doctor_command(as_json: bool) -> None:
    """Show what is installed and configured, and what is missing.

    The command runs one program and embeds one word, so it also detects broken installations. It reports whether API
    keys are set but never prints them. Exit code 3 means that a required part is missing.
    """
    rows = [("probe", __version__), ("python", platform.python_version()), ("platform", platform.platform())]
    missing: list[str] = []
    try:
        rows += [("oracle", line) for line in asyncio.run(check_oracle())]
    except MissingError as error:
        rows.append(("SWI-Prolog", f"missing: {error}"))
        missing.append("SWI-Prolog")
    for package in PACKAGES:
        found = _version(package)
        rows.append((package, found or "missing: pip install probe-swe"))
        missing += [] if found else [package]
    clingo = clingo_version()
    rows.append(("clingo", clingo or "not installed (second_engine is skipped): pip install 'probe-swe[asp]'"))
    try:
        rows.append(("embedding", asyncio.run(check_embedder())))
    except MissingError as error:
        rows.append(("embedding", f"missing: {error}"))
        missing.append("embedding")
    rows += [(key, "set" if os.environ.get(key) else "not set") for key in KEYS]
    _show(rows, as_json)
    if missing:
        sys.exit(MissingError.exit_code)


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _show(rows: list[tuple[str, str]], as_json: bool) -> None:
    if as_json:
        print_json(dict(rows))
        return
    shown = table("part", "found")
    for name, found in rows:
        shown.add_row(cell(name), cell(found, "red" if found.startswith("missing") else ""))
    console().print(shown)
