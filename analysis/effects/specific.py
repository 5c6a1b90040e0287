"""What the named bias adds to a mere recommendation, and where no option is named, what the opposite cue changes."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple

import numpy as np

from probe.analysis.arrays import DecisionArrays
from probe.analysis.effects.effect import ALL_BIASES, effect_of, mean_of, tested_if_enough
from probe.analysis.estimand import Estimand
from probe.analysis.form import RESULTS, ReportAnalysis, Result
from probe.analysis.scores import Contrast, Scores, contrast
from probe.analysis.statistics import methods
from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.weights import EQUALLY
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, make_table
from probe.values import Arm, Bias
from probe.values.constructs import NAMES_NO_OPTION

if TYPE_CHECKING:  # which imports this module
    from probe.analysis.measurements import Measurements

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
    named = Contrast.joined([contrast(arrays, Arm.BIASED, Arm.ADVOCACY) for arrays in decisions])
    rows: list[SpecificRow] = []
    for subject, parts in _parts(scores):
        shown = {bias: part for bias, part in parts.items() if np.any(named[part].asked)}
        if len(shown) > 1:
            pooled = np.logical_or.reduce(list(shown.values()))
            rows.append(_row(scores[pooled], named[pooled], (subject, ALL_BIASES)))
        rows += [_row(scores[part], named[part], (subject, bias)) for bias, part in shown.items()]
    return tuple(rows)


def opposite(scores: Scores, decisions: Sequence[DecisionArrays]) -> tuple[OppositeRow, ...]:
    """Return a row for each subject and bias whose cues name no option, where the opposite cue was shown.

    They are not pooled: the opposite cue moves decisions too, so that the difference is about twice an effect.
    """
    turned = Contrast.joined([contrast(arrays, Arm.BIASED, Arm.COUNTER) for arrays in decisions])
    return tuple(
        OppositeRow(subject, bias, int(np.sum(turned[part].runs > 0)), _effect(scores[part], turned[part]))
        for subject, parts in _parts(scores)
        for bias, part in parts.items()
        if Bias(bias) in NAMES_NO_OPTION and np.any(turned[part].asked)
    )


def _parts(scores: Scores) -> Iterator[tuple[str, dict[str, np.ndarray]]]:
    """Yield each subject with a mask of the entries of each of its biases."""
    for subject in scores.subjects:
        mine = scores.subject == subject
        yield subject, {bias: mine & (scores.bias == bias) for bias in scores[mine].biases}


def _row(part: Scores, named: Contrast, labels: tuple[str, str]) -> SpecificRow:
    rates = named.reference_error
    return SpecificRow(
        *labels,
        dilemmas=int(np.sum(named.runs > 0)),
        specific=_effect(part, named),
        cue=effect_of(part, part.effect),
        recommended=mean_of(rates, part.bias) if np.any(named.runs) else NOT_SHOWN,
    )


def _effect(part: Scores, compared: Contrast) -> Effect | Gap:
    return tested_if_enough(effect_of(part, compared), int(np.sum(compared.runs > 0)))


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


ANALYSIS: ReportAnalysis["Measurements", Sequence[SpecificRow]] = ReportAnalysis(
    "specific",
    "What the bias adds to a recommendation",
    RESULTS,
    "whether to call an effect one of the bias, or of any recommendation",
    rows=lambda measured: measured.specific,
    show=lambda measured, rows: Result((table(rows, measured.estimand),), text=READING),
    needs="Bias-specific effect: no subject was shown bare recommendations, so that an effect is one of the cue (probe "
    "evaluate --arms unbiased,biased,placebo,advocacy).",
)

TURNED: ReportAnalysis["Measurements", Sequence[OppositeRow]] = ReportAnalysis(
    "opposite",
    "Biased against the opposite cue",
    RESULTS,
    "whether decisions follow the side of an anchor, a frame or an outcome",
    rows=lambda measured: opposite(measured.study.scores, measured.study.decisions),
    show=lambda measured, rows: Result((opposite_table(rows),)),
)
