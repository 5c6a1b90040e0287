"""Net effects from published shares: the direction of flips, and an interval that counts dilemmas, not runs.

The files contain flips, errors on biased texts and errors on unbiased texts. A run is right or wrong on either text, so
these three determine all four shares of the two-by-two table within runs, and with it the net effect.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.figures.charts import Point, Series, forest, short_names
from probe.analysis.figures.style import Picture
from probe.analysis.form import RESULTS, ReportAnalysis, Result
from probe.analysis.scores import in_usual_order
from probe.analysis.statistics.intervals import Interval, wilson_of_counts
from probe.analysis.tables import Heading, IntervalHeading, Table, make_table, points

if TYPE_CHECKING:  # which imports this module
    from probe.analysis.published.results import PublishedResults

from probe.values import PublishedSensitivity, RunRate

NO_STRATEGY = "none"
OWN_DILEMMAS = "its own"
EVERY_BIAS = "mean over biases"
EVERY_SUBJECT = "mean over subjects"


class PublishedEffect(NamedTuple):
    """One subject (or all) on one bias (or all): the net effect first, then the paper's flip rate.

    ``interval`` is that of the net effect, None without a dilemma.
    """

    subject: Annotated[str, Heading("subject")]
    authors: Annotated[str, Heading("dilemmas by")]
    strategy: Annotated[str, Heading("mitigation")]
    bias: Annotated[str, Heading("bias")]
    tier: Annotated[str, Heading("tier")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    net: Annotated[float, Heading("net effect", "points", key="net_effect")]
    interval: Annotated[Interval | None, IntervalHeading()]
    error_on_unbiased: Annotated[float, Heading("error rate on unbiased texts", "share")]
    flips: Annotated[float, Heading("flip rate (the paper's sensitivity)", "share", key="sensitivity")]
    right_to_wrong: Annotated[float, Heading("right to wrong", "share")]
    wrong_to_right: Annotated[float, Heading("wrong to right", "share")]


NOTES = (
    "Net effect: error rate on biased texts minus error rate on unbiased texts.",
    "Right to wrong = (flips + errors on biased − errors on unbiased texts) / 2.",
    "Dilemmas = runs / 5. The interval counts a dilemma once, as if its five runs always agreed, and a mean over "
    "subjects as if all subjects always agreed: it is too wide rather than too narrow.",
)

ALL_TIERS = "all tiers"


def source_labels(source: PublishedSensitivity) -> tuple[str, str, str]:
    """Return a source's subject, the authors of its dilemmas and its mitigations, as texts."""
    return source.subject, ", ".join(source.authors) or OWN_DILEMMAS, " + ".join(source.strategies) or NO_STRATEGY


def effect(labels: tuple[str, str, str], bias: str, tier: str, rate: RunRate) -> PublishedEffect:
    """Return the effect that published shares show."""
    interval = net_interval(rate, rate.dilemmas) if rate.dilemmas else None
    return PublishedEffect(
        *labels,
        bias,
        tier,
        rate.dilemmas,
        rate.net_effect,
        interval,
        rate.error_on_unbiased,
        rate.sensitivity,
        rate.right_to_wrong,
        rate.wrong_to_right,
    )


def net_interval(rate: RunRate, count: int) -> Interval:
    """Return the interval of a net effect over ``count`` dilemmas, each counted once.

    MOVER for paired proportions: Newcombe (1998, Statistics in Medicine 17:2635, method 10 without continuity
    correction), from Wilson's intervals of both error rates and their correlation over runs.
    """
    biased_error, unbiased_error = rate.harmful, rate.error_on_unbiased
    # Published shares are rounded, so that this may be slightly below zero.
    both_wrong = max(0.0, unbiased_error - rate.wrong_to_right)
    spread = np.sqrt(biased_error * (1 - biased_error) * unbiased_error * (1 - unbiased_error))
    # Rates of 0 or 1 do not vary, and so have no correlation.
    correlation = float((both_wrong - biased_error * unbiased_error) / spread) if spread > 0 else 0.0
    biased, unbiased = wilson_of_counts(biased_error * count, count), wilson_of_counts(unbiased_error * count, count)
    down = _distance(biased_error - biased.low, unbiased.high - unbiased_error, correlation)
    up = _distance(biased.high - biased_error, unbiased_error - unbiased.low, correlation)
    return Interval(
        low=max(-1.0, biased_error - unbiased_error - down), high=min(1.0, biased_error - unbiased_error + up)
    )


def _distance(first: float, second: float, correlation: float) -> float:
    return float(np.sqrt(max(0.0, first**2 - 2 * correlation * first * second + second**2)))


def mean_rate(rates: Sequence[RunRate]) -> RunRate:
    """Return the mean of shares, each counted equally, with the fewest runs of any."""
    return RunRate(
        # A mean must not count more dilemmas than the smallest of its parts has.
        runs=min(rate.runs for rate in rates),
        sensitivity=float(np.mean([rate.sensitivity for rate in rates])),
        harmful=float(np.mean([rate.harmful for rate in rates])),
        error_on_unbiased=float(np.mean([rate.error_on_unbiased for rate in rates])),
    )


