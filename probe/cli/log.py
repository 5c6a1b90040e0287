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
    folder, call_or_item, limit = Path(options.folder), options.which, options.limit
    log = Log(folder, load_prices(path_of(options.prices))[0])
    # The 16 hex digits of an item's id may all be figures, so a long number is an id.
    if call_or_item.isascii() and call_or_item.isdigit() and len(call_or_item) < 10:
        _show_one(log, int(call_or_item), as_json=options.as_json, verbose=options.verbose)
        return 0
    query = LogQuery(options.stage, tuple(word for word in options.words if word), options.failed, call_or_item)
    numbers = log.numbers(query)
    exists = not call_or_item or bool(numbers) or log.knows(call_or_item)
    shown_calls = list(log.calls(numbers[:limit] if limit else numbers))
    failures = log.failures(query)
    if options.as_json:
        print_json(_document(log, shown_calls, len(numbers), failures))
        return 0 if exists else 1
    if not exists:
        message(f"{folder} has no item or candidate {call_or_item!r}: list all calls with probe log {folder}")
        return 1
    without_answer = failures[: limit or None] if options.failed else []
    grids = (calls_grid(shown_calls), failures_grid(without_answer)) if without_answer else (calls_grid(shown_calls),)
    Document("", grids).show(console())
    _summarise(log, len(shown_calls), len(numbers), len(failures))
    if call_or_item and not numbers:
        message(
            f"no model was asked about {call_or_item}: probe serve {folder} shows each candidate and what rejected it"
        )
    return 0


def _show_one(log: Log, number: int, *, as_json: bool, verbose: bool) -> None:
    logged_call = next(log.calls([number]), None)
    if logged_call is None:
        raise InputError(f"{log.folder} has no call {number}: it has {sum(log.stages.values())} calls")
    if as_json:
        print_json(_entry(logged_call))
        return
    call_document(logged_call, f"call {number}").show(console(), verbose=verbose)


def _summarise(log: Log, shown_count: int, matching_count: int, failures: int) -> None:
    limit_hint = "; --limit 0 shows all" if shown_count < matching_count else ""
    message(f"{shown_count} of {matching_count} calls shown, {sum(log.stages.values())} in the run{limit_hint}")
    if failures:
        message(f"{failures} requests got no answer: --failed lists them")
    for lost_answers in log.lost:
        message(
            f"{lost_answers.calls} truncated answers of {lost_answers.model} were paid for and not used; "
            "their requests are not kept"
        )


def _document(
    log: Log, shown_calls: list[LoggedCall], matching_count: int, failures: list[FailedCall]
) -> dict[str, Any]:
    return {
        "stages": log.stages,
        "found": matching_count,
        "truncated": [lost_answers._asdict() for lost_answers in log.lost],
        "calls": [_entry(logged_call) for logged_call in shown_calls],
        "unanswered": [failure.model_dump(mode="json") for failure in failures],
    }


def _entry(logged_call: LoggedCall) -> dict[str, Any]:
    fields = logged_call.call.model_dump(mode="json")
    return {
        **fields,
        "usd": logged_call.usd,
        "about": list(logged_call.about),
        "outcome": logged_call.outcome,
        "failed": logged_call.failed,
    }
