"""A subject's own confidence against its accuracy, by arm and depth: overconfidence in the sense of the literature."""

from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

import numpy as np

from probe.analysis.effects.effect import tested_if_enough
from probe.analysis.scores import codes_of
from probe.analysis.statistics import methods
from probe.analysis.statistics.differences import Effect, clustered_mean
from probe.analysis.statistics.weights import EQUALLY, MINIMUM, balanced_mean
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, make_table
from probe.values import Arm, Decision, Evaluation, Item

ALL_DEPTHS = "all depths"
READING = (
    "After each decision the subject stated how confident it is that its option is the right one, from 50 % (a guess) "
    "to 100 %. Above zero it is more confident than accurate, below zero less. It is the subject's own confidence: "
    "cues of overconfidence bias show something else, the certainty of someone in the text.",
)


class ConfidenceRow(NamedTuple):
    """One subject's decisions in one arm at one depth (or all of them) with a stated confidence.

    ``difference`` is mean confidence minus accuracy. ``unreadable`` is the share of statements that could not be read,
    which are left out of everything else.
    """

    subject: Annotated[str, Heading("subject")]
    arm: Annotated[str, Heading("arm")]
    depth: Annotated[str, Heading("depth")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    difference: Annotated[
        Effect | Gap, EstimateHeading("confidence − accuracy", key="confidence_minus_accuracy", p="p")
    ]
    confidence: Annotated[float | Gap, Heading("mean confidence", "share")]
    accuracy: Annotated[float | Gap, Heading("accuracy", "share")]
    unreadable: Annotated[float, Heading("unreadable statements", "share")]


class Stated(NamedTuple):
    """What one dilemma shows in one arm: the means over its readable statements, and the counts of all."""

    item: Item
    confidence: float
    accuracy: float
    readable: int
    asked: int


def confidence(evaluations: Sequence[Evaluation]) -> tuple[ConfidenceRow, ...]:
    """Return rows for each subject and arm, all depths first; none for subjects that were not asked."""
    rows: list[ConfidenceRow] = []
    for subject in dict.fromkeys(one.subject for one in evaluations):
        stated = list(_stated([one for one in evaluations if one.subject == subject]))
        for arm in Arm.in_order(arm for arm, _ in stated):
            shown = [one for name, one in stated if name == arm]
            depths = sorted({one.item.complexity.depth for one in shown} - {None}, key=lambda depth: depth or 0)
            rows.append(_row(shown, (subject, arm.value, ALL_DEPTHS)))
            for depth in depths if len(depths) > 1 else ():
                level = [one for one in shown if one.item.complexity.depth == depth]
                rows.append(_row(level, (subject, arm.value, str(depth))))
    return tuple(rows)


def _stated(evaluations: Sequence[Evaluation]) -> Iterator[tuple[Arm, Stated]]:
    """Yield what each dilemma shows in each arm."""
    for evaluation in evaluations:
        asked: dict[tuple[str, Arm], list[Decision]] = {}
        for decision in evaluation.decisions:
            if decision.confidence is not None:
                asked.setdefault((decision.item_id, decision.arm), []).append(decision)
        items = {item.id: item for item in evaluation.items}
        for (name, arm), decisions in asked.items():
            item = items[name]
            levels = [one.confidence for one in decisions if isinstance(one.confidence, float)]
            right = [one.decision == item.right_answer(arm) for one in decisions if isinstance(one.confidence, float)]
            means = (float(np.mean(levels)), float(np.mean(right))) if levels else (np.nan, np.nan)
            yield arm, Stated(item, *means, len(levels), len(decisions))


def _row(stated: Sequence[Stated], labels: tuple[str, str, str]) -> ConfidenceRow:
    used = [one for one in stated if one.readable]
    unreadable = 1 - sum(one.readable for one in stated) / sum(one.asked for one in stated)
    if not used:
        gap = Gap(reason="no readable statement")
        return ConfidenceRow(*labels, 0, gap, gap, gap, unreadable)
    levels, right = (np.array(each) for each in zip(*(one[1:3] for one in used), strict=True))
    biases = np.array([one.item.bias.value for one in used], dtype=object)
    clusters = np.array([one.item.cluster for one in used], dtype=object)
    difference = clustered_mean(levels - right, clusters, codes_of(biases))
    assert difference is not None, "there is a dilemma"
    return ConfidenceRow(
        *labels,
        dilemmas=len(used),
        difference=tested_if_enough(difference, len(used)),
        confidence=balanced_mean(levels, biases),
        accuracy=balanced_mean(right, biases),
        unreadable=unreadable,
    )


def table(rows: Sequence[ConfidenceRow]) -> Table:
    """Return the rows as a table."""
    notes = (
        "Means are over the runs of a dilemma first. An unreadable decision is not followed by the question. "
        f"{EQUALLY} Rows of fewer than {MINIMUM} dilemmas are shown and not tested; p is not adjusted.",
        methods.MEAN,
    )
    return make_table("confidence", "Confidence and accuracy", ConfidenceRow, rows, notes=notes)
