"""What a reader of a composed dilemma has to follow."""

from typing import Literal

from pydantic import Field

from probe.values.base import Value

SeriesKind = Literal["records", "classes", "shape", "padding"]
"""How the members of a series differ: in which number or which class is on record, in the depth of a sum of the same
items, or in how many rules play no part."""


class Reasoning(Value):
    """What a reader has to follow, as the composer of a dilemma knows it; None and empty: not known.

    ``required_depth`` is the fewest levels of rules, ``decide_option`` included, that distinguish the dilemma from its
    fact twin where deeper values are replaced by typical ones. ``tolerance`` is the smallest relative error in the
    derived number of the main line that changes the decision, by level from the decision down; None at a level without
    a number, or if no error up to a factor of four does. ``calculations`` are the rule applications of the proof that
    calculate, ``deductions`` all others. ``overridden``: whether an exception or a layer decides. In a series of
    ``kind`` records or classes, ``recorded`` is the figure on record that the decision needs, and ``replaces`` whether
    what would be derived without it gives the other option.
    """

    required_depth: int | None = Field(default=None, ge=0)
    tolerance: tuple[float | None, ...] = ()
    deductions: int | None = Field(default=None, ge=0)
    calculations: int | None = Field(default=None, ge=0)
    overridden: bool | None = None
    kind: SeriesKind | None = None
    recorded: str | None = None
    replaces: bool | None = None
