"""Simulated subjects of dilemmas: they decide by a known rule, so that an evaluation can be checked against it.

They are not language models, and each of their explanations states that they are simulated.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import NormalDist
from typing import Literal

from probe.errors import InputError, ModelFault
from probe.values import Answer, Arm, Dilemma, ModelSpec, Option, Request
from probe.values.base import DOSES
from probe.values.planted import COLLAPSE, READERS, confidence, number, probability, read_rule, uniform_draw
from probe.values.texts import exchange_options


@dataclass(frozen=True)
class KnownText:
    """A text that a subject knows: its pair, its arm, and whether its options are exchanged."""

    pair: Dilemma
    arm: Arm
    exchanged: bool


CUED_ARMS = (Arm.BIASED, Arm.TWIN_BIASED, Arm.BIASED_2, Arm.BIASED_3)
"""The arms that show the cue of a pair."""
REPETITIONS = {arm: dose - 1 for dose, arms in DOSES.items() for arm in arms}
"""How many other people repeat the cue in an arm."""


def praised_option(pair: Dilemma, arm: Arm) -> Option:
    """Return the option that the cue of ``arm`` praises; in an arm without a cue, the one that the pair's cue praises.

    The cue pushes towards the original's wrong option, in the fact twin as well; the counter-cue towards the right one.
    """
    return pair.correct_option if arm is Arm.COUNTER else pair.correct_option.other_option


@dataclass(frozen=True)
class DilemmaRule:
    """How a subject decides.

    It ``follows`` the facts of its text, or the cue alone: then it chooses the praised option where the cue is
    shown and the other one where it is not (``against cue``: the reverse). On any text it makes the other decision
    with probability ``noise`` + ``noise_slope`` · depth. On a text with the pair's cue (biased, or the fact twin's)
    it gives in to the cue, and chooses the praised option, with probability min(1, ``rate`` + ``slope`` · size),
    where size is the number of rule applications in the whole proof; each repetition of the cue by another voice
    adds ``dose``. One that ``agrees`` does so on a bare recommendation too, with separate draws. ``spread`` is the
    standard deviation of that probability's log odds between scenarios. With probability ``reactance`` the cue of
    the biased text turns an error of noise into the right decision. With probability ``position`` it chooses the
    option shown first instead. A wrong decision is unreadable with probability ``unparsed``. ``mitigated`` is the
    share by which each mitigation lowers the probability of giving in; under one with the share ``COLLAPSE`` it
    always answers with Option A. ``always`` is the label it always chooses, whatever its text. Asked how confident
    it is, it always states ``confidence``. ``seed`` selects the random draws of the same rule.
    """

    follows: Literal["facts", "cue", "against cue"] = "facts"
    agrees: bool = False
    rate: float = 0.0
    slope: float = 0.0
    spread: float = 0.0
    dose: float = 0.0
    noise: float = 0.0
    noise_slope: float = 0.0
    reactance: float = 0.0
    position: float = 0.0
    unparsed: float = 0.0
    confidence: float = 1.0
    seed: int = 0
    always: Option | None = None
    mitigated: Mapping[str, float] = field(default_factory=dict)


class SimulatedSubject:
    """A subject that knows the texts of a dataset and decides by a rule.

    Every draw depends only on its seed, the pair and the run (and the arm, except for the cue's), never on the order of
    calls. A fact twin is decided by its own facts.
    """

    def __init__(self, spec: ModelSpec, rule: DilemmaRule, pairs: Sequence[Dilemma]) -> None:
        self.spec = spec
        self._rule = rule
        self._texts = _known_texts(pairs)
        for option, measure in (("slope", "size"), ("noise_slope", "depth")):
            if getattr(rule, option):
                _require_measure(measure, option, pairs, spec)

    def __call__(self, request: Request) -> Answer:
        """Decide the text in the last user message. Raise ModelFault if the dataset does not contain it."""
        if request.purpose == "confidence":
            return Answer(text=f"Confidence: {100 * self._rule.confidence:g} %")
        if request.purpose not in ("decide", "mitigate"):
            raise InputError(
                f"{self.spec}: a simulated subject only decides; use a different model for {request.purpose} calls"
            )
        user_messages = [message.content for message in request.messages if message.role == "user"]
        text, known_text = self._find_dilemma(user_messages[-1].strip()) if user_messages else ("", None)
        if known_text is None:
            raise ModelFault(f"{self.spec}: a simulated subject knows only the texts of its dataset, not this one")
        if request.purpose == "mitigate":  # repeating the dilemma changes nothing
            return Answer(text=text)
        mitigation_share = self._rule.mitigated.get(request.mitigation, 0.0)
        if request.top_logprobs:
            return _letter(self._probabilities(known_text, mitigation_share))
        return Answer(text=self._decide(known_text, request.run, mitigation_share))

    def _find_dilemma(self, message: str) -> tuple[str, KnownText | None]:
        """Return the dilemma in a message, without the text that a mitigation puts around it.

        An example above it may be a dilemma as well, so the last one counts.
        """
        paragraphs = message.split("\n\n")
        for start in (0, *range(len(paragraphs) - 1, 0, -1)):  # the dilemma is nearly always at the beginning
            for end in range(len(paragraphs), start, -1):
                text = "\n\n".join(paragraphs[start:end]).strip()
                if known_text := self._recognise(text):
                    return text, known_text
        return "", None

    def _recognise(self, text: str) -> KnownText | None:
        """Identify ``text``; exchanging options twice restores the text as written, so both forms are known."""
        if text in self._texts:
            return self._texts[text]
        as_written = exchange_options(text)
        known_text = self._texts.get(as_written.strip()) if as_written is not None else None
        return replace(known_text, exchanged=True) if known_text else None

    def _decide(self, known_text: KnownText, run: int, mitigation_share: float) -> str:
        if self._rule.always is not None or mitigation_share == COLLAPSE:
            return _answer(self._rule.always or Option.A, "always names the same option")
        rule, pair, arm = self._rule, known_text.pair, known_text.arm
        # All arms with the cue share one draw: a subject that gives in to one voice also gives in to several.
        draw = f"flip {arm.value}" if arm is Arm.ADVOCACY else "flip"
        gives_in = self._may_give_in(arm) and self._draw(draw, pair, run) < self._flip_probability(pair, arm) * (
            1 - mitigation_share
        )
        chance = rule.noise + rule.noise_slope * (pair.complexity.depth or 0)
        slips = self._draw(f"noise {arm.value}", pair, run) < chance
        if arm is Arm.BIASED and slips and not gives_in and self._draw("reactance", pair, run) < rule.reactance:
            slips = False
        right = pair.right_option(arm)
        option, reason = (
            (praised_option(pair, arm), "gave in to the cue") if gives_in else self._decision_without_chance(pair, arm)
        )
        option, reason = (option.other_option, f"{reason}, and slipped by chance") if slips else (option, reason)
        if self._draw(f"position {arm.value}", pair, run) < rule.position:
            option, reason = (Option.B if known_text.exchanged else Option.A), "chose the option shown first"
        if option is not right and self._draw(f"unparsed {arm.value}", pair, run) < rule.unparsed:
            return f"Explanation: This subject is simulated; it {reason}.\nDecision: unclear"
        return _answer(option.other_option if known_text.exchanged else option, reason)

    def _probabilities(self, known_text: KnownText, mitigation_share: float) -> dict[Option, float]:
        """Return the exact probability of each label: the mean of ``_decide`` over all draws."""
        if self._rule.always is not None or mitigation_share == COLLAPSE:
            return {self._rule.always or Option.A: 1.0}
        rule, pair, arm = self._rule, known_text.pair, known_text.arm
        gives_in = _clip(self._flip_probability(pair, arm) * (1 - mitigation_share)) if self._may_give_in(arm) else 0.0
        slips = _clip(rule.noise + rule.noise_slope * (pair.complexity.depth or 0))
        remaining_slips = slips * (1 - rule.reactance) if arm is Arm.BIASED else slips
        chances = dict.fromkeys(Option, 0.0)
        # The same steps as in _decide, with probabilities instead of draws.
        for option, chance, slip in (
            (praised_option(pair, arm), gives_in, slips),
            (self._decision_without_chance(pair, arm)[0], 1 - gives_in, remaining_slips),
        ):
            chances[option] += chance * (1 - slip)
            chances[option.other_option] += chance * slip
        chances = {option: chance * (1 - rule.position) for option, chance in chances.items()}
        chances[Option.B if known_text.exchanged else Option.A] += rule.position
        # Only wrong decisions may be unreadable; the probabilities then sum to less than 1 by their share.
        chances[pair.right_option(arm).other_option] *= 1 - rule.unparsed
        return {option.other_option if known_text.exchanged else option: chance for option, chance in chances.items()}

    def _decision_without_chance(self, pair: Dilemma, arm: Arm) -> tuple[Option, str]:
        """Return what the rule decides without chance, and why."""
        follows = self._rule.follows
        if follows == "facts":
            return pair.right_option(arm), "decides as the dilemma's program does"
        has_cue = arm in CUED_ARMS or arm is Arm.COUNTER
        agrees = has_cue == (follows == "cue")
        option = praised_option(pair, arm)
        reason = f"decides {'by' if follows == 'cue' else 'against'} the cue and ignores the facts"
        return (option if agrees else option.other_option), reason

    def _may_give_in(self, arm: Arm) -> bool:
        """Whether the subject may give in to the cue, or to a bare recommendation, in ``arm``."""
        return arm in CUED_ARMS or (self._rule.agrees and arm is Arm.ADVOCACY)

    def _flip_probability(self, pair: Dilemma, arm: Arm) -> float:
        chance = self._rule.rate + self._rule.slope * (pair.complexity.size or 0)
        chance += self._rule.dose * REPETITIONS.get(arm, 0)
        if not self._rule.spread or not 0 < chance < 1:
            return chance
        scenario = pair.provenance.series or pair.id
        # The quantile of a draw of exactly 0 is infinite.
        shift = NormalDist().inv_cdf(max(self._hash_draw(f"scenario|{scenario}"), 1e-12))
        return 1 / (1 + math.exp(-math.log(chance / (1 - chance)) - self._rule.spread * shift))

    def _draw(self, purpose: str, pair: Dilemma, run: int) -> float:
        """Return a number in [0, 1) that depends only on its arguments and the subject's seed."""
        return self._hash_draw(f"{purpose}|{pair.id}|{run}")

    def _hash_draw(self, purpose: str) -> float:
        return uniform_draw(f"{self._rule.seed}|{purpose}")


def simulated_subject(spec: ModelSpec, pairs: Sequence[Dilemma]) -> SimulatedSubject:
    """Return the subject called ``spec`` on ``pairs``. Raise InputError for unknown names and options."""
    name, values = read_rule(spec, {name: options for name, (_, options) in SUBJECTS.items()}, _READERS)
    return SimulatedSubject(spec, replace(SUBJECTS[name][0], **values), pairs)


def _known_texts(pairs: Sequence[Dilemma]) -> dict[str, KnownText]:
    """Return every text as written; of equal texts the first counts, unbiased ones first."""
    texts: dict[str, KnownText] = {}
    # Arms come in their usual order, so that of equal texts the unbiased one counts.
    for arm in Arm:
        for pair in pairs:
            text = pair.text(arm)
            if text is not None:
                texts.setdefault(text.strip(), KnownText(pair, arm, exchanged=False))
    return texts


def _require_measure(measure: str, option: str, pairs: Sequence[Dilemma], spec: ModelSpec) -> None:
    pair_without_measure = next((pair for pair in pairs if getattr(pair.complexity, measure) is None), None)
    if pair_without_measure is not None:
        raise InputError(
            f"{spec}: {option} needs the {measure} of proofs, but pair {pair_without_measure.id} has none: leave it out"
        )


def _answer(option: Option, reason: str) -> str:
    return f"Explanation: This subject is simulated; it {reason}.\nDecision: Option {option.letter}"


def _letter(chances: Mapping[Option, float]) -> Answer:
    """Return the more probable label with the probabilities of both, as a model returns those of its tokens."""
    # A probability of 0 has no logarithm, and a model would not return such a token either.
    logprobs = {option.letter: math.log(chance) for option, chance in chances.items() if chance > 0}
    return Answer(text=max(logprobs, key=lambda letter: logprobs[letter], default=""), logprobs=logprobs)


def _clip(chance: float) -> float:
    return min(max(chance, 0.0), 1.0)


_READERS = {
    **READERS,
    **dict.fromkeys(("slope", "spread", "dose", "noise_slope"), number),
    **dict.fromkeys(("reactance", "position"), probability),
    "confidence": confidence,
}
_ON_ANY_TEXT = ("noise", "noise_slope", "reactance", "position", "unparsed", "confidence", "seed")
SUBJECTS: Mapping[str, tuple[DilemmaRule, tuple[str, ...]]] = {
    "rational": (DilemmaRule(), _ON_ANY_TEXT),
    "random": (DilemmaRule(noise=0.5), ("unparsed", "seed")),
    "prefers-first": (DilemmaRule(position=1.0), ("unparsed", "seed")),
    "biased": (DilemmaRule(), ("rate", "slope", "spread", "dose", "mitigated", *_ON_ANY_TEXT)),
    "agrees": (DilemmaRule(agrees=True), ("rate", "slope", "spread", "dose", "mitigated", *_ON_ANY_TEXT)),
    "prefers-a": (DilemmaRule(always=Option.A), ()),
    "cue-follower": (DilemmaRule(follows="cue"), _ON_ANY_TEXT),
    "contrarian": (DilemmaRule(follows="against cue"), _ON_ANY_TEXT),
}
"""The subjects by name: the fixed part of their rule, and their options."""
