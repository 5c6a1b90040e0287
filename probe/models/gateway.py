"""The gateway: every call of a model goes through it, is paid for once, and its answer is never lost."""

import asyncio
import logging
import random
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import KW_ONLY, dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, wait_random_exponential

from probe.errors import FatalModelFault, ModelFault
from probe.models.budget import Ledger, question_bound
from probe.models.concurrency import AdaptiveLimit, Flight, Flights
from probe.models.faults import FaultKind, TransientFault
from probe.models.pace import Pace
from probe.models.providers import Provider
from probe.models.refusals import omission
from probe.ports import CallStore
from probe.values import Answer, ModelSpec, Request

_LOG = logging.getLogger(__name__)


class Adapter(Protocol):
    """Asks one model once. It neither retries nor stores, and distinguishes faults by their class (``faults``)."""

    @property
    def spec(self) -> ModelSpec:
        """The model's name."""

    @property
    def endpoint(self) -> str:
        """The address of the endpoint, without any secret: part of every call's identity."""

    async def complete(self, request: Request) -> Answer:
        """Make one attempt. Raise TransientFault if another may help, another ModelFault if it will not."""


MAX_WAIT = 600.0
"""The longest wait, in seconds, that a server may request; beyond it the run stops, and can be resumed later."""
NOTABLE_WAIT = 5.0
"""A wait of more seconds is reported, so that the run does not seem to hang."""


@dataclass(frozen=True)
class RetryPolicy:
    """How often and how long the gateway retries; attempts are counts, waits are seconds.

    Waits double from ``first_wait`` up to ``longest_wait``, each drawn uniformly from zero to that ("full jitter"), or
    last as long as the server requests, up to ``max_wait``, beyond which the run stops. Twelve attempts take two and a
    half minutes on average, so that a provider's short outage passes. Truncated answers are paid for, so they are
    retried less often.
    An endpoint that has never answered is given up soon: most likely its address is wrong.
    """

    attempts: int = 12
    truncated_attempts: int = 4
    unreachable_attempts: int = 3
    first_wait: float = 0.5
    longest_wait: float = 60.0
    max_wait: float = MAX_WAIT


@dataclass
class Patience:
    """The retries left for a call, while its answer ``is_wanted``; ``is_reached``: its endpoint has answered before."""

    policy: RetryPolicy
    is_wanted: Callable[[], bool] = lambda: True
    is_reached: Callable[[], bool] = lambda: True
    _truncated_count: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self._backoff = wait_random_exponential(multiplier=self.policy.first_wait, max=self.policy.longest_wait)

    def retrying(self, model: str) -> AsyncRetrying:
        """Return a loop that retries until an attempt is answered or the limit is reached; it raises the last fault.

        Each wait is logged with the name of the ``model``.
        """

        def report(state: RetryCallState) -> None:
            _LOG.info("%s: %s; asking again in %.1f s", model, fault_of(state), state.upcoming_sleep)

        return AsyncRetrying(
            retry=retry_if_exception_type(TransientFault),
            stop=self._is_exhausted,
            wait=self._wait,
            before_sleep=report,
            reraise=True,
        )

    def _is_exhausted(self, state: RetryCallState) -> bool:
        fault = fault_of(state)
        if fault.kind is FaultKind.TRUNCATED:
            self._truncated_count += 1
            if self._truncated_count >= self.policy.truncated_attempts:
                return True
        is_unreached = fault.kind is FaultKind.UNREACHABLE and not self.is_reached()
        attempts = self.policy.unreachable_attempts if is_unreached else self.policy.attempts
        return state.attempt_number >= attempts or not self.is_wanted()

    def _wait(self, state: RetryCallState) -> float:
        requested_wait = fault_of(state).retry_after
        if requested_wait is None:
            return self._backoff(state)
        # Slightly longer than requested, so that the calls of one burst do not return as one burst.
        return requested_wait + random.uniform(0, self.policy.first_wait)


def fault_of(state: RetryCallState) -> TransientFault:
    """Return the fault of the last attempt."""
    fault = state.outcome.exception() if state.outcome else None
    assert isinstance(fault, TransientFault)
    return fault


