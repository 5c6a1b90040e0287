"""Means of values per item by bias, with intervals over clusters, tests, and changes under mitigations."""

from collections.abc import Callable, Iterator
from typing import Annotated, NamedTuple

import numpy as np

from probe.analysis.items.study import NONE, Cell, ItemStudy, Subject
from probe.analysis.statistics.differences import (
    Effect,
    bounds_between,
    cluster_mean,
    clustered_mean,
    holm_or_gap,
    paired_difference,
)
from probe.analysis.statistics.intervals import Interval
from probe.analysis.statistics.weights import EQUALLY, MINIMUM
from probe.analysis.tables import EstimateHeading, Gap, Heading, Kind, Table, make_table, with_kind
from probe.values import Item, Measure

ALL_BIASES, ALL_TIERS = "all", "all"
_FEW = Gap(reason=f"fewer than {MINIMUM} items")
_NO_FAMILY = Gap(reason="not part of the family")
_COLLAPSE = 0.99
"""Share of one point of the scale above which a subject no longer decides (BiasBuster)."""


class MeanRow(NamedTuple):
    """The mean of one measure of one subject under one mitigation, by bias and tier (and all)."""

    subject: Annotated[str, Heading("subject")]
    mitigation: Annotated[str, Heading("mitigation")]
    bias: Annotated[str, Heading("bias")]
    tier: Annotated[str, Heading("tier")]
    called: Annotated[str, Heading("a shift is called")]
    items: Annotated[int, Heading("items", "count")]
    clusters: Annotated[int, Heading("clusters", "count")]
    mean: Annotated[Effect | Gap, EstimateHeading("mean", "number", p="p")]
    holm_p: Annotated[float | Gap, Heading("Holm, p", "p")]
    bounds: Annotated[
        Interval | Gap,
        Heading("bound, low", "number", "least", "low"),
        Heading("bound, high", "number", "most", "high"),
    ]


class ChangeRow(NamedTuple):
    """The change of the headline under one mitigation, on the items that were answered with and without."""

    subject: Annotated[str, Heading("subject")]
    mitigation: Annotated[str, Heading("mitigation")]
    bias: Annotated[str, Heading("bias")]
    items: Annotated[int, Heading("items", "count")]
    with_it: Annotated[float, Heading("with it", "number")]
    without: Annotated[float, Heading("without", "number")]
    change: Annotated[Effect | Gap, EstimateHeading("change", "number", p="p")]
    holm_p: Annotated[float | Gap, Heading("Holm, p", "p")]
    same_answer: Annotated[float, Heading("largest share of one answer", "share")]
    outcome: Annotated[str, Heading("outcome")]


def means(study: ItemStudy, measure: Measure) -> tuple[MeanRow, ...]:
    """Return a row for each subject, mitigation, bias and tier, and for all of them.

    Holm's adjustment is over a subject's biases, without mitigation; nothing is tested below ``MINIMUM`` items.
    """
    rows = [row for subject in study.subjects for row in _rows(study, subject, measure)]
    for subject in study.subjects:
        family = [
            place
            for place, row in enumerate(rows)
            if (row.subject, row.mitigation, row.tier) == (subject.name, NONE, ALL_TIERS) and row.bias != ALL_BIASES
        ]
        adjusted = holm_or_gap([_p(rows[place].mean, rows[place].items) for place in family])
        for place, p in zip(family, adjusted, strict=True):
            rows[place] = rows[place]._replace(holm_p=p)
    return tuple(rows)


def _rows(study: ItemStudy, subject: Subject, measure: Measure) -> Iterator[MeanRow]:
    for mitigation in subject.mitigations:
        cell = subject.cell(measure.name, mitigation)
        for bias, tier, keep in parts_of(study, cell):
            part = cell.where(keep)
            mean = mean_of(part, measure)
            yield MeanRow(
                subject.name,
                mitigation,
                bias,
                tier,
                called(part.items),
                len(part.items),
                len(set(part.clusters)),
                tested(mean, len(part.items)),
                _NO_FAMILY,
                _bounds(subject.bounds(measure.name, mitigation, keep), measure, mean),
            )


