"""Two subjects on the same dilemmas: the paired difference of their effects."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Annotated, NamedTuple

import numpy as np

from probe.analysis.effects.effect import in_measure
from probe.analysis.effects.estimating import difference_of, mean_of, p_of, undrawn
from probe.analysis.figures.charts import POINTS, Point, Series, forest_picture, short_names
from probe.analysis.figures.style import Picture
from probe.analysis.form import RESULTS, ReportAnalysis, Result
from probe.analysis.measurements import Measurements, once
from probe.analysis.scores import Scores, share_items
from probe.analysis.statistics import methods
from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.multiplicity import adjust_rows
from probe.analysis.statistics.weights import EQUALLY, MINIMUM
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, make_table, points
from probe.values import Measure

MOST_APART = 0.1
"""Share of two subjects' dilemmas that one of them may not have answered without a warning."""

# A single pair of subjects has no family to adjust over.
_HOLM = {True: " (Holm's adjustment)", False: ""}


class ComparisonRow(NamedTuple):
    """Two subjects over the ``shared`` dilemmas; ``apart`` dilemmas have a readable answer of one of them only.

    ``unjudged`` are those of both that cannot be judged: the difference is then no reason to prefer either.
    """

    first: Annotated[str, Heading("subject")]
    second: Annotated[str, Heading("other")]
    shared: Annotated[int, Heading("shared dilemmas", "count")]
    apart: Annotated[int, Heading("not shared, left out", "count")]
    first_error: Annotated[float | Gap, Heading("error rate on unbiased texts, subject", "share")]
    second_error: Annotated[float | Gap, Heading("error rate on unbiased texts, other", "share")]
    first_effect: Annotated[float | Gap, Heading("effect, subject", "points")]
    second_effect: Annotated[float | Gap, Heading("effect, other", "points")]
    difference: Annotated[Effect | Gap, EstimateHeading("difference of effects", p="p")]
    holm_p: Annotated[float | Gap, Heading("Holm, p", "p")]
    flips: Annotated[Effect | Gap, EstimateHeading("flip rate, difference", "points", "flip_difference", "flip_")]
    unjudged: tuple[str, ...] = ()

    @property
    def significant(self) -> bool:
        """Whether the effects differ after Holm's adjustment."""
        return not isinstance(self.holm_p, Gap) and self.holm_p < 0.05


def comparison(scores: Scores) -> tuple[ComparisonRow, ...]:
    """Return a row for each two subjects, over the dilemmas on which both have an effect.

    Holm's adjustment is over those pairs of which both can be judged: in the others, one's effect means nothing.
    """
    rows = []
    for first, second in combinations(scores.subjects, 2):
        measured_scores = [scores.of(subject=name).measured for name in (first, second)]
        first_scores, second_scores = share_items(*measured_scores)
        rows.append(
            _row(first, second, first_scores, second_scores, sum(map(len, measured_scores)) - 2 * len(first_scores))
        )
    rows = [_without_test(row, scores.unjudged) for row in rows]
    return adjust_rows(
        rows, lambda row: p_of(row.difference, row.shared), lambda row: None if row.unjudged else "judged"
    )


def _without_test(row: ComparisonRow, unjudged_subjects: Sequence[str]) -> ComparisonRow:
    names = tuple(name for name in (row.first, row.second) if name in unjudged_subjects)
    reason = Gap(reason=f"{' and '.join(names)} cannot be judged")
    return row._replace(holm_p=reason, unjudged=names) if names else row


def _row(first: str, second: str, first_scores: Scores, second_scores: Scores, unshared_count: int) -> ComparisonRow:
    gap = Gap(reason=f"fewer than {MINIMUM} dilemmas in common" if len(first_scores) else "no dilemma in common")
    difference: Effect | Gap = gap
    flips: Effect | Gap = gap
    if len(first_scores):
        people = first_scores.crossed or second_scores.crossed
        difference = difference_of(
            first_scores.clustered_mean(first_scores.effects - second_scores.effects, people), len(first_scores)
        )
        changes = first_scores.flip_shares - second_scores.flip_shares
        in_both = ~np.isnan(changes)
        undrawn_flips = (
            undrawn(second_scores if second_scores.between else first_scores)
            if first_scores.direct or second_scores.between or first_scores.between
            else None
        )
        flips = undrawn_flips or first_scores[in_both].clustered_mean(changes[in_both]) or gap
    errors = (
        mean_of(first_scores.net.reference_error, first_scores.bias),
        mean_of(second_scores.net.reference_error, second_scores.bias),
    )
    means = mean_of(first_scores.effects, first_scores.bias), mean_of(second_scores.effects, second_scores.bias)
    return ComparisonRow(first, second, len(first_scores), unshared_count, *errors, *means, difference, gap, flips)


def table(rows: Sequence[ComparisonRow], measure: Measure) -> Table:
    """Return the rows as a table."""
    notes = (
        f"Effects are {measure.label}s, on the dilemmas that both subjects answered; Holm's adjustment is over all "
        f"pairs of subjects, of those that share {MINIMUM} dilemmas. {EQUALLY}",
        methods.MEAN,
        "The difference of flip rates is shown for comparison with the paper's measure and is not tested: the subject "
        "with more noise flips more often.",
        *left_out(rows),
    )
    return make_table("comparison", "Differences between subjects", ComparisonRow, rows, notes=notes)


