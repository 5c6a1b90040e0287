"""Two evaluations against each other: paired on shared dilemmas, or on two datasets, with a reference or without."""

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, NamedTuple, TypeVar

import numpy as np

from probe.analysis.arrays import Floats
from probe.analysis.depth.tiers import Tiers
from probe.analysis.effects.effect import ALL_BIASES, ALL_TIERS, FEW, cells, difference_of, mean_of, p_of
from probe.analysis.effects.mitigations import shared
from probe.analysis.scores import Estimand, Scores, codes_of
from probe.analysis.statistics import methods
from probe.analysis.statistics.differences import Arms, Effect, holm_or_gap, paired_difference
from probe.analysis.statistics.groups import group_difference, signed_difference
from probe.analysis.statistics.weights import EQUALLY, MINIMUM
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, make_table

_NO_FAMILY = Gap(reason="not part of the family")
_NO_RATES = Gap(reason="the arms' values are not rates")


class PairedRow(NamedTuple):
    """Two evaluations, A and B, over the dilemmas of one cell on which both have an effect."""

    bias: Annotated[str, Heading("bias")]
    tier: Annotated[str, Heading("tier")]
    dilemmas: Annotated[int, Heading("shared dilemmas", "count")]
    first_error: Annotated[float | Gap, Heading("error rate on unbiased texts, A", "share")]
    second_error: Annotated[float | Gap, Heading("error rate on unbiased texts, B", "share")]
    first_effect: Annotated[float | Gap, Heading("effect, A", "points")]
    second_effect: Annotated[float | Gap, Heading("effect, B", "points")]
    difference: Annotated[Effect | Gap, EstimateHeading("A − B", p="p")]
    holm_p: Annotated[float | Gap, Heading("Holm, p", "p")]


class DatasetsRow(NamedTuple):
    """One subject on two datasets, A and B, without a dilemma in common: what it errs more on A than on B."""

    bias: Annotated[str, Heading("bias")]
    tier: Annotated[str, Heading("tier")]
    first_dilemmas: Annotated[int, Heading("dilemmas, A", "count")]
    second_dilemmas: Annotated[int, Heading("dilemmas, B", "count")]
    first_error: Annotated[float | Gap, Heading("error rate on unbiased texts, A", "share")]
    second_error: Annotated[float | Gap, Heading("error rate on unbiased texts, B", "share")]
    error_gap: Annotated[Effect | Gap, EstimateHeading("error rate, A − B", prefix="error_gap_", p="p")]
    first_effect: Annotated[float | Gap, Heading("effect, A", "points")]
    second_effect: Annotated[float | Gap, Heading("effect, B", "points")]
    difference: Annotated[Effect | Gap, EstimateHeading("effect, A − B", p="p")]
    holm_p: Annotated[float | Gap, Heading("Holm, p", "p")]


class FreshnessRow(NamedTuple):
    """One subject minus a reference subject, on two datasets, A and B: what remains of A − B is not how hard they are.

    Levels are those of the subject minus those of the reference, over the dilemmas that both answered.
    """

    bias: Annotated[str, Heading("bias")]
    tier: Annotated[str, Heading("tier")]
    first_dilemmas: Annotated[int, Heading("dilemmas, A", "count")]
    second_dilemmas: Annotated[int, Heading("dilemmas, B", "count")]
    first_error: Annotated[float | Gap, Heading("error on unbiased texts minus the reference's, A", "points")]
    second_error: Annotated[float | Gap, Heading("error on unbiased texts minus the reference's, B", "points")]
    error_gap: Annotated[Effect | Gap, EstimateHeading("freshness gap of the error rate", prefix="error_gap_", p="p")]
    first_effect: Annotated[float | Gap, Heading("effect minus the reference's, A", "points")]
    second_effect: Annotated[float | Gap, Heading("effect minus the reference's, B", "points")]
    difference: Annotated[Effect | Gap, EstimateHeading("freshness gap of the effect", p="p")]
    holm_p: Annotated[float | Gap, Heading("Holm, p", "p")]


class Beside(NamedTuple):
    """The scores of a subject and of a reference subject on one dataset."""

    subject: Scores
    reference: Scores


Row = TypeVar("Row", PairedRow, DatasetsRow, FreshnessRow)
RowOf = Callable[[str, str, Scores, Scores], Row]


def paired(first: Scores, second: Scores, tiers: Tiers) -> tuple[PairedRow, ...]:
    """Return a row for each bias and each tier (and all of them), over the dilemmas on which both have an effect."""
    one, other = first.measured, second.measured
    _, left, right = np.intersect1d(one.pair_id.astype(str), other.pair_id.astype(str), return_indices=True)
    return rows_of(one[left], other[right], tiers, _paired_row)


