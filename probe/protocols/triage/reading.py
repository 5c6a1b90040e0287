"""Read the answers of subjects: a word that the question names, or nothing."""

import re
from collections.abc import Sequence

from probe.answers import LINE_START, MARKS, explanation, plain
from probe.protocols.conversation import Conversation
from probe.protocols.questions import PromptedAsking
from probe.protocols.triage.items import TriageItem
from probe.protocols.triage.showing import words_of
from probe.values import Choice, Decision

PROMPT, DIRECT = "triage_decide", "triage_decide_direct"
_DECISION = re.compile(rf"{LINE_START}Decision{MARKS}:(?P<said>[^\n]*+)$", re.M | re.I)
_NUMBERED_LINES = re.compile(
    rf"{LINE_START}Decision{MARKS}(?P<number>[0-9]{{1,3}}+){MARKS}:(?P<said>[^\n]*+)$", re.M | re.I
)
_DECORATION = " \t\r.,;:!*_\"'`“”()[]"
_LETTER = re.compile(r"(?:option\s+)?([a-z])(?:[.):].*)?", re.I)
"""A letter may be followed by its label, as in ``B. Quillon``."""


def read_word(text: str, words: Sequence[tuple[str, int]]) -> Choice:
    """Return the decision of the only word in ``text``; anything else is unparsed."""
    normalized_text = " ".join(text.strip(_DECORATION).replace("_", " ").split()).upper()
    decisions = {word.upper(): decision for word, decision in words}
    if normalized_text in decisions:
        return decisions[normalized_text]
    letter = _LETTER.fullmatch(normalized_text)
    # Only in a choice: elsewhere a single letter is not a word of the question.
    if letter and all(len(word) == 1 for word in decisions):
        return decisions.get(letter[1], "unparsed")
    return "unparsed"


def read_decision(answer: str, words: Sequence[tuple[str, int]]) -> Choice:
    """Return the decision of an answer: that of its decision line, or of its only word; unlike ones are unparsed."""
    text = plain(answer)
    lines = [match["said"] for match in _DECISION.finditer(text)] or [text]
    decisions = {read_word(line, words) for line in lines}
    return decisions.pop() if len(decisions) == 1 else "unparsed"


def read_review(answer: str, words: Sequence[tuple[str, int]], count: int) -> list[Choice]:
    """Return the decisions of a review by the numbers of their lines; those without one line are unparsed."""
    text = plain(answer)
    # A review of one decision may leave out its number.
    if count == 1 and not _NUMBERED_LINES.search(text):
        return [read_decision(text, words)]
    decisions: dict[int, set[Choice]] = {}
    for line in _NUMBERED_LINES.finditer(text):
        decisions.setdefault(int(line["number"]), set()).add(read_word(line["said"], words))
    return [
        next(iter(decisions[number])) if len(decisions.get(number, ())) == 1 else "unparsed"
        for number in range(1, count + 1)
    ]


class TriageAsking(PromptedAsking):
    """How the questions about these items are asked and read (an Asking)."""

    def __init__(self, items: Sequence[TriageItem]) -> None:
        super().__init__(PROMPT)
        self._items = {item.id: item for item in items}

    def decisions(self, conversation: Conversation, turn: int, answer: str) -> tuple[Decision, ...]:
        """Return the decision of a turn, or all decisions of a review."""
        item = self._items[conversation.item_id]
        words, count = words_of(item, conversation.arm), len(item.shown_profiles(conversation.arm))
        if turn < count:
            decision = read_decision(answer, words)
            return (conversation.decision(turn, decision, _explanation(answer, decision)),)
        return tuple(
            conversation.decision(turn, decision, _explanation(answer, decision), number=turn + offset)
            for offset, decision in enumerate(read_review(answer, words, count))
        )


def _explanation(answer: str, decision: Choice) -> str:
    """Return the explanation, or the whole answer where it is unparsed or has no such line."""
    return answer if decision == "unparsed" else explanation(plain(answer)) or answer
