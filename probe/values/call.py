"""A question to a model and its answer, and the name under which a model is known."""

from typing import Literal, Self
from urllib.parse import parse_qsl

from pydantic import Field, field_validator

from probe.errors import InputError
from probe.values.base import Value, fingerprint

Purpose = str
"""What a call is for: ``expand``, ``translate``, ``judge``, ``decide`` …; open, since stages bring their own."""


class Message(Value):
    """One message of a chat."""

    role: Literal["system", "user", "assistant"]
    content: str


class Request(Value):
    """One question to a model.

    ``run`` is the run index (the n-th expansion, vote or run, from 0) and is sent as the provider's ``seed`` where
    there is one; ``attempt`` counts asking again after an unreadable answer, from 0. Both are part of the identity.
    ``top_p`` and ``max_tokens`` (a count) are sent only where they are set.
    """

    purpose: Purpose
    messages: tuple[Message, ...]
    temperature: float = 0.0
    top_p: float | None = None
    max_tokens: int | None = Field(default=None, ge=1)
    run: int = Field(default=0, ge=0)
    attempt: int = Field(default=0, ge=0)

    def key(self, endpoint: str, model: str) -> str:
        """Return the identity of this call at ``endpoint`` (64 hex digits): same key, same answer."""
        identity = {"endpoint": endpoint, "model": model, **self.model_dump(exclude={"purpose"})}
        return fingerprint(identity, digits=64)


class Answer(Value):
    """What a model answered, and what it cost.

    ``text`` is the answer without the model's reasoning; ``raw`` is the content as it came where that is not the same,
    else None. ``finish_reason`` is the provider's word (``stop`` where it has none), or ``refusal`` where the provider
    marks the text as one. ``left_out`` names the parameters that the model refuses and was asked without. Tokens are
    counts, latency is in seconds; ``cached`` tells that it was not asked for again.
    """

    text: str
    raw: str | None = None
    finish_reason: str = "stop"
    prompt_tokens: int = 0
    completion_tokens: int = 0
    latency: float = 0.0
    left_out: tuple[str, ...] = ()
    cached: bool = False

    @field_validator("text")
    @classmethod
    def _can_be_written(cls, text: str) -> str:
        """Replace lone surrogates, which JSON can carry and no file can."""
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


class Budget(Value):
    """Hard limits of a run, all its sessions together: answered calls, and US dollars. None: no limit."""

    max_calls: int | None = Field(default=None, ge=0)
    max_usd: float | None = Field(default=None, ge=0)


class Spent(Value):
    """What one model has been paid for in a run, earlier sessions included; all are counts.

    ``calls`` are those that were answered, with the answers among them that were truncated and thrown away.
    """

    spec: str
    calls: int = Field(default=0, ge=0)
    prompt_tokens: int = Field(default=0, ge=0)
    completion_tokens: int = Field(default=0, ge=0)


class Usage(Value):
    """What a run has used up: answered calls, answers found in the store instead, tokens, and money.

    ``usd`` is None if nothing that was used has a price, and a lower bound where ``unpriced`` names models that
    have none.
    """

    calls: int = 0
    cached: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    usd: float | None = None
    unpriced: tuple[str, ...] = ()


class ModelSpec(Value):
    """A model's name on the command line: ``provider/model?option=value&…``."""

    provider: str
    model: str
    options: dict[str, str] = Field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``provider/model?options``; ``grammar`` needs no model. Raise InputError that shows the form."""
        path, _, query = text.partition("?")
        provider, slash, model = path.partition("/")
        if not provider or (slash and not model) or (not slash and provider != "grammar"):
            raise InputError(f"model {text!r}: write provider/model, for example openai/gpt-4o-mini")
        return cls(provider=provider, model=model, options=dict(parse_qsl(query, keep_blank_values=True)))

    def __str__(self) -> str:
        path = f"{self.provider}/{self.model}" if self.model else self.provider
        query = "&".join(f"{name}={value}" for name, value in self.options.items())
        return f"{path}?{query}" if query else path
