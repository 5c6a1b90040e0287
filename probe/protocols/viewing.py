"""What readers see of an item and of a subject's decisions on it, whatever shows it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, NamedTuple

from probe.document import Grid, TitledText
from probe.values import Arm, Confidence, Decision

NONE = "none"
"""The mitigation of questions that are asked as they are."""


@dataclass(frozen=True)
class ComparedTexts:
    """Texts by name that differ in few places; readers see where each of them differs from the first."""

    title: str
    texts: tuple[tuple[str, str], ...]


Part = TitledText | ComparedTexts | Grid
Verdict = Literal["right", "wrong", "decided", "unreadable", "given", "not asked"]
"""How a decision relates to the right answer: ``decided`` where none is known, ``given`` where we fixed the answer."""


class ShownDecision(NamedTuple):
    """One decision: what it is about (empty where that is clear), the answer in words, and how it relates.

    ``choice`` is the index of the answer on the scale, None without an answer that could be read. ``confidence`` is
    what the subject stated after it, where it was asked.
    """

    about: str
    answer: str
    verdict: Verdict
    choice: int | None = None
    confidence: str = ""

    @property
    def short(self) -> bool:
        """Whether the answer is a letter, so that many fit beside each other."""
        return self.choice is None or len(self.answer) == 1

    @property
    def mark(self) -> str:
        """The answer in a character or two: its letter, else its place on the scale from 1, else ``?`` or ``-``.

        The confidence in it follows, if there is one.
        """
        if self.choice is None:
            return "?" if self.verdict == "unreadable" else "-"
        mark = self.answer if self.short else str(self.choice + 1)
        mark += f" {self.confidence}" if self.confidence else ""
        return f"({mark})" if self.verdict == "given" else mark


class Flips(NamedTuple):
    """Of ``compared`` runs that can be read in both arms, in how many the decisions differ."""

    flips: int
    compared: int

    @property
    def sentence(self) -> str:
        """The counts in words."""
        return f"{self.flips} of {self.compared} runs flip"


class Moving(NamedTuple):
    """What lists of items call an effect: the label of the filter by subject, and the heading of its column."""

    by: str
    heading: str


class ShownSession(NamedTuple):
    """The decisions of one conversation in order, with the subject's explanations of those that have one."""

    arm: str
    run: int
    mitigation: str
    exchanged: bool
    decisions: tuple[ShownDecision, ...]
    explanations: tuple[str, ...] = ()


def conversations_in(decisions: Sequence[Decision], arms: Sequence[Arm]) -> Iterator[tuple[Decision, ...]]:
    """Yield the decisions of each conversation by turn; those in other arms than the item's are left out."""
    positions = {arm: position for position, arm in enumerate(arms)}
    # An evaluation may have arms that an edited item no longer has.
    decisions_in_arms = [decision for decision in decisions if decision.arm in positions]

    def conversation_key(decision: Decision) -> tuple[str, int, int]:
        return decision.mitigation, positions[decision.arm], decision.run

    for _, conversation in groupby(
        sorted(decisions_in_arms, key=lambda decision: (*conversation_key(decision), decision.turn)),
        key=conversation_key,
    ):
        yield tuple(conversation)


def session(conversation: Sequence[Decision], decisions: Sequence[ShownDecision]) -> ShownSession:
    """Return a conversation with what its decisions say."""
    first_decision = conversation[0]
    explanations = tuple(decision.explanation for decision in conversation if decision.explanation.strip())
    return ShownSession(
        first_decision.arm.value,
        first_decision.run,
        first_decision.mitigation,
        first_decision.exchanged,
        tuple(decisions),
        explanations,
    )


def shown_decision(choice: int | str, scale: Sequence[str], right: int | None, about: str = "") -> ShownDecision:
    """Return a decision with the option's words; ``right`` is None where no right answer is known."""
    if isinstance(choice, str) or choice >= len(scale):
        return ShownDecision(about, "unreadable", "unreadable")
    verdict: Verdict = "decided" if right is None else "right" if choice == right else "wrong"
    return ShownDecision(about, scale[choice], verdict, choice)


def confidence_text(confidence: Confidence | None) -> str:
    """Return a subject's confidence in words: ``85%``, ``?`` where it could not be read, empty where it has none."""
    return "" if confidence is None else "?" if isinstance(confidence, str) else f"{confidence:.0%}"
