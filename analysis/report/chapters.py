"""The chapters of a report on runs, in their order; the one place that imports every analysis."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from operator import itemgetter

from probe.analysis.dataset import constructs, diversity, exclusions, registration, rejections
from probe.analysis.depth import required, scenarios, tier_contrast, trends
from probe.analysis.effects import (
    agreement,
    awareness,
    biases,
    by_author,
    comparison,
    confidence,
    correlations,
    deciding,
    effect,
    explanations,
    facts,
    flips,
    leakage,
    mitigations,
    position,
    reliability,
    specific,
)
from probe.analysis.effects.effect import ALL_BIASES, ALL_TIERS
from probe.analysis.estimand import Estimand
from probe.analysis.people import beside
from probe.analysis.report.answer import DIRECT, answer, answer_by_subject, incomplete, pooled
from probe.analysis.report.dose_chapter import dosed
from probe.analysis.report.findings import UNIT, UNPLANNED, Chapter, Contents, Findings, Section, names
from probe.analysis.report.lead import lead_of_dilemmas
from probe.analysis.report.limits import limits
from probe.analysis.report.measured import AnswerMeasures
from probe.analysis.report.parts import build
from probe.analysis.statistics.differences import Effect
from probe.analysis.study import Study
from probe.analysis.tables import Column, Gap, Table
from probe.values import RejectionCount

EFFECT_COLUMNS = (
    "subject", "bias", "dilemmas", "effect", "low", "high", "effect_bound_low", "effect_bound_high",
    "error_on_unbiased",
)  # fmt: skip
FLIP_COLUMNS = (
    "sensitivity", "right_to_wrong", "wrong_to_right", "noise_unbiased", "noise_biased", "excess_flips", "unparsed",
)  # fmt: skip
FACT_COLUMNS = ("fact_effect", "fact_low", "fact_high", "cue_effect", "cue_low", "cue_high")
"""Columns of the table beside the answer: the effect first, then the paper's measure and what it is made of.

