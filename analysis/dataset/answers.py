"""How many answers could be read, by subject and arm, and notices on those that are missing."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

from probe.analysis.form import CHECKS, ReportAnalysis, Result
from probe.analysis.measurements import Measurements
from probe.analysis.study import Study
from probe.analysis.tables import Heading, format_cell, make_table
from probe.values import Evaluation


class AnswersInArm(NamedTuple):
    """One subject's decisions in one arm, and the share of them that could not be read."""

    subject: Annotated[str, Heading("subject")]
    mitigation: Annotated[str, Heading("mitigation")]
    arm: Annotated[str, Heading("arm")]
    decisions: Annotated[int, Heading("decisions", "count")]
    unparsed: Annotated[float, Heading("unparsed", "share")]


def answers(study: Study) -> tuple[AnswersInArm, ...]:
    """Return a row for each subject, mitigation and arm."""
    rows: list[AnswersInArm] = []
    for subject_results in study.results:
        decisions = [decision for evaluation in subject_results.evaluations for decision in evaluation.decisions]
        decision_counts = Counter(decision.arm.value for decision in decisions)
        unparsed_counts = Counter(decision.arm.value for decision in decisions if decision.decision == "unparsed")
        rows += [
            AnswersInArm(subject_results.subject, subject_results.mitigation, arm, count, unparsed_counts[arm] / count)
            for arm, count in decision_counts.items()
        ]
    return tuple(rows)


def preliminary(evaluations: Sequence[Evaluation]) -> tuple[str, ...]:
    """Return notices for the top of the report: unanswered questions, and subjects on several datasets."""
    return (*_incomplete(evaluations), *_pooled_notes(evaluations))


def _incomplete(evaluations: Sequence[Evaluation]) -> Iterator[str]:
    """Yield a notice for each evaluation with unanswered questions: more answers may change all its figures."""
    for evaluation in evaluations:
        if evaluation.unanswered > 0:
            question_count = evaluation.unanswered + len(evaluation.decisions)
            yield (
                f"Incomplete: {evaluation.unanswered} of {question_count} questions to {evaluation.subject} have no "
                "answer, so the figures are preliminary; repeat its probe evaluate to ask them."
            )


def _pooled_notes(evaluations: Sequence[Evaluation]) -> Iterator[str]:
    """Yield a sentence for each subject that answered several datasets: its figures are over all of them."""
    for subject in dict.fromkeys(evaluation.subject for evaluation in evaluations):
        datasets = [evaluation for evaluation in evaluations if evaluation.subject == subject]
        sizes = [format_cell(len(evaluation.items), "count") for evaluation in datasets]
        if len(sizes) > 1:
            yield (
                f"Pooled: {subject} was evaluated on {len(sizes)} datasets without a dilemma in common, of "
                f"{', '.join(sizes[:-1])} and {sizes[-1]} dilemmas. Its figures are over all of them together."
            )


ANALYSIS: ReportAnalysis[Measurements, Sequence[AnswersInArm]] = ReportAnalysis(
    "answers",
    "Answers",
    CHECKS,
    "whether enough answers could be read",
    rows=lambda measurements: answers(measurements.study),
    show=lambda measurements, rows: Result(
        (make_table("answers", "Answers by arm", AnswersInArm, rows),),
        text=("Unparsed answers are counted, never guessed.",),
        first=preliminary(measurements.study.evaluations),
    ),
)
