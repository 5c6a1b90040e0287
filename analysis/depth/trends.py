"""Whether the effect on errors changes with depth: pooled over biases first, then for each bias."""

from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

import numpy as np

from probe.analysis.arrays import Floats
from probe.analysis.effects.estimating import ALL_BIASES, TOO_FEW, direction_of, mean_of, p_of
from probe.analysis.figures.charts import POINTS, forest_picture, series_of, short_names, with_counts
from probe.analysis.figures.style import Picture
from probe.analysis.form import RESULTS, ReportAnalysis, Result
from probe.analysis.measurements import Measurements, once
from probe.analysis.over_subjects import over_subjects
from probe.analysis.scores import Codes, Scores, codes_of
from probe.analysis.statistics import methods
from probe.analysis.statistics.differences import Arms, Effect
from probe.analysis.statistics.multiplicity import adjust_rows
from probe.analysis.statistics.odds import odds_trend
from probe.analysis.statistics.trend import depth_trend
from probe.analysis.statistics.weights import MINIMUM
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, make_table

ALL_SUBJECTS = "all subjects"

UNITS = {"depth": "level of depth", "size": "rule", "inferences": "inference", "choice_steps": "choice step"}
"""What one unit of a measure of complexity is called: the same in every table, figure and sentence."""

NO_SHARED_DILEMMAS = Gap(reason="no dilemma was answered by all of the subjects")