Where fact twins were shown, the fact effect and the cue effect over both sides of the facts are beside the effect.
"""

IN_SHORT = ("subject", "bias", "dilemmas", "effect", "low", "high", "error_on_unbiased", "sensitivity", "unparsed")
"""Those that fit on a terminal."""


def report_on(
    study: Study, vectors: diversity.Vectors | None = None, rejected: Sequence[RejectionCount] = ()
) -> Findings:
    """Run every analysis that a study of dilemmas allows; the others are listed with the reason."""
    return build(contents(study, vectors, rejected))


def contents(
    study: Study, vectors: diversity.Vectors | None = None, rejected: Sequence[RejectionCount] = ()
) -> Contents:
    """Return what a report on dilemmas has."""
    scores = study.scores
    measure = trends.trend_measure(scores, study.tiers.measure)
    effects = effect.effects(scores, study.tiers)
    found = AnswerMeasures(
        study.estimand,
        measure,
        effects,
        flips.flips(scores, study.tiers),
        *biases.pooled_biases(scores, effects),
        trends.trends(scores, measure),
        scenarios.scenarios(scores),
        comparison.comparison(scores),
        facts.facts(study),
        specific.specific(study.scores, study.decisions),
        study.direct,
    )
    preference = position.position(study.decisions)
    informed = deciding.deciding(scores, study.decisions)
    exercised = required.required(study)
    dose_chapter, dose_sentences = dosed(study)
    uninformed = deciding.sentences(informed)
    mitigated = mitigations.mitigations(study)
    achieved = mitigations.outcomes(study, mitigated)
    left_out = exclusions.exclusions(study)
    departures = registration.departures(study)
    parts = (
        *_effects(study, found),
        dose_chapter,
        *beside.chapter(study),
        *_required(exercised),
        *_depth(study, found, measure),
        *comparison_chapter(study, found.comparisons),
        *_leakage(study),
        *mitigations_chapter(study, mitigated, achieved),
        plan_chapter(study, departures),
        *_quality(study, preference, informed, left_out),
        *_words(study),
        *_dataset(study, vectors, rejected),
    )
    return Contents(
        title="Effect on errors: " + names(study.subjects),
        lead=lead_of_dilemmas(study, found, informed),
        answer=(
            *uninformed.values(),
            *incomplete(study.evaluations),
            *pooled(study.evaluations),
            *answer(found),
            *required.unexercised(exercised),
            *dose_sentences,
            *position.preferences(preference),
            *mitigations.sentences(achieved),
            *registration.sentences(departures),
        ),
        summary=_summary(study, found),
        in_short=IN_SHORT,
        settings=_settings(study, left_out),
        parts=parts,
        limits=partial(limits, study),
        by_subject=answer_by_subject(found, uninformed) if len(study.subjects) > 1 else (),
    )


def _descending(effect: Effect | Gap) -> float:
    return math.inf if isinstance(effect, Gap) else -effect.estimate


def _summary(study: Study, found: AnswerMeasures) -> Table:
    """Return a row per subject over all biases, the largest effect first; for a single subject, a row per bias."""
    alone = len(study.subjects) == 1
    wanted = {"tier": ALL_TIERS} if alone else {"tier": ALL_TIERS, "bias": ALL_BIASES}
    columns = [key for key in EFFECT_COLUMNS if key != ("subject" if alone else "bias")]
    left = effect.table(found.effects, study.tiers, study.estimand).select("summary", "In short", columns, **wanted)
    right = flips.table(found.flips, study.tiers).select("summary", "In short", FLIP_COLUMNS, **wanted)
    rows = [{**one, **other} for one, other in zip(left.rows, right.rows, strict=True)]
    beside: tuple[Column, ...] = ()
    if found.facts:
        key = "bias" if alone else "subject"
        twins = facts.table(found.facts, study.tiers).select("summary", "In short", (key, *FACT_COLUMNS), **wanted)
        known = {row[key]: row for row in twins.rows}
        missing = dict.fromkeys(FACT_COLUMNS, Gap(reason="no fact twin was shown"))
        rows = [row | (known.get(row[key]) or missing) for row in rows]
        beside = twins.columns[1:]
    if not alone:
        sizes = [_descending(row.effect) for row in found.effects if (row.bias, row.tier) == (ALL_BIASES, ALL_TIERS)]
        rows = [row for _, row in sorted(zip(sizes, rows, strict=True), key=itemgetter(0))]
    heads = [
        column if column.key != "effect" else column.model_copy(update={"label": study.estimand.label})
        for column in left.columns
    ]
    notes = (
        f"{study.estimand.label.capitalize()}: {study.estimand.meaning}, with its 95 % interval. The flip rate is the "
        "paper's measure; noise floors are what two runs of the same text differ by.",
        *((effect.WIDE,) if alone else ()),
    )
    return Table(
        key="summary", title="In short", columns=(*heads, *beside, *right.columns), rows=tuple(rows), notes=notes
    )


def _settings(study: Study, left_out: Sequence[exclusions.Exclusions]) -> tuple[str, ...]:
    orders = sorted({evaluation.order for evaluation in study.evaluations})
    number = f"{len(study.subjects)} subject{'s' * (len(study.subjects) != 1)}"
    lines = [
        f"{number}, {len(study.items)} dilemmas, order of the options: {', '.join(orders)}.",
        f"The effect in every table and figure is the {study.estimand.label}: {study.estimand.meaning}.",
        *((DIRECT,) if study.direct else ()),
        "Tiers: " + study.tiers.sentence + ".",
        "Intervals are at 95 % and clustered by series of dilemmas; tests are two-sided.",
    ]
    if not study.has_tiers:
        lines.append(
            f"The dataset has no measured {study.tiers.measure} for any dilemma, so every tier is empty: choose the "
            "other --tiers."
        )
    lines.append(_norms(study))
    different = exclusions.different_datasets(study.decisions)
    return (*lines, *exclusions.conflicts_of_interest(left_out), *([different] if different else []))


def _norms(study: Study) -> str:
    """Return what makes the cue irrelevant to the right option, and what follows for the words of the report."""
    counts: Counter[str] = Counter(pair.norm for pair in study.items.values())
    sources = {"text": "rules that the text states", "stipulated": "the author's certified rules, which the text omits"}
    listed = " and ".join(f"by {words} in {counts[norm]} dilemmas" for norm, words in sources.items() if counts[norm])
    stated = f"The cue is irrelevant {listed}." if listed else ""
    unknown = (
        f"{counts['none']} dilemmas have no certificate: what the cue shifts there is a change of decisions, and "
        "calling it a bias or an error relies on the authors' word."
    )
    return " ".join(filter(None, (stated, unknown if counts["none"] else "")))


def _effects(study: Study, found: AnswerMeasures) -> Iterator[Section]:
    tables = (
        effect.table(found.effects, study.tiers, study.estimand),
        biases.table(found.pooled),
        biases.heterogeneity_table(found.tests),
        constructs.table(constructs.constructs(tuple(study.items.values()))),
    )
    yield Chapter("effects", "Effect on errors", UNIT, tables=tables)
    if study.estimand is Estimand.NET:
        yield (
            "Placebo-adjusted effect: not every subject was shown the placebo arm (probe evaluate --arms "
            "unbiased,biased,placebo)."
        )
    yield from _constructs(study, found)
    if found.facts:
        twins = (facts.table(found.facts, study.tiers),)
        yield Chapter("facts", "Facts against cue", facts.READING, (facts.picture(found.facts),), twins)
    else:
        yield (
            "Facts against cue: no subject was shown fact twins (probe evaluate --arms "
            "unbiased,biased,twin,twin_biased; dilemmas of the grammar have twins)."
        )
    if study.direct:
        yield "Flips and noise floors: answers are direct, with probabilities instead of runs."
    else:
        pictures = (flips.picture(found.flips, found.effects, study.estimand),)
        table = flips.table(found.flips, study.tiers)
        yield Chapter("sensitivity", "Flips: the paper's measure", (), pictures, (table,))
    authors = by_author.by_author(study.scores)
    if len({row.author for row in authors}) > 1:
        table = by_author.table(authors)
        yield Chapter("by_author", table.title, (), (by_author.picture(authors),), (table,))
    else:
        yield "Effect by author: the dilemmas have one author."


def _required(found: required.Required) -> Iterator[Section]:
    if not found.levels:
        yield "Was depth exercised: no dilemmas record different required depths (composed ones do)."
        return
    text = (*required.unexercised(found), *required.beside_readers(found))
    tables = (required.exercised_table(found), required.table(found))
    yield Chapter("required", "Was depth exercised?", text, (), tables)


def _constructs(study: Study, found: AnswerMeasures) -> Iterator[Section]:
    """Yield what the bias adds to a recommendation, the contrasts with opposite cues, and the subjects' confidence."""
    if found.specific:
        table = specific.table(found.specific, study.estimand)
        yield Chapter("specific", table.title, specific.READING, (), (table,))
    else:
        yield (
            "Bias-specific effect: no subject was shown bare recommendations, so that an effect is one of the cue "
            "(probe evaluate --arms unbiased,biased,placebo,advocacy)."
        )
    if turned := specific.opposite(study.scores, study.decisions):
        table = specific.opposite_table(turned)
        yield Chapter("opposite", table.title, (), (), (table,))
    if stated := confidence.confidence([each for one in study.pooled for each in one.evaluations]):
        table = confidence.table(stated)
        yield Chapter("confidence", table.title, confidence.READING, confidence.pictures(stated), (table,))


