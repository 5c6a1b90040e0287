"""What a report says first: is a subject moved, how sure is that, at which depth, against what baseline."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from probe.analysis.depth import by_depth
from probe.analysis.depth.scenarios import ScenarioRow, scenarios_of
from probe.analysis.depth.trends import UNITS, TrendRow, depth_measure, trends_of
from probe.analysis.effects import effect
from probe.analysis.effects.effect import EffectRow, effects_of
from probe.analysis.effects.estimating import ALL_BIASES, direction_of, distinguishable, overall_by_subject
from probe.analysis.effects.facts import FactRow, facts_of
from probe.analysis.effects.means import as_mean
from probe.analysis.measurements import Measurements, Words
from probe.analysis.report.answer import directions
from probe.analysis.report.findings import Lead, names
from probe.analysis.report.naming import simulated_note, title_names
from probe.analysis.report.origin import origin
from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.intervals import LEVEL
from probe.analysis.statistics.weights import MINIMUM
from probe.analysis.study import Study
from probe.analysis.tables import Cell, ColumnSpec, Gap, Kind, Table, format_cell, make_table, percent, points
from probe.values import Measure
from probe.values.phrases import counted

POWERLESS = 0.15
"""Half the width of an interval, as a share of half of the measure's range, from which on an effect may be missed."""
MOST_DRAWN = 8
"""Subjects that both figures show: those with the largest effects."""

UNDECIDED, NOT_MOVED = "undecided: the interval is wide", "not shown to be moved"
MOST_BESIDE = 2
"""The most subjects that have notes of their own on the first screen, which has room for few lines."""
UNADJUSTED_NOTE = "distinguishable before Holm's adjustment only"
OFFSET = "moved both ways by single biases, which offset each other"
OPEN_SIGN = "undecided: unparsed answers may change the sign"
NOT_TESTED = "not tested"
"""Verdicts besides those on subjects that are moved."""

FACT_EFFECT = (
    "Fact effect: how much more often an option is chosen where the facts favour it than where they do not; 100 points "
    "where they alone decide."
)

NO_SLOPE = Gap(reason="depth does not vary")
NO_TWIN = Gap(reason="no fact twin was shown")
NO_ERRORS = Gap(reason="no error rate")


class SubjectVerdict(NamedTuple):
    """One subject in a row; ``direction`` is 1 where it is said to be moved, -1 where against the cue, else 0."""

    subject: str
    verdict: str
    effect: Effect | Gap
    per_level: Effect | Gap
    error: float | Gap
    facts: Effect | Gap
    items: int
    direction: int = 0
    distance: float = 0.0

    @property
    def judged(self) -> bool:
        """Whether the study says something about this subject."""
        return bool(self.direction) or self.verdict in (NOT_MOVED, UNADJUSTED_NOTE, OFFSET)


