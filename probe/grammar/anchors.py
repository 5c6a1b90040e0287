"""The first figures that a cue names for the number that is anchored."""

from collections.abc import Container

from probe.grammar.derivation import Facts, all_values, compared_with
from probe.grammar.draw import Draw
from probe.grammar.scenario import StatedCase
from probe.grammar.schema import Schema, Side, round_step

RESOLUTION = 1000


def first_figures(schema: Schema, right: Side, stated_case: StatedCase, draw: Draw) -> tuple[int, int]:
    """Return first figures for the anchored number: one that calls for the wrong action, and one for the right one.

    They are beyond what the number is compared with, in the case and in its twin, and differ from the number itself.
    """
    number = next(number for number in schema.number if number.name == schema.anchor)
    values = compared_values(stated_case)
    smallest_margin, largest_margin = schema.margin
    margin = smallest_margin + (largest_margin - smallest_margin) * draw.below(RESOLUTION) / RESOLUTION
    # A figure equal to the number itself would state what the text leaves to derive.
    excluded_values = {all_values(stated_case.plan, facts).get(number.name) for facts in _facts_of(stated_case)}
    high = _round_figure(max(values) * (1 + margin), number.step, excluded_values, upwards=True)
    low = _round_figure(min(values) * (1 - margin), number.step, excluded_values, upwards=False)
    return (low, high) if right == schema.anchor_high else (high, low)


def _round_figure(value: float, finest: int, excluded_values: Container[object], *, upwards: bool) -> int:
    """Return a round figure near ``value``, the next one if that is taken."""
    step = round_step(finest, value)
    figure = max(1, round(value / step)) * step
    if figure in excluded_values:
        # Below the lowest figure is 0, which no author would name.
        figure += step if upwards or figure == step else -step
    return figure


def can_anchor(stated_case: StatedCase) -> bool:
    """Return whether the case and its twin compare the anchored number, and the text leaves it to derive.

    What is stated needs no estimate, so there would be nothing to adjust.
    """
    return bool(compared_values(stated_case)) and stated_case.plan.graph.schema.anchor not in stated_case.case.facts


def compared_values(stated_case: StatedCase) -> tuple[float, ...]:
    """Return the values that the anchored number is compared with, in the case and in its twin; none if it is not."""
    anchor = stated_case.plan.graph.schema.anchor
    values = [compared_with(stated_case.plan, facts, anchor) for facts in _facts_of(stated_case)] if anchor else []
    return () if None in values else tuple(value for value in values if value is not None)


def _facts_of(account: StatedCase) -> tuple[Facts, Facts]:
    return account.case.facts, account.twin.facts
