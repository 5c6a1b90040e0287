"""A model whose calls are sent in batches: it collects calls, sends them together, and finds the answers later."""

import asyncio
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from probe.errors import BudgetError, FatalModelFault, InputError, ModelFault, PendingFault, ProbeError
from probe.models.batches import BatchEndpoint, BatchState, ago, details_of, response_of, window_of
from probe.models.budget import Ledger
from probe.models.chat import body_of, in_text, read_completion
from probe.models.faults import TransientFault, status_fault
from probe.models.refusals import CallParameters, fit_parameters, left_out_of, omission
from probe.ports import CallStore
from probe.values import Answer, Batch, BatchCall, Request

QUIET = 0.5
"""Seconds without a new call after which collected calls are sent; those of a wave arrive within milliseconds."""
MAX_CALLS = 50_000
MAX_BYTES = 100_000_000
"""Limits of a batch's file at both providers (https://platform.openai.com/docs/guides/batch: 50,000 requests, 200 MB;
https://console.groq.com/docs/batch: the same); half the size, to be safe."""


@dataclass
class _CollectedCall:
    """A call that waits to be sent, or for the outcome of its batch; ``callers`` counts who waits for its answer."""

    call: BatchCall
    outcome: asyncio.Future[Answer] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    callers: int = 0

    def fail(self, fault: BaseException) -> None:
        if not self.outcome.done():
            self.outcome.set_exception(fault)
            self.outcome.exception()  # retrieved here, so that asyncio does not warn if no caller is left


