"""Shortcut audit: read datasets, embed what guessers see, and audit each dataset and each against the others."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import aclosing, nullcontext
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from probe.analysis.dataset import shortcuts as analysis
from probe.analysis.dataset.shortcut_cases import ShortcutCase, Vectors, texts_of
from probe.analysis.dataset.shortcut_guesses import FALLS_SHORT, PARTS, Guess
from probe.analysis.dataset.shortcut_readers import Reading, reader_table
from probe.analysis.dataset.shortcuts import Shortcut, Shortcuts
from probe.analysis.report.findings import Chapter, Findings
from probe.analysis.tables import Table
from probe.document import Block, Document, Paragraph
from probe.errors import InputError
from probe.files.dataset import DATASET
from probe.protocols.dataset import Dataset
from probe.protocols.reading import read_items
from probe.session import Placement, spread
from probe.vectors import embed_texts

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
        return any(one.found.falls_short for one in self.datasets) or any(row.gate == FALLS_SHORT for row in rows)


class Given(NamedTuple):
    """A dataset to audit, and its name."""

    name: str
    dataset: Dataset[Any]

    @property
    def composed(self) -> bool:
        """Whether all items are composed, so that the targets apply."""
        return all(map(self.dataset.definition.composed, self.dataset))

    @property
    def readings(self) -> tuple[Reading, ...]:
        """What the protocol's own readers find."""
        return self.dataset.definition.readings(tuple(self.dataset))

    def cases(self, vectors: Vectors) -> tuple[ShortcutCase, ...]:
        """Return what guessers may see of the items. Raises InputError if none has a right answer."""
        cases = self.dataset.definition.cases(self.dataset, vectors)
        if not cases:
            raise InputError(f"{self.name}: none of its items has a right answer that could be guessed")
        return cases


async def audit_shortcuts(paths: Sequence[Path], placement: Placement) -> ShortcutAudit:
    """Audit each dataset; with several, also learn on each and ask the others.

    Workers embed and guess where ``placement`` says, by default in this process. Raises InputError if datasets are of
    several protocols, or one has no right answers.
    """
    names = _names(paths)
    given = [Given(name, await read_items(path, certified=False)) for name, path in zip(names, paths, strict=True)]
    if len({one.dataset.protocol for one in given}) > 1:
        raise InputError(f"the datasets are of several protocols ({_listed(given)}): give those of one at a time")
    chosen = placement.if_chosen()
    vectors = await _vectors([text for one in given for text in one.dataset.definition.embedded(one.dataset)], chosen)
    cases = [one.cases(vectors) for one in given]
    guesses = await _guesses([analysis.scopes(own) for own in cases], vectors, chosen)
    datasets = tuple(
        AuditedShortcuts(one.name, analysis.shortcuts_of_guesses(own, guessed, one.readings, composed=one.composed))
        for one, own, guessed in zip(given, cases, guesses, strict=True)
    )
    return ShortcutAudit(datasets, tuple(_memorised(given, cases, vectors)))


def _listed(given: Sequence[Given]) -> str:
    return ", ".join(f"{one.name}: {one.dataset.protocol}" for one in given)


def _memorised(
    given: Sequence[Given], cases: Sequence[tuple[ShortcutCase, ...]], vectors: Vectors
) -> Iterator[tuple[str, tuple[Shortcut, ...]]]:
    """Yield for each dataset that is asked what is learnt on the others."""
    known = list(zip(given, cases, strict=True))
    for asked, new in known:
        rows = [
            row
            for learnt, old in known
            if learnt is not asked
            for row in analysis.memorised_cases(
                old, new, vectors, learnt.name, composed=learnt.composed and asked.composed
            )
        ]
        if rows:
            yield asked.name, tuple(rows)


async def _vectors(texts: Sequence[str], placement: Placement | None) -> Vectors:
    texts = list(dict.fromkeys(texts))
    async with aclosing(embed_texts(placement, texts)) as found:
        return dict(zip(texts, [vector async for vector in found], strict=True))


async def _guesses(
    scopes: Sequence[Mapping[str, Sequence[ShortcutCase]]], vectors: Vectors, placement: Placement | None
) -> list[dict[str, list[Guess]]]:
    """Return the guesses in each scope of each dataset; a worker runs one part of the guessers at a time."""
    every = [scope for several in scopes for scope in several.values()]
    chunks = ((part, scope, _known(scope, vectors)) for scope in every for part in range(len(PARTS)))
    async with aclosing(spread(placement, nullcontext, _guess, chunks)) as results:
        found = [guesses async for guesses in results]
    joined = iter([list(chain.from_iterable(found[n : n + len(PARTS)])) for n in range(0, len(found), len(PARTS))])
    return [{name: next(joined) for name in several} for several in scopes]


def _known(cases: Sequence[ShortcutCase], vectors: Vectors) -> Vectors:
    """Return the vectors that guessers of these cases need."""
    return {text: vectors[text] for text in texts_of(cases)}


async def _guess(_: None, chunk: tuple[int, Sequence[ShortcutCase], Vectors]) -> list[Guess]:
    part, cases, vectors = chunk
    return list(PARTS[part](cases, vectors)) if cases else []


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


def shortcuts_document(audit: ShortcutAudit) -> Document:
    """Return the audit for a terminal: the answer and the leading columns of the tables."""
    blocks: list[Block] = []
    for dataset in audit.datasets:
        blocks.append(Paragraph(analysis.answer(dataset.found, dataset.name)))
        blocks.append(analysis.table(dataset.found).grid(IN_SHORT, reasons=False))
        blocks.append(analysis.bias_table(dataset.found).grid(reasons=False))
        if dataset.found.readers:
            blocks.append(reader_table(dataset.found.readers, "shortcuts").grid(reasons=False))
    blocks += [table.grid(IN_SHORT, reasons=False) for table in memorised_tables(audit)]
    return Document("", tuple(blocks))


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
    tables += (reader_table(one.found.readers, key),) if one.found.readers else ()
    return Chapter(key, one.name, (), (analysis.picture(one.found, key),), tables)


def shortcuts_page(found: Findings) -> str:
    """Return the findings as a single HTML page."""
    from probe.analysis.figures.style import draw
    from probe.analysis.report.page import page
    from probe.version import __version__

    return page(found, [draw(picture) for picture in found.pictures], __version__, files=False)