def lead(measurements: Measurements) -> Lead:
    """Return the first screen. Subjects whose decisions do not depend on the facts cannot be judged at all.

    The change per level is that within scenarios where there are any at several depths, else that of the trend; notes
    say which it is, because the second is an association.
    """
    study, words, effects = measurements.study, measurements.words, effects_of(measurements)
    measure, unjudged_reasons = study.headline, study.unjudged
    facts = overall_by_subject(facts_of(measurements)) if measurements.of_dilemmas else dict[str, FactRow]()
    rows = []
    for row in overall_by_subject(effects).values():
        verdict, direction = _verdict(row, effects, measure, words)
        if reason := unjudged_reasons.get(row.subject):
            # No effect of a cue can be measured on a subject whose decisions do not depend on the facts.
            verdict, direction = reason, 0
        rows.append(
            SubjectVerdict(
                row.subject,
                verdict,
                as_mean(row.effect, measure),
                _change(measurements, row.subject),
                row.error_on_unbiased if measure.errors else NO_ERRORS,
                facts[row.subject].facts if row.subject in facts else NO_TWIN,
                row.dilemmas,
                direction,
                0.0 if isinstance(row.effect, Gap) else abs(row.effect.estimate),
            )
        )
    # By size, regardless of the sign: a subject that goes against the cue is moved too.
    rows.sort(key=lambda row: -row.distance)
    depth_column = depth_measure(measurements)
    drawn_subjects = {row.subject for row in rows[:MOST_DRAWN]}
    left_out = (
        f" The {MOST_DRAWN} of {len(rows)} subjects with the largest values are shown." if rows[MOST_DRAWN:] else ""
    )
    levels = by_depth.by_depth(study.scores, depth_column, measure)
    pictures = []
    if levels:
        drawn_levels = [row for row in levels if row.subject in drawn_subjects]
        pictures.append(by_depth.picture(drawn_levels, depth_column, measure, left_out, words.item))
    if {row.bias for row in effects} - {ALL_BIASES}:
        drawn_effects = [row for row in effects if row.subject in drawn_subjects and row.dilemmas]
        values = [row._replace(effect=as_mean(row.effect, measure)) for row in drawn_effects]
        pictures.append(effect.picture(values, measure, left_out, words.item))
    return Lead(
        conclusion=_conclusion(rows, study, words),
        measured=_measured_text(study, words),
        verdicts=_table(
            rows,
            measurements,
            (
                *_unread_sentences(effects, measure),
                *_change_notes(measurements, rows),
                *_unmoved_sentences(effects, words),
            ),
        ),
        pictures=tuple(pictures),
        tables=(by_depth.table(levels, depth_column, measure).about(words.item),) if levels else (),
        origin=origin(study),
    )


def _change(measurements: Measurements, subject: str) -> Effect | Gap:
    """Return a subject's change per level without its p, else why there is none."""
    row = _slope(measurements, subject)
    slope = row.slope if row else NO_SLOPE
    if isinstance(slope, Gap):
        return slope
    return Effect(estimate=slope.estimate, low=slope.low, high=slope.high, p=None)


def _slope(measurements: Measurements, subject: str) -> TrendRow | ScenarioRow | None:
    """Return the first change per level that was estimated over all biases, else the last one that was not."""
    last_row: TrendRow | ScenarioRow | None = None
    # Within scenarios first: only these compare a scenario with itself at another depth.
    slopes: tuple[TrendRow | ScenarioRow, ...] = (*scenarios_of(measurements), *trends_of(measurements))
    for row in slopes:
        if row.subject == subject and getattr(row, "bias", ALL_BIASES) == ALL_BIASES:
            last_row = row
            if not isinstance(row.slope, Gap):
                break
    return last_row


def _change_notes(measurements: Measurements, rows: Sequence[SubjectVerdict]) -> Iterator[str]:
    """Yield what the change per level compares, and the same change at equal length of the text."""
    measure = depth_measure(measurements)
    slopes = [
        slope for row in rows if (slope := _slope(measurements, row.subject)) and not isinstance(slope.slope, Gap)
    ]
    within_scenarios = [slope for slope in slopes if isinstance(slope, ScenarioRow)]
    over_all = [slope for slope in slopes if isinstance(slope, TrendRow)]
    unit, items = UNITS.get(measure, measure), f"{measurements.words.item}s"
    if within_scenarios:
        owners = f" of {names([slope.subject for slope in within_scenarios])}" if over_all else ""
        yield (
            f"The change per {unit}{owners} is within scenarios: the same scenario at several depths, with the rules "
            "and words that a deeper one takes."
        )
    if over_all:
        owners = f" of {names([slope.subject for slope in over_all])}" if within_scenarios else ""
        # The section on what the figures cannot show gives the reason.
        yield (
            f"The change per {unit}{owners} is an association over all {items}: it does not show what {measure} causes."
        )
    kind = _distance(measurements.study.headline)
    at_equal_length = [(slope.subject, slope.adjusted) for slope in slopes if not isinstance(slope.adjusted, Gap)]
    if 0 < len(at_equal_length) <= MOST_BESIDE:
        single_subject = len(rows) == 1
        changes = "; ".join(
            f"{'' if single_subject else f'{subject} '}{format_cell(change.estimate, kind)} {_ends(change, kind)}"
            for subject, change in at_equal_length
        )
        yield f"At equal length of the text, the change per {unit} is: {changes}."
    elif slopes and not at_equal_length:
        yield f"Length of the text cannot be separated from {measure} here: the change may be due to either."


