"""Position preference: whether a subject chooses the option shown first, regardless of its content."""

from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from probe.analysis.arrays import UNPARSED, DecisionArrays
from probe.analysis.effects import deciding
from probe.analysis.figures.charts import Point, Series, forest_picture, short_names, with_counts
from probe.analysis.figures.style import Picture
from probe.analysis.form import CHECKS, ReportAnalysis, Result
from probe.analysis.measurements import Measurements
from probe.analysis.statistics import methods
from probe.analysis.statistics.differences import Effect, mean_share
from probe.analysis.statistics.weights import EQUALLY, balanced_mean
from probe.analysis.study import Study
from probe.analysis.tables import Gap, Heading, Table, make_table, percent
from probe.values import Arm


class Preference(NamedTuple):
    """How often the first option was chosen, both orders of an item counted equally; on a scale, how near answers are.

    ``changed`` is the share of dilemmas whose majority decision changes with the order.
    """

    first: Effect
    changed: float


class AllRuns(NamedTuple):
    """Shares over all readable runs: answers A as shown, the first option right, options in their written order."""

    shown_a: float
    first_is_right: float | Gap
    written_order: float


class Position(NamedTuple):
    """One subject in one arm."""

    subject: Annotated[str, Heading("subject")]
    arm: Annotated[str, Heading("arm")]
    dilemmas: Annotated[int, Heading("dilemmas shown in both orders", "count")]
    preference: Annotated[
        Preference | Gap,
        Heading("first option chosen", "share", "first", "first.estimate"),
        Heading("low", "share", "first_low", "first.low"),
        Heading("high", "share", "first_high", "first.high"),
        Heading("majority changes with the order", "share", "changed", "changed"),
    ]
    all_runs: Annotated[
        AllRuns | Gap,
        Heading("answers “A” as shown, all runs", "share", "shown_a", "shown_a"),
        Heading("first option right, all runs", "share", "first_is_right", "first_is_right"),
        Heading("runs in written order", "share", "kept_order", "written_order"),
    ]


NOTES = (
    methods.RATE,
    EQUALLY,
    "50 % means no preference: both orders of a dilemma count equally, so that which option is right cancels out.",
    "Where a dilemma was shown in one order only, a preference cannot be separated from the answer: "
    "compare the last columns.",
)


def position(decisions: Sequence[DecisionArrays]) -> tuple[Position, ...]:
    """Return, for each subject and arm, how often the first option was chosen."""
    rows = []
    for subject in dict.fromkeys(arrays.subject for arrays in decisions):
        subject_decisions = [arrays for arrays in decisions if arrays.subject == subject]
        arms = Arm.in_order(arm for arrays in subject_decisions for arm in arrays.letters)
        rows += [_row(subject, arm, [arrays for arrays in subject_decisions if arm in arrays.letters]) for arm in arms]
    return tuple(rows)


def _row(subject: str, arm: Arm, decisions: Sequence[DecisionArrays]) -> Position:
    shares = np.concatenate([_by_order(arrays, arm) for arrays in decisions])
    in_both_orders = ~np.isnan(shares).any(axis=1)
    all_runs = _all_runs(decisions, arm)
    if not np.any(in_both_orders):
        return Position(subject, arm.value, 0, Gap(reason="no dilemma was shown in both orders"), all_runs)
    pairs = [pair for arrays in decisions for pair in arrays.items]
    biases = np.array([pair.bias.value for pair in pairs])[in_both_orders]
    clusters = np.array([pair.cluster for pair in pairs])[in_both_orders]
    # Both orders count equally, so that which option is right cancels out.
    first = shares[in_both_orders].mean(axis=1)
    first_share = mean_share(first, clusters, biases)
    assert first_share is not None, "there is a dilemma"
    # A majority for the same position in both orders is a majority for different options.
    changes_with_order = (shares[in_both_orders] > 0.5).all(axis=1) | (shares[in_both_orders] < 0.5).all(axis=1)
    preference = Preference(first_share, balanced_mean(changes_with_order, biases))
    return Position(subject, arm.value, int(in_both_orders.sum()), preference, all_runs)


def _by_order(decisions: DecisionArrays, arm: Arm) -> NDArray[np.float64]:
    """Return the nearness of answers to the first option, as written and exchanged, shape (items, 2)."""
    exchanged, readable, first = decisions.exchanged[arm], decisions.readable(arm), decisions.nearness(arm)
    columns = []
    for order in (~exchanged, exchanged):
        runs = (readable & order).sum(axis=1)
        sums = ((readable & order) * first).sum(axis=1)
        columns.append(np.divide(sums, runs, out=np.full(len(runs), np.nan), where=runs > 0))
    return np.stack(columns, axis=1)


