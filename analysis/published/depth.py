"""Published shares by tier: net effects in each, and high against low tier in flips and in net effects."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, NamedTuple

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.depth.tiers import TIERS
from probe.analysis.figures.charts import Point, Series, forest
from probe.analysis.figures.style import Picture
from probe.analysis.form import RESULTS, ReportAnalysis, Result
from probe.analysis.published.effects import (
    EVERY_SUBJECT,
    PublishedEffect,
    biases_of,
    effect,
    mean_rate,
    net_interval,
    source_labels,
    table,
)
from probe.analysis.published.results import PublishedResults
from probe.analysis.statistics.differences import Effect, paired_t, two_proportions
from probe.analysis.statistics.intervals import Interval
from probe.analysis.statistics.multiplicity import adjust_rows, p_value
from probe.analysis.statistics.weights import MINIMUM
from probe.analysis.tables import Gap, Heading, IntervalHeading, Table, make_table
from probe.values import PublishedSensitivity, RunRate

LOW, HIGH = TIERS[0], TIERS[-1]


class HighLow(NamedTuple):
    """High minus low tier of one bias over subjects; ``flips`` as published, ``net`` where dilemmas suffice."""

    bias: Annotated[str, Heading("bias")]
    subjects: Annotated[int, Heading("subjects", "count")]
    low_dilemmas: Annotated[int, Heading("dilemmas, low", "count")]
    high_dilemmas: Annotated[int, Heading("dilemmas, high", "count")]
    change: Annotated[float | None, Heading("net effect, change", "points")]
    over_dilemmas: Annotated[Interval | None, IntervalHeading("over dilemmas, low", "over dilemmas, high")]
    net: Annotated[
        Effect | Gap,
        IntervalHeading("paired over subjects, low", prefix="net_"),
        Heading("paired t, p", "p", key="net_p", path="p", gap="no spread"),
    ]
    holm_p: Annotated[float | Gap, Heading("Holm, p", "p")]
    flips: Annotated[
        Effect | Gap,
        Heading("flips as published: change", "hundredths", key="paired_difference", path="estimate"),
        IntervalHeading(prefix="paired_"),
        Heading("p", "p", key="paired_p", path="p", gap="no spread"),
    ]
    mean: Annotated[float | None, Heading("mean flip rate, all tiers", "share")]


class SubjectHighLow(NamedTuple):
    """High minus low tier of one subject and bias; ``over_runs`` is the paper's test, which counts runs as trials."""

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[str, Heading("bias")]
    low_dilemmas: Annotated[int, Heading("dilemmas, low", "count")]
    high_dilemmas: Annotated[int, Heading("dilemmas, high", "count")]
    change: Annotated[float, Heading("net effect, change", "points")]
    interval: Annotated[Interval, IntervalHeading()]
    over_runs: Annotated[
        Effect,
        Heading("flips over runs: change", "points", key="runs_difference", path="estimate"),
        IntervalHeading("Newcombe low", "Newcombe high", prefix="newcombe_"),
        Heading("one-sided z, p", "p", key="z_p", path="p", gap="no run, or every run, flipped"),
    ]


class SubjectTier(NamedTuple):
    """A subject's means over biases in one tier (PROBE-SWE, Figures 12 and 13), and those over all tiers."""

    subject: Annotated[str, Heading("subject")]
    tier: Annotated[str, Heading("tier")]
    biases: Annotated[int, Heading("biases in it", "count")]
    net: Annotated[float | None, Heading("mean net effect", "points")]
    flips: Annotated[float | None, Heading("mean flip rate", "share", key="sensitivity")]
    baseline: Annotated[float | None, Heading("mean flip rate, all tiers", "share")]
    deviation: Annotated[float | None, Heading("minus all tiers", "points")]


NOTES = (
    "Net effect: error rate on biased minus error rate on unbiased texts; its change is high minus low tier.",
    f"Tested where both tiers have at least {MINIMUM} dilemmas (runs / 5): a paired t-test over subjects, Holm over "
    "the tested biases. It is about further subjects on these dilemmas. The interval over dilemmas is about further "
    "dilemmas, and counts each dilemma once for all of its runs and subjects.",
    "Flips as published: the paired t-test of section 7, without a minimum and without an adjustment.",
)

_FEW = Gap(reason=f"fewer than {MINIMUM} dilemmas in a tier")
_TOO_FEW_SUBJECTS = Gap(reason="fewer than two subjects with both tiers")


def by_tier(sources: Sequence[PublishedSensitivity]) -> tuple[PublishedEffect, ...]:
    """Return each source's effects by bias and tier."""
    return tuple(
        effect(source_labels(source), bias_rates.bias.value, tier, bias_rates.tiers[tier])
        for source in sources
        for bias_rates in source.biases
        for tier in TIERS
        if tier in bias_rates.tiers and bias_rates.tiers[tier].runs
    )


