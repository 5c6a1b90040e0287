"""Ask a model until its answer can be read, and hold votes that stop when the outcome is certain."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Annotated, Generic, NamedTuple, TypeVar

from pydantic import Field

from probe.answers import LARGEST_ANSWER, UnreadableAnswerError, read_judgement, too_long
from probe.errors import StoppedError
from probe.ports import Model
from probe.values import About, Evidence, Message, Request, Value
from probe.values.texts import visible

Parsed = TypeVar("Parsed")
SAMPLE = 200
"""Characters of an answer that the message shows."""
CONTINUE_HINT = "fix the model, the prompts or the cascade, or use --keep-trying"
"""What a user can do about a run that stopped early."""


class Unreadable(Value):
    """A model gave no readable answer: its last answer, and the problem with it."""

    problem: str
    answer: str


@dataclass(frozen=True)
class Reply(Generic[Parsed]):
    """The parsed answer, or Unreadable; ``asked_again`` counts the unreadable answers before it."""

    parsed: Parsed | Unreadable
    asked_again: int = 0


class AskingSettings(Value):
    """How often a question is asked in total when answers cannot be read."""

    attempts: Annotated[int, Field(ge=1, le=100)] = 3


class Trial:
    """Lets at most ``allowed`` answers of a role arrive until one of them can be read; 0 sets no limit.

    Pending answers count as well, so that at most ``allowed`` answers are paid for without use.
    """

    def __init__(self, allowed: int = 0) -> None:
        self._allowed = allowed
        self._unreadable = 0
        self._over = not allowed
        self._failure: str | None = None
        self._permits = asyncio.Semaphore(allowed)

    async def begin(self) -> None:
        """Wait until a further question may be asked. Raises StoppedError once the trial has failed."""
        # Once an answer could be read, questions go out without any limit.
        if not self._is_over():
            await self._permits.acquire()
            if self._is_over():
                self._permits.release()  # the next question in the queue may start as well
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

    def unreadable(self, source: str, problem: str, answer: str) -> None:
        """Record an answer of ``source`` that could not be read. Raises StoppedError if it is the last one allowed."""
        self._unreadable += 1
        if self._over or self._unreadable < self._allowed:
            return
        self._over = True
        last_answer = f"the last one: {sample(answer)!r}" if answer.strip() else "the last one is empty"
        self._failure = (
            f"stopped: none of the first {self._allowed} answers of {source} can be read ({problem});"
            f" {last_answer}; {CONTINUE_HINT}"
        )
        self._permits.release()
        raise StoppedError(self._failure)


def sample(text: str) -> str:
    """Return untrusted text in one short line."""
    line = " ".join(visible(text[: 4 * SAMPLE]).split())
    return line if len(line) <= SAMPLE else line[: SAMPLE - 1] + "…"


_CONCERNING: ContextVar[About | None] = ContextVar("concerning", default=None)


@contextmanager
def concerning(about: About) -> Iterator[None]:
    """Record with every question of a block what it is about, for the log of the run."""
    token = _CONCERNING.set(about)
    try:
        yield
    finally:
        _CONCERNING.reset(token)


@dataclass(frozen=True)
class Asker:
    """Asks one model, each question at most ``attempts`` times, and counts unreadable answers by role.

    The ``trial`` stops the run if none of the model's answers can be read.
    """

    model: Model
    role: str
    attempts: int = AskingSettings().attempts
    unreadable: Counter[str] = field(default_factory=Counter)
    trial: Trial = field(default_factory=Trial)

    async def ask(self, request: Request, parse: Callable[[str], Parsed], attempts: int | None = None) -> Reply[Parsed]:
        """Ask until ``parse`` accepts the answer.

        Each retry keeps the run index, increments the attempt, and says what was wrong: the same question would get the
        same answer at temperature 0.
        """
        outcome: Unreadable | None = None
        for retry_count in range(attempts or self.attempts):
            problem = outcome.problem if outcome else request.problem
            about = request.about or _CONCERNING.get()
            updates = {"attempt": request.attempt + retry_count, "problem": problem, "about": about}
            answer = await self._answer(request.model_copy(update=updates))
            try:
                parsed = parse(answer)
            except UnreadableAnswerError as error:
                outcome = Unreadable(problem=too_long(answer) or str(error), answer=answer[:LARGEST_ANSWER])
                self.unreadable[self.role] += 1
                self.trial.unreadable(f"the {self.role} {self.model.spec} ({request.purpose})", outcome.problem, answer)
            else:
                self.trial.readable()
                return Reply(parsed, retry_count)
        assert outcome is not None
        return Reply(outcome, retry_count)

    async def _answer(self, request: Request) -> str:
        await self.trial.begin()
        try:
            return (await self.model.ask(request)).text
        except BaseException:
            self.trial.unanswered()
            raise


CHARACTERS_PER_TOKEN = 4
"""English prose and Prolog have about four characters per token."""
SHORT_ANSWER = 60
"""Tokens of an explanation with its decision: one or two sentences."""


class Calls(NamedTuple):
    """Calls of one purpose: how many, and the tokens of one question and of one answer."""

    purpose: str
    role: str
    number: float
    question: float
    answer: float


def question_tokens(messages: tuple[Message, ...]) -> float:
    """Estimate the number of tokens of a question."""
    return text_tokens(*(message.content for message in messages))


def text_tokens(*texts: str) -> float:
    """Estimate the total number of tokens of these texts."""
    return sum(map(len, texts)) / CHARACTERS_PER_TOKEN


def vote_calls(candidate_count: float, passed_count: float, voters: int, needed_votes: int) -> float:
    """Estimate the calls of a vote; a lost vote stops, on average, half-way between its first and last chance."""
    return passed_count * needed_votes + (candidate_count - passed_count) * (voters - needed_votes + 1 + voters) / 2


class Vote(Value):
    """One voter's answer: None if it could not be read, however often it was ``asked_again``."""

    yes: bool | None
    said: str
    asked_again: int = 0


