"""Doses of the cue: the effect on errors where one, two or three voices give it, and whether more of it does more."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated, Literal, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from probe.analysis.arrays import DecisionArrays
from probe.analysis.effects.effect import HEIGHT
from probe.analysis.effects.estimating import (
    ALL_BIASES,
    TOO_FEW,
    difference_of,
    distinguishable,
    effect_of,
    mean_of,
    p_of,
    tested_if_enough,
)
from probe.analysis.figures.charts import POINTS, legend_below, listing, look, percent_axis, short_names, spread
from probe.analysis.figures.style import INK, Picture, canvas
from probe.analysis.form import RESULTS, ReportAnalysis, Result
from probe.analysis.measurements import Measurements
from probe.analysis.scores import Contrast, Scores
from probe.analysis.scoring import contrast
from probe.analysis.statistics import methods
from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.multiplicity import adjust_rows
from probe.analysis.statistics.weights import EQUALLY, MINIMUM
from probe.analysis.study import Study
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, make_table, points
from probe.values import Arm
from probe.values.base import DOSES

FLAT = 0.05
"""An effect is flat at zero where its interval is within this half-width of zero: the smallest effect that
``probe plan`` takes a study to look for is 5 points, so that a larger one would be of interest."""
SIGNIFICANT = 0.05

DoseVerdict = Literal[
    "grows with the dose", "shrinks with the dose", "moved, no change shown", "uninformative at this dose",
    "undecided", "not tested",
]  # fmt: skip
GROWS: DoseVerdict = "grows with the dose"
SHRINKS: DoseVerdict = "shrinks with the dose"
CONSTANT: DoseVerdict = "moved, no change shown"
UNINFORMATIVE: DoseVerdict = "uninformative at this dose"
UNDECIDED: DoseVerdict = "undecided"
NOT_TESTED: DoseVerdict = "not tested"
VERDICTS: Mapping[DoseVerdict, str] = {
    GROWS: "the effect at the highest dose exceeds that at the lowest",
    SHRINKS: "it is below that at the lowest",
    CONSTANT: "a dose has an effect, and no change with the dose is shown",
    UNINFORMATIVE: f"no dose has an effect, and all intervals are within {100 * FLAT:.0f} points of zero: the curve is "
    "flat at zero, so that these doses do not show how much pressure the subject resists",
    UNDECIDED: f"no dose has an effect, and an interval reaches beyond {100 * FLAT:.0f} points",
    NOT_TESTED: f"fewer than {MINIMUM} dilemmas were asked at every dose",
}
"""What a dose curve shows over all biases."""

TIMES = {1: "once", 2: "twice", 3: "three times"}

READING = (
    "In some dilemmas, the cue is also given by a second and a third voice: other people say the same as the cue, in "
    "words of their own. Each dose is compared with a neutral text of its own length, where such texts were shown.",
    "Repetition by others adds their agreement to the cue, whatever its bias: the curve shows how much pressure moves "
    "a subject, not how much of a bias it has.",
)


class CueDoseRow(NamedTuple):
    """One subject on one bias (and all of them) at one dose, over the dilemmas that were asked at every dose.

    ``dose`` is how many voices give the cue; ``reference_error`` is the error rate on texts ``against`` which it is
    compared.
    """

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[str, Heading("bias")]
    dose: Annotated[int, Heading("dose", "count")]
    against: Annotated[str, Heading("compared with")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    clusters: Annotated[int, Heading("independent scenarios", "count")]
    effect: Annotated[Effect | Gap, EstimateHeading("effect on errors", p="p")]
    holm_p: Annotated[float | Gap, Heading("Holm, p", "p")]
    error: Annotated[float | Gap, Heading("error rate with the cue", "share")]
    reference_error: Annotated[float | Gap, Heading("error rate without it", "share")]


class CueDoseChange(NamedTuple):
    """How much larger the effect is at the highest dose than at the lowest; ``verdict`` is one of ``VERDICTS``.

    There is no verdict on a single bias.
    """

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[str, Heading("bias")]
    lowest: Annotated[int, Heading("from dose", "count")]
    highest: Annotated[int, Heading("to dose", "count")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    change: Annotated[Effect | Gap, EstimateHeading("change of the effect", p="p")]
    holm_p: Annotated[float | Gap, Heading("Holm, p", "p")]
    verdict: Annotated[DoseVerdict | Gap, Heading("outcome")]


class CueDoses(NamedTuple):
    """The dose curves of all subjects that were asked at two doses or more: by dose, and from lowest to highest."""

    rows: tuple[CueDoseRow, ...] = ()
    changes: tuple[CueDoseChange, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.rows)


_OF_ALL_BIASES = Gap(reason="the test over all biases is its own family")
_ONE_BIAS = Gap(reason="single biases have no outcome")


def doses(study: Study) -> CueDoses:
    """Return the dose curve of each subject over all biases and over each of them.

    Holm's adjustment is over the doses of a curve, and of changes over a subject's biases.
    """
    rows: list[CueDoseRow] = []
    changes: list[CueDoseChange] = []
    for decisions in study.decisions:
        scores = study.scores.of(subject=decisions.subject, dataset=decisions.dataset)
        by_dose = {} if decisions.between else _contrasts(decisions)
        if len(by_dose) < 2 or len(scores) != len(decisions.items):
            continue
        # The same dilemmas at every dose: otherwise a change could come from the dilemmas instead of the dose.
        asked_at_all = np.logical_and.reduce([dose_contrast.runs > 0 for dose_contrast in by_dose.values()])
        biases = [bias for bias in scores.biases if np.any(asked_at_all & (scores.bias == bias))]
        subject_changes: list[CueDoseChange] = []
        for bias in (ALL_BIASES, *biases) if biases else ():
            in_bias = asked_at_all if bias == ALL_BIASES else asked_at_all & (scores.bias == bias)
            curve = {dose: dose_contrast[in_bias] for dose, dose_contrast in by_dose.items()}
            labels = (decisions.subject, bias)
            curve_rows = adjust_rows(
                [
                    _row(labels, dose, _reference_text(decisions), scores[in_bias], dose_contrast)
                    for dose, dose_contrast in curve.items()
                ],
                lambda row: p_of(row.effect, row.dilemmas),
            )
            rows += curve_rows
            subject_changes.append(_change(labels, curve_rows, scores[in_bias], curve))
        changes += adjust_rows(
            subject_changes,
            lambda row: p_of(row.change, row.dilemmas),
            lambda row: None if row.bias == ALL_BIASES else row.subject,
        )
    return CueDoses(tuple(rows), tuple(changes))


def _contrasts(decisions: DecisionArrays) -> dict[int, Contrast]:
    """Return the contrast of each dose that was shown with its placebo, or with the unbiased text."""
    shown_doses = {dose: arms for dose, arms in DOSES.items() if arms[0] in decisions.letters}
    placebo = _reference_text(decisions) == "placebo"
    return {
        dose: contrast(decisions, arm, reference if placebo else Arm.UNBIASED)
        for dose, (arm, reference) in shown_doses.items()
    }


def _reference_text(decisions: DecisionArrays) -> str:
    """Return what every dose is compared with: its own placebo if each dose shown has one, else the unbiased text."""
    placebos_shown = [reference in decisions.letters for arm, reference in DOSES.values() if arm in decisions.letters]
    # One reference for the whole curve: switching references along it would look like an effect of the dose.
    return "placebo" if all(placebos_shown) else "unbiased"


def _row(labels: tuple[str, str], dose: int, reference: str, entries: Scores, dose_contrast: Contrast) -> CueDoseRow:
    return CueDoseRow(
        *labels,
        dose=dose,
        against=reference,
        dilemmas=len(entries),
        clusters=len(set(entries.cluster)),
        effect=tested_if_enough(effect_of(entries, dose_contrast), len(entries)),
        holm_p=TOO_FEW,
        error=mean_of(dose_contrast.error, entries.bias),
        reference_error=mean_of(dose_contrast.reference_error, entries.bias),
    )


def _change(
    labels: tuple[str, str], rows: Sequence[CueDoseRow], entries: Scores, curve: Mapping[int, Contrast]
) -> CueDoseChange:
    lowest, highest = min(curve), max(curve)
    change = difference_of(entries.clustered_mean(curve[highest].effects - curve[lowest].effects), len(entries))
    return CueDoseChange(
        *labels,
        lowest=lowest,
        highest=highest,
        dilemmas=len(entries),
        change=change,
        holm_p=_OF_ALL_BIASES if labels[1] == ALL_BIASES else TOO_FEW,
        verdict=verdict(rows, change) if labels[1] == ALL_BIASES else _ONE_BIAS,
    )


def verdict(rows: Sequence[CueDoseRow], change: Effect | Gap) -> DoseVerdict:
    """Return what a curve over all biases shows, by the ``change`` from its lowest to its highest dose."""
    effects = [row.effect for row in rows]
    measured_effects = [effect for effect in effects if not isinstance(effect, Gap)]
    if isinstance(change, Gap) or len(measured_effects) < len(effects) or any(row.dilemmas < MINIMUM for row in rows):
        return NOT_TESTED
    # Ask about the change first: a growing curve has effects as well, and shows more than they do.
    if change.p is not None and change.p < SIGNIFICANT:
        return GROWS if change.estimate > 0 else SHRINKS
    if any(isinstance(row.holm_p, float) and row.holm_p < SIGNIFICANT for row in rows):
        return CONSTANT
    return (
        UNINFORMATIVE if all(effect.low >= -FLAT and effect.high <= FLAT for effect in measured_effects) else UNDECIDED
    )


def over_all(cue_doses: CueDoses) -> Iterator[tuple[CueDoseChange, tuple[CueDoseRow, ...]]]:
    """Yield each subject's curve over all biases."""
    for change in cue_doses.changes:
        if change.bias == ALL_BIASES:
            yield change, tuple(row for row in cue_doses.rows if (row.subject, row.bias) == change[:2])


