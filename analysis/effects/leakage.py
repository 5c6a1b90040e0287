"""Own dilemmas against others': whether the cue misleads a subject less in what it wrote (preference leakage)."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np

from probe.analysis.arrays import Floats, Mask
from probe.analysis.effects.estimating import difference_of, mean_of
from probe.analysis.figures.charts import POINTS, Point, Series, forest_picture, short_names
from probe.analysis.figures.style import Picture
from probe.analysis.form import CHECKS, ReportAnalysis, Result
from probe.analysis.measurements import Measurements
from probe.analysis.scores import Scores, codes_of, equal, ratio
from probe.analysis.statistics import methods
from probe.analysis.statistics.differences import Arms, Effect
from probe.analysis.statistics.groups import signed_difference
from probe.analysis.statistics.weights import EQUALLY, balanced_mean
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, make_table


class Leakage(NamedTuple):
    """A subject on its own and on others' dilemmas.

    ``adjusted`` subtracts from each dilemma's effect what the other subjects show on it, so that an author whose
    dilemmas are hard for everyone is not mistaken for a leak.
    """

    subject: Annotated[str, Heading("subject")]
    own_dilemmas: Annotated[int, Heading("own dilemmas", "count")]
    other_dilemmas: Annotated[int, Heading("others' dilemmas", "count")]
    own_error: Annotated[float | Gap, Heading("error rate on unbiased texts, own", "share")]
    others_error: Annotated[float | Gap, Heading("error rate on unbiased texts, others'", "share")]
    own: Annotated[float | Gap, Heading("effect, own", "points")]
    others: Annotated[float | Gap, Heading("effect, others'", "points")]
    adjusted: Annotated[
        Effect | Gap, EstimateHeading("own − others', minus the other subjects", key="difference", p="p")
    ]


def model_name(name: str) -> str:
    """Return a model's bare name: ``openai/gpt-4o-mini?x=1 [label]`` and the imported ``gpt-4o-mini`` are one model."""
    return name.partition(" [")[0].partition("?")[0].rsplit("/", 1)[-1].strip().lower()


def leakage(scores: Scores) -> tuple[Leakage, ...]:
    """Return, for each subject, the effect on errors on its own and on others' dilemmas, and their difference."""
    measured_scores = scores.measured
    excess = _excess(measured_scores)
    authors = np.array([model_name(str(author)) for author in measured_scores.author], dtype=object)
    rows = []
    for subject in measured_scores.subjects:
        by_subject = equal(measured_scores.subject, subject)
        self_written = by_subject & equal(authors, model_name(subject))
        rows.append(_row(subject, measured_scores, excess, self_written, by_subject & ~self_written))
    return tuple(rows)


def _excess(scores: Scores) -> Floats:
    """Return each effect minus the mean effect of the other subjects on that dilemma; NaN if there are none.

    Others are those that can be judged.
    """
    effects, codes = scores.effects, codes_of(scores.pair_id)
    averaged_effects = np.where(scores.judged, effects, 0.0)
    counts = np.bincount(codes, weights=scores.judged)[codes]
    sums = np.bincount(codes, weights=averaged_effects)[codes]
    # Without the subject itself: otherwise a part of its own effect would be subtracted from it.
    return effects - ratio(sums - averaged_effects, counts - scores.judged)


def _row(subject: str, scores: Scores, excess: Floats, self_written: Mask, written_by_others: Mask) -> Leakage:
    counts = int(self_written.sum()), int(written_by_others.sum())
    if 0 in counts:
        gap = Gap(reason="wrote none of these dilemmas" if not counts[0] else "answered its own dilemmas only")
        return Leakage(subject, *counts, gap, gap, gap, gap, gap)
    own_scores, other_scores = scores[self_written], scores[written_by_others]
    errors = (
        mean_of(own_scores.net.reference_error, own_scores.bias),
        mean_of(other_scores.net.reference_error, other_scores.bias),
    )
    effects = balanced_mean(own_scores.effects, own_scores.bias), balanced_mean(other_scores.effects, other_scores.bias)
    is_defined = ~np.isnan(excess)
    adjusted: Effect | Gap = Gap(reason="no other subject answered them")
    if is_defined.any():
        adjusted = _difference(excess, scores, self_written & is_defined, written_by_others & is_defined)
    return Leakage(subject, *counts, *errors, *effects, adjusted)


def _difference(values: Floats, scores: Scores, self_written: Mask, written_by_others: Mask) -> Effect | Gap:
    """Return the mean of ``values``, from -2 to 2, over ``self_written`` minus that over ``written_by_others``.

    Rises and falls are taken as two arms.
    """
    groups = [
        Arms(values[mask], scores.cluster[mask].astype(str), None, codes_of(scores.bias[mask]), scores.direct)
        for mask in (self_written, written_by_others)
    ]
    return difference_of(signed_difference(*groups), int(min(self_written.sum(), written_by_others.sum())))


def table(rows: Sequence[Leakage]) -> Table:
    """Return the rows as a table."""
    notes = (
        "From each dilemma's effect, that of the other subjects is subtracted: a plain difference would include how "
        "hard an author's dilemmas are for everyone. Subjects that cannot be judged are not among the others.",
        EQUALLY,
        methods.GROUPS,
    )
    return make_table("leakage", "Own dilemmas against others'", Leakage, rows, notes=notes)


def picture(rows: Sequence[Leakage]) -> Picture:
    """Draw the differences, one line per subject that wrote dilemmas."""
    measured_rows = [row for row in rows if not isinstance(row.adjusted, Gap)]
    all_series = (Series("minus the other subjects", [Point.of_difference(row.adjusted) for row in measured_rows]),)
    names, title = list(short_names([row.subject for row in measured_rows]).values()), "Own dilemmas against others'"
    lines = [
        f"{name}\n(n = {row.own_dilemmas} own, {row.other_dilemmas} others')"
        for name, row in zip(names, measured_rows, strict=True)
    ]
    caption = "Effect on errors: own minus others' dilemmas. Left of zero: less misled on its own dilemmas. "
    caption += "n: dilemmas. Lines are 95 % intervals."
    return forest_picture("leakage", title, caption, lines, all_series, xlabel=f"own − others' ({POINTS})")


def _rows(measurements: Measurements) -> tuple[Leakage, ...]:
    rows = leakage(measurements.study.scores)
    return rows if any(row.own_dilemmas for row in rows) else ()


def _show(measurements: Measurements, rows: Sequence[Leakage]) -> Result:
    judged_rows = [row for row in rows if row.subject not in measurements.study.unjudged]
    comparable = any(not isinstance(row.adjusted, Gap) for row in judged_rows)
    return Result.of_pictures((picture(judged_rows),) if comparable else (), table(rows))


ANALYSIS: ReportAnalysis[Measurements, Sequence[Leakage]] = ReportAnalysis(
    "leakage",
    "Own dilemmas against others'",
    CHECKS,
    "whether to measure a subject on dilemmas that it wrote",
    rows=_rows,
    show=_show,
    needs="Own dilemmas against others': no subject wrote any of these dilemmas (probe generate with it as --author).",
)
