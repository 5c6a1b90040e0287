"""A local model as an adapter: its options, its questions, and its answers."""

import asyncio
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any, Protocol

from probe.calling import in_plain_text
from probe.errors import InputError
from probe.models.chat import strip_reasoning
from probe.models.local.process import Reply
from probe.models.local.source import WeightsSource
from probe.models.parameters import OPTIONS, Parameter, read_options
from probe.values import Answer, ModelSpec, Request

SAMPLING_PARAMETERS = ("temperature", "top_p", "top_k", "max_tokens", "seed")
"""The sampling parameters of a local model, a subset of those of models over HTTP."""
DEFAULT_MAX_TOKENS = 512
"""Tokens of an answer for which neither the call nor the name sets ``max_tokens``."""
DEVICES = ("auto", "cpu", "cuda", "mps")


class Runner(Protocol):
    """What answers the questions of one model: a process, or workers."""

    def ask(self, question: Mapping[str, Any]) -> Future[Reply]:
        """Send a question; the future has the reply, or the error that prevents it."""

    def close(self) -> None:
        """End it at once; pending questions are abandoned."""


Start = Callable[[WeightsSource, str], Runner]
"""Starts the runner of the model from a source on a device."""


class LocalModel:
    """A causal language model (an Adapter); ``start`` returns the runner that answers its questions.

    It starts with the first question. A direct question (``top_logprobs``) is answered with the probabilities
    of the first token, computed from all of the model's logits at temperature 1; the sampling parameters do not apply.
    """

    endpoint = "local"

    def __init__(self, spec: ModelSpec, start: Callable[[], Runner]) -> None:
        self.spec = spec
        self._name_options = sampling_options(spec)
        self._start = start

    async def complete(self, request: Request) -> Answer:
        """Compute one answer (see Adapter). Raise InputError or MissingError if the model cannot be loaded."""
        parameters = self._parameters(request)
        messages = [message.model_dump() for message in in_plain_text(request)]
        start_time = time.perf_counter()
        reply = await asyncio.wrap_future(self._start().ask({"messages": messages, **parameters}))
        content = str(reply["text"])
        text = strip_reasoning(content)
        return Answer(
            text=text or "",
            raw=content if content and text != content else None,
            finish_reason=reply["finish"],
            prompt_tokens=reply["prompt_tokens"],
            completion_tokens=reply["completion_tokens"],
            model=reply["model"],
            system_fingerprint=reply["fingerprint"],
            sent=parameters,
            latency=time.perf_counter() - start_time,
            logprobs=reply.get("logprobs"),
        )

    def _parameters(self, request: Request) -> dict[str, Parameter]:
        if request.top_logprobs:
            return {"top_logprobs": request.top_logprobs}
        parameters: dict[str, Parameter] = {
            "temperature": request.temperature,
            "max_tokens": request.max_tokens or DEFAULT_MAX_TOKENS,
        }
        parameters |= {} if request.top_p is None else {"top_p": request.top_p}
        return parameters | self._name_options | {"seed": request.run + int(self._name_options.get("seed", 0))}


def sampling_options(spec: ModelSpec) -> dict[str, Parameter]:
    """Return the sampling parameters in a local model's name. Raise InputError for others and for unusable values."""
    device_of(spec)
    sampling = {name: text for name, text in spec.options.items() if name != "device"}
    return read_options(spec, sampling, {name: OPTIONS[name] for name in SAMPLING_PARAMETERS}, extra_name="device")


def device_of(spec: ModelSpec) -> str:
    """Return the device in a local model's name, ``auto`` if it has none. Raise InputError for an unknown one."""
    device = spec.options.get("device", "auto")
    if device not in DEVICES:
        raise InputError(f"{spec}: device={device}: write {', '.join(DEVICES[:-1])} or {DEVICES[-1]}")
    return device
