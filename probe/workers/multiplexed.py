"""One worker that answers many requests at once, in any order, from the parent's side."""

import heapq
import sys
import threading
import time
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from itertools import count
from typing import Generic, TypeVar

from probe.errors import ProbeError, StoppedError, how_ended, killed
from probe.workers.child import GREETING, NUMBER
from probe.workers.process import WorkerLost, WorkerProcess, WorkerScript

AnswerType = TypeVar("AnswerType")


class MultiplexedWorker(Generic[AnswerType]):
    """Runs a model in a separate process, so that its imports and computation delay nothing else.

    ``submit`` may be called from any thread and never waits: a process that reads nothing delays only the thread that
    writes to it. At most ``max_ahead`` requests are with the process; the others wait here by rank. A process that is
    killed while it starts is started again once. One that owes an answer but sends nothing for
    ``silent_seconds`` (``start_seconds`` while it starts) is suspended or hangs: it is ended. At the end of the process
    all pending requests fail.
    """

    def __init__(
        self, script: WorkerScript, *, start_seconds: float, silent_seconds: float, max_ahead: int = sys.maxsize
    ) -> None:
        self._script, self._ahead = script, max_ahead
        self._start_seconds, self._silent_seconds = start_seconds, silent_seconds
        self._changed = threading.Condition()
        self._ready = self._silent = self._closed = False
        self._fault: ProbeError | None = None
        # From 1, since the number 0 marks the greeting.
        self._numbers = count(1)
        self._waiting: dict[Future[AnswerType], bytes] = {}
        self._order: list[tuple[int, int, Future[AnswerType]]] = []
        self._sent: dict[int, Future[AnswerType]] = {}
        self._ended = threading.Event()
        self._process, self._last_reply = WorkerProcess(script), time.monotonic()
        self._writer = threading.Thread(target=self._write, name="worker-requests", daemon=True)
        # One thread reads and another writes: with both pipes full, a single thread would wait forever.
        for thread in (
            self._writer,
            threading.Thread(target=self._listen, name="worker-replies", daemon=True),
            threading.Thread(target=self._watch, name="worker-watch", daemon=True),
        ):
            thread.start()

    def read(self, reply: bytes) -> AnswerType:
        """Return what a reply contains. Raise a ProbeError for a request that failed alone."""
        raise NotImplementedError

    def not_loaded(self, reason: str) -> ProbeError:
        """Return the error for a process that cannot start to work."""
        raise NotImplementedError

    @property
    def process(self) -> WorkerProcess:
        """The running process."""
        return self._process

    def submit(self, request: bytes, rank: int = 0) -> Future[AnswerType]:
        """Queue a request, lower ranks first; the future has its answer, or the error that prevents it."""
        answer = Future[AnswerType]()
        with self._changed:
            if self._fault is not None:
                answer.set_exception(self._fault)
            else:
                self._waiting[answer] = request
                self._queue(answer, rank)
        return answer

    def prioritise(self, answer: Future[AnswerType], rank: int) -> None:
        """Move a request that still waits to a lower rank, so that it is sent earlier."""
        with self._changed:
            if answer in self._waiting:
                self._queue(answer, rank)

    def close(self) -> None:
        """End the process at once; pending requests are abandoned."""
        with self._changed:
            self._closed = True
        self._process.interrupt()

    def _queue(self, answer: Future[AnswerType], rank: int) -> None:
        # An earlier entry of the same request stays in the heap and is skipped later.
        heapq.heappush(self._order, (rank, next(self._numbers), answer))
        self._changed.notify_all()

    def _write(self) -> None:
        """Write requests to the process until it is over."""
        while (request := self._next()) is not None:
            with suppress(WorkerLost):  # the listener notices that the process has ended
                self._process.send(request)

    def _next(self) -> bytes | None:
        with self._changed:
            while not self._ended.is_set():
                if not (self._ready and self._order and len(self._sent) < self._ahead):
                    self._changed.wait()
                    continue
                _, number, answer = heapq.heappop(self._order)
                request = self._waiting.pop(answer, None)
                if request is None or answer.cancelled():  # already sent with a higher priority, or no caller waits
                    continue
                # A process without requests sends no heartbeats.
                if not self._sent:
                    self._last_reply = time.monotonic()
                self._sent[number] = answer
                return NUMBER.pack(number) + request
        return None

    def _listen(self) -> None:
        """Receive replies until the process ends."""
        fault = self._receive_replies()
        if fault is None and killed(self._script.name, self._process.interrupt()) and self._restart():
            fault = self._receive_replies()
        self._end(fault)

    def _restart(self) -> bool:
        """Start the process again, unless it was ready or is closed; nothing was sent to it. Return whether it was."""
        with self._changed:
            if self._ready or self._closed:
                return False
            self._process.kill()
            self._process, self._last_reply, self._silent = WorkerProcess(self._script), time.monotonic(), False
            return True

    def _receive_replies(self) -> ProbeError | None:
        """Pass on replies until the process ends; return why it cannot start to work, None if it can."""
        with suppress(WorkerLost):
            while True:
                reply = self._process.receive()
                self._last_reply = time.monotonic()
                if reply.startswith(GREETING):
                    if reason := reply.removeprefix(GREETING):
                        return self.not_loaded(reason.decode("utf-8", "replace"))
                    with self._changed:
                        self._ready = True
                        self._changed.notify_all()
                elif reply:  # an empty reply is a heartbeat
                    self._settle(reply)
        return None

    def _settle(self, reply: bytes) -> None:
        with self._changed:
            answer = self._sent.pop(NUMBER.unpack_from(reply)[0])
            self._changed.notify_all()
        with suppress(InvalidStateError):  # the caller was cancelled
            try:
                answer.set_result(self.read(reply[NUMBER.size :]))
            except ProbeError as error:
                answer.set_exception(error)

    def _watch(self) -> None:
        """End a process that does not respond: the listener then reports it. This needs no lock."""
        # A twentieth of the shorter limit, so that a silent process is detected soon after the limit.
        interval, last_check = min(self._start_seconds, self._silent_seconds) / 20, time.monotonic()
        while not self._ended.wait(interval):
            pause, last_check = time.monotonic() - last_check, time.monotonic()
            if pause > self._silent_seconds / 2:  # this program was suspended, and has not read the replies since
                self._last_reply = last_check
            limit = self._silent_seconds if self._ready else self._start_seconds
            if (self._sent or not self._ready) and last_check - self._last_reply > limit:
                self._silent = True
                self._process.interrupt()

    def _end(self, fault: ProbeError | None) -> None:
        """Fail every pending request: no further answer will come."""
        code = self._process.interrupt()
        name = self._script.name
        end_error = StoppedError(f"{name} ended {how_ended(code)} (out of memory?): repeat the command")
        if self._silent:
            limit = self._silent_seconds if self._ready else self._start_seconds
            end_error = StoppedError(f"{name} did not respond for {limit:.0f} s: repeat the command")
        with self._changed:
            self._fault = fault or (None if self._ready or self._silent else killed(name, code)) or end_error
            self._ended.set()
            self._changed.notify_all()
            pending_answers = [*self._waiting, *self._sent.values()]
            self._waiting.clear()
            self._sent.clear()
        # The writer may still be using the pipe that the next line closes.
        self._writer.join()
        self._process.kill()
        for answer in pending_answers:
            with suppress(InvalidStateError):
                # Closing the worker cancels its requests; they have not failed.
                if not (self._closed and answer.cancel()):
                    answer.set_exception(self._fault)
