"""A report on dilemmas: its analyses, title, first screen, summary and settings."""

import math
from collections import Counter
from collections.abc import Iterable

from probe.analysis.dataset import exclusions
from probe.analysis.effects import deciding, effect, facts, flips
from probe.analysis.effects.estimating import ALL_BIASES, ALL_TIERS
from probe.analysis.measurements import Measurements
from probe.analysis.report.answer import DIRECT, answer, answer_by_subject
from probe.analysis.report.findings import Findings, names, run_analyses
from probe.analysis.report.lead import lead
from probe.analysis.report.limits import limits
from probe.analysis.report.origin import subjects_with_items
from probe.analysis.study import Study
from probe.analysis.tables import Column, Gap, Table

EFFECT_COLUMNS = (
    "subject", "bias", "dilemmas", "effect", "low", "high", "effect_bound_low", "effect_bound_high",
    "error_on_unbiased",
)  # fmt: skip
FLIP_COLUMNS = (
    "sensitivity", "right_to_wrong", "wrong_to_right", "noise_unbiased", "noise_biased", "excess_flips", "unparsed",
)  # fmt: skip
FACT_COLUMNS = ("fact_effect", "fact_low", "fact_high", "cue_effect", "cue_low", "cue_high")
"""Columns of the table next to the answer: the effect first, then the paper's measure and what it is made of.

Where fact twins were shown, the fact effect and the cue effect over both sides of the facts are beside the effect.
"""

IN_SHORT = ("subject", "bias", "dilemmas", "effect", "low", "high", "error_on_unbiased", "sensitivity", "unparsed")
"""Those that fit on a terminal."""


def report_on_dilemmas(measurements: Measurements, analyses: Iterable[str]) -> Findings:
    """Return the report on effects on errors in dilemmas, with the ``analyses`` so called."""
    study, results = measurements.study, run_analyses(measurements, analyses)
    uninformed_sentences = deciding.sentences(study.deciding)
    return Findings(
        title="Effect on errors: " + names(study.subjects),
        lead=lead(measurements),
        answer=(*results.first, *answer(measurements), *results.answer),
        summary=_summary(measurements),
        in_short=IN_SHORT,
        settings=_settings(study),
        chapters=results.chapters,
        absent=results.absent,
        about=subjects_with_items(study),
        limits=tuple(limits(study, results.keys)),
        by_subject=answer_by_subject(measurements, uninformed_sentences) if len(study.subjects) > 1 else (),
    )


def _summary(measurements: Measurements) -> Table:
    """Return a row per subject over all biases, the largest effect first; for a single subject, a row per bias."""
    study = measurements.study
    single_subject = len(study.subjects) == 1
    selection = {"tier": ALL_TIERS} if single_subject else {"tier": ALL_TIERS, "bias": ALL_BIASES}
    columns = [key for key in EFFECT_COLUMNS if key != ("subject" if single_subject else "bias")]
    effect_table = effect.table(effect.effects_of(measurements), study.tiers, study.estimand).select(
        "summary", "In short", columns, **selection
    )
    flip_table = flips.table(flips.flips_of(measurements), study.tiers).select(
        "summary", "In short", FLIP_COLUMNS, **selection
    )
    rows = [{**effects, **rates} for effects, rates in zip(effect_table.rows, flip_table.rows, strict=True)]
    twin_columns: tuple[Column, ...] = ()
    if fact_rows := facts.facts_of(measurements):
        key = "bias" if single_subject else "subject"
        twin_table = facts.table(fact_rows, study.tiers).select(
            "summary", "In short", (key, *FACT_COLUMNS), **selection
        )
        twin_rows = {row[key]: row for row in twin_table.rows}
        missing_cells = dict.fromkeys(FACT_COLUMNS, Gap(reason="no fact twin was shown"))
        rows = [row | (twin_rows.get(row[key]) or missing_cells) for row in rows]
        # The first column names the row, as the table does already.
        twin_columns = twin_table.columns[1:]
    if not single_subject:
        rows.sort(key=lambda row: -row["effect"] if isinstance(row["effect"], float) else math.inf)
    effect_columns = [
        column if column.key != "effect" else column.model_copy(update={"label": study.estimand.label})
        for column in effect_table.columns
    ]
    notes = (
        f"{study.estimand.label.capitalize()}: {study.estimand.meaning}, with its 95 % interval. The flip rate is the "
        "paper's measure; noise floors are what two runs of the same text differ by.",
        *((effect.WIDE_NOTE,) if single_subject else ()),
    )
    return Table(
        key="summary",
        title="In short",
        columns=(*effect_columns, *twin_columns, *flip_table.columns),
        rows=tuple(rows),
        notes=notes,
    )


def _settings(study: Study) -> tuple[str, ...]:
    orders = sorted({evaluation.order for evaluation in study.evaluations})
    subject_count = f"{len(study.subjects)} subject{'s' * (len(study.subjects) != 1)}"
    lines = [
        f"{subject_count}, {len(study.items)} dilemmas, order of the options: {', '.join(orders)}.",
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
    different_items = exclusions.different_datasets(study.decisions)
    conflicts = exclusions.conflicts_of_interest(exclusions.exclusions(study))
    return (*lines, *conflicts, *([different_items] if different_items else []))


def _norms(study: Study) -> str:
    """Return what makes the cue irrelevant to the right option, and what follows for the words of the report."""
    counts: Counter[str] = Counter(pair.norm for pair in study.items.values())
    sources = {
        "text": "In {count} dilemmas the text states the rules from which the right option follows; that reasons of "
        "other kinds do not count is not in the text but the author's rule, and the certificate checks that the cue "
        "plays no part under it.",
        "stipulated": "In {count} dilemmas the rules that make the cue irrelevant are the author's certified ones, "
        "which the text omits.",
    }
    norm_sentences = " ".join(sentence.format(count=counts[norm]) for norm, sentence in sources.items() if counts[norm])
    without_norm = (
        f"{counts['none']} dilemmas have no certificate: what the cue shifts there is a change of decisions, and "
        "calling it a bias or an error relies on the authors' word."
    )
    return " ".join(filter(None, (norm_sentences, without_norm if counts["none"] else "")))
