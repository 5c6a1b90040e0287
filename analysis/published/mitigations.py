"""Published mitigations: what each changes for each subject, and on average over subjects."""

from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

import numpy as np
from matplotlib.figure import Figure

from probe.analysis.figures.charts import Point, Series, forest
from probe.analysis.figures.style import Picture
from probe.analysis.form import RESULTS, ReportAnalysis, Result
from probe.analysis.published.effects import EVERY_BIAS, NO_STRATEGY, PublishedEffect
from probe.analysis.published.results import PublishedResults
from probe.analysis.statistics.differences import SMALLEST_P, Effect, paired_t
from probe.analysis.statistics.intervals import ROUNDING, Interval
from probe.analysis.statistics.multiplicity import adjust_rows, p_value
from probe.analysis.tables import EstimateHeading, Gap, Heading, IntervalHeading, Table, make_table, percent, points

AS_PUBLISHED = {
    NO_STRATEGY: 0.17164,
    "axioms-words": 0.11514,
    "bias-warning + impersonation + elicit-axioms": 0.11629,
    "bias-warning + elicit-axioms": 0.12083,
    "elicit-axioms": 0.13100,
    "bias-warning": 0.13965,
    "impersonation": 0.14520,
    "elicit-axioms-first": 0.14709,
    "implication": 0.17988,
    "chain-of-thought": 0.19997,
}
"""The mean flip rate over six models and eight biases under each strategy (arXiv 2604.16756)."""

SIGNIFICANT = 0.05


class StrategyRow(NamedTuple):
    """One subject under one mitigation, and the same subject without any on the same dilemmas."""

    subject: Annotated[str, Heading("subject")]
    authors: Annotated[str, Heading("dilemmas by")]
    strategy: Annotated[str, Heading("mitigation")]
    bias: Annotated[str, Heading("bias")]
    net: Annotated[float, Heading("net effect", "points")]
    without: Annotated[float, Heading("without the mitigation", "points")]
    change: Annotated[float, Heading("change", "points")]
    interval: Annotated[Interval | None, IntervalHeading()]
    error_change: Annotated[float, Heading("error rate on unbiased texts, change", "points")]
    flips: Annotated[float, Heading("flip rate", "share")]
    flips_change: Annotated[float, Heading("flip rate, change", "points")]


class OverSubjects(NamedTuple):
    """A mitigation on one bias (or all), as a mean over the subjects that answered with and without it.

    ``change`` is of the net effect, with an interval and a paired t-test over subjects; ``sign_flip_p`` is of the exact
    test that changes the signs of the subjects' differences.
    """

    authors: Annotated[str, Heading("dilemmas by")]
    strategy: Annotated[str, Heading("mitigation")]
    bias: Annotated[str, Heading("bias")]
    subjects: Annotated[int, Heading("subjects", "count")]
    net: Annotated[float, Heading("net effect", "points")]
    without: Annotated[float, Heading("without the mitigation", "points")]
    change: Annotated[Effect | Gap, EstimateHeading("change", p="paired t, p")]
    holm_p: Annotated[float | Gap, Heading("Holm, p", "p")]
    sign_flip_p: Annotated[float | Gap, Heading("sign-flip, p", "p")]
    sign_flip_holm_p: Annotated[float | Gap, Heading("sign-flip, Holm, p", "p")]
    error_change: Annotated[float, Heading("error rate on unbiased texts, change", "points")]
    flips: Annotated[float, Heading("flip rate", "share")]
    flips_without: Annotated[float, Heading("flip rate without", "share")]
    published: Annotated[float | None, Heading("flip rate as published, six models", "share", gap="not published")]


_TOO_FEW_SUBJECTS = Gap(reason="fewer than two subjects")
MOST_FLIPPED = 16
"""The most subjects of the sign-flip test, which computes a sum for each of 2ⁿ combinations of signs."""

_MANY = Gap(reason=f"more than {MOST_FLIPPED} subjects")
_EQUAL = Gap(reason="no spread")


def strategies(rows: Sequence[PublishedEffect]) -> tuple[StrategyRow, ...]:
    """Return, for each effect under a mitigation, its change from the same subject's effect without one.

    The published files do not show which decisions of one dilemma changed, so the two are treated as uncorrelated:
    the interval is too wide rather than too narrow.
    """
    unmitigated_effects = {(row.subject, row.authors, row.bias): row for row in rows if row.strategy == NO_STRATEGY}
    changes = []
    for row in rows:
        unmitigated_row = unmitigated_effects.get((row.subject, row.authors, row.bias))
        if row.strategy != NO_STRATEGY and unmitigated_row is not None:
            changes.append(_strategy(row, unmitigated_row))
    return tuple(changes)


