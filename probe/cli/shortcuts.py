"""``probe shortcuts``: how well the right option can be guessed without the facts that decide."""

from typing import Any

from probe.analysis.dataset import shortcuts as analysis
from probe.analysis.dataset.shortcut_readers import reader_table
from probe.analysis.dataset.shortcuts import Shortcut
from probe.analysis.report.formats import to_json
from probe.audit.shortcuts import (
    AuditedShortcuts,
    ShortcutAudit,
    audit_shortcuts,
    findings,
    shortcuts_document,
    shortcuts_page,
)
from probe.cli.output import console, message, print_json, run
from probe.files.plain import refuse_overwriting, write_atomically
from probe.options.auditing import ShortcutsCommandLine
from probe.options.reading import path_of, paths_of
from probe.session import Placement


def shortcuts_command(options: ShortcutsCommandLine) -> int:
    """Show how well the right option can be guessed; return 1 if a set misses a target."""
    html = path_of(options.html)
    if html is not None:
        refuse_overwriting([html], "--html", force=options.force)
    audit = run(audit_shortcuts(paths_of(options.datasets), Placement.of(options)))
    if html is not None:
        write_atomically(html, shortcuts_page(findings(audit)))
        message(f"wrote {html}")
    if options.as_json:
        print_json(_document(audit))
    else:
        shortcuts_document(audit).show(console())
    return 1 if audit.falls_short else 0


def _document(audit: ShortcutAudit) -> dict[str, Any]:
    return {
        "falls_short": audit.falls_short,
        "datasets": [_dataset(dataset_audit) for dataset_audit in audit.datasets],
        "memorised": [{"dataset": name, "rows": _rows(rows)} for name, rows in audit.memorised],
    }


def _dataset(dataset_audit: AuditedShortcuts) -> dict[str, Any]:
    return {
        "dataset": dataset_audit.name,
        "gated": dataset_audit.shortcuts.gated,
        "falls_short": dataset_audit.shortcuts.falls_short,
        "rows": _rows(dataset_audit.shortcuts.rows),
        "by_bias": to_json(analysis.interval_table(dataset_audit.shortcuts))["rows"],
        "letters": to_json(analysis.letter_table(dataset_audit.shortcuts))["rows"],
        "readers": to_json(reader_table(dataset_audit.shortcuts.readers, "shortcuts"))["rows"],
    }


def _rows(rows: tuple[Shortcut, ...]) -> list[dict[str, Any]]:
    json_rows: list[dict[str, Any]] = to_json(analysis.rows_table(rows, "shortcuts", "Shortcuts"))["rows"]
    return json_rows
