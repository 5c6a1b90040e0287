"""The rounds of a generation: expand seeds, run every candidate through the cascade, accept N pairs per bias.

Acceptance depends only on the answers, never on the order in which they arrive: candidates are taken in the order of
rounds, biases, positions and authors, and a round begins when the previous one is decided. Resuming a run means running
it again: every answered call comes from the run's file. Expansions are requested one round ahead if they are certain to
be needed, and the cascade runs no more candidates than can be accepted.

Where calls are sent in batches, each of which may take a day, rounds are prepared together: as many expansions as will
probably be needed, and all their candidates at once. They are accepted in the same order, so the dataset is the same.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from itertools import takewhile

from probe.errors import StoppedError, first_of
from probe.filters.cascade import Cascade
from probe.generation.command import GenerateSettings
from probe.generation.progress import INTERRUPTED, CandidateKey, Generation, Progress, Widening
from probe.ports import Author, CandidateStore, Embedder
from probe.values import Bias, Candidate, CandidateState, fingerprint

_LOG = logging.getLogger(__name__)

UNPRODUCTIVE_EXPANSIONS = 10
UNPRODUCTIVE_ACCEPTED = 1
"""An author with at most one accepted pair after ten expansions of a bias does not scale (PROBE-SWE, Appendix D)."""


class Expansions:
    """The authors' expansions by bias and round, requested early or when they are taken.

    Requesting early saves only time: an expansion is identified by its number, and it starts early only if it is
    certain to be taken later. The same holds for the vectors of its first candidates.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._begun: dict[tuple[Bias, int], asyncio.Task[list[Candidate]]] = {}

    def begin(self, bias: Bias, expansion: int, authors: Sequence[Author], *, needed_count: int) -> None:
        """Request an expansion, and compute the vectors of its first ``needed_count`` candidates when it arrives."""
        task = self._begun[bias, expansion] = asyncio.create_task(_expand_all(bias, expansion, authors))
        task.add_done_callback(lambda finished_task: self._prefetch(finished_task, needed_count))

    async def take(self, bias: Bias, expansion: int, authors: Sequence[Author]) -> list[Candidate]:
        """Return the candidates of ``authors``, ordered by position, then by author."""
        early_task = self._begun.pop((bias, expansion), None)
        return await (early_task or _expand_all(bias, expansion, authors))

    async def close(self) -> None:
        """Cancel expansions that were started and are no longer needed."""
        for task in self._begun.values():
            task.cancel()
        await asyncio.gather(*self._begun.values(), return_exceptions=True)

    def _prefetch(self, task: asyncio.Task[list[Candidate]], prefetch_count: int) -> None:
        if task.cancelled() or task.exception():
            return  # take() raises it
        self._embedder.prefetch(
            [text for candidate in task.result()[:prefetch_count] for _, text in candidate.texts if text]
        )


async def _expand_all(bias: Bias, expansion: int, authors: Sequence[Author]) -> list[Candidate]:
    expansions = await asyncio.gather(*(author.expand(bias, expansion) for author in authors))
    return sorted((candidate for batch in expansions for candidate in batch), key=lambda entry: entry.position)


