"""Maps of a measure over biases and subjects, with the means of rows and columns."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, NamedTuple

import numpy as np

from probe.analysis.figures.charts import heat_map, short_names
from probe.analysis.figures.style import Picture
from probe.analysis.form import RESULTS, ReportAnalysis, Result
from probe.analysis.measurements import Measurements
from probe.analysis.statistics.intervals import Floats
from probe.analysis.tables import Gap, Heading, Table, make_table
from probe.values import Item, ItemValue

MEAN = "mean"


class TestDose(NamedTuple):
    """The strength of the manipulation in a test of a series."""

    level: int
    unit: str

    def __str__(self) -> str:
        return f"{self.level} {self.unit}".strip()


class MappedSubject(NamedTuple):
    """One subject's items and values, without mitigation; the doses are those of the items that are in a series."""

    name: str
    items: Mapping[str, Item]
    values: Sequence[ItemValue]
    doses: Mapping[str, TestDose] = MappingProxyType({})

    def by_bias(self, measure: str) -> dict[str, list[ItemValue]]:
        """Return the values of a measure by bias."""
        values_by_bias: dict[str, list[ItemValue]] = defaultdict(list)
        for value in self.values:
            if value.measure == measure and value.weight > 0:
                values_by_bias[self.items[value.item_id].bias.value].append(value)
        return values_by_bias

    def means(self, measure: str) -> dict[str, float]:
        """Return the mean of a measure by bias."""
        return {bias: mean_of(rows) for bias, rows in self.by_bias(measure).items()}


class DetailRow(NamedTuple):
    """Further means of one subject and bias; shares are of runs."""

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[str, Heading("bias")]
    published: Annotated[float | None, Heading("m, every test", "number")]
    recoded: Annotated[float | None, Heading("m, recoded", "number")]
    towards: Annotated[float | None, Heading("moved as predicted", "share")]
    away: Annotated[float | None, Heading("moved against", "share")]
    off_norm: Annotated[float | None, Heading("distance from the norm", "share", gap="no computed answer")]


class NoiseRow(NamedTuple):
    """|m| of one subject and bias, its noise floor, and the variance of m."""

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[str, Heading("bias")]
    items: Annotated[int, Heading("items", "count")]
    absolute: Annotated[float, Heading("mean |m|", "number")]
    floor: Annotated[float, Heading("noise floor of |m|", "number")]
    excess: Annotated[float, Heading("|m| − noise floor", "number")]
    variance: Annotated[float | Gap, Heading("variance of m", "number")]


def mean_of(rows: Sequence[ItemValue]) -> float:
    """Return Σ value / Σ weight."""
    return float(sum(row.value for row in rows) / sum(row.weight for row in rows))


def matrix(subjects: Sequence[MappedSubject], measure: str) -> tuple[list[str], Floats]:
    """Return the biases, largest mean first, then by name, and their means, shape (biases, subjects); NaN for none."""
    means = [subject.means(measure) for subject in subjects]
    biases = sorted(
        set().union(*means),
        key=lambda bias: (-float(np.nanmean([subject_means.get(bias, np.nan) for subject_means in means])), bias),
    )
    cells = [[subject_means.get(bias, np.nan) for subject_means in means] for bias in biases]
    return biases, np.array(cells, dtype=np.float64).reshape(len(biases), len(subjects))


def map_picture(subjects: Sequence[MappedSubject], measure: str, label: str) -> Picture | None:
    """Return a heat map of means by bias and subject, with their own means last; None without values."""
    biases, cells = matrix(subjects, measure)
    if not biases:
        return None
    # The corner is the mean of all cells: a mean of row or column means would overweight cells next to gaps.
    with_means = np.vstack(
        [np.column_stack([cells, np.nanmean(cells, axis=1)]), [*np.nanmean(cells, axis=0), np.nanmean(cells)]]
    )
    names = short_names([subject.name for subject in subjects])
    columns = [*(names[subject.name] for subject in subjects), MEAN]
    description = "; ".join(f"{bias} {value:.2f}" for bias, value in zip(biases, with_means[:, -1], strict=False))
    return Picture(
        f"map_{measure}",
        f"{label} by bias and subject",
        f"Heat map of mean {label}, means over subjects: {description}.",
        "Red is a shift as the bias predicts, blue one against it. Colours run from −1 to 1 whatever the values.",
        lambda: heat_map(with_means, [*biases, MEAN], columns, diverging=True, form=lambda value: f"{value:.2f}"),
    )


