"""Analyses of the served runs: the answer and every figure of the report."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from probe.analysis.depth.tiers import TierScheme
from probe.analysis.figures.style import Drawn, draw
from probe.analysis.report.chapters import report_on
from probe.analysis.study import prepare
from probe.errors import InputError
from probe.session import read_evaluation
from probe.values import Evaluation

RESAMPLES = 500
"""Bootstrap resamples; enough for the resolution of figures. The report of ``probe analyze`` uses more."""


@dataclass(frozen=True)
class Analyses:
    """The answer in sentences and the figures by key; ``reason`` explains why there are no figures."""

    answer: tuple[str, ...] = ()
    figures: dict[str, Drawn] = field(default_factory=dict)
    limits: tuple[str, ...] = ()
    reason: str = ""


def analyse(folders: Sequence[Path]) -> Analyses:
    """Measure the runs in ``folders`` and draw the figures; this takes seconds.

    Tiers are fixed if the dataset records proof sizes, else quartiles of inferences.
    """
    try:
        evaluations = [read_evaluation(folder) for folder in folders]
        findings = report_on(prepare(evaluations, _scheme(evaluations)), resamples=RESAMPLES)
    except InputError as reason:
        return Analyses(reason=str(reason))
    drawn = {picture.key: draw(picture) for picture in findings.pictures}
    return Analyses(findings.answer, drawn, findings.limits)


def _scheme(evaluations: Sequence[Evaluation]) -> TierScheme:
    measured = any(pair.complexity.size is not None for one in evaluations for pair in one.pairs)
    return TierScheme.FIXED if measured else TierScheme.QUARTILES