def _verdict(row: EffectRow, effects: Sequence[EffectRow], measure: Measure, words: Words) -> tuple[str, int]:
    """Return what is said of a subject, and in which direction it is said to be moved."""
    if isinstance(row.effect, Gap):
        return f"not measured: {row.effect.reason}", 0
    if measure.expected is None or row.dilemmas < MINIMUM:
        too_few = f"too few to test ({counted(row.dilemmas, words.item)}; {MINIMUM} are needed)"
        return (NOT_TESTED if measure.expected is None else too_few), 0
    if not distinguishable(row.effect):
        span = measure.limits[1] - measure.limits[0] if measure.limits else float("inf")
        # A wide interval around zero is not evidence that there is no effect.
        verdict_near_zero = UNDECIDED if row.effect.high - row.effect.low > POWERLESS * span else NOT_MOVED
        # Effects of both signs on single biases are a result that an effect near zero would hide.
        return (OFFSET if all(directions(effects, row.subject)) else verdict_near_zero), 0
    # Before the adjustment: no p makes up for answers that could change the sign.
    if not isinstance(row.bounds, Gap) and row.bounds.low <= 0 <= row.bounds.high:
        return OPEN_SIGN, 0
    # Of many subjects that are not moved, one in twenty would seem to be.
    if isinstance(row.holm_p, float) and row.holm_p >= 1 - LEVEL:
        return UNADJUSTED_NOTE, 0
    direction = direction_of(row.effect)
    return f"moved {'by' if direction > 0 else 'against'} the {words.cause}", direction


def _conclusion(rows: Sequence[SubjectVerdict], study: Study, words: Words) -> str:
    """Return the title of the report: whether the subject is moved and how far, or how many of them are."""
    labels = title_names([row.subject for row in rows])
    finding = (
        _lead_on_subject(rows[0], labels[rows[0].subject], study, words)
        if len(rows) == 1
        else _lead_on_subjects(rows, labels, study, words)
    )
    direct = " (probabilities of direct answers)" if study.direct else ""
    preliminary = "Preliminary: " if any(evaluation.unanswered > 0 for evaluation in study.evaluations) else ""
    return f"{preliminary}{finding}{direct}"


def _lead_on_subjects(rows: Sequence[SubjectVerdict], labels: Mapping[str, str], study: Study, words: Words) -> str:
    measure = study.headline
    judged_rows = [row for row in rows if row.judged]
    if not judged_rows:
        reasons = {row.verdict for row in rows}
        return f"None of {len(rows)} subjects can be judged{f': {reasons.pop()}' if len(reasons) == 1 else ''}"
    not_judged = (
        f"; {len(rows) - len(judged_rows)} of {len(rows)} subjects cannot be judged"
        if len(judged_rows) < len(rows)
        else ""
    )
    if len(judged_rows) == 1:
        return _lead_on_subject(judged_rows[0], labels[judged_rows[0].subject], study, words) + not_judged
    moved_by_count, moved_against_count = (sum(row.direction == sign for row in rows) for sign in (1, -1))
    # That no subject is shown to be moved does not show that none is.
    phrases = [
        f"{moved_by_count} {'is' if moved_by_count == 1 else 'are'} moved by the {words.cause}"
        if moved_by_count or moved_against_count
        else f"none is shown to be moved by the {words.cause}",
        *([f"{moved_against_count} against it"] if moved_against_count else []),
    ]
    most_moved = next((row for row in rows if row.direction), None)
    named_subject = ""
    if most_moved:
        label, effect_text = labels[most_moved.subject], _print_estimate(most_moved.effect, measure)
        named_subject = (
            f"; {label} most, {effect_text}"
            if moved_by_count + moved_against_count > 1
            else f": {label}, {effect_text}"
        )
    return f"Of {len(judged_rows)} subjects, {' and '.join(phrases)}{named_subject}{not_judged}"


