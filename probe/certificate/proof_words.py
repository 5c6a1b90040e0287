"""Words that tell a step of a proof."""

from probe.values import ProofStep


def nth(number: int) -> str:
    """Return ``1st``, ``2nd``, ``3rd``, ``4th`` and so on."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def lines_told(source: str, first: int, last: int) -> str:
    """Return ``axioms line 3`` or ``axioms lines 3-5``."""
    return f"{source} line {first}" if first == last else f"{source} lines {first}-{last}"


def counted(number: int, word: str) -> str:
    """Return ``1 rule`` or ``2 rules``."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def inner(goal: str, word: str) -> str:
    """Return what stands inside ``word(…)``, without a second pair of parentheses around all of it."""
    text = goal.removeprefix(f"{word}(")
    if text == goal:
        return goal
    text, _, rest = text.rpartition(")")
    return f"{_bare(text)}{rest}"


def case_words(step: ProofStep) -> str:
    """Return the values of a case of ``forall``, or its goal where they are not known."""
    return ", ".join(f"{name} = {value}" for name, value in step.bindings.items()) or inner(step.goal, "case")


def negated(goal: str) -> str | None:
    """Return the goal under a negation, None where it is none."""
    if goal.startswith("\\+"):
        return _bare(goal[2:].strip())
    return inner(goal, "not") if goal.startswith("not(") else None


def with_values(step: ProofStep) -> str:
    """Return the goal as it is written in the program, with the values of its variables."""
    if step.written is None:
        return step.goal
    told = {name: value for name, value in step.bindings.items() if f"{name} = {value}" != step.written}
    values = ", ".join(f"{name} = {value}" for name, value in told.items())
    return f"{step.written} with {values}" if values else step.written


def _bare(text: str) -> str:
    """Take away the parentheses around a conjunction: those that open first and close last."""
    if not (text.startswith("(") and text.endswith(")")):
        return text
    depth = 0
    for position, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return text[1:-1] if position == len(text) - 1 else text
    return text