def parts_of(study: ItemStudy, cell: Cell) -> Iterator[tuple[str, str, Callable[[Item], bool]]]:
    """Yield bias, tier and the test for an item's membership: all items, each bias, and each tier over all biases."""
    yield ALL_BIASES, ALL_TIERS, lambda item: True
    for bias in dict.fromkeys(item.bias for item in cell.items):
        yield bias.value, ALL_TIERS, lambda item, bias=bias: item.bias == bias  # type: ignore[misc]
    codes = {key: _tier(study, item) for key, item in study.items.items()}  # bounds have unread items too
    for code in sorted({code for item in cell.items if (code := codes[item.id]) is not None}):
        yield ALL_BIASES, study.tiers.label(code), lambda item, code=code: codes[item.id] == code  # type: ignore[misc]


def _tier(study: ItemStudy, item: Item) -> int | None:
    value = getattr(item.complexity, study.tiers.measure)
    return None if value is None else int(study.tiers.codes(np.array([float(value)]))[0])


def called(items: tuple[Item, ...]) -> str:
    """Return what a shift of these items may be called: only with a norm it is a bias."""
    norms = {item.norm for item in items}
    if norms <= {"text", "stipulated"}:
        return "bias"
    return "response style" if norms == {"none"} else "bias or response style"


def mean_of(cell: Cell, measure: Measure) -> Effect | Gap:
    """Return the mean with its interval over clusters, tested against what is expected without the bias."""
    if not len(cell.items) or np.isnan(cell.mean):
        return Gap(reason="no item has a value")
    expected = measure.expected or 0.0
    found = clustered_mean(cell.linearised - expected, cell.clusters, cell.biases)
    assert found is not None
    low, high = measure.limits or (-np.inf, np.inf)
    moved = {
        "estimate": found.estimate + expected,
        "low": max(found.low + expected, low),
        "high": min(found.high + expected, high),
    }
    return found.model_copy(update=moved | ({"p": None} if measure.expected is None else {}))


def _bounds(ends: tuple[Cell, Cell] | None, measure: Measure, mean: Effect | Gap) -> Interval | Gap:
    """Return where the mean may be however unparsed answers are read, at least its own interval."""
    if ends is None:
        return Gap(reason="no item has a value")
    expected = measure.expected or 0.0
    means = [cluster_mean(cell.linearised - expected, cell.clusters, cell.biases) for cell in ends]
    span = max(1.0, *(float(np.max(np.abs(cell.linearised - expected))) for cell in ends))
    found = bounds_between(means[0], means[1], span)
    low, high = measure.limits or (-np.inf, np.inf)
    bounds = Interval(low=max(found.low + expected, low), high=min(found.high + expected, high))
    return bounds if isinstance(mean, Gap) else bounds.enclosing(mean)


def tested(found: Effect | Gap, items: int) -> Effect | Gap:
    """Return an estimate without its p where there are too few items for a test."""
    return found if isinstance(found, Gap) or items >= MINIMUM else found.model_copy(update={"p": None})


def _p(found: Effect | Gap, items: int) -> float | Gap:
    if isinstance(found, Gap):
        return found
    return _FEW if items < MINIMUM else Gap(reason="not tested") if found.p is None else found.p


def changes(study: ItemStudy) -> tuple[ChangeRow, ...]:
    """Return a row for each subject and mitigation, over all biases and by bias; Holm's is over all biases' rows."""
    rows = [row for subject in study.subjects for row in _changes(study, subject)]
    for subject in study.subjects:
        family = [p for p, row in enumerate(rows) if (row.subject, row.bias) == (subject.name, ALL_BIASES)]
        adjusted = holm_or_gap([_p(rows[place].change, rows[place].items) for place in family])
        for place, p in zip(family, adjusted, strict=True):
            rows[place] = rows[place]._replace(holm_p=p)
    return tuple(row._replace(outcome=_outcome(row, study.headline)) for row in rows)


