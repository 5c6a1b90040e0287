"""Readers of a shortcut audit, who learn nothing: each applies one habit that its protocol defines."""

from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

import numpy as np

from probe.analysis.dataset.shortcut_guesses import FALLS_SHORT, MOST, PASS
from probe.analysis.statistics.accuracy import accuracy, holm_intervals
from probe.analysis.tables import Gap, Heading, Table, make_table

SERIES, SINGLE = "in series", "single"
_NO_TARGET = Gap(reason="no target")
_FEW_CLUSTERS = Gap(reason="fewer than two clusters")


class Reading(NamedTuple):
    """How often a ``reader`` is right about one text, from 0 to 1; ``cluster`` is its schema, ``case`` the text.

    ``targeted``: such a reader should be no better than a coin.
    """

    reader: str
    case: str
    cluster: str
    in_series: bool
    hit: float
    targeted: bool


class Reader(NamedTuple):
    """How well a reader with one habit does, where the habit applies; shares from 0 to 1."""

    reader: Annotated[str, Heading("reader")]
    scope: Annotated[str, Heading("which cases")]
    cases: Annotated[int, Heading("cases", "count")]
    clusters: Annotated[int, Heading("clusters", "count")]
    accuracy: Annotated[float, Heading("accuracy", "share")]
    low: Annotated[float | Gap, Heading("low", "share")]
    high: Annotated[float | Gap, Heading("high", "share")]
    target: Annotated[float | Gap, Heading("target", "share")]
    gate: Annotated[str | Gap, Heading("gate")]


def readers_of(readings: Sequence[Reading], gated_from: int | None) -> tuple[Reader, ...]:
    """Return a row for each reader, of texts in series and of single ones.

    Targets apply to series if there are ``gated_from`` texts of them or more; None: there is no target.
    """
    rows: list[Reader] = []
    for scope in (SERIES, SINGLE):
        members = [reading for reading in readings if reading.in_series is (scope == SERIES)]
        texts = len({reading.case for reading in members})
        has_target = scope == SERIES and gated_from is not None and texts >= gated_from
        rows += _rows(members, scope, has_target)
    return tuple(rows)


def _rows(readings: Sequence[Reading], scope: str, gated: bool) -> Iterator[Reader]:
    groups: dict[str, list[Reading]] = {}
    for reading in readings:
        groups.setdefault(reading.reader, []).append(reading)
    estimates = {
        reader: accuracy(np.array([reading.hit for reading in members]), [reading.cluster for reading in members])
        for reader, members in groups.items()
    }
    accuracies = {reader: estimate for reader, estimate in estimates.items() if estimate is not None}
    intervals = dict(zip(accuracies, holm_intervals(list(accuracies.values()), MOST), strict=True))
    # Readers with a target first: they decide whether the audit passes.
    for reader, members in sorted(groups.items(), key=lambda group: (-group[1][0].targeted, group[0])):
        ends = intervals.get(reader)
        target: float | Gap = MOST if gated and members[0].targeted else _NO_TARGET
        gate: str | Gap = _NO_TARGET if isinstance(target, Gap) else _FEW_CLUSTERS
        if ends is not None and not isinstance(target, Gap):
            # The upper end, so that an audit with few cases does not pass for lack of evidence.
            gate = PASS if ends.high <= target else FALLS_SHORT
        low, high = (ends.low, ends.high) if ends else (_FEW_CLUSTERS, _FEW_CLUSTERS)
        share = sum(reading.hit for reading in members) / len(members)
        clusters = len({reading.cluster for reading in members})
        yield Reader(reader, scope, len(members), clusters, share, low, high, target, gate)


def reader_table(rows: Sequence[Reader], name: str) -> Table:
    """Return readers as a table; ``name`` is the prefix of its key."""
    notes = (
        "Readers with one habit each, who learn nothing, where the habit applies; chance is 50 %. Intervals are at "
        "95 %, over clusters, adjusted by Holm over the readers of the same cases. Targets apply to series.",
        "A reader who follows the top rules puts values of other dilemmas in the place of deeper ones: the typical "
        "one, or one that is drawn. Only numbers of levels below the required depth are counted.",
    )
    return make_table(f"{name}_readers", "Readers with one habit", Reader, rows, notes=notes)
