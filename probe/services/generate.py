"""Regenerate: expand seeds, let every candidate through the cascade, accept N pairs a bias.

What is accepted depends on the answers alone, never on how they interleave: candidates are taken in the order of
rounds, biases, positions and authors, and a round begins when the one before is decided. Resuming a run is running it
again: every answered call comes from the run's file.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from probe.errors import StoppedError, first_of
from probe.filters.cascade import Cascade
from probe.ports import Author, CandidateStore, Embedder
from probe.services.queue import CandidateQueue, was_unanswered
from probe.similarity import TextIndex
from probe.values import Bias, Candidate, CandidateState, Texts, pair_id

HOPELESS_EXPANSIONS = 10
HOPELESS_ACCEPTED = 1
"""An author with at most one accepted pair after ten expansions of a bias does not scale (PROBE-SWE, Appendix D)."""


@dataclass(frozen=True)
class GenerateSettings:
    """What a generation is asked for."""

    per_bias: int
    biases: tuple[Bias, ...]
    keep_trying: bool = False


@dataclass
class Progress:
    """How far a generation is; a view of it is drawn by whoever listens."""

    per_bias: int
    accepted: Counter[Bias] = field(default_factory=Counter)
    offered: Counter[Bias] = field(default_factory=Counter)
    rejected: Counter[tuple[Bias, str]] = field(default_factory=Counter)
    round: int = 0
    notices: list[str] = field(default_factory=list)


Listener = Callable[[Progress], None]


@dataclass(frozen=True)
class Generation:
    """What came of a run: accepted candidates in order, and why it ended (None: every bias has its pairs)."""

    accepted: tuple[Candidate, ...]
    progress: Progress
    ended: str | None


class Generator:
    """Runs rounds of one expansion per open bias and author until every bias has its pairs."""

    def __init__(
        self,
        settings: GenerateSettings,
        authors: Sequence[Author],
        *,
        cascade: Cascade,
        accepted: TextIndex,
        embedder: Embedder,
        store: CandidateStore,
        listener: Listener = lambda progress: None,
    ) -> None:
        self._settings = settings
        self._authors = authors
        self._cascade = cascade
        self._index = accepted
        self._embedder = embedder
        self._store = store
        self._listener = listener
        self._progress = Progress(per_bias=settings.per_bias)
        self._accepted: list[Candidate] = []
        self._offered: set[tuple[Bias, Texts]] = set()
        self._by_author: Counter[tuple[Bias, str]] = Counter()

    async def run(self) -> Generation:
        """Generate until done, or until a budget, a provider or a lack of anything new ends it."""
        ended: str | None = None
        try:
            while ended is None and any(self._missing(bias) for bias in self._settings.biases):
                ended = await self._round()
                self._progress.round += 1
                self._listener(self._progress)
        except* StoppedError as stopped:
            ended = str(first_of(stopped))
        return Generation(accepted=tuple(self._accepted), progress=self._progress, ended=ended)

    def _missing(self, bias: Bias) -> int:
        return self._settings.per_bias - self._progress.accepted[bias]

    def _writers(self, bias: Bias) -> list[Author]:
        """Return the authors that still write for ``bias``; one that does not scale is stopped, and that is said."""
        if self._progress.round < HOPELESS_EXPANSIONS or self._settings.keep_trying:
            return list(self._authors)
        hopeless = [author for author in self._authors if self._by_author[bias, author.name] <= HOPELESS_ACCEPTED]
        for author in hopeless if self._progress.round == HOPELESS_EXPANSIONS else ():
            self._progress.notices.append(
                f"{author.name} is stopped on {bias.value}: {self._by_author[bias, author.name]} accepted after"
                f" {HOPELESS_EXPANSIONS} expansions; --keep-trying goes on"
            )
        return [author for author in self._authors if author not in hopeless]

    async def _round(self) -> str | None:
        """Take one expansion of every author for every open bias; return why the run has to end, None to go on."""
        biases = [bias for bias in self._settings.biases if self._missing(bias)]
        async with asyncio.TaskGroup() as group:
            offers = {bias: group.create_task(self._offers(bias)) for bias in biases}
        queues = {
            bias: CandidateQueue(self._cascade, offer.result(), self._missing(bias), self._heard)
            for bias, offer in offers.items()
            if offer.result()
        }
        if not queues:
            return "no author offers anything new: name another --author, or ask for fewer with --per-bias"
        async with asyncio.TaskGroup() as group:
            for queue in queues.values():
                group.create_task(queue.advance())
        unanswered = [await self._accept_from(bias, queue) for bias, queue in queues.items()]
        if any(unanswered):
            return f"{sum(unanswered)} candidates were not answered: repeat the command to ask for them again"
        return None

    async def _offers(self, bias: Bias) -> list[Candidate]:
        """Return what is new in this round's expansions, position by position, authors in their order."""
        writers = self._writers(bias)
        written = await asyncio.gather(*(author.expand(bias, self._progress.round) for author in writers))
        fresh = []
        for candidate in sorted((one for batch in written for one in batch), key=lambda one: one.position):
            self._progress.offered[bias] += 1
            if candidate.texts.unbiased and (bias, candidate.texts) in self._offered:
                self._store.keep_candidate(candidate, CandidateState.REPEATED)
                continue
            self._offered.add((bias, candidate.texts))
            fresh.append(candidate)
        # One batch, whatever the stages do: a vector's last bits depend on the batch that it was computed in.
        await self._embedder.embed([text for candidate in fresh for _, text in candidate.texts if text])
        return fresh

    async def _accept_from(self, bias: Bias, queue: CandidateQueue) -> int:
        """Accept in order what passed until the bias has its pairs; return how many were not answered.

        Acceptance stops before an unanswered candidate, so that asking again gives the same dataset.
        """
        while True:
            decided = queue.take_decided()
            unanswered = sum(was_unanswered(candidate) for candidate in decided)
            for candidate in takewhile(lambda one: not was_unanswered(one), decided):
                await self._decide(bias, candidate)
            if unanswered:
                return unanswered
            queue.wanted = self._missing(bias)
            if not queue.wanted or not queue.waiting:
                break
            await queue.advance()
        for candidate in queue.waiting:
            self._store.keep_candidate(candidate, CandidateState.SURPLUS)
        return 0

    def _heard(self, candidate: Candidate) -> None:
        """Keep what failed as soon as it fails; what passed waits for its turn to be accepted."""
        if candidate.rejected_by:
            state = CandidateState.UNANSWERED if was_unanswered(candidate) else CandidateState.REJECTED
            self._store.keep_candidate(candidate, state)
        self._listener(self._progress)

    async def _decide(self, bias: Bias, candidate: Candidate) -> None:
        """Accept a candidate that passed, unless it collides with one accepted in between; keep its story."""
        passed = candidate.rejected_by is None
        final = await self._cascade.run_stage("collision", candidate) if passed else candidate
        if final.rejected_by:
            self._progress.rejected[bias, final.rejected_by.stage] += 1
            if passed:
                self._store.keep_candidate(final, CandidateState.REJECTED)
            return
        assert candidate.programs is not None
        (vector,) = await self._embedder.embed([candidate.texts.unbiased])
        self._index.add(pair_id(bias, candidate.texts, candidate.programs), vector, candidate.series)
        self._store.keep_candidate(candidate, CandidateState.ACCEPTED)
        self._accepted.append(candidate)
        self._progress.accepted[bias] += 1
        self._by_author[bias, candidate.author] += 1
