"""Subjects against each other: on shared dilemmas only, and authors against their own work."""

import asyncio
from collections.abc import Sequence

import pytest

from probe.analysis.dataset.exclusions import different_datasets
from probe.analysis.effects.comparison import comparison, differences, picture, table
from probe.analysis.effects.effect import effects
from probe.analysis.effects.estimating import distinguishable, overall_by_subject
from probe.analysis.effects.leakage import leakage, model_name
from probe.analysis.effects.leakage import table as leakage_table
from probe.analysis.figures.style import draw
from probe.analysis.study import prepare
from probe.analysis.tables import Gap
from probe.models.simulated import RuleSubject
from probe.protocols.dilemmas.simulated import simulated_subject
from probe.values import Arm, Bias, Dilemma, Message, ModelSpec, Option, Provenance, Request
from tests.analysis.made_datasets import Chooser, errs_where, evaluate, number, pair, pairs, shown_letter, task
from tests.defined import defined


def simulated(name: str, dilemmas: Sequence[Dilemma]) -> Chooser:
    """Return the decisions of a packaged simulated subject."""
    subject = RuleSubject(spec := ModelSpec.parse(name), simulated_subject(spec, dilemmas))

    def choose(dilemma: Dilemma, arm: Arm, run: int, exchanged: bool) -> str:
        message = Message(role="user", content=dilemma.text(arm) or "")
        answer = asyncio.run(subject.complete(Request(purpose="decide", messages=(message,), run=run)))
        option = Option.of_letter(answer.text[-1])
        return shown_letter(option, exchanged)

    return choose


def wrong_on(multiple: int, runs: int = 5) -> Chooser:
    """Return a subject that errs on biased texts of every ``multiple``-th dilemma, in ``runs`` runs."""

    @errs_where
    def choose(dilemma: Dilemma, arm: Arm, run: int) -> object:
        return arm is Arm.BIASED and task(dilemma) % multiple == 0 and (run < runs)

    return choose


def test_the_difference_of_effects_is_that_of_the_planted_ones() -> None:
    """Of 60 dilemmas one errs on every third under the cue, the other on every sixth."""
    dilemmas = pairs([Bias.FRAMING], 60)
    study = prepare([evaluate(dilemmas, wrong_on(3), subject="a"), evaluate(dilemmas, wrong_on(6), subject="b")])
    (row,) = table(comparison(study.scores), study.headline).rows
    assert [row["first_effect"], row["second_effect"]] == pytest.approx([20 / 60, 10 / 60])
    assert row["difference"] == row["flip_difference"] == pytest.approx(20 / 60 - 10 / 60)
    assert number(row["low"]) > 0
    assert number(row["holm_p"]) == number(row["p"]) < 0.01


def test_noise_flips_more_but_is_not_an_effect() -> None:
    """A noisy subject flips twice as often as one that the cue moves; the comparison names the other one."""
    dilemmas = pairs(list(Bias), 25)
    names = ("simulated/rational?noise=0.15", "simulated/biased?rate=0.12")
    study = prepare([evaluate(dilemmas, simulated(name, dilemmas), subject=name) for name in names])
    (row,) = comparison(study.scores)
    assert defined(row.flips).low > 0
    assert defined(row.difference).high < 0
    assert row.significant
    effect_by_name = {name: row.effect for name, row in overall_by_subject(effects(study.scores, study.tiers)).items()}
    assert not distinguishable(effect_by_name[names[0]])
    assert distinguishable(effect_by_name[names[1]])


def test_equal_subjects_do_not_differ() -> None:
    dilemmas = pairs([Bias.FRAMING], 30)
    study = prepare([evaluate(dilemmas, wrong_on(3), subject=name) for name in ("a", "b")])
    (row,) = table(comparison(study.scores), study.headline).rows
    assert row["difference"] == 0.0
    assert row["p"] == 1.0
    assert number(row["low"]) < 0 < number(row["high"])


def test_runs_over_different_datasets_are_reported_and_compared_on_shared_dilemmas() -> None:
    first_dilemmas = [pair(Bias.FRAMING, number) for number in range(50)]
    second_dilemmas = [pair(Bias.FRAMING, number) for number in range(25, 75)]
    study = prepare(
        [evaluate(first_dilemmas, wrong_on(3), subject="a"), evaluate(second_dilemmas, wrong_on(3), subject="b")]
    )
    row = table(comparison(study.scores), study.headline).rows[0]
    assert (row["shared"], row["apart"]) == (25, 50)
    assert "25 of 75" in str(different_datasets(study.decisions))
    assert different_datasets(study.decisions[:1]) is None


def test_a_ranking_over_different_dilemmas_is_not_called_a_comparison() -> None:
    """30 of 50 dilemmas are shared; 5 of 55 without an answer of one subject do not get a sentence."""
    dilemmas = pairs([Bias.FRAMING], 60)
    for slices, is_warned in (((slice(0, 50), slice(20, 60)), True), ((slice(0, 55), slice(0, 60)), False)):
        evaluations = [
            evaluate(dilemmas[dilemma_slice], wrong_on(3), subject=name)
            for name, dilemma_slice in zip("ab", slices, strict=True)
        ]
        first, *_ = differences(comparison(prepare(evaluations).scores))
        assert first.startswith("Subjects answered different dilemmas") == is_warned


def test_no_dilemma_in_common_is_a_marked_gap() -> None:
    study = prepare(
        [
            evaluate(pairs([Bias.FRAMING], 30), wrong_on(3), subject="a"),
            evaluate(pairs([Bias.ANCHORING], 30), wrong_on(3), subject="b"),
        ]
    )
    rows = comparison(study.scores)
    row = table(rows, study.headline).rows[0]
    assert row["difference"] == row["holm_p"] == Gap(reason="no dilemma in common")
    assert "<svg" in draw(picture(rows)).svg


def test_own_dilemmas_are_recognised_by_the_model_name_without_provider() -> None:
    assert model_name("openai/GPT-4o-mini?effort=low") == model_name("gpt-4o-mini")


def test_a_hard_author_is_not_mistaken_for_a_leak() -> None:
    """All subjects flip twice as often on a's dilemmas: the plain difference shows this, the adjusted one does not."""
    dilemmas = [
        pair(Bias.FRAMING, number, provenance=Provenance(author="x/a" if number % 2 else "x/c")) for number in range(80)
    ]

    @errs_where
    def choose(dilemma: Dilemma, arm: Arm, run: int) -> object:
        is_hard = dilemma.provenance.author == "x/a"
        return arm is Arm.BIASED and run < (4 if is_hard else 2)

    study = prepare([evaluate(dilemmas, choose, subject=name) for name in ("x/a", "x/b")])
    own_row, other_row = leakage_table(leakage(study.scores)).rows
    assert own_row["difference"] == pytest.approx(0.0)
    assert other_row["difference"] == Gap(reason="wrote none of these dilemmas")
