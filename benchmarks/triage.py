"""Measure the intervals and tests of triage on simulated subjects whose effect is planted.

    python -m benchmarks.triage [--datasets 500] [--sets 30] [--items 60] [--only carry-over]

A line is one estimator and one planted effect: the mean estimate over all simulated data sets, the coverage of the 95 %
interval, and how often the test rejects at 5 %: the type I error where nothing is planted, else the power. Coverage has
to be 92 to 98.5 % and the type I error at most 6.5 %; both limits allow for the binomial error. The exit code is 1 if a
line falls short.
"""

import math
import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from benchmarks.calibration import within
from benchmarks.running import read_options
from probe.analysis.statistics.differences import Effect
from probe.analysis.triage import contrasts, orders, places
from probe.analysis.triage.estimates import Parts, estimate
from probe.analysis.triage.seen import SeenDecision
from probe.protocols.triage.items import TriageItem
from probe.protocols.triage.values import seen_decisions
from tests.protocols.triage.made import a_choice, a_form, a_set, an_attribute, decisions_of

Reader = Callable[[Sequence[SeenDecision]], Parts]


class Cell(NamedTuple):
    """A simulated subject on some items in some arms, and the planted effect by estimator."""

    items: str
    arms: tuple[str, ...]
    spec: str
    truths: dict[str, float]


def _forms(effect_name: str) -> Reader:
    return lambda decisions: [(item, getattr(result, effect_name)) for item, result in contrasts.forms(decisions)]


READERS: dict[str, Reader] = {
    "attribute": contrasts.group_differences,
    "framing": _forms("framing"),
    "yes-bias": _forms("yes_bias"),
    "status quo": places.status_quo,
    "primacy": places.primacy,
    "carry-over": lambda decisions: orders.contrast(decisions, "after_accepted", "after_rejected"),
    "place": orders.place_slopes,
}
AFTER_PREFIXES, ORDERS = ("after_",), ("random_", "latin_")
CELLS = (
    Cell("attributes", ("group_",), "rational?noise=0.15", {"attribute": 0.0}),
    Cell("attributes", ("group_",), "attribute?shift=0.15&noise=0.15", {"attribute": 0.15}),
    Cell("forms", ("",), "rational?noise=0.15", {"framing": 0.0, "yes-bias": 0.0}),
    Cell("forms", ("",), "frame?shift=0.15&noise=0.15", {"framing": 0.15, "yes-bias": 0.0}),
    Cell("forms", ("",), "yes?bias=0.2&noise=0.15", {"framing": 0.0, "yes-bias": 0.2}),
    Cell("forms", ("",), "yes?bias=0.2&shift=0.15&noise=0.15", {"framing": 0.15, "yes-bias": 0.2}),
    Cell("choices", ("",), "rational?noise=0.2", {"status quo": 0.0, "primacy": 0.0}),
    Cell("choices", ("",), "status-quo?pull=0.2&noise=0.1", {"status quo": 0.2 * (1 - 0.1 / 3)}),
    Cell("sets", AFTER_PREFIXES, "rational?noise=0.15", {"carry-over": 0.0}),
    Cell("sets", AFTER_PREFIXES, "carry?strength=0.3&noise=0.1", {"carry-over": 0.3}),
    Cell("sets", ORDERS, "rational?noise=0.15", {"place": 0.0}),
    Cell("sets", ORDERS, "place?slope=0.03&noise=0.15", {"place": 0.03}),
)


class CellFigures(NamedTuple):
    """The figures of one estimator in one cell."""

    mean: float
    coverage: float
    rejected: float


def measure(cell: Cell, items: Sequence[TriageItem], datasets: int) -> dict[str, CellFigures]:
    """Return the figures of a cell over subjects with different seeds, by estimator.

    There are none for subjects that see their own earlier answers, since their true value is not known.
    """
    clusters = {item.id: item.cluster for item in items}
    results: dict[str, list[tuple[float, float, float]]] = {}
    for seed in range(datasets):
        seen = list(seen_decisions(items, decisions_of(items, f"{cell.spec}&seed={seed}", arms=cell.arms)))
        for name, truth in cell.truths.items():
            effect = estimate(READERS[name](decisions), clusters)
            assert isinstance(effect, Effect)
            is_covered = effect.low <= truth <= effect.high
            results.setdefault(name, []).append((effect.estimate, is_covered, effect.p is not None and effect.p < 0.05))
        if cell.arms == ORDERS:
            history = orders.own_history(decisions, seed)
            is_rejected = history.p is not None and history.p < 0.05
            results.setdefault(OWN_HISTORY, []).append((history.conditioned or 0.0, math.nan, is_rejected))
    return {
        name: CellFigures(*map(float, np.mean(np.array(result, dtype=np.float64), axis=0)))
        for name, result in results.items()
    }


OWN_HISTORY = "own history"


def main() -> int:
    """Print a line per estimator and planted effect; return 1 if one falls short."""
    options = read_options(__doc__, datasets=500, sets=30, items=60, only="")
    items_by_form = {
        "sets": [a_set(f"set {number}", 5 + number % 2, first=number % 2) for number in range(options.sets)],
        "choices": [a_choice(f"choice {number}", number % 4, (number + 1) % 4) for number in range(options.items)],
        "forms": [a_form(f"form {number}", number % 2) for number in range(options.items)],
        "attributes": [an_attribute(f"attribute {number}", number % 2) for number in range(options.items)],
    }
    failed_count = 0
    print(f"{'estimator':<12}{'subject':<38}{'planted':>8}{'mean':>8}{'coverage':>10}{'rejected':>10}")
    for cell in CELLS:
        if options.only and options.only not in cell.truths:
            continue
        for name, figures in measure(cell, items_by_form[cell.items], options.datasets).items():
            truth = cell.truths.get(name, math.nan)
            within_limits = within(figures.coverage, 0.92, 0.985, options.datasets)
            within_limits &= truth != 0 or within(figures.rejected, 0.0, 0.065, options.datasets)
            failed_count += not within_limits
            print(
                f"{name:<12}{cell.spec:<38}{truth:>8.3f}{figures.mean:>8.3f}{figures.coverage:>10.1%}"
                f"{figures.rejected:>10.1%}{'' if within_limits else '  falls short'}",
                flush=True,
            )
    return int(failed_count > 0)


if __name__ == "__main__":
    sys.exit(main())
