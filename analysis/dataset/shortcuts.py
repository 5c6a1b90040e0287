"""Shortcuts: how well the right option can be guessed from parts of a dilemma that should not reveal it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, NamedTuple

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.dataset.shortcut_cases import ShortcutCase, Vectors
from probe.analysis.dataset.shortcut_guesses import (
    FALLS_SHORT,
    MOST,
    MOST_BY_FACT,
    PASS,
    Guess,
    guesses_elsewhere,
)
from probe.analysis.dataset.shortcut_readers import Reader, Reading, readers_of
from probe.analysis.figures.charts import Point, Series, forest
from probe.analysis.figures.style import Picture
from probe.analysis.statistics.accuracy import CHANCE, accuracy, holm_intervals
from probe.analysis.statistics.intervals import Interval
from probe.analysis.tables import Cell, Column, Gap, Heading, Table, format_cell, make_table, present
from probe.values import Bias, Option
from probe.values.phrases import counted

GATED_FROM = 2000
"""Cases, originals and twins, from which the targets apply to a composed set."""

ORIGINALS, WITH_TWINS = "originals", "originals and twins"

_NO_TARGET = Gap(reason="no target")
_FEW_CASES = Gap(reason="no target: it sees fewer than half of the cases")
_NO_FOLDS = Gap(reason="fewer than two clusters")


class Shortcut(NamedTuple):
    """How well one guesser does on held-out cases; shares from 0 to 1, chance is a half.

    ``held_out`` is what a fold keeps together; ``leak`` is whether the lower end is above chance. ``gate`` is ``pass``
    or ``falls short`` where a target applies.
    """

    predictor: Annotated[str, Heading("guessed from")]
    method: Annotated[str, Heading("method")]
    held_out: Annotated[str, Heading("held out")]
    scope: Annotated[str, Heading("which cases")]
    cases: Annotated[int, Heading("cases", "count")]
    clusters: Annotated[int, Heading("clusters", "count")]
    accuracy: Annotated[float | Gap, Heading("accuracy", "share")]
    low: Annotated[float | Gap, Heading("low", "share")]
    high: Annotated[float | Gap, Heading("high", "share")]
    leak: Annotated[str | Gap, Heading("leak")]
    target: Annotated[float | Gap, Heading("target", "share")]
    gate: Annotated[str | Gap, Heading("gate")]


class BiasShortcut(NamedTuple):
    """One guesser's accuracy on the originals of one bias, adjusted over biases."""

    bias: Annotated[str, Heading("bias")]
    predictor: Annotated[str, Heading("guessed from")]
    method: Annotated[str, Heading("method")]
    held_out: Annotated[str, Heading("held out")]
    cases: Annotated[int, Heading("cases", "count")]
    accuracy: Annotated[float | Gap, Heading("accuracy", "share")]
    low: Annotated[float | Gap, Heading("low", "share")]
    high: Annotated[float | Gap, Heading("high", "share")]


class LetterBalance(NamedTuple):
    """How often option A is right among the originals of one bias and depth."""

    bias: Annotated[str, Heading("bias")]
    depth: Annotated[int | None, Heading("depth", "count", gap="not measured")]
    cases: Annotated[int, Heading("cases", "count")]
    right_a: Annotated[float, Heading("option A right", "share")]


class Shortcuts(NamedTuple):
    """The audit of one dataset; ``gated`` is whether the targets apply."""

    rows: tuple[Shortcut, ...]
    by_bias: tuple[BiasShortcut, ...]
    letters: tuple[LetterBalance, ...]
    gated: bool
    readers: tuple[Reader, ...] = ()

    @property
    def falls_short(self) -> bool:
        """Whether a target that applies is missed."""
        return any(row.gate == FALLS_SHORT for row in self.rows) or any(
            reader.gate == FALLS_SHORT for reader in self.readers
        )


def scopes(cases: Sequence[ShortcutCase]) -> dict[str, list[ShortcutCase]]:
    """Return which cases are guessed: the originals by themselves and, where there are fact twins, all of them."""
    by_scope = {ORIGINALS: [case for case in cases if not case.twin], WITH_TWINS: list(cases)}
    # Without twins both scopes would have the same cases, and every row would appear twice.
    return by_scope if any(case.twin for case in cases) else {ORIGINALS: by_scope[ORIGINALS]}


def shortcuts_of_guesses(
    cases: Sequence[ShortcutCase],
    guesses: Mapping[str, Sequence[Guess]],
    readings: Sequence[Reading] = (),
    *,
    composed: bool,
) -> Shortcuts:
    """Return the audit of ``cases`` from the guesses in each of its ``scopes``, and from what readers find in them.

    The targets apply to a ``composed`` set of ``GATED_FROM`` cases and more, and to as many originals.
    """
    cases_by_scope = scopes(cases)
    rows: list[Shortcut] = []
    for scope, scope_cases in cases_by_scope.items():
        rows += _rows(guesses[scope], scope, composed and len(scope_cases) >= GATED_FROM)
    has_target = composed and len(cases) >= GATED_FROM
    originals = cases_by_scope[ORIGINALS]
    readers = readers_of(readings, GATED_FROM if composed else None)
    return Shortcuts(tuple(rows), tuple(_by_bias(guesses[ORIGINALS])), tuple(_letters(originals)), has_target, readers)


