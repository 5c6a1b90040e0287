"""The pool: one thread for each worker process, a queue of jobs, and what happens when a worker is lost."""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future, InvalidStateError
from contextlib import suppress

from probe.oracle.discovery import Installation
from probe.oracle.limits import Limits
from probe.oracle.process import WorkerLateError, WorkerLostError, WorkerProcess

_AHEAD = 8
"""Jobs that a worker may have before it, so that it never waits for its parent."""
_AHEAD_BYTES = 48 * 2**10
"""What may lie unread in the pipe to a worker; a full pipe would block both sides."""


class Lost(Exception):
    """The program ended its worker: ``late`` after the deadline, otherwise it died, twice."""

    def __init__(self, late: bool) -> None:
        super().__init__("late" if late else "died")
        self.late = late


class Job:
    """A request frame, the future of its reply, and how many workers died over it."""

    __slots__ = ("deaths", "future", "request", "running")

    def __init__(self, request: bytes) -> None:
        self.request = request
        self.future: Future[bytes] = Future()
        self.deaths = 0
        self.running = False

    def start(self) -> bool:
        """Mark the job as running; False where its caller has cancelled it. A job that comes back runs already."""
        self.running = self.running or self.future.set_running_or_notify_cancel()
        return self.running


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

    def submit(self, requests: Sequence[bytes]) -> list[Future[bytes]]:
        """Queue requests and return the futures of their replies, in the same order."""
        jobs = [Job(request) for request in requests]
        with self._wake:
            if self._closed:
                raise RuntimeError("the oracle is closed")
            self._jobs.extend(jobs)
            self._wake.notify(len(jobs))
        return [job.future for job in jobs]

    def close(self) -> None:
        """Kill every worker and cancel what was not answered."""
        with self._wake:
            self._closed = True
            waiting = list(self._jobs)
            self._jobs.clear()
            self._wake.notify_all()
        for job in waiting:
            job.future.cancel()
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
            self._fail_all(error)
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
                    return
                reply = worker.receive(self._limits.deadline)
                _settle(ahead.popleft(), reply)
                answered += 1
                if self._worn(reply):
                    return
        except WorkerLateError:
            _settle(ahead.popleft(), Lost(late=True))
        except WorkerLostError:
            job = ahead.popleft()
            job.deaths += 1
            if job.deaths > 1 and not self._closed:
                _settle(job, Lost(late=False))
            else:
                ahead.appendleft(job)
        finally:
            self._give_back(ahead)

    def _fill(self, worker: WorkerProcess, ahead: deque[Job], most: int) -> None:
        """Send ``worker`` as many jobs as it may have before it; wait for one if it has none."""
        room = min(_AHEAD, most) - len(ahead)
        unread = sum(len(job.request) for job in ahead)
        while room > 0:
            with self._wake:
                while not ahead and not self._jobs and not self._closed:
                    self._wake.wait()
                if self._closed or not self._jobs:
                    return
                if ahead and unread + len(self._jobs[0].request) > _AHEAD_BYTES:
                    return
                job = self._jobs.popleft()
            if not job.start():
                continue
            ahead.append(job)
            unread += len(job.request)
            room -= 1
            worker.send(job.request)

    def _give_back(self, ahead: deque[Job]) -> None:
        with self._wake:
            if self._closed:
                for job in ahead:
                    _settle(job, CancelledError())
            else:
                self._jobs.extendleft(reversed(ahead))
                self._wake.notify(len(ahead))

    def _fail_all(self, error: BaseException) -> None:
        with self._wake:
            self._closed = True
            waiting = list(self._jobs)
            self._jobs.clear()
            self._wake.notify_all()
        for job in waiting:
            _settle(job, error)


def _settle(job: Job, outcome: bytes | BaseException) -> None:
    """Answer a job; a caller that has gone away in the meantime is no reason to stop."""
    with suppress(InvalidStateError):
        if isinstance(outcome, BaseException):
            job.future.set_exception(outcome)
        else:
            job.future.set_result(outcome)
