"""The interface of a cascade stage, and the resources available to it.

A stage's file contains everything about it: its settings with their sources, its prompt and role, its cost estimate,
and how closely a rejected candidate missed. ``cascade.toml`` lists the stages of each profile in order.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from pydantic import Field, model_validator

from probe.asking import (
    SHORT_ANSWER,
    Asker,
    Calls,
    Poll,
    Vote,
    judge_vote,
    poll,
    question_tokens,
    vote_calls,
    votes_missed,
)
from probe.ports import Embedder, Oracle
from probe.prompts import Prompts
from probe.similarity import TextIndex
from probe.values import (
    BiasSheet,
    Candidate,
    Corpus,
    Evidence,
    Message,
    Option,
    Profile,
    Seed,
    StageOutcome,
    StageResult,
    Texts,
    Value,
)

if TYPE_CHECKING:
    from probe.filters.collision import NearDuplicates

Share = Annotated[float, Field(ge=-1.0, le=1.0)]
Count = Annotated[int, Field(ge=1, le=100)]


class StageSettings(Value):
    """The numbers that a stage uses to decide; a stage without settings uses this empty form."""


class VotingSettings(StageSettings):
    """The settings of a stage that counts votes.

    ``votes_setting`` names the setting with the number of votes, and ``needed_setting`` that of those that must agree.
    """

    votes_setting: ClassVar[str]
    needed_setting: ClassVar[str]

    @property
    def electorate(self) -> tuple[int, int]:
        """How many votes are asked for, and how many must say yes."""
        return getattr(self, self.votes_setting), getattr(self, self.needed_setting)

    @model_validator(mode="after")
    def _can_be_reached(self) -> Self:
        vote_count, needed_count = self.electorate
        if needed_count > vote_count:
            raise ValueError(
                f"{self.needed_setting} is {needed_count}, but {self.votes_setting} is only {vote_count}: "
                "no candidate would pass"
            )
        return self


Settings = TypeVar("Settings", bound=StageSettings)
VoterSettings = TypeVar("VoterSettings", bound=VotingSettings)
Ballot = Callable[[int], Awaitable[Vote]]
"""Asks for the vote with this number, from 0."""


@dataclass(frozen=True)
class Resources:
    """The resources of all stages; ``askers`` is keyed by role, and a role without a model is absent.

    Oracle and embedder are opened on first use, so a cascade that does not use them needs neither. ``existing_texts``
    contains the unbiased texts that no candidate may repeat.
    """

    profile: Profile
    prompts: Prompts
    corpus: Corpus
    open_oracle: Callable[[], Oracle]
    open_embedder: Callable[[], Embedder]
    askers: Mapping[str, Asker] = field(default_factory=dict)
    existing_texts: TextIndex = field(default_factory=TextIndex)


class TypicalDilemma(NamedTuple):
    """A dilemma from which the length of questions and answers is estimated.

    ``translated``: a model translates the candidates, and the strict profile certifies the programs.
    """

    seed: Seed
    prompts: Prompts
    corpus: Corpus
    translated: bool = False


class Stage(Generic[Settings]):
    """One filter: it returns a new candidate with its result added, and never changes its argument."""

    name: ClassVar[str]
    """Its name in settings, evidence and tables, and the name of its file."""
    form: ClassVar[type[StageSettings]] = StageSettings
    """The class of its settings."""
    role: ClassVar[str | None] = None
    """The role it asks; without a model for this role its result is ``not_run``."""
    needs_programs: ClassVar[bool] = False
    """Whether it needs the programs, which an earlier stage must provide."""
    gives_programs: ClassVar[bool] = False
    """Whether it provides the programs, and with them the correct option."""
    compares: ClassVar[bool] = False
    """Whether its result depends on other candidates, so that it has to run in their order."""
    published_rejections: ClassVar[int] = 0
    """The pairs it rejected in the published run of GPT-4o mini (PROBE-SWE, Table 2 and its data)."""

    def __init__(self, settings: Settings, resources: Resources) -> None:
        self.settings = settings
        self.resources = resources
        self.asker = resources.askers.get(self.role) if self.role else None

    async def examine(self, candidate: Candidate) -> Candidate:
        """Accept, reject with a reason, or record that the stage did not run. Raises ModelFault."""
        raise NotImplementedError

    async def settle(self, candidate: Candidate) -> Candidate:
        """Confirm the acceptance; a stage that remembers accepted candidates may still reject this one."""
        return candidate

    def watch(self) -> "NearDuplicates | None":
        """Return what makes the candidates of one queue wait after this stage, None unless it compares them."""
        return None

    @classmethod
    def calls(cls, settings: Any, seen_count: float, passed_count: float, example: TypicalDilemma) -> Calls | None:
        """Estimate the calls for ``seen_count`` candidates, of which ``passed_count`` pass; None if none are made."""
        return None

    @classmethod
    def near_miss(cls, evidence: Evidence) -> str:
        """Compare the measured with the required value, from the evidence of a rejection; empty if there is none."""
        return ""


class VotingStage(Stage[VoterSettings]):
    """A stage that asks its role the same question several times and counts the votes."""

    purpose: ClassVar[str] = "judge"
    """The purpose of its calls."""

    @classmethod
    def question(cls, prompts: Prompts, sheet: BiasSheet, texts: Texts, right: Option | None) -> tuple[Message, ...]:
        """Return the question; ``right`` is known in a stage that needs programs."""
        raise NotImplementedError

    def reason(self, outcome: Poll, candidate: Candidate) -> str:
        """Describe the outcome of the vote."""
        raise NotImplementedError

    def ballot(self, asker: Asker, messages: tuple[Message, ...], right: Option | None) -> Ballot:
        """Return the function that asks for one vote."""
        return judge_vote(asker, messages)

    async def examine(self, candidate: Candidate) -> Candidate:
        """Hold the vote; without a model the stage does not run."""
        if self.asker is None:
            return candidate.with_result(not_run(self.name, str(self.role)))
        right = candidate.correct_option
        # A judge is asked which option the cue pushes towards, so one has to be wrong.
        if self.needs_programs and right is None:
            return candidate.with_result(reject(self.name, "no program shows which option is right"))
        sheet = self.resources.corpus.sheet(candidate.bias)
        messages = self.question(self.resources.prompts, sheet, candidate.texts, right)
        outcome = await poll(*self.settings.electorate, self.ballot(self.asker, messages, right))
        result = accept if outcome.carried else reject
        return candidate.with_result(result(self.name, self.reason(outcome, candidate), **self.evidence(outcome)))

    def evidence(self, outcome: Poll) -> Evidence:
        """Return the vote as evidence."""
        return outcome.evidence()

    @classmethod
    def calls(cls, settings: Any, seen_count: float, passed_count: float, example: TypicalDilemma) -> Calls:
        """Return the calls of its votes."""
        seed = example.seed
        messages = cls.question(example.prompts, example.corpus.sheet(seed.bias), seed.texts, seed.correct_option)
        number = vote_calls(seen_count, passed_count, *settings.electorate)
        return Calls(cls.purpose, str(cls.role), number, question_tokens(messages), SHORT_ANSWER)

    @classmethod
    def near_miss(cls, evidence: Evidence) -> str:
        """Return how many votes it got."""
        return votes_missed(evidence)


def accept(stage: str, reason: str, **evidence: object) -> StageResult:
    """Return a stage's acceptance."""
    return _result(stage, StageOutcome.ACCEPTED, reason, evidence)


def reject(stage: str, reason: str, **evidence: object) -> StageResult:
    """Return a stage's rejection."""
    return _result(stage, StageOutcome.REJECTED, reason, evidence)


def not_run(stage: str, role: str) -> StageResult:
    """Return the result of a stage whose model is not configured."""
    return _result(stage, StageOutcome.NOT_RUN, f"no {role} is configured", {})


def _result(stage: str, outcome: StageOutcome, reason: str, evidence: Mapping[str, object]) -> StageResult:
    return StageResult.model_validate({"stage": stage, "outcome": outcome, "reason": reason, "evidence": evidence})
