"""``probe shortcuts``: how well the right option can be guessed without the facts that decide."""

from probe.audit.shortcuts import audit_shortcuts, findings, shortcuts_document, shortcuts_page
from probe.cli.output import message, run, show
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
    show(options, shortcuts_document(audit), audit.to_json())
    return 1 if audit.falls_short else 0