def memorised_cases(
    training_cases: Sequence[ShortcutCase],
    target_cases: Sequence[ShortcutCase],
    vectors: Vectors,
    source: str,
    *,
    composed: bool,
) -> tuple[Shortcut, ...]:
    """Learn the option lines of one dataset, named ``source``, and guess those of another.

    Items that are in both are left out, because they could be remembered. There are no rows without a
    remaining item. The target applies where both sets are ``composed`` and each is large enough for the other targets.
    """
    training_ids = {case.pair_id for case in training_cases}
    cases = [case for case in target_cases if case.pair_id not in training_ids]
    if not cases:
        return ()
    has_target = len(cases) >= GATED_FROM and composed
    guesses = list(guesses_elsewhere(training_cases, cases, vectors, source))
    return tuple(_rows(guesses, WITH_TWINS if any(case.twin for case in cases) else ORIGINALS, has_target))


def _rows(guesses: Sequence[Guess], scope: str, gated: bool) -> list[Shortcut]:
    """Return the rows of one family; guessers with the same target are adjusted together for their upper ends.

    A guesser that sees fewer than half of the cases has no target: its interval is too wide for it.
    """
    estimates = [
        None if guess.absent or np.isnan(guess.hits).any() else accuracy(guess.hits, guess.clusters)
        for guess in guesses
    ]
    accuracies = [estimate for estimate in estimates if estimate is not None]
    largest_count = max((len(guess.cases) for guess in guesses), default=0)
    intervals = {target: iter(holm_intervals(accuracies, target)) for target in (MOST, MOST_BY_FACT)}
    rows = []
    for guess, estimate in zip(guesses, estimates, strict=True):
        target = _target(guess, gated, largest_count)
        common_cells = (
            guess.predictor,
            guess.method,
            guess.held_out,
            scope,
            len(guess.cases),
            len(set(guess.clusters)),
        )
        if estimate is None:
            reason = guess.absent or _NO_FOLDS
            rows.append(Shortcut(*common_cells, reason, reason, reason, reason, target, reason))
            continue
        # Every iterator advances, so that all stay in step with the guessers; only that of the target is used.
        ends = {limit: next(adjusted_intervals) for limit, adjusted_intervals in intervals.items()}[
            guess.target or MOST
        ]
        gate = target if isinstance(target, Gap) else PASS if ends.high <= target else FALLS_SHORT
        leak = "yes" if ends.low > CHANCE else "no"
        rows.append(Shortcut(*common_cells, estimate.share, ends.low, ends.high, leak, target, gate))
    return rows


def _target(guess: Guess, gated: bool, largest_count: int) -> float | Gap:
    """Return the target that applies to a guesser where the largest one sees ``largest_count`` cases."""
    if not gated or guess.target is None:
        return _NO_TARGET
    return guess.target if 2 * len(guess.cases) >= largest_count else _FEW_CASES


def _by_bias(guesses: Sequence[Guess]) -> Iterator[BiasShortcut]:
    for guess in guesses:
        # Hits are NaN where there were too few clusters to hold any out.
        if guess.absent or np.isnan(guess.hits).any():
            continue
        biases = Bias.in_order(case.bias for case in guess.cases)
        positions = {
            bias: [position for position, case in enumerate(guess.cases) if case.bias is bias] for bias in biases
        }
        estimates = {
            bias: accuracy(guess.hits[members], [guess.clusters[position] for position in members])
            for bias, members in positions.items()
        }
        accuracies = {bias: estimate for bias, estimate in estimates.items() if estimate is not None}
        intervals = dict(zip(accuracies, holm_intervals(list(accuracies.values()), MOST), strict=True))
        for bias, members in positions.items():
            ends, share = intervals.get(bias), float(guess.hits[members].mean())
            low, high = (ends.low, ends.high) if ends else (_NO_FOLDS, _NO_FOLDS)
            yield BiasShortcut(
                bias.value, guess.predictor, guess.method, guess.held_out, len(members), share, low, high
            )


def _letters(cases: Sequence[ShortcutCase]) -> Iterator[LetterBalance]:
    cells: dict[tuple[Bias, int | None], list[ShortcutCase]] = {}
    for case in cases:
        cells.setdefault((case.bias, case.depth), []).append(case)
    order = Bias.in_order(bias for bias, _ in cells)
    for (bias, depth), members in sorted(cells.items(), key=lambda cell: (order.index(cell[0][0]), cell[0][1] or 0)):
        share = sum(case.right is Option.A for case in members) / len(members)
        yield LetterBalance(bias.value, depth, len(members), share)


def table(audit: Shortcuts, name: str = "shortcuts") -> Table:
    """Return how well each guesser does; ``name`` is the table's key."""
    return rows_table(audit.rows, name, "Shortcuts")


