"""Agreement of raters: worked examples from the literature, and the paper's own means."""

from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from statsmodels.stats.inter_rater import fleiss_kappa as reference_kappa

from probe.analysis.figures.style import draw
from probe.analysis.people.rater_agreement import MEAN, agreement_picture, majority_picture, rater_agreement, table
from probe.analysis.statistics.agreement import fleiss_kappa, gwet_ac1, pairwise_agreement
from probe.analysis.tables import Gap
from probe.values import Bias, Option
from probe.values.validation import Question, Rating, SampledItem
from tests.defined import defined

NONE = None
FOUR_RATERS = [
    (1, 1, NONE, 1), (2, 2, 3, 2), (3, 3, 3, 3), (3, 3, 3, 3), (2, 2, 2, 2), (1, 2, 3, 4),
    (4, 4, 4, 4), (1, 1, 2, 1), (2, 2, 2, 2), (NONE, 5, 5, 5), (NONE, NONE, 1, 1), (NONE, NONE, 3, NONE),
]  # fmt: skip
"""Twelve units, four raters, five categories, answers missing: the worked example of Gwet (2014), Handbook of
Inter-Rater Reliability, 4th edition, that comes with the R package irrCAC as ``cac.raw4raters``."""

FOURTEEN_RATERS = [
    [0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7],
]  # fmt: skip
"""Ten subjects, fourteen raters, five categories: the worked example of the encyclopaedia article "Fleiss' kappa"."""


def rating_counts(rows: Sequence[tuple[int | None, ...]]) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    return np.array([[row.count(category) for category in range(1, 6)] for row in rows], dtype=np.int64)


def test_fleiss_kappa_equals_its_worked_example() -> None:
    counts = np.array(FOURTEEN_RATERS, dtype=np.int64)
    agreement = defined(fleiss_kappa(counts))
    assert pairwise_agreement(counts) == pytest.approx(0.378, abs=5e-4)
    assert agreement.value == pytest.approx(0.210, abs=5e-4)
    assert agreement.value == pytest.approx(reference_kappa(counts))


def test_kappa_and_ac1_equal_the_handbook_with_missing_answers() -> None:
    """Values and standard errors as irrCAC prints them for these data."""
    counts = rating_counts(FOUR_RATERS)
    kappa, ac1 = defined(fleiss_kappa(counts)), defined(gwet_ac1(counts))
    assert pairwise_agreement(counts) == pytest.approx(0.8181818, abs=1e-6)
    assert [kappa.value, kappa.error] == pytest.approx([0.76117, 0.15302], abs=5e-6)
    assert [ac1.value, ac1.error] == pytest.approx([0.77544, 0.14295], abs=5e-6)
    assert [kappa.low, kappa.high] == pytest.approx([0.424, 1], abs=5e-4)
    assert [ac1.low, ac1.high] == pytest.approx([0.461, 1], abs=5e-4)


def test_kappa_misleads_on_skewed_answers_and_ac1_does_not() -> None:
    """Gwet (2002): 118 of 125 items are judged yes by both raters, 7 are disputed; AC1 is 0.9408, kappa below 0."""
    counts = np.array([[2, 0]] * 118 + [[1, 1]] * 7, dtype=np.int64)
    kappa, ac1 = defined(fleiss_kappa(counts)), defined(gwet_ac1(counts))
    assert ac1.value == pytest.approx(0.9408, abs=5e-5)
    assert kappa.value < 0


def test_kappa_is_undefined_where_all_answers_are_one() -> None:
    counts = np.array([[3, 0]] * 5, dtype=np.int64)
    assert fleiss_kappa(counts) is None
    agreement = defined(gwet_ac1(counts))
    assert agreement.value == 1


def item(author: str, number: int) -> SampledItem:
    return SampledItem(
        pair_id=f"{author}-{number}", bias=Bias.FRAMING, author=author, correct_option=Option.A,
        unbiased="u", biased="b", rebuilt="r", axioms="a", axioms_note="",
    )  # fmt: skip


AUTHORS = ("gpt-4o-mini", "deepseek-r1", "gpt-4.1-mini")
ITEMS = {author: [item(author, number) for number in range(40)] for author in AUTHORS}

