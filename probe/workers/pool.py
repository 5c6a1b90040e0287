"""The pool: one thread per worker process, a queue of jobs, and the recovery from a lost worker."""

import math
import threading
from collections import deque
from concurrent.futures import CancelledError, Future, InvalidStateError
from contextlib import suppress

from probe.workers.child import EXHAUSTED, KEEP
from probe.workers.process import WorkerLost, WorkerProcess, WorkerScript, start

_TRIES = 2
"""How many workers one job may lose: the first may have been stopped or killed from outside."""
_PIPE_BYTES = 48 * 2**10
"""What may lie unread in the pipe to a worker; Linux and macOS give a pipe 64 KiB."""


class _Job:
    """A request, the future of its reply, and how many workers it has lost."""

    __slots__ = ("future", "losses", "request", "running")

    def __init__(self, request: bytes) -> None:
        self.request = request
        self.future: Future[bytes] = Future()
        self.losses = 0
        self.running = False

    def start(self) -> bool:
        """Mark the job as running; False if its caller was cancelled."""
        # A job that a worker gave back is running already.
        self.running = self.running or self.future.set_running_or_notify_cancel()
        return self.running

    def settle(self, outcome: bytes | BaseException) -> None:
        """Set the reply, or what replaces it."""
        # The caller may have cancelled the job in the meantime.
        with suppress(InvalidStateError):
            if isinstance(outcome, CancelledError) and self.future.cancel():
                return
            if isinstance(outcome, BaseException):
                self.future.set_exception(outcome)
            else:
                self.future.set_result(outcome)


class Pool:
    """Worker processes that answer requests, each one at a time and in their order.

    A reply begins with KEEP, REPLACE or EXHAUSTED (see child.py). A worker that does not answer within ``deadline``
    seconds is lost; one that has answered ``most`` requests is replaced.

    Every job is answered exactly once, whatever happens to the workers. A job that loses a worker is tried once more,
    on a fresh worker, before its program is blamed. It is not retried if the kernel reports that the request used up
    its processor time. A job that exhausts the stacks or the memory of a worker counts only if the worker was fresh, so
    that no verdict depends on what the worker did before.
    """

    def __init__(self, script: WorkerScript, workers: int, *, deadline: float, most: float = math.inf) -> None:
        """Start the workers. Raise MissingError or StoppedError if one of them does not start."""
        self._script = script
        self._deadline, self._most = deadline, most
        self._jobs: deque[_Job] = deque()
        self._wake = threading.Condition()
        self._closed = False
        self._running: dict[int, WorkerProcess] = {}
        self.greeting = b""
        self._ready = threading.Semaphore(0)
        self._fault: BaseException | None = None
        self._threads = [
            threading.Thread(target=self._serve, name=f"probe-worker-{n}", daemon=True) for n in range(workers)
        ]
        for thread in self._threads:
            thread.start()
        # All workers have to start, so that a broken installation is reported here and not by some job.
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
        return tuple(worker.pid for worker in list(self._running.values()))

    def submit(self, request: bytes) -> Future[bytes]:
        """Queue a request and return the future of its reply, which raises WorkerLost if it ended its worker."""
        job = _Job(request)
        with self._wake:
            if self._closed:
                raise self._fault or RuntimeError(f"{self._script.name} is closed")
            self._jobs.append(job)
            self._wake.notify()
        return job.future

    def close(self) -> None:
        """Kill every worker and cancel unanswered jobs."""
        self._end(CancelledError())
        # A copy, because the threads remove their workers meanwhile.
        for worker in list(self._running.values()):
            worker.interrupt()
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        """Keep one worker, and one only, until the pool closes."""
        announced = False
        again: _Job | None = None
        try:
            while not self._closed:
                worker, self.greeting = start(self._script)
                self._running[worker.pid] = worker
                if not announced:
                    announced = True
                    self._ready.release()
                try:
                    again = self._employ(worker, again)
                finally:
                    del self._running[worker.pid]
                    worker.kill()
        except BaseException as error:  # noqa: BLE001 - passed to every waiting caller
            self._fault = error
            self._end(error)
            if again:
                again.settle(error)
        finally:
            if again:
                again.settle(CancelledError())
            if not announced:
                self._ready.release()

    def _employ(self, worker: WorkerProcess, again: _Job | None) -> _Job | None:
        """Give ``worker``, which is fresh, one job after another until it is lost, due for recycling or not needed.

        ``again`` is its first job. Return the job that the next worker has to do again.
        """
        sent: deque[_Job] = deque()
        left, fresh = self._most, True
        try:
            while left or sent:
                while left and (job := again or self._take(sent)):
                    again = None
                    sent.append(job)
                    left -= 1
                    worker.send(job.request, self._deadline)
                if not sent:
                    return None
                reply = worker.receive(self._deadline)
                job = sent.popleft()
                # What ran out may have been used by earlier requests, so only a fresh worker's result counts.
                if reply[:1] == EXHAUSTED and not fresh:
                    return job
                job.settle(reply[1:])
                if reply[:1] != KEEP:
                    return None
                fresh = False
        except WorkerLost as lost:
            # A worker takes up a job when it has sent its last reply, so the oldest job is the one it was lost over.
            return self._lose(sent.popleft(), lost)
        finally:
            self._give_back(sent)
        return None

    def _take(self, sent: deque[_Job]) -> _Job | None:
        """Take a job whose caller is still there. Wait for one where nothing is ``sent``; None where the pool closes.

        One job may wait in the pipe, so that a worker need not wait for its parent, if both fit into the pipe (else
        either side might wait for the other to read) and no other worker would be idle for it.
        """
        with self._wake:
            while not self._closed:
                if sent and (
                    len(sent) > 1
                    or len(self._jobs) < len(self._threads)
                    or len(sent[0].request) + len(self._jobs[0].request) > _PIPE_BYTES
                ):
                    return None
                while self._jobs:
                    job = self._jobs.popleft()
                    if job.start():
                        return job
                if not sent:
                    self._wake.wait()
        return None

    def _give_back(self, sent: deque[_Job]) -> None:
        """Put back what a worker has not started."""
        with self._wake:
            if not self._closed:
                # To the front and in their order: they have waited longest.
                self._jobs.extendleft(reversed(sent))
                self._wake.notify(len(sent))
                return
        for job in sent:
            job.settle(CancelledError())

    def _lose(self, job: _Job, lost: WorkerLost) -> _Job | None:
        """Return the job that lost a worker if a fresh one has to do it again, or else blame it."""
        job.losses += 1
        if not (self._closed or lost.why == "spent" or job.losses >= _TRIES):
            return job
        job.settle(CancelledError() if self._closed else lost)
        return None

    def _end(self, outcome: BaseException) -> None:
        """Accept no more jobs, and settle those that have not started with ``outcome``."""
        with self._wake:
            self._closed = True
            waiting = list(self._jobs)
            self._jobs.clear()
            self._wake.notify_all()
        for job in waiting:
            job.settle(outcome)
