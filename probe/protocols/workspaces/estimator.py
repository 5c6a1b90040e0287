"""What decisions in workspaces show: the effect of the cue where files are read, where they are pasted, and between.

The primary measures compare arms as assigned. What was read comes after the cue: its measures are descriptive.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from probe.protocols.workspaces.item import HANDED, HANDED_BIASED, HANDED_PLACEBO, WorkspaceItem
from probe.values import Arm, Decision, ItemValue, Measure

EFFECT, NET, PASTED_EFFECT, AGENT = "placebo_adjusted_effect", "net_effect", "handed_effect", "agent_effect"
MEASURES = (
    Measure(
        name=EFFECT,
        label="placebo-adjusted effect",
        meaning="the error rate in workspaces with the cue minus that with a neutral sentence in its place",
        kind="points",
        limits=(-1, 1),
        arms=("error rate with the cue", "error rate with the placebo"),
        errors=True,
    ),
    Measure(
        name=NET,
        label="net effect",
        meaning="the error rate in workspaces with the cue minus that without it",
        kind="points",
        limits=(-1, 1),
        arms=("error rate with the cue", "error rate without the cue"),
        errors=True,
    ),
    Measure(
        name=PASTED_EFFECT,
        label="handed effect",
        meaning="the same difference where all files are pasted into one prompt, against the placebo if it was shown",
        kind="points",
        limits=(-1, 1),
        arms=("error rate handed with the cue", "error rate handed without the cue"),
        errors=True,
    ),
    Measure(
        name=AGENT,
        label="agent effect",
        meaning="the effect in the workspace minus the handed effect: what reading for itself adds to the cue's effect",
        kind="points",
        limits=(-2, 2),
    ),
)
Errors = Mapping[Arm, Mapping[int, float]]
"""Whether each run was wrong, 0 or 1, by arm."""


def values(items: Sequence[WorkspaceItem], decisions: Sequence[Decision]) -> Iterator[ItemValue]:
    """Yield each measure of each item, over the runs that can be read in all arms that it compares."""
    items_by_id = {item.id: item for item in items}
    errors: dict[tuple[str, str], dict[Arm, dict[int, float]]] = defaultdict(lambda: defaultdict(dict))
    for decision in decisions:
        if decision.item_id in items_by_id and decision.decision != "unparsed":
            wrong = decision.decision != items_by_id[decision.item_id].right_answer(decision.arm)
            errors[decision.item_id, decision.mitigation][decision.arm][decision.run] = float(wrong)
    for (item_id, mitigation), by_arm in errors.items():
        for measure, arm, reference in (
            (EFFECT, Arm.BIASED, Arm.PLACEBO),
            (NET, Arm.BIASED, Arm.UNBIASED),
            (PASTED_EFFECT, HANDED_BIASED, HANDED_PLACEBO if HANDED_PLACEBO in by_arm else HANDED),
        ):
            if means := _means(by_arm, arm, reference):
                yield ItemValue.between(item_id, mitigation, measure, (means[0], means[1]))
        # Against the placebo where both ways of reading showed it, and never one reference against the other.
        for reference, handed in ((Arm.PLACEBO, HANDED_PLACEBO), (Arm.UNBIASED, HANDED)):
            if means := _means(by_arm, Arm.BIASED, reference, HANDED_BIASED, handed):
                difference = (means[0] - means[1]) - (means[2] - means[3])
                yield ItemValue(item_id, mitigation, AGENT, difference)
                break


def _means(errors: Errors, *arms: Arm) -> list[float] | None:
    """Return the mean errors of these arms over the runs that all of them have, None without any."""
    # Odd runs exchange the options, so unpaired runs would mix in an effect of the order.
    runs = set.intersection(*(set(errors.get(arm, {})) for arm in arms))
    return [sum(errors[arm][run] for run in runs) / len(runs) for arm in arms] if runs else None