def _depth(study: Study, found: AnswerMeasures, measure: str) -> Iterator[Section]:
    drawn = any(not isinstance(row.slope, Gap) for row in found.trends)
    pictures = (trends.picture(found.trends, measure),) if drawn else ()
    yield Chapter("trends", f"Trend over {measure}", (), pictures, (trends.table(found.trends, measure),))
    if found.scenarios:
        table = scenarios.table(found.scenarios)
        yield Chapter("scenarios", table.title, (), (scenarios.picture(found.scenarios),), (table,))
    else:
        yield (
            "Depth within scenarios: no dilemma exists at several depths (probe generate "
            "--author 'grammar?depth=2-8&series=4')."
        )
    rows = tier_contrast.high_low(study.scores)
    drawn = any(not isinstance(row.difference, Gap) for row in rows)
    pictures = (
        *((tier_contrast.tiers_picture(found.effects, study.estimand),) if study.has_tiers else ()),
        *((tier_contrast.picture(rows),) if drawn else ()),
    )
    yield Chapter("high_low", "Tiers of complexity, high against low", (), pictures, (tier_contrast.table(rows),))


def comparison_chapter(study: Study, rows: Sequence[comparison.ComparisonRow]) -> Iterator[Section]:
    """Yield the chapter on differences between subjects, or that there is one subject."""
    if not rows:
        yield "Differences between subjects: there is one subject."
        return
    drawn = any(not isinstance(row.difference, Gap) for row in rows)
    table = comparison.table(rows, study.headline)
    yield Chapter("comparison", table.title, (), (comparison.picture(rows),) if drawn else (), (table,))


def _leakage(study: Study) -> Iterator[Section]:
    own = leakage.leakage(study.scores)
    if any(row.own_dilemmas for row in own):
        drawn = any(not isinstance(row.adjusted, Gap) for row in own)
        pictures = (leakage.picture(own),) if drawn else ()
        yield Chapter("leakage", "Own dilemmas against others'", (), pictures, (leakage.table(own),))
    else:
        yield "Own dilemmas against others': no subject wrote any of these dilemmas."


