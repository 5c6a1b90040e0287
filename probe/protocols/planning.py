"""What evaluations of items show as a pilot of a larger one."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from probe.analysis.planning.pilots import Pilot, designs_of_values, pilots_of
from probe.analysis.planning.table import PlanRequest
from probe.values import Evaluation

if TYPE_CHECKING:
    from probe.protocols.base import ItemProtocol


def item_pilots(
    protocol: "ItemProtocol[Any]", evaluations: Sequence[Evaluation], request: PlanRequest
) -> tuple[list[Pilot], PlanRequest]:
    """Return what the pilots show of the main measure, and the request with that measure's kind of values."""
    study = protocol.study(evaluations)
    kind = study.headline.kind
    pilots = list(pilots_of(study, designs_of_values(study, protocol.values), over_biases=False))
    return pilots, replace(request, kind="width" if kind in ("points", "share") else kind, targets=("effect",))
