"""High against low tier: the published tests, and tests with the dilemma as the unit (PROBE-SWE, Figure 11)."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.depth.cells import UNKNOWN, Cells, TierCell
from probe.analysis.figures.charts import Point, Series, forest
from probe.analysis.figures.style import Picture
from probe.analysis.scores import Floats
from probe.analysis.statistics.differences import (
    MINIMUM,
    Difference,
    holm_or_gap,
    p_value,
    paired_t,
    two_groups,
    two_proportions,
)
from probe.analysis.tables import ColumnSpec, Gap, Table, make_table

LOW, HIGH = 0, 3


class Contrast(NamedTuple):
    """High minus low tier, over runs (as published) and over dilemmas; Holm's p is over the family of biases."""

    low_dilemmas: int | Gap
    high_dilemmas: int | Gap
    over_runs: Difference | Gap
    over_dilemmas: Difference | Gap
    holm_p: float | Gap


class SubjectContrast(NamedTuple):
    """One subject on one bias."""

    subject: str
    bias: str
    contrast: Contrast


class HighLow(NamedTuple):
    """One bias over all subjects: its mean flip rate, the paired difference over subjects, and the pooled contrast."""

    bias: str
    mean: float | Gap
    subjects: int
    paired: Difference | Gap
    contrast: Contrast


_CONTRAST = (
    ColumnSpec("low_dilemmas", "dilemmas, low", "count", "contrast.low_dilemmas"),
    ColumnSpec("high_dilemmas", "dilemmas, high", "count", "contrast.high_dilemmas"),
    ColumnSpec("runs_difference", "over runs", "points", "contrast.over_runs.estimate"),
    ColumnSpec("newcombe_low", "Newcombe low", "points", "contrast.over_runs.low"),
    ColumnSpec("newcombe_high", "Newcombe high", "points", "contrast.over_runs.high"),
    ColumnSpec("z_p", "one-sided z, p", "p", "contrast.over_runs.p", "no run, or every run, flipped"),
    ColumnSpec("difference", "over dilemmas", "points", "contrast.over_dilemmas.estimate"),
    ColumnSpec("low", "low", "points", "contrast.over_dilemmas.low"),
    ColumnSpec("high", "high", "points", "contrast.over_dilemmas.high"),
    ColumnSpec("p", "Welch, p", "p", "contrast.over_dilemmas.p", "no spread"),
    ColumnSpec("holm_p", "Holm, p", "p", "contrast.holm_p"),
)
BY_SUBJECT = (ColumnSpec("subject", "subject"), ColumnSpec("bias", "bias"), *_CONTRAST)
OVER_SUBJECTS = (
    ColumnSpec("bias", "bias"),
    ColumnSpec("mean", "mean flip rate", "share"),
    ColumnSpec("subjects", "subjects", "count"),
    ColumnSpec("paired_difference", "paired over subjects", "hundredths", "paired.estimate"),
    ColumnSpec("paired_low", "t low", "points", "paired.low"),
    ColumnSpec("paired_high", "t high", "points", "paired.high"),
    ColumnSpec("paired_p", "paired t, p", "p", "paired.p", "no spread"),
    *_CONTRAST,
)

NOTES = (
    "Over runs: the paper's Appendix E, which treats runs as independent. Runs of one dilemma repeat each other, so "
    "the intervals are too narrow and p is too small.",
    "Paired over subjects: a t-test of the subjects' own differences, which gives the figures published in section 7. "
    "It is about further subjects on these same dilemmas, not about further dilemmas.",
    "Over dilemmas: each dilemma contributes one share (averaged over subjects); Newcombe's interval from Wilson's "
    "at the effective number of dilemmas, and Welch's test; Holm over the biases.",
)

_FEW = Gap(reason=f"fewer than {MINIMUM} dilemmas in a tier")
_EMPTY = Gap(reason="no dilemma in a tier")
_ALONE = Gap(reason="fewer than two subjects with both tiers")


def high_low_by_subject(cells: Cells) -> tuple[SubjectContrast, ...]:
    """Return, for each subject and bias, high minus low tier with its tests; Holm over a subject's biases."""
    rows: list[SubjectContrast] = []
    for subject in cells.subjects:
        found = []
        for bias in cells.biases:
            low, high = cells.get(subject, bias, LOW), cells.get(subject, bias, HIGH)
            found.append(_contrast([low] if low else [], [high] if high else []))
        rows += map(SubjectContrast, [subject] * len(found), cells.biases, _with_holm(found))
    return tuple(rows)