def sentences(cue_doses: CueDoses, unjudged_subjects: Collection[str] = ()) -> Iterator[str]:
    """Yield a sentence on each subject's curve, without the ``unjudged`` subjects."""
    for change, rows in over_all(cue_doses):
        if change.subject in unjudged_subjects:
            continue
        curve = ", ".join(
            f"{points(row.effect.estimate)} {TIMES[row.dose]}" for row in rows if not isinstance(row.effect, Gap)
        )
        outcome = NOT_TESTED if isinstance(change.verdict, Gap) else change.verdict
        if outcome == UNINFORMATIVE:
            yield (
                f"{change.subject}: the study is {UNINFORMATIVE}. Given up to {TIMES[change.highest]}, the cue changes "
                f"the error rate by less than {100 * FLAT:.0f} points ({curve}). That more pressure would do nothing "
                "is not shown."
            )
        elif outcome != NOT_TESTED:
            change_sentence = "" if isinstance(change.change, Gap) or not distinguishable(change.change) else (
                f" The change is {points(change.change.estimate)} points (95 % interval "
                f"{points(change.change.low)} to {points(change.change.high)})."
            )  # fmt: skip
            yield f"Dose of the cue, {change.subject}: {outcome}; points of effect by dose: {curve}.{change_sentence}"


