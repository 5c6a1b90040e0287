"""What each stage rejected while dilemmas were made (PROBE-SWE, Table 2 and Appendix F)."""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, NamedTuple, Protocol

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.figures.charts import heat, short_names
from probe.analysis.figures.style import Picture, canvas
from probe.analysis.form import CHECKS, ReportAnalysis, Result
from probe.analysis.tables import Gap, Heading, make_table
from probe.values import Bias, RejectionCount


class ByStage(NamedTuple):
    """How many of an author's candidates one stage rejected; the share is None where nothing was rejected."""

    author: Annotated[str, Heading("author")]
    stage: Annotated[str, Heading("stage")]
    rejected: Annotated[int, Heading("rejected", "count", key="count")]
    share: Annotated[float | None, Heading("of the author's rejections", "share")]


class ByBias(NamedTuple):
    """How many of an author's candidates of one bias were rejected, and the stage that rejected most of them."""

    author: Annotated[str, Heading("author")]
    bias: Annotated[str, Heading("bias")]
    rejected: Annotated[int, Heading("rejected", "count", key="count")]
    worst_stage: Annotated[str, Heading("most at")]
    worst_count: Annotated[int, Heading("there", "count")]


class AuthorRejections(NamedTuple):
    """How many of an author's candidates were rejected for each bias, on average (PROBE-SWE, Appendix F)."""

    author: Annotated[str, Heading("author")]
    biases: Annotated[int, Heading("biases", "count")]
    rejected: Annotated[int, Heading("rejected", "count")]
    mean: Annotated[float, Heading("mean by bias", "number")]
    deviation: Annotated[float | Gap, Heading("standard deviation", "number")]
    least: Annotated[int, Heading("fewest", "count")]
    least_bias: Annotated[str, Heading("for")]
    most: Annotated[int, Heading("most", "count")]
    most_bias: Annotated[str, Heading("for")]


def rejections_by_author(rejection_counts: Sequence[RejectionCount]) -> tuple[AuthorRejections, ...]:
    """Return each author's mean number of rejections by bias, with the standard deviation of the sample."""
    rows = []
    for author in dict.fromkeys(rejection.author for rejection in rejection_counts):
        counts: Counter[str] = Counter()
        for rejection in rejection_counts:
            if rejection.author == author:
                counts[rejection.bias.value] += rejection.count
        (most_bias, most_count), *_ = ranked_biases = counts.most_common()
        least_bias, least_count = ranked_biases[-1]
        values = list(counts.values())
        deviation = float(np.std(values, ddof=1)) if len(values) > 1 else Gap(reason="one bias")
        mean = float(np.mean(values))
        rows.append(
            AuthorRejections(
                author, len(values), sum(values), mean, deviation, least_count, least_bias, most_count, most_bias
            )
        )
    return tuple(rows)


def rejections_by_stage(rejection_counts: Sequence[RejectionCount]) -> tuple[ByStage, ...]:
    """Return rejections by author and stage, the stage that rejected most first."""
    stages = [stage for stage, _ in _by_stage(rejection_counts).most_common()]
    rows = []
    for author in dict.fromkeys(rejection.author for rejection in rejection_counts):
        counts = _by_stage([rejection for rejection in rejection_counts if rejection.author == author])
        total = counts.total()
        rows += [ByStage(author, stage, counts[stage], counts[stage] / total if total else None) for stage in stages]
    return tuple(rows)


def rejections_by_bias(rejection_counts: Sequence[RejectionCount]) -> tuple[ByBias, ...]:
    """Return rejections by author and bias, with the stage that rejected most of it."""
    rows = []
    for author in dict.fromkeys(rejection.author for rejection in rejection_counts):
        author_counts = [rejection for rejection in rejection_counts if rejection.author == author]
        for bias in Bias.in_order(rejection.bias for rejection in author_counts):
            counts = _by_stage([rejection for rejection in author_counts if rejection.bias is bias])
            if counts.total():
                stage, count = counts.most_common(1)[0]
                rows.append(ByBias(author, bias.value, counts.total(), stage, count))
    return tuple(rows)


def _by_stage(rejection_counts: Sequence[RejectionCount]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for rejection in rejection_counts:
        counts[rejection.stage] += rejection.count
    return counts


def picture(rejection_counts: Sequence[RejectionCount]) -> Picture:
    """Draw the counts by bias and stage, a panel per author."""
    description = ", ".join(f"{stage} {count}" for stage, count in _by_stage(rejection_counts).most_common())
    alt = f"Heat maps of rejected candidates by bias and stage, a panel for each author. By stage: {description}."
    caption = "Rejected candidates; a candidate is counted at the first stage that rejects it."
    return Picture("rejections", "Rejected candidates", alt, caption, lambda: _draw(rejection_counts))


def _draw(rejection_counts: Sequence[RejectionCount]) -> Figure:
    authors = list(dict.fromkeys(rejection.author for rejection in rejection_counts))
    stages = [stage for stage, _ in _by_stage(rejection_counts).most_common()]
    # All packaged biases have a row, so that the map also shows which biases have no rejections.
    biases = [
        bias.value for bias in Bias.in_order([*Bias.packaged, *(rejection.bias for rejection in rejection_counts)])
    ]
    names = short_names(authors)
    figure, grid = canvas(2.5 * len(authors) + 1.1, len(authors), 1, sharex=True)
    for panel, author in zip(grid.flat, authors, strict=True):
        values = np.zeros((len(biases), len(stages)))
        for rejection in rejection_counts:
            if rejection.author == author:
                values[biases.index(rejection.bias.value), stages.index(rejection.stage)] += rejection.count
        labels = [stage.replace("_", " ") for stage in stages]
        heat(panel, values, biases, labels, form=lambda value: f"{value:.0f}")
        panel.set_title(names[author])
    return figure


class Rejecting(Protocol):
    """A source of the rejections of generation runs: the measurements of a study, or published results."""

    @property
    def rejected(self) -> Sequence[RejectionCount] | None:
        """How many candidates each stage rejected; None where no generation was given."""


def _needs(source: Rejecting) -> str:
    if source.rejected is None:
        return "Rejected candidates: no run of a generation was given (add the folder of probe generate)."
    return "Rejected candidates: no candidate was rejected."


def _show(_: Rejecting, rejection_counts: Sequence[RejectionCount]) -> Result:
    by_stage, by_author = rejections_by_stage(rejection_counts), rejections_by_author(rejection_counts)
    return Result.of_pictures(
        (picture(rejection_counts),),
        make_table("rejections_by_stage", "Rejections by stage", ByStage, by_stage, gap="nothing was rejected"),
        make_table("rejections_by_bias", "Rejections by bias", ByBias, rejections_by_bias(rejection_counts)),
        make_table("rejections_by_author", "Rejections by author, over biases", AuthorRejections, by_author),
    )


ANALYSIS: ReportAnalysis[Rejecting, Sequence[RejectionCount]] = ReportAnalysis(
    "rejections",
    "Rejected candidates",
    CHECKS,
    "which stage of generation to change",
    rows=lambda source: source.rejected or (),
    show=_show,
    needs=_needs,
)
