"""Whether the flip rate rises with depth: a logistic trend clustered by dilemma, for each subject and bias."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.effects.sensitivity import ALL_BIASES
from probe.analysis.figures.charts import Point, Series, forest, short_names
from probe.analysis.figures.style import Picture
from probe.analysis.scores import Floats, Scores
from probe.analysis.statistics.differences import MINIMUM, holm_or_gap
from probe.analysis.statistics.intervals import strata_of
from probe.analysis.statistics.trend import Trend, indicators, logistic_trend
from probe.analysis.tables import ColumnSpec, Gap, Table, make_table

ALL_SUBJECTS = "all subjects"


class OddsRatio(NamedTuple):
    """Odds ratio of a flip for one step more; without an interval or p where the method gives none."""

    method: str
    ratio: float
    low: float | None
    high: float | None
    p: float | None


class DepthTrend(NamedTuple):
    """The trend of one subject on one bias (or all): its dilemmas, distinct complexities and dilemmas with a flip."""

    subject: str
    bias: str
    dilemmas: int
    levels: int
    flipping: int
    odds: OddsRatio | Gap
    holm_p: float | Gap

    @property
    def direction(self) -> int:
        """1 where the trend rises significantly after Holm's adjustment, -1 where it falls, 0 elsewhere."""
        if isinstance(self.odds, Gap) or isinstance(self.holm_p, Gap) or self.holm_p >= 0.05:
            return 0
        return 1 if self.odds.ratio > 1 else -1

    @property
    def tested(self) -> bool:
        """Whether the trend was tested as one of a subject's biases."""
        return not isinstance(self.holm_p, Gap)


_NO_P = "nothing to permute within an author"

COLUMNS = (
    ColumnSpec("subject", "subject"),
    ColumnSpec("bias", "bias"),
    ColumnSpec("dilemmas", "dilemmas", "count"),
    ColumnSpec("levels", "distinct values", "count"),
    ColumnSpec("flipping", "dilemmas with a flip", "count"),
    ColumnSpec("method", "method", path="odds.method"),
    ColumnSpec("odds_ratio", "odds ratio per step", "number", "odds.ratio"),
    ColumnSpec("low", "low", "number", "odds.low", "no interval from permutations"),
    ColumnSpec("high", "high", "number", "odds.high", "no interval from permutations"),
    ColumnSpec("p", "p", "p", "odds.p", _NO_P),
    ColumnSpec("holm_p", "Holm, p", "p"),
)


def trend_measure(scores: Scores, measure: str) -> str:
    """Return what the trend is over: ``depth`` where all of it was measured, else what was, the tiers' own first."""
    order = ("depth", measure, "size", "inferences")
    return next((name for name in order if not np.isnan(getattr(scores, name)).any()), measure)


def trends(scores: Scores, measure: str) -> tuple[DepthTrend, ...]:
    """Return the trend of flips over ``measure`` (depth, size or inferences) for each subject and bias.

    Covariates are author and length of the text, and bias or subject where a row covers several. Holm's adjustment is
    over the biases of a subject; rows over all biases or subjects are not part of it.
    """
    rows: list[DepthTrend] = []
    subjects = [str(subject) for subject in dict.fromkeys(scores.subject)]
    for subject in subjects:
        part = scores.of(subject=subject)
        found = [_row(subject, bias, part.of(bias=bias), measure) for bias in part.biases]
        adjusted = holm_or_gap([_p(row.odds) for row in found])
        rows += [row._replace(holm_p=p) for row, p in zip(found, adjusted, strict=True)]
        rows.append(_row(subject, ALL_BIASES, part, measure))
    if len(subjects) > 1:
        rows.append(_row(ALL_SUBJECTS, ALL_BIASES, scores, measure))
    return tuple(rows)


def _p(odds: OddsRatio | Gap) -> float | Gap:
    if isinstance(odds, Gap):
        return odds
    return Gap(reason=_NO_P) if odds.p is None else odds.p


def _row(subject: str, bias: str, scores: Scores, measure: str) -> DepthTrend:
    values: Floats = getattr(scores, measure)
    used = scores.where((scores.readable > 0) & ~np.isnan(values))
    values = getattr(used, measure)
    dilemmas, levels = len(set(used.pair_id)), len(np.unique(values))
    reason = _obstacle(used, dilemmas, levels)
    odds = Gap(reason=reason) if reason else odds_ratio(fit(used, values))
    flipping = int(np.sum(used.flips > 0))
    return DepthTrend(subject, bias, dilemmas, levels, flipping, odds, Gap(reason="not part of the family"))


