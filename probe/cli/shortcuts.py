"""``probe shortcuts``: how well the right option can be guessed without the facts that decide."""

from pathlib import Path
from typing import Any

import click

from probe.analysis.dataset import shortcuts as analysis
from probe.analysis.dataset.shortcut_readers import reader_table
from probe.analysis.dataset.shortcuts import Shortcut
from probe.analysis.report.formats import terminal_table, to_json
from probe.audit.shortcuts import (
    IN_SHORT,
    AuditedShortcuts,
    ShortcutAudit,
    audit_shortcuts,
    findings,
    memorised_tables,
)
from probe.cli.bulk import placement_options
from probe.cli.options import force_option, json_option
from probe.cli.output import console, message, print_json, run
from probe.cli.types import PATH, SOURCE
from probe.files.plain import refuse_overwriting, write_atomically
from probe.session import Placement


@click.command("shortcuts")
@click.argument("datasets", nargs=-1, required=True, type=SOURCE, metavar="DATASET…")
@click.option("--html", type=PATH, metavar="FILE", help="Write the result as a single HTML page to share.")
@placement_options("Number of processes that embed and guess. Default: only this one.")
@force_option
@json_option
def shortcuts_command(
    datasets: tuple[Path, ...], html: Path | None, placement: Placement, force: bool, as_json: bool
) -> int:
    """Show how well the right option can be guessed without the facts.

    Simple classifiers see only the option lines, the text without its decisive facts, the cue, lengths, the place in
    the file or one fact, and guess dilemmas that they have not seen. Readers with one habit each, such as ignoring what
    is on record, decide composed dilemmas from their programs. DATASET is a dataset, a published JSON file, or
    the folder or name of a domain of seeds. With several, the option lines are also learnt on one and asked on another.

    Exit code 1 means that a composed set of 2,000 cases or more misses a target (docs/shortcuts.md).

    \b
    Example:
      probe shortcuts published.jsonl
    """
    if html is not None:
        refuse_overwriting([html], "--html", force=force)
    audit = run(audit_shortcuts(datasets, placement))
    if html is not None:
        _write_page(html, audit)
    if as_json:
        print_json(_document(audit))
    else:
        _show(audit)
    return 1 if audit.falls_short else 0


def _write_page(file: Path, audit: ShortcutAudit) -> None:
    from probe.analysis.figures.style import draw
    from probe.analysis.report.page import page
    from probe.version import __version__

    content = findings(audit)
    write_atomically(file, page(content, [draw(picture) for picture in content.pictures], __version__, files=False))
    message(f"wrote {file}")


def _document(audit: ShortcutAudit) -> dict[str, Any]:
    return {
        "falls_short": audit.falls_short,
        "datasets": [_dataset(one) for one in audit.datasets],
        "memorised": [{"dataset": name, "rows": _rows(rows)} for name, rows in audit.memorised],
    }


def _dataset(one: AuditedShortcuts) -> dict[str, Any]:
    return {
        "dataset": one.name,
        "gated": one.found.gated,
        "falls_short": one.found.falls_short,
        "rows": _rows(one.found.rows),
        "by_bias": to_json(analysis.interval_table(one.found))["rows"],
        "letters": to_json(analysis.letter_table(one.found))["rows"],
        "readers": to_json(reader_table(one.found.readers, "shortcuts"))["rows"],
    }


def _rows(rows: tuple[Shortcut, ...]) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = to_json(analysis.rows_table(rows, "shortcuts", "Shortcuts"))["rows"]
    return listed


def _show(audit: ShortcutAudit) -> None:
    shown = console()
    for one in audit.datasets:
        shown.print(analysis.answer(one.found, one.name))
        table = analysis.table(one.found)
        shown.print(terminal_table(table, IN_SHORT))
        for note in table.notes:
            shown.print(note)
        shown.print(terminal_table(analysis.bias_table(one.found)))
        if one.found.readers:
            shown.print(terminal_table(reader_table(one.found.readers, "shortcuts")))
    for table in memorised_tables(audit):
        shown.print(terminal_table(table, IN_SHORT))
