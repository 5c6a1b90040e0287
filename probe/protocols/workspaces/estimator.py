"""What decisions in workspaces show: the effect of the cue where files are read, where they are pasted, and between.

The primary measures compare arms as assigned. What was read comes after the cue: its measures are descriptive.
"""

from collections.abc import Iterator, Sequence

from probe.protocols.estimating import by_arm_and_run, error, means, means_of
from probe.protocols.workspaces.item import HANDED, HANDED_BIASED, HANDED_PLACEBO, WorkspaceItem
from probe.values import Arm, Decision, ItemValue, Measure

EFFECT, NET, PASTED_EFFECT, AGENT = "placebo_adjusted_effect", "net_effect", "handed_effect", "agent_effect"
MEASURES = (
    Measure.difference(
        EFFECT,
        "placebo-adjusted effect",
        "the error rate in workspaces with the cue minus that with a neutral sentence in its place",
        ("error rate with the cue", "error rate with the placebo"),
        errors=True,
    ),
    Measure.difference(
        NET,
        "net effect",
        "the error rate in workspaces with the cue minus that without it",
        ("error rate with the cue", "error rate without the cue"),
        errors=True,
    ),
    Measure.difference(
        PASTED_EFFECT,
        "handed effect",
        "the same difference where all files are pasted into one prompt, against the placebo if it was shown",
        ("error rate handed with the cue", "error rate handed without the cue"),
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


def values(items: Sequence[WorkspaceItem], decisions: Sequence[Decision]) -> Iterator[ItemValue]:
    """Yield each measure of each item, over the runs that can be read in all arms that it compares."""
    for item, mitigation, errors in by_arm_and_run(items, decisions, error):
        for measure, arm, reference in (
            (EFFECT, Arm.BIASED, Arm.PLACEBO),
            (NET, Arm.BIASED, Arm.UNBIASED),
            (PASTED_EFFECT, HANDED_BIASED, HANDED_PLACEBO if HANDED_PLACEBO in errors else HANDED),
        ):
            if error_rates := means(errors, arm, reference):
                yield ItemValue.between(item.id, mitigation, measure, error_rates)
        # Compare with the placebo if both ways of reading showed it; never compare different references.
        for reference, handed_reference in ((Arm.PLACEBO, HANDED_PLACEBO), (Arm.UNBIASED, HANDED)):
            if four_rates := means_of(errors, Arm.BIASED, reference, HANDED_BIASED, handed_reference):
                yield ItemValue(
                    item.id, mitigation, AGENT, (four_rates[0] - four_rates[1]) - (four_rates[2] - four_rates[3])
                )
                break
