"""Facts without structure, as remarks and framings give them."""

import re

from probe.values import Value

ATOM = re.compile(r"[a-z][a-z0-9_]*")
FACT = re.compile(r"([a-z][a-z0-9_]*)\(([^()]*)\)")


class Literal(Value):
    """A predicate and its arguments."""

    predicate: str
    args: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.predicate}({', '.join(self.args)})"


def literal(text: str) -> Literal:
    """Read ``predicate(argument, …)``; raise ValueError that shows the syntax."""
    match = FACT.fullmatch(text.strip())
    args = tuple(arg.strip() for arg in match.group(2).split(",")) if match else ()
    if match is None or not all(ATOM.fullmatch(arg) for arg in args):
        raise ValueError(f"{text!r} is not a fact: write it like team(six_people)")
    return Literal(predicate=match.group(1), args=args)
