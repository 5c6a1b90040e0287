"""What every stage of the cascade is, and what the stages are given to work with."""

from dataclasses import dataclass
from typing import Protocol

from probe.ports import Embedder, Model, Oracle
from probe.prompts import Prompts
from probe.similarity import TextIndex
from probe.values import Candidate, Corpus, StageOutcome, StageResult


class Stage(Protocol):
    """One filter: it returns the candidate with its word added, and never changes the one it was given."""

    @property
    def name(self) -> str:
        """The stage's name in settings, evidence and tables."""

    async def examine(self, candidate: Candidate) -> Candidate:
        """Accept, reject with a reason, or say that the stage did not run. Raises ModelFault where a model fails."""


@dataclass(frozen=True)
class Tools:
    """What stages work with; a role without a model is None, and its stages say ``not_run``."""

    oracle: Oracle
    embedder: Embedder
    prompts: Prompts
    corpus: Corpus
    accepted: TextIndex
    translator: Model | None = None
    judge: Model | None = None
    decider: Model | None = None


def accept(stage: str, reason: str, **evidence: object) -> StageResult:
    """Return a stage's acceptance."""
    return StageResult.model_validate(
        {"stage": stage, "outcome": StageOutcome.ACCEPTED, "reason": reason, "evidence": evidence}
    )


def reject(stage: str, reason: str, **evidence: object) -> StageResult:
    """Return a stage's rejection."""
    return StageResult.model_validate(
        {"stage": stage, "outcome": StageOutcome.REJECTED, "reason": reason, "evidence": evidence}
    )


def not_run(stage: str, role: str) -> StageResult:
    """Return the word of a stage whose model is not configured."""
    return StageResult(stage=stage, outcome=StageOutcome.NOT_RUN, reason=f"no {role} is configured")
