"""A scripted model: answers from a list or a function, for tests and experiments without a network."""

from collections.abc import Callable, Iterable, Iterator

from probe.errors import ModelFault
from probe.values import Answer, ModelSpec, Request

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
        self._spec = ModelSpec.parse(name)
        self._endpoint = endpoint
        self._script = script if callable(script) else _in_turn(iter(script), name)
        self.requests: list[Request] = []

    @property
    def spec(self) -> ModelSpec:
        """The model's name."""
        return self._spec

    @property
    def endpoint(self) -> str:
        """A fixed word, since the model has no address."""
        return self._endpoint

    async def ask(self, request: Request) -> Answer:
        """Return the next line of the script, or raise it."""
        self.requests.append(request)
        line = self._script(request)
        if isinstance(line, Exception):
            raise line
        return line if isinstance(line, Answer) else Answer(text=line)

    async def complete(self, request: Request) -> Answer:
        """Make one attempt, as ``ask`` does."""
        return await self.ask(request)


def _in_turn(lines: Iterator[Line], name: str) -> Callable[[Request], Line]:
    def next_line(_: Request) -> Line:
        return next(lines, ModelFault(f"{name}: the script has ended"))

    return next_line
