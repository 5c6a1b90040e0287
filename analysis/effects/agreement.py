"""Whether runs of one subject, and different subjects, agree on the unbiased texts (PROBE-SWE, Figure 10).

Only runs with the options in the same order are compared: a subject that follows the place of an option agrees with
itself, and that is position preference, not disagreement.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Annotated, NamedTuple

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.arrays import A, B, DecisionArrays, Floats
from probe.analysis.figures.charts import heat, short_names
from probe.analysis.figures.style import Picture, canvas
from probe.analysis.form import CHECKS, ReportAnalysis, Result
from probe.analysis.measurements import Measurements
from probe.analysis.statistics import methods
from probe.analysis.tables import Gap, Heading, Table, make_table, percent, present
from probe.values import Arm, Bias, Item

SEED_AUTHOR = "hand-made"
"""The author of the published seed corpus in imported datasets."""

Counts = Mapping[str, Floats]
"""How many runs decided for A and for B, by dilemma, shape (orders, 2)."""


class Agreement(NamedTuple):
    """How often two runs make the same decision: two of one subject, or one of each of two."""

    group: Annotated[str, Heading("dilemmas of", key="dilemmas_of")]
    first: Annotated[str, Heading("subject")]
    second: Annotated[str, Heading("with")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    share: Annotated[float | Gap, Heading("agreement of two runs", "share", key="agreement")]


class AgreementByBias(NamedTuple):
    """Mean agreement within subjects and between them (the two bars of the published Figure 10)."""

    group: Annotated[str, Heading("dilemmas of", key="dilemmas_of")]
    bias: Annotated[str, Heading("bias")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    within: Annotated[float | None, Heading("within a subject", "share")]
    between: Annotated[float | None, Heading("between subjects", "share")]


def agreement(decisions: Sequence[DecisionArrays]) -> tuple[Agreement, ...]:
    """Return the agreement of every subject with itself and with every other, on unbiased texts.

    Where there are hand-made seeds among the dilemmas, they have rows of their own.
    """
    counts = _counts(decisions)
    subjects = list(counts)
    return tuple(
        Agreement(group, first, second, *_agreement(counts, first, second, ids))
        for group, ids in _groups(_items_by_id(decisions)).items()
        for index, first in enumerate(subjects)
        for second in subjects[index:]
    )


def agreement_by_bias(decisions: Sequence[DecisionArrays]) -> tuple[AgreementByBias, ...]:
    """Return the mean agreement within and between subjects for each bias."""
    counts, pairs = _counts(decisions), _items_by_id(decisions)
    rows = []
    for group, ids in _groups(pairs).items():
        for bias in Bias.in_order(pairs[key].bias for key in ids):
            bias_ids = {key for key in ids if pairs[key].bias is bias}
            within_subjects = [_agreement(counts, name, name, bias_ids)[1] for name in counts]
            between_subjects = [
                _agreement(counts, first, second, bias_ids)[1] for first, second in combinations(counts, 2)
            ]
            rows.append(
                AgreementByBias(group, bias.value, len(bias_ids), _mean(within_subjects), _mean(between_subjects))
            )
    return tuple(rows)


def _items_by_id(decisions: Sequence[DecisionArrays]) -> dict[str, Item]:
    return {pair.id: pair for arrays in decisions for pair in arrays.items}


def _groups(pairs: Mapping[str, Item]) -> dict[str, set[str]]:
    seeds = {key for key, pair in pairs.items() if pair.provenance.author == SEED_AUTHOR}
    return {**({"hand-made seeds": seeds} if 0 < len(seeds) < len(pairs) else {}), "all": set(pairs)}


def _mean(shares: Sequence[float | Gap]) -> float | None:
    defined_shares = present(shares)
    return float(np.mean(defined_shares)) if defined_shares else None


def _counts(decisions: Sequence[DecisionArrays]) -> dict[str, Counts]:
    """Return the counts of decisions on unbiased texts, by subject and dilemma."""
    by_subject: dict[str, dict[str, Floats]] = {}
    for arrays in decisions:
        letters, exchanged = arrays.letters[Arm.UNBIASED], arrays.exchanged[Arm.UNBIASED]
        counts = np.array(
            [[((letters == code) & (exchanged == order)).sum(axis=1) for code in (A, B)] for order in (False, True)]
        )
        subject_counts = by_subject.setdefault(arrays.subject, {})
        subject_counts.update(
            (pair.id, counts[:, :, position].astype(np.float64)) for position, pair in enumerate(arrays.items)
        )
    return dict(by_subject)


def _agreement(counts: Mapping[str, Counts], first: str, second: str, ids: set[str]) -> tuple[int, float | Gap]:
    """Return how many dilemmas have two runs to compare, and the mean share of such pairs with the same decision."""
    # Sorted, since the order of a set, and with it the last digits of a mean, varies between processes.
    shared_ids = sorted(ids & counts[first].keys() & counts[second].keys())
    if not shared_ids:
        return 0, Gap(reason="no dilemma in common")
    first_counts, second_counts = (np.array([counts[name][key] for key in shared_ids]) for name in (first, second))
    # A run always agrees with itself, so a subject is compared with itself by pairs of different runs.
    agreeing_pairs, all_pairs = (
        _within(first_counts) if first == second else _agreement_between(first_counts, second_counts)
    )
    has_pairs = all_pairs > 0
    if not has_pairs.any():
        return 0, Gap(reason="no two readable runs in one order")
    return int(has_pairs.sum()), float(np.mean(agreeing_pairs[has_pairs] / all_pairs[has_pairs]))


def _within(counts: Floats) -> tuple[Floats, Floats]:
    """Return the pairs of runs with the same decision, and all pairs, in the same order; shape (dilemmas)."""
    total = counts.sum(axis=2)
    return (counts * (counts - 1)).sum(axis=(1, 2)), (total * (total - 1)).sum(axis=1)


def _agreement_between(first_counts: Floats, second_counts: Floats) -> tuple[Floats, Floats]:
    return (first_counts * second_counts).sum(axis=(1, 2)), (first_counts.sum(axis=2) * second_counts.sum(axis=2)).sum(
        axis=1
    )


def table(rows: Sequence[Agreement]) -> Table:
    """Return agreement by subjects as a table."""
    notes = (
        "Two runs with the options in the same order; a subject with itself: two different runs. 50 % is what coin "
        "tossing gives.",
        methods.DESCRIPTIVE,
    )
    return make_table("agreement", "Agreement on unbiased texts", Agreement, rows, notes=notes)


def table_by_bias(rows: Sequence[AgreementByBias]) -> Table:
    """Return agreement by bias as a table."""
    return make_table(
        "agreement_by_bias", "Agreement on unbiased texts by bias", AgreementByBias, rows, gap="no two runs"
    )


def picture(rows: Sequence[Agreement]) -> Picture:
    """Draw agreement as a heat map of subjects by subjects, that of the seeds apart."""
    shares = present(row.share for row in rows)
    alt = "Heat map of agreement between runs on unbiased texts, within and between subjects."
    if shares:
        alt += f" From {percent(min(shares))} to {percent(max(shares))}."
    caption = "Percent of pairs of runs with the same decision; on the diagonal, runs of one subject."
    return Picture("agreement", "Agreement on unbiased texts", alt, caption, lambda: _draw(rows))


def _draw(rows: Sequence[Agreement]) -> Figure:
    groups = list(dict.fromkeys(row.group for row in rows))
    subjects = list(dict.fromkeys(row.first for row in rows))
    names = list(short_names(subjects).values())
    label_width = 0.3 + 0.055 * max(map(len, names))
    figure, grid = canvas(len(groups) * (0.3 * len(subjects) + 0.35 + label_width), len(groups), 1)
    for panel, group in zip(grid.flat, groups, strict=True):
        values = np.full((len(subjects), len(subjects)), np.nan)
        for row in rows:
            if row.group == group and not isinstance(row.share, Gap):
                first_index, second_index = subjects.index(row.first), subjects.index(row.second)
                values[first_index, second_index] = values[second_index, first_index] = row.share
        heat(panel, values, names, names, floor=0.5, limit=1.0)
        panel.set_title("same decision (%)" + (f", dilemmas: {group}" if len(groups) > 1 else ""))
    return figure


ANALYSIS: ReportAnalysis[Measurements, Sequence[Agreement]] = ReportAnalysis(
    "agreement",
    "Agreement on unbiased texts",
    CHECKS,
    "how many runs the next study needs",
    rows=lambda measurements: () if measurements.study.direct else agreement(measurements.study.decisions),
    show=lambda measurements, rows: Result.of_pictures(
        (picture(rows),), table(rows), table_by_bias(agreement_by_bias(measurements.study.decisions))
    ),
    needs="Agreement: answers are direct, and each text was asked once in each order (probe evaluate without "
    "--logprobs).",
)