def rows_table(rows: Sequence[Shortcut], key: str, title: str) -> Table:
    """Return rows as a table."""
    notes = (
        "Accuracy on held-out cases; chance is 50 %. Intervals are at 95 %, over clusters, adjusted by Holm over all "
        "guessers of the same cases: lower ends against chance, upper ends against the target.",
        f"Targets apply to composed sets of {GATED_FROM} cases and more, and to guessers that see half of the cases or "
        "more: with fewer, the interval is too wide for a target.",
    )
    return make_table(key, title, Shortcut, rows, notes=notes)


def bias_table(audit: Shortcuts, name: str = "shortcuts") -> Table:
    """Return accuracies by bias on originals, a row for each guesser and a column for each bias."""
    biases = list(dict.fromkeys(row.bias for row in audit.by_bias))
    heads = [Column(key="predictor", label="guessed from"), Column(key="method", label="method")]
    heads += [Column(key="held_out", label="held out")]
    heads += [Column(key=bias.replace(" ", "_"), label=bias, kind="share") for bias in biases]
    lines: dict[tuple[str, str, str], dict[str, Cell]] = {}
    for row in audit.by_bias:
        guesser = (row.predictor, row.method, row.held_out)
        # All columns at first: a bias on which a guesser was not run is a gap, not a missing key.
        line = lines.setdefault(guesser, {head.key: Gap(reason="not run") for head in heads})
        line |= dict(zip(("predictor", "method", "held_out"), guesser, strict=True))
        line[row.bias.replace(" ", "_")] = row.accuracy
    return Table(key=f"{name}_by_bias", title="Accuracy by bias", columns=tuple(heads), rows=tuple(lines.values()))


def interval_table(audit: Shortcuts, name: str = "shortcuts") -> Table:
    """Return accuracies by bias with their intervals, a row for each guesser and bias."""
    notes = ("Intervals are adjusted over the biases of one guesser.",)
    return make_table(f"{name}_intervals", "Intervals by bias", BiasShortcut, audit.by_bias, notes=notes)


def letter_table(audit: Shortcuts, name: str = "shortcuts") -> Table:
    """Return how often option A is right by bias and depth."""
    return make_table(f"{name}_letters", "Right letter by bias and depth", LetterBalance, audit.letters)


def picture(audit: Shortcuts, name: str = "shortcuts") -> Picture:
    """Draw each guesser's accuracy with its interval against chance; ``name`` is the picture's key."""
    measured_rows = [row for row in audit.rows if not isinstance(row.accuracy, Gap)]
    lines = list(dict.fromkeys(_label(row) for row in measured_rows))
    scopes = list(dict.fromkeys(row.scope for row in measured_rows))
    points = {(_label(row), row.scope): _point(row) for row in measured_rows}
    series = [Series(scope, [points.get((line, scope), Point(np.nan)) for line in lines]) for scope in scopes]
    leaks = [f"{_label(row)}, {format_cell(row.accuracy, 'share')}" for row in measured_rows if row.leak == "yes"]
    alt = "Forest plot of the accuracy of each guesser. Shown to be above chance: " + ("; ".join(leaks) or "none") + "."
    caption = "The line is chance. An interval to the right of it is a leak."

    def draw() -> Figure:
        return forest(lines, series, xlabel="right option guessed", reference=CHANCE, signed=False)

    return Picture(name, "How well the right option can be guessed", alt, caption, draw)


def _label(row: Shortcut) -> str:
    return f"{row.predictor} ({row.method}), by {row.held_out}"


def _point(row: Shortcut) -> Point:
    if isinstance(row.accuracy, Gap) or isinstance(row.low, Gap) or isinstance(row.high, Gap):
        return Point(np.nan)
    return Point.of(row.accuracy, Interval(low=row.low, high=row.high))


def _not_excluded(audit: Shortcuts) -> str:
    """Return the largest accuracy that an interval contains, with the cases that a narrow one takes."""
    tested_rows = [(row.high, row) for row in audit.rows if not isinstance(row.high, Gap)]
    if not tested_rows:
        return ", as none could be tested"
    high, widest = max(tested_rows, key=lambda pair: pair[0])
    text = f"; up to {format_cell(high, 'share')} is not excluded ({_label(widest)}, {counted(widest.cases, 'case')})"
    if widest.cases < GATED_FROM:
        text += f". To exclude more than {100 * MOST:.0f} %, about {GATED_FROM} cases are needed, twins counted"
    return text


def answer(audit: Shortcuts, dataset: str) -> str:
    """Return the audit's result: what leaks, or what is not excluded, since a wide interval shows no absence."""
    leaks = [row for row in audit.rows if row.leak == "yes" and not isinstance(row.accuracy, Gap)]
    if not leaks:
        return f"{dataset}: no guesser is shown to do better than chance{_not_excluded(audit)}."
    predictors = dict.fromkeys(row.predictor for row in leaks)
    best = max(leaks, key=lambda row: present([row.accuracy])[0])
    share = format_cell(best.accuracy, "share")
    return f"{dataset}: the right option can be guessed from {', '.join(predictors)}; best, {_label(best)}: {share}."
