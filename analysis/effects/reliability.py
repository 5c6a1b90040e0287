"""How far the scores can be trusted: split halves and sources of variance."""

from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

import numpy as np

from probe.analysis.scores import Codes, DecisionArrays, Estimand, Scores
from probe.analysis.statistics import methods
from probe.analysis.statistics.intervals import Labels
from probe.analysis.statistics.reliability import split_half, variance_components
from probe.analysis.tables import Gap, Heading, Table, make_table
from probe.values import Arm

FEWEST = 3
"""Subjects (or biases) below which no correlation over them is computed."""


class ReliabilityRow(NamedTuple):
    """One score: how well half of its dilemmas agrees with the other half, over the subjects or biases it compares."""

    score: Annotated[str, Heading("score")]
    over: Annotated[str, Heading("compares")]
    units: Annotated[int, Heading("of them", "count")]
    halves: Annotated[float | Gap, Heading("correlation of halves", "number")]
    whole: Annotated[float | Gap, Heading("reliability (Spearman-Brown)", "number")]


class ComponentRow(NamedTuple):
    """How much of the variance of a subject's effect, dilemma by dilemma and run by run, one factor adds."""

    subject: Annotated[str, Heading("subject")]
    factor: Annotated[str, Heading("source")]
    variance: Annotated[float | Gap, Heading("variance", "number")]
    share: Annotated[float | Gap, Heading("share", "share")]


def reliability(scores: Scores) -> tuple[ReliabilityRow, ...]:
    """Return the split-half reliability of each bias's score over subjects, and of each subject's profile of biases."""
    used = scores.measured
    rows = [
        _row(bias, "subjects", [used.of(bias=bias, subject=each) for each in used.subjects]) for bias in used.biases
    ]
    rows += [
        _row(f"profile of {subject}", "biases", [used.of(subject=subject, bias=bias) for bias in used.biases])
        for subject in used.subjects
    ]
    return tuple(rows)


def _row(score: str, over: str, parts: Sequence[Scores]) -> ReliabilityRow:
    values = [part.effect.effects for part in parts]
    most = max(map(len, values), default=0)
    padded = np.array([np.pad(each, (0, most - len(each)), constant_values=np.nan) for each in values])
    found = split_half(padded) if len(values) >= FEWEST else None
    if found is None:
        gap = Gap(reason=f"fewer than {FEWEST} {over}" if len(values) < FEWEST else "no spread")
        return ReliabilityRow(score, over, len(values), gap, gap)
    return ReliabilityRow(score, over, found.units, found.halves, found.whole)


def components(decisions: Sequence[DecisionArrays], estimand: Estimand) -> tuple[ComponentRow, ...]:
    """Return the components of variance of each subject's effect, one value per dilemma and run."""
    rows: list[ComponentRow] = []
    for subject in dict.fromkeys(one.subject for one in decisions):
        rows += _components(subject, [one for one in decisions if one.subject == subject], estimand)
    return tuple(rows)


def _components(subject: str, decisions: Sequence[DecisionArrays], estimand: Estimand) -> Iterator[ComponentRow]:
    values, labels = [], []
    for one in decisions:
        both = one.readable(Arm.BIASED, estimand.value)
        difference = one.errors(Arm.BIASED).astype(np.float64) - one.errors(estimand.value)
        for place, run in zip(*np.nonzero(both), strict=True):
            pair, exchanged = one.pairs[place], bool(one.exchanged[Arm.BIASED][place, run])
            scenario = pair.provenance.series or pair.id
            labels.append((pair.bias.value, pair.provenance.author, pair.id, scenario, (pair.id, exchanged), int(run)))
            values.append(difference[place, run])
    names = ("bias", "author", "dilemma", "scenario", "order within the dilemma", "run")
    factors: dict[str, Labels] = {}
    for name, column in zip(names, zip(*labels, strict=True), strict=False):
        codes = _codes(column)
        if codes.max() > 0 and not any(np.array_equal(codes, other) for other in factors.values()):
            factors[name] = codes
    found = variance_components(np.array(values), factors) if values else None
    if found is None:
        gap = Gap(reason="the sources cannot be separated" if values else "no readable decision")
        yield ComponentRow(subject, "all", gap, gap)
        return
    for one_factor in found:
        name = "single run" if one_factor.factor == "residual" else one_factor.factor
        yield ComponentRow(subject, name, one_factor.variance, one_factor.share)


def _codes(column: Sequence[object]) -> Codes:
    """Return a code for each label in the order of their first appearance, so that equal divisions are equal arrays."""
    seen: dict[object, int] = {}
    return np.array([seen.setdefault(label, len(seen)) for label in column], dtype=np.int64)


def table(rows: Sequence[ReliabilityRow]) -> Table:
    """Return the reliabilities as a table."""
    notes = (
        "Dilemmas are divided into random halves many times: how well does the effect in one half predict that in the "
        "other? Near 1, a difference between the subjects (or biases) compared would come out again with other "
        "dilemmas.",
        "No interval is computed, and few subjects (or biases) say little: over six, a correlation of 0.5 has a 95 % "
        "interval of about −0.5 to +0.9.",
    )
    return make_table("reliability", "Split-half reliability", ReliabilityRow, rows, notes=notes)


def components_table(rows: Sequence[ComponentRow]) -> Table:
    """Return the components of variance as a table."""
    notes = (
        "Random effects of the difference between the arms, one value per dilemma and run. What single runs add "
        "averages out with more runs; what dilemmas and scenarios add, only with more of them.",
        methods.DESCRIPTIVE,
    )
    return make_table("variance", "Sources of variance", ComponentRow, rows, notes=notes)
