"""Figures that are understandable alone in a paper, and tables that fit on its page."""

import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from matplotlib.axes import Axes

from probe.analysis.figures.charts import heat, with_counts
from probe.analysis.figures.style import Picture, canvas, style
from probe.analysis.report.findings import Findings
from probe.analysis.report.formats import MOST_COLUMNS, to_latex
from probe.analysis.study import prepare
from probe.values import Bias, Provenance
from tests.analysis.made_datasets import evaluate, flips_at, pair
from tests.analysis.reports import report_on

RATES = {"openai/gpt-4.1-mini": 0.1, "groq/llama-3.3-70b-versatile": 0.35, "x/a_strange & long%name": 0.0}
HEAT_MAPS = {"agreement", "correlations", "themes", "diversity"}


@pytest.fixture(scope="module")
def findings() -> Findings:
    """Three subjects on dilemmas of two authors, in every tier."""
    authors = [Provenance(author=name) for name in ("openai/gpt-4.1-mini", "grammar")]
    dilemmas = [pair(bias, number, provenance=authors[number % 2]) for bias in list(Bias)[:3] for number in range(45)]
    return report_on(prepare([evaluate(dilemmas, flips_at(rate), subject=name) for name, rate in RATES.items()]))


def draw_axes(picture: Picture) -> list[Axes]:
    with style():
        figure = picture.draw()
        figure.canvas.draw()
    return [axes for axes in figure.axes if axes.get_visible()]


def test_every_figure_names_its_unit_and_how_many_dilemmas_it_shows(findings: Findings) -> None:
    """On the figure itself: a caption is lost when the figure is copied."""
    keys = set()
    for picture in findings.pictures:
        panels = draw_axes(picture)
        keys.add(picture.key)
        figure = panels[0].figure
        texts = [text for panel in panels for text in (panel.get_xlabel(), panel.get_ylabel(), panel.get_title("left"))]
        texts += [figure.get_supxlabel(), figure.get_supylabel()]
        assert [text for text in texts if re.search(r"points|%|mean over|answers|Pearson", text)], picture.key
        ticks = [text for panel in panels for text in (*panel.get_yticklabels(), *panel.get_xticklabels())]
        labels = [text.get_text() for text in ticks]
        assert picture.key in HEAT_MAPS or [text for text in (*labels, *texts) if "n = " in text], picture.key
    assert {"effects", "by_author", "by_tier", "high_low", "comparison", "leakage", "position"} <= keys


def test_no_point_is_outside_its_frame_or_on_it(findings: Findings) -> None:
    for picture in findings.pictures:
        for panel in draw_axes(picture):
            for line in panel.get_lines():
                if line.get_marker() not in ("None", None, "") and line.get_transform().contains_branch(
                    panel.transData
                ):
                    for values, (low, high) in (
                        (line.get_xdata(), sorted(panel.get_xlim())),
                        (line.get_ydata(), sorted(panel.get_ylim())),
                    ):
                        defined_values = np.asarray(values, dtype=float)
                        defined_values = defined_values[~np.isnan(defined_values)]
                        assert np.all((defined_values > low) & (defined_values < high)), picture.key


def test_panels_of_tiers_share_their_scale_and_have_intervals(findings: Findings) -> None:
    (picture,) = [picture for picture in findings.pictures if picture.key == "by_tier"]
    panels = draw_axes(picture)
    assert len({panel.get_ylim() for panel in panels}) == 1
    assert all(panel.containers for panel in panels)


def test_colours_do_not_depend_on_the_largest_value() -> None:
    """The same value has the same colour in two figures."""
    colours = []
    for value in (0.2, 0.9):
        _, grid = canvas(2, 1, 1)
        heat(grid[0, 0], np.array([[0.1, value]]), ["a"], ["b", "c"], limit=1.0, diverging=True)
        mesh = grid[0, 0].collections[0]
        colours.append(tuple(mesh.norm(np.array([0.1]))))
    assert colours[0] == colours[1]


def test_a_label_has_the_range_of_its_counts() -> None:
    assert with_counts(["a", "b", "c"], [[25, 25], [20, 25], []]) == ["a (n = 25)", "b (n = 20–25)", "c (n = 0)"]


def test_themes_without_a_shift_are_not_drawn(findings: Findings) -> None:
    """Every explanation of these subjects is the same, so only the table is shown."""
    (chapter,) = [chapter for chapter in findings.chapters if chapter.key == "themes"]
    assert chapter.result.tables
    assert not chapter.result.pictures


def test_latex_tables_have_ten_columns_at_most_and_lose_none(findings: Findings) -> None:
    """An estimate stays with its interval, and each part begins with the labels of its rows."""
    wide_count = 0
    for table in findings.tables:
        text = to_latex(table)
        parts = re.findall(r"\\begin\{tabular\}\{([lr]+)\}(.*?)\\end\{tabular\}", text, re.S)
        wide_count += len(parts) > 1
        for alignment, body in parts:
            assert len(alignment) <= MOST_COLUMNS
            rows = re.findall(r"^(.*) \\\\$", body, re.M)
            assert len(rows) == 1 + len(table.rows)
            assert {len(re.findall(r"(?<!\\)&", row)) + 1 for row in rows} == {len(alignment)}
            heads = rows[0].split(" & ")
            assert heads[0] not in ("low", "high", "p")
        keys = len(parts[0][0]) - len(parts[0][0].lstrip("l")) if len(parts) > 1 else 0
        assert sum(len(alignment) for alignment, _ in parts) >= len(table.columns) + keys * (len(parts) - 1) - keys
    assert wide_count


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="pdflatex is not installed")
def test_latex_tables_compile(findings: Findings, tmp_path: Path) -> None:
    bodies = "\n\n".join(to_latex(table) for table in findings.tables)
    text = "\\documentclass{article}\\usepackage{booktabs}\\begin{document}\n" + bodies + "\n\\end{document}\n"
    (tmp_path / "all.tex").write_text(text, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "all.tex"]
    completed = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert completed.returncode == 0, completed.stdout[-2000:]
