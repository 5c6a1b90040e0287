"""Whether sensitivity goes with properties of a dilemma that should not matter (PROBE-SWE, section 8, Figure 8)."""

from collections.abc import Callable, Mapping

import numpy as np
from matplotlib.figure import Figure
from rapidfuzz.distance import Levenshtein
from scipy import stats

from probe.analysis.drawing import Picture, canvas, heat, label_room, short_names, signed, wrapped
from probe.analysis.scores import Floats, Scores
from probe.analysis.statistics.differences import MINIMUM, holm
from probe.analysis.tables import Gap, Kind, Row, Table, make_table, number, numbers
from probe.values import Pair


def _evidence(*path: str) -> Callable[[Pair], float | None]:
    """Return a reader of one number in a pair's evidence, None where no stage measured it."""

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
"""What is correlated: similarities from 0 to 1, lengths in words."""

COLUMNS: tuple[tuple[str, str, Kind], ...] = (
    ("subject", "subject", "text"),
    ("property", "property of the dilemma", "text"),
    ("dilemmas", "dilemmas", "count"),
    ("r", "Pearson r", "number"),
    ("low", "low", "number"),
    ("high", "high", "number"),
    ("p", "p", "p"),
    ("holm_p", "Holm, p", "p"),
    ("rho", "Spearman ρ", "number"),
)


def correlations(scores: Scores, pairs: Mapping[str, Pair]) -> Table:
    """Return, for each subject, the correlation over dilemmas of the share of flips with each property."""
    measured = {name: {key: read(pair) for key, pair in pairs.items()} for name, read in PROPERTIES.items()}
    rows: list[Row] = []
    for subject in dict.fromkeys(scores.subject):
        part = scores.of(subject=str(subject))
        part = part.where(part.readable > 0)
        found = [{"subject": subject, "property": name} | _row(part, values) for name, values in measured.items()]
        adjusted = holm([number(row["p"]) for row in found])
        rows += [row | {"holm_p": row["p"] if p is None else p} for row, p in zip(found, adjusted, strict=True)]
    notes = (
        "One point a dilemma: its share of flips. The published r took each run for a point, which leaves r almost as "
        "it is and makes p far too small.",
        "Holm's adjustment is over a subject's properties.",
    )
    return make_table("correlations", "Sensitivity and properties of the dilemma", COLUMNS, rows, notes=notes)


def _row(part: Scores, values: Mapping[str, float | None]) -> Row:
    given = [values[str(pair_id)] for pair_id in part.pair_id]
    column: Floats = np.array([np.nan if value is None else value for value in given], dtype=np.float64)
    known = ~np.isnan(column)
    row: Row = {"dilemmas": int(known.sum())}
    shares, column = part.share("flips")[known], column[known]
    reason = "not measured" if not known.any() else None
    if reason is None and known.sum() < MINIMUM:
        reason = f"fewer than {MINIMUM} dilemmas"
    elif reason is None and (np.ptp(column) == 0 or np.ptp(shares) == 0):
        reason = "no spread"
    if reason:
        return row | {key: Gap(reason=reason) for key in ("r", "low", "high", "p", "rho")}
    pearson = stats.pearsonr(column, shares)
    interval = pearson.confidence_interval()
    rho = float(stats.spearmanr(column, shares).statistic)
    found = {"r": pearson.statistic, "low": interval.low, "high": interval.high, "p": pearson.pvalue, "rho": rho}
    return row | {key: float(value) for key, value in found.items()}


def picture(table: Table) -> Picture:
    """Draw the correlations as a heat map, a line a subject, a column a property."""
    known = [row for row in table.rows if number(row["r"]) is not None]
    alt = "Heat map of Pearson correlations between a dilemma's share of flips and its properties."
    if known:
        top = max(known, key=lambda row: abs(number(row["r"]) or 0.0))
        alt += f" Largest: {top['property']} for {top['subject']}, r = {number(top['r']):.2f}."
    caption = "Pearson r over dilemmas; – where nothing was measured."
    return Picture("correlations", "Sensitivity and properties of the dilemma", alt, caption, lambda: _draw(table))


def _draw(table: Table) -> Figure:
    subjects = list(dict.fromkeys(str(row["subject"]) for row in table.rows))
    values = numbers(table.rows, "r").reshape(len(subjects), len(PROPERTIES))
    columns = [wrapped(name) for name in PROPERTIES]
    figure, grid = canvas(0.36 * len(subjects) + label_room(columns))
    names = short_names(subjects)
    limit = max(0.25, float(np.nanmax(np.abs(values))) if not np.isnan(values).all() else 0.25)
    lines = [names[subject] for subject in subjects]
    heat(grid[0, 0], values, lines, columns, form=lambda value: signed(value, 2), diverging=True, limit=limit)
    return figure
