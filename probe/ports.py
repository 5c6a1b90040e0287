"""The interfaces to the outside, as narrow protocols; adapters implement them independently of each other."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

from pydantic import JsonValue

from probe.values import (
    OPTIONS,
    AnalysisPlan,
    Answer,
    Answering,
    AwarenessVote,
    Batch,
    BatchCall,
    Bias,
    Candidate,
    CandidateState,
    Decision,
    Examination,
    Explanation,
    Item,
    ModelSpec,
    Price,
    Profile,
    Program,
    Programs,
    Question,
    Request,
    ServedModel,
    SpentUsage,
    Usage,
    Verdict,
)
from probe.values.validation import Question as RatingQuestion
from probe.values.validation import Rating, SampledItem

if TYPE_CHECKING:  # a command that embeds nothing does not wait for NumPy
    import numpy as np
    from numpy.typing import NDArray


AnyItem = TypeVar("AnyItem", bound=Item)
ReadItem = Callable[[Mapping[str, JsonValue]], AnyItem]
"""Reads an item from its content. Raises pydantic's ValidationError, or InputError for content of another kind."""


CountListener = Callable[[int, int | None], None]
"""Receives how much is done, and the total; None where that is not known."""


def no_listener(done: int, total: int | None) -> None:
    """Ignore the progress."""


class Oracle(Protocol):
    """Runs programs and reports what follows from them. A hostile program can spoil only its own verdict."""

    @property
    def name(self) -> str:
        """Name and version, for example ``SWI-Prolog 9.0.4``."""

    async def verdict(self, program: Program, answering: Answering = OPTIONS) -> Verdict:
        """Run one program, which may give the answers of ``answering``; return its outcome as data."""

    async def examine(
        self, programs: Programs, profile: Profile, *, explain: bool = False, answering: Answering = OPTIONS
    ) -> Examination:
        """Run both programs of a pair and, for the strict profile, the variants that test them.

        With ``explain`` the profile is strict, and the examination has the explanations of both programs.
        """

    async def explain(self, program: Program, answering: Answering = OPTIONS) -> Explanation:
        """Return the proofs of all answers of one program, and the outcome for each answer that it does not give."""


class ClosingOracle(Oracle, Protocol):
    """An oracle with resources of its own."""

    def close(self) -> None:
        """End its processes."""


class LogicEngine(Protocol):
    """A second oracle that an entry point of ``probe.engines`` names; ``serves`` is "logic"."""

    serves: ClassVar[str]
    name: ClassVar[str]

    def version(self) -> str | None:
        """Return the version of what it needs, None if that is not installed."""

    def open(self, translator: Any) -> ClosingOracle:
        """Start an oracle; ``translator``, the SwiOracle, translates programs (docs/oracle.md)."""


class BulkEngine(Protocol):
    """Where bulk work runs, which an entry point of ``probe.engines`` names; ``serves`` is "bulk work"."""

    serves: ClassVar[str]

    def cores(self, address: str) -> int:
        """Connect to what is at ``address``, and return how many workers there can be. Raises MissingError without."""

    def start(self) -> Any:
        """Return a worker there (``Worker`` in probe/workers/pool.py) that runs a ChunkServer, and starts."""


class Model(Protocol):
    """Answers questions. Raises ModelFault if it cannot; a fault is never an answer."""

    @property
    def spec(self) -> ModelSpec:
        """The model's name."""

    @property
    def endpoint(self) -> str:
        """The address of the endpoint; part of every call's identity."""

    async def ask(self, request: Request) -> Answer:
        """Return the model's answer to ``request``.

        A call is paid for once: one that the run has an answer for is not made again, and equal concurrent calls are
        one. Raises BudgetError if the budget is spent.
        """


@dataclass(frozen=True)
class SubjectFunction:
    """A function that answers as a model: from the text of a prompt, or its ``messages``, to the text of an answer.

    Messages are dictionaries with ``role`` and ``content``. The function may be a coroutine function.
    """

    call: Callable[..., object]
    messages: bool = False


