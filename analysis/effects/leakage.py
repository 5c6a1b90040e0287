"""Own dilemmas against others': whether a subject is less sensitive to what it wrote itself (preference leakage)."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.figures.charts import Point, Series, forest, short_names
from probe.analysis.figures.style import Picture
from probe.analysis.scores import Floats, Mask, Scores, equal
from probe.analysis.statistics.differences import MINIMUM, Difference, welch
from probe.analysis.tables import ColumnSpec, Gap, Table, make_table, points


class Leakage(NamedTuple):
    """A subject on its own and on others' dilemmas.

    ``adjusted`` subtracts from each dilemma's share what the other subjects show on it, so that an author whose
    dilemmas are hard for everyone is not mistaken for a leak.
    """

    subject: str
    own_dilemmas: int
    other_dilemmas: int
    own: float | Gap
    others: float | Gap
    plain: Difference | Gap
    adjusted: Difference | Gap


COLUMNS = (
    ColumnSpec("subject", "subject"),
    ColumnSpec("own_dilemmas", "own dilemmas", "count"),
    ColumnSpec("other_dilemmas", "others' dilemmas", "count"),
    ColumnSpec("own", "flip rate, own", "share"),
    ColumnSpec("others", "flip rate, others'", "share"),
    ColumnSpec("difference", "own − others'", "points", "plain.estimate"),
    ColumnSpec("low", "low", "points", "plain.low"),
    ColumnSpec("high", "high", "points", "plain.high"),
    ColumnSpec("p", "Welch, p", "p", "plain.p", "no spread"),
    ColumnSpec("adjusted", "minus the other subjects", "points", "adjusted.estimate"),
    ColumnSpec("adjusted_low", "low", "points", "adjusted.low"),
    ColumnSpec("adjusted_high", "high", "points", "adjusted.high"),
    ColumnSpec("adjusted_p", "Welch, p", "p", "adjusted.p", "no spread"),
)


def model_name(name: str) -> str:
    """Return a model's bare name: ``openai/gpt-4o-mini?x=1`` and the imported ``gpt-4o-mini`` are the same model."""
    return name.partition("?")[0].rsplit("/", 1)[-1].strip().lower()


def leakage(scores: Scores) -> tuple[Leakage, ...]:
    """Return, for each subject, its flip rate on its own and on others' dilemmas, and their difference."""
    used = scores.where(scores.readable > 0)
    excess = _excess(used)
    authors = np.array([model_name(str(author)) for author in used.author], dtype=object)
    rows = []
    for subject in dict.fromkeys(used.subject):
        mine = equal(used.subject, str(subject))
        own = mine & equal(authors, model_name(str(subject)))
        rows.append(_row(str(subject), used, excess, own, mine & ~own))
    return tuple(rows)


def _excess(used: Scores) -> Floats:
    """Return each share minus the mean share of the other subjects on that dilemma; NaN where there are no others."""
    shares = used.share("flips")
    codes = np.unique(used.pair_id.astype(str), return_inverse=True)[1]
    counts, sums = np.bincount(codes)[codes], np.bincount(codes, weights=shares)[codes]
    others: Floats = np.divide(sums - shares, counts - 1, out=np.full(len(shares), np.nan), where=counts > 1)
    excess: Floats = shares - others
    return excess


def _row(subject: str, used: Scores, excess: Floats, own: Mask, others: Mask) -> Leakage:
    counts = int(own.sum()), int(others.sum())
    if 0 in counts:
        gap = Gap(reason="wrote none of these dilemmas" if not counts[0] else "answered its own dilemmas only")
        return Leakage(subject, *counts, gap, gap, gap, gap)
    rates = used.where(own).rate("flips"), used.where(others).rate("flips")
    few = Gap(reason=f"fewer than {MINIMUM} dilemmas")
    plain = _difference(used.share("flips"), own, others, few)
    known = ~np.isnan(excess)
    alone = Gap(reason="no other subject answered them")
    adjusted = few if isinstance(plain, Gap) else _difference(excess, own & known, others & known, alone)
    return Leakage(subject, *counts, *rates, plain, adjusted)


def _difference(values: Floats, own: Mask, others: Mask, gap: Gap) -> Difference | Gap:
    if min(own.sum(), others.sum()) < MINIMUM:
        return gap
    return welch(values[own], values[others]) or gap


def table(rows: Sequence[Leakage]) -> Table:
    """Return the rows as a table."""
    notes = (
        "The plain difference includes how hard an author's dilemmas are for everyone; the adjusted one does not.",
    )
    return make_table("leakage", "Own dilemmas against others'", COLUMNS, rows, notes=notes)


def picture(rows: Sequence[Leakage]) -> Picture:
    """Draw plain and adjusted differences, one line per subject that wrote dilemmas."""
    measured = [row for row in rows if not isinstance(row.plain, Gap)]
    listed = "; ".join(f"{row.subject} {points(row.plain.estimate)}" for row in rows if not isinstance(row.plain, Gap))
    alt = f"Flip rate on own minus others' dilemmas, in points with 95 % intervals: {listed or 'none measured'}."
    caption = "Left of zero: less sensitive to its own dilemmas."
    return Picture("leakage", "Own dilemmas against others'", alt, caption, lambda: _draw(measured))


def _draw(rows: Sequence[Leakage]) -> Figure:
    several = (
        Series("plain", [Point.of_difference(row.plain) for row in rows]),
        Series("minus the other subjects", [Point.of_difference(row.adjusted) for row in rows]),
    )
    return forest(list(short_names([row.subject for row in rows]).values()), several, xlabel="own − others' (points)")
