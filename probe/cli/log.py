"""``probe log``: every request of a run and its answer."""

from pathlib import Path
from typing import Any

from probe.audit.call_document import call_document, calls_grid, failures_grid
from probe.audit.calls import Log, LoggedCall, LogQuery
from probe.cli.output import console, message, print_json
from probe.document import Document
from probe.errors import InputError
from probe.options.inspecting import LogCommandLine
from probe.options.reading import path_of
from probe.session import load_prices
from probe.values.log import FailedCall


def log_command(options: LogCommandLine) -> int:
    """Show a call, or list the calls of a run; return 1 if the run has no such item."""
    folder, which, limit = Path(options.folder), options.which, options.limit
    log = Log(folder, load_prices(path_of(options.prices))[0])
    # The 16 hex digits of an item's id may all be figures, so a long number is an id.
    if which.isascii() and which.isdigit() and len(which) < 10:
        _show_one(log, int(which), as_json=options.as_json, verbose=options.verbose)
        return 0
    query = LogQuery(options.stage, tuple(word for word in options.words if word), options.failed, which)
    numbers = log.numbers(query)
    exists = not which or bool(numbers) or log.knows(which)
    shown = list(log.calls(numbers[:limit] if limit else numbers))
    failures = log.failures(query)
    if options.as_json:
        print_json(_document(log, shown, len(numbers), failures))
        return 0 if exists else 1
    if not exists:
        message(f"{folder} has no item or candidate {which!r}: list all calls with probe log {folder}")
        return 1
    without_answer = failures[: limit or None] if options.failed else []
    grids = (calls_grid(shown), failures_grid(without_answer)) if without_answer else (calls_grid(shown),)
    Document("", grids).show(console())
    _summarise(log, len(shown), len(numbers), len(failures))
    if which and not numbers:
        message(f"no model was asked about {which}: probe serve {folder} shows each candidate and what rejected it")
    return 0


def _show_one(log: Log, number: int, *, as_json: bool, verbose: bool) -> None:
    logged = next(log.calls([number]), None)
    if logged is None:
        raise InputError(f"{log.folder} has no call {number}: it has {sum(log.stages.values())} calls")
    if as_json:
        print_json(_entry(logged))
        return
    call_document(logged, f"call {number}").show(console(), verbose=verbose)


def _summarise(log: Log, shown: int, matching: int, failures: int) -> None:
    more = "; --limit 0 shows all" if shown < matching else ""
    message(f"{shown} of {matching} calls shown, {sum(log.stages.values())} in the run{more}")
    if failures:
        message(f"{failures} requests got no answer: --failed lists them")
    for lost in log.lost:
        message(
            f"{lost.calls} truncated answers of {lost.model} were paid for and not used; their requests are not kept"
        )


def _document(log: Log, shown: list[LoggedCall], matching: int, failures: list[FailedCall]) -> dict[str, Any]:
    return {
        "stages": log.stages,
        "found": matching,
        "truncated": [lost._asdict() for lost in log.lost],
        "calls": [_entry(logged) for logged in shown],
        "unanswered": [failure.model_dump(mode="json") for failure in failures],
    }


def _entry(logged: LoggedCall) -> dict[str, Any]:
    fields = logged.call.model_dump(mode="json")
    return {
        **fields,
        "usd": logged.usd,
        "about": list(logged.about),
        "outcome": logged.outcome,
        "failed": logged.failed,
    }
