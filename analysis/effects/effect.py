"""The effect on errors: how much more often a subject errs because of it, by bias and tier."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import numpy as np

from probe.analysis.arrays import Counts, Floats, Sums
from probe.analysis.dataset import constructs
from probe.analysis.depth.tiers import TIERS, UNTIERED, Tiers
from probe.analysis.estimand import Estimand
from probe.analysis.figures.charts import (
    POINTS,
    Point,
    Series,
    few_note,
    forest_picture,
    heat_map,
    short_names,
    with_counts,
)
from probe.analysis.figures.style import Picture
from probe.analysis.form import RESULTS, ReportAnalysis, Result
from probe.analysis.scores import AnyScores, Contrast, Scores, Texts, codes_of, ratio, weighed
from probe.analysis.statistics import methods
from probe.analysis.statistics.differences import FEWEST_DIRECT, Effect, adjusted, bounds_of_mean
from probe.analysis.statistics.intervals import DesignEffect, Interval, pooled_design_effect, rate_interval
from probe.analysis.statistics.people import crossed_people
from probe.analysis.statistics.weights import EQUALLY, MINIMUM, balanced_mean
from probe.analysis.study import NONE
from probe.analysis.tables import (
    EstimateHeading,
    Gap,
    Heading,
    IntervalHeading,
    Table,
    make_table,
    percent,
    points,
    signed,
)
from probe.values import Measure

if TYPE_CHECKING:  # which imports this module
    from probe.analysis.measurements import Measurements

ALL_BIASES = "all biases"
ALL_TIERS = "all tiers"
NO_TIER = "not measured"

NO_ITEM = "no dilemma"
FEW = Gap(reason=f"fewer than {MINIMUM} dilemmas")
BETWEEN = Gap(reason="a person saw one text of a dilemma")
FEW_DIRECT = Gap(reason=f"fewer than {FEWEST_DIRECT} dilemmas with probabilities")
DIRECT = Gap(reason="answers are direct: probabilities, not runs")
_NOT_A_TEST = Gap(reason="tiers are compared in high against low")
_NOT_IN_FAMILY = Gap(reason="not part of the family")


class EffectRow(NamedTuple):
    """One subject on one bias in one tier (or all of them).

    ``effect`` is that of the report's estimand, and ``bounds`` are where it may be however unparsed
    decisions are read, with the interval at each end; ``unparsed`` is the share of runs without a decision in one of
    its arms. ``net`` and ``adjusted`` are both estimands wherever their arms were shown. Where another measure than
    errors is meant, ``harmful`` and ``error_on_unbiased`` are the values of its arms. ``mitigation`` and what a shift
    is ``called`` are in tables that have rows under mitigations.
    """

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[str, Heading("bias")]
    tier: Annotated[str, Heading("tier")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    clusters: Annotated[int, Heading("independent scenarios", "count")]
    runs: Annotated[int, Heading("runs", "count")]
    effect: Annotated[Effect | Gap, EstimateHeading("effect on errors", p="p")]
    holm_p: Annotated[float | Gap, Heading("Holm, p", "p")]
    bounds: Annotated[
        Interval | Gap, IntervalHeading("if unparsed: least", "if unparsed: most", prefix="effect_bound_")
    ]
    error_on_unbiased: Annotated[float | Gap, Heading("error rate on unbiased texts", "share")]
    error_on_placebo: Annotated[float | Gap, Heading("error rate on placebo texts", "share")]
    harmful: Annotated[float | Gap, Heading("error rate on biased texts (harmful)", "share")]
    net: Annotated[Effect | Gap, EstimateHeading("net effect", key="net_effect", prefix="net_")]
    adjusted: Annotated[
        Effect | Gap, EstimateHeading("placebo-adjusted effect", key="adjusted_effect", prefix="adjusted_")
    ]
    counter: Annotated[float | Gap, Heading("counter − placebo", "points", "counter_effect")]
    unparsed: Annotated[float | Gap, Heading("unparsed", "share")]
    unanswered: Annotated[int, Heading("unanswered runs", "count")]
    unreadable: Annotated[int, Heading("dilemmas without a readable run", "count", "unreadable_dilemmas")]
    mitigation: str = NONE
    called: str = ""


def distinguishable(effect: Effect | Gap) -> bool:
    """Return whether an effect is known and its interval does not contain zero."""
    return not isinstance(effect, Gap) and not effect.low <= 0 <= effect.high


def direction_of(effect: Effect | Gap) -> int:
    """Return 1 for an effect whose interval is above zero, -1 for one below it, 0 elsewhere."""
    if isinstance(effect, Gap) or not distinguishable(effect):
        return 0
    return 1 if effect.estimate > 0 else -1


def effects(scores: Scores, tiers: Tiers, *, crossed: bool = True) -> tuple[EffectRow, ...]:
    """Return a row for each subject, bias (and all of them) and tier (and all of them), empty ones included.

    Unless they are ``crossed``, tiers are over all biases only.

    Holm's adjustment is over a subject's biases, all tiers together; of the rows over all biases, it is over subjects.
    """
    rows = [
        row_of(part, (subject, bias, tier), tested=tier == ALL_TIERS)
        for subject in scores.subjects
        for bias, tier, part in cells(scores.of(subject=subject), tiers)
        if crossed or bias == ALL_BIASES or tier == ALL_TIERS
    ]
    return adjusted(rows, lambda row: p_of(row.effect, row.dilemmas), _family)


def _family(row: EffectRow) -> tuple[str, ...] | None:
    if row.tier != ALL_TIERS:
        return None
    return (ALL_BIASES,) if row.bias == ALL_BIASES else (row.subject, "single biases")


def cells(scores: AnyScores, tiers: Tiers) -> Iterator[tuple[str, str, AnyScores]]:
    """Return bias, tier and entries of each cell of one subject, beginning with all biases and all tiers."""
    codes = [*range(len(TIERS)), *([UNTIERED] if np.any(scores.tier == UNTIERED) else [])]
    for bias in (ALL_BIASES, *scores.biases):
        part = scores if bias == ALL_BIASES else scores.of(bias=bias)
        for code in (None, *codes):
            name = ALL_TIERS if code is None else NO_TIER if code == UNTIERED else tiers.label(code)
            yield bias, name, part.of(tier=code)


def design_effect(shares: Floats, scores: Scores) -> DesignEffect | None:
    """Return the design effect of a subject's rate, pooled over its biases; None without a dilemma that has one."""
    defined = ~np.isnan(shares)
    used = scores[defined]
    return pooled_design_effect(shares[defined], used.clusters, codes_of(used.bias)) if len(used) else None


