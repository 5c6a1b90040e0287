"""How far the scores can be trusted: reliability, and sources of variance."""

from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

import numpy as np

from probe.analysis.arrays import DecisionArrays
from probe.analysis.effects.estimating import BETWEEN
from probe.analysis.estimand import Estimand
from probe.analysis.form import CHECKS, ReportAnalysis, Result
from probe.analysis.measurements import Measurements
from probe.analysis.scores import Codes, Scores
from probe.analysis.statistics import methods
from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.intervals import Labels
from probe.analysis.statistics.reliability import (
    FEWEST,
    reliability_of_crossed,
    reliability_of_nested,
    variance_components,
)
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, make_table
from probe.values import Arm


class ReliabilityRow(NamedTuple):
    """One score: how far its differences between subjects (or biases) would be the same with other dilemmas."""

    score: Annotated[str, Heading("score")]
    over: Annotated[str, Heading("compares")]
    units: Annotated[int, Heading("of them", "count")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    reliability: Annotated[Effect | Gap, EstimateHeading("reliability", "number")]


class VarianceRow(NamedTuple):
    """How much of the variance of a subject's effect, dilemma by dilemma and run by run, one factor adds."""

    subject: Annotated[str, Heading("subject")]
    factor: Annotated[str, Heading("source")]
    variance: Annotated[float | Gap, Heading("variance", "number")]
    share: Annotated[float | Gap, Heading("share", "share")]


def reliability(scores: Scores) -> tuple[ReliabilityRow, ...]:
    """Return the reliability of each bias's score over subjects, and of each subject's profile of biases.

    Subjects other than people, of those that can be judged, are compared on the dilemmas that all of them answered,
    biases on their own dilemmas.
    """
    measured_scores = scores.measured
    averaged_scores = measured_scores.averaged
    rows = [_over_subjects(averaged_scores.of(bias=bias)) for bias in averaged_scores.biases]
    rows += [_profile(subject, measured_scores.of(subject=subject)) for subject in measured_scores.subjects]
    return tuple(rows)


def _over_subjects(scores: Scores) -> ReliabilityRow:
    subjects, (bias,) = scores.subjects, scores.biases
    _, codes = np.unique(scores.pair_id.astype(str), return_inverse=True)
    shared_scores = scores[(np.bincount(codes) == len(subjects))[codes]]
    by_subject = [shared_scores.of(subject=subject) for subject in subjects]
    # In one order, since subjects are compared dilemma by dilemma.
    by_subject = [entries[np.argsort(entries.pair_id.astype(str))] for entries in by_subject]
    estimate = reliability_of_crossed(
        np.stack([entries.effects for entries in by_subject]), by_subject[0].cluster.astype(str)
    )
    dilemmas = len(by_subject[0])
    reason = f"fewer than {FEWEST} subjects" if len(subjects) < FEWEST else ""
    if not reason and len(set(by_subject[0].cluster)) < 2:
        reason = "no two scenarios that all subjects answered"
    return ReliabilityRow(
        bias, "subjects", len(subjects), dilemmas, estimate.effect if estimate else Gap(reason=reason or _NO_SPREAD)
    )


def _profile(subject: str, scores: Scores) -> ReliabilityRow:
    by_bias = [scores.of(bias=bias) for bias in scores.biases]
    estimate = reliability_of_nested([(entries.effects, entries.cluster.astype(str)) for entries in by_bias])
    usable_count = sum(len(set(entries.cluster)) > 1 for entries in by_bias)
    gap = Gap(reason=f"fewer than {FEWEST} biases with two scenarios" if usable_count < FEWEST else _NO_SPREAD)
    units = estimate.units if estimate else usable_count
    return ReliabilityRow(f"profile of {subject}", "biases", units, len(scores), estimate.effect if estimate else gap)


_NO_SPREAD = "no spread"


def components(decisions: Sequence[DecisionArrays], estimand: Estimand) -> tuple[VarianceRow, ...]:
    """Return the components of variance of each subject's effect, one value per dilemma and run."""
    rows: list[VarianceRow] = []
    for subject in dict.fromkeys(arrays.subject for arrays in decisions):
        rows += _components(subject, [arrays for arrays in decisions if arrays.subject == subject], estimand)
    return tuple(rows)


def _components(subject: str, decisions: Sequence[DecisionArrays], estimand: Estimand) -> Iterator[VarianceRow]:
    values, labels = [], []
    for arrays in decisions:
        in_both = arrays.readable(Arm.BIASED, estimand.value)
        difference = arrays.errors(Arm.BIASED).astype(np.float64) - arrays.errors(estimand.value)
        for position, run in zip(*np.nonzero(in_both), strict=True):
            pair, exchanged = arrays.items[position], bool(arrays.exchanged[Arm.BIASED][position, run])
            scenario = pair.provenance.series or pair.id
            labels.append((pair.bias.value, pair.provenance.author, pair.id, scenario, (pair.id, exchanged), int(run)))
            values.append(difference[position, run])
    names = ("bias", "author", "dilemma", "scenario", "order within the dilemma", "run")
    factors: dict[str, Labels] = {}
    for name, column in zip(names, zip(*labels, strict=True), strict=False):
        codes = _codes(column)
        # A factor with one level, or with the same levels as another factor, cannot be separated.
        if codes.max() > 0 and not any(np.array_equal(codes, factor_codes) for factor_codes in factors.values()):
            factors[name] = codes
    variances = variance_components(np.array(values), factors) if values else None
    if variances is None:
        no_values = BETWEEN if any(arrays.between for arrays in decisions) else Gap(reason="no readable decision")
        gap = Gap(reason="the sources cannot be separated") if values else no_values
        yield VarianceRow(subject, "all", gap, gap)
        return
    for component in variances:
        name = "single run" if component.factor == "residual" else component.factor
        yield VarianceRow(subject, name, component.variance, component.share)


def _codes(column: Sequence[object]) -> Codes:
    """Return a code for each label in the order of their first appearance, so that equal divisions are equal arrays."""
    codes_by_label: dict[object, int] = {}
    return np.array([codes_by_label.setdefault(label, len(codes_by_label)) for label in column], dtype=np.int64)


def table(rows: Sequence[ReliabilityRow]) -> Table:
    """Return the reliabilities as a table."""
    notes = (
        "Reliability: the share of the variance between the subjects (or biases) compared that is not from the choice "
        "of dilemmas. Near 1, their differences would come out again with other dilemmas; near 0, they would not.",
        "Subjects are compared on the dilemmas that all of them answered, so that hard dilemmas are no error of their "
        "differences (a generalizability coefficient); biases have dilemmas of their own (an intraclass correlation of "
        "means). Series are independent, dilemmas of a series are not.",
        "Intervals: from the F ratio of both variances (Feldt 1965; Shrout and Fleiss 1979). With few subjects or "
        "biases they are wide.",
    )
    return make_table("reliability", "Reliability of scores", ReliabilityRow, rows, notes=notes)


def components_table(rows: Sequence[VarianceRow]) -> Table:
    """Return the components of variance as a table."""
    notes = (
        "Random effects of the difference between the arms, one value per dilemma and run. What single runs add "
        "averages out with more runs; what dilemmas and scenarios add, only with more of them.",
        methods.DESCRIPTIVE,
    )
    return make_table("variance", "Sources of variance", VarianceRow, rows, notes=notes)


ANALYSIS: ReportAnalysis[Measurements, Sequence[ReliabilityRow]] = ReportAnalysis(
    "reliability",
    "Reliability and sources of variance",
    CHECKS,
    "whether to add dilemmas or runs to the next study",
    rows=lambda measurements: reliability(measurements.study.scores),
    show=lambda measurements, rows: Result(
        data=(table(rows), components_table(components(measurements.study.decisions, measurements.study.estimand)))
    ),
)
