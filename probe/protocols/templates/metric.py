"""The metrics of a test: how far its two answers moved as the bias predicts.

Answers are indices on a scale of n options, 0 for the first as written. Every function is pure.
"""

from typing import Literal, NamedTuple

from pydantic import Field

from probe.values import Value

EPSILON = 1e-8
"""Added to the denominator of ``m``, as published: two answers without any distance give 0."""


class Metric(Value):
    """The parameters of a test: its sign ``k``, the reference points ``x1`` and ``x2``, and ``flip``.

    With ``flip`` the treatment's answer is read from the other end of the scale. ``update`` is the relative change that
    a full update by the treatment's information makes, such as 0.2; None where nothing is updated. ``nominal`` options
    have no order: all but the one at the reference point are equally far from it.
    """

    k: Literal[-1, 1]
    x1: int = 0
    x2: int = 0
    flip: bool = False
    update: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    nominal: bool = False

    def span(self, points: int) -> int:
        """Return the largest distance on a scale of ``points`` options."""
        return 1 if self.nominal else points - 1


class Distances(NamedTuple):
    """How far the control's and the treatment's answer are from their reference points, in steps of the scale."""

    control: int
    treatment: int


def distances(metric: Metric, points: int, control: int, treatment: int) -> Distances:
    """Return the distances of both answers on a scale of ``points`` options."""
    treatment_index = points - 1 - treatment if metric.flip else treatment
    if metric.nominal:
        return Distances(int(control != metric.x1), int(treatment_index != metric.x2))
    return Distances(abs(control - metric.x1), abs(treatment_index - metric.x2))


def m(metric: Metric, points: int, control: int, treatment: int) -> float:
    """Return the published metric, −1 to 1: k · (d1 − d2) / (max(d1, d2) + 1e-8)."""
    distance = distances(metric, points, control, treatment)
    return metric.k * (distance.control - distance.treatment) / (max(distance) + EPSILON)


def shift(metric: Metric, points: int, control: int, treatment: int) -> float:
    """Return the shift as a share of the scale's length: k · (d1 − d2) / (n − 1).

    Unlike ``m`` it does not depend on which end of the scale is 0: a step counts the same everywhere.
    """
    treatment_position, control_position = shift_towards(metric, points, control, treatment)
    return treatment_position - control_position


def shift_towards(metric: Metric, points: int, control: int, treatment: int) -> tuple[float, float]:
    """Return where the treatment's and the control's answer are: minus k times the distance, of the scale's length.

    The shift is their difference.
    """
    distance, scale = distances(metric, points, control, treatment), -metric.k / metric.span(points)
    return scale * distance.treatment, scale * distance.control


def recoded_m(metric: Metric, points: int, control: int, treatment: int) -> float:
    """Return ``m`` with the scale numbered from its other end.

    Distances from an end become distances from the other one, and so change their sign; those from a point within the
    scale, such as an anchor, stay the same. The mean of ``m`` and ``recoded_m`` does not depend on the numbering.
    """
    last_index = points - 1
    if metric.nominal:
        # Options without an order cannot be numbered from the other end.
        return m(metric, points, control, treatment)
    if metric.x1 or metric.x2:
        reversed_metric = metric.model_copy(update={"x1": last_index - metric.x1, "x2": last_index - metric.x2})
    else:
        reversed_metric = metric.model_copy(update={"k": -metric.k})
    return m(reversed_metric, points, last_index - control, last_index - treatment)


class Update(NamedTuple):
    """A test's part of an update share: what was updated, and what a full update would have been, in steps."""

    size: float
    full_size: float


def update(metric: Metric, points: int, control: int, treatment: int) -> Update | None:
    """Return the update of a test; None where there is nothing to update.

    The share is Σ size / Σ full_size over tests: (a2 − a1) / (a1 · u). A first answer of 0, or at the top of the scale,
    leaves nothing to update; a full update that would leave the scale ends at its top.
    """
    if metric.update is None:
        return None
    full_update = min(control * (1 + metric.update), points - 1) - control
    return Update(treatment - control, full_update) if full_update > 0 else None
