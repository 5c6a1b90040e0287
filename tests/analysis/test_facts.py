"""Facts against cue: each kind of subject is recognised, and planted effects are recovered."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from probe.analysis.effects.crossed import CUE, FACTS
from probe.analysis.effects.estimating import overall_by_subject
from probe.analysis.effects.facts import (
    FactRow,
    facts,
    picture,
    table,
)
from probe.analysis.figures.style import draw
from probe.analysis.statistics.differences import Effect, bounds_of_mean, paired_difference
from probe.analysis.study import Study, prepare
from probe.analysis.tables import Gap
from probe.grammar import GrammarAuthor
from probe.protocols.base import Showing
from probe.protocols.dilemmas.protocol import DilemmaProtocol
from probe.values import (
    Arm,
    Bias,
    Dilemma,
    Evaluation,
    FactTwin,
    Option,
)
from probe.values.base import FACTS_BY_CUE
from tests.analysis.made_datasets import always_right, choosing, evaluate, evaluation_of, in_series, pair, task
from tests.analysis.reports import report_on
from tests.defined import defined
from tests.grammar.composed import pair_of
from tests.protocols.simulated_answers import simulated_decisions

CUED_ARMS = (Arm.BIASED, Arm.TWIN_BIASED)


def dilemma_with_twin(bias: Bias, number: int, **changes: Any) -> Dilemma:
    """Return a dilemma of ``tests.analysis.made_datasets`` with a fact twin."""
    dilemma = pair(bias, number, **changes)
    twin = FactTwin(
        unbiased=f"Twin of {dilemma.unbiased}",
        biased=f"Twin of {dilemma.biased}",
        unbiased_program="",
        biased_program="",
        correct_option=dilemma.correct_option.other_option,
        fact="load(1).",
        changed="load(9).",
    )
    return dilemma.model_copy(update={"twin": twin})


def dilemmas(per_bias: int = 30, biases: tuple[Bias, ...] = (Bias.FRAMING, Bias.ANCHORING)) -> tuple[Dilemma, ...]:
    return tuple(dilemma_with_twin(bias, number) for bias in biases for number in range(per_bias))


def study_of(choose: Callable[[Dilemma, Arm, int], Option | None], pairs: tuple[Dilemma, ...] | None = None) -> Study:
    """Return a study of a subject that chooses an option as written, or gives no readable answer."""
    return prepare([evaluate(dilemmas() if pairs is None else pairs, choosing(choose), arms=FACTS_BY_CUE)])


def overall(study: Study) -> FactRow:
    (row,) = overall_by_subject(facts(study)).values()
    return row


def as_effect(value: Effect | Gap) -> Effect:
    assert not isinstance(value, Gap), value
    assert value.low <= value.estimate <= value.high
    return value


def praised_option(dilemma: Dilemma) -> Option:
    return dilemma.correct_option.other_option


def rational(dilemma: Dilemma, arm: Arm, run: int) -> Option:
    return dilemma.right_option(arm)


def follows_cue(dilemma: Dilemma, arm: Arm, run: int) -> Option:
    return praised_option(dilemma) if arm in CUED_ARMS else praised_option(dilemma).other_option


def opposes_cue(dilemma: Dilemma, arm: Arm, run: int) -> Option:
    return follows_cue(dilemma, arm, run).other_option


@pytest.mark.parametrize(
    ("choose", "fact", "cue", "accuracy"),
    [
        (rational, 1.0, 0.0, 1.0),
        (lambda *_: Option.A, 0.0, 0.0, 0.5),
        (follows_cue, 0.0, 1.0, 0.5),
        (opposes_cue, 0.0, -1.0, 0.5),
    ],
    ids=["rational", "always A", "follows the cue", "does the opposite of the cue"],
)
def test_each_kind_of_subject_has_its_place(
    choose: Callable[[Dilemma, Arm, int], Option], fact: float, cue: float, accuracy: float
) -> None:
    """A subject that never reads the facts is right half of the time, with and without following the cue."""
    row = overall(study_of(choose))
    assert (as_effect(row.facts).estimate, as_effect(row.cue).estimate, row.accuracy) == (fact, cue, accuracy)
    assert as_effect(row.interaction).estimate == 0.0
    for effect in (as_effect(row.facts), as_effect(row.cue)):
        assert effect.high - effect.low < 0.15
        assert (defined(effect.p) < 0.05) is (effect.estimate != 0)
    assert (row.dilemmas, row.runs) == (60, 300)


def test_a_known_probability_of_giving_in_is_recovered() -> None:
    """It moves the original only: half the probability as cue effect, all of it as interaction."""
    draw_from, rate = random.Random(5), 0.4

    def gives_in(dilemma: Dilemma, arm: Arm, run: int) -> Option:
        return praised_option(dilemma) if arm in CUED_ARMS and draw_from.random() < rate else dilemma.right_option(arm)

    row = overall(study_of(gives_in, dilemmas(100)))
    for effect, expected in ((row.facts, 1 - rate / 2), (row.cue, rate / 2), (row.interaction, -rate)):
        assert as_effect(effect).low <= expected <= as_effect(effect).high
        assert as_effect(effect).high - as_effect(effect).low < 0.15


def test_intervals_of_the_fact_effect_and_the_cue_effect_cover_the_truth() -> None:
    """200 small simulated datasets, in which dilemmas differ in how often the facts and the cue move the subject."""
    covered_count = {"facts": 0, "cue": 0}
    means = (0.2, 0.4, 0.7, 0.85)
    truths = {"facts": (0.7 + 0.85 - 0.2 - 0.4) / 2, "cue": (0.4 + 0.85 - 0.2 - 0.7) / 2}
    for seed in range(200):
        rng = np.random.default_rng(seed)
        chances = np.stack([rng.beta(2 * mean, 2 * (1 - mean), 60) for mean in means], axis=1)
        shares = rng.binomial(5, chances) / 5
        clusters = np.arange(60)
        halves = [shares @ np.maximum(sign * signs, 0) for signs in (FACTS, CUE) for sign in (1, -1)]
        effects = {
            "facts": paired_difference(halves[0], halves[1], clusters),
            "cue": paired_difference(halves[2], halves[3], clusters),
        }
        for name, effect in effects.items():
            assert effect is not None
            covered_count[name] += effect.low <= truths[name] <= effect.high
    assert all(0.9 <= count / 200 <= 0.99 for count in covered_count.values()), covered_count


def test_a_dilemma_without_a_twin_and_an_unreadable_run_are_left_out_and_bounded() -> None:
    def choose(dilemma: Dilemma, arm: Arm, run: int) -> Option | None:
        return None if arm is Arm.TWIN and run == 0 else dilemma.right_option(arm)

    complete_study = study_of(choose, dilemmas(20))
    row = overall(complete_study)
    assert row.runs == 160
    assert as_effect(row.facts).estimate == 1.0
    assert not isinstance(row.fact_bounds, Gap)
    assert not isinstance(row.cue_bounds, Gap)
    bounds = defined(bounds_of_mean(np.full(40, 0.9), np.ones(40), np.arange(40), np.repeat([0, 1], 20)))
    assert (row.fact_bounds.low, row.fact_bounds.high) == pytest.approx((bounds.low, bounds.high))
    assert row.fact_bounds.low < 0.9
    assert row.cue_bounds.low < 0 < 0.1 < row.cue_bounds.high
    plain_dilemmas = tuple(pair(Bias.HINDSIGHT, number) for number in range(5))
    twins = evaluate(dilemmas(20), choosing(rational), arms=FACTS_BY_CUE)
    plain_evaluation = evaluate(plain_dilemmas, choosing(rational))
    combined_evaluation = twins.model_copy(
        update={
            "items": (*twins.items, *plain_evaluation.items),
            "decisions": (*twins.decisions, *plain_evaluation.decisions),
        }
    )
    study = prepare([combined_evaluation])
    assert overall(study).dilemmas == 40
    (left_out,) = [row for row in facts(study) if (row.bias, row.tier) == ("hindsight bias", "all tiers")]
    assert isinstance(left_out.facts, Gap)


def test_holm_is_over_a_subjects_biases_and_small_cells_are_not_tested() -> None:
    pairs = (*dilemmas(24), *(dilemma_with_twin(Bias.HINDSIGHT, number) for number in range(6)))
    rows = facts(study_of(rational, pairs))
    row_by_bias = {row.bias: row for row in rows if row.tier == "all tiers"}
    for name in ("framing effect", "anchoring bias"):
        assert row_by_bias[name].holm_facts == pytest.approx(2 * (as_effect(row_by_bias[name].facts).p or 0))
    assert as_effect(row_by_bias["hindsight bias"].facts).p is None
    assert isinstance(row_by_bias["hindsight bias"].holm_facts, Gap)
    assert isinstance(row_by_bias["all biases"].holm_facts, Gap)
    assert all(as_effect(row.facts).p is None for row in rows if row.tier != "all tiers" and row.dilemmas)


def test_a_series_is_one_cluster() -> None:
    """Eight scenarios of five dilemmas that always agree are eight observations, not forty."""

    def by_scenario(dilemma: Dilemma, arm: Arm, run: int) -> Option:
        reads = task(dilemma) // 5 % 2 == 0
        return dilemma.right_option(arm) if reads else Option.A

    single = dilemmas(40, (Bias.FRAMING,))
    series = tuple(in_series(dilemma, number // 5) for number, dilemma in enumerate(single))
    single_row, grouped_row = (overall(study_of(by_scenario, pairs)) for pairs in (single, series))
    assert (single_row.clusters, grouped_row.clusters) == (40, 8)
    assert as_effect(single_row.facts).estimate == as_effect(grouped_row.facts).estimate
    assert as_effect(grouped_row.facts).high - as_effect(grouped_row.facts).low > 1.5 * (
        as_effect(single_row.facts).high - as_effect(single_row.facts).low
    )


def decide(name: str, pairs: tuple[Dilemma, ...]) -> Evaluation:
    """Show the 2 × 2 of each pair to a simulated subject."""
    protocol = DilemmaProtocol()
    decisions = simulated_decisions(protocol, pairs, name, Showing(runs=2, arms=FACTS_BY_CUE))
    return evaluation_of(pairs, decisions, f"simulated/{name}")


@pytest.fixture(scope="module")
def composed_dilemmas() -> tuple[Dilemma, ...]:
    """Three composed dilemmas for each bias, with their twins."""
    author = GrammarAuthor({"mode": "closed-book", "depth": "2-4"}, seed=3)
    return tuple(pair_of(author.candidate(bias, number)) for bias in Bias for number in range(3))


@pytest.mark.parametrize(
    ("name", "fact", "cue"),
    [
        ("rational", 1.0, 0.0),
        ("biased?rate=1", 0.5, 0.5),
        ("prefers-a", 0.0, 0.0),
        ("rational?position=1", 0.0, 0.0),
        ("cue-follower", 0.0, 1.0),
        ("contrarian", 0.0, -1.0),
    ],
)
def test_simulated_subjects_have_their_effects_on_composed_dilemmas(
    composed_dilemmas: tuple[Dilemma, ...], name: str, fact: float, cue: float
) -> None:
    row = overall(prepare([decide(name, composed_dilemmas)]))
    assert row.dilemmas == 24
    assert (as_effect(row.facts).estimate, as_effect(row.cue).estimate) == (fact, cue)


def test_the_report_shows_the_2_by_2_beside_the_headline(composed_dilemmas: tuple[Dilemma, ...]) -> None:
    """The net effect stays; a subject without twins has gaps; the answer names the others."""
    twins = decide("biased?rate=1", composed_dilemmas)
    decisions = tuple(
        decision.model_copy(update={"arm": decision.arm}) for decision in twins.decisions if "twin" not in decision.arm
    )
    other_evaluation = twins.model_copy(update={"subject": "other", "decisions": decisions})
    study = prepare([twins, other_evaluation])
    findings = report_on(study)
    first, second = findings.summary.rows
    assert {row["subject"]: row["effect"] for row in (first, second)} == {twins.subject: 1.0, "other": 1.0}
    cells = {str(row["subject"]): row["cue_effect"] for row in (first, second)}
    assert cells[twins.subject] == 0.5
    assert isinstance(cells["other"], Gap)
    (chapter,) = [chapter for chapter in findings.chapters if chapter.key == "facts"]
    assert [table.key for table in chapter.result.tables] == ["facts"]
    (line,) = [line for line in findings.answer if "fact effect" in line]
    assert twins.subject in line
    assert "other" not in line.replace("the other", "")
    rows = facts(study)
    assert {row.subject for row in rows} == {twins.subject}
    assert len(table(rows, study.tiers).rows) == len(rows)
    drawing = draw(picture(rows))
    assert "ideal" in drawing.svg
    assert "+50.0" in drawing.picture.alt


def test_without_twins_the_chapter_is_absent_and_the_report_says_why() -> None:
    findings = report_on(prepare([evaluate(dilemmas(20), always_right)]))
    assert not [chapter for chapter in findings.chapters if chapter.key == "facts"]
    assert any(line.startswith("Facts against cue") for line in findings.absent)
    assert "cue_effect" not in findings.summary.rows[0]


def test_twin_arms_are_scored_by_their_own_facts() -> None:
    """In every analysis that counts errors: the arrays that they share, and the position table."""
    study = study_of(rational)
    (decisions,) = study.decisions
    for arm in FACTS_BY_CUE:
        assert not decisions.wrong(arm).any()
    assert study_of(lambda dilemma, arm, run: dilemma.correct_option).decisions[0].wrong(Arm.TWIN).all()
