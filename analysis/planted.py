"""What was planted in a simulated subject, against what was measured: by tier, with intervals."""

from collections.abc import Iterator

import numpy as np

from probe.analysis.ground import Ground
from probe.analysis.sensitivity import ALL_BIASES, ALL_TIERS, sensitivity
from probe.analysis.tables import Cell, Kind, Row, Table, make_table, number
from probe.analysis.tiers import TIERS

COLUMNS: tuple[tuple[str, str, Kind], ...] = (
    ("subject", "subject", "text"),
    ("tier", "proof size", "text"),
    ("dilemmas", "dilemmas", "count"),
    ("planted", "planted", "share"),
    ("measured", "measured", "share"),
    ("low", "low", "share"),
    ("high", "high", "share"),
    ("inside", "planted inside", "text"),
)


def planted(ground: Ground, rules: dict[str, tuple[float, float]]) -> Table:
    """Return a row for each subject of ``rules`` and tier, and one for all tiers.

    ``rules`` maps a simulated subject to its rate and slope: it flips with probability min(1, rate + slope · size),
    size being the rule applications in the proof. What was planted in a tier is the mean of that over its dilemmas;
    what was measured are the raw flips, with Wilson's interval over dilemmas.
    """
    measured = sensitivity(ground.scores, ground.tiers)
    rows = [row for subject, rule in rules.items() for row in _rows(ground, measured, subject, rule)]
    return make_table("planted", "Planted and measured sensitivity", COLUMNS, rows, gap="no dilemma")


def _rows(ground: Ground, measured: Table, subject: str, rule: tuple[float, float]) -> Iterator[Row]:
    scores = ground.scores.of(subject=subject)
    rate, slope = rule
    chances = np.minimum(1.0, rate + slope * scores.size)
    for code in (None, *range(len(TIERS))):
        name = ALL_TIERS if code is None else ground.tiers.label(code)
        (found,) = measured.where(subject=subject, bias=ALL_BIASES, tier=name)
        chosen = chances if code is None else chances[scores.tier == code]
        chance = float(chosen.mean()) if len(chosen) else None
        yield {
            "subject": subject,
            "tier": name,
            "dilemmas": found["dilemmas"],
            "planted": chance,
            "measured": found["sensitivity"],
            "low": found["wilson_low"],
            "high": found["wilson_high"],
            "inside": _inside(chance, found["wilson_low"], found["wilson_high"]),
        }


def _inside(chance: float | None, low: Cell, high: Cell) -> str | None:
    bottom, top = number(low), number(high)
    if chance is None or bottom is None or top is None:
        return None
    return "yes" if bottom <= chance <= top else "no"
