"""A report on any protocol's measures: the answer, a chapter for each measure, and what all measures share."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

import numpy as np

from probe.analysis.dataset import registration
from probe.analysis.depth import scenarios, tier_contrast, trends
from probe.analysis.effects import biases, comparison, effect, mitigations, position
from probe.analysis.effects.effect import ALL_BIASES, ALL_TIERS, EffectRow
from probe.analysis.effects.means import means, pictures, table
from probe.analysis.report.answer import incomplete, pooled
from probe.analysis.report.chapters import (
    comparison_chapter,
    mitigations_chapter,
    plan_chapter,
    rejections_chapter,
)
from probe.analysis.report.findings import Chapter, Contents, Section, names
from probe.analysis.report.lead import lead
from probe.analysis.report.limits import SIMULATED
from probe.analysis.statistics.differences import Effect
from probe.analysis.study import NONE, Study
from probe.analysis.tables import Column, Gap, Table, percent, points
from probe.analysis.tables import signed as signed_number
from probe.values import Measure, RejectionCount
from probe.values.phrases import counted

_EQUAL = 1e-9
"""Bounds that are nearer to each other than this differ by rounding."""
LARGE = 0.05
"""How far from one half the place of answers has to be for the answer to mention it."""

PLACE = "On a scale of several points, the first option chosen is how near answers are to it: 0 % is the last option."
IN_SHORT = ("subject", "bias", "items", "mean", "low", "high", "holm_p")

LIMITS = (
    "A shift is called a bias only where the item has a norm: its text, or certified rules, make the manipulation "
    "irrelevant. Elsewhere it is a response style.",
    "Wording: figures are about these texts and their language.",
)
ARMS = ("error_on_unbiased", "first_error", "second_error", "error", "error_low", "error_high", "biased_error",
        "biased_error_low", "biased_error_high", "flip_difference", "flip_low", "flip_high", "logit_slope", "logit_low",
        "logit_high", "logit_p", "error_trend", "error_trend_low", "error_trend_high")  # fmt: skip
"""Columns of tables on effects about error rates, which other measures do not have."""


def contents_of_items(study: Study, own: Sequence[Section] = (), rejected: Sequence[RejectionCount] = ()) -> Contents:
    """Return what a report has: every measure, the protocol's ``own`` chapters, and what is about the headline."""
    measure = study.headline
    rows = {one.name: means(study, one) for one in study.measures}
    departures = registration.departures(study)
    compared = comparison.comparison(study.scores)
    changes = mitigations.mitigations(study)
    achieved = mitigations.outcomes(study, changes)
    answered = [row for row in changes if row.dilemmas] or changes
    preference = position.position(study.decisions)
    parts: tuple[Section, ...] = (
        *(_measure(study, one, rows[one.name]) for one in study.measures),
        *own,
        *_biases(study),
        *_depth(study),
        *(_worded(part, measure) for part in comparison_chapter(study, compared)),
        *(_worded(part, measure) for part in mitigations_chapter(study, answered, achieved)),
        plan_chapter(study, departures),
        Chapter("position", "Position preference", (PLACE,), tables=(position.table(preference).about("item"),)),
        _answers(study),
        *((rejections_chapter(rejected),) if rejected else ()),
    )
    scores = study.scores.measured
    over = trends.trend_measure(scores, study.tiers.measure)
    totals = effect.effects(study.scores, study.tiers, crossed=False)
    return Contents(
        title=f"{measure.heading} of {names(study.subjects)}",
        lead=lead(study, totals, scenarios.scenarios(scores), trends.trends(scores, over)),
        answer=(
            *incomplete(study.evaluations),
            *pooled(study.evaluations),
            *_answer(study, rows[measure.name]),
            *_differences(compared, measure),
            *_preferences(study, preference),
            *mitigations.sentences(achieved),
            *registration.sentences(departures),
        ),
        summary=_summary(rows[measure.name], measure),
        in_short=IN_SHORT,
        settings=tuple(_settings(study)),
        parts=parts,
        limits=lambda keys: _limits(study, keys),
    )


def _measure(study: Study, measure: Measure, rows: tuple[EffectRow, ...]) -> Chapter:
    shown = () if measure is study.headline else (*pictures(study, measure, rows),)
    return Chapter(measure.name, measure.heading, (_defined(measure),), shown, (table(rows, measure),))


