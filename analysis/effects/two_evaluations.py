"""Two evaluations against each other: paired on shared dilemmas, or on two datasets, with a reference or without."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

import numpy as np

from probe.analysis.arrays import Floats
from probe.analysis.depth.tiers import Tiers
from probe.analysis.effects.estimating import (
    ALL_BIASES,
    ALL_TIERS,
    NO_ITEM,
    TOO_FEW,
    cells,
    difference_of,
    mean_of,
    p_of,
)
from probe.analysis.estimand import Estimand
from probe.analysis.scores import Scores, codes_of, share_items
from probe.analysis.statistics import methods
from probe.analysis.statistics.differences import Arms, Effect
from probe.analysis.statistics.groups import group_difference, signed_difference
from probe.analysis.statistics.multiplicity import adjust_rows
from probe.analysis.statistics.weights import EQUALLY, MINIMUM
from probe.analysis.tables import ColumnSpec, EstimateHeading, Gap, Table, make_table
from probe.analysis.tables import Kind as ColumnKind

Kind = Literal["paired", "datasets", "freshness"]
"""Two evaluations on shared items, one subject on two datasets, or that against a reference subject."""

_NO_FAMILY = Gap(reason="not part of the family")
_NOT_COMPARED = Gap(reason="not compared")
_NO_RATES = Gap(reason="the arms' values are not rates")


class DifferenceRow(NamedTuple):
    """Two evaluations, A and B, in one cell: on the dilemmas on which both have an effect, or on two datasets.

    With a reference subject, the levels are those of the subject minus those of the reference on the same dilemmas.
    ``error_gap`` is the difference of the errors on unbiased texts, ``measure`` what the effect is one of.
    """

    bias: str
    tier: str
    first_dilemmas: int
    second_dilemmas: int
    first_error: float | Gap
    second_error: float | Gap
    error_gap: Effect | Gap
    first_effect: float | Gap
    second_effect: float | Gap
    difference: Effect | Gap
    holm_p: float | Gap
    measure: str = ""


class WithReference(NamedTuple):
    """The scores of a subject and of a reference subject on one dataset."""

    subject: Scores
    reference: Scores


RowOf = Callable[[str, str, Scores, Scores], DifferenceRow]


def differences(scores: Sequence[Scores], kind: Kind, tiers: Tiers) -> tuple[DifferenceRow, ...]:
    """Return the rows of a kind: the first scores minus the second; two more are a reference on each dataset."""
    first, second, *references = scores
    if kind == "paired":
        return paired(first, second, tiers)
    if kind == "freshness":
        return freshness(WithReference(first, references[0]), WithReference(second, references[1]), tiers)
    return between_datasets(first, second, tiers)


def paired(first: Scores, second: Scores, tiers: Tiers) -> tuple[DifferenceRow, ...]:
    """Return a row for each bias and each tier (and all of them), over the dilemmas on which both have an effect."""
    return rows_of(*share_items(first.measured, second.measured), tiers, _paired_row)


def between_datasets(first: Scores, second: Scores, tiers: Tiers) -> tuple[DifferenceRow, ...]:
    """Return a row for each bias and each tier (and all of them), over the biases that both datasets have."""
    scores_a, scores_b = first.measured, second.measured
    shared_biases = sorted(set(scores_a.biases) & set(scores_b.biases))
    # A bias that only one dataset has would make the difference one between mixes of biases.
    scores_of_shared = [scores[np.isin(scores.bias.astype(str), shared_biases)] for scores in (scores_a, scores_b)]
    return rows_of(scores_of_shared[0], scores_of_shared[1], tiers, _datasets_row)


def freshness(first: WithReference, second: WithReference, tiers: Tiers) -> tuple[DifferenceRow, ...]:
    """Return a row for each bias and each tier (and all of them): differences in differences with the reference."""
    pairs = [
        share_items(side_by_side.subject.measured, side_by_side.reference.measured) for side_by_side in (first, second)
    ]
    shared_biases = set(pairs[0][0].biases) & set(pairs[1][0].biases)
    pairs_of_shared = [
        tuple(scores[np.isin(scores.bias.astype(str), sorted(shared_biases))] for scores in pair) for pair in pairs
    ]
    reference_positions = {
        str(key): position for _, reference in pairs_of_shared for position, key in enumerate(reference.pair_id)
    }

    def reference_scores(scores: Scores, dataset: int) -> Scores:
        return pairs_of_shared[dataset][1][
            np.array([reference_positions[str(key)] for key in scores.pair_id], dtype=np.int64)
        ]

    def row_of(bias: str, tier: str, part_a: Scores, part_b: Scores) -> DifferenceRow:
        return _freshness_row(bias, tier, (part_a, reference_scores(part_a, 0)), (part_b, reference_scores(part_b, 1)))

    return rows_of(pairs_of_shared[0][0], pairs_of_shared[1][0], tiers, row_of)


def _freshness_row(bias: str, tier: str, pair_a: tuple[Scores, Scores], pair_b: tuple[Scores, Scores]) -> DifferenceRow:
    counts = len(pair_a[0]), len(pair_b[0])
    effects = [subject.effects - reference.effects for subject, reference in (pair_a, pair_b)]
    errors = [subject.net.reference_error - reference.net.reference_error for subject, reference in (pair_a, pair_b)]
    gaps = [
        _gap(
            signed_difference,
            [_defined_arms(values, pair[0]) for values, pair in zip(differences, (pair_a, pair_b), strict=True)],
            2,
        )
        for differences in (errors, effects)
    ]
    biases = [pair[0].bias for pair in (pair_a, pair_b)] * 2
    means = [mean_of(values, names) for values, names in zip((*errors, *effects), biases, strict=True)]
    holm_p = _no_adjusted_p(*counts)
    return DifferenceRow(bias, tier, *counts, means[0], means[1], gaps[0], means[2], means[3], gaps[1], holm_p)


def _defined_arms(values: Floats, scores: Scores) -> Arms:
    is_defined = ~np.isnan(values)
    return Arms(
        values[is_defined], _clusters(scores)[is_defined], None, codes_of(scores.bias)[is_defined], scores.direct
    )


def rows_of(first: Scores, second: Scores, tiers: Tiers, row_of: RowOf) -> tuple[DifferenceRow, ...]:
    """Return the rows; Holm's adjustment is over the biases, all tiers together."""
    second_cells = {(bias, tier): entries for bias, tier, entries in cells(second, tiers)}
    empty = second[:0]
    rows = [
        row_of(bias, tier, entries, second_cells.get((bias, tier), empty))
        for bias, tier, entries in cells(first, tiers)
        if bias == ALL_BIASES or tier == ALL_TIERS
    ]
    # Small cells are already outside the family, so the number of dilemmas is not checked here.
    return adjust_rows(
        rows,
        lambda row: p_of(row.difference, MINIMUM),
        lambda row: row.tier if row.tier == ALL_TIERS and row.bias != ALL_BIASES and row.holm_p != TOO_FEW else None,
    )


