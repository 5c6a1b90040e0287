"""Two evaluations in every measure of their protocol: paired on shared items, or on two datasets."""

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple

from probe.analysis.effects.effect import NO_TIER
from probe.analysis.effects.two_evaluations import (
    Beside,
    DatasetsRow,
    FreshnessRow,
    PairedRow,
    between_datasets,
    freshness,
    paired,
)
from probe.analysis.scores import Scores
from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.weights import EQUALLY, MINIMUM
from probe.analysis.study import Study
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, make_table
from probe.values import Measure

Kind = Literal["paired", "datasets", "freshness"]
"""Two evaluations on shared items, one subject on two datasets, or that against a reference subject."""
IN_SHORT = ("measure", "bias", "tier", "first_items", "second_items", "first", "second", "difference", "low", "high",
            "holm_p")  # fmt: skip
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


def compared(study: Study, subjects: Sequence[str], kind: Kind) -> tuple[ComparedRow, ...]:
    """Return the rows of every measure: the first subject minus the second; two more are a reference on each dataset.

    Holm's adjustment is over the biases of a measure, all tiers together. Cells without an item have no row.
    """
    return tuple(
        row
        for measure in study.measures
        for found in _found(study, [study.scored[measure.name].of(subject=name) for name in subjects], kind)
        for row in [_row(measure, found)]
        if (row.first_items or row.second_items) and row.tier != NO_TIER
    )


def _found(
    study: Study, scores: Sequence[Scores], kind: Kind
) -> Sequence[PairedRow] | Sequence[DatasetsRow] | Sequence[FreshnessRow]:
    one, other, *references = scores
    if kind == "paired":
        return paired(one, other, study.tiers)
    if kind == "freshness":
        return freshness(Beside(one, references[0]), Beside(other, references[1]), study.tiers)
    return between_datasets(one, other, study.tiers)


def _row(measure: Measure, row: PairedRow | DatasetsRow | FreshnessRow) -> ComparedRow:
    expected = 0.0 if isinstance(row, FreshnessRow) else measure.expected or 0.0
    first, second = (one if isinstance(one, Gap) else one + expected for one in (row.first_effect, row.second_effect))
    counts = (row.dilemmas, row.dilemmas) if isinstance(row, PairedRow) else (row.first_dilemmas, row.second_dilemmas)
    return ComparedRow(measure.label, row.bias, row.tier, *counts, first, second, row.difference, row.holm_p)


def table(rows: Sequence[ComparedRow], kind: Kind, measures: Sequence[Measure]) -> Table:
    """Return the rows as a table."""
    title, note = _KINDS[kind]
    notes = (
        *(f"{one.heading}: {one.meaning}." for one in measures),
        f"{note} Intervals are over clusters. Holm's adjustment is over the biases of a measure; cells of fewer than "
        f"{MINIMUM} items are shown and not tested.",
        EQUALLY,
    )
    found = make_table("compare" if kind == "paired" else kind, title, ComparedRow, rows, notes=notes)
    return found.about("item")


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