def _all_runs(decisions: Sequence[DecisionArrays], arm: Arm) -> AllRuns | Gap:
    shown_a = right_first = written_order = total = with_right_answer = 0
    for arrays in decisions:
        exchanged, readable, right = arrays.exchanged[arm], arrays.readable(arm), arrays.right[arm][:, None]
        shown_a += int((readable & (arrays.nearness(arm) == 1)).sum())
        right_first += int((readable & (right == np.where(exchanged, arrays.last(arm)[:, None], 0))).sum())
        written_order += int((readable & ~exchanged).sum())
        total += int(readable.sum())
        with_right_answer += int((readable & (right < UNPARSED)).sum())
    if not total:
        return Gap(reason="no readable decision")
    right_share = right_first / with_right_answer if with_right_answer else Gap(reason="no answer is known to be right")
    return AllRuns(shown_a / total, right_share, written_order / total)


def table(rows: Sequence[Position]) -> Table:
    """Return the rows as a table."""
    return make_table("position", "Position preference", Position, rows, notes=NOTES)


def picture(rows: Sequence[Position]) -> Picture:
    """Draw how often the first option was chosen, by subject and arm, against the 50 % of no preference."""
    first_shares = {(row.subject, row.arm): row.preference.first for row in rows if not isinstance(row.preference, Gap)}
    subjects = list(dict.fromkeys(subject for subject, _ in first_shares))
    all_series = [
        Series(arm, [Point.of_difference(first_shares.get((subject, arm))) for subject in subjects])
        for arm in dict.fromkeys(arm for _, arm in first_shares)
    ]
    caption = "Share of answers for the first option, each order counted equally; 50 % is no preference. n: dilemmas. "
    caption += "Lines are 95 % intervals."
    counts = [[row.dilemmas for row in rows if row.subject == subject] for subject in subjects]
    lines = with_counts(list(short_names(subjects).values()), counts)
    options = {
        "reference": 0.5,
        "signed": False,
        "limits": (-0.02, 1.02),
        "xlabel": "answers for the first option shown",
    }
    return forest_picture("position", "Position preference", caption, lines, all_series, **options)


LARGE_PREFERENCE = 0.05
"""How far from one half the share of the first option has to be for the answer to mention it."""


def preferences(rows: Sequence[Position]) -> tuple[str, ...]:
    """Return a sentence for each subject that significantly prefers the first or second option on unbiased texts."""
    return tuple(
        f"{row.subject} prefers the option shown {'first' if first > 0.5 else 'second'}: it chooses the first in "
        f"{percent(first)} of its answers, where 50 % is no preference."
        for row, first in _large_preferences(rows)
        if row.arm == "unbiased"
    )


def leanings(study: Study, rows: Sequence[Position]) -> Iterator[str]:
    """Yield which subjects lean to the option shown first or last in the reference arm, on scales of any length."""
    references = {evaluation.subject: evaluation.reference for evaluation in study.evaluations}
    for row, nearness in _large_preferences(rows):
        if row.arm == references.get(row.subject):
            yield (
                f"{row.subject} leans to the options shown {'first' if nearness > 0.5 else 'last'}: the place of its "
                f"answers is {percent(nearness)}, where 100 % is the first option, 0 % the last, and 50 % no "
                "preference."
            )


def _large_preferences(rows: Sequence[Position]) -> Iterator[tuple[Position, float]]:
    """Yield the rows with a significant preference, and how often, or how nearly, the first option was chosen."""
    for row in rows:
        first = None if isinstance(row.preference, Gap) else row.preference.first
        # With many dilemmas, a preference that is too small to matter is significant too.
        if first and not first.low <= 0.5 <= first.high and abs(first.estimate - 0.5) >= LARGE_PREFERENCE:
            yield row, first.estimate


SCALE_NOTE = (
    "On a scale of several points, the first option chosen is how near answers are to it: 0 % is the last option."
)


def _show(measurements: Measurements, rows: Sequence[Position]) -> Result:
    if not measurements.of_dilemmas:
        return Result(
            (table(rows).about("item"),), text=(SCALE_NOTE,), answer=tuple(leanings(measurements.study, rows))
        )
    measurable = any(not isinstance(row.preference, Gap) for row in rows)
    return Result.of_pictures(
        (picture(rows),) if measurable else (),
        table(rows),
        deciding.table(measurements.study.deciding),
        first=tuple(deciding.sentences(measurements.study.deciding).values()),
        answer=preferences(rows),
    )


ANALYSIS: ReportAnalysis[Measurements, Sequence[Position]] = ReportAnalysis(
    "position",
    "Position preference",
    CHECKS,
    "whether errors come from the place of an option, so that both orders have to be shown",
    rows=lambda measurements: position(measurements.study.decisions),
    show=_show,
)
