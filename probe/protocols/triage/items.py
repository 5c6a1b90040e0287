"""Items of triage: sets of profiles in several orders, and single questions in several arms."""

import re
from collections.abc import Iterator
from typing import Literal, Self

from pydantic import Field, model_validator

from probe.values import Arm, Bias, StatedItem, Value

Kind = Literal["sequence", "choice", "framing", "attribute"]
KINDS: tuple[Kind, ...] = ("sequence", "choice", "framing", "attribute")
BIAS_OF: dict[Kind, Bias] = {
    "sequence": Bias.ANCHORING,
    "choice": Bias("status quo bias"),
    "framing": Bias.FRAMING,
    "attribute": Bias("group attribution bias"),
}
"""The bias that each kind measures; primacy is read from the neutral arms of a choice."""
ACCEPT, REJECT = 0, 1
"""The decisions on a profile, as indices on its scale."""

SINGLE_PROFILE = "alone"
FORCED_HISTORIES = ("after_accepted", "after_rejected", "all_accepted", "all_rejected", "alternating")
"""Fixed histories. In the first two, all earlier answers are right; in the other three, they may be wrong."""
_PROFILE_ARM = re.compile(rf"({'|'.join((SINGLE_PROFILE, *FORCED_HISTORIES))})_([1-9][0-9]*)")


class ShownProfile(Value):
    """A profile: its text, the index of its right answer (None: unknown), and the facts that decide it."""

    text: str = Field(min_length=1)
    right: int | None = Field(default=None, ge=0)
    facts: str = ""


class ArmQuestion(Value):
    """A question in one arm: its text, the words that answer it, and the decision that each of them means."""

    text: str = Field(min_length=1)
    words: tuple[str, ...] = Field(min_length=2)
    decisions: tuple[int, ...] = Field(min_length=2)

    @model_validator(mode="after")
    def _each_word_once(self) -> Self:
        if not len(self.words) == len(self.decisions) == len(set(self.words)) == len(set(self.decisions)):
            raise ValueError("give each word once, each with a different decision")
        return self


