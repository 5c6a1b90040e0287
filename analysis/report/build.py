"""A report from a list of analyses: the one place that runs them."""

from collections.abc import Iterable, Iterator
from pkgutil import resolve_name
from typing import Any

from probe.analysis.form import PARTS, ReportAnalysis, Result, S
from probe.analysis.report.findings import Chapter, Findings, Head


def build(source: S, head: Head, names: Iterable[str]) -> Findings:
    """Run the analyses called ``names`` on ``source``, and return the report; chapters are by part, in their order.

    An analysis without rows has no chapter: what it needs is listed among what the report does not show.
    """
    chapters: list[Chapter] = []
    first: list[str] = []
    answer: list[str] = []
    absent: list[str] = []
    for analysis in resolved(names, source):
        rows = analysis.rows(source)
        if not rows:
            missing = analysis.missing(source)
            absent += [missing] if missing else []
            continue
        result = analysis.show(source, rows)
        chapters.append(_chapter(analysis, result))
        first += result.first
        answer += result.answer
        absent += result.absent
    # The sort is stable, so that the chapters of a part stay in the order of the list.
    chapters.sort(key=lambda chapter: list(PARTS).index(chapter.part))
    return Findings(
        title=head.title,
        answer=(*first, *head.answer, *answer),
        by_subject=head.by_subject,
        summary=head.summary,
        in_short=head.in_short,
        settings=head.settings,
        chapters=tuple(chapters),
        absent=tuple(absent),
        limits=tuple(head.limits([chapter.key for chapter in chapters])),
        lead=head.lead,
    )


def resolved(names: Iterable[str], source: S) -> Iterator[ReportAnalysis[S, Any]]:
    """Yield the analyses called ``package.module`` or ``package.module:NAME``, imported now; NAME is else ANALYSIS.

    A function of the source may yield several. Lists of names are cheap to import, while analyses import Matplotlib.
    """
    for name in names:
        listed = resolve_name(name if ":" in name else f"{name}:ANALYSIS")
        yield from (listed,) if isinstance(listed, ReportAnalysis) else listed(source)


def _chapter(analysis: ReportAnalysis[S, Any], result: Result) -> Chapter:
    return Chapter(
        analysis.key,
        result.heading or analysis.heading,
        (f"To decide: {analysis.serves}.", *result.text),
        result.pictures,
        result.tables,
        analysis.part,
        result.data,
    )