def between_datasets(first: Scores, second: Scores, tiers: Tiers) -> tuple[DatasetsRow, ...]:
    """Return a row for each bias and each tier (and all of them), over the biases that both datasets have."""
    one, other = first.measured, second.measured
    common = sorted(set(one.biases) & set(other.biases))
    parts = [part[np.isin(part.bias.astype(str), common)] for part in (one, other)]
    return rows_of(parts[0], parts[1], tiers, _datasets_row)


def freshness(first: Beside, second: Beside, tiers: Tiers) -> tuple[FreshnessRow, ...]:
    """Return a row for each bias and each tier (and all of them): differences in differences with the reference."""
    pairs = [shared(each.subject.measured, each.reference.measured) for each in (first, second)]
    common = set(pairs[0][0].biases) & set(pairs[1][0].biases)
    kept = [tuple(one[np.isin(one.bias.astype(str), sorted(common))] for one in pair) for pair in pairs]
    references = {str(key): place for _, one in kept for place, key in enumerate(one.pair_id)}

    def beside(part: Scores, dataset: int) -> Scores:
        return kept[dataset][1][np.array([references[str(key)] for key in part.pair_id], dtype=np.int64)]

    def row_of(bias: str, tier: str, one: Scores, other: Scores) -> FreshnessRow:
        return _freshness_row(bias, tier, (one, beside(one, 0)), (other, beside(other, 1)))

    return rows_of(kept[0][0], kept[1][0], tiers, row_of)


def _freshness_row(bias: str, tier: str, one: tuple[Scores, Scores], other: tuple[Scores, Scores]) -> FreshnessRow:
    counts = len(one[0]), len(other[0])
    effects = [subject.effects - reference.effects for subject, reference in (one, other)]
    errors = [subject.net.reference_error - reference.net.reference_error for subject, reference in (one, other)]
    gaps = [
        _gap(signed_difference, [_signed(values, pair[0]) for values, pair in zip(each, (one, other), strict=True)], 2)
        for each in (errors, effects)
    ]
    biases = [pair[0].bias for pair in (one, other)] * 2
    means = [mean_of(values, names) for values, names in zip((*errors, *effects), biases, strict=True)]
    holm_p = _untested(*counts)
    return FreshnessRow(bias, tier, *counts, means[0], means[1], gaps[0], means[2], means[3], gaps[1], holm_p)


def _signed(values: Floats, part: Scores) -> Arms:
    known = ~np.isnan(values)
    return Arms(values[known], _clusters(part)[known], None, codes_of(part.bias)[known], part.direct)


def rows_of(first: Scores, second: Scores, tiers: Tiers, row_of: RowOf[Row]) -> tuple[Row, ...]:
    """Return the rows; Holm's adjustment is over the biases, all tiers together."""
    parts = {(bias, tier): part for bias, tier, part in cells(second, tiers)}
    empty = second[:0]
    rows = [
        row_of(bias, tier, part, parts.get((bias, tier), empty))
        for bias, tier, part in cells(first, tiers)
        if bias == ALL_BIASES or tier == ALL_TIERS
    ]
    family = [place for place, row in enumerate(rows) if row.tier == ALL_TIERS and row.bias != ALL_BIASES]
    family = [place for place in family if rows[place].holm_p != FEW]
    adjusted = holm_or_gap([p_of(rows[place].difference, MINIMUM) for place in family])
    for place, p in zip(family, adjusted, strict=True):
        rows[place] = rows[place]._replace(holm_p=p)
    return tuple(rows)


def _untested(*dilemmas: int) -> Gap:
    """Return why a row has no adjusted p: its cells are small, or its effect is not of a single bias."""
    return FEW if min(dilemmas) < MINIMUM else _NO_FAMILY


def _paired_row(bias: str, tier: str, one: Scores, other: Scores) -> PairedRow:
    found = paired_difference(one.effects, other.effects, one.clusters, codes_of(one.bias), direct=one.direct)
    difference = difference_of(found, len(one))
    return PairedRow(bias, tier, len(one), *_levels(one, other), difference, _untested(len(one)))


