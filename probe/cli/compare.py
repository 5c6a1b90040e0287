"""``probe compare``: two evaluations against each other."""

from probe.analysis.report.formats import to_json
from probe.cli.output import console, message, print_json
from probe.measuring.compare import compare_evaluations
from probe.options.analyzing import CompareCommandLine


def compare_command(options: CompareCommandLine) -> None:
    """Compare two evaluations."""
    comparison = compare_evaluations(options)
    if options.as_json:
        fields = {name: getattr(comparison, name) for name in ("kind", "first", "second", "not_shared", "notices")}
        print_json({**fields, "table": to_json(comparison.table)})
        return
    message(*(f"notice: {notice}" for notice in comparison.notices))
    comparison.document.show(console())
