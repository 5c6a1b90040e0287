"""Which biases move a subject most: partial pooling over biases, and whether they differ at all."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np

from probe.analysis.effects.effect import EffectRow, effects_of
from probe.analysis.effects.estimating import ALL_BIASES, ALL_TIERS, TOO_FEW
from probe.analysis.form import RESULTS, ReportAnalysis, Result
from probe.analysis.measurements import Measurements, once
from probe.analysis.scores import Scores
from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.intervals import LEVEL
from probe.analysis.statistics.pooling import FEWEST, partial_pooling
from probe.analysis.statistics.weights import MINIMUM
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, make_table


class PooledBias(NamedTuple):
    """One subject on one bias: its effect as measured, and drawn towards the subject's mean where it is uncertain."""

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[str, Heading("bias")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    error_on_unbiased: Annotated[float | Gap, Heading("error rate on unbiased texts", "share")]
    effect: Annotated[Effect | Gap, EstimateHeading("effect on errors")]
    pooled: Annotated[Effect | Gap, EstimateHeading("partially pooled", key="pooled", prefix="pooled_")]


class BiasHeterogeneity(NamedTuple):
    """Whether a subject's biases differ by more than chance; ``worst`` is named only where they do."""

    subject: Annotated[str, Heading("subject")]
    biases: Annotated[int, Heading("biases tested", "count")]
    q: Annotated[float | Gap, Heading("Cochran's Q", "number")]
    df: Annotated[int | Gap, Heading("df", "count")]
    p: Annotated[float | Gap, Heading("p", "p")]
    i2: Annotated[float | Gap, Heading("I²", "share")]
    tau: Annotated[float | Gap, Heading("SD between biases (τ)", "points")]
    worst: Annotated[str | Gap, Heading("largest effect")]


def pooled_biases(
    scores: Scores, rows: Sequence[EffectRow], limits: tuple[float, float] = (-1.0, 1.0)
) -> tuple[tuple[PooledBias, ...], tuple[BiasHeterogeneity, ...]]:
    """Return the partially pooled effects of each subject's biases, and the test of whether the biases differ.

    Biases of fewer than 20 dilemmas are shown and neither pooled nor tested. Intervals end at ``limits``.
    """
    pooled_rows: list[PooledBias] = []
    tests: list[BiasHeterogeneity] = []
    for subject in scores.subjects:
        bias_rows = [row for row in rows if (row.subject, row.tier) == (subject, ALL_TIERS) and row.bias != ALL_BIASES]
        tested_effects = {
            row.bias: row.effect for row in bias_rows if row.dilemmas >= MINIMUM and not isinstance(row.effect, Gap)
        }
        pooled_effects, test = _pool(subject, tested_effects, limits)
        gaps = {bias: test.q for bias in tested_effects if isinstance(test.q, Gap)}
        by_bias: dict[str, Effect | Gap] = {**gaps, **pooled_effects}
        pooled_rows += [
            PooledBias(
                row.subject, row.bias, row.dilemmas, row.error_on_unbiased, row.effect, by_bias.get(row.bias, TOO_FEW)
            )
            for row in bias_rows
        ]
        tests.append(test)
    return tuple(pooled_rows), tuple(tests)


def _pool(
    subject: str, effects: dict[str, Effect], limits: tuple[float, float]
) -> tuple[dict[str, Effect], BiasHeterogeneity]:
    pooling, biases = partial_pooling(effects, limits), len(effects)
    if pooling is None:
        too_few = Gap(
            reason="an effect has no error to weigh it with"
            if biases >= FEWEST
            else f"fewer than {FEWEST} biases with {MINIMUM} dilemmas"
        )
        return {}, BiasHeterogeneity(subject, biases, too_few, too_few, too_few, too_few, too_few, too_few)
    test, worst = pooling.heterogeneity, max(pooling.effects, key=lambda name: pooling.effects[name].estimate)
    # The largest of effects that do not differ is the largest by chance.
    named_worst = worst if test.p < 1 - LEVEL else Gap(reason="the biases do not differ significantly")
    values = (test.q, test.freedom, test.p, test.i2, test.tau2**0.5)
    return pooling.effects, BiasHeterogeneity(subject, biases, *values, named_worst)


def table(rows: Sequence[PooledBias]) -> Table:
    """Return the pooled effects as a table."""
    notes = (
        "Partial pooling draws each bias towards the subject's mean, the more so the less is known about it: the "
        "largest of several uncertain effects is too large as measured (Morris 1983). How much is "
        "known about a bias is read from the width of its interval.",
    )
    return make_table("biases", "Effect by bias, partially pooled", PooledBias, rows, notes=notes)


def heterogeneity_table(rows: Sequence[BiasHeterogeneity]) -> Table:
    """Return the tests as a table."""
    notes = (
        "Q is the sum of the squared distances of the biases' effects from their weighted mean, each divided by the "
        "standard error that its interval implies: half the width over 1.96.",
        "A bias is named as the one with the largest effect only where p is below 0.05.",
    )
    return make_table("heterogeneity", "Whether biases differ", BiasHeterogeneity, rows, notes=notes)


@once
def biases_of(measurements: Measurements) -> tuple[tuple[PooledBias, ...], tuple[BiasHeterogeneity, ...]]:
    """Return the effect by subject and bias, partially pooled, and whether the biases of each subject differ."""
    low, high = measurements.study.headline.limits or (-np.inf, np.inf)
    expected = measurements.study.headline.expected or 0.0
    # Effects are distances from what is expected, and so are their limits.
    limits = low - expected, high - expected
    return pooled_biases(measurements.study.scores, effects_of(measurements), limits)


def _show(measurements: Measurements, rows: Sequence[BiasHeterogeneity]) -> Result:
    pooled_rows, _ = biases_of(measurements)
    return Result(
        measurements.in_measure_words(table(pooled_rows)), measurements.in_measure_words(heterogeneity_table(rows))
    )


ANALYSIS: ReportAnalysis[Measurements, Sequence[BiasHeterogeneity]] = ReportAnalysis(
    "biases",
    "Differences between biases",
    RESULTS,
    "whether to name one bias as the worst",
    rows=lambda measurements: biases_of(measurements)[1],
    show=_show,
)
