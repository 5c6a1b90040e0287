"""Whether the effect correlates with properties of a dilemma that should not matter (PROBE-SWE, Figure 8)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, NamedTuple

import numpy as np
from matplotlib.figure import Figure
from rapidfuzz.distance import Levenshtein

from probe.analysis.arrays import Floats
from probe.analysis.effects.estimating import TOO_FEW, p_of
from probe.analysis.figures.charts import heat_map, short_names
from probe.analysis.figures.style import Picture
from probe.analysis.form import AS_PUBLISHED, UNPLANNED_NOTE, ReportAnalysis, Result
from probe.analysis.measurements import Measurements
from probe.analysis.scores import Codes, Scores, codes_of
from probe.analysis.statistics import methods
from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.multiplicity import adjust_rows
from probe.analysis.statistics.trend import depth_trend
from probe.analysis.statistics.weights import MINIMUM
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, format_signed, make_table
from probe.values import Arm, Item


def _texts(item: Item) -> tuple[str, str]:
    return item.text(Arm.UNBIASED) or "", item.text(Arm.BIASED) or ""


PROPERTIES: dict[str, Callable[[Item], float | None]] = {
    "pair cosine": lambda item: item.measures.cosine,
    "pair Levenshtein similarity": lambda item: Levenshtein.normalized_similarity(*_texts(item)),
    "decider's agreement": lambda item: item.measures.agreement,
    "round-trip cosine": lambda item: item.measures.rebuilt_cosine,
    "length, unbiased": lambda item: len(_texts(item)[0].split()),
    "length, biased": lambda item: len(_texts(item)[1].split()),
    "length difference": lambda item: len(_texts(item)[1].split()) - len(_texts(item)[0].split()),
}
"""What the effect is correlated with: similarities from 0 to 1, lengths in words; None where it was not measured."""


class PropertyRow(NamedTuple):
    """One subject's effect and one property, over the dilemmas where the property was measured.

    ``within`` is Pearson's r within bias and author, ``pooled`` over all dilemmas as if they were of one kind.
    """

    subject: Annotated[str, Heading("subject")]
    name: Annotated[str, Heading("property of the dilemma", key="property")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    within: Annotated[Effect | Gap, EstimateHeading("r within bias and author", "number", "r", p="p")]
    holm_p: Annotated[float | Gap, Heading("Holm, p", "p")]
    pooled: Annotated[Effect | Gap, EstimateHeading("r pooled", "number", "pooled_r", "pooled_")]


def correlations(scores: Scores, pairs: Mapping[str, Item]) -> tuple[PropertyRow, ...]:
    """Return, for each subject, the correlation over dilemmas of the effect with each property.

    Holm's adjustment is over a subject's properties, within bias and author.
    """
    values_by_property = {
        name: {key: measure(pair) for key, pair in pairs.items()} for name, measure in PROPERTIES.items()
    }
    by_subject = {subject: scores.of(subject=subject).measured for subject in scores.subjects}
    rows = [
        _row(subject, name, entries, values)
        for subject, entries in by_subject.items()
        for name, values in values_by_property.items()
    ]
    return adjust_rows(rows, lambda row: p_of(row.within, row.dilemmas), lambda row: row.subject)


def _row(subject: str, name: str, entries: Scores, values: Mapping[str, float | None]) -> PropertyRow:
    property_values = [values[str(pair_id)] for pair_id in entries.pair_id]
    column: Floats = np.array([np.nan if value is None else value for value in property_values], dtype=np.float64)
    has_value = ~np.isnan(column)
    with_value, column = entries[has_value], column[has_value]
    if len(with_value) < MINIMUM:
        gap = TOO_FEW if len(with_value) else Gap(reason="not measured")
        return PropertyRow(subject, name, len(with_value), gap, gap, gap)
    effects, clusters = with_value.effects, with_value.clusters
    within = correlation(column, effects, clusters, codes_of(with_value.bias, with_value.author))
    pooled_r = correlation(column, effects, clusters, np.zeros(len(with_value), dtype=np.int64))
    return PropertyRow(subject, name, len(with_value), within, within if isinstance(within, Gap) else TOO_FEW, pooled_r)


def correlation(column: Floats, effects: Floats, clusters: Codes, strata: Codes) -> Effect | Gap:
    """Return Pearson's r within ``strata``, with an interval and p that are robust to clusters.

    r is the least-squares slope of the standardised values with an intercept for each stratum.
    """
    counts = np.maximum(np.bincount(strata), 1)
    standardised_values = []
    for values in (column, effects):
        residuals = values - (np.bincount(strata, weights=values) / counts)[strata]
        spread = float(residuals.std())
        if spread < 1e-9:
            return Gap(reason="no spread")
        # Not centred: the regression has an intercept for each stratum.
        standardised_values.append(values / spread)
    slope = depth_trend(standardised_values[1], standardised_values[0], clusters, strata=strata).slope
    if slope is None:
        return Gap(reason="too few dilemmas with an effect")
    # A t interval of r may go beyond -1 and 1.
    ends = {"low": max(slope.low, -1.0), "high": min(slope.high, 1.0)}
    return slope.model_copy(update=ends)


def table(rows: Sequence[PropertyRow]) -> Table:
    """Return the rows as a table."""
    notes = (
        "One point per dilemma: its effect on errors. Within bias and author, each bias and author is centred on its "
        "own mean; Holm's adjustment is over a subject's properties.",
        methods.SLOPE,
        "Pooled correlations arise from composition: where biases or authors differ both in their mean effect and in "
        "the property, the pooled r is not zero even if the property does nothing. Read the first one.",
    )
    return make_table("correlations", "Effect and properties of the dilemma", PropertyRow, rows, notes=notes)


def picture(rows: Sequence[PropertyRow]) -> Picture:
    """Draw the correlations within bias and author as a heat map, one line per subject and one column per property."""
    values_by_property = [(row, row.within.estimate) for row in rows if not isinstance(row.within, Gap)]
    alt = "Heat map of Pearson correlations between a dilemma's effect and its properties, within bias and author."
    if values_by_property:
        row, r = max(values_by_property, key=lambda pair: abs(pair[1]))
        alt += f" Largest: {row.name} for {row.subject}, r = {r:.2f}."
    caption = (
        "Pearson r over dilemmas, within bias and author; colours from −1 to 1. Properties that were not measured are "
    )
    caption += "left out."
    return Picture("correlations", "Effect and properties of the dilemma", alt, caption, lambda: _draw(rows))


def _draw(rows: Sequence[PropertyRow]) -> Figure:
    names = list(short_names(list(dict.fromkeys(row.subject for row in rows))).values())
    values = np.array([np.nan if isinstance(row.within, Gap) else row.within.estimate for row in rows])
    values = values.reshape((len(names), len(PROPERTIES)))
    has_value = ~np.isnan(values).all(axis=0)
    shown_columns = has_value if has_value.any() else np.ones(len(PROPERTIES), dtype=np.bool_)
    columns = [name for name, is_shown in zip(PROPERTIES, shown_columns, strict=True) if is_shown]
    form = {"form": lambda value: format_signed(value, 2), "diverging": True, "limit": 1.0}
    figure = heat_map(values[:, shown_columns], names, columns, **form)
    figure.axes[0].set_title("Pearson r")
    return figure


ANALYSIS: ReportAnalysis[Measurements, Sequence[PropertyRow]] = ReportAnalysis(
    "correlations",
    "Effect and properties of the dilemma",
    AS_PUBLISHED,
    "which properties of texts to control in the next dataset",
    rows=lambda measurements: correlations(measurements.study.scores, measurements.study.items),
    show=lambda measurements, rows: Result.of_pictures((picture(rows),), table(rows), text=(UNPLANNED_NOTE,)),
)
