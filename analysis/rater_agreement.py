"""Whether people who rated the same items agree (PROBE-SWE, section 6, Figures 4 and 5).

Percent agreement, Fleiss' kappa (Fleiss 1971) and Gwet's AC1 (Gwet 2008) for any number of raters, answers missing or
not, with intervals from Gwet's linearised variance over items. Kappa takes the agreement that chance would give from
how often each answer was given: where nearly all answers are yes it calls nearly all agreement chance, and falls to 0
or below although raters hardly ever differ. AC1 does not, so the two stand side by side.
"""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from probe.analysis.drawing import Picture, canvas, percent_axis, series, short_names
from probe.analysis.statistics.intervals import LEVEL
from probe.analysis.tables import Gap, Kind, Row, Table, make_table, number
from probe.values.base import Value
from probe.values.validation import Question, Rating, SampledItem

Counts = NDArray[np.int64]
"""How many raters gave each answer, shape (items, answers)."""

MAJORITY = 2 / 3
"""An item passes by majority where at least this share of its raters says yes (PROBE-SWE, section 6)."""

MEAN = "mean of authors"

COLUMNS: tuple[tuple[str, str, Kind], ...] = (
    ("question", "question", "text"),
    ("author", "author", "text"),
    ("items", "items with two raters", "count"),
    ("raters", "raters", "count"),
    ("alike", "all raters alike", "share"),
    ("alike_low", "low", "share"),
    ("alike_high", "high", "share"),
    ("pairwise", "pairs of raters alike", "share"),
    ("kappa", "Fleiss' kappa", "number"),
    ("kappa_low", "low", "number"),
    ("kappa_high", "high", "number"),
    ("ac1", "Gwet's AC1", "number"),
    ("ac1_low", "low", "number"),
    ("ac1_high", "high", "number"),
    ("majority", "majority yes", "share"),
    ("majority_low", "low", "share"),
    ("majority_high", "high", "share"),
    ("unanimity", "all yes", "share"),
    ("unanimity_low", "low", "share"),
    ("unanimity_high", "high", "share"),
)

NOTES = (
    "Only items that at least two raters answered are counted.",
    "All raters alike is the share of items on which nobody differs: the published percent agreement moves in the "
    "steps of this measure. Pairs of raters alike is what kappa and AC1 start from.",
    "Kappa misleads where nearly all answers are the same: read it beside the agreement itself and AC1.",
    f"Majority yes: at least two thirds of an item's raters say yes. Intervals at {LEVEL:.0%}: Wilson for shares, "
    "Gwet's variance over items and Student's t for the coefficients. Means of authors weigh each author alike.",
)


class Coefficient(Value):
    """An agreement beyond chance with its standard error (None below two items) and interval, cut at -1 and 1."""

    value: float
    error: float | None
    low: float | None
    high: float | None


def pairwise_agreement(counts: Counts) -> float | None:
    """Return the share of pairs of raters that agree, a mean over items with two raters or more; None without any."""
    raters = counts.sum(axis=1)
    used = raters >= 2
    if not used.any():
        return None
    return float(_item_agreement(counts[used]).mean())


def fleiss_kappa(counts: Counts) -> Coefficient | None:
    """Return Fleiss' kappa; None where no item has two raters, or all answers are one (it is 0/0 there)."""
    shares = _shares(counts)
    prevalence = shares.mean(axis=0)
    return _coefficient(counts, float(prevalence @ prevalence), shares @ prevalence)


def gwet_ac1(counts: Counts) -> Coefficient | None:
    """Return Gwet's AC1; None where no item has two raters."""
    shares = _shares(counts)
    prevalence = shares.mean(axis=0)
    others = counts.shape[1] - 1
    chance = float(prevalence @ (1 - prevalence)) / others
    return _coefficient(counts, chance, shares @ (1 - prevalence) / others)


