"""Models without a network: simulated subjects decide by a rule of their protocol, scripted models follow a script."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from probe.errors import ModelFault
from probe.values import Answer, ModelSpec, Request

Rule = Callable[[Request], str | Answer]
"""The rule of a simulated subject: it returns the answer to a question, by what the question is about."""
Line = str | Answer | Exception
"""One line of a script: a text, a complete answer, or an error to raise."""


class ScriptedModel:
    """A model that follows a script and records its requests in ``requests``.

    A list is followed in the order of the calls; a function is given each request. It is both a Model (``ask``) and an
    Adapter (``complete``), so it also works behind a gateway.
    """

    def __init__(
        self,
        script: Iterable[Line] | Callable[[Request], Line],
        *,
        name: str = "scripted/model",
        endpoint: str = "scripted",
    ) -> None:
        self.spec = ModelSpec.parse(name)
        self.endpoint = endpoint
        self._script = script if callable(script) else _in_turn(iter(script), name)
        self.requests: list[Request] = []

    async def ask(self, request: Request) -> Answer:
        """Return the next line of the script, or raise it."""
        self.requests.append(request)
        line = self._script(request)
        if isinstance(line, Exception):
            raise line
        return line if isinstance(line, Answer) else Answer(text=line)

    complete = ask


def _in_turn(lines: Iterator[Line], name: str) -> Callable[[Request], Line]:
    def next_line(_: Request) -> Line:
        return next(lines, ModelFault(f"{name}: the script has no more answers"))

    return next_line


@dataclass(frozen=True)
class RuleSubject:
    """A simulated subject of a protocol: ``rule`` answers a question (an Adapter)."""

    spec: ModelSpec
    rule: Rule
    endpoint = "simulated"

    async def complete(self, request: Request) -> Answer:
        """Return what the rule answers; a label that it gives without probabilities is certain."""
        answer = self.rule(request)
        if isinstance(answer, Answer):
            return answer
        logprobs = {answer: 0.0} if request.top_logprobs and request.purpose == "decide" else None
        return Answer(text=answer, logprobs=logprobs)
