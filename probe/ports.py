"""What the services need from outside, as narrow protocols; adapters implement them and know nothing of each other."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from probe.values import (
    Answer,
    AwarenessVote,
    Bias,
    Candidate,
    CandidateState,
    Decision,
    Examination,
    Explanation,
    ModelSpec,
    Profile,
    Program,
    Programs,
    Question,
    Request,
    Spent,
    Verdict,
)


class Oracle(Protocol):
    """Runs programs and says what follows from them. A hostile program costs only its own verdict."""

    @property
    def name(self) -> str:
        """Name and version, for example ``SWI-Prolog 9.0.4``."""

    async def verdict(self, program: Program) -> Verdict:
        """Run one program; whatever it does comes back as data."""

    async def examine(self, programs: Programs, profile: Profile, *, explain: bool = False) -> Examination:
        """Run both programs of a pair and, for the strict profile, the variants that test them.

        With ``explain`` the profile is strict, and the examination has the explanations of both programs.
        """

    async def explain(self, program: Program) -> Explanation:
        """Return the proofs of all answers of one program, and what became of the option that it does not name."""


class Model(Protocol):
    """Answers questions. Raises ModelFault where it does not; a fault is never an answer."""

    @property
    def spec(self) -> ModelSpec:
        """The name under which it is known."""

    @property
    def endpoint(self) -> str:
        """Where it is asked; part of every call's identity."""

    async def ask(self, request: Request) -> Answer:
        """Return the model's answer to ``request``."""


class Author(Protocol):
    """Writes candidates: a language model, or a grammar that composes programs first."""

    @property
    def name(self) -> str:
        """The name that is kept as each pair's author."""

    async def expand(self, bias: Bias, expansion: int) -> Sequence[Candidate]:
        """Return the candidates of the n-th expansion of ``bias`` (from 0), in the author's order."""


class Embedder(Protocol):
    """Maps texts to vectors whose dot product is their cosine."""

    @property
    def name(self) -> str:
        """Name and revision of the embedding model."""

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return unit vectors, shape (len(texts), dimension); each text is embedded once."""

    def foresee(self, texts: Sequence[str]) -> None:
        """Compute the vectors of ``texts``, which will be asked for, while nobody waits for others."""


class CallStore(Protocol):
    """Remembers answered calls by their key."""

    def find_answer(self, key: str) -> Answer | None:
        """Return the stored answer of a call, None where it was never answered."""

    def keep_answer(self, key: str, spec: ModelSpec, endpoint: str, request: Request, answer: Answer) -> None:
        """Store an answer durably, before anybody uses it."""

    def keep_loss(self, spec: ModelSpec, endpoint: str, answer: Answer) -> None:
        """Count an answer that was paid for and thrown away (truncated): its cost stays, it is never found again."""

    def spent(self) -> Sequence[Spent]:
        """Return what each model was paid for in this run so far, losses included, one entry a model."""


class CandidateStore(Protocol):
    """Remembers every candidate of a generation and what the stages said of it."""

    def keep_candidate(self, candidate: Candidate, state: CandidateState) -> None:
        """Store a candidate's whole story; a later call for the same candidate replaces it."""


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
        """Remove a judge's votes on ``question`` that were asked for in other words than ``prompt``."""

    def votes(self) -> Sequence[AwarenessVote]:
        """Return all stored votes, ordered by pair, explanation, judge, question and run."""
