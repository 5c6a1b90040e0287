"""The chapters of a report on templates, and the statistics behind them."""

from collections.abc import Sequence

import numpy as np
import pytest

from probe.analysis.study import Study, prepare_values
from probe.analysis.templates import structure, wording
from probe.analysis.templates.maps import MappedSubject, matrix, noise_rows
from probe.analysis.templates.resampling import bootstrap, resample, sign_flip
from probe.protocols.templates.chapters import map_subjects
from probe.protocols.templates.estimator import MEASURES, values
from probe.protocols.templates.item import TemplateItem
from probe.protocols.templates.protocol import TemplateProtocol
from probe.values import Decision, Evaluation, ItemValue
from tests.defined import defined
from tests.protocols.templates.material import SOFTWARE, evaluation, items

BIASES = ("framing effect", "anchoring bias", "planning fallacy")


def study_of(evaluations: Sequence[Evaluation]) -> Study:
    return prepare_values(evaluations, measures=MEASURES, estimator=values)


@pytest.fixture(scope="module")
def evaluations() -> list[Evaluation]:
    tests = [item for bias in BIASES for item in items(SOFTWARE, bias, 40)]
    return [evaluation(name, tests) for name in ("biased?m=.6", "random", "rational")]


@pytest.fixture(scope="module")
def subjects(evaluations: list[Evaluation]) -> list[MappedSubject]:
    return list(map_subjects(study_of(evaluations)))


def test_chapters_show_maps_noise_structure_answers_and_wording(evaluations: list[Evaluation]) -> None:
    report = TemplateProtocol().report(study_of(evaluations))
    assert {chapter.key for chapter in report.chapters} >= {
        "m_by_bias_and_subject",
        "absolute_m",
        "m_resampled",
        "similar_subjects",
        "answers_by_bias",
        "wording",
    }
    for picture in report.pictures:
        picture.draw()
    two_subject_report = TemplateProtocol().report(study_of(evaluations[:2]))
    assert "similar_subjects" not in {chapter.key for chapter in two_subject_report.chapters}
    assert any(
        sentence.startswith("Subjects with similar biases: fewer than 3") for sentence in two_subject_report.absent
    )


def test_noise_does_not_count_as_bias(subjects: list[MappedSubject]) -> None:
    rows = noise_rows(subjects[1:2])
    framing = next(row for row in rows if row.bias == "framing effect")
    assert framing.absolute > 0.4
    assert abs(framing.excess) < 0.15


def test_a_planted_bias_is_significant_and_noise_is_not(subjects: list[MappedSubject]) -> None:
    rows = {(row.subject, row.bias): row for row in resampled(subjects)}
    planted_row = rows["simulated/biased?m=.6", "framing effect"]
    assert planted_row.scenarios == 20
    assert float(planted_row.low) > 0.2  # type: ignore[arg-type]
    assert float(planted_row.holm_p) < 0.01  # type: ignore[arg-type]
    assert float(rows["simulated/random", "framing effect"].p) > 0.05  # type: ignore[arg-type]


def test_the_map_has_a_row_for_each_bias(subjects: list[MappedSubject]) -> None:
    biases, cells = matrix(subjects, "m")
    assert set(biases) == {"framing effect", "anchoring bias"}
    assert cells.shape == (2, 3)
    assert cells[:, 2] == pytest.approx([0, 0])


def test_the_interval_of_a_mean_covers_it_nominally() -> None:
    """Small: 400 simulated datasets; benchmarks/templates_calibration.py is larger."""
    draws = np.random.default_rng(1)
    codes = np.repeat(np.arange(20), 2)
    covered_count = rejected_count = 0
    for _ in range(400):
        is_moved = draws.random(40) < 0.3
        low, high = bootstrap(is_moved.astype(float), codes, 199)
        covered_count += low <= 0.3 <= high
        noise = draws.choice([-1.0, -0.5, 0.0, 0.5, 1.0], 40)
        rejected_count += sign_flip(noise, codes, 199) < 0.05
    assert 0.89 <= covered_count / 400 <= 0.98
    assert rejected_count / 400 <= 0.08


def test_equal_texts_are_as_similar_as_can_be() -> None:
    pytest.importorskip("sacrebleu")
    pytest.importorskip("rouge_score")
    equal_wording = defined(
        wording.wording([f"The plan for the {word} is to reduce the costs." for word in ("north", "south", "west")])
    )
    varied_wording = defined(wording.wording(["Rain falls on hills.", "Engines need fuel daily.", "Seven cats sleep."]))
    assert float(equal_wording.rouge_1) > 0.8 > float(varied_wording.rouge_1)  # type: ignore[arg-type]
    assert float(equal_wording.self_bleu) > float(varied_wording.self_bleu)  # type: ignore[arg-type]
    assert equal_wording.clique_cosine < varied_wording.clique_cosine
    assert wording.wording(["one text", "one text"]) is None


def test_subjects_with_equal_biases_are_joined_first(subjects: list[MappedSubject]) -> None:
    rows, explained_share = structure.components([*subjects[:2], subjects[0]])
    assert rows[0][1:] == pytest.approx(rows[2][1:])
    assert explained_share[0] == pytest.approx(1)


def test_chapters_read_the_values_of_the_study(evaluations: list[Evaluation]) -> None:
    """A report runs the estimator once for each evaluation, and one subject on two datasets is one subject."""
    calls = 0

    def count_values(tests: Sequence[TemplateItem], decisions: Sequence[Decision]) -> list[ItemValue]:
        nonlocal calls
        calls += 1
        return list(values(tests, decisions))

    evaluation = evaluations[0]
    halves = [
        evaluation.model_copy(
            update={
                "items": half_items,
                "decisions": tuple(
                    decision
                    for decision in evaluation.decisions
                    if decision.item_id in {item.id for item in half_items}
                ),
            }
        )
        for half_items in (evaluation.items[::2], evaluation.items[1::2])
    ]
    study = prepare_values(halves, measures=MEASURES, estimator=count_values)
    chapters_by_key = {chapter.key: chapter for chapter in TemplateProtocol().report(study).chapters}
    assert calls == 2
    (table,) = chapters_by_key["m_resampled"].result.tables
    rows = [(row["subject"], row["bias"], row["items"]) for row in table.rows]
    assert rows == [(evaluation.subject, bias, 40) for bias in ("anchoring bias", "framing effect")]
