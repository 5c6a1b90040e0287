"""Whether people who rated the same items agree (PROBE-SWE, section 6, Figures 4 and 5)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from probe.analysis.figures.charts import look, percent_axis, short_names
from probe.analysis.figures.style import INK, Picture, canvas
from probe.analysis.statistics.agreement import AgreementCoefficient, fleiss_kappa, gwet_ac1, pairwise_agreement
from probe.analysis.statistics.intervals import LEVEL, wilson_of_counts
from probe.analysis.tables import ColumnSpec, Gap, Kind, Table, make_table, present
from probe.values.validation import MANUAL, Question, Rating, SampledItem

MAJORITY = 2 / 3
"""An item passes by majority where at least this share of its raters says yes (PROBE-SWE, section 6)."""

MEAN = "mean of authors"


class MeasuredAgreement(NamedTuple):
    """A share or coefficient with the ends of its interval."""

    value: float
    low: float | Gap
    high: float | Gap


class RaterAgreement(NamedTuple):
    """The measures of one question and author, or their means over authors."""

    question: str
    author: str
    items: int
    raters: int
    alike: MeasuredAgreement
    pairwise: float
    kappa: MeasuredAgreement | Gap
    ac1: MeasuredAgreement | Gap
    majority: MeasuredAgreement
    unanimity: MeasuredAgreement


def _with_ends(key: str, label: str, kind: Kind) -> tuple[ColumnSpec, ...]:
    ends = (ColumnSpec(f"{key}_{end}", end, kind, f"{key}.{end}") for end in ("low", "high"))
    return (ColumnSpec(key, label, kind, f"{key}.value"), *ends)


COLUMNS = (
    ColumnSpec("question", "question"),
    ColumnSpec("author", "author"),
    ColumnSpec("items", "items with two raters", "count"),
    ColumnSpec("raters", "raters", "count"),
    *_with_ends("alike", "all raters agree", "share"),
    ColumnSpec("pairwise", "pairs of raters agree", "share"),
    *_with_ends("kappa", "Fleiss' kappa", "number"),
    *_with_ends("ac1", "Gwet's AC1", "number"),
    *_with_ends("majority", "majority yes", "share"),
    *_with_ends("unanimity", "all yes", "share"),
)

NOTES = (
    "Only items that at least two raters answered are counted.",
    "All raters agree: the share of items on which no one differs; the published percent agreement is this measure. "
    "Pairs of raters agree: what kappa and AC1 are computed from.",
    "Kappa misleads where nearly all answers are the same: read it beside the agreement itself and AC1.",
    f"Majority yes: at least two thirds of an item's raters say yes. Intervals at {LEVEL:.0%}: Wilson for shares, "
    "Gwet's variance over items and Student's t for the coefficients. Means of authors weigh each author equally.",
)


def rater_agreement(ratings: Iterable[Rating], items: Sequence[SampledItem]) -> tuple[RaterAgreement, ...]:
    """Return a row for each question and author, then the means over authors of each question and of all.

    Items that fewer than two raters answered are left out; a question without any such item has no row.
    """
    author = {item.pair_id: item.author for item in items}
    cells: dict[tuple[Question, str], dict[str, dict[str, str]]] = {}
    for rating in ratings:
        # A comment without an answer does not count as a vote.
        if rating.answer is not None and rating.pair_id in author:
            answers = cells.setdefault((rating.question, author[rating.pair_id]), {})
            answers.setdefault(rating.pair_id, {})[rating.rater] = rating.answer
    rows = []
    for question in MANUAL:
        for name in dict.fromkeys(item.author for item in items):
            answers_by_item = [answers for answers in cells.get((question, name), {}).values() if len(answers) >= 2]
            if answers_by_item:
                rows.append(_row(question.label, name, answers_by_item))
    return (*rows, *_means(rows))


SHOWN_COLUMNS = ("question", "author", "items", "alike", "pairwise", "kappa", "ac1", "majority", "unanimity")
"""The columns that a terminal has room for."""


def table(rows: Sequence[RaterAgreement]) -> Table:
    """Return the rows as a table."""
    agreements = make_table("rater_agreement", "Agreement of raters", COLUMNS, rows, notes=NOTES)
    return agreements.model_copy(update={"shown": SHOWN_COLUMNS})


def _row(question: str, author: str, answers_by_item: Sequence[dict[str, str]]) -> RaterAgreement:
    """Return the measures of items that two raters or more answered: their answers by rater."""
    by_item = [list(answers.values()) for answers in answers_by_item]
    counts = np.array([[answers.count("yes"), answers.count("no")] for answers in by_item], dtype=np.int64)
    yes, raters = counts[:, 0], counts.sum(axis=1)
    pairwise = pairwise_agreement(counts)
    assert pairwise is not None, "every item has two raters"
    return RaterAgreement(
        question=question,
        author=author,
        items=len(answers_by_item),
        raters=len({rater for answers in answers_by_item for rater in answers}),
        alike=_share((yes == 0) | (yes == raters)),
        pairwise=pairwise,
        kappa=_coefficient(fleiss_kappa(counts), "all answers are the same"),
        ac1=_coefficient(gwet_ac1(counts), "no item"),
        # Two thirds are not exact in binary, and two of three raters have to be enough.
        majority=_share(yes >= MAJORITY * raters - 1e-9),
        unanimity=_share(yes == raters),
    )


def _share(hits: NDArray[np.bool_]) -> MeasuredAgreement:
    interval = wilson_of_counts(int(hits.sum()), len(hits))
    return MeasuredAgreement(float(hits.mean()), interval.low, interval.high)


def _coefficient(coefficient: AgreementCoefficient | None, reason: str) -> MeasuredAgreement | Gap:
    if coefficient is None:
        return Gap(reason=reason)
    no_interval = Gap(reason="one item")
    return MeasuredAgreement(
        coefficient.value,
        no_interval if coefficient.low is None else coefficient.low,
        no_interval if coefficient.high is None else coefficient.high,
    )


def _means(rows: Sequence[RaterAgreement]) -> Iterator[RaterAgreement]:
    """Return the means over authors, by question and over all cells; a single author needs none by question."""
    several_authors = len({row.author for row in rows}) > 1
    questions = list(dict.fromkeys(row.question for row in rows))
    groups = [(name, [row for row in rows if row.question == name]) for name in questions if several_authors]
    for name, group in [*groups, *([("all questions", list(rows))] if rows else [])]:
        yield RaterAgreement(
            question=name,
            author=MEAN,
            items=sum(row.items for row in group),
            raters=max(row.raters for row in group),
            alike=_mean([row.alike for row in group]),
            pairwise=float(np.mean([row.pairwise for row in group])),
            kappa=_mean_or_gap([row.kappa for row in group]),
            ac1=_mean_or_gap([row.ac1 for row in group]),
            majority=_mean([row.majority for row in group]),
            unanimity=_mean([row.unanimity for row in group]),
        )


def _mean(cells: Sequence[MeasuredAgreement]) -> MeasuredAgreement:
    gap = Gap(reason="a mean of cells")
    return MeasuredAgreement(float(np.mean([cell.value for cell in cells])), gap, gap)


def _mean_or_gap(cells: Sequence[MeasuredAgreement | Gap]) -> MeasuredAgreement | Gap:
    measured_cells = present(cells)
    return _mean(measured_cells) if measured_cells else Gap(reason="in no cell")


def agreement_picture(rows: Sequence[RaterAgreement]) -> Picture:
    """Draw the agreement by author and question (the paper's Figure 4)."""
    cells = _cells(rows)
    description = _list_cells(cells, [row.alike for row in cells])
    caption = "Bars: share of items on which no one differs; whiskers: Wilson intervals at 95 %."
    return Picture(
        "agreement",
        "Raters who agree",
        f"Share of items on which all raters agree: {description}",
        caption,
        lambda: _draw(cells, {"all raters agree": [row.alike for row in cells]}),
    )


def majority_picture(rows: Sequence[RaterAgreement]) -> Picture:
    """Draw the rates at which items pass, by majority and unanimously (the paper's Figure 5)."""
    cells = _cells(rows)
    majority, unanimity = [row.majority for row in cells], [row.unanimity for row in cells]
    alt = f"Pass rates. By majority: {_list_cells(cells, majority)} Unanimously: {_list_cells(cells, unanimity)}"
    caption = "Left: at least two thirds of the raters say yes. Right: all say yes. Whiskers: Wilson intervals at 95 %."
    panels = {"majority yes": majority, "all yes": unanimity}
    return Picture("majority", "Items that pass", alt, caption, lambda: _draw(cells, panels))


def _cells(rows: Sequence[RaterAgreement]) -> list[RaterAgreement]:
    return [row for row in rows if row.author != MEAN]


def _list_cells(cells: Sequence[RaterAgreement], values: Sequence[MeasuredAgreement]) -> str:
    pairs = zip(cells, values, strict=True)
    return "; ".join(f"{row.question}, {row.author} {100 * agreement.value:.0f} %" for row, agreement in pairs) + "."


def _draw(cells: Sequence[RaterAgreement], panels: dict[str, list[MeasuredAgreement]]) -> Figure:
    questions = list(dict.fromkeys(row.question for row in cells))
    authors = list(dict.fromkeys(row.author for row in cells))
    names, width = short_names(authors), 0.8 / len(authors)
    height = 1.1 + 0.33 * len(questions) * max(len(authors), 2)
    figure, grid = canvas(height, 1, len(panels), sharey=True)
    for panel, (title, values) in zip(grid.flat, panels.items(), strict=True):
        for row, agreement in zip(cells, values, strict=True):
            position = authors.index(row.author)
            bar_at = questions.index(row.question) + (position - (len(authors) - 1) / 2) * width
            panel.barh(bar_at, agreement.value, width * 0.9, color=look(position)["color"], label=names[row.author])
            ends = present((agreement.low, agreement.high))
            panel.plot(ends, [bar_at] * len(ends), color=INK, linewidth=1)
        panel.set_title(title)
        panel.set_xlim(0, 1)
        panel.set_xticks((0, 0.5, 1))
        percent_axis(panel.xaxis)
        panel.grid(axis="x")
        panel.set_axisbelow(True)
        panel.set_yticks(range(len(questions)), questions)
    grid[0, 0].invert_yaxis()
    handles, labels = grid[0, 0].get_legend_handles_labels()
    # Every bar has added its label; a dictionary keeps each once.
    handles_by_label = dict(zip(labels, handles, strict=True))
    figure.legend(
        handles_by_label.values(),
        handles_by_label.keys(),
        loc="outside lower center",
        ncols=min(2, len(handles_by_label)),
    )
    return figure
