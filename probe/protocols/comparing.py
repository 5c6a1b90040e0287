"""Compare two evaluations of one protocol by the values that its estimator gives each item."""

from collections.abc import Sequence
from math import isclose
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from probe.analysis.depth.tiers import TierScheme
from probe.analysis.effects import compared
from probe.analysis.effects.two_evaluations import Kind, uneven_notes
from probe.analysis.study import NONE
from probe.analysis.tables import Table
from probe.store.reading import holds_decisions, stored_evaluation
from probe.values import Evaluation

if TYPE_CHECKING:
    from probe.protocols.base import ItemProtocol


class Comparison(NamedTuple):
    """The differences as a table, the columns that a terminal shows, and notices on the limits of the result."""

    table: Table
    in_short: tuple[str, ...]
    notices: tuple[str, ...] = ()


def compare_items(
    protocol: "ItemProtocol[Any]", evaluations: Sequence[Evaluation], kind: Kind, scheme: TierScheme
) -> Comparison:
    """Compare the first evaluation with the second in every measure; two more are a reference on each dataset."""
    study = protocol.study(evaluations, scheme)
    subjects = [evaluation.subject for evaluation in evaluations]
    rows = compared.compare(study, subjects, kind)
    first, second = (study.scores.of(subject=name) for name in subjects[:2])
    notices = () if kind == "paired" else tuple(uneven_notes(first, second))
    return Comparison(compared.table(rows, kind, study.measures), compared.IN_SHORT, notices)


def moved_items(protocol: "ItemProtocol[Any]", folder: Path) -> frozenset[str]:
    """Return the items of an evaluation in which the first tested measure differs from its expected value.

    Direct answers count as their most probable option, because their probabilities are hardly ever equal. Decisions
    under a mitigation are left out, unless there are no others.
    """
    if not holds_decisions(folder):
        return frozenset()
    evaluation = stored_evaluation(folder, protocol.read)
    measure = next((measure for measure in protocol.measures if measure.expected is not None), None)
    if measure is None or measure.expected is None:
        return frozenset()
    sampled_decisions = [decision.model_copy(update={"probabilities": None}) for decision in evaluation.decisions]
    plain_decisions = [decision for decision in sampled_decisions if decision.mitigation == NONE]
    values = protocol.values(evaluation.items, plain_decisions or sampled_decisions)
    return frozenset(
        result.item_id
        for result in values
        if result.measure == measure.name
        and result.weight
        # A mean over runs may differ from the expected value because of rounding.
        and not isclose(result.value / result.weight, measure.expected, abs_tol=1e-6)
    )