CELLS = {
    Question.SAME_TASK: ((37, 3, 0, 0), (36, 4, 0, 0), (35, 4, 1, 0)),
    Question.BIAS_PRESENCE: ((39, 0, 1, 0), (38, 2, 0, 0), (36, 3, 1, 0)),
    Question.ALIGNMENT: ((34, 4, 2, 0), (28, 5, 5, 2), (30, 5, 2, 3)),
    Question.AXIOMS: ((35, 3, 2, 0), (36, 3, 1, 0), (37, 1, 2, 0)),
}
"""Items with three, two, one and no yes, by author as above. PROBE-SWE prints means only; these cells of 40 items and
three raters (section 6) are among those that have all of its means by question and by author."""


def paper_ratings() -> Iterator[Rating]:
    for question, by_author in CELLS.items():
        for author, numbers in zip(AUTHORS, by_author, strict=True):
            yeses = [yes for yes, count in zip((3, 2, 1, 0), numbers, strict=True) for _ in range(count)]
            for item, yes in zip(ITEMS[author], yeses, strict=True):
                for rater in range(3):
                    answer = "yes" if rater < yes else "no"
                    fields = {"rater": f"r{rater}", "pair_id": item.pair_id, "question": question, "answer": answer}
                    yield Rating.model_validate(fields)


def test_the_papers_means_come_out() -> None:
    """PROBE-SWE, section 6: by question, by author, and over all; the percent agreement is that all are alike."""
    agreement_table = table(rater_agreement(paper_ratings(), [item for items in ITEMS.values() for item in items]))

    def mean(key: str, **conditions: str) -> float:
        rows = [row for row in agreement_table.where(**conditions) if conditions.get("author") or row["author"] == MEAN]
        return float(np.mean([float(str(row[key])) for row in rows]))

    by_question = {
        "same task": (0.900, 0.992, 0.900),
        "bias presence": (0.942, 0.983, 0.942),
        "program alignment": (0.808, 0.883, 0.767),
        "axioms": (0.900, 0.958, 0.900),
        "all questions": (0.887, 0.954, 0.877),
    }
    for question, published_means in by_question.items():
        means = [mean(key, question=question) for key in ("alike", "majority", "unanimity")]
        assert means == pytest.approx(published_means, abs=6e-4), question
    by_author = {
        "gpt-4o-mini": (0.906, 0.969, 0.906),
        "deepseek-r1": (0.875, 0.950, 0.862),
        "gpt-4.1-mini": (0.881, 0.944, 0.862),
    }
    for author, published_means in by_author.items():
        means = [mean(key, author=author) for key in ("alike", "majority", "unanimity")]
        assert means == pytest.approx(published_means, abs=6e-4), author
    kappa = mean("kappa", question="all questions")
    assert kappa < 0.4 < mean("ac1", question="all questions"), "kappa is modest where agreement is high"


def test_items_with_one_rater_are_left_out_and_gaps_have_reasons() -> None:
    items = ITEMS["gpt-4o-mini"][:2]
    fields = {"question": Question.AXIOMS, "answer": "yes"}
    ratings = [
        Rating.model_validate({"rater": "a", "pair_id": items[0].pair_id, **fields}),
        Rating.model_validate({"rater": "b", "pair_id": items[0].pair_id, **fields}),
        Rating.model_validate({"rater": "a", "pair_id": items[1].pair_id, **fields}),
    ]
    row = table(rater_agreement(ratings, items)).rows[0]
    assert row["items"] == 1
    assert row["alike"] == 1
    assert isinstance(row["kappa"], Gap)
    assert isinstance(row["ac1_low"], Gap)
    assert not rater_agreement(ratings[:1], items)


def test_the_figures_show_every_cell() -> None:
    rows = rater_agreement(paper_ratings(), [item for items in ITEMS.values() for item in items])
    for make_picture in (agreement_picture, majority_picture):
        drawing = draw(make_picture(rows))
        for word in ("gpt-4o-mini", "program alignment", "same task"):
            assert word in drawing.svg
        assert "85 %" in drawing.picture.alt
