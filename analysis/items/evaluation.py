"""An evaluation of items of one protocol."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from probe.values import Decision, Item, StrategyCost
from probe.values.plan import RegisteredPlan


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
