"""The pool: one thread per worker, a queue of jobs, and the recovery from a lost worker."""

import math
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, InvalidStateError
from contextlib import suppress
from typing import Protocol

from probe.errors import StoppedError
from probe.workers.child import EXHAUSTED, KEEP_WORKER
from probe.workers.process import WorkerLost, WorkerProcess

_PIPE_BYTES = 48 * 2**10
"""What may lie unread in the pipe to a worker; Linux and macOS give a pipe 64 KiB."""


class Worker(Protocol):
    """What answers frames in their order: a WorkerProcess, or what an engine runs elsewhere (probe/engines/)."""

    def greeting(self) -> bytes:
        """Return the first reply. Raise StoppedError if the worker is killed while it starts."""

    def send(self, request: bytes, seconds: float | None = None) -> None:
        """Write one frame; raise WorkerLost if it cannot be written within ``seconds``."""

    def receive(self, seconds: float | None = None) -> bytes:
        """Return the next reply, as child.py writes it. Raise WorkerLost after ``seconds``, or if the worker ended."""

    def interrupt(self) -> object:
        """End the worker from any thread, so that ``receive`` raises WorkerLost."""

    def kill(self) -> None:
        """End the worker, and release all its resources."""


class _Job:
    """A request, the future of its reply, and how many workers it has lost."""

    __slots__ = ("future", "losses", "request", "running", "size")

    def __init__(self, request: bytes | Callable[[], bytes]) -> None:
        self.request = request
        # A request that is created when it is sent may be large, so it never waits in a pipe.
        self.size = len(request) if isinstance(request, bytes) else _PIPE_BYTES
        self.future: Future[bytes] = Future()
        self.losses = 0
        self.running = False

    def start(self) -> bool:
        """Mark the job as running; False if its caller was cancelled."""
        # A job that is put back by a worker is already running.
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
    """Workers that answer requests, each one at a time and in order; ``make_worker`` returns a worker that starts.

    A reply begins with KEEP_WORKER, REPLACE_WORKER or EXHAUSTED (child.py). A worker that does not answer within
    ``deadline`` seconds is lost; one that has answered ``most`` requests is replaced; one that is killed while it
    starts is started again once. ``lazy`` workers are started for a job that no other takes.

    Every job is answered exactly once, whatever happens to the workers. A job that loses a worker is tried again, on a
    fresh one unless they are lazy, until it has lost ``tries``: the first may have been stopped or killed from outside.
    It is not retried if the kernel reports that a request with a deadline used up its processor time. A job that
    exhausts the stacks or the memory of a worker counts only if the worker was fresh, so that no verdict depends on
    what the worker did before.
    """

    def __init__(
        self,
        make_worker: Callable[[], Worker],
        workers: int,
        *,
        deadline: float | None = None,
        max_requests: float = math.inf,
        tries: int = 2,
        lazy: bool = False,
    ) -> None:
        """Start the workers unless they are ``lazy``. Raise MissingError or StoppedError if one does not start."""
        self._make, self._lazy = make_worker, lazy
        self._deadline, self._max_requests, self._tries = deadline, max_requests, tries
        self._jobs: deque[_Job] = deque()
        self._wake = threading.Condition()
        self._closed = False
        self._starting: list[Worker] = []
        self._running: list[Worker] = []
        self.greeting = b""
        self._ready = threading.Semaphore(0)
        self._fault: BaseException | None = None
        self._threads = [
            threading.Thread(target=self._serve, name=f"probe-worker-{number}", daemon=True)
            for number in range(workers)
        ]
        for thread in self._threads:
            thread.start()
        if not lazy:
            self._await_start()

    def _await_start(self) -> None:
        # Start all workers, so that a broken installation is reported here and not by a job.
        for _ in self._threads:
            self._ready.acquire()
        if self._fault is not None:
            self.close()
            raise self._fault

    @property
    def pids(self) -> tuple[int, ...]:
        """The process ids of the workers that run on this machine."""
        return tuple(worker.pid for worker in list(self._running) if isinstance(worker, WorkerProcess))

    def submit(self, request: bytes | Callable[[], bytes]) -> Future[bytes]:
        """Queue a request and return the future of its reply, which raises WorkerLost if it ended its worker.

        A large request is a function that makes it each time that it is sent, so that few are in memory at once.
        """
        job = _Job(request)
        with self._wake:
            if self._closed:
                raise self._fault or RuntimeError("the pool is closed")
            self._jobs.append(job)
            self._wake.notify()
        return job.future

    def close(self) -> None:
        """Kill every worker and cancel unanswered jobs."""
        self._end(CancelledError())
        # Iterate over a copy, because the threads remove their workers meanwhile.
        for worker in [*self._starting, *self._running]:
            worker.interrupt()
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        """Keep one worker, and one only, until the pool closes."""
        is_announced = False
        job_to_retry: _Job | None = None
        try:
            while self._worker_needed(job_to_retry):
                worker = self._start_worker()
                if not is_announced:
                    is_announced = True
                    self._ready.release()
                try:
                    job_to_retry = job_to_retry if self._closed else self._run_jobs(worker, job_to_retry)
                finally:
                    self._running.remove(worker)
                    worker.kill()
        except BaseException as error:  # noqa: BLE001 - passed to every waiting caller
            self._fault = error
            self._end(error)
            if job_to_retry:
                job_to_retry.settle(error)
        finally:
            if job_to_retry:
                job_to_retry.settle(CancelledError())
            if not is_announced:
                self._ready.release()

    def _worker_needed(self, job_to_retry: _Job | None) -> bool:
        """Return whether to start a worker, False if the pool closes; wait for a job where workers are lazy."""
        with self._wake:
            while self._lazy and not (job_to_retry or self._jobs or self._closed):
                self._wake.wait()
            return not self._closed

    def _start_worker(self) -> Worker:
        """Return a worker that has sent its greeting."""
        try:
            return self._greet(self._make())
        except StoppedError:
            if self._closed:
                raise
            return self._greet(self._make())

    def _greet(self, worker: Worker) -> Worker:
        # Listed, so that ``close`` can end a worker that does not start, for example for lack of a core.
        self._starting.append(worker)
        try:
            # If the pool was closed before the line above, nothing else would end the worker.
            self.greeting = b"" if self._closed else worker.greeting()
            self._running.append(worker)
        except BaseException:
            worker.kill()
            raise
        finally:
            self._starting.remove(worker)
        return worker

    def _run_jobs(self, worker: Worker, job_to_retry: _Job | None) -> _Job | None:
        """Give ``worker``, which is fresh, one job after another until it is lost, due for recycling or not needed.

        ``job_to_retry`` is its first job, if any. Return the job that the next worker has to repeat.
        """
        sent_jobs: deque[_Job] = deque()
        remaining, is_new_worker = self._max_requests, True
        try:
            while remaining or sent_jobs:
                while remaining and (job := job_to_retry or self._take(sent_jobs)):
                    job_to_retry = None
                    sent_jobs.append(job)
                    remaining -= 1
                    worker.send(job.request if isinstance(job.request, bytes) else job.request(), self._deadline)
                if not sent_jobs:
                    return None
                reply = worker.receive(self._deadline)
                job = sent_jobs.popleft()
                # Earlier requests may have used up the resource, so only the result of a new worker counts.
                if reply[:1] == EXHAUSTED and not is_new_worker:
                    return job
                job.settle(reply[1:])
                if reply[:1] != KEEP_WORKER:
                    return None
                is_new_worker = False
        except WorkerLost as error:
            # A worker starts a job after its last reply, so the oldest job is the one that it was working on.
            return self._job_to_repeat(sent_jobs.popleft(), error)
        finally:
            self._requeue(sent_jobs)
        return None

    def _take(self, sent_jobs: deque[_Job]) -> _Job | None:
        """Take a job whose caller is still there. Wait for a job if ``sent_jobs`` is empty; None if the pool closes.

        One job may wait in the pipe, so that a worker need not wait for its parent, if both fit into the pipe (else
        either side might wait for the other to read) and no other worker would be idle for it.
        """
        with self._wake:
            while not self._closed:
                if sent_jobs and (
                    len(sent_jobs) > 1
                    or len(self._jobs) < len(self._threads)
                    or sent_jobs[0].size + self._jobs[0].size > _PIPE_BYTES
                ):
                    return None
                while self._jobs:
                    job = self._jobs.popleft()
                    if job.start():
                        return job
                if not sent_jobs:
                    self._wake.wait()
        return None

    def _requeue(self, sent_jobs: deque[_Job]) -> None:
        """Put back what a worker has not started."""
        with self._wake:
            if not self._closed:
                # Put them first and keep their order: they have waited longest.
                self._jobs.extendleft(reversed(sent_jobs))
                self._wake.notify(len(sent_jobs))
                return
        for job in sent_jobs:
            job.settle(CancelledError())

    def _job_to_repeat(self, job: _Job, error: WorkerLost) -> _Job | None:
        """Return the job that lost a worker if a new one has to repeat it, or else let the job fail."""
        job.losses += 1
        # Without a deadline, the limit is that of the process (``ulimit -t``), and other jobs used its time too.
        exceeded_limit = error.cause == "spent" and self._deadline is not None
        if not (self._closed or exceeded_limit or job.losses >= self._tries):
            if not self._lazy:
                return job
            # Let any worker take it, because a cluster that has lost a core may have none for a new worker.
            self._requeue(deque([job]))
            return None
        job.settle(CancelledError() if self._closed else error)
        return None

    def _end(self, outcome: BaseException) -> None:
        """Accept no more jobs, and settle those that have not started with ``outcome``."""
        with self._wake:
            self._closed = True
            waiting_jobs = list(self._jobs)
            self._jobs.clear()
            self._wake.notify_all()
        for job in waiting_jobs:
            job.settle(outcome)
