"""Dilemmas with two options (PROBE-SWE): their arms, and how a subject is shown them.

This module works on texts with two options and does not depend on how the right option is known.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from probe.errors import InputError
from probe.protocols.base import Showing
from probe.protocols.conversation import Conversation, Turn
from probe.values import Arm, Dilemma
from probe.values.base import FACTS_BY_CUE
from probe.values.texts import exchange_options

ARMS = Arm.packaged
"""The arms of a dilemma in their usual order; every pair has the first two, and may have controls and a fact twin."""
USUAL = (Arm.UNBIASED, Arm.BIASED)
"""The arms that are shown where a user names none."""


def conversations(pairs: Sequence[Dilemma], showing: Showing) -> Iterator[Conversation]:
    """Yield every text as it is shown, pair by pair, run by run, without the arms that a pair lacks.

    With ``order`` "both", odd runs exchange the options, in all arms of a dilemma or in none: if one text cannot be
    exchanged mechanically, all texts are shown as written in all runs and marked (``kept_order``).
    """
    for pair in pairs:
        texts = {arm: text for arm in showing.arms or USUAL if (text := pair.text(arm)) is not None}
        exchanged = {arm: exchange_options(text) for arm, text in texts.items()}
        for run, mitigation in product(range(showing.runs), showing.mitigations):
            # All arms or none: otherwise the order of the options would differ between the texts that are compared.
            movable = all(exchanged.values()) and (mitigation, pair.id) not in showing.fixed
            odd = showing.order == "both" and run % 2 == 1
            for arm, text in texts.items():
                other = exchanged[arm] if odd and movable else None
                turn = Turn(other or text, exchanged=other is not None, kept_order=odd and not movable)
                yield Conversation(pair.id, arm, run, (turn,), mitigation)


def chosen_arms(names: Sequence[str], pairs: Iterable[Dilemma]) -> tuple[Arm, ...]:
    """Return the arms that are named in their usual order; the unbiased arm is required.

    Raises InputError for an unknown arm, or one that no pair here has.
    """
    wanted = set(names)
    unknown = sorted(wanted - set(ARMS))
    if unknown:
        raise InputError(f"unknown arm {unknown[0]!r}: choose among {', '.join(ARMS)}")
    arms = tuple(arm for arm in ARMS if arm in wanted)
    # Every estimate is a difference from the unbiased text.
    if Arm.UNBIASED not in arms or len(arms) < 2:
        raise InputError(f"--arms {','.join(names)}: name unbiased and at least one arm to compare it with")
    lacking = [arm for arm in arms if not any(pair.text(arm) for pair in pairs)]
    if lacking:
        raise InputError(f"no pair of this dataset has a {lacking[0]} text: leave that arm out of --arms")
    return arms


def lacking_arms(pairs: Sequence[Dilemma], arms: Sequence[Arm]) -> tuple[str, ...]:
    """Return a sentence for each arm that some pairs lack; these pairs are shown without it."""
    without = {arm: sum(pair.text(arm) is None for pair in pairs) for arm in arms}
    return tuple(
        f"{number} of {len(pairs)} pairs have no {arm.value} text and are shown without it"
        for arm, number in without.items()
        if number
    )


def unused_placebo(pairs: Sequence[Dilemma], arms: Sequence[Arm]) -> tuple[str, ...]:
    """Return how to take out the effect of an edit as such, where all pairs have a placebo and it would not be shown.

    It is not shown unless asked for, because it takes half as many calls again.
    """
    if not pairs or Arm.PLACEBO in arms or not all(pair.text(Arm.PLACEBO) for pair in pairs):
        return ()
    names = ",".join(Arm.in_order({*arms, Arm.PLACEBO}))
    return (
        f"these pairs have a placebo: --arms {names} separates the cue's effect from that of any edit in its place",
    )


def no_noise_floor(showing: Showing) -> tuple[str, ...]:
    """Return how to measure noise where a text is asked twice, but not twice in one order of its options.

    A single run is no attempt to measure it.
    """
    if showing.direct or showing.order != "both" or showing.runs != 2:
        return ()
    return (
        "two runs in both orders show each order once, so that the noise floor of flips (how often two runs of the "
        "same text differ) cannot be measured: --runs 4 shows each order twice",
    )


def unused_twins(pairs: Sequence[Dilemma], arms: Sequence[Arm]) -> tuple[str, ...]:
    """Return how to show the facts against the cue, where all pairs have fact twins and none would be shown.

    The twins are not shown unless asked for: they double the calls.
    """
    if not pairs or Arm.TWIN in arms or Arm.TWIN_BIASED in arms or not all(pair.twin for pair in pairs):
        return ()
    names = ",".join(Arm.in_order({*arms, *FACTS_BY_CUE}))
    return (f"these pairs have fact twins: --arms {names} measures facts against cue, with twice as many questions",)