@dataclass(repr=False, eq=False)
class BatchGateway:
    """A model as the services use it (``probe.ports.Model``), whose provider answers batches of calls within hours.

    A batch is stored before it is sent and until its answers are, so that a session that is killed loses no answer and
    pays for none twice. A call whose batch is not finished raises PendingFault: no session waits for it, the next one
    looks again. Before the first new call, all finished batches of earlier sessions are collected.
    """

    parameters: CallParameters
    batches: BatchEndpoint
    store: CallStore
    ledger: Ledger
    quiet: float = QUIET

    def __post_init__(self) -> None:
        self.spec, self.endpoint = self.parameters.spec, self.batches.endpoint.url
        self._window = window_of(self.spec)
        self._name = str(self.spec)
        self._refused_names = frozenset(self.parameters.provider.ignored)
        self._omitted_names: set[str] = set()
        self._earlier_batches = {
            batch.number: batch for batch in self.store.batches.uncollected_batches(self.spec, self.endpoint)
        }
        self._failure: BaseException | None = None
        self._resume_task: asyncio.Task[None] | None = None
        self._waiting_calls: dict[str, _CollectedCall] = {}
        self._sent_calls: dict[str, _CollectedCall] = {}
        self._sending_tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._pending_notices: dict[str, str] = {}
        self._faults: dict[str, ProbeError] = {}
        self._notices: list[str] = []
        # What earlier sessions sent may still be charged, so it is reserved before anything new is sent.
        for call in (call for batch in self._earlier_batches.values() for call in batch.calls):
            self.ledger.expect(call.key, self._name, call.request, self._answer_limit(call.request))

    def notices(self) -> tuple[str, ...]:
        """Return notices about this model for the run: refused parameters, batches that did not answer all calls."""
        ignored_names = self.parameters.provider.ignored
        omitted_names = self._refused_names.difference(ignored_names) | self._omitted_names
        return (*(omission(self._name, name, ignored_names) for name in sorted(omitted_names)), *self._notices)

    async def ask(self, request: Request) -> Answer:
        """Return the stored answer of this call, else send the call in a batch.

        Raise PendingFault while its batch is not finished, another ModelFault if the batch has no answer to it,
        BudgetError if the budget does not cover it.
        """
        await self._resume()
        key = request.key(self.endpoint, self._name)
        if answer := self.store.find_answer(key):
            self._refused_names |= set(answer.left_out)
            self._omitted_names.update(answer.left_out)
            self.ledger.count_stored()
            return answer.model_copy(update={"cached": True})
        if fault := self._faults.pop(key, None):
            raise fault
        if notice := self._pending_notices.get(key):
            raise PendingFault(notice)
        if self._failure is not None:
            raise self._failure
        return await self._join(BatchCall(key=key, request=request))

    async def drain(self) -> None:
        """Wait until the batches that are being sent are stored; calls that no caller waits for are not sent."""
        if self._timer:
            self._timer.cancel()
        tasks = [*self._sending_tasks, *([self._resume_task] if self._resume_task else [])]
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _resume(self) -> None:
        """Collect the batches of earlier sessions, once; a session that cannot do this sends nothing."""
        if self._resume_task is None:
            self._resume_task = asyncio.create_task(self._collect_earlier())
        # All callers wait for this task, so none of them may cancel it.
        await asyncio.shield(self._resume_task)

    async def _collect_earlier(self) -> None:
        for batch in self._earlier_batches.values():
            try:
                # A killed session may not know the name of the batch that it started.
                batch_id = batch.batch_id or (await self.batches.find(batch.file_id) if batch.file_id else None)
            except PendingFault as fault:
                self._pending_notices |= dict.fromkeys((call.key for call in batch.calls), str(fault))
                continue
            if batch_id is None:
                self.store.batches.forget(batch.number)
                self._settle_calls(batch)
                continue
            self.store.batches.record_submission(batch.number, batch_id)
            await self._check_batch(batch, batch_id, time.time() - batch.prepared)

    async def _join(self, call: BatchCall) -> Answer:
        """Collect a call and wait for its outcome; equal calls share one outcome."""
        collected_call = (
            self._sent_calls.get(call.key) or self._waiting_calls.get(call.key) or await self._collect_call(call)
        )
        collected_call.callers += 1
        try:
            return await asyncio.shield(collected_call.outcome)
        finally:
            collected_call.callers -= 1
            if not collected_call.callers and self._waiting_calls.get(call.key) is collected_call:
                del self._waiting_calls[call.key]  # interrupted before it was sent
                self.ledger.settle(call.key)

    async def _collect_call(self, call: BatchCall) -> _CollectedCall:
        try:
            reserve = await self.ledger.begin(self._name, call.request, self._answer_limit(call.request))
        except BudgetError:
            await self._send_now()  # the calls collected so far, which the budget covers
            raise
        if call.key in self._waiting_calls:  # an equal call came in the meantime
            self.ledger.end(reserve)
            return self._waiting_calls[call.key]
        self.ledger.defer(call.key, reserve)
        collected_call = _CollectedCall(call)
        self._queue_call(collected_call)
        return collected_call

    def _queue_call(self, collected_call: _CollectedCall) -> None:
        self._waiting_calls[collected_call.call.key] = collected_call
        if self._timer:
            self._timer.cancel()
        # Each call starts the wait again, so that a wave becomes one batch.
        self._timer = asyncio.get_running_loop().call_later(self.quiet, self._send_collected)

    def _send_collected(self) -> None:
        """Send the collected calls in separate tasks, which an interrupted session completes."""
        calls, self._waiting_calls = list(self._waiting_calls.values()), {}
        self._sent_calls |= {collected_call.call.key: collected_call for collected_call in calls}
        for chunk in _split_by_size(calls, self._request_line):
            task = asyncio.create_task(self._send(chunk))
            self._sending_tasks.add(task)
            task.add_done_callback(self._sending_tasks.discard)

    async def _send_now(self) -> None:
        if self._timer:
            self._timer.cancel()
        self._send_collected()
        await asyncio.gather(*self._sending_tasks, return_exceptions=True)

    async def _send(self, calls: list[_CollectedCall]) -> None:
        try:
            await self._submit([collected_call.call for collected_call in calls])
        except ProbeError as fault:
            self._failure = fault
        except BaseException as bug:
            self._failure = bug  # no caller waits forever
            raise
        finally:
            for collected_call in calls:
                self._sent_calls.pop(collected_call.call.key, None)
                self._resolve(collected_call)

    async def _submit(self, calls: list[BatchCall]) -> None:
        """Store one batch and send it; the provider's names for it are stored as soon as they are known."""
        table = self.store.batches
        lines = b"".join(self._request_line(call) for call in calls)
        batch = table.prepare(self.spec, self.endpoint, sorted(self._refused_names), calls)
        file_id = None
        try:
            file_id = await self.batches.upload(f"probe-{batch.number}.jsonl", lines)
            table.record_upload(batch.number, file_id)
            batch_id = await self.batches.create(file_id, self._window)
        except ModelFault:
            # Without a file nothing was started; with a file, the provider may have the batch although its response was
            # lost.
            if file_id is None:
                table.forget(batch.number)
            self._settle_calls(batch)  # if the provider has the batch after all, the next session finds it by its file
            raise
        table.record_submission(batch.number, batch_id)
        await self._check_batch(batch, batch_id, 0.0)

    async def _check_batch(self, batch: Batch, batch_id: str, age: float) -> None:
        """Collect a batch if it has ended; else note that its calls are pending."""
        state = await self.batches.state(batch_id)
        if state.is_ended:
            await self._collect_results(batch, state)
            return
        notice = (
            f"{self._name}: batch {state.id} is pending ({state.status}): {state.done} of {len(batch.calls)} calls are"
            f" done, sent {ago(age)}, due within {self._window}; run the same command again later to collect it"
        )
        self._pending_notices |= dict.fromkeys((call.key for call in batch.calls), notice)

    async def _collect_results(self, batch: Batch, state: BatchState) -> None:
        """Store the answers of an ended batch, and note why other calls have none."""
        answers: list[tuple[BatchCall, Answer]] = []
        losses: list[Answer] = []
        # Use the refusals of the session that sent the calls: this session may have learned of others since.
        omitted_names = frozenset(batch.left_out)
        missing_count = 0
        with closing(await self.batches.results(state)) as results:
            for call in batch.calls:
                try:
                    answers.append(
                        (
                            call,
                            self._read_result(
                                call.request, self.batches.standard(results.get(call.key)), omitted_names, state
                            ),
                        )
                    )
                except _RefusedParameterError as refusal:
                    self._learn(call.key, refusal.name)
                except TransientFault as fault:
                    missing_count += fault.loss is None
                    losses += [fault.loss] if fault.loss else []
                    self._note_fault(call.key, fault, state, earlier=batch.number in self._earlier_batches)
                except ModelFault as fault:
                    self._faults[call.key] = fault
        # Stored before anything is counted, so that a session killed here neither loses an answer nor collects one
        # twice.
        self.store.batches.collect(batch.number, self.spec, self.endpoint, answers, losses)
        self._keep_failures(batch)
        self._settle_calls(batch)
        for answer in [*(answer for _, answer in answers), *losses]:
            self.ledger.pay(self._name, answer)
        if missing_count:
            self._notices.append(
                f"{self._name}: {missing_count} calls of batch {state.id} ({state.status}) got no answer"
            )

    def _keep_failures(self, batch: Batch) -> None:
        """Store why calls of a batch got no answer; a batch that failed as a whole ends the run with its reason."""
        for call in batch.calls:
            fault = self._faults.get(call.key)
            if isinstance(fault, ModelFault) and not isinstance(fault, FatalModelFault):
                self.store.keep_failure(call.key, self.spec, self.endpoint, call.request, str(fault))

    def _note_fault(self, key: str, fault: TransientFault, state: BatchState, *, earlier: bool) -> None:
        """Note a call without an answer; one of an earlier session that was not paid for is asked again at once."""
        if fault.loss is None and earlier and state.status in ("completed", "expired"):
            return
        self._faults[key] = ModelFault(f"{self._name}: batch {state.id}: {fault}; run the same command again")

    def _learn(self, key: str, name: str) -> None:
        try:
            self._refused_names = self.parameters.with_refused(self._refused_names, name)
        except InputError as error:  # a parameter in the model's name: the user has to remove it
            self._faults[key] = error

    def _read_result(
        self, request: Request, line: Mapping[str, Any] | None, omitted_names: frozenset[str], state: BatchState
    ) -> Answer:
        """Return the answer in a line of results. Raise ModelFault if it has none."""
        if state.status == "failed":
            problem = state.problem or "no reason given"
            raise FatalModelFault(
                f"{self._name}: the provider rejected batch {state.id} ({problem}) and charges nothing for it;"
                " fix that, then run the same command again"
            )
        if state.status == "cancelled" and not (line or {}).get("response"):
            raise FatalModelFault(
                f"{self._name}: batch {state.id} was cancelled at the provider; run the same command again to send the"
                " rest in a new batch"
            )
        wanted_parameters = self.parameters.requested(request)
        sent_parameters = fit_parameters(wanted_parameters, omitted_names)
        status, body = response_of(line)
        secrets = self.batches.endpoint.secrets
        if status == 200:
            content, left_out = json.dumps(body).encode(), left_out_of(wanted_parameters, sent_parameters)
            answer = read_completion(content, request, secrets, 0.0, left_out=left_out, sent_parameters=sent_parameters)
            return in_text(answer, request)
        details = details_of(body)
        outcome = self.parameters.answer_to_error(status, details, sent_parameters)
        if isinstance(outcome, Answer):
            return outcome
        if outcome is not None:
            raise _RefusedParameterError(outcome)
        raise status_fault(status, details, self.batches.endpoint, self.spec)

    def _resolve(self, collected_call: _CollectedCall) -> None:
        """Give a call's callers its outcome, or collect it again without the parameter that was refused."""
        key = collected_call.call.key
        if collected_call.outcome.done():
            return
        if self._failure is not None:
            collected_call.fail(self._failure)
        elif answer := self.store.find_answer(key):
            self._omitted_names.update(answer.left_out)
            # It is new in this session, although it comes from the store.
            collected_call.outcome.set_result(answer.model_copy(update={"cached": False}))
        elif fault := self._faults.pop(key, None):
            collected_call.fail(fault)
        elif notice := self._pending_notices.get(key):
            collected_call.fail(PendingFault(notice))
        elif collected_call.callers:
            # If no caller waits for the call any more, it is not paid for again.
            answer_limit = self._answer_limit(collected_call.call.request)
            self.ledger.expect(key, self._name, collected_call.call.request, answer_limit)
            self._queue_call(collected_call)

    def _settle_calls(self, batch: Batch) -> None:
        for call in batch.calls:
            self.ledger.settle(call.key)

    def _answer_limit(self, request: Request) -> int | None:
        return self.parameters.provider.answer_limit(self.spec, request.max_tokens)

    def _request_line(self, call: BatchCall) -> bytes:
        sent_parameters = fit_parameters(self.parameters.requested(call.request), self._refused_names)
        line = {
            "custom_id": call.key,
            "method": "POST",
            "url": "/v1/chat/completions",
            "body": body_of(self.spec, call.request, sent_parameters),
        }
        return json.dumps(line).encode() + b"\n"


class _RefusedParameterError(Exception):
    """A line of results says that the model refuses a parameter."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def _split_by_size(
    calls: Iterable[_CollectedCall], line: Callable[[BatchCall], bytes]
) -> Iterator[list[_CollectedCall]]:
    """Yield the calls in chunks that each fit into the file of one batch."""
    chunk: list[_CollectedCall] = []
    size = 0
    for collected_call in calls:
        length = len(line(collected_call.call))
        if chunk and (len(chunk) >= MAX_CALLS or size + length > MAX_BYTES):
            yield chunk
            chunk, size = [], 0
        chunk.append(collected_call)
        size += length
    if chunk:
        yield chunk