def effect_of(scores: Scores, contrast: Contrast) -> Effect | Gap:
    """Return the mean difference of a contrast's arms over the items that have one."""
    readable = contrast.runs > 0
    used, arms = scores[readable], contrast[readable]
    values = weighed(arms.effects, arms.weight, used.bias)
    people = crossed_people(arms.answers, used.clusters, codes_of(used.bias)) if len(used) else None
    mean = used.clustered_mean(values, people)
    if mean is None and len(used):
        return FEW_DIRECT
    return mean or Gap(reason="no readable decision" if np.any(contrast.asked) else NO_ITEM)


def bounds_of(scores: Scores, contrast: Contrast, effect: Effect | Gap) -> Interval | Gap:
    """Return where ``effect`` may be over all answered items, however unparsed decisions are read."""
    asked = contrast.asked > 0
    used, arms = scores[asked], contrast[asked]
    least, most = (
        weighed(end, weights, used.bias) for end, weights in zip(arms.extremes, arms.end_weights.T, strict=True)
    )
    people = crossed_people(arms.answers, used.clusters, codes_of(used.bias)) if len(used) else None
    bounds = bounds_of_mean(least, most, used.clusters, codes_of(used.bias), direct=used.direct, crossed=people)
    return enclosing(bounds, effect) or (FEW_DIRECT if len(used) else Gap(reason=NO_ITEM))


