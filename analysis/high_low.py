"""High against low tier: the published tests and those with the dilemma as the unit (PROBE-SWE, Figure 11)."""

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.cells import Cells, TierCell
from probe.analysis.drawing import INK, Picture, canvas, legend_below, percent_axis, series, whiskers
from probe.analysis.scores import Floats
from probe.analysis.statistics.differences import MINIMUM, Difference, holm, paired_t, two_groups, two_proportions
from probe.analysis.tables import Gap, Kind, Row, Table, make_table, number, numbers

LOW, HIGH = 0, 3

_MEASURED: tuple[tuple[str, str, Kind], ...] = (
    ("low_dilemmas", "dilemmas, low", "count"),
    ("high_dilemmas", "dilemmas, high", "count"),
)
_RUNS: tuple[tuple[str, str, Kind], ...] = (
    ("runs_difference", "over runs", "points"),
    ("newcombe_low", "Newcombe low", "points"),
    ("newcombe_high", "Newcombe high", "points"),
    ("z_p", "one-sided z, p", "p"),
)
_DILEMMAS: tuple[tuple[str, str, Kind], ...] = (
    ("difference", "over dilemmas", "points"),
    ("low", "low", "points"),
    ("high", "high", "points"),
    ("p", "Welch, p", "p"),
    ("holm_p", "Holm, p", "p"),
)
BY_SUBJECT: tuple[tuple[str, str, Kind], ...] = (
    ("subject", "subject", "text"),
    ("bias", "bias", "text"),
    *_MEASURED,
    *_RUNS,
    *_DILEMMAS,
)
OVER_SUBJECTS: tuple[tuple[str, str, Kind], ...] = (
    ("bias", "bias", "text"),
    ("mean", "mean sensitivity", "share"),
    ("subjects", "subjects", "count"),
    ("paired_difference", "paired over subjects", "hundredths"),
    ("paired_low", "t low", "points"),
    ("paired_high", "t high", "points"),
    ("paired_p", "paired t, p", "p"),
    *_MEASURED,
    *_RUNS,
    *_DILEMMAS,
)

NOTES = (
    "Over runs: the paper's Appendix E, runs taken for independent. They repeat each other within a dilemma, so that "
    "its intervals are too narrow and its p too small.",
    "Paired over subjects: a t-test of the subjects' own differences, which gives the figures published in section 7. "
    "It speaks of further subjects on these same dilemmas, not of further dilemmas.",
    "Over dilemmas: each dilemma brings one share (averaged over subjects), Newcombe's interval from Wilson's "
    "at the effective number of dilemmas and Welch's test; Holm over the biases.",
)

_UNKNOWN = Gap(reason="only shares of runs were published")
_SMALL = Gap(reason=f"fewer than {MINIMUM} dilemmas in a tier")
_EMPTY = Gap(reason="no dilemma in a tier")


def high_low_by_subject(cells: Cells) -> Table:
    """Return, for each subject and bias, high less low tier with its tests; Holm over a subject's biases."""
    rows: list[Row] = []
    for subject in cells.subjects:
        part = []
        for bias in cells.biases:
            low, high = cells.get(subject, bias, LOW), cells.get(subject, bias, HIGH)
            lows, highs = [low] if low else [], [high] if high else []
            part.append({"subject": subject, "bias": bias} | _compared(lows, highs))
        rows += _with_holm(part)
    return make_table("high_low_by_subject", "High against low tier by subject", BY_SUBJECT, rows, notes=NOTES)


def high_low(cells: Cells) -> Table:
    """Return, for each bias, high less low tier over all subjects: paired by subject, over runs, over dilemmas."""
    rows: list[Row] = []
    for bias in cells.biases:
        pairs = [(cells.get(s, bias, LOW), cells.get(s, bias, HIGH)) for s in cells.subjects]
        both = [(low, high) for low, high in pairs if low and high]
        lows, highs = [low for low, _ in both], [high for _, high in both]
        paired = paired_t([cell.rate for cell in highs], [cell.rate for cell in lows])
        means = [cell.rate for s in cells.subjects if (cell := cells.get(s, bias))]
        row: Row = {"bias": bias, "mean": float(np.mean(means)) if means else _EMPTY, "subjects": len(both)}
        few = Gap(reason="fewer than two subjects with both tiers")
        rows.append(row | _named(paired, "paired_", few, "paired_difference") | _compared(lows, highs))
    return make_table("high_low", "High against low tier", OVER_SUBJECTS, _with_holm(rows), notes=NOTES)


