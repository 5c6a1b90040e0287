"""The dilemmas themselves: properties beside sensitivity, diversity, agreement, rejections, what is left out."""

import json
import os
from pathlib import Path

import numpy as np
import pytest
from Levenshtein import distance

from probe.analysis.agreement import agreement, agreement_by_bias
from probe.analysis.agreement import picture as agreement_picture
from probe.analysis.correlations import correlations
from probe.analysis.correlations import picture as correlation_picture
from probe.analysis.discards import discards_by_bias, discards_by_stage
from probe.analysis.discards import picture as discard_picture
from probe.analysis.diversity import diversity
from probe.analysis.diversity import picture as diversity_picture
from probe.analysis.drawing import draw
from probe.analysis.exclusions import authors, exclusions
from probe.analysis.ground import lay_ground
from probe.analysis.statistics.similarity import cosines, levenshteins, mean_off_diagonal
from probe.analysis.tables import Gap, number
from probe.errors import InputError
from probe.files.discards import read_discards
from probe.values import Arm, Bias, Option, Pair, Provenance
from tests.analysis.worlds import evaluate, flips_at, pair, pairs, shown

DATA = os.environ.get("PROBE_SWE_DATA")


def test_a_property_that_decides_flips_correlates_and_others_are_marked() -> None:
    dilemmas = [
        pair(Bias.FRAMING, number, evidence={"pair_similarity": {"cosine": 0.9 + 0.001 * number}})
        for number in range(50)
    ]

    def far_flips(dilemma: Pair, arm: Arm, run: int, exchanged: bool) -> str:
        wrong = arm is Arm.BIASED and int(dilemma.unbiased.split()[3]) >= 25
        return shown(dilemma.correct_option.other if wrong else dilemma.correct_option, exchanged)

    ground = lay_ground([evaluate(dilemmas, far_flips)])
    table = correlations(ground.scores, ground.pairs)
    rows = {row["property"]: row for row in table.rows}
    assert number(rows["pair cosine"]["r"]) == pytest.approx(np.corrcoef(np.arange(50), np.arange(50) >= 25)[0, 1])
    assert rows["decider's agreement"]["r"] == Gap(reason="not measured")
    assert rows["length difference"]["r"] == Gap(reason="no spread")
    assert "<svg" in draw(correlation_picture(table)).svg


def test_all_pairs_similarities_are_those_of_single_pairs() -> None:
    texts = ["", "abc", "abd", "wholly other", "naïve 🙂"]
    matrix = levenshteins(texts)
    for one, left in enumerate(texts):
        for other, right in enumerate(texts):
            longer = max(len(left), len(right)) or 1
            assert matrix[one, other] == pytest.approx(1 - distance(left, right) / longer, abs=1e-6)
    vectors = np.random.default_rng(1).normal(size=(5, 8)).astype(np.float32)
    vectors[2] = 0
    found = cosines(vectors)
    assert found.dtype == np.float64
    assert found[0, 1] == pytest.approx(
        float(vectors[0] @ vectors[1] / np.linalg.norm(vectors[0]) / np.linalg.norm(vectors[1])), rel=1e-6
    )
    assert found[2, 2] == 0.0
    assert mean_off_diagonal(np.ones((1, 1))) is None


def test_diversity_is_within_and_between_authors() -> None:
    texts = {"x": ["aaaa", "aaab"], "y": ["zzzz", "zzzy"]}
    dilemmas = [
        pair(Bias.FRAMING, 0, unbiased=text, provenance=Provenance(author=author))
        for author, both in texts.items()
        for text in both
    ]
    vectors = {dilemma.id: np.array([1.0, dilemma.unbiased[0] == "a"]) for dilemma in dilemmas}
    table = diversity(dilemmas, vectors)
    rows = {row["scope"]: row for row in table.rows}
    assert rows["within x"]["levenshtein"] == pytest.approx(0.75)
    assert rows["between authors"]["levenshtein"] == pytest.approx(0.0)
    assert rows["within x"]["cosine"] == pytest.approx(1.0)
    assert rows["between authors"]["cosine"] == pytest.approx(2**-0.5)
    assert rows["all"]["dilemmas"] == 4
    assert diversity(dilemmas).rows[0]["cosine"] == Gap(reason="texts were not embedded (--embed)")
    assert diversity(dilemmas[:1]).rows[0]["levenshtein"] == Gap(reason="no two dilemmas")
    assert "<svg" in draw(diversity_picture(table)).svg