def _changes(study: ItemStudy, subject: Subject) -> Iterator[ChangeRow]:
    measure = study.headline
    without = subject.cell(measure.name)
    for mitigation in subject.mitigations:
        if mitigation == NONE or not len(without.items):
            continue
        with_it = subject.cell(measure.name, mitigation)
        for bias in (ALL_BIASES, *dict.fromkeys(item.bias.value for item in with_it.items)):
            one, other = shared(_of(with_it, bias), _of(without, bias))
            if not one.items:
                continue
            share = _same_answer(subject, mitigation, bias)
            yield ChangeRow(
                subject.name,
                mitigation,
                bias,
                len(one.items),
                one.mean,
                other.mean,
                difference_of(one, other),
                _NO_FAMILY,
                share,
                "",
            )


def _of(cell: Cell, bias: str) -> Cell:
    return cell if bias == ALL_BIASES else cell.where(lambda item: item.bias == bias)


def shared(one: Cell, other: Cell) -> tuple[Cell, Cell]:
    """Return the items that both have, in one order."""
    common = {item.id for item in one.items} & {item.id for item in other.items}
    parts = [cell.where(lambda item: item.id in common) for cell in (one, other)]
    orders = [np.argsort([item.id for item in part.items], kind="stable") for part in parts]
    first, second = (
        Cell(part.value[order], part.weight[order], tuple(part.items[place] for place in order))
        for part, order in zip(parts, orders, strict=True)
    )
    return first, second


def difference_of(one: Cell, other: Cell) -> Effect | Gap:
    """Return the mean difference of two cells with the same items, paired by item."""
    found = paired_difference(one.linearised, other.linearised, one.clusters, one.biases) or _FEW
    return tested(found, len(one.items))


def _same_answer(subject: Subject, mitigation: str, bias: str) -> float:
    """Return the largest share of one point of the scale in all readable answers under a mitigation."""
    kept = {item.id for item in subject.evaluation.items if bias in (ALL_BIASES, item.bias.value)}
    answers = [
        one.decision
        for one in subject.evaluation.decisions
        if one.mitigation == mitigation and one.item_id in kept and one.decision != "unparsed"
    ]
    return max((answers.count(point) for point in set(answers)), default=0) / len(answers) if answers else float("nan")


def _outcome(row: ChangeRow, measure: Measure) -> str:
    if row.same_answer > _COLLAPSE:
        return "collapse"
    if isinstance(row.change, Gap) or row.items < MINIMUM:
        return "not tested"
    expected = measure.expected or 0.0
    nearer = abs(row.with_it - expected) < abs(row.without - expected)
    clear = row.change.low > 0 or row.change.high < 0
    return "no change shown" if not clear else "nearer to none" if nearer else "farther from none"


def table(rows: tuple[MeanRow, ...], measure: Measure) -> Table:
    """Return the means of one measure as a table."""
    notes = (
        f"{measure.heading}: {measure.meaning}. {EQUALLY.replace('dilemmas', 'items')}",
        "Intervals are over clusters (scenarios or sets). Holm's adjustment is over a subject's biases, without "
        f"mitigation; nothing is tested below {MINIMUM} items. Bounds: the mean if every unparsed answer had been at "
        "an end of the scale, the interval at each end included.",
        "Only where the item has a norm is a shift a bias; otherwise it is a response style.",
    )
    kind: Kind = measure.kind
    found = make_table(f"{measure.name}_by_bias", measure.heading, MeanRow, rows, notes=notes)
    shown = {"mean", "low", "high", "least", "most"}
    return with_kind(found, kind, shown)


def changes_table(rows: tuple[ChangeRow, ...], measure: Measure) -> Table:
    """Return the changes under mitigations as a table."""
    notes = (
        f"Changes of the {measure.label}, paired by item: the same subject with and without the mitigation. Holm's "
        "adjustment is over a subject's mitigations; single biases are exploratory.",
        f"Collapse: one answer has over {100 * _COLLAPSE:.0f} % of all.",
    )
    return make_table("item_mitigations", "Changes under mitigations", ChangeRow, rows, notes=notes)
