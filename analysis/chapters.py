"""The chapters of a report on runs, in their order; the one place that knows every analysis."""

from collections.abc import Iterator, Sequence

from probe.analysis import (
    agreement,
    awareness,
    by_author,
    by_tier,
    comparison,
    controls,
    correlations,
    discards,
    distributions,
    diversity,
    examples,
    exclusions,
    heat_map,
    high_low,
    leakage,
    position,
    themes,
    trends,
)
from probe.analysis.answer import answer, answer_by_subject, preferences
from probe.analysis.cells import Cells, cells_of_scores
from probe.analysis.findings import LIMITS, SIMULATED, UNIT, Chapter, Findings
from probe.analysis.ground import Ground
from probe.analysis.sensitivity import ALL_BIASES, ALL_TIERS, sensitivity
from probe.analysis.statistics.intervals import RESAMPLES
from probe.analysis.tables import Table, number, select
from probe.values import Discards

SUMMARY = (
    "subject", "bias", "dilemmas", "sensitivity", "wilson_low", "wilson_high", "right_to_wrong",
    "wrong_to_right", "harmful", "unbiased_error", "unparsed", "headline",
)  # fmt: skip
"""Columns of the table that stands beside the answer."""

IN_SHORT = (
    "subject",
    "bias",
    "dilemmas",
    "sensitivity",
    "wilson_low",
    "wilson_high",
    "unparsed",
    "headline",
)
"""Those of them that a terminal has room for."""


def report_on(
    ground: Ground,
    vectors: diversity.Vectors | None = None,
    discarded: Sequence[Discards] = (),
    resamples: int = RESAMPLES,
) -> Findings:
    """Run every analysis that the ground allows; the others are named in ``absent`` with their reason."""
    rates = sensitivity(ground.scores, ground.tiers, resamples)
    preference = position.position(ground.sheets, resamples)
    cells = cells_of_scores(ground.scores, ground.tiers)
    slopes = trends.trends(ground.scores, trends.trend_measure(ground.scores, ground.tiers.measure))
    absent: list[str] = []
    chapters = (
        *_rates(ground, rates, preference, absent),
        *_complexity(cells, slopes),
        *_subjects(ground, absent, resamples),
        *_words(ground, absent),
        *_dataset(ground, vectors, discarded, absent),
    )
    keys = tuple(key for key in SUMMARY if key != "headline" or controls.has_controls(rates))
    return Findings(
        title="Bias sensitivity of " + _named(ground.subjects),
        answer=(*answer(rates, slopes), *preferences(preference)),
        by_subject=answer_by_subject(rates, slopes) if len(ground.subjects) > 1 else (),
        summary=_summary(rates, keys, alone=len(ground.subjects) == 1),
        in_short=IN_SHORT,
        settings=_settings(ground),
        chapters=chapters,
        absent=tuple(absent),
        limits=(*LIMITS, *_simulated(ground.subjects)),
    )


def _summary(rates: Table, keys: tuple[str, ...], *, alone: bool) -> Table:
    """Return a row a subject over all biases; of a subject alone, a row a bias."""
    kept = tuple(key for key in keys if key != ("subject" if alone else "bias"))
    if alone:
        return select(rates, "summary", "In short", kept, tier=ALL_TIERS)
    return select(rates, "summary", "In short", kept, tier=ALL_TIERS, bias=ALL_BIASES)


def _named(subjects: Sequence[str]) -> str:
    return ", ".join(subjects) if len(subjects) <= 3 else f"{len(subjects)} subjects"


def _settings(ground: Ground) -> tuple[str, ...]:
    dilemmas, orders = len(ground.pairs), sorted({evaluation.order for evaluation in ground.evaluations})
    lines = [
        f"{len(ground.subjects)} subjects, {dilemmas} dilemmas, order of the options: {', '.join(orders)}.",
        "Tiers: " + ground.tiers.sentence + ".",
        "Intervals are at 95 %; tests are two-sided but the paper's z-test.",
    ]
    if not ground.tiered:
        lines.append(
            f"No dilemma has its {ground.tiers.measure} measured, so that every tier is empty: choose the other "
            "--tiers."
        )
    different = exclusions.different_datasets(ground.sheets)
    return (*lines, *exclusions.interested(ground), *([different] if different else []))


def _simulated(subjects: Sequence[str]) -> tuple[str, ...]:
    names = [name for name in subjects if name.startswith("simulated")]
    return (SIMULATED.format(names=", ".join(names)),) if names else ()


