"""The form of every analysis of a report: what it needs, what it shows, and which decision a reader makes with it.

A module under ``analysis/`` computes typed rows and ends with its ``ANALYSIS``. A protocol lists the modules by name,
and ``report/findings.py`` runs the list. ``S`` is what an analysis reads, the measurements of a study or published
results, and ``R`` its rows.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from probe.analysis.figures.style import Picture
from probe.analysis.tables import Table

S = TypeVar("S", contravariant=True)
R = TypeVar("R")

RESULTS, CHECKS, AS_PUBLISHED = "Details", "Checks of the data", "The paper's measures"
PARTS: Mapping[str, str] = {
    RESULTS: "To decide which subject, bias and mitigation the conclusion is about, and what it does not cover.",
    CHECKS: "To decide whether the conclusion can be trusted: position, unread answers, exclusions, the plan.",
    AS_PUBLISHED: "To compare with published figures, which count noise and the order of options together with the "
    "cue.",
}
"""The parts of a report in their order, each with what a reader decides with it."""

UNPLANNED_NOTE = "Exploratory: no analysis plan names these tests."
"""What an analysis says whose tests no plan names."""


class Result(NamedTuple):
    """What an analysis shows: ``text`` on how to read it, figures, and the tables behind them.

    ``data`` are tables that a page links to as files, because a figure shows them or they only add detail. ``first``
    are sentences that come before the answer, ``answer`` those that are part of it, and ``absent`` those on what the
    study does not show. ``heading`` replaces that of the analysis where it depends on the data.
    """

    tables: tuple[Table, ...] = ()
    data: tuple[Table, ...] = ()
    pictures: tuple[Picture, ...] = ()
    text: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    answer: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    heading: str = ""

    @property
    def every_table(self) -> tuple[Table, ...]:
        """The tables, those that a page does not show included."""
        return (*self.tables, *self.data)

    @classmethod
    def of_pictures(cls, pictures: tuple[Picture, ...], *tables: Table, **fields: Any) -> "Result":
        """Return figures with the tables behind them as data, or these tables alone where nothing could be drawn."""
        return cls(data=tables, pictures=pictures, **fields) if pictures else cls(tables, **fields)


@dataclass(frozen=True)
class ReportAnalysis(Generic[S, R]):
    """One analysis: its chapter's key, heading and part, and the decision that it ``serves``, after "To decide".

    ``rows`` computes typed rows, and ``show`` makes a result of them. Rows are empty where the study lacks what the
    analysis needs; ``needs`` then says what that is, and which command provides it, or is a function of the study where
    that depends on why rows are empty. Without such a sentence, the analysis is left out where no one would miss it.
    """

    key: str
    heading: str
    part: str
    serves: str
    rows: Callable[[S], R]
    show: Callable[[S, R], Result]
    needs: str | Callable[[S], str] = ""

    def missing(self, source: S) -> str:
        """Return what ``source`` lacks for this analysis; nothing where no one would miss it."""
        return self.needs if isinstance(self.needs, str) else self.needs(source)
