"""The effect by author of the dilemmas: in its rows, its table and its figure."""

import numpy as np
import pytest
from matplotlib.container import ErrorbarContainer
from matplotlib.figure import Figure

from probe.analysis.effects.by_author import by_author, picture, table
from probe.analysis.effects.effect import effects
from probe.analysis.effects.effect import picture as effects_picture
from probe.analysis.study import Study, prepare
from probe.analysis.tables import Gap
from probe.values import Arm, Bias, Dilemma, Provenance
from tests.analysis.made_datasets import always_right, errs_where, evaluate, pair
from tests.analysis.reports import report_on

ERROR_COUNTS = {("x/one", Bias.FRAMING): 5, ("x/two", Bias.FRAMING): 3, ("x/two", Bias.ANCHORING): 1}
"""In how many of five runs the subject follows the cue, by author and bias."""


@pytest.fixture(scope="module")
def study() -> Study:
    """One subject that is misled and one that never is, on 21 dilemmas of each bias by two authors."""
    dilemmas = [
        pair(bias, number, provenance=Provenance(author=author))
        for start, author in ((0, "x/one"), (100, "x/two"))
        for bias in (Bias.ANCHORING, Bias.FRAMING)
        for number in range(start, start + 21)
    ]

    @errs_where
    def choose(dilemma: Dilemma, arm: Arm, run: int) -> object:
        return arm is Arm.BIASED and run < ERROR_COUNTS.get((dilemma.provenance.author, Bias(dilemma.bias)), 0)

    return prepare(
        [evaluate(dilemmas, choose, subject="s/misled"), evaluate(dilemmas, always_right, subject="s/right")]
    )


def test_every_author_and_bias_has_its_own_effect(study: Study) -> None:
    rows = table(by_author(study.scores)).where(subject="s/misled")
    effects_by_author = {
        (row["author"], row["bias"]): (row["effect"], row["sensitivity"], row["harmful"]) for row in rows
    }
    assert effects_by_author == {
        (author, bias.value): pytest.approx([ERROR_COUNTS.get((author, bias), 0) / 5] * 3)
        for author in ("x/one", "x/two")
        for bias in (Bias.ANCHORING, Bias.FRAMING)
    }
    assert {(row["dilemmas"], row["runs"], row["error_on_unbiased"]) for row in rows} == {(21, 105, 0.0)}


def test_the_figure_has_a_panel_for_each_author_with_every_effect(study: Study) -> None:
    figure = picture(by_author(study.scores)).draw()
    assert [panel.get_title() for panel in figure.axes] == ["one (n = 42)", "two (n = 42)"]
    assert markers(figure) == [pytest.approx([0.0, 1.0, 0.0, 0.0]), pytest.approx([0.2, 0.6, 0.0, 0.0])]
    labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert labels == ["anchoring bias", "framing effect"]


def markers(figure: Figure) -> list[list[float]]:
    """The horizontal positions of the markers of each panel, by series."""
    return [
        [
            x
            for container in panel.containers
            if isinstance(container, ErrorbarContainer)
            for x in marker_positions(container)
        ]
        for panel in figure.axes
    ]


def marker_positions(container: ErrorbarContainer) -> list[float]:
    (line, *_) = container.lines
    assert line is not None
    return list(np.asarray(line.get_xdata(), dtype=float))


def test_one_author_has_no_chapter(study: Study) -> None:
    single_author = prepare([evaluate([pair(number=number) for number in range(21)], lambda *_: "A")])
    chapters = {
        index: [chapter.key for chapter in report_on(author_study).chapters]
        for index, author_study in enumerate((single_author, study))
    }
    assert "by_author" not in chapters[0]
    assert "by_author" in chapters[1]


def test_the_figure_of_effects_has_every_bias_and_subject(study: Study) -> None:
    rows = effects(study.scores, study.tiers)
    positions = markers(effects_picture(rows, study.headline).draw())
    assert positions == [pytest.approx([0.45, 0.1, 0.8, 0.0, 0.0, 0.0])]
    assert not any(isinstance(row.effect, Gap) for row in rows if row.tier == "all tiers")
