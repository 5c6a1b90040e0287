"""Effects and flips by subject, bias and tier: exact where they are planted, marked where there are none."""

import math
import random
from types import SimpleNamespace

import numpy as np
import pytest

from probe.analysis.depth.tiers import TierScheme
from probe.analysis.effects import effect, flips
from probe.analysis.effects.biases import pooled_biases
from probe.analysis.effects.position import Position, Preference, position, preferences
from probe.analysis.effects.position import picture as position_picture
from probe.analysis.effects.position import table as position_table
from probe.analysis.effects.reliability import components, reliability
from probe.analysis.estimand import Estimand
from probe.analysis.statistics.differences import Effect, bounds_of_mean
from probe.analysis.statistics.intervals import bounds_of_rate
from probe.analysis.study import prepare
from probe.analysis.tables import Cell, ColumnSpec, Gap, Table, make_table, present
from probe.errors import InputError
from probe.values import Arm, Bias, Dilemma, Evaluation, Provenance
from tests.analysis.made_datasets import (
    Chooser,
    errs_where,
    evaluate,
    flips_at,
    number,
    pair,
    pairs,
    shown_letter,
    task,
    with_controls,
)
from tests.defined import defined


def table_of(*evaluations: Evaluation, scheme: TierScheme = TierScheme.FIXED) -> Table:
    """Return one table with the columns of the effects and those of the flips."""
    study = prepare(evaluations, scheme)
    effects = effect.table(effect.effects(study.scores, study.tiers), study.tiers, study.estimand)
    flip_table = flips.table(flips.flips(study.scores, study.tiers), study.tiers)
    rows = tuple({**effect_row, **flip_row} for effect_row, flip_row in zip(effects.rows, flip_table.rows, strict=True))
    return Table(key="both", title="Both", columns=(*effects.columns, *flip_table.columns), rows=rows)


def overall(table: Table, bias: str = "all biases") -> dict[str, Cell]:
    return table.where(bias=bias, tier="all tiers")[0]


def test_the_rate_is_exactly_the_planted_share_of_flips() -> None:
    """Dilemma n flips in its first n mod 4 runs of 5: the mean of these shares comes out, not an estimate."""
    choose = errs_where(lambda dilemma, arm, run: arm is Arm.BIASED and run < task(dilemma) % 4)
    row = overall(table_of(evaluate(pairs(list(Bias), 40), choose)))
    planted_rate = sum(number % 4 for number in range(40)) / (40 * 5)
    assert row["sensitivity"] == planted_rate
    assert row["right_to_wrong"] == row["sensitivity"] == row["harmful"]
    assert row["wrong_to_right"] == 0.0
    assert (row["dilemmas"], row["runs"]) == (320, 1600)


def test_wrong_to_right_flips_are_not_harmful() -> None:
    choose = errs_where(lambda dilemma, arm, run: arm is not Arm.BIASED)
    row = overall(table_of(evaluate(pairs([Bias.FRAMING], 10), choose)))
    assert (row["sensitivity"], row["wrong_to_right"], row["right_to_wrong"]) == (1.0, 1.0, 0.0)
    assert (row["harmful"], row["error_on_unbiased"], row["solved_dilemmas"]) == (0.0, 1.0, 0)
    assert row["sensitivity_solved"] == Gap(reason="none solved unbiased")


def test_unparsed_decisions_widen_the_bounds_and_leave_the_rate() -> None:
    def mute_in_run_0(dilemma: Dilemma, arm: Arm, run: int, exchanged: bool) -> str:
        return "unparsed" if run == 0 and arm is Arm.BIASED else shown_letter(dilemma.correct_option, exchanged)

    row = overall(table_of(evaluate(pairs([Bias.FRAMING], 30), mute_in_run_0)))
    assert row["sensitivity"] == 0.0
    assert row["unparsed"] == pytest.approx(0.2)
    assert row["bound_low"] == 0.0
    rates = defined(bounds_of_rate(np.zeros(30), np.full(30, 0.2), np.arange(30)))
    assert row["bound_high"] == pytest.approx(rates.high)
    assert rates.high > 0.2
    assert row["effect"] == 0.0
    bounds = defined(bounds_of_mean(np.zeros(30), np.full(30, 0.2), np.arange(30)))
    assert row["effect_bound_low"] == pytest.approx(min(bounds.low, number(row["low"])))
    assert row["effect_bound_high"] == pytest.approx(max(bounds.high, number(row["high"])))
    assert bounds.low < 0
    assert bounds.high > 0.2


