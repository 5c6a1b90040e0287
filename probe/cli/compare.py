"""``probe compare``: two evaluations against each other."""

from probe.analysis.report.formats import terminal_table, to_json
from probe.cli.output import console, message, print_json
from probe.measuring.compare import Compared, compared
from probe.options.analyzing import CompareCommandLine
from probe.values.texts import visible_line


def compare_command(given: CompareCommandLine) -> None:
    """Compare two evaluations."""
    found = compared(given)
    if given.as_json:
        print_json(_document(found))
        return
    for notice in found.notices:
        message(f"notice: {notice}")
    shown = console()
    shown.print(visible_line(f"A: {found.first}"))
    shown.print(visible_line(f"B: {found.second}"))
    shown.print(terminal_table(found.table, found.in_short))
    for note in found.table.notes:
        shown.print(note)


def _document(found: Compared) -> dict[str, object]:
    return {
        "kind": found.kind,
        "first": found.first,
        "second": found.second,
        "not_shared": found.apart,
        "notices": list(found.notices),
        "table": to_json(found.table),
    }
