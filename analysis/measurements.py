"""What several analyses of a study need, each computed once, when it is first asked for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from probe.analysis.dataset.diversity import Vectors
from probe.analysis.depth import scenarios, trends
from probe.analysis.effects import biases, comparison, effect, facts, flips, specific
from probe.analysis.estimand import Estimand
from probe.analysis.figures.style import Picture
from probe.analysis.scores import Scores
from probe.analysis.study import Study
from probe.analysis.tables import Table
from probe.values import Measure, Published, RejectionCount

ARMS = ("error_on_unbiased", "first_error", "second_error", "error", "error_low", "error_high", "biased_error",
        "biased_error_low", "biased_error_high", "flip_difference", "flip_low", "flip_high", "logit_slope", "logit_low",
        "logit_high", "logit_p", "error_trend", "error_trend_low", "error_trend_high")  # fmt: skip
"""Columns of tables on effects about error rates, which other measures do not have."""


class Words(NamedTuple):
    """What the items of a protocol are called, and what moves decisions about them."""

    item: str
    cause: str


DILEMMA_WORDS, ITEM_WORDS = Words("dilemma", "cue"), Words("item", "manipulation")


@dataclass(frozen=True)
class Measurements:
    """A study with the values that analyses share, and related data: text vectors, rejections, published files.

    ``rejected`` is None where no generation was given, and empty where none of its candidates was rejected.
    The rows are about the effect on errors of dilemmas, or about the headline measure of other items, as ``words`` say.
    """

    study: Study
    words: Words = ITEM_WORDS
    vectors: Vectors | None = None
    rejected: Sequence[RejectionCount] | None = None
    published: Published = field(default_factory=Published)

    @property
    def fields(self) -> tuple[Study, Words, Vectors | None, Sequence[RejectionCount] | None, Published]:
        """The fields in their order, with which a protocol's own measurements begin."""
        return self.study, self.words, self.vectors, self.rejected, self.published

    @property
    def of_dilemmas(self) -> bool:
        """Whether the study is about the effect of cues on errors in dilemmas."""
        return self.words is DILEMMA_WORDS

    @property
    def estimand(self) -> Estimand:
        """What the effect on errors is measured against."""
        return self.study.estimand

    @property
    def direct(self) -> bool:
        """Whether answers are probabilities, not runs."""
        return self.study.direct

    @cached_property
    def scores_by_depth(self) -> Scores:
        """The scores that trends and tiers are about: other items count where they have a value."""
        return self.study.scores if self.of_dilemmas else self.study.scores.measured

    @cached_property
    def measure(self) -> str:
        """The column of depths that trends are over."""
        return trends.trend_measure(self.scores_by_depth, self.study.tiers.measure)

    @cached_property
    def effects(self) -> tuple[effect.EffectRow, ...]:
        """The effect, or distance from what the measure has without the bias, by subject, bias and tier."""
        return effect.effects(self.study.scores, self.study.tiers, crossed=self.of_dilemmas)

    @cached_property
    def flips(self) -> tuple[flips.FlipRow, ...]:
        """Flip rates and noise floors, by subject, bias and tier."""
        return flips.flips(self.study.scores, self.study.tiers)

    @cached_property
    def _biases(self) -> tuple[tuple[biases.PooledBias, ...], tuple[biases.BiasHeterogeneity, ...]]:
        low, high = self.study.headline.limits or (-np.inf, np.inf)
        expected = self.study.headline.expected or 0.0
        # Effects are distances from what is expected, and so are their limits.
        return biases.pooled_biases(self.study.scores, self.effects, (low - expected, high - expected))

    @property
    def pooled(self) -> tuple[biases.PooledBias, ...]:
        """The effect by subject and bias, partially pooled."""
        return self._biases[0]

    @property
    def tests(self) -> tuple[biases.BiasHeterogeneity, ...]:
        """For each subject, whether its biases differ."""
        return self._biases[1]

    @cached_property
    def trends(self) -> tuple[trends.TrendRow, ...]:
        """The trend over ``measure`` by subject and bias."""
        return trends.trends(self.scores_by_depth, self.measure)

    @cached_property
    def scenarios(self) -> tuple[scenarios.ScenarioRow, ...]:
        """What depth does within scenarios, by subject; none without series."""
        return scenarios.scenarios(self.scores_by_depth)

    @cached_property
    def comparisons(self) -> tuple[comparison.ComparisonRow, ...]:
        """The difference between each two subjects."""
        return comparison.comparison(self.study.scores)

    @cached_property
    def facts(self) -> tuple[facts.FactRow, ...]:
        """Fact effect and cue effect; none where no fact twin was shown."""
        return facts.facts(self.study)

    @cached_property
    def specific(self) -> tuple[specific.SpecificRow, ...]:
        """What the bias adds to a bare recommendation; none where no recommendation was shown."""
        return specific.specific(self.study.scores, self.study.decisions)

    def worded(self, *tables: Table) -> tuple[Table, ...]:
        """Return tables on effects on errors in the words and units of the headline measure of other items."""
        return tables if self.of_dilemmas else tuple(of_measure(table, self.study.headline) for table in tables)

    def drawn(self, *pictures: Picture) -> tuple[Picture, ...]:
        """Return figures of effects on errors; none for other measures, whose captions would be wrong."""
        return pictures if self.of_dilemmas else ()


def of_measure(table: Table, measure: Measure) -> Table:
    """Return a table on effects in the words and units of a measure, without what it does not have."""
    dropped = ARMS if not measure.errors else ()
    label = measure.label if not measure.expected else f"{measure.label} − {measure.expected:g}"
    kinds = {"points": measure.kind, "hundredths": measure.kind if measure.kind != "points" else "hundredths"}
    columns = (
        column.model_copy(
            update={
                "label": re.sub("(the )?effects?( on errors)?", label, column.label),
                "kind": kinds.get(column.kind, column.kind),
            }
        )
        for column in table.columns
        if column.key not in dropped
    )
    notes = tuple(
        note.replace(f"Effects are {measure.label}s", f"Effects are values of {label}") for note in table.notes
    )
    return table.with_columns(columns).model_copy(update={"notes": notes}).about("item")