def test_effects_of_both_signs_cancel_in_the_net_effect_and_not_in_excess_flips() -> None:
    """Half of the dilemmas mislead, half correct: the net effect is zero, and all flips are beyond noise."""
    both_ways = errs_where(lambda dilemma, arm, run: (arm is Arm.BIASED) == (task(dilemma) % 2 == 0))
    row = overall(table_of(evaluate(pairs([Bias.FRAMING], 40), both_ways)))
    assert row["effect"] == row["net_effect"] == 0.0
    assert (row["sensitivity"], row["excess_flips"], row["noise_unbiased"], row["noise_biased"]) == (1.0, 1.0, 0.0, 0.0)
    assert (row["right_to_wrong"], row["wrong_to_right"]) == (0.5, 0.5)


def test_noise_is_in_the_floor_and_not_in_the_effect() -> None:
    """An unbiased subject with 15 % noise: a flip rate of 26 %, all of it noise floor."""
    draw = random.Random(6)
    noisy = errs_where(lambda dilemma, arm, run: draw.random() < 0.15)
    row = overall(table_of(evaluate(pairs(list(Bias), 40), noisy)))
    assert number(row["sensitivity"]) == pytest.approx(0.255, abs=0.05)
    assert number(row["noise_unbiased"]) == pytest.approx(0.255, abs=0.05)
    assert number(row["low"]) < 0 < number(row["high"])
    assert number(row["excess_low"]) < 0 < number(row["excess_high"])
    assert number(row["error_on_unbiased"]) == pytest.approx(0.15, abs=0.03)


def test_the_estimand_is_one_for_the_whole_report() -> None:
    """A single subject without a placebo arm makes the effect of all subjects the net one."""
    dilemmas = [with_controls(dilemma) for dilemma in pairs([Bias.FRAMING], 20)]
    arms = (Arm.UNBIASED, Arm.BIASED, Arm.PLACEBO)
    shown_all = evaluate(dilemmas, flips_at(0.2), subject="a", arms=arms)
    second_evaluation = evaluate(dilemmas, flips_at(0.2), subject="b")
    assert prepare([shown_all]).estimand is Estimand.ADJUSTED
    assert prepare([shown_all, second_evaluation]).estimand is Estimand.NET
    row = overall(table_of(shown_all, second_evaluation))
    assert row["effect"] == row["net_effect"]
    assert number(row["adjusted_effect"]) == pytest.approx(number(row["effect"]))


