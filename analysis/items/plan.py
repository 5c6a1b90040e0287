"""Plan a larger evaluation of items from a smaller one: how precise its means will be, and what that takes."""

import math
from collections.abc import Iterator
from typing import Annotated, NamedTuple

import numpy as np
from scipy import stats

from probe.analysis.items.study import NONE, Cell, ItemStudy, Subject
from probe.analysis.statistics.intervals import ROUNDING, codes_of, critical_value
from probe.analysis.statistics.planning import POWER
from probe.analysis.tables import Gap, Heading, Kind, Table, make_table, with_kind

PLAN_IN_SHORT = ("bias", "design", "items", "half_width", "smallest", "needed", "needed_cost")
"""Columns that fit on a terminal."""

CAUTION = 0.8
"""Confidence that the spread is not larger than the one that is planned with (Browne 1995, for pilot studies)."""
LEAST_CLUSTERS = 5
MOST_CLUSTERS = 10_000_000
"""Where the search for a number of clusters ends."""


class ItemPlanRow(NamedTuple):
    """One subject, bias and design: what its items show, and what the wanted precision takes."""

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[str, Heading("bias")]
    design: Annotated[str, Heading("design")]
    clusters: Annotated[int, Heading("clusters", "count")]
    items: Annotated[int, Heading("items", "count")]
    half_width: Annotated[float | Gap, Heading("half-width of the interval", "number")]
    smallest: Annotated[float | Gap, Heading("smallest found with 80 % power", "number")]
    cost: Annotated[float | Gap, Heading("US dollars", "number")]
    needed: Annotated[int | Gap, Heading("clusters for the wanted half-width", "count")]
    decisions: Annotated[int | Gap, Heading("decisions for it", "count")]
    needed_cost: Annotated[float | Gap, Heading("US dollars for it", "number")]


class Spread(NamedTuple):
    """The variance between clusters and between the items of one, and the degrees of freedom of the former."""

    between: float
    within: float
    freedom: int

    def of_a_cluster(self, items: float) -> float:
        """Return the variance of the mean of a cluster with so many items, at its upper limit."""
        caution = self.freedom / float(stats.chi2.ppf(1 - CAUTION, self.freedom))
        return caution * (self.between + self.within / items)


def plan_rows(study: ItemStudy, width: float, price: float | None = None) -> Iterator[ItemPlanRow]:
    """Yield rows for each subject and bias: the design as it was, with twice the clusters, and with twice their items.

    ``width`` is the wanted half-width of the interval of the main measure; ``price`` the dollars for one decision.
    """
    for subject in study.subjects:
        cell = subject.cell(study.headline.name)
        for bias in dict.fromkeys(item.bias for item in cell.items):
            part = cell.where(lambda item, bias=bias: item.bias == bias)  # type: ignore[misc]
            yield from _rows(subject, bias.value, part, width, price)


def _rows(subject: Subject, bias: str, cell: Cell, width: float, price: float | None) -> Iterator[ItemPlanRow]:
    count, clusters = len(cell.items), len(set(cell.clusters))
    found, size = spread_of(cell), count / clusters
    each = _decisions_per_item(subject, cell)
    designs = {"as measured": (clusters, size), "twice the clusters": (2 * clusters, size)}
    if size > 1:
        designs["twice the items per cluster"] = (clusters, 2 * size)
    for name, (number, items) in designs.items():
        total = round(number * items)
        cost = _priced(total * each, price)
        if isinstance(found, Gap):
            yield ItemPlanRow(subject.name, bias, name, number, total, found, found, cost, found, found, found)
            continue
        variance = found.of_a_cluster(items)
        enough = clusters_for(variance, width)
        asked = enough if isinstance(enough, Gap) else round(enough * items * each)
        needed_cost = asked if isinstance(asked, Gap) else _priced(asked, price)
        half, smallest = half_width(variance, number), smallest_effect(variance, number)
        yield ItemPlanRow(subject.name, bias, name, number, total, half, smallest, cost, enough, asked, needed_cost)


def spread_of(cell: Cell) -> Spread | Gap:
    """Return the variance of items' values between and within clusters (analysis of variance)."""
    codes = codes_of(cell.clusters)
    counts = np.bincount(codes)
    if len(counts) < LEAST_CLUSTERS:
        return Gap(reason=f"fewer than {LEAST_CLUSTERS} clusters")
    means = np.bincount(codes, weights=cell.linearised) / counts
    left = float(np.sum((cell.linearised - means[codes]) ** 2))
    within = left / max(len(codes) - len(counts), 1)
    observed = float(means.var(ddof=1))
    if observed < ROUNDING and within < ROUNDING:
        return Gap(reason="the values do not vary")
    return Spread(max(observed - within * float(np.mean(1 / counts)), 0.0), within, len(counts) - 1)


def half_width(variance: float, clusters: int) -> float:
    """Return half the expected width of the 95 % interval over clusters whose means have ``variance``."""
    return critical_value(clusters - 1) * math.sqrt(variance / clusters)


def smallest_effect(variance: float, clusters: int) -> float:
    """Return the smallest mean that the two-sided test at 5 % finds with a power of ``POWER``."""
    freedom = clusters - 1
    return (critical_value(freedom) + critical_value(freedom, 2 * (1 - POWER))) * math.sqrt(variance / clusters)


def clusters_for(variance: float, width: float) -> int | Gap:
    """Return the fewest clusters whose half-width is at most ``width``."""
    low = high = 2
    while half_width(variance, high) > width:
        if high >= MOST_CLUSTERS:
            return Gap(reason="no number is enough")
        low, high = high, 2 * high
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if half_width(variance, middle) <= width else (middle + 1, high)
    return high


def _decisions_per_item(subject: Subject, cell: Cell) -> float:
    known = {item.id for item in cell.items}
    made = sum(one.item_id in known and one.mitigation == NONE for one in subject.evaluation.decisions)
    return made / len(known)


def _priced(decisions: float, price: float | None) -> float | Gap:
    return Gap(reason="no --price given") if price is None else decisions * price


def plan_table(study: ItemStudy, width: float, price: float | None = None) -> Table:
    """Return the plan as a table."""
    measure = study.headline
    kind: Kind = measure.kind
    wanted = f"{100 * width:g} points" if kind == "points" else f"{width:g}"
    notes = (
        f"{measure.heading}: {measure.meaning}. Wanted half-width {wanted}; runs and arms as in the "
        "evaluation, without mitigations.",
        f"The spread of a small evaluation is uncertain, so its upper {100 * CAUTION:.0f} % limit is planned with. "
        "Clusters are scenarios or sets. Twice the items per cluster helps less than twice the clusters where items of "
        "a cluster resemble each other.",
    )
    rows = tuple(plan_rows(study, width, price))
    found = make_table("item_plan", "What an evaluation can show", ItemPlanRow, rows, notes=notes)
    return with_kind(found, kind, {"half_width", "smallest"})
