"""The estimators of triage against arithmetic, and against subjects whose effect is planted."""

from collections.abc import Sequence

import numpy as np
import pytest
from statsmodels.stats.inter_rater import fleiss_kappa as reference_kappa

from probe.analysis.statistics.intervals import Interval
from probe.analysis.tables import Gap
from probe.analysis.triage import contrasts, orders, places
from probe.analysis.triage.estimates import (
    Answers,
    attribute_rows,
    consistency_interval,
    estimate,
    family_rows,
    form_row,
    sets_row,
)
from probe.analysis.triage.orders import Ratio
from probe.analysis.triage.published import published_rows
from probe.analysis.triage.report import acceptance_by_place
from probe.analysis.triage.seen import SeenDecision
from probe.protocols.triage.items import TriageItem
from probe.protocols.triage.values import seen_decisions, values
from tests.defined import defined
from tests.protocols.triage.made import PROTOCOL, a_choice, a_form, a_set, an_attribute, decisions_of


def answers(items: Sequence[TriageItem], spec: str, **options: object) -> Answers:
    decisions = decisions_of(items, spec, **options)  # type: ignore[arg-type]
    attributes = {item.id: item.attribute for item in items}
    seen_list, item_values = list(seen_decisions(items, decisions)), tuple(values(items, decisions))
    return Answers(spec, decisions[0].mitigation, seen_list, attributes, item_values)


def seen_decision(profile: int, decision: int, order: int, item: str = "one", position: int = 0) -> Seen:
    return Seen(item, item, "sequence", "none", f"order_{order}", 0, False, position, profile, None, decision)


def chosen_option(item: str, arm: str, option: int) -> Seen:
    return Seen(item, item, "choice", "none", arm, 0, False, 0, 0, 0, option, shown=(0, 1, 2, 3))


@pytest.mark.parametrize(
    ("model", "mitigation", "framing", "groups"),
    [
        ("GPT-3.5", "none", 0.165, 0.085),
        ("GPT-4", "none", -0.405, 0.020),
        ("GPT-4", "counterfactual", -0.570, 0.015),
        ("Llama-2 13B", "contrastive", -0.568, -0.186),
        ("Llama-2 7B", "counterfactual", 0.542, 0.513),
        ("Llama-2 7B", "none", 0.002, -0.321),
    ],
)
def test_published_differences_follow_from_their_rates(
    model: str, mitigation: str, framing: float, groups: float
) -> None:
    rows = published_rows()
    assert len(rows) == 20
    [row] = [row for row in rows if (row.model, row.mitigation) == (model, mitigation)]
    assert row.framing == pytest.approx(framing)
    assert row.groups == pytest.approx(groups)


@pytest.mark.parametrize("rates", [(0.0, 1.0), (0.2, 0.5, 0.8), (0.1, 0.1, 0.1), (1.0, 1.0, 0.0, 0.5, 0.25)])
def test_d_and_consistency_follow_from_planted_rates(rates: tuple[float, ...]) -> None:
    runs = 20
    decisions = [
        seen_decision(profile, int(order >= rate * runs), order)
        for profile, rate in enumerate(rates)
        for order in range(runs)
    ]
    rate = sum(rates) / len(rates)
    expected = sum(abs(published_rate - rate) for published_rate in rates) / len(rates)
    [(_, distance)] = orders.distances(decisions)
    assert distance.value / distance.weight == pytest.approx(expected)
    assert orders.consistency(expected, rate) == pytest.approx(expected / (2 * rate * (1 - rate)))


def test_the_consistency_over_two_datasets_is_about_their_common_rate() -> None:
    """Each dataset's own values are about its own rate; the interval, the rate and d are of all decisions."""
    frequent, infrequent = (
        answers([a_set(f"{name} {number}", 5) for number in range(6)], f"coin?rate={rate}")
        for name, rate in (("often", 0.9), ("seldom", 0.1))
    )
    row = defined(
        sets_row(
            Answers("x", "none", [*frequent.seen, *infrequent.seen], {}, (*frequent.values, *infrequent.values)),
        )
    )
    figures = row.rate, row.distance, row.consistency, row.consistency_low, row.consistency_high
    rate, distance, consistency, low, high = (float(value) for value in figures if not isinstance(value, Gap))
    assert consistency == pytest.approx(distance / (2 * rate * (1 - rate)))
    assert low <= consistency <= high


def test_the_consistency_of_a_constant_subject_is_undefined() -> None:
    row = defined(sets_row(answers([a_set(str(number), 5) for number in range(3)], "coin?rate=1")))
    assert row.distance == 0
    assert isinstance(row.consistency, Gap)
    assert isinstance(row.kappa, Gap)
    assert "all or none" in row.consistency.reason


