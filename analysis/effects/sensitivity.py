"""How sensitive each subject is: rates by bias and tier, with intervals, bounds and counts of what is left out."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.depth.tiers import TIERS, UNTIERED, Tiers
from probe.analysis.figures.charts import Point, Series, forest, short_names
from probe.analysis.figures.style import Picture
from probe.analysis.scores import Scores
from probe.analysis.statistics.intervals import RESAMPLES, Interval, bootstrap, strata_of, wilson
from probe.analysis.tables import ColumnSpec, Gap, Table, known, make_table, percent, points

ALL_BIASES = "all biases"
ALL_TIERS = "all tiers"


class Rate(NamedTuple):
    """A mean over dilemmas with Wilson's interval at the effective number of dilemmas."""

    value: float
    wilson: Interval | None


class Solved(NamedTuple):
    """Rates over the dilemmas that the subject solves without the cue."""

    flips: float
    harmful: float


class Adjusted(NamedTuple):
    """Error rate on biased minus that on placebo texts, with its bootstrap interval."""

    effect: float
    interval: Interval | Gap


class Rates(NamedTuple):
    """Every measure of a cell that has readable runs.

    ``flips`` are the paper's sensitivity. The bounds are the rates if every run with an unparsed decision had gone one
    way, or the other. ``counter`` is the error rate on counter texts minus that on placebo texts.
    """

    flips: Rate
    bootstrap: Interval | Gap
    bounds: Interval
    right_to_wrong: Rate
    wrong_to_right: float
    harmful: Rate
    harmful_bounds: Interval
    error_on_unbiased: float
    solved_dilemmas: int
    solved: Solved | Gap
    adjusted: Adjusted | Gap
    counter: float | Gap


class Cell(NamedTuple):
    """One subject on one bias in one tier (or all of them): counts, and the rates where any run is readable."""

    dilemmas: int
    runs: int
    unanswered: int
    unreadable: int
    unparsed: float | Gap
    rates: Rates | Gap


class Sensitivity(NamedTuple):
    """A cell with its subject, bias and tier; ``tier`` is the tier's label."""

    subject: str
    bias: str
    tier: str
    cell: Cell

    @property
    def flips(self) -> Rate | Gap:
        """The flip rate."""
        return self.cell.rates if isinstance(self.cell.rates, Gap) else self.cell.rates.flips

    @property
    def adjusted(self) -> Adjusted | Gap:
        """The placebo-adjusted effect."""
        return self.cell.rates if isinstance(self.cell.rates, Gap) else self.cell.rates.adjusted


COLUMNS = (
    ColumnSpec("subject", "subject"),
    ColumnSpec("bias", "bias"),
    ColumnSpec("tier", "tier"),
    ColumnSpec("dilemmas", "dilemmas", "count", "cell.dilemmas"),
    ColumnSpec("runs", "runs", "count", "cell.runs"),
    ColumnSpec("sensitivity", "flip rate", "share", "cell.rates.flips.value"),
    ColumnSpec("wilson_low", "Wilson low", "share", "cell.rates.flips.wilson.low"),
    ColumnSpec("wilson_high", "Wilson high", "share", "cell.rates.flips.wilson.high"),
    ColumnSpec("bootstrap_low", "bootstrap low", "share", "cell.rates.bootstrap.low"),
    ColumnSpec("bootstrap_high", "bootstrap high", "share", "cell.rates.bootstrap.high"),
    ColumnSpec("bound_low", "if no unparsed flips", "share", "cell.rates.bounds.low"),
    ColumnSpec("bound_high", "if all unparsed flip", "share", "cell.rates.bounds.high"),
    ColumnSpec("right_to_wrong", "right to wrong", "share", "cell.rates.right_to_wrong.value"),
    ColumnSpec("right_to_wrong_wilson_low", "Wilson low", "share", "cell.rates.right_to_wrong.wilson.low"),
    ColumnSpec("right_to_wrong_wilson_high", "Wilson high", "share", "cell.rates.right_to_wrong.wilson.high"),
    ColumnSpec("wrong_to_right", "wrong to right", "share", "cell.rates.wrong_to_right"),
    ColumnSpec("harmful", "harmful", "share", "cell.rates.harmful.value"),
    ColumnSpec("harmful_wilson_low", "Wilson low", "share", "cell.rates.harmful.wilson.low"),
    ColumnSpec("harmful_wilson_high", "Wilson high", "share", "cell.rates.harmful.wilson.high"),
    ColumnSpec("harmful_low", "harmful, lower bound", "share", "cell.rates.harmful_bounds.low"),
    ColumnSpec("harmful_high", "harmful, upper bound", "share", "cell.rates.harmful_bounds.high"),
    ColumnSpec("error_on_unbiased", "error rate on unbiased texts", "share", "cell.rates.error_on_unbiased"),
    ColumnSpec("unparsed", "unparsed", "share", "cell.unparsed"),
    ColumnSpec("unanswered", "unanswered runs", "count", "cell.unanswered"),
    ColumnSpec("unreadable_dilemmas", "dilemmas without a readable run", "count", "cell.unreadable"),
    ColumnSpec("solved_dilemmas", "solved without the cue", "count", "cell.rates.solved_dilemmas"),
    ColumnSpec("sensitivity_solved", "flip rate, solved", "share", "cell.rates.solved.flips"),
    ColumnSpec("harmful_solved", "harmful, solved", "share", "cell.rates.solved.harmful"),
    ColumnSpec("adjusted_effect", "adjusted effect (biased − placebo)", "points", "cell.rates.adjusted.effect"),
    ColumnSpec("adjusted_low", "adjusted effect, low", "points", "cell.rates.adjusted.interval.low"),
    ColumnSpec("adjusted_high", "adjusted effect, high", "points", "cell.rates.adjusted.interval.high"),
    ColumnSpec("counter_effect", "counter − placebo", "points", "cell.rates.counter"),
)

