"""What decisions show of each measure: decisions joined with the profiles they are about, and the estimators."""

from collections.abc import Iterator, Sequence

from probe.analysis.triage import contrasts, orders, places
from probe.analysis.triage.orders import Ratio
from probe.analysis.triage.seen import SeenDecision, ShareDifference, group_by, readable
from probe.protocols.triage.items import TriageItem
from probe.values import Decision, ItemValue, Measure

MEASURES = (
    Measure.difference(
        "effect",
        "effect",
        "sets: acceptance after acceptances minus after rejections, all of them right; choices: share of the "
        "option in use minus its share where it is not; forms: acceptance when asked whether to accept minus whether "
        "to reject; attributes: acceptance of the first group minus the second",
        ("share in the first arm", "share in the second arm"),
    ),
    Measure.difference(
        "fixed_history",
        "carry-over from fixed answers",
        "acceptance after a history that accepts everything minus after one that rejects everything",
        ("accepted after acceptances", "accepted after rejections"),
    ),
    Measure.difference(
        "against_alone",
        "against alone",
        "acceptance of a profile in a set minus acceptance of the same profile alone",
        ("accepted in the set", "accepted alone"),
    ),
    Measure(
        name="place_slope",
        label="place",
        meaning="the change of acceptance per place in a set, within profiles",
        kind="points",
    ),
    Measure(
        name="primacy",
        label="primacy",
        meaning="the share of the first two places of a neutral choice minus one half",
        kind="points",
        limits=(-0.5, 0.5),
        arms=("share of the first two places", "without a preference"),
    ),
    Measure(
        name="yes_bias",
        label="yes-bias",
        meaning="the difference between both forms when answered with yes or no, minus that with words for the action",
        kind="points",
    ),
    Measure.difference(
        "placebo_difference",
        "placebo",
        "acceptance with the first word of the placebo minus the second: the floor of attributes",
        ("accepted with the first word", "accepted with the second"),
    ),
    Measure(
        name="distance",
        label="d",
        meaning="the mean distance of profiles' rates of acceptance from the subject's, over orders",
        expected=None,
        limits=(0, 0.5),
        depends_on_others=True,
    ),
    Measure(
        name="consistency",
        label="consistency",
        meaning="d / (2 r (1 - r)): 1 where no decision depends on the order, undefined where r is 0 or 1",
        expected=None,
        limits=(0, 1),
        depends_on_others=True,
    ),
    Measure.share("repeat_noise", "noise", "the share of decisions that differ between two runs of the same order"),
    Measure.share("changed", "changed in review", "the share of decisions that a review changed"),
    Measure.share("errors", "errors", "the share of decisions other than the right answer, over all arms"),
)


def seen_decisions(items: Sequence[TriageItem], decisions: Sequence[Decision]) -> Iterator[SeenDecision]:
    """Yield the decisions on profiles; what a review decided takes the place of what was decided before."""
    items_by_id = {item.id: item for item in items}
    sessions: dict[tuple[str, str, int, str], dict[int, Decision]] = {}
    for decision in decisions:
        sessions.setdefault((decision.item_id, decision.arm, decision.run, decision.mitigation), {})[decision.turn] = (
            decision
        )
    for (item_id, arm, _, _), turns in sessions.items():
        item = items_by_id[item_id]
        shown_profiles = item.shown_profiles(arm)
        for turn, (profile, fixed_passages) in enumerate(shown_profiles):
            first_decision, last_decision = turns.get(turn), turns.get(turn + len(shown_profiles))
            # Fixed answers are the history, not decisions of the subject.
            if fixed_passages is None and (last_decision or first_decision):
                yield _seen_decision(
                    item, profile, turn, last_decision or first_decision, first_decision if last_decision else None
                )