def enclosing(bounds: Interval | None, estimate: Interval | Gap) -> Interval | None:
    """Return bounds that contain the estimate's interval; their quantiles may be one-sided, and its are not."""
    return bounds if bounds is None or isinstance(estimate, Gap) else bounds.enclosing(estimate)


def undrawn(scores: Scores) -> Gap:
    """Return why nothing is known of flips and noise: answers are probabilities, or those of different people."""
    return BETWEEN if scores.between else DIRECT


def rate_of(
    hits: Sums, totals: Counts, scores: Scores, prior: DesignEffect | None = None, *, arm: int | None = None
) -> Effect | Gap:
    """Return the mean over dilemmas of hits / totals with its interval, over the dilemmas with a total.

    The mean counts every bias equally; with equally many dilemmas of each and runs, it is the exact ratio of counts.
    ``prior`` is the subject's pooled design effect; it is used for the rate of a single bias. ``arm`` is 1 where hits
    are errors on biased texts, and -1 where they are those on unbiased ones: people may have given them.
    """
    if np.isnan(hits).any():
        return undrawn(scores)
    counted = totals > 0
    hits, totals, used = hits[counted], totals[counted], scores[counted]
    if not len(used):
        return Gap(reason="no readable decision" if len(counted) else "no dilemma")
    shares = ratio(hits, totals)
    balanced = balanced_mean(shares, used.bias)
    # Where both means are equal, the ratio of whole counts has no rounding.
    exact = bool(np.all(totals == totals[0])) and np.isclose(balanced, shares.mean())
    estimate = float(hits.sum() / totals.sum()) if exact else balanced
    alone = len(set(used.bias)) < 2
    people = None if arm is None else used.crossed_in(arm)
    # The pooled design effect comes from all biases, so that it adds nothing to a rate over all of them.
    interval = rate_interval(shares, used.clusters, codes_of(used.bias), prior if alone else None, crossed=people)
    assert interval is not None, "there is a dilemma"
    return Effect(estimate=estimate, low=interval.low, high=interval.high, p=None)


def tested_if_enough(effect: Effect | Gap, dilemmas: int) -> Effect | Gap:
    """Return an effect over so many dilemmas, without its p below ``MINIMUM``: shown, and not tested."""
    if isinstance(effect, Gap) or dilemmas >= MINIMUM:
        return effect
    return effect.model_copy(update={"p": None})


def difference_of(difference: Effect | None, dilemmas: int) -> Effect | Gap:
    """Return a difference over so many dilemmas, not tested below ``MINIMUM``; a gap where there is none."""
    if difference is None:
        return FEW_DIRECT if dilemmas else Gap(reason=NO_ITEM)
    return tested_if_enough(difference, dilemmas)


def p_of(effect: Effect | Gap, dilemmas: int) -> float | Gap:
    """Return an effect's p; a gap with its reason where there is none or too few dilemmas for a test."""
    if isinstance(effect, Gap):
        return effect
    return FEW if dilemmas < MINIMUM else Gap(reason="no spread") if effect.p is None else effect.p


def mean_of(shares: Floats, biases: Texts) -> float | Gap:
    """Return the mean of the shares that are known, each bias counted equally."""
    defined = ~np.isnan(shares)
    return balanced_mean(shares[defined], biases[defined]) if defined.any() else Gap(reason="not shown")