def high_low(sources: Sequence[PublishedSensitivity]) -> tuple[HighLow, ...]:
    """Return high minus low tier for each bias, over sources about the same dilemmas."""
    rows = [_high_low(bias, _tiers(sources, bias), sources) for bias in biases_of(sources)]
    return adjust_rows(rows, lambda row: p_value(row.net, "no spread"))


def _tiers(sources: Sequence[PublishedSensitivity], bias: str) -> list[tuple[RunRate, RunRate]]:
    """Return the rates in the low and the high tier of each source that has both."""
    rates = [
        (bias_rates.tiers.get(LOW), bias_rates.tiers.get(HIGH))
        for source in sources
        for bias_rates in source.biases
        if bias_rates.bias == bias
    ]
    # A subject that lacks one of the two tiers has no change, and would count in only one of the two means.
    return [(low, high) for low, high in rates if low and high and low.runs and high.runs]


def _high_low(bias: str, tier_pairs: list[tuple[RunRate, RunRate]], sources: Sequence[PublishedSensitivity]) -> HighLow:
    overall = [
        bias_rates.overall.sensitivity
        for source in sources
        for bias_rates in source.biases
        if bias_rates.bias == bias and bias_rates.overall.runs
    ]
    mean = float(np.mean(overall)) if overall else None
    if not tier_pairs:
        gap = Gap(reason="no dilemma in a tier")
        return HighLow(bias, 0, 0, 0, None, None, gap, gap, gap, mean)
    lows, highs = zip(*tier_pairs, strict=True)
    low, high = mean_rate(lows), mean_rate(highs)
    # The published test has no minimum, so that only the net effect has one.
    has_enough = min(low.dilemmas, high.dilemmas) >= MINIMUM
    net = paired_t([rate.net_effect for rate in highs], [rate.net_effect for rate in lows]) or _TOO_FEW_SUBJECTS
    flips = paired_t([rate.sensitivity for rate in highs], [rate.sensitivity for rate in lows]) or _TOO_FEW_SUBJECTS
    return HighLow(
        bias,
        len(tier_pairs),
        low.dilemmas,
        high.dilemmas,
        high.net_effect - low.net_effect,
        _change(low, high),
        net if has_enough else _FEW,
        _FEW,
        flips,
        mean,
    )


def _change(low: RunRate, high: RunRate) -> Interval:
    """Return the interval of high minus low net effect, by MOVER: the two tiers have different dilemmas."""
    # A cell of fewer than five runs has no whole dilemma.
    high_interval, low_interval = net_interval(high, max(1, high.dilemmas)), net_interval(low, max(1, low.dilemmas))
    change = high.net_effect - low.net_effect
    down = float(np.hypot(high.net_effect - high_interval.low, low_interval.high - low.net_effect))
    up = float(np.hypot(high_interval.high - high.net_effect, low.net_effect - low_interval.low))
    return Interval(low=change - down, high=change + up)


def high_low_by_subject(sources: Sequence[PublishedSensitivity]) -> tuple[SubjectHighLow, ...]:
    """Return high minus low tier for each source and bias that has both tiers."""
    return tuple(
        SubjectHighLow(
            source.subject,
            bias,
            low.dilemmas,
            high.dilemmas,
            high.net_effect - low.net_effect,
            _change(low, high),
            two_proportions((high.flips, high.runs), (low.flips, low.runs)),
        )
        for source in sources
        for bias in biases_of([source])
        for low, high in _tiers([source], bias)
    )


def subjects_by_tier(sources: Sequence[PublishedSensitivity]) -> tuple[SubjectTier, ...]:
    """Return each subject's means over biases by tier, each bias counted equally, however few its dilemmas."""
    rows = []
    for source in sources:
        overall = [bias_rates.overall for bias_rates in source.biases if bias_rates.overall.runs]
        baseline = mean_rate(overall).sensitivity if overall else None
        for tier in TIERS:
            rates = [
                bias_rates.tiers[tier]
                for bias_rates in source.biases
                if tier in bias_rates.tiers and bias_rates.tiers[tier].runs
            ]
            mean = mean_rate(rates) if rates else None
            deviation = mean.sensitivity - baseline if mean and baseline is not None else None
            net, flips = (mean.net_effect, mean.sensitivity) if mean else (None, None)
            rows.append(SubjectTier(source.subject, tier, len(rates), net, flips, baseline, deviation))
    return tuple(rows)


def high_low_table(rows: Sequence[HighLow]) -> Table:
    """Return the contrasts over subjects as a table."""
    return make_table("high_low", "High against low tier, over subjects", HighLow, rows, notes=NOTES)


def by_subject_table(rows: Sequence[SubjectHighLow]) -> Table:
    """Return the contrasts by subject as a table."""
    notes = (
        NOTES[0],
        "Flips over runs: the variant of the paper's Appendix E, which treats runs as independent. Runs of one dilemma "
        "repeat each other, so its intervals are too narrow and its p too small.",
    )
    return make_table("high_low_by_subject", "High against low tier, by subject", SubjectHighLow, rows, notes=notes)


