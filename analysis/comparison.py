"""Two subjects on the same dilemmas: exact McNemar on majority decisions, and the paired bootstrap of sensitivity."""

from itertools import combinations

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.drawing import INK, Picture, canvas, on_phone, percent_axis, series, short_names, whiskers
from probe.analysis.scores import Counts, Mask, Scores, equal
from probe.analysis.statistics.differences import MINIMUM, exact_mcnemar, holm, paired_bootstrap
from probe.analysis.statistics.intervals import RESAMPLES, strata_of
from probe.analysis.tables import Gap, Kind, Row, Table, make_table, number, numbers

COLUMNS: tuple[tuple[str, str, Kind], ...] = (
    ("first", "subject", "text"),
    ("second", "other", "text"),
    ("shared", "shared dilemmas", "count"),
    ("apart", "not shared, left out", "count"),
    ("difference", "raw flips, difference", "points"),
    ("low", "low", "points"),
    ("high", "high", "points"),
    ("p", "paired, p", "p"),
    ("holm_p", "Holm, p", "p"),
    ("only_first_wrong", "wrong on biased: subject only", "count"),
    ("only_second_wrong", "other only", "count"),
    ("ties", "no majority, left out", "count"),
    ("mcnemar_p", "McNemar exact, p", "p"),
    ("mcnemar_holm_p", "Holm, p", "p"),
)


def comparison(scores: Scores, resamples: int = RESAMPLES) -> Table:
    """Return a row for each two subjects, over the dilemmas that both answered readably."""
    subjects = [str(subject) for subject in dict.fromkeys(scores.subject)]
    rows: list[Row] = []
    for first, second in combinations(subjects, 2):
        parts = [scores.where(equal(scores.subject, name) & (scores.readable > 0)) for name in (first, second)]
        rows.append({"first": first, "second": second} | _row(parts[0], parts[1], resamples, f"{first}/{second}"))
    for key in ("p", "mcnemar_p"):
        adjusted = holm([number(row[key]) for row in rows])
        name = "holm_p" if key == "p" else "mcnemar_holm_p"
        rows = [row | {name: row[key] if p is None else p} for row, p in zip(rows, adjusted, strict=True)]
    notes = (
        "McNemar: one subject's majority decision on the biased text is wrong, and the other's is not.",
        "Holm's adjustment is over all pairs of subjects.",
    )
    return make_table("comparison", "Differences between subjects", COLUMNS, rows, notes=notes)


def _row(first: Scores, second: Scores, resamples: int, seed: str) -> Row:
    ids, left, right = np.intersect1d(first.pair_id.astype(str), second.pair_id.astype(str), return_indices=True)
    apart = len(first) + len(second) - 2 * len(ids)
    row: Row = {"shared": len(ids), "apart": apart}
    if len(ids) < MINIMUM:
        gap = Gap(reason="no dilemma in common" if not len(ids) else f"fewer than {MINIMUM} dilemmas in common")
        return row | {key: gap for key, _, _ in COLUMNS[4:]}
    one, other = first.take(left), second.take(right)
    found = paired_bootstrap(one.share("flips"), other.share("flips"), f"pair/{seed}", strata_of(one.bias), resamples)
    wrong, tied = _majority_wrong(one.harmful, one.readable)
    wrong_too, tied_too = _majority_wrong(other.harmful, other.readable)
    clear = ~(tied | tied_too)
    only_first, only_second = int((wrong & ~wrong_too & clear).sum()), int((~wrong & wrong_too & clear).sum())
    none = Gap(reason="no dilemma differs")
    return row | {
        "difference": found.estimate if found else None,
        "low": found.low if found else None,
        "high": found.high if found else None,
        "p": none if found is None or found.p is None else found.p,
        "only_first_wrong": only_first,
        "only_second_wrong": only_second,
        "ties": int((~clear).sum()),
        "mcnemar_p": exact_mcnemar(only_first, only_second),
    }


def _majority_wrong(harmful: Counts, readable: Counts) -> tuple[Mask, Mask]:
    """Tell for each dilemma whether most of its readable biased decisions are wrong, and whether it is a tie."""
    return harmful * 2 > readable, harmful * 2 == readable


def picture(table: Table) -> Picture:
    """Draw the paired differences of sensitivity with their intervals."""
    known = [row for row in table.rows if number(row["difference"]) is not None]
    sure = [row for row in known if (p := number(row["holm_p"])) is not None and p < 0.05]
    alt = f"Differences of sensitivity between {len(known)} pairs of subjects with 95 % intervals; {len(sure)} "
    alt += "differ with p below 0.05 after Holm's adjustment."
    caption = "Right of zero: the first named flips more often, on the dilemmas that both answered."
    return Picture("comparison", "Differences between subjects", alt, caption, lambda: _draw(table))


def _draw(table: Table) -> Figure:
    rows = [row for row in table.rows if number(row["difference"]) is not None]
    names = short_names(list(dict.fromkeys(str(row[key]) for row in table.rows for key in ("first", "second"))))
    figure, grid = canvas((0.4 if on_phone() else 0.26) * len(rows) + 0.9)
    axes = grid[0, 0]
    places = np.arange(len(rows))
    whiskers(axes, places, [numbers(rows, key) for key in ("difference", "low", "high")], **series(0))
    axes.axvline(0, color=INK, linewidth=0.8)
    form = "{} −\n{}" if on_phone() else "{} − {}"
    axes.set_yticks(places, [form.format(names[str(row["first"])], names[str(row["second"])]) for row in rows])
    axes.invert_yaxis()
    axes.grid(axis="x")
    axes.set_xlabel("difference of sensitivity (points)")
    percent_axis(axes.xaxis, signed=True)
    return figure
