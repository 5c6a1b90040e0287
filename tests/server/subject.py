"""A subject behind HTTP: it decides the dilemmas of a dataset as a simulated subject does."""

from pathlib import Path

from probe.errors import ProbeError
from probe.protocols.dilemmas.reading import open_dilemmas
from probe.protocols.dilemmas.simulated import simulated_subject
from probe.values import Message, ModelSpec, Request
from tests.server.chat import ReceivedRequest, Reply, fails, says

PREPARATION_PHRASE = "Do not decide"
"""Words of a mitigation that asks for a preparation before the decision."""


class ServedSubject:
    """Answers the questions of ``probe evaluate`` and ``probe study`` about one dataset (a Behaviour)."""

    def __init__(self, spec: str, dataset: Path) -> None:
        self._subject = simulated_subject(ModelSpec.parse(spec), tuple(open_dilemmas(dataset)))

    def __call__(self, http_request: ReceivedRequest, number: int) -> Reply:
        """Answer one request; one that is about no dilemma of the dataset is refused."""
        messages = tuple(Message.model_validate(message) for message in http_request.body["messages"])
        if PREPARATION_PHRASE in messages[-1].content:
            return says("Measure before you decide, and keep what can be changed later small.")
        try:
            request = Request(purpose="decide", messages=messages, run=int(http_request.body.get("seed", 0)))
            return says(self._subject(request).text)
        except ProbeError as error:
            return fails(400, str(error))
