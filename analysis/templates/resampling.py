"""Tests and intervals by resampling scenarios: a cluster bootstrap, and a permutation of signs.

They assume less than the intervals of the report's main tables, which they check.
"""

import math
from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np

from probe.analysis.form import CHECKS, ReportAnalysis, Result
from probe.analysis.statistics.intervals import Codes, Floats, codes_of, critical_value
from probe.analysis.statistics.multiplicity import adjust_rows
from probe.analysis.tables import Gap, Heading, Table, make_table
from probe.analysis.templates.maps import MappedStudy, MappedSubject

RESAMPLES = 1999
"""Bootstrap samples, and permutations of signs: the smallest p is 1 in 2,000."""
MINIMUM = 20
"""Items below which a bias is not tested."""
# Fixed, so that repeating a report gives the same intervals and p.
SEED = 20_260_101
_FEW = Gap(reason=f"fewer than {MINIMUM} items")


class ResampledRow(NamedTuple):
    """The mean m of one subject and bias, with a bootstrap interval and the p of a sign-flip test."""

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[str, Heading("bias")]
    items: Annotated[int, Heading("items", "count")]
    scenarios: Annotated[int, Heading("scenarios", "count")]
    mean: Annotated[float, Heading("mean m", "number")]
    low: Annotated[float | Gap, Heading("low", "number")]
    high: Annotated[float | Gap, Heading("high", "number")]
    p: Annotated[float | Gap, Heading("sign-flip p", "p")]
    holm_p: Annotated[float | Gap, Heading("Holm, p", "p")]


def bootstrap(values: Floats, codes: Codes, resamples: int = RESAMPLES) -> tuple[float, float]:
    """Return a 95 % interval of the mean: its standard error when whole clusters are drawn with replacement.

    The error has Student's t and the correction G / (G − 1) for G clusters: percentiles are too narrow with few.
    """
    sums, counts = np.bincount(codes, weights=values), np.bincount(codes)
    drawn_indices = np.random.default_rng(SEED).integers(len(counts), size=(resamples, len(counts)))
    means = sums[drawn_indices].sum(axis=1) / counts[drawn_indices].sum(axis=1)
    error = float(means.std(ddof=1)) * math.sqrt(len(counts) / (len(counts) - 1))
    half_width = critical_value(len(counts) - 1) * error
    return float(values.mean()) - half_width, float(values.mean()) + half_width


def sign_flip(values: Floats, codes: Codes, permutations: int = RESAMPLES) -> float:
    """Return the two-sided p of a mean of 0 when the signs of whole clusters are flipped at random."""
    sums = np.bincount(codes, weights=values)
    signs = np.random.default_rng(SEED).choice([-1.0, 1.0], size=(permutations, len(sums)))
    # The tolerance counts the signs that repeat the observed sum but for rounding.
    is_extreme = np.abs(signs @ sums) >= abs(float(sums.sum())) - 1e-9
    # The observed signs are one of the permutations, so that p is never 0.
    return float((1 + is_extreme.sum()) / (permutations + 1))


def resample(subjects: Sequence[MappedSubject], measure: str = "m") -> tuple[ResampledRow, ...]:
    """Return a row for each subject and bias; Holm's adjustment is over a subject's biases."""
    rows = [_row(subject, bias, measure) for subject in subjects for bias in sorted(subject.by_bias(measure))]
    return adjust_rows(rows, lambda row: row.p, lambda row: row.subject)


def _row(subject: MappedSubject, bias: str, measure: str) -> ResampledRow:
    shifts = subject.by_bias(measure)[bias]
    values = np.array([shift.value / shift.weight for shift in shifts], dtype=np.float64)
    codes = codes_of(np.array([subject.items[shift.item_id].cluster for shift in shifts], dtype=np.str_))
    clusters = int(codes.max()) + 1
    row = ResampledRow(subject.name, bias, len(values), clusters, float(values.mean()), _FEW, _FEW, _FEW, _FEW)
    if len(values) < MINIMUM or clusters < 2:
        return row
    low, high = bootstrap(values, codes)
    return row._replace(low=low, high=high, p=sign_flip(values, codes))


def table(rows: Sequence[ResampledRow]) -> Table:
    """Return the rows as a table."""
    notes = (
        f"Scenarios are drawn with replacement ({RESAMPLES} samples), and the signs of their m "
        "are flipped for the test. Holm's adjustment is over a subject's biases.",
    )
    return make_table("m_resampled", "m with scenarios resampled", ResampledRow, rows, notes=notes)


ANALYSIS: ReportAnalysis[MappedStudy, Sequence[ResampledRow]] = ReportAnalysis(
    "m_resampled",
    "m with scenarios resampled",
    CHECKS,
    "whether a test of the main tables rests on their assumptions",
    rows=lambda study: resample(study.mapped),
    show=lambda study, rows: Result((table(rows),)),
)
