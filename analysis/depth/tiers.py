"""Tiers: bands of complexity with fixed bounds, or with the quartiles of a dataset as bounds."""

from collections.abc import Iterable, Sequence
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from probe.values import Item
from probe.values.base import Value

TIERS = ("low", "mid-low", "mid-high", "high")
"""The tiers from the simplest dilemmas to the most complex."""

NO_TIER_CODE = -1
"""The code of a dilemma whose complexity was not measured."""

FIXED_BOUNDS = (2.0, 4.0, 7.0)
"""Upper bounds of all tiers but the last, in rule applications in the whole proof (1-2, 3-4, 5-7, 8 and more)."""

PUBLISHED_QUARTILES = (4.0, 7.0, 11.0)
"""Quartiles of inferences over the three published datasets (PROBE-SWE, section 5)."""


UNITS = {
    "size": "rule applications in the proof",
    "inferences": "inferences as the paper counts them",
    "choice_steps": "choice steps as the paper counts them",
}
"""What tiers are bands of, by the measure of complexity."""


class TierScheme(StrEnum):
    """How the bounds of the tiers are chosen."""

    FIXED = "fixed"
    QUARTILES = "quartiles"
    CHOICE_STEPS = "choice-steps"


class Tiers(Value):
    """Four tiers: a dilemma is in the first whose upper bound its complexity does not exceed, else in the last.

    ``measure`` is ``size`` (rule applications in the proof), or ``inferences`` or ``choice_steps`` (as the paper counts
    them).
    """

    scheme: TierScheme
    measure: str
    bounds: tuple[float, float, float]

    def codes(self, complexity: NDArray[np.float64]) -> NDArray[np.int8]:
        """Return each dilemma's tier, 0 to 3; -1 where its complexity was not measured (NaN)."""
        # A bound belongs to the tier below it, as the labels say.
        codes = np.searchsorted(np.array(self.bounds), complexity, side="left").astype(np.int8)
        return np.where(np.isnan(complexity), np.int8(NO_TIER_CODE), codes)

    def label(self, code: int) -> str:
        """Return a tier's name with its band, for example ``mid-low (2 < s ≤ 4)``."""
        return f"{TIERS[code]} ({self._band(code)})"

    def _band(self, code: int) -> str:
        low, high = (("", *self.bounds)[code], (*self.bounds, "")[code])
        if low == "":
            return f"≤ {high:g}"
        return f"> {low:g}" if high == "" else f"{low:g} < s ≤ {high:g}"

    @property
    def sentence(self) -> str:
        """These tiers in words, for the settings of a report."""
        bands = "; ".join(self.label(code) for code in range(len(TIERS)))
        unit = UNITS[self.measure]
        source = "fixed bands" if self.scheme is TierScheme.FIXED else "quartiles over all dilemmas"
        return f"{source} of s = {unit}: {bands}"


def choose_tiers(scheme: TierScheme, pairs: Iterable[Item]) -> Tiers:
    """Return the tiers of a scheme; quartiles are those of ``pairs``, each counted once (linear interpolation).

    A pair's inferences are those of its unbiased program. The paper takes quartiles over both programs; that is the
    same where both take equally many inferences (the check ``same_steps``).
    """
    if scheme is TierScheme.FIXED:
        return Tiers(scheme=scheme, measure="size", bounds=FIXED_BOUNDS)
    measure = "choice_steps" if scheme is TierScheme.CHOICE_STEPS else "inferences"
    counts = [steps for pair in pairs if (steps := getattr(pair.complexity, measure)) is not None]
    # Nothing was measured, so every tier is empty, as the report states; the bounds only label the tiers.
    if not counts:
        return Tiers(scheme=scheme, measure=measure, bounds=PUBLISHED_QUARTILES)
    low, middle, high = (float(bound) for bound in np.percentile(counts, (25, 50, 75)))
    return Tiers(scheme=scheme, measure=measure, bounds=(low, middle, high))


def measure_of(pairs: Sequence[Item], measure: str) -> NDArray[np.float64]:
    """Return a complexity measure of each pair, NaN where it was not measured."""
    values = [getattr(pair.complexity, measure) for pair in pairs]
    return np.array([np.nan if value is None else value for value in values], dtype=np.float64)
