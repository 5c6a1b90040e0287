"""``probe compare``: two evaluations against each other."""

from probe.analysis.report.formats import to_json
from probe.cli.output import console, print_json
from probe.measuring.compare import Compared, compared
from probe.options.analyzing import CompareCommandLine


def compare_command(options: CompareCommandLine) -> None:
    """Compare two evaluations."""
    comparison = compared(options)
    if options.as_json:
        print_json(_document(comparison))
    else:
        comparison.document.show(console())


def _document(comparison: Compared) -> dict[str, object]:
    return {
        "kind": comparison.kind,
        "first": comparison.first,
        "second": comparison.second,
        "not_shared": comparison.apart,
        "notices": list(comparison.notices),
        "table": to_json(comparison.table),
    }
