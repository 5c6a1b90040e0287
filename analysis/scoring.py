"""From decisions to scores: errors, flips and differences of two arms, one entry for each item and subject."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from probe.analysis.arrays import Counts, DecisionArrays, Floats, Mask, Sums
from probe.analysis.depth.tiers import Tiers, measure_of
from probe.analysis.estimand import Estimand
from probe.analysis.scores import Contrast, Scores, no_answers, ratio
from probe.analysis.statistics.noise import excess_flips, noise_floor
from probe.values import Arm, Item


def score(decisions: DecisionArrays, tiers: Tiers, estimand: Estimand) -> Scores:
    """Count what each dilemma shows about the subject."""
    letters, exchanged = decisions.letters, decisions.exchanged
    unbiased_wrong, biased_wrong = decisions.wrong(Arm.UNBIASED), decisions.wrong(Arm.BIASED)
    readable = decisions.readable(Arm.UNBIASED, Arm.BIASED)
    unbiased_right = (decisions.readable(Arm.UNBIASED) & ~unbiased_wrong).sum(axis=1)
    net = contrast(decisions, Arm.BIASED, Arm.UNBIASED)
    placebo = contrast(decisions, Arm.BIASED, Arm.PLACEBO)
    flips = no_flips(len(decisions.items))
    if not (decisions.direct or decisions.between):
        flips = {
            "right_to_wrong": (readable & ~unbiased_wrong & biased_wrong).sum(axis=1),
            "wrong_to_right": (readable & unbiased_wrong & ~biased_wrong).sum(axis=1),
            "noise_unbiased": noise_floor(letters[Arm.UNBIASED], exchanged[Arm.UNBIASED]),
            "noise_biased": noise_floor(letters[Arm.BIASED], exchanged[Arm.BIASED]),
            "excess": excess_flips(letters[Arm.UNBIASED], letters[Arm.BIASED], exchanged[Arm.UNBIASED]),
        }
    return Scores(
        **identity(decisions, tiers),
        **flips,
        effect=net if estimand is Estimand.NET else placebo,
        net=net,
        placebo=placebo,
        counter=contrast(decisions, Arm.COUNTER, Arm.PLACEBO),
        unanswered=decisions.unanswered(Arm.UNBIASED, Arm.BIASED).sum(axis=1),
        solved=unbiased_right * 2 > decisions.readable(Arm.UNBIASED).sum(axis=1),
        probable=np.full(len(decisions.items), decisions.direct),
        judged=np.ones(len(decisions.items), dtype=np.bool_),
    )


def no_flips(count: int) -> dict[str, Any]:
    """Return the columns on flips and noise of ``count`` items where no run saw two texts, or nothing is drawn."""
    names = ("right_to_wrong", "wrong_to_right", "noise_unbiased", "noise_biased", "excess")
    return dict.fromkeys(names, np.full(count, np.nan))


def contrast(decisions: DecisionArrays, arm: Arm, reference: Arm) -> Contrast:
    """Count the decisions of ``arm`` against those of ``reference``; all counts are 0 where one was not shown."""
    if arm not in decisions.letters or reference not in decisions.letters:
        return Contrast.absent(len(decisions.items))
    if decisions.between:
        return _between(decisions, arm, reference)
    readable, answered_mask = decisions.readable(arm, reference), decisions.answered(arm, reference)
    wrong, right = decisions.wrong_and_right(arm)
    reference_wrong, reference_right = decisions.wrong_and_right(reference)
    return Contrast(
        runs=readable.sum(axis=1),
        wrong=(readable * decisions.errors(arm)).sum(axis=1),
        reference_wrong=(readable * decisions.errors(reference)).sum(axis=1),
        asked=answered_mask.sum(axis=1),
        # A decision that is neither right nor wrong may be either: the lower bound counts none as an error here, and
        # all in the reference.
        lower=(answered_mask * (wrong - (1 - reference_right))).sum(axis=1),
        upper=(answered_mask * ((1 - right) - reference_wrong)).sum(axis=1),
        weight=np.ones(len(decisions.items)),
        end_weights=np.ones((len(decisions.items), 2)),
        answers=no_answers(len(decisions.items)),
    )


def _between(decisions: DecisionArrays, arm: Arm, reference: Arm) -> Contrast:
    """Count the decisions of the people who saw ``arm`` against those of the people who saw ``reference``."""
    readable, answered_mask = (
        [mask_of(shown_arm) for shown_arm in (arm, reference)] for mask_of in (decisions.readable, decisions.answered)
    )
    wrong, right = zip(*(decisions.wrong_and_right(shown_arm) for shown_arm in (arm, reference)), strict=True)
    readable_counts, answered_counts = _in_both(readable), _in_both(answered_mask)

    def share(values: Sums, mask: Mask) -> Floats:
        return np.nan_to_num(ratio((mask * values).sum(axis=1), mask.sum(axis=1)))

    answers = no_answers(len(decisions.items))
    for item_index in np.flatnonzero(readable_counts):
        people_by_arm = [np.flatnonzero(mask[item_index]) for mask in readable]
        arm_answers = [
            np.column_stack([people, np.full(len(people), sign), errors[item_index, people]])
            for people, sign, errors in zip(people_by_arm, (1, -1), wrong, strict=True)
        ]
        answers[item_index] = np.concatenate(arm_answers)
    return Contrast(
        runs=readable_counts,
        wrong=share(wrong[0], readable[0]) * readable_counts,
        reference_wrong=share(wrong[1], readable[1]) * readable_counts,
        asked=answered_counts,
        lower=(share(wrong[0], answered_mask[0]) - share(1 - right[1], answered_mask[1])) * answered_counts,
        upper=(share(1 - right[0], answered_mask[0]) - share(wrong[1], answered_mask[1])) * answered_counts,
        weight=np.ones(len(decisions.items)),
        end_weights=np.ones((len(decisions.items), 2)),
        answers=answers,
    )


def _in_both(masks: Sequence[Mask]) -> Counts:
    """Return how many people are in one arm or the other, 0 where no one is in one of them."""
    first, second = (mask.sum(axis=1) for mask in masks)
    return np.where(np.minimum(first, second) > 0, first + second, 0)


def identity(decisions: DecisionArrays, tiers: Tiers) -> dict[str, NDArray[Any]]:
    """Return the columns that say whose entries these are, and on what."""
    items = decisions.items
    columns = {
        "subject": [decisions.subject] * len(items),
        "dataset": [decisions.dataset] * len(items),
        "pair_id": [item.id for item in items],
        "bias": [item.bias.value for item in items],
        "author": [item.provenance.author for item in items],
        "cluster": [_cluster(item) for item in items],
        "series": [item.provenance.series or "" for item in items],
    }
    measures = {name: measure_of(items, name) for name in ("depth", "size", "inferences", "choice_steps")}
    lengths = np.array([_length(item) for item in items], dtype=np.float64)
    return {
        **{name: np.array(values, dtype=object) for name, values in columns.items()},
        **measures,
        "length": lengths,
        "tier": tiers.codes(measure_of(items, tiers.measure)),
    }


def _cluster(item: Item) -> str:
    # The prefix keeps a series apart from an item that happens to have its name.
    return f"series {item.cluster}" if item.cluster == item.provenance.series else item.cluster


def _length(item: Item) -> int:
    """Return how long the text of the item's first arm is; 0 where it has none."""
    return len(next((text for arm in item.arms() if (text := item.text(arm))), ""))
