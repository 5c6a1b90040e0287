"""What every analysis of a study reads; what several of them need is computed once, when it is first asked for."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from probe.analysis.figures.style import Picture
from probe.analysis.scores import Scores
from probe.analysis.study import Study
from probe.analysis.tables import Table
from probe.values import Measure, PublishedCounts, RejectionCount

R = TypeVar("R")

Vectors = Mapping[str, NDArray[np.floating]]
"""An embedding of the first text of each item, by its id."""

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
    ``computed`` are the results of the functions that are computed ``once``.
    """

    study: Study
    words: Words = ITEM_WORDS
    vectors: Vectors | None = None
    rejected: Sequence[RejectionCount] | None = None
    published: PublishedCounts = field(default_factory=PublishedCounts)
    computed: dict[Callable[..., Any], Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def fields(self) -> tuple[Study, Words, Vectors | None, Sequence[RejectionCount] | None, PublishedCounts]:
        """The fields in their order, with which a protocol's own measurements begin."""
        return self.study, self.words, self.vectors, self.rejected, self.published

    @property
    def of_dilemmas(self) -> bool:
        """Whether the study is about the effect of cues on errors in dilemmas."""
        return self.words is DILEMMA_WORDS

    @cached_property
    def scores_by_depth(self) -> Scores:
        """The scores that trends and tiers are about: other items count where they have a value."""
        return self.study.scores if self.of_dilemmas else self.study.scores.measured

    def in_measure_words(self, *tables: Table) -> tuple[Table, ...]:
        """Return tables on effects on errors in the words and units of the headline measure of other items."""
        return tables if self.of_dilemmas else tuple(of_measure(table, self.study.headline) for table in tables)

    def error_pictures(self, *pictures: Picture) -> tuple[Picture, ...]:
        """Return figures of effects on errors; none for other measures, whose captions would be wrong."""
        return pictures if self.of_dilemmas else ()


def once(compute: Callable[[Measurements], R]) -> Callable[[Measurements], R]:
    """Compute a function of measurements once for each of these: for rows that several analyses or sentences need."""

    @wraps(compute)
    def computed(measurements: Measurements) -> R:
        if compute not in measurements.computed:
            measurements.computed[compute] = compute(measurements)
        result: R = measurements.computed[compute]
        return result

    return computed


def of_measure(table: Table, measure: Measure) -> Table:
    """Return a table on effects in the words and units of a measure, without what it does not have."""
    dropped_arms = ARMS if not measure.errors else ()
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
        if column.key not in dropped_arms
    )
    notes = tuple(
        note.replace(f"Effects are {measure.label}s", f"Effects are values of {label}") for note in table.notes
    )
    return table.with_columns(columns).model_copy(update={"notes": notes}).about("item")
