"""What a report on templates contains: its analyses, and what they read of each subject."""

from typing import TYPE_CHECKING, cast

from probe.protocols.reporting import MEASURES, OF_ITEMS
from probe.protocols.templates.composing import DOSE, DOSE_UNIT
from probe.protocols.templates.item import TemplateItem

if TYPE_CHECKING:  # Matplotlib only for a report
    from probe.analysis.study import Study
    from probe.analysis.templates.maps import MappedSubject

ANALYSES = (
    MEASURES,
    "probe.analysis.templates.maps",
    "probe.analysis.templates.maps:NOISE",
    "probe.analysis.templates.resampling",
    "probe.analysis.templates.doses",
    "probe.analysis.templates.structure",
    "probe.analysis.templates.answers",
    "probe.analysis.templates.wording",
    *OF_ITEMS,
)


def mapped(study: "Study") -> "tuple[MappedSubject, ...]":
    """Return what each subject's answers without a mitigation show, with the doses of items in a series."""
    from probe.analysis.study import NONE
    from probe.analysis.templates.maps import MappedSubject, TestDose

    doses = {
        item.id: TestDose(int(item.drawn[DOSE]), str(item.drawn.get(DOSE_UNIT, "")))
        for item in cast("list[TemplateItem]", list(study.items.values()))
        if DOSE in item.drawn
    }
    unmitigated = [answered for answered in study.results if answered.mitigation == NONE]
    return tuple(MappedSubject(answered.subject, study.items, answered.values, doses) for answered in unmitigated)
