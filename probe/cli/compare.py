"""``probe compare``: two evaluations against each other."""

from probe.analysis.report.formats import to_json
from probe.cli.output import console, print_json
from probe.measuring.compare import Compared, compared
from probe.options.analyzing import CompareCommandLine


def compare_command(given: CompareCommandLine) -> None:
    """Compare two evaluations."""
    found = compared(given)
    if given.as_json:
        print_json(_document(found))
    else:
        found.document.show(console())


def _document(found: Compared) -> dict[str, object]:
    return {
        "kind": found.kind,
        "first": found.first,
        "second": found.second,
        "not_shared": found.apart,
        "notices": list(found.notices),
        "table": to_json(found.table),
    }
