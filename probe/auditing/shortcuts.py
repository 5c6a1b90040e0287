"""Shortcut audit: read datasets, embed what guessers see, and audit each dataset and each against the others."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from probe.analysis.dataset import shortcuts as analysis
from probe.analysis.dataset.shortcut_cases import Vectors, texts_to_embed
from probe.analysis.dataset.shortcuts import Shortcut, Shortcuts
from probe.analysis.report.findings import Chapter, Findings
from probe.analysis.tables import Table
from probe.errors import InputError
from probe.files.corpus import find_domain, read_corpus
from probe.files.dataset import DATASET, read_dataset
from probe.files.published import import_probe_swe
from probe.session import Session
from probe.values import Pair

IN_SHORT = ("predictor", "method", "held_out", "scope", "cases", "accuracy", "low", "high", "leak", "gate")
"""Columns of the table of shortcuts that fit on a terminal."""

_LIMITS = (
    "An audit without a leak shows that these guessers found none. Stronger readers may find others.",
    "A guesser that is right more often than chance on a published set need not explain what a model does with it.",
)


@dataclass(frozen=True)
class AuditedShortcuts:
    """The audit of one dataset, called ``name``."""

    name: str
    found: Shortcuts


@dataclass(frozen=True)
class ShortcutAudit:
    """The audits of all datasets, and what is learnt on one and asked on another (a table for each dataset asked)."""

    datasets: tuple[AuditedShortcuts, ...]
    memorised: tuple[tuple[str, tuple[Shortcut, ...]], ...]

    @property
    def falls_short(self) -> bool:
        """Whether a target that applies is missed."""
        rows = (row for _, several in self.memorised for row in several)
        return any(one.found.falls_short for one in self.datasets) or any(
            row.gate == analysis.FALLS_SHORT for row in rows
        )


def read_pairs(path: Path) -> tuple[Pair, ...]:
    """Return the pairs of a dataset, a published file (.json), or the hand-made seeds of a domain (folder or name).

    Raises InputError if ``path`` is none of these.
    """
    if path.suffix == ".json":
        return import_probe_swe(path)
    if path.is_file() or (path / DATASET).exists():
        return read_dataset(path)
    pairs = tuple(seed.to_pair() for seed in read_corpus(find_domain(path)).seeds)
    if not pairs:
        raise InputError(f"{path}: contains no {DATASET} and no hand-made dilemmas")
    return pairs


async def audit_shortcuts(paths: Sequence[Path]) -> ShortcutAudit:
    """Audit each dataset; with several, also learn on each and ask the others."""
    given = list(zip(_names(paths), [read_pairs(path) for path in paths], strict=True))
    vectors = await _vectors([pair for _, pairs in given for pair in pairs])
    datasets = tuple(AuditedShortcuts(name, analysis.shortcuts(pairs, vectors)) for name, pairs in given)
    memorised = []
    for asked, pairs in given:
        rows = [
            row
            for learnt, known in given
            if learnt != asked
            for row in analysis.memorised(known, pairs, vectors, learnt)
        ]
        if rows:
            memorised.append((asked, tuple(rows)))
    return ShortcutAudit(datasets, tuple(memorised))


async def _vectors(pairs: Sequence[Pair]) -> Vectors:
    texts = texts_to_embed(pairs)
    async with Session() as session:
        found = await session.embedder().embed(texts)
    return dict(zip(texts, found, strict=True))


def _names(paths: Sequence[Path]) -> list[str]:
    """Return a distinct name for each path: its last part, or the whole path where that is not unique."""
    if len(set(paths)) < len(paths):
        raise InputError("a dataset is given twice: give each once")
    lasts = [path.parent.name if path.name == DATASET and path.parent.name else path.name for path in paths]
    return [last if lasts.count(last) == 1 else str(path) for last, path in zip(lasts, paths, strict=True)]


def memorised_tables(audit: ShortcutAudit) -> tuple[Table, ...]:
    """Return a table for each dataset that was asked what was learnt on others."""
    return tuple(
        analysis.rows_table(rows, f"memorised_{number}", f"Learnt elsewhere, asked on {name}")
        for number, (name, rows) in enumerate(audit.memorised, 1)
    )


def findings(audit: ShortcutAudit) -> Findings:
    """Return the audit as a report: a chapter for each dataset, and one for what is learnt elsewhere."""
    chapters = [_chapter(number, one) for number, one in enumerate(audit.datasets, 1)]
    if audit.memorised:
        chapters.append(Chapter("memorised", "Learnt on another dataset", tables=memorised_tables(audit)))
    first = audit.datasets[0]
    return Findings(
        title="Shortcuts in " + ", ".join(one.name for one in audit.datasets),
        answer=tuple(analysis.answer(one.found, one.name) for one in audit.datasets),
        by_subject=(),
        summary=analysis.table(first.found, "summary"),
        in_short=IN_SHORT,
        settings=(),
        chapters=tuple(chapters),
        absent=(),
        limits=_LIMITS,
    )


def _chapter(number: int, one: AuditedShortcuts) -> Chapter:
    key = f"shortcuts_{number}"
    make = (analysis.table, analysis.bias_table, analysis.interval_table, analysis.letter_table)
    tables = tuple(table(one.found, key) for table in make)
    return Chapter(key, one.name, (), (analysis.picture(one.found, key),), tables)
