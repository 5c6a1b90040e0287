"""Published mitigations, awareness and judgements of other models, as tables."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.figures.charts import Point, Series, forest
from probe.analysis.figures.style import Picture
from probe.analysis.published.effects import EVERY_BIAS, NO_STRATEGY, PublishedEffect
from probe.analysis.scores import in_usual_order
from probe.analysis.statistics.intervals import Interval
from probe.analysis.tables import Heading, Table, make_table, points
from probe.values import ExternalJudge, PublishedAwareness


class StrategyRow(NamedTuple):
    """One subject under one mitigation, beside the same subject without any on the same dilemmas."""

    subject: Annotated[str, Heading("subject")]
    authors: Annotated[str, Heading("dilemmas by")]
    strategy: Annotated[str, Heading("mitigation")]
    bias: Annotated[str, Heading("bias")]
    net: Annotated[float, Heading("net effect", "points")]
    without: Annotated[float, Heading("without the mitigation", "points")]
    change: Annotated[float, Heading("change", "points")]
    interval: Annotated[
        Interval | None,
        Heading("low", "points", key="low", path="low"),
        Heading("high", "points", key="high", path="high"),
    ]
    error_change: Annotated[float, Heading("error rate on unbiased texts, change", "points")]
    flips: Annotated[float, Heading("flip rate", "share")]
    flips_change: Annotated[float, Heading("flip rate, change", "points")]


class JudgedBias(NamedTuple):
    """What another model rejected of one author's accepted dilemmas of one bias."""

    judge: Annotated[str, Heading("judge")]
    author: Annotated[str, Heading("author of the dilemmas")]
    bias: Annotated[str, Heading("bias")]
    rejected: Annotated[int, Heading("rejected", "count")]
    by_filter: Annotated[str, Heading("by filter")]
    share: Annotated[float | None, Heading("share of all examined", "share")]


class Aware(NamedTuple):
    """The share of one subject's explanations of biased decisions that admit the bias."""

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[str, Heading("bias")]
    share: Annotated[float | None, Heading("aware", "share")]


def strategies(rows: Sequence[PublishedEffect]) -> tuple[StrategyRow, ...]:
    """Return, for each effect under a mitigation, its change from the same subject's effect without one.

    The published files do not show which decisions of one dilemma changed, so the two are treated as uncorrelated:
    the interval is too wide rather than too narrow.
    """
    without = {(row.subject, row.authors, row.bias): row for row in rows if row.strategy == NO_STRATEGY}
    found = []
    for row in rows:
        before = without.get((row.subject, row.authors, row.bias))
        if row.strategy != NO_STRATEGY and before is not None:
            found.append(_strategy(row, before))
    return tuple(found)


def _strategy(row: PublishedEffect, before: PublishedEffect) -> StrategyRow:
    interval = None
    if row.interval and before.interval:
        down = float(np.hypot(row.net - row.interval.low, before.interval.high - before.net))
        up = float(np.hypot(row.interval.high - row.net, before.net - before.interval.low))
        interval = Interval(low=row.net - before.net - down, high=row.net - before.net + up)
    return StrategyRow(
        row.subject,
        row.authors,
        row.strategy,
        row.bias,
        row.net,
        before.net,
        row.net - before.net,
        interval,
        row.error_on_unbiased - before.error_on_unbiased,
        row.flips,
        row.flips - before.flips,
    )


def strategies_table(rows: Sequence[StrategyRow]) -> Table:
    """Return the mitigations as a table."""
    notes = (
        "One subject under several mitigations is one subject: each change is against the same subject without any.",
        "The interval treats both as uncorrelated and counts dilemmas: it is too wide rather than too narrow.",
    )
    return make_table("strategies", "Mitigations", StrategyRow, rows, notes=notes)


def strategies_picture(rows: Sequence[StrategyRow]) -> Picture:
    """Draw the change of the mean net effect over biases under each mitigation."""
    means = [row for row in rows if row.bias == EVERY_BIAS]
    listed = "; ".join(f"{row.subject}, {row.strategy} {points(row.change)}" for row in means)
    alt = f"Change of the mean net effect under each mitigation, in percentage points: {listed}."
    caption = "Left of zero: a smaller net effect than without a mitigation."
    return Picture("strategies", "Mitigations", alt, caption, lambda: _draw(means))


def _draw(rows: Sequence[StrategyRow]) -> Figure:
    several = (
        Series("net effect", [Point.of(row.change, row.interval) for row in rows]),
        Series("flip rate", [Point.of(row.flips_change, None) for row in rows]),
    )
    names = [f"{row.subject}\n{row.strategy}" for row in rows]
    return forest(names, several, xlabel="change (percentage points)")


def awareness_table(sources: Sequence[PublishedAwareness]) -> Table:
    """Return published awareness as a table."""
    rows = [
        Aware(source.subject, bias, share)
        for source in sources
        for bias, share in ((each, source.shares[each]) for each in source.shares)
    ]
    notes = ("As published: the subject judged its own explanations. The number of explanations is not published.",)
    return make_table("awareness", "Bias awareness", Aware, rows, notes=notes, gap="no biased decision")


def judges_table(sources: Sequence[ExternalJudge]) -> Table:
    """Return the judgements of other models as a table."""
    rows = []
    for source in sources:
        for bias in in_usual_order(each.value for each in source.rejected):
            counts = next(counts for each, counts in source.rejected.items() if each == bias)
            listed = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
            rows.append(JudgedBias(source.judge, source.author, bias, sum(counts.values()), listed, None))
        total = sum(sum(counts.values()) for counts in source.rejected.values())
        share = total / source.examined if source.examined else None
        rows.append(JudgedBias(source.judge, source.author, "all biases", total, "", share))
    notes = ("Dilemmas that the author's own filters had accepted, examined by another model.",)
    return make_table(
        "external_judges", "Judgements of other models", JudgedBias, rows, notes=notes, gap="by bias not published"
    )
