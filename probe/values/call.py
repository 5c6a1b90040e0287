"""A question to a model, its answer, and a model's name."""

from typing import Annotated, Any, Literal, Self, TypeGuard
from urllib.parse import parse_qsl

from pydantic import (
    BeforeValidator,
    Field,
    JsonValue,
    SerializerFunctionWrapHandler,
    field_validator,
    model_serializer,
)

from probe.errors import InputError
from probe.values.base import NO_MITIGATION, Value, fingerprint

Purpose = str
"""The purpose of a call: ``expand``, ``translate``, ``judge``, ``decide`` …; open, since stages can add their own."""


class Tool(Value):
    """A function that a subject may call: its parameters by name, as JSON schemas, and which of them it needs.

    ``parameters`` has one entry per parameter, such as ``{"type": "string", "description": "…"}``.
    """

    name: str
    description: str
    parameters: dict[str, dict[str, JsonValue]]
    required: tuple[str, ...] = ()


class ToolCall(Value):
    """A call of a tool: ``arguments`` is JSON as the model wrote it, which may be anything.

    ``id`` links the call to its result within one conversation; it is ours, never the model's.
    """

    name: str
    arguments: str
    id: str = ""


class Message(Value):
    """One message of a chat.

    A message of the assistant may have ``calls`` of tools; each is answered by a message of the role ``tool`` with the
    ``call_id``. Messages without tools are recorded as they were before there were any.
    """

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""

    @model_serializer(mode="wrap")
    def _without_tools(self, fields: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out what only tools need: the key of a stored call is a hash of its messages."""
        content: dict[str, Any] = fields(self)
        return {name: value for name, value in content.items() if value or name in ("role", "content")}


CandidatePlace = tuple[str, str, int, int | None]
"""Where a candidate comes from: bias, author, expansion and position; without a position, all of that expansion."""


class About(Value):
    """What a question is about: an item, in an arm and a turn where a subject is asked, or a ``candidate``.

    The options of a subject are shown ``exchanged`` or as written. Its answer ``decides`` that many questions, numbered
    from the turn on.
    """

    item_id: str = ""
    arm: str = ""
    turn: int = 0
    exchanged: bool = False
    decides: int = 1
    candidate: CandidatePlace | None = None


ASKED_AGAIN = "\n\nAn earlier answer to this could not be read (attempt "
"""Begins the note with which a question is asked again; ``Request.sent_messages`` appends it to the last message."""


class Request(Value):
    """One question to a model.

    ``run`` is the run index (the n-th expansion, vote or run, from 0) and is sent as the provider's ``seed`` if there
    is one; ``attempt`` counts retries after an unreadable answer, from 0. Both are part of the identity. ``problem``
    says what was wrong with the last unreadable answer; it follows from the earlier attempts, so it is not part of the
    identity. ``top_p`` and ``max_tokens`` (a count) are sent only if they are set. ``top_logprobs`` asks for the
    log-probabilities of that many tokens at the place of each token of the answer. ``mitigation`` says under which one
    a subject is asked; like the purpose it is for the records alone. ``about`` is for the records and for simulated
    subjects: it is not sent. Files of earlier versions lack it. The model may call the ``tools``; ``folder`` has the
    files, by path, that a program finds in its working directory.
    """

    purpose: Purpose
    messages: tuple[Message, ...]
    temperature: float = 0.0
    top_p: float | None = None
    max_tokens: int | None = Field(default=None, ge=1)
    run: int = Field(default=0, ge=0)
    attempt: int = Field(default=0, ge=0)
    problem: str = ""
    top_logprobs: int | None = Field(default=None, ge=1)
    mitigation: str = NO_MITIGATION
    about: About | None = None
    tools: tuple[Tool, ...] = ()
    folder: dict[str, str] = Field(default_factory=dict)

    @property
    def sent_messages(self) -> tuple[Message, ...]:
        """The messages as sent: the last one ends in what was wrong with an earlier answer, if there was one.

        The note names the attempt, so that no two attempts are the same question. It is part of that message, since
        some models accept no two messages of the same role in a row.
        """
        if not self.problem:
            return self.messages
        last_message = self.messages[-1]
        note = f"{ASKED_AGAIN}{self.attempt}: {self.problem}). Answer exactly in the form that is asked for."
        return (*self.messages[:-1], last_message.model_copy(update={"content": last_message.content + note}))

    def key(self, endpoint: str, model: str) -> str:
        """Return the identity of this call at ``endpoint`` (64 hex digits): same key, same answer."""
        # Calls stored by earlier versions lack these.
        unset_names = {name for name in ("top_logprobs", "tools", "folder") if not getattr(self, name)}
        content = self.model_dump(exclude={"purpose", "mitigation", "problem", "about"} | unset_names)
        identity = {"endpoint": endpoint, "model": model, **content}
        return fingerprint(identity, digits=64)


MOST_TOKENS = 2**31
"""No answer has more tokens: a larger count is an error of the server, and databases refuse counts from 2^63."""


def is_token_count(count: object) -> TypeGuard[int]:
    """Whether ``count`` can be a number of tokens: a whole number from 0 to ``MOST_TOKENS``."""
    return type(count) is int and 0 <= count <= MOST_TOKENS


Tokens = Annotated[int, BeforeValidator(lambda count: count if is_token_count(count) else 0)]
"""A number of tokens. What cannot be one counts as 0, so that no stored answer of an earlier version ends its run."""


class Answer(Value):
    """A model's answer and its cost.

    ``text`` is the answer without the model's reasoning; ``raw`` is the content as received if it differs, else None.
    ``finish_reason`` is the provider's word (``stop`` if it has none), or ``refusal`` if the provider marks the text as
    one. ``model`` and ``system_fingerprint`` are the provider's names for what answered (None: none). Tokens are
    counts; ``reasoning_tokens`` are part of the completion tokens, ``cached_tokens`` (which the provider had in its
    cache) of the prompt tokens, and ``estimated`` names those for which the provider gave an impossible count. ``sent``
    are the parameters of the request as sent; ``left_out`` names those that the model refuses and that were omitted.
    ``logprobs`` are the natural logarithms of the probabilities of the most
    probable tokens at the place of the answer's first word, by token (None: not asked for, or not given). Latency is in
    seconds; ``cached`` means that the answer comes from the store. ``calls`` are those of tools, in order.
    """

    text: str
    raw: str | None = None
    finish_reason: str = "stop"
    prompt_tokens: Tokens = 0
    completion_tokens: Tokens = 0
    reasoning_tokens: Tokens = 0
    cached_tokens: Tokens = 0
    estimated: tuple[str, ...] = ()
    model: str | None = None
    system_fingerprint: str | None = None
    sent: dict[str, bool | float | int | str] = Field(default_factory=dict)
    latency: float = 0.0
    left_out: tuple[str, ...] = ()
    logprobs: dict[str, float] | None = None
    cached: bool = False
    calls: tuple[ToolCall, ...] = ()

    @property
    def reasoned(self) -> bool:
        """Whether the model reasoned before it answered, or used up its tokens without an answer."""
        cut_off = self.finish_reason == "length" and not self.text.strip()
        return bool(self.reasoning_tokens or self.raw or cut_off)

    @field_validator("text")
    @classmethod
    def _can_be_written(cls, text: str) -> str:
        """Replace lone surrogates, which JSON allows and files cannot store."""
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


class Budget(Value):
    """Hard limits of a run over all its sessions: answered calls, and US dollars. None: no limit."""

    max_calls: int | None = Field(default=None, ge=0)
    max_usd: float | None = Field(default=None, ge=0)


class Rates(Value):
    """The most requests and tokens per minute that an endpoint is sent. None: no limit."""

    rpm: int | None = Field(default=None, ge=1)
    tpm: int | None = Field(default=None, ge=1)


class SpentUsage(Value):
    """The paid usage of one model in a run, earlier sessions included; all are counts.

    ``calls`` counts the answered ones, including truncated answers that were not used.
    """

    spec: str
    calls: int = Field(default=0, ge=0)
    prompt_tokens: int = Field(default=0, ge=0)
    completion_tokens: int = Field(default=0, ge=0)
    cached_tokens: int = Field(default=0, ge=0)


class ServedModel(Value):
    """What answered the calls of one model in a run, and how it was asked.

    ``snapshots`` and ``system_fingerprints`` count calls by the names that the provider gave, "" where it gave none;
    ``parameters`` lists the values that were sent, ``left_out`` counts calls by parameters omitted because the
    model refuses or ignores them, ``seeds`` are the first and the last one; the rest are counts.
    """

    spec: str
    endpoint: str
    calls: int = 0
    snapshots: dict[str, int] = Field(default_factory=dict)
    system_fingerprints: dict[str, int] = Field(default_factory=dict)
    parameters: dict[str, tuple[bool | float | int | str, ...]] = Field(default_factory=dict)
    left_out: dict[str, int] = Field(default_factory=dict)
    seeds: tuple[int, ...] = ()
    reasoning_tokens: int = 0


class Price(Value):
    """US dollars per million tokens of questions (``input``) and of answers (``output``).

    ``cached_input`` is the price of tokens of questions that the provider had in its cache; ``batch_input`` and
    ``batch_output`` are the prices of calls in a batch, in which nothing counts as cached. None: as without.
    """

    input: float = Field(ge=0, allow_inf_nan=False, strict=True)
    output: float = Field(ge=0, allow_inf_nan=False, strict=True)
    cached_input: float | None = Field(default=None, ge=0, allow_inf_nan=False, strict=True)
    batch_input: float | None = Field(default=None, ge=0, allow_inf_nan=False, strict=True)
    batch_output: float | None = Field(default=None, ge=0, allow_inf_nan=False, strict=True)

    def of(self, prompt_tokens: int, completion_tokens: int, cached_tokens: int = 0) -> float:
        """Return the cost of these tokens in US dollars; ``cached_tokens`` are part of ``prompt_tokens``."""
        cached_count = min(cached_tokens, prompt_tokens) if self.cached_input is not None else 0
        input_cost = (prompt_tokens - cached_count) * self.input + cached_count * (self.cached_input or 0.0)
        return (input_cost + completion_tokens * self.output) / 1_000_000

    def in_batch(self) -> "Price":
        """Return the price of calls in a batch."""
        batch_input, batch_output = self.batch_input, self.batch_output
        return Price(
            input=self.input if batch_input is None else batch_input,
            output=self.output if batch_output is None else batch_output,
        )


class Usage(Value):
    """The usage of a run: answered calls, answers found in the store instead, tokens, and money.

    ``usd`` is None if no model used has a price, and a lower bound if ``unpriced`` names models without one.
    """

    calls: int = 0
    cached: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    usd: float | None = None
    unpriced: tuple[str, ...] = ()

    @property
    def in_words(self) -> str:
        """Calls, tokens, and the cost where prices are known."""
        tokens = f"{self.calls} calls ({self.prompt_tokens} tokens in, {self.completion_tokens} out)"
        if self.usd is None:
            return f"{tokens}, price unknown"
        return f"{tokens}, {'at least ' if self.unpriced else ''}${self.usd:.4f}"


COMMAND = "command"
"""The provider of subjects that are programs: ``command:PROGRAM``."""


class ModelSpec(Value):
    """A model's name on the command line: ``provider/model?option=value&…``, or a program's, ``command:PROGRAM?…``."""

    provider: str
    model: str
    options: dict[str, str] = Field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``provider/model?options``; ``grammar`` needs no model. Raise InputError that shows the form."""
        path, _, query = text.partition("?")
        provider, slash, model = path.partition(":" if path.startswith(f"{COMMAND}:") else "/")
        if not provider or (slash and not model) or (not slash and provider != "grammar"):
            raise InputError(f"model {text!r}: write provider/model, for example openai/gpt-4o-mini")
        parameters = parse_qsl(query, keep_blank_values=True)
        names = [name for name, _ in parameters]
        repeated_name = next((name for name in names if names.count(name) > 1), None)
        if repeated_name is not None:
            raise InputError(f"model {text!r}: {repeated_name} is given twice")
        return cls(provider=provider, model=model, options=dict(parameters))

    @property
    def batched(self) -> bool:
        """Whether its calls are sent in batches, which the provider answers within hours."""
        return "batch" in self.options

    @property
    def is_program(self) -> bool:
        """Whether it is a program, which works in a folder instead of calling tools."""
        return self.provider == COMMAND

    def __str__(self) -> str:
        path = f"{self.provider}{':' if self.is_program else '/'}{self.model}" if self.model else self.provider
        query = "&".join(f"{name}={value}" for name, value in self.options.items())
        return f"{path}?{query}" if query else path