def _obstacle(used: Scores, dilemmas: int, levels: int) -> str | None:
    if not dilemmas:
        return "not measured"
    if dilemmas < MINIMUM:
        return f"fewer than {MINIMUM} dilemmas"
    if levels < 2:
        return "one value only"
    if not used.flips.any():
        return "no flip"
    return "every run flips" if np.all(used.flips == used.readable) else None


def fit(used: Scores, values: Floats) -> Trend:
    """Return the trend over ``values``, adjusted for the length of the text and for author, bias and subject."""
    labels = (used.author, used.bias, used.subject)
    covariates = np.column_stack([np.log(np.maximum(used.length, 1)), *(indicators(column) for column in labels)])
    covariates = covariates[:, np.ptp(covariates, axis=0) > 0]
    clusters = np.unique(used.pair_id.astype(str), return_inverse=True)[1]
    strata = strata_of(used.author, used.bias, used.subject)
    seed = f"trend/{used.subject[0]}/{used.bias[0]}"
    return logistic_trend(used.flips, used.readable, values, covariates, strata=strata, clusters=clusters, seed=seed)


def odds_ratio(found: Trend) -> OddsRatio:
    """Return a trend in log odds as an odds ratio; one that overflows is infinite."""
    with np.errstate(over="ignore"):
        slope, low, high = (None if end is None else float(np.exp(end)) for end in (found.slope, found.low, found.high))
    assert slope is not None, "a trend has a slope"
    return OddsRatio(found.method, slope, low, high, found.p)


def table(rows: Sequence[DepthTrend], measure: str) -> Table:
    """Return the trends as a table."""
    notes = (
        f"Odds ratio of a flip for one more unit of {measure}; runs are clustered by dilemma (GEE, "
        "working independence, Mancl and DeRouen's covariance, t).",
        "Where flips separate or fewer than five dilemmas flip: Firth's penalised odds ratio, and p from permutations "
        "within author; then there is no interval.",
        "Depth is confounded with bias in what models write: only dilemmas that exist at several depths support a "
        "causal claim.",
    )
    return make_table("trends", f"Trend over {measure}", COLUMNS, rows, notes=notes)


def picture(rows: Sequence[DepthTrend], measure: str) -> Picture:
    """Draw the odds ratios with their intervals on a logarithmic axis, one line per bias, one marker per subject."""
    directions = [row.direction for row in rows]
    alt = (
        f"Odds ratios of a flip for one more unit of {measure}. Of {len(rows)} trends {directions.count(1)} rise and "
        f"{directions.count(-1)} fall with p below 0.05 after Holm's adjustment."
    )
    caption = (
        "Right of 1: more flips in deeper dilemmas. Whiskers: 95 % intervals; without whiskers: penalised estimate."
    )
    return Picture("trends", f"Trend over {measure}", alt, caption, lambda: _draw(rows))


def _draw(rows: Sequence[DepthTrend]) -> Figure:
    biases = list(dict.fromkeys(row.bias for row in rows))
    subjects = [name for name in dict.fromkeys(row.subject for row in rows) if name != ALL_SUBJECTS]
    names, found = short_names(subjects), {(row.subject, row.bias): row.odds for row in rows}
    several = [Series(names[subject], [_point(found.get((subject, bias))) for bias in biases]) for subject in subjects]
    figure = forest(biases, several, xlabel="odds ratio of a flip, one step more", reference=1.0)
    axes = figure.axes[0]
    axes.set_xscale("log", base=2)
    axes.set_xticks(*_ticks(axes.get_xlim()))
    return figure


def _point(odds: OddsRatio | Gap | None) -> Point:
    """Return an odds ratio cut to what the axis shows."""
    values = (np.nan,) * 3 if odds is None or isinstance(odds, Gap) else (odds.ratio, odds.low, odds.high)
    return Point(*np.clip(np.array(values, dtype=np.float64), 1 / 64, 64).tolist())


def _ticks(limits: tuple[float, float]) -> tuple[list[float], list[str]]:
    """Return powers of two (and fractions of them on a narrow axis) within the limits, with plain labels."""
    low, high = np.log2(limits)
    step = 1.0 if high - low > 1.5 else 0.25 if high - low > 0.4 else 0.1
    powers = np.arange(np.ceil(low / step), np.floor(high / step) + 1) * step
    return [float(2**power) for power in powers], [f"{2**power:.3g}" for power in powers]
