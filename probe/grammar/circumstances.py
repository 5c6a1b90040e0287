"""The sentences of a circumstance: a fact that no rule reads and that differs between the arms of a dilemma."""

from collections.abc import Callable, Sequence

from probe.grammar.draw import Draw
from probe.grammar.practice_library import Cue
from probe.grammar.schema import Circumstance, Side
from probe.grammar.variants import vary
from probe.values import Arm


def cue_of(circumstance: Circumstance) -> Cue:
    """Return the cue that a dilemma records: its name, its kind and its mechanism."""
    return Cue(
        name=circumstance.measures,
        kind=circumstance.fact,
        mechanism=circumstance.mechanism,
        at=("situation",),
        say=circumstance.first,
    )


def sentences_by_arm(
    circumstance: Circumstance, right: Side, wrong: Side, sentence: Callable[[str], str], draw: Draw
) -> dict[Arm, str]:
    """Return what the arms have in the cue's place; a placebo only where the unbiased text has a sentence of its own.

    Where it has one, the placebo says the same in other words, and there is no counter-cue: it would be that sentence.
    """
    for_right_action, for_wrong_action = (
        _two_wordings(circumstance.wordings(right), draw.child("right")),
        circumstance.wordings(wrong),
    )
    biased = sentence(vary(draw.choice(for_wrong_action), draw.child("cue")))
    original, rewording = (sentence(vary(wording, draw.child("cue"))) for wording in for_right_action)
    if circumstance.always:
        return {Arm.UNBIASED: original, Arm.BIASED: biased, Arm.PLACEBO: rewording}
    return {Arm.UNBIASED: "", Arm.BIASED: biased, Arm.COUNTER: original}


def _two_wordings(wordings: Sequence[str], draw: Draw) -> list[str]:
    """Return two different wordings."""
    return draw.shuffled(wordings)[:2]
