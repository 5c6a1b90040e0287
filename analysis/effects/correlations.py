"""Whether the flip rate correlates with properties of a dilemma that should not matter (PROBE-SWE, Figure 8)."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.figure import Figure
from rapidfuzz.distance import Levenshtein
from scipy import stats

from probe.analysis.figures.charts import heat_map, short_names, signed
from probe.analysis.figures.style import Picture
from probe.analysis.scores import Floats, Scores
from probe.analysis.statistics.differences import MINIMUM, holm_or_gap
from probe.analysis.tables import ColumnSpec, Gap, Table, make_table
from probe.values import Pair


def _evidence(*path: str) -> Callable[[Pair], float | None]:
    """Return a function that reads one number in a pair's evidence, None where no stage measured it."""

    def read(pair: Pair) -> float | None:
        found: object = pair.evidence
        for key in path:
            found = found.get(key) if isinstance(found, dict) else None
        return float(found) if isinstance(found, (int, float)) else None

    return read


PROPERTIES: dict[str, Callable[[Pair], float | None]] = {
    "pair cosine": _evidence("pair_similarity", "cosine"),
    "pair Levenshtein similarity": lambda pair: Levenshtein.normalized_similarity(pair.unbiased, pair.biased),
    "decider's agreement": _evidence("decision", "agreement"),
    "round-trip cosine": _evidence("round_trip", "unbiased", "cosine"),
    "length, unbiased": lambda pair: len(pair.unbiased.split()),
    "length, biased": lambda pair: len(pair.biased.split()),
    "length difference": lambda pair: len(pair.biased.split()) - len(pair.unbiased.split()),
}
"""What the flip rate is correlated with: similarities from 0 to 1, lengths in words."""


class Correlation(NamedTuple):
    """Pearson's r with its interval and p, and Spearman's rho."""

    r: float
    low: float
    high: float
    p: float
    rho: float


class PropertyRow(NamedTuple):
    """One subject's flip rate and one property, over the dilemmas where the property was measured."""

    subject: str
    name: str
    dilemmas: int
    found: Correlation | Gap
    holm_p: float | Gap


COLUMNS = (
    ColumnSpec("subject", "subject"),
    ColumnSpec("property", "property of the dilemma", path="name"),
    ColumnSpec("dilemmas", "dilemmas", "count"),
    ColumnSpec("r", "Pearson r", "number", "found.r"),
    ColumnSpec("low", "low", "number", "found.low"),
    ColumnSpec("high", "high", "number", "found.high"),
    ColumnSpec("p", "p", "p", "found.p"),
    ColumnSpec("holm_p", "Holm, p", "p"),
    ColumnSpec("rho", "Spearman ρ", "number", "found.rho"),
)


def correlations(scores: Scores, pairs: Mapping[str, Pair]) -> tuple[PropertyRow, ...]:
    """Return, for each subject, the correlation over dilemmas of the share of flips with each property."""
    measured = {name: {key: read(pair) for key, pair in pairs.items()} for name, read in PROPERTIES.items()}
    rows: list[PropertyRow] = []
    for subject in map(str, dict.fromkeys(scores.subject)):
        part = scores.of(subject=subject)
        part = part.where(part.readable > 0)
        found = [_row(subject, name, part, values) for name, values in measured.items()]
        adjusted = holm_or_gap([row.holm_p for row in found])
        rows += [row._replace(holm_p=p) for row, p in zip(found, adjusted, strict=True)]
    return tuple(rows)


def _row(subject: str, name: str, part: Scores, values: Mapping[str, float | None]) -> PropertyRow:
    given = [values[str(pair_id)] for pair_id in part.pair_id]
    column: Floats = np.array([np.nan if value is None else value for value in given], dtype=np.float64)
    measured = ~np.isnan(column)
    found = _correlation(column[measured], part.share("flips")[measured])
    return PropertyRow(subject, name, int(measured.sum()), found, found if isinstance(found, Gap) else found.p)


def _correlation(column: Floats, shares: Floats) -> Correlation | Gap:
    if not len(column):
        return Gap(reason="not measured")
    if len(column) < MINIMUM:
        return Gap(reason=f"fewer than {MINIMUM} dilemmas")
    if np.ptp(column) == 0 or np.ptp(shares) == 0:
        return Gap(reason="no spread")
    pearson = stats.pearsonr(column, shares)
    interval = pearson.confidence_interval()
    rho = stats.spearmanr(column, shares).statistic
    values = (pearson.statistic, interval.low, interval.high, pearson.pvalue, rho)
    return Correlation(*(float(value) for value in values))


def table(rows: Sequence[PropertyRow]) -> Table:
    """Return the rows as a table."""
    notes = (
        "One point per dilemma: its share of flips. The published r takes each run as a point, which leaves r almost "
        "unchanged and makes p far too small.",
        "Holm's adjustment is over a subject's properties.",
    )
    return make_table("correlations", "Sensitivity and properties of the dilemma", COLUMNS, rows, notes=notes)


def picture(rows: Sequence[PropertyRow]) -> Picture:
    """Draw the correlations as a heat map, one line per subject and one column per property."""
    measured = [(row, row.found) for row in rows if not isinstance(row.found, Gap)]
    alt = "Heat map of Pearson correlations between a dilemma's share of flips and its properties."
    if measured:
        row, found = max(measured, key=lambda each: abs(each[1].r))
        alt += f" Largest: {row.name} for {row.subject}, r = {found.r:.2f}."
    caption = "Pearson r over dilemmas; – where nothing was measured."
    return Picture("correlations", "Sensitivity and properties of the dilemma", alt, caption, lambda: _draw(rows))


def _draw(rows: Sequence[PropertyRow]) -> Figure:
    names = list(short_names(list(dict.fromkeys(row.subject for row in rows))).values())
    values = np.array([np.nan if isinstance(row.found, Gap) else row.found.r for row in rows])
    limit = max(0.25, float(np.nanmax(np.abs(values))) if not np.isnan(values).all() else 0.25)
    return heat_map(
        values.reshape(len(names), len(PROPERTIES)),
        names,
        list(PROPERTIES),
        form=lambda value: signed(value, 2),
        diverging=True,
        limit=limit,
    )
