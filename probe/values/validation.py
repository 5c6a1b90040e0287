"""Raters' questions about a dilemma, and their answers."""

from enum import StrEnum
from typing import Literal

from probe.values.base import Bias, Option, Value
from probe.values.dilemma import Pair


class Question(StrEnum):
    """The four questions of manual validation (PROBE-SWE, section 6), in the order in which they are asked."""

    SAME_TASK = "same_task"
    BIAS_PRESENCE = "bias_presence"
    ALIGNMENT = "alignment"
    AXIOMS = "axioms"

    @property
    def label(self) -> str:
        """The question's name in tables and figures."""
        return _QUESTIONS[self][0]

    @property
    def wording(self) -> str:
        """The question as raters read it; yes is in favour of the dilemma."""
        return _QUESTIONS[self][1]


_QUESTIONS = {
    Question.SAME_TASK: (
        "same task",
        "Do both texts ask for the same decision about the same situation, with the same logic behind it?",
    ),
    Question.BIAS_PRESENCE: (
        "bias presence",
        "Is the bias in the biased text only, and does it push towards the wrong option?",
    ),
    Question.ALIGNMENT: (
        "program alignment",
        "Does the text that was rebuilt from the program mean the same as the unbiased text?",
    ),
    Question.AXIOMS: ("axioms", "Are the best practices behind the decision sound software engineering?"),
}

YesNo = Literal["yes", "no"]


class SampledItem(Value):
    """A dilemma as raters see it; ``rebuilt`` is None if no text was rebuilt from its program."""

    pair_id: str
    bias: Bias
    author: str
    correct_option: Option
    unbiased: str
    biased: str
    rebuilt: str | None
    axioms: str
    axioms_note: str

    @classmethod
    def of(cls, pair: Pair) -> "SampledItem":
        """Return what raters see of a pair; the rebuilt text is the one that the stage ``round_trip`` recorded."""
        recorded = pair.evidence.get("round_trip", {}).get("unbiased")
        rebuilt = recorded.get("rebuilt") if isinstance(recorded, dict) else None
        return cls(
            pair_id=pair.id,
            bias=pair.bias,
            author=pair.provenance.author,
            correct_option=pair.correct_option,
            unbiased=pair.unbiased,
            biased=pair.biased,
            rebuilt=rebuilt if isinstance(rebuilt, str) else None,
            axioms=pair.axioms,
            axioms_note=pair.axioms_note,
        )

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions that can be asked about it, without those on a missing rebuilt text."""
        return tuple(one for one in Question if one is not Question.ALIGNMENT or self.rebuilt is not None)


class Rating(Value):
    """A rater's answer to one question about one item; ``answer`` is None if only a comment was left."""

    rater: str
    pair_id: str
    question: Question
    answer: YesNo | None
    comment: str = ""
