"""Every figure shows the numbers of its table: read back from the drawn marks, lines, cells and labels."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, QuadMesh
from matplotlib.container import ErrorbarContainer
from matplotlib.figure import Figure

from probe.analysis.arrays import Floats
from probe.analysis.depth.scenarios import picture as scenarios_picture
from probe.analysis.depth.scenarios import scenarios
from probe.analysis.figures.charts import Point, Series, forest_picture, heat_map, short_names
from probe.analysis.figures.style import PAPER, style
from probe.analysis.report.findings import Findings
from probe.analysis.study import prepare
from probe.analysis.tables import Cell, Gap
from probe.values import Arm, Bias, Complexity, Dilemma, Provenance
from tests.analysis.made_datasets import errs_where, evaluate, pair, task
from tests.analysis.reports import report_on
from tests.analysis.unsteady_subjects import BIASES, three_subjects
from tests.defined import defined

Row = dict[str, Cell]
LINES = ("all biases", *(bias.value for bias in BIASES))
SUBJECTS = ("m/one", "m/two", "m/three")


class Mark(NamedTuple):
    """A drawn point: the line on which it is, its value and the ends of its whisker (equal where there is none)."""

    line: int
    value: float
    low: float
    high: float


@pytest.fixture(scope="module")
def findings() -> Findings:
    return report_on(prepare(three_subjects()))


def draw_figure(findings: Findings, key: str) -> Figure:
    (picture,) = [picture for picture in findings.pictures if picture.key == key]
    with style():
        return picture.draw()


def rows(findings: Findings, key: str, **conditions: str) -> list[Row]:
    (table,) = [table for table in findings.tables if table.key == key]
    return table.where(**conditions)


def marks(axes: Axes, *, vertical: bool = False) -> dict[str, list[Mark]]:
    """Return what is drawn, by the label of its series; values are horizontal, or vertical if the whiskers are."""
    marks_by_label = {}
    for container in axes.containers:
        assert isinstance(container, ErrorbarContainer)
        line, _, (whiskers,) = container.lines
        assert line is not None
        assert isinstance(whiskers, LineCollection)
        x_data, y_data = (np.asarray(data, dtype=float) for data in (line.get_xdata(), line.get_ydata()))
        positions, values = (x_data, y_data) if vertical else (y_data, x_data)
        segments = [segment if len(segment) else np.full((2, 2), np.nan) for segment in whiskers.get_segments()]
        limits = np.array(segments)[:, :, 1 if vertical else 0]
        assert np.all(np.abs(positions - positions.round()) < 0.5)
        marks_by_label[str(container.get_label())] = [
            Mark(int(position), *map(float, numbers))
            for position, *numbers in zip(positions.round(), values, *limits.T, strict=True)
        ]
    return marks_by_label


def ticks(axes: Axes) -> list[str]:
    """Return the labels beside the lines, from the top."""
    top, bottom = sorted(axes.get_ylim())
    labels = [text.get_text() for text in axes.get_yticklabels()]
    assert axes.yaxis_inverted()
    assert (top, bottom) == (-0.5, len(labels) - 0.5)
    assert list(axes.get_yticks()) == list(range(len(labels)))
    return labels


def title(axes: Axes) -> str:
    return axes.get_title() or axes.get_title(loc="left")


def number(cell: Cell) -> float:
    return float("nan") if isinstance(cell, Gap) else float(cell)


def expected(row: Row, line: int, names: Sequence[str] = ("effect", "low", "high")) -> list[float]:
    value, low, high = (number(row[name]) for name in names)
    return [line, value, value if np.isnan(low) else low, value if np.isnan(high) else high]


def agree(drawn_marks: Sequence[Mark], expected_marks: Sequence[Sequence[float]]) -> None:
    """Compare marks; a mark without a value is not drawn."""
    for mark, numbers in zip(drawn_marks, expected_marks, strict=True):
        assert list(mark) == pytest.approx(list(numbers), nan_ok=True), (mark, numbers)


def test_effects_by_bias(findings: Findings) -> None:
    (axes,) = draw_figure(findings, "effects").axes
    marks_by_label, small_effects = marks(axes), list[float]()
    assert list(marks_by_label) == ["one", "two", "three"]
    for subject, points in zip(SUBJECTS, marks_by_label.values(), strict=True):
        row_by_bias = {row["bias"]: row for row in rows(findings, "effects", subject=subject, tier="all tiers")}
        filled_biases = [bias for bias in LINES if number(row_by_bias[bias]["dilemmas"]) >= 20]
        agree(
            [points[LINES.index(bias)] for bias in filled_biases],
            [expected(row_by_bias[bias], LINES.index(bias)) for bias in filled_biases],
        )
        small_effects += [number(row_by_bias[bias]["effect"]) for bias in LINES if bias not in filled_biases]
    hollow = [line for line in axes.get_lines() if line.get_markerfacecolor() == PAPER]
    assert [float(np.asarray(line.get_xdata())[0]) for line in hollow] == pytest.approx(small_effects)
    assert len(small_effects) == 1
    low, arrows = axes.get_xlim()[0], [line for line in axes.get_lines() if line.get_marker() in ("<", ">")]
    assert low > -1, "intervals of small cells do not set the axis"
    assert arrows, "an interval ends outside the axis"
    assert ticks(axes) == [
        "all biases (n = 70–84)", "anchoring bias (n = 28)", "bandwagon effect (n = 28)", "framing effect (n = 14–28)",
    ]  # fmt: skip
    assert axes.get_xlabel() == "net effect (percentage points)"


def test_what_flips_are_made_of(findings: Findings) -> None:
    (axes,) = draw_figure(findings, "flips").axes
    marks_by_label = marks(axes)
    flips = [rows(findings, "sensitivity", subject=name, bias=LINES[0], tier="all tiers")[0] for name in SUBJECTS]
    effects = [rows(findings, "effects", subject=name, bias=LINES[0], tier="all tiers")[0] for name in SUBJECTS]
    agree(marks_by_label["net effect"], [expected(row, line) for line, row in enumerate(effects)])
    for label, names in (
        ("flip rate", ("sensitivity", "wilson_low", "wilson_high")),
        ("excess flips", ("excess_flips", "excess_low", "excess_high")),
        ("noise floor, unbiased texts", ("noise_unbiased",) * 3),
    ):
        agree(marks_by_label[label], [expected(row, line, names) for line, row in enumerate(flips)])
    assert ticks(axes) == ["one (n = 84)", "two (n = 84)", "three (n = 70)"]


def test_differences_between_subjects(findings: Findings) -> None:
    (axes,) = draw_figure(findings, "comparison").axes
    names = ("difference", "low", "high")
    (drawn_marks,) = marks(axes).values()
    agree(drawn_marks, [expected(row, line, names) for line, row in enumerate(rows(findings, "comparison"))])
    assert ticks(axes) == ["one −\ntwo (n = 84)", "one −\nthree (n = 70)", "two −\nthree (n = 70)"]


def test_high_against_low(findings: Findings) -> None:
    (axes,) = draw_figure(findings, "high_low").axes
    marks_by_label = marks(axes)
    assert list(marks_by_label) == ["one", "two", "three", "all subjects"]
    for subject, points in zip((*SUBJECTS, "all subjects"), marks_by_label.values(), strict=True):
        row_by_bias = {row["bias"]: row for row in rows(findings, "high_low", subject=subject)}
        agree(
            points,
            [expected(row_by_bias[bias], line, ("difference", "low", "high")) for line, bias in enumerate(LINES)],
        )
    counts = {bias: [n(row) for row in rows(findings, "high_low", bias=bias)] for bias in LINES}
    assert ticks(axes)[0] == f"all biases (n = {min(counts[LINES[0]])}–{max(counts[LINES[0]])})"


def n(row: Row) -> int:
    return int(number(row["low_dilemmas"]) + number(row["high_dilemmas"]))


def test_trends(findings: Findings) -> None:
    (axes,) = draw_figure(findings, "trends").axes
    marks_by_label = marks(axes)
    assert list(marks_by_label) == ["all subjects", "one", "two", "three"]
    for subject, label in zip(("all subjects", *SUBJECTS), marks_by_label, strict=True):
        row_by_bias = {row["bias"]: row for row in rows(findings, "trends", subject=subject)}
        empty_row: Row = {name: Gap(reason="no trend") for name in ("slope", "low", "high")}
        expected_rows = [
            expected(row_by_bias.get(bias) or empty_row, line, tuple(empty_row)) for line, bias in enumerate(LINES)
        ]
        agree(marks_by_label[label], expected_rows)
    assert axes.get_xlabel() == "change of the effect (percentage points per level of depth)"
    assert ticks(axes)[1:3] == ["anchoring bias (n = 28)", "bandwagon effect (n = 28)"]


def test_position_preference(findings: Findings) -> None:
    (axes,) = draw_figure(findings, "position").axes
    marks_by_label = marks(axes)
    assert list(marks_by_label) == ["unbiased", "biased", "placebo", "counter"]
    names = ("first", "first_low", "first_high")
    for arm, points in marks_by_label.items():
        row_by_subject = {row["subject"]: row for row in rows(findings, "position", arm=arm)}
        empty_row = [float("nan")] * 3
        expected_rows = [
            expected(row_by_subject[name], line, names) if name in row_by_subject else [line, *empty_row]
            for line, name in enumerate(SUBJECTS)
        ]  # fmt: skip
        agree(points, expected_rows)
    (rule,) = [line for line in axes.get_lines() if np.array_equal(line.get_xdata(), [0.5, 0.5])]
    assert rule is not None
    assert axes.get_xlim() == (-0.02, 1.02)


def test_own_dilemmas(findings: Findings) -> None:
    (axes,) = draw_figure(findings, "leakage").axes
    leakage_rows = [row for row in rows(findings, "leakage") if not isinstance(row["difference"], Gap)]
    (adjusted,) = marks(axes).values()
    agree(adjusted, [expected(row, line, ("difference", "low", "high")) for line, row in enumerate(leakage_rows)])


def test_tiers(findings: Findings) -> None:
    """Low to high from the left, then all of them; hollow where there are fewer than 20 dilemmas."""
    panels = draw_figure(findings, "by_tier").axes
    assert [title(panel) for panel in panels] == [
        "all biases (n = 70–84)", "anchoring bias (n = 28)", "bandwagon effect (n = 28)", "framing effect (n = 14–28)",
    ]  # fmt: skip
    for panel, bias in zip(panels, LINES, strict=True):
        marks_by_label = marks(panel, vertical=True)
        assert list(marks_by_label) == ["one", "two", "three"]
        hollow = [line for line in panel.get_lines() if line.get_markerfacecolor() == "#fffffe"]
        filled_lines = [line for line in panel.get_lines() if line not in hollow]
        assert min(line.get_zorder() for line in hollow) > max(line.get_zorder() for line in filled_lines), (
            "else they are covered"
        )
        for subject, points, hollow_line in zip(SUBJECTS, marks_by_label.values(), hollow, strict=True):
            tier_rows = rows(findings, "effects", subject=subject, bias=bias)
            tiers = [*tier_rows[1:], tier_rows[0]]
            agree(points, [expected(row, index) for index, row in enumerate(tiers)])
            small_effects = [number(row["effect"]) for row in tiers[:-1] if number(row["dilemmas"]) < 20]
            assert list(np.asarray(hollow_line.get_ydata(), dtype=float)) == pytest.approx(small_effects, nan_ok=True)
        assert list(panel.get_xticks()) == [0, 1, 2, 3, 4]
        (divider,) = [line for line in panel.get_lines() if np.array_equal(line.get_xdata(), [3.5, 3.5])]
        assert divider is not None
    for panel in panels[2:]:
        labels = [text.get_text() for text in panel.get_xticklabels()]
        assert labels == ["low", "mid-\nlow", "mid-\nhigh", "high", "all"]


def test_effects_by_author(findings: Findings) -> None:
    panels = draw_figure(findings, "by_author").axes
    for panel, author in zip(panels, ("m/one", "x/two"), strict=True):
        marks_by_label = marks(panel)
        assert list(marks_by_label) == ["one", "two", "three"]
        for subject, points in zip(SUBJECTS, marks_by_label.values(), strict=True):
            row_by_bias = {row["bias"]: row for row in rows(findings, "by_author", author=author, subject=subject)}
            agree(points, [expected(row_by_bias[bias], line) for line, bias in enumerate(LINES[1:])])
        assert title(panel) == f"{author[2:]} (n = 35–42)"
    assert panels[0].yaxis_inverted()
    assert [text.get_text() for text in panels[0].get_yticklabels()] == list(LINES[1:])
    assert list(panels[0].get_yticks()) == [0, 1, 2]


def cells(axes: Axes) -> tuple[Floats, list[str], list[str], list[str]]:
    """Return a heat map's values from the top, its labels of rows and columns, and the texts in its cells."""
    (mesh,) = [collection for collection in axes.collections if isinstance(collection, QuadMesh)]
    values: Floats = np.ma.filled(np.ma.asarray(mesh.get_array(), dtype=float), np.nan)
    assert axes.yaxis_inverted()
    rows_, columns = (
        [text.get_text() for text in labels] for labels in (axes.get_yticklabels(), axes.get_xticklabels())
    )
    assert list(axes.get_yticks()) == [index + 0.5 for index in range(len(rows_))]
    assert list(axes.get_xticks()) == [index + 0.5 for index in range(len(columns))]
    ordered_texts = sorted(axes.texts, key=lambda text: (text.get_position()[1], text.get_position()[0]))
    return values.reshape(len(rows_), len(columns)), rows_, columns, [text.get_text() for text in ordered_texts]