class CandidateQueue:
    """Runs one bias's candidates of one round in order, with at most ``target`` of them running or passed.

    A candidate is started only if too few earlier ones can still pass, so no call is spent on surplus. Which ones are
    started depends on outcomes, not on timing. What ``replaces`` a rejected one takes its place in the order.
    ``listener`` receives each outcome as it happens.
    """

    def __init__(
        self,
        cascade: Cascade,
        candidates: Iterable[Candidate],
        target: int,
        listener: Callable[[Candidate], None],
        replaces: Callable[[Candidate], Awaitable[Candidate | None]] | None = None,
    ) -> None:
        self.target = target
        self.waiting = deque(candidates)
        self._replaces = replaces
        self._cascade = cascade
        self._listener = listener
        self._begun = 0
        self._passed_count = 0
        self._decided_candidates: dict[int, Candidate] = {}
        self._near_duplicates = cascade.near_duplicates()

    async def advance(self) -> None:
        """Run until ``target`` candidates passed or none is left; an error cancels all running candidates."""
        running: dict[asyncio.Task[Candidate], int] = {}
        try:
            while True:
                while self.waiting and self._passed_count + len(running) < self.target:
                    if self._near_duplicates:
                        self._near_duplicates.begin(self._begun)
                    task = asyncio.create_task(self._run(self._begun, self.waiting.popleft()))
                    running[task] = self._begun
                    self._begun += 1
                if not running:
                    return
                finished_tasks, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for task in finished_tasks:
                    self._decided_candidates[running.pop(task)] = candidate = task.result()
                    self._passed_count += candidate.rejected_by is None
                    self._listener(candidate)
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)

    async def _run(self, number: int, candidate: Candidate) -> Candidate:
        """Run one candidate through the cascade; a near-duplicate waits for the earlier one before it makes a call."""
        hold_back = partial(self._near_duplicates.hold, number) if self._near_duplicates else None
        final_candidate = await self._cascade.run(candidate, hold_back)
        while self._replaces and (replacement := await self._replaces(final_candidate)):
            self._listener(final_candidate)
            final_candidate = await self._cascade.run(replacement, hold_back)
        if self._near_duplicates:
            self._near_duplicates.end(number, final_candidate)
        return final_candidate

    def take_decided(self) -> tuple[Candidate, ...]:
        """Return the candidates decided since the last call, in their order."""
        candidates = tuple(self._decided_candidates[number] for number in sorted(self._decided_candidates))
        self._decided_candidates.clear()
        self._passed_count = 0
        return candidates


