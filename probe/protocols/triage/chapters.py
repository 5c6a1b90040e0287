"""The chapters of a report on triage, from evaluations."""

from collections.abc import Iterator, Sequence

from probe.analysis.report.findings import Chapter
from probe.analysis.triage import report
from probe.analysis.triage.estimates import Answers
from probe.analysis.triage.seen import grouped
from probe.protocols.triage.items import TriageItem
from probe.protocols.triage.values import seen_decisions
from probe.values import Evaluation


def chapters(evaluations: Sequence[Evaluation]) -> Iterator[Chapter]:
    """Yield the chapters on the decisions of every subject under every mitigation."""
    return report.chapters([one for evaluation in evaluations for one in answers_of(evaluation)])


def answers_of(evaluation: Evaluation) -> Iterator[Answers]:
    """Yield a subject's decisions by mitigation."""
    items = [item for item in evaluation.items if isinstance(item, TriageItem)]
    attributes = {item.id: item.attribute for item in items}
    seen = seen_decisions(items, evaluation.decisions)
    for mitigation, own in grouped(seen, lambda one: one.mitigation).items():
        yield Answers(evaluation.subject, mitigation, own, attributes)