class TriageItem(StatedItem):
    """A set of profiles that are decided one after the other, or one question that is asked in several arms.

    ``matter`` is what is decided, ``level`` how many rules the policy has (None: no policy is known). A sequence has
    ``instructions``, the question about each profile, and ``orders``: for each arm the profiles in the order shown.
    The other kinds have a question per arm and the index of its ``right`` answer. In a choice the scale names the
    options, and ``status_quo`` is the one in use. ``groups`` are the two values of the ``attribute``.
    """

    protocol: str = "triage"
    kind: Kind
    matter: str
    level: int | None = Field(default=None, ge=1)
    instructions: str = ""
    question: str = ""
    profiles: tuple[ShownProfile, ...] = Field(min_length=1)
    orders: dict[str, tuple[int, ...]] = Field(default_factory=dict)
    questions: dict[str, ArmQuestion] = Field(default_factory=dict)
    right: int | None = Field(default=None, ge=0)
    status_quo: int | None = Field(default=None, ge=0)
    attribute: str = ""
    groups: tuple[str, str] | None = None
    policy: tuple[str, ...] = ()
    axioms: str = ""

    @model_validator(mode="after")
    def _is_complete(self) -> Self:
        if self.protocol != "triage":
            raise ValueError(f"an item of triage names the protocol {self.protocol}")
        self._check_sequence() if self.kind == "sequence" else self._check_questions()
        for index in (self.right, self.status_quo, *(profile.right for profile in self.profiles)):
            if index is not None and index >= len(self.scale):
                raise ValueError(f"an answer has the index {index}, but the scale has {len(self.scale)} options")
        return self

    def _check_sequence(self) -> None:
        if not self.orders or not self.question or len(self.scale) != 2:
            raise ValueError("a sequence needs orders, a question and a scale of two answers")
        for arm, order in self.orders.items():
            if not Arm.form.fullmatch(arm) or _PROFILE_ARM.fullmatch(arm):
                raise ValueError(f"{arm!r} is not a valid name for an order")
            if sorted(order) != list(range(len(self.profiles))):
                raise ValueError(f"the order {arm} does not show every profile once")

    def _check_questions(self) -> None:
        if not self.questions:
            raise ValueError(f"an item of the kind {self.kind} needs questions")
        for arm, question in self.questions.items():
            if not Arm.form.fullmatch(arm):
                raise ValueError(f"{arm!r} is not the name of an arm")
            if not set(question.decisions) <= set(range(len(self.scale))):
                raise ValueError(f"the question {arm} has an answer that is not on the scale")

    @property
    def certified(self) -> bool:
        """Whether a certificate proves the right answer of every profile."""
        return self.certificate is not None and self.certificate.passed

    @property
    def ordered(self) -> bool:
        """Whether the scale has an order: the options of a choice have none."""
        return self.kind != "choice"

    def right_about(self, profile: int) -> int | None:
        """Return the index of the right answer about a profile, or of the right answer to the item's question."""
        return self.profiles[profile].right if self.kind == "sequence" else self.right

    def right_answer(self, arm: Arm, turn: int = 0) -> int | None:
        """Return the index of the right answer in a turn of ``arm``; a review asks about each profile again."""
        shown_profiles = self.shown_profiles(arm)
        return self.right_about(shown_profiles[turn % len(shown_profiles)][0])

    def text(self, arm: Arm) -> str | None:
        """Return the question of ``arm``; None for a set, which is shown profile by profile."""
        return self.questions[arm].text if arm in self.questions else None

    def place_of(self, arm: Arm, answer: int) -> int:
        """Return the place (from 0) at which an arm's question shows an answer; a set shows them as on the scale."""
        return self.questions[arm].decisions.index(answer) if arm in self.questions else answer

    def arms(self, allowed_histories: tuple[str, ...] = ("own", "forced", "none")) -> tuple[Arm, ...]:
        """Return the arms of the item; those of a sequence whose profiles have one of these histories."""
        return tuple(self._arms(allowed_histories))

    def shown_profiles(self, arm: str) -> tuple[tuple[int, int | None], ...]:
        """Return the profiles of an arm in order, each with its fixed answer; None: the subject is asked."""
        if self.kind != "sequence":
            return ((0, None),)
        if (arm_profile := profile_arm(arm)) is None:
            return tuple((number, None) for number in self.orders[arm])
        name, number = arm_profile
        earlier_profiles = () if name == SINGLE_PROFILE else self.history(name, number)
        return (*earlier_profiles, (number - 1, None))

    def _arms(self, allowed_histories: tuple[str, ...]) -> Iterator[Arm]:
        if self.kind != "sequence":
            yield from map(Arm, self.questions)
            return
        numbers = range(1, len(self.profiles) + 1)
        # Always shown, because the other arms are compared with it.
        yield from (Arm(f"{SINGLE_PROFILE}_{number}") for number in numbers)
        if "own" in allowed_histories:
            yield from map(Arm, self.orders)
        if "forced" in allowed_histories:
            yield from (
                Arm(f"{name}_{number}") for name in FORCED_HISTORIES for number in numbers if self.history(name, number)
            )

    def history(self, name: str, number: int) -> tuple[tuple[int, int], ...]:
        """Return the profiles before the one with this ``number`` (from 1), each with its fixed answer.

        Valid histories hold equally many profiles after acceptances and after rejections; without any, there is none.
        """
        target = number - 1
        other_profiles = [profile for profile in range(len(self.profiles)) if profile != target]
        if name.startswith("after_"):
            profiles_by_answer = [
                [profile for profile in other_profiles if self.profiles[profile].right == answer]
                for answer in (ACCEPT, REJECT)
            ]
            # Histories have equal lengths: otherwise the effect could be due to the length.
            length = min(map(len, profiles_by_answer))
            answer = ACCEPT if name == "after_accepted" else REJECT
            return tuple((profile, answer) for profile in profiles_by_answer[answer][:length])
        answers = {"all_accepted": (ACCEPT, ACCEPT), "all_rejected": (REJECT, REJECT), "alternating": (ACCEPT, REJECT)}
        return tuple((profile, answers[name][position % 2]) for position, profile in enumerate(other_profiles))


def profile_arm(arm: str) -> tuple[str, int] | None:
    """Return the history and the number of the profile (from 1) that an arm shows; None for an order."""
    match = _PROFILE_ARM.fullmatch(arm)
    return (match[1], int(match[2])) if match else None
