"""The pool: one thread for each worker process, a queue of jobs, and what happens when a worker is lost."""

import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, InvalidStateError
from contextlib import suppress

from probe.oracle.discovery import Installation
from probe.oracle.limits import Limits
from probe.oracle.process import WorkerLateError, WorkerLostError, WorkerProcess

_AHEAD = 16
"""Jobs that a worker may have before it, so that it never waits for its parent; it gets new ones when half are done."""
_CHUNK = 16
"""Replies of a batch that its caller waits for at a time: to be woken for each costs more than to read it."""
_AHEAD_BYTES = 48 * 2**10
"""What may lie unread in the pipe to a worker; a full pipe would block both sides."""


class Lost(Exception):
    """The program ended its worker: ``late`` after the deadline, otherwise it died, twice."""

    def __init__(self, late: bool) -> None:
        super().__init__("late" if late else "died")
        self.late = late


class Job:
    """A request frame, how many workers died over it, and whom its outcome is told."""

    __slots__ = ("deaths", "request")

    def __init__(self, request: bytes) -> None:
        self.request = request
        self.deaths = 0

    def start(self) -> bool:
        """Mark the job as running; False where its caller has gone."""
        return True

    def settle(self, outcome: bytes | BaseException) -> None:
        """Tell the outcome: a reply, or what there is instead."""
        raise NotImplementedError


class _SingleJob(Job):
    """A job of its own, whose caller may go away before it is done."""

    __slots__ = ("future", "running")

    def __init__(self, request: bytes) -> None:
        super().__init__(request)
        self.future: Future[bytes] = Future()
        self.running = False

    def start(self) -> bool:
        # A job that comes back from a lost worker runs already.
        self.running = self.running or self.future.set_running_or_notify_cancel()
        return self.running

    def settle(self, outcome: bytes | BaseException) -> None:
        with suppress(InvalidStateError):
            if isinstance(outcome, CancelledError) and self.future.cancel():
                return
            if isinstance(outcome, BaseException):
                self.future.set_exception(outcome)
            else:
                self.future.set_result(outcome)


class _Chunk:
    """Places for the outcomes of some jobs, and a bell that rings when all are taken."""

    def __init__(self, size: int) -> None:
        self._outcomes: list[bytes | BaseException] = [b""] * size
        self._left = size
        self._lock = threading.Lock()
        self._full = threading.Event()

    def put(self, place: int, outcome: bytes | BaseException) -> None:
        self._outcomes[place] = outcome
        with self._lock:
            self._left -= 1
            full = not self._left
        if full:
            self._full.set()

    def wait(self) -> list[bytes | BaseException]:
        self._full.wait()
        return self._outcomes


class _BatchJob(Job):
    """One of many jobs, whose caller waits for all of them."""

    __slots__ = ("chunk", "place")

    def __init__(self, request: bytes, chunk: _Chunk, place: int) -> None:
        super().__init__(request)
        self.chunk = chunk
        self.place = place

    def settle(self, outcome: bytes | BaseException) -> None:
        self.chunk.put(self.place, outcome)