def subjects_table(rows: Sequence[SubjectTier]) -> Table:
    """Return the means by subject and tier as a table."""
    notes = (
        "Each bias counts equally (as in the paper), however few of its dilemmas are in the tier: means of two tiers "
        "may differ because of the biases in them, not because of depth.",
    )
    return make_table("subject_by_tier", "Subjects by tier", SubjectTier, rows, notes=notes, gap="no dilemma")


def picture(rows: Sequence[HighLow]) -> Picture:
    """Draw the changes of net effects and of flip rates from the low to the high tier."""
    description = "; ".join(f"{row.bias} {100 * row.change:+.1f}" for row in rows if row.change is not None)
    alt = f"Change from the low to the high tier by bias, in percentage points of net effect: {description or 'none'}."
    caption = (
        "Right of zero: more in the high tier. Net effect with its interval over dilemmas; flips with the published "
        "interval over subjects."
    )
    return Picture("published_high_low", f"High against low tier, {EVERY_SUBJECT}", alt, caption, lambda: _draw(rows))


def _draw(rows: Sequence[HighLow]) -> Figure:
    all_series = (
        Series("net effect, over dilemmas", [Point.of(row.change, row.over_dilemmas) for row in rows]),
        Series("flips, over subjects (as published)", [Point.of_difference(row.flips) for row in rows]),
    )
    return forest([row.bias for row in rows], all_series, xlabel="high minus low tier (percentage points)")


def sentences(rows: Sequence[HighLow]) -> Iterator[str]:
    """Yield for which biases the effect changes from the low to the high tier."""
    tested_rows = [row for row in rows if row.over_dilemmas and min(row.low_dilemmas, row.high_dilemmas) >= MINIMUM]
    untested_rows = [row for row in rows if isinstance(row.net, Gap) and row.subjects > 1]
    changes = {row.bias: _direction(row) for row in tested_rows}
    if tested_rows:
        yield (
            f"From the low to the high tier the net effect {_ways(changes)} (95 % intervals over dilemmas, not "
            "adjusted for the number of biases)."
        )
    over_subjects = {row.bias: _over_subjects(row) for row in tested_rows if not isinstance(row.net, Gap)}
    if over_subjects:
        yield (
            f"Over the {max(row.subjects for row in tested_rows)} subjects it {_ways(over_subjects)} (paired t-test, "
            "Holm-adjusted p below 0.05): that is about further subjects like these on the same dilemmas, and related "
            "models count as independent ones."
        )
    if untested_rows:
        cells = "; ".join(f"{row.bias}: {row.low_dilemmas} and {row.high_dilemmas} dilemmas" for row in untested_rows)
        yield f"Not tested, since a tier has fewer than {MINIMUM} dilemmas: {cells}."


def _direction(row: HighLow) -> int:
    """Return 1 where the interval over dilemmas is above zero, -1 where it is below, else 0."""
    assert row.over_dilemmas is not None
    return int(row.over_dilemmas.low > 0) - int(row.over_dilemmas.high < 0)


def _over_subjects(row: HighLow) -> int:
    """Return the direction of a change that the t-test over subjects shows, else 0."""
    is_significant = not isinstance(row.holm_p, Gap) and row.holm_p < 0.05 and row.change is not None
    return int(np.sign(row.change)) if is_significant and row.change is not None else 0


def _ways(changes: Mapping[str, int]) -> str:
    """Return for which biases an effect rises, falls and shows no change."""
    words = {1: "rises for", -1: "falls for", 0: "shows no change for"}
    phrases = [
        f"{verb} {', '.join(bias for bias, bias_direction in changes.items() if bias_direction == direction)}"
        for direction, verb in words.items()
        if direction in changes.values()
    ]
    return phrases[0] if len(phrases) == 1 else f"{', '.join(phrases[:-1])} and {phrases[-1]}"


NOISE = (
    "The flip rate does not separate a stronger cue from more noise: where answers vary more, both directions grow. "
    "The net effect subtracts the errors that occur without the cue."
)


def _show(results: PublishedResults, rows: Sequence[HighLow]) -> Result:
    tables = (
        high_low_table(rows),
        by_subject_table(high_low_by_subject(results.main)),
        subjects_table(subjects_by_tier(results.main)),
        table("by_tier", "Net effects by subject, bias and tier", by_tier(results.sources)),
    )
    return Result(tables, pictures=(picture(rows),), text=(NOISE,), answer=tuple(sentences(rows)))


ANALYSIS: ReportAnalysis[PublishedResults, Sequence[HighLow]] = ReportAnalysis(
    "high_low",
    "High against low tier",
    RESULTS,
    "whether complex dilemmas need a safeguard",
    rows=lambda results: high_low(results.main),
    show=_show,
)
