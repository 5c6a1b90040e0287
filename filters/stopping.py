"""Stop early: when no answer of a role can be read, or a stage rejects every candidate.

Either means that something is wrong which more calls will not put right: a model that does not follow the form, a
prompt that it misunderstands, a threshold that nothing reaches.
"""

from collections import Counter
from typing import Annotated

from pydantic import Field

from probe.asking import GO_ON, sample
from probe.errors import StoppedError
from probe.values import Candidate, StageOutcome, StageResult, Value


class StoppingSettings(Value):
    """How many answers of a role, all unreadable, and how many candidates of a stage, all rejected, stop a run.

    0 means never. Where half of a model's answers can be read, the first 12 cannot in 1 of 4,096 runs; where a stage
    accepts a tenth of the candidates, it rejects the first 30 in 1 of 24 runs.
    """

    unreadable: Annotated[int, Field(ge=0, le=10_000)] = 12
    rejected: Annotated[int, Field(ge=0, le=10_000)] = 30


NEVER = StoppingSettings(unreadable=0, rejected=0)


class Rejections:
    """Counts what each stage rejects, until it accepts a candidate."""

    def __init__(self, allowed: int = 0) -> None:
        self._allowed = allowed
        self._rejected: Counter[str] = Counter()
        self._accepting: set[str] = set()

    def note(self, candidate: Candidate, result: StageResult, asked: str) -> None:
        """Record a stage's ``result``; ``asked`` is the role and model that the stage asks, if it asks one.

        Raises StoppedError if the stage has rejected every candidate so far, and as many as are allowed.
        """
        stage = result.stage
        # A stage that accepts anything works; from then on its rejections are ordinary.
        if result.outcome is StageOutcome.ACCEPTED:
            self._accepting.add(stage)
        if result.outcome is not StageOutcome.REJECTED or stage in self._accepting:
            return
        self._rejected[stage] += 1
        # Stopping early saves the calls of all stages before this one, for all candidates to come.
        if self._allowed and self._rejected[stage] >= self._allowed:
            by = f" ({asked})" if asked else ""
            raise StoppedError(
                f"stopped: stage {stage}{by} rejected all of the first {self._allowed} candidates; the last one, of"
                f" {candidate.bias}: {sample(result.reason)}{_said(result)}; {GO_ON}"
            )


def _said(result: StageResult) -> str:
    """Return the last answer in a rejection's evidence, for the message."""
    answers = result.evidence.get("answer") or result.evidence.get("said")
    last = answers[-1] if isinstance(answers, list) and answers else answers
    return f"; an answer: {sample(last)!r}" if isinstance(last, str) and last.strip() else ""
