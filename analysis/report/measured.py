"""What the answer of a report is made of, and how its sentences print estimates."""

from collections.abc import Sequence
from typing import NamedTuple

from probe.analysis.depth.scenarios import ScenarioRow
from probe.analysis.depth.trends import TrendRow
from probe.analysis.effects.biases import BiasHeterogeneity, PooledBias
from probe.analysis.effects.comparison import ComparisonRow
from probe.analysis.effects.effect import EffectRow
from probe.analysis.effects.facts import FactRow
from probe.analysis.effects.flips import FlipRow
from probe.analysis.effects.specific import SpecificRow
from probe.analysis.estimand import Estimand
from probe.analysis.statistics.differences import Effect
from probe.analysis.tables import format_cell, points

NOT_DISTINGUISHABLE = ", not distinguishable from zero"


class AnswerMeasures(NamedTuple):
    """What the answer is made of; ``measure`` is what the trends are over."""

    estimand: Estimand
    measure: str
    effects: Sequence[EffectRow]
    flips: Sequence[FlipRow]
    pooled: Sequence[PooledBias]
    tests: Sequence[BiasHeterogeneity]
    trends: Sequence[TrendRow]
    scenarios: Sequence[ScenarioRow]
    comparisons: Sequence[ComparisonRow]
    facts: Sequence[FactRow] = ()
    specific: Sequence[SpecificRow] = ()
    direct: bool = False


def interval(effect: Effect) -> str:
    """Return an estimate in points with its interval, as it is printed in sentences."""
    return f"{points(effect.estimate)} points (95 % interval {points(effect.low)} to {points(effect.high)})"


def p_text(p: float) -> str:
    """Return a p with the sign that connects it to the letter."""
    text = format_cell(p, "p")
    return text if text.startswith(("<", ">")) else f"= {text}"
