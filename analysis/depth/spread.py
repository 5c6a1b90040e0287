"""How flip rates vary within tiers: means by subject, and the spread over biases (PROBE-SWE, Figures 12 to 14)."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.depth.cells import Cells
from probe.analysis.depth.tiers import TIERS
from probe.analysis.figures.charts import heat_map, legend_below, look, percent_axis, short_names, spread
from probe.analysis.figures.style import GRID, MUTED, Picture, canvas
from probe.analysis.tables import ColumnSpec, Heading, Table, columns_of, make_table, percent


class SubjectTier(NamedTuple):
    """A subject's mean over biases in one tier, beside its mean over biases and all tiers."""

    subject: Annotated[str, Heading("subject")]
    tier: int
    label: Annotated[str, Heading("tier", key="tier")]
    biases: Annotated[int, Heading("biases in it", "count")]
    mean: Annotated[float | None, Heading("mean over biases", "share", key="sensitivity")]
    baseline: Annotated[float | None, Heading("mean over biases, all tiers", "share")]

    @property
    def deviation(self) -> float | None:
        """The tier's mean minus the baseline."""
        return None if self.mean is None or self.baseline is None else self.mean - self.baseline


class FiveNumbers(NamedTuple):
    """A five-number summary."""

    minimum: float
    lower_quartile: float
    median: float
    upper_quartile: float
    maximum: float


class TierSpread(NamedTuple):
    """The flip rates of all subjects and biases in one tier; the summary is None without any."""

    tier: str
    cells: int
    summary: FiveNumbers | None


BY_SUBJECT = (*columns_of(SubjectTier), ColumnSpec("deviation", "minus baseline", "points"))

DISTRIBUTIONS = (
    ColumnSpec("tier", "tier"),
    ColumnSpec("cells", "subjects × biases", "count"),
    *(ColumnSpec(name, name.replace("_", " "), "share", f"summary.{name}") for name in FiveNumbers._fields),
)


def subjects_by_tier(cells: Cells) -> tuple[SubjectTier, ...]:
    """Return each subject's mean over biases in each tier."""
    return tuple(
        SubjectTier(
            subject,
            tier,
            cells.tiers.label(tier),
            sum(cells.get(subject, bias, tier) is not None for bias in cells.biases),
            cells.mean_rate(subject, tier),
            cells.mean_rate(subject),
        )
        for subject in cells.subjects
        for tier in range(len(TIERS))
    )


def subjects_table(rows: Sequence[SubjectTier]) -> Table:
    """Return the means by subject as a table."""
    notes = (
        "Each bias counts equally (as in the paper), however few of its dilemmas are in the tier: a tier's mean may "
        "differ because of the biases in it, not because of depth. Deviations over a subset of the biases mix both.",
    )
    return make_table("subject_by_tier", "Subjects by tier", BY_SUBJECT, rows, notes=notes, gap="no dilemma")


def distributions(cells: Cells) -> tuple[TierSpread, ...]:
    """Return the five-number summary, over subjects and biases, of the flip rates in each tier."""
    rows = []
    for tier in range(len(TIERS)):
        rates = _rates(cells, tier)
        summary = FiveNumbers(*np.percentile(rates, (0, 25, 50, 75, 100)).tolist()) if rates else None
        rows.append(TierSpread(cells.tiers.label(tier), len(rates), summary))
    return tuple(rows)


def distributions_table(rows: Sequence[TierSpread]) -> Table:
    """Return the summaries as a table."""
    notes = ("Each subject and bias is one point, whatever its number of dilemmas.",)
    return make_table("distributions", "Spread within tiers", DISTRIBUTIONS, rows, notes=notes, gap="no dilemma")


def _rates(cells: Cells, tier: int) -> list[float]:
    found = (cells.get(subject, bias, tier) for subject in cells.subjects for bias in cells.biases)
    return [cell.rate for cell in found if cell]


