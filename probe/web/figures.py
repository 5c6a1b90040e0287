"""The analyses' figures over the runs that are served, drawn once at the start."""

from collections.abc import Sequence
from pathlib import Path

from probe.analysis.by_tier import picture as tier_picture
from probe.analysis.cells import cells_of_scores
from probe.analysis.distributions import picture as distribution_picture
from probe.analysis.drawing import Drawn, draw
from probe.analysis.ground import lay_ground
from probe.analysis.heat_map import deviation_picture, heat_picture, subject_by_tier
from probe.analysis.tiers import TierScheme
from probe.store import read_evaluation
from probe.values import Evaluation


def draw_figures(folders: Sequence[Path]) -> dict[str, Drawn]:
    """Return the figures over the runs in ``folders`` by their key; none where nothing was decided yet.

    Tiers are the fixed ones where the dataset has its proofs measured, else the published quartiles of inferences.
    """
    evaluations = [read_evaluation(folder) for folder in folders]
    if not evaluations:
        return {}
    ground = lay_ground(evaluations, _scheme(evaluations))
    cells = cells_of_scores(ground.scores, ground.tiers)
    if not cells.cells:
        return {}
    heat = subject_by_tier(cells)
    pictures = (tier_picture(cells), heat_picture(heat), deviation_picture(heat), distribution_picture(cells))
    return {picture.key: draw(picture) for picture in pictures}


def _scheme(evaluations: Sequence[Evaluation]) -> TierScheme:
    measured = any(pair.complexity.size is not None for one in evaluations for pair in one.pairs)
    return TierScheme.FIXED if measured else TierScheme.QUARTILES
