"""A subject's decisions, as used by the statistics, and published rates of decisions."""

from typing import Annotated, Literal

from pydantic import Field

from probe.values.base import NO_MITIGATION, Arm, Value
from probe.values.call import ToolCall

Letter = Literal["A", "B", "unparsed"]


LETTERS: tuple[Letter, Letter] = ("A", "B")
"""The options of a dilemma by their index on its scale."""
Choice = Annotated[int, Field(ge=0)] | Literal["unparsed"]
"""The index of an option on an item's scale, 0 for the first as written; or an answer that could not be read."""


def index_of(letter: str) -> Choice:
    """Return the decision on a dilemma that ``letter`` (A, B or ``unparsed``) names."""
    return "unparsed" if letter == "unparsed" else LETTERS.index(letter)


Confidence = Annotated[float, Field(ge=0.5, le=1)] | Literal["unparsed"]
"""How confident a subject says it is of one of two options, 0.5 to 1; or an answer that could not be read."""


class Decision(Value):
    """A subject's answer to one question about an item, in one arm and run, under one mitigation.

    ``decision`` is about the options as written: if they were shown ``exchanged``, it has been mapped back. ``turn``
    counts the questions of a conversation from 0. ``kept_order`` marks a text whose options should have been exchanged
    but could not be. ``probabilities`` are those of the options as written, where the provider gave them; what is
    missing to 1 went to other answers. ``confidence`` is what the subject said of its decision when it was asked
    afterwards; None where it was not. ``calls`` are those of tools before the decision, the deciding one included, in
    order; None where there were no tools, or the subject used its own.
    """

    item_id: str
    arm: Arm
    run: int = Field(ge=0)
    mitigation: str = NO_MITIGATION
    turn: int = Field(default=0, ge=0)
    decision: Choice
    probabilities: tuple[float, ...] | None = None
    exchanged: bool = False
    kept_order: bool = False
    explanation: str = ""
    confidence: Confidence | None = None
    calls: tuple[ToolCall, ...] | None = None

    @property
    def missing(self) -> float:
        """The probability of answers that name no option, 0 to 1; 0 where no probabilities are known."""
        return 0.0 if self.probabilities is None else max(0.0, 1 - sum(self.probabilities))

    @property
    def chances(self) -> tuple[tuple[int, float], ...]:
        """The options that the answer may be, each with its probability among all options; none if unparsed."""
        if self.decision == "unparsed":
            return ()
        total = sum(self.probabilities or ())
        if not self.probabilities or not total:
            return ((self.decision, 1.0),)
        return tuple((option, chance / total) for option, chance in enumerate(self.probabilities) if chance)

    @property
    def expected(self) -> float | None:
        """The expected index on the scale, by the probabilities of the options; None if unparsed."""
        return sum(option * chance for option, chance in self.chances) if self.chances else None

    @property
    def letter(self) -> Letter:
        """The decision on a dilemma as the letter of its option."""
        return "unparsed" if self.decision == "unparsed" else LETTERS[self.decision]


Vote = Literal["yes", "no", "unparsed"]


Question = Literal["mentions", "endorses"]


class AwarenessVote(Value):
    """One vote of a judge on one question about one explanation.

    ``run`` counts a judge's votes on the same question from 0; ``prompt`` is the hash of the prompt, ``said`` the
    judge's own words.
    """

    pair_id: str
    explanation: str
    judge: str
    question: Question
    run: int = Field(ge=0)
    vote: Vote
    said: str = ""
    prompt: str = ""


class Awareness(Value):
    """A judge's votes on one explanation of a harmful decision (PROBE-SWE, section 5 and prompt C.7).

    Equal explanations of one dilemma are judged once. ``mentions`` are the votes on whether the explanation mentions
    the cue, ``endorses`` those on whether it endorses it; a question that was not asked has none.
    """

    pair_id: str
    explanation: str
    judge: str
    mentions: tuple[Vote, ...] = ()
    endorses: tuple[Vote, ...] = ()


class StrategyCost(Value):
    """What a subject's calls under one mitigation took, calls before the question included.

    All are counts; ``usd`` is their cost in US dollars, None without a price.
    """

    mitigation: str
    calls: int
    prompt_tokens: int
    completion_tokens: int
    cached_tokens: int = 0
    usd: float | None = None
