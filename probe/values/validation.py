"""Raters' questions about a dilemma, and their answers."""

from enum import StrEnum
from typing import Literal

from pydantic import Field

from probe.values.base import Bias, Option, Value
from probe.values.dilemma import Dilemma


class Question(StrEnum):
    """What raters are asked, in order: ``MANUAL`` in manual validation, ``BLIND`` in the kit for two engineers."""

    SAME_TASK = "same_task"
    BIAS_PRESENCE = "bias_presence"
    ALIGNMENT = "alignment"
    AXIOMS = "axioms"
    KIND = "kind"
    FOLLOWS = "follows"
    CUE = "cue"
    PLAUSIBLE = "plausible"
    CONSENT = "consent"
    DECISION = "decision"
    FIGURE = "figure"
    BEARING = "bearing"

    @property
    def label(self) -> str:
        """The question's name in tables and figures."""
        return _QUESTIONS[self][0]

    @property
    def wording(self) -> str:
        """The question as raters read it; yes is in favour of the dilemma."""
        return _QUESTIONS[self][1]

    @property
    def answers(self) -> tuple["GivenAnswer", ...]:
        """The possible answers."""
        return _ANSWERS.get(self, ("yes", "no"))


GivenAnswer = Literal["yes", "no", "A", "B", "neither", "first", "second", "third", "unsure"]
_ANSWERS: dict[Question, tuple[GivenAnswer, ...]] = {
    Question.FOLLOWS: ("A", "B", "neither"),
    Question.CUE: ("first", "second", "neither"),
    Question.CONSENT: ("yes",),
    Question.DECISION: ("A", "B"),
    Question.FIGURE: ("first", "second", "third"),
    Question.BEARING: ("yes", "no", "unsure"),
}

PAPER = (Question.SAME_TASK, Question.BIAS_PRESENCE, Question.ALIGNMENT, Question.AXIOMS)
"""The four questions of manual validation (PROBE-SWE, section 6)."""

MANUAL = (*PAPER, Question.KIND)
"""The questions of manual validation; the last one only if the certificate lists kinds that would count."""

BLIND = (Question.FOLLOWS, Question.CUE, Question.KIND, Question.PLAUSIBLE)
"""The questions of the blinded kit: raters do not see what the certificate says, except kinds that would count."""

FIGURES: tuple[GivenAnswer, ...] = _ANSWERS[Question.FIGURE]
"""The answers to a comprehension check, in the order of an item's figures."""

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
    Question.AXIOMS: ("axioms", "Are the best practices behind the decision sound?"),
    Question.KIND: (
        "kind of cue",
        "Is the wording that only one of the texts has none of these kinds of thing?",
    ),
    Question.FOLLOWS: (
        "what follows",
        "Which option follows from the facts of the text, by good practice in the field?",
    ),
    Question.CUE: (
        "the cue",
        "Which text contains wording that could draw a reader into the bias defined above?",
    ),
    Question.PLAUSIBLE: (
        "plausible",
        "Could both texts come from a colleague: natural, complete and without contradiction?",
    ),
    Question.CONSENT: ("consent", "I have read this page and agree to take part."),
    Question.DECISION: ("decision", "Which option do you choose?"),
    Question.FIGURE: ("figure", "Which of these figures is in the text above?"),
    Question.BEARING: ("bearing", "Does the marked wording bear on which option is right?"),
}


_INVITES = "Is what invites the bias in the"


class SampledItem(Value):
    """An item as raters see it; ``rebuilt`` is None if no text was rebuilt from its program.

    ``unbiased`` and ``biased`` are its texts, which raters know by their ``names``. Of a dilemma, one of two options is
    right; of other items, ``options`` are the scale and ``right`` the recorded answer in words. A ``blind`` item is
    shown without what is right and without the names of its texts, the biased one first if ``biased_first``;
    ``definition`` is that of its bias. ``would_count`` are the kinds that its cue must not be, if only a reader can
    tell. In a study between people, ``arms`` are the texts of which a person sees one; ``figures`` are three numbers,
    of which the one numbered ``in_text`` (from 0) is in all of them.
    """

    pair_id: str
    bias: Bias
    author: str
    correct_option: Option | None = None
    unbiased: str
    biased: str
    rebuilt: str | None
    axioms: str
    axioms_note: str
    blind: bool = False
    biased_first: bool = False
    definition: str = ""
    would_count: tuple[str, ...] = ()
    names: tuple[str, str] = ("unbiased", "biased")
    options: tuple[str, ...] = ()
    right: str = ""
    arms: dict[str, str] = Field(default_factory=dict)
    figures: tuple[str, ...] = ()
    in_text: int = 0

    @classmethod
    def of(cls, pair: Dilemma) -> "SampledItem":
        """Return what raters see of a pair; the rebuilt text is the one that the stage ``round_trip`` recorded."""
        return cls(
            pair_id=pair.id,
            bias=pair.bias,
            author=pair.provenance.author,
            correct_option=pair.correct_option,
            unbiased=pair.unbiased,
            biased=pair.biased,
            rebuilt=pair.measures.rebuilt,
            axioms=pair.axioms,
            axioms_note=pair.axioms_note,
        )

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions that can be asked about it, without those on what it does not have."""
        left_out = {Question.ALIGNMENT} if self.rebuilt is None else set[Question]()
        left_out |= set() if self.would_count else {Question.KIND}
        left_out |= set() if self.correct_option else {Question.FOLLOWS}
        left_out |= set() if self.definition else {Question.CUE}  # it asks about the bias "defined above"
        left_out |= set() if self.axioms or self.correct_option else {Question.AXIOMS}
        return tuple(question for question in (BLIND if self.blind else MANUAL) if question not in left_out)

    def wording(self, question: Question) -> str:
        """Return a question as raters of this item read it, with the kinds that it is about."""
        if question is Question.BIAS_PRESENCE and self.correct_option is None:
            return f"{_INVITES} {self.names[1]} text only, and would it move the answer as the bias says?"
        kinds = f" {', '.join(self.would_count)}" if question is Question.KIND else ""
        return question.wording + kinds

    @property
    def shown_texts(self) -> tuple[str, str]:
        """Both texts in the order in which a blinded rater sees them."""
        return (self.biased, self.unbiased) if self.biased_first else (self.unbiased, self.biased)

    def certified(self, question: Question) -> GivenAnswer:
        """Return the answer that agrees with the certificate; yes where it is in favour of the dilemma."""
        if question is Question.FOLLOWS:
            return "A" if self.correct_option is Option.A else "B"
        if question is Question.CUE:
            return "first" if self.biased_first else "second"
        return "yes"


class Rating(Value):
    """A rater's answer to one question about one item; ``answer`` is None if only a comment was left."""

    rater: str
    pair_id: str
    question: Question
    answer: GivenAnswer | None
    comment: str = ""
