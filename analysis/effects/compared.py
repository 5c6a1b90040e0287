"""Two evaluations in every measure of their protocol: paired on shared items, or on two datasets."""

from collections.abc import Iterator, Sequence

from probe.analysis.effects.estimating import NO_TIER
from probe.analysis.effects.two_evaluations import ENDS, TABLES, DifferenceRow, Kind, differences
from probe.analysis.statistics.weights import EQUALLY, MINIMUM
from probe.analysis.study import Study
from probe.analysis.tables import ColumnSpec, EstimateHeading, Gap, Table, make_table
from probe.values import Measure

IN_SHORT = ("measure", "bias", "tier", "first_items", "second_items", "first", "second", "difference", "low", "high",
            "holm_p")  # fmt: skip
"""The columns for a terminal."""


def compare(study: Study, subjects: Sequence[str], kind: Kind) -> tuple[DifferenceRow, ...]:
    """Return the rows of every measure: the first subject minus the second; two more are a reference on each dataset.

    Holm's adjustment is over the biases of a measure, all tiers together. Cells without an item have no row.
    """
    return tuple(
        _in_measure(row, measure, kind)
        for measure in study.measures
        for row in differences([study.scored[measure.name].of(subject=name) for name in subjects], kind, study.tiers)
        if (row.first_dilemmas or row.second_dilemmas) and row.tier != NO_TIER
    )


def _in_measure(row: DifferenceRow, measure: Measure, kind: Kind) -> DifferenceRow:
    """Return a row with the values of a measure in place of distances from what is expected."""
    # In differences from a reference, the expected value has cancelled.
    expected = 0.0 if kind == "freshness" else measure.expected or 0.0
    first, second = (
        effect if isinstance(effect, Gap) else effect + expected for effect in (row.first_effect, row.second_effect)
    )
    return row._replace(measure=measure.label, first_effect=first, second_effect=second)


def _columns() -> Iterator[ColumnSpec]:
    yield from (ColumnSpec(name, name) for name in ("measure", "bias", "tier"))
    yield from (ColumnSpec(f"{end}_items", f"items, {name}", "count", f"{end}_dilemmas") for end, name in ENDS)
    yield from (ColumnSpec(end, f"mean, {name}", "number", f"{end}_effect") for end, name in ENDS)
    yield from EstimateHeading("A − B", "number", p="p").specs("difference")
    yield ColumnSpec("holm_p", "Holm, p", "p")


def table(rows: Sequence[DifferenceRow], kind: Kind, measures: Sequence[Measure]) -> Table:
    """Return the rows as a table."""
    title, note = _KINDS[kind]
    notes = (
        *(f"{measure.heading}: {measure.meaning}." for measure in measures),
        f"{note} Intervals are over clusters. Holm's adjustment is over the biases of a measure; cells of fewer than "
        f"{MINIMUM} items are shown and not tested.",
        EQUALLY,
    )
    return make_table(TABLES[kind], title, _columns(), rows, notes=notes).about("item")


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
