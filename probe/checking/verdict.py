"""The verdict on the wording of a prompt: the shift with its interval, and the floor to compare it with."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from probe.analysis.effects.estimating import distinguishable
from probe.analysis.statistics.differences import Arms, Effect
from probe.analysis.statistics.groups import group_difference
from probe.analysis.statistics.intervals import Interval
from probe.analysis.tables import points
from probe.errors import InputError
from probe.protocols.base import ItemProtocol
from probe.protocols.reading import protocol_of_run, read_evaluation
from probe.values import Arm, Decision, Evaluation, Measure

NOT_AN_ERROR = (
    "A shift, not an error: nothing says which option is right, so the answers to neither wording are the better ones."
)
COVERAGE = (
    "The interval covers other wordings of the same prompt by the same author, both orders of the options and the "
    "randomness of answers; not other prompts, models or authors."
)


class ShareShift(NamedTuple):
    """Shares of the first option in two kinds of wordings, 0 to 1, and their difference with its interval.

    ``bounds`` limit the difference for every possible reading of unparsed answers; None where all are parsed.
    """

    share: float
    reference: float
    effect: Effect
    bounds: Interval | None

    @property
    def shown(self) -> bool:
        """Whether the interval excludes zero, however unparsed answers are read."""
        # Unread answers must not decide: the shift has to remain for every possible reading of them.
        bounds_exclude_zero = self.bounds is None or not self.bounds.low <= 0 <= self.bounds.high
        return distinguishable(self.effect) and bounds_exclude_zero

    @property
    def half_width(self) -> float:
        """Half of the interval's width."""
        return (self.effect.high - self.effect.low) / 2


class PerWording(NamedTuple):
    """How often each text of a wording was answered with the first option; None where it was not shown or read."""

    number: int
    original: float | None
    neutral: float | None
    placebo: float | None


class ShiftVerdict(NamedTuple):
    """Whether the wording of a prompt moves a model.

    ``floor`` is the difference that neutral rewording makes, None without placebos. ``answers`` counts decisions, of
    which ``unparsed`` could not be read.
    """

    model: str
    options: tuple[str, str]
    wordings: int
    answers: int
    unparsed: int
    shift: ShareShift
    floor: ShareShift | None
    rows: tuple[PerWording, ...]

    @property
    def moved(self) -> bool:
        """Whether a shift is shown."""
        return self.shift.shown

    @property
    def title(self) -> str:
        """The conclusion in a few words."""
        moves = "moves" if self.moved else "is not shown to move"
        return f"The wording {moves} {self.model}"

    @property
    def sentences(self) -> tuple[str, ...]:
        """The conclusion, what it covers, and what it does not."""
        return (self._shift_sentence, *([self._floor_sentence] if self.floor else []), NOT_AN_ERROR, COVERAGE)

    @property
    def _shift_sentence(self) -> str:
        effect = self.shift.effect
        shares = (
            f"{self.model} chooses “{self.options[0]}” in {self.shift.share:.0%} of its answers to the original "
            f"wordings and in {self.shift.reference:.0%} of those to neutral ones"
        )
        interval = f"95 % interval {points(effect.low)} to {points(effect.high)}"
        sentence = (
            f"{shares}: a shift of {points(effect.estimate)} percentage points ({interval}, {self.wordings} wordings)."
        )
        if self.moved:
            return sentence
        if distinguishable(effect):
            return f"{sentence} However unparsed answers are read, it may be zero."
        return f"{sentence} It may be zero; for a narrower interval, give more --wordings."

    @property
    def _floor_sentence(self) -> str:
        assert self.floor is not None
        effect = self.floor.effect
        sentence = (
            f"Other words alone make a difference of {points(effect.estimate)} points "
            f"({points(effect.low)} to {points(effect.high)})."
        )
        return (
            f"{sentence} Neutral wordings differ among themselves: read the shift with care."
            if self.floor.shown
            else sentence
        )


def verdict_of(folder: Path) -> ShiftVerdict:
    """Return what the evaluation in ``folder`` shows. Raises InputError where too few answers are readable."""
    protocol, evaluation = protocol_of_run(folder), read_evaluation(folder)
    shift, floor = (_difference(protocol, evaluation, measure) for measure in protocol.measures)
    if shift is None:
        raise InputError(f"{folder}: too few wordings have readable answers; ask again, or another model")
    rows = _rows(evaluation)
    first, second = evaluation.items[0].scale
    return ShiftVerdict(
        model=evaluation.subject,
        options=(first, second),
        wordings=sum(wording.original is not None and wording.neutral is not None for wording in rows),
        answers=len(evaluation.decisions),
        unparsed=sum(decision.decision == "unparsed" for decision in evaluation.decisions),
        shift=shift,
        floor=floor,
        rows=tuple(rows),
    )


def _difference(protocol: ItemProtocol[Any], evaluation: Evaluation, measure: Measure) -> ShareShift | None:
    """Return a measure with its interval: the two kinds of wordings are groups of the same clusters."""
    decisions = evaluation.decisions
    estimate = _effect(protocol, evaluation, measure, decisions)
    if estimate is None:
        return None
    shares, effect = estimate
    # Without unread answers there is nothing to bound, and the plain interval stays.
    if all(decision.decision != "unparsed" for decision in decisions):
        return ShareShift(*shares, effect, None)
    arms = protocol.arms(evaluation.items)
    # The extremes are reached where all unread answers count for one arm.
    extreme_estimates = [
        _effect(protocol, evaluation, measure, _with_unparsed_at(decisions, arms[0], end)) for end in (0, 1)
    ]
    effects = [estimate[1] for estimate in extreme_estimates if estimate is not None]
    low, high = min(effect.low for effect in effects), max(effect.high for effect in effects)
    return ShareShift(*shares, effect, Interval(low=low, high=high).enclosing(effect))


def _effect(
    protocol: ItemProtocol[Any], evaluation: Evaluation, measure: Measure, decisions: Sequence[Decision]
) -> tuple[tuple[float, float], Effect] | None:
    values = [value.arms for value in protocol.values(evaluation.items, decisions) if value.measure == measure.name]
    shares = np.array([arms for arms in values if arms is not None]).reshape(-1, 2).T
    clusters = np.arange(shares.shape[1])
    # Wordings were sampled, so they are the clusters; answers to the same wording are correlated.
    groups = [Arms(first=arm_shares, clusters=clusters, direct=evaluation.direct) for arm_shares in shares]
    effect = group_difference(*groups)
    return None if effect is None else ((float(shares[0].mean()), float(shares[1].mean())), effect)


def _with_unparsed_at(decisions: Sequence[Decision], reference: Arm, end: int) -> list[Decision]:
    """Return decisions in which unparsed ones of the reference arm are ``end``, 0 or 1, and all others 1 - ``end``."""
    return [
        decision.model_copy(update={"decision": end if decision.arm == reference else 1 - end})
        if decision.decision == "unparsed"
        else decision
        for decision in decisions
    ]


def _rows(evaluation: Evaluation) -> list[PerWording]:
    shares: dict[tuple[str, str], list[float]] = {}
    for decision in evaluation.decisions:
        # On a scale of two, one minus the expected index is the probability of the first option.
        if decision.expected is not None:
            shares.setdefault((decision.item_id, decision.arm.value), []).append(1 - decision.expected)

    def mean(item_id: str, arm: str) -> float | None:
        probabilities = shares.get((item_id, arm))
        return sum(probabilities) / len(probabilities) if probabilities else None

    return [
        PerWording(number, *(mean(item.id, arm) for arm in ("original", "neutral", "placebo")))
        for number, item in enumerate(evaluation.items, 1)
    ]
