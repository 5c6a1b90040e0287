"""Simulated subjects: they answer by a known rule, so that an evaluation can be checked against it.

Draws come from SHA-256 of the subject's seed, what is drawn, the item, the arm and the run, never from the order of
calls.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from probe.errors import InputError
from probe.protocols.base import Simulated
from probe.protocols.direct import labels_of
from probe.protocols.simulated import simulated_answer, subject
from probe.protocols.templates.item import TemplateItem
from probe.protocols.templates.metric import Metric, m
from probe.values import About, ModelSpec, Request
from probe.values.planted import COLLAPSE, READERS, number, read_rule, uniform_draw

SUBJECTS = {
    "rational": ("seed", "noise", "unparsed"),
    "random": ("seed", "unparsed"),
    "prefers-first": ("seed", "unparsed"),
    "biased": ("m", "rate", "seed", "noise", "mitigated", "unparsed"),
}
"""The subjects by name, with their options; ``rate`` of a biased one is its ``m``, where that is positive."""


@dataclass(frozen=True)
class TemplateRule:
    """How a subject answers: its mean ``m``, the shares of random and of unreadable answers, and what mitigates it."""

    name: str
    m: float = 0.3
    noise: float = 0.0
    unparsed: float = 0.0
    seed: int = 0
    mitigated: Mapping[str, float] = field(default_factory=dict)


class TemplateSubject:
    """Answers questions about tests by ``rule``."""

    def __init__(self, rule: TemplateRule) -> None:
        self._rule = rule

    def __call__(self, item: TemplateItem, about: About, request: Request) -> str:
        """Return the answer; the option's number is the shown one."""
        if self._draw("unparsed", item, about.arm, request.run) < self._rule.unparsed:
            return "This subject is simulated; it does not decide.\nDecision: none"
        index = self._index(item, about, request)
        shown_index = len(item.scale) - 1 - index if about.exchanged else index
        if request.top_logprobs:
            return labels_of(len(item.scale))[shown_index]
        return simulated_answer(self._rule.name, f"Decision: Option {shown_index + 1}")

    def _index(self, item: TemplateItem, about: About, request: Request) -> int:
        points, arm = len(item.scale), about.arm
        mitigation_share = self._rule.mitigated.get(request.mitigation, 0.0)
        if self._rule.name == "prefers-first" or mitigation_share == COLLAPSE:
            return points - 1 if about.exchanged else 0
        noisy = self._draw("noise", item, arm, request.run) < self._rule.noise
        if self._rule.name == "random" or noisy:
            return int(points * self._draw("answer", item, arm, request.run))
        if self._rule.name == "rational":
            return self._rational(item, arm, request.run)
        return self._biased(item, arm, request.run, 1 - float(mitigation_share))

    def _rational(self, item: TemplateItem, arm: str, run: int) -> int:
        """Return the norm's answer, or one that the manipulation does not move."""
        if arm in item.right:
            return item.right[arm]
        control_answer = int(len(item.scale) * self._draw("opinion", item, "", 0))
        if item.metric.update is not None:
            # Keep away from both ends of the scale, where a full update would not fit.
            control_answer = 2 + int(4 * self._draw("opinion", item, "", 0))
            full_update = min(control_answer * (1 + item.metric.update), len(item.scale) - 1)
            # Round up or down at random, so that the mean is the full update.
            update_answer = int(full_update + self._draw("rounding", item, "", run))
            return update_answer if arm == "treatment" else control_answer
        return len(item.scale) - 1 - control_answer if arm == "treatment" and item.metric.flip else control_answer

    def _biased_answer(self, item: TemplateItem, arm: str, run: int, remaining_share: float) -> int:
        """Return an answer of a pair that has m = ±1 with the planted probability, else m = 0."""
        mean = self._rule.m * remaining_share
        # Leave the arm out of the draw, because both answers of a run belong to the same pair.
        is_biased = self._draw("moved", item, "", run) < abs(mean)
        target = 0 if not is_biased else 1 if mean > 0 else -1
        pairs = pairs_with(item.metric, len(item.scale), target)
        pair = pairs[int(len(pairs) * self._draw("pair", item, "", run))]
        return pair[1] if arm == "treatment" else pair[0]

    def _draw(self, purpose: str, item: TemplateItem, arm: str, run: int) -> float:
        return uniform_draw(f"{self._rule.seed}|{purpose}|{item.id}|{arm}|{run}")


def pairs_with(metric: Metric, points: int, target: int) -> list[tuple[int, int]]:
    """Return the answers to control and treatment whose ``m`` is nearest to ``target``, −1, 0 or 1."""
    values = {
        (control, treatment): m(metric, points, control, treatment)
        for control in range(points)
        for treatment in range(points)
    }
    # The published denominator keeps m from being exactly 1 or -1, so use the nearest values.
    least_distance = min(abs(value - target) for value in values.values())
    return [pair for pair, value in values.items() if abs(abs(value - target) - least_distance) < 1e-6]


def simulated_subject(spec: ModelSpec, items: Sequence[TemplateItem]) -> Simulated:
    """Return the subject called ``spec``. Raises InputError for unknown names and options."""
    name, settings = read_rule(spec, SUBJECTS, {**READERS, "m": _mean})
    rule = TemplateRule(name, **({"m": settings.pop("rate")} if "rate" in settings else {}), **settings)
    return subject(spec, items, TemplateSubject(rule))


def _mean(spec: ModelSpec, name: str) -> float:
    """Return a number from −1 to 1; raise InputError for anything else."""
    mean = number(spec, name)
    if not -1 <= mean <= 1:
        raise InputError(f"{spec}: {name}={spec.options[name]}: write a number from -1 to 1")
    return mean