def _shares(counts: Counts) -> NDArray[np.float64]:
    """Return the share of each answer among an item's raters."""
    shares: NDArray[np.float64] = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    return shares


def _item_agreement(counts: Counts) -> NDArray[np.float64]:
    raters = counts.sum(axis=1)
    agreeing: NDArray[np.float64] = (counts * (counts - 1)).sum(axis=1) / np.maximum(raters * (raters - 1), 1)
    return agreeing


def _coefficient(counts: Counts, chance: float, item_chance: NDArray[np.float64]) -> Coefficient | None:
    """Return (agreement - chance) / (1 - chance) with its variance (Gwet 2008; 2014, chapter 5)."""
    used = counts.sum(axis=1) >= 2
    total = len(counts)
    observed = pairwise_agreement(counts)
    if observed is None or chance >= 1:
        return None
    value = (observed - chance) / (1 - chance)
    if total < 2:
        return Coefficient(value=value, error=None, low=None, high=None)
    by_item = np.where(used, (_item_agreement(counts) - chance) / (1 - chance), 0.0) * (total / used.sum())
    corrected = by_item - 2 * (1 - value) * (item_chance - chance) / (1 - chance)
    error = float(np.sqrt(np.sum((corrected - value) ** 2) / (total * (total - 1))))
    half = float(stats.t.ppf((1 + LEVEL) / 2, total - 1)) * error
    return Coefficient(value=value, error=error, low=max(-1.0, value - half), high=min(1.0, value + half))


def rater_agreement(ratings: Iterable[Rating], items: Sequence[SampledItem]) -> Table:
    """Return a row for each question and author, then the means over authors of each question and of all.

    Items that fewer than two raters answered are left out; a question without any such item has no row.
    """
    author = {item.pair_id: item.author for item in items}
    cells: dict[tuple[Question, str], dict[str, dict[str, str]]] = {}
    for one in ratings:
        if one.answer is not None and one.pair_id in author:
            answers = cells.setdefault((one.question, author[one.pair_id]), {})
            answers.setdefault(one.pair_id, {})[one.rater] = one.answer
    authors = list(dict.fromkeys(item.author for item in items))
    rows = [
        {"question": question.label, "author": name, **found}
        for question in Question
        for name in authors
        if (found := _cell(cells.get((question, name), {})))
    ]
    return make_table("rater_agreement", "Agreement of raters", COLUMNS, [*rows, *_means(rows)], notes=NOTES)


def _cell(answers: dict[str, dict[str, str]]) -> Row:
    """Return the measures of one question and author; empty where no item has two raters."""
    both = [list(given.values()) for given in answers.values() if len(given) >= 2]
    if not both:
        return {}
    counts = np.array([[given.count("yes"), given.count("no")] for given in both], dtype=np.int64)
    yes, raters = counts[:, 0], counts.sum(axis=1)
    row: Row = {
        "items": len(both),
        "raters": len({rater for given in answers.values() if len(given) >= 2 for rater in given}),
        "pairwise": pairwise_agreement(counts),
    }
    row |= _share("alike", (yes == 0) | (yes == raters))
    row |= _share("majority", yes >= MAJORITY * raters - 1e-9)
    row |= _share("unanimity", yes == raters)
    row |= _named("kappa", fleiss_kappa(counts), "all answers are the same")
    return row | _named("ac1", gwet_ac1(counts), "no item")


def _share(name: str, hits: NDArray[np.bool_]) -> Row:
    low, high = proportion_confint(int(hits.sum()), len(hits), alpha=1 - LEVEL, method="wilson")
    return {name: float(hits.mean()), f"{name}_low": float(low), f"{name}_high": float(high)}


def _named(name: str, found: Coefficient | None, reason: str) -> Row:
    gap = Gap(reason=reason)
    if found is None:
        return {name: gap, f"{name}_low": gap, f"{name}_high": gap}
    few = Gap(reason="one item")
    return {
        name: found.value,
        f"{name}_low": few if found.low is None else found.low,
        f"{name}_high": few if found.high is None else found.high,
    }


