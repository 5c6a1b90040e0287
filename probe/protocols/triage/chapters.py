"""What a report on triage contains: its analyses, and the answers that they read."""

from typing import TYPE_CHECKING

from probe.protocols.reporting import MEASURES, OF_ITEMS
from probe.protocols.triage.items import TriageItem
from probe.protocols.triage.values import seen_decisions

if TYPE_CHECKING:  # imported here, because only reports need Matplotlib
    from probe.analysis.study import SubjectResults
    from probe.analysis.triage.estimates import Answers

ANALYSES = (
    MEASURES,
    "probe.analysis.triage.report:FAMILIES",
    "probe.analysis.triage.report:SETS",
    "probe.analysis.triage.report:CHOICES",
    "probe.analysis.triage.report:FORMS",
    "probe.analysis.triage.report:ATTRIBUTES",
    *OF_ITEMS,
)


def answers_of(subject_results: "SubjectResults") -> "Answers":
    """Return a subject's decisions under one mitigation, and what they show of each measure."""
    from probe.analysis.triage.estimates import Answers
    from probe.analysis.triage.seen import SeenDecision

    attributes, decisions = dict[str, str](), list[SeenDecision]()
    for evaluation in subject_results.evaluations:
        items = [item for item in evaluation.items if isinstance(item, TriageItem)]
        attributes |= {item.id: item.attribute for item in items}
        decisions += seen_decisions(items, evaluation.decisions)
    return Answers(subject_results.subject, subject_results.mitigation, decisions, attributes, subject_results.values)
