"""Conditions and calculations in the rules of a schema: read, and written as Prolog.

A calculation is ``users * requests_each`` or ``today * (100 + growth) / 100``: names, whole numbers, ``+ - * /``.
A condition compares (``load > limit``, ``tier == gold``, ``need == gap``), or asks whether two sets share a member
(``needs & gaps``); several are joined with ``and``. Division has to be exact.
"""

import ast
import operator
from collections.abc import Callable, Mapping
from functools import cache, cached_property

from probe.values import Value

OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "//"}
COMPARISONS = {ast.Gt: ">", ast.GtE: ">=", ast.Lt: "<", ast.LtE: "=<", ast.Eq: "==", ast.NotEq: "!="}
LONGEST_EXPRESSION = 500
"""How many characters a calculation or the conditions of a rule may have."""
OPPOSITE = {">": "=<", ">=": "<", "<": ">=", "=<": ">"}
ORDERS: dict[str, Callable[[float, float], bool]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "=<": operator.le,
}


class Term(Value):
    """A calculation: a ``name``, a ``number``, or an ``operator`` (``+ - * //``) over two terms."""

    name: str = ""
    number: int = 0
    operator: str = ""
    left: "Term | None" = None
    right: "Term | None" = None

    @cached_property
    def sides(self) -> tuple["Term", "Term"]:
        """The two terms of an operator."""
        assert self.left is not None
        assert self.right is not None
        return self.left, self.right

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names, each once, in order."""
        if not self.operator:
            return (self.name,) if self.name else ()
        return tuple(dict.fromkeys(name for side in self.sides for name in side.names))

    def renamed(self, names: Mapping[str, str]) -> "Term":
        """Return the calculation with other names; one without a new name stays."""
        if not self.operator:
            return Term(name=names.get(self.name, self.name), number=self.number)
        left, right = (side.renamed(names) for side in self.sides)
        return Term(operator=self.operator, left=left, right=right)


class Condition(Value):
    """``left operator right``; the operator is a comparison or ``&`` (the sets share a member)."""

    left: Term
    operator: str
    right: Term

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names on both sides, each once, in order."""
        return tuple(dict.fromkeys((*self.left.names, *self.right.names)))

    def renamed(self, names: Mapping[str, str]) -> "Condition":
        """Return the condition with other names."""
        return Condition(left=self.left.renamed(names), operator=self.operator, right=self.right.renamed(names))

    @cached_property
    def compares_numbers(self) -> bool:
        """Whether it is an order of two numbers."""
        return self.operator in OPPOSITE


@cache
def calculation(text: str) -> Term:
    """Read a calculation; raise ValueError that shows the form."""
    return _term(_parse(text), text)


@cache
def conditions(text: str) -> tuple[Condition, ...]:
    """Read conditions that are joined with ``and``; raise ValueError that shows the form."""
    node = _parse(text)
    comparisons = node.values if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And) else [node]
    return tuple(_condition(comparison, text) for comparison in comparisons)


def exact(term: Term, values: dict[str, int]) -> int | None:
    """Return the value of ``term``; None if a division leaves a remainder or a value is negative."""
    if not term.operator:
        return values[term.name] if term.name else term.number
    # Composing spends most of its time in this function and in roughly: they build no generators and no tables.
    first, second = term.sides
    left = exact(first, values)
    right = exact(second, values)
    if left is None or right is None:
        return None
    if term.operator == "//":
        return left // right if right and left % right == 0 else None
    result = left + right if term.operator == "+" else left * right if term.operator == "*" else left - right
    return result if result >= 0 else None


def roughly(term: Term, values: Mapping[str, float]) -> float | None:
    """Return the value of ``term`` with fractions; None if it divides by 0."""
    if not term.operator:
        return values[term.name] if term.name else term.number
    first, second = term.sides
    left = roughly(first, values)
    right = roughly(second, values)
    if left is None or right is None:
        return None
    if term.operator == "//":
        return left / right if right else None
    return left + right if term.operator == "+" else left * right if term.operator == "*" else left - right


def upper_bound(term: Term, highest: Mapping[str, int]) -> int:
    """Return what no value of ``term`` exceeds if no name exceeds its ``highest`` value."""
    if not term.operator:
        return highest.get(term.name, term.number)
    left, right = (upper_bound(side, highest) for side in term.sides)
    # A difference or a quotient is at most its first operand, since no value is negative.
    return {"+": left + right, "*": left * right}.get(term.operator, left)


def holds(left: float, comparison: str, right: float) -> bool:
    """Return whether the order of two numbers holds."""
    return ORDERS[comparison](left, right)


def prolog(term: Term) -> str:
    """Return ``term`` in Prolog, with a variable for each name."""
    if not term.operator:
        return variable(term.name) if term.name else str(term.number)
    left, right = (f"({prolog(side)})" if side.operator else prolog(side) for side in term.sides)
    return f"{left} {term.operator} {right}"


def variable(name: str) -> str:
    """Return the Prolog variable for the value of ``name``."""
    return "".join(word.capitalize() for word in name.split("_"))


def _parse(text: str) -> ast.expr:
    # Before parsing: deeply nested brackets could exhaust the stack of the parser.
    if len(text) > LONGEST_EXPRESSION:
        raise ValueError(
            f"{text[:40]!r} … is longer than {LONGEST_EXPRESSION} characters: derive a part of it by another rule"
        )
    try:
        # Python's own parser reads the text; nothing is evaluated.
        return ast.parse(text.strip(), mode="eval").body
    except SyntaxError as error:
        raise ValueError(f"{text!r} cannot be read: write it like load > limit and tier == gold") from error


def _term(node: ast.expr, text: str) -> Term:
    if isinstance(node, ast.Name):
        return Term(name=node.id)
    # Compare the exact type, because bool is a subclass of int.
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return Term(number=node.value)
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        return Term(operator=OPERATORS[type(node.op)], left=_term(node.left, text), right=_term(node.right, text))
    raise ValueError(f"{text!r} is not a calculation: use names, whole numbers, + - * / and brackets")


def _condition(node: ast.expr, text: str) -> Condition:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd):
        return Condition(left=_term(node.left, text), operator="&", right=_term(node.right, text))
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARISONS:
        operator = COMPARISONS[type(node.ops[0])]
        return Condition(left=_term(node.left, text), operator=operator, right=_term(node.comparators[0], text))
    raise ValueError(f"{text!r} is not a condition: write it like load > limit, tier == gold or needs & gaps")


def other_side(operator: str, drawn_value: int, value: int, *, from_left: bool) -> int | None:
    """Return the other side of an operator, given the drawn side and the result."""
    if operator == "+":
        return value - drawn_value
    if operator == "*":
        return value // drawn_value if drawn_value and value % drawn_value == 0 else None
    if operator == "-":
        return drawn_value - value if from_left else value + drawn_value
    if not from_left:
        return value * drawn_value
    return drawn_value // value if value and drawn_value % value == 0 else None