def clock_time(seconds: float) -> str:
    """Return the local time ``seconds`` from now, with the date if it is not today."""
    current_time = datetime.now()
    try:
        # Rounded up to the next full minute, so that the limit is over by then.
        end = current_time + timedelta(seconds=seconds + 59)
    except OverflowError:
        return "no known time"
    return end.strftime("%H:%M" if end.date() == current_time.date() else "%Y-%m-%d %H:%M")


MAX_REFUSED = 6
"""Questions that a server may refuse before it has answered any; each may be sent again without a parameter."""


class Admission:
    """Limits the requests in progress until one is answered, so that a server that refuses all receives only a few."""

    def __init__(self) -> None:
        self._permits = asyncio.Semaphore(MAX_REFUSED)
        self._refused_count = 0
        self._waiting_count = 0
        self._open = False

    @property
    def is_closed(self) -> bool:
        """Whether the server has refused ``MAX_REFUSED`` requests and answered none."""
        return not self._open and self._refused_count >= MAX_REFUSED

    async def __aenter__(self) -> None:
        if self._open or self.is_closed:
            return
        self._waiting_count += 1
        try:
            await self._permits.acquire()
        finally:
            self._waiting_count -= 1

    async def __aexit__(self, _: object, error: BaseException | None, *__: object) -> None:
        is_refused = isinstance(error, ModelFault) and error.refused
        self._refused_count += is_refused
        self._open = self._open or error is None
        # A refused request keeps its permit, so that few are sent. Once the server has answered or refused enough, all
        # waiting requests proceed, to be answered or given up.
        for _ in range(self._waiting_count if self._open or self.is_closed else not is_refused):
            self._permits.release()