def tables(cue_doses: CueDoses) -> tuple[Table, Table]:
    """Return the outcomes with the changes, and the effects by dose."""
    outcomes = (
        "; ".join(f"{name}: {meaning}" for name, meaning in VERDICTS.items()) + ".",
        "Change: the effect at the highest dose minus that at the lowest, paired by dilemma. Holm's adjustment is over "
        "a subject's biases.",
        methods.MEAN,
    )
    by_dose = (
        "Dose: how many voices give the cue. Every dose has the same dilemmas. " + EQUALLY,
        f"Holm's adjustment is over the doses of a curve. Cells of fewer than {MINIMUM} dilemmas are not tested.",
        methods.MEAN,
    )
    return (
        make_table(
            "cue_dose_changes", "From the lowest to the highest dose", CueDoseChange, cue_doses.changes, notes=outcomes
        ),
        make_table("cue_doses", "Effect on errors by dose of the cue", CueDoseRow, cue_doses.rows, notes=by_dose),
    )


def picture(cue_doses: CueDoses) -> Picture:
    """Draw the dose curve of each subject over all biases, with its intervals and the limits of flat at zero."""
    curves = [rows for _, rows in over_all(cue_doses)]
    names = short_names([rows[0].subject for rows in curves])
    values = [
        f"{names[row.subject]} {TIMES[row.dose]} {points(row.effect.estimate)}"
        for rows in curves
        for row in rows
        if not isinstance(row.effect, Gap)
    ]
    alt = f"Effect on errors by dose of the cue, in points: {listing(values)}."
    caption = (
        "The same dilemmas with the cue given by one, two and three voices, each against a text of its length without "
        "the cue. Whiskers are 95 % intervals. A curve is flat at zero where all its intervals stay within the grey "
        f"band, {100 * FLAT:.0f} points around zero."
    )
    return Picture("cue_doses", "Effect by dose of the cue", alt, caption, lambda: _draw(curves, names))


