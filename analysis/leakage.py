"""Own dilemmas against others': whether a subject is less sensitive to what it wrote itself (preference leakage)."""

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.drawing import INK, Picture, canvas, legend_below, percent_axis, series, short_names, whiskers
from probe.analysis.scores import Floats, Mask, Scores, equal
from probe.analysis.statistics.differences import MINIMUM, welch
from probe.analysis.tables import Gap, Kind, Row, Table, make_table, number, numbers

COLUMNS: tuple[tuple[str, str, Kind], ...] = (
    ("subject", "subject", "text"),
    ("own_dilemmas", "own dilemmas", "count"),
    ("other_dilemmas", "others' dilemmas", "count"),
    ("own", "raw flips, own", "share"),
    ("others", "raw flips, others'", "share"),
    ("difference", "own − others'", "points"),
    ("low", "low", "points"),
    ("high", "high", "points"),
    ("p", "Welch, p", "p"),
    ("adjusted", "less the other subjects", "points"),
    ("adjusted_low", "low", "points"),
    ("adjusted_high", "high", "points"),
    ("adjusted_p", "Welch, p", "p"),
)


def model_name(name: str) -> str:
    """Return a model's bare name: ``openai/gpt-4o-mini?x=1`` and the imported ``gpt-4o-mini`` are one."""
    return name.partition("?")[0].rsplit("/", 1)[-1].strip().lower()


def leakage(scores: Scores) -> Table:
    """Return, for each subject that wrote dilemmas, its sensitivity on its own and on others' dilemmas.

    The adjusted difference takes from each dilemma's share what the other subjects show on the same dilemma, so that
    a hard author is not taken for a leak.
    """
    used = scores.where(scores.readable > 0)
    excess = _excess(used)
    rows: list[Row] = []
    for subject in dict.fromkeys(used.subject):
        mine = equal(used.subject, str(subject))
        own = mine & (np.array([model_name(str(author)) for author in used.author]) == model_name(str(subject)))
        rows.append({"subject": subject} | _row(used, excess, own, mine & ~own))
    notes = (
        "The plain difference mixes in how hard an author's dilemmas are for everybody; the adjusted one does not.",
    )
    return make_table("leakage", "Own dilemmas against others'", COLUMNS, rows, notes=notes)


def _excess(used: Scores) -> Floats:
    """Return each share less the mean share of the other subjects on that dilemma; not-a-number without others."""
    shares = used.share("flips")
    codes = np.unique(used.pair_id.astype(str), return_inverse=True)[1]
    counts, sums = np.bincount(codes)[codes], np.bincount(codes, weights=shares)[codes]
    others: Floats = np.divide(sums - shares, counts - 1, out=np.full(len(shares), np.nan), where=counts > 1)
    excess: Floats = shares - others
    return excess


def _row(used: Scores, excess: Floats, own: Mask, others: Mask) -> Row:
    row: Row = {"own_dilemmas": int(own.sum()), "other_dilemmas": int(others.sum())}
    keys = [key for key, _, _ in COLUMNS[3:]]
    if not own.any() or not others.any():
        gap = Gap(reason="wrote none of these dilemmas" if not own.any() else "answered its own dilemmas only")
        return row | dict.fromkeys(keys, gap)
    row |= {"own": used.where(own).rate("flips"), "others": used.where(others).rate("flips")}
    if min(own.sum(), others.sum()) < MINIMUM:
        return row | dict.fromkeys(keys[2:], Gap(reason=f"fewer than {MINIMUM} dilemmas"))
    row |= _difference(used.share("flips"), own, others, ("difference", "low", "high", "p"))
    known = ~np.isnan(excess)
    names = ("adjusted", "adjusted_low", "adjusted_high", "adjusted_p")
    if min((own & known).sum(), (others & known).sum()) < MINIMUM:
        return row | dict.fromkeys(names, Gap(reason="no other subject answered them"))
    return row | _difference(excess, own & known, others & known, names)


def _difference(values: Floats, own: Mask, others: Mask, names: tuple[str, str, str, str]) -> Row:
    found = welch(values[own], values[others])
    if found is None:
        return {}
    p = Gap(reason="no spread") if found.p is None else found.p
    return dict(zip(names, (found.estimate, found.low, found.high, p), strict=True))


def picture(table: Table) -> Picture:
    """Draw plain and adjusted differences, a line a subject that wrote dilemmas."""
    known = [row for row in table.rows if number(row["difference"]) is not None]
    told = "; ".join(f"{row['subject']} {100 * (number(row['difference']) or 0):+.1f}" for row in known)
    alt = f"Sensitivity on own less others' dilemmas, in points with 95 % intervals: {told or 'none to show'}."
    caption = "Left of zero: less sensitive to its own dilemmas."
    return Picture("leakage", "Own dilemmas against others'", alt, caption, lambda: _draw(table))


def _draw(table: Table) -> Figure:
    rows = [row for row in table.rows if number(row["difference"]) is not None]
    names = short_names([str(row["subject"]) for row in rows])
    figure, grid = canvas(0.45 * len(rows) + 1.0)
    axes = grid[0, 0]
    places = np.arange(len(rows), dtype=float)
    variants = (
        ("plain", "difference", "low", "high"),
        ("less the other subjects", "adjusted", "adjusted_low", "adjusted_high"),
    )
    for position, (label, *keys) in enumerate(variants):
        values = [numbers(rows, key) for key in keys]
        whiskers(axes, places + 0.28 * (position - 0.5), values, label=label, **series(position))
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.set_yticks(places, [names[str(row["subject"])] for row in rows])
    axes.invert_yaxis()
    axes.grid(axis="x")
    axes.set_xlabel("own − others' (points)")
    percent_axis(axes.xaxis, signed=True)
    legend_below(figure, axes)
    return figure