def _strategy(row: PublishedEffect, unmitigated_effect: PublishedEffect) -> StrategyRow:
    interval = None
    if row.interval and unmitigated_effect.interval:
        down = float(np.hypot(row.net - row.interval.low, unmitigated_effect.interval.high - unmitigated_effect.net))
        up = float(np.hypot(row.interval.high - row.net, unmitigated_effect.net - unmitigated_effect.interval.low))
        interval = Interval(low=row.net - unmitigated_effect.net - down, high=row.net - unmitigated_effect.net + up)
    return StrategyRow(
        row.subject,
        row.authors,
        row.strategy,
        row.bias,
        row.net,
        unmitigated_effect.net,
        row.net - unmitigated_effect.net,
        interval,
        row.error_on_unbiased - unmitigated_effect.error_on_unbiased,
        row.flips,
        row.flips - unmitigated_effect.flips,
    )


def strategies_table(rows: Sequence[StrategyRow]) -> Table:
    """Return the mitigations by subject as a table."""
    notes = (
        "One subject under several mitigations is one subject: each change is against the same subject without any.",
        "The interval treats both as uncorrelated and counts dilemmas: it is too wide rather than too narrow.",
    )
    return make_table("strategies", "Mitigations, by subject", StrategyRow, rows, notes=notes)


def picture(rows: Sequence[StrategyRow]) -> Picture:
    """Draw the change of the mean net effect over biases under each mitigation."""
    means = [row for row in rows if row.bias == EVERY_BIAS]
    description = "; ".join(f"{row.subject}, {row.strategy} {points(row.change)}" for row in means)
    alt = f"Change of the mean net effect under each mitigation, in percentage points: {description}."
    caption = "Left of zero: a smaller net effect than without a mitigation."
    return Picture("strategies", "Mitigations", alt, caption, lambda: _draw(means))


def _draw(rows: Sequence[StrategyRow]) -> Figure:
    all_series = (
        Series("net effect", [Point.of(row.change, row.interval) for row in rows]),
        Series("flip rate", [Point.of(row.flips_change, None) for row in rows]),
    )
    names = [f"{row.subject}\n{row.strategy}" for row in rows]
    return forest(names, all_series, xlabel="change (percentage points)")


def over_subjects(rows: Sequence[StrategyRow]) -> tuple[OverSubjects, ...]:
    """Return each mitigation's means over subjects: over all biases first, then by bias.

    Holm's adjustment is over the mitigations for the means over biases, and over mitigations and biases for the rest.
    """
    groups: dict[tuple[str, str, str], list[StrategyRow]] = {}
    for row in rows:
        # By authors as well, because a mean over subjects has to be about the same dilemmas.
        groups.setdefault((row.authors, row.strategy, row.bias), []).append(row)
    averaged_rows = [_over_subjects(key, group) for key, group in groups.items()]
    averaged_rows.sort(key=lambda row: row.bias != EVERY_BIAS)
    adjusted_rows = adjust_rows(averaged_rows, lambda row: p_value(row.change, _EQUAL.reason), _family)
    return adjust_rows(adjusted_rows, lambda row: row.sign_flip_p, _family, "sign_flip_holm_p")


def _family(row: OverSubjects) -> str:
    return "means over biases" if row.bias == EVERY_BIAS else "single biases"


def _over_subjects(key: tuple[str, str, str], rows: Sequence[StrategyRow]) -> OverSubjects:
    mitigated_effects, unmitigated_effects = [row.net for row in rows], [row.without for row in rows]
    change = paired_t(mitigated_effects, unmitigated_effects)
    authors, strategy, bias = key
    return OverSubjects(
        authors,
        strategy,
        bias,
        len(rows),
        float(np.mean(mitigated_effects)),
        float(np.mean(unmitigated_effects)),
        change or _TOO_FEW_SUBJECTS,
        _TOO_FEW_SUBJECTS,
        (sign_flip_p([row.change for row in rows]) if len(rows) <= MOST_FLIPPED else _MANY)
        if change
        else _TOO_FEW_SUBJECTS,
        _TOO_FEW_SUBJECTS,
        float(np.mean([row.error_change for row in rows])),
        float(np.mean([row.flips for row in rows])),
        float(np.mean([row.flips - row.flips_change for row in rows])),
        # Only means over all biases were published.
        AS_PUBLISHED.get(strategy) if bias == EVERY_BIAS else None,
    )


