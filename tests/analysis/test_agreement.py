"""Agreement of runs, worked out by hand: pairs of runs in one order, seeds separately, and the figure."""

from collections.abc import Mapping

import numpy as np
import pytest
from matplotlib.collections import QuadMesh

from probe.analysis.effects.agreement import Agreement, agreement, agreement_by_bias, picture
from probe.analysis.figures.style import style
from probe.analysis.study import Study, prepare
from probe.analysis.tables import Gap
from probe.values import Arm, Bias, Dilemma, Evaluation, Provenance
from tests.analysis.made_datasets import evaluate, pair

LETTERS = {
    ("one", 0): "AAAAAA", ("one", 1): "AABABB", ("one", 2): "A?A?AB",
    ("two", 0): "BABABA", ("two", 1): "AABABB", ("two", 2): "??????",
}  # fmt: skip
"""Decisions of two subjects as written, by dilemma and run: odd runs show the options exchanged."""


def study(letters: Mapping[tuple[str, int], str] = LETTERS) -> Study:
    """Return dilemma 0, which is a seed, and dilemmas 1 and 2 of another bias by an author."""
    dilemmas = [
        pair(Bias.FRAMING if number == 0 else Bias.ANCHORING, number, provenance=Provenance(author=author))
        for number, author in enumerate(("hand-made", "grammar", "grammar"))
    ]

    def evaluation(subject: str) -> Evaluation:
        def choose(dilemma: Dilemma, arm: Arm, run: int, exchanged: bool) -> str:
            letter = letters[subject, int(dilemma.unbiased.split()[3])][run]
            shown_letter = {"A": "B", "B": "A"}.get(letter, letter) if exchanged else letter
            return "unparsed" if shown_letter == "?" else shown_letter

        return evaluate(dilemmas, choose, subject=subject, runs=6)

    return prepare([evaluation("one"), evaluation("two")])


def test_only_runs_in_the_same_order_are_compared() -> None:
    """``one`` on dilemma 1: A B B as written and A A B exchanged, 1 of 3 pairs each; on 2: 3 of 3, and none."""
    rows_by_pair = {(row.group, row.first, row.second): row for row in agreement(study().decisions)}
    expected = {
        ("hand-made seeds", "one", "one"): (1, 1.0),
        ("hand-made seeds", "one", "two"): (1, 1 / 2),
        ("hand-made seeds", "two", "two"): (1, 1.0),
        ("all", "one", "one"): (3, (1 + 1 / 3 + 1) / 3),
        ("all", "one", "two"): (2, (1 / 2 + 5 / 9) / 2),
        ("all", "two", "two"): (2, (1 + 1 / 3) / 2),
    }
    assert set(rows_by_pair) == set(expected)
    for key, (dilemmas, share) in expected.items():
        assert rows_by_pair[key].dilemmas == dilemmas
        assert rows_by_pair[key].share == pytest.approx(share), key


def test_means_of_a_bias_are_over_subjects_and_over_pairs_of_them() -> None:
    rows_by_bias = {(row.group, row.bias): row for row in agreement_by_bias(study().decisions)}
    assert set(rows_by_bias) == {
        ("hand-made seeds", "framing effect"), ("all", "anchoring bias"), ("all", "framing effect"),
    }  # fmt: skip
    row = rows_by_bias["all", "anchoring bias"]
    assert row.dilemmas == 2
    assert row.within == pytest.approx(((1 / 3 + 1) / 2 + 1 / 3) / 2)
    assert row.between == pytest.approx(5 / 9)


def test_seeds_have_a_map_of_their_own_and_the_description_its_ends() -> None:
    rows = agreement(study().decisions)
    drawing = picture(rows)
    assert drawing.alt.endswith("From 50.0 % to 100.0 %.")
    with style():
        figure = drawing.draw()
    assert [axes.get_title("left") for axes in figure.axes] == [
        "same decision (%), dilemmas: hand-made seeds", "same decision (%), dilemmas: all",
    ]  # fmt: skip
    (mesh,) = [collection for collection in figure.axes[0].collections if isinstance(collection, QuadMesh)]
    assert np.asarray(mesh.get_array()).ravel().tolist() == pytest.approx([1.0, 0.5, 0.5, 1.0])
    assert (mesh.norm.vmin, mesh.norm.vmax) == (0.5, 1.0)


def test_nothing_to_compare_is_a_gap() -> None:
    agreements = agreement(study({key: "A?????" if key[1] == 1 else "??????" for key in LETTERS}).decisions)
    rows = {(row.group, row.first, row.second): row for row in agreements}
    assert rows["all", "one", "one"] == Agreement(
        "all", "one", "one", 0, Gap(reason="no two readable runs in one order")
    )
    assert rows["all", "one", "two"].share == 1.0
    assert picture([rows["all", "one", "one"]]).alt.endswith("within and between subjects.")
