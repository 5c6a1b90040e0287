"""The logic of the library: Horn clauses without functions, and every proof of a goal in them.

The oracle verifies every program in the end. With this prover, which needs no Prolog, the reader rejects a broken file
before any program is written, and the composer gets the requested depth.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import count

from probe.values import Value

ATOM = re.compile(r"[a-z][a-z0-9_]*")
FACT = re.compile(r"([a-z][a-z0-9_]*)\(([^()]*)\)")
MAX_STEPS = 64
"""No proof of the library is deeper; a deeper search means that the rules are circular."""


class Literal(Value):
    """A predicate and its arguments; arguments that begin with a capital letter are variables."""

    predicate: str
    args: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.predicate}({', '.join(self.args)})"


class Clause(Value):
    """A fact (no body) or a rule."""

    head: Literal
    body: tuple[Literal, ...] = ()

    def __str__(self) -> str:
        if not self.body:
            return f"{self.head}."
        return f"{self.head} :-\n    " + ",\n    ".join(str(goal) for goal in self.body) + "."


class Proof(Value):
    """One proof of a goal: the proved literal, and the number of rule applications.

    ``depth`` counts rule applications on the longest branch, ``size`` those of the whole proof; facts count 0.
    """

    goal: Literal
    depth: int
    size: int


def literal(text: str) -> Literal:
    """Read ``predicate(argument, …)``; raise ValueError that shows the syntax."""
    match = FACT.fullmatch(text.strip())
    args = tuple(arg.strip() for arg in match.group(2).split(",")) if match else ()
    if match is None or not all(ATOM.fullmatch(arg) for arg in args):
        raise ValueError(f"{text!r} is not a fact: write it like team(six_people)")
    return Literal(predicate=match.group(1), args=args)


def fact(predicate: str, *args: str) -> Clause:
    """Return the fact that ``predicate`` holds for ``args``."""
    return Clause(head=Literal(predicate=predicate, args=args))


def rule(head: Literal, *body: Literal) -> Clause:
    """Return the rule that ``head`` follows from ``body``."""
    return Clause(head=head, body=body)


def goal(predicate: str, *args: str) -> Literal:
    """Return a literal."""
    return Literal(predicate=predicate, args=args)


def proofs(wanted: Literal, clauses: Sequence[Clause]) -> list[Proof]:
    """Return every proof of ``wanted`` in the order of Prolog; raise ValueError if the rules are circular."""
    program: _Program = {}
    for clause in clauses:
        program.setdefault(clause.head.predicate, []).append(
            (clause.head.args, tuple((part.predicate, part.args) for part in clause.body))
        )
    found = []
    for binding, depths in _solve(((wanted.predicate, wanted.args),), program, {}, 0, count()):
        depth, size = depths[0]
        bound = goal(wanted.predicate, *(_value(arg, binding) for arg in wanted.args))
        found.append(Proof(goal=bound, depth=depth, size=size))
    return found


# The search itself works on plain tuples: creating frozen values at every step would dominate the time of loading.
_Args = tuple[str, ...]
_Goals = tuple[tuple[str, _Args], ...]
_Program = dict[str, list[tuple[_Args, _Goals]]]
_Binding = dict[str, str]
_Depths = tuple[tuple[int, int], ...]


def _solve(
    goals: _Goals, program: _Program, binding: _Binding, level: int, names: Iterator[int]
) -> Iterator[tuple[_Binding, _Depths]]:
    """Yield each way to prove all ``goals``, with depth and size for each of them."""
    if level > MAX_STEPS:
        raise ValueError("the rules are circular")
    if not goals:
        yield binding, ()
        return
    (predicate, args), rest = goals[0], goals[1:]
    for head, body in program.get(predicate, ()):
        name = next(names)
        unified = _unify(args, _renamed(head, name), binding)
        if unified is None:
            continue
        wanted = tuple((part, _renamed(part_args, name)) for part, part_args in body)
        for after_body, below in _solve(wanted, program, unified, level + 1, names):
            own = (1, 1) if body else (0, 0)
            depth = own[0] + max((depth for depth, _ in below), default=0)
            size = own[1] + sum(size for _, size in below)
            for after_rest, others in _solve(rest, program, after_body, level, names):
                yield after_rest, ((depth, size), *others)


def _renamed(args: _Args, name: int) -> _Args:
    return tuple(f"{arg}_{name}" if arg[0].isupper() else arg for arg in args)


def _value(term: str, binding: _Binding) -> str:
    while term[0].isupper() and term in binding:
        term = binding[term]
    return term


def _unify(one: _Args, other: _Args, binding: _Binding) -> _Binding | None:
    if len(one) != len(other):
        return None
    result = dict(binding)
    for left, right in zip(one, other, strict=True):
        left_value, right_value = _value(left, result), _value(right, result)
        if left_value == right_value:
            continue
        if left_value[0].isupper():
            result[left_value] = right_value
        elif right_value[0].isupper():
            result[right_value] = left_value
        else:
            return None
    return result