def test_agreement_is_of_two_different_runs() -> None:
    """One subject decides B in one run of five: 4 of 10 pairs of runs differ; with a steady one 1 of 5 does."""

    def once(dilemma: Pair, arm: Arm, run: int, exchanged: bool) -> str:
        return "B" if run == 0 else "A"

    dilemmas = pairs([Bias.FRAMING], 6)
    wavering = evaluate(dilemmas, once, subject="w", order="as-written")
    steady = evaluate(dilemmas, lambda *_: "A", subject="s", order="as-written")
    table = agreement(lay_ground([wavering, steady]).sheets)
    rows = {(row["first"], row["second"]): row["agreement"] for row in table.rows}
    assert rows["w", "w"] == pytest.approx(0.6)
    assert rows["w", "s"] == pytest.approx(0.8)
    assert rows["s", "s"] == 1.0
    by_bias = agreement_by_bias(lay_ground([wavering, steady]).sheets).rows
    assert [(row["bias"], row["dilemmas"]) for row in by_bias] == [("framing effect", 6)]
    assert by_bias[0]["within"] == pytest.approx(0.8)
    assert by_bias[0]["between"] == pytest.approx(0.8)
    single = agreement(lay_ground([evaluate(dilemmas, once, runs=1)]).sheets)
    assert single.rows[0]["agreement"] == Gap(reason="no two readable runs")
    assert "<svg" in draw(agreement_picture(table)).svg


def test_exclusions_name_each_reason_with_its_count() -> None:
    mine = [pair(Bias.FRAMING, number, provenance=Provenance(author="x/a", decider="x/a")) for number in range(3)]
    evaluation = evaluate(mine, lambda p, arm, run, e: "unparsed" if run == 0 else "A", subject="x/a")
    kept = tuple(d.model_copy(update={"kept_order": d.run == 1 and d.arm is Arm.BIASED}) for d in evaluation.decisions)
    row = exclusions(lay_ground([evaluation.model_copy(update={"decisions": kept[:-1]})])).rows[0]
    assert (row["unparsed"], row["unanswered"], row["kept_order"]) == (6, 1, 3)
    assert (row["own"], row["decided"], row["untiered"]) == (3, 3, 0)


def test_authors_say_how_often_a_is_right() -> None:
    dilemmas = [pair(Bias.FRAMING, number, correct=Option.A if number else Option.B) for number in range(4)]
    row = authors(lay_ground([evaluate(dilemmas, flips_at(0))])).rows[0]
    assert (row["right_is_a"], row["dilemmas"], row["decider"]) == (0.75, 4, "not told")


@pytest.mark.skipif(not DATA, reason="PROBE_SWE_DATA does not name the published data")
def test_rejections_are_the_papers_table_2() -> None:
    """GPT-4o Mini's column: 4,472 discards, 1,367 for similarity (30.6 %), 1,026 for logic (22.9 %); 984 bandwagon."""
    read = read_discards(Path(str(DATA)) / "1_stats_dataset_gpt-4o-mini.json")
    rows = {row["stage"]: row for row in discards_by_stage(read).rows}
    assert sum(int(number(row["count"]) or 0) for row in rows.values()) == 4472
    assert rows["intra_dilemma_similarity"]["count"] == 1367
    assert round(100 * (number(rows["logic"]["share"]) or 0), 1) == 22.9
    worst = max(discards_by_bias(read).rows, key=lambda row: number(row["count"]) or 0)
    assert (worst["bias"], worst["count"]) == ("bandwagon effect", 984)
    assert "<svg" in draw(discard_picture(read)).svg


@pytest.mark.parametrize("counts", [None, [], {"tact": {"logic": 1}}, {"framing effect": {"logic": -1}}])
def test_what_holds_no_counts_is_refused_in_one_line(tmp_path: Path, counts: object) -> None:
    path = tmp_path / "1_stats_dataset_x.json"
    path.write_text("{" if counts is None else json.dumps({"discarded_dilemmas_count_by_filter_by_bias": counts}))
    with pytest.raises(InputError, match="1_stats_dataset_x") as caught:
        read_discards(path)
    assert "\n" not in str(caught.value)