def _means(rows: Sequence[Row]) -> Iterator[Row]:
    """Return the means over authors, by question and over all cells; one author alone needs none by question."""
    several = len({row["author"] for row in rows}) > 1
    questions = list(dict.fromkeys(row["question"] for row in rows))
    groups = [(name, [row for row in rows if row["question"] == name]) for name in questions if several]
    for name, group in [*groups, *([("all questions", list(rows))] if rows else [])]:
        mean: Row = {"question": name, "author": MEAN, "items": sum(row["items"] for row in group)}
        mean["raters"] = max(row["raters"] for row in group)
        for key in ("alike", "pairwise", "kappa", "ac1", "majority", "unanimity"):
            known = [row[key] for row in group if isinstance(row[key], float)]
            mean[key] = float(np.mean(known)) if known else Gap(reason="in no cell")
        none = Gap(reason="a mean of cells")
        yield mean | {key: none for key, _, _ in COLUMNS if key.endswith(("_low", "_high"))}


def agreement_picture(table: Table) -> Picture:
    """Draw the agreement by author and question (the paper's Figure 4)."""
    alt = "Share of items on which all raters are alike: " + _told(table, "alike")
    caption = "Bars: share of items on which nobody differs; whiskers: Wilson intervals at 95 %."
    return Picture("agreement", "Raters who are alike", alt, caption, lambda: _draw(table, ("alike",)))


def majority_picture(table: Table) -> Picture:
    """Draw the rates at which items pass, by majority and unanimously (the paper's Figure 5)."""
    alt = f"Pass rates. By majority: {_told(table, 'majority')} Unanimously: {_told(table, 'unanimity')}"
    caption = "Left: at least two thirds of the raters say yes. Right: all say yes. Whiskers: Wilson intervals at 95 %."
    return Picture("majority", "Items that pass", alt, caption, lambda: _draw(table, ("majority", "unanimity")))


def _told(table: Table, key: str) -> str:
    rows = [row for row in table.rows if row["author"] != MEAN]
    return "; ".join(f"{row['question']}, {row['author']} {100 * (number(row[key]) or 0):.0f} %" for row in rows) + "."


_HEADINGS = {"alike": "all raters alike", "majority": "majority yes", "unanimity": "all yes"}


def _draw(table: Table, keys: Sequence[str]) -> Figure:
    rows = [row for row in table.rows if row["author"] != MEAN]
    questions = list(dict.fromkeys(str(row["question"]) for row in rows))
    authors = list(dict.fromkeys(str(row["author"]) for row in rows))
    names, width = short_names(authors), 0.8 / len(authors)
    figure, grid = canvas(1.1 + 0.33 * len(questions) * max(len(authors), 2), 1, len(keys), sharey=True)
    for panel, key in zip(grid.flat, keys, strict=True):
        for position, author in enumerate(authors):
            for row in (row for row in rows if row["author"] == author):
                place = questions.index(str(row["question"])) + (position - (len(authors) - 1) / 2) * width
                value, low, high = (number(row[part]) or 0.0 for part in (key, f"{key}_low", f"{key}_high"))
                colour = series(position)["color"]
                panel.barh(place, value, width * 0.9, color=colour, label=names[author])
                panel.plot([low, high], [place, place], color="#1f2329", linewidth=1)
        panel.set_title(_HEADINGS[key])
        panel.set_xlim(0, 1)
        percent_axis(panel.xaxis)
        panel.grid(axis="x")
        panel.set_axisbelow(True)
        panel.set_yticks(range(len(questions)), questions)
    grid[0, 0].invert_yaxis()
    handles, labels = grid[0, 0].get_legend_handles_labels()
    once = dict(zip(labels, handles, strict=True))
    figure.legend(once.values(), once.keys(), loc="outside lower center", ncols=min(3, len(once)))
    return figure
