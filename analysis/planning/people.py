"""A study with people before it is run: everyone reads every dilemma once, half of them with the cue."""

import math
from collections.abc import Iterator
from typing import Self

import numpy as np
from pydantic import Field
from scipy import special

from probe.analysis.planning.dilemmas import Share, StudyDesign, effect_variance
from probe.analysis.planning.sizing import Target
from probe.analysis.statistics.differences import Effect, paired_difference
from probe.analysis.statistics.intervals import Floats
from probe.analysis.statistics.people import Answers, crossed_people
from probe.errors import InputError

PEOPLE_ICC = 0.1
"""The expected intraclass correlation of one person's decisions."""


class PeopleDesign(StudyDesign):
    """A study of ``runs`` people who read each dilemma in one of two arms.

    Whether a decision is wrong depends on the dilemma (``icc``), on the person (``people_icc``) and on chance, as
    shares of the variance of a normal variable; ``arm_correlation`` is how similar a dilemma, and a person, is in both
    arms: below 1, dilemmas differ in their effect, and people in how far the cue moves them.
    """

    runs: int = Field(ge=2)
    icc: Share = 0.2
    people_icc: Share = PEOPLE_ICC
    arm_correlation: float = Field(default=0.7, ge=0, le=1)

    @property
    def decisions(self) -> int:
        """How many decisions people are asked for."""
        return self.dilemmas * self.runs

    @property
    def freedom(self) -> float:
        """The degrees of freedom of dilemmas or of people, whichever are fewer."""
        return min(super().freedom, self.runs - 1.0)

    def with_effect(self, effect: float | None, slope: float | None) -> Self:
        """Return the design with another effect. Raises InputError where correlations leave no room for chance."""
        if self.icc + self.people_icc > 1:
            raise InputError(
                f"--icc {self.icc:g} and --people-icc {self.people_icc:g} add up to more than 1: lower one of them"
            )
        return super().with_effect(effect, slope)

    def variants(self, target: Target, *, whole: bool) -> Iterator[tuple[str, Self]]:
        """Yield the design, and one with twice the people; people are planned for an effect, not for its trend."""
        if target == "effect":
            yield f"{self.runs} people", self
            yield f"{2 * self.runs} people", self.model_copy(update={"runs": 2 * self.runs})

    def standard_error(self, target: Target) -> float:
        """Return the standard error of the mean effect over dilemmas and people."""
        dilemma_variance, _ = effect_variance(self)
        people_variance, _ = effect_variance(self.model_copy(update={"icc": self.people_icc}))
        rates = self.reference, self.reference + self.effect
        # Half of the people read a dilemma in each arm, so that noise averages over that many.
        chance = (1 - self.icc - self.people_icc) * sum(rate * (1 - rate) for rate in rates) / (self.runs / 2)
        return math.sqrt((dilemma_variance + chance) / self.dilemmas + people_variance / self.runs)

    def simulate(self, rng: np.random.Generator, target: Target) -> Effect | None:
        """Draw the decisions of a crowd, and analyse them as a report does."""
        return self.analyse(*self.crowd(rng))

    @staticmethod
    def analyse(values: Floats, answers: Answers) -> Effect | None:
        """Return the mean of dilemmas' effects with its interval over dilemmas and people."""
        clusters = np.arange(len(values))
        return paired_difference(values, np.zeros(len(values)), clusters, crossed=crossed_people(answers, clusters))

    def crowd(self, rng: np.random.Generator) -> tuple[Floats, Answers]:
        """Return each dilemma's effect in a simulated crowd, and the decisions behind it.

        Half of the people, or one more, see a dilemma with the cue; a person sees it in half of the dilemmas.
        """
        sees_cue = (rng.permuted(np.tile(np.arange(self.dilemmas), (self.runs, 1)), axis=1) % 2).astype(np.int64)
        sees_cue[1::2] = 1 - sees_cue[: 2 * (self.runs // 2) : 2]  # two people complement each other
        dilemma, person = (self._places_of(rng, count) for count in (self.dilemmas, self.runs))
        chance = math.sqrt(max(0.0, 1 - self.icc - self.people_icc)) * rng.standard_normal(sees_cue.shape)
        latent = (
            math.sqrt(self.icc) * dilemma[sees_cue, np.arange(self.dilemmas)]
            + math.sqrt(self.people_icc) * person[sees_cue, np.arange(self.runs)[:, None]]
            + chance
        )
        # A latent normal value below the limit is an error, so that each arm has its error rate.
        limits = special.ndtri(np.array([self.reference, self.reference + self.effect]))
        is_wrong = (latent < limits[sees_cue]).astype(np.float64)
        values, answers = np.empty(self.dilemmas), np.full(self.dilemmas, None, dtype=object)
        for number in range(self.dilemmas):
            arm, error = sees_cue[:, number], is_wrong[:, number]
            values[number] = error[arm == 1].mean() - error[arm == 0].mean()
            answers[number] = np.column_stack([np.arange(self.runs), 2 * arm - 1, error])
        return values, answers

    def _places_of(self, rng: np.random.Generator, count: int) -> Floats:
        """Return the effect of each dilemma or person in both arms, shape (2, count), correlated between arms."""
        common_part, particular_part = rng.standard_normal(count), rng.standard_normal((2, count))
        return np.asarray(
            math.sqrt(self.arm_correlation) * common_part + math.sqrt(1 - self.arm_correlation) * particular_part
        )