class Pool:
    """Worker processes that answer frames. Every job is answered exactly once, whatever becomes of the workers.

    The job at which a worker dies is tried once more, since somebody else may have killed the worker; jobs behind it
    go back to the head of the queue. ``worn`` tells from a reply whether its worker is to be replaced.
    """

    def __init__(self, installation: Installation, limits: Limits, workers: int, worn: Callable[[bytes], bool]) -> None:
        self._installation = installation
        self._limits = limits
        self._worn = worn
        self._jobs: deque[Job] = deque()
        self._wake = threading.Condition()
        self._closed = False
        self._running: dict[int, WorkerProcess] = {}
        self.greeting: dict[str, object] = {}
        self._ready = threading.Semaphore(0)
        self._fault: BaseException | None = None
        self._threads = [
            threading.Thread(target=self._serve, name=f"probe-oracle-{n}", daemon=True) for n in range(workers)
        ]
        for thread in self._threads:
            thread.start()
        for _ in self._threads:
            self._ready.acquire()
        self._raise_fault()

    def _raise_fault(self) -> None:
        if self._fault is not None:
            self.close()
            raise self._fault

    @property
    def pids(self) -> tuple[int, ...]:
        """The process ids of the running workers."""
        return tuple(worker.pid for worker in self._running.values())

    def submit(self, request: bytes) -> Future[bytes]:
        """Queue a request and return the future of its reply."""
        job = _SingleJob(request)
        self._queue([job])
        return job.future

    def ask_all(self, requests: Sequence[bytes]) -> Iterator[bytes | Lost]:
        """Queue requests and yield their replies in the same order, each as soon as it and those near it are there."""
        chunks, jobs = [], []
        for start in range(0, len(requests), _CHUNK):
            some = requests[start : start + _CHUNK]
            chunks.append(chunk := _Chunk(len(some)))
            jobs += [_BatchJob(request, chunk, place) for place, request in enumerate(some)]
        self._queue(jobs)
        return self._replies(chunks)

    def _replies(self, chunks: Sequence[_Chunk]) -> Iterator[bytes | Lost]:
        for chunk in chunks:
            for outcome in chunk.wait():
                if isinstance(outcome, BaseException) and not isinstance(outcome, Lost):
                    raise outcome
                yield outcome

    def _queue(self, jobs: Sequence[Job]) -> None:
        with self._wake:
            if self._closed:
                raise RuntimeError("the oracle is closed")
            self._jobs.extend(jobs)
            self._wake.notify(len(jobs))

    def close(self) -> None:
        """Kill every worker and cancel what was not answered."""
        self._end(CancelledError())
        for worker in list(self._running.values()):
            worker.interrupt()
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        """Keep one worker, and one only, until the pool closes."""
        announced = False
        try:
            while not self._closed:
                worker = WorkerProcess(self._installation, self._limits)
                self._running[worker.pid] = worker
                self.greeting = worker.greeting
                if not announced:
                    announced = True
                    self._ready.release()
                try:
                    self._employ(worker)
                finally:
                    del self._running[worker.pid]
                    worker.kill()
        except BaseException as error:  # noqa: BLE001 - told to every caller that waits
            self._fault = error
            self._end(error)
        finally:
            if not announced:
                self._ready.release()

    def _employ(self, worker: WorkerProcess) -> None:
        """Give ``worker`` jobs until it is lost, worn or not needed any more."""
        ahead: deque[Job] = deque()
        answered = 0
        try:
            while answered < self._limits.requests_per_worker:
                self._fill(worker, ahead, self._limits.requests_per_worker - answered)
                if not ahead:
                    if self._closed:
                        return
                    continue
                reply = worker.receive(self._limits.deadline)
                ahead.popleft().settle(reply)
                answered += 1
                if self._worn(reply):
                    return
        except WorkerLostError as error:
            # Replies may have been on their way: what was begun last is to blame, not what was awaited first.
            place = min(max(worker.begun() - answered - 1, 0), len(ahead) - 1)
            if outcome := self._blame(ahead[place], error):
                ahead[place].settle(outcome)
                del ahead[place]
        finally:
            self._give_back(ahead)

    def _blame(self, job: Job, error: WorkerLostError) -> Lost | None:
        """Return the outcome of the job at which a worker was lost, None where it is to be tried once more."""
        if isinstance(error, WorkerLateError):
            return Lost(late=True)
        job.deaths += 1
        return Lost(late=False) if job.deaths > 1 and not self._closed else None

    def _fill(self, worker: WorkerProcess, ahead: deque[Job], most: int) -> None:
        """Send ``worker`` as many jobs as it may have before it; wait for one if it has none."""
        if len(ahead) > _AHEAD // 2:
            return
        new = self._take(min(_AHEAD, most) - len(ahead), sum(len(job.request) for job in ahead))
        ahead.extend(new)
        if new:
            worker.send(b"".join(job.request for job in new))

    def _take(self, most: int, unread: int) -> list[Job]:
        """Take this worker's share of the queue, as far as ``unread`` bytes leave room; wait for a job if that is 0."""
        taken: list[Job] = []
        with self._wake:
            while not unread and not self._jobs and not self._closed:
                self._wake.wait()
            most = min(most, -(-len(self._jobs) // len(self._threads)))
            while self._jobs and not self._closed and len(taken) < most:
                size = len(self._jobs[0].request)
                if unread and unread + size > _AHEAD_BYTES:
                    break
                job = self._jobs.popleft()
                if job.start():
                    taken.append(job)
                    unread += size
        return taken

    def _give_back(self, ahead: deque[Job]) -> None:
        with self._wake:
            if self._closed:
                for job in ahead:
                    job.settle(CancelledError())
            else:
                self._jobs.extendleft(reversed(ahead))
                self._wake.notify(len(ahead))

    def _end(self, outcome: BaseException) -> None:
        """Take no more jobs, and tell ``outcome`` to those that nobody has begun."""
        with self._wake:
            self._closed = True
            waiting = list(self._jobs)
            self._jobs.clear()
            self._wake.notify_all()
        for job in waiting:
            job.settle(outcome)