def high_low(cells: Cells) -> tuple[HighLow, ...]:
    """Return, for each bias, high minus low tier over all subjects: paired by subject, over runs, over dilemmas."""
    rows, contrasts = [], []
    for bias in cells.biases:
        tiers = [(cells.get(s, bias, LOW), cells.get(s, bias, HIGH)) for s in cells.subjects]
        both = [(low, high) for low, high in tiers if low and high]
        lows, highs = [low for low, _ in both], [high for _, high in both]
        paired = paired_t([cell.rate for cell in highs], [cell.rate for cell in lows]) or _ALONE
        means = [cell.rate for s in cells.subjects if (cell := cells.get(s, bias))]
        contrasts.append(_contrast(lows, highs))
        rows.append(HighLow(bias, float(np.mean(means)) if means else _EMPTY, len(both), paired, contrasts[-1]))
    adjusted = _with_holm(contrasts)
    return tuple(row._replace(contrast=contrast) for row, contrast in zip(rows, adjusted, strict=True))


def _with_holm(contrasts: Sequence[Contrast]) -> list[Contrast]:
    adjusted = holm_or_gap([p_value(each.over_dilemmas, "no spread") for each in contrasts])
    return [each._replace(holm_p=p) for each, p in zip(contrasts, adjusted, strict=True)]


def _contrast(lows: Sequence[TierCell], highs: Sequence[TierCell]) -> Contrast:
    published = any(cell.shares is None for cell in (*lows, *highs))
    low, high = _averaged(lows), _averaged(highs)
    low_count, high_count = _dilemmas(lows), _dilemmas(highs)
    if not lows or not highs:
        return Contrast(low_count, high_count, _EMPTY, _EMPTY, _EMPTY)
    over_runs = two_proportions(
        (sum(cell.flips for cell in highs), sum(cell.runs for cell in highs)),
        (sum(cell.flips for cell in lows), sum(cell.runs for cell in lows)),
    )
    if published:
        return Contrast(low_count, high_count, over_runs, UNKNOWN, UNKNOWN)
    tested = two_groups(high, low) if min(len(low), len(high)) >= MINIMUM else None
    return Contrast(low_count, high_count, over_runs, tested or _FEW, _FEW)


def _dilemmas(cells: Sequence[TierCell]) -> int | Gap:
    return UNKNOWN if any(cell.shares is None for cell in cells) else len(_averaged(cells))


def _averaged(cells: Sequence[TierCell]) -> Floats:
    """Return each dilemma's share, averaged over the subjects that answered it."""
    shares: dict[str, list[float]] = {}
    for cell in cells:
        if cell.shares is not None:
            for pair_id, share in zip(cell.pair_ids, cell.shares, strict=True):
                shares.setdefault(pair_id, []).append(float(share))
    return np.array([np.mean(values) for values in shares.values()])


def table(rows: Sequence[HighLow]) -> Table:
    """Return the contrasts over subjects as a table."""
    return make_table("high_low", "High against low tier", OVER_SUBJECTS, rows, notes=NOTES)


def table_by_subject(rows: Sequence[SubjectContrast]) -> Table:
    """Return the contrasts by subject as a table."""
    return make_table("high_low_by_subject", "High against low tier by subject", BY_SUBJECT, rows, notes=NOTES)


def picture(rows: Sequence[HighLow]) -> Picture:
    """Draw the differences with their intervals, one line per bias."""
    described = []
    for row in rows:
        found = row.contrast.over_runs if isinstance(row.paired, Gap) else row.paired
        if not isinstance(found, Gap):
            described.append(f"{row.bias} {100 * found.estimate:+.1f}")
    listed = "; ".join(described) or "none measured"
    alt = f"Differences of the flip rate, high minus low tier, in points with 95 % intervals: {listed}."
    caption = (
        "Right of zero: more flips in complex dilemmas. Three intervals that differ in what they take as the unit."
    )
    return Picture("high_low", "High against low tier", alt, caption, lambda: _draw(rows))


def _draw(rows: Sequence[HighLow]) -> Figure:
    several = (
        Series("paired over subjects", [Point.of_difference(row.paired) for row in rows]),
        Series("over dilemmas", [Point.of_difference(row.contrast.over_dilemmas) for row in rows]),
        Series("over runs (Newcombe)", [Point.of_difference(row.contrast.over_runs) for row in rows]),
    )
    return forest([row.bias for row in rows], several, xlabel="flip rate, high minus low tier (points)")