def of_measure(table: Table, measure: Measure) -> Table:
    """Return a table on effects in the words and units of a measure, without what it does not have."""
    dropped = ARMS if not measure.errors else ()
    label = measure.label if not measure.expected else f"{measure.label} − {measure.expected:g}"
    kinds = {"points": measure.kind, "hundredths": measure.kind if measure.kind != "points" else "hundredths"}

    def worded(column: Column) -> Column:
        text = re.sub("(the )?effects?( on errors)?", label, column.label)
        return column.model_copy(update={"label": text, "kind": kinds.get(column.kind, column.kind)})

    kept = table.with_columns(worded(column) for column in table.columns if column.key not in dropped)
    notes = tuple(
        note.replace(f"Effects are {measure.label}s", f"Effects are values of {label}") for note in table.notes
    )
    return kept.model_copy(update={"notes": notes}).about("item")


def _worded(part: Section, measure: Measure) -> Section:
    """Return a chapter about effects on errors as one about a measure; its figures' captions do not apply."""
    if isinstance(part, str):
        return part
    return replace(part, pictures=(), tables=tuple(of_measure(one, measure) for one in part.tables))


def _biases(study: Study) -> Iterator[Section]:
    rows = effect.effects(study.scores, study.tiers, crossed=False)
    low, high = study.headline.limits or (-np.inf, np.inf)
    expected = study.headline.expected or 0.0
    drawn, tests = biases.pooled_biases(study.scores, rows, (low - expected, high - expected))
    tables = (biases.table(drawn), biases.heterogeneity_table(tests))
    yield Chapter(
        "biases", "Differences between biases", tables=tuple(of_measure(one, study.headline) for one in tables)
    )


def _depth(study: Study) -> Iterator[Section]:
    """Yield the trend and the series, where items exist at several depths."""
    scores = study.scores.measured
    over = trends.trend_measure(scores, study.tiers.measure)
    if len(np.unique(getattr(scores, over)[~np.isnan(getattr(scores, over))])) < 2:
        yield "Depth: no item was measured at several depths."
        return
    found = (trends.table(trends.trends(scores, over), over), tier_contrast.table(tier_contrast.high_low(scores)))
    yield Chapter("trends", f"Trend over {over}", tables=tuple(of_measure(one, study.headline) for one in found))
    if rows := scenarios.scenarios(scores):
        within = of_measure(scenarios.table(rows), study.headline)
        yield Chapter("scenarios", within.title, tables=(within,))
    else:
        yield "Depth within scenarios: no item exists at several depths."


def _answer(study: Study, rows: Sequence[EffectRow]) -> Iterator[str]:
    measure = study.headline
    yield f"{_defined(measure)} Without the bias it is {_number(measure, measure.expected)}."
    for subject in study.subjects:
        own = [row for row in rows if (row.subject, row.mitigation, row.tier) == (subject, NONE, ALL_TIERS)]
        for row in own:
            if row.bias == ALL_BIASES and not isinstance(row.effect, Gap):
                over = counted(row.dilemmas, "item")
                yield f"{subject}: {_estimate(measure, row)} over {over}.{_unread(study, measure, row)}"
        tested = [(row, row.holm_p) for row in own if not isinstance(row.holm_p, Gap)]
        if not tested:
            yield f"{subject}: no bias has enough items to be tested."
            continue
        clear = [row for row, p in tested if p < 0.05]
        listed = ", ".join(f"{row.bias} ({_estimate(measure, row)})" for row in _largest(clear))
        yield (
            f"{subject}: {len(clear)} of {len(tested)} tested biases {'is' if len(clear) == 1 else 'are'} "
            "distinguishable from "
            f"{_number(measure, measure.expected)} after Holm's adjustment{': ' + listed if listed else ''}."
        )


def _defined(measure: Measure) -> str:
    return f"{measure.heading}: {measure.meaning}."


def _largest(rows: Sequence[EffectRow]) -> list[EffectRow]:
    return sorted(rows, key=lambda row: -abs(row.effect.estimate) if not isinstance(row.effect, Gap) else 0.0)


def _estimate(measure: Measure, row: EffectRow) -> str:
    return "–" if isinstance(row.effect, Gap) else _interval(measure, row.effect)


def _interval(measure: Measure, found: Effect) -> str:
    """Return an estimate with its interval."""
    mean, low, high = (_number(measure, value) for value in (found.estimate, found.low, found.high))
    return f"{mean}, 95 % interval {low.removesuffix(' points')} to {high}"


