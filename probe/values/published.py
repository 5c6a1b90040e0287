"""What other groups published about a benchmark: shares of runs by bias and tier, without the individual decisions."""

from pydantic import Field

from probe.values.base import Bias, Value

RUNS_PER_DILEMMA = 5
"""How often each dilemma was shown in the published experiments (PROBE-SWE, section 5)."""


class RunRate(Value):
    """Rates over ``runs`` runs, each from 0 to 1: flips, wrong decisions on the biased and on the unbiased text."""

    runs: int = Field(ge=0)
    sensitivity: float = Field(ge=0, le=1)
    harmful: float = Field(ge=0, le=1)
    error_on_unbiased: float = Field(ge=0, le=1)

    @property
    def flips(self) -> int:
        """The count of runs that flipped."""
        return round(self.sensitivity * self.runs)

    @property
    def dilemmas(self) -> int:
        """How many dilemmas the runs were about, at five runs each."""
        return round(self.runs / RUNS_PER_DILEMMA)

    @property
    def net_effect(self) -> float:
        """The error rate on biased texts minus that on unbiased texts, from -1 to 1."""
        return self.harmful - self.error_on_unbiased

    @property
    def right_to_wrong(self) -> float:
        """The share of runs whose decision the cue turned from right to wrong.

        A run is right or wrong on either text, so flips = right to wrong + wrong to right, and the net effect is
        their difference.
        """
        return max(0.0, (self.sensitivity + self.net_effect) / 2)

    @property
    def wrong_to_right(self) -> float:
        """The share of runs whose decision changed from wrong to right."""
        return max(0.0, (self.sensitivity - self.net_effect) / 2)


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
    """One subject's published sensitivity on the dilemmas of ``authors``, under a mitigation where it names one.

    Without ``authors`` the subject was shown its own dilemmas. ``strategies`` are the mitigations in the order of the
    file's name, under our names where we have one.
    """

    subject: str
    authors: tuple[str, ...]
    biases: tuple[BiasSensitivity, ...]
    strategies: tuple[str, ...] = ()


class PublishedAwareness(Value):
    """One subject's published awareness by bias, 0 to 1: explanations of biased decisions that admit the bias."""

    subject: str
    shares: dict[Bias, float | None]


class ExternalJudge(Value):
    """How many of an author's accepted dilemmas another model rejected, by bias and filter.

    ``examined`` is the number of dilemmas, over all biases; None where the file does not determine it.
    """

    judge: str
    author: str
    rejected: dict[Bias, dict[str, int]]
    examined: int | None = None


class RejectionCount(Value):
    """How many candidates of one author and bias a stage rejected."""

    author: str
    bias: Bias
    stage: str
    count: int = Field(ge=0)


class PublishedCounts(Value):
    """Everything that was read from published files."""

    sensitivity: tuple[PublishedSensitivity, ...] = ()
    awareness: tuple[PublishedAwareness, ...] = ()
    judges: tuple[ExternalJudge, ...] = ()
    rejections: tuple[RejectionCount, ...] = ()
