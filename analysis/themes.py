"""What explanations speak of when the cue is there and when it is not (PROBE-SWE, Figures 15 to 17)."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.drawing import (
    COLOURS,
    PAPER,
    Picture,
    canvas,
    heat,
    label_lowest,
    on_phone,
    percent_axis,
    short,
    short_names,
    signed,
)
from probe.analysis.tables import Kind, Row, Table, make_table, number, numbers
from probe.analysis.theme_lexicon import LEXICON, themes_in
from probe.values import Arm, Bias, Evaluation

COLUMNS: tuple[tuple[str, str, Kind], ...] = (
    ("subject", "subject", "text"),
    ("bias", "bias", "text"),
    ("theme", "theme", "text"),
    ("explanations", "explanations of each text", "count"),
    ("biased", "on biased texts", "share"),
    ("unbiased", "on unbiased texts", "share"),
    ("difference", "biased − unbiased", "points"),
)

_MOST_SUBJECTS = 6


def themes(evaluations: Sequence[Evaluation]) -> Table:
    """Return, for each subject, bias and theme, the share of explanations that speak of it, in runs that flipped.

    Each flipped run brings its two explanations; runs without both are left out.
    """
    rows: list[Row] = []
    found = lru_cache(maxsize=None)(themes_in)
    for subject in dict.fromkeys(evaluation.subject for evaluation in evaluations):
        told = _explanations([evaluation for evaluation in evaluations if evaluation.subject == subject])
        for bias, pairs in told.items():
            unbiased = Counter(theme for before, _ in pairs for theme in found(before))
            biased = Counter(theme for _, after in pairs for theme in found(after))
            for theme in LEXICON:
                row: Row = {"subject": subject, "bias": bias, "theme": theme, "explanations": len(pairs)}
                shares = (biased[theme] / len(pairs), unbiased[theme] / len(pairs))
                rows.append(row | {"biased": shares[0], "unbiased": shares[1], "difference": shares[0] - shares[1]})
    notes = (
        "Runs whose decision flipped, as the paper chose them: what differs may follow from the decision, not the cue.",
        "A theme counts once an explanation, found by word beginnings; no test is made of it.",
    )
    return make_table("themes", "Themes in explanations", COLUMNS, rows, notes=notes)


def _explanations(evaluations: Sequence[Evaluation]) -> dict[str, list[tuple[str, str]]]:
    """Return, by bias, the unbiased and the biased explanation of each flipped run."""
    told: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for evaluation in evaluations:
        biases = {pair.id: pair.bias.value for pair in evaluation.pairs}
        runs: dict[tuple[str, int], dict[Arm, tuple[str, str]]] = defaultdict(dict)
        for decision in evaluation.decisions:
            if decision.decision != "unparsed" and decision.arm in (Arm.UNBIASED, Arm.BIASED) and decision.explanation:
                runs[decision.pair_id, decision.run][decision.arm] = (decision.decision, decision.explanation)
        for (pair_id, _), arms in runs.items():
            if len(arms) == 2 and arms[Arm.UNBIASED][0] != arms[Arm.BIASED][0]:
                told[biases[pair_id]].append((arms[Arm.UNBIASED][1], arms[Arm.BIASED][1]))
    return {bias.value: told[bias.value] for bias in Bias if told.get(bias.value)}


def _grid(table: Table, subject: str | None) -> tuple[list[str], np.ndarray[tuple[int, int], np.dtype[np.float64]]]:
    """Return the biases and, for each, the difference by theme: of a subject, or the mean over subjects."""
    biases = list(dict.fromkeys(str(row["bias"]) for row in table.rows if subject in (None, row["subject"])))
    sums = np.zeros((len(biases), len(LEXICON)))
    counts = np.zeros_like(sums)
    order = list(LEXICON)
    for row in table.rows:
        if subject in (None, row["subject"]):
            place = biases.index(str(row["bias"])), order.index(str(row["theme"]))
            sums[place] += number(row["difference"]) or 0.0
            counts[place] += 1
    return biases, sums / np.maximum(counts, 1)


def delta_picture(table: Table) -> Picture:
    """Draw the differences by bias and theme, over all subjects."""
    biases, values = _grid(table, None)
    told = []
    for bias, line in zip(biases, values, strict=True):
        most, least = int(np.argmax(line)), int(np.argmin(line))
        names = list(LEXICON)
        told.append(f"{bias}: most gained {names[most]}, most lost {names[least]}")
    alt = "Heat map of theme shifts in explanations, biased less unbiased, by bias. " + "; ".join(told) + "."
    caption = "Points of explanations that speak of a theme, biased less unbiased text, mean over subjects."
    return Picture("themes", "Shift of themes under the cue", alt, caption, lambda: _draw_delta(table))


def _draw_delta(table: Table) -> Figure:
    biases, values = _grid(table, None)
    figure, grid = canvas(0.24 * len(LEXICON) + 1.3)
    look = {"diverging": True, "size": 7, "turned": True}
    heat(grid[0, 0], values.T, list(LEXICON), biases, form=lambda v: signed(100 * v), **look)
    return figure


def frequency_picture(table: Table) -> Picture:
    """Draw how often each theme is spoken of, on biased and on unbiased texts."""
    shares = _frequencies(table)
    top = max(shares, key=lambda theme: sum(shares[theme]))
    alt = f"Bars of how many explanations speak of each theme, biased beside unbiased. Most often: {top}."
    caption = "Share of explanations, each subject and bias counted equally."
    return Picture("theme_frequencies", "Themes in explanations", alt, caption, lambda: _draw_frequencies(table))


def _frequencies(table: Table) -> dict[str, tuple[float, float]]:
    found = {theme: table.where(theme=theme) for theme in LEXICON}
    return {
        theme: (float(np.mean(numbers(rows, "biased"))), float(np.mean(numbers(rows, "unbiased"))))
        for theme, rows in found.items()
    }


def _draw_frequencies(table: Table) -> Figure:
    shares = _frequencies(table)
    figure, grid = canvas(2.8)
    axes, places = grid[0, 0], np.arange(len(shares))
    looks = ((-0.2, "biased", COLOURS[1], ""), (0.2, "unbiased", COLOURS[0], "///"))
    for position, (shift, label, colour, hatch) in enumerate(looks):
        heights = [pair[position] for pair in shares.values()]
        axes.bar(places + shift, heights, 0.38, label=label, color=colour, hatch=hatch, edgecolor=PAPER, linewidth=0.5)
    axes.set_xticks(places, list(shares), rotation=60, ha="right")
    axes.legend()
    axes.grid(axis="y")
    percent_axis(axes.yaxis)
    return figure


def subject_picture(table: Table) -> Picture:
    """Draw the differences by bias and theme, a panel a subject."""
    subjects = list(dict.fromkeys(str(row["subject"]) for row in table.rows))
    alt = f"Heat maps of theme shifts in explanations by bias, a panel for each of {len(subjects)} subjects."
    caption = f"As above, by subject (the first {_MOST_SUBJECTS}); the table holds all values."
    return Picture("themes_by_subject", "Shift of themes by subject", alt, caption, lambda: _draw_subjects(table))


def _draw_subjects(table: Table) -> Figure:
    subjects = list(dict.fromkeys(str(row["subject"]) for row in table.rows))[:_MOST_SUBJECTS]
    names = short_names(subjects)
    limit = float(np.abs(numbers(table.rows, "difference")).max()) or 1.0
    columns = 1 if on_phone() else min(2, len(subjects))
    lines = -(-len(subjects) // columns)
    figure, grid = canvas(2.6 * lines + 1.0, lines, columns, sharex=True, sharey=True)
    biases, _ = _grid(table, None)
    for panel, subject in zip(grid.flat, subjects, strict=False):
        own, shifts = _grid(table, subject)
        values = np.full((len(LEXICON), len(biases)), np.nan)
        values[:, [biases.index(bias) for bias in own]] = shifts.T
        look = {"diverging": True, "size": 6, "limit": limit, "turned": True}
        heat(panel, values, list(LEXICON), biases, form=lambda v: signed(100 * v), **look)
        panel.set_title(short(names[subject], 26))
    label_lowest(grid, len(subjects))
    grid[0, 0].set_ylim(len(LEXICON), 0)
    return figure