def heat_picture(rows: Sequence[SubjectTier]) -> Picture:
    """Draw the means as a heat map, one line per subject and one column per tier."""
    measured = [(row, row.mean) for row in rows if row.mean is not None]
    alt = "Heat map of the mean flip rate by subject and tier."
    if measured:
        ends = (pick(measured, key=lambda each: each[1]) for pick in (max, min))
        top, least = (f"{row.subject}, {row.label}, {percent(mean)}" for row, mean in ends)
        alt += f" Highest: {top}. Lowest: {least}."
    caption = "Mean flip rate in percent, each bias counted equally; – marks a tier without a dilemma."
    return Picture("heat_map", "Sensitivity by subject and tier", alt, caption, lambda: _draw_heat(rows))


def _draw_heat(rows: Sequence[SubjectTier]) -> Figure:
    names = list(short_names(list(dict.fromkeys(row.subject for row in rows))).values())
    values = np.array([row.mean for row in rows], dtype=np.float64)
    return heat_map(values.reshape(len(names), len(TIERS)), names, TIERS)


def deviation_picture(rows: Sequence[SubjectTier]) -> Picture:
    """Draw each subject's deviation from its baseline over the tiers."""
    listed = "; ".join(
        f"{row.subject} {100 * row.deviation:+.1f}"
        for row in rows
        if row.tier == len(TIERS) - 1 and row.deviation is not None
    )
    alt = f"Lines of the deviation from each subject's mean over the tiers. At the high tier, in points: {listed}."
    caption = "Zero is the subject's own mean over biases and tiers."
    return Picture("deviations", "Deviation from the baseline by tier", alt, caption, lambda: _draw_deviations(rows))


def _draw_deviations(rows: Sequence[SubjectTier]) -> Figure:
    names = short_names(list(dict.fromkeys(row.subject for row in rows)))
    values = np.array([row.deviation for row in rows], dtype=np.float64).reshape(len(names), len(TIERS))
    figure, grid = canvas(2.9)
    axes = grid[0, 0]
    for position, name in enumerate(names.values()):
        axes.plot(np.arange(len(TIERS)), values[position], label=name, markersize=5, **look(position))
    axes.axhline(0, color=MUTED, linewidth=0.8)
    axes.set_xticks(range(len(TIERS)), TIERS)
    axes.set_ylabel("points")
    axes.grid(axis="y")
    percent_axis(axes.yaxis, signed=True)
    legend_below(figure, axes)
    return figure


def box_picture(cells: Cells) -> Picture:
    """Draw boxes by tier with every subject and bias as a point."""
    medians = [
        f"{name} {percent(float(np.median(rates)))}"
        for tier, name in enumerate(TIERS)
        if (rates := _rates(cells, tier))
    ]
    alt = f"Box plots of the flip rate by tier, a point for each subject and bias. Medians: {', '.join(medians)}."
    caption = "Boxes: quartiles and median; points: one bias of one subject."
    return Picture("distributions", "Spread of sensitivity within tiers", alt, caption, lambda: _draw_boxes(cells))


def _draw_boxes(cells: Cells) -> Figure:
    figure, grid = canvas(3.4)
    axes, names = grid[0, 0], short_names(cells.subjects)
    tiers = [tier for tier in range(len(TIERS)) if _rates(cells, tier)]
    line = {"color": MUTED}
    axes.boxplot(
        [_rates(cells, tier) for tier in tiers], positions=tiers, widths=0.6, showfliers=False, patch_artist=True,
        boxprops={"facecolor": GRID, "edgecolor": MUTED}, medianprops=line, whiskerprops=line, capprops=line,
    )  # fmt: skip
    for position, (subject, offset) in enumerate(zip(cells.subjects, spread(len(cells.subjects), 0.48), strict=True)):
        found = [
            (tier, cell.rate) for tier in tiers for bias in cells.biases if (cell := cells.get(subject, bias, tier))
        ]
        style = look(position) | {"linestyle": "none"}
        places, rates = [tier + offset for tier, _ in found], [rate for _, rate in found]
        axes.plot(places, rates, label=names[subject], markersize=4, alpha=0.85, **style)
    axes.set_xticks(range(len(TIERS)), TIERS)
    axes.set_ylim(bottom=0)
    axes.grid(axis="y")
    percent_axis(axes.yaxis)
    legend_below(figure, axes)
    return figure
