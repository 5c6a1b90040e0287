"""The answer that a report begins with: how sensitive, how sure, the worst bias, the trend with depth."""

from collections.abc import Mapping

from probe.analysis.cells import Cells
from probe.analysis.sensitivity import ALL_BIASES, ALL_TIERS
from probe.analysis.tables import Cell, Table, number, shown


def answer(sensitivity: Table, trends: Table) -> tuple[str, ...]:
    """Return the answer over all subjects in a few sentences; of a single subject, its paragraph."""
    rows = [row for row in sensitivity.where(bias=ALL_BIASES, tier=ALL_TIERS) if number(row["sensitivity"]) is not None]
    if len(rows) < 2:
        return answer_by_subject(sensitivity, trends)
    rows.sort(key=lambda row: number(row["sensitivity"]) or 0.0)
    ends = [
        f"{shown(row['sensitivity'], 'share')} of runs for {row['subject']} "
        f"({shown(row['wilson_low'], 'share')} to {shown(row['wilson_high'], 'share')})"
        for row in (rows[0], rows[-1])
    ]
    means = _means(sensitivity)
    lines = [f"{len(rows)} subjects change their decision with the wording: from {ends[0]} to {ends[1]}."]
    if len(means) > 1:
        worst, least = max(means, key=means.__getitem__), min(means, key=means.__getitem__)
        lines.append(
            f"Averaged over subjects the worst bias is {worst} ({shown(means[worst], 'share')}), "
            f"the least {least} ({shown(means[least], 'share')})."
        )
    return (*lines, _trends(trends))


def _means(sensitivity: Table) -> dict[str, float]:
    """Return each bias's sensitivity averaged over the subjects that have one."""
    found: dict[str, list[float]] = {}
    for row in sensitivity.rows:
        value = number(row["sensitivity"])
        if row["tier"] == ALL_TIERS and row["bias"] != ALL_BIASES and value is not None:
            found.setdefault(str(row["bias"]), []).append(value)
    return {bias: sum(values) / len(values) for bias, values in found.items()}


def _trends(trends: Table) -> str:
    tested = [row for row in trends.rows if number(row["holm_p"]) is not None]
    sure = [row for row in tested if (number(row["holm_p"]) or 0.0) < 0.05]
    rising = sum((number(row["odds_ratio"]) or 0.0) > 1 for row in sure)
    if not tested:
        return "No trend with depth could be tested."
    return (
        f"Of {len(tested)} trends with depth that could be tested, one for each subject and bias, {rising} rise and "
        f"{len(sure) - rising} fall surely (5 % with Holm's adjustment within a subject)."
    )


def answer_by_subject(sensitivity: Table, trends: Table) -> tuple[str, ...]:
    """Return one paragraph a subject from its rates and trends."""
    return tuple(
        " ".join([_rate(row), *_worst(sensitivity, str(row["subject"])), _trend(trends, str(row["subject"]))])
        for row in sensitivity.where(bias=ALL_BIASES, tier=ALL_TIERS)
    )


def _rate(row: Mapping[str, Cell]) -> str:
    if number(row["sensitivity"]) is None:
        return (
            f"{row['subject']}: no readable decision, nothing can be said ({shown(row['unparsed'], 'share')} unparsed)."
        )
    low, high = shown(row["wilson_low"], "share"), shown(row["wilson_high"], "share")
    text = (
        f"{row['subject']} changes its decision with the wording in {shown(row['sensitivity'], 'share')} of runs "
        f"(95 % interval {low} to {high}, {shown(row['dilemmas'], 'count')} dilemmas); "
        f"{shown(row['right_to_wrong'], 'share')} turn from right to wrong."
    )
    if number(row["headline"]) is not None:
        text += (
            f" The cue itself, wrong on biased less wrong on placebo, adds {shown(row['headline'], 'points')} points"
        )
        if number(row["headline_low"]) is not None:
            text += f" ({shown(row['headline_low'], 'points')} to {shown(row['headline_high'], 'points')})"
        text += "."
    if (number(row["unparsed"]) or 0.0) > 0:
        text += f" {shown(row['unparsed'], 'share')} of runs hold an unparsed decision."
    return text


