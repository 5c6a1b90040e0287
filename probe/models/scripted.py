"""A scripted model: answers from a list or a function, for tests and for trying things out without a network."""

from collections.abc import Callable, Iterable, Iterator

from probe.errors import ModelFault
from probe.values import Answer, ModelSpec, Request

Line = str | Answer | Exception
"""What a script says: a text, a whole answer, or an error that is raised instead."""


class ScriptedModel:
    """A model that follows a script, and records what it was asked in ``requests``.

    A list is followed in the order of the calls; a function is given each request. It is a Model (``ask``), and an
    Adapter (``complete``), so that it can stand behind a gateway too.
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
        """The name under which it is known."""
        return self._spec

    @property
    def endpoint(self) -> str:
        """A word, since it is asked nowhere."""
        return self._endpoint

    async def ask(self, request: Request) -> Answer:
        """Return what the script says next, or raise it."""
        self.requests.append(request)
        line = self._script(request)
        if isinstance(line, Exception):
            raise line
        return line if isinstance(line, Answer) else Answer(text=line)

    async def complete(self, request: Request) -> Answer:
        """Make one attempt: the same as ``ask``."""
        return await self.ask(request)


def _in_turn(lines: Iterator[Line], name: str) -> Callable[[Request], Line]:
    def next_line(_: Request) -> Line:
        return next(lines, ModelFault(f"{name}: the script is at its end"))

    return next_line
