"""Language models over HTTP, through either SDK: one attempt at one chat completion."""

import asyncio
import time

from probe.errors import ModelFault
from probe.models.completion import read_completion
from probe.models.diagnosis import diagnose, error_details
from probe.models.endpoint import Endpoint
from probe.models.faults import TransientFault, Trouble
from probe.models.quirks import Parameters, Quirks, refused_parameter
from probe.models.sdk import Sdk
from probe.values import Answer, ModelSpec, Request

ATTEMPT_TIMEOUT = 600.0
"""Seconds that one attempt may take from start to end: a large local model may think for minutes."""


class ChatModel:
    """One model of an endpoint that speaks the chat-completions protocol (an Adapter).

    A parameter that the model refuses is omitted from then on; finding out costs one unanswered request.
    """

    def __init__(self, spec: ModelSpec, endpoint: Endpoint, sdk: Sdk, *, timeout: float = ATTEMPT_TIMEOUT) -> None:
        self._spec = spec
        self._endpoint = endpoint
        self._sdk = sdk
        self._timeout = timeout
        self._quirks = Quirks()

    @property
    def spec(self) -> ModelSpec:
        """The model's name."""
        return self._spec

    @property
    def endpoint(self) -> str:
        """The base URL."""
        return self._endpoint.url

    async def complete(self, request: Request) -> Answer:
        """Make one attempt (see Adapter); it learns which parameters are refused only from an answered request.

        An error may name a parameter and mean something else: then omitting it does not help, and nothing is learned.
        """
        wanted = _parameters(request)
        quirks = self._quirks
        while True:
            outcome = await self._try(request, wanted, quirks)
            if isinstance(outcome, Answer):
                self._quirks |= quirks
                return outcome
            quirks = quirks.with_refused(outcome)

    async def _try(self, request: Request, wanted: Parameters, quirks: Quirks) -> Answer | str:
        """Return the answer, or the name of a parameter that was refused."""
        sent = quirks.fitted(wanted)
        messages = [{"role": message.role, "content": message.content} for message in request.messages]
        started = time.perf_counter()
        try:
            async with asyncio.timeout(self._timeout):
                response = await self._sdk.complete({"model": self._spec.model, "messages": messages, **sent})
        except self._sdk.any_error as error:
            return self._after(error, sent)
        except TimeoutError:
            raise TransientFault(f"timed out after {self._timeout:g} s", Trouble.SERVER) from None
        except UnicodeError:
            raise ModelFault(f"{self._spec}: the question contains characters that UTF-8 cannot encode") from None
        body: bytes = response.content
        latency = time.perf_counter() - started
        return read_completion(body, self._endpoint.secrets, latency, quirks.left_out(wanted))

    def _after(self, error: Exception, sent: Parameters) -> Answer | str:
        """Return the refused parameter, or an answer for a filtered question; raise any other error."""
        if getattr(error, "status_code", None) in (400, 422):
            details = error_details(error)
            if details.get("code") == "content_filter":  # Azure's code for a question it will not answer
                return Answer(text="", finish_reason="content_filter")
            refused = refused_parameter(details, sent)
            if refused is not None:
                return refused
        raise diagnose(error, self._sdk, self._endpoint, self._spec) from None


def _parameters(request: Request) -> Parameters:
    """Return the sampling parameters of ``request`` by the protocol's names; unset ones are not sent."""
    parameters: dict[str, float | int] = {"temperature": request.temperature, "seed": request.run}
    if request.top_p is not None:
        parameters["top_p"] = request.top_p
    if request.max_tokens is not None:
        parameters["max_tokens"] = request.max_tokens
    return parameters
