"""Shared parts of figures: labels, ticks, offsets, the colour of texts on cells; and maps of small datasets."""

from itertools import pairwise

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, QuadMesh
from matplotlib.container import ErrorbarContainer
from matplotlib.figure import Figure

from probe.analysis.depth.by_depth import DepthRow
from probe.analysis.depth.by_depth import picture as depth_picture
from probe.analysis.effects.awareness import AwarenessRow
from probe.analysis.effects.awareness import picture as awareness_picture
from probe.analysis.effects.effect import effects_of
from probe.analysis.effects.effect import picture as effect_picture
from probe.analysis.effects.estimating import overall_by_subject
from probe.analysis.effects.explanations import LEXICON, Theme, shift_picture
from probe.analysis.figures.charts import (
    NOTHING,
    Point,
    Series,
    forest,
    heat_map,
    look,
    percent_axis,
    short_name,
    short_names,
    spread,
    wrap_label,
)
from probe.analysis.figures.facts_map import Subject, facts_map
from probe.analysis.figures.style import Picture, canvas, style
from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.intervals import Interval
from probe.analysis.study import prepare
from probe.analysis.tables import Gap
from probe.values import Bias
from tests.analysis.made_datasets import evaluate, flips_at, pairs
from tests.analysis.reports import measured_dilemmas


@pytest.mark.parametrize(
    ("name", "limit", "label"),
    [
        ("openai/gpt-4o-mini?temperature=0", 30, "gpt-4o-mini"),
        ("a/b/c", 30, "c"),
        ("openai/", 30, "?"),
        ("a\tb", 30, "a�b"),
        ("0123456789", 10, "0123456789"),
        ("0123456789x", 10, "01234…789x"),
        ("x" * 15 + "y" * 15, 30, "x" * 15 + "y" * 15),
        ("x" * 15 + "y" * 16, 30, "x" * 15 + "…" + "y" * 14),
    ],
    ids=["plain", "folders", "provider", "tab", "at limit", "over limit", "at usual limit", "over usual limit"],
)
def test_a_short_name_has_its_limit_at_most_and_both_ends(name: str, limit: int, label: str) -> None:
    assert short_name(name, limit) == label


def test_names_in_a_figure_have_24_characters_at_most_where_they_differ_within_these() -> None:
    assert short_names(["p/" + "a" * 24, "p/" + "b" * 25]) == {
        "p/" + "a" * 24: "a" * 24,
        "p/" + "b" * 25: "b" * 12 + "…" + "b" * 11,
    }


def test_subjects_that_differ_in_options_or_provider_are_labelled_with_them() -> None:
    names = ["simulated/rational?noise=0.1", "simulated/rational?noise=0.2", "openai/gpt-4o", "azure/gpt-4o", "x/other"]
    labels = ["rational?noise=0.1", "rational?noise=0.2", "openai/gpt-4o", "azure/gpt-4o", "other"]
    assert list(short_names(names).values()) == labels


def test_long_labels_leave_legend_and_axis_title_inside_the_figure() -> None:
    names = [f"biased?rate=0.02&slope=0.0{number}&seed=510{number}" for number in range(6)]
    series = [Series(name, [Point(0.1)] * 6) for name in names]
    lines, xlabel = [f"{name} (n = 200)" for name in names], "difference of effects (percentage points)"
    figure = forest(lines, series, xlabel=xlabel)
    figure.draw_without_rendering()
    (legend,) = figure.legends
    for artist in (legend, figure.axes[0].xaxis.label):
        box = artist.get_window_extent()
        assert 0 <= box.x0 < box.x1 <= figure.bbox.width
        assert box.y0 >= 0


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("one", "one"),
        ("length, unbiased", "length,\nunbiased"),
        ("pair cosine", "pair cosine"),
        ("gpt-4o-mini-high", "gpt-4o-\nmini-high"),
        ("claude-sonnet", "claude-\nsonnet"),
        ("a b c d e f", "a b c d e f"),
    ],
)
def test_a_columns_label_is_broken_at_hyphens_and_spaces(name: str, lines: str) -> None:
    assert wrap_label(name) == lines


def test_series_are_drawn_beside_each_other_around_their_line() -> None:
    assert spread(1, 0.5).tolist() == [0.0]
    assert spread(2, 0.5).tolist() == [-0.25, 0.25]
    assert spread(3, 0.5).tolist() == [-0.25, 0.0, 0.25]


def test_many_series_differ_in_marker_or_colour() -> None:
    looks = [(look(index)["color"], look(index)["marker"]) for index in range(8)]
    assert len(set(looks)) == 8
    assert set(look(100)) == {"color", "marker", "linestyle"}


