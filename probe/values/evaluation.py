"""Evaluations: one subject on one dataset, and the values that an estimator gives the items."""

from collections import Counter
from collections.abc import Mapping
from typing import Literal, NamedTuple, Self

from pydantic import Field, SerializeAsAny

from probe.values.base import Arm, Value
from probe.values.decision import Awareness, Decision, StrategyCost
from probe.values.item import Item
from probe.values.plan import RegisteredPlan


class Measure(Value):
    """A quantity that an estimator gives items, such as the shift on the scale.

    ``meaning`` defines it in one sentence. ``expected`` is its value for a subject without the bias; None: it is not
    tested. The protocol's first tested measure is the headline. ``points`` are differences of shares, printed in
    percentage points. ``limits`` are the least and the largest value that it can have, at which intervals end. Where it
    is a difference of two arms, ``arms`` describes the values of the arm and of its reference; those of ``errors`` are
    error rates, of which fewer are better. An item's value of a measure that ``depends_on_others`` changes with the
    answers to other items, as its distance from their mean does.
    """

    name: str
    label: str
    meaning: str
    expected: float | None = 0.0
    kind: Literal["points", "share", "number"] = "number"
    limits: tuple[float, float] | None = None
    arms: tuple[str, str] | None = None
    errors: bool = False
    depends_on_others: bool = False

    @classmethod
    def difference(cls, name: str, label: str, meaning: str, arms: tuple[str, str], *, errors: bool = False) -> Self:
        """Return the measure of a difference of two shares, those of two ``arms``."""
        return cls(name=name, label=label, meaning=meaning, kind="points", limits=(-1, 1), arms=arms, errors=errors)

    @classmethod
    def share(cls, name: str, label: str, meaning: str) -> Self:
        """Return the measure of a share that is not tested."""
        return cls(name=name, label=label, meaning=meaning, expected=None, kind="share", limits=(0, 1))

    @property
    def heading(self) -> str:
        """The label with a capital letter first; a symbol such as m stays as it is."""
        return self.label if len(self.label) == 1 else self.label.capitalize()


class ItemValue(NamedTuple):
    """What one item shows of a measure under one mitigation: the mean over items is Σ value / Σ weight.

    ``weight`` is 1 where a mean of the items' own values is meant; for a ratio of sums (a share of all decisions, an
    update from pooled means) it is the item's part of the denominator, and ``value`` that of the numerator. ``arms``
    are the values of the arm and of its reference, over the same runs, where ``value`` is their difference.
    """

    item_id: str
    mitigation: str
    measure: str
    value: float
    weight: float = 1.0
    arms: tuple[float, float] | None = None

    @classmethod
    def between(cls, item_id: str, mitigation: str, measure: str, arms: tuple[float, float]) -> "ItemValue":
        """Return the difference of the values of an arm and of its reference."""
        return cls(item_id, mitigation, measure, arms[0] - arms[1], 1.0, arms)


class Evaluation(Value):
    """One subject on one dataset: its decisions, the items they are about, and how it was asked.

    ``questions`` is how many the run asks, under all mitigations; None: as many as are answered or unanswered here.
    ``reference`` is the arm that the others are compared with, empty where none is recorded. ``choices`` are the
    protocol's settings, ``conditions`` everything that says how the subject was asked, by name of the setting.
    ``label`` is what the user calls the evaluation. A ``direct`` evaluation asked for one letter and its probability,
    without an explanation. ``awareness`` are judgements of explanations. In an evaluation ``between`` people, each run
    is a person, who saw one arm of an item.
    """

    subject: str
    run_id: str
    runs: int
    order: Literal["both", "as-written"]
    items: tuple[SerializeAsAny[Item], ...]
    decisions: tuple[Decision, ...]
    reference: str = ""
    choices: Mapping[str, str] = Field(default_factory=dict)
    unanswered: int = 0
    questions: int | None = None
    awareness: tuple[Awareness, ...] = ()
    plan: RegisteredPlan | None = None
    label: str = ""
    conditions: dict[str, str] = Field(default_factory=dict)
    costs: tuple[StrategyCost, ...] = ()
    direct: bool = False
    between: bool = False

    @property
    def protocol(self) -> str:
        """The protocol of the items, empty without any."""
        return self.items[0].protocol if self.items else ""

    def error_rates(self) -> dict[Arm, float]:
        """Return the share of wrong decisions by arm, 0 to 1, among answers that could be read and have a right one."""
        errors: dict[Arm, Counter[bool]] = {}
        items = {item.id: item for item in self.items}
        for decision in self.decisions:
            right_answer = items[decision.item_id].right_answer(decision.arm, decision.turn)
            if decision.decision != "unparsed" and right_answer is not None:
                errors.setdefault(decision.arm, Counter())[decision.decision != right_answer] += 1
        return {arm: errors[arm][True] / errors[arm].total() for arm in Arm.in_order(errors)}
