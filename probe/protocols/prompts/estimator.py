"""What the decisions on wordings show: how much more often the original is answered with the first option."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from probe.protocols.prompts.item import NEUTRAL, ORIGINAL, PLACEBO, PromptItem
from probe.values import Arm, Decision, ItemValue, Measure

SHIFT, FLOOR = "shift", "floor"
MEASURES = (
    Measure(
        name=SHIFT,
        label="shift",
        meaning="the share of answers that choose the first option, original wordings minus neutral ones",
        kind="points",
        limits=(-1, 1),
        arms=("first option, original", "first option, neutral"),
    ),
    Measure(
        name=FLOOR,
        label="floor",
        meaning="the same difference between the neutral wordings in other words and the neutral wordings",
        kind="points",
        limits=(-1, 1),
        arms=("first option, placebo", "first option, neutral"),
    ),
)
CONTRASTS = {SHIFT: ORIGINAL, FLOOR: PLACEBO}
"""The arm that each measure compares with the neutral one."""

Shares = Mapping[Arm, Mapping[int, float]]
"""The probability of the first option by arm and run, 0 or 1 where the answer was sampled."""


def values(items: Sequence[PromptItem], decisions: Sequence[Decision]) -> Iterator[ItemValue]:
    """Yield both measures of each wording, over the runs that can be read in both arms."""
    item_ids = {item.id for item in items}
    shares: dict[tuple[str, str], dict[Arm, dict[int, float]]] = defaultdict(lambda: defaultdict(dict))
    for decision in decisions:
        if decision.expected is not None and decision.item_id in item_ids:
            shares[decision.item_id, decision.mitigation][decision.arm][decision.run] = 1 - decision.expected
    for (item_id, mitigation), by_arm in shares.items():
        for measure, arm in CONTRASTS.items():
            if means := _means(by_arm, arm):
                yield ItemValue.between(item_id, mitigation, measure, means)


def _means(shares: Shares, arm: Arm) -> tuple[float, float] | None:
    """Return the mean shares of ``arm`` and of the neutral arm over the runs that both have, None without any."""
    compared, reference = shares.get(arm, {}), shares.get(NEUTRAL, {})
    # Odd runs exchange the options, so unpaired runs would mix in an effect of the order.
    both = compared.keys() & reference.keys()
    if not both:
        return None
    return sum(compared[run] for run in both) / len(both), sum(reference[run] for run in both) / len(both)
