"""The table of what became of a generation's candidates (PROBE-SWE, Table 2), narrow enough for any terminal."""

from collections import Counter
from collections.abc import Sequence

from rich.table import Table

from probe.cli.output import table
from probe.services.progress import Progress
from probe.values import Bias

SHORT = {
    Bias.ANCHORING: "anchor",
    Bias.AVAILABILITY: "avail",
    Bias.BANDWAGON: "bandw",
    Bias.CONFIRMATION: "conf",
    Bias.FRAMING: "frame",
    Bias.HINDSIGHT: "hinds",
    Bias.HYPERBOLIC_DISCOUNTING: "hyper",
    Bias.OVERCONFIDENCE: "overc",
}
"""The biases' names where eight of them have to stand side by side in 80 columns."""


def discard_table(progress: Progress, stages: Sequence[str], biases: Sequence[Bias]) -> Table:
    """Return one row for what was offered, each stage in the cascade's order, and what was accepted."""
    names = [SHORT[bias] for bias in biases]
    rows = table("candidates", *names, "all", right=(*names, "all"))
    by_stage = [Counter({bias: progress.rejected[bias, stage] for bias in biases}) for stage in stages]
    counted = [
        ("offered", progress.offered),
        ("repeated", progress.repeated),
        *zip(stages, by_stage, strict=True),
        ("unanswered", progress.unanswered),
        ("surplus", progress.surplus),
        ("accepted", progress.accepted),
    ]
    for label, counts in counted:
        total = sum(counts[bias] for bias in biases)
        if total or label in ("offered", "accepted", *stages):
            rows.add_row(label, *(str(counts[bias] or "") for bias in biases), str(total))
    return rows
