"""Analyze evaluations: the answer in sentences, tables and figures."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

from probe.analysis.figures.style import draw
from probe.analysis.report.findings import Findings
from probe.analysis.report.page import in_short
from probe.analysis.tables import Table
from probe.api.options import one_of
from probe.api.running import function, synchronous
from probe.measuring.analyze import analyze as findings_of
from probe.measuring.analyze import write_card, write_report
from probe.measuring.compare import EvaluationComparison, compare_evaluations
from probe.options.analyzing import AnalyzeOptions, CompareOptions
from probe.options.shared import PathName


@dataclass(frozen=True)
class Figure:
    """A drawn figure: ``svg`` is the picture, ``alt`` describes it, ``caption`` explains how to read it."""

    key: str
    title: str
    alt: str
    caption: str
    svg: str = field(repr=False)

    def _repr_svg_(self) -> str:
        return self.svg


@dataclass(frozen=True, repr=False)
class Analysis:
    """The findings of an analysis: ``answer`` in sentences, tables, figures, and the report that ``write`` writes."""

    findings: Findings = field(compare=False)

    @property
    def conclusion(self) -> str:
        """The title of the report: whether subjects are moved, and how far."""
        return self.findings.lead.conclusion if self.findings.lead else self.findings.title

    @property
    def verdicts(self) -> Table:
        """One row per subject: verdict, effect, change per level of depth, errors without the cue, fact effect.

        Published files have no verdicts; their summary is returned.
        """
        return self.findings.lead.verdicts if self.findings.lead else self.summary

    @property
    def answer(self) -> tuple[str, ...]:
        """The answer as sentences, for all subjects together."""
        return self.findings.answer

    @property
    def by_subject(self) -> tuple[str, ...]:
        """The answer as sentences, by subject."""
        return self.findings.by_subject

    @property
    def summary(self) -> Table:
        """The summary of the report."""
        return self.findings.summary

    @property
    def tables(self) -> dict[str, Table]:
        """Every table of the report by name."""
        return {table.key: table for table in self.findings.tables}

    @property
    def figures(self) -> dict[str, str]:
        """The title of every figure by name; ``figure`` draws one."""
        return {picture.key: picture.title for picture in self.findings.pictures}

    def table(self, name: str) -> Table:
        """Return a table. Raises InputError, which lists the tables of this report, if it has none called ``name``."""
        return self.tables[one_of("table", name, self.tables)]

    def figure(self, name: str) -> Figure:
        """Draw a figure. Raises InputError, which lists the figures of this report, if it has none called ``name``."""
        one_of("figure", name, self.figures)
        picture = next(picture for picture in self.findings.pictures if picture.key == name)
        return Figure(picture.key, picture.title, picture.alt, picture.caption, draw(picture).svg)

    def write(self, folder: PathName, *, force: bool = False) -> Path:
        """Write the report into ``folder``, as ``probe analyze`` does, and return the path of its page.

        Raises InputError if files are in the way that no earlier report lists, unless ``force``.
        """
        write_report(self.findings, Path(folder), force=force)
        return Path(folder) / "report.html"

    def card(self, file: PathName, *, force: bool = False) -> Path:
        """Write one page to share about one subject, and return its path.

        Raises InputError if there are several subjects, or if ``file`` exists, unless ``force``.
        """
        write_card(self.findings, Path(file), force=force)
        return Path(file)

    def __repr__(self) -> str:
        return f"<Analysis: {self.conclusion}; {len(self.tables)} tables, {len(self.figures)} figures>"

    def _repr_html_(self) -> str:
        return in_short(self.findings)._repr_html_()


@function(AnalyzeOptions)
async def analyze_async(options: AnalyzeOptions) -> Analysis:
    """Measure the effect on errors in one evaluation or several.

    Folders of ``probe generate`` add a chapter on rejected candidates; published files are analysed alone; ``people``
    is a file with people's decisions on the same dilemmas. With ``out``, the report is also written into that folder,
    with ``card`` one page about the only subject.
    Raises InputError if a source cannot be used.
    """
    # Run in a thread, so that the event loop, such as that of a notebook, is not blocked.
    return Analysis(await asyncio.to_thread(findings_of, options))


analyze = synchronous(analyze_async)


@function(CompareOptions)
async def compare_async(options: CompareOptions) -> EvaluationComparison:
    """Compare two evaluations, the first minus the second, by bias and tier.

    Where they share items, the differences are paired; one subject on two datasets without a shared item gives the
    difference between datasets, and with a ``reference`` (a subject on both datasets) the freshness gap. Raises
    InputError if they cannot be compared.
    """
    return await asyncio.to_thread(compare_evaluations, options)


compare = synchronous(compare_async)