def _rates(ground: Ground, rates: Table, preference: Table, absent: list[str]) -> Iterator[Chapter]:
    authors = by_author.by_author(ground.scores)
    left_out = (exclusions.exclusions(ground), exclusions.authors(ground))
    yield Chapter("settings", "Settings and exclusions", tables=left_out)
    yield Chapter("sensitivity", "Sensitivity", UNIT[:2], (by_author.picture(authors),), (rates, authors))
    if controls.has_controls(rates):
        text = (
            "Raw flips are the paper's measure; the headline is what is left of them when a neutral edit is taken off.",
        )
        yield Chapter("controls", "The cue's own effect", text, (controls.picture(rates),))
    else:
        absent.append("The cue's own effect: no placebo arm was shown (probe evaluate --arms unbiased,biased,placebo).")
    shown = any(number(row["first"]) is not None for row in preference.rows)
    pictures = (position.picture(preference),) if shown else ()
    yield Chapter("position", "Position preference", (), pictures, (preference,))


def _complexity(cells: Cells, slopes: Table) -> Iterator[Chapter]:
    yield tier_chapter(cells)
    contrast = high_low.high_low(cells)
    tables = (contrast, high_low.high_low_by_subject(cells))
    drawn = (
        (high_low.picture(contrast),)
        if any(number(row["runs_difference"]) is not None for row in contrast.rows)
        else ()
    )
    yield Chapter("high_low", "High against low tier", UNIT[2:], drawn, tables)
    drawn = (trends.picture(slopes),) if any(number(row["odds_ratio"]) for row in slopes.rows) else ()
    yield Chapter("trends", slopes.title, (), drawn, (slopes,))


def _subjects(ground: Ground, absent: list[str], resamples: int) -> Iterator[Chapter]:
    if len(ground.subjects) > 1:
        pairs = comparison.comparison(ground.scores, resamples)
        drawn = (comparison.picture(pairs),) if any(number(row["difference"]) is not None for row in pairs.rows) else ()
        yield Chapter("comparison", "Differences between subjects", (), drawn, (pairs,))
    else:
        absent.append("Differences between subjects: there is one subject.")
    own = leakage.leakage(ground.scores)
    if any(row["own_dilemmas"] for row in own.rows):
        drawn = (leakage.picture(own),) if any(number(row["difference"]) is not None for row in own.rows) else ()
        yield Chapter("leakage", "Own dilemmas against others'", (), drawn, (own,))
    else:
        absent.append("Own dilemmas against others': no subject wrote any of these dilemmas.")
    alike = agreement.agreement(ground.sheets)
    both = (alike, agreement.agreement_by_bias(ground.sheets))
    yield Chapter("agreement", "Agreement on unbiased texts", (), (agreement.picture(alike),), both)


def _words(ground: Ground, absent: list[str]) -> Iterator[Chapter]:
    aware = awareness.awareness(ground.evaluations)
    if aware.rows:
        yield Chapter("awareness", "Bias awareness", (), (awareness.picture(aware),), (aware,))
    else:
        absent.append("Bias awareness: no explanation was judged.")
    spoken = themes.themes(ground.evaluations)
    if spoken.rows:
        pictures = (themes.delta_picture(spoken), themes.frequency_picture(spoken), themes.subject_picture(spoken))
        yield Chapter("themes", "Themes in explanations", (), pictures, (spoken,))
    else:
        absent.append("Themes in explanations: no flipped run has an explanation on both texts.")
    told = examples.examples(ground.evaluations)
    if told.rows:
        yield Chapter("examples", "In the subjects' words", tables=(told,))


def _dataset(
    ground: Ground, vectors: diversity.Vectors | None, discarded: Sequence[Discards], absent: list[str]
) -> Iterator[Chapter]:
    properties = correlations.correlations(ground.scores, ground.pairs)
    yield Chapter("correlations", properties.title, (), (correlations.picture(properties),), (properties,))
    varied = diversity.diversity(tuple(ground.pairs.values()), vectors)
    yield Chapter("diversity", "Diversity of the dilemmas", (), (diversity.picture(varied),), (varied,))
    if discarded:
        yield discards_chapter(discarded)
    else:
        absent.append("Rejected candidates: none of the folders holds a generation run.")


def tier_chapter(cells: Cells) -> Chapter:
    """Return the chapter on tiers, which stands in both kinds of report; without any tier it has no figures."""
    heat = heat_map.subject_by_tier(cells)
    pictures = (
        by_tier.picture(cells),
        heat_map.heat_picture(heat),
        heat_map.deviation_picture(heat),
        distributions.picture(cells),
    )
    tables = (by_tier.by_tier(cells), by_tier.tier_slopes(cells), heat, distributions.distributions(cells))
    return Chapter("tiers", "Tiers of complexity", (), pictures if cells.tiered else (), tables)


def discards_chapter(discarded: Sequence[Discards]) -> Chapter:
    """Return the chapter on rejected candidates, which stands in both kinds of report."""
    tables = (discards.discards_by_stage(discarded), discards.discards_by_bias(discarded))
    return Chapter("discards", "Rejected candidates", (), (discards.picture(discarded),), tables)