def sign_flip_p(differences: Sequence[float]) -> float:
    """Return the exact two-sided p of a mean difference if the sign of each were chance (Fisher's randomisation).

    It cannot be below 2 / 2ⁿ for n differences: 0.031 for six subjects.
    """
    signs = np.array(np.meshgrid(*[[-1.0, 1.0]] * len(differences))).reshape(len(differences), -1)
    sums = np.abs(np.asarray(differences) @ signs)
    # The tolerance counts the signs whose sum differs from the observed one by rounding only.
    return max(float(np.mean(sums >= abs(float(np.sum(differences))) - 1e-12)), SMALLEST_P)


def sentences(rows: Sequence[OverSubjects]) -> Iterator[str]:
    """Return what mitigations change on average, as sentences of the answer."""
    means = sorted((row for row in rows if row.bias == EVERY_BIAS), key=lambda row: row.net - row.without)
    if not means:
        return
    subjects = max(row.subjects for row in means)
    changes = ", ".join(f"{row.strategy} {points(row.net - row.without)}" for row in means)
    scope = f"on average over up to {subjects} subjects" if subjects > 1 else "for one subject"
    yield f"Under mitigations the net effect, a mean over biases, changes {scope} by (percentage points): {changes}."
    if subjects > 1:
        significant_rows = [row for row in means if not isinstance(row.holm_p, Gap) and row.holm_p < SIGNIFICANT]
        names = ", ".join(
            f"{row.strategy} ({'falls' if row.net < row.without else 'rises'})" for row in significant_rows
        )
        yield (
            "Over subjects (paired t-test, Holm-adjusted p below 0.05), "
            f"{f'it changes under {names}' if significant_rows else 'no mitigation is shown to change it'}."
        )
    raised_biases = sorted(_raised_rows(rows), key=lambda row: row.without - row.net)
    if raised_biases:
        examples = ", ".join(
            f"{row.bias} under {row.strategy} (net effect {points(row.without)} to {points(row.net)}, flip rate "
            f"{percent(row.flips_without)} to {percent(row.flips)})"
            for row in raised_biases[:MOST_NAMED]
        )
        biases = len({row.bias for row in rows}) - 1
        yield (
            f"A mitigation may raise the effect of one bias while the mean falls: {len(raised_biases)} of "
            f"{biases * len(means)} combinations of bias and mitigation have a larger one and a higher flip rate, "
            f"most of all {examples}."
        )


MOST_NAMED = 3
"""How many raised biases a sentence names."""


def _raised_rows(rows: Sequence[OverSubjects]) -> list[OverSubjects]:
    """Return the single biases with a larger net effect and a higher flip rate under a mitigation."""
    return [
        row
        for row in rows
        if row.bias != EVERY_BIAS and row.net - row.without > ROUNDING and row.flips - row.flips_without > ROUNDING
    ]


def over_subjects_table(rows: Sequence[OverSubjects]) -> Table:
    """Return the means over subjects as a table."""
    notes = (
        "Change of the net effect: a paired t interval and test over subjects, about further subjects on the same "
        "dilemmas. Related models count as independent ones.",
        "Sign-flip: the exact test that changes the signs of the differences; with six subjects p is 0.031 or more, so "
        "that it cannot remain below 0.05 after Holm's adjustment over several mitigations.",
        "Holm: over the mitigations for the means over biases, over mitigations and biases for single biases.",
        "Flip rate as published: the mean over six models and eight biases (arXiv 2604.16756). The flip rate beside "
        "it equals it where the files of all six models are given.",
    )
    return make_table("strategies_over_subjects", "Mitigations, mean over subjects", OverSubjects, rows, notes=notes)


def _show(_: PublishedResults, rows: Sequence[StrategyRow]) -> Result:
    averaged_rows = over_subjects(rows)
    return Result(
        (over_subjects_table(averaged_rows), strategies_table(rows)),
        pictures=(picture(rows),),
        answer=tuple(sentences(averaged_rows)),
    )


ANALYSIS: ReportAnalysis[PublishedResults, Sequence[StrategyRow]] = ReportAnalysis(
    "strategies",
    "Mitigations",
    RESULTS,
    "which mitigation to use",
    rows=lambda results: strategies(results.effects),
    show=_show,
    needs="Mitigations: no file is of a subject under one, beside its file without (probe analyze with both).",
)
