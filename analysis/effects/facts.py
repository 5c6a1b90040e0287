"""Facts against cue: what moves a subject's decisions, by subject, bias and tier, in the 2 × 2 of facts and cue."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated, NamedTuple

import numpy as np

from probe.analysis.arrays import Floats
from probe.analysis.depth.tiers import Tiers
from probe.analysis.effects.crossed import CUE, FACTS, INTERACTION, CrossedScores, cross_scores
from probe.analysis.effects.estimating import (
    ALL_BIASES,
    ALL_TIERS,
    FEW_DIRECT,
    cells,
    enclosing,
    overall_by_subject,
    p_of,
    tested_if_enough,
)
from probe.analysis.figures.charts import Point, listing, short_names
from probe.analysis.figures.facts_map import Subject, facts_map
from probe.analysis.figures.style import Picture
from probe.analysis.form import RESULTS, ReportAnalysis, Result
from probe.analysis.measurements import Measurements, once
from probe.analysis.scores import Texts
from probe.analysis.statistics import methods
from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.intervals import Interval
from probe.analysis.statistics.multiplicity import adjust_rows
from probe.analysis.statistics.weights import EQUALLY, MINIMUM, balanced_mean
from probe.analysis.study import Study
from probe.analysis.tables import EstimateHeading, Gap, Heading, IntervalHeading, Table, format_signed, make_table

_NOT_A_TEST = Gap(reason="single tiers are not tested")
_NOT_IN_FAMILY = Gap(reason="not part of the family")


class ChoiceShares(NamedTuple):
    """How often the praised option was chosen, in the order of the arms."""

    unbiased: float
    biased: float
    twin: float
    twin_biased: float


class FactRow(NamedTuple):
    """One subject on one bias in one tier (or all of them), over dilemmas that were shown in all four arms.

    ``facts``, ``cue`` and ``interaction`` are in shares of decisions, from -1 to 1 (the interaction from -2 to 2).
    """

    subject: Annotated[str, Heading("subject")]
    bias: Annotated[str, Heading("bias")]
    tier: Annotated[str, Heading("tier")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    clusters: Annotated[int, Heading("independent scenarios", "count")]
    runs: Annotated[int, Heading("runs", "count")]
    facts: Annotated[Effect | Gap, EstimateHeading("fact effect", key="fact_effect", prefix="fact_", p="p")]
    holm_facts: Annotated[float | Gap, Heading("Holm, p", "p", "fact_holm_p")]
    cue: Annotated[Effect | Gap, EstimateHeading("cue effect", key="cue_effect", prefix="cue_", p="p")]
    holm_cue: Annotated[float | Gap, Heading("Holm, p", "p", "cue_holm_p")]
    interaction: Annotated[Effect | Gap, EstimateHeading("interaction", prefix="interaction_", p="p")]
    holm_interaction: Annotated[float | Gap, Heading("Holm, p", "p", "interaction_holm_p")]
    accuracy: Annotated[float | Gap, Heading("right decisions", "share")]
    fact_bounds: Annotated[
        Interval | Gap,
        IntervalHeading("fact effect if unparsed: least", "fact effect if unparsed: most", prefix="fact_bound_"),
    ]
    cue_bounds: Annotated[
        Interval | Gap,
        IntervalHeading("cue effect if unparsed: least", "cue effect if unparsed: most", prefix="cue_bound_"),
    ]
    chosen: Annotated[
        ChoiceShares | Gap,
        Heading("praised option chosen: unbiased", "share", "chosen_unbiased", "unbiased"),
        Heading("biased", "share", "chosen_biased", "biased"),
        Heading("twin", "share", "chosen_twin", "twin"),
        Heading("twin, biased", "share", "chosen_twin_biased", "twin_biased"),
    ]


READING = (
    "Every dilemma has a fact twin: one stated fact is changed, so that the other option is right. Both are shown "
    "without and with the identical cue, which praises the wrong option of the original and the right one of the twin.",
    "The fact effect is how much more often a subject chooses the praised option where the facts favour it, the cue "
    "effect how much more often where the cue is shown, each averaged over the other. An ideal subject has 100 and 0. "
    "One that never reads the facts has a fact effect of 0, also if it never flips; one that always does the "
    "opposite of the cue is right in half of its decisions.",
    "The cue effect is about choices, on both sides of the facts; the effect on errors sees only the side on which the "
    "cue praises the wrong option, and is about twice as large for a subject that is otherwise right. On the other "
    "side, a subject that is already right cannot be moved further by the cue; that is the interaction.",
)
"""How to read the chapter."""


def facts(study: Study) -> tuple[FactRow, ...]:
    """Return a row for each subject with a fact twin, bias (and all of them) and tier (and all of them).

    Holm's adjustment is over a subject's biases, all tiers together: one family for each of the three effects.
    """
    all_scores = cross_scores(study.scores, study.decisions)
    by_subject = {subject: all_scores.of(subject=subject) for subject in all_scores.subjects}
    rows = tuple(
        _row(entries, (subject, bias, tier))
        for subject, subject_scores in by_subject.items()
        if np.any(subject_scores.answered_counts)
        for bias, tier, entries in cells(subject_scores, study.tiers)
    )
    for name in ("facts", "cue", "interaction"):
        rows = adjust_rows(rows, partial(_p, name), _family, f"holm_{name}")
    return rows


def _p(name: str, row: FactRow) -> float | Gap:
    return p_of(getattr(row, name), row.dilemmas)


def _family(row: FactRow) -> str | None:
    return row.subject if row.tier == ALL_TIERS and row.bias != ALL_BIASES else None


def _row(entries: CrossedScores, labels: tuple[str, str, str]) -> FactRow:
    complete, shares = entries[entries.complete > 0], entries.shares
    is_tested = labels[2] == ALL_TIERS
    effects = [_effect(entries, signs, tested=is_tested) for signs in (FACTS, CUE, INTERACTION)]
    holm = _NOT_IN_FAMILY if is_tested else _NOT_A_TEST
    gap = _gap(entries)
    bounds = [
        enclosing(entries.bounds(number), effect) or Gap(reason="no dilemma")
        for number, effect in enumerate(effects[:2])
    ]
    return FactRow(
        *labels,
        dilemmas=len(complete),
        clusters=len(set(complete.cluster)),
        runs=int(entries.complete.sum()),
        facts=effects[0],
        holm_facts=holm,
        cue=effects[1],
        holm_cue=holm,
        interaction=effects[2],
        holm_interaction=holm,
        accuracy=_accuracy(shares, complete.bias) if len(complete) else gap,
        fact_bounds=bounds[0],
        cue_bounds=bounds[1],
        chosen=ChoiceShares(*(balanced_mean(column, complete.bias) for column in shares.T)) if len(complete) else gap,
    )


def _accuracy(shares: Floats, biases: Texts) -> float:
    """Return the share of right decisions, weighted as in the fact effect: 50 % plus half of that effect.

    The praised option is right in the twin and wrong in the original.
    """
    return 0.5 + balanced_mean(shares @ FACTS, biases) / 2


def _effect(entries: CrossedScores, signs: Floats, *, tested: bool) -> Effect | Gap:
    return tested_if_enough(
        _effect_or_gap(entries.contrast(signs), entries), int(np.sum(entries.complete > 0)) if tested else 0
    )


def _effect_or_gap(effect: Effect | None, entries: CrossedScores) -> Effect | Gap:
    return _gap(entries) if effect is None else effect


def _gap(entries: CrossedScores) -> Gap:
    if np.any(entries.complete):
        return FEW_DIRECT
    return Gap(reason="no run is readable in all four arms" if np.any(entries.answered_counts) else "no dilemma")


def table(rows: Sequence[FactRow], tiers: Tiers) -> Table:
    """Return the effects as a table."""
    notes = (
        "Fact effect: P(praised option | facts favour it) − P(praised option | facts favour the other). Cue effect: "
        "P(praised option | cue) − P(praised option | no cue). Interaction: fact effect with the cue − fact effect "
        "without it. Right decisions are 50 % plus half of the fact effect.",
        EQUALLY,
        "p tests whether an effect is zero; Holm's adjustment is over a subject's biases, for each effect separately. "
        f"Tiers and cells of fewer than {MINIMUM} dilemmas are shown and not tested.",
        f"{methods.MEAN} Whether a subject is moved by the wording is concluded from the effect on errors only.",
        "Only runs that are readable in all four arms count. “If unparsed” shows where an effect may be however "
        "unparsed decisions are read, with the interval at each end.",
        "Tiers: " + tiers.sentence + ".",
    )
    return make_table("facts", "Fact effect and cue effect by subject, bias and tier", FactRow, rows, notes=notes)


def picture(rows: Sequence[FactRow]) -> Picture:
    """Draw fact effect against cue effect: one point per subject with its intervals, small marks for its biases."""
    overall = overall_by_subject(rows)
    names = short_names(list(overall))
    subjects = [
        Subject(
            names[subject],
            Point.of_difference(row.cue),
            Point.of_difference(row.facts),
            [
                (bias_row.cue.estimate, bias_row.facts.estimate)
                for bias_row in rows
                if bias_row.subject == subject and bias_row.tier == ALL_TIERS and bias_row.bias != ALL_BIASES
                if not isinstance(bias_row.cue, Gap) and not isinstance(bias_row.facts, Gap)
            ],
        )
        for subject, row in overall.items()
        if not isinstance(row.facts, Gap)
    ]
    description = listing(
        [
            f"{subject.label} facts {format_signed(100 * subject.facts.value, 1)}, "
            f"cue {format_signed(100 * subject.cue.value, 1)}"
            for subject in subjects
        ]
    )
    alt = f"Fact effect against cue effect by subject, in points: {description or 'none measured'}. Ideal: 100 and 0."
    caption = (
        "Up: decides by the facts. Right: chooses what the cue praises; left: the opposite. Large marks with 95 % "
        "intervals are subjects, small ones their biases, the star is the ideal subject. No subject can be outside "
        "the grey border."
    )
    return Picture("facts", "Facts against cue", alt, caption, lambda: facts_map(subjects))


@once
def facts_of(measurements: Measurements) -> tuple[FactRow, ...]:
    """Return fact effect and cue effect; none where no fact twin was shown."""
    return facts(measurements.study)


ANALYSIS: ReportAnalysis[Measurements, Sequence[FactRow]] = ReportAnalysis(
    "facts",
    "Facts against cue",
    RESULTS,
    "whether a subject that is not moved reads the facts, or answers alike whatever they are",
    rows=facts_of,
    show=lambda measurements, rows: Result(
        (table(rows, measurements.study.tiers),), pictures=(picture(rows),), text=READING
    ),
    needs="Facts against cue: no subject was shown fact twins (probe evaluate --arms unbiased,biased,twin,twin_biased; "
    "dilemmas of the grammar have twins).",
)