def test_kappa_is_that_of_fleiss() -> None:
    draw = np.random.default_rng(1)
    table = draw.integers(0, 2, size=(30, 7))
    decisions = [
        seen_decision(row, int(cell), order) for row, cells in enumerate(table) for order, cell in enumerate(cells)
    ]
    counts = np.array([[np.sum(cells == 0), np.sum(cells == 1)] for cells in table])
    assert orders.kappa(decisions) == pytest.approx(reference_kappa(counts, method="fleiss"))


@pytest.mark.parametrize(("size", "expected"), [(5, -0.25), (8, -1 / 7), (10, -1 / 9)])
def test_a_naive_lag_finds_carry_over_where_there_is_none(size: int, expected: float) -> None:
    """A set is drawn without replacement; the own-history estimate has nothing left to explain."""
    draw = np.random.default_rng(2)
    rights = np.arange(size) % 2
    decisions = []
    for session in range(2000):
        order = draw.permutation(size)
        decisions += [
            seen_decision(int(profile), int(rights[profile]), session, position=position)._replace(
                right=int(rights[profile])
            )
            for position, profile in enumerate(order)
        ]
    history_effect = orders.own_history(decisions)
    assert history_effect.naive == pytest.approx(expected, abs=0.02)
    assert history_effect.conditioned is None


def test_figures_name_the_mitigation_and_nothing_where_there_is_none() -> None:
    sets = [a_set(str(number), 5) for number in range(3)]
    plain_answers = answers(sets, "coin?rate=0.5")
    evaluations = [
        plain_answers._replace(subject="m/x", mitigation=name) for name in ("none", "bias-warning", "second-look")
    ]
    (alt,) = [picture.alt for picture in acceptance_by_place(evaluations)]
    assert [part.partition(":")[0].strip() for part in alt.split(". ", 1)[1].split(";")] == [
        "x", "x, bias-warning", "x, second-look"
    ]  # fmt: skip


@pytest.mark.parametrize("position", [0, 3, 5])
def test_a_session_with_an_unreadable_decision_is_left_out(position: int) -> None:
    """Also its last one, after which the rest would look like a complete session of a smaller set."""
    draw, decisions = np.random.default_rng(3), []
    for session in range(40):
        order = draw.permutation(6)
        decisions += [
            seen_decision(int(profile), int(draw.integers(2)), 0, position=where)._replace(
                right=int(profile) % 2, run=session
            )
            for where, profile in enumerate(order)
        ]
    with_gaps = [
        decision._replace(decision=None) if decision.run < 15 and decision.place == position else decision
        for decision in decisions
    ]
    remaining = [decision for decision in decisions if decision.run >= 15]
    assert orders.own_history(with_gaps) == orders.own_history(remaining)
    assert orders.own_history(remaining).sessions == 25


def test_an_order_free_subject_is_consistent_and_carries_nothing_over() -> None:
    row = defined(
        sets_row(
            answers(
                [a_set(str(number), 5 + number % 6, first=number % 2) for number in range(12)],
                "rational",
                runs=3,
                history="all",
            )
        )
    )
    assert row.consistency == pytest.approx(1.0, abs=1e-6)
    assert row.kappa == pytest.approx(1.0)
    assert row.noise == 0
    assert defined(row.carry_over).estimate == 0
    assert isinstance(row.naive, float)
    assert row.naive < -0.1
    assert isinstance(row.conditioned, Gap)


def test_a_session_without_its_last_decisions_says_nothing_of_the_own_history() -> None:
    """Sessions that ended early have different profiles from the complete sessions of the same set."""
    complete_answers = answers([a_set(str(number), 6) for number in range(4)], "coin?rate=0.5&unparsed=0.05")
    cut_off_answers = complete_answers._replace(
        seen=[decision for decision in complete_answers.seen if decision.arm != "latin_2" or decision.place < 4]
    )
    answers_without_arm = complete_answers._replace(
        seen=[decision for decision in complete_answers.seen if decision.arm != "latin_2"]
    )
    assert any(decision.decision is None for decision in complete_answers.seen)
    rows = [sets_row(answer_set) for answer_set in (cut_off_answers, answers_without_arm)]
    assert rows[0] is not None
    assert rows[1] is not None
    assert (rows[0].naive, rows[0].conditioned) == (rows[1].naive, rows[1].conditioned)


def test_a_coin_is_as_inconsistent_as_kappa_shows() -> None:
    row = defined(sets_row(answers([a_set(str(number), 6) for number in range(30)], "coin?rate=0.3")))
    assert isinstance(row.kappa, float)
    assert abs(row.kappa) < 0.05
    assert isinstance(row.consistency, float)
    assert 0.05 < row.consistency < 0.5
    assert isinstance(row.noise, Gap)


