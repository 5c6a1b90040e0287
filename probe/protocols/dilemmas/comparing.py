"""Compare two evaluations of dilemmas: effects on errors, and error rates without the cue."""

from collections.abc import Iterator, Mapping, Sequence

from probe.analysis.depth.tiers import TierScheme
from probe.analysis.effects.two_evaluations import Kind, differences, table, uneven
from probe.analysis.study import prepare
from probe.analysis.tables import Gap
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
    scores = [study.scores.of(subject=evaluation.subject) for evaluation in evaluations]
    rows = differences(scores, kind, study.tiers)
    if study.unjudged:
        reason = Gap(reason=f"{' and '.join(study.unjudged)} cannot be judged")
        rows = tuple(row._replace(holm_p=reason) for row in rows)
    compared = table(rows, kind, study.estimand)
    # In the table, because notices are messages, which a quiet command does not print.
    compared = compared.model_copy(update={"notes": (*compared.notes, *_unjudged(study.unjudged))})
    if kind == "paired":
        return Comparison(compared, PAIRED)
    return Comparison(compared, APART, tuple(uneven(*scores[:2])))


def _unjudged(unjudged: Mapping[str, str]) -> Iterator[str]:
    """Yield why nothing is concluded from the differences to a subject."""
    for subject, reason in unjudged.items():
        yield (
            f"{subject} cannot be judged: it {reason}. Its effects and the differences to them are shown, and nothing "
            "follows from them."
        )
