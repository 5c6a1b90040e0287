"""The answer that a report begins with: how sensitive, how certain, the worst bias, the trend with depth."""

from collections.abc import Sequence

from probe.analysis.depth.cells import Cells
from probe.analysis.depth.high_low import HighLow
from probe.analysis.depth.trends import DepthTrend
from probe.analysis.effects.position import Position
from probe.analysis.effects.sensitivity import ALL_BIASES, ALL_TIERS, Rate, Sensitivity, overall
from probe.analysis.statistics.intervals import Interval
from probe.analysis.tables import Gap, format_cell, percent, points


def answer(rates: Sequence[Sensitivity], trends: Sequence[DepthTrend]) -> tuple[str, ...]:
    """Return the answer over all subjects in a few sentences; for a single subject, its paragraph."""
    measured = [(row.subject, row.flips) for row in overall(rates) if not isinstance(row.flips, Gap)]
    if len(measured) < 2:
        return answer_by_subject(rates, trends)
    measured.sort(key=lambda each: each[1].value)
    ends = [
        f"{percent(rate.value)} of runs for {subject} ({_ends(rate.wilson)})"
        for subject, rate in (measured[0], measured[-1])
    ]
    lines = [f"{len(measured)} subjects change their decision with the wording: from {ends[0]} to {ends[1]}."]
    means = _means(rates)
    if len(means) > 1:
        worst, least = max(means, key=means.__getitem__), min(means, key=means.__getitem__)
        lines.append(
            f"Averaged over subjects the worst bias is {worst} ({percent(means[worst])}), "
            f"the least {least} ({percent(means[least])})."
        )
    return (*lines, _trends(trends))


def _ends(interval: Interval | None) -> str:
    return "no interval" if interval is None else f"{percent(interval.low)} to {percent(interval.high)}"


def _by_bias(rates: Sequence[Sensitivity]) -> list[tuple[Sensitivity, Rate]]:
    rows = [row for row in rates if row.tier == ALL_TIERS and row.bias != ALL_BIASES]
    return [(row, row.flips) for row in rows if not isinstance(row.flips, Gap)]


def _means(rates: Sequence[Sensitivity]) -> dict[str, float]:
    """Return each bias's flip rate averaged over the subjects that have one."""
    found: dict[str, list[float]] = {}
    for row, rate in _by_bias(rates):
        found.setdefault(row.bias, []).append(rate.value)
    return {bias: sum(values) / len(values) for bias, values in found.items()}


def _trends(trends: Sequence[DepthTrend]) -> str:
    tested = [row.direction for row in trends if row.tested]
    if not tested:
        return "No trend with depth could be tested."
    return (
        f"Of {len(tested)} trends with depth that could be tested, one for each subject and bias, {tested.count(1)} "
        f"rise and {tested.count(-1)} fall significantly (5 % with Holm's adjustment within a subject)."
    )


def answer_by_subject(rates: Sequence[Sensitivity], trends: Sequence[DepthTrend]) -> tuple[str, ...]:
    """Return one paragraph per subject from its rates and trends."""
    return tuple(
        " ".join([_rate(row), *_worst(rates, row.subject), _trend(trends, row.subject)]) for row in overall(rates)
    )


def _rate(row: Sensitivity) -> str:
    rates, unparsed = row.cell.rates, row.cell.unparsed
    if isinstance(rates, Gap):
        share = format_cell(unparsed, "share")
        return f"{row.subject}: no readable decision, so nothing can be concluded ({share} unparsed)."
    text = (
        f"{row.subject} changes its decision with the wording in {percent(rates.flips.value)} of runs "
        f"(95 % interval {_ends(rates.flips.wilson)}, {format_cell(row.cell.dilemmas, 'count')} dilemmas); "
        f"{percent(rates.right_to_wrong.value)} turn from right to wrong."
    )
    if not isinstance(rates.adjusted, Gap):
        effect, interval = rates.adjusted
        text += f" The cue itself (error rate on biased minus on placebo texts) adds {points(effect)} points"
        if not isinstance(interval, Gap):
            text += f" ({points(interval.low)} to {points(interval.high)})"
        text += "."
    if not isinstance(unparsed, Gap) and unparsed > 0:
        text += f" {percent(unparsed)} of runs contain an unparsed decision."
    return text


def _worst(rates: Sequence[Sensitivity], subject: str) -> list[str]:
    measured = [each for each in _by_bias(rates) if each[0].subject == subject]
    if len(measured) < 2:
        return []
    (worst, most), (best, least) = (pick(measured, key=lambda each: each[1].value) for pick in (max, min))
    if most.value == least.value:
        return ["No bias stands out."]
    return [
        f"Worst: {worst.bias}, {percent(most.value)} ({_ends(most.wilson)}); "
        f"least: {best.bias}, {percent(least.value)}."
    ]


def _trend(trends: Sequence[DepthTrend], subject: str) -> str:
    rows = [row for row in trends if row.subject == subject and row.bias != ALL_BIASES]
    tested = [row for row in rows if row.tested]
    if not tested:
        return "No trend with depth could be tested."
    rising, falling = ([row.bias for row in tested if row.direction == direction] for direction in (1, -1))
    outcomes = [f"{verb} for {', '.join(biases)}" for verb, biases in (("rises", rising), ("falls", falling)) if biases]
    outcome = " and ".join(outcomes) or "neither rises nor falls significantly for any bias"
    return f"With depth it {outcome} ({len(tested)} of {len(rows)} biases tested, Holm's adjustment)."


LARGE = 0.05
"""How far from one half the share of the first option has to be for the answer to mention it."""


def preferences(rows: Sequence[Position]) -> tuple[str, ...]:
    """Return a sentence for each subject that significantly prefers the first or second option on unbiased texts."""
    lines = []
    for row in rows:
        found = row.preference
        if row.arm != "unbiased" or isinstance(found, Gap) or found.interval is None:
            continue
        if found.interval.low <= 0.5 <= found.interval.high or abs(found.first - 0.5) < LARGE:
            continue
        preferred = "first" if found.first > 0.5 else "second"
        lines.append(
            f"{row.subject} prefers the option shown {preferred}: it chooses the first in {percent(found.first)} of "
            "its answers, where 50 % is no preference."
        )
    return tuple(lines)


def published_answer(cells: Cells, rows: Sequence[HighLow]) -> tuple[str, ...]:
    """Return the answer from published shares, over all subjects."""
    means = [(row.mean, row.bias) for row in rows if not isinstance(row.mean, Gap)]
    (low, least), (high, worst) = (pick(means, key=lambda each: each[0]) for pick in (min, max))
    significant = [
        (row.bias, row.paired.estimate)
        for row in rows
        if not isinstance(row.paired, Gap) and row.paired.p is not None and row.paired.p < 0.05
    ]
    rising = ", ".join(bias for bias, change in significant if change > 0)
    falling = ", ".join(bias for bias, change in significant if change < 0)
    return (
        f"Over {len(cells.subjects)} subjects, the mean flip rate ranges from {percent(low)} ({least}) to "
        f"{percent(high)} ({worst}).",
        f"From the low to the high tier it rises for {rising or 'no bias'} and falls for "
        f"{falling or 'no bias'} (paired t-test over subjects, p below 0.05).",
        "Published shares of runs do not distinguish dilemmas: nothing here generalises to further dilemmas.",
    )
