"""Items and decisions of a protocol in columns, and as tasks of another harness."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Generic

from probe.files.columns import FileColumn
from probe.files.decisions import COLUMNS, DIRECT, DecisionInContext
from probe.files.hub_columns import ITEM_COLUMNS
from probe.ports import AnyItem


@dataclass(frozen=True)
class HarnessTasks:
    """How items become tasks of lm-evaluation-harness: the ``prompts`` of the groups of tasks, by their names.

    The tasks report how likely each option is, or, with ``compares_errors``, how errors differ between the arms of a
    dilemma.
    """

    prompts: Mapping[str, str]
    compares_errors: bool = False


class FiledItems(Generic[AnyItem]):
    """What a protocol adds to columns and tasks; everything has a default.

    ``columns`` are those of decisions in long data, which read a ``decision_context``, ``direct_columns`` further ones
    of direct answers, and ``flat_columns`` those of items in a spreadsheet. ``direct_prompts`` are the names of the
    templates for direct answers, which items of a protocol that ``answers_directly`` have.
    """

    name: ClassVar[str]
    answers_directly: ClassVar[bool] = False
    direct_prompts: ClassVar[tuple[str, ...]] = ()
    columns: ClassVar[Mapping[str, FileColumn]] = COLUMNS
    direct_columns: ClassVar[Mapping[str, FileColumn]] = DIRECT
    decision_context: ClassVar[type[DecisionInContext]] = DecisionInContext
    flat_columns: ClassVar[Mapping[str, FileColumn]] = {
        name: ITEM_COLUMNS[name] for name in ("id", "protocol", "bias", "norm", "domain", "cluster", "author", "depth")
    }

    @property
    def harness_tasks(self) -> HarnessTasks | None:
        """How items become tasks of lm-evaluation-harness: by a prompt for direct answers; None without one."""
        return HarnessTasks({"probe_logits": self.direct_prompts[0]}) if self.direct_prompts else None