SENTENCES = {
    UNDECIDED: "Undecided whether the {cause} moves {name}: {found}",
    OPEN_SIGN: "Undecided how the {cause} moves {name}: {found} as far as answers could be read",
    NOT_MOVED: "{name} is not shown to be moved by the {cause}: {found}",
    OFFSET: "{name} is " + OFFSET + ": {found} over all",
    NOT_TESTED: "{heading} of {name}: {found}",
}
"""The title for a single subject with one of these verdicts."""


def _lead_on_subject(row: SubjectVerdict, name: str, study: Study, words: Words) -> str:
    measure = study.headline
    effect_text = _print_estimate(row.effect, measure)
    if row.verdict in SENTENCES:
        return SENTENCES[row.verdict].format(cause=words.cause, name=name, found=effect_text, heading=measure.heading)
    if not row.direction or isinstance(row.effect, Gap):
        return f"{name} cannot be judged: {row.verdict}"
    if not measure.errors:
        return f"{name} is {row.verdict}: {effect_text}"
    size = f"{points(abs(row.effect.estimate)).lstrip('+')} points {_ends(row.effect, measure.kind)}"
    if study.direct:
        likelihood = "more likely" if row.direction > 0 else "less likely"
        return f"The {words.cause} makes errors of {name} {likelihood}: by {size}"
    return f"The {words.cause} makes {name} err {'more' if row.direction > 0 else 'less'} often: by {size}"


def _print_estimate(estimate: Effect | Gap, measure: Measure) -> str:
    """Return an estimate with its interval in the units of the measure."""
    if isinstance(estimate, Gap):
        return f"– ({estimate.reason})"
    unit = " points" if measure.kind == "points" else ""
    return f"{format_cell(estimate.estimate, measure.kind)}{unit} {_ends(estimate, measure.kind)}"


def _ends(estimate: Effect, kind: Kind) -> str:
    return f"({format_cell(estimate.low, kind)} to {format_cell(estimate.high, kind)})"


def _measured_text(study: Study, words: Words) -> str:
    measure = study.headline
    cluster_count = len({item.cluster for item in study.items.values()})
    scenario_count = f" in {cluster_count} independent scenarios" if cluster_count < len(study.items) else ""
    return (
        f"{simulated_note(study.subjects)}{measure.heading}: {measure.meaning}, over "
        f"{counted(len(study.items), words.item)}{scenario_count}. Parentheses are 95 % intervals: they allow for "
        f"other {words.item}s of the same kind, not for other wordings."
    )


def _unread_sentences(effects: Sequence[EffectRow], measure: Measure) -> Iterator[str]:
    """Yield how many decisions of a subject could not be read, and where its effect may be because of them."""
    overall_rows = overall_by_subject(effects).values()
    rows = [row for row in overall_rows if not isinstance(row.unparsed, Gap) and row.unparsed > 0]
    if len(rows) > MOST_BESIDE:
        shares = "; ".join(
            f"{percent(row.unparsed)} of {row.subject}" for row in rows if isinstance(row.unparsed, float)
        )
        yield f"Runs with an unparsed decision: {shares}. Checks of the data have what they could change."
        return
    unit = " points" if measure.kind == "points" else ""
    for row in rows:
        if isinstance(row.unparsed, float) and not isinstance(row.bounds, Gap):
            low, high = (format_cell(end, measure.kind) for end in (row.bounds.low, row.bounds.high))
            yield (
                f"{percent(row.unparsed)} of the runs of {row.subject} contain an unparsed decision; however these are "
                f"read, the effect is between {low} and {high}{unit}, with the interval at each end."
            )


