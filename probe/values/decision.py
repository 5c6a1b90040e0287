"""A subject's decisions, as used by the statistics, and published rates of decisions."""

from typing import Literal

from pydantic import Field

from probe.values.base import Arm, Value
from probe.values.dilemma import Pair
from probe.values.plan import RegisteredPlan

Letter = Literal["A", "B", "unparsed"]


class Decision(Value):
    """A subject's answer to one text in one run.

    ``decision`` uses the letters of the text as written: if the options were shown ``exchanged``, it has been mapped
    back. ``kept_order`` marks a text whose options should have been exchanged but could not be.
    """

    pair_id: str
    arm: Arm
    run: int = Field(ge=0)
    decision: Letter
    exchanged: bool = False
    kept_order: bool = False
    explanation: str = ""


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


class Evaluation(Value):
    """One subject on one dataset: all of its decisions, the pairs they are about, and judgements of explanations.

    ``label`` is what the user calls the evaluation, ``conditions`` how the subject was asked, by name of the setting.
    """

    subject: str
    run_id: str
    runs: int
    order: Literal["both", "as-written"]
    pairs: tuple[Pair, ...]
    decisions: tuple[Decision, ...]
    unanswered: int = 0
    awareness: tuple[Awareness, ...] = ()
    plan: RegisteredPlan | None = None
    label: str = ""
    conditions: dict[str, str] = Field(default_factory=dict)
