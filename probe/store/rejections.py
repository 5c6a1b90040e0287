"""The rejected candidates of a generation run, counted for the report."""

from collections import Counter
from pathlib import Path

from probe.store.opening import read_run
from probe.values import Bias, RejectionCount

GENERATE = "generate"
"""The kind of a run that generates a dataset."""


def read_rejections(folder: Path) -> tuple[RejectionCount, ...]:
    """Return how many candidates each stage rejected, by author and bias; unanswered ones count as rejected.

    A candidate counts at the stage that rejected it. Raises InputError if ``folder`` contains no run.
    """
    counts: Counter[tuple[str, Bias, str]] = Counter()
    with read_run(folder) as store:
        for candidate, _ in store.candidates():
            ended = candidate.rejected_by
            if ended is not None:
                counts[candidate.author, candidate.bias, ended.stage] += 1
    return tuple(
        RejectionCount(author=author, bias=bias, stage=stage, count=count)
        for (author, bias, stage), count in counts.items()
    )
