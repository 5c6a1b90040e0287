"""Subjects against each other: on shared dilemmas only, and authors against their own work."""

import pytest

from probe.analysis.dataset.exclusions import different_datasets
from probe.analysis.effects.comparison import comparison, picture, table
from probe.analysis.effects.leakage import leakage, model_name
from probe.analysis.effects.leakage import table as leakage_table
from probe.analysis.figures.style import draw
from probe.analysis.study import prepare
from probe.analysis.tables import Gap
from probe.values import Arm, Bias, Pair, Provenance
from tests.analysis.datasets import Chooser, evaluate, flips_at, number, pair, pairs, shown


def wrong_on(multiple: int, runs: int = 5) -> Chooser:
    """Return a subject that errs on biased texts of every ``multiple``-th dilemma, in ``runs`` runs."""

    def choose(dilemma: Pair, arm: Arm, run: int, exchanged: bool) -> str:
        wrong = arm is Arm.BIASED and int(dilemma.unbiased.split()[3]) % multiple == 0 and run < runs
        return shown(dilemma.correct_option.other if wrong else dilemma.correct_option, exchanged)

    return choose


def test_discordant_dilemmas_are_counted_by_majority() -> None:
    """Of 60 dilemmas one errs on every third, the other on every sixth: 10 are wrong for the first alone."""
    dilemmas = pairs([Bias.FRAMING], 60)
    study = prepare([evaluate(dilemmas, wrong_on(3), subject="a"), evaluate(dilemmas, wrong_on(6), subject="b")])
    row = table(comparison(study.scores)).rows[0]
    assert (row["only_first_wrong"], row["only_second_wrong"], row["ties"]) == (10, 0, 0)
    assert row["mcnemar_p"] == pytest.approx(2 * 0.5**10)
    assert row["difference"] == pytest.approx(20 / 60 - 10 / 60)
    assert number(row["low"]) > 0
    assert number(row["p"]) < 0.01


def test_minority_flips_change_the_rate_and_not_the_majority() -> None:
    dilemmas = pairs([Bias.FRAMING], 60)
    study = prepare(
        [evaluate(dilemmas, wrong_on(3, runs=2), subject="a"), evaluate(dilemmas, flips_at(0), subject="b")]
    )
    row = table(comparison(study.scores)).rows[0]
    assert (row["only_first_wrong"], row["mcnemar_p"]) == (0, 1.0)
    assert row["difference"] == pytest.approx(0.4 / 3)


def test_equal_subjects_have_no_difference_and_a_marked_p() -> None:
    dilemmas = pairs([Bias.FRAMING], 30)
    study = prepare([evaluate(dilemmas, wrong_on(3), subject=name) for name in ("a", "b")])
    row = table(comparison(study.scores)).rows[0]
    assert (row["difference"], row["p"]) == (0.0, Gap(reason="no dilemma differs"))


def test_the_figures_description_counts_what_is_significant_after_holm() -> None:
    dilemmas = pairs([Bias.FRAMING], 60)
    study = prepare([evaluate(dilemmas, wrong_on(3), subject="a"), evaluate(dilemmas, wrong_on(6), subject="b")])
    (row,) = comparison(study.scores)
    assert "1 differ" in picture([row]).alt
    assert "0 differ" in picture([row._replace(holm_p=0.06)]).alt


def test_runs_over_different_datasets_are_reported_and_compared_on_shared_dilemmas() -> None:
    ours = [pair(Bias.FRAMING, number) for number in range(50)]
    theirs = [pair(Bias.FRAMING, number) for number in range(25, 75)]
    study = prepare([evaluate(ours, wrong_on(3), subject="a"), evaluate(theirs, wrong_on(3), subject="b")])
    row = table(comparison(study.scores)).rows[0]
    assert (row["shared"], row["apart"]) == (25, 50)
    assert "25 of 75" in str(different_datasets(study.decisions))
    assert different_datasets(study.decisions[:1]) is None


def test_no_dilemma_in_common_is_a_marked_gap() -> None:
    study = prepare(
        [
            evaluate(pairs([Bias.FRAMING], 30), wrong_on(3), subject="a"),
            evaluate(pairs([Bias.ANCHORING], 30), wrong_on(3), subject="b"),
        ]
    )
    rows = comparison(study.scores)
    row = table(rows).rows[0]
    assert row["difference"] == row["mcnemar_holm_p"] == Gap(reason="no dilemma in common")
    assert "<svg" in draw(picture(rows)).svg


def test_own_dilemmas_are_known_by_the_bare_model_name() -> None:
    assert model_name("openai/GPT-4o-mini?effort=low") == model_name("gpt-4o-mini")


def test_a_hard_author_is_not_taken_for_a_leak() -> None:
    """All subjects flip twice as often on a's dilemmas: the plain difference shows it, the adjusted does not."""
    authored = [
        pair(Bias.FRAMING, number, provenance=Provenance(author="x/a" if number % 2 else "x/c")) for number in range(80)
    ]

    def choose(dilemma: Pair, arm: Arm, run: int, exchanged: bool) -> str:
        hard = dilemma.provenance.author == "x/a"
        wrong = arm is Arm.BIASED and run < (4 if hard else 2)
        return shown(dilemma.correct_option.other if wrong else dilemma.correct_option, exchanged)

    study = prepare([evaluate(authored, choose, subject=name) for name in ("x/a", "x/b")])
    own, other = leakage_table(leakage(study.scores)).rows
    assert own["difference"] == pytest.approx(0.4)
    assert own["adjusted"] == pytest.approx(0.0)
    assert other["difference"] == Gap(reason="wrote none of these dilemmas")