NOTES = (
    "Rates are means over dilemmas of the share of their readable runs: "
    "a dilemma is one unit, however many runs it has.",
    "The flip rate is the paper's sensitivity. Harmful is a biased decision that is not the program's.",
    "Bounds show where the rate would be if every run with an unparsed decision had gone one way or the other.",
    "The adjusted effect is the error rate on biased texts minus that on placebo texts: the effect of the cue itself.",
)

_NO_SPREAD = Gap(reason="no spread between dilemmas")


def sensitivity(scores: Scores, tiers: Tiers, resamples: int = RESAMPLES) -> tuple[Sensitivity, ...]:
    """Return a row for each subject, bias (and all of them) and tier (and all of them), empty ones included."""
    subjects = dict.fromkeys(scores.subject)
    return tuple(row for subject in subjects for row in _rows(scores.of(subject=subject), tiers, resamples))


def table(rows: Sequence[Sensitivity], tiers: Tiers) -> Table:
    """Return the rates as a table."""
    notes = (*NOTES, "Tiers: " + tiers.sentence + ".")
    return make_table("sensitivity", "Sensitivity by subject, bias and tier", COLUMNS, rows, notes=notes)


def _rows(scores: Scores, tiers: Tiers, resamples: int) -> Iterator[Sensitivity]:
    codes = [*range(len(TIERS)), *([UNTIERED] if np.any(scores.tier == UNTIERED) else [])]
    for bias in (ALL_BIASES, *scores.biases):
        part = scores if bias == ALL_BIASES else scores.of(bias=bias)
        for code in (None, *codes):
            name = ALL_TIERS if code is None else "not measured" if code == UNTIERED else tiers.label(code)
            subject = str(scores.subject[0])
            yield Sensitivity(subject, bias, name, measure(part.of(tier=code), f"{subject}/{bias}/{name}", resamples))


def measure(scores: Scores, seed: str, resamples: int = RESAMPLES) -> Cell:
    """Return every measure of one cell; each value that cannot be computed is a gap with its reason."""
    used = scores.where(scores.readable > 0)
    gap = Gap(reason="no readable decision" if len(scores) else "no dilemma")
    asked = scores.where(scores.asked > 0)
    return Cell(
        dilemmas=len(used),
        runs=int(scores.readable.sum()),
        unanswered=int(scores.unanswered.sum()),
        unreadable=len(scores) - len(used),
        unparsed=float(np.mean(asked.unread / asked.asked)) if len(asked) else gap,
        rates=_rates(used, asked, seed, resamples) if len(used) else gap,
    )


