"""``probe log``: every request of a run and its answer."""

from pathlib import Path
from typing import Any

from probe.audit.calls import Log, LoggedCall, LogQuery
from probe.cli.output import cell, console, message, print_json, table
from probe.errors import InputError
from probe.options.inspecting import LogCommandLine
from probe.options.reading import path_of
from probe.session import load_prices
from probe.values.log import FailedCall

_NUMBERS = ("call", "run", "tokens in", "out", "USD")
LONGEST_TEXT, MOST_LINES = 100_000, 2000
"""How much of a question or an answer is shown: wrapping a megabyte, or as many empty lines, takes minutes."""


def log_command(given: LogCommandLine) -> int:
    """Show a call, or list the calls of a run; return 1 if the run has no such item."""
    folder, which, limit = Path(given.folder), given.which, given.limit
    log = Log(folder, load_prices(path_of(given.prices))[0])
    if which.isascii() and which.isdigit() and len(which) < 10:
        _show_one(log, int(which), given.as_json)
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
    _show(shown)
    if given.failed and failures:
        _show_failures(failures[:limit] if limit else failures)
    _summarise(log, len(shown), len(numbers), len(failures))
    return 0


def _show_one(log: Log, number: int, as_json: bool) -> None:
    found = next(log.calls([number]), None)
    if found is None:
        raise InputError(f"{log.folder} has no call {number}: it has {sum(log.stages.values())} calls")
    if as_json:
        print_json(_entry(found))
        return
    out, call = console(), found.call
    out.print(cell(f"call {number}, {call.request.purpose}, {call.model} at {call.endpoint}", "bold"))
    for line in described(found):
        out.print(cell(line))
    for one in call.request.asked:
        out.print(cell(f"\n{one.role}", "bold"))
        _show_text(one.content)
    out.print(cell("\nanswer", "bold"))
    _show_text(call.answer.raw or call.answer.text)


def _show_text(text: str) -> None:
    shown = "\n".join(text[:LONGEST_TEXT].split("\n", MOST_LINES)[:MOST_LINES])
    console().print(cell(shown))
    if len(shown) < len(text):
        console().print(cell(f"… and {len(text) - len(shown):,} more characters: --json shows them", "dim"))


def described(found: LoggedCall) -> list[str]:
    """Return the facts about a call, one per line."""
    call, answer = found.call, found.call.answer
    cost = "no price" if found.usd is None else f"{found.usd:.6f} USD"
    asked = f"run {call.request.run}, attempt {call.request.attempt + 1}, temperature {call.request.temperature:g}"
    return [
        f"answered {call.answered_at} after {answer.latency:.1f} s; finish reason {answer.finish_reason}",
        f"{asked}; {answer.prompt_tokens} tokens in, {answer.completion_tokens} out, {cost}",
        f"about {', '.join(found.about) or 'nothing that is stored'}; {found.outcome or 'no outcome is stored'}",
    ]


def _show(shown: list[LoggedCall]) -> None:
    rows = table("call", "stage", "model", "run", "tokens in", "out", "USD", "about", "outcome", right=_NUMBERS)
    for one in shown:
        call, answer = one.call, one.call.answer
        usd = "–" if one.usd is None else f"{one.usd:.4f}"
        about = ", ".join(one.about[:2]) + (f" and {len(one.about) - 2} more" if len(one.about) > 2 else "")
        counts = str(call.request.run), str(answer.prompt_tokens), str(answer.completion_tokens), usd
        texts = (str(call.number), call.request.purpose, call.model, *counts, about, one.outcome)
        rows.add_row(*(cell(text, "red" if one.failed else "") for text in texts))
    console().print(rows)


def _show_failures(failures: list[FailedCall]) -> None:
    rows = table("stage", "model", "failed at", "why there is no answer")
    for one in failures:
        rows.add_row(*map(cell, (one.request.purpose, one.model, one.failed_at, one.reason)))
    console().print(rows)


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
