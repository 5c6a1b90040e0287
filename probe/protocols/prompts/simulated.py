"""Simulated subjects of prompts: they choose the first option with a known probability, in each arm and wording."""

from collections.abc import Sequence
from dataclasses import dataclass

from scipy import special

from probe.protocols.base import Simulated
from probe.protocols.prompts.item import LETTERS, ORIGINAL, PromptItem
from probe.protocols.simulated import simulated_answer, subject
from probe.values import About, ModelSpec, Request
from probe.values.planted import READERS, number, probability, read_rule, text, uniform_draw

SUBJECTS = {
    "rational": ("seed",),
    "random": ("seed",),
    "prefers-first": ("seed",),
    "biased": ("rate", "base", "spread", "seed"),
}
"""The subjects by name, with their options."""


@dataclass(frozen=True)
class PromptRule:
    """How a subject answers: the first option with probability ``base``, and ``rate`` more where a prompt steers.

    ``spread`` is the standard deviation of ``base`` over wordings, on the scale of log odds, independent in each arm.
    """

    name: str
    seed: str = "0"
    rate: float = 0.5
    base: float = 0.3
    spread: float = 0.0

    def chance(self, item: PromptItem, arm: str) -> float:
        """Return the probability of the first option."""
        if self.name == "rational":
            # Draw by the prompt and not by the wording, so that no wording changes the opinion.
            return float(uniform_draw(f"{self.seed}|opinion|{item.prompt}") < 0.5)
        if self.name == "random":
            return 0.5
        probability = min(self.base + self.rate, 1.0) if arm == ORIGINAL else self.base
        if not self.spread or not 0 < probability < 1:
            return probability
        # Avoid 0 and 1, whose quantiles are infinite.
        deviation = float(special.ndtri(min(max(uniform_draw(f"{self.seed}|wording|{item.id}|{arm}"), 1e-9), 1 - 1e-9)))
        return float(special.expit(special.logit(probability) + self.spread * deviation))


def simulated_subject(spec: ModelSpec, items: Sequence[PromptItem]) -> Simulated:
    """Return the subject called ``spec``. Raises InputError for an unknown one or wrong options.

    ``rational`` has one opinion of a prompt in every wording, ``random`` draws, ``prefers-first`` chooses the option
    that is shown first, and ``biased`` follows a ``PromptRule``.
    """
    name, settings = read_rule(spec, SUBJECTS, {**READERS, "base": probability, "spread": number, "seed": text})
    rule = PromptRule(name, **settings)

    def shown_position(item: PromptItem, about: About, run: int) -> int:
        if rule.name == "prefers-first":
            return 0
        chooses_first = uniform_draw(f"{rule.seed}|{item.id}|{about.arm}|{run}") < rule.chance(item, about.arm)
        # If the options are exchanged, the first option is shown second.
        return int(chooses_first == about.exchanged)

    def answer(item: PromptItem, about: About, request: Request) -> str:
        letter = LETTERS[shown_position(item, about, request.run)]
        return letter if request.top_logprobs else simulated_answer(rule.name, f"Decision: Option {letter}")

    return subject(spec, items, answer)
