"""Audit one item: all information about it, as text and as a page."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from probe.analysis.report.findings import Findings
from probe.analysis.tables import Table
from probe.api.running import function, synchronous
from probe.api.verifying import Report, report_on
from probe.audit.auditing import audit_item
from probe.audit.dossier import Dossier
from probe.audit.item_document import item_document
from probe.audit.shortcuts import audit_shortcuts, findings, shortcuts_page
from probe.document import Document, Text
from probe.document.notebook import framed
from probe.errors import InputError
from probe.files.plain import write_new
from probe.options.auditing import AuditOptions, ShortcutsOptions
from probe.options.reading import folders_of, paths_of, profile_of
from probe.options.shared import PathName
from probe.protocols.reading import items_of
from probe.session import Placement


@dataclass(frozen=True, repr=False)
class Audit:
    """The audit of one item, recomputed; ``dossier`` is None for programs without texts."""

    report: Report
    dossier: Dossier | None = field(default=None, compare=False)

    @property
    def holds(self) -> bool:
        """Whether the item meets the profile."""
        return self.report.holds

    @property
    def in_short(self) -> tuple[str, ...]:
        """What decides, why the other option loses, and the role of the cue, as sentences."""
        return () if self.dossier is None else self.dossier.in_short

    @property
    def text(self) -> Text:
        """Everything as text: ``probe audit DATASET ID --verbose``."""
        return self.document.text()

    @property
    def document(self) -> Document:
        """Everything as a value that terminals, pages, notebooks and JSON show."""
        return (
            replace(self.report.document, title=repr(self.report))
            if self.dossier is None
            else item_document(self.dossier)
        )

    @property
    def html(self) -> str:
        """Everything as one page without links: ``probe audit DATASET ID --html FILE``."""
        return self.document.page()

    def write(self, file: PathName, *, force: bool = False) -> Path:
        """Write the page and return its path. Raises InputError if the file exists, unless ``force``."""
        return write_new(Path(file), self.html, "file", force=force)

    def __repr__(self) -> str:
        item_text = f" of {self.dossier.item.id}" if self.dossier else ""
        return f"<Audit{item_text}: {self.report.in_short}>"

    def _repr_html_(self) -> str:
        return framed(self.html)


@function(AuditOptions)
async def audit_async(options: AuditOptions) -> Audit:
    """Show why an item holds or fails: texts with differences marked, checks with evidence, programs and proofs.

    Give a pair or another item, or three texts of Prolog as to ``verify_programs``. ``runs`` are evaluations, or their
    folders, whose decisions on the item are shown. Raises InputError for other arguments, and MissingError without
    SWI-Prolog.
    """
    profile, runs = profile_of(options.profile), folders_of(options.runs)
    about_programs = (options.unbiased, options.biased, options.bias) != (None, None, None)
    if not isinstance(options.pair, str) and not about_programs:
        item, *other_items = await items_of(options.pair)
        if other_items:
            raise InputError(
                f"audit shows one item, but {len(other_items) + 1} are given: choose one, or use probe.verify"
            )
        dossier = await audit_item(item, profile, runs)
        return Audit(Report(dossier.audit), dossier)
    if runs:
        raise InputError("runs: programs without texts have no decisions; give a pair")
    return Audit(await report_on((options.pair, options.unbiased, options.biased), options))


audit = synchronous(audit_async)


@dataclass(frozen=True, repr=False)
class ShortcutFindings:
    """How well the right option can be guessed without the facts; ``falls_short`` says that a target is missed."""

    findings: Findings = field(compare=False)
    falls_short: bool

    @property
    def answer(self) -> tuple[str, ...]:
        """The answer as sentences."""
        return self.findings.answer

    @property
    def tables(self) -> dict[str, Table]:
        """Every table by name: shares of right guesses by what the guesser sees, by bias, and of readers."""
        return {table.key: table for table in self.findings.tables}

    def write(self, file: PathName, *, force: bool = False) -> Path:
        """Write the page of ``probe shortcuts --html``. Raises InputError if the file exists, unless ``force``."""
        return write_new(Path(file), shortcuts_page(self.findings), "file", force=force)

    def __repr__(self) -> str:
        return f"<ShortcutFindings: {len(self.tables)} tables{', a target is missed' if self.falls_short else ''}>"


@function(ShortcutsOptions)
async def shortcuts_async(options: ShortcutsOptions) -> ShortcutFindings:
    """Measure how well the right option can be guessed without the facts, in one dataset or several.

    Raises InputError if datasets are of several protocols, or one has no right answers.
    """
    shortcut_audit = await audit_shortcuts(paths_of(options.datasets), Placement.of(options))
    return ShortcutFindings(findings(shortcut_audit), shortcut_audit.falls_short)


shortcuts = synchronous(shortcuts_async)
