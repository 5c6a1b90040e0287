"""Simulated subjects of triage: they decide by a known rule, so that each estimator can be checked against it."""

import math
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from probe.errors import InputError
from probe.protocols.base import Simulated
from probe.protocols.direct import read_label
from probe.protocols.simulated import subject
from probe.protocols.triage.items import ACCEPT, REJECT, TriageItem
from probe.protocols.triage.reading import read_decision
from probe.protocols.triage.showing import labels_in, words_of
from probe.values import About, Answer, Arm, Choice, ModelSpec, Request
from probe.values.planted import COLLAPSE, READERS, number, probability, read_rule, uniform_draw

_COMMON_OPTIONS = ("noise", "unparsed", "seed", "mitigated")
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
SUBJECTS = {name: (*options, *_COMMON_OPTIONS) for name, options in OPTIONS.items()} | {
    "prefers-first": ("unparsed", "seed")
}
"""The subjects by name, with all of their options; for ``prefers-first`` there is nothing to mistake or to mitigate."""
_EFFECTS = {"sequence": "carry", "choice": "status-quo", "framing": "frame", "attribute": "attribute"}
"""What a ``biased`` subject does with each kind of item, with the probability ``rate``."""
_READERS = {
    **READERS,
    **dict.fromkeys(("slope", "shift"), number),
    **dict.fromkeys(("strength", "bias", "pull"), probability),
}
_DEFAULTS = {name: {"rate": 0.5} for name in ("random", "biased", "coin")}


class PlantedRule(NamedTuple):
    """A subject's name and the numbers of its options."""

    name: str
    numbers: Mapping[str, float]
    seed: int
    mitigated: Mapping[str, float]

    def of(self, *options: str) -> float:
        """Return the number of the first of these options that was given, or has a default; else 0."""
        return next((self.numbers[option] for option in options if option in self.numbers), 0.0)


def simulated(spec: ModelSpec, items: Sequence[TriageItem]) -> Simulated:
    """Return the subject called ``spec``. Raises InputError for an unknown one or wrong options.

    ``rational`` decides rightly. ``random`` draws an answer, and ``prefers-first`` gives the one that is named first.
    ``biased`` has the effect of each kind of item with probability ``rate``: it repeats the answer before, keeps what
    is in use, follows the form of the question and prefers the first group. ``coin`` accepts with probability ``rate``;
    of four options, each is equally likely. ``carry`` repeats the answer before with probability ``strength``.
    ``place`` accepts by ``slope`` more often per place of a set, and chooses the first place by ``slope`` more often
    than the last one of a choice. ``yes`` answers YES with probability ``bias``. ``frame`` and ``attribute`` accept by
    ``shift`` more often in the admitting form and for the first group. ``status-quo`` chooses what is in use with
    probability ``pull``. Everything else is decided rightly, and with probability ``noise`` the other way. Draws depend
    on the seed, the item, what is shown, the run and turn. Direct answers have the exact probabilities of the rule.
    """
    rule = _read_rule(spec)
    _check_range(spec, rule, items)
    return subject(spec, items, lambda item, about, request: _answer(item, rule, request, about))


def _read_rule(spec: ModelSpec) -> PlantedRule:
    name, settings = read_rule(spec, SUBJECTS, _READERS)
    seed, mitigated_rules = settings.pop("seed", 0), settings.pop("mitigated", {})
    return PlantedRule(name, _DEFAULTS.get(name, {}) | settings, seed, mitigated_rules)


def _check_range(spec: ModelSpec, rule: PlantedRule, items: Sequence[TriageItem]) -> None:
    """Raise InputError where planted probabilities exceed 1."""
    total = abs(rule.of("shift")) + rule.of("bias")
    if total > 1:
        raise InputError(f"{spec}: shift and bias may add up to at most 1: make one smaller")
    largest_set = max((len(item.profiles) for item in items if item.kind == "sequence"), default=1)
    if abs(rule.of("slope")) * (largest_set - 1) > 1:
        raise InputError(
            f"{spec}: slope={rule.of('slope'):g}: at most {1 / (largest_set - 1):.3f} with {largest_set} places"
        )


def _answer(item: TriageItem, planted_rule: PlantedRule, request: Request, about: About) -> str | Answer:
    words, shown_profiles = words_of(item, about.arm), item.shown_profiles(about.arm)
    word_of = {decision: word for word, decision in words}
    earlier_answers = [message.content for message in request.messages if message.role == "assistant"]
    if about.turn >= len(shown_profiles):
        return _review_answer(earlier_answers[-len(shown_profiles) :], words, word_of, request)
    rule = _Rule(item, planted_rule, request, about)
    profile = shown_profiles[about.turn][0]
    if request.top_logprobs:
        labels = labels_in(item, Arm(about.arm))[:: -1 if about.exchanged else 1]
        chances = rule.chances(profile, [read_label(text, labels) for text in earlier_answers])
        logprobs = {label: math.log(chance) for label, chance in zip(labels, chances, strict=True) if chance > 0}
        return Answer(text=max(logprobs, key=logprobs.__getitem__, default=""), logprobs=logprobs)
    chances = rule.chances(profile, [read_decision(text, words) for text in earlier_answers])
    draw_result = rule.draw("decision")
    # Probabilities may add up to less than 1; the remainder is that of an unreadable answer.
    decision = next((option for option, total in enumerate(accumulate(chances)) if draw_result < total), None)
    if decision is None:
        return _answer_text("unclear", "gives no readable answer")
    return _answer_text(word_of[decision], "follows its rule")


