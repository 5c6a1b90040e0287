"""Two subjects on the same dilemmas: exact McNemar on majority decisions, and the paired bootstrap of flip rates."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.figures.charts import Point, Series, forest, short_names
from probe.analysis.figures.style import Picture
from probe.analysis.scores import Counts, Mask, Scores, equal
from probe.analysis.statistics.differences import (
    MINIMUM,
    Difference,
    exact_mcnemar,
    holm_or_gap,
    p_value,
    paired_bootstrap,
)
from probe.analysis.statistics.intervals import RESAMPLES, strata_of
from probe.analysis.tables import ColumnSpec, Gap, Table, make_table


class Discordant(NamedTuple):
    """Dilemmas on which the majority decisions of two subjects on the biased text differ, and McNemar's exact p."""

    only_first: int
    only_second: int
    ties: int
    p: float


class Comparison(NamedTuple):
    """Two subjects over the ``shared`` dilemmas; ``apart`` dilemmas have a readable answer of one of them only."""

    first: str
    second: str
    shared: int
    apart: int
    difference: Difference | Gap
    wrong: Discordant | Gap
    holm_p: float | Gap
    mcnemar_holm_p: float | Gap


COLUMNS = (
    ColumnSpec("first", "subject"),
    ColumnSpec("second", "other"),
    ColumnSpec("shared", "shared dilemmas", "count"),
    ColumnSpec("apart", "not shared, left out", "count"),
    ColumnSpec("difference", "flip rate, difference", "points", "difference.estimate"),
    ColumnSpec("low", "low", "points", "difference.low"),
    ColumnSpec("high", "high", "points", "difference.high"),
    ColumnSpec("p", "paired, p", "p", "difference.p", "no dilemma differs"),
    ColumnSpec("holm_p", "Holm, p", "p"),
    ColumnSpec("only_first_wrong", "wrong on biased: subject only", "count", "wrong.only_first"),
    ColumnSpec("only_second_wrong", "other only", "count", "wrong.only_second"),
    ColumnSpec("ties", "no majority, left out", "count", "wrong.ties"),
    ColumnSpec("mcnemar_p", "McNemar exact, p", "p", "wrong.p"),
    ColumnSpec("mcnemar_holm_p", "Holm, p", "p"),
)


def comparison(scores: Scores, resamples: int = RESAMPLES) -> tuple[Comparison, ...]:
    """Return a row for each two subjects, over the dilemmas that both answered readably."""
    rows = []
    for first, second in combinations([str(subject) for subject in dict.fromkeys(scores.subject)], 2):
        one, other = (scores.where(equal(scores.subject, name) & (scores.readable > 0)) for name in (first, second))
        ids, left, right = np.intersect1d(one.pair_id.astype(str), other.pair_id.astype(str), return_indices=True)
        shared, apart = len(ids), len(one) + len(other) - 2 * len(ids)
        found = _compare(one.take(left), other.take(right), resamples, f"pair/{first}/{second}")
        difference, wrong = (found, found) if isinstance(found, Gap) else found
        p = wrong if isinstance(wrong, Gap) else wrong.p
        rows.append(
            Comparison(first, second, shared, apart, difference, wrong, p_value(difference, "no dilemma differs"), p)
        )
    adjusted = zip(
        holm_or_gap([row.holm_p for row in rows]), holm_or_gap([row.mcnemar_holm_p for row in rows]), strict=True
    )
    return tuple(row._replace(holm_p=p, mcnemar_holm_p=q) for row, (p, q) in zip(rows, adjusted, strict=True))


def _compare(one: Scores, other: Scores, resamples: int, seed: str) -> tuple[Difference, Discordant] | Gap:
    if len(one) < MINIMUM:
        return Gap(reason="no dilemma in common" if not len(one) else f"fewer than {MINIMUM} dilemmas in common")
    found = paired_bootstrap(one.share("flips"), other.share("flips"), seed, strata_of(one.bias), resamples)
    assert found is not None, "there are two dilemmas or more"
    wrong, tied = _majority_wrong(one.harmful, one.readable)
    wrong_too, tied_too = _majority_wrong(other.harmful, other.readable)
    clear = ~(tied | tied_too)
    only_first, only_second = int((wrong & ~wrong_too & clear).sum()), int((~wrong & wrong_too & clear).sum())
    return found, Discordant(only_first, only_second, int((~clear).sum()), exact_mcnemar(only_first, only_second))


def _majority_wrong(harmful: Counts, readable: Counts) -> tuple[Mask, Mask]:
    """Return for each dilemma whether most of its readable biased decisions are wrong, and whether it is a tie."""
    return harmful * 2 > readable, harmful * 2 == readable


def table(rows: Sequence[Comparison]) -> Table:
    """Return the rows as a table."""
    notes = (
        "McNemar: one subject's majority decision on the biased text is wrong, and the other's is not.",
        "Holm's adjustment is over all pairs of subjects.",
    )
    return make_table("comparison", "Differences between subjects", COLUMNS, rows, notes=notes)


def picture(rows: Sequence[Comparison]) -> Picture:
    """Draw the paired differences of flip rates with their intervals."""
    measured = [row for row in rows if not isinstance(row.difference, Gap)]
    significant = [row for row in measured if not isinstance(row.holm_p, Gap) and row.holm_p < 0.05]
    alt = (
        f"Differences of flip rates between {len(measured)} pairs of subjects with 95 % intervals; {len(significant)} "
        "differ with p below 0.05 after Holm's adjustment."
    )
    caption = "Right of zero: the first subject flips more often, on the dilemmas that both answered."
    return Picture("comparison", "Differences between subjects", alt, caption, lambda: _draw(measured))


def _draw(rows: Sequence[Comparison]) -> Figure:
    names = short_names(list(dict.fromkeys(name for row in rows for name in (row.first, row.second))), 20)
    lines = [f"{names[row.first]} −\n{names[row.second]}" for row in rows]
    several = (Series("", [Point.of_difference(row.difference) for row in rows]),)
    return forest(lines, several, xlabel="difference of flip rates (points)")