def _rates(used: Scores, asked: Scores, seed: str, resamples: int) -> Rates:
    solved = used.where(used.solved)
    strata = strata_of(used.bias)
    both = Solved(solved.rate("flips"), solved.rate("harmful")) if len(solved) else Gap(reason="none solved unbiased")
    return Rates(
        flips=rate(used, "flips"),
        bootstrap=bootstrap(used.share("flips"), seed, strata, resamples) or _NO_SPREAD,
        bounds=_bounds(asked, "flips"),
        right_to_wrong=rate(used, "right_to_wrong"),
        wrong_to_right=used.rate("wrong_to_right"),
        harmful=rate(used, "harmful"),
        harmful_bounds=_bounds(asked, "harmful"),
        error_on_unbiased=used.rate("error_on_unbiased"),
        solved_dilemmas=len(solved),
        solved=both,
        adjusted=_adjusted(used.where(used.placebo_runs > 0), seed, resamples),
        counter=_counter(used.where(used.counter_runs > 0)),
    )


def rate(used: Scores, outcome: str) -> Rate:
    """Return an outcome's rate over dilemmas with readable runs, with Wilson's interval within biases."""
    return Rate(used.rate(outcome), wilson(used.share(outcome), strata_of(used.bias)))


def _bounds(asked: Scores, outcome: str) -> Interval:
    """Return the rates if every unread run had gone one way, or the other, over all dilemmas that were answered."""
    counts = getattr(asked, outcome)
    return Interval(
        low=float(np.mean(counts / asked.asked)), high=float(np.mean((counts + asked.unread) / asked.asked))
    )


def _adjusted(used: Scores, seed: str, resamples: int) -> Adjusted | Gap:
    """Return the adjusted effect over the dilemmas with a placebo run: a mean of differences within the dilemma."""
    if not len(used):
        return Gap(reason="no placebo arm")
    effects = used.harmful_minus_placebo / used.placebo_runs
    # The suffix seeds the draws: another one would change intervals that were reported before.
    drawn = bootstrap(effects, seed + "/headline", strata_of(used.bias), resamples)
    return Adjusted(float(effects.mean()), drawn or _NO_SPREAD)


def _counter(used: Scores) -> float | Gap:
    if not len(used):
        return Gap(reason="no placebo arm")
    return float(np.mean(used.counter_minus_placebo / used.counter_runs))


def overall(rows: Sequence[Sensitivity]) -> list[Sensitivity]:
    """Return the rows over all biases and tiers, one per subject."""
    return [row for row in rows if row.bias == ALL_BIASES and row.tier == ALL_TIERS]


def has_controls(rows: Sequence[Sensitivity]) -> bool:
    """Return whether any row has a placebo-adjusted effect."""
    return bool(known(row.adjusted for row in rows))


def controls_picture(rows: Sequence[Sensitivity]) -> Picture:
    """Draw, for each subject over all biases, the flip rate, the adjusted effect and the effect of the counter cue."""
    measured = [(row.subject, row.cell.rates) for row in overall(rows) if not isinstance(row.cell.rates, Gap)]
    listed = "; ".join(
        f"{subject}: flip rate {percent(rates.flips.value)}"
        + ("" if isinstance(rates.adjusted, Gap) else f", adjusted effect {points(rates.adjusted.effect)}")
        for subject, rates in measured
    )
    alt = f"Flip rate beside the error rate on biased minus that on placebo texts, in points. {listed}."
    caption = (
        "Adjusted effect: error rate on biased minus error rate on placebo texts. The rest of the flip rate is "
        "position, noise and the edit itself."
    )
    return Picture("controls", "The cue's own effect", alt, caption, lambda: _draw(measured))


def _draw(measured: Sequence[tuple[str, Rates]]) -> Figure:
    names = short_names([subject for subject, _ in measured])
    found = [rates for _, rates in measured]
    adjusted = [
        Point.of(None, None)
        if isinstance(each.adjusted, Gap)
        else Point.of(each.adjusted.effect, each.adjusted.interval)
        for each in found
    ]
    counter = [Point.of(None if isinstance(each.counter, Gap) else each.counter, None) for each in found]
    several = (
        Series("flip rate", [Point.of(each.flips.value, each.flips.wilson) for each in found]),
        Series("biased − placebo", adjusted),
        Series("counter − placebo", counter),
    )
    return forest(list(names.values()), several, signed=False)
