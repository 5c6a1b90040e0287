"""The report on published result files: only what shares of runs can show."""

from collections.abc import Iterator, Sequence

from probe.analysis.form import CHECKS, ReportAnalysis, Result
from probe.analysis.published.effects import PublishedEffect, source_labels, table
from probe.analysis.published.results import PublishedResults
from probe.analysis.report.findings import Findings, run_analyses
from probe.analysis.report.limits import PUBLISHED_NOTE
from probe.analysis.tables import percent, points
from probe.errors import InputError
from probe.values import PublishedCounts, PublishedSensitivity
from probe.values.phrases import counted

ANALYSES = (
    "probe.analysis.published.effects",
    "probe.analysis.published.depth",
    "probe.analysis.published.mitigations",
    "probe.analysis.published.report:PLAN",
    "probe.analysis.published.others:JUDGES",
    "probe.analysis.dataset.rejections",
    "probe.analysis.published.others:AWARENESS",
    "probe.analysis.published.diversity",
)
"""The analyses of a report on published files, in their order."""

UNREGISTERED_NOTE = (
    "Exploratory: every conclusion, because published results have no registered analysis plan. These tests were "
    "chosen when the results were known; new data have to confirm them."
)

PLAN: ReportAnalysis[PublishedResults, bool] = ReportAnalysis(
    "plan",
    "Analysis plan",
    CHECKS,
    "whether a conclusion confirms a plan or suggests a hypothesis",
    rows=lambda results: True,
    show=lambda results, _: Result(text=(UNREGISTERED_NOTE,), answer=(UNREGISTERED_NOTE,)),
)

SUMMARY = ("bias", "dilemmas", "net_effect", "low", "high", "error_on_unbiased", "sensitivity")


def report_on_published(published: PublishedCounts) -> Findings:
    """Return the findings of published files. Raise InputError where there is no sensitivity file among them."""
    results = PublishedResults(published)
    if not results.sources:
        raise InputError("no sensitivity to analyse: give published 2_bias_sensitivity_*.json files")
    subjects = dict.fromkeys(source.subject for source in results.main)
    title = "Net effect by bias, mean over subjects"
    results_of_analyses = run_analyses(results, ANALYSES)
    return Findings(
        title=f"Published results of {counted(len(subjects), 'subject')}",
        answer=(*results_of_analyses.first, *answer(results.main, results.by_bias), *results_of_analyses.answer),
        summary=table("summary", title, results.by_bias).select("summary", title, SUMMARY),
        in_short=SUMMARY,
        settings=tuple(_settings(results.sources, results.main)),
        chapters=results_of_analyses.chapters,
        absent=results_of_analyses.absent,
        about=tuple(", ".join((source.subject, *source.authors, *source.strategies)) for source in results.sources),
        limits=PUBLISHED_NOTE,
    )


def _settings(sources: Sequence[PublishedSensitivity], main: Sequence[PublishedSensitivity]) -> Iterator[str]:
    subjects = ", ".join(dict.fromkeys(source.subject for source in main))
    _, authors, strategy = source_labels(main[0])
    yield f"Means are over {subjects}; dilemmas by {authors}; mitigation: {strategy}."
    bounds = {bias.quartiles for source in sources for bias in source.biases if bias.quartiles}
    quartiles = (
        "; ".join(" / ".join(f"{bound:g}" for bound in quartile_bounds) for quartile_bounds in sorted(bounds))
        or "not recorded"
    )
    ownership_note = ", each file's own" if len(bounds) > 1 else ""
    yield f"Tiers: quartiles of inferences as the paper counts them{ownership_note}: {quartiles}."
    yield "Only shares of runs were published; counts of flips are these shares times the runs, rounded."


def answer(main: Sequence[PublishedSensitivity], by_bias: Sequence[PublishedEffect]) -> tuple[str, ...]:
    """Return the first sentences of the report."""
    overall, *bias_rows = by_bias
    ends = (extreme(bias_rows, key=lambda row: row.net) for extreme in (min, max))
    lowest, highest = (f"{points(row.net)} ({row.bias})" for row in ends)
    limits = f"{points(overall.interval.low)} to {points(overall.interval.high)}" if overall.interval else "unknown"
    return (
        f"Over {len(main)} subject{'s' * (len(main) != 1)} the cue changes the error rate by {points(overall.net)} "
        f"percentage points on average over biases (95 % interval over dilemmas {limits}); by bias from {lowest} to "
        f"{highest}.",
        f"{percent(towards_cue(main))} of all flips go towards the cue. The mean flip rate, the paper's sensitivity, "
        f"is {percent(overall.flips)}; the error rate on unbiased texts is {percent(overall.error_on_unbiased)}.",
    )


def towards_cue(sources: Sequence[PublishedSensitivity]) -> float:
    """Return the share of all flips that go from right to wrong; NaN without any flip."""
    rates = [bias_rates.overall for source in sources for bias_rates in source.biases]
    flips = sum(rate.sensitivity * rate.runs for rate in rates)
    # Weighted by runs, because it is a share of flips, not of biases.
    return sum(rate.right_to_wrong * rate.runs for rate in rates) / flips if flips else float("nan")