def test_agreement(findings: Findings) -> None:
    (axes,) = draw_figure(findings, "agreement").axes
    values, lines, columns, texts = cells(axes)
    assert lines == columns == ["one", "two", "three"]
    for row in rows(findings, "agreement"):
        indices = [SUBJECTS.index(str(row[name])) for name in ("first", "second")]
        assert values[*indices] == values[*reversed(indices)] == pytest.approx(number(row["agreement"]))
    assert texts == [f"{100 * value:.1f}" for value in values.ravel()]


def test_correlations(findings: Findings) -> None:
    """Properties that were not measured have no column."""
    (axes,) = draw_figure(findings, "correlations").axes
    values, lines, columns, texts = cells(axes)
    table = rows(findings, "correlations")
    measured_properties = [
        str(row["property"]) for row in table if row["subject"] == "m/one" and not isinstance(row["r"], Gap)
    ]
    assert (lines, columns) == (["one", "two", "three"], measured_properties)
    assert len(measured_properties) == 4
    for row in table:
        if row["property"] in measured_properties:
            value = values[SUBJECTS.index(str(row["subject"])), measured_properties.index(str(row["property"]))]
            assert value == pytest.approx(number(row["r"]))
    assert texts == [f"{value:+.2f}".replace("-", "−") if round(value, 2) else "0.00" for value in values.ravel()]