def _unmoved_sentences(effects: Sequence[EffectRow], words: Words) -> Iterator[str]:
    """Yield why the interval of a subject that never erred is wide, although none of its decisions changed."""
    rows = list(overall_by_subject(effects).values())
    for row in rows if len(rows) <= MOST_BESIDE else ():
        # All three are zero: with errors in both arms an effect may be zero too, and its interval needs no explanation.
        if isinstance(row.effect, Gap) or (row.effect.estimate, row.error_on_unbiased, row.harmful) != (0, 0, 0):
            continue
        noun = "scenario" if row.clusters < row.dilemmas else words.item
        yield (
            f"{row.subject} made no error in {counted(row.clusters, f'independent {noun}')}; its interval reaches "
            f"{points(row.effect.high)} points because so few cannot rule out errors in others."
        )


def _distance(measure: Measure) -> Kind:
    """Return how a change of the measure is printed."""
    return "points" if measure.kind != "number" else "number"


def _table(rows: Sequence[SubjectVerdict], measurements: Measurements, notes: Sequence[str]) -> Table:
    """Return the verdicts in numbers, with ``notes`` on the changes; columns that no subject has are left out."""
    measure, depth_column, words = measurements.study.headline, depth_measure(measurements), measurements.words
    specs = [
        ColumnSpec("subject", "subject"),
        ColumnSpec("verdict", "verdict"),
        *_estimate("effect", measure.label, measure.kind),
        *_estimate("per_level", f"change per {UNITS.get(depth_column, depth_column)}", _distance(measure)),
        ColumnSpec("error", f"errors without the {words.cause}", "share"),
        *_estimate("facts", "fact effect", "points"),
        ColumnSpec("items", f"{words.item}s", "count"),
    ]
    verdict_table = make_table("verdicts", "Verdicts", specs, rows)
    optional = ("per_level", "error", "facts")
    empty = [key for key in optional if all(isinstance(cell, Gap) for cell in verdict_table.column(key))]
    # The first screen is narrow, and a column of gaps would take room from the others.
    hidden_columns = {f"{key}{end}" for key in empty for end in ("", "_low", "_high")}
    shown_table = verdict_table.with_columns(
        column for column in verdict_table.columns if column.key not in hidden_columns
    )
    fact_notes = () if "facts" in empty else (FACT_EFFECT,)
    return shown_table.model_copy(update={"notes": (*fact_notes, *notes)})


def _estimate(key: str, label: str, kind: Kind) -> Iterator[ColumnSpec]:
    yield ColumnSpec(key, label, kind, f"{key}.estimate")
    yield ColumnSpec(f"{key}_low", "low", kind, f"{key}.low")
    yield ColumnSpec(f"{key}_high", "high", kind, f"{key}.high")


def in_one_cell(table: Table) -> Table:
    """Return a table for reading: an estimate and its interval in one cell, ``+23.9 (+20.9 to +27.0)``."""
    keys = {column.key for column in table.columns}
    estimates = {key for key in keys if f"{key}_low" in keys}
    ends = {f"{key}_{end}" for key in estimates for end in ("low", "high")}

    def cell(row: Mapping[str, Cell], key: str, kind: Kind) -> Cell:
        value, low, high = row[key], row.get(f"{key}_low"), row.get(f"{key}_high")
        if isinstance(value, Gap) or not isinstance(low, float) or not isinstance(high, float):
            return value
        return f"{format_cell(value, kind)} ({format_cell(low, kind)} to {format_cell(high, kind)})"

    shown_columns = [column for column in table.columns if column.key not in ends]
    columns = tuple(
        column.model_copy(update={"kind": "text"}) if column.key in estimates else column for column in shown_columns
    )
    rows: tuple[dict[str, Any], ...] = tuple(
        {column.key: cell(row, column.key, column.kind) for column in shown_columns} for row in table.rows
    )
    return table.model_copy(update={"columns": columns, "rows": rows})
