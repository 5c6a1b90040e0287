"""Compare two evaluations of dilemmas: effects on errors, and error rates without the cue."""

from collections.abc import Sequence

from probe.analysis.depth.tiers import TierScheme
from probe.analysis.effects.compared import Kind
from probe.analysis.effects.two_evaluations import (
    Beside,
    between_datasets,
    datasets_table,
    freshness,
    freshness_table,
    paired,
    paired_table,
    uneven,
)
from probe.analysis.study import prepare
from probe.protocols.comparing import Comparison
from probe.values import Evaluation

PAIRED = ("bias", "tier", "dilemmas", "first_effect", "second_effect", "difference", "low", "high", "holm_p")
APART = (
    "bias", "tier", "first_dilemmas", "second_dilemmas", "error_gap", "error_gap_low", "error_gap_high", "difference",
    "low", "high",
)  # fmt: skip


def compare_dilemmas(evaluations: Sequence[Evaluation], kind: Kind, scheme: TierScheme) -> Comparison:
    """Compare the first evaluation with the second; two more are a reference subject on each dataset."""
    study = prepare(evaluations, scheme)
    one, other, *references = (study.scores.of(subject=evaluation.subject) for evaluation in evaluations)
    if kind == "paired":
        return Comparison(paired_table(paired(one, other, study.tiers), study.estimand), PAIRED)
    if kind == "freshness":
        rows = freshness(Beside(one, references[0]), Beside(other, references[1]), study.tiers)
        table = freshness_table(rows, study.estimand)
    else:
        table = datasets_table(between_datasets(one, other, study.tiers), study.estimand)
    return Comparison(table, APART, tuple(uneven(one, other)))
