"""Simulated subjects: they decide by a known rule, so that the results of an evaluation can be checked against it.

They are not language models, and every explanation states this.
"""

import hashlib
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from probe.errors import InputError, ModelFault
from probe.values import Answer, Arm, ModelSpec, Option, Pair, Request
from probe.values.texts import exchange_options


@dataclass(frozen=True)
class Shown:
    """A text that a subject knows: its pair, its arm, and whether its options are shown exchanged."""

    pair: Pair
    arm: Arm
    exchanged: bool


@dataclass(frozen=True)
class Rule:
    """How a subject decides.

    On the biased arm it deviates from the program's decision with probability min(1, ``rate`` + ``slope`` · size),
    where size is the number of rule applications in the whole proof; on any arm it then flips with probability
    ``noise``. ``always`` is the label it always chooses, whatever its text. ``seed`` selects the random draws of the
    same rule.
    """

    rate: float = 0.0
    slope: float = 0.0
    noise: float = 0.0
    seed: int = 0
    always: Option | None = None


class SimulatedSubject:
    """A subject that knows the texts of a dataset and decides by a rule (an Adapter).

    Every draw depends only on its seed, the pair and the run (and the arm, for noise), never on the order of calls.
    """

    endpoint = "simulated"

    def __init__(self, spec: ModelSpec, rule: Rule, pairs: Sequence[Pair]) -> None:
        self.spec = spec
        self._rule = rule
        self._known = _known_texts(pairs)
        if rule.slope:
            _demand_sizes(pairs, spec)

    async def complete(self, request: Request) -> Answer:
        """Decide the text in the last user message. Raise ModelFault if the dataset does not contain it."""
        if request.purpose != "decide":
            raise InputError(
                f"{self.spec}: a simulated subject only decides; use another model for {request.purpose} calls"
            )
        asked = [message.content for message in request.messages if message.role == "user"]
        shown = self._found(asked[-1].strip()) if asked else None
        if shown is None:
            raise ModelFault(f"{self.spec}: a simulated subject knows only the texts of its dataset, not this one")
        return Answer(text=self._decide(shown, request.run))

    def _found(self, asked: str) -> Shown | None:
        """Return the dilemma that a message begins with: notes below it do not affect a simulated subject."""
        paragraphs = asked.split("\n\n")
        beginnings = ("\n\n".join(paragraphs[:count]).strip() for count in range(len(paragraphs), 0, -1))
        return next((shown for text in beginnings if (shown := self._recognised(text))), None)

    def _recognised(self, text: str) -> Shown | None:
        """Identify ``text``; exchanging options twice restores the text as written, so both forms are known."""
        if text in self._known:
            return self._known[text]
        as_written = exchange_options(text)
        shown = self._known.get(as_written.strip()) if as_written is not None else None
        return replace(shown, exchanged=True) if shown else None

    def _decide(self, shown: Shown, run: int) -> str:
        if self._rule.always is not None:
            return _answer(self._rule.always, "always names the same option")
        flipped = shown.arm is Arm.BIASED and self._draw("flip", shown.pair, run) < self._flip_probability(shown.pair)
        noisy = self._draw(f"noise {shown.arm.value}", shown.pair, run) < self._rule.noise
        right = shown.pair.correct_option
        option = right.other if flipped != noisy else right
        why = "gave in to the cue" if flipped else "decides as the dilemma's program does"
        why += ", and slipped by chance" if noisy else ""
        return _answer(option.other if shown.exchanged else option, why)

    def _flip_probability(self, pair: Pair) -> float:
        return self._rule.rate + self._rule.slope * (pair.complexity.size or 0)

    def _draw(self, what: str, pair: Pair, run: int) -> float:
        """Return a number in [0, 1) that depends only on its arguments and the subject's seed."""
        text = f"{self._rule.seed}|{what}|{pair.id}|{run}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "big") / 2**56


def simulated_subject(spec: ModelSpec, pairs: Sequence[Pair]) -> SimulatedSubject:
    """Return the subject called ``spec`` on ``pairs``. Raise InputError for unknown names and options."""
    if spec.model not in SUBJECTS:
        raise InputError(f"{spec}: no such simulated subject: choose one of {', '.join(SUBJECTS)}")
    rule, options = SUBJECTS[spec.model]
    unknown = [name for name in spec.options if name not in options]
    if unknown:
        raise InputError(f"{spec}: unknown option {unknown[0]!r}: it takes {', '.join(options)}")
    values: dict[str, Any] = {name: _OPTIONS[name](spec, name) for name in spec.options}
    return SimulatedSubject(spec, replace(rule, **values), pairs)


def _known_texts(pairs: Sequence[Pair]) -> dict[str, Shown]:
    """Return every text as written; of equal texts the first counts, unbiased ones before all others."""
    known: dict[str, Shown] = {}
    for arm in Arm:
        for pair in pairs:
            text = pair.text(arm)
            if text is not None:
                known.setdefault(text.strip(), Shown(pair, arm, exchanged=False))
    return known


def _demand_sizes(pairs: Sequence[Pair], spec: ModelSpec) -> None:
    without = next((pair for pair in pairs if pair.complexity.size is None), None)
    if without is not None:
        raise InputError(f"{spec}: slope needs proof sizes, and pair {without.id} has none; leave slope out")


def _answer(option: Option, why: str) -> str:
    return f"Explanation: This subject is simulated; it {why}.\nDecision: Option {option.letter}"


def _number(spec: ModelSpec, name: str) -> float:
    try:
        number = float(spec.options[name])
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise InputError(f"{spec}: {name}={spec.options[name]}: write a number")
    return number


def _probability(spec: ModelSpec, name: str) -> float:
    number = _number(spec, name)
    if not 0 <= number <= 1:
        raise InputError(f"{spec}: {name}={spec.options[name]}: write a number from 0 to 1")
    return number


def _whole(spec: ModelSpec, name: str) -> int:
    try:
        return int(spec.options[name])
    except ValueError:
        raise InputError(f"{spec}: {name}={spec.options[name]}: write a whole number") from None


_OPTIONS: Mapping[str, Callable[[ModelSpec, str], float | int]] = {
    "rate": _probability,
    "slope": _number,
    "noise": _probability,
    "seed": _whole,
}
SUBJECTS: Mapping[str, tuple[Rule, tuple[str, ...]]] = {
    "rational": (Rule(), ("noise", "seed")),
    "biased": (Rule(), ("rate", "slope", "noise", "seed")),
    "prefers-a": (Rule(always=Option.A), ()),
}
"""The subjects by name: the fixed part of their rule, and their options."""
