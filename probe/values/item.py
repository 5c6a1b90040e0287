"""An item of a protocol: what a subject is asked about, and the value that an estimator gives it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Self

from pydantic import Field, model_validator

from probe.values.base import Bias, Value, fingerprint
from probe.values.decision import Decision, StrategyCost
from probe.values.dilemma import Certificate, Complexity, Norm, Provenance
from probe.values.plan import RegisteredPlan

_NOT_CONTENT = {"id", "certificate", "complexity", "provenance"}


class Item(Value):
    """The base of all items; a protocol's own type adds what its arms are made of. A dilemma is a Pair.

    ``cluster`` names what was sampled independently, such as a scenario: items of one cluster are never treated as
    independent. ``scale`` has the options of a question in order; a decision is an index on it. ``sensitive`` marks
    items about attributes of people. ``id`` is the first 16 hex digits of the SHA-256 of the content as canonical JSON;
    it is computed if missing, and a wrong one is rejected.
    """

    id: str = ""
    protocol: str
    bias: Bias
    domain: str = "software_engineering"
    cluster: str
    norm: Norm = "none"
    scale: tuple[str, ...] = Field(min_length=2)
    sensitive: bool = False
    certificate: Certificate | None = None
    complexity: Complexity = Complexity()
    provenance: Provenance

    def scale_of(self, arm: str) -> tuple[str, ...]:
        """Return the options of ``arm``: by default the scale, whatever the arm."""
        return self.scale

    @model_validator(mode="after")
    def _id_is_the_content(self) -> Self:
        expected = fingerprint(self.model_dump(mode="json", exclude=_NOT_CONTENT))
        if not self.id:
            object.__setattr__(self, "id", expected)
        elif self.id != expected:
            raise ValueError(f"id is {self.id}, but the content has {expected}: the line was edited; delete its id")
        return self


class Measure(Value):
    """A quantity that an estimator gives items, such as the shift on the scale.

    ``meaning`` defines it in one sentence. ``expected`` is its value for a subject without the bias; None: it is not
    tested. The protocol's first tested measure is the headline. ``points`` are differences of shares, printed in
    percentage points. ``limits`` are the least and the largest value that it can have, at which intervals end.
    """

    name: str
    label: str
    meaning: str
    expected: float | None = 0.0
    kind: Literal["points", "share", "number"] = "number"
    limits: tuple[float, float] | None = None

    @property
    def heading(self) -> str:
        """The label with a capital letter first; a symbol such as m stays as it is."""
        return self.label if len(self.label) == 1 else self.label.capitalize()


class ItemValue(NamedTuple):
    """What one item shows of a measure under one mitigation: the mean over items is Σ value / Σ weight.

    ``weight`` is 1 where a mean of the items' own values is meant; for a ratio of sums (a share of all decisions, an
    update from pooled means) it is the item's part of the denominator, and ``value`` that of the numerator.
    """

    item_id: str
    mitigation: str
    measure: str
    value: float
    weight: float = 1.0


@dataclass(frozen=True)
class ItemEvaluation:
    """One subject on one dataset: its decisions, the items they are about, and how it was asked.

    ``reference`` is the arm that the others are compared with; ``choices`` are the protocol's settings.
    """

    subject: str
    run_id: str
    protocol: str
    runs: int
    order: str
    items: tuple[Item, ...]
    decisions: tuple[Decision, ...]
    reference: str
    choices: Mapping[str, str] = field(default_factory=dict)
    unanswered: int = 0
    costs: tuple[StrategyCost, ...] = ()
    plan: RegisteredPlan | None = None
    label: str = ""
