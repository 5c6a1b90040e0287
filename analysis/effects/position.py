"""Position preference: whether a subject chooses the option shown first, whatever it is."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from probe.analysis.figures.charts import NOTHING, Point, Series, forest, short_names
from probe.analysis.figures.style import Picture
from probe.analysis.scores import UNPARSED, DecisionArrays
from probe.analysis.statistics.intervals import RESAMPLES, Interval, bootstrap, strata_of, wilson
from probe.analysis.tables import ColumnSpec, Gap, Table, make_table, percent
from probe.values import Arm


class Preference(NamedTuple):
    """How often the first option was chosen, both orders of a dilemma counted equally.

    ``changed`` is the share of dilemmas whose majority decision changes with the order.
    """

    first: float
    interval: Interval | None
    changed: float


class AllRuns(NamedTuple):
    """Shares over all readable runs: answers A as shown, the first option right, options in their written order."""

    shown_a: float
    first_is_right: float
    written_order: float


class Position(NamedTuple):
    """One subject in one arm."""

    subject: str
    arm: str
    dilemmas: int
    preference: Preference | Gap
    all_runs: AllRuns | Gap


COLUMNS = (
    ColumnSpec("subject", "subject"),
    ColumnSpec("arm", "arm"),
    ColumnSpec("dilemmas", "dilemmas shown in both orders", "count"),
    ColumnSpec("first", "first option chosen", "share", "preference.first"),
    ColumnSpec("first_low", "low", "share", "preference.interval.low"),
    ColumnSpec("first_high", "high", "share", "preference.interval.high"),
    ColumnSpec("changed", "majority changes with the order", "share", "preference.changed"),
    ColumnSpec("shown_a", "answers “A” as shown, all runs", "share", "all_runs.shown_a"),
    ColumnSpec("first_is_right", "first option right, all runs", "share", "all_runs.first_is_right"),
    ColumnSpec("kept_order", "runs in written order", "share", "all_runs.written_order"),
)

NOTES = (
    "50 % means no preference: both orders of a dilemma count equally, so that which option is right cancels out.",
    "Where a dilemma was shown in one order only, a preference cannot be separated from the answer: "
    "compare the last columns.",
)


def position(decisions: Sequence[DecisionArrays], resamples: int = RESAMPLES) -> tuple[Position, ...]:
    """Return, for each subject and arm, how often the first option was chosen."""
    rows = []
    for subject in dict.fromkeys(one.subject for one in decisions):
        own = [one for one in decisions if one.subject == subject]
        arms = Arm.in_order(arm for one in own for arm in one.letters)
        rows += [_row(subject, arm, [one for one in own if arm in one.letters], resamples) for arm in arms]
    return tuple(rows)


def _row(subject: str, arm: Arm, decisions: Sequence[DecisionArrays], resamples: int) -> Position:
    shares = np.concatenate([_by_order(one, arm) for one in decisions])
    both = ~np.isnan(shares).any(axis=1)
    all_runs = _all_runs(decisions, arm)
    if not np.any(both):
        return Position(subject, arm.value, 0, Gap(reason="no dilemma was shown in both orders"), all_runs)
    biases = np.array([pair.bias.value for one in decisions for pair in one.pairs], dtype=object)
    first, strata = shares[both].mean(axis=1), strata_of(biases[both])
    interval = bootstrap(first, f"position/{subject}/{arm.value}", strata, resamples) or wilson(first, strata)
    follows = (shares[both] > 0.5).all(axis=1) | (shares[both] < 0.5).all(axis=1)
    preference = Preference(float(first.mean()), interval, float(follows.mean()))
    return Position(subject, arm.value, int(both.sum()), preference, all_runs)


def _by_order(decisions: DecisionArrays, arm: Arm) -> NDArray[np.float64]:
    """Return the share of answers for the first option, as written and exchanged, shape (dilemmas, 2)."""
    letters, exchanged = decisions.letters[arm], decisions.exchanged[arm]
    readable, first = letters < UNPARSED, letters == exchanged.astype(np.int8)
    columns = []
    for order in (~exchanged, exchanged):
        runs = (readable & order).sum(axis=1)
        taken = (readable & order & first).sum(axis=1)
        columns.append(np.divide(taken, runs, out=np.full(len(runs), np.nan), where=runs > 0))
    return np.stack(columns, axis=1)


def _all_runs(decisions: Sequence[DecisionArrays], arm: Arm) -> AllRuns | Gap:
    shown_a = right_first = written = total = 0
    for one in decisions:
        letters, exchanged = one.letters[arm], one.exchanged[arm]
        readable = letters < UNPARSED
        shown_a += int((readable & (letters == exchanged)).sum())
        right_first += int((readable & (one.correct[:, None] == exchanged)).sum())
        written += int((readable & ~exchanged).sum())
        total += int(readable.sum())
    if not total:
        return Gap(reason="no readable decision")
    return AllRuns(shown_a / total, right_first / total, written / total)


def table(rows: Sequence[Position]) -> Table:
    """Return the rows as a table."""
    return make_table("position", "Position preference", COLUMNS, rows, notes=NOTES)


def picture(rows: Sequence[Position]) -> Picture:
    """Draw how often the first option was chosen, by subject and arm, against the 50 % of no preference."""
    measured = [(row, row.preference) for row in rows if not isinstance(row.preference, Gap)]
    listed = "; ".join(f"{row.subject}, {row.arm}: {percent(found.first)}" for row, found in measured)
    alt = "Share of answers for the first option, with 95 % intervals; 50 % is no preference. "
    alt += f"{listed or 'None measured'}."
    caption = "Dilemmas shown in both orders, each order counted equally."
    return Picture("position", "Position preference", alt, caption, lambda: _draw(measured))


def _draw(measured: Sequence[tuple[Position, Preference]]) -> Figure:
    found = {(row.subject, row.arm): Point.of(each.first, each.interval) for row, each in measured}
    subjects = list(dict.fromkeys(row.subject for row, _ in measured))
    arms = list(dict.fromkeys(row.arm for row, _ in measured))
    several = [Series(arm, [found.get((subject, arm), NOTHING) for subject in subjects]) for arm in arms]
    figure = forest(list(short_names(subjects).values()), several, reference=0.5, signed=False)
    figure.axes[0].set_xlim(-0.02, 1.02)
    return figure