def test_a_series_is_one_cluster() -> None:
    """Ten scenarios of four dilemmas that always agree: the interval is nearly as wide as that of ten dilemmas."""
    series = [
        pair(Bias.FRAMING, number, provenance=Provenance(author="grammar", series=f"s{number // 4}"))
        for number in range(40)
    ]
    by_scenario = errs_where(lambda dilemma, arm, run: arm is Arm.BIASED and task(dilemma) // 4 % 2 == 0)
    single_dilemmas = [dilemma.model_copy(update={"provenance": Provenance(author="grammar")}) for dilemma in series]
    grouped_row, single = (overall(table_of(evaluate(dilemmas, by_scenario))) for dilemmas in (series, single_dilemmas))
    widths = [number(row["high"]) - number(row["low"]) for row in (grouped_row, single)]
    assert (grouped_row["clusters"], single["clusters"]) == (10, 40)
    assert grouped_row["effect"] == single["effect"]
    assert widths[0] > 1.5 * widths[1]


@pytest.mark.parametrize(("differ", "worst_bias"), [(True, "anchoring bias"), (False, None)])
def test_a_worst_bias_is_named_only_where_biases_differ(differ: bool, worst_bias: str | None) -> None:
    draw = random.Random(3)

    @errs_where
    def choose(dilemma: Dilemma, arm: Arm, run: int) -> object:
        rate = 0.6 if differ and dilemma.bias is Bias.ANCHORING else 0.2
        return arm is Arm.BIASED and draw.random() < rate

    study = prepare([evaluate(pairs(list(Bias)[:4], 30), choose)])
    pooled, tests = pooled_biases(study.scores, effect.effects(study.scores, study.tiers))
    assert {test.subject: name for test in tests for name in present([test.worst])} == (
        {"simulated/planted": worst_bias} if worst_bias else {}
    )
    (row,) = [row for row in pooled if row.bias == "anchoring bias"]
    pooled_effect, unpooled_effect = defined(row.pooled), defined(row.effect)
    assert not differ or 0.2 < pooled_effect.estimate < unpooled_effect.estimate


def test_biases_without_any_spread_do_not_differ() -> None:
    study = prepare(
        [
            evaluate(
                pairs(list(Bias)[:4], 30),
                lambda dilemma, _, __, exchanged: shown_letter(dilemma.correct_option, exchanged),
            )
        ]
    )
    pooled, (test,) = pooled_biases(study.scores, effect.effects(study.scores, study.tiers))
    assert [(row.bias, row.pooled.estimate) for row in pooled if not isinstance(row.pooled, Gap)] == [
        (row.bias, 0.0) for row in pooled
    ]
    assert (test.q, test.p, test.i2) == (0.0, 1.0, 0.0)


def test_the_sources_of_variance_and_reliability_are_the_planted_ones() -> None:
    """Dilemmas differ and runs do not: all variance is theirs; three subjects keep their order on other dilemmas."""

    def always(rate: int) -> Chooser:
        return errs_where(lambda dilemma, arm, run: arm is Arm.BIASED and task(dilemma) % 10 < rate)

    study = prepare([evaluate(pairs([Bias.FRAMING], 60), always(rate), subject=str(rate)) for rate in (1, 5, 9)])
    shares = {(row.subject, row.factor): row.share for row in components(study.decisions, study.estimand)}
    assert shares["5", "dilemma"] == pytest.approx(1.0)
    (row,) = [row for row in reliability(study.scores) if row.score == "framing effect"]
    assert row.units == 3
    assert defined(row.reliability).low > 0.8


def test_a_profile_over_biases_of_different_sizes_is_reliable_where_their_effects_differ() -> None:
    rates = {Bias.ANCHORING: (1, 20), Bias.FRAMING: (5, 60), Bias.HINDSIGHT: (9, 40)}

    @errs_where
    def choose(dilemma: Dilemma, arm: Arm, run: int) -> object:
        number = task(dilemma)
        return arm is Arm.BIASED and number % 10 < rates[Bias(dilemma.bias)][0]

    dilemmas = [pair(bias, number) for bias, (_, count) in rates.items() for number in range(count)]
    rows = reliability(prepare([evaluate(dilemmas, choose)]).scores)
    (profile,) = [row for row in rows if row.over == "biases"]
    assert profile.units == 3
    assert defined(profile.reliability).low > 0.7


def test_a_subject_that_never_parses_leaves_marked_gaps() -> None:
    row = overall(table_of(evaluate(pairs([Bias.FRAMING], 5), lambda *_: "unparsed")))
    assert row["unparsed"] == 1.0
    assert row["sensitivity"] == Gap(reason="no readable decision")
    assert row["unreadable_dilemmas"] == 5


def test_a_tier_without_a_dilemma_is_shown_with_its_gap() -> None:
    dilemmas = [pair(Bias.FRAMING, number) for number in range(2)]
    table = table_of(evaluate(dilemmas, flips_at(0.5)))
    row = next(row for row in table.where(bias="framing effect") if str(row["tier"]).startswith("high"))
    assert (row["dilemmas"], row["sensitivity"]) == (0, Gap(reason="no dilemma"))


def test_missing_runs_are_counted_not_dropped() -> None:
    evaluation = evaluate(pairs([Bias.FRAMING], 4), flips_at(0.0))
    row = overall(table_of(evaluation.model_copy(update={"decisions": evaluation.decisions[:-3]})))
    assert (row["unanswered"], row["runs"]) == (3, 17)


def test_the_adjusted_effect_is_the_error_rate_on_biased_minus_that_on_placebo() -> None:
    """The edit alone misleads in run 0, the cue in runs 0 and 1: the flip rate is 40 %, the cue's effect is 20 %."""

    @errs_where
    def choose(dilemma: Dilemma, arm: Arm, run: int) -> object:
        return (arm is Arm.BIASED and run < 2) or (arm is Arm.PLACEBO and run < 1)

    dilemmas = [with_controls(dilemma) for dilemma in pairs([Bias.FRAMING], 20)]
    arms = (Arm.UNBIASED, Arm.BIASED, Arm.PLACEBO)
    row = overall(table_of(evaluate(dilemmas, choose, arms=arms)))
    assert row["sensitivity"] == pytest.approx(0.4)
    assert row["adjusted_effect"] == pytest.approx(0.2)
    assert row["counter_effect"] == Gap(reason="counter arm not shown")


def test_a_cell_without_a_dilemma_has_that_as_its_reason() -> None:
    rows = table_of(evaluate(pairs([Bias.FRAMING], 2), flips_at(0.2))).rows
    empty = [row for row in rows if row["dilemmas"] == 0]
    assert empty
    assert {row[key] for row in empty for key in ("adjusted_effect", "counter_effect")} == {Gap(reason="no dilemma")}


def test_a_subject_that_only_prefers_a_has_no_flips_and_a_found_preference() -> None:
    dilemmas = [with_controls(dilemma) for dilemma in pairs(list(Bias), 10)]
    lazy = evaluate(dilemmas, lambda *_: "A", arms=(Arm.UNBIASED, Arm.BIASED, Arm.PLACEBO))
    row = overall(table_of(lazy))
    assert (row["sensitivity"], row["adjusted_effect"]) == (0.0, 0.0)
    rows = position(prepare([lazy]).decisions)
    position_row = position_table(rows).rows[0]
    assert (position_row["first"], position_row["changed"]) == (1.0, 1.0)
    assert len(preferences(rows)) == 1
    assert "100.0 %" in position_picture(rows).alt
    fair_evaluation = evaluate(dilemmas, flips_at(0.2))
    even = position(prepare([fair_evaluation]).decisions)
    assert position_table(even).rows[0]["first"] == pytest.approx(0.5)
    assert preferences(even) == ()


@pytest.mark.parametrize(
    ("first", "limits", "mention_count"), [(0.52, (0.51, 0.53), 0), (0.56, (0.54, 0.58), 1), (0.4, (0.3, 0.51), 0)]
)
def test_only_a_significant_and_large_preference_is_mentioned(
    first: float, limits: tuple[float, float], mention_count: int
) -> None:
    preference = Preference(Effect(estimate=first, low=limits[0], high=limits[1], p=None), 0.0)
    assert len(preferences([Position("s", "unbiased", 100, preference, Gap(reason="not used"))])) == mention_count


def test_as_written_order_cannot_show_a_preference() -> None:
    evaluation = evaluate(pairs([Bias.FRAMING], 10), lambda *_: "A", order="as-written")
    position_row = position_table(position(prepare([evaluation]).decisions)).rows[0]
    assert position_row["first"] == Gap(reason="no dilemma was shown in both orders")
    assert position_row["shown_a"] == 1.0


def test_quartiles_are_cut_over_the_pairs_and_fixed_bands_are_the_designs() -> None:
    evaluation = evaluate(pairs([Bias.FRAMING], 90), flips_at(0.1))
    quartiles = prepare([evaluation], TierScheme.QUARTILES).tiers
    assert quartiles.bounds == (6.0, 10.0, 14.0)
    assert ["inferences" in tiers.sentence for tiers in (quartiles, prepare([evaluation]).tiers)] == [True, False]
    fixed_tiers = prepare([evaluation]).tiers
    assert fixed_tiers.label(0) == "low (≤ 2)"
    sizes = [dilemma.complexity.size for dilemma in evaluation.items]
    tiers = prepare([evaluation]).scores.tier
    assert {(size, int(tier)) for size, tier in zip(sizes, tiers, strict=True)} == {
        (1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 2), (8, 3), (9, 3),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"items": ()}, "empty"),
        ({"decisions": ()}, "made no decision"),
        ({"items": pairs([Bias.HINDSIGHT], 3)}, "the dataset does not have"),
    ],
)
def test_input_that_cannot_be_measured_is_a_one_line_error(change: dict[str, object], line: str) -> None:
    evaluation = evaluate(pairs([Bias.FRAMING], 3), flips_at(0.1)).model_copy(update=change)
    with pytest.raises(InputError, match=line) as excinfo:
        prepare([evaluation])
    assert "\n" not in str(excinfo.value)


def test_one_subject_twice_on_one_dilemma_is_rejected() -> None:
    evaluation = evaluate(pairs([Bias.FRAMING], 3), flips_at(0.1))
    with pytest.raises(InputError, match="in two of the folders"):
        prepare([evaluation, evaluation])


def test_no_table_contains_nan() -> None:
    rows = [SimpleNamespace(x=value) for value in (math.nan, math.inf, None)]
    table = make_table("t", "T", [ColumnSpec("x", "x", "number")], rows, gap="nothing")
    assert table.column("x") == [Gap(reason="nothing")] * 3
    with pytest.raises(ValueError, match="finite"):
        Table(key="t", title="T", columns=table.columns, rows=({"x": math.nan},))
