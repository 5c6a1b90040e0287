"""The report on published sensitivity files: what shares of runs by bias and tier can say, and no more."""

from collections.abc import Sequence

from probe.analysis import by_author, diversity, high_low
from probe.analysis.answer import published_answer
from probe.analysis.cells import cells_of_published
from probe.analysis.chapters import discards_chapter, tier_chapter
from probe.analysis.findings import LIMITS, UNIT, Chapter, Findings
from probe.analysis.tables import select
from probe.errors import InputError
from probe.values import Discards, PublishedSensitivity

ABSENT = (
    "Intervals over dilemmas, trends clustered by dilemma, differences between subjects, position preference, "
    "bounds for unparsed answers, agreement, themes, awareness: the files hold shares of runs, not decisions.",
    "Sensitivity by author: the files pool the authors.",
)

SUMMARY = ("bias", "mean", "subjects", "paired_difference", "paired_low", "paired_high", "paired_p")


def report_on_published(sources: Sequence[PublishedSensitivity], discarded: Sequence[Discards] = ()) -> Findings:
    """Return the findings of published files. Raise InputError where there are none, or they do not go together."""
    if not sources or not any(source.biases for source in sources):
        raise InputError("no sensitivity to analyse: give published 2_bias_sensitivity_*.json files")
    cells = cells_of_published(sources)
    contrast = high_low.high_low(cells)
    authors = ", ".join(dict.fromkeys(name for source in sources for name in source.authors)) or "not told"
    by_bias = by_author.published_by_bias(cells, authors)
    alike = diversity.published_diversity(sources)
    contrasts = (contrast, high_low.high_low_by_subject(cells))
    chapters = [
        Chapter("sensitivity", "Sensitivity", (), (by_author.picture(by_bias),), (by_bias,)),
        tier_chapter(cells),
        Chapter("high_low", "High against low tier", UNIT, (high_low.picture(contrast),), contrasts),
        *([Chapter("diversity", alike.title, (), (diversity.picture(alike),), (alike,))] if alike.rows else []),
        *([discards_chapter(discarded)] if discarded else []),
    ]
    return Findings(
        title=f"Published bias sensitivity of {len(cells.subjects)} subjects",
        answer=published_answer(cells, contrast),
        by_subject=(),
        summary=select(contrast, "summary", "High less low tier, paired over subjects", SUMMARY),
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