@pytest.mark.parametrize(
    ("signed", "labels"),
    [(False, ["−5 %", "0 %", "12.5 %", "100 %"]), (True, ["−5", "0", "+12.5", "+100"])],
    ids=["shares", "differences"],
)
def test_ticks_are_in_percent(signed: bool, labels: list[str]) -> None:
    _, grid = canvas(2)
    axis = grid[0, 0].xaxis
    percent_axis(axis, signed)
    form = axis.get_major_formatter()
    assert [form(value, 0) for value in (-0.05, -1e-9, 0.125, 1.0)] == labels


def test_a_point_may_lack_its_interval() -> None:
    limits = Interval(low=0.1, high=0.3)
    assert Point.of(0.2, limits) == (0.2, 0.1, 0.3)
    for missing_value in (None, Gap(reason="few")):
        assert np.array_equal(Point.of(0.2, missing_value), [0.2, np.nan, np.nan], equal_nan=True)
    assert Point.of(None, limits) is NOTHING


def labels(figure: Figure) -> list[str]:
    return [text.get_text() for legend in figure.legends for text in legend.get_texts()]


def test_a_series_without_a_value_is_not_drawn_nor_in_the_legend() -> None:
    series = [Series("seen", [Point(0.1), NOTHING]), Series("never", [NOTHING, NOTHING])]
    figure = forest(["one", "two"], series, reference=0.25, limits=(-0.5, 0.5), xlabel="points")
    axes = figure.axes[0]
    assert labels(figure) == ["seen"]
    assert len(axes.containers) == 1
    assert (axes.get_xlim(), axes.get_ylim()) == ((-0.5, 0.5), (1.5, -0.5))
    assert [line for line in axes.get_lines() if np.array_equal(line.get_xdata(), [0.25, 0.25])]
    assert not labels(forest(["one"], [Series("", [Point(0.1)])]))


def test_numbers_on_a_map_are_white_on_dark_and_black_on_light_colours() -> None:
    axes = heat_map(np.array([[0.0, 1.0]]), ["row"], ["dark", "light"]).axes[0]
    assert [text.get_color() for text in axes.texts] == ["#ffffff", "#000000"]
    (mesh,) = [collection for collection in axes.collections if isinstance(collection, QuadMesh)]
    assert (mesh.norm.vmin, mesh.norm.vmax) == (0.0, 1.0)


def test_maps_of_differences_have_zero_in_the_middle() -> None:
    axes = heat_map(np.array([[-0.2, 0.1]]), ["row"], ["a", "b"], diverging=True, limit=0.5).axes[0]
    (mesh,) = [collection for collection in axes.collections if isinstance(collection, QuadMesh)]
    assert (mesh.norm.vmin, mesh.norm.vmax) == (-0.5, 0.5)
    assert [text.get_text() for text in axes.texts] == ["−20.0", "10.0"]


@pytest.mark.parametrize(
    ("columns", "is_slanted"),
    [(["a" * 10] * 6, False), (["a" * 11] * 2, True), (["a"] * 7, True)],
    ids=["short and few", "long", "many"],
)
def test_labels_of_columns_are_slanted_where_they_are_long_or_many(columns: list[str], is_slanted: bool) -> None:
    axes = heat_map(np.zeros((1, len(columns))), ["row"], columns).axes[0]
    assert {text.get_rotation() > 0 for text in axes.get_xticklabels()} == {is_slanted}


def draw_axes(picture: Picture) -> Axes:
    with style():
        return picture.draw().axes[0]


def map_of(axes: Axes) -> tuple[list[str], list[str], np.ndarray]:
    (mesh,) = [collection for collection in axes.collections if isinstance(collection, QuadMesh)]
    rows, columns = (
        [text.get_text() for text in labels] for labels in (axes.get_yticklabels(), axes.get_xticklabels())
    )
    values: np.ndarray = np.ma.filled(np.ma.asarray(mesh.get_array(), dtype=float), np.nan)
    return rows, columns, values.reshape(len(rows), len(columns))


def aware(subject: str, bias: str, share: float | None) -> AwarenessRow:
    gap = Gap(reason="not asked")
    endorses = gap if share is None else Effect(estimate=share, low=0.0, high=1.0, p=None)
    return AwarenessRow(subject, bias, "judge", 1, 1, endorses, gap, 0, None)


def test_awareness_has_a_row_for_each_bias_and_a_column_for_each_subject() -> None:
    rows = [
        aware("p/one", "framing effect", 0.25), aware("p/one", "hindsight bias", None),
        aware("p/two", "framing effect", 0.5), aware("p/two", "hindsight bias", 0.75),
    ]  # fmt: skip
    picture = awareness_picture(rows)
    biases, subjects, values = map_of(draw_axes(picture))
    assert (biases, subjects) == (["framing effect", "hindsight bias"], ["one", "two"])
    assert np.array_equal(values, [[0.25, 0.5], [np.nan, 0.75]], equal_nan=True)
    assert "Highest: hindsight bias, p/two; lowest: framing effect, p/one." in picture.alt


