"""How a protocol's studies are reported: the analyses that it lists, by name, and what they read."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from probe.values import PublishedCounts, RejectionCount

if TYPE_CHECKING:  # a command that reports nothing does not wait for Matplotlib
    from probe.analysis.measurements import Measurements, Vectors
    from probe.analysis.report.findings import Findings
    from probe.analysis.study import Study

MEASURES = "probe.analysis.effects.means:analyses"
"""An analysis for each measure of a study."""

OF_ITEMS = (
    "probe.analysis.depth.scenarios",
    "probe.analysis.depth.trends",
    "probe.analysis.effects.biases",
    "probe.analysis.effects.comparison",
    "probe.analysis.effects.mitigations",
    "probe.analysis.effects.position",
    "probe.analysis.dataset.answers",
    "probe.analysis.dataset.registration",
    "probe.analysis.dataset.rejections",
    "probe.analysis.published.others:JUDGES",
    "probe.analysis.depth.tier_contrast",
    "probe.analysis.published.others:AWARENESS",
)
"""The analyses of any protocol's headline measure."""


class ReportedItems:
    """What a protocol's reports contain; a protocol can list more analyses before those of all items."""

    analyses: ClassVar[tuple[str, ...]] = (MEASURES, *OF_ITEMS)
    """Names of modules with an ``ANALYSIS``, or ``module:NAME``, in their order within the parts of a report."""

    def report(
        self,
        study: "Study",
        vectors: "Vectors | None" = None,
        rejection_counts: Sequence[RejectionCount] | None = None,
        published_results: PublishedCounts | None = None,
    ) -> "Findings":
        """Return the report on ``study``, with published awareness and judgements beside it.

        ``rejection_counts`` is None where no generation was given.
        """
        from probe.analysis.measurements import ITEM_WORDS, Measurements

        measurements = Measurements(
            study, ITEM_WORDS, vectors, rejection_counts, published_results or PublishedCounts()
        )
        return self.findings(self.measured(measurements))

    def measured(self, measurements: "Measurements") -> "Measurements":
        """Return what the analyses read; a protocol whose analyses read more has its own class for it."""
        return measurements

    def findings(self, measurements: "Measurements") -> "Findings":
        """Return the report with this protocol's analyses."""
        from probe.analysis.report.items import report_on_items

        return report_on_items(measurements, self.analyses)
