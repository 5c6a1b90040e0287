"""How a test is shown, and how an answer is read: directly, or from a free answer by a second question."""

import re
from collections.abc import Iterator, Mapping, Sequence

from probe.answers import LINE_START, MARKS, plain
from probe.prompts import Prompts
from probe.protocols.base import Showing
from probe.protocols.conversation import Conversation, EarlierDecisions, Turn
from probe.protocols.direct import labels_of
from probe.protocols.questions import conversations_of
from probe.protocols.templates.item import TemplateItem
from probe.values import Arm, Choice, Decision, Message

DIRECT, EXTRACT = "direct", "extract"
PROMPTS = ("decide_scale", "decide_freely", "extract", "fill")
DIRECTLY = "decide_scale_direct"
"""The prompt that asks for a label alone."""

PUBLISHED_OPTION = re.compile(r"Option (\d{1,6})")
"""The published extraction: its first match counts."""

_DECISION = re.compile(rf"{LINE_START}Decision{MARKS}:(?P<said>[^\n]*+)$", re.M | re.I)
_NUMBERED_LINES = re.compile(r"\boptions?[\s_*#]*+(\d{1,3}+)\b", re.I)
_BARE_NUMBER = re.compile(r"\(?(\d{1,3})\)?")
_NEGATION = re.compile(r"\b(?:not|neither|nor|none|against|avoid|instead|rather than)\b|n[’']t\b", re.I)
_DECORATION = " \t\r\n.,;:!*_\"'`“”"


def conversations(items: Sequence[TemplateItem], showing: Showing) -> Iterator[Conversation]:
    """Yield every text as it is shown; odd runs of both orders reverse the scale.

    The arms of one run have the same order. An item may be reversed as written, as half of the published tests are.
    """

    def turns_of(item: TemplateItem, arm: Arm, exchanged: bool, mitigation: str) -> tuple[Turn, ...]:
        # Show both orders of each item, so that a preference for a position cancels out.
        reversed_order = item.reversed != exchanged
        labels = labels_of(len(item.scale_of(arm))) if showing.direct else None
        options = "\n".join(item.options(arm, reversed_order, labels))
        return _turns(item.text(arm) or "", options, reversed_order, showing.choices["answering"])

    return conversations_of(items, showing, turns_of)


def _turns(text: str, options: str, reversed_order: bool, answering: str) -> tuple[Turn, ...]:
    question = f"{text}\n\n{options}"
    if answering == DIRECT:
        return (Turn(question, exchanged=reversed_order),)

    def extraction(decisions: EarlierDecisions) -> str:
        return f"The options:\n{options}\n\nThe answer:\n{decisions[-1].explanation}"

    return (
        # As published, the free answer is not a decision: a second question extracts the option.
        Turn(question, exchanged=reversed_order, decides=0),
        Turn(extraction, exchanged=reversed_order, fresh=True),
    )


class TemplateAsking:
    """How the questions are put and the answers read (an Asking)."""

    def __init__(self, items: Sequence[TemplateItem], choices: Mapping[str, str]) -> None:
        self._items = {item.id: item for item in items}
        self._extracts = choices["answering"] == EXTRACT

    def question(self, prompts: Prompts, text: str, turn: int) -> tuple[Message, ...]:
        """Return the messages of a turn: the question, or the extraction from its answer."""
        name = ("decide_freely", "extract")[turn] if self._extracts else "decide_scale"
        return prompts.fill(name, text=text)

    def decisions(self, conversation: Conversation, turn: int, answer: str) -> tuple[Decision, ...]:
        """Return the decision in ``answer`` as an index on the scale as written; of a free answer only its words."""
        question = conversation.turns[turn]
        item = self._items[conversation.item_id]
        decision: Choice = "unparsed"
        if question.decides:
            decision = read_option(answer, len(item.scale), published=item.procedure == "paper")
            if decision != "unparsed" and question.exchanged:
                decision = len(item.scale) - 1 - decision
        return (conversation.decision(turn, decision, answer),)


def read_option(answer: str, points: int, *, published: bool = False) -> Choice:
    """Return the index of the option that ``answer`` names, as shown; nothing is guessed.

    As published, the first "Option N" counts. Otherwise the line of the decision counts, or an answer that names a
    single option and denies none.
    """
    text = plain(answer)
    match = PUBLISHED_OPTION.search(text) if published else None
    numbers = {int(match[1])} if match else set() if published else _option_numbers(text)
    if len(numbers) != 1:
        return "unparsed"
    number = numbers.pop()
    return number - 1 if 1 <= number <= points else "unparsed"


def _option_numbers(answer: str) -> set[int]:
    lines = [match["said"] for match in _DECISION.finditer(answer)]
    decision_text = lines[-1] if lines else answer
    # Two decisions, or "not option 3", name an option that is not chosen, so do not guess.
    if len({line.strip(_DECORATION).lower() for line in lines}) > 1 or _NEGATION.search(decision_text):
        return set()
    bare_number = _BARE_NUMBER.fullmatch(decision_text.strip(_DECORATION))
    return {int(bare_number[1])} if bare_number else {int(number) for number in _NUMBERED_LINES.findall(decision_text)}