def mean_effect(labels: tuple[str, str, str], bias_effects: Sequence[PublishedEffect]) -> PublishedEffect:
    """Return the mean over biases, which have different dilemmas: the distances to their limits add in quadrature."""
    net = float(np.mean([row.net for row in bias_effects]))
    distances = [(row.net - row.interval.low, row.interval.high - row.net) for row in bias_effects if row.interval]
    down, up = (
        float(np.sqrt(sum(distance**2 for distance in column))) / len(distances)
        for column in zip(*distances, strict=True)
    )
    return PublishedEffect(
        *labels,
        EVERY_BIAS,
        ALL_TIERS,
        sum(row.dilemmas for row in bias_effects),
        net,
        Interval(low=net - down, high=net + up),
        float(np.mean([row.error_on_unbiased for row in bias_effects])),
        float(np.mean([row.flips for row in bias_effects])),
        float(np.mean([row.right_to_wrong for row in bias_effects])),
        float(np.mean([row.wrong_to_right for row in bias_effects])),
    )


def effects(sources: Sequence[PublishedSensitivity]) -> tuple[PublishedEffect, ...]:
    """Return each source's effects by bias and their mean."""
    rows: list[PublishedEffect] = []
    for source in sources:
        bias_effects = [
            effect(source_labels(source), bias_rates.bias.value, ALL_TIERS, bias_rates.overall)
            for bias_rates in source.biases
        ]
        # Without a dilemma there is no interval, which the mean needs.
        bias_effects = [row for row in bias_effects if row.dilemmas]
        rows += [mean_effect(source_labels(source), bias_effects), *bias_effects] if bias_effects else []
    return tuple(rows)


def effects_by_bias(sources: Sequence[PublishedSensitivity]) -> tuple[PublishedEffect, ...]:
    """Return the effects by bias, averaged over sources about the same dilemmas, and their mean over biases."""
    _, authors, strategy = source_labels(sources[0])
    labels = (EVERY_SUBJECT, authors, strategy)
    rows = []
    for bias in biases_of(sources):
        rates = [bias_rates.overall for source in sources for bias_rates in source.biases if bias_rates.bias == bias]
        rates = [rate for rate in rates if rate.runs]
        if rates:
            rows.append(effect(labels, bias, ALL_TIERS, mean_rate(rates)))
    return (mean_effect(labels, rows), *rows) if rows else ()


def biases_of(sources: Iterable[PublishedSensitivity]) -> tuple[str, ...]:
    """Return the biases of the sources, each once, in their usual order."""
    return in_usual_order(bias_rates.bias.value for source in sources for bias_rates in source.biases)


def table(key: str, title: str, rows: Sequence[PublishedEffect]) -> Table:
    """Return effects as a table."""
    return make_table(key, title, PublishedEffect, rows, notes=NOTES, gap="no dilemma")


def picture(rows: Sequence[PublishedEffect]) -> Picture:
    """Draw the net effects by bias with their intervals, and the flip rates next to them."""
    description = "; ".join(f"{row.bias} {points(row.net)}" for row in rows)
    alt = f"Net effect by bias in percentage points, with the flip rate beside it: {description}."
    caption = (
        "Net effect: error rate on biased minus error rate on unbiased texts, with an interval over dilemmas. The "
        "flip rate counts changes in both directions."
    )
    names = [row.bias for row in rows]
    return Picture("published_effects", "Net effect by bias", alt, caption, lambda: _draw(rows, names))


def subjects_picture(rows: Sequence[PublishedEffect]) -> Picture:
    """Draw the mean net effect of each subject over biases, the largest first."""
    ordered_rows = sorted(rows, key=lambda row: -row.net)
    description = "; ".join(f"{row.subject} {points(row.net)}" for row in ordered_rows)
    alt = f"Mean net effect over biases by subject, in percentage points: {description}."
    caption = "Mean over biases, each counted equally; intervals over dilemmas."
    labels = short_names([row.subject for row in ordered_rows])
    names = [labels[row.subject] for row in ordered_rows]
    return Picture("published_subjects", "Net effect by subject", alt, caption, lambda: _draw(ordered_rows, names))


def _draw(rows: Sequence[PublishedEffect], names: Sequence[str]) -> Figure:
    all_series = (
        Series("net effect", [Point.of(row.net, row.interval) for row in rows]),
        Series("flip rate", [Point.of(row.flips, None) for row in rows]),
    )
    return forest(names, all_series, xlabel="percentage points")


ABSENT = (
    "Trends clustered by dilemma, the noise floor, position preference, bounds for unparsed answers, agreement, "
    "themes: the files contain shares of runs, not decisions (probe evaluate asks a subject again).",
    "Effects by author of the dilemmas: the files pool the authors.",
)


def _show(results: "PublishedResults", rows: Sequence[PublishedEffect]) -> Result:
    over_biases = [row for row in rows if row.bias == EVERY_BIAS and row.strategy == NO_STRATEGY]
    pictures = (picture(results.by_bias), *((subjects_picture(over_biases),) if len(over_biases) > 1 else ()))
    return Result((table("effects", "Net effects by subject and bias", rows),), pictures=pictures, absent=ABSENT)


ANALYSIS: ReportAnalysis["PublishedResults", Sequence[PublishedEffect]] = ReportAnalysis(
    "effects",
    "Net effects",
    RESULTS,
    "whether to trust a subject's decisions where the wording pushes",
    rows=lambda results: results.effects,
    show=_show,
)
