"""Whether depth was exercised: what subjects do without the cue where a decision requires more levels of rules.

A reader who follows fewer levels than a composed dilemma requires cannot tell it from its fact twin, so that half of
its decisions are wrong; one who follows as many has all it needs. Subjects are compared with such readers.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal, NamedTuple

import numpy as np

from probe.analysis.arrays import Floats, Mask
from probe.analysis.effects.crossed import FACTS_WITHOUT_CUE, CrossedScores, cross_scores
from probe.analysis.effects.estimating import distinguishable, p_of
from probe.analysis.form import RESULTS, ReportAnalysis, Result
from probe.analysis.measurements import Measurements
from probe.analysis.scores import codes_of
from probe.analysis.statistics.differences import Effect, mean_share
from probe.analysis.statistics.intervals import LEVEL
from probe.analysis.statistics.multiplicity import holm_or_gap
from probe.analysis.statistics.trend import depth_trend
from probe.analysis.statistics.weights import EQUALLY, MINIMUM
from probe.analysis.study import Study
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, make_table, percent
from probe.values import Arm
from probe.values.phrases import counted

GUESS = 0.5
"""The error rate of a reader who cannot tell a dilemma from its fact twin."""

Outcome = Literal["errors without the cue", "fact effect without the cue", "words of the explanation"]
OUTCOMES: tuple[Outcome, ...] = ("errors without the cue", "fact effect without the cue", "words of the explanation")
"""What depth changes where it is exercised; words are in logarithms, so that a slope is a share per level."""

NO_TWINS = Gap(reason="no fact twin was shown")
NO_WORDS = Gap(reason="no explanation")


class RequiredRow(NamedTuple):
    """One subject on the dilemmas that require ``levels`` levels of rules, ``decide_option`` included.

    ``error`` is that on unbiased texts, ``facts`` the fact effect without the cue. ``reader`` is the error rate over
    *all* dilemmas of a reader who follows this many levels and guesses where more are required.
    """

    subject: Annotated[str, Heading("subject")]
    levels: Annotated[int, Heading("levels required", "count")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    clusters: Annotated[int, Heading("independent scenarios", "count")]
    error: Annotated[Effect | Gap, EstimateHeading("error rate on unbiased texts", "share", prefix="error_")]
    facts: Annotated[Effect | Gap, EstimateHeading("fact effect without the cue", key="fact_effect", prefix="fact_")]
    words: Annotated[float | Gap, Heading("words of an explanation", "number")]
    reader: Annotated[float, Heading("errors of a reader of so many levels, all dilemmas", "share")]


class ExercisedRow(NamedTuple):
    """How an outcome of one subject changes for each level more that its decisions require."""

    subject: Annotated[str, Heading("subject")]
    outcome: Annotated[Outcome, Heading("outcome")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    slope: Annotated[Effect | Gap, EstimateHeading("change per level", "hundredths", p="p")]
    holm_p: Annotated[float | Gap, Heading("Holm, p", "p")]

    @property
    def changes(self) -> bool:
        """Whether the outcome changes significantly."""
        return not isinstance(self.holm_p, Gap) and self.holm_p < 1 - LEVEL


class RequiredDepthChapter(NamedTuple):
    """Both tables of the chapter, and the error rate of each subject over all its dilemmas that record a depth."""

    levels: tuple[RequiredRow, ...]
    exercised: tuple[ExercisedRow, ...]
    errors: Mapping[str, float]

    def __bool__(self) -> bool:
        """Return whether dilemmas record different required depths."""
        return bool(self.levels)


class _Subject(NamedTuple):
    """One subject's dilemmas that record a required depth, the levels, and the words of explanations (or NaN)."""

    scores: CrossedScores
    levels: Floats
    words: Floats

    def where(self, mask: Mask) -> "_Subject":
        """Return the dilemmas of ``mask``."""
        return _Subject(self.scores[mask], self.levels[mask], self.words[mask])


