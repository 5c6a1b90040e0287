"""Reports on studies, made as probe analyze makes them."""

from collections.abc import Sequence

from probe.analysis.measurements import DILEMMA_WORDS, ITEM_WORDS, Measurements, Vectors
from probe.analysis.report.findings import Findings
from probe.analysis.report.items import report_on_items as report_with
from probe.analysis.study import Study
from probe.protocols import DILEMMAS as NAME
from probe.protocols import protocol_named
from probe.protocols.reporting import MEASURES, OF_ITEMS
from probe.values import RejectionCount


def report_on(
    study: Study, vectors: Vectors | None = None, rejections: Sequence[RejectionCount] | None = None
) -> Findings:
    """Return the report on a study of dilemmas."""
    report: Findings = protocol_named(NAME).report(study, vectors, rejections)
    return report


def report_on_items(study: Study) -> Findings:
    """Return the report on a study of items, without analyses that only one protocol has."""
    return report_with(Measurements(study, ITEM_WORDS), (MEASURES, *OF_ITEMS))


def measured_dilemmas(study: Study) -> Measurements:
    """Return what the analyses of dilemmas read."""
    return Measurements(study, DILEMMA_WORDS)
