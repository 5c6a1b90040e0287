"""Asking a model until its answer can be read, and voting that stops when the outcome is certain."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from probe.answers import UnreadableAnswerError, read_judgement
from probe.ports import Model
from probe.values import Evidence, Message, Purpose, Request, Value

Read = TypeVar("Read")


class Unreadable(Value):
    """What came of asking a model that never gave a readable answer: its last words, and what they lack."""

    problem: str
    answer: str


@dataclass(frozen=True)
class Reply(Generic[Read]):
    """What was read in the end, or that nothing could be; ``asked_again`` counts the unreadable answers before it."""

    said: Read | Unreadable
    asked_again: int = 0


ROLES: dict[Purpose, str] = {
    "expand": "author",
    "translate": "translator",
    "rebuild": "translator",
    "judge": "judge",
    "grounding": "judge",
    "decide": "decider",
    "polish": "polisher",
}
"""Who answers which call of a generation."""


@dataclass(frozen=True)
class Asker:
    """Puts questions, each at most ``attempts`` times, and counts by role the answers that nobody could read."""

    attempts: int
    unreadable: Counter[str] = field(default_factory=Counter)

    async def ask(
        self, model: Model, request: Request, read: Callable[[str], Read], attempts: int | None = None
    ) -> Reply[Read]:
        """Put ``request`` until ``read`` accepts the answer; the run index stays the same, the attempt counts on."""
        outcome: Unreadable | None = None
        for again in range(attempts or self.attempts):
            answer = await model.ask(request.model_copy(update={"attempt": request.attempt + again}))
            try:
                return Reply(read(answer.text), again)
            except UnreadableAnswerError as error:
                outcome = Unreadable(problem=str(error), answer=answer.text)
                self.unreadable[ROLES.get(request.purpose, request.purpose)] += 1
        assert outcome is not None
        return Reply(outcome, again)


class Vote(Value):
    """One voter's word: None where it could not be read, however often it was ``asked_again``."""

    yes: bool | None
    said: str
    asked_again: int = 0


class Poll(Value):
    """What a vote came to: it is carried as soon as ``needed`` of ``voters`` said yes, and lost when they cannot."""

    voters: int
    needed: int
    votes: tuple[Vote, ...] = ()

    @property
    def yes(self) -> int:
        """How many said yes."""
        return sum(vote.yes is True for vote in self.votes)

    @property
    def carried(self) -> bool:
        """Whether enough said yes."""
        return self.yes >= self.needed

    @property
    def open_calls(self) -> int:
        """How many voters have to be asked at least before the outcome can be certain; 0 when it is."""
        lost_after = self.voters - self.needed + 1
        return max(0, min(self.needed - self.yes, lost_after - (len(self.votes) - self.yes)))

    def evidence(self) -> Evidence:
        """Return the vote as evidence."""
        return {
            "yes": self.yes,
            "asked": len(self.votes),
            "needed": self.needed,
            "voters": self.voters,
            "unreadable": sum(vote.yes is None for vote in self.votes),
            "asked_again": sum(vote.asked_again for vote in self.votes),
            "said": [vote.said for vote in self.votes],
        }


async def poll(voters: int, needed: int, vote: Callable[[int], Awaitable[Vote]]) -> Poll:
    """Ask voters 0, 1, 2 … until the outcome is certain.

    As many are asked at once as have to be asked in any case, so that no call is made that a vote in turn would save.
    """
    result = Poll(voters=voters, needed=needed)
    while result.open_calls:
        start = len(result.votes)
        votes = await asyncio.gather(*(vote(run) for run in range(start, start + result.open_calls)))
        result = result.model_copy(update={"votes": (*result.votes, *votes)})
    return result


def judge_vote(asker: Asker, judge: Model, messages: tuple[Message, ...]) -> Callable[[int], Awaitable[Vote]]:
    """Return how a judge votes on ``messages`` in a run: yes, no, or unreadable, with its explanation."""

    async def vote(run: int) -> Vote:
        reply = await asker.ask(judge, Request(purpose="judge", messages=messages, run=run), read_judgement)
        if isinstance(reply.said, Unreadable):
            return Vote(yes=None, said=reply.said.answer, asked_again=reply.asked_again)
        return Vote(yes=reply.said.yes, said=reply.said.explanation, asked_again=reply.asked_again)

    return vote