def _unread(study: Study, measure: Measure, row: EffectRow) -> str:
    """Return where what was not read of answers could move the mean; nothing where all was read."""
    if isinstance(row.effect, Gap) or isinstance(row.bounds, Gap):
        return ""
    if max(row.effect.low - row.bounds.low, row.bounds.high - row.effect.high) < _EQUAL:
        return ""
    low, high = (_number(measure, value) for value in (row.bounds.low, row.bounds.high))
    own = [one for each in study.evaluations if each.subject == row.subject for one in each.decisions]
    unparsed, missing = any(one.decision == "unparsed" for one in own), any(one.missing for one in own)
    unread = [
        *(["unparsed answers are read"] if unparsed else []),
        *(["the probability of other answers is divided among the options"] if missing else []),
    ]
    if not unread:
        return ""
    return f" However {' and '.join(unread)}, it is between {low} and {high}, the interval at each end included."


def _number(measure: Measure, value: float | None) -> str:
    if value is None:
        return "not defined"
    if measure.kind == "points":
        return f"{points(value)} points"
    return percent(value) if measure.kind == "share" else signed_number(value, 3)


def _differences(rows: Sequence[comparison.ComparisonRow], measure: Measure) -> Iterator[str]:
    """Yield the two subjects that differ most, of those whose difference is significant."""
    shown = [(row, row.difference) for row in rows if row.significant and not isinstance(row.difference, Gap)]
    if not shown:
        return
    row, found = max(shown, key=lambda one: abs(one[1].estimate))
    yield (
        f"{len(shown)} of {len(rows)} pairs of subjects differ after Holm's adjustment, {row.first} and {row.second} "
        f"most: {_interval(measure, found)}."
    )


def _preferences(study: Study, rows: Sequence[position.Position]) -> Iterator[str]:
    """Yield which subjects lean to the option shown first or last in the reference arm."""
    references = {one.subject: one.reference for one in study.evaluations}
    for row in rows:
        if row.arm != references.get(row.subject) or isinstance(row.preference, Gap):
            continue
        near = row.preference.first
        if near.low <= 0.5 <= near.high or abs(near.estimate - 0.5) < LARGE:
            continue
        end = "first" if near.estimate > 0.5 else "last"
        yield (
            f"{row.subject} leans to the options shown {end}: the place of its answers is {percent(near.estimate)}, "
            "where 100 % is the first option, 0 % the last, and 50 % no preference."
        )


def _summary(rows: Sequence[EffectRow], measure: Measure) -> Table:
    kept = tuple(row for row in rows if (row.mitigation, row.tier) == (NONE, ALL_TIERS))
    return table(kept, measure).model_copy(update={"key": "summary", "title": "In short"})


def _settings(study: Study) -> Iterator[str]:
    items = study.items.values()
    norms = Counter(item.norm for item in items)
    yield (
        f"Protocol {study.evaluations[0].protocol}: {counted(len(study.subjects), 'subject')}, "
        f"{counted(len(items), 'item')} in {counted(len({item.cluster for item in items}), 'cluster')}."
    )
    yield (
        f"What makes the manipulation irrelevant: the text in {norms['text']} items, the author's certified rules in "
        f"{norms['stipulated']}, nothing that is known in {norms['none']}."
    )
    yield "Tiers: " + study.tiers.sentence + "."
    for line in sorted({", ".join(f"{k}: {v}" for k, v in one.choices.items()) for one in study.evaluations} - {""}):
        yield f"Settings: {line}."
    if any(item.sensitive for item in items):
        yield "Some items are about attributes of people, and are marked as sensitive."


def _answers(study: Study) -> Chapter:
    """Return how many answers could not be read, by subject and arm."""
    columns = (
        Column(key="subject", label="subject"),
        Column(key="mitigation", label="mitigation"),
        Column(key="arm", label="arm"),
        Column(key="decisions", label="decisions", kind="count"),
        Column(key="unparsed", label="unparsed", kind="share"),
    )
    rows: list[dict[str, str | int | float | Gap]] = []
    for answered in study.answered:
        decisions = [one for each in answered.evaluations for one in each.decisions]
        made = Counter(one.arm.value for one in decisions)
        lost = Counter(one.arm.value for one in decisions if one.decision == "unparsed")
        row: dict[str, str | int | float | Gap] = {"subject": answered.subject, "mitigation": answered.mitigation}
        rows += [row | {"arm": arm, "decisions": n, "unparsed": lost[arm] / n} for arm, n in made.items()]
    found = Table(key="answers", title="Answers by arm", columns=columns, rows=tuple(rows))
    return Chapter("answers", "Answers", ("Unparsed answers are counted, never guessed.",), (), (found,))


def _limits(study: Study, keys: Collection[str]) -> Iterator[str]:
    yield from LIMITS
    simulated = [name for name in study.subjects if name.startswith("simulated")]
    if simulated:
        yield SIMULATED.format(names=", ".join(simulated))
