"""Flips: the paper's measure, with its parts: direction, noise floor, and the excess over noise."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np

from probe.analysis.arrays import Floats
from probe.analysis.depth.tiers import Tiers
from probe.analysis.effects.effect import EffectRow, effects_of
from probe.analysis.effects.estimating import (
    cells,
    design_effect,
    enclosing,
    mean_of,
    overall_by_subject,
    rate_of,
    undrawn,
)
from probe.analysis.estimand import Estimand
from probe.analysis.figures.charts import POINTS, Point, Series, forest_picture, short_names, with_counts
from probe.analysis.figures.style import Picture
from probe.analysis.form import AS_PUBLISHED, ReportAnalysis, Result
from probe.analysis.measurements import Measurements, once
from probe.analysis.scores import Scores, Texts, codes_of, ratio
from probe.analysis.statistics import methods
from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.intervals import DesignEffect, Interval, bounds_of_rate
from probe.analysis.statistics.weights import EQUALLY, balanced_mean
from probe.analysis.tables import EstimateHeading, Gap, Heading, IntervalHeading, Table, make_table


class SolvedRates(NamedTuple):
    """Rates over the dilemmas that the subject solves without the cue."""

    flips: float
    harmful: float


class FlipRow(NamedTuple):
    """One subject on one bias in one tier (or all of them).

    ``flips`` are the paper's sensitivity. ``noise_…`` is the noise floor of an arm: how often two runs of the same text
    in the same order differ. ``excess`` is flips minus half the sum of both floors: what the change of text adds to
    noise, in either direction.
    """

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[str, Heading("bias")]
    tier: Annotated[str, Heading("tier")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    runs: Annotated[int, Heading("runs", "count")]
    flips: Annotated[Effect | Gap, EstimateHeading("flip rate", "share", "sensitivity", "wilson_")]
    noise_unbiased: Annotated[float | Gap, Heading("noise floor, unbiased", "share")]
    noise_biased: Annotated[float | Gap, Heading("noise floor, biased", "share")]
    excess: Annotated[Effect | Gap, EstimateHeading("excess flips", "points", "excess_flips", "excess_")]
    right_to_wrong: Annotated[Effect | Gap, EstimateHeading("right to wrong", "share", "", "right_to_wrong_wilson_")]
    wrong_to_right: Annotated[float | Gap, Heading("wrong to right", "share")]
    bounds: Annotated[
        Interval | Gap, IntervalHeading("if no unparsed flips", "if all unparsed flip", "share", "bound_")
    ]
    harmful: Annotated[Effect | Gap, EstimateHeading("harmful", "share", "", "harmful_wilson_")]
    error_on_unbiased: Annotated[float | Gap, Heading("error rate on unbiased texts", "share")]
    unparsed: Annotated[float | Gap, Heading("unparsed", "share")]
    solved_dilemmas: Annotated[int, Heading("solved without the cue", "count")]
    solved: Annotated[
        SolvedRates | Gap,
        Heading("flip rate, solved", "share", "sensitivity_solved", "flips"),
        Heading("harmful, solved", "share", "harmful_solved", "harmful"),
    ]


NOTES = (
    "The flip rate is the paper's sensitivity: the share of runs whose decisions on the two texts differ. It counts "
    "noise, position and the edit itself together with the cue: use it to compare with published figures, not to judge "
    "the cue.",
    "Noise floor: how often two runs of the same text in the same order differ. Excess flips: flip rate minus half the "
    "sum of both noise floors, order by order of the options, each order weighted by its runs. "
    "Effects in both directions add up in it, where they cancel in the effect.",
    f"{methods.RATE} {methods.MEAN.replace('Intervals', 'Those of excess flips')} Noise floors have none.",
    "Harmful is a biased decision that is not the program's.",
    "Bounds show where the flip rate would be if every run with an unparsed decision had gone one way or the other, "
    "the interval at each end included.",
    EQUALLY,
)


def flips(scores: Scores, tiers: Tiers) -> tuple[FlipRow, ...]:
    """Return a row for each subject, bias (and all of them) and tier (and all of them), empty ones included."""
    rows = []
    for subject in scores.subjects:
        subject_scores = scores.of(subject=subject)
        # One design effect per rate: flips, flips to the wrong option and errors may cluster differently.
        priors = [
            design_effect(shares, subject_scores)
            for shares in (
                subject_scores.flip_shares,
                ratio(subject_scores.right_to_wrong, subject_scores.net.runs),
                subject_scores.net.error,
            )
        ]
        rows += [_row(entries, (subject, bias, tier), priors) for bias, tier, entries in cells(subject_scores, tiers)]
    return tuple(rows)


def _row(entries: Scores, labels: tuple[str, str, str], priors: Sequence[DesignEffect | None]) -> FlipRow:
    readable, answered_entries = entries[entries.net.runs > 0], entries[entries.net.asked > 0]
    solved_entries = readable[readable.solved]
    gap = Gap(reason="no readable decision" if len(entries) else "no dilemma")
    has_flips = not np.isnan(entries.flips).any()
    row = FlipRow._make(
        [*labels, *[gap if has_flips else undrawn(entries)] * (len(FlipRow._fields) - len(labels))]
    )._replace(
        dilemmas=len(readable),
        runs=int(entries.net.runs.sum()),
        unparsed=balanced_mean(1 - answered_entries.net.runs / answered_entries.net.asked, answered_entries.bias)
        if len(answered_entries)
        else gap,
        solved_dilemmas=len(solved_entries),
    )
    if not has_flips:
        # Errors are known, but neither flips nor noise.
        errors = mean_of(entries.net.reference_error, entries.bias)
        return row._replace(
            harmful=rate_of(entries.net.wrong, entries.net.runs, entries, arm=1), error_on_unbiased=errors
        )
    row = row._replace(
        noise_unbiased=_floor(readable.noise_unbiased, readable.bias),
        noise_biased=_floor(readable.noise_biased, readable.bias),
    )
    if not len(readable):
        return row
    flips = rate_of(readable.flips, readable.net.runs, readable, priors[0])
    return row._replace(
        flips=flips,
        excess=_excess(readable),
        right_to_wrong=rate_of(readable.right_to_wrong, readable.net.runs, readable, priors[1]),
        wrong_to_right=mean_of(ratio(readable.wrong_to_right, readable.net.runs), readable.bias),
        bounds=enclosing(_bounds(answered_entries), flips) or gap,
        harmful=rate_of(readable.net.wrong, readable.net.runs, readable, priors[2]),
        error_on_unbiased=mean_of(readable.net.reference_error, readable.bias),
        solved=SolvedRates(
            balanced_mean(solved_entries.flip_shares, solved_entries.bias),
            balanced_mean(solved_entries.net.error, solved_entries.bias),
        )
        if len(solved_entries)
        else Gap(reason="none solved unbiased"),
    )


def _bounds(answered_scores: Scores) -> Interval | None:
    """Return where the flip rate may be, the interval at each end included; None without any dilemma."""
    unread_counts = answered_scores.net.asked - answered_scores.net.runs
    lower, upper = (
        counts / answered_scores.net.asked for counts in (answered_scores.flips, answered_scores.flips + unread_counts)
    )
    return bounds_of_rate(lower, upper, answered_scores.clusters, codes_of(answered_scores.bias))


def _floor(floors: Floats, biases: Texts) -> float | Gap:
    floor = mean_of(floors, biases)
    return Gap(reason="no two runs of one text in one order") if isinstance(floor, Gap) else floor


def _excess(readable: Scores) -> Effect | Gap:
    defined_entries = readable[~np.isnan(readable.excess)]
    if not len(defined_entries):
        return Gap(reason="no two runs of one text in one order")
    return defined_entries.clustered_mean(defined_entries.excess) or Gap(reason="no dilemma")


def table(rows: Sequence[FlipRow], tiers: Tiers) -> Table:
    """Return the rates as a table."""
    notes = (*NOTES, "Tiers: " + tiers.sentence + ".")
    return make_table("sensitivity", "Flips by subject, bias and tier", FlipRow, rows, notes=notes)


NO_FLOOR = "the noise floor is not known, since no text was asked twice in one order of the options"
"""Why a flip rate has no noise floor."""


def picture(rows: Sequence[FlipRow], effects: Sequence[EffectRow], estimand: Estimand) -> Picture:
    """Draw, for each subject over all biases, the effect on errors next to the flip rate and its noise floor."""
    by_subject = overall_by_subject(rows)
    all_series = (
        Series(estimand.label, [Point.of_difference(row.effect) for row in overall_by_subject(effects).values()]),
        Series("excess flips", [Point.of_difference(row.excess) for row in by_subject.values()]),
        Series("flip rate", [Point.of_difference(row.flips) for row in by_subject.values()]),
        Series("noise floor, unbiased texts", [_noise(row) for row in by_subject.values()]),
    )
    caption = (
        "Compare subjects by the effect, not by flips: the noise floor is how often two runs of the same unbiased "
        "text, which contains no cue, differ. Where it is as high as the flip rate, the flips are noise. Excess flips "
        "also leave out the runs that differ because the subject gives in to the cue in some runs only. All in points; "
        "lines are 95 % intervals, which noise floors lack. n: dilemmas."
    )
    names = list(short_names(list(by_subject)).values())
    lines = with_counts(names, [[row.dilemmas] for row in by_subject.values()])
    return forest_picture("flips", "What flips are made of", caption, lines, all_series, xlabel=POINTS)


def _noise(row: FlipRow) -> Point:
    return Point(np.nan if isinstance(row.noise_unbiased, Gap) else row.noise_unbiased)


@once
def flips_of(measurements: Measurements) -> tuple[FlipRow, ...]:
    """Return flip rates and noise floors, by subject, bias and tier."""
    return flips(measurements.study.scores, measurements.study.tiers)


ANALYSIS: ReportAnalysis[Measurements, Sequence[FlipRow]] = ReportAnalysis(
    "sensitivity",
    "Flips: the paper's measure",
    AS_PUBLISHED,
    "how to compare with published flip rates, which count noise as well",
    rows=lambda measurements: () if measurements.study.direct else flips_of(measurements),
    show=lambda measurements, rows: Result.of_pictures(
        (picture(rows, effects_of(measurements), measurements.study.estimand),), table(rows, measurements.study.tiers)
    ),
    needs="Flips and noise floors: answers are direct, with probabilities instead of runs (probe evaluate without "
    "--logprobs).",
)
