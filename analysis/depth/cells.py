"""Cells: sensitivity by subject, bias and tier, whether from decisions or from published shares."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from probe.analysis.depth.tiers import PUBLISHED_QUARTILES, TIERS, Tiers, TierScheme
from probe.analysis.scores import Floats, Scores, in_usual_order
from probe.analysis.tables import Gap
from probe.errors import InputError
from probe.values import PublishedSensitivity, RunRate

OVERALL = None
"""The tier of a cell over all tiers."""

Key = tuple[str, str, int | None]


@dataclass(frozen=True)
class TierCell:
    """One subject on one bias in one tier: ``flips`` of ``runs``, and each dilemma's share where it is known."""

    rate: float
    flips: int
    runs: int
    shares: Floats | None = None
    pair_ids: tuple[str, ...] = ()

    @property
    def dilemmas(self) -> int | None:
        """How many dilemmas, None where only runs were published."""
        return None if self.shares is None else len(self.shares)


UNKNOWN = Gap(reason="only shares of runs were published")
"""In place of a count of dilemmas, or an interval over them, in published data."""


@dataclass(frozen=True)
class Cells:
    """All cells that exist, with their tiers; a cell without a dilemma is left out."""

    subjects: tuple[str, ...]
    biases: tuple[str, ...]
    tiers: Tiers
    cells: dict[Key, TierCell]

    def get(self, subject: str, bias: str, tier: int | None = OVERALL) -> TierCell | None:
        """Return one cell, None where it has no dilemma."""
        return self.cells.get((subject, bias, tier))

    def rate(self, subject: str, bias: str, tier: int | None = OVERALL) -> float:
        """Return one cell's flip rate, NaN where it has no dilemma."""
        found = self.get(subject, bias, tier)
        return found.rate if found else float("nan")

    def mean_rate(self, subject: str, tier: int | None = OVERALL) -> float | None:
        """Return the mean over biases, each counted equally (as PROBE-SWE, Figures 12 and 13); None without any."""
        rates = [cell.rate for bias in self.biases if (cell := self.get(subject, bias, tier))]
        return float(np.mean(rates)) if rates else None

    @property
    def tiered(self) -> bool:
        """Whether any cell belongs to a tier."""
        return any(tier is not None for _, _, tier in self.cells)


def cells_of_scores(scores: Scores, tiers: Tiers) -> Cells:
    """Return the cells of scored decisions."""
    biases = scores.biases
    subjects = tuple(str(subject) for subject in dict.fromkeys(scores.subject))
    cells = {}
    for subject in subjects:
        for bias in biases:
            part = scores.of(subject=subject, bias=bias)
            part = part.where(part.readable > 0)
            for tier in (OVERALL, *range(len(TIERS))):
                chosen = part.of(tier=tier)
                if len(chosen):
                    cells[subject, bias, tier] = _cell(chosen)
    return Cells(subjects, biases, tiers, cells)


def _cell(scores: Scores) -> TierCell:
    ids = tuple(str(pair_id) for pair_id in scores.pair_id)
    flips, runs = int(scores.flips.sum()), int(scores.readable.sum())
    return TierCell(scores.rate("flips"), flips, runs, scores.share("flips"), ids)


def cells_of_published(sources: Sequence[PublishedSensitivity]) -> Cells:
    """Return the cells of published files. Raise InputError where a subject occurs twice or quartiles differ."""
    bounds = {bias.quartiles for source in sources for bias in source.biases if bias.quartiles}
    if len(bounds) > 1:
        raise InputError(f"the sensitivity files have different quartiles {sorted(bounds)}: analyse them separately")
    subjects = tuple(source.subject for source in sources)
    if len(set(subjects)) < len(subjects):
        raise InputError(f"two sensitivity files are about one subject: {', '.join(sorted(subjects))}")
    cells: dict[Key, TierCell] = {}
    for source in sources:
        for bias in source.biases:
            key = (source.subject, bias.bias.value)
            cells[*key, OVERALL] = _published(bias.overall)
            for name, rate in bias.tiers.items():
                if rate.runs:
                    cells[*key, TIERS.index(name)] = _published(rate)
    quartiles = bounds.pop() if bounds else PUBLISHED_QUARTILES
    tiers = Tiers(scheme=TierScheme.QUARTILES, measure="inferences", bounds=quartiles)
    return Cells(subjects, in_usual_order(bias for _, bias, _ in cells), tiers, cells)


def _published(rate: RunRate) -> TierCell:
    return TierCell(rate.sensitivity, rate.flips, rate.runs)