class Poll(Value):
    """The state of a vote: carried once ``needed`` of ``voters`` say yes, lost once that is no longer possible."""

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
        """The minimum number of further voters before the outcome can be certain; 0 once it is."""
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


def votes_missed(evidence: Evidence) -> str:
    """Return how many of the required votes a rejected candidate got; empty if there was no vote."""
    votes, needed_votes = evidence.get("yes"), evidence.get("needed")
    return (
        f"{votes} of {needed_votes} required votes" if isinstance(votes, int) and isinstance(needed_votes, int) else ""
    )


async def poll(voters: int, needed_votes: int, vote: Callable[[int], Awaitable[Vote]]) -> Poll:
    """Ask voters 0, 1, 2 … until the outcome is certain.

    Each round asks only the voters that are needed in any case, so it makes no more calls than sequential voting.
    """
    result = Poll(voters=voters, needed=needed_votes)
    # Never ask more voters at once than are needed in any case: an early majority saves the other calls.
    while result.open_calls:
        start = len(result.votes)
        votes = await asyncio.gather(*(vote(run) for run in range(start, start + result.open_calls)))
        result = result.model_copy(update={"votes": (*result.votes, *votes)})
    return result


def judge_vote(judge: Asker, messages: tuple[Message, ...]) -> Callable[[int], Awaitable[Vote]]:
    """Return a function that asks a judge to vote on ``messages``: yes, no or unreadable, with an explanation."""

    async def vote(run: int) -> Vote:
        reply = await judge.ask(Request(purpose="judge", messages=messages, run=run), read_judgement)
        if isinstance(reply.parsed, Unreadable):
            return Vote(yes=None, said=reply.parsed.answer, asked_again=reply.asked_again)
        return Vote(yes=reply.parsed.yes, said=reply.parsed.explanation, asked_again=reply.asked_again)

    return vote
