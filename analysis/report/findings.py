"""Findings: the content of a report, before it is written in any format."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from probe.analysis.figures.style import Picture
from probe.analysis.form import RESULTS
from probe.analysis.tables import Table


@dataclass(frozen=True)
class Chapter:
    """A titled part of a report: sentences, figures, and the tables behind them, in this order.

    ``part`` is the heading under which reports list it. ``data`` are tables that a page links to and does not show.
    """

    key: str
    title: str
    text: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()
    tables: tuple[Table, ...] = ()
    part: str = RESULTS
    data: tuple[Table, ...] = ()

    @property
    def every_table(self) -> tuple[Table, ...]:
        """Its tables, those that a page does not show included."""
        return (*self.tables, *self.data)


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
class Head:
    """What a report has besides its analyses: title, first screen, answer, summary, settings, and limits.

    ``limits`` gets the keys of the chapters that there are.
    """

    title: str
    lead: Lead | None
    answer: tuple[str, ...]
    summary: Table
    in_short: tuple[str, ...]
    settings: tuple[str, ...]
    limits: Callable[[Collection[str]], Iterable[str]]
    by_subject: tuple[str, ...] = ()


@dataclass(frozen=True)
class Findings:
    """A whole report: it begins with the answer, for all and by subject; ``absent`` lists what it does not show.

    ``in_short`` names the columns of the summary that fit on a terminal. Without a ``lead``, the report is about
    something else than the decisions of subjects.
    """

    title: str
    answer: tuple[str, ...]
    by_subject: tuple[str, ...]
    summary: Table
    in_short: tuple[str, ...]
    settings: tuple[str, ...]
    chapters: tuple[Chapter, ...]
    absent: tuple[str, ...]
    limits: tuple[str, ...]
    lead: Lead | None = None

    @property
    def tables(self) -> tuple[Table, ...]:
        """All tables, those at the beginning first."""
        leading = (self.lead.verdicts, *self.lead.tables) if self.lead else ()
        return (
            *leading,
            self.summary,
            *(table for chapter in self.chapters for table in (*chapter.tables, *chapter.data)),
        )

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """All figures in their order."""
        leading = self.lead.pictures if self.lead else ()
        return (*leading, *(picture for chapter in self.chapters for picture in chapter.pictures))


def names(subjects: Sequence[str]) -> str:
    """Return the subjects, or how many there are."""
    return ", ".join(subjects) if len(subjects) <= 3 else f"{len(subjects)} subjects"
