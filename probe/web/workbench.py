"""The state of the page server: a dataset, its runs with their analyses, and a running oracle."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from probe.analysis.depth.tiers import TierScheme
from probe.analysis.figures.style import Drawn, draw
from probe.analysis.report.chapters import report_on
from probe.analysis.study import prepare
from probe.audit.catalogue import DILEMMAS, Catalogue, Shelf
from probe.audit.items import ItemAuditor
from probe.audit.pairs import audit_pair
from probe.audit.verify import holds_items
from probe.errors import InputError
from probe.measuring.analyze import AnalyzeCommand, find
from probe.ports import Oracle, Ratings
from probe.protocols.base import ItemProtocol
from probe.protocols.dataset import Dataset
from probe.protocols.dilemmas.reading import dilemma_evaluation, stream_dilemmas
from probe.protocols.reading import read_items
from probe.session import (
    decisions_on,
    flipped_pairs,
    open_ratings,
    rejected_candidates,
    run_about,
)
from probe.values import Decision, Dilemma, Item, Profile, RejectedCandidate

MAX_QUEUED = 4
"""How many pairs the background check queues at the oracle at once; few, so that an opened page need not wait long."""


@dataclass(frozen=True)
class Analyses:
    """The answer in sentences and the figures by key; ``reason`` explains why there are no figures."""

    answer: tuple[str, ...] = ()
    figures: dict[str, Drawn] = field(default_factory=dict)
    limits: tuple[str, ...] = ()
    reason: str = ""


@dataclass
class Workbench:
    """The state behind the pages; all of it can be rebuilt from the files given at the start.

    ``protocol`` is None where the dataset has dilemmas.
    """

    dataset: str
    catalogue: Catalogue[Any]
    profile: Profile
    subjects: dict[str, Path]
    generations: tuple[Path, ...]
    ratings: Ratings | None = None
    rejected: tuple[tuple[RejectedCandidate, ...], ...] = ()
    oracle: Oracle | None = None
    protocol: ItemProtocol[Any] | None = None
    _analyses: Analyses | None = None
    _analysing: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def running(self) -> Oracle:
        """The oracle; it runs while pages are served."""
        assert self.oracle is not None
        return self.oracle

    @property
    def noun(self) -> str:
        """What the dataset lists."""
        return "item" if self.protocol else "dilemma"

    @property
    def runs(self) -> tuple[Path, ...]:
        """The folders of all runs: evaluations, then generations."""
        return (*self.subjects.values(), *self.generations)

    def decisions(self, pair_id: str) -> list[tuple[str, Sequence[Decision]]]:
        """Return every subject's decisions on one pair."""
        return [(subject, decisions_on(folder, pair_id)) for subject, folder in self.subjects.items()]

    async def analyses(self) -> Analyses:
        """Return the analyses of the runs; they are computed in a thread on the first request."""
        async with self._analysing:
            if self._analyses is None:
                making = analyse_items if self.protocol else analyse
                self._analyses = await asyncio.to_thread(making, tuple(self.subjects.values()))
            return self._analyses

    async def check_list(self) -> None:
        """Check what has no recorded certificate, a few at a time."""
        waiting = self.catalogue.unchecked()
        check = self._check_items() if self.protocol else self._check_pair

        async def work() -> None:
            for one in waiting:
                await check(one)

        await asyncio.gather(*(work() for _ in range(MAX_QUEUED)))

    async def _check_pair(self, pair: Dilemma) -> None:
        found = await audit_pair(pair, self.running, self.profile)
        self.catalogue.note(pair.id, found.certificate, found.complexity)

    def _check_items(self) -> Callable[[Item], Awaitable[None]]:
        assert self.protocol is not None
        auditor = ItemAuditor(self.protocol, self.running, self.profile)

        async def check(item: Item) -> None:
            found = await auditor.audit(item)
            self.catalogue.note(item.id, found.certificate, found.complexity)

        return check


def open_workbench(dataset: Path, runs: Sequence[Path], ratings: Path | None, profile: Profile) -> Workbench:
    """Read a dataset, its runs and ratings. Raises InputError if one of them cannot be used."""
    subjects: dict[str, Path] = {}
    generations = []
    for folder in runs:
        about = run_about(folder)
        if about.evaluates:
            subject = about.subject
            if folder in subjects.values():
                raise InputError(f"{folder} is given twice: give it once")
            subjects[f"{subject} [{folder.name}]" if subject in subjects else subject] = folder
        else:
            generations.append(folder)
    items = asyncio.run(read_items(dataset)) if holds_items(dataset) else None
    if items and ratings:
        raise InputError("--ratings is for samples of dilemmas: leave it out for items of other protocols")
    return Workbench(
        dataset=dataset.name or str(dataset),
        catalogue=_items(items, profile) if items else _dilemmas(dataset, profile, subjects),
        profile=profile,
        subjects=subjects,
        generations=tuple(generations),
        ratings=open_ratings(ratings) if ratings else None,
        rejected=tuple(rejected_candidates(folder) for folder in generations),
        protocol=items.definition if items else None,
    )


def _dilemmas(dataset: Path, profile: Profile, subjects: Mapping[str, Path]) -> Catalogue[Dilemma]:
    flips = {subject: flipped_pairs(folder) for subject, folder in subjects.items()}
    return Catalogue(stream_dilemmas(dataset), profile, flips, DILEMMAS)


def _items(dataset: Dataset[Item], profile: Profile) -> Catalogue[Item]:
    protocol = dataset.definition
    shelf = Shelf(lambda text: protocol.read(json.loads(text)), lambda item: tuple(protocol.texts(item).values()))
    return Catalogue(dataset, profile, {}, shelf)


def analyse_items(folders: Sequence[Path]) -> Analyses:
    """Measure the runs in ``folders`` by their protocol and draw the figures; this takes seconds."""
    try:
        findings = find(AnalyzeCommand(tuple(folders)))
    except InputError as reason:
        return Analyses(reason=str(reason))
    pictures = [*findings.pictures, *(picture for chapter in findings.chapters for picture in chapter.pictures)]
    return Analyses(findings.answer, {one.key: draw(one) for one in pictures}, findings.limits)


def analyse(folders: Sequence[Path]) -> Analyses:
    """Measure the runs in ``folders`` and draw the figures; this takes seconds.

    Tiers are fixed if the dataset records proof sizes, else quartiles of inferences.
    """
    try:
        evaluations = [dilemma_evaluation(folder) for folder in folders]
        measured = any(pair.complexity.size is not None for one in evaluations for pair in one.items)
        scheme = TierScheme.FIXED if measured else TierScheme.QUARTILES
        findings = report_on(prepare(evaluations, scheme))
    except InputError as reason:
        return Analyses(reason=str(reason))
    drawn = {picture.key: draw(picture) for picture in findings.pictures}
    return Analyses(findings.answer, drawn, findings.limits)
