"""How alike the dilemmas of one bias are, within and between authors (PROBE-SWE, section 7)."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from probe.analysis.drawing import Picture, canvas, legend_below, on_phone, series, short
from probe.analysis.scores import equal
from probe.analysis.statistics.similarity import cosines, levenshteins, mean_off_diagonal
from probe.analysis.tables import Gap, Kind, Row, Table, make_table, number, numbers
from probe.values import Bias, Pair, PublishedSensitivity

Vectors = Mapping[str, NDArray[np.floating]]
"""An embedding of the unbiased text for each pair id."""

COLUMNS: tuple[tuple[str, str, Kind], ...] = (
    ("bias", "bias", "text"),
    ("scope", "pairs of texts", "text"),
    ("dilemmas", "dilemmas", "count"),
    ("cosine", "mean cosine", "number"),
    ("levenshtein", "mean Levenshtein similarity", "number"),
    ("closest", "closest two (Levenshtein)", "number"),
)

EVERY, BETWEEN, WITHIN = "all", "between authors", "within "
_NO_VECTORS = Gap(reason="texts were not embedded (--embed)")


def diversity(pairs: Sequence[Pair], vectors: Vectors | None = None) -> Table:
    """Return mean similarities between the unbiased texts of different dilemmas of one bias; 1 means equal."""
    rows: list[Row] = []
    for bias in Bias:
        members = [pair for pair in pairs if pair.bias is bias]
        if members:
            rows += [{"bias": bias.value} | row for row in _rows(members, vectors)]
    notes = (
        "Low is diverse. The published files call the Levenshtein similarity a distance; both are 1 for equal texts.",
    )
    return make_table("diversity", "Diversity of the dilemmas", COLUMNS, rows, notes=notes, gap="no two dilemmas")


def _rows(members: Sequence[Pair], vectors: Vectors | None) -> list[Row]:
    matrix = levenshteins([pair.unbiased for pair in members])
    known = vectors is not None and all(pair.id in vectors for pair in members)
    cosine = cosines(np.stack([vectors[pair.id] for pair in members])) if known and vectors is not None else None
    authors = np.array([pair.provenance.author for pair in members], dtype=object)
    same = authors[:, None] == authors[None, :]
    scopes: dict[str, NDArray[np.bool_]] = {EVERY: np.ones_like(same)}
    names = sorted(set(authors))
    if len(names) > 1:
        scopes |= {WITHIN + name: same & equal(authors, name)[:, None] for name in names} | {BETWEEN: ~same}
    rows: list[Row] = []
    for scope, mask in scopes.items():
        upper = np.triu(mask, k=1)
        row: Row = {"scope": scope, "dilemmas": int(np.any(mask, axis=1).sum())}
        row["cosine"] = _NO_VECTORS if cosine is None else mean_off_diagonal(cosine, mask)
        row["levenshtein"] = mean_off_diagonal(matrix, mask)
        row["closest"] = float(matrix[upper].max()) if upper.any() else None
        rows.append(row)
    return rows


def published_diversity(sources: Sequence[PublishedSensitivity]) -> Table:
    """Return the mean similarities that published files state, averaged over the files."""
    rows: list[Row] = []
    gap = Gap(reason="not published")
    for bias in Bias:
        found = [each for source in sources for each in source.biases if each.bias is bias]
        known = [(each.cosine, each.levenshtein) for each in found if each.cosine is not None]
        if known:
            cosine = float(np.mean([value for value, _ in known]))
            others = [value for _, value in known if value is not None]
            row: Row = {"bias": bias.value, "scope": EVERY, "dilemmas": gap, "cosine": cosine, "closest": gap}
            rows.append(row | {"levenshtein": float(np.mean(others)) if others else gap})
    return make_table("diversity", "Diversity of the dilemmas", COLUMNS, rows, gap=gap.reason)


def picture(table: Table) -> Picture:
    """Draw mean similarities by bias, a panel for each measure that is known, a marker for each scope."""
    told = []
    for key, name in (("cosine", "cosine"), ("levenshtein", "Levenshtein similarity")):
        known = [value for row in table.rows if row["scope"] == EVERY and (value := number(row[key])) is not None]
        if known:
            told.append(f"mean {name} from {min(known):.2f} to {max(known):.2f} over biases")
    alt = "Dot plot of the mean similarity between different dilemmas of a bias: " + "; ".join(told) + "."
    caption = "0: nothing in common, 1: the same text."
    return Picture("diversity", "Diversity of the dilemmas", alt, caption, lambda: _draw(table))


def _draw(table: Table) -> Figure:
    measures = [key for key in ("cosine", "levenshtein") if not np.isnan(numbers(table.rows, key)).all()]
    biases = list(dict.fromkeys(str(row["bias"]) for row in table.rows))
    scopes = list(dict.fromkeys(str(row["scope"]) for row in table.rows))
    names = {scope: scope if not scope.startswith(WITHIN) else WITHIN + short(scope[len(WITHIN) :]) for scope in scopes}
    shape = (max(1, len(measures)), 1) if on_phone() else (1, max(1, len(measures)))
    figure, grid = canvas(shape[0] * 0.3 * len(biases) + 1.1, *shape, sharey=True)
    for panel, measure in zip(grid.flat, measures, strict=False):
        for position, scope in enumerate(scopes):
            rows = table.where(scope=scope)
            places = [biases.index(str(row["bias"])) for row in rows]
            look = series(position) | {"linestyle": "none"}
            panel.plot(numbers(rows, measure), places, label=names[scope], markersize=5, **look)
        panel.set_title("cosine" if measure == "cosine" else "Levenshtein similarity")
        panel.set_xlim(0, 1)
        panel.set_yticks(range(len(biases)), biases)
        panel.grid(axis="x")
    grid[0, 0].invert_yaxis()
    if len(scopes) > 1:
        legend_below(figure, grid[0, 0])
    return figure