class TrendRow(NamedTuple):
    """The trend of one subject (or all) on one bias (or all): change of the effect for one unit of complexity more.

    ``slope`` is in shares per unit, ``adjusted`` the same at equal length of the text, ``logit`` the interaction of
    depth and cue in log odds, and ``error_trend`` how the error rate on unbiased texts changes. ``left_out`` are the
    subjects that a row over all subjects does not contain, ``unjudged`` those of them that cannot be judged.
    """

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[str, Heading("bias")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    clusters: Annotated[int, Heading("independent scenarios", "count")]
    levels: Annotated[int, Heading("distinct values", "count")]
    error_on_unbiased: Annotated[float | Gap, Heading("error rate on unbiased texts", "share")]
    slope: Annotated[Effect | Gap, EstimateHeading("points per unit", "hundredths", p="p")]
    holm_p: Annotated[float | Gap, Heading("Holm, p", "p")]
    adjusted: Annotated[Effect | Gap, EstimateHeading("at equal length", "hundredths", prefix="adjusted_", p="p")]
    logit: Annotated[Effect | Gap, EstimateHeading("log odds per unit", "number", "logit_slope", "logit_", "p")]
    error_trend: Annotated[
        Effect | Gap, EstimateHeading("error rate on unbiased texts per unit", "hundredths", prefix="error_trend_")
    ]
    left_out: tuple[str, ...] = ()
    unjudged: tuple[str, ...] = ()

    @property
    def direction(self) -> int:
        """1 where the trend rises significantly, -1 where it falls, 0 elsewhere; a bias's p is Holm's."""
        # All biases together are tested first and alone, so that only single biases are adjusted.
        p = p_of(self.slope, self.dilemmas) if self.bias == ALL_BIASES else self.holm_p
        if isinstance(self.slope, Gap) or isinstance(p, Gap) or p >= 0.05:
            return 0
        return 1 if self.slope.estimate > 0 else -1

    @property
    def points_only(self) -> bool:
        """Whether the effect changes significantly in points, and no such change of its log odds is shown."""
        return bool(self.direction) and direction_of(self.logit) != self.direction


SCALES = (
    "A cue that multiplies the odds of an error by the same factor at every depth has an effect in points that grows "
    "where errors without it do. Where the slope in points is significant and that in log odds is not, the effect "
    "changes on the scale of points only."
)


def trend_measure(scores: Scores, measure: str) -> str:
    """Return the column of the trend: ``depth`` if it was measured for all, else ``measure``, size or inferences."""
    order = ("depth", measure, "size", "inferences")
    return next((name for name in order if not np.isnan(getattr(scores, name)).any()), measure)


def trends(scores: Scores, measure: str) -> tuple[TrendRow, ...]:
    """Return the trend of the effect over ``measure``, a measure of complexity, for each subject and bias.

    The first row of a subject is over all biases: within bias and author, each with an intercept of its own. Holm's
    adjustment is over the biases of a subject. Where several subjects have a trend, the first row is over these, on the
    dilemmas that all of them answered; subjects that cannot be judged are left out.
    """
    measured_scores = scores.measured
    measured_scores = measured_scores[~np.isnan(getattr(measured_scores, measure))]
    rows: list[TrendRow] = []
    for subject in scores.subjects:
        entries = measured_scores.of(subject=subject)
        rows.append(_row(subject, ALL_BIASES, entries, measure))
        rows += [_row(subject, bias, entries.of(bias=bias), measure) for bias in scores.of(subject=subject).biases]
    adjusted_rows = adjust_rows(
        rows,
        lambda row: p_of(row.slope, row.dilemmas),
        lambda row: None if row.bias == ALL_BIASES else row.subject,
    )
    return (*_all_subjects(measured_scores, rows, measure), *adjusted_rows)


def _all_subjects(scores: Scores, rows: Sequence[TrendRow], measure: str) -> Iterator[TrendRow]:
    """Yield the trend over the subjects that have one of their own; the others would only dilute it."""
    overall = [row for row in rows if row.bias == ALL_BIASES and row.subject in scores.averaged.subjects]
    with_trend = [row.subject for row in overall if not isinstance(row.slope, Gap)]
    if len(with_trend) > 1:
        left_out = tuple(row.subject for row in overall if row.subject not in with_trend)
        shared_scores = over_subjects(scores[np.isin(scores.subject.astype(str), with_trend)])
        row = _row(ALL_SUBJECTS, ALL_BIASES, shared_scores, measure)
        if not len(shared_scores):
            row = row._replace(slope=NO_SHARED_DILEMMAS, adjusted=NO_SHARED_DILEMMAS, logit=NO_SHARED_DILEMMAS)
        yield row._replace(left_out=left_out, unjudged=scores.unjudged)


def _row(subject: str, bias: str, scores: Scores, measure: str) -> TrendRow:
    values: Floats = getattr(scores, measure)
    dilemmas, levels = len(set(scores.pair_id)), len(np.unique(values))
    not_measured = Gap(reason=f"{measure} was not measured")
    reason = (
        not_measured
        if not dilemmas
        else TOO_FEW
        if dilemmas < MINIMUM
        else Gap(reason="one value only")
        if levels < 2
        else None
    )
    counts = (dilemmas, len(set(scores.cluster)), levels, mean_of(scores.net.reference_error, scores.bias))
    not_in_family = Gap(reason="not part of the family")
    if reason:
        return TrendRow(subject, bias, *counts, reason, not_in_family, reason, reason, reason)
    # Depth varies with bias and author, whose different effects would look like a trend.
    strata = codes_of(scores.bias, scores.author)
    lengths = np.log(np.maximum(scores.length, 1))
    trend = depth_trend(scores.effects, values, scores.clusters, lengths, strata, direct=scores.direct)
    arms = scores.effect
    rates = Arms(arms.error, scores.clusters, arms.reference_error, strata, scores.direct)
    # Values of other measures may leave 0 to 1, where there are no odds.
    logit = odds_trend(rates, values) if scores.of_errors else None
    # A dilemma without a readable unbiased text may still have an effect against the placebo.
    readable = scores[scores.net.runs > 0]
    error_trend = depth_trend(
        readable.net.reference_error,
        getattr(readable, measure),
        readable.clusters,
        strata=codes_of(readable.bias, readable.author),
        direct=scores.direct,
    ).slope
    slope = trend.slope or _why_not(values, strata, measure)
    constant = Gap(reason=f"{measure} does not vary at equal length") if trend.slope else slope
    return TrendRow(
        subject,
        bias,
        *counts,
        slope,
        not_in_family,
        trend.adjusted_for_length or constant,
        logit or Gap(reason=f"too few scenarios, or {measure} does not vary"),
        error_trend or Gap(reason="the error rate differs in too few dilemmas"),
    )


def _left_out_note(rows: Sequence[TrendRow]) -> Iterator[str]:
    for row in rows:
        if row.left_out:
            yield f"All subjects: without {', '.join(row.left_out)}, whose own trend cannot be tested."
        if row.unjudged:
            yield f"All subjects: without {', '.join(row.unjudged)}, of which nothing can be concluded."


def _why_not(values: Floats, strata: Codes, measure: str) -> Gap:
    """Return why there is no slope within strata: either ``measure`` or the effect does not vary enough."""
    varies = any(np.ptp(values[strata == stratum]) > 0 for stratum in np.unique(strata))
    return Gap(
        reason="the effect differs in too few dilemmas" if varies else f"{measure} does not vary within bias and author"
    )


def table(rows: Sequence[TrendRow], measure: str) -> Table:
    """Return the trends as a table."""
    notes = (
        f"Change of the effect on errors for one more unit of {measure}: least squares within bias and author, each "
        "dilemma once. Log odds: logistic regression with Firth's penalty and Mancl and DeRouen's errors.",
        "Error rates count biases equally; slopes are pooled as least squares weighs them.",
        methods.SLOPE,
        "“At equal length” compares texts of equal length.",
        SCALES,
        "All biases are tested first; Holm's adjustment is over a subject's biases.",
        "Dilemmas of other depths may differ in other ways too: the same scenario at several depths differs in the "
        "rules and words of the text only.",
        *_left_out_note(rows),
    )
    return make_table("trends", f"Trend over {measure}", TrendRow, rows, notes=notes)


def picture(rows: Sequence[TrendRow], measure: str) -> Picture:
    """Draw the slopes with their intervals, all biases first, one line per bias that has one, a marker per subject."""
    biases = list(dict.fromkeys(row.bias for row in rows if not isinstance(row.slope, Gap)))
    slopes = {(row.subject, row.bias): row.slope for row in rows}
    all_series = series_of(short_names(list(dict.fromkeys(row.subject for row in rows))), biases, slopes)
    title, unit = f"Trend over {measure}", UNITS.get(measure, measure)
    caption = f"Right of zero: the cue misleads more with {measure}. Change of the effect in points per {unit}, with "
    caption += "95 % intervals. Biases with too few dilemmas for a trend are left out."
    lines = with_counts(biases, [[row.dilemmas for row in rows if row.bias == bias] for bias in biases])
    return forest_picture(
        "trends", title, caption, lines, all_series, xlabel=f"change of the effect ({POINTS} per {unit})"
    )


@once
def depth_measure(measurements: Measurements) -> str:
    """Return the column of depths that trends are over."""
    return trend_measure(measurements.scores_by_depth, measurements.study.tiers.measure)


@once
def trends_of(measurements: Measurements) -> tuple[TrendRow, ...]:
    """Return the trend over that column by subject and bias."""
    return trends(measurements.scores_by_depth, depth_measure(measurements))


def depth_varies(measurements: Measurements) -> bool:
    """Return whether there are items at several depths."""
    values = getattr(measurements.scores_by_depth, depth_measure(measurements))
    return len(np.unique(values[~np.isnan(values)])) > 1


def _show(measurements: Measurements, rows: Sequence[TrendRow]) -> Result:
    has_slope, measure = any(not isinstance(row.slope, Gap) for row in rows), depth_measure(measurements)
    return Result(
        measurements.in_measure_words(table(rows, measure)),
        pictures=measurements.error_pictures(picture(rows, measure)) if has_slope else (),
        heading=f"Trend over {measure}",
    )


ANALYSIS: ReportAnalysis[Measurements, Sequence[TrendRow]] = ReportAnalysis(
    "trends",
    "Trend over depth",
    RESULTS,
    "whether longer chains of rules need a safeguard, over all dilemmas",
    rows=lambda measurements: trends_of(measurements) if measurements.of_dilemmas or depth_varies(measurements) else (),
    show=_show,
    needs="Trend over depth: nothing was measured at several depths (probe generate --author 'grammar?depth=2-8').",
)
