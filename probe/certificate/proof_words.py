"""Phrases that describe the steps of a proof."""

from collections.abc import Iterable

from probe.values import Place, ProofStep


def nth(number: int) -> str:
    """Return ``1st``, ``2nd``, ``3rd``, ``4th`` and so on."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def lines_told(source: str, *spans: tuple[int, int]) -> str:
    """Return ``axiom line 3`` or ``axiom lines 2, 4-5``; a span is the first and last line of clauses of ``source``."""
    ranges = ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in spans)
    return f"{'axiom' if source == 'axioms' else source} line{'' if ranges.isdecimal() else 's'} {ranges}"


def line_told(source: str, line: int) -> str:
    """Return ``axiom line 3``."""
    return lines_told(source, (line, line))


def place_told(place: Place) -> str:
    """Return the line where the clause at ``place`` begins, as ``axiom line 3``."""
    return line_told(place.source, place.line)


def joined(parts: Iterable[str]) -> str:
    """Return ``a``, ``a and b`` or ``a, b and c``, each part once."""
    once = list(dict.fromkeys(parts))
    return " and ".join([", ".join(once[:-1]), once[-1]] if len(once) > 1 else once)


def counted(number: int, word: str) -> str:
    """Return ``1 rule`` or ``2 rules``."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def inner(goal: str, word: str) -> str:
    """Return the arguments inside ``word(…)``, without a second pair of parentheses around all of them."""
    text = goal.removeprefix(f"{word}(")
    if text == goal:
        return goal
    text, _, rest = text.rpartition(")")
    return f"{_bare(text)}{rest}"


def case_words(step: ProofStep) -> str:
    """Return the values of a case of ``forall``, or its goal if they are unknown."""
    return ", ".join(f"{name} = {value}" for name, value in step.bindings.items()) or inner(step.goal, "case")


def negated(goal: str) -> str | None:
    """Return the goal under a negation, None if it is none."""
    if goal.startswith("\\+"):
        return _bare(goal[2:].strip())
    return inner(goal, "not") if goal.startswith("not(") else None


def with_values(step: ProofStep) -> str:
    """Return the goal as written in the program, with the values of its variables."""
    if step.written is None:
        return step.goal
    known = {name: value for name, value in step.bindings.items() if f"{name} = {value}" != step.written}
    values = ", ".join(f"{name} = {value}" for name, value in known.items())
    return f"{step.written} with {values}" if values else step.written


def _bare(text: str) -> str:
    """Remove the outermost parentheses around a conjunction: those that open first and close last."""
    if not (text.startswith("(") and text.endswith(")")):
        return text
    depth = 0
    for position, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return text[1:-1] if position == len(text) - 1 else text
    return text
