"""Tiers: quartiles by linear interpolation, bands with their bounds, and what was not measured."""

import numpy as np
import pytest

from probe.analysis.depth.tier_contrast import high_low, tiers_picture
from probe.analysis.depth.tier_contrast import picture as high_low_picture
from probe.analysis.depth.tier_contrast import table as high_low_table
from probe.analysis.depth.tiers import Tiers, TierScheme, choose_tiers, measure_of
from probe.analysis.depth.trends import trend_measure
from probe.analysis.effects.effect import effects
from probe.analysis.effects.estimating import overall_by_subject
from probe.analysis.figures.style import style
from probe.analysis.study import prepare
from probe.values import Arm, Bias, Complexity, Dilemma, Evaluation
from tests.analysis.made_datasets import errs_where, evaluate, flips_at, pair, shown_letter, task
from tests.defined import defined


def of_complexity(number: int, **measures: int) -> Dilemma:
    return pair(Bias.FRAMING, number, complexity=Complexity(**measures))


@pytest.mark.parametrize(
    ("inferences", "bounds"),
    [
        (range(101), (25.0, 50.0, 75.0)),
        ((1, 2, 4, 8), (1.75, 3.0, 5.0)),
        ((3,), (3.0, 3.0, 3.0)),
        ((), (4.0, 7.0, 11.0)),
    ],
    ids=["hundred", "four", "one", "not measured"],
)
def test_quartiles_are_interpolated_or_those_of_the_publication(inferences: range, bounds: tuple[float, ...]) -> None:
    dilemmas = [of_complexity(number, inferences=steps) for number, steps in enumerate(inferences)]
    tiers = choose_tiers(TierScheme.QUARTILES, [*dilemmas, of_complexity(200, size=9)])
    assert (tiers.bounds, tiers.measure) == (bounds, "inferences")


def test_tiers_can_be_quartiles_of_choice_steps() -> None:
    dilemmas = [of_complexity(number, inferences=7, choice_steps=number) for number in range(1, 41)]
    tiers = choose_tiers(TierScheme.CHOICE_STEPS, dilemmas)
    assert (tiers.measure, tiers.bounds) == ("choice_steps", (10.75, 20.5, 30.25))
    assert "choice steps as the paper counts them" in tiers.sentence
    study = prepare([evaluate(dilemmas, flips_at(0.2))], TierScheme.CHOICE_STEPS)
    assert np.bincount(study.scores.tier).tolist() == [10, 10, 10, 10]
    dilemmas = [dilemma.model_copy(update={"complexity": Complexity(choice_steps=3)}) for dilemma in dilemmas]
    scores = prepare([evaluate(dilemmas, flips_at(0.2))], TierScheme.CHOICE_STEPS).scores
    assert trend_measure(scores, "choice_steps") == "choice_steps"


def test_a_bound_belongs_to_the_tier_below_it() -> None:
    tiers = Tiers(scheme=TierScheme.QUARTILES, measure="inferences", bounds=(1.5, 3.0, 10.0))
    values = np.array([0.0, 1.5, 1.6, 3.0, 3.1, 10.0, 10.1, np.nan])
    assert tiers.codes(values).tolist() == [0, 0, 1, 1, 2, 2, 3, -1]
    labels = ["low (≤ 1.5)", "mid-low (1.5 < s ≤ 3)", "mid-high (3 < s ≤ 10)", "high (> 10)"]
    assert [tiers.label(code) for code in range(4)] == labels
    assert tiers.sentence.startswith("quartiles over all dilemmas of s = inferences")
    assert tiers.sentence.endswith(": " + "; ".join(labels))


def test_what_was_not_measured_is_nan() -> None:
    dilemmas = [of_complexity(0, size=3, depth=2), of_complexity(1, inferences=7)]
    for measure, expected in (("size", [3, np.nan]), ("depth", [2, np.nan]), ("inferences", [np.nan, 7])):
        assert np.array_equal(measure_of(dilemmas, measure), expected, equal_nan=True)


def misled_evaluation(share: int, measured_count: int = 60, count: int = 60, subject: str = "a") -> Evaluation:
    """Return a subject that errs under the cue where size is above 4, in every ``share``-th dilemma."""
    dilemmas = [
        pair(Bias.FRAMING, number) if number < measured_count else pair(Bias.FRAMING, number, complexity=Complexity())
        for number in range(count)
    ]

    @errs_where
    def choose(dilemma: Dilemma, arm: Arm, run: int) -> object:
        number = task(dilemma)
        return arm is Arm.BIASED and (dilemma.complexity.size or 0) > 4 and (number % share == 0)

    return evaluate(dilemmas, choose, subject=subject, runs=2)


def test_dilemmas_without_a_size_are_a_tier_of_their_own_and_in_all_tiers() -> None:
    study = prepare([misled_evaluation(2, measured_count=50)])
    rows = effects(study.scores, study.tiers)
    assert [(row.bias, row.tier.partition(" (")[0], row.dilemmas) for row in rows[:6]] == [
        ("all biases", "all tiers", 60), ("all biases", "low", 12), ("all biases", "mid-low", 12),
        ("all biases", "mid-high", 16), ("all biases", "high", 10), ("all biases", "not measured", 10),
    ]  # fmt: skip
    assert len(rows) == 12
    assert len(overall_by_subject(rows)) == 1
    assert trend_measure(study.scores, "size") == "size"
    complete_study = prepare([misled_evaluation(2)])
    assert trend_measure(complete_study.scores, "size") == "depth"
    assert all(row.tier != "not measured" for row in effects(complete_study.scores, complete_study.tiers))


def test_descriptions_list_the_effects_of_tiers_and_their_difference() -> None:
    """The cue misleads one subject in all dilemmas of the two upper tiers, the other in every second of them."""
    study = prepare([misled_evaluation(1, subject="x/all"), misled_evaluation(2, subject="x/half")])
    rows = effects(study.scores, study.tiers)
    effect_by_tier = {
        (row.subject, row.tier.partition(" (")[0]): row.effect for row in rows if row.bias == "all biases"
    }
    drawing = tiers_picture(rows, study.estimand)
    assert (
        "x/all, low 0.0; x/all, mid-low 0.0; x/all, mid-high +100.0; x/all, high +100.0; x/half, low 0.0" in drawing.alt
    )
    effect = defined(effect_by_tier["x/half", "high"])
    assert 0.3 < effect.estimate < 0.7
    assert drawing.alt.endswith(f"x/half, high +{100 * effect.estimate:.1f}.")
    contrasts = high_low(study.scores)
    (row,) = high_low_table(contrasts).where(subject="x/half")
    assert row["difference"] == pytest.approx(effect.estimate)
    assert "all, framing effect (n = 26) +100.0" in high_low_picture(contrasts).alt


def test_panels_beyond_the_biases_are_hidden() -> None:
    """Two biases and all of them make two columns of two panels; the lowest of each column has the tiers' names."""
    dilemmas = [pair(bias, number) for bias in list(Bias)[:2] for number in range(10)]
    study = prepare(
        [evaluate(dilemmas, lambda dilemma, arm, run, exchanged: shown_letter(dilemma.correct_option, exchanged))]
    )
    with style():
        figure = tiers_picture(effects(study.scores, study.tiers), study.estimand).draw()
    assert [axes.get_visible() for axes in figure.axes] == [True, True, True, False]
    has_labels = [any(label.get_visible() for label in axes.get_xticklabels()) for axes in figure.axes[:3]]
    assert has_labels == [False, True, True]
