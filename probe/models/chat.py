"""Language models over HTTP, through either SDK: one attempt at one chat completion."""

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import KW_ONLY, dataclass
from typing import Any

from probe.answers import json_object, too_long
from probe.calling import definitions, in_plain_text
from probe.errors import InputError, ModelFault
from probe.forms import as_text, response_format
from probe.models.budget import question_bound
from probe.models.endpoint import Endpoint, Sdk
from probe.models.faults import FaultKind, TransientFault, diagnose, error_details
from probe.models.logprobs import read_logprobs
from probe.models.parameters import RESPONSE_FORMAT, TOOLS, Parameters
from probe.models.refusals import LOGPROBS, CallParameters, fit_parameters, left_out_of, refused_parameter
from probe.models.secrets import Secrets
from probe.values import Answer, Message, ModelSpec, Request, ToolCall
from probe.values.call import is_token_count


def body_of(spec: ModelSpec, request: Request, sent_parameters: Parameters) -> dict[str, Any]:
    """Return the body of a chat completion with these parameters."""
    messages = request.sent_messages if TOOLS in sent_parameters else in_plain_text(request)
    format_entry = {RESPONSE_FORMAT: response_format(request.purpose)} if RESPONSE_FORMAT in sent_parameters else {}
    tools_entry = {TOOLS: definitions(request.tools)} if TOOLS in sent_parameters else {}
    return {
        "model": spec.model,
        "messages": [_message(message) for message in messages],
        **sent_parameters,
        **format_entry,
        **tools_entry,
    }