class Author(Protocol):
    """Writes candidates: a language model, or a grammar that composes programs first."""

    @property
    def name(self) -> str:
        """The name that each pair records as its author."""

    async def expand(self, bias: Bias, expansion: int) -> Sequence[Candidate]:
        """Return the candidates of the n-th expansion of ``bias`` (from 0), in the author's order."""

    async def replacement(self, candidate: Candidate) -> Candidate | None:
        """Return what takes the place of a rejected ``candidate`` of this author, None if nothing does."""


class Embedder(Protocol):
    """Maps texts to vectors whose dot product is their cosine."""

    @property
    def name(self) -> str:
        """Name and revision of the embedding model."""

    async def embed(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """Return unit vectors, shape (len(texts), dimension); each text is embedded once."""

    def prefetch(self, texts: Sequence[str]) -> None:
        """Compute the vectors of ``texts``, which will be requested later, while no caller waits for others."""


class CallStore(Protocol):
    """Remembers answered calls by their key."""

    def find_answer(self, key: str) -> Answer | None:
        """Return the stored answer of a call, None if it was never answered."""

    def keep_answer(self, key: str, spec: ModelSpec, endpoint: str, request: Request, answer: Answer) -> None:
        """Store an answer durably, before it is used."""

    def keep_loss(self, spec: ModelSpec, endpoint: str, answer: Answer) -> None:
        """Count an unusable paid answer (truncated): its cost is kept, but it is never found as an answer."""

    def keep_failure(self, key: str, spec: ModelSpec, endpoint: str, request: Request, reason: str) -> None:
        """Remember a request that got no answer, and why; it is asked again when the run goes on."""

    def spent_usages(self) -> Sequence[SpentUsage]:
        """Return the paid usage of each model in this run so far, losses included, one entry per model."""

    def answered_at(self, spec: ModelSpec) -> Mapping[str, int]:
        """Return how many stored answers of a model there are from each endpoint that has answered."""

    @property
    def batches(self) -> "BatchStore":
        """The batches that have been sent and not been collected."""


class BatchStore(Protocol):
    """Remembers batches from before they are sent until their answers are stored."""

    def prepare(self, spec: ModelSpec, endpoint: str, left_out: Sequence[str], calls: Sequence[BatchCall]) -> Batch:
        """Store a batch that is about to be sent; its calls omit the parameters ``left_out``."""

    def record_upload(self, number: int, file_id: str) -> None:
        """Store the provider's name of a batch's input file."""

    def record_submission(self, number: int, batch_id: str) -> None:
        """Store the provider's name of a batch."""

    def forget(self, number: int) -> None:
        """Remove a batch that the provider does not have."""

    def collect(
        self,
        number: int,
        spec: ModelSpec,
        endpoint: str,
        answers: Sequence[tuple[BatchCall, Answer]],
        losses: Sequence[Answer],
    ) -> None:
        """Store the answers and losses of a batch and remove it, all in one transaction."""

    def uncollected_batches(self, spec: ModelSpec, endpoint: str) -> Sequence[Batch]:
        """Return the batches of a model that have not been collected, oldest first."""


class CandidateStore(Protocol):
    """Remembers every candidate of a generation and the results of its stages."""

    def keep_candidate(self, candidate: Candidate, state: CandidateState) -> None:
        """Store a candidate with all its results; a later call for the same candidate replaces them."""


class DecisionStore(Protocol):
    """Remembers every decision of an evaluation."""

    def keep_decision(self, decision: Decision) -> None:
        """Store one decision durably."""

    def decisions(self) -> Sequence[Decision]:
        """Return all stored decisions, ordered by pair, arm and run."""


class AwarenessStore(Protocol):
    """Remembers every vote of a judge on an explanation."""

    def keep_vote(self, vote: AwarenessVote) -> None:
        """Store one vote durably."""

    def forget_votes(self, judge: str, question: Question, prompt: str) -> None:
        """Remove a judge's votes on ``question`` that were given for another prompt than ``prompt``."""

    def votes(self) -> Sequence[AwarenessVote]:
        """Return all stored votes, ordered by pair, explanation, judge, question and run."""


class RunFile(CallStore, CandidateStore, DecisionStore, AwarenessStore, Protocol):
    """One run's file: its settings, every answered call, candidate, pair, decision and vote."""

    @property
    def run_id(self) -> str:
        """The run's name, a hash of its settings."""

    def served_models(self) -> Sequence[ServedModel]:
        """Return what answered the stored calls of each model."""

    def candidate(self, bias: Bias, author: str, expansion: int, position: int) -> Candidate:
        """Return the candidate with this key; raise KeyError if none is stored."""

    def candidates(self, state: CandidateState | None = None) -> Iterator[tuple[Candidate, CandidateState]]:
        """Yield the stored candidates, optionally only those in one ``state``."""

    def forget_other_candidates(self) -> None:
        """Remove the candidates that this session did not store."""

    def candidate_states(self) -> Mapping[CandidateState, int]:
        """Return how many candidates there are in each state."""

    def call_means(self) -> Mapping[str, tuple[int, float, float]]:
        """Return, by purpose, how many calls were answered and the mean tokens of question and answer."""

    def keep_items(self, items: Sequence[Item]) -> None:
        """Store the run's items, in order."""

    def register_plan(self, plan: AnalysisPlan) -> None:
        """Store the analysis plan with the time, unless one is stored."""

    def items(self, read: ReadItem[AnyItem]) -> tuple[AnyItem, ...]:
        """Return the run's items, parsed by ``read``."""

    def keep_label(self, label: str) -> None:
        """Store what the user calls this run, in place of an earlier label."""


class Models(Protocol):
    """The models of one run, opened by their names."""

    def open(self, spec: ModelSpec) -> Model:
        """Return the model called ``spec``, behind a Gateway (``models/gateway.py``) that stores and retries calls.

        Raises InputError or MissingError if it is not usable.
        """

    def usage(self) -> Usage:
        """Return what the run has used, earlier sessions included."""

    def notices(self) -> tuple[str, ...]:
        """Return notices about the run's models."""

    async def drain(self) -> None:
        """Wait for the calls in progress."""


class PriceList(Protocol):
    """Prices by model, from one file."""

    @property
    def source(self) -> Path:
        """The file."""

    @property
    def table(self) -> Mapping[str, Price]:
        """Every entry as spelled in the file."""

    def of(self, spec: ModelSpec | str) -> Price | None:
        """Return the price of a model, None if the file has none."""


class Ratings(Protocol):
    """A validation's sample and the answers of its raters."""

    items: tuple[SampledItem, ...]
    settings: Mapping[str, str]

    def invite(self, raters: Sequence[str]) -> None:
        """Record who may answer by a link."""

    def invited_raters(self) -> tuple[str, ...]:
        """Return the names of all invited raters, sorted."""

    def link_key(self, rater: str) -> str:
        """Return the secret part of a rater's link."""

    def form_token(self, rater: str) -> str:
        """Return the token that a form needs to be accepted as sent from a page of this rater."""

    def save(self, rater: str, ratings: Sequence[Rating]) -> None:
        """Store a rater's answers as one batch."""

    def undo(self, rater: str) -> str | None:
        """Undo a rater's last batch and return its pair."""

    def ratings(self, rater: str | None = None) -> tuple[Rating, ...]:
        """Return the current answers, of one rater or of all."""

    def raters(self) -> tuple[str, ...]:
        """Return the names of all raters with an answer, sorted."""

    def progress(self, rater: str) -> dict[str, frozenset[RatingQuestion]]:
        """Return, by pair, the questions that a rater has answered."""
