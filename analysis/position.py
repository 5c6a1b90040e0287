"""Position preference: whether a subject takes what stands first, whatever it says."""

from collections.abc import Iterator, Sequence

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from probe.analysis.drawing import INK, Picture, canvas, legend_below, percent_axis, series, short_names, whiskers
from probe.analysis.sheet import UNPARSED, Sheet
from probe.analysis.statistics.intervals import RESAMPLES, bootstrap, strata_of, wilson
from probe.analysis.tables import Gap, Kind, Row, Table, make_table, number, numbers, shown
from probe.values import Arm

COLUMNS: tuple[tuple[str, str, Kind], ...] = (
    ("subject", "subject", "text"),
    ("arm", "arm", "text"),
    ("dilemmas", "dilemmas shown in both orders", "count"),
    ("first", "answers at the first place", "share"),
    ("first_low", "low", "share"),
    ("first_high", "high", "share"),
    ("changed", "majority changes with the order", "share"),
    ("shown_a", "answers “A” as shown, all runs", "share"),
    ("first_is_right", "first place right, all runs", "share"),
    ("kept_order", "runs in written order", "share"),
)

NOTES = (
    "50 % means no preference: each dilemma counts both of its orders equally, so that what is right cancels out.",
    "Where a dilemma was shown in one order only, a preference cannot be told from the answer: "
    "compare the last columns.",
)


def position(sheets: Sequence[Sheet], resamples: int = RESAMPLES) -> Table:
    """Return, for each subject and arm, how often the option at the first place was taken."""
    subjects = dict.fromkeys(sheet.subject for sheet in sheets)
    rows = [row for name in subjects for row in _rows([s for s in sheets if s.subject == name], resamples)]
    return make_table("position", "Position preference", COLUMNS, rows, notes=NOTES)


def _rows(sheets: Sequence[Sheet], resamples: int) -> Iterator[Row]:
    for arm in Arm:
        parts = [_by_order(sheet, arm) for sheet in sheets if arm in sheet.letters]
        if parts:
            shares = np.concatenate(parts)
            biases = np.array([pair.bias.value for s in sheets if arm in s.letters for pair in s.pairs], dtype=object)
            row: Row = {"subject": sheets[0].subject, "arm": arm.value}
            yield (
                row
                | _preference(shares, biases, row, resamples)
                | _all_runs([s for s in sheets if arm in s.letters], arm)
            )


def _by_order(sheet: Sheet, arm: Arm) -> NDArray[np.float64]:
    """Return the share of answers at the first place as written and exchanged, shape (dilemmas, 2)."""
    letters, exchanged = sheet.letters[arm], sheet.exchanged[arm]
    readable, first = letters < UNPARSED, letters == exchanged.astype(np.int8)
    columns = []
    for order in (~exchanged, exchanged):
        runs = (readable & order).sum(axis=1)
        taken = (readable & order & first).sum(axis=1)
        columns.append(np.divide(taken, runs, out=np.full(len(runs), np.nan), where=runs > 0))
    return np.stack(columns, axis=1)


def _preference(shares: NDArray[np.float64], biases: NDArray[np.object_], label: Row, resamples: int) -> Row:
    both = ~np.isnan(shares).any(axis=1)
    if not np.any(both):
        none = Gap(reason="no dilemma was shown in both orders")
        return {"dilemmas": 0, "first": none, "first_low": none, "first_high": none, "changed": none}
    first = shares[both].mean(axis=1)
    strata = strata_of(biases[both])
    drawn = bootstrap(first, f"position/{label['subject']}/{label['arm']}", strata, resamples) or wilson(first, strata)
    follows = (shares[both] > 0.5).all(axis=1) | (shares[both] < 0.5).all(axis=1)
    return {
        "dilemmas": int(both.sum()),
        "first": float(first.mean()),
        "first_low": drawn.low if drawn else None,
        "first_high": drawn.high if drawn else None,
        "changed": float(follows.mean()),
    }


def _all_runs(sheets: Sequence[Sheet], arm: Arm) -> Row:
    shown_a = right_first = written = total = 0
    for sheet in sheets:
        letters, exchanged = sheet.letters[arm], sheet.exchanged[arm]
        readable = letters < UNPARSED
        shown_a += int((readable & (letters == exchanged)).sum())
        right_first += int((readable & (sheet.correct[:, None] == exchanged)).sum())
        written += int((readable & ~exchanged).sum())
        total += int(readable.sum())
    if not total:
        none = Gap(reason="no readable decision")
        return {"shown_a": none, "first_is_right": none, "kept_order": none}
    return {"shown_a": shown_a / total, "first_is_right": right_first / total, "kept_order": written / total}


def picture(table: Table) -> Picture:
    """Draw how often the first place was taken, a line a subject and arm, against the 50 % of no preference."""
    known = [row for row in table.rows if number(row["first"]) is not None]
    told = "; ".join(f"{row['subject']}, {row['arm']}: {shown(row['first'], 'share')}" for row in known)
    alt = f"Share of answers at the first place, with 95 % intervals; 50 % is no preference. {told or 'None measured'}."
    caption = "Dilemmas shown in both orders, each order counted equally."
    return Picture("position", "Position preference", alt, caption, lambda: _draw(table))


def _draw(table: Table) -> Figure:
    rows = [row for row in table.rows if number(row["first"]) is not None]
    subjects = list(dict.fromkeys(str(row["subject"]) for row in rows))
    arms = list(dict.fromkeys(str(row["arm"]) for row in rows))
    names = short_names(subjects)
    figure, grid = canvas(0.11 * len(subjects) * len(arms) + 0.12 * len(subjects) + 1.0)
    axes = grid[0, 0]
    for position, arm in enumerate(arms):
        part = [row for row in rows if row["arm"] == arm]
        places = np.array([subjects.index(str(row["subject"])) for row in part])
        places = places + (position - (len(arms) - 1) / 2) * 0.22
        values = [numbers(part, key) for key in ("first", "first_low", "first_high")]
        whiskers(axes, places, values, label=arm, **series(position))
    axes.axvline(0.5, color=INK, linewidth=0.8)
    axes.set_xlim(-0.02, 1.02)
    axes.set_yticks(range(len(subjects)), [names[subject] for subject in subjects])
    axes.invert_yaxis()
    axes.grid(axis="x")
    percent_axis(axes.xaxis)
    legend_below(figure, axes, columns=4)
    return figure