def _seen_decision(
    item: TriageItem, profile: int, turn: int, last_decision: Decision | None, first_decision: Decision | None
) -> SeenDecision:
    assert last_decision is not None
    return SeenDecision(
        item=item.id,
        cluster=item.cluster,
        kind=item.kind,
        mitigation=last_decision.mitigation,
        arm=last_decision.arm,
        run=last_decision.run,
        # A review lists all words once, in the order of the preceding question.
        exchanged=last_decision.exchanged if first_decision is None else first_decision.exchanged,
        place=turn,
        profile=profile,
        right=item.right_about(profile),
        decision=None if last_decision.decision == "unparsed" else last_decision.decision,
        earlier=None if first_decision is None or first_decision.decision == "unparsed" else first_decision.decision,
        used=item.status_quo,
        shown=item.questions[last_decision.arm].decisions if item.kind == "choice" else (),
        probabilities=None if last_decision.probabilities is None else dict(last_decision.chances),
    )


def values(items: Sequence[TriageItem], decisions: Sequence[Decision]) -> Iterator[ItemValue]:
    """Yield what each item shows of each measure, by mitigation."""
    for mitigation, seen_decisions_of_mitigation in group_by(
        seen_decisions(items, decisions), lambda decision: decision.mitigation
    ).items():
        for measure, item, difference in _differences(seen_decisions_of_mitigation):
            yield ItemValue.between(item, mitigation, measure, difference.arms)
        for measure, item, ratio in _ratios(seen_decisions_of_mitigation):
            yield ItemValue(item, mitigation, measure, ratio.value, ratio.weight)


def _differences(seen_decisions: Sequence[SeenDecision]) -> Iterator[tuple[str, str, ShareDifference]]:
    """Yield measure, item and the difference of two arms."""
    for measure, differences in (
        ("effect", orders.contrast(seen_decisions, "after_accepted", "after_rejected")),
        ("effect", places.status_quo(seen_decisions)),
        ("effect", contrasts.group_differences(seen_decisions)),
        ("fixed_history", orders.contrast(seen_decisions, "all_accepted", "all_rejected")),
        ("against_alone", orders.against_alone(seen_decisions)),
        ("primacy", places.primacy(seen_decisions)),
        ("placebo_difference", contrasts.group_differences(seen_decisions, "placebo")),
    ):
        yield from ((measure, item, value) for item, value in differences)
    yield from (
        ("effect", item, form.framing) for item, form in contrasts.forms(seen_decisions) if form.framing is not None
    )


def _ratios(seen_decisions: Sequence[SeenDecision]) -> Iterator[tuple[str, str, Ratio]]:
    """Yield measure, item and the item's part of its mean."""
    for item, form in contrasts.forms(seen_decisions):
        for measure, value in (("yes_bias", form.yes_bias), ("framing_yes_no", form.published)):
            if value is not None:
                yield measure, item, Ratio(value, 1.0)
    for measure, ratios in (
        ("place_slope", orders.place_slopes(seen_decisions)),
        ("repeat_noise", orders.repeat_noise(seen_decisions)),
        ("changed", contrasts.change_rates(seen_decisions)),
        ("errors", _errors(seen_decisions)),
    ):
        yield from ((measure, item, ratio) for item, ratio in ratios)
    yield from _distances(seen_decisions)


def _errors(seen_decisions: Sequence[SeenDecision]) -> Iterator[tuple[str, Ratio]]:
    decisions_with_answer = [decision for decision in readable(seen_decisions) if decision.right is not None]
    for item, item_decisions in group_by(decisions_with_answer, lambda decision: decision.item).items():
        yield (
            item,
            Ratio(float(sum(1 - decision.chance(decision.right) for decision in item_decisions)), len(item_decisions)),
        )


def _distances(seen_decisions: Sequence[SeenDecision]) -> Iterator[tuple[str, str, Ratio]]:
    """Yield each set's part of d and of the consistency; the latter only where the rate is neither 0 nor 1."""
    rate = orders.overall_rate(seen_decisions)
    for item, ratio in orders.distances(seen_decisions):
        yield "distance", item, ratio
        consistency = orders.consistency(ratio.value, rate) if rate is not None else None
        if consistency is not None:
            yield "consistency", item, Ratio(consistency, ratio.weight)
