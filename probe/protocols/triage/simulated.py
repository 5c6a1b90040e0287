"""Simulated subjects of triage: they decide by a known rule, so that each estimator can be checked against it."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from probe.errors import InputError
from probe.protocols.triage.items import ACCEPT, REJECT, TriageItem
from probe.protocols.triage.reading import read_decision
from probe.protocols.triage.showing import words_of
from probe.values import About, ModelSpec, Request
from probe.values.planted import COLLAPSE, drawn, mitigated_shares, number, probability, subject_named, whole

_COMMON = ("noise", "unparsed", "seed", "mitigated")
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "rational": (),
    "random": (),
    "prefers-first": (),
    "biased": ("rate",),
    "coin": ("rate",),
    "carry": ("strength",),
    "place": ("slope",),
    "yes": ("bias", "shift"),
    "frame": ("shift", "bias"),
    "attribute": ("shift",),
    "status-quo": ("pull",),
}
"""The subjects, and the options that each takes besides the common ones."""
SUBJECTS = {name: (*options, *_COMMON) for name, options in OPTIONS.items()} | {"prefers-first": ("unparsed", "seed")}
"""The subjects by name, with all of their options; for ``prefers-first`` there is nothing to mistake or to mitigate."""
_EFFECTS = {"sequence": "carry", "choice": "status-quo", "framing": "frame", "attribute": "attribute"}
"""What a ``biased`` subject does with each kind of item, with the probability ``rate``."""
_SIGNED = ("slope", "shift")
_DEFAULTS = {name: {"rate": 0.5} for name in ("random", "biased", "coin")}


class Planted(NamedTuple):
    """A subject's name and the numbers of its options."""

    name: str
    numbers: Mapping[str, float]
    seed: int
    mitigated: Mapping[str, float]

    def of(self, *options: str) -> float:
        """Return the number of the first of these options that was given, or has a default; else 0."""
        return next((self.numbers[one] for one in options if one in self.numbers), 0.0)


def simulated(spec: ModelSpec, items: Sequence[TriageItem]) -> Callable[[Request], str]:
    """Return the subject called ``spec``. Raises InputError for an unknown one or wrong options.

    ``rational`` decides rightly. ``random`` draws an answer, and ``prefers-first`` gives the one that is named first.
    ``biased`` has the effect of each kind of item with probability ``rate``: it repeats the answer before, keeps what
    is in use, follows the form of the question and prefers the first group. ``coin`` accepts with probability ``rate``;
    of four options, each is equally likely. ``carry`` repeats the answer before with probability ``strength``.
    ``place`` accepts by ``slope`` more often per place of a set, and chooses the first place by ``slope`` more often
    than the last one of a choice. ``yes`` answers YES with probability ``bias``. ``frame`` and ``attribute`` accept by
    ``shift`` more often in the admitting form and for the first group. ``status-quo`` chooses what is in use with
    probability ``pull``. Everything else is decided rightly, and with probability ``noise`` the other way. Draws depend
    on the seed, the item, what is shown, the run and turn.
    """
    planted = _planted(spec)
    _check_range(spec, planted, items)
    known = {item.id: item for item in items}

    def answer(request: Request) -> str:
        if request.purpose == "mitigate":  # it repeats the question, which changes nothing
            return request.messages[-1].content
        if request.about is None or request.about.item_id not in known:
            raise InputError(f"{spec}: a simulated subject knows only the items of its dataset")
        return _answer(known[request.about.item_id], planted, request, request.about)

    return answer


def _planted(spec: ModelSpec) -> Planted:
    subject = subject_named(spec, SUBJECTS)
    named = [name for name in spec.options if name not in ("seed", "mitigated")]
    given = {name: number(spec, name) if name in _SIGNED else probability(spec, name) for name in named}
    numbers = _DEFAULTS.get(subject, {}) | given
    seed = whole(spec, "seed") if "seed" in spec.options else 0
    shares = mitigated_shares(spec, "mitigated") if "mitigated" in spec.options else {}
    return Planted(subject, numbers, seed, shares)


def _check_range(spec: ModelSpec, planted: Planted, items: Sequence[TriageItem]) -> None:
    """Raise InputError where planted probabilities exceed 1."""
    most = abs(planted.of("shift")) + planted.of("bias")
    if most > 1:
        raise InputError(f"{spec}: shift and bias are at most 1 in all; make one smaller")
    longest = max((len(item.profiles) for item in items if item.kind == "sequence"), default=1)
    if abs(planted.of("slope")) * (longest - 1) > 1:
        raise InputError(
            f"{spec}: slope={planted.of('slope'):g}: at most {1 / (longest - 1):.3f} with {longest} places"
        )


def _answer(item: TriageItem, planted: Planted, request: Request, about: About) -> str:
    words, shown = words_of(item, about.arm), item.shown_profiles(about.arm)
    said = {decision: word for word, decision in words}
    before = [message.content for message in request.messages if message.role == "assistant"]
    if about.turn >= len(shown):
        return _reviewed(before[-len(shown) :], words, said, request)
    rule = _Rule(item, planted, request, about)
    unclear = rule.draw("unparsed") < planted.of("unparsed")
    if planted.name == "prefers-first" and not unclear:
        return _said(words[-1 if about.exchanged else 0][0], "chooses what is named first")
    if planted.mitigated.get(request.mitigation) == COLLAPSE:
        return _said(words[0][0], "always gives the same answer")
    decision = rule.decision(shown[about.turn][0], [read_decision(one, words) for one in before])
    if unclear:
        return _said("unclear", "gives no readable answer")
    return _said(said[decision], "follows its rule")


