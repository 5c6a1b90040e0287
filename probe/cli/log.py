"""``probe log``: every request of a run and its answer."""

from pathlib import Path

from probe.audit.call_document import call_document, excerpt_document
from probe.audit.calls import Log, LogQuery
from probe.cli.output import console, message, print_json, show
from probe.options.inspecting import LogCommandLine
from probe.options.reading import path_of
from probe.session import load_prices


def log_command(options: LogCommandLine) -> int:
    """Show a call, or list the calls of a run; return 1 if the run has no such item."""
    folder, call_or_item = Path(options.folder), options.which
    log = Log(folder, load_prices(path_of(options.prices))[0])
    # The 16 hex digits of an item's ID may all be decimal, so a long number is an ID.
    if call_or_item.isascii() and call_or_item.isdigit() and len(call_or_item) < 10:
        logged_call = log.call(int(call_or_item))
        if options.as_json:
            print_json(logged_call.to_json())
        else:
            call_document(logged_call, f"call {call_or_item}").show(console(), verbose=options.verbose)
        return 0
    query = LogQuery(options.stage, tuple(word for word in options.words if word), options.failed, call_or_item)
    excerpt = log.excerpt(query, options.limit)
    if excerpt.exists or options.as_json:
        show(options, excerpt_document(excerpt, failed=options.failed), excerpt.to_json())
    if not excerpt.exists:
        if not options.as_json:
            message(f"{folder} has no item or candidate {call_or_item!r}: list all calls with probe log {folder}")
        return 1
    if not options.as_json:
        message(*excerpt.notices)
        if call_or_item and not excerpt.matching:
            hint = f"probe serve {folder} shows each candidate and what rejected it"
            message(f"no model was asked about {call_or_item}: {hint}")
    return 0
