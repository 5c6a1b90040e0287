"""The report on published result files: what shares of runs can show, and no more."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from probe.analysis.dataset import diversity
from probe.analysis.published import depth, mitigations, others
from probe.analysis.published.effects import (
    EVERY_BIAS,
    NO_STRATEGY,
    PublishedEffect,
    effects,
    effects_by_bias,
    named,
    picture,
    subjects_picture,
    table,
)
from probe.analysis.report.chapters import rejections_chapter
from probe.analysis.report.findings import Chapter, Findings
from probe.analysis.report.limits import PUBLISHED
from probe.analysis.statistics.weights import MINIMUM
from probe.analysis.tables import Gap, make_table, percent, points
from probe.errors import InputError
from probe.values import Published, PublishedSensitivity

ABSENT = (
    "Trends clustered by dilemma, the noise floor, position preference, bounds for unparsed answers, agreement, "
    "themes: the files contain shares of runs, not decisions.",
    "Effects by author of the dilemmas: the files pool the authors.",
)

UNREGISTERED = (
    "Exploratory: every conclusion, because published results have no registered analysis plan. These tests were "
    "chosen when the results were known; new data have to confirm them."
)

SUMMARY = ("bias", "dilemmas", "net_effect", "low", "high", "error_on_unbiased", "sensitivity")


def report_on_published(published: Published) -> Findings:
    """Return the findings of published files. Raise InputError where there is no sensitivity file among them."""
    sources = [source for source in published.sensitivity if source.biases]
    if not sources:
        raise InputError("no sensitivity to analyse: give published 2_bias_sensitivity_*.json files")
    main = main_group(sources)
    rows, by_bias = effects(sources), effects_by_bias(main)
    mitigated = mitigations.strategies(rows)
    averaged = mitigations.over_subjects(mitigated)
    contrasts = depth.high_low(main)
    subjects = tuple(dict.fromkeys(source.subject for source in main))
    return Findings(
        title=f"Published results of {len(subjects)} subject{'s' * (len(subjects) != 1)}",
        answer=(*answer(main, by_bias, contrasts), *mitigations.sentences(averaged), UNREGISTERED),
        by_subject=(),
        summary=table("summary", "Net effect by bias, mean over subjects", by_bias).select(
            "summary", "Net effect by bias, mean over subjects", SUMMARY
        ),
        in_short=SUMMARY,
        settings=tuple(_settings(sources, main)),
        chapters=(
            _effects_chapter(rows, by_bias),
            _depth_chapter(sources, main, contrasts),
            Chapter("plan", "Analysis plan", (UNREGISTERED,)),
            *_mitigations_chapter(mitigated, averaged),
            *_further_chapters(published),
        ),
        absent=ABSENT,
        limits=PUBLISHED,
    )


def main_group(sources: Sequence[PublishedSensitivity]) -> tuple[PublishedSensitivity, ...]:
    """Return the sources to average over: the same dilemmas and mitigation (none, where a file has none)."""
    groups = Counter(named(source)[1:] for source in sources)
    chosen = max(groups, key=lambda key: (key[1] == NO_STRATEGY, groups[key]))
    return tuple(source for source in sources if named(source)[1:] == chosen)


def _settings(sources: Sequence[PublishedSensitivity], main: Sequence[PublishedSensitivity]) -> Iterator[str]:
    subjects = ", ".join(dict.fromkeys(source.subject for source in main))
    _, authors, strategy = named(main[0])
    yield f"Means are over {subjects}; dilemmas by {authors}; mitigation: {strategy}."
    bounds = {bias.quartiles for source in sources for bias in source.biases if bias.quartiles}
    listed = "; ".join(" / ".join(f"{bound:g}" for bound in each) for each in sorted(bounds)) or "not recorded"
    each = ", each file's own" if len(bounds) > 1 else ""
    yield f"Tiers: quartiles of inferences as the paper counts them{each}: {listed}."
    yield "Only shares of runs were published; counts of flips are these shares times the runs, rounded."


def answer(
    main: Sequence[PublishedSensitivity], by_bias: Sequence[PublishedEffect], contrasts: Sequence[depth.HighLow]
) -> tuple[str, ...]:
    """Return the first sentences of the report."""
    overall, *single = by_bias
    ends = (pick(single, key=lambda row: row.net) for pick in (min, max))
    least, most = (f"{points(row.net)} ({row.bias})" for row in ends)
    limits = f"{points(overall.interval.low)} to {points(overall.interval.high)}" if overall.interval else "unknown"
    return (
        f"Over {len(main)} subject{'s' * (len(main) != 1)} the cue changes the error rate by {points(overall.net)} "
        f"percentage points on average over biases (95 % interval over dilemmas {limits}); by bias from {least} to "
        f"{most}.",
        f"{percent(towards_cue(main))} of all flips go towards the cue. The mean flip rate, the paper's sensitivity, "
        f"is {percent(overall.flips)}; the error rate on unbiased texts is {percent(overall.error_on_unbiased)}.",
        *_depth_sentences(contrasts),
    )


def towards_cue(sources: Sequence[PublishedSensitivity]) -> float:
    """Return the share of all flips that go from right to wrong; NaN without any flip."""
    rates = [each.overall for source in sources for each in source.biases]
    flips = sum(rate.sensitivity * rate.runs for rate in rates)
    return sum(rate.right_to_wrong * rate.runs for rate in rates) / flips if flips else float("nan")


def _depth_sentences(rows: Sequence[depth.HighLow]) -> Iterator[str]:
    tested = [row for row in rows if row.over_dilemmas and min(row.low_dilemmas, row.high_dilemmas) >= MINIMUM]
    few = [row for row in rows if isinstance(row.net, Gap) and row.subjects > 1]
    changes = {row.bias: _direction(row) for row in tested}
    if tested:
        yield (
            f"From the low to the high tier the net effect {_ways(changes)} (95 % intervals over dilemmas, not "
            "adjusted for the number of biases)."
        )
    over_subjects = {row.bias: _over_subjects(row) for row in tested if not isinstance(row.net, Gap)}
    if over_subjects:
        yield (
            f"Over the {max(row.subjects for row in tested)} subjects it {_ways(over_subjects)} (paired t-test, "
            "Holm-adjusted p below 0.05): that is about further subjects like these on the same dilemmas, and related "
            "models count as independent ones."
        )
    if few:
        cells = "; ".join(f"{row.bias}: {row.low_dilemmas} and {row.high_dilemmas} dilemmas" for row in few)
        yield f"Not tested, since a tier has fewer than {MINIMUM} dilemmas: {cells}."


def _direction(row: depth.HighLow) -> int:
    """Return 1 where the interval over dilemmas is above zero, -1 where it is below, else 0."""
    assert row.over_dilemmas is not None
    return int(row.over_dilemmas.low > 0) - int(row.over_dilemmas.high < 0)


def _over_subjects(row: depth.HighLow) -> int:
    """Return the direction of a change that the t-test over subjects shows, else 0."""
    shown = not isinstance(row.holm_p, Gap) and row.holm_p < 0.05 and row.change is not None
    return int(np.sign(row.change)) if shown and row.change is not None else 0


def _ways(changes: Mapping[str, int]) -> str:
    """Return for which biases an effect rises, falls and shows no change."""
    words = {1: "rises for", -1: "falls for", 0: "shows no change for"}
    listed = [
        f"{verb} {', '.join(bias for bias, way in changes.items() if way == direction)}"
        for direction, verb in words.items()
        if direction in changes.values()
    ]
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} and {listed[-1]}"


def _effects_chapter(rows: Sequence[PublishedEffect], by_bias: Sequence[PublishedEffect]) -> Chapter:
    means = [row for row in rows if row.bias == EVERY_BIAS and row.strategy == NO_STRATEGY]
    pictures = (picture(by_bias), *((subjects_picture(means),) if len(means) > 1 else ()))
    tables = (table("effects", "Net effects by subject and bias", rows),)
    return Chapter("effects", "Net effects", pictures=pictures, tables=tables)


def _depth_chapter(
    sources: Sequence[PublishedSensitivity],
    main: Sequence[PublishedSensitivity],
    contrasts: Sequence[depth.HighLow],
) -> Chapter:
    text = (
        "The flip rate does not separate a stronger cue from more noise: where answers vary more, both directions "
        "grow. The net effect subtracts the errors that occur without the cue."
    )
    tables = (
        depth.high_low_table(contrasts),
        depth.by_subject_table(depth.high_low_by_subject(main)),
        depth.subjects_table(depth.subjects_by_tier(main)),
        table("by_tier", "Net effects by subject, bias and tier", depth.by_tier(sources)),
    )
    return Chapter("high_low", "High against low tier", (text,), (depth.picture(contrasts),), tables)


def _mitigations_chapter(
    rows: Sequence[mitigations.StrategyRow], averaged: Sequence[mitigations.OverSubjects]
) -> Iterator[Chapter]:
    if rows:
        tables = (mitigations.over_subjects_table(averaged), mitigations.strategies_table(rows))
        yield Chapter("strategies", "Mitigations", pictures=(mitigations.picture(rows),), tables=tables)


def _further_chapters(published: Published) -> Iterator[Chapter]:
    yield from beside_runs(published)
    similar = published_diversity(published.sensitivity)
    if similar:
        shown = make_table("diversity", "Diversity of the dilemmas", diversity.Diversity, similar, gap="not published")
        yield Chapter("diversity", shown.title, pictures=(diversity.picture(similar),), tables=(shown,))
    if published.rejections:
        yield rejections_chapter(published.rejections)


def beside_runs(published: Published) -> Iterator[Chapter]:
    """Yield what published files show that can be beside new results: awareness, and judgements of other models."""
    if published.awareness:
        tables = (others.awareness_table(published.awareness),)
        yield Chapter("published_awareness", "Bias awareness, as published", tables=tables)
    if published.judges:
        tables = (others.judges_table(published.judges),)
        yield Chapter("judges", "Judgements of other models, as published", tables=tables)


def published_diversity(sources: Sequence[PublishedSensitivity]) -> tuple[diversity.Diversity, ...]:
    """Return the mean similarities between dilemmas that the files contain, averaged over the files."""
    every = [each for source in sources for each in source.biases if each.cosine is not None]
    rows = []
    for bias in dict.fromkeys(each.bias for each in every):
        cosines = [each.cosine for each in every if each.bias == bias and each.cosine is not None]
        spelled = [each.levenshtein for each in every if each.bias == bias and each.levenshtein is not None]
        levenshtein = float(np.mean(spelled)) if spelled else None
        rows.append(diversity.Diversity(bias.value, diversity.EVERY, None, float(np.mean(cosines)), levenshtein, None))
    return tuple(rows)
