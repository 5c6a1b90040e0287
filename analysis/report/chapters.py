"""The chapters of a report on runs, in their order; the one place that imports every analysis."""

from collections.abc import Iterator, Sequence

from probe.analysis.dataset import diversity, exclusions, rejections
from probe.analysis.depth import by_tier, high_low, spread, trends
from probe.analysis.depth.cells import Cells, cells_of_scores
from probe.analysis.effects import (
    agreement,
    awareness,
    by_author,
    comparison,
    correlations,
    explanations,
    leakage,
    position,
    sensitivity,
)
from probe.analysis.effects.sensitivity import ALL_BIASES, ALL_TIERS, Sensitivity
from probe.analysis.report.answer import answer, answer_by_subject, preferences
from probe.analysis.report.findings import LIMITS, SIMULATED, UNIT, Chapter, Findings
from probe.analysis.statistics.intervals import RESAMPLES
from probe.analysis.study import Study
from probe.analysis.tables import Gap, Table
from probe.values import RejectionCount

SUMMARY = (
    "subject", "bias", "dilemmas", "sensitivity", "wilson_low", "wilson_high", "right_to_wrong",
    "wrong_to_right", "harmful", "error_on_unbiased", "unparsed", "adjusted_effect",
)  # fmt: skip
"""Columns of the table beside the answer."""

IN_SHORT = ("subject", "bias", "dilemmas", "sensitivity", "wilson_low", "wilson_high", "unparsed", "adjusted_effect")
"""Those that fit on a terminal."""


def report_on(
    study: Study,
    vectors: diversity.Vectors | None = None,
    rejected: Sequence[RejectionCount] = (),
    resamples: int = RESAMPLES,
) -> Findings:
    """Run every analysis that the study allows; the others are listed in ``absent`` with the reason."""
    rates = sensitivity.sensitivity(study.scores, study.tiers, resamples)
    preference = position.position(study.decisions, resamples)
    measure = trends.trend_measure(study.scores, study.tiers.measure)
    slopes = trends.trends(study.scores, measure)
    absent: list[str] = []
    left_out = exclusions.exclusions(study)
    chapters = (
        *_rates(study, rates, preference, left_out, absent),
        *_complexity(cells_of_scores(study.scores, study.tiers), slopes, measure),
        *_subjects(study, absent, resamples),
        *_words(study, absent),
        *_dataset(study, vectors, rejected, absent),
    )
    return Findings(
        title="Bias sensitivity of " + _names(study.subjects),
        answer=(*answer(rates, slopes), *preferences(preference)),
        by_subject=answer_by_subject(rates, slopes) if len(study.subjects) > 1 else (),
        summary=_summary(rates, study),
        in_short=IN_SHORT,
        settings=_settings(study, left_out),
        chapters=chapters,
        absent=tuple(absent),
        limits=(*LIMITS, *_simulated(study.subjects)),
    )


def _summary(rates: Sequence[Sensitivity], study: Study) -> Table:
    """Return a row per subject over all biases; for a single subject, a row per bias."""
    alone = len(study.subjects) == 1
    dropped = {"subject" if alone else "bias", *(() if sensitivity.has_controls(rates) else ("adjusted_effect",))}
    table = sensitivity.table(rates, study.tiers)
    wanted = {"tier": ALL_TIERS} if alone else {"tier": ALL_TIERS, "bias": ALL_BIASES}
    return table.select("summary", "In short", [key for key in SUMMARY if key not in dropped], **wanted)


def _names(subjects: Sequence[str]) -> str:
    return ", ".join(subjects) if len(subjects) <= 3 else f"{len(subjects)} subjects"


def _settings(study: Study, left_out: Sequence[exclusions.Exclusions]) -> tuple[str, ...]:
    orders = sorted({evaluation.order for evaluation in study.evaluations})
    lines = [
        f"{len(study.subjects)} subjects, {len(study.pairs)} dilemmas, order of the options: {', '.join(orders)}.",
        "Tiers: " + study.tiers.sentence + ".",
        "Intervals are at 95 %; tests are two-sided except the paper's z-test.",
    ]
    if not study.has_tiers:
        lines.append(
            f"The dataset has no measured {study.tiers.measure} for any dilemma, so every tier is empty: choose the "
            "other --tiers."
        )
    different = exclusions.different_datasets(study.decisions)
    return (*lines, *exclusions.conflicts_of_interest(left_out), *([different] if different else []))


def _simulated(subjects: Sequence[str]) -> tuple[str, ...]:
    names = [name for name in subjects if name.startswith("simulated")]
    return (SIMULATED.format(names=", ".join(names)),) if names else ()


def _rates(
    study: Study,
    rates: Sequence[Sensitivity],
    preference: Sequence[position.Position],
    left_out: Sequence[exclusions.Exclusions],
    absent: list[str],
) -> Iterator[Chapter]:
    tables = (exclusions.table(left_out), exclusions.authors_table(exclusions.authors(study)))
    yield Chapter("settings", "Settings and exclusions", tables=tables)
    authors = by_author.by_author(study.scores)
    tables = (sensitivity.table(rates, study.tiers), by_author.table(authors))
    yield Chapter("sensitivity", "Sensitivity", UNIT[:2], (by_author.picture(authors),), tables)
    if sensitivity.has_controls(rates):
        text = ("The flip rate is the paper's measure. The adjusted effect subtracts what a neutral edit does.",)
        yield Chapter("controls", "The cue's own effect", text, (sensitivity.controls_picture(rates),))
    else:
        absent.append("The cue's own effect: no placebo arm was shown (probe evaluate --arms unbiased,biased,placebo).")
    shown = any(not isinstance(row.preference, Gap) for row in preference)
    pictures = (position.picture(preference),) if shown else ()
    yield Chapter("position", "Position preference", (), pictures, (position.table(preference),))


