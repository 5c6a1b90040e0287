"""Simulated crowds for the calibration: people and dilemmas are crossed, each person in one arm of a dilemma."""

import math
from collections.abc import Iterator

import numpy as np

from benchmarks.calibration import LEAST_EXPECTED_ERRORS, IntervalOutcome, Line, effect_outcome, t_interval, table_line
from probe.analysis.planning.people import PeopleDesign
from probe.analysis.statistics.intervals import rate_interval
from probe.analysis.statistics.people import crossed_people, in_one_arm

CROWDS = (
    (40, 20, 0.15, 0.0, 0.2, 0.1, 0.7), (40, 20, 0.15, 0.15, 0.2, 0.1, 0.7), (40, 20, 0.15, 0.15, 0.1, 0.3, 0.0),
    (40, 20, 0.15, 0.15, 0.3, 0.1, 0.3), (40, 20, 0.3, 0.2, 0.0, 0.0, 1.0), (80, 20, 0.1, 0.2, 0.1, 0.4, 0.0),
    (20, 40, 0.15, 0.15, 0.2, 0.2, 0.3), (40, 60, 0.1, 0.1, 0.2, 0.2, 0.3), (40, 20, 0.3, 0.0, 0.1, 0.3, 0.0),
)  # fmt: skip
"""People, dilemmas, error rate without the cue, effect, correlation within dilemmas and within people,
correlation of both arms."""


def crowds(seed: int, studies: int) -> Iterator[Line]:
    """Yield the lines of the effect on people; the reference is t over dilemmas, which treats people as fixed."""
    for number, (people, dilemmas, reference, effect, icc, people_icc, arm_correlation) in enumerate(CROWDS):
        design = PeopleDesign(
            clusters=dilemmas,
            runs=people,
            reference=reference,
            effect=effect,
            icc=icc,
            people_icc=people_icc,
            arm_correlation=arm_correlation,
        )
        rng, outcomes, rates = np.random.default_rng([seed, number]), [], list[IntervalOutcome]()
        for _ in range(studies):
            values, answers = design.crowd(rng)
            estimate = design.analyse(values, answers)
            outcomes.append(effect_outcome(estimate, effect, t_interval(values) if values.std() > 0 else None))
            cued = in_one_arm(answers, 1)
            shares = np.array([dilemma_answers[:, 2].mean() for dilemma_answers in cued])
            clusters = np.arange(dilemmas)
            interval = rate_interval(shares, clusters, crossed=crossed_people(cued, clusters))
            if interval is not None and shares.std() > 0:
                rates.append(IntervalOutcome(interval, math.nan, reference + effect, *t_interval(shares)))
        name = f"{people} people × {dilemmas}, ICC {icc:g} and {people_icc:g}, arms {arm_correlation:g}"
        strict = dilemmas * people / 2 * reference >= LEAST_EXPECTED_ERRORS
        yield table_line(name, "effect on people", outcomes, strict)
        # Where dilemmas do not differ at all, the least design effect (intervals.LEAST_DESIGN_EFFECT) is too large.
        yield table_line(name, "errors of people with the cue", rates, strict and icc > 0)


CONDITIONS = {"people": crowds}