def _no_adjusted_p(*dilemmas: int) -> Gap:
    """Return why a row has no adjusted p: its cells are small, or its effect is not of a single bias."""
    return TOO_FEW if min(dilemmas) < MINIMUM else _NO_FAMILY


def _paired_row(bias: str, tier: str, part_a: Scores, part_b: Scores) -> DifferenceRow:
    difference = difference_of(part_a.clustered_mean(part_a.effects - part_b.effects), len(part_a))
    levels, counts = _levels(part_a, part_b), (len(part_a), len(part_b))
    return DifferenceRow(
        bias, tier, *counts, *levels[:2], _NOT_COMPARED, *levels[2:], difference, _no_adjusted_p(*counts)
    )


def _datasets_row(bias: str, tier: str, part_a: Scores, part_b: Scores) -> DifferenceRow:
    levels, counts = _levels(part_a, part_b), (len(part_a), len(part_b))
    error_gap: Effect | Gap = Gap(reason=NO_ITEM)
    if len(part_a) and len(part_b):
        error_gap = _error_gap(part_a, part_b) if part_a.of_errors else _NO_RATES
    gap = _gap(group_difference, [scores.changes._replace(crossed=None) for scores in (part_a, part_b)], 1)
    return DifferenceRow(bias, tier, *counts, *levels[:2], error_gap, *levels[2:], gap, _no_adjusted_p(*counts))


def _error_gap(part_a: Scores, part_b: Scores) -> Effect | Gap:
    """Return the difference of the error rates on unbiased texts, A minus B."""
    readable = [scores[scores.net.runs > 0] for scores in (part_a, part_b)]
    rates = [
        Arms(scores.net.reference_error, _clusters(scores), None, codes_of(scores.bias), scores.direct)
        for scores in readable
    ]
    return difference_of(group_difference(*rates), min(len(scores) for scores in readable))


def _gap(difference: Callable[[Arms, Arms], Effect | None], groups: Sequence[Arms], span: float) -> Effect | Gap:
    """Return a difference of groups whose values may leave [-span, span], which the methods for rates do not allow."""
    # Intervals end at the limits of a difference of rates; values beyond these are scaled down, and their interval
    # back.
    scale = max(1.0, *(float(np.max(np.abs(group.first), initial=0.0)) / span for group in groups))
    estimate = difference(*(group._replace(first=group.first / scale) for group in groups))
    if estimate is not None:
        estimate = estimate.model_copy(
            update={name: scale * getattr(estimate, name) for name in ("estimate", "low", "high")}
        )
    return difference_of(estimate, min(len(group.first) for group in groups))


def _clusters(scores: Scores) -> np.ndarray:
    return scores.cluster.astype(str)


