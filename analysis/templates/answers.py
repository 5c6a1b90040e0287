"""How many answers could not be read, and how long answers are, by subject and bias."""

from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean
from typing import Annotated, NamedTuple

from probe.analysis.form import CHECKS, ReportAnalysis, Result
from probe.analysis.measurements import Measurements
from probe.analysis.study import Study
from probe.analysis.tables import Heading, Table, make_table
from probe.values import Decision


class AnswerRow(NamedTuple):
    """The answers of one subject to one bias."""

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[str, Heading("bias")]
    answers: Annotated[int, Heading("answers", "count")]
    failed: Annotated[float, Heading("not readable", "share")]
    dropped: Annotated[float, Heading("tests without a readable pair", "share")]
    words: Annotated[float, Heading("words per answer", "number")]


def answer_rows(study: Study) -> list[AnswerRow]:
    """Return a row for each subject and bias, over all mitigations."""
    by_bias: dict[tuple[str, str], list[Decision]] = defaultdict(list)
    for subject_results in study.results:
        for evaluation in subject_results.evaluations:
            bias_of = {item.id: item.bias.value for item in evaluation.items}
            for decision in evaluation.decisions:
                by_bias[subject_results.subject, bias_of[decision.item_id]].append(decision)
    rows = []
    for subject, bias in sorted(by_bias, key=lambda key: (study.subjects.index(key[0]), key[1])):
        decisions = by_bias[subject, bias]
        unparsed_share = fmean(decision.decision == "unparsed" for decision in decisions)
        tests: dict[tuple[str, str, int], list[bool]] = defaultdict(list)
        for decision in decisions:
            # A placebo is not one of the two halves of a test.
            if decision.arm in ("control", "treatment"):
                tests[decision.item_id, decision.mitigation, decision.run].append(decision.decision == "unparsed")
        # One unreadable half is enough to drop a test.
        dropped_share = fmean(any(halves) for halves in tests.values())
        words = fmean(len(decision.explanation.split()) for decision in decisions)
        rows.append(AnswerRow(subject, bias, len(decisions), unparsed_share, dropped_share, words))
    return rows


def table(rows: Sequence[AnswerRow]) -> Table:
    """Return the rows as a table."""
    notes = ("A test of which one half cannot be read is dropped. The published failures reach 33 % (Llama 3.2 1B).",)
    return make_table("answers_by_bias", "Unreadable answers and lengths", AnswerRow, rows, notes=notes)


ANALYSIS: ReportAnalysis[Measurements, Sequence[AnswerRow]] = ReportAnalysis(
    "answers_by_bias",
    "Unreadable answers and lengths",
    CHECKS,
    "whether enough answers could be read on each bias",
    rows=lambda measurements: answer_rows(measurements.study),
    show=lambda measurements, rows: Result((table(rows),)),
)
