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
from probe.analysis.form import Result
from probe.analysis.report.findings import Chapter, Findings
from probe.analysis.report.formats import to_json
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
    shortcuts: Shortcuts

    def to_json(self) -> dict[str, Any]:
        """Return what was guessed, over all items and by bias, and what readers decide, as JSON."""
        shortcuts = self.shortcuts
        return {
            "dataset": self.name,
            "gated": shortcuts.gated,
            "falls_short": shortcuts.falls_short,
            "rows": _rows(analysis.rows_table(shortcuts.rows, "shortcuts", "Shortcuts")),
            "by_bias": _rows(analysis.interval_table(shortcuts)),
            "letters": _rows(analysis.letter_table(shortcuts)),
            "readers": _rows(reader_table(shortcuts.readers, "shortcuts")),
        }


def _rows(table: Table) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = to_json(table)["rows"]
    return rows


@dataclass(frozen=True)
class ShortcutAudit:
    """The audits of all datasets, and what is learnt on one and asked on another (a table for each dataset asked)."""

    datasets: tuple[AuditedShortcuts, ...]
    memorised: tuple[tuple[str, tuple[Shortcut, ...]], ...]

    @property
    def falls_short(self) -> bool:
        """Whether a target that applies is missed."""
        rows = (shortcut for _, shortcuts in self.memorised for shortcut in shortcuts)
        return any(dataset.shortcuts.falls_short for dataset in self.datasets) or any(
            shortcut.gate == FALLS_SHORT for shortcut in rows
        )

    def to_json(self) -> dict[str, Any]:
        """Return the audits as JSON."""
        return {
            "falls_short": self.falls_short,
            "datasets": [dataset.to_json() for dataset in self.datasets],
            "memorised": [
                {"dataset": name, "rows": _rows(analysis.rows_table(rows, "shortcuts", "Shortcuts"))}
                for name, rows in self.memorised
            ],
        }


class NamedDataset(NamedTuple):
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
    named_datasets = [
        NamedDataset(name, await read_items(path, certified=False)) for name, path in zip(names, paths, strict=True)
    ]
    # Guessers see other features in each protocol, so learning on one says nothing about another.
    if len({named_dataset.dataset.protocol for named_dataset in named_datasets}) > 1:
        raise InputError(
            f"the datasets are of several protocols ({_listed(named_datasets)}): give those of one at a time"
        )
    chosen_placement = placement.if_chosen()
    vectors = await _vectors(
        [
            text
            for named_dataset in named_datasets
            for text in named_dataset.dataset.definition.texts_to_embed(named_dataset.dataset)
        ],
        chosen_placement,
    )
    cases = [named_dataset.cases(vectors) for named_dataset in named_datasets]
    guesses = await _guesses([analysis.scopes(dataset_cases) for dataset_cases in cases], vectors, chosen_placement)
    datasets = tuple(
        AuditedShortcuts(
            named_dataset.name,
            analysis.shortcuts_of_guesses(
                dataset_cases, dataset_guesses, named_dataset.readings, composed=named_dataset.composed
            ),
        )
        for named_dataset, dataset_cases, dataset_guesses in zip(named_datasets, cases, guesses, strict=True)
    )
    return ShortcutAudit(datasets, tuple(_memorised(named_datasets, cases, vectors)))


def _listed(named_datasets: Sequence[NamedDataset]) -> str:
    return ", ".join(f"{named_dataset.name}: {named_dataset.dataset.protocol}" for named_dataset in named_datasets)


def _memorised(
    named_datasets: Sequence[NamedDataset], cases: Sequence[tuple[ShortcutCase, ...]], vectors: Vectors
) -> Iterator[tuple[str, tuple[Shortcut, ...]]]:
    """Yield for each dataset that is asked what is learnt on the others."""
    pairs = list(zip(named_datasets, cases, strict=True))
    for asked_dataset, asked_cases in pairs:
        shortcuts = [
            shortcut
            for learnt_dataset, learnt_cases in pairs
            if learnt_dataset is not asked_dataset
            for shortcut in analysis.memorised_cases(
                learnt_cases,
                asked_cases,
                vectors,
                learnt_dataset.name,
                composed=learnt_dataset.composed and asked_dataset.composed,
            )
        ]
        if shortcuts:
            yield asked_dataset.name, tuple(shortcuts)


