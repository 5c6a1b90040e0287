"""Two evaluations of items of any protocol: paired on shared items, or on two datasets, with a reference or without."""

from collections.abc import Callable, Iterator
from typing import Annotated, NamedTuple

import numpy as np

from probe.analysis.items.estimates import ALL_BIASES, ALL_TIERS, difference_of, parts_of, shared, tested
from probe.analysis.items.study import Cell, ItemStudy
from probe.analysis.statistics.differences import Arms, Effect, holm_or_gap
from probe.analysis.statistics.groups import signed_difference
from probe.analysis.statistics.intervals import Floats
from probe.analysis.statistics.weights import EQUALLY, MINIMUM
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, make_table
from probe.values import Measure

_FEW = Gap(reason=f"fewer than {MINIMUM} items")
_NO_FAMILY = Gap(reason="not part of the family")
_NO_VALUE = Gap(reason="no item has a value")
IN_SHORT = ("measure", "bias", "tier", "first_items", "second_items", "first", "second", "difference", "low", "high")
"""The columns for a terminal."""


class ComparedRow(NamedTuple):
    """Two evaluations, A and B, in one measure, by bias and tier (and all).

    With a reference, means are those of the subject minus those of the reference on the same items.
    """

    measure: Annotated[str, Heading("measure")]
    bias: Annotated[str, Heading("bias")]
    tier: Annotated[str, Heading("tier")]
    first_items: Annotated[int, Heading("items, A", "count")]
    second_items: Annotated[int, Heading("items, B", "count")]
    first: Annotated[float | Gap, Heading("mean, A", "number")]
    second: Annotated[float | Gap, Heading("mean, B", "number")]
    difference: Annotated[Effect | Gap, EstimateHeading("A − B", "number", p="p")]
    holm_p: Annotated[float | Gap, Heading("Holm, p", "p")]


Difference = Callable[[Cell, Cell], Effect | Gap]


def paired(study: ItemStudy) -> tuple[ComparedRow, ...]:
    """Return the first subject minus the second on the items that both have a value of, by measure, bias and tier."""
    first, second = study.subjects[:2]

    def cells(measure: Measure) -> tuple[Cell, Cell]:
        return shared(first.cell(measure.name), second.cell(measure.name))

    return _rows(study, cells, difference_of)


def between(study: ItemStudy) -> tuple[ComparedRow, ...]:
    """Return the first subject minus the second, on datasets without a shared item, over the biases of both.

    A third and a fourth subject are a reference on each dataset: each is taken from the subject beside it first.
    """
    beside = study.subjects[2:]

    def cells(measure: Measure) -> tuple[Cell, Cell]:
        compared = [subject.cell(measure.name) for subject in study.subjects[:2]]
        if beside:
            references = (subject.cell(measure.name) for subject in beside)
            compared = [_minus(*shared(*beside_it)) for beside_it in zip(compared, references, strict=True)]
        common = {item.bias for item in compared[0].items} & {item.bias for item in compared[1].items}
        first, second = (cell.where(lambda item: item.bias in common) for cell in compared)
        return first, second

    return _rows(study, cells, _between)


def _minus(subject: Cell, reference: Cell) -> Cell:
    """Return a cell of differences, item by item."""
    return Cell(subject.linearised - reference.linearised, np.ones(len(subject.items)), subject.items)


def _rows(
    study: ItemStudy, cells: Callable[[Measure], tuple[Cell, Cell]], difference: Difference
) -> tuple[ComparedRow, ...]:
    """Return the rows of every measure; Holm's adjustment is over the biases of a measure, all tiers together."""
    return tuple(row for measure in study.measures for row in _adjusted(_of(study, measure, cells, difference)))


def _of(
    study: ItemStudy, measure: Measure, cells: Callable[[Measure], tuple[Cell, Cell]], difference: Difference
) -> Iterator[ComparedRow]:
    whole = cells(measure)
    if not any(cell.items for cell in whole):  # a measure of other biases than those of these items
        return
    for bias, tier, keep in parts_of(study, whole[0]):
        first, second = (cell.where(keep) for cell in whole)
        effect = difference(first, second) if len(first.items) and len(second.items) else _NO_VALUE
        yield ComparedRow(
            measure.label,
            bias,
            tier,
            len(first.items),
            len(second.items),
            _mean(first),
            _mean(second),
            tested(effect, min(len(first.items), len(second.items))),
            _NO_FAMILY,
        )


def _adjusted(unadjusted: Iterator[ComparedRow]) -> Iterator[ComparedRow]:
    rows = list(unadjusted)
    family = [index for index, row in enumerate(rows) if row.bias != ALL_BIASES and row.tier == ALL_TIERS]
    adjusted = holm_or_gap([_p(rows[index]) for index in family])
    for index, p in zip(family, adjusted, strict=True):
        rows[index] = rows[index]._replace(holm_p=p)
    yield from rows


def _p(row: ComparedRow) -> float | Gap:
    if isinstance(row.difference, Gap):
        return row.difference
    return _FEW if row.difference.p is None else row.difference.p


def _mean(cell: Cell) -> float | Gap:
    return _NO_VALUE if not len(cell.items) or np.isnan(cell.mean) else cell.mean


def _between(first: Cell, second: Cell) -> Effect | Gap:
    """Return the difference of two means, of items that may share clusters."""
    cells = first, second
    scale = max(1.0, *(float(np.abs(cell.linearised).max()) for cell in cells))  # differences are of values up to 2
    biases = sorted({*first.biases, *second.biases})
    effect = signed_difference(*(_arms(cell.linearised / scale, cell, biases) for cell in cells))
    if effect is None:
        return _FEW
    return effect.model_copy(update={name: scale * getattr(effect, name) for name in ("estimate", "low", "high")})


def _arms(values: Floats, cell: Cell, biases: list[str]) -> Arms:
    return Arms(values, cell.clusters, None, np.searchsorted(biases, cell.biases))


def compared_table(rows: tuple[ComparedRow, ...], kind: str, measures: tuple[Measure, ...]) -> Table:
    """Return the rows as a table; ``kind`` is paired, datasets or freshness."""
    title, note = _KINDS[kind]
    notes = (
        *(f"{one.heading}: {one.meaning}." for one in measures),
        f"{note} Intervals are over clusters. Holm's adjustment is over the biases of a measure; nothing is tested "
        f"below {MINIMUM} items.",
        EQUALLY.replace("dilemmas", "items"),
    )
    return make_table("compare" if kind == "paired" else kind, title, ComparedRow, rows, notes=notes)


_KINDS = {
    "paired": ("A − B on shared items", "Differences are paired by item."),
    "datasets": (
        "Difference between datasets, A − B",
        "A difference between datasets: what the subject learnt of one of them and how they differ are not separated.",
    ),
    "freshness": (
        "Freshness gap, A − B against a reference",
        "Freshness gap: the subject minus the reference on A, minus the same on B. The reference must not have seen "
        "either.",
    ),
}
