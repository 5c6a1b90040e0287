"""Compute the numbers of a template from those that were drawn."""

import ast
import operator
from collections.abc import Callable, Mapping

MOST_NODES = 60
"""The most syntax nodes of an expression: a user's file may contain one of any size."""

_OPERATORS: Mapping[type[ast.AST], Callable[..., float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.USub: operator.neg,
}
_FUNCTIONS: Mapping[str, Callable[..., float]] = {"round": round, "min": min, "max": max, "abs": abs, "int": int}


def value(expression: str, numbers: Mapping[str, float]) -> float:
    """Return the value of a sum such as ``round(anchor / 10) + 5`` (Python's rounding, half to even).

    Raises ValueError for anything but numbers, known names, + - * /, round, int, min, max and abs.
    """
    try:
        tree = ast.parse(expression.strip(), mode="eval")
        if sum(1 for _ in ast.walk(tree)) > MOST_NODES:
            raise ValueError(f"{expression!r} is too long")
        return _value(tree.body, numbers)
    except (SyntaxError, TypeError, ZeroDivisionError, RecursionError, MemoryError, OverflowError) as error:
        raise ValueError(f"{expression!r} cannot be computed") from error


def variables_in(expression: str) -> set[str]:
    """Return the names that ``expression`` computes with, functions included. Raises SyntaxError if it is invalid."""
    return {node.id for node in ast.walk(ast.parse(expression.strip(), mode="eval")) if isinstance(node, ast.Name)}


def _value(node: ast.AST, numbers: Mapping[str, float]) -> float:
    match node:
        case ast.Constant(value=int() | float() as number):
            return number
        case ast.Name(id=name) if name in numbers:
            return numbers[name]
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_value(left, numbers), _value(right, numbers))
        case ast.UnaryOp(op=op, operand=operand) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_value(operand, numbers))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in _FUNCTIONS:
            return _FUNCTIONS[name](*(_value(argument, numbers) for argument in args))
    raise ValueError("only numbers, drawn values, + - * /, round, int, min, max and abs can be computed")