def _message(message: Message) -> dict[str, Any]:
    """Return a message of a chat completion; one that only calls tools has no content."""
    if message.role == "tool":
        return {"role": message.role, "tool_call_id": message.call_id, "content": message.content}
    if not message.calls:
        return {"role": message.role, "content": message.content}
    calls = [
        {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
        for call in message.calls
    ]
    return {"role": message.role, "content": message.content or None, "tool_calls": calls}


def in_text(answer: Answer, request: Request) -> Answer:
    """Return a structured answer as text, with the JSON as ``raw``; any other answer as it is."""
    is_structured = RESPONSE_FORMAT in answer.sent and not too_long(answer.text)
    text = as_text(request.purpose, answer.text) if is_structured else None
    return answer if text is None else answer.model_copy(update={"text": text, "raw": answer.raw or answer.text})


_TAG = re.compile(r"<(?P<closing>/?)think(?:ing)?>", re.I)


def strip_reasoning(content: str) -> str | None:
    """Return ``content`` without its reasoning; None if a ``<think>`` never ends (a truncated answer).

    A closing tag without an opening one ends reasoning too: some chat templates put the opening tag into the prompt.
    """
    segments: list[str] = []
    end, opening = 0, None
    for tag in _TAG.finditer(content):
        if not tag["closing"]:
            opening = tag.start() if opening is None else opening
            continue
        if opening is None:
            segments.clear()
        else:
            segments.append(content[end:opening])
        end, opening = tag.end(), None
    if opening is not None:
        return None
    return "".join([*segments, content[end:]]).strip() if end else content


def read_completion(
    body: bytes,
    request: Request,
    secrets: Secrets,
    latency: float,
    *,
    left_out: tuple[str, ...],
    sent_parameters: Parameters,
) -> Answer:
    """Return the answer to ``request`` in the JSON ``body`` of a chat completion, without API keys.

    ``latency`` is in seconds.

    Raise TransientFault if the body cannot be read, or if the answer was cut off before its content: empty with finish
    reason ``length``, or inside its reasoning. Refusals and filtered answers are answers, and so is one that was asked
    for its log-probabilities, wherever it ends.
    """
    completion = json_object(body)
    if completion is None:
        raise TransientFault("the answer's body is not a JSON object", FaultKind.SERVER)
    choice = _first_choice(completion)
    message = choice.get("message")
    message = message if isinstance(message, dict) else {}
    content, without_reasoning = _content(message.get("content"))
    refusal = _text_or_empty(message.get("refusal"))
    text = refusal or without_reasoning
    finish = _text_or_empty(choice.get("finish_reason")) or "stop"
    usage = completion.get("usage")
    answer = Answer(
        text=_storable(secrets, text or ""),
        raw=_storable(secrets, content) if content and text != content else None,
        finish_reason="refusal" if refusal and finish == "stop" else _storable(secrets, finish),
        **_token_counts(usage, request, content),
        model=_short_name(secrets, completion.get("model")),
        system_fingerprint=_short_name(secrets, completion.get("system_fingerprint")),
        sent=dict(sent_parameters),
        latency=latency,
        left_out=left_out,
        logprobs=read_logprobs(choice.get("logprobs"), secrets) if "top_logprobs" in sent_parameters else None,
        calls=tuple(_tool_calls(message, secrets)) if TOOLS in sent_parameters else (),
    )
    if "top_logprobs" in (*sent_parameters, *left_out):
        return answer  # only its first word was requested, and another attempt would end at the same point
    if text is None:
        raise TransientFault(
            "the answer contains only reasoning: its token limit was used up", FaultKind.TRUNCATED, loss=answer
        )
    if finish == "length" and not answer.text.strip() and not answer.calls:
        raise TransientFault("the answer is empty: its token limit was used up", FaultKind.TRUNCATED, loss=answer)
    return answer


def _first_choice(completion: dict[str, Any]) -> dict[str, Any]:
    choices = completion.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise TransientFault("the answer's body contains no choice", FaultKind.SERVER)
    return choices[0]


def _content(content: object) -> tuple[str, str | None]:
    """Return an answer in full, and without its reasoning (None if it was cut off inside its reasoning).

    Claude and Mistral mark the parts of an answer that are reasoning, so tags in their text belong to the text.
    """
    if not isinstance(content, list):
        return _text_or_empty(content), strip_reasoning(_text_or_empty(content))
    text = _join_parts(content, "text")
    reasoning = _join_parts(content, "thinking")
    return (f"<think>{reasoning}</think>{text}", text.strip()) if reasoning else (text, text)


def _join_parts(parts: list[object], field: str) -> str:
    """Return the parts of an answer that have this field, as one text; a field may be a list of parts (Mistral)."""
    texts: list[str] = []
    for part in parts:
        value = part.get(field) if isinstance(part, dict) else None
        content_parts = value if isinstance(value, list) else [{"text": value}]
        texts += [
            _text_or_empty(content_part.get("text")) for content_part in content_parts if isinstance(content_part, dict)
        ]
    return "".join(texts)


def _tool_calls(message: object, secrets: Secrets) -> Iterator[ToolCall]:
    """Yield the tool calls in a message; malformed entries are left out."""
    calls = message.get("tool_calls") if isinstance(message, dict) else None
    for call in calls if isinstance(calls, list) else ():
        function = _field(call, "function")
        name, arguments = _text_or_empty(_field(function, "name")), _field(function, "arguments")
        if name:
            # Some servers send the arguments as an object instead of its text.
            text = json.dumps(arguments) if isinstance(arguments, dict) else _text_or_empty(arguments)
            yield ToolCall(name=_storable(secrets, name)[:200], arguments=_storable(secrets, text))


def _text_or_empty(value: object) -> str:
    return value if isinstance(value, str) else ""


def _token_counts(usage: object, request: Request, content: str) -> dict[str, Any]:
    """Return the token counts of an answer; a value that is not a token count (``is_token_count``) is unknown.

    Unknown counts of question and answer are estimated at one token per byte, so that they are charged.
    """
    reported_counts = {
        "prompt_tokens": _token_count(usage, "prompt_tokens"),
        "completion_tokens": _token_count(usage, "completion_tokens"),
        "reasoning_tokens": _token_count(_field(usage, "completion_tokens_details"), "reasoning_tokens"),
        "cached_tokens": _token_count(_field(usage, "prompt_tokens_details"), "cached_tokens"),
    }
    estimates = {
        "prompt_tokens": question_bound(request),
        "completion_tokens": len(content.encode("utf-8", "replace")),
    }
    unknown_names = tuple(name for name, count in reported_counts.items() if count is None)
    counts = {name: estimates.get(name, 0) if count is None else count for name, count in reported_counts.items()}
    return {**counts, "estimated": unknown_names}


def _token_count(usage: object, name: str) -> int | None:
    """Return a count: 0 if the server sends none, None if what it sends is not a token count."""
    count = usage.get(name) if isinstance(usage, dict) else None
    if count is None:
        return 0
    return count if is_token_count(count) else None


def _field(usage: object, name: str) -> object:
    return usage.get(name) if isinstance(usage, dict) else None


def _short_name(secrets: Secrets, value: object) -> str | None:
    """Return the name that a server reports, without keys and at most 200 characters long; None without a name."""
    return _storable(secrets, _text_or_empty(value))[:200] or None


def _storable(secrets: Secrets, text: str) -> str:
    """Return ``text`` without keys and without lone surrogates, which databases and UTF-8 files reject."""
    return secrets.scrub(text.encode("utf-8", "replace").decode("utf-8"))


ATTEMPT_TIMEOUT = 600.0
"""Seconds that one attempt may take from start to end: a large local model may think for minutes."""


@dataclass(repr=False, eq=False)
class ChatModel:
    """One model of an endpoint that speaks the chat-completions protocol (an Adapter).

    A parameter that the model refuses is omitted from then on. Finding out costs one unanswered request: as long as no
    answer has shown that the model takes a call's parameters, such calls take ``turn`` one at a time.
    """

    parameters: CallParameters
    address: Endpoint
    sdk: Sdk
    _: KW_ONLY
    timeout: float = ATTEMPT_TIMEOUT

    def __post_init__(self) -> None:
        self.spec, self.endpoint = self.parameters.spec, self.address.url
        self._refused_names = frozenset(self.parameters.provider.ignored)
        self._accepted_names: set[str] = set()
        self._trial_lock = asyncio.Lock()

    async def complete(self, request: Request) -> Answer:
        """Make one attempt (see Adapter); it learns which parameters are refused only from an answered request.

        An error may name a parameter and mean something else: then omitting it does not help, and nothing is learned.
        """
        if request.top_logprobs and "top_logprobs" in self.parameters.provider.ignored:
            raise InputError(f"{self.spec}: {self.spec.provider} ignores logprobs: evaluate it without --logprobs")
        wanted_parameters = self.parameters.requested(request)
        refused_names = self._refused_names
        while True:
            try:
                outcome = await self._attempt(request, wanted_parameters, refused_names)
            except TransientFault as fault:
                if fault.loss is not None:  # cut off, but the model took the parameters
                    self._learn(wanted_parameters, refused_names)
                raise
            if isinstance(outcome, Answer):
                self._learn(wanted_parameters, refused_names)
                return outcome
            refused_names = self.parameters.with_refused(refused_names, outcome)

    def _learn(self, wanted_parameters: Parameters, refused_names: frozenset[str]) -> None:
        """Record that a call with ``wanted_parameters`` was answered without those in ``refused_names``."""
        self._refused_names |= refused_names
        self._accepted_names |= wanted_parameters.keys()

    @asynccontextmanager
    async def turn(self, request: Request) -> AsyncIterator[None]:
        """Let a call begin at once if calls with its parameters were answered, else one at a time."""
        parameter_names = self.parameters.requested(request).keys()
        if self._accepted_names.issuperset(parameter_names):
            yield
            return
        # One call finds out which parameters are refused; those that waited for it leave the lock before they begin.
        async with self._trial_lock:
            if not self._accepted_names.issuperset(parameter_names):
                yield
                return
        yield

    async def _attempt(
        self, request: Request, wanted_parameters: Parameters, refused_names: frozenset[str]
    ) -> Answer | str:
        """Return the answer, or the name of a parameter that was refused."""
        sent_parameters = fit_parameters(wanted_parameters, refused_names)
        start_time = time.perf_counter()
        try:
            # From start to end: the client's own timeout begins again with every part that it reads.
            async with asyncio.timeout(self.timeout):
                response = await self.sdk.complete(body_of(self.spec, request, sent_parameters))
        except self.sdk.any_error as error:
            return self._interpret_error(error, sent_parameters)
        except TimeoutError:
            raise TransientFault(f"timed out after {self.timeout:g} s", FaultKind.SERVER) from None
        except UnicodeError:
            raise ModelFault(f"{self.spec}: the question contains characters that UTF-8 cannot encode") from None
        body: bytes = response.content
        latency = time.perf_counter() - start_time
        left_out = left_out_of(wanted_parameters, sent_parameters)
        answer = read_completion(
            body, request, self.address.secrets, latency, left_out=left_out, sent_parameters=sent_parameters
        )
        return in_text(answer, request)

    def _interpret_error(self, error: Exception, sent_parameters: Parameters) -> Answer | str:
        """Return the refused parameter, or an answer for a filtered question; raise any other error."""
        status, details = getattr(error, "status_code", None), error_details(error)
        if status == 403 and (refused_name := refused_parameter(details, sent_parameters)) in LOGPROBS:
            return refused_name
        if (outcome := self.parameters.answer_to_error(status, details, sent_parameters)) is not None:
            return outcome
        raise diagnose(error, self.sdk, self.address, self.spec) from None
