"""Language models over HTTP, by either SDK: one attempt at one chat completion."""

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

    A parameter that the model refuses is left out from then on; finding that out costs one unanswered request.
    """

    def __init__(self, spec: ModelSpec, endpoint: Endpoint, sdk: Sdk, *, timeout: float = ATTEMPT_TIMEOUT) -> None:
        self._spec = spec
        self._endpoint = endpoint
        self._sdk = sdk
        self._timeout = timeout
        self._quirks = Quirks()

    @property
    def spec(self) -> ModelSpec:
        """The name under which the model is known."""
        return self._spec

    @property
    def endpoint(self) -> str:
        """The base URL."""
        return self._endpoint.url

    async def complete(self, request: Request) -> Answer:
        """Make one attempt (see Adapter)."""
        wanted = _parameters(request)
        while True:
            sent = self._quirks.fitted(wanted)
            answer = await self._try(request, wanted, sent)
            if answer is not None:
                return answer

    async def close(self) -> None:
        """Close the client and its connections."""
        await self._sdk.close()

    async def _try(self, request: Request, wanted: Parameters, sent: Parameters) -> Answer | None:
        """Return the answer, None where a parameter was refused that will be left out from now on."""
        started = time.perf_counter()
        try:
            async with asyncio.timeout(self._timeout):
                response = await self._sdk.create(
                    model=self._spec.model,
                    messages=[{"role": message.role, "content": message.content} for message in request.messages],
                    **sent,
                )
        except self._sdk.any_error as error:
            return self._after(error, sent)
        except TimeoutError:
            raise TransientFault(f"timed out after {self._timeout:g} s", Trouble.SERVER) from None
        except UnicodeError:
            raise ModelFault(f"{self._spec}: the question holds characters that UTF-8 cannot carry") from None
        body: bytes = response.http_response.content
        left_out = self._quirks.left_out(wanted)
        return read_completion(body, self._endpoint.secrets, time.perf_counter() - started, left_out)

    def _after(self, error: Exception, sent: Parameters) -> Answer | None:
        """Learn from a refusal (None), take a filtered question as what it is, and raise anything else as a fault."""
        if getattr(error, "status_code", None) in (400, 422):
            details = error_details(error)
            if details.get("code") == "content_filter":  # Azure's word for a question it will not answer
                return Answer(text="", finish_reason="content_filter")
            refused = refused_parameter(details, sent)
            if refused is not None:
                self._quirks.learn(refused)
                return None
        raise diagnose(error, self._sdk, self._endpoint, self._spec) from None


def _parameters(request: Request) -> Parameters:
    """Return the sampling parameters of ``request`` by the protocol's names; what is not set is not sent."""
    parameters: dict[str, float | int] = {"temperature": request.temperature, "seed": request.run}
    if request.top_p is not None:
        parameters["top_p"] = request.top_p
    if request.max_tokens is not None:
        parameters["max_tokens"] = request.max_tokens
    return parameters