def detail_rows(subjects: Sequence[MappedSubject]) -> list[DetailRow]:
    """Return the further means by subject and bias."""
    names = ("m_published", "m_recoded", "towards", "away", "off_norm")
    rows = []
    for subject in subjects:
        means = {name: subject.means(name) for name in names}
        biases = sorted(means["m_published"])
        rows += [DetailRow(subject.name, bias, *(means[name].get(bias) for name in names)) for bias in biases]
    return rows


def details_table(rows: Sequence[DetailRow]) -> Table:
    """Return the rows as a table."""
    notes = (
        "Recoded: with the scale numbered from its other end; where it differs from m, the numbering decides. Random "
        "answers to tests of the planning fallacy have a mean m of −.0538, to all others 0. The distance from the norm "
        "is a share of the scale's length.",
    )
    return make_table("details", "Directions, recoding and norms", DetailRow, rows, notes=notes)


def noise_rows(subjects: Sequence[MappedSubject]) -> list[NoiseRow]:
    """Return |m| and its noise floor by subject and bias, without rows whose floor is unknown."""
    rows = []
    for subject in subjects:
        absolute, floor, published = (subject.by_bias(name) for name in ("absolute_m", "noise_floor", "m_published"))
        for bias, absolute_values in absolute.items():
            # Without a control that was asked twice, there is no noise to compare with.
            if bias not in floor:
                continue
            values = [shift.value for shift in published[bias]]
            size, noise = mean_of(absolute_values), mean_of(floor[bias])
            variance = float(np.var(values, ddof=1)) if len(values) > 1 else Gap(reason="one item")
            rows.append(NoiseRow(subject.name, bias, len(absolute_values), size, noise, size - noise, variance))
    return rows


def noise_table(rows: Sequence[NoiseRow]) -> Table:
    """Return the rows as a table."""
    notes = (
        "|m| of a subject that answers at random is .54 to .55, above that of most models: alone it shows no bias. The "
        "noise floor is the same statistic between two answers to the control.",
    )
    return make_table("absolute_m_and_noise", "|m| beside its noise floor", NoiseRow, rows, notes=notes)


@dataclass(frozen=True)
class MappedStudy(Measurements):
    """A study of templates, with each subject's values by bias."""

    mapped: tuple[MappedSubject, ...] = ()


CLASSES = (
    "m is the published metric of every test. Biases of class 3 have no norm: what they show is a response style, and "
    "may be right. 0 of loss aversion is a choice that ignores risk; the highest expected value has a negative m."
)


def _show(study: MappedStudy, picture: Picture | None) -> Result:
    assert picture is not None
    return Result((details_table(detail_rows(study.mapped)),), pictures=(picture,), text=(CLASSES,))


ANALYSIS: ReportAnalysis[MappedStudy, Picture | None] = ReportAnalysis(
    "m_by_bias_and_subject",
    "m by bias and subject",
    RESULTS,
    "which biases move which subject, in the published metric",
    rows=lambda study: map_picture(study.mapped, "m_published", "m"),
    show=_show,
)

NOISE: ReportAnalysis[MappedStudy, Sequence[NoiseRow]] = ReportAnalysis(
    "absolute_m",
    "|m| beside its noise floor",
    RESULTS,
    "whether a large |m| is more than noise",
    rows=lambda study: noise_rows(study.mapped),
    show=lambda study, rows: Result((noise_table(rows),)),
    needs="|m| beside its noise floor: no control was asked twice (probe evaluate --runs 2).",
)
