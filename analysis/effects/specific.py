"""What the named bias adds to a mere recommendation, and where no option is named, what the opposite cue changes."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np

from probe.analysis.effects.effect import ALL_BIASES, effect_of, mean_of
from probe.analysis.scores import Contrast, DecisionArrays, Scores, contrast
from probe.analysis.statistics import methods
from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.weights import EQUALLY, MINIMUM
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, make_table
from probe.values import Arm
from probe.values.constructs import construct_of

SPECIFIC, OPPOSITE = "bias-specific effect", "biased − opposite cue"
NOT_SHOWN = Gap(reason="arm not shown")
NAMES_AN_OPTION = Gap(reason="the cue names an option: see the bias-specific effect")
NOT_COMPOSED = Gap(reason="not only composed items")


class SpecificRow(NamedTuple):
    """One subject on one bias, or on all of those whose cues name an option.

    ``specific`` is the error rate on biased texts minus that on texts with a bare recommendation of the same option,
    ``recommended`` the error rate of the latter. ``opposite`` is the error rate on biased texts minus that on texts
    with the opposite cue, of biases without a recommendation; the two are never pooled.
    """

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[str, Heading("bias")]
    construct: Annotated[str | Gap, Heading("what its items measure")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    specific: Annotated[Effect | Gap, EstimateHeading(SPECIFIC, key="specific_effect", prefix="specific_", p="p")]
    recommended: Annotated[float | Gap, Heading("error rate on recommendations", "share")]
    opposite: Annotated[Effect | Gap, EstimateHeading(OPPOSITE, key="opposite_effect", prefix="opposite_", p="p")]


def specific(scores: Scores, decisions: Sequence[DecisionArrays]) -> tuple[SpecificRow, ...]:
    """Return a row for each subject and bias; ``scores`` are those of ``decisions``, in their order.

    A subject has a row over all biases if two or more of its biases have recommendations.
    """
    named = Contrast.joined([contrast(one, Arm.BIASED, Arm.ADVOCACY) for one in decisions])
    turned = Contrast.joined([contrast(one, Arm.BIASED, Arm.COUNTER) for one in decisions])
    constructs = np.array([construct_of(item) for one in decisions for item in one.items], dtype=object)
    rows: list[SpecificRow] = []
    for subject in scores.subjects:
        own = scores.subject == subject
        parts = {bias: own & (scores.bias == bias) for bias in scores[own].biases}
        recommended = [bias for bias, part in parts.items() if np.any(named[part].asked)]
        if len(recommended) > 1:
            pooled = np.logical_or.reduce([parts[bias] for bias in recommended])
            rows.append(_row(scores[pooled], named[pooled], None, (subject, ALL_BIASES, NOT_COMPOSED)))
        for bias, part in parts.items():
            measured = set(constructs[part])
            construct = ", ".join(sorted(measured)) if None not in measured else NOT_COMPOSED
            other = None if bias in recommended else turned[part]
            rows.append(_row(scores[part], named[part], other, (subject, bias, construct)))
    return tuple(rows)


def _row(part: Scores, named: Contrast, turned: Contrast | None, labels: tuple[str, str, str | Gap]) -> SpecificRow:
    used = named if turned is None else turned
    rates = named.reference_error
    return SpecificRow(
        *labels,
        dilemmas=int(np.sum(used.runs > 0)),
        specific=_effect(part, named),
        recommended=mean_of(rates, part.bias) if np.any(named.runs) else NOT_SHOWN,
        opposite=NAMES_AN_OPTION if turned is None else _effect(part, turned),
    )


def _effect(part: Scores, compared: Contrast) -> Effect | Gap:
    if not np.any(compared.asked):
        return NOT_SHOWN
    found = effect_of(part, compared)
    few = np.sum(compared.runs > 0) < MINIMUM
    return found.model_copy(update={"p": None}) if few and not isinstance(found, Gap) else found


def table(rows: Sequence[SpecificRow]) -> Table:
    """Return the rows as a table."""
    notes = (
        f"The {SPECIFIC} is the error rate on biased texts minus that on texts which recommend the same option without "
        "the mechanism of a bias. Where it is zero, the cue has no more effect than a mere recommendation.",
        f"Cues of the other biases name no option; {OPPOSITE} compares them with the opposite anchor, frame or "
        "outcome. It is no bias-specific effect, and the two are not pooled.",
        EQUALLY,
        methods.MEAN,
    )
    return make_table("specific", "What the bias adds to a recommendation", SpecificRow, rows, notes=notes)
