"""What a reader sees of a generation: its progress by bias, and what became of its candidates."""

from collections import Counter
from collections.abc import Sequence

from probe.document import Document, Grid
from probe.generation.progress import Progress
from probe.values import Bias, StageOutcome

IN_A_TABLE = 8
"""So many biases fit in 80 columns; further ones get another table."""
FOR_NAMES, COLUMN_GAP = 54, 2
"""Columns of 80 that are left for the names of biases, and those between two of them."""
REJECTED_LABEL = "rejected by:"
"""The row above those of the stages, with their sum."""
BAR = 20
"""Characters of a bar that shows how many pairs of a bias are accepted."""


def progress_grid(progress: Progress, biases: Sequence[Bias]) -> Grid:
    """Return how many pairs of each bias are accepted, and which stages rejected candidates."""
    rows = []
    for bias in biases:
        accepted_count, per_bias = progress.accepted[bias], progress.per_bias
        stages = Counter(
            {stage: number for (rejected_bias, stage), number in progress.rejected.items() if rejected_bias == bias}
        )
        filled_width = min(BAR, BAR * accepted_count // per_bias)
        bar = "█" * filled_width + "░" * (BAR - filled_width)
        rejected = ", ".join(f"{stage} {number}" for stage, number in stages.most_common())
        rows.append((bias.value, bar, f"{accepted_count}/{per_bias}", rejected))
    return Grid("Progress", ("bias", "", "accepted", "rejected by"), tuple(rows), numbers=("accepted",), titled=False)


def rejections_document(progress: Progress, stages: Sequence[str], biases: Sequence[Bias]) -> Document:
    """Return tables with a row for offered candidates, every stage in cascade order, and accepted ones (Table 2).

    Each has up to ``IN_A_TABLE`` of the biases, and their sum. A stage that checked no candidate, for lack of a model,
    is marked "not run".
    """
    starts = range(0, max(len(biases), 1), IN_A_TABLE)
    total = "all" if len(starts) == 1 else "sum"
    tables = (_rejections(progress, stages, biases[start : start + IN_A_TABLE], total) for start in starts)
    return Document("", tuple(tables))


def _rejections(progress: Progress, stages: Sequence[str], biases: Sequence[Bias], total_label: str) -> Grid:
    # Show whole names if there are few biases, and the beginnings of their first words if there are many.
    width = max(5, FOR_NAMES // max(len(biases), 1) - COLUMN_GAP)
    names = (bias.value if len(bias.value) <= width else bias.value.split()[0][:width] for bias in biases)
    columns = (*names, total_label)
    by_stage = [Counter({bias: progress.rejected[bias, stage] for bias in biases}) for stage in stages]
    counts_by_label = [
        ("offered", progress.offered),
        ("repeated", progress.repeated),
        (REJECTED_LABEL, sum(by_stage, Counter())),
        *zip(stages, by_stage, strict=True),
        ("unanswered", progress.unanswered),
        ("surplus", progress.surplus),
        ("accepted", progress.accepted),
    ]
    rows = []
    for label, counts in counts_by_label:
        total = sum(counts[bias] for bias in biases)
        if total or label in ("offered", "accepted", REJECTED_LABEL, *stages):
            shown_total = "not run" if _never_ran(progress, label) else str(total)
            rows.append((label, *(str(counts[bias] or "") for bias in biases), shown_total))
    return Grid("Candidates", ("candidates", *columns), tuple(rows), numbers=columns, records=True, titled=False)


def _never_ran(progress: Progress, stage: str) -> bool:
    counts = {outcome: progress.by_stage[stage, outcome] for outcome in StageOutcome}
    return counts[StageOutcome.NOT_RUN] == sum(counts.values()) > 0
