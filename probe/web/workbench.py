"""The state of the page server: a dataset, its runs with their analyses, and a running oracle."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from probe.audit.catalogue import Catalogue, Shelf
from probe.audit.describing import SubjectRun
from probe.audit.items import ItemAuditor
from probe.audit.people import is_between
from probe.document import Document, Paragraph
from probe.errors import InputError
from probe.files.dataset import dataset_file
from probe.ports import Oracle, Ratings
from probe.protocols import protocol_named
from probe.protocols.base import ItemProtocol
from probe.protocols.reading import protocol_in, protocol_of_run, read_evaluation, stream_dataset
from probe.session import open_ratings
from probe.store.reading import choices_of, decisions_on, rejected_candidates, run_about
from probe.values import Profile, RejectedCandidate

if TYPE_CHECKING:
    from probe.analysis.figures.style import FigureFiles

MAX_QUEUED = 4
"""How many pairs the background check queues at the oracle at once; few, so that an opened page need not wait long."""


@dataclass(frozen=True)
class Analyses:
    """What the page on all runs shows, and its figures by key."""

    document: Document
    figures: Mapping[str, "FigureFiles"] = field(default_factory=dict)


@dataclass
class Workbench:
    """The state behind the pages; all of it can be rebuilt from the files given at the start."""

    dataset: str
    protocol: ItemProtocol[Any]
    catalogue: Catalogue[Any]
    profile: Profile
    subjects: dict[str, Path]
    generations: tuple[Path, ...]
    ratings: Ratings | None = None
    rejected_candidates: tuple[tuple[RejectedCandidate, ...], ...] = ()
    oracle: Oracle | None = None
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
        return self.protocol.page

    @property
    def runs(self) -> tuple[Path, ...]:
        """The folders of all runs: evaluations, then generations."""
        return (*self.subjects.values(), *self.generations)

    def decisions(self, pair_id: str) -> list[SubjectRun]:
        """Return every subject's decisions on one pair."""
        return [
            SubjectRun(subject, decisions_on(folder, pair_id), choices_of(folder))
            for subject, folder in self.subjects.items()
        ]

    async def analyses(self) -> Analyses:
        """Return the analyses of the runs; they are computed in a thread on the first request."""
        # A second request waits for the first one instead of repeating its computation.
        async with self._analysing:
            if self._analyses is None:
                self._analyses = await asyncio.to_thread(analyse, self.subjects)
            return self._analyses

    async def check_list(self) -> None:
        """Check what has no recorded certificate, a few at a time."""
        # All workers share an iterator, so that each pair is checked once.
        unchecked_items = self.catalogue.unchecked()
        auditor = ItemAuditor(self.protocol, self.running, self.profile)

        async def check_items() -> None:
            for item in unchecked_items:
                result = await auditor.audit(item)
                self.catalogue.note(item.id, result.certificate, result.complexity)

        await asyncio.gather(*(check_items() for _ in range(MAX_QUEUED)))


def open_workbench(dataset: Path, runs: Sequence[Path], ratings: Path | None, profile: Profile) -> Workbench:
    """Read a dataset, its runs and ratings. Raises InputError if one of them cannot be used."""
    protocol = protocol_named(protocol_in(dataset_file(dataset)))
    subjects: dict[str, Path] = {}
    generations = []
    for folder in runs:
        run = run_about(folder)
        if run.evaluates:
            subject = run.subject
            if (run_protocol := protocol_of_run(folder).name) != protocol.name:
                raise InputError(
                    f"{folder} contains items of {run_protocol}, but {dataset} has items of {protocol.name}"
                )
            if folder in subjects.values():
                raise InputError(f"{folder} is given twice: give it once")
            # Two runs of the same model are shown as two subjects.
            subjects[f"{subject} [{folder.name}]" if subject in subjects else subject] = folder
        else:
            generations.append(folder)
    shelf = Shelf(lambda text: protocol.read(json.loads(text)), protocol.words)
    moved_items = {subject: protocol.moved_items(folder) for subject, folder in subjects.items()}
    return Workbench(
        dataset=dataset.name or str(dataset),
        protocol=protocol,
        catalogue=Catalogue(stream_dataset(dataset), profile, moved_items, shelf),
        profile=profile,
        subjects=subjects,
        generations=tuple(generations),
        ratings=_ratings(ratings) if ratings else None,
        rejected_candidates=tuple(rejected_candidates(folder) for folder in generations),
    )


def _ratings(folder: Path) -> Ratings:
    """Return a sample for raters. Raises InputError for a study between people, who must not see both texts."""
    store = open_ratings(folder)
    if is_between(store):
        raise InputError(f"--ratings {folder} is a study between people: probe validate serve {folder} shows its pages")
    return store


def analyse(subjects: Mapping[str, Path]) -> Analyses:
    """Measure the runs of ``subjects`` by their protocol and draw the figures; this takes seconds.

    Tiers are fixed if the dataset records proof sizes, else quartiles of inferences.
    """
    # Imported here: the libraries for statistics and figures take two seconds, and pages of dilemmas do not need them.
    from probe.analysis.figures.style import draw
    from probe.analysis.report.page import overview
    from probe.measuring.analyze import analyze
    from probe.options.analyzing import AnalyzeOptions

    names, folders = Paragraph(", ".join(subjects), "soft"), tuple(subjects.values())
    try:
        items = (item for folder in folders for item in read_evaluation(folder).items)
        has_sizes = any(item.complexity.size is not None for item in items)
        findings = analyze(AnalyzeOptions(folders, tiers="fixed" if has_sizes else "quartiles"))
    # Runs that cannot be analysed yet still have all other pages.
    except InputError as reason:
        return Analyses(Document("Analyses", (names, Paragraph(f"No figures: {reason}."))))
    overview_document = overview(findings)
    figures = {picture.key: draw(picture) for picture in findings.pictures}
    return Analyses(replace(overview_document, blocks=(names, *overview_document.blocks)), figures)
