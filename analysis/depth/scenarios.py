"""What depth, with the rules and words that it takes, does within a scenario that exists at several depths."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.arrays import Floats
from probe.analysis.depth.trends import SCALES
from probe.analysis.effects.estimating import direction_of, p_of
from probe.analysis.figures.charts import percent_axis, short_names
from probe.analysis.figures.style import COLOURS, MUTED_COLOUR, Picture, canvas
from probe.analysis.form import RESULTS, ReportAnalysis, Result
from probe.analysis.measurements import Measurements, once
from probe.analysis.scores import Scores, Texts, codes_of
from probe.analysis.statistics.differences import Arms, Effect
from probe.analysis.statistics.intervals import LEVEL
from probe.analysis.statistics.odds import odds_trend
from probe.analysis.statistics.trend import depth_trend
from probe.analysis.statistics.within import Slope, within_scenario
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, format_signed, make_table

FEWEST = 5
"""Scenarios below which nothing is tested: fewer have too few permutations."""

MOST_PANELS = 6

_EQUAL = Gap(reason="all scenarios have the same slope")


_INSEPARABLE = Gap(reason="length cannot be separated from depth")


class ScenarioLine(NamedTuple):
    """One scenario: its depths in rising order, and the effect at each."""

    depths: Floats
    effects: Floats


class ScenarioRow(NamedTuple):
    """One subject: the mean over scenarios of the change of the effect per level of depth, and its permutation test.

    ``adjusted`` is the same change, in shares per level, at equal length of the text (the logarithm of its characters).
    """

    subject: Annotated[str, Heading("subject")]
    scenarios: Annotated[int, Heading("scenarios", "count")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    left_out: Annotated[int, Heading("dilemmas in no series", "count")]
    slope: Annotated[Slope | Gap, EstimateHeading("points per level of depth, within scenario", "hundredths")]
    p: Annotated[float | Gap, Heading("permutation p", "p")]
    p_rise: Annotated[float | Gap, Heading("p of a rise (one-sided)", "p")]
    adjusted: Annotated[Effect | Gap, EstimateHeading("at equal length", "hundredths", prefix="adjusted_", p="p")]
    logit: Annotated[Effect | Gap, EstimateHeading("log odds per level", "number", "logit_slope", "logit_", "p")]
    error_trend: Annotated[
        Effect | Gap,
        EstimateHeading("error rate on unbiased texts per level", "hundredths", prefix="error_trend_"),
    ]
    lines: tuple[ScenarioLine, ...]

    @property
    def points_only(self) -> bool:
        """Whether the effect changes significantly in points, and no such change of its log odds is shown."""
        if isinstance(self.slope, Gap) or isinstance(self.p, Gap) or self.p >= 1 - LEVEL:
            return False
        return direction_of(self.logit) != (1 if self.slope.estimate > 0 else -1)


def scenarios(scores: Scores) -> tuple[ScenarioRow, ...]:
    """Return a row for each subject that answered scenarios at two depths or more; none where there are no series.

    Dilemmas that are in no series, such as written pairs, are left out and counted.
    """
    measured_scores = scores.measured
    rows = [_row(subject, measured_scores.of(subject=subject)) for subject in measured_scores.subjects]
    return tuple(row for row in rows if row.scenarios)


def _row(subject: str, scores: Scores) -> ScenarioRow:
    # The bias is part of a scenario's name: series of two biases may have the same name.
    names = np.array([f"{bias}/{name}" if name else "" for bias, name in zip(scores.bias, scores.series, strict=True)])
    lines: dict[str, ScenarioLine] = {}
    in_scenario = np.zeros(len(scores), dtype=np.bool_)
    for name in dict.fromkeys(names[names != ""]):
        members = np.flatnonzero((names == name) & ~np.isnan(scores.depth))
        # A scenario at a single depth has no slope of its own.
        if len(np.unique(scores.depth[members])) > 1:
            members = members[np.argsort(scores.depth[members], kind="stable")]
            in_scenario[members] = True
            lines[name] = ScenarioLine(scores.depth[members], scores.effects[members])
    left_out, dilemmas = int(np.sum(~in_scenario)), int(np.sum(in_scenario))
    slope: Slope | Gap = Gap(reason=f"fewer than {FEWEST} scenarios")
    if len(lines) >= FEWEST:
        slope = within_scenario(scores.effects[in_scenario], scores.depth[in_scenario], names[in_scenario]) or _EQUAL
    p = p_of(slope, dilemmas)
    p_rise = p if isinstance(slope, Gap) or isinstance(p, Gap) else slope.p_rise
    adjusted_slope = slope if isinstance(slope, Gap) else _at_equal_length(scores[in_scenario], names[in_scenario])
    scales = _scales(scores[in_scenario], names[in_scenario]) if not isinstance(slope, Gap) else (slope, slope)
    return ScenarioRow(
        subject, len(lines), dilemmas, left_out, slope, p, p_rise, adjusted_slope, *scales, tuple(lines.values())
    )


def _at_equal_length(scores: Scores, names: Texts) -> Effect | Gap:
    """Return the slope within scenarios with the length of the text as a second predictor."""
    lengths = np.log(np.maximum(scores.length, 1))
    return depth_trend(scores.effects, scores.depth, names, lengths, names).adjusted_for_length or _INSEPARABLE


def _scales(scores: Scores, names: Texts) -> tuple[Effect | Gap, Effect | Gap]:
    """Return the slope in log odds, and that of the error rate on unbiased texts in points, within scenarios."""
    arms = scores.effect
    rates = Arms(arms.error, names, arms.reference_error, codes_of(scores.bias), scores.direct)
    logit = odds_trend(rates, scores.depth, names) if scores.of_errors else None
    readable = scores.net.runs > 0
    error = within_scenario(scores.net.reference_error[readable], scores.depth[readable], names[readable])
    return logit or Gap(reason="too few scenarios"), error or Gap(reason="the error rate differs in too few dilemmas")


def table(rows: Sequence[ScenarioRow]) -> Table:
    """Return the rows as a table."""
    notes = (
        "Each scenario exists at several depths. A deeper text states more rules in more words: the slope is of depth "
        "with the rules and words that it takes. “At equal length” compares texts of equal length within scenarios, as "
        "far as length and depth can be separated (least squares, an intercept per scenario, errors clustered by "
        "scenario).",
        SCALES + " Log odds: logistic regression with depth centred within scenarios, errors clustered by scenario.",
        "p is from permutations of the depths within each scenario (studentised); the interval inverts the "
        "test. Dilemmas in no series are not mixed in.",
        "Permutation p is two-sided, as the interval is. The one-sided p answers the directed question, whether the "
        "effect rises with depth, and says nothing about a fall.",
    )
    return make_table("scenarios", "Depth within scenarios", ScenarioRow, rows, notes=notes)


def picture(rows: Sequence[ScenarioRow]) -> Picture:
    """Draw one line per scenario and the mean slope, a panel per subject."""
    description = "; ".join(
        f"{row.subject}: {row.scenarios} scenarios"
        + (
            ""
            if isinstance(row.slope, Gap)
            else f", {format_signed(100 * row.slope.estimate, 1)} points per level of depth"
        )
        + ("" if isinstance(row.p, Gap) else f", permutation p {row.p:.3f}")
        for row in rows
    )
    alt = f"The effect on errors over depth, one thin line per scenario and the mean slope. {description}."
    caption = (
        "Thin: one scenario at its depths. Thick: the mean slope through the mean. Along a line, depth differs, and so "
        "do the rules and words that it takes."
    )
    return Picture("scenarios", "Depth within scenarios", alt, caption, lambda: _draw(rows[:MOST_PANELS]))


def _draw(rows: Sequence[ScenarioRow]) -> Figure:
    figure, grid = canvas(2.3 * len(rows) + 0.3, len(rows), 1, sharex=True, sharey=True)
    names = short_names([row.subject for row in rows])
    for panel, row in zip(grid.flat, rows, strict=True):
        for line in row.lines:
            panel.plot(line.depths, line.effects, color=MUTED_COLOUR, linewidth=0.7, alpha=0.5)
        if not isinstance(row.slope, Gap):
            depths, effects = (
                np.concatenate([getattr(line, name) for line in row.lines]) for name in ScenarioLine._fields
            )
            ends = np.array([depths.min(), depths.max()])
            panel.plot(
                ends, effects.mean() + row.slope.estimate * (ends - depths.mean()), color=COLOURS[0], linewidth=2.5
            )
            if not isinstance(row.p, Gap):
                panel.annotate(f"permutation p = {row.p:.3f}", (0.02, 0.93), xycoords="axes fraction", fontsize=8)
        panel.axhline(0, color=MUTED_COLOUR, linewidth=0.8)
        panel.set_title(names[row.subject])
        panel.grid(axis="y")
        percent_axis(panel.yaxis, signed=True)
    grid[-1, 0].set_xlabel("depth (rules)")
    return figure


@once
def scenarios_of(measurements: Measurements) -> tuple[ScenarioRow, ...]:
    """Return what depth does within scenarios, by subject; none without series."""
    return scenarios(measurements.scores_by_depth)


ANALYSIS: ReportAnalysis[Measurements, Sequence[ScenarioRow]] = ReportAnalysis(
    "scenarios",
    "Depth within scenarios",
    RESULTS,
    "whether longer chains of rules need a safeguard, scenario by scenario",
    rows=scenarios_of,
    show=lambda measurements, rows: Result(
        measurements.in_measure_words(table(rows)), pictures=measurements.error_pictures(picture(rows))
    ),
    needs="Depth within scenarios: no scenario exists at several depths (probe generate --author "
    "'grammar?depth=2-8&series=4').",
)