@dataclass(repr=False, eq=False)
class Gateway:
    """A model as the services use it (``probe.ports.Model``): an adapter with retries, a store and a budget.

    ``limit`` and ``pace`` are shared by all models of an endpoint, ``ledger`` by all models of a run. ``turn`` may let
    an attempt wait before it is sent.
    """

    adapter: Adapter
    store: CallStore
    _: KW_ONLY
    limit: AdaptiveLimit
    ledger: Ledger
    pace: Pace = field(default_factory=Pace)
    provider: Provider = field(default_factory=Provider)
    policy: RetryPolicy = field(default_factory=RetryPolicy)
    turn: Callable[[Request], AbstractAsyncContextManager[None]] = lambda _: nullcontext()

    def __post_init__(self) -> None:
        self.spec, self.endpoint = self.adapter.spec, self.adapter.endpoint
        self._name = str(self.spec)
        self._flights, self._admission = Flights(), Admission()
        self._omitted_names: set[str] = set()
        self._reached = False
        self._stop_reason: str | None = None

    def notices(self) -> tuple[str, ...]:
        """Return notices about this model for the run: the parameters that it does not take and that are omitted."""
        return tuple(omission(self._name, name, self.provider.ignored) for name in sorted(self._omitted_names))

    async def ask(self, request: Request) -> Answer:
        """Return the stored answer of this call, else make the call, store its answer and return it.

        Equal concurrent calls are one call. Raise ModelFault if no attempt was answered, FatalModelFault if none ever
        will be, BudgetError if the budget is spent; no error is ever stored as an answer.
        """
        key = request.key(self.endpoint, self._name)
        answer = self.store.find_answer(key)
        # Joining a call in progress costs nothing, just as finding a stored answer.
        is_new_call = answer is None and not self._flights.is_in_progress(key)
        if answer is None:
            answer = await self._flights.join(key, lambda flight: self._call(key, request, flight))
        self._omitted_names.update(answer.left_out)
        if is_new_call:
            return answer
        self.ledger.count_stored()
        return answer.model_copy(update={"cached": True})

    async def drain(self) -> None:
        """Wait for the calls in progress; their answers are stored even if no caller waits for them."""
        await self._flights.drain()

    async def _call(self, key: str, request: Request, flight: Flight) -> Answer:
        try:
            answer = await self._answer_with_retries(request, flight)
        except TransientFault as fault:
            final_fault = self._final_fault(fault)
            self._keep_failure(key, request, final_fault)
            raise final_fault from None
        except FatalModelFault as fault:
            # Keep the first failure only: later calls fail for its reason, without being sent.
            if self._stop_reason is None:
                self._keep_failure(key, request, fault)
            self._stop_reason = str(fault)
            raise
        except ModelFault as fault:
            self._keep_failure(key, request, fault)
            if fault.refused and self._admission.is_closed:
                self._stop_reason = f"{fault}; the first {MAX_REFUSED} questions were all refused, so no more are asked"
                raise FatalModelFault(self._stop_reason) from None
            raise
        self.store.keep_answer(key, self.spec, self.endpoint, request, answer)
        return answer

    def _keep_failure(self, key: str, request: Request, fault: ModelFault) -> None:
        self.store.keep_failure(key, self.spec, self.endpoint, request, str(fault))

    async def _answer_with_retries(self, request: Request, flight: Flight) -> Answer:
        """Make attempts until one is answered or the retries are used up."""
        try:
            return await self._attempt(request, flight)
        except TransientFault as fault:
            first_faults = [fault]

        # Setting up the retry loop costs as much as storing an answer, so only a first failure starts it.
        async def attempt() -> Answer:
            if first_faults:
                raise first_faults.pop()
            return await self._attempt(request, flight)

        patience = Patience(self.policy, lambda: flight.is_wanted, lambda: self._reached)
        answer: Answer = await patience.retrying(self._name)(attempt)
        return answer

    async def _attempt(self, request: Request, flight: Flight) -> Answer:
        async with self._admission:
            slot = await self.limit.acquire()
            try:
                answer = await self._within_budget(request, flight)
            except TransientFault as fault:
                self._note_fault(fault, slot)
                raise
            finally:
                self.limit.release()
            self._reached = True
            self.limit.record_success()
            return answer

    async def _within_budget(self, request: Request, flight: Flight) -> Answer:
        self._raise_if_stopped()
        await self.pace.wait(question_bound(request))
        answer_limit = self.provider.answer_limit(self.spec, request.max_tokens)
        reserve = await self.ledger.begin(self._name, request, answer_limit)
        try:
            async with self.turn(request):
                self._raise_if_stopped()  # another call may have failed permanently in the meantime
                flight.sent = True
                answer = await self.adapter.complete(request)
            self._pay(answer, request)
        except TransientFault as fault:
            if fault.loss is not None:
                self._pay(fault.loss, request)
            raise
        finally:
            # Released only after the answer was counted: otherwise two calls could reserve the same budget.
            flight.sent = False
            self.ledger.end(reserve)
        return answer

    def _raise_if_stopped(self) -> None:
        if self._stop_reason is not None:
            raise FatalModelFault(self._stop_reason)

    def _pay(self, answer: Answer, request: Request) -> None:
        self.ledger.pay(self._name, answer)
        self.pace.correct(question_bound(request), answer.prompt_tokens + answer.completion_tokens)

    def _note_fault(self, fault: TransientFault, slot: int) -> None:
        # Any response, even an error, shows that the address is right.
        self._reached = self._reached or fault.kind is not FaultKind.UNREACHABLE
        if fault.kind is FaultKind.BUSY:
            self.limit.record_busy(slot)
        if fault.loss is not None:
            # Later sessions count this money as well.
            self.store.keep_loss(self.spec, self.endpoint, fault.loss)
        if fault.retry_after is not None:
            self._hold(fault, fault.retry_after)

    def _hold(self, fault: TransientFault, seconds: float) -> None:
        """Send nothing to this endpoint for ``seconds``. Raise FatalModelFault if that exceeds the maximum wait."""
        end_time = clock_time(seconds)
        if seconds > self.policy.max_wait:
            raise FatalModelFault(
                f"{self._name} at {self.endpoint}: {fault}; limit until {end_time}; the same command resumes then"
            )
        # All calls of a burst meet the same limit: one line is enough.
        if self.pace.hold(seconds) and seconds > NOTABLE_WAIT:
            _LOG.warning("%s at %s: limit until %s; waiting", self._name, self.endpoint, end_time)

    def _final_fault(self, fault: TransientFault) -> ModelFault:
        line = f"{self._name} at {self.endpoint}: {fault}; check the endpoint, then run the same command again"
        return FatalModelFault(line) if fault.kind is FaultKind.UNREACHABLE else ModelFault(line)