def required_depth_chapter(study: Study) -> RequiredDepthChapter:
    """Return what subjects do by required depth; empty where no dilemma records it, or all record the same."""
    depths = {key: item.required_depth for key, item in study.items.items() if item.required_depth is not None}
    scores, words = cross_scores(study.scores, study.decisions), _words(study)
    levels: list[RequiredRow] = []
    exercised_rows: list[ExercisedRow] = []
    errors: dict[str, float] = {}
    for subject in scores.subjects:
        subject_scores = scores.of(subject=subject)
        has_depth = np.array([key in depths for key in subject_scores.pair_id], dtype=np.bool_)
        subject_scores = subject_scores[has_depth & (subject_scores.net.runs > 0)]
        depth = np.array([depths[key] for key in subject_scores.pair_id], dtype=np.float64)
        # At one required depth there is nothing to compare.
        if len(np.unique(depth)) < 2:
            continue
        lengths = np.array([words.get((subject, key), np.nan) for key in subject_scores.pair_id], dtype=np.float64)
        subject_data = _Subject(subject_scores, depth, lengths)
        levels += _levels(subject, subject_data)
        exercised_rows += _exercised_rows(subject, subject_data)
        errors[subject] = float(subject_scores.net.reference_error.mean())
    return RequiredDepthChapter(tuple(levels), tuple(exercised_rows), errors)


def _words(study: Study) -> dict[tuple[str, str], float]:
    """Return the mean number of words of a subject's explanations of each unbiased text, where it gave any."""
    counts: dict[tuple[str, str], list[int]] = {}
    for evaluation in study.evaluations:
        for decision in evaluation.decisions:
            if decision.arm is Arm.UNBIASED and decision.explanation:
                key = (evaluation.subject, decision.item_id)
                counts.setdefault(key, []).append(len(decision.explanation.split()))
    return {key: float(np.mean(values)) for key, values in counts.items()}


def _levels(subject: str, subject_data: _Subject) -> Iterator[RequiredRow]:
    for level in np.unique(subject_data.levels):
        level_data = subject_data.where(subject_data.levels == level)
        errors, strata = level_data.scores.net.reference_error, codes_of(level_data.scores.bias)
        words = level_data.words[~np.isnan(level_data.words)]
        error = mean_share(errors, level_data.scores.clusters, strata, level_data.scores.crossed_in(-1))
        assert error is not None
        yield RequiredRow(
            subject,
            int(level),
            len(errors),
            len(set(level_data.scores.cluster)),
            error,
            level_data.scores.contrast(FACTS_WITHOUT_CUE) or NO_TWINS,
            float(words.mean()) if len(words) else NO_WORDS,
            reader_error(subject_data.levels, level),
        )


def reader_error(levels: Floats, levels_read: float) -> float:
    """Return the error rate, 0 to 0.5, of a reader who follows ``levels_read`` levels and guesses beyond."""
    return float(GUESS * np.mean(levels > levels_read))


def _exercised_rows(subject: str, subject_data: _Subject) -> list[ExercisedRow]:
    """Return the slope of each outcome within biases, with Holm's adjustment over the outcomes."""
    # The fact effect needs all arms of a dilemma, and a logarithm at least one word.
    paired_data, explained_data = (
        subject_data.where(subject_data.scores.complete > 0),
        subject_data.where(subject_data.words > 0),
    )
    outcomes: Mapping[Outcome, tuple[_Subject, Floats, Gap]] = {
        "errors without the cue": (subject_data, subject_data.scores.net.reference_error, NO_TWINS),
        "fact effect without the cue": (paired_data, paired_data.scores.shares @ FACTS_WITHOUT_CUE, NO_TWINS),
        "words of the explanation": (explained_data, np.log(explained_data.words), NO_WORDS),
    }
    slopes = [
        (outcome, outcome_data, _slope(outcome_data, values, gap))
        for outcome, (outcome_data, values, gap) in outcomes.items()
    ]
    adjusted_p_values = holm_or_gap([p_of(slope, len(outcome_data.scores)) for _, outcome_data, slope in slopes])
    return [
        ExercisedRow(subject, outcome, len(outcome_data.scores), slope, p)
        for (outcome, outcome_data, slope), p in zip(slopes, adjusted_p_values, strict=True)
    ]


def _slope(outcome_data: _Subject, outcomes: Floats, gap: Gap) -> Effect | Gap:
    scores = outcome_data.scores
    if not len(scores):
        return gap
    if len(scores) < MINIMUM:
        return Gap(reason=f"fewer than {MINIMUM} dilemmas")
    # Within bias and author, which differ both in depth and in how hard their dilemmas are.
    slope = depth_trend(
        outcomes, outcome_data.levels, scores.clusters, strata=codes_of(scores.bias, scores.author)
    ).slope
    return slope or Gap(reason="it differs in too few dilemmas, or depth does not vary within a bias")


