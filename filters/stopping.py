"""Stop early: when no answer of a role can be read, or a stage rejects every candidate.

Either means that something is wrong which more calls will not put right: a model that does not follow the form, a
prompt that it misunderstands, a threshold that nothing reaches.
"""

import asyncio
from collections import Counter
from typing import Annotated

from pydantic import Field

from probe.errors import StoppedError
from probe.values import Candidate, StageOutcome, StageResult, Value
from probe.values.texts import visible

SAMPLE = 200
"""Characters of an answer that the message shows."""
_GO_ON = "fix the model, the prompts or the cascade, or use --keep-trying"


class StoppingSettings(Value):
    """How many answers of a role, all unreadable, and how many candidates of a stage, all rejected, stop a run.

    0 means never. Where half of a model's answers can be read, the first 12 cannot in 1 of 4,096 runs; where a stage
    accepts a tenth of the candidates, it rejects the first 30 in 1 of 24 runs.
    """

    unreadable: Annotated[int, Field(ge=0, le=10_000)] = 12
    rejected: Annotated[int, Field(ge=0, le=10_000)] = 30


NEVER = StoppingSettings(unreadable=0, rejected=0)


class Trial:
    """Lets at most ``allowed`` answers of a role arrive until one of them can be read; 0 sets no limit.

    Answers that are awaited count as well, so that never more than ``allowed`` are paid for in vain.
    """

    def __init__(self, allowed: int = 0) -> None:
        self._allowed = allowed
        self._unreadable = 0
        self._over = not allowed
        self._failure: str | None = None
        self._permits = asyncio.Semaphore(allowed)

    async def begin(self) -> None:
        """Wait until a further question may be asked. Raises StoppedError once the trial has failed."""
        if not self._is_over():
            await self._permits.acquire()
            if self._is_over():
                self._permits.release()  # the next in the queue may start as well
        if self._failure:
            raise StoppedError(self._failure)

    def _is_over(self) -> bool:
        return self._over

    def unanswered(self) -> None:
        """Give back the permit of a question that got no answer."""
        self._permits.release()

    def readable(self) -> None:
        """Record an answer that could be read: the trial is over."""
        self._over = True
        self._permits.release()

    def unreadable(self, who: str, problem: str, answer: str) -> None:
        """Record an answer of ``who`` that could not be read. Raises StoppedError if it is the last one allowed."""
        self._unreadable += 1
        if self._over or self._unreadable < self._allowed:
            return
        self._over = True
        shown = f"the last one: {sample(answer)!r}" if answer.strip() else "the last one is empty"
        self._failure = (
            f"stopped: none of the first {self._allowed} answers of {who} can be read ({problem}); {shown}; {_GO_ON}"
        )
        self._permits.release()
        raise StoppedError(self._failure)


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
        if result.outcome is StageOutcome.ACCEPTED:
            self._accepting.add(stage)
        if result.outcome is not StageOutcome.REJECTED or stage in self._accepting:
            return
        self._rejected[stage] += 1
        if self._allowed and self._rejected[stage] >= self._allowed:
            by = f" ({asked})" if asked else ""
            raise StoppedError(
                f"stopped: stage {stage}{by} rejected all of the first {self._allowed} candidates; the last one, of"
                f" {candidate.bias}: {sample(result.reason)}{_said(result)}; {_GO_ON}"
            )


def _said(result: StageResult) -> str:
    """Return the last answer in a rejection's evidence, for the message."""
    said = result.evidence.get("answer") or result.evidence.get("said")
    last = said[-1] if isinstance(said, list) and said else said
    return f"; an answer: {sample(last)!r}" if isinstance(last, str) and last.strip() else ""


def sample(text: str) -> str:
    """Return untrusted text in one short line."""
    line = " ".join(visible(text).split())
    return line if len(line) <= SAMPLE else line[: SAMPLE - 1] + "…"
