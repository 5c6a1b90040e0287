"""A test of the templates protocol: two texts that differ in one manipulation, and the scale of both answers."""

from itertools import count
from typing import Literal, Self

from pydantic import Field, model_validator

from probe.protocols.templates.metric import Metric
from probe.values import Arm, Programs, StatedItem
from probe.values.answering import Answering

CONTROL, TREATMENT, PLACEBO = Arm("control"), Arm("treatment"), Arm("placebo")
ARMS = (CONTROL, TREATMENT, PLACEBO)

Relation = Literal["equal", "mirrored", "computed"]
Kind = Literal[1, 2, 3]
"""1: both arms deserve the same answer; 2: the answer can be computed; 3: the arms may rightly differ."""


class TemplateItem(StatedItem):
    """One test of a bias.

    ``cluster`` is its scenario. ``scale`` belongs to both texts, index 0 first, unless the treatment has its
    own options.

    ``relation`` is how the rational answers of both arms are related: equal, mirrored on the scale, or computed (None:
    there is no norm). ``right`` are computed answers by arm. ``reversed`` items show the scale from its other end.
    ``procedure`` "paper" reads answers as published. ``drawn`` are the values in the text. ``programs`` may give
    the answers of ``answering``; class 3 has neither.
    """

    protocol: Literal["templates"] = "templates"
    control: str = Field(min_length=1)
    treatment: str = Field(min_length=1)
    placebo: str | None = None
    treatment_scale: tuple[str, ...] | None = None
    metric: Metric
    kind: Kind = 3
    relation: Relation | None = None
    right: dict[str, int] = Field(default_factory=dict)
    scenario: str = ""
    instance: int = 0
    drawn: dict[str, str | int] = Field(default_factory=dict)
    reversed: bool = False
    procedure: Literal["own", "paper"] = "own"
    programs: Programs | None = None
    answering: Answering | None = None

    @model_validator(mode="after")
    def _fits_its_scale(self) -> Self:
        points = len(self.scale)
        if self.treatment_scale and not len(self.treatment_scale) == len(set(self.treatment_scale)) == points:
            raise ValueError(f"treatment_scale needs {points} different options, as scale has")
        # Allow points outside of the scale, up to its length: published reference points may be negative.
        if max(abs(self.metric.x1), abs(self.metric.x2)) >= points:
            raise ValueError(f"a reference point is too far from the {points} options")
        if not all(arm in ARMS and 0 <= answer < points for arm, answer in self.right.items()):
            raise ValueError(
                f"right names an arm that is not one of {', '.join(ARMS)}, or an answer that is not on the scale"
            )
        return self

    def arms(self) -> tuple[Arm, ...]:
        """Return control and treatment, and the placebo if the item has one."""
        return ARMS if self.placebo is not None else ARMS[:2]

    def right_answer(self, arm: Arm, turn: int = 0) -> int | None:
        """Return the computed answer in ``arm``, None where none is recorded."""
        return self.right.get(arm.value)

    def text(self, arm: Arm) -> str | None:
        """Return the text of ``arm``, None if the item has no such arm."""
        texts = {CONTROL: self.control, TREATMENT: self.treatment, PLACEBO: self.placebo}
        return texts.get(arm)

    def scale_of(self, arm: str) -> tuple[str, ...]:
        """Return the options of ``arm``; the treatment may have its own."""
        return self.treatment_scale if arm == TREATMENT and self.treatment_scale else self.scale

    def options(self, arm: str, reversed_order: bool, labels: str | None = None) -> tuple[str, ...]:
        """Return the lines of the scale of ``arm`` as they are shown, from its other end if ``reversed_order``.

        The options are numbered from 1, unless ``labels`` are given.
        """
        option_texts = self.scale_of(arm)[::-1] if reversed_order else self.scale_of(arm)
        return tuple(
            f"Option {label}: {option}" for label, option in zip(labels or count(1), option_texts, strict=False)
        )