def test_shifts_of_themes_are_means_over_the_subjects_that_flipped() -> None:
    """Subject two did not flip under the second bias; its mean is that of subject one."""
    shifts = {("one", "framing effect"): 0.4, ("two", "framing effect"): -0.2, ("one", "hindsight bias"): -0.5}
    rows = [
        Theme(subject, bias, theme, 4, 0.5 + (shift if theme == "cost" else 0.0), 0.5)
        for (subject, bias), shift in shifts.items()
        for theme in LEXICON
    ]
    picture = shift_picture(rows)
    names, biases, values = map_of(draw_axes(picture))
    assert (names, biases) == (list(LEXICON), ["framing effect", "hindsight bias"])
    index = names.index("cost")
    assert values[index] == pytest.approx([0.1, -0.5])
    assert np.count_nonzero(values.round(9)) == 2
    assert "framing effect: most gained cost" in picture.alt
    assert "most lost cost" in picture.alt.partition("hindsight bias: ")[2]


def test_the_map_of_facts_and_cue_has_every_subject_at_its_effects() -> None:
    """With its intervals and its biases; the frame shows the origin, the ideal subject and the widest interval."""
    subjects = [
        Subject("one", Point(0.2, 0.1, 0.4), Point(0.6, 0.3, 0.7), [(0.1, 0.5), (0.3, 0.7)]),
        Subject("two", Point(-0.1), Point(-0.2, -0.3, -0.1), []),
    ]
    with style():
        figure = facts_map(subjects)
    axes = figure.axes[0]
    assert labels(figure) == ["one", "two"]
    points_and_limits = []
    for container in axes.containers:
        assert isinstance(container, ErrorbarContainer)
        line, _, (x_data, y_data) = container.lines
        assert line is not None
        points_and_limits.append(
            [
                np.asarray(line.get_xydata())[0].tolist(),
                x_data.get_segments()[0].tolist(),
                y_data.get_segments()[0].tolist(),
            ]
        )
    (point, x_data, y_data), (other_point, flat, _) = points_and_limits
    assert (point, other_point) == ([0.2, 0.6], [-0.1, -0.2])
    assert np.allclose(x_data, [[0.1, 0.6], [0.4, 0.6]])
    assert np.allclose(y_data, [[0.2, 0.3], [0.2, 0.7]])
    assert np.allclose(flat, [[-0.1, -0.2], [-0.1, -0.2]])
    assert any(np.array_equal(line.get_xydata(), [[0.1, 0.5], [0.3, 0.7]]) for line in axes.get_lines())
    border = [[0, 1], [1, 0], [0, -1], [-1, 0], [0, 1]]
    assert any(np.array_equal(line.get_xydata(), border) for line in axes.get_lines())
    assert any(np.array_equal(line.get_xydata(), [[0, 1]]) for line in axes.get_lines())
    assert axes.get_xlim() == pytest.approx((-0.46, 0.46))
    assert axes.get_ylim() == pytest.approx((-0.36, 1.06))
    with style():
        narrow_axes = facts_map([Subject("one", Point(0.1), Point(0.9), [(0.2, 0.8)])]).axes[0]
    assert narrow_axes.get_xlim() == pytest.approx((-0.36, 0.36))
    assert narrow_axes.get_ylim() == pytest.approx((-0.06, 1.06))


def test_labels_of_thirty_biases_do_not_overlap() -> None:
    study = prepare([evaluate(pairs((Bias.FRAMING,), 21), flips_at(0.2))])
    (row,) = overall_by_subject(effects_of(measured_dilemmas(study))).values()
    figure = effect_picture([row._replace(bias=f"bias number {count}") for count in range(30)], study.headline).draw()
    figure.canvas.draw()
    boxes = [label.get_window_extent() for label in figure.axes[0].get_yticklabels()]
    assert all(above.y0 >= below.y1 for above, below in pairwise(boxes))


def test_a_depth_between_two_that_cannot_be_read_has_its_interval() -> None:
    """A band has no width there."""
    effect = Effect(estimate=0.1, low=0.05, high=0.2, p=None)
    rows = [DepthRow("x/y", str(depth), items, items, effect, 0.0, depth) for depth, items in enumerate((5, 30, 5))]
    measure = prepare([evaluate(pairs((Bias.FRAMING,), 2), flips_at(0.2))]).headline
    (axes,) = depth_picture(rows, "depth", measure).draw().axes
    lines = [collection for collection in axes.collections if isinstance(collection, LineCollection)]
    assert [tuple(map(tuple, segment)) for collection in lines for segment in collection.get_segments()] == [
        ((1.0, 0.05), (1.0, 0.2))
    ]
