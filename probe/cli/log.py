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


def log_command(given: LogCommandLine) -> int:
    """Show a call, or list the calls of a run; return 1 if the run has no such item."""
    folder, which, limit = Path(given.folder), given.which, given.limit
    log = Log(folder, load_prices(path_of(given.prices))[0])
    if which.isascii() and which.isdigit() and len(which) < 10:
        _show_one(log, int(which), as_json=given.as_json, verbose=given.verbose)
        return 0
    query = LogQuery(given.stage, tuple(word for word in given.words if word), given.failed, which)
    numbers = log.numbers(query)
    known = not which or bool(numbers) or log.knows(which)
    shown = list(log.calls(numbers[:limit] if limit else numbers))
    failures = log.failures(query)
    if given.as_json:
        print_json(_document(log, shown, len(numbers), failures))
        return 0 if known else 1
    if not known:
        message(f"{folder} has no item or candidate {which!r}: list all calls with probe log {folder}")
        return 1
    without_answer = failures[: limit or None] if given.failed else []
    grids = (calls_grid(shown), failures_grid(without_answer)) if without_answer else (calls_grid(shown),)
    Document("", grids).show(console())
    _summarise(log, len(shown), len(numbers), len(failures))
    return 0


def _show_one(log: Log, number: int, *, as_json: bool, verbose: bool) -> None:
    found = next(log.calls([number]), None)
    if found is None:
        raise InputError(f"{log.folder} has no call {number}: it has {sum(log.stages.values())} calls")
    if as_json:
        print_json(_entry(found))
        return
    call_document(found, f"call {number}").show(console(), verbose=verbose)


def _summarise(log: Log, shown: int, found: int, failures: int) -> None:
    more = "; --limit 0 shows all" if shown < found else ""
    message(f"{shown} of {found} calls shown, {sum(log.stages.values())} in the run{more}")
    if failures:
        message(f"{failures} requests got no answer: --failed lists them")
    for lost in log.lost:
        message(
            f"{lost.calls} truncated answers of {lost.model} were paid for and not used; their requests are not kept"
        )


def _document(log: Log, shown: list[LoggedCall], found: int, failures: list[FailedCall]) -> dict[str, Any]:
    return {
        "stages": log.stages,
        "found": found,
        "truncated": [one._asdict() for one in log.lost],
        "calls": [_entry(one) for one in shown],
        "unanswered": [one.model_dump(mode="json") for one in failures],
    }


def _entry(one: LoggedCall) -> dict[str, Any]:
    fields = one.call.model_dump(mode="json")
    return {**fields, "usd": one.usd, "about": list(one.about), "outcome": one.outcome, "failed": one.failed}
