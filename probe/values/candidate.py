"""A candidate: a pair that passes through the cascade, with the result of each stage."""

from enum import StrEnum
from typing import NamedTuple

from pydantic import Field

from probe.values.base import Bias, Evidence, Option, Value
from probe.values.call import About
from probe.values.certificate import Certificate
from probe.values.dilemma import Controls, FactTwin, Programs, StatedRule, Texts
from probe.values.item import Complexity
from probe.values.measured import StageMeasures
from probe.values.reasoning import Reasoning


class StageOutcome(StrEnum):
    """How a stage ended: ``not_run`` if its model is not configured, ``unanswered`` if its model failed."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    NOT_RUN = "not_run"
    UNANSWERED = "unanswered"


class CandidateState(StrEnum):
    """The final state of a candidate.

    ``surplus`` arrived when its bias already had enough pairs; ``repeated`` contains texts that were offered before.
    """

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    SURPLUS = "surplus"
    REPEATED = "repeated"
    UNANSWERED = "unanswered"


class RejectedCandidate(NamedTuple):
    """A candidate that was not accepted, without its texts; ``number`` identifies it in its run."""

    number: int
    bias: str
    author: str
    state: str
    stage: str
    reason: str
    evidence: Evidence


class StageResult(Value):
    """One stage's result for one candidate, with the evidence behind it."""

    stage: str
    outcome: StageOutcome
    reason: str
    evidence: Evidence = Field(default_factory=dict)


class Candidate(Value):
    """A pair in the cascade: what its author wrote, and the results of the stages so far.

    ``expansion`` is the n-th call of the author for this bias and ``position`` the place in its answer, both from 0.
    ``intended_option`` is the correct option that the author was asked for. An author that composes its programs sets
    ``programs``, ``correct_option`` and ``controls`` itself. ``case_facts`` are the facts of the programs (not of the
    axioms) that a proof uses. ``failed_checks`` are the checks of the certificate that each of its translations failed,
    in order. ``seed_ids`` name what a candidate was made from, and
    ``series`` is shared by candidates that are one scenario at several depths (None: no series).
    """

    bias: Bias
    author: str
    expansion: int
    position: int
    texts: Texts
    intended_option: Option | None = None
    programs: Programs | None = None
    correct_option: Option | None = None
    controls: Controls | None = None
    twin: FactTwin | None = None
    stated_rules: tuple[StatedRule, ...] = ()
    reasoning: Reasoning = Reasoning()
    seed_ids: tuple[str, ...] = ()
    series: str | None = None
    complexity: Complexity = Complexity()
    certificate: Certificate | None = None
    case_facts: tuple[str, ...] = ()
    failed_checks: tuple[tuple[str, ...], ...] = ()
    results: tuple[StageResult, ...] = ()

    @property
    def about(self) -> About:
        """What questions about this candidate are recorded with."""
        return About(candidate=(self.bias.value, self.author, self.expansion, self.position))

    @property
    def rejected_by(self) -> StageResult | None:
        """The stage that rejected this candidate, None if none has."""
        rejecting_outcomes = (StageOutcome.REJECTED, StageOutcome.UNANSWERED)
        return next((result for result in self.results if result.outcome in rejecting_outcomes), None)

    @property
    def unanswered(self) -> bool:
        """Whether a model failed to answer for this candidate."""
        return self.rejected_by is not None and self.rejected_by.outcome is StageOutcome.UNANSWERED

    @property
    def measures(self) -> StageMeasures:
        """What the stages so far measured, read from their evidence."""
        return StageMeasures.of({result.stage: result.evidence for result in self.results})

    def with_result(self, result: StageResult, **changes: object) -> "Candidate":
        """Return this candidate with one more stage result, and with ``changes`` to its fields."""
        return self.model_copy(update={**changes, "results": (*self.results, result)})
