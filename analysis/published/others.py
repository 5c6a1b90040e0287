"""Published awareness and judgements of other models, as tables."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple, Protocol

from probe.analysis.form import AS_PUBLISHED, CHECKS, ReportAnalysis, Result
from probe.analysis.scores import in_usual_order
from probe.analysis.tables import Heading, Table, make_table
from probe.values import ExternalJudge, PublishedAwareness, PublishedCounts


class JudgedBias(NamedTuple):
    """What another model rejected of one author's accepted dilemmas of one bias."""

    judge: Annotated[str, Heading("judge")]
    author: Annotated[str, Heading("author of the dilemmas")]
    bias: Annotated[str, Heading("bias")]
    rejected: Annotated[int, Heading("rejected", "count")]
    by_filter: Annotated[str, Heading("by filter")]
    share: Annotated[float | None, Heading("share of all examined", "share")]


class Aware(NamedTuple):
    """The share of one subject's explanations of biased decisions that admit the bias."""

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[str, Heading("bias")]
    share: Annotated[float | None, Heading("aware", "share")]


def awareness_table(sources: Sequence[PublishedAwareness]) -> Table:
    """Return published awareness as a table."""
    rows = [
        Aware(source.subject, bias, share)
        for source in sources
        for bias, share in ((name, source.shares[name]) for name in source.shares)
    ]
    notes = ("As published: the subject judged its own explanations. The number of explanations is not published.",)
    return make_table(
        "published_awareness", "Bias awareness, as published", Aware, rows, notes=notes, gap="no biased decision"
    )


def judges_table(sources: Sequence[ExternalJudge]) -> Table:
    """Return the judgements of other models as a table."""
    rows = []
    for source in sources:
        for bias in in_usual_order(bias_name.value for bias_name in source.rejected):
            counts = next(counts for bias_name, counts in source.rejected.items() if bias_name == bias)
            by_filter = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
            rows.append(JudgedBias(source.judge, source.author, bias, sum(counts.values()), by_filter, None))
        total = sum(sum(counts.values()) for counts in source.rejected.values())
        share = total / source.examined if source.examined else None
        rows.append(JudgedBias(source.judge, source.author, "all biases", total, "", share))
    notes = ("Dilemmas that the author's own filters had accepted, examined by another model.",)
    return make_table(
        "external_judges", "Judgements of other models", JudgedBias, rows, notes=notes, gap="by bias not published"
    )


class PublishedSource(Protocol):
    """A source of published files: published results, or the measurements of a study."""

    @property
    def published(self) -> PublishedCounts:
        """Everything that was read from published files."""


AWARENESS: ReportAnalysis[PublishedSource, Sequence[PublishedAwareness]] = ReportAnalysis(
    "published_awareness",
    "Bias awareness, as published",
    AS_PUBLISHED,
    "whether explanations could be used to detect a biased decision",
    rows=lambda source: source.published.awareness,
    show=lambda _, sources: Result((awareness_table(sources),)),
)

JUDGES: ReportAnalysis[PublishedSource, Sequence[ExternalJudge]] = ReportAnalysis(
    "judges",
    "Judgements of other models, as published",
    CHECKS,
    "whether the dilemmas are valid in the eyes of other models",
    rows=lambda source: source.published.judges,
    show=lambda _, sources: Result((judges_table(sources),)),
)
