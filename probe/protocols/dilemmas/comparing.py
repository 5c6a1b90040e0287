"""Compare two evaluations of dilemmas: effects on errors, and error rates without the cue."""

from collections.abc import Iterator, Mapping, Sequence

from probe.analysis.depth.tiers import TierScheme
from probe.analysis.effects.two_evaluations import Kind, differences, table, uneven_notes
from probe.analysis.study import prepare
from probe.analysis.tables import Gap
from probe.protocols.comparing import Comparison
from probe.values import Evaluation

PAIRED_COLUMNS = ("bias", "tier", "dilemmas", "first_effect", "second_effect", "difference", "low", "high", "holm_p")
NOT_PAIRED_NOTE = (
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
    comparison_table = table(rows, kind, study.estimand)
    # In the table, because notices are messages, which a quiet command does not print.
    notes = (*comparison_table.notes, *_unjudged_sentences(study.unjudged))
    comparison_table = comparison_table.model_copy(update={"notes": notes})
    if kind == "paired":
        return Comparison(comparison_table, PAIRED_COLUMNS)
    return Comparison(comparison_table, NOT_PAIRED_NOTE, tuple(uneven_notes(*scores[:2])))


def _unjudged_sentences(unjudged_reasons: Mapping[str, str]) -> Iterator[str]:
    """Yield why nothing is concluded from the differences to a subject."""
    for subject, reason in unjudged_reasons.items():
        yield (
            f"{subject} cannot be judged: it {reason}. Its effects and the differences to them are shown, and nothing "
            "follows from them."
        )