def _complexity(cells: Cells, slopes: Sequence[trends.DepthTrend], measure: str) -> Iterator[Chapter]:
    yield tier_chapter(cells)
    yield high_low_chapter(cells, UNIT[2:])
    drawn = (trends.picture(slopes, measure),) if any(not isinstance(row.odds, Gap) for row in slopes) else ()
    yield Chapter("trends", f"Trend over {measure}", (), drawn, (trends.table(slopes, measure),))


def _subjects(study: Study, absent: list[str], resamples: int) -> Iterator[Chapter]:
    if len(study.subjects) > 1:
        pairs = comparison.comparison(study.scores, resamples)
        drawn = any(not isinstance(row.difference, Gap) for row in pairs)
        pictures = (comparison.picture(pairs),) if drawn else ()
        yield Chapter("comparison", "Differences between subjects", (), pictures, (comparison.table(pairs),))
    else:
        absent.append("Differences between subjects: there is one subject.")
    own = leakage.leakage(study.scores)
    if any(row.own_dilemmas for row in own):
        drawn = any(not isinstance(row.plain, Gap) for row in own)
        pictures = (leakage.picture(own),) if drawn else ()
        yield Chapter("leakage", "Own dilemmas against others'", (), pictures, (leakage.table(own),))
    else:
        absent.append("Own dilemmas against others': no subject wrote any of these dilemmas.")
    runs = agreement.agreement(study.decisions)
    by_bias = agreement.agreement_by_bias(study.decisions)
    tables = (agreement.table(runs), agreement.table_by_bias(by_bias))
    yield Chapter("agreement", "Agreement on unbiased texts", (), (agreement.picture(runs),), tables)


def _words(study: Study, absent: list[str]) -> Iterator[Chapter]:
    aware = awareness.awareness(study.evaluations)
    if aware:
        yield Chapter("awareness", "Bias awareness", (), (awareness.picture(aware),), (awareness.table(aware),))
    else:
        absent.append("Bias awareness: no explanation was judged.")
    themes = explanations.themes(study.evaluations)
    if themes:
        make = (explanations.shift_picture, explanations.frequency_picture, explanations.subject_picture)
        pictures = tuple(picture(themes) for picture in make)
        yield Chapter("themes", "Themes in explanations", (), pictures, (explanations.themes_table(themes),))
    else:
        absent.append("Themes in explanations: no flipped run has an explanation on both texts.")
    examples = explanations.examples(study.evaluations)
    if examples:
        yield Chapter("examples", "In the subjects' words", tables=(explanations.examples_table(examples),))


def _dataset(
    study: Study, vectors: diversity.Vectors | None, rejected: Sequence[RejectionCount], absent: list[str]
) -> Iterator[Chapter]:
    properties = correlations.correlations(study.scores, study.pairs)
    table = correlations.table(properties)
    yield Chapter("correlations", table.title, (), (correlations.picture(properties),), (table,))
    varied = diversity.diversity(tuple(study.pairs.values()), vectors)
    table = diversity.table(varied)
    yield Chapter("diversity", table.title, (), (diversity.picture(varied),), (table,))
    if rejected:
        yield rejections_chapter(rejected)
    else:
        absent.append("Rejected candidates: none of the folders contains a generation run.")


def tier_chapter(cells: Cells) -> Chapter:
    """Return the chapter on tiers, which is in both kinds of report; without any tier it has no figures."""
    subjects = spread.subjects_by_tier(cells)
    pictures = (
        by_tier.picture(cells),
        spread.heat_picture(subjects),
        spread.deviation_picture(subjects),
        spread.box_picture(cells),
    )
    tables = (
        by_tier.table(by_tier.by_tier(cells), cells),
        by_tier.slopes_table(by_tier.tier_slopes(cells)),
        spread.subjects_table(subjects),
        spread.distributions_table(spread.distributions(cells)),
    )
    return Chapter("tiers", "Tiers of complexity", (), pictures if cells.tiered else (), tables)


def high_low_chapter(cells: Cells, text: tuple[str, ...]) -> Chapter:
    """Return the chapter on high against low tier, which is in both kinds of report."""
    rows = high_low.high_low(cells)
    drawn = any(not isinstance(row.contrast.over_runs, Gap) for row in rows)
    tables = (high_low.table(rows), high_low.table_by_subject(high_low.high_low_by_subject(cells)))
    return Chapter("high_low", "High against low tier", text, (high_low.picture(rows),) if drawn else (), tables)


def rejections_chapter(rejected: Sequence[RejectionCount]) -> Chapter:
    """Return the chapter on rejected candidates, which is in both kinds of report."""
    tables = (
        rejections.table_by_stage(rejections.rejections_by_stage(rejected)),
        rejections.table_by_bias(rejections.rejections_by_bias(rejected)),
    )
    return Chapter("rejections", "Rejected candidates", (), (rejections.picture(rejected),), tables)