def test_planted_carry_over_is_found_with_own_and_fixed_histories() -> None:
    row = defined(
        sets_row(
            answers([a_set(str(number), 6, first=number % 2) for number in range(40)], "carry?strength=0.3&noise=0.1")
        )
    )
    assert not isinstance(row.carry_over, Gap)
    assert row.carry_over.low < 0.3 < row.carry_over.high
    assert row.carry_over.low > 0.2
    assert defined(row.fixed_history).estimate == pytest.approx(0.3, abs=0.08)
    assert isinstance(row.own_p, float)
    assert row.own_p < 0.01
    assert isinstance(row.conditioned, float)
    assert row.conditioned > 0.15


def test_a_planted_slope_is_found_and_is_not_carry_over() -> None:
    row = defined(
        sets_row(
            answers([a_set(str(number), 6, first=number % 2) for number in range(50)], "place?slope=0.05&noise=0.1")
        )
    )
    assert not isinstance(row.place, Gap)
    assert not isinstance(row.carry_over, Gap)
    assert row.place.low < 0.05 < row.place.high
    assert row.carry_over.low < 0 < row.carry_over.high


def test_noise_is_the_share_of_repeated_decisions_that_differ() -> None:
    row = defined(
        sets_row(answers([a_set(str(number), 6) for number in range(20)], "rational?noise=0.2", runs=3, history="own"))
    )
    assert row.noise == pytest.approx(2 * 0.2 * 0.8, abs=0.04)
    assert isinstance(row.carry_over, Gap)


def test_framing_and_yes_bias_are_told_apart() -> None:
    items = [a_form(str(number), number % 2) for number in range(400)]
    row = defined(form_row(answers(items, "yes?bias=0.2&shift=0.1&noise=0.1")))
    for estimate_of, planted_rate in ((row.framing, 0.1), (row.published, 0.3), (row.yes_bias, 0.2)):
        assert not isinstance(estimate_of, Gap)
        assert estimate_of.low < planted_rate < estimate_of.high
        assert estimate_of.estimate == pytest.approx(planted_rate, abs=0.08)
    plain_row = defined(form_row(answers(items, "yes?bias=0.3")))
    assert defined(plain_row.framing).estimate == 0


def test_a_negative_shift_accepts_more_when_asked_to_reject() -> None:
    row = defined(form_row(answers([a_form(str(number), number % 2) for number in range(400)], "frame?shift=-0.4")))
    assert not isinstance(row.framing, Gap)
    assert row.framing.low < -0.4 < row.framing.high


def test_attributes_are_compared_with_their_placebo() -> None:
    items = [an_attribute(str(number), number % 2) for number in range(300)]
    group, placebo = attribute_rows(answers(items, "attribute?shift=0.25&noise=0.1&seed=2"))
    assert (group.attribute, placebo.attribute) == ("seniority", "placebo")
    assert not isinstance(group.difference, Gap)
    assert not isinstance(placebo.difference, Gap)
    assert group.difference.low < 0.25 < group.difference.high
    assert placebo.difference.low < 0 < placebo.difference.high
    assert isinstance(group.holm_p, float)
    assert group.holm_p < 0.001
    assert isinstance(placebo.holm_p, Gap)


def test_the_p_of_an_attribute_is_that_of_its_interval() -> None:
    """Over forty subjects with a small shift, p before Holm's adjustment is below 0.05 where zero is outside."""
    items = [an_attribute(str(number), number % 2) for number in range(40)]
    for seed in range(40):
        (group, _) = attribute_rows(answers(items, f"attribute?shift=0.1&noise=0.1&seed={seed}"))
        assert not isinstance(group.difference, Gap)
        assert group.difference.p is not None
        assert group.holm_p == group.difference.p
        assert (group.difference.p < 0.05) == (not group.difference.low <= 0 <= group.difference.high)


def test_places_of_few_sets_have_intervals_that_cover() -> None:
    """Ten items, a place chosen in none to all rotations: at least 91 % of 300 intervals contain the rate of .25."""
    rng, covered_count = np.random.default_rng(1), 0
    for _ in range(300):
        rates = rng.dirichlet(np.full(4, 0.3), 10)
        decisions = [
            chosen_option(str(number), f"neutral_{turn}", int(rng.choice(4, p=rate)))
            for number, rate in enumerate(rates)
            for turn in range(4)
        ]
        first = places.place_shares(decisions)[0]
        covered_count += first.low <= 0.25 <= first.high
    assert covered_count >= 273


def test_a_consistent_subject_may_still_be_inconsistent_on_other_sets() -> None:
    interval = consistency_interval(answers([a_set(str(number), 5) for number in range(10)], "rational").seen)
    assert isinstance(interval, Interval)
    assert interval.high == 1.0
    assert 0.5 < interval.low < 0.9


