"""Direct answers: the label of one option without an explanation, with the probabilities of all options."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import ascii_uppercase, digits

from probe.answers import label_probabilities, spelled
from probe.errors import InputError
from probe.values import Arm, Choice, Decision

TOP_LOGPROBS = 20
"""The number of requested alternatives to the answer's token: the most that OpenAI's API allows."""
ANSWER_TOKENS = 8
"""Tokens that the answer may have: a label, and marks or a blank before it."""
TEMPERATURE = 1.0
"""At 1, servers do not rescale probabilities; no decision is sampled, so another temperature would gain nothing."""


def labels_of(option_count: int) -> str:
    """Return a label for each option, one token in every vocabulary: digits for up to nine options, else letters.

    Some vocabularies have 10 and 11 as one token, and others spell them digit by digit. Raises InputError for more
    options than there are letters.
    """
    if option_count > len(ascii_uppercase):
        raise InputError(f"{option_count} options are too many for a direct answer: each needs its own letter")
    return (digits[1:] if option_count < len(digits) else ascii_uppercase)[:option_count]


def read_label(answer: str, labels: str) -> Choice:
    """Return the index of the label in an answer that has the label alone or after the word Option."""
    label = spelled(spelled(answer).removeprefix("OPTION"))
    return labels.index(label) if len(label) == 1 and label in labels else "unparsed"


@dataclass(frozen=True)
class Weighing:
    """How direct answers are weighed: ``labels`` returns those of an item's options in an arm, in scale order.

    They are the labels of the options as written; where options are exchanged, the labels are in the reverse order.
    """

    labels: Callable[[str, Arm], str]

    def weigh(self, decision: Decision, logprobs: Mapping[str, float]) -> Decision:
        """Return ``decision`` with the probabilities of the options as written, and the most probable one decided.

        ``logprobs`` are those of the answer's tokens. Where several options are equally probable, the label of the
        answer counts; where none is among the tokens, it is unparsed.
        """
        chances = label_probabilities(logprobs, self._shown_index(decision))
        best_options = [index for index, chance in enumerate(chances) if chance == max(chances)]
        # In a tie, the answer itself decides.
        decision_made: Choice = decision.decision if len(best_options) > 1 else best_options[0]
        # No label among the returned tokens: the model answered something else.
        if not sum(chances):
            decision_made = "unparsed"
        return decision.model_copy(update={"decision": decision_made, "probabilities": tuple(chances)})

    def shown_answer(self, decision: Decision, answer: str) -> str:
        """Return the answer for the history of later turns: the decided option's label, or ``answer`` if unparsed.

        The answer itself was sampled, so it may differ from the most probable label.
        """
        return answer if decision.decision == "unparsed" else self._shown_index(decision)[decision.decision]

    def _shown_index(self, decision: Decision) -> str:
        labels = self.labels(decision.item_id, decision.arm)
        return labels[::-1] if decision.exchanged else labels