def _datasets_row(bias: str, tier: str, one: Scores, other: Scores) -> DatasetsRow:
    errors, effects = _levels(one, other)[:2], _levels(one, other)[2:]
    counts = len(one), len(other)
    error_gap = _error_gap(one, other) if one.of_errors else _NO_RATES
    gap = _gap(group_difference, [_arms(part) for part in (one, other)], 1)
    return DatasetsRow(bias, tier, *counts, *errors, error_gap, *effects, gap, _untested(*counts))


def _error_gap(one: Scores, other: Scores) -> Effect | Gap:
    """Return the difference of the error rates on unbiased texts, A minus B."""
    readable = [part[part.net.runs > 0] for part in (one, other)]
    rates = [
        Arms(part.net.reference_error, _clusters(part), None, codes_of(part.bias), part.direct) for part in readable
    ]
    return difference_of(group_difference(*rates), min(len(part) for part in readable))


def _arms(part: Scores) -> Arms:
    return Arms(part.effects, _clusters(part), np.zeros(len(part)), codes_of(part.bias), part.direct)


def _gap(difference: Callable[[Arms, Arms], Effect | None], groups: Sequence[Arms], span: float) -> Effect | Gap:
    """Return a difference of groups whose values may leave [-span, span], as far as this method knows them."""
    scale = max(1.0, *(float(np.max(np.abs(group.first), initial=0.0)) / span for group in groups))
    found = difference(*(group._replace(first=group.first / scale) for group in groups))
    if found is not None:
        found = found.model_copy(update={name: scale * getattr(found, name) for name in ("estimate", "low", "high")})
    return difference_of(found, min(len(group.first) for group in groups))


def _clusters(part: Scores) -> np.ndarray:
    return part.cluster.astype(str)


def _levels(one: Scores, other: Scores) -> tuple[float | Gap, float | Gap, float | Gap, float | Gap]:
    """Return the error rates on unbiased texts and the effects, of A and B each."""
    errors = mean_of(one.net.reference_error, one.bias), mean_of(other.net.reference_error, other.bias)
    return *errors, mean_of(one.effects, one.bias), mean_of(other.effects, other.bias)


def uneven(first: Scores, second: Scores) -> Iterator[str]:
    """Yield what two datasets differ in that the gap could come from: the mix of biases, and that of tiers."""
    for what in ("bias", "tier"):
        mixes = [_mix(getattr(part.measured, what)) for part in (first, second)]
        apart = max(
            (abs(mixes[0].get(key, 0.0) - mixes[1].get(key, 0.0)) for key in {**mixes[0], **mixes[1]}), default=0
        )
        if apart > _UNEVEN:
            plural = "biases" if what == "bias" else "tiers"
            yield f"the mix of {plural} differs by up to {100 * apart:.0f} points: compare the rows of one {what}"


_UNEVEN = 0.1
"""Share of the dilemmas by which a bias or a tier may differ between two datasets without a notice."""


def _mix(labels: np.ndarray) -> dict[str, float]:
    names, counts = np.unique(labels.astype(str), return_counts=True)
    return {str(name): float(count / len(labels)) for name, count in zip(names, counts, strict=True)}


def paired_table(rows: Sequence[PairedRow], estimand: Estimand) -> Table:
    """Return the paired rows as a table."""
    return make_table("compare", "A − B on shared dilemmas", PairedRow, rows, notes=_notes(estimand))


def datasets_table(rows: Sequence[DatasetsRow], estimand: Estimand) -> Table:
    """Return the rows on two datasets as a table."""
    notes = (
        *_notes(estimand),
        "A difference between datasets: what the subject learnt of one of them and how hard each is are not separated. "
        "The interval covers the sampling of both datasets, not a difference of their recipes. A reference subject "
        "that answered both gives the freshness gap.",
    )
    return make_table("datasets", "Difference between datasets, A − B", DatasetsRow, rows, notes=notes)


def freshness_table(rows: Sequence[FreshnessRow], estimand: Estimand) -> Table:
    """Return the differences in differences as a table."""
    notes = (
        *_notes(estimand),
        "Freshness gap: what the subject errs more on A than on B, minus the same of the reference. If B was public "
        "before the subject was trained and A is fresh, a subject that has seen B has a gap above zero; datasets that "
        "are harder for both have none. The reference must not have seen either.",
        methods.GROUPS,
    )
    return make_table("freshness", "Freshness gap, A − B against a reference", FreshnessRow, rows, notes=notes)


def _notes(estimand: Estimand) -> tuple[str, ...]:
    return (
        f"The effect is the {estimand.label}: {estimand.meaning}. Holm's adjustment is over biases; cells of fewer "
        f"than {MINIMUM} dilemmas are shown and not tested.",
        EQUALLY,
    )
