"""Fill the slots of a text: ``{name}`` with a word, ``{^name}`` with a capital letter first; compute numbers."""

import ast
import operator
import re
from collections.abc import Callable, Mapping

Words = Mapping[str, str]

SLOT = re.compile(r"\{(\^?)([a-z][a-z0-9_]*)\}")
DEPTH = 6
"""How often a filled slot may contain slots itself."""
PARTS = 60
"""How many parts an expression may have: those of a file a user wrote are not trusted to be small."""

_OPERATORS: Mapping[type[ast.AST], Callable[..., float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.USub: operator.neg,
}
_FUNCTIONS: Mapping[str, Callable[..., float]] = {"round": round, "min": min, "max": max, "abs": abs, "int": int}


def names_in(text: str) -> set[str]:
    """Return the slots of ``text``."""
    return {name for _, name in SLOT.findall(text)}


def fill(text: str, words: Words) -> str:
    """Return ``text`` with its slots filled, those in words included.

    Raises KeyError for a slot without a word, or whose word contains itself.
    """
    for _ in range(DEPTH):
        if not SLOT.search(text):
            break
        text = SLOT.sub(lambda match: _word(words[match[2]], bool(match[1])), text)
    if left := SLOT.search(text):
        raise KeyError(left[2])
    return tidy(text)


def tidy(text: str) -> str:
    """Return ``text`` without double blanks, blanks at the ends of lines, and runs of empty lines."""
    # A slot without words leaves two blanks, or an empty line, where it was.
    text = re.sub(r"[ \t]+", " ", text)
    text = re.sub(r" ?\n ?", "\n", text)
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def value(expression: str, numbers: Mapping[str, float]) -> float:
    """Return the value of a sum such as ``round(anchor / 10) + 5`` (Python's rounding, half to even).

    Raises ValueError for anything but numbers, known names, + - * /, round, int, min, max and abs.
    """
    try:
        tree = ast.parse(expression.strip(), mode="eval")
        if sum(1 for _ in ast.walk(tree)) > PARTS:
            raise ValueError(f"{expression!r} is too long")
        return _value(tree.body, numbers)
    except (SyntaxError, TypeError, ZeroDivisionError, RecursionError, MemoryError, OverflowError) as error:
        raise ValueError(f"{expression!r} cannot be computed") from error


def variables_in(expression: str) -> set[str]:
    """Return the names that ``expression`` computes with, functions included. Raises SyntaxError if it is none."""
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


def _word(word: str, capital: bool) -> str:
    if not capital:
        return word
    # A word that begins with a slot hands the capital on to what fills it.
    return "{^" + word[1:] if SLOT.match(word) and word[1] != "^" else word[:1].upper() + word[1:]
