"""Whether sensitivity rises with depth: a logistic trend clustered by dilemma, for each subject and bias."""

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.drawing import INK, Picture, canvas, legend_below, series, short_names, whiskers
from probe.analysis.scores import Floats, Scores
from probe.analysis.sensitivity import ALL_BIASES
from probe.analysis.statistics.differences import MINIMUM, holm
from probe.analysis.statistics.intervals import strata_of
from probe.analysis.statistics.trend import Trend, indicators, logistic_trend
from probe.analysis.tables import Gap, Kind, Row, Table, make_table, number, numbers
from probe.values import Bias

ALL_SUBJECTS = "all subjects"

COLUMNS: tuple[tuple[str, str, Kind], ...] = (
    ("subject", "subject", "text"),
    ("bias", "bias", "text"),
    ("dilemmas", "dilemmas", "count"),
    ("levels", "distinct values", "count"),
    ("flipping", "dilemmas with a flip", "count"),
    ("method", "method", "text"),
    ("odds_ratio", "odds ratio a step", "number"),
    ("low", "low", "number"),
    ("high", "high", "number"),
    ("p", "p", "p"),
    ("holm_p", "Holm, p", "p"),
)


def trend_measure(scores: Scores, measure: str) -> str:
    """Return what the trend runs over: ``depth`` where all of it was measured, else what was, the tiers' own first."""
    order = ("depth", measure, "size", "inferences")
    return next((name for name in order if not np.isnan(getattr(scores, name)).any()), measure)


def trends(scores: Scores, measure: str) -> Table:
    """Return the trend of flips over ``measure`` (depth, size or inferences) for each subject and bias.

    Beside it stand author and length of the text, and bias or subject where several are in one row. Holm's
    adjustment is over the biases of a subject; rows over all biases or subjects are not part of it.
    """
    rows: list[Row] = []
    subjects = [str(subject) for subject in dict.fromkeys(scores.subject)]
    for subject in subjects:
        part = scores.of(subject=subject)
        biases = [bias.value for bias in Bias if bias.value in set(part.bias)]
        found = [{"subject": subject, "bias": bias} | _row(part.of(bias=bias), measure) for bias in biases]
        adjusted = holm([number(row["p"]) for row in found])
        rows += [row | {"holm_p": row["p"] if p is None else p} for row, p in zip(found, adjusted, strict=True)]
        rows.append({"subject": subject, "bias": ALL_BIASES, "holm_p": _APART} | _row(part, measure))
    if len(subjects) > 1:
        rows.append({"subject": ALL_SUBJECTS, "bias": ALL_BIASES, "holm_p": _APART} | _row(scores, measure))
    notes = (
        f"Odds ratio of a flip for one more unit of {measure}; runs are clustered by dilemma (GEE, "
        "working independence, Mancl and DeRouen's covariance, t).",
        "Where flips separate or fewer than five dilemmas flip: Firth's penalised odds ratio, and p from permutations "
        "within author; then there is no interval.",
        "Depth goes with bias in what models write: only dilemmas that exist at several depths carry a causal claim.",
    )
    return make_table("trends", f"Trend over {measure}", COLUMNS, rows, notes=notes)


_APART = Gap(reason="not part of the family")


def _row(scores: Scores, measure: str) -> Row:
    values: Floats = getattr(scores, measure)
    used = scores.where((scores.readable > 0) & ~np.isnan(values))
    values = getattr(used, measure)
    dilemmas, levels = len(set(used.pair_id)), len(np.unique(values))
    row: Row = {"dilemmas": dilemmas, "levels": levels, "flipping": int(np.sum(used.flips > 0))}
    reason = _obstacle(used, dilemmas, levels)
    if reason:
        gap = Gap(reason=reason)
        return row | dict.fromkeys(("odds_ratio", "low", "high", "p"), gap) | {"method": gap}
    return row | _shown(_fit(used, values))


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


def _fit(used: Scores, values: Floats) -> Trend:
    labels = (used.author, used.bias, used.subject)
    covariates = np.column_stack([np.log(np.maximum(used.length, 1)), *(indicators(column) for column in labels)])
    covariates = covariates[:, np.ptp(covariates, axis=0) > 0]
    clusters = np.unique(used.pair_id.astype(str), return_inverse=True)[1]
    strata = strata_of(used.author, used.bias, used.subject)
    seed = f"trend/{used.subject[0]}/{used.bias[0]}"
    return logistic_trend(used.flips, used.readable, values, covariates, strata=strata, clusters=clusters, seed=seed)


def _shown(found: Trend) -> Row:
    none = Gap(reason="no interval from permutations")
    with np.errstate(over="ignore"):
        return {
            "method": found.method,
            "odds_ratio": float(np.exp(found.slope)),
            "low": none if found.low is None else float(np.exp(found.low)),
            "high": none if found.high is None else float(np.exp(found.high)),
            "p": Gap(reason="nothing to exchange within an author") if found.p is None else found.p,
        }


def picture(table: Table) -> Picture:
    """Draw the odds ratios with their intervals on a logarithmic axis, a line a bias, a marker a subject."""
    sure = [row for row in table.rows if (p := number(row["holm_p"])) is not None and p < 0.05]
    rising = sum((number(row["odds_ratio"]) or 0) > 1 for row in sure)
    alt = (
        f"Odds ratios of a flip for one step more ({table.title.lower()}). Of {len(table.rows)} trends "
        f"{rising} rise and "
        f"{len(sure) - rising} fall with p below 0.05 after Holm's adjustment."
    )
    caption = (
        "Right of 1: more flips in deeper dilemmas. Whiskers: 95 % intervals; without whiskers: penalised estimate."
    )
    return Picture("trends", table.title, alt, caption, lambda: _draw(table))


def _draw(table: Table) -> Figure:
    biases = list(dict.fromkeys(str(row["bias"]) for row in table.rows))
    subjects = [name for name in dict.fromkeys(str(row["subject"]) for row in table.rows) if name != ALL_SUBJECTS]
    names = short_names(subjects)
    figure, grid = canvas(0.09 * len(subjects) * len(biases) + 0.25 * len(biases) + 1.2)
    axes = grid[0, 0]
    offsets = np.linspace(-0.32, 0.32, len(subjects)) if len(subjects) > 1 else np.zeros(1)
    for position, subject in enumerate(subjects):
        rows = [row for row in table.rows if row["subject"] == subject and number(row["odds_ratio"]) is not None]
        places = np.array([biases.index(str(row["bias"])) for row in rows]) + offsets[position]
        values = [np.clip(numbers(rows, key), 1 / 64, 64) for key in ("odds_ratio", "low", "high")]
        whiskers(axes, places, values, label=names[subject], **series(position))
    axes.axvline(1, color=INK, linewidth=0.8)
    axes.set_xscale("log", base=2)
    axes.set_xticks(*_ticks(axes.get_xlim()))
    axes.set_xlabel("odds ratio of a flip, one step more")
    axes.set_yticks(range(len(biases)), biases)
    axes.invert_yaxis()
    axes.grid(axis="x")
    legend_below(figure, axes)
    return figure


def _ticks(limits: tuple[float, float]) -> tuple[list[float], list[str]]:
    """Return powers of two (halves of them on a narrow axis) within the limits, as plain numbers."""
    low, high = np.log2(limits)
    step = 1.0 if high - low > 1.5 else 0.25 if high - low > 0.4 else 0.1
    powers = np.arange(np.ceil(low / step), np.floor(high / step) + 1) * step
    return [float(2**power) for power in powers], [f"{2**power:.3g}" for power in powers]
