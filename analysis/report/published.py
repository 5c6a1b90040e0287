"""The report on published sensitivity files: what shares of runs by bias and tier can show, and no more."""

from collections.abc import Sequence

from probe.analysis.dataset import diversity
from probe.analysis.depth import high_low
from probe.analysis.depth.cells import cells_of_published
from probe.analysis.effects import by_author
from probe.analysis.report.answer import published_answer
from probe.analysis.report.chapters import high_low_chapter, rejections_chapter, tier_chapter
from probe.analysis.report.findings import LIMITS, UNIT, Chapter, Findings
from probe.errors import InputError
from probe.values import PublishedSensitivity, RejectionCount

ABSENT = (
    "Intervals over dilemmas, trends clustered by dilemma, differences between subjects, position preference, "
    "bounds for unparsed answers, agreement, themes, awareness: the files contain shares of runs, not decisions.",
    "Sensitivity by author: the files pool the authors.",
)

SUMMARY = ("bias", "mean", "subjects", "paired_difference", "paired_low", "paired_high", "paired_p")


def report_on_published(sources: Sequence[PublishedSensitivity], rejected: Sequence[RejectionCount] = ()) -> Findings:
    """Return the findings of published files. Raise InputError where there are none, or they cannot be combined."""
    if not sources or not any(source.biases for source in sources):
        raise InputError("no sensitivity to analyse: give published 2_bias_sensitivity_*.json files")
    cells = cells_of_published(sources)
    contrasts = high_low.high_low(cells)
    authors = ", ".join(dict.fromkeys(name for source in sources for name in source.authors)) or "not recorded"
    by_bias = by_author.published_by_bias(cells, authors)
    chapters = [
        Chapter("sensitivity", "Sensitivity", (), (by_author.picture(by_bias),), (by_author.published_table(by_bias),)),
        tier_chapter(cells),
        high_low_chapter(cells, UNIT),
    ]
    similar = diversity.published_diversity(sources)
    if similar:
        table = diversity.published_table(similar)
        chapters.append(Chapter("diversity", table.title, (), (diversity.picture(similar),), (table,)))
    if rejected:
        chapters.append(rejections_chapter(rejected))
    return Findings(
        title=f"Published bias sensitivity of {len(cells.subjects)} subjects",
        answer=published_answer(cells, contrasts),
        by_subject=(),
        summary=high_low.table(contrasts).select("summary", "High minus low tier, paired over subjects", SUMMARY),
        in_short=SUMMARY,
        settings=(
            f"{len(cells.subjects)} subjects: {', '.join(cells.subjects)}. Authors of the dilemmas: {authors}.",
            "Tiers: " + cells.tiers.sentence + ".",
            "Only shares of runs were published; counts of flips are these shares times the runs, rounded.",
        ),
        chapters=tuple(chapters),
        absent=ABSENT,
        limits=LIMITS,
    )
