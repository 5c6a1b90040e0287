"""Dilemmas answered directly: one letter without an explanation, with the probabilities of both options."""

from collections.abc import Mapping

from probe.answers import letter_probabilities, read_letter
from probe.protocols.dilemmas import Dilemmas
from probe.values import Choice, Decision

TOP_LOGPROBS = 20
"""Alternatives to the answer's token that are asked for: the most that OpenAI's API allows."""
ANSWER_TOKENS = 8
"""Tokens that the answer may have: a letter, and marks or a blank before it."""
TEMPERATURE = 1.0
"""Servers that scale probabilities by the temperature then leave them alone; the decision is not drawn anyway."""


class DirectDilemmas(Dilemmas):
    """How a dilemma is asked for one letter (an Asking)."""

    prompt = "decide_direct"

    def _read(self, answer: str) -> tuple[str, str]:
        return read_letter(answer), ""


def weighed(decision: Decision, logprobs: Mapping[str, float]) -> Decision:
    """Return ``decision`` with the probabilities of the options as written, and the more probable one decided.

    Where both are equal, the letter of the answer counts; where neither is among the tokens, it is unparsed.
    """
    first, second = letter_probabilities(logprobs)
    if decision.exchanged:
        first, second = second, first
    known: Choice = "unparsed" if first + second == 0 else decision.decision
    chosen: Choice = known if first == second else int(second > first)
    return decision.model_copy(update={"decision": chosen, "probabilities": (first, second)})