def most_different(rows: Sequence[ComparisonRow], measure: Measure) -> Iterator[str]:
    """Yield the two subjects that differ most, of those whose difference is significant."""
    differences = [(row, row.difference) for row in rows if row.significant and not isinstance(row.difference, Gap)]
    if not differences:
        return
    row, difference = max(differences, key=lambda pair: abs(pair[1].estimate))
    yield (
        f"{len(differences)} of {len(rows)} pairs of subjects differ after Holm's adjustment, {row.first} and "
        f"{row.second} most: {in_measure(difference, measure)}."
    )


def picture(rows: Sequence[ComparisonRow]) -> Picture:
    """Draw the paired differences of effects with their intervals, of subjects that can be judged."""
    measured_rows = [row for row in rows if not isinstance(row.difference, Gap) and not row.unjudged]
    names = short_names(list(dict.fromkeys(name for row in rows for name in (row.first, row.second))), 20)
    lines = [f"{names[row.first]} −\n{names[row.second]} (n = {row.shared})" for row in measured_rows]
    all_series = (Series("", [Point.of_difference(row.difference) for row in measured_rows]),)
    significant_count = sum(row.significant for row in measured_rows)
    tested_count = sum(not isinstance(row.holm_p, Gap) for row in measured_rows)
    caption = (
        "Right of zero: the cue misleads the first subject more, on the n dilemmas that both answered. "
        f"{significant_count} of {tested_count} tested differences have a p below 0.05 after Holm's adjustment."
    )
    caption = " ".join((caption, *left_out(rows)))
    title = "Differences between subjects"
    return forest_picture("comparison", title, caption, lines, all_series, xlabel=f"difference of effects ({POINTS})")


def left_out(rows: Sequence[ComparisonRow]) -> Iterator[str]:
    """Yield whose differences say nothing, because one of both cannot be judged."""
    names = dict.fromkeys(name for row in rows for name in row.unjudged)
    if names:
        yield (
            f"No conclusion is drawn from a difference to {', '.join(names)}: a subject whose decisions are not shown "
            "to rest on the facts is neither better nor worse than another."
        )


def differences(rows: Sequence[ComparisonRow]) -> Iterator[str]:
    """Yield which subjects differ, for the answer of a report; those that cannot be judged are compared with none."""
    rows = [row for row in rows if not row.unjudged]
    if any(row.apart > MOST_APART * (row.shared + row.apart) for row in rows):
        yield (
            "Subjects answered different dilemmas, so that the order above is not a comparison; the differences that "
            "follow are over dilemmas that both subjects of a pair answered."
        )
    tested_rows = [row for row in rows if not isinstance(row.holm_p, Gap)]
    significant_rows = [row for row in tested_rows if row.significant]
    if not tested_rows:
        yield f"No two subjects could be compared: they share fewer than {MINIMUM} dilemmas."
        return
    pairs = f"of {len(tested_rows)} pairs of subjects" if len(tested_rows) > 1 else "of both subjects"
    if not significant_rows:
        result = f": {_larger(tested_rows[0])}" if len(tested_rows) == 1 else ""
        yield f"The effects {pairs} do not differ significantly{_HOLM[len(tested_rows) > 1]}{result}."
        return
    largest = max(significant_rows, key=lambda row: abs(_difference(row)))
    count = (
        f"{len(significant_rows)} {pairs} {'differs' if len(significant_rows) == 1 else 'differ'} significantly"
        if len(tested_rows) > 1
        else "The two subjects differ significantly"
    )
    intensifier = "most of all, " if len(significant_rows) > 1 else ""
    yield f"{count}{_HOLM[len(tested_rows) > 1]}: {intensifier}{_larger(largest)}."


def _larger(row: ComparisonRow) -> str:
    """Return which of two subjects has the larger effect, and by how much."""
    assert not isinstance(row.difference, Gap), "the pair was tested"
    difference = row.difference
    names, ends = ((row.first, row.second), (difference.low, difference.high))
    if difference.estimate < 0:
        names, ends = names[::-1], (-difference.high, -difference.low)
    size = f"{100 * abs(difference.estimate):.1f} points (95 % interval {points(ends[0])} to {points(ends[1])})"
    return f"the effect of {names[0]} is larger than that of {names[1]} by {size}"


def _difference(row: ComparisonRow) -> float:
    return 0.0 if isinstance(row.difference, Gap) else row.difference.estimate


@once
def comparisons_of(measurements: Measurements) -> tuple[ComparisonRow, ...]:
    """Return the difference between each two subjects."""
    return comparison(measurements.study.scores)


def _show(measurements: Measurements, rows: Sequence[ComparisonRow]) -> Result:
    measure = measurements.study.headline
    comparable = any(not isinstance(row.difference, Gap) and not row.unjudged for row in rows)
    answer = () if measurements.of_dilemmas else tuple(most_different(rows, measure))
    pictures = measurements.error_pictures(picture(rows)) if comparable else ()
    # A figure's caption already says so.
    text = () if pictures else tuple(left_out(rows))
    return Result.of_pictures(pictures, *measurements.in_measure_words(table(rows, measure)), text=text, answer=answer)


ANALYSIS: ReportAnalysis[Measurements, Sequence[ComparisonRow]] = ReportAnalysis(
    "comparison",
    "Differences between subjects",
    RESULTS,
    "which of several subjects to use",
    rows=comparisons_of,
    show=_show,
    needs="Differences between subjects: there is one subject (probe analyze with the evaluations of several).",
)
