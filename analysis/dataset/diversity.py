"""How similar the dilemmas of one bias are, within and between authors (PROBE-SWE, section 7)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, NamedTuple

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from probe.analysis.figures.charts import legend_below, look, short_name
from probe.analysis.figures.style import Picture, canvas
from probe.analysis.form import AS_PUBLISHED, ReportAnalysis, Result
from probe.analysis.measurements import Measurements, Vectors
from probe.analysis.scores import equal
from probe.analysis.statistics.similarity import cosines, levenshteins, mean_off_diagonal
from probe.analysis.tables import Gap, Heading, Table, make_table
from probe.values import Arm, Bias, Item


class Diversity(NamedTuple):
    """Mean similarities between the unbiased texts of different dilemmas of one bias; 1 means equal."""

    bias: Annotated[str, Heading("bias")]
    scope: Annotated[str, Heading("pairs of texts")]
    dilemmas: Annotated[int | None, Heading("dilemmas", "count")]
    cosine: Annotated[float | Gap | None, Heading("mean cosine", "number")]
    levenshtein: Annotated[float | None, Heading("mean Levenshtein similarity", "number")]
    closest: Annotated[float | None, Heading("closest two (Levenshtein)", "number")]


EVERY, BETWEEN, WITHIN = "all", "between authors", "within "
_NO_VECTORS = Gap(reason="texts were not embedded (--embed)")
_NO_PAIR = Gap(reason="no two dilemmas")


def diversity(pairs: Sequence[Item], vectors: Vectors | None = None) -> tuple[Diversity, ...]:
    """Return a row for each bias, over all of its dilemmas and, with several authors, within and between them."""
    rows: list[Diversity] = []
    for bias in Bias.in_order(pair.bias for pair in pairs):
        rows += _rows(bias.value, [pair for pair in pairs if pair.bias is bias], vectors)
    return tuple(rows)


def _rows(bias: str, members: Sequence[Item], vectors: Vectors | None) -> Iterator[Diversity]:
    matrix = levenshteins([pair.text(Arm.UNBIASED) or "" for pair in members])
    # With some texts left out, the mean would not be that of the bias.
    has_vectors = vectors is not None and all(pair.id in vectors for pair in members)
    cosine = cosines(np.stack([vectors[pair.id] for pair in members])) if has_vectors and vectors is not None else None
    for scope, mask in _scopes(members).items():
        # Without the diagonal: every text would be its own closest one.
        upper = np.triu(mask, k=1)
        yield Diversity(
            bias=bias,
            scope=scope,
            dilemmas=int(np.any(mask, axis=1).sum()),
            cosine=_NO_VECTORS if cosine is None else mean_off_diagonal(cosine, mask),
            levenshtein=mean_off_diagonal(matrix, mask),
            closest=float(matrix[upper].max()) if upper.any() else None,
        )


def _scopes(members: Sequence[Item]) -> dict[str, NDArray[np.bool_]]:
    """Return which pairs of texts are compared, as symmetric masks by the name of the scope."""
    authors = np.array([pair.provenance.author for pair in members], dtype=object)
    same_author = authors[:, None] == authors[None, :]
    scopes: dict[str, NDArray[np.bool_]] = {EVERY: np.ones_like(same_author)}
    names = sorted(set(authors))
    if len(names) > 1:
        scopes |= {WITHIN + name: same_author & equal(authors, name)[:, None] for name in names} | {
            BETWEEN: ~same_author
        }
    return scopes


def table(rows: Sequence[Diversity]) -> Table:
    """Return rows from texts as a table."""
    notes = (
        "Low is diverse. The published files call the Levenshtein similarity a distance; both are 1 for equal texts.",
    )
    return make_table("diversity", "Diversity of the dilemmas", Diversity, rows, notes=notes, gap=_NO_PAIR.reason)


def picture(rows: Sequence[Diversity]) -> Picture:
    """Draw mean similarities by bias, a panel for each measure that is known, a marker for each scope."""
    measures = {
        "cosine": {(row.bias, row.scope): row.cosine for row in rows if isinstance(row.cosine, float)},
        "Levenshtein similarity": {
            (row.bias, row.scope): row.levenshtein for row in rows if row.levenshtein is not None
        },
    }
    summaries = []
    for name, values in measures.items():
        overall = [value for (_, scope), value in values.items() if scope == EVERY]
        if overall:
            summaries.append(f"mean {name} from {min(overall):.2f} to {max(overall):.2f} over biases")
    alt = "Dot plot of the mean similarity between different dilemmas of a bias: " + "; ".join(summaries) + "."
    caption = "0: nothing in common, 1: the same text."
    biases, scopes = (
        list(dict.fromkeys(column)) for column in zip(*((row.bias, row.scope) for row in rows), strict=True)
    )
    return Picture("diversity", "Diversity of the dilemmas", alt, caption, lambda: _draw(measures, biases, scopes))


def _draw(measures: Mapping[str, Mapping[tuple[str, str], float]], biases: list[str], scopes: list[str]) -> Figure:
    measured_values = {name: values for name, values in measures.items() if values}
    figure, grid = canvas(
        max(1, len(measured_values)) * (0.2 * len(biases) + 0.5) + 0.6, max(1, len(measured_values)), 1, sharex=True
    )
    for panel, (name, values) in zip(grid.flat, measured_values.items(), strict=False):
        for position, scope in enumerate(scopes):
            means = {bias: value for (bias, value_scope), value in values.items() if value_scope == scope}
            label = scope if not scope.startswith(WITHIN) else WITHIN + short_name(scope[len(WITHIN) :])
            style = look(position) | {"linestyle": "none"}
            panel.plot(list(means.values()), [biases.index(bias) for bias in means], label=label, markersize=5, **style)
        panel.set_title(name)
        panel.set_xlim(-0.02, 1.02)  # a value at an end is not on the frame
        panel.set_xlabel("mean over pairs of dilemmas")
        panel.set_yticks(range(len(biases)), biases)
        panel.invert_yaxis()
        panel.grid(axis="x")
    if len(scopes) > 1:
        legend_below(figure, grid[0, 0])
    return figure


ANALYSIS: ReportAnalysis[Measurements, Sequence[Diversity]] = ReportAnalysis(
    "diversity",
    "Diversity of the dilemmas",
    AS_PUBLISHED,
    "whether the dilemmas are varied enough to generalise",
    rows=lambda measurements: diversity(tuple(measurements.study.items.values()), measurements.vectors),
    show=lambda measurements, rows: Result.of_pictures((picture(rows),), table(rows)),
)
