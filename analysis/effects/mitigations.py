"""Mitigations: what each changes in a subject's decisions, paired by dilemma with the same subject without it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, NamedTuple, TypeGuard

import numpy as np

from probe.analysis.arrays import MISSING, UNPARSED, DecisionArrays, Floats
from probe.analysis.effects.crossed import FACTS, cross_scores
from probe.analysis.effects.deciding import COLLAPSE
from probe.analysis.effects.effect import in_measure
from probe.analysis.effects.estimating import ALL_BIASES, ALL_TIERS, TOO_FEW, cells, difference_of, mean_of, p_of
from probe.analysis.figures.charts import Point, Series, forest_picture
from probe.analysis.figures.style import Picture
from probe.analysis.form import RESULTS, ReportAnalysis, Result
from probe.analysis.measurements import Measurements
from probe.analysis.scores import Scores, codes_of, share_items
from probe.analysis.statistics import methods
from probe.analysis.statistics.differences import Effect, ratio_of_means
from probe.analysis.statistics.multiplicity import adjust_rows
from probe.analysis.statistics.weights import EQUALLY, MINIMUM
from probe.analysis.study import Study, SubjectResults
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, make_table
from probe.values import Measure

CONTROL = "control:"
"""The beginning of the name of a mitigation's control."""
COST = 0.02
"""How much the error rate on unbiased texts may rise: a margin of non-inferiority."""
KEPT_SHARE = 0.9
"""The share of the fact effect that has to remain, the other margin."""


