"""Published sensitivity: shares of runs by bias and tier, without the individual decisions."""

from pydantic import Field

from probe.values.base import Value
from probe.values.bias import Bias


class RunRate(Value):
    """Rates over ``runs`` runs, each from 0 to 1: flips, harmful decisions, wrong decisions on the unbiased text."""

    runs: int = Field(ge=0)
    sensitivity: float = Field(ge=0, le=1)
    harmful: float = Field(ge=0, le=1)
    error_on_unbiased: float = Field(ge=0, le=1)

    @property
    def flips(self) -> int:
        """The count of runs that flipped."""
        return round(self.sensitivity * self.runs)


class BiasSensitivity(Value):
    """One bias: the rate over all of its runs, and by tier; ``quartiles`` are the tiers' bounds in inferences.

    ``cosine`` and ``levenshtein`` are the mean similarities between different dilemmas of the bias, 0 to 1.
    """

    bias: Bias
    overall: RunRate
    tiers: dict[str, RunRate]
    quartiles: tuple[float, float, float] | None = None
    cosine: float | None = None
    levenshtein: float | None = None


class PublishedSensitivity(Value):
    """One subject's published sensitivity, on the dilemmas of ``authors``."""

    subject: str
    authors: tuple[str, ...]
    biases: tuple[BiasSensitivity, ...]
