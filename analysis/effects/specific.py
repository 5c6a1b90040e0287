"""What the named bias adds to a mere recommendation, and where no option is named, what the opposite cue changes."""

from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

import numpy as np

from probe.analysis.arrays import DecisionArrays
from probe.analysis.effects.estimating import ALL_BIASES, effect_of, mean_of, tested_if_enough
from probe.analysis.estimand import Estimand
from probe.analysis.form import RESULTS, ReportAnalysis, Result
from probe.analysis.measurements import Measurements, once
from probe.analysis.scores import Contrast, Scores
from probe.analysis.scoring import contrast
from probe.analysis.statistics import methods
from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.weights import EQUALLY
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, make_table
from probe.values import Arm, Bias
from probe.values.constructs import NAMES_NO_OPTION

SPECIFIC, OPPOSITE = "bias-specific effect", "biased − opposite cue"
NOT_SHOWN = Gap(reason="arm not shown")

READING = (
    f"The {SPECIFIC} is the error rate on biased texts minus that on texts which recommend the same option without the "
    "mechanism of a bias. Where it is zero, the cue has no more effect than a mere recommendation, and a preference "
    "for whatever option is named may explain it.",
)


class SpecificRow(NamedTuple):
    """One subject on one bias, or on all of those whose cues were compared with recommendations.

    ``cue`` is the effect of the report's estimand, ``specific`` the error rate on biased texts minus that on texts with
    a bare recommendation of the same option, ``recommended`` the error rate on the latter.
    """

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[str, Heading("bias")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    specific: Annotated[Effect | Gap, EstimateHeading(SPECIFIC, key="specific_effect", p="p")]
    cue: Annotated[Effect | Gap, EstimateHeading("effect of the cue", key="effect", prefix="effect_")]
    recommended: Annotated[float | Gap, Heading("error rate on recommendations", "share")]


class OppositeRow(NamedTuple):
    """One subject on one bias whose cues name no option: the error rate on biased texts minus that on opposite ones."""

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[str, Heading("bias")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    opposite: Annotated[Effect | Gap, EstimateHeading(OPPOSITE, key="opposite_effect", p="p")]


def specific(scores: Scores, decisions: Sequence[DecisionArrays]) -> tuple[SpecificRow, ...]:
    """Return a row for each subject and bias with recommendations; ``scores`` are those of ``decisions``, in order.

    A subject has a row over all of these biases, the first, if there are two or more.
    """
    contrasts = Contrast.joined([contrast(arrays, Arm.BIASED, Arm.ADVOCACY) for arrays in decisions])
    rows: list[SpecificRow] = []
    for subject, bias_masks in _parts(scores):
        shown_masks = {bias: mask for bias, mask in bias_masks.items() if np.any(contrasts[mask].asked)}
        if len(shown_masks) > 1:
            any_bias = np.logical_or.reduce(list(shown_masks.values()))
            rows.append(_row(scores[any_bias], contrasts[any_bias], (subject, ALL_BIASES)))
        rows += [_row(scores[mask], contrasts[mask], (subject, bias)) for bias, mask in shown_masks.items()]
    return tuple(rows)


def opposite(scores: Scores, decisions: Sequence[DecisionArrays]) -> tuple[OppositeRow, ...]:
    """Return a row for each subject and bias whose cues name no option, where the opposite cue was shown.

    They are not pooled: the opposite cue moves decisions too, so that the difference is about twice an effect.
    """
    contrasts = Contrast.joined([contrast(arrays, Arm.BIASED, Arm.COUNTER) for arrays in decisions])
    return tuple(
        OppositeRow(subject, bias, int(np.sum(contrasts[mask].runs > 0)), _effect(scores[mask], contrasts[mask]))
        for subject, bias_masks in _parts(scores)
        for bias, mask in bias_masks.items()
        if Bias(bias) in NAMES_NO_OPTION and np.any(contrasts[mask].asked)
    )


def _parts(scores: Scores) -> Iterator[tuple[str, dict[str, np.ndarray]]]:
    """Yield each subject with a mask of the entries of each of its biases."""
    for subject in scores.subjects:
        of_subject = scores.subject == subject
        yield subject, {bias: of_subject & (scores.bias == bias) for bias in scores[of_subject].biases}


def _row(entries: Scores, recommendation: Contrast, labels: tuple[str, str]) -> SpecificRow:
    rates = recommendation.reference_error
    return SpecificRow(
        *labels,
        dilemmas=int(np.sum(recommendation.runs > 0)),
        specific=_effect(entries, recommendation),
        cue=effect_of(entries, entries.effect),
        recommended=mean_of(rates, entries.bias) if np.any(recommendation.runs) else NOT_SHOWN,
    )


def _effect(entries: Scores, contrast: Contrast) -> Effect | Gap:
    return tested_if_enough(effect_of(entries, contrast), int(np.sum(contrast.runs > 0)))


def table(rows: Sequence[SpecificRow], estimand: Estimand) -> Table:
    """Return the bias-specific effects as a table."""
    notes = (
        f"Beside it, the effect of the cue is the {estimand.label}: {estimand.meaning}, on the same biases.",
        EQUALLY,
        methods.MEAN,
    )
    return make_table("specific", "What the bias adds to a recommendation", SpecificRow, rows, notes=notes)


def opposite_table(rows: Sequence[OppositeRow]) -> Table:
    """Return the contrasts with the opposite cue as a table."""
    notes = (
        "Cues of these biases name no option, so that no recommendation compares with them; the opposite anchor, frame "
        f"or outcome does. The difference is not a {SPECIFIC}, and neither pooled with one nor over biases.",
        methods.MEAN,
    )
    return make_table("opposite", "Biased against the opposite cue", OppositeRow, rows, notes=notes)


@once
def specific_of(measurements: Measurements) -> tuple[SpecificRow, ...]:
    """Return what the bias adds to a bare recommendation; none where no recommendation was shown."""
    return specific(measurements.study.scores, measurements.study.decisions)


ANALYSIS: ReportAnalysis[Measurements, Sequence[SpecificRow]] = ReportAnalysis(
    "specific",
    "What the bias adds to a recommendation",
    RESULTS,
    "whether to call an effect one of the bias, or of any recommendation",
    rows=specific_of,
    show=lambda measurements, rows: Result((table(rows, measurements.study.estimand),), text=READING),
    needs="Bias-specific effect: no subject was shown bare recommendations, so that an effect is one of the cue (probe "
    "evaluate --arms unbiased,biased,placebo,advocacy).",
)

OPPOSITE_EFFECTS: ReportAnalysis[Measurements, Sequence[OppositeRow]] = ReportAnalysis(
    "opposite",
    "Biased against the opposite cue",
    RESULTS,
    "whether decisions follow the side of an anchor, a frame or an outcome",
    rows=lambda measurements: opposite(measurements.study.scores, measurements.study.decisions),
    show=lambda measurements, rows: Result((opposite_table(rows),)),
)
