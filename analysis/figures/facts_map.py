"""The map of subjects: fact effect against cue effect, with intervals and the point of an ideal subject."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from probe.analysis.figures.charts import Point, legend_below, look, percent_axis
from probe.analysis.figures.style import GRID, INK, MUTED_COLOUR, WIDTH, canvas

IDEAL = (0.0, 1.0)
"""Cue effect and fact effect of a subject that decides by the facts alone."""

MARGIN = 0.06


class Subject(NamedTuple):
    """A subject's cue effect and fact effect, and those of its biases."""

    label: str
    cue: Point
    facts: Point
    biases: Sequence[tuple[float, float]]


def facts_map(subjects: Sequence[Subject]) -> Figure:
    """Return the map; large marks are subjects with their intervals, small ones their biases."""
    (left, right), (low, high) = _limits(subjects)
    # Both axes have one scale, so that the height follows from the ranges.
    figure, grid = canvas(min(0.85 * WIDTH * (high - low) / (right - left) + 1.1, WIDTH + 0.6))
    axes = grid[0, 0]
    _background(axes)
    for position, subject in enumerate(subjects):
        style = look(position) | {"linestyle": "none"}
        if subject.biases:
            axes.plot(*np.array(subject.biases).T, **style, markersize=3, alpha=0.45, zorder=2)
        errors = [
            np.abs(np.array([[point.value - point.low], [point.high - point.value]]))
            for point in (subject.cue, subject.facts)
        ]
        whiskers = {"xerr": np.nan_to_num(errors[0]), "yerr": np.nan_to_num(errors[1])}
        axes.errorbar(
            subject.cue.value,
            subject.facts.value,
            **whiskers,
            **style,
            markersize=7,
            elinewidth=1.1,
            label=subject.label,
            zorder=3,
        )
    axes.set_xlim(left, right)
    axes.set_ylim(low, high)
    axes.set_xlabel("cue effect (percentage points): towards the praised option")
    axes.set_ylabel("fact effect (percentage points)")
    for axis in (axes.xaxis, axes.yaxis):
        percent_axis(axis, signed=True)
    axes.set_aspect("equal")
    legend_below(figure, axes)
    return figure


def _background(axes: Axes) -> None:
    """Draw zero lines, the ideal point, and the border that no pair of effects can cross: |fact| + |cue| = 1."""
    axes.axhline(0, color=INK, linewidth=0.8, zorder=1)
    axes.axvline(0, color=INK, linewidth=0.8, zorder=1)
    axes.plot([0, 1, 0, -1, 0], [1, 0, -1, 0, 1], color=GRID, linewidth=1.0, zorder=1)
    axes.plot(*IDEAL, marker="*", markersize=15, color="none", markeredgecolor=MUTED_COLOUR, zorder=4)
    axes.annotate("ideal", IDEAL, xytext=(9, 2), textcoords="offset points", color=MUTED_COLOUR, fontsize=8)


def _limits(subjects: Sequence[Subject]) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the ends of both axes: they show the origin, the ideal point, and every mark with its interval."""
    cues = [0.0, *(value for subject in subjects for value in (*subject.cue, *(cue for cue, _ in subject.biases)))]
    effects = [
        0.0,
        1.0,
        *(value for subject in subjects for value in (*subject.facts, *(fact for _, fact in subject.biases))),
    ]
    # Symmetric limits, so that a cue effect of zero is in the middle.
    cue_limit = max(0.3, float(np.nanmax(np.abs(cues))))
    ends = float(np.nanmin(effects)) - MARGIN, float(np.nanmax(effects)) + MARGIN
    return (-cue_limit - MARGIN, cue_limit + MARGIN), ends