def row_of(part: Scores, labels: tuple[str, str, str], *, tested: bool = True) -> EffectRow:
    """Return every measure of one cell; ``tested`` is whether its effect is tested against zero."""
    used = part.measured
    effect = tested_if_enough(effect_of(part, part.effect), len(used) if tested else 0)
    asked = part[part.effect.asked > 0]
    return EffectRow(
        *labels,
        dilemmas=len(used),
        clusters=len(set(used.cluster)),
        runs=int(part.effect.runs.sum()),
        effect=effect,
        holm_p=_NOT_IN_FAMILY if tested else _NOT_A_TEST,
        bounds=bounds_of(part, part.effect, effect),
        error_on_unbiased=mean_of(part.net.reference_error, part.bias),
        error_on_placebo=mean_of(part.placebo.reference_error, part.bias),
        harmful=mean_of(part.net.error, part.bias),
        net=effect_of(part, part.net),
        adjusted=effect_of(part, part.placebo)
        if np.any(part.placebo.asked)
        else Gap(reason="no placebo arm" if len(part) else NO_ITEM),
        counter=mean_of(part.counter.effects, part.bias)
        if np.any(part.counter.asked)
        else Gap(reason=_no_counter(part)),
        unparsed=balanced_mean(1 - asked.effect.runs / asked.effect.asked, asked.bias)
        if len(asked)
        else Gap(reason=NO_ITEM),
        unanswered=int(part.unanswered.sum()),
        unreadable=len(part) - int(np.sum(part.net.runs > 0)),
    )


def _no_counter(part: Scores) -> str:
    """Return why the counter cannot be compared with the placebo: there is nothing to ask, or an arm is missing."""
    if not len(part):
        return NO_ITEM
    return "counter arm not shown" if np.any(part.placebo.asked) else "no placebo arm"


WIDE = (
    "Intervals allow for dilemmas that were not drawn: where no decision changes on 20 dilemmas, the effect may still "
    "be ±21.9 points. So one bias may not be distinguishable from zero where all together are. More dilemmas narrow an "
    "interval; more runs do so only where the runs of a text differ."
)
"""Why an interval is wide where nearly all runs of a cell agree."""


SHOWN = ("subject", "bias", "tier", "dilemmas", "effect", "low", "high", "p", "holm_p", "effect_bound_low",
         "effect_bound_high", "error_on_unbiased", "harmful", "unparsed")  # fmt: skip
"""The columns on the page: what was counted, and both estimands where one of them is the effect, are in the files."""


def table(rows: Sequence[EffectRow], tiers: Tiers, estimand: Estimand) -> Table:
    """Return the effects as a table."""
    notes = (
        f"The effect on errors is the {estimand.label}: {estimand.meaning}, averaged within the dilemma first. "
        f"{EQUALLY}",
        "p tests whether the effect is zero; Holm's adjustment is over a subject's biases, and of the rows over all "
        "biases over the subjects. Intervals are not adjusted. Tiers and cells of fewer than "
        f"{MINIMUM} dilemmas are shown and not tested.",
        methods.MEAN,
        WIDE,
        "“If unparsed” shows where the effect may be however unparsed decisions are read, the interval at each end "
        "included.",
        "Tiers: " + tiers.sentence + ".",
    )
    effects_table = make_table("effects", "Effect on errors by subject, bias and tier", EffectRow, rows, notes=notes)
    return effects_table.model_copy(update={"shown": SHOWN})


def number_in(value: float | None, measure: Measure) -> str:
    """Return a value of a measure in its units, as it is printed in sentences."""
    if value is None:
        return "not defined"
    if measure.kind == "points":
        return f"{points(value)} points"
    return percent(value) if measure.kind == "share" else signed(value, 3)


def in_measure(effect: Effect | Gap, measure: Measure) -> str:
    """Return a value of a measure with its interval, as it is printed in sentences."""
    if isinstance(effect, Gap):
        return "–"
    mean, low, high = (number_in(value, measure) for value in (effect.estimate, effect.low, effect.high))
    return f"{mean}, 95 % interval {low.removesuffix(' points')} to {high}"


def overall(rows: Sequence[EffectRow]) -> list[EffectRow]:
    """Return the rows over all biases and tiers, one per subject."""
    return [row for row in rows if row.bias == ALL_BIASES and row.tier == ALL_TIERS]


MOST_MARKERS = 3
"""Subjects whose intervals fit on one line of a bias; more are a map of biases by subjects."""
HEIGHT = 3.2
"""Inches of both figures of the first screen: they fit beside each other within 900 pixels."""
LINE = 0.175
"""Inches that a bias takes at least, without which labels of thirty biases would overlap."""


