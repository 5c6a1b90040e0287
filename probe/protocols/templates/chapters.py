"""What a report on templates contains: its analyses, and what they read of each subject."""

from typing import TYPE_CHECKING, cast

from probe.protocols.reporting import MEASURES, OF_ITEMS
from probe.protocols.templates.composing import DOSE, DOSE_UNIT
from probe.protocols.templates.item import TemplateItem

if TYPE_CHECKING:  # imported here, because only reports need Matplotlib
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


def map_subjects(study: "Study") -> "tuple[MappedSubject, ...]":
    """Return what each subject's answers without a mitigation show, with the doses of items in a series."""
    from probe.analysis.study import NONE
    from probe.analysis.templates.maps import MappedSubject, TestDose

    doses = {
        item.id: TestDose(int(item.drawn[DOSE]), str(item.drawn.get(DOSE_UNIT, "")))
        for item in cast("list[TemplateItem]", list(study.items.values()))
        if DOSE in item.drawn
    }
    unmitigated_results = [subject_results for subject_results in study.results if subject_results.mitigation == NONE]
    return tuple(
        MappedSubject(subject_results.subject, study.items, subject_results.values, doses)
        for subject_results in unmitigated_results
    )
