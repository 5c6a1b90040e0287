"""Which subjects have similar biases: a dendrogram and principal components of their mean m by bias."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray
from scipy.cluster.hierarchy import dendrogram, linkage
from sklearn.decomposition import PCA

from probe.analysis.figures.charts import short_names
from probe.analysis.figures.style import INK, Picture, canvas
from probe.analysis.form import RESULTS, ReportAnalysis, Result
from probe.analysis.statistics.intervals import Floats
from probe.analysis.tables import Heading, Table, make_table
from probe.analysis.templates.maps import MappedStudy, MappedSubject, matrix

FEWEST = 3
"""Subjects below which neither is drawn."""


class ComponentRow(NamedTuple):
    """A subject's place on the first two principal components."""

    subject: Annotated[str, Heading("subject")]
    first: Annotated[float, Heading("first component", "number")]
    second: Annotated[float, Heading("second component", "number")]


def profiles(subjects: Sequence[MappedSubject]) -> tuple[list[str], Floats]:
    """Return the biases that all subjects have, and their mean m, shape (subjects, biases)."""
    biases, cells = matrix(subjects, "m_published")
    # Neither method allows gaps, and filling them in would place subjects by answers that they never gave.
    is_complete: NDArray[np.bool_] = np.logical_not(np.isnan(cells).any(axis=1))
    return [bias for bias, bias_is_complete in zip(biases, is_complete, strict=True) if bias_is_complete], cells[
        is_complete
    ].T


def tree_picture(subjects: Sequence[MappedSubject]) -> Picture | None:
    """Return the dendrogram: complete linkage, Euclidean distances; None with too few subjects or biases."""
    biases, cells = profiles(subjects)
    if len(subjects) < FEWEST or len(biases) < 2:
        return None
    linkage_matrix = linkage(cells, method="complete", metric="euclidean")
    names = short_names([subject.name for subject in subjects])
    labels = [names[subject.name] for subject in subjects]
    return Picture(
        "dendrogram",
        "Subjects with similar biases",
        f"Dendrogram of {', '.join(labels)}; the last two groups join at a distance of {linkage_matrix[-1, 2]:.2f}.",
        f"Complete linkage of Euclidean distances of mean m in {len(biases)} biases. Noise separates subjects too.",
        lambda: _tree(linkage_matrix, labels),
    )


def _tree(linkage_matrix: Floats, labels: Sequence[str]) -> Figure:
    figure, grid = canvas(0.3 * len(labels) + 0.9)
    axes = grid[0, 0]
    dendrogram(
        linkage_matrix, labels=list(labels), orientation="left", ax=axes, color_threshold=0, above_threshold_color=INK
    )
    axes.set_xlabel("Euclidean distance")
    return figure


def components(subjects: Sequence[MappedSubject]) -> tuple[list[ComponentRow], list[float]]:
    """Return the subjects on two principal components, and the variance that each explains; none with too few."""
    biases, cells = profiles(subjects)
    if len(subjects) < FEWEST or len(biases) < 2:
        return [], []
    # Of the solvers, the full one is exact and draws nothing at random.
    pca = PCA(n_components=2, svd_solver="full").fit(cells)
    coordinates_of_all = pca.transform(cells)
    rows = [
        ComponentRow(subject.name, *map(float, coordinates))
        for subject, coordinates in zip(subjects, coordinates_of_all, strict=True)
    ]
    # Equal subjects have no variance, so its shares would be 0/0.
    return rows, [float(share) for share in np.nan_to_num(pca.explained_variance_ratio_)]


def components_table(rows: Sequence[ComponentRow], explained_shares: Sequence[float]) -> Table:
    """Return the rows as a table."""
    shares = " and ".join(f"{100 * share:.0f} %" for share in explained_shares)
    notes = (f"Principal components of mean m by bias; they explain {shares} of the variance between subjects.",)
    return make_table("components", "Principal components of subjects", ComponentRow, rows, notes=notes)


def _show(study: MappedStudy, joined: Picture | None) -> Result:
    assert joined is not None
    return Result((components_table(*components(study.mapped)),), pictures=(joined,))


ANALYSIS: ReportAnalysis[MappedStudy, Picture | None] = ReportAnalysis(
    "similar_subjects",
    "Subjects with similar biases",
    RESULTS,
    "whether subjects can stand for each other",
    rows=lambda study: tree_picture(study.mapped),
    show=_show,
    needs=f"Subjects with similar biases: fewer than {FEWEST} subjects or two biases that all have (probe analyze with "
    "the evaluations of more).",
)