async def _vectors(texts: Sequence[str], placement: Placement | None) -> Vectors:
    # Arms and twins share texts, and embedding one takes about 60 ms.
    texts = list(dict.fromkeys(texts))
    async with aclosing(embed_texts(placement, texts)) as embeddings:
        return dict(zip(texts, [vector async for vector in embeddings], strict=True))


async def _guesses(
    scopes: Sequence[Mapping[str, Sequence[ShortcutCase]]], vectors: Vectors, placement: Placement | None
) -> list[dict[str, list[Guess]]]:
    """Return the guesses in each scope of each dataset; a worker runs one part of the guessers at a time."""
    all_scopes = [scope for dataset_scopes in scopes for scope in dataset_scopes.values()]
    # A chunk is sent to its worker, so it has only the vectors that it needs.
    chunks = ((part, scope, _vectors_of(scope, vectors)) for scope in all_scopes for part in range(len(PARTS)))
    async with aclosing(spread(placement, nullcontext, _guess, chunks)) as results:
        part_guesses = [guesses async for guesses in results]
    # Results come in the order of the chunks: the parts of a scope are neighbours.
    scope_guesses = iter(
        [list(chain.from_iterable(part_guesses[n : n + len(PARTS)])) for n in range(0, len(part_guesses), len(PARTS))]
    )
    return [{name: next(scope_guesses) for name in dataset_scopes} for dataset_scopes in scopes]


def _vectors_of(cases: Sequence[ShortcutCase], vectors: Vectors) -> Vectors:
    """Return the vectors that guessers of these cases need."""
    return {text: vectors[text] for text in texts_of(cases)}


async def _guess(_: None, chunk: tuple[int, Sequence[ShortcutCase], Vectors]) -> list[Guess]:
    part, cases, vectors = chunk
    return list(PARTS[part](cases, vectors)) if cases else []


def _names(paths: Sequence[Path]) -> list[str]:
    """Return a distinct name for each path: its last part, or the whole path where that is not unique."""
    if len(set(paths)) < len(paths):
        raise InputError("a dataset is given twice: give each once")
    last_parts = [path.parent.name if path.name == DATASET and path.parent.name else path.name for path in paths]
    return [
        last_part if last_parts.count(last_part) == 1 else str(path)
        for last_part, path in zip(last_parts, paths, strict=True)
    ]


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
        blocks.append(Paragraph(analysis.answer(dataset.shortcuts, dataset.name)))
        blocks.append(analysis.table(dataset.shortcuts).grid(IN_SHORT, reasons=False))
        blocks.append(analysis.bias_table(dataset.shortcuts).grid(reasons=False))
        if dataset.shortcuts.readers:
            blocks.append(reader_table(dataset.shortcuts.readers, "shortcuts").grid(reasons=False))
    blocks += [table.grid(IN_SHORT, reasons=False) for table in memorised_tables(audit)]
    return Document("", tuple(blocks))


def findings(audit: ShortcutAudit) -> Findings:
    """Return the audit as a report: a chapter for each dataset, and one for what is learnt elsewhere."""
    chapters = [_chapter(number, dataset) for number, dataset in enumerate(audit.datasets, 1)]
    if audit.memorised:
        chapters.append(Chapter("memorised", "Learnt on another dataset", Result(memorised_tables(audit))))
    first = audit.datasets[0]
    return Findings(
        title="Shortcuts in " + ", ".join(dataset.name for dataset in audit.datasets),
        answer=tuple(analysis.answer(dataset.shortcuts, dataset.name) for dataset in audit.datasets),
        summary=analysis.table(first.shortcuts, "summary"),
        in_short=IN_SHORT,
        chapters=tuple(chapters),
        limits=_LIMITS,
    )


def _chapter(number: int, audited_shortcuts: AuditedShortcuts) -> Chapter:
    key = f"shortcuts_{number}"
    make_tables = (analysis.table, analysis.bias_table, analysis.interval_table, analysis.letter_table)
    tables = tuple(table(audited_shortcuts.shortcuts, key) for table in make_tables)
    tables += (reader_table(audited_shortcuts.shortcuts.readers, key),) if audited_shortcuts.shortcuts.readers else ()
    pictures = (analysis.picture(audited_shortcuts.shortcuts, key),)
    return Chapter(key, audited_shortcuts.name, Result(tables, pictures=pictures))


def shortcuts_page(report: Findings) -> str:
    """Return the findings as a single HTML page."""
    from probe.analysis.figures.style import draw
    from probe.analysis.report.page import page

    return page(report, [draw(picture) for picture in report.pictures], files=False)
