"""What a stage of the cascade is, and what it may ask for.

A stage owns everything about itself in its file: its settings with their sources, the prompt and the role that it asks,
what it will cost, and how near a rejected candidate came. ``cascade.toml`` names the stages of each profile in order.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from pydantic import Field

from probe.filters.asking import Asker, Calls
from probe.ports import Embedder, Oracle
from probe.prompts import Prompts
from probe.similarity import TextIndex
from probe.values import Candidate, Corpus, Evidence, Profile, Seed, StageOutcome, StageResult, Value

Share = Annotated[float, Field(ge=-1.0, le=1.0)]
Count = Annotated[int, Field(ge=1, le=100)]


class StageSettings(Value):
    """The numbers that a stage decides by; a stage without any uses this empty form."""


Settings = TypeVar("Settings", bound=StageSettings)


@dataclass(frozen=True)
class Resources:
    """What stages work with; ``askers`` are by role, and a role without a model is absent.

    Oracle and embedder are opened when a stage first asks for them, so that a cascade without such a stage needs
    neither. ``known`` holds the unbiased texts that no candidate may repeat.
    """

    profile: Profile
    prompts: Prompts
    corpus: Corpus
    open_oracle: Callable[[], Oracle]
    open_embedder: Callable[[], Embedder]
    askers: Mapping[str, Asker] = field(default_factory=dict)
    known: TextIndex = field(default_factory=TextIndex)


class Example(NamedTuple):
    """A dilemma to estimate the length of questions and answers by."""

    seed: Seed
    prompts: Prompts
    corpus: Corpus


class Watcher(Protocol):
    """Follows the candidates of one queue that are under way together; they are numbered in their order."""

    def begin(self, number: int) -> None:
        """Note that candidate ``number`` is on its way; all before it have begun."""

    async def hold(self, number: int, candidate: Candidate) -> Candidate:
        """Return the candidate when it may go on, or rejected where one before it takes its place."""

    def end(self, number: int, candidate: Candidate) -> None:
        """Note what became of candidate ``number``."""


class Stage(Generic[Settings]):
    """One filter: it returns the candidate with its result added, and never changes the one it was given."""

    name: ClassVar[str]
    """Its name in settings, evidence and tables, and the name of its file."""
    form: ClassVar[type[StageSettings]] = StageSettings
    """The class of its settings."""
    role: ClassVar[str | None] = None
    """Who it asks: without a model for this role its result is ``not_run``."""
    needs_programs: ClassVar[bool] = False
    """Whether it can only run where a stage before it has provided the programs."""
    gives_programs: ClassVar[bool] = False
    """Whether it provides the programs, and with them the right option."""
    published_rejections: ClassVar[int] = 0
    """Pairs that it rejected in the published run of GPT-4o mini (PROBE-SWE, Table 2 and its data)."""

    def __init__(self, settings: Settings, resources: Resources) -> None:
        self.settings = settings
        self.resources = resources
        self.asker = resources.askers.get(self.role) if self.role else None

    async def examine(self, candidate: Candidate) -> Candidate:
        """Accept, reject with a reason, or record that the stage did not run. Raises ModelFault where a model fails."""
        raise NotImplementedError

    async def settle(self, candidate: Candidate) -> Candidate:
        """Return a candidate that is about to be accepted; a stage that remembers accepted ones may still reject it."""
        return candidate

    def watch(self) -> Watcher | None:
        """Return what follows the candidates of one queue behind this stage, None where nothing has to."""
        return None

    @classmethod
    def calls(cls, settings: Any, seen: float, passed: float, example: Example) -> Calls | None:
        """Return the calls that it takes to see so many candidates and let so many pass, None where it takes none."""
        return None

    @classmethod
    def near_miss(cls, evidence: Evidence) -> str:
        """Return what was measured beside what was asked for, from the evidence of a rejection; empty without any."""
        return ""


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