def _review_answer(
    earlier_answers: Sequence[str], words: Sequence[tuple[str, int]], word_of: Mapping[int, str], request: Request
) -> str:
    """Return all decisions unchanged; an unreadable one stays unreadable."""
    decisions = [read_decision(text, words) for text in earlier_answers]
    lines = [
        f"Decision {number}: {word_of.get(decision, 'unclear') if decision != 'unparsed' else 'unclear'}"
        for number, decision in enumerate(decisions, 1)
    ]
    return "\n".join(["Explanation: This subject is simulated; it changes nothing.", *lines])


def _answer_text(word: str, reason: str) -> str:
    return f"Explanation: This subject is simulated; it {reason}.\nDecision: {word}"


class _Rule(NamedTuple):
    """One question to a subject, and what its rule makes of it."""

    item: TriageItem
    planted_rule: PlantedRule
    request: Request
    about: About

    def draw(self, purpose: str) -> float:
        """Return a number in [0, 1) that depends only on the seed and on what is asked.

        In a set, that is the profiles shown so far, not the arm: two orders can begin alike, and their first question
        is then asked only once.
        """
        about = self.about
        shown_profiles = (
            self.item.shown_profiles(about.arm)[: about.turn + 1] if self.item.kind == "sequence" else about.arm
        )
        text = f"{self.planted_rule.seed}|{purpose}|{about.item_id}|{shown_profiles}|{self.request.run}|{about.turn}"
        return uniform_draw(text)

    @property
    def effect(self) -> str:
        """The name of the planted effect on this kind of item."""
        return _EFFECTS[self.item.kind] if self.planted_rule.name == "biased" else self.planted_rule.name

    def chances(self, profile: int, earlier_decisions: Sequence[Choice]) -> list[float]:
        """Return how probable each option is: what is planted, else the right one, slipped by chance.

        ``earlier_decisions`` are the answers before. What is left to 1 is the probability of an unreadable answer.
        """
        readable = 1 - self.planted_rule.of("unparsed")
        if (option := self._constant_option) is not None:
            return [readable * (index == option) for index in range(len(self.item.scale))]
        pulls = self._choice_pulls() if self.item.kind == "choice" else self._pulls(earlier_decisions)
        remaining_share = 1 - min(self.planted_rule.mitigated.get(self.request.mitigation, 0.0), 1.0)
        # Decisions without a pull follow the rules, so that the planted size is the expected effect.
        undisturbed_share = 1 - remaining_share * sum(pulls.values())
        option_chances = self._chances_without_effect(profile)
        return [
            readable * (remaining_share * pulls.get(option, 0.0) + undisturbed_share * chance)
            for option, chance in enumerate(option_chances)
        ]

    @property
    def _constant_option(self) -> int | None:
        """The option that a subject led by position or a collapsed one always decides, None of all others."""
        words = words_of(self.item, self.about.arm)
        if self.planted_rule.name == "prefers-first":
            return words[-1 if self.about.exchanged else 0][1]
        return words[0][1] if self.planted_rule.mitigated.get(self.request.mitigation) == COLLAPSE else None

    def _chances_without_effect(self, profile: int) -> list[float]:
        """Return how probable each option is if no planted effect decides."""
        count = len(self.item.scale)
        if self.planted_rule.name in ("coin", "random"):
            rate = self.planted_rule.of("rate")
            return [rate, 1 - rate] if count == 2 else [1 / count] * count
        right_answer, noise = self.item.right_about(profile) or 0, self.planted_rule.of("noise")
        return [1 - noise if option == right_answer else noise / (count - 1) for option in range(count)]

    def _pulls(self, earlier_decisions: Sequence[Choice]) -> dict[int, float]:
        """Return the probabilities of accepting and of rejecting regardless of the facts."""
        arm, number_of = self.about.arm, self.planted_rule.of
        match self.item.kind, self.effect:
            case "sequence", "carry" if earlier_decisions and earlier_decisions[-1] != "unparsed":
                return {earlier_decisions[-1]: number_of("strength", "rate")}
            case "sequence", "place":
                position, last = len(earlier_decisions), len(self.item.profiles) - 1
                return _pulls_by_size(number_of("slope"), position, last - position)
            case "framing", "yes" | "frame" if arm != "neutral":
                up = (1, 0) if arm.startswith("admitting") else (0, 1)
                shift, yes = (
                    _pulls_by_size(number_of("shift", "rate"), *up),
                    number_of("bias") * arm.endswith("_yes_no"),
                )
                return {ACCEPT: shift[ACCEPT] + yes * up[0], REJECT: shift[REJECT] + yes * up[1]}
            case "attribute", "attribute" if arm.startswith("group_"):
                return _group_pull(number_of("shift", "rate"), first=arm == "group_1")
        return {}

    def _choice_pulls(self) -> dict[int, float]:
        """Return the probability of the option in use, or of the one at the first or last place, whatever it is."""
        if self.effect == "status-quo" and self.about.arm.startswith("status_quo"):
            option_in_use = self.item.status_quo
            return {} if option_in_use is None else {option_in_use: self.planted_rule.of("pull", "rate")}
        slope = self.planted_rule.of("slope") if self.effect == "place" else 0.0
        return {self.item.questions[self.about.arm].decisions[0 if slope >= 0 else -1]: abs(slope)}


def _group_pull(shift: float, *, first: bool) -> dict[int, float]:
    """Return the pulls that make the rates of both groups differ by ``shift``, whatever else decides."""
    accepts = shift >= 0 if first else shift < 0
    return {ACCEPT if accepts else REJECT: abs(shift)}


def _pulls_by_size(size: float, up: float, down: float) -> dict[int, float]:
    """Return pulls towards accepting and rejecting; a negative size exchanges them."""
    accepting, rejecting = (up, down) if size >= 0 else (down, up)
    return {ACCEPT: abs(size) * accepting, REJECT: abs(size) * rejecting}