def mitigations_chapter(
    study: Study,
    rows: Sequence[mitigations.MitigationRow],
    achieved: Sequence[mitigations.MitigationOutcome],
) -> Iterator[Section]:
    """Yield the chapter on mitigations, or that there were none."""
    if not rows:
        yield "Mitigations: no subject was asked under one (probe evaluate --mitigation)."
        return
    tables = (mitigations.outcomes_table(achieved, study.headline), mitigations.table(rows, study.headline))
    yield Chapter("mitigations", "Mitigations", (), (mitigations.picture(rows, study.headline),), tables)


def plan_chapter(study: Study, departures: Sequence[registration.Departure]) -> Chapter:
    """Return the chapter on what was planned before the first question, and what is exploratory."""
    tables = (
        registration.table(registration.registrations(study)),
        *((registration.departures_table(departures),) if departures else ()),
    )
    follows = "" if departures else "This report follows the plan. "
    text = (
        "probe evaluate registers the plan of the analysis before it asks the first question. " + follows + "What the "
        "plan does not name is exploratory: it suggests hypotheses, which new data have to test.",
        *registration.sentences(departures),
    )
    return Chapter("plan", "Analysis plan", text, (), tables)


def _quality(
    study: Study,
    preference: Sequence[position.Position],
    informed: Sequence[deciding.Deciding],
    left_out: Sequence[exclusions.Exclusions],
) -> Iterator[Section]:
    """Return the chapters on how good the measurement is: what is left out, position, agreement, reliability."""
    tables = (exclusions.table(left_out), exclusions.authors_table(exclusions.authors(study)))
    yield Chapter("settings", "Settings and exclusions", tables=tables)
    shown = any(not isinstance(row.preference, Gap) for row in preference)
    pictures = (position.picture(preference),) if shown else ()
    yield Chapter(
        "position", "Position preference", (), pictures, (position.table(preference), deciding.table(informed))
    )
    if study.direct:
        yield "Agreement: answers are direct, and each text was asked once in each order."
    else:
        runs = agreement.agreement(study.decisions)
        tables = (agreement.table(runs), agreement.table_by_bias(agreement.agreement_by_bias(study.decisions)))
        yield Chapter("agreement", "Agreement on unbiased texts", (), (agreement.picture(runs),), tables)
    tables = (
        reliability.table(reliability.reliability(study.scores)),
        reliability.components_table(reliability.components(study.decisions, study.estimand)),
    )
    yield Chapter("reliability", "Reliability and sources of variance", (), (), tables)


def _words(study: Study) -> Iterator[Section]:
    if aware := awareness.awareness(study.evaluations):
        yield Chapter("awareness", "Bias awareness", (), (awareness.picture(aware),), (awareness.table(aware),))
    else:
        yield "Bias awareness: no explanation was judged."
    if themes := explanations.themes(study.evaluations):
        table = explanations.themes_table(themes)
        pictures = (explanations.shift_picture(themes),) if explanations.shifted(themes) else ()
        yield Chapter("themes", table.title, (), pictures, (table,))
    else:
        yield "Themes in explanations: no flipped run has an explanation on both texts."
    if examples := explanations.examples(study.evaluations):
        yield Chapter("examples", "In the subjects' words", tables=(explanations.examples_table(examples),))


def _dataset(study: Study, vectors: diversity.Vectors | None, rejected: Sequence[RejectionCount]) -> Iterator[Section]:
    properties = correlations.correlations(study.scores, study.items)
    table = correlations.table(properties)
    yield Chapter("correlations", table.title, (UNPLANNED,), (correlations.picture(properties),), (table,))
    varied = diversity.diversity(tuple(study.items.values()), vectors)
    table = diversity.table(varied)
    yield Chapter("diversity", table.title, (), (diversity.picture(varied),), (table,))
    if rejected:
        yield rejections_chapter(rejected)
    else:
        yield "Rejected candidates: none of the folders contains a generation run."


def rejections_chapter(rejected: Sequence[RejectionCount]) -> Chapter:
    """Return the chapter on rejected candidates, which reports on published files have as well."""
    tables = (
        rejections.table_by_stage(rejections.rejections_by_stage(rejected)),
        rejections.table_by_bias(rejections.rejections_by_bias(rejected)),
        rejections.table_by_author(rejections.rejections_by_author(rejected)),
    )
    return Chapter("rejections", "Rejected candidates", (), (rejections.picture(rejected),), tables)
