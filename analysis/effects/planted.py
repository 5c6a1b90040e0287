"""What was planted in a simulated subject against what was measured, by tier, with intervals."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from probe.analysis.depth.tiers import TIERS
from probe.analysis.effects.sensitivity import ALL_BIASES, ALL_TIERS, Rate, Sensitivity, sensitivity
from probe.analysis.study import Study
from probe.analysis.tables import ColumnSpec, Gap, Table, make_table


class Planted(NamedTuple):
    """A simulated subject in one tier: the mean probability that was planted, and the flip rate that was measured."""

    subject: str
    tier: str
    dilemmas: int
    planted: float | None
    measured: Rate | Gap

    @property
    def inside(self) -> str | None:
        """Whether the planted probability is in the interval, as yes or no; None where either is missing."""
        if self.planted is None or isinstance(self.measured, Gap) or self.measured.wilson is None:
            return None
        return "yes" if self.measured.wilson.low <= self.planted <= self.measured.wilson.high else "no"


COLUMNS = (
    ColumnSpec("subject", "subject"),
    ColumnSpec("tier", "proof size"),
    ColumnSpec("dilemmas", "dilemmas", "count"),
    ColumnSpec("planted", "planted", "share"),
    ColumnSpec("measured", "measured", "share", "measured.value"),
    ColumnSpec("low", "low", "share", "measured.wilson.low"),
    ColumnSpec("high", "high", "share", "measured.wilson.high"),
    ColumnSpec("inside", "planted inside"),
)


def planted(study: Study, rules: Mapping[str, tuple[float, float]]) -> tuple[Planted, ...]:
    """Return a row for each subject of ``rules`` and tier, and one for all tiers.

    ``rules`` maps a simulated subject to its rate and slope: it flips with probability min(1, rate + slope · size),
    size being the rule applications in the proof. What was planted in a tier is the mean of that over its dilemmas.
    """
    measured = {
        (row.subject, row.tier): row for row in sensitivity(study.scores, study.tiers) if row.bias == ALL_BIASES
    }
    return tuple(row for subject, rule in rules.items() for row in _rows(study, measured, subject, rule))


def table(rows: Sequence[Planted], title: str = "Planted and measured sensitivity") -> Table:
    """Return the rows as a table."""
    return make_table("planted", title, COLUMNS, rows, gap="no dilemma")


def _rows(
    study: Study, measured: dict[tuple[str, str], Sensitivity], subject: str, rule: tuple[float, float]
) -> Iterator[Planted]:
    scores = study.scores.of(subject=subject)
    rate, slope = rule
    chances = np.minimum(1.0, rate + slope * scores.size)
    for code in (None, *range(len(TIERS))):
        tier = ALL_TIERS if code is None else study.tiers.label(code)
        found = measured[subject, tier]
        chosen = chances if code is None else chances[scores.tier == code]
        chance = float(chosen.mean()) if len(chosen) else None
        yield Planted(subject, tier, found.cell.dilemmas, chance, found.flips)
