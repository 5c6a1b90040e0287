"""Single questions: the form of the question, who is behind a profile, and what a review changes."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from probe.analysis.triage.orders import Ratio
from probe.analysis.triage.seen import SeenDecision, ShareDifference, acceptance, difference, group_by, readable

ADMITTING, REJECTING = "admitting", "rejecting"


class Forms(NamedTuple):
    """One profile's differences in acceptance between the admitting and the rejecting form; None: not asked.

    ``framing`` is with answers that name the action, ``published`` with yes and no; what the latter has more is the
    tendency to say yes, ``yes_bias``. The neutral form alone would not separate the two.
    """

    framing: ShareDifference | None
    published: ShareDifference | None

    @property
    def yes_bias(self) -> float | None:
        """The published difference minus the framing."""
        return None if self.framing is None or self.published is None else self.published - self.framing


def forms(decisions: Iterable[SeenDecision]) -> Iterator[tuple[str, Forms]]:
    """Yield the differences of each profile that was asked in several forms."""
    framing_decisions = [decision for decision in readable(decisions) if decision.kind == "framing"]
    for item, item_decisions in group_by(framing_decisions, lambda decision: decision.item).items():
        rates = acceptance(item_decisions)
        yield (
            item,
            Forms(
                difference(rates, ADMITTING, REJECTING),
                difference(rates, f"{ADMITTING}_yes_no", f"{REJECTING}_yes_no"),
            ),
        )


def group_differences(decisions: Iterable[SeenDecision], name: str = "group") -> Iterator[tuple[str, ShareDifference]]:
    """Yield for each profile the acceptance with the first group minus that with the second; ``placebo``: its words."""
    attribute_decisions = [decision for decision in readable(decisions) if decision.kind == "attribute"]
    for item, item_decisions in group_by(attribute_decisions, lambda decision: decision.item).items():
        share_difference = difference(acceptance(item_decisions), f"{name}_1", f"{name}_2")
        if share_difference is not None:
            yield item, share_difference


def change_rates(decisions: Iterable[SeenDecision]) -> Iterator[tuple[str, Ratio]]:
    """Yield for each item how many decisions a review changed, of those that are readable before and after it."""
    reviewed_decisions = [decision for decision in readable(decisions) if decision.earlier is not None]
    for item, item_decisions in group_by(reviewed_decisions, lambda decision: decision.item).items():
        yield (
            item,
            Ratio(
                float(sum(decision.decision != decision.earlier for decision in item_decisions)), len(item_decisions)
            ),
        )
