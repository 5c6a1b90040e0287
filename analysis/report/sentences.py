"""How the sentences of a report print estimates."""

from probe.analysis.statistics.differences import Effect
from probe.analysis.tables import format_cell, points

NOT_DISTINGUISHABLE = ", not distinguishable from zero"


def interval(effect: Effect) -> str:
    """Return an estimate in points with its interval, as it is printed in sentences."""
    return f"{points(effect.estimate)} points (95 % interval {points(effect.low)} to {points(effect.high)})"


def p_text(p: float) -> str:
    """Return a p with the sign that connects it to the letter."""
    text = format_cell(p, "p")
    return text if text.startswith(("<", ">")) else f"= {text}"
