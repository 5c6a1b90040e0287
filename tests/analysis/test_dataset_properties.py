"""The dilemmas themselves: properties beside sensitivity, diversity, agreement, rejections, what is left out."""

import json
import os
from pathlib import Path

import numpy as np
import pytest
from Levenshtein import distance

from probe.analysis.dataset.diversity import diversity
from probe.analysis.dataset.diversity import picture as diversity_picture
from probe.analysis.dataset.diversity import table as diversity_table
from probe.analysis.dataset.exclusions import authors, conflicts_of_interest, exclusions
from probe.analysis.dataset.rejections import picture as rejection_picture
from probe.analysis.dataset.rejections import rejections_by_bias, rejections_by_stage
from probe.analysis.effects.agreement import agreement, agreement_by_bias
from probe.analysis.effects.agreement import picture as agreement_picture
from probe.analysis.effects.agreement import table as agreement_table
from probe.analysis.effects.correlations import correlations
from probe.analysis.effects.correlations import picture as correlation_picture
from probe.analysis.figures.style import draw
from probe.analysis.statistics.similarity import cosines, levenshteins, mean_off_diagonal
from probe.analysis.study import prepare
from probe.analysis.tables import Gap
from probe.errors import InputError
from probe.formats.probe_swe.results import read_published
from probe.values import Arm, Bias, Dilemma, Option, Provenance
from tests.analysis.made_datasets import errs_where, evaluate, flips_at, pair, pairs, task
from tests.defined import defined

DATA = os.environ.get("PROBE_SWE_DATA")


def test_a_property_that_decides_flips_correlates_and_others_are_marked() -> None:
    dilemmas = [
        pair(Bias.FRAMING, number, evidence={"pair_similarity": {"cosine": 0.9 + 0.001 * number}})
        for number in range(50)
    ]
    far_flips = errs_where(lambda dilemma, arm, run: arm is Arm.BIASED and task(dilemma) >= 25)
    study = prepare([evaluate(dilemmas, far_flips)])
    correlation_rows = correlations(study.scores, study.items)
    rows = {row.name: row for row in correlation_rows}
    cosine = rows["pair cosine"]
    assert not isinstance(cosine.within, Gap)
    assert cosine.within.estimate == pytest.approx(np.corrcoef(np.arange(50), np.arange(50) >= 25)[0, 1])
    assert rows["decider's agreement"].within == Gap(reason="not measured")
    assert rows["length difference"].within == Gap(reason="no spread")
    assert (
        f"pair cosine for simulated/planted, r = {cosine.within.estimate:.2f}"
        in correlation_picture(correlation_rows).alt
    )
    assert "<svg" in draw(correlation_picture(correlation_rows)).svg


def test_a_correlation_of_means_is_pooled_and_not_within() -> None:
    """Two biases differ in their mean effect and in the property; within each, the property has no effect."""
    dilemmas = [
        pair(bias, number, evidence={"pair_similarity": {"cosine": 0.5 + 0.3 * index + 0.01 * (number % 7)}})
        for index, bias in enumerate((Bias.FRAMING, Bias.ANCHORING))
        for number in range(70)
    ]

    @errs_where
    def by_bias(dilemma: Dilemma, arm: Arm, run: int) -> object:
        return arm is Arm.BIASED and run < (3 if dilemma.bias is Bias.ANCHORING else 1) and task(dilemma) % 2

    study = prepare([evaluate(dilemmas, by_bias)])
    (cosine,) = [row for row in correlations(study.scores, study.items) if row.name == "pair cosine"]
    assert not isinstance(cosine.within, Gap)
    assert defined(cosine.pooled).low > 0.2
    assert cosine.within.low < 0 < cosine.within.high


def test_all_pairs_similarities_are_those_of_single_pairs() -> None:
    texts = ["", "abc", "abd", "wholly other", "naïve 🙂"]
    matrix = levenshteins(texts)
    for row, left in enumerate(texts):
        for column, right in enumerate(texts):
            longer = max(len(left), len(right)) or 1
            assert matrix[row, column] == pytest.approx(1 - distance(left, right) / longer, abs=1e-6)
    vectors = np.random.default_rng(1).normal(size=(5, 8)).astype(np.float32)
    vectors[2] = 0
    similarities = cosines(vectors)
    assert similarities.dtype == np.float64
    assert similarities[0, 1] == pytest.approx(
        float(vectors[0] @ vectors[1] / np.linalg.norm(vectors[0]) / np.linalg.norm(vectors[1])), rel=1e-6
    )
    assert similarities[2, 2] == 0.0
    assert mean_off_diagonal(np.ones((1, 1))) is None


def test_diversity_is_within_and_between_authors() -> None:
    texts = {"x": ["aaaa", "aaab"], "y": ["zzzz", "zzzy"]}
    dilemmas = [
        pair(Bias.FRAMING, 0, unbiased=text, provenance=Provenance(author=author))
        for author, author_texts in texts.items()
        for text in author_texts
    ]
    vectors = {dilemma.id: np.array([1.0, dilemma.unbiased[0] == "a"]) for dilemma in dilemmas}
    diversity_rows = diversity(dilemmas, vectors)
    rows = {row.scope: row for row in diversity_rows}
    assert rows["within x"].levenshtein == pytest.approx(0.75)
    assert rows["between authors"].levenshtein == pytest.approx(0.0)
    assert rows["within x"].cosine == pytest.approx(1.0)
    assert rows["between authors"].cosine == pytest.approx(2**-0.5)
    assert rows["all"].dilemmas == 4
    assert diversity(dilemmas)[0].cosine == Gap(reason="texts were not embedded (--embed)")
    assert diversity_table(diversity(dilemmas[:1])).rows[0]["levenshtein"] == Gap(reason="no two dilemmas")
    assert "<svg" in draw(diversity_picture(diversity_rows)).svg


