"""Findings: what a report holds, before it is written in any form."""

from dataclasses import dataclass

from probe.analysis.drawing import Picture
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
    """A whole report: it begins with the answer, for all and by subject; ``absent`` says what it does not show.

    ``in_short`` names the columns of the summary that a terminal has room for.
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
    "The unit is the dilemma. Runs of one dilemma repeat each other: a test that takes runs for independent "
    "finds differences that are not there; the published run-level tests stand beside ours for comparison only.",
    "Wilson's interval is taken at the effective number of dilemmas, the bootstrap draws whole dilemmas. They should "
    "nearly agree; where they do not, there are few dilemmas or very few flips.",
    "The paired t-test over subjects asks whether further subjects would differ alike on these dilemmas; the trend "
    "over depth asks whether further dilemmas would: different questions, that may have different answers.",
)
"""Why the published and the better statistics differ."""

LIMITS = (
    "Selection: dilemmas were kept where their decider solved them; rates hold for dilemmas that can be solved.",
    "Confounded depth: in what models write, depth goes with the bias and with the author; only dilemmas that exist at "
    "several depths (the grammar's) carry a causal claim about depth.",
    "A flip alone is not an effect of the cue: position, noise and the edit mix in; the placebo arm tells them apart.",
    "One language: all texts are English; cues work through wording, and other languages word them otherwise.",
    "Explanations are what subjects say, not what moved them; awareness is what a judge reads in them.",
)
"""What the figures cannot say (design section 6)."""

SIMULATED = "Simulated subjects ({names}) show that the measurement works; they say nothing about any language model."