def _levels(part_a: Scores, part_b: Scores) -> tuple[float | Gap, float | Gap, float | Gap, float | Gap]:
    """Return the error rates on unbiased texts and the effects, of A and B each."""
    errors = mean_of(part_a.net.reference_error, part_a.bias), mean_of(part_b.net.reference_error, part_b.bias)
    return *errors, mean_of(part_a.effects, part_a.bias), mean_of(part_b.effects, part_b.bias)


def uneven_notes(first: Scores, second: Scores) -> Iterator[str]:
    """Yield differences of two datasets that could explain the gap: the mix of biases, and the mix of tiers."""
    for label in ("bias", "tier"):
        mixes = [_mix(getattr(scores.measured, label)) for scores in (first, second)]
        largest_difference = max(
            (abs(mixes[0].get(key, 0.0) - mixes[1].get(key, 0.0)) for key in {**mixes[0], **mixes[1]}), default=0
        )
        if largest_difference > _UNEVEN_SHARE:
            plural = "biases" if label == "bias" else "tiers"
            yield (
                f"the mix of {plural} differs by up to {100 * largest_difference:.0f} points: compare the rows of one "
                f"{label}"
            )


_UNEVEN_SHARE = 0.1
"""Share of the dilemmas by which a bias or a tier may differ between two datasets without a notice."""


def _mix(labels: np.ndarray) -> dict[str, float]:
    names, counts = np.unique(labels.astype(str), return_counts=True)
    return {str(name): float(count / len(labels)) for name, count in zip(names, counts, strict=True)}


class ComparisonTableText(NamedTuple):
    """What a table of one kind says: its title and notes, and the labels of its columns."""

    title: str
    notes: tuple[str, ...]
    error: str = "error rate on unbiased texts"
    error_kind: ColumnKind = "share"
    error_gap: str = ""
    effect: str = "effect"
    difference: str = "A − B"


WORDS: Mapping[Kind, ComparisonTableText] = {
    "paired": ComparisonTableText("A − B on shared dilemmas", ()),
    "datasets": ComparisonTableText(
        "Difference between datasets, A − B",
        (
            "A difference between datasets: what the subject learnt of one of them and how hard each is are not "
            "separated. The interval covers the sampling of both datasets, not a difference of their recipes. A "
            "reference subject that answered both gives the freshness gap.",
        ),
        error_gap="error rate, A − B",
        difference="effect, A − B",
    ),
    "freshness": ComparisonTableText(
        "Freshness gap, A − B against a reference",
        (
            "Freshness gap: what the subject errs more on A than on B, minus the same of the reference. If B was "
            "public before the subject was trained and A is fresh, a subject that has seen B has a gap above zero; "
            "datasets that are harder for both have none. The reference must not have seen either.",
            methods.GROUPS,
        ),
        error="error on unbiased texts minus the reference's",
        error_kind="points",
        error_gap="freshness gap of the error rate",
        effect="effect minus the reference's",
        difference="freshness gap of the effect",
    ),
}
TABLES: Mapping[Kind, str] = {"paired": "compare", "datasets": "datasets", "freshness": "freshness"}
"""The key of the table of each kind."""


def table(rows: Sequence[DifferenceRow], kind: Kind, estimand: Estimand) -> Table:
    """Return the rows as a table."""
    words = WORDS[kind]
    return make_table(TABLES[kind], words.title, _columns(kind), rows, notes=(*_notes(estimand), *words.notes))


def _columns(kind: Kind) -> Iterator[ColumnSpec]:
    words = WORDS[kind]
    yield ColumnSpec("bias", "bias")
    yield ColumnSpec("tier", "tier")
    if kind == "paired":
        yield ColumnSpec("dilemmas", "shared dilemmas", "count", "first_dilemmas")
    else:
        yield from (ColumnSpec(f"{end}_dilemmas", f"dilemmas, {name}", "count") for end, name in ENDS)
    yield from (ColumnSpec(f"{end}_error", f"{words.error}, {name}", words.error_kind) for end, name in ENDS)
    if words.error_gap:
        yield from EstimateHeading(words.error_gap, prefix="error_gap_", p="p").specs("error_gap")
    yield from (ColumnSpec(f"{end}_effect", f"{words.effect}, {name}", "points") for end, name in ENDS)
    yield from EstimateHeading(words.difference, p="p").specs("difference")
    yield ColumnSpec("holm_p", "Holm, p", "p")


ENDS = (("first", "A"), ("second", "B"))
"""How columns and readers name both evaluations."""


def _notes(estimand: Estimand) -> tuple[str, ...]:
    return (
        f"The effect is the {estimand.label}: {estimand.meaning}. Holm's adjustment is over biases; cells of fewer "
        f"than {MINIMUM} dilemmas are shown and not tested.",
        EQUALLY,
    )