class MitigationRow(NamedTuple):
    """One subject under one mitigation, on the dilemmas that it also answered without; by bias and tier (and all)."""

    subject: Annotated[str, Heading("subject")]
    mitigation: Annotated[str, Heading("mitigation")]
    bias: Annotated[str, Heading("bias")]
    tier: Annotated[str, Heading("tier")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    effect: Annotated[float | Gap, Heading("effect with it", "points")]
    without: Annotated[float | Gap, Heading("effect without", "points")]
    change: Annotated[Effect | Gap, EstimateHeading("change of the effect", p="p")]
    holm_p: Annotated[float | Gap, Heading("Holm, p", "p")]
    against_control: Annotated[
        Effect | Gap, EstimateHeading("effect minus its control's", key="against_control", prefix="control_", p="p")
    ]
    biased_error: Annotated[Effect | Gap, EstimateHeading("error on biased texts, change", prefix="biased_error_")]
    error: Annotated[Effect | Gap, EstimateHeading("error on unbiased texts, change", prefix="error_")]


class MitigationOutcome(NamedTuple):
    """What a mitigation achieved for a subject, over all its dilemmas; ``verdict`` is one of ``VERDICTS``.

    ``error`` is the change of the error rate on unbiased texts, which may be a cost.
    """

    subject: Annotated[str, Heading("subject")]
    mitigation: Annotated[str, Heading("mitigation")]
    verdict: Annotated[str, Heading("outcome")]
    change: Annotated[Effect | Gap, EstimateHeading("change of the effect")]
    facts_kept: Annotated[Effect | Gap, EstimateHeading("fact effect kept", "share", prefix="facts_kept_")]
    one_option: Annotated[float, Heading("largest share of one option", "share")]
    first_shown: Annotated[float, Heading("share of the option shown first", "share")]
    calls: Annotated[float | Gap, Heading("calls per decision", "number")]
    tokens_in: Annotated[float | Gap, Heading("tokens in per decision", "number")]
    tokens_out: Annotated[float | Gap, Heading("tokens out per decision", "number")]
    usd: Annotated[float | Gap, Heading("US dollars per 1,000 decisions", "number")]
    error: Effect | Gap = Gap(reason="not measured")


NOT_TESTED, COST_OPEN = "not tested", "cost not excluded"
VERDICTS = {
    "success": "the effect and the errors on biased texts fall, and a cost is excluded",
    COST_OPEN: "they fall, and an interval contains both a cost and none",
    "at a cost": "they fall, and an interval shows that accuracy on unbiased texts or the fact effect suffers",
    "no benefit shown": "no fall of the effect and of the errors on biased texts is shown",
    NOT_TESTED: f"fewer than {MINIMUM} dilemmas were answered with and without the mitigation",
    "collapse": "nearly every answer is the same: nothing is decided any more",
}
"""What a mitigation achieves where the effect is one on errors."""
SHIFTS = {
    "nearer to none": "the value is nearer to what is expected without the bias, and its change differs from zero",
    "farther from none": "the value is farther from it, and its change differs from zero",
    "no change shown": "the interval of the change contains zero",
    NOT_TESTED: f"fewer than {MINIMUM} items were answered with and without the mitigation",
    "collapse": VERDICTS["collapse"],
}
"""What a mitigation achieves for another measure."""
_NO_CONTROL = Gap(reason="its control was not shown")


def mitigations(study: Study) -> tuple[MitigationRow, ...]:
    """Return a row for each mitigation of each subject, bias and tier (and all of them).

    Holm's adjustment is over a subject's mitigations, controls left out, for all biases and tiers together.
    """
    rows = [row for subject_results in study.mitigated for row in _rows(study, subject_results)]
    return adjust_rows(rows, lambda row: p_of(row.change, row.dilemmas), _family)


def _family(row: MitigationRow) -> str | None:
    over_all = (row.bias, row.tier) == (ALL_BIASES, ALL_TIERS)
    return row.subject if over_all and not row.mitigation.startswith(CONTROL) else None


def _rows(study: Study, subject_results: SubjectResults) -> Iterator[MitigationRow]:
    without = study.scores.of(subject=subject_results.subject).measured
    control = next(
        (
            candidate
            for candidate in study.mitigated
            if (candidate.subject, candidate.mitigation)
            == (subject_results.subject, CONTROL + subject_results.mitigation)
        ),
        None,
    )
    for bias, tier, entries in cells(subject_results.scores.measured, study.tiers):
        yield _row(
            (subject_results.subject, subject_results.mitigation, bias, tier),
            entries,
            without,
            control.scores.measured if control else None,
        )


def _row(labels: tuple[str, str, str, str], entries: Scores, without: Scores, control: Scores | None) -> MitigationRow:
    mitigated_entries, unmitigated_entries = share_items(entries, without)
    mitigated_with_control, control_scores = (
        share_items(entries, control) if control is not None else (entries[:0], entries[:0])
    )
    return MitigationRow(
        *labels,
        dilemmas=len(mitigated_entries),
        effect=mean_of(mitigated_entries.effects, mitigated_entries.bias),
        without=mean_of(unmitigated_entries.effects, unmitigated_entries.bias),
        change=_difference(mitigated_entries, mitigated_entries.effects, unmitigated_entries.effects),
        holm_p=TOO_FEW if len(mitigated_entries) < MINIMUM else Gap(reason="not part of the family"),
        against_control=_difference(mitigated_with_control, mitigated_with_control.effects, control_scores.effects)
        if control is not None
        else _NO_CONTROL,
        biased_error=_difference(mitigated_entries, mitigated_entries.effect.error, unmitigated_entries.effect.error),
        error=_difference(
            mitigated_entries, mitigated_entries.net.reference_error, unmitigated_entries.net.reference_error
        ),
    )


def _difference(entries: Scores, first: Floats, second: Floats) -> Effect | Gap:
    is_defined = ~np.isnan(first + second)
    defined_entries = entries[is_defined]
    return difference_of(defined_entries.clustered_mean((first - second)[is_defined]), len(defined_entries))


def outcomes(study: Study, rows: Sequence[MitigationRow]) -> tuple[MitigationOutcome, ...]:
    """Return for each subject and mitigation, controls included, what it achieved."""
    over_all = {(row.subject, row.mitigation): row for row in rows if (row.bias, row.tier) == (ALL_BIASES, ALL_TIERS)}
    mitigation_outcomes = []
    for subject_results in study.mitigated:
        row = over_all[subject_results.subject, subject_results.mitigation]
        option, first = answer_shares(subject_results.decisions)
        facts_kept = _facts_kept(study, subject_results)
        # A subject that always answers the same has no effect, which would look like a success.
        is_collapsed = max(option, first, 1 - first) > COLLAPSE
        verdict_without_collapse = _verdict(row, facts_kept) if study.headline.errors else _shift_note(row)
        verdict = "collapse" if is_collapsed else verdict_without_collapse
        calls, tokens_in, tokens_out, usd = _costs(subject_results)
        mitigation_outcomes.append(
            MitigationOutcome(
                subject_results.subject,
                subject_results.mitigation,
                verdict,
                row.change,
                facts_kept,
                option,
                first,
                calls,
                tokens_in,
                tokens_out,
                usd,
                row.error,
            )
        )
    return tuple(mitigation_outcomes)


def _verdict(row: MitigationRow, facts_kept: Effect | Gap) -> str:
    if not _is_known(row.change):
        return NOT_TESTED
    # A mitigation with no more effect than a control of the same length and form does not work through its content.
    beats_control = row.against_control == _NO_CONTROL or _below_zero(row.against_control)
    is_significant = isinstance(row.holm_p, float) and row.holm_p < 0.05
    # The errors on biased texts have to fall as well: an effect also shrinks where errors without the cue rise.
    falls = _below_zero(row.change) and is_significant and _below_zero(row.biased_error) and beats_control
    if not falls:
        return "no benefit shown"
    error_rise = (row.error.low, row.error.high) if _is_known(row.error) else (COST, COST)
    fact_loss = (0.0, 0.0) if isinstance(facts_kept, Gap) else (1 - facts_kept.high, 1 - facts_kept.low)
    margins = COST, 1 - KEPT_SHARE
    if any(low > margin for (low, _), margin in zip((error_rise, fact_loss), margins, strict=True)):
        return "at a cost"
    # Non-inferiority: the whole interval is within the margin. A cost that is not significant is not thereby excluded.
    is_excluded = all(high <= margin for (_, high), margin in zip((error_rise, fact_loss), margins, strict=True))
    return "success" if is_excluded and _is_known(row.error) else COST_OPEN


def _shift_note(row: MitigationRow) -> str:
    """Return whether the value moved towards what is expected, which effects are distances from."""
    if not _is_known(row.change) or isinstance(row.effect, Gap) or isinstance(row.without, Gap):
        return NOT_TESTED
    if row.change.low <= 0 <= row.change.high:
        return "no change shown"
    return "nearer to none" if abs(row.effect) < abs(row.without) else "farther from none"


def _is_known(effect: Effect | Gap) -> TypeGuard[Effect]:
    """Whether there are enough dilemmas to conclude from an effect."""
    return not isinstance(effect, Gap) and effect.p is not None


def _below_zero(effect: Effect | Gap) -> bool:
    return _is_known(effect) and effect.high < 0


def answer_shares(decisions: Sequence[DecisionArrays]) -> tuple[float, float]:
    """Return the share of the more frequent option as written, and the share of the option shown first."""
    readable = [(arrays, arm, letters < UNPARSED) for arrays in decisions for arm, letters in arrays.letters.items()]
    letters = np.concatenate([arrays.letters[arm][mask] for arrays, arm, mask in readable])
    if not len(letters):
        return float("nan"), float("nan")
    first = np.concatenate([arrays.nearness(arm)[mask] for arrays, arm, mask in readable])
    return float(np.bincount(letters).max() / len(letters)), float(np.mean(first))


def _facts_kept(study: Study, subject_results: SubjectResults) -> Effect | Gap:
    """Return the fact effect under a mitigation as a share of the one without, on the dilemmas that have both.

    The interval holds the shares r for which the mean of (effect with − r · effect without) may be zero (Fieller 1954).
    """
    unmitigated_decisions = [arrays for arrays in study.decisions if arrays.subject == subject_results.subject]
    all_scores = (
        cross_scores(subject_results.scores, subject_results.decisions),
        cross_scores(study.scores.of(subject=subject_results.subject), unmitigated_decisions),
    )
    shared_scores = share_items(*(scores[scores.complete > 0] for scores in all_scores))
    if len(shared_scores[0]) < MINIMUM:
        return Gap(
            reason=f"fewer than {MINIMUM} dilemmas with a fact twin in both" if len(shared_scores[0]) else _NO_TWIN
        )
    shares = [scores.shares @ FACTS for scores in shared_scores]
    labels, direct = (shared_scores[0].clusters, codes_of(shared_scores[0].bias)), shared_scores[0].direct
    ratio = ratio_of_means(shares[0], shares[1], *labels, direct=direct)
    return ratio or Gap(reason="the fact effect without it is not distinguishable from zero")


_NO_TWIN = "no fact twin was shown in both"


def _costs(subject_results: SubjectResults) -> tuple[float | Gap, ...]:
    costs = [
        cost
        for evaluation in subject_results.evaluations
        for cost in evaluation.costs
        if cost.mitigation == subject_results.mitigation
    ]
    decision_count = sum(
        int(np.sum(letters < MISSING)) for arrays in subject_results.decisions for letters in arrays.letters.values()
    )
    # One evaluation without recorded costs would make the mean too low.
    if len(costs) < len(subject_results.evaluations) or not decision_count:
        return (Gap(reason="not recorded"),) * 4
    means = [
        sum(getattr(cost, name) for cost in costs) / decision_count
        for name in ("calls", "prompt_tokens", "completion_tokens")
    ]
    prices = [cost.usd for cost in costs if cost.usd is not None]
    usd = 1000 * sum(prices) / decision_count if len(prices) == len(costs) else Gap(reason="the model has no price")
    return *means, usd


def table(rows: Sequence[MitigationRow], measure: Measure) -> Table:
    """Return the changes as a table."""
    notes = (
        f"Effects are {measure.label}s. {EQUALLY} Changes are paired by dilemma: the same subject with and without "
        f"the mitigation.{' Below zero, the mitigation helps.' if measure.errors else ''}",
        methods.MEAN,
        "Holm's adjustment is over a subject's mitigations, all biases and tiers together; single biases and tiers are "
        f"exploratory. Cells of fewer than {MINIMUM} dilemmas are shown and not tested.",
        "A control has the mitigation's position, length, form and number of calls, without what is meant to help.",
    )
    return make_table("mitigations", "Effects with and without mitigations", MitigationRow, rows, notes=notes)


def outcomes_table(rows: Sequence[MitigationOutcome], measure: Measure) -> Table:
    """Return the outcomes as a table."""
    outcomes = (
        "; ".join(f"{name}: {meaning}" for name, meaning in (VERDICTS if measure.errors else SHIFTS).items()) + "."
    )
    collapse = (
        f"Collapse: one option, or the option shown first or second, is chosen in over {100 * COLLAPSE:.0f} % of "
        "all answers."
    )
    costs = (
        f"A cost: the error on unbiased texts rises by more than {100 * COST:.0f} points, or less than "
        f"{100 * KEPT_SHARE:.0f} % of the fact effect remains where twins were shown. It is shown where the "
        "whole interval "
        "is beyond this margin, and excluded where none of it is. Where its control was asked, the effect has to be "
        "below the control's as well."
    )
    notes = (outcomes, costs, collapse) if measure.errors else (outcomes, collapse)
    return make_table("mitigation_outcomes", "What mitigations achieve", MitigationOutcome, rows, notes=notes)


def picture(rows: Sequence[MitigationRow], measure: Measure) -> Picture:
    """Draw the effects' changes and those of the errors on unbiased texts, by subject and mitigation."""
    overall_rows = [row for row in rows if (row.bias, row.tier) == (ALL_BIASES, ALL_TIERS)]
    subjects = {row.subject for row in overall_rows}
    lines = [row.mitigation if len(subjects) == 1 else f"{row.subject}\n{row.mitigation}" for row in overall_rows]
    all_series = (
        Series(f"{measure.label}, change", [Point.of_difference(row.change) for row in overall_rows]),
        Series("error on unbiased texts, change", [Point.of_difference(row.error) for row in overall_rows]),
    )
    caption = (
        "Left of zero: the mitigation lowers it, on the dilemmas that the subject answered with and without. A "
        "mitigation that helps lowers the effect and leaves the error on unbiased texts where it is."
    )
    title = "What mitigations change"
    return forest_picture("mitigations", title, caption, lines, all_series, xlabel="with minus without (points)")


def sentences(
    mitigation_outcomes: Sequence[MitigationOutcome], measure: Measure, unjudged_reasons: Mapping[str, str]
) -> Iterator[str]:
    """Yield a sentence for each subject on what its mitigations achieved, with the change and what it leaves open."""
    for subject in dict.fromkeys(row.subject for row in mitigation_outcomes):
        rows = [row for row in mitigation_outcomes if row.subject == subject and not row.mitigation.startswith(CONTROL)]
        if not rows:
            continue
        if reason := unjudged_reasons.get(subject):
            names = ", ".join(row.mitigation for row in rows)
            yield f"Mitigations of {subject} ({names}) cannot be judged: without one, it {reason}."
            continue
        # In the order of the outcomes, the best first.
        rows.sort(key=lambda row: list(VERDICTS | SHIFTS).index(row.verdict))
        verdict_list = "; ".join(f"{row.verdict} ({row.mitigation}{_size(row, measure)})" for row in rows)
        yield f"Mitigations of {subject}, by outcome: {verdict_list}."
        if measure.errors and any(row.verdict == COST_OPEN for row in rows):
            yield (
                f"A cost is excluded where that interval of errors ends at +{100 * COST:.0f} points or below, which "
                "may take more dilemmas."
            )


def _size(row: MitigationOutcome, measure: Measure) -> str:
    """Return the change of the effect and, for errors, that on unbiased texts, each with its interval."""
    if isinstance(row.change, Gap):
        return ""
    change = f": the {measure.label} changes by {in_measure(row.change, measure)}"
    if not measure.errors or isinstance(row.error, Gap):
        return change
    return f"{change}, errors on unbiased texts by {in_measure(row.error, measure)}"


def _show(measurements: Measurements, rows: Sequence[MitigationRow]) -> Result:
    study = measurements.study
    mitigation_outcomes = outcomes(study, rows)
    subject_results = rows if measurements.of_dilemmas else [row for row in rows if row.dilemmas] or rows
    return Result(
        measurements.in_measure_words(outcomes_table(mitigation_outcomes, study.headline)),
        measurements.in_measure_words(table(subject_results, study.headline)),
        measurements.error_pictures(picture(subject_results, study.headline)),
        answer=tuple(sentences(mitigation_outcomes, study.headline, study.unjudged)),
    )


ANALYSIS: ReportAnalysis[Measurements, Sequence[MitigationRow]] = ReportAnalysis(
    "mitigations",
    "Mitigations",
    RESULTS,
    "which mitigation to use, and what it costs",
    rows=lambda measurements: mitigations(measurements.study),
    show=_show,
    needs="Mitigations: no subject was asked both under one and without (probe evaluate --mitigation).",
)
