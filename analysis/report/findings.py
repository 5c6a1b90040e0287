"""Findings: the content of a report, before it is written in any format."""

from dataclasses import dataclass

from probe.analysis.figures.style import Picture
from probe.analysis.tables import Table


@dataclass(frozen=True)
class Chapter:
    """A titled part of a report: sentences, figures, and the tables behind them, in this order."""

    key: str
    title: str
    text: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()
    tables: tuple[Table, ...] = ()


@dataclass(frozen=True)
class Findings:
    """A whole report: it begins with the answer, for all and by subject; ``absent`` lists what it does not show.

    ``in_short`` names the columns of the summary that fit on a terminal.
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

    @property
    def tables(self) -> tuple[Table, ...]:
        """All tables, the summary first."""
        return (self.summary, *(table for chapter in self.chapters for table in chapter.tables))

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """All figures in the order of the chapters."""
        return tuple(picture for chapter in self.chapters for picture in chapter.pictures)


UNIT = (
    "The effect of the cue is how much more often the subject errs with the cue than without it. It is a difference "
    "within the dilemma, so that noise, position and hard dilemmas, which affect both texts alike, cancel.",
    "The unit is the dilemma, and the series where several dilemmas tell one scenario. Runs of one dilemma repeat each "
    "other: a test that treats them as independent finds differences that are not there.",
)
"""How to read the effects."""

UNPLANNED = "Exploratory: no analysis plan names these tests."
"""What a chapter says whose tests no plan names."""

LIMITS = (
    "Selection: only dilemmas that their decider solved were kept; rates are valid for dilemmas that can be solved.",
    "Confounded depth: in what models write, depth varies with the bias and the author. Only dilemmas that exist at "
    "several depths (the grammar's) support a causal claim about depth.",
    "A net effect contains what any edit of the text does; only the placebo arm separates the cue from the edit.",
    "One language: all texts are English. Cues work through wording, and other languages word them differently.",
    "Explanations are what subjects say, not what moved them; awareness is a judge's reading of them.",
)
"""What the figures cannot show."""

SIMULATED = "Simulated subjects ({names}) show that the measurement works; they show nothing about language models."
