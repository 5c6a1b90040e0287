"""The chapters of a report on triage, from a study."""

from collections.abc import Iterator

from probe.analysis.report.findings import Chapter
from probe.analysis.study import Answered, Study
from probe.analysis.triage import report
from probe.analysis.triage.estimates import Answers
from probe.analysis.triage.seen import Seen
from probe.protocols.triage.items import TriageItem
from probe.protocols.triage.values import seen_decisions


def chapters(study: Study) -> Iterator[Chapter]:
    """Yield the chapters on the decisions of every subject under every mitigation."""
    return report.chapters([answers_of(one) for one in study.answered])


def answers_of(answered: Answered) -> Answers:
    """Return a subject's decisions under one mitigation, and what they show of each measure."""
    attributes, seen = dict[str, str](), list[Seen]()
    for evaluation in answered.evaluations:
        items = [item for item in evaluation.items if isinstance(item, TriageItem)]
        attributes |= {item.id: item.attribute for item in items}
        seen += seen_decisions(items, evaluation.decisions)
    return Answers(answered.subject, answered.mitigation, seen, attributes, answered.values)