def test_scenarios_and_their_mean_slope() -> None:
    """Eight scenarios at three depths: one line each, and a thick one through the mean with the slope of the table."""
    dilemmas = [
        pair(Bias.FRAMING, 3 * scenario + depth, complexity=Complexity(depth=2 + depth, size=3),
             provenance=Provenance(author="grammar", series=f"s{scenario}"))
        for scenario in range(8) for depth in range(3)
    ]  # fmt: skip

    @errs_where
    def choose(dilemma: Dilemma, arm: Arm, run: int) -> object:
        number = task(dilemma)
        return arm is Arm.BIASED and run < number % 3 * (1 + number // 3 % 2)

    (row,) = scenario_rows = scenarios(prepare([evaluate(dilemmas, choose, subject="m/one")]).scores)
    assert defined(row.slope).estimate == pytest.approx(0.3)
    (axes,) = scenarios_picture(scenario_rows).draw().axes
    drawn_lines = [np.array([line.get_xdata(), line.get_ydata()], dtype=float) for line in axes.get_lines()]
    scenario_lines, (mean, _) = drawn_lines[:8], drawn_lines[8:]
    for scenario, line in enumerate(scenario_lines):
        assert line.tolist() == [[2, 3, 4], pytest.approx([step * (1 + scenario % 2) / 5 for step in range(3)])]
    assert mean.tolist() == [[2, 4], pytest.approx([0.0, 0.6], abs=1e-9)]
    assert axes.texts[0].get_text() == f"permutation p = {row.p:.3f}"
    assert title(axes) == "one"
    assert axes.get_xlabel() == "depth (rules)"


def forest_description(values: Sequence[Any], **options: Any) -> str:
    series = [Series("s", [Point(*value) for value in values])]
    lines = [f"line {index}" for index in range(len(values))]
    return forest_picture("key", "Title", "", lines, series, **options).alt


def test_a_description_lists_values_with_their_intervals() -> None:
    assert forest_description([(0.1, -0.05, 0.2), (0.3,), (np.nan,)]) == (
        "Title, in points with 95 % intervals: s, line 0 +10.0 (−5.0 to +20.0); s, line 1 +30.0."
    )
    assert forest_description([(0.5, 0.25, 0.75)], signed=False) == (
        "Title, in percent with 95 % intervals: s, line 0 50.0 % (25.0 % to 75.0 %)."
    )
    assert forest_description([(np.nan,)]).endswith("intervals: none measured.")


@pytest.mark.parametrize(("count", "ending"), [(24, "line 23 0.0."), (25, "line 23 0.0 and 1 more.")])
def test_a_long_description_counts_what_it_leaves_out(count: int, ending: str) -> None:
    assert forest_description([(0.0,)] * count).endswith(ending)


def test_a_heat_map_has_a_dash_where_there_is_no_value() -> None:
    figure = heat_map(np.array([[0.5, np.nan], [0.25, 1.0]]), ["top", "bottom"], ["left", "right"])
    values, lines, columns, texts = cells(figure.axes[0])
    assert np.array_equal(values, [[0.5, np.nan], [0.25, 1.0]], equal_nan=True)
    assert (lines, columns) == (["top", "bottom"], ["left", "right"])
    assert texts == ["50.0", "–", "25.0", "100.0"]
    positions = [text.get_position() for text in figure.axes[0].texts]
    assert positions == [(0.5, 0.5), (1.5, 0.5), (0.5, 1.5), (1.5, 1.5)]


def test_names_with_one_short_form_keep_what_differs() -> None:
    """Names of at most 34 characters stay whole; of longer ones both ends are shown."""
    names = ["openai/mini?seed=1", "openai/mini?seed=2", "other/large"]
    assert list(short_names(names).values()) == ["mini?seed=1", "mini?seed=2", "large"]
    first, second = (f"provider/model?temperature=0.5&max_tokens={number}" for number in (1000, 2000))
    assert list(short_names([first, second]).values()) == [
        "model?temper…x_tokens=1000", "model?temper…x_tokens=2000",
    ]  # fmt: skip
