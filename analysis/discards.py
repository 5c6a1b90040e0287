"""What each stage rejected while dilemmas were made (PROBE-SWE, Table 2 and Appendix F)."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.drawing import Picture, canvas, heat, short_names, wrapped
from probe.analysis.tables import Kind, Row, Table, make_table
from probe.values import Bias, Discards

BY_STAGE: tuple[tuple[str, str, Kind], ...] = (
    ("author", "author", "text"),
    ("stage", "stage", "text"),
    ("count", "rejected", "count"),
    ("share", "of the author's rejections", "share"),
)
BY_BIAS: tuple[tuple[str, str, Kind], ...] = (
    ("author", "author", "text"),
    ("bias", "bias", "text"),
    ("count", "rejected", "count"),
    ("worst_stage", "most at", "text"),
    ("worst_count", "there", "count"),
)


def discards_by_stage(discards: Sequence[Discards]) -> Table:
    """Return rejections by author and stage, the stage that rejected most first."""
    stages = [stage for stage, _ in _sum(discards, "stage").most_common()]
    rows: list[Row] = []
    for author in dict.fromkeys(each.author for each in discards):
        counts = _sum([each for each in discards if each.author == author], "stage")
        total = counts.total()
        for stage in stages:
            share = counts[stage] / total if total else None
            rows.append({"author": author, "stage": stage, "count": counts[stage], "share": share})
    return make_table("discards_by_stage", "Rejections by stage", BY_STAGE, rows, gap="nothing was rejected")


def discards_by_bias(discards: Sequence[Discards]) -> Table:
    """Return rejections by author and bias, with the stage that rejected most of it."""
    rows: list[Row] = []
    for author in dict.fromkeys(each.author for each in discards):
        for bias in Bias:
            counts = _sum([each for each in discards if each.author == author and each.bias is bias], "stage")
            if counts.total():
                stage, count = counts.most_common(1)[0]
                row: Row = {"author": author, "bias": bias.value, "count": counts.total()}
                rows.append(row | {"worst_stage": stage, "worst_count": count})
    return make_table("discards_by_bias", "Rejections by bias", BY_BIAS, rows)


def _sum(discards: Sequence[Discards], field: str) -> Counter[str]:
    counts: Counter[str] = Counter()
    for each in discards:
        counts[str(getattr(each, field))] += each.count
    return counts


def picture(discards: Sequence[Discards]) -> Picture:
    """Draw the counts by bias and stage, a panel an author."""
    counts = _sum(discards, "stage")
    told = ", ".join(f"{stage} {count}" for stage, count in counts.most_common())
    alt = f"Heat maps of rejected candidates by bias and stage, a panel for each author. By stage: {told}."
    caption = "Candidates rejected; a candidate is counted at the first stage that rejects it."
    return Picture("discards", "Rejected candidates", alt, caption, lambda: _draw(discards))


def _draw(discards: Sequence[Discards]) -> Figure:
    authors = list(dict.fromkeys(each.author for each in discards))
    stages = [stage for stage, _ in _sum(discards, "stage").most_common()]
    biases = [bias.value for bias in Bias]
    names = short_names(authors)
    figure, grid = canvas(2.8 * len(authors) + 0.4, len(authors), 1, sharex=True)
    for panel, author in zip(grid.flat, authors, strict=True):
        values = np.zeros((len(biases), len(stages)))
        for each in discards:
            if each.author == author:
                values[biases.index(each.bias.value), stages.index(each.stage)] += each.count
        labels = [wrapped(stage.replace("_", " ")) for stage in stages]
        heat(panel, values, biases, labels, form=lambda value: f"{value:.0f}")
        panel.set_title(names[author])
    return figure