def _reviewed(
    before: Sequence[str], words: Sequence[tuple[str, int]], said: Mapping[int, str], request: Request
) -> str:
    """Return all decisions unchanged; an unreadable one stays unreadable."""
    kept = [read_decision(one, words) for one in before]
    lines = [
        f"Decision {number}: {said.get(one, 'unclear') if one != 'unparsed' else 'unclear'}"
        for number, one in enumerate(kept, 1)
    ]
    return "\n".join(["Explanation: This subject is simulated; it changes nothing.", *lines])


def _said(word: str, why: str) -> str:
    return f"Explanation: This subject is simulated; it {why}.\nDecision: {word}"


class _Rule(NamedTuple):
    """One question to a subject, and what its rule makes of it."""

    item: TriageItem
    planted: Planted
    request: Request
    about: About

    def draw(self, what: str) -> float:
        """Return a number in [0, 1) that depends only on the seed and on what is asked.

        In a set, that is the profiles shown so far, not the arm: two orders can begin alike, and their first question
        is then asked only once.
        """
        about = self.about
        shown = self.item.shown_profiles(about.arm)[: about.turn + 1] if self.item.kind == "sequence" else about.arm
        text = f"{self.planted.seed}|{what}|{about.item_id}|{shown}|{self.request.run}|{about.turn}"
        return drawn(text)

    @property
    def effect(self) -> str:
        """The name of the planted effect on this kind of item."""
        return _EFFECTS[self.item.kind] if self.planted.name == "biased" else self.planted.name

    def decision(self, profile: int, before: Sequence[int | str]) -> int:
        """Return the decision: what is planted, else the right one, slipped by chance."""
        moved = self._choice_moved() if self.item.kind == "choice" else self._moved(before)
        return self._undisturbed(profile) if moved is None else moved

    def _undisturbed(self, profile: int) -> int:
        item, count = self.item, len(self.item.scale)
        if self.planted.name in ("coin", "random"):
            accepts = self.draw("coin") < self.planted.of("rate")
            return (ACCEPT if accepts else REJECT) if count == 2 else int(self.draw("coin") * count)
        known = item.profiles[profile].right if item.kind == "sequence" else item.right
        right = 0 if known is None else known
        if self.draw("noise") >= self.planted.of("noise"):
            return right
        return (right + 1 + int(self.draw("slip") * (count - 1))) % count

    def _moved(self, before: Sequence[int | str]) -> int | None:
        """Return the answer that the planted effect makes the subject give, None if it leaves it alone."""
        left = 1 - min(self.planted.mitigated.get(self.request.mitigation, 0.0), 1.0)
        accepting, rejecting = self._pulls(before)
        drawn = self.draw("moved")
        if drawn < accepting * left:
            return ACCEPT
        return REJECT if drawn >= 1 - rejecting * left else None

    def _pulls(self, before: Sequence[int | str]) -> tuple[float, float]:
        """Return the probabilities of accepting and of rejecting whatever the facts are."""
        arm, of = self.about.arm, self.planted.of
        match self.item.kind, self.effect:
            case "sequence", "carry" if before and before[-1] != "unparsed":
                strength = of("strength", "rate")
                return (strength, 0.0) if before[-1] == ACCEPT else (0.0, strength)
            case "sequence", "place":
                place, last = len(before), len(self.item.profiles) - 1
                return _signed(of("slope"), place, last - place)
            case "framing", "yes" | "frame" if arm != "neutral":
                up = (1, 0) if arm.startswith("admitting") else (0, 1)
                shift, yes = _signed(of("shift", "rate"), *up), of("bias") * arm.endswith("_yes_no")
                return shift[0] + yes * up[0], shift[1] + yes * up[1]
            case "attribute", "attribute" if arm.startswith("group_"):
                return _group_pull(of("shift", "rate"), first=arm == "group_1")
        return 0.0, 0.0

    def _choice_moved(self) -> int | None:
        """Return the option in use, or the one at the first place, where the rule is drawn to it."""
        question = self.item.questions[self.about.arm]
        if self.effect == "status-quo" and self.about.arm.startswith("status_quo"):
            return self.item.status_quo if self.draw("moved") < self.planted.of("pull", "rate") else None
        slope = self.planted.of("slope") if self.effect == "place" else 0.0
        place = 0 if slope >= 0 else -1
        return question.decisions[place] if self.draw("moved") < abs(slope) else None


def _group_pull(shift: float, *, first: bool) -> tuple[float, float]:
    """Return the pulls that make the rates of both groups differ by ``shift``, whatever they are without it."""
    up = shift >= 0 if first else shift < 0
    return (abs(shift), 0.0) if up else (0.0, abs(shift))


def _signed(size: float, up: float, down: float) -> tuple[float, float]:
    """Return pulls towards accepting and rejecting; a negative size exchanges them."""
    return (size * up, size * down) if size >= 0 else (-size * down, -size * up)
