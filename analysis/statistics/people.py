"""What people add to the variance of a mean effect: each answered several dilemmas, in one arm each.

Dilemmas and people are crossed. The variance of a mean over dilemmas is that of clusters of dilemmas, plus that of
clusters of people, minus that of their intersections, which both count (Cameron, Gelbach and Miller 2011, Journal of
Business & Economic Statistics 29:238). Where people add nothing, or by chance less, that of dilemmas remains: the
estimate is never below the larger one.
"""

import numpy as np
from numpy.typing import NDArray

from probe.analysis.statistics.intervals import Codes, Floats, Labels, PeopleVariance, codes_of
from probe.analysis.statistics.weights import equal_weights

Answers = NDArray[np.object_]
"""The decisions on each dilemma, shape (decisions, 3): person, 1 in the arm or -1 in the reference, wrong or not."""


def in_one_arm(answers: Answers, sign: int) -> Answers:
    """Return the decisions in the arm (1) or in the reference (-1) alone, whose mean is an error rate."""
    arm_answers = np.full(len(answers), None, dtype=object)
    for index, item_answers in enumerate(answers):
        if item_answers is not None:
            # The sign becomes 1 in the reference arm as well, so that the mean is its error rate, not the negative of
            # it.
            arm_answers[index] = item_answers[item_answers[:, 1] == sign] * np.array([1, sign, 1])
    return arm_answers


def crossed_people(answers: Answers, clusters: Labels, strata: Labels | None = None) -> PeopleVariance | None:
    """Return what people add to the mean of dilemmas' effects; None where no answers of people are known.

    ``clusters`` and ``strata`` are those of the mean, in which dilemmas weigh as ``equal_weights`` has it.
    """
    is_answered = np.array([item_answers is not None for item_answers in answers], dtype=np.bool_)
    if not is_answered.any():
        return None
    weights = equal_weights(strata, len(answers)) / len(answers)
    item_indices = np.repeat(np.flatnonzero(is_answered), [len(item_answers) for item_answers in answers[is_answered]])
    person, sign, wrong = np.concatenate(list(answers[is_answered])).T
    people, in_arm = codes_of(person.astype(np.int64)), (sign > 0).astype(np.int64)
    of_stratum = codes_of(np.zeros(len(answers), dtype=np.int64) if strata is None else strata)
    influence = _influence(item_indices, in_arm, np.asarray(wrong), of_stratum, weights)
    people_count = int(people.max()) + 1
    # One person does not show how people differ, so that the decisions count as independent.
    if people_count < 2:
        return PeopleVariance(float(np.sum(influence**2)), 1.0)
    cells = codes_of(people * (int(codes_of(clusters).max()) + 1) + codes_of(clusters)[item_indices])
    people_squares, cell_squares = (
        float(np.sum(np.bincount(codes, weights=influence) ** 2)) for codes in (people, cells)
    )
    return PeopleVariance(
        max(0.0, people_squares - cell_squares) * people_count / (people_count - 1), people_count - 1.0
    )


def _influence(item_indices: Codes, in_arm: Codes, wrong: Floats, strata: Codes, weights: Floats) -> Floats:
    """Return how much each decision moves the mean: its distance from its arm's mean in its stratum, weighed."""
    cells = 2 * item_indices + in_arm
    counts = np.bincount(cells, minlength=2 * len(weights))
    shares = np.bincount(cells, weights=wrong, minlength=2 * len(weights)) / np.maximum(counts, 1)
    groups = 2 * np.repeat(strata, 2) + np.tile([0, 1], len(strata))
    has_answers = counts > 0
    sums = np.bincount(groups[has_answers], weights=shares[has_answers], minlength=groups.max() + 1)
    means = sums / np.maximum(np.bincount(groups[has_answers], minlength=groups.max() + 1), 1)
    return np.asarray((2 * in_arm - 1) * weights[item_indices] * (wrong - means[groups[cells]]) / counts[cells])