def _few(row: EffectRow | None) -> bool:
    return row is not None and row.dilemmas < MINIMUM


def picture(rows: Sequence[EffectRow], measure: Measure, left_out: str = "", noun: str = "dilemma") -> Picture:
    """Draw the effects by bias, all biases first: intervals of a few subjects, a map of many.

    Rows have the measure itself, not its distance from what is expected. ``left_out`` says which subjects the figure
    does not show; items are called ``noun``.
    """
    cells = {(row.subject, row.bias): row for row in rows if row.tier == ALL_TIERS}
    biases = list(dict.fromkeys(bias for _, bias in cells))
    names = short_names(list(dict.fromkeys(row.subject for row in rows)))
    counts = [[row.dilemmas for row in rows if (row.bias, row.tier) == (bias, ALL_TIERS)] for bias in biases]
    lines, title = with_counts(biases, counts), f"{measure.heading} by bias"
    several = []
    for subject, label in names.items():
        subject_rows = [cells.get((subject, bias)) for bias in biases]
        points = [Point.of_difference(None if row is None else row.effect) for row in subject_rows]
        several.append(Series(label if len(names) > 1 else "", points, [_few(row) for row in subject_rows]))
    unit = {"number": "", "share": " (%)"}.get(measure.kind, f" ({POINTS})")
    options: dict[str, Any] = {
        "xlabel": f"{measure.label}{unit}", "height": max(HEIGHT, LINE * len(lines)), "scale": measure.kind != "number",
        "signed": measure.kind != "share", "reference": measure.expected or 0.0,
    }  # fmt: skip
    caption = f"n: {noun}s. "
    if len(several) <= MOST_MARKERS:
        caption += f"A line is the 95 % interval, not adjusted for the number of biases.{left_out}"
        caption += few_note(noun) if any(any(series.few) for series in several) else ""
        return forest_picture("effects", title, caption, lines, several, **options)
    alt = forest_picture("effects", title, "", lines, several, **options).alt
    values = np.array([[series.points[line].value for series in several] for line in range(len(biases))])
    # At least 0.1 (10 points), so that noise is not drawn in full colours.
    limit = max(float(np.nanmax(np.abs(values))) if not np.isnan(values).all() else 1.0, 0.1)
    written: dict[str, Any] = {} if measure.kind != "number" else {"form": "{:.2f}".format}
    drawn = partial(heat_map, values, lines, list(names.values()), limit=limit, size=6.5, **written)
    caption += f"Intervals are in the table; a dash is no value.{left_out}"
    return Picture("effects", title, alt, caption, partial(drawn, diverging=measure.kind != "share"))


UNIT = (
    "The effect on errors is how much more often the subject errs with the cue than without it. It is a difference "
    "within the dilemma, so that noise, position and hard dilemmas, which affect both texts alike, cancel on average. "
    "Noise still leaves less room for an effect.",
    "The unit is the dilemma, and the series where several dilemmas share one scenario. Runs of one dilemma repeat "
    "each other: a test that treats them as independent finds differences that are not there.",
)
"""How to read the effects."""


def _show(measured: "Measurements", rows: Sequence[EffectRow]) -> Result:
    study = measured.study
    items = constructs.table(constructs.constructs(tuple(study.items.values())))
    unadjusted = (
        "Placebo-adjusted effect: not every subject was shown the placebo arm (probe evaluate --arms "
        "unbiased,biased,placebo).",
    )
    absent = unadjusted if study.estimand is Estimand.NET else ()
    return Result((table(rows, study.tiers, study.estimand),), (items,), text=UNIT, absent=absent)


ANALYSIS: ReportAnalysis["Measurements", Sequence[EffectRow]] = ReportAnalysis(
    "effects",
    "Effect on errors",
    RESULTS,
    "whether to trust a subject's decisions where the wording pushes",
    rows=lambda measured: measured.effects,
    show=_show,
)