class Generator:
    """Runs rounds of one expansion per open bias and author until every bias has its pairs.

    With ``widening``, the following rounds are prepared together with the first one.
    """

    def __init__(
        self,
        settings: GenerateSettings,
        authors: Sequence[Author],
        *,
        cascade: Cascade,
        embedder: Embedder,
        store: CandidateStore,
        listener: Callable[[Progress], None] = lambda progress: None,
        widening: Widening | None = None,
    ) -> None:
        self._settings = settings
        self._widening = widening
        self._queues: dict[tuple[int, Bias], CandidateQueue] = {}
        self._authors = authors
        self._cascade = cascade
        self._store = store
        self._listener = listener
        self._progress = Progress(per_bias=settings.per_bias, biases=settings.biases)
        self._expansions = Expansions(embedder)
        self._accepted_keys: list[CandidateKey] = []
        self._offered_fingerprints: set[str] = set()
        self._unanswered_reason = ""

    async def run(self) -> Generation:
        """Generate until done, or until a budget, a provider, an interruption or a lack of new candidates ends it.

        A cancellation ends it too and returns the accepted candidates, so that they can be saved.
        """
        end_reason: str | None = None
        is_stopped = False
        self._listener(self._progress)
        try:
            while end_reason is None and any(self._missing_count(bias) for bias in self._settings.biases):
                missing = sum(self._missing_count(bias) for bias in self._settings.biases)
                _LOG.info("round %d: %d pairs are missing", self._progress.round + 1, missing)
                end_reason = await self._run_round()
                self._listener(self._progress)
            # Rounds that were prepared together may leave candidates that are not needed.
            for (_, bias), queue in self._queues.items() if end_reason is None else ():
                self._record_surplus(bias, queue.take_decided())
        except* StoppedError as stopping:
            end_reason, is_stopped = str(first_of(stopping)), True
        except* asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or not task.cancelling():
                raise  # not requested by the user: a bug
            # The accepted pairs are still to be written: an interruption must not cost what was paid for.
            task.uncancel()
            end_reason, is_stopped = INTERRUPTED, True
        finally:
            await self._expansions.close()
        return Generation(
            accepted_keys=tuple(self._accepted_keys), progress=self._progress, end_reason=end_reason, stopped=is_stopped
        )

    def _missing_count(self, bias: Bias) -> int:
        return self._settings.per_bias - self._progress.accepted[bias]

    def _writers(self, bias: Bias) -> list[Author]:
        """Return the authors that still write for ``bias``; one that does not scale is stopped, with a notice."""
        if self._progress.round < UNPRODUCTIVE_EXPANSIONS or self._settings.keep_trying:
            return list(self._authors)
        accepted_counts = {author.name: self._progress.accepted_by[bias, author.name] for author in self._authors}
        unproductive = [author for author in self._authors if accepted_counts[author.name] <= UNPRODUCTIVE_ACCEPTED]
        for author in unproductive if self._progress.round == UNPRODUCTIVE_EXPANSIONS else ():
            self._progress.notices.append(
                f"{author.name} is stopped on {bias.value}: {accepted_counts[author.name]} accepted after"
                f" {UNPRODUCTIVE_EXPANSIONS} expansions; use --keep-trying to continue"
            )
        return [author for author in self._authors if author not in unproductive]

    async def _run_round(self) -> str | None:
        """Prepare the next round and accept from it; return why the run has to end, None to continue."""
        queues = await self._prepare(self._open_biases())
        if not self._queues:
            return "no author offers anything new: name another --author, or ask for fewer with --per-bias"
        if self._widening is None:
            for (_, bias), queue in self._queues.items():
                self._look_ahead(bias, len(queue.waiting))
        async with asyncio.TaskGroup() as group:
            for queue in queues:
                group.create_task(queue.advance())
        return await self._accept()

    def _open_biases(self) -> list[Bias]:
        return [bias for bias in self._settings.biases if self._missing_count(bias)]

    async def _prepare(self, biases: Sequence[Bias]) -> list[CandidateQueue]:
        """Take the next expansions of every author for ``biases``; return the queues of their candidates."""
        progress, writers = self._progress, {bias: self._writers(bias) for bias in biases}
        due_expansions = [
            (expansion, bias)
            for bias in biases
            for expansion in range(progress.expansions[bias], progress.round + self._width(bias, len(writers[bias])))
        ]
        async with asyncio.TaskGroup() as group:
            tasks = {
                (expansion, bias): group.create_task(self._expansions.take(bias, expansion, writers[bias]))
                for expansion, bias in due_expansions
            }
        offers = {key: self._new_candidates(key[1], task.result()) for key, task in tasks.items()}
        queues = {key: self._queue(key[1], new_candidates) for key, new_candidates in offers.items() if new_candidates}
        self._queues |= queues
        return list(queues.values())

    def _width(self, bias: Bias, author_count: int) -> int:
        """Return how many rounds of ``bias`` are prepared together; none beyond the one that may stop an author."""
        progress, widening = self._progress, self._widening
        if widening is None or not author_count:
            return 1
        offered_count = progress.round * widening.size * author_count
        width = widening.width(self._missing_count(bias), progress.accepted[bias], offered_count, author_count)
        # Later rounds may stop an author, so preparing them together could waste calls to an author.
        is_limited = progress.round < UNPRODUCTIVE_EXPANSIONS and not self._settings.keep_trying
        return min(width, UNPRODUCTIVE_EXPANSIONS - progress.round) if is_limited else width

    def _queue(self, bias: Bias, candidates: Sequence[Candidate]) -> CandidateQueue:
        # In batches, all candidates run at once: waiting for outcomes could take another day.
        target = len(candidates) if self._widening else self._missing_count(bias)
        return CandidateQueue(self._cascade, candidates, target, self._record_checked, self._replacement)

    async def _accept(self) -> str | None:
        """Accept in the order of rounds and biases, as far as every open bias is prepared; return why to stop."""
        progress = self._progress
        while (biases := self._open_biases()) and all(progress.expansions[bias] > progress.round for bias in biases):
            queues = {bias: self._queues.pop((progress.round, bias), None) for bias in biases}
            unanswered_counts = [await self._accept_from(bias, queue) for bias, queue in queues.items() if queue]
            progress.round += 1
            if any(unanswered_counts):
                unanswered_count, reason = progress.unanswered.total(), self._unanswered_reason
                return (
                    f"{unanswered_count} candidates were not answered ({reason}):"
                    " repeat the command to ask for them again"
                )
        return None

    def _look_ahead(self, bias: Bias, offered_count: int) -> None:
        """Request the next expansion early if it is needed even when all ``offered_count`` candidates are accepted."""
        needed_count, next_expansion = self._missing_count(bias) - offered_count, self._progress.round + 1
        # Only where the next expansion is needed in any case: a wrong guess would cost calls.
        if needed_count > 0 and (next_expansion < UNPRODUCTIVE_EXPANSIONS or self._settings.keep_trying):
            self._expansions.begin(bias, next_expansion, self._authors, needed_count=needed_count)

    def _new_candidates(self, bias: Bias, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Return what is new in an expansion, in its order."""
        new_candidates = []
        for candidate in candidates:
            self._progress.offer(candidate)
            identity = fingerprint([bias.value, *candidate.texts.model_dump().values()], digits=32)
            # Unreadable pairs are identical, but each has to reach the stage that rejects and counts it.
            if candidate.texts.unbiased and identity in self._offered_fingerprints:
                self._progress.repeated[bias] += 1
                self._store.keep_candidate(candidate, CandidateState.REPEATED)
                continue
            self._offered_fingerprints.add(identity)
            new_candidates.append(candidate)
        self._progress.expansions[bias] += 1
        return new_candidates

    async def _accept_from(self, bias: Bias, queue: CandidateQueue) -> int:
        """Accept passed candidates in order until the bias is complete; return how many are unanswered.

        Acceptance stops before an unanswered candidate, so that asking again gives the same dataset.
        """
        while True:
            candidates = queue.take_decided()
            unanswered_count = sum(candidate.unanswered for candidate in candidates)
            for candidate in takewhile(lambda entry: not entry.unanswered, candidates):
                if (await self._decide(candidate)).unanswered:
                    return unanswered_count + 1
            if unanswered_count:
                return unanswered_count
            queue.target = self._missing_count(bias)
            if not queue.target or not queue.waiting:
                break
            await queue.advance()
        self._record_surplus(bias, queue.waiting)
        return 0

    def _record_surplus(self, bias: Bias, candidates: Iterable[Candidate]) -> None:
        """Store what is not needed any more; rejected candidates are stored already."""
        for candidate in candidates:
            if candidate.rejected_by is None:
                self._progress.surplus[bias] += 1
                self._store.keep_candidate(candidate, CandidateState.SURPLUS)

    def _record_checked(self, candidate: Candidate) -> None:
        """Store a rejected candidate at once; one that passed waits for its turn to be accepted."""
        self._progress.checked_count += 1
        if candidate.rejected_by:
            self._reject(candidate)
        self._listener(self._progress)

    def _reject(self, candidate: Candidate) -> None:
        self._progress.reject(candidate)
        if candidate.unanswered:
            self._unanswered_reason = self._unanswered_reason or candidate.results[-1].reason
        state = CandidateState.UNANSWERED if candidate.unanswered else CandidateState.REJECTED
        self._store.keep_candidate(candidate, state)

    async def _decide(self, candidate: Candidate) -> Candidate:
        """Accept a candidate that passed, or what replaces it if it collides with one accepted in the meantime.

        Return the last candidate that was tried; the history of each is stored.
        """
        while candidate.rejected_by is None:
            if not self._missing_count(candidate.bias):
                self._record_surplus(candidate.bias, [candidate])
                break
            candidate = await self._cascade.settle(candidate)
            if candidate.rejected_by is None:
                self._record_accepted(candidate)
                break
            self._reject(candidate)
            # A composed candidate that collides is redrawn in its place, so that the order does not depend on
            # timing.
            while replacement := await self._replacement(candidate):
                candidate = await self._cascade.run(replacement)
                if candidate.rejected_by is None:
                    break
                self._reject(candidate)
        return candidate

    async def _replacement(self, candidate: Candidate) -> Candidate | None:
        """Return what takes the place of a candidate, None if it was not rejected or its author offers nothing.

        What an author balances is then balanced in the dataset too.
        """
        # An unanswered candidate is asked again when the command is repeated; until then nothing takes its place.
        if candidate.rejected_by is None or candidate.unanswered:
            return None
        author = next(author for author in self._authors if author.name == candidate.author)
        replacement = await author.replacement(candidate)
        if replacement is not None:
            self._progress.offer(replacement)
        return replacement

    def _record_accepted(self, candidate: Candidate) -> None:
        self._store.keep_candidate(candidate, CandidateState.ACCEPTED)
        self._accepted_keys.append(
            CandidateKey(candidate.bias, candidate.author, candidate.expansion, candidate.position)
        )
        self._progress.accept(candidate)
        self._listener(self._progress)