def test_agreement_is_of_two_different_runs() -> None:
    """One subject decides B in one run of five: 4 of 10 pairs of runs differ; with a steady one 1 of 5 does."""

    def errs_once(dilemma: Dilemma, arm: Arm, run: int, exchanged: bool) -> str:
        return "B" if run == 0 else "A"

    dilemmas = pairs([Bias.FRAMING], 6)
    wavering_evaluation = evaluate(dilemmas, errs_once, subject="w", order="as-written")
    steady = evaluate(dilemmas, lambda *_: "A", subject="s", order="as-written")
    agreements = agreement(prepare([wavering_evaluation, steady]).decisions)
    rows = {(row.first, row.second): row.share for row in agreements}
    assert rows["w", "w"] == pytest.approx(0.6)
    assert rows["w", "s"] == pytest.approx(0.8)
    assert rows["s", "s"] == 1.0
    (by_bias,) = agreement_by_bias(prepare([wavering_evaluation, steady]).decisions)
    assert (by_bias.bias, by_bias.dilemmas) == ("framing effect", 6)
    assert by_bias.within == pytest.approx(0.8)
    assert by_bias.between == pytest.approx(0.8)
    single = agreement(prepare([evaluate(dilemmas, errs_once, runs=1)]).decisions)
    assert agreement_table(single).rows[0]["agreement"] == Gap(reason="no two readable runs in one order")
    assert "<svg" in draw(agreement_picture(agreements)).svg


def test_a_subject_that_follows_the_place_agrees_with_itself() -> None:
    """It always chooses the first option: its runs differ between orders, never within one."""
    agreements = agreement(prepare([evaluate(pairs([Bias.FRAMING], 6), lambda *_: "A")]).decisions)
    assert [row.share for row in agreements] == [1.0]


def test_exclusions_name_each_reason_with_its_count() -> None:
    dilemmas = [pair(Bias.FRAMING, number, provenance=Provenance(author="x/a", decider="x/a")) for number in range(3)]
    evaluation = evaluate(dilemmas, lambda p, arm, run, e: "unparsed" if run == 0 else "A", subject="x/a")
    decisions = tuple(
        d.model_copy(update={"kept_order": d.run == 1 and d.arm is Arm.BIASED}) for d in evaluation.decisions
    )
    (row,) = exclusions(prepare([evaluation.model_copy(update={"decisions": decisions[:-1]})]))
    assert (row.unparsed, row.unanswered, row.kept_order) == (6, 1, 3)
    assert (row.own, row.decided, row.untiered) == (3, 3, 0)


def test_a_conflict_of_interest_is_mentioned_once_for_several_runs() -> None:
    """One subject with two runs, on three dilemmas of its own each: the same sentence would be written twice."""
    provenance = Provenance(author="x/a", decider="x/b")
    halves = [
        [pair(Bias.FRAMING, number, provenance=provenance) for number in numbers] for numbers in (range(3), range(3, 6))
    ]
    runs = [evaluate(half_dilemmas, flips_at(0), subject="x/a") for half_dilemmas in halves]
    other_evaluation = evaluate(halves[0], flips_at(0), subject="x/c")
    lines = conflicts_of_interest(exclusions(prepare([*runs, other_evaluation])))
    assert len(lines) == 1
    assert "x/a wrote 3 " in lines[0]


def test_authors_say_how_often_a_is_right() -> None:
    dilemmas = [pair(Bias.FRAMING, number, correct=Option.A if number else Option.B) for number in range(4)]
    (row,) = authors(prepare([evaluate(dilemmas, flips_at(0))]))
    assert (row.right_is_a, row.dilemmas, row.decider) == (0.75, 4, "not recorded")


@pytest.mark.skipif(not DATA, reason="PROBE_SWE_DATA does not name the published data")
def test_rejections_are_the_papers_table_2() -> None:
    """GPT-4o Mini's column: 4,472 rejected, 1,367 for similarity (30.6 %), 1,026 for logic (22.9 %); 984 bandwagon."""
    rejections = read_published([Path(str(DATA)) / "1_stats_dataset_gpt-4o-mini.json"]).rejections
    rows = {row.stage: row for row in rejections_by_stage(rejections)}
    assert sum(row.rejected for row in rows.values()) == 4472
    assert rows["intra_dilemma_similarity"].rejected == 1367
    assert rows["logic"].share == pytest.approx(0.229, abs=5e-4)
    worst = max(rejections_by_bias(rejections), key=lambda row: row.rejected)
    assert (worst.bias, worst.rejected) == ("bandwagon effect", 984)
    assert "<svg" in draw(rejection_picture(rejections)).svg


@pytest.mark.parametrize("counts", [None, [], {"no name!": {"logic": 1}}, {"framing effect": {"logic": -1}}])
def test_a_file_without_counts_is_rejected_in_one_line(tmp_path: Path, counts: object) -> None:
    path = tmp_path / "1_stats_dataset_x.json"
    path.write_text("{" if counts is None else json.dumps({"discarded_dilemmas_count_by_filter_by_bias": counts}))
    with pytest.raises(InputError, match="1_stats_dataset_x") as excinfo:
        read_published([path])
    assert "\n" not in str(excinfo.value)
