"""What was planted in a simulated subject against the effect that was measured, by tier, with intervals."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, NamedTuple

import numpy as np

from probe.analysis.depth.tiers import TIERS
from probe.analysis.effects.effect import EffectRow, effects
from probe.analysis.effects.estimating import ALL_BIASES, ALL_TIERS
from probe.analysis.statistics.differences import Effect
from probe.analysis.study import Study
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, make_table


class PlantedRow(NamedTuple):
    """A simulated subject in one tier: the effect that was planted, and the one that was measured."""

    subject: Annotated[str, Heading("subject")]
    tier: Annotated[str, Heading("proof size")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    planted: Annotated[float | None, Heading("planted", "points")]
    measured: Annotated[Effect | Gap, EstimateHeading("measured")]
    inside: Annotated[str | None, Heading("planted inside")]


def planted_rows(study: Study, rules: Mapping[str, tuple[float, float]]) -> tuple[PlantedRow, ...]:
    """Return a row for each subject of ``rules`` and tier, and one for all tiers.

    ``rules`` maps a simulated subject to its rate and slope: it gives in to the cue with probability
    min(1, rate + slope · size), size being the rule applications in the proof. Without noise, the mean of that over a
    tier's dilemmas is the effect on errors in the tier.
    """
    measured_effects = {
        (row.subject, row.tier): row for row in effects(study.scores, study.tiers) if row.bias == ALL_BIASES
    }
    return tuple(row for subject, rule in rules.items() for row in _rows(study, measured_effects, subject, rule))


def table(rows: Sequence[PlantedRow], title: str = "Planted and measured effect") -> Table:
    """Return the rows as a table."""
    notes = (
        "Planted: the mean of min(1, rate + slope · size), where size counts the rules of the whole proof. Depth, on "
        "which reports measure a trend, counts those of its longest branch: the two slopes are not the same quantity.",
    )
    return make_table("planted", title, PlantedRow, rows, notes=notes, gap="no dilemma")


def _rows(
    study: Study, measured_effects: dict[tuple[str, str], EffectRow], subject: str, rule: tuple[float, float]
) -> Iterator[PlantedRow]:
    scores = study.scores.of(subject=subject)
    rate, slope = rule
    chances = np.minimum(1.0, rate + slope * scores.size)
    for code in (None, *range(len(TIERS))):
        tier = ALL_TIERS if code is None else study.tiers.label(code)
        measured_row = measured_effects[subject, tier]
        tier_chances = chances if code is None else chances[scores.tier == code]
        chance = float(tier_chances.mean()) if len(tier_chances) else None
        inside_text = None
        if chance is not None and not isinstance(measured_row.effect, Gap):
            inside_text = "yes" if measured_row.effect.low <= chance <= measured_row.effect.high else "no"
        yield PlantedRow(subject, tier, measured_row.dilemmas, chance, measured_row.effect, inside_text)