def _compared(lows: Sequence[TierCell], highs: Sequence[TierCell]) -> Row:
    if not lows or not highs:
        counts = {"low_dilemmas": 0, "high_dilemmas": 0}
        return {key: _EMPTY for key, _, _ in (*_RUNS, *_DILEMMAS)} | {
            key: len(_averaged(cells)) if all(cell.shares is not None for cell in cells) else _UNKNOWN
            for key, cells in zip(counts, (lows, highs), strict=True)
        }
    over_runs = two_proportions(
        (sum(cell.flips for cell in highs), sum(cell.runs for cell in highs)),
        (sum(cell.flips for cell in lows), sum(cell.runs for cell in lows)),
    )
    flat = Gap(reason="no run, or every run, flipped")
    row: Row = {"runs_difference": over_runs.estimate, "newcombe_low": over_runs.low, "newcombe_high": over_runs.high}
    row["z_p"] = flat if over_runs.p is None else over_runs.p
    if any(cell.shares is None for cell in (*lows, *highs)):
        return row | {key: _UNKNOWN for key, _, _ in (*_MEASURED, *_DILEMMAS)}
    low, high = _averaged(lows), _averaged(highs)
    row |= {"low_dilemmas": len(low), "high_dilemmas": len(high)}
    tested = two_groups(high, low) if min(len(low), len(high)) >= MINIMUM else None
    return row | _named(tested, "", _SMALL, "difference")


def _averaged(cells: Sequence[TierCell]) -> Floats:
    """Return each dilemma's share, averaged over the subjects that answered it."""
    shares: dict[str, list[float]] = {}
    for cell in cells:
        if cell.shares is not None:
            for pair_id, share in zip(cell.pair_ids, cell.shares, strict=True):
                shares.setdefault(pair_id, []).append(float(share))
    return np.array([np.mean(values) for values in shares.values()])


def _named(found: Difference | None, prefix: str, gap: Gap, estimate: str) -> Row:
    if found is None:
        return {estimate: gap, f"{prefix}low": gap, f"{prefix}high": gap, f"{prefix}p": gap}
    p = Gap(reason="no spread") if found.p is None else found.p
    return {estimate: found.estimate, f"{prefix}low": found.low, f"{prefix}high": found.high, f"{prefix}p": p}


def _with_holm(rows: list[Row]) -> list[Row]:
    adjusted = holm([number(row["p"]) for row in rows])
    return [row | {"holm_p": row["p"] if p is None else p} for row, p in zip(rows, adjusted, strict=True)]


def picture(table: Table) -> Picture:
    """Draw the differences of ``high_low`` with their intervals, a line a bias."""
    told = "; ".join(
        f"{row['bias']} {100 * value:+.1f}"
        for row in table.rows
        if (value := number(row["paired_difference"]) or number(row["runs_difference"])) is not None
    )
    alt = f"Differences of sensitivity, high less low tier, in points with 95 % intervals: {told or 'none to show'}."
    caption = "Right of zero: more flips in complex dilemmas. Three intervals, by what they take for the unit."
    return Picture("high_low", "High against low tier", alt, caption, lambda: _draw(table))


def _draw(table: Table) -> Figure:
    figure, grid = canvas(0.42 * len(table.rows) + 1.3)
    axes = grid[0, 0]
    variants = (
        ("paired over subjects", "paired_difference", "paired_low", "paired_high"),
        ("over dilemmas", "difference", "low", "high"),
        ("over runs (Newcombe)", "runs_difference", "newcombe_low", "newcombe_high"),
    )
    places = np.arange(len(table.rows), dtype=float)
    for position, (label, *keys) in enumerate(variants):
        values = [numbers(table.rows, key) for key in keys]
        if not np.isnan(values[0]).all():
            whiskers(axes, places + 0.24 * (position - 1), values, label=label, **series(position))
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.set_yticks(places, [str(row["bias"]) for row in table.rows])
    axes.invert_yaxis()
    axes.grid(axis="x")
    percent_axis(axes.xaxis, signed=True)
    axes.set_xlabel("sensitivity, high less low tier (points)")
    legend_below(figure, axes)
    return figure