def unexercised_sentences(chapter: RequiredDepthChapter) -> Iterator[str]:
    """Yield for which subjects it is open whether they exercised depth: no interval of a slope leaves out zero.

    That no change is found does not show that there is none, nor does an outcome that could not be tested.
    """
    for subject in dict.fromkeys(row.subject for row in chapter.exercised):
        rows = [row for row in chapter.exercised if row.subject == subject]
        # One outcome that changes is enough to show that depth was exercised.
        if any(distinguishable(row.slope) for row in rows):
            continue
        estimated_rows = [row for row in rows if not isinstance(row.slope, Gap)]
        result = (
            f"no change is found in {_join_names([row.outcome for row in estimated_rows])}"
            if estimated_rows
            else f"no change could be estimated: {'; '.join(_why_not(chapter, subject))}"
        )
        yield (
            f"It is not shown whether {subject} exercised depth: with the levels of rules that a decision requires, "
            f"{result} ({counted(max(row.dilemmas for row in rows), 'dilemma')}). This does not show that there is "
            "none."
        )


def _why_not(chapter: RequiredDepthChapter, subject: str) -> Iterator[str]:
    """Yield why no change of a subject's outcomes could be estimated, each reason once."""
    rows = [row for row in chapter.exercised if row.subject == subject]
    # The effect itself may have a trend: this is about decisions without the cue.
    if chapter.errors[subject] == 0 and max(row.dilemmas for row in rows) >= MINIMUM:
        yield "it makes no error without the cue, at any depth"
        return
    gaps = [row.slope for row in rows if isinstance(row.slope, Gap) and row.slope not in (NO_TWINS, NO_WORDS)]
    yield from dict.fromkeys(gap.reason for gap in gaps)


def reader_comparisons(chapter: RequiredDepthChapter) -> Iterator[str]:
    """Yield a sentence for each subject: how many levels a reader follows whose error rate is the same or lower."""
    for subject, error in chapter.errors.items():
        for row in chapter.levels:
            # Levels are sorted, so the first such row has the fewest levels that are enough.
            if row.subject == subject and row.reader <= error:
                yield (
                    f"{subject} errs in {percent(error)} of these unbiased texts; a reader who follows {row.levels} "
                    f"levels of rules and guesses where more are required errs in {percent(row.reader)}."
                )
                break


def _join_names(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def table(chapter: RequiredDepthChapter) -> Table:
    """Return what subjects do by required depth."""
    notes = (
        "Levels are the fewest that a reader has to follow, the decision included, to tell a dilemma from its fact "
        "twin, as its author recorded them; deeper values may be typical ones.",
        "A reader who follows fewer levels than a dilemma requires guesses, and errs in half of such dilemmas.",
        EQUALLY,
    )
    return make_table("required", "Without the cue, by required depth", RequiredRow, chapter.levels, notes=notes)


def exercised_table(chapter: RequiredDepthChapter) -> Table:
    """Return how outcomes change with required depth."""
    notes = (
        "The change for each further level, by least squares within bias and author; errors and the fact effect in "
        "points, words in percent. Holm's adjustment is over a subject's outcomes.",
        "Where no change is found, it is not shown whether depth was exercised: decisions may rest on a surface that "
        "is alike at every depth, or there may be too few dilemmas, or too few errors, to tell.",
    )
    return make_table("exercised", "Was depth exercised?", ExercisedRow, chapter.exercised, notes=notes)


ANALYSIS: ReportAnalysis[Measurements, RequiredDepthChapter] = ReportAnalysis(
    "required",
    "Was depth exercised?",
    RESULTS,
    "whether depth was exercised at all, before a trend over it is believed",
    rows=lambda measurements: required_depth_chapter(measurements.study),
    show=lambda _, rows: Result(
        (exercised_table(rows),),
        (table(rows),),
        text=(*unexercised_sentences(rows), *reader_comparisons(rows)),
        answer=tuple(unexercised_sentences(rows)),
    ),
    needs="Was depth exercised: no dilemmas record different required depths (probe generate --author "
    "'grammar?depth=2-8' composes such).",
)
