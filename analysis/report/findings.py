"""Findings: the content of a report before it is written in any format, and the analyses that make its chapters."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import Any, NamedTuple

from probe.analysis.figures.style import Picture
from probe.analysis.form import PARTS, RESULTS, ReportAnalysis, Result, S
from probe.analysis.tables import Table


@dataclass(frozen=True)
class Chapter:
    """A titled part of a report, with what it shows; ``part`` is the heading under which reports list it."""

    key: str
    title: str
    result: Result
    part: str = RESULTS


@dataclass(frozen=True)
class Lead:
    """What a reader sees before anything else: the conclusion, one sentence, a row per subject, at most two figures.

    The figures are in no chapter; ``tables`` are the numbers that they show, where no chapter has them. ``origin`` is
    where the figures come from, for a page that is read without the rest of the report.
    """

    conclusion: str
    measured: str
    verdicts: Table
    pictures: tuple[Picture, ...] = ()
    tables: tuple[Table, ...] = ()
    origin: tuple[str, ...] = ()


@dataclass(frozen=True)
class Findings:
    """A whole report: it begins with the answer, for all and by subject; ``absent`` lists what it does not show.

    ``in_short`` names the columns of the summary that fit on a terminal. ``about`` are the subjects, each with what it
    was asked about, so that a report on others is not overwritten. Without a ``lead``, the report is about something
    else than the decisions of subjects.
    """

    title: str
    answer: tuple[str, ...]
    summary: Table
    in_short: tuple[str, ...]
    chapters: tuple[Chapter, ...]
    limits: tuple[str, ...]
    settings: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    by_subject: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    lead: Lead | None = None

    @property
    def tables(self) -> tuple[Table, ...]:
        """All tables, those at the beginning first."""
        leading = (self.lead.verdicts, *self.lead.tables) if self.lead else ()
        return (
            *leading,
            self.summary,
            *(table for chapter in self.chapters for table in chapter.result.every_table),
        )

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """All figures in their order."""
        leading = self.lead.pictures if self.lead else ()
        return (*leading, *(picture for chapter in self.chapters for picture in chapter.result.pictures))


class AnalysisResults(NamedTuple):
    """What the analyses of a report give: chapters by part, sentences for its answer, and what it does not show.

    ``first`` are sentences that come before the answer, ``answer`` those after it.
    """

    chapters: tuple[Chapter, ...]
    first: tuple[str, ...]
    answer: tuple[str, ...]
    absent: tuple[str, ...]

    @property
    def keys(self) -> set[str]:
        """The keys of the chapters."""
        return {chapter.key for chapter in self.chapters}


def run_analyses(source: S, names: Iterable[str]) -> AnalysisResults:
    """Run the analyses called ``names`` on ``source``, and return what they give, in their order.

    An analysis without rows has no chapter: what it needs is listed among what the report does not show.
    """
    chapters: list[Chapter] = []
    first: list[str] = []
    answer: list[str] = []
    absent: list[str] = []
    for analysis in import_analyses(names, source):
        rows = analysis.rows(source)
        if not rows:
            missing = analysis.missing(source)
            absent += [missing] if missing else []
            continue
        result = analysis.show(source, rows)
        explained_result = result._replace(text=(f"To decide: {analysis.serves}.", *result.text))
        chapters.append(Chapter(analysis.key, result.heading or analysis.heading, explained_result, analysis.part))
        first += result.first
        answer += result.answer
        absent += result.absent
    # The sort is stable, so that the chapters of a part stay in the order of the list.
    chapters.sort(key=lambda chapter: list(PARTS).index(chapter.part))
    return AnalysisResults(tuple(chapters), tuple(first), tuple(answer), tuple(absent))


def import_analyses(names: Iterable[str], source: S) -> Iterator[ReportAnalysis[S, Any]]:
    """Yield the analyses called ``package.module`` or ``package.module:NAME``, imported now; NAME is else ANALYSIS.

    A function of the source may yield several. Lists of names are cheap to import, while analyses import Matplotlib.
    """
    for name in names:
        found_object = resolve_name(name if ":" in name else f"{name}:ANALYSIS")
        yield from (found_object,) if isinstance(found_object, ReportAnalysis) else found_object(source)


def names(subjects: Sequence[str]) -> str:
    """Return the subjects, or how many there are."""
    return ", ".join(subjects) if len(subjects) <= 3 else f"{len(subjects)} subjects"