def test_the_option_in_use_is_compared_with_itself_at_the_same_place() -> None:
    items = [a_choice(str(number), number % 4, (number + 1) % 4) for number in range(40)]
    pulled_answers = answers(items, "status-quo?pull=0.4")
    pull_estimate = defined(estimate(places.status_quo(pulled_answers.seen), pulled_answers.clusters))
    assert pull_estimate.low < 0.4 < pull_estimate.high
    assert set(dict(places.primacy(pulled_answers.seen)).values()) == {0.0}
    unpulled_answers = answers(items, "rational")
    assert {value for _, value in places.status_quo(unpulled_answers.seen)} == {0.0}
    assert [round(share.estimate, 6) for share in places.place_shares(unpulled_answers.seen)] == [0.25] * 4


def test_a_subject_that_takes_the_first_place_shows_primacy() -> None:
    items = [a_choice(str(number), number % 4, (number + 1) % 4) for number in range(30)]
    first = answers(items, "place?slope=1")
    assert {value for _, value in places.primacy(first.seen)} == {0.5}
    assert [share.estimate for share in places.place_shares(first.seen)] == [1.0, 0.0, 0.0, 0.0]
    assert {value for _, value in places.status_quo(first.seen)} == {0.0}


def test_without_the_known_option_in_use_there_is_no_difference() -> None:
    item = a_choice("one").model_copy(update={"status_quo": None})
    assert not list(places.status_quo(answers([item], "rational").seen))


def test_a_review_takes_the_place_of_the_decisions_before_it() -> None:
    item = a_set("one", 5)
    decisions = decisions_of([item], "rational", history="own", mitigations=("review",))
    revised_decisions = [
        decision.model_copy(update={"decision": 0}) if decision.turn == 5 and decision.arm == "random_1" else decision
        for decision in decisions
    ]
    changes = dict(contrasts.changed(list(seen_decisions([item], revised_decisions))))
    started_with = item.profiles[item.orders["random_1"][0]].right
    assert changes[item.id] == Ratio(float(started_with == 1), 5 * len(item.orders) + 5)
    unreadable_decisions = [
        decision.model_copy(update={"decision": "unparsed"}) if decision.turn == 5 else decision
        for decision in decisions
    ]
    final = [decision for decision in seen_decisions([item], unreadable_decisions) if decision.arm == "random_1"]
    assert [decision.decision is None for decision in final] == [True, False, False, False, False]


def test_every_measure_has_values_and_a_subject_without_biases_has_none_of_them() -> None:
    items = [
        *(a_set(str(number), 5) for number in range(3)),
        *(make(f"{make.__name__} {number}") for make in (a_form, an_attribute, a_choice) for number in range(3)),
    ]
    decisions = decisions_of(items, "rational", runs=3, mitigations=("none", "review"))
    item_values = list(values(items, decisions))
    assert {item_value.measure for item_value in item_values} == {
        "framing_yes_no",
        *(measure.name for measure in PROTOCOL.measures),
    }
    for measure in PROTOCOL.measures:
        if measure.expected is not None:
            assert all(
                item_value.value == pytest.approx(measure.expected)
                for item_value in item_values
                if item_value.measure == measure.name
            )


def test_unparsed_answers_are_left_out_and_counted_where_they_are() -> None:
    items = [a_set(str(number), 5) for number in range(4)]
    decisions = decisions_of(items, "rational?unparsed=0.3", runs=2)
    unparsed_share = sum(decision.decision == "unparsed" for decision in decisions) / len(decisions)
    assert unparsed_share == pytest.approx(0.3, abs=0.1)
    assert all(
        item_value.value == 0 for item_value in values(items, decisions) if item_value.measure in ("effect", "errors")
    )


def test_five_biases_are_one_family() -> None:
    items = [
        *(a_set(str(number), 5) for number in range(20)),
        *(make(f"{make.__name__} {number}") for make in (a_form, an_attribute, a_choice) for number in range(20)),
    ]
    rows = {row.bias: row for row in family_rows(answers(items, "attribute?shift=1"))}
    assert len(rows) == 5
    attribution_row = rows["group attribution"]
    assert isinstance(attribution_row.holm_p, float)
    assert attribution_row.holm_p == pytest.approx(min(1.0, 5 * defined(defined(attribution_row.estimate).p)))


def test_a_mitigation_can_lower_what_is_planted_or_collapse_the_subject() -> None:
    items = [an_attribute(str(number), number % 2) for number in range(30)]
    spec = "attribute?shift=1&mitigated=bias-warning:1,review:collapse"
    assert {v for _, v in contrasts.group_differences(answers(items, spec).seen)} == {1.0}
    lowered_answers = answers(items, spec, mitigations=("bias-warning",))
    assert {v for _, v in contrasts.group_differences(lowered_answers.seen)} == {0.0}
    assert {decision.decision for decision in answers(items, spec, mitigations=("review",)).seen} == {0}