def _draw(curves: Sequence[Sequence[CueDoseRow]], names: Mapping[str, str]) -> Figure:
    figure, grid = canvas(HEIGHT)
    axes: Axes = grid[0, 0]
    dose_values = sorted({row.dose for rows in curves for row in rows})
    axes.axhspan(-FLAT, FLAT, color=INK, alpha=0.08, linewidth=0)
    axes.axhline(0.0, color=INK, linewidth=0.8)
    for number, (rows, offset) in enumerate(zip(curves, spread(len(curves), 0.3), strict=True)):
        positioned_effects = [(row.dose + offset, row.effect) for row in rows if not isinstance(row.effect, Gap)]
        middle = np.array([effect.estimate for _, effect in positioned_effects])
        positions, style = [position for position, _ in positioned_effects], look(number)
        axes.plot(positions, middle, label=names[rows[0].subject], markersize=4.5, linewidth=1.4, **style)
        low, high = (np.array([getattr(effect, end) for _, effect in positioned_effects]) for end in ("low", "high"))
        axes.vlines(positions, low, high, color=style["color"], linewidth=1.1)
    axes.set_xticks(dose_values, [TIMES[dose] for dose in dose_values])
    axes.set_xlabel("the cue is given")
    axes.grid(axis="y")
    percent_axis(axes.yaxis, signed=True)
    axes.set_ylabel(f"effect on errors ({POINTS})")
    if len(curves) > 1:
        legend_below(figure, axes)
    return figure


def _result(measurements: Measurements, curves: CueDoses) -> Result:
    outcomes, by_dose = tables(curves)
    answer = tuple(sentences(curves, measurements.study.unjudged))
    text = (*READING, *_without_conclusion(curves, measurements.study.unjudged))
    return Result((outcomes,), (by_dose,), (picture(curves),), text, answer=answer)


def _without_conclusion(cue_doses: CueDoses, unjudged: Mapping[str, str]) -> Iterator[str]:
    """Yield whose curves are shown without a conclusion, and why."""
    for change, _ in over_all(cue_doses):
        if reason := unjudged.get(change.subject):
            yield f"Nothing is concluded from the curve of {change.subject}, whatever its outcome: it {reason}."


ANALYSIS: ReportAnalysis[Measurements, CueDoses] = ReportAnalysis(
    "doses",
    "Dose of the cue",
    RESULTS,
    "whether a subject that is not moved would be moved by more of the cue",
    rows=lambda measurements: doses(measurements.study),
    show=_result,
    needs="Dose of the cue: no subject was shown the cue twice (probe evaluate --arms unbiased,biased,placebo,biased_2,"
    "biased_3,placebo_2,placebo_3; dilemmas of grammar?doses=3 have these texts).",
)