def _worst(sensitivity: Table, subject: str) -> list[str]:
    rows = [row for row in sensitivity.where(subject=subject, tier=ALL_TIERS) if row["bias"] != ALL_BIASES]
    known = [row for row in rows if number(row["sensitivity"]) is not None]
    if len(known) < 2:
        return []
    worst = max(known, key=lambda row: number(row["sensitivity"]) or 0.0)
    best = min(known, key=lambda row: number(row["sensitivity"]) or 0.0)
    if worst["sensitivity"] == best["sensitivity"]:
        return ["No bias stands out."]
    ends = " to ".join(shown(worst[key], "share") for key in ("wilson_low", "wilson_high"))
    return [
        f"Worst: {worst['bias']}, {shown(worst['sensitivity'], 'share')} ({ends}); "
        f"least: {best['bias']}, {shown(best['sensitivity'], 'share')}."
    ]


def _trend(trends: Table, subject: str) -> str:
    rows = [row for row in trends.where(subject=subject) if row["bias"] != ALL_BIASES]
    tested = [row for row in rows if number(row["holm_p"]) is not None]
    if not tested:
        return "No trend with depth could be tested."
    sure = [row for row in tested if (number(row["holm_p"]) or 0.0) < 0.05]
    rising = [str(row["bias"]) for row in sure if (number(row["odds_ratio"]) or 0.0) > 1]
    falling = [str(row["bias"]) for row in sure if (number(row["odds_ratio"]) or 0.0) <= 1]
    told = [f"rises for {', '.join(rising)}"] if rising else []
    told += [f"falls for {', '.join(falling)}"] if falling else []
    outcome = " and ".join(told) if told else "neither rises nor falls surely for any"
    return f"With depth it {outcome} ({len(tested)} of {len(rows)} biases tested, Holm's adjustment)."


STRONG = 0.05
"""How far from one half the first place has to be taken to be told in the answer."""


def preferences(position: Table) -> tuple[str, ...]:
    """Return a sentence for each subject that prefers a place on unbiased texts, and surely so."""
    lines = []
    for row in position.where(arm="unbiased"):
        first, low, high = (number(row[key]) for key in ("first", "first_low", "first_high"))
        if first is None or low is None or high is None or low <= 0.5 <= high or abs(first - 0.5) < STRONG:
            continue
        place = "first" if first > 0.5 else "second"
        lines.append(
            f"{row['subject']} prefers the {place} place: it takes the first in {shown(first, 'share')} of its answers "
            "where 50 % is no preference."
        )
    return tuple(lines)


def published_answer(cells: Cells, high_low: Table) -> tuple[str, ...]:
    """Return the answer from published shares, over all subjects."""
    rows = [row for row in high_low.rows if number(row["mean"]) is not None]
    least, worst = (pick(rows, key=lambda row: number(row["mean"]) or 0.0) for pick in (min, max))
    sure = [row for row in rows if (number(row["paired_p"]) or 1.0) < 0.05]
    rising = [str(row["bias"]) for row in sure if (number(row["paired_difference"]) or 0.0) > 0]
    falling = [str(row["bias"]) for row in sure if (number(row["paired_difference"]) or 0.0) < 0]
    return (
        f"Over {len(cells.subjects)} subjects, mean sensitivity runs from {shown(least['mean'], 'share')} "
        f"({least['bias']}) to {shown(worst['mean'], 'share')} ({worst['bias']}).",
        f"From the low to the high tier it rises for {', '.join(rising) or 'no bias'} and falls for "
        f"{', '.join(falling) or 'no bias'} (paired t-test over subjects, p below 0.05).",
        "Published shares of runs do not tell dilemmas apart: nothing here can be said to hold for further dilemmas.",
    )
