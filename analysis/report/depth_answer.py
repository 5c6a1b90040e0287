"""What the answer of a report states about depth: the trend of the effect, and depth within scenarios."""

from collections.abc import Iterator, Mapping, Sequence

from probe.analysis.depth.scenarios import ScenarioRow, scenarios_of
from probe.analysis.depth.trends import ALL_SUBJECTS, UNITS, TrendRow, depth_measure, trends_of
from probe.analysis.effects.estimating import ALL_BIASES, direction_of, distinguishable, p_of
from probe.analysis.measurements import Measurements
from probe.analysis.report.sentences import NOT_DISTINGUISHABLE, interval, p_text
from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.intervals import LEVEL
from probe.analysis.statistics.multiplicity import holm_or_gap
from probe.analysis.statistics.weights import MINIMUM
from probe.analysis.tables import Gap, format_cell

WORDS = (
    "Deeper texts of a scenario are longer too, and length cannot be separated from depth here: the change may be due "
    "to either."
)


def trend_sentences(measurements: Measurements, subject: str) -> Iterator[str]:
    """Yield whether a subject's effect (or that of all subjects) changes with depth."""
    measure = depth_measure(measurements)
    subject_rows = [row for row in trends_of(measurements) if row.subject == subject]
    overall_row = next((row for row in subject_rows if row.bias == ALL_BIASES), None)
    if overall_row is None:
        yield from _single_trend(measurements, subject)
        return
    p = p_of(overall_row.slope, overall_row.dilemmas)
    if isinstance(overall_row.slope, Gap) or isinstance(p, Gap):
        reason = overall_row.slope.reason if isinstance(overall_row.slope, Gap) else f"fewer than {MINIMUM} dilemmas"
        if subject != ALL_SUBJECTS:
            yield f"No trend with {measure} could be tested: {reason}."
            return
        yield f"No trend with {measure} could be averaged over subjects: {reason}."
        yield from _each_trend(measurements)
        return
    unit = UNITS.get(measure, measure)
    change = f"{interval(overall_row.slope)} per {unit}"
    scope = _scope_text(overall_row)
    if overall_row.direction:
        verb = "rises" if overall_row.direction > 0 else "falls"
        text = f"{scope}, the effect {verb} with {measure}: {change}"
    else:
        text = f"{scope}, a trend of the effect with {measure} is not distinguishable from zero: {change}"
    if not isinstance(overall_row.adjusted, Gap):
        text += f"; at equal length of the text {interval(overall_row.adjusted)}"
        text += "" if distinguishable(overall_row.adjusted) else NOT_DISTINGUISHABLE
    yield text + "."
    yield from _scales(overall_row, scope.lower(), unit)
    # Where scenarios exist at several depths, sentences on these follow, which compare like with like.
    if overall_row.direction and not scenarios_of(measurements):
        yield (
            f"This does not show that {measure} causes it: no scenario exists at several depths here, and deeper "
            "dilemmas may differ in other ways too."
        )
    if subject == ALL_SUBJECTS:
        directions = _of_subjects(
            [row for row in trends_of(measurements) if row.subject not in measurements.study.unjudged]
        )
        rises_and_falls = _directions(directions) or "rises or falls significantly for none"
        yield f"Taken alone, of {len(directions)} subjects it {rises_and_falls} (Holm's adjustment over subjects)."
        return
    bias_directions = {
        row.bias: row.direction for row in subject_rows if row.bias != ALL_BIASES and not isinstance(row.holm_p, Gap)
    }
    if len(bias_directions) > 1 and (rising_and_falling := _directions(bias_directions)):
        yield f"Of {len(bias_directions)} single biases it {rising_and_falling} (Holm's adjustment)."


def _scales(row: TrendRow | ScenarioRow, scope: str, unit: str) -> Iterator[str]:
    """Yield that an effect changes in points only, or the other way in log odds, with both other slopes."""
    if not row.points_only:
        return
    scale = "The log odds change the other way" if direction_of(row.logit) else "This is on the scale of points only"
    odds = (
        f"not tested in log odds ({row.logit.reason})"
        if isinstance(row.logit, Gap)
        else f"{_odds(row.logit)} in log odds"
    )
    errors = (
        ""
        if isinstance(row.error_trend, Gap)
        else (f", while the error rate on unbiased texts changes by {interval(row.error_trend)}")
    )
    yield f"{scale} ({scope}): per {unit} the change is {odds}{errors}."


def _odds(effect: Effect) -> str:
    low, estimate, high = (format_cell(value, "number") for value in (effect.low, effect.estimate, effect.high))
    return f"{estimate} (95 % interval {low} to {high})"


def _of_subjects(rows: Sequence[TrendRow]) -> dict[str, int]:
    """Return the direction of each subject's trend, 0 where it is not significant among all of them."""
    subject_rows = [row for row in rows if row.bias == ALL_BIASES and row.subject != ALL_SUBJECTS]
    tested_rows = {row.subject: row for row in subject_rows if not isinstance(p_of(row.slope, row.dilemmas), Gap)}
    # Over subjects, since the sentence picks out those whose trend is significant.
    adjusted_p_values = holm_or_gap([p_of(row.slope, row.dilemmas) for row in tested_rows.values()])
    return {
        name: row.direction if not isinstance(p, Gap) and p < 1 - LEVEL else 0
        for (name, row), p in zip(tested_rows.items(), adjusted_p_values, strict=True)
    }


def _directions(directions: Mapping[str, int]) -> str:
    """Return for which names a trend rises and for which it falls; nothing where it does neither."""
    verbs = {"rises": 1, "falls": -1}
    names_by_verb = {
        verb: [name for name, direction in directions.items() if direction == verb_direction]
        for verb, verb_direction in verbs.items()
    }
    return " and ".join(f"{verb} for {', '.join(names)}" for verb, names in names_by_verb.items() if names)


def _single_trend(measurements: Measurements, subject: str) -> Iterator[str]:
    """Yield the trend of the one subject that has one, where it cannot be averaged over subjects."""
    unjudged_reasons = measurements.study.unjudged
    overall = [row for row in trends_of(measurements) if row.bias == ALL_BIASES and row.subject not in unjudged_reasons]
    with_trend = [row.subject for row in overall if not isinstance(row.slope, Gap)]
    if subject != ALL_SUBJECTS or not overall:
        return
    if not with_trend:
        reasons = dict.fromkeys(row.slope.reason for row in overall if isinstance(row.slope, Gap))
        yield f"No trend with {depth_measure(measurements)} could be tested: {'; '.join(reasons)}."
        return
    yield from _each_trend(measurements, ", the only subject whose trend can be tested" if len(with_trend) == 1 else "")


def _each_trend(measurements: Measurements, note: str = "") -> Iterator[str]:
    """Yield the trend of each subject that has one of its own."""
    left_out = {ALL_SUBJECTS, *measurements.study.unjudged}
    for row in trends_of(measurements):
        if row.bias != ALL_BIASES or row.subject in left_out or isinstance(row.slope, Gap):
            continue
        first, *other_sentences = trend_sentences(measurements, row.subject)
        yield f"{row.subject}{note}: {first[0].lower()}{first[1:]}"
        yield from other_sentences


def _scope_text(row: TrendRow) -> str:
    if row.subject != ALL_SUBJECTS:
        return "Over all biases"
    exclusion = f" (without {', '.join(row.left_out)}, whose trend cannot be tested)" if row.left_out else ""
    return f"Over all subjects{' that can be judged' if row.unjudged else ''}{exclusion} and biases"


def scenario_sentences(rows: Sequence[ScenarioRow]) -> Iterator[str]:
    """Yield what depth does within scenarios that exist at several depths."""
    tested_rows = [
        (row, row.slope, row.p) for row in rows if not isinstance(row.slope, Gap) and not isinstance(row.p, Gap)
    ]
    if not tested_rows:
        return
    results = "; ".join(
        f"{row.subject} {interval(slope)} in {row.scenarios} scenarios, permutation p {p_text(p)} (for a "
        f"rise, one-sided, p {p_text(slope.p_rise)})" + ("" if p < 0.05 else NOT_DISTINGUISHABLE)
        for row, slope, p in tested_rows
    )
    caution = " p is not adjusted for the number of subjects." if len(tested_rows) > 1 else ""
    unit = UNITS["depth"]
    yield (
        f"Within scenarios that exist at several depths, the change per {unit}, with the rules and words that it "
        f"takes: {results}.{caution}"
    )
    at_equal_length = [
        f"{row.subject} {interval(row.adjusted)}{'' if distinguishable(row.adjusted) else NOT_DISTINGUISHABLE}"
        for row in rows
        if not isinstance(row.adjusted, Gap)
    ]
    if at_equal_length:
        yield f"At equal length of the text, the change per {unit} within scenarios: {'; '.join(at_equal_length)}."
    else:
        yield WORDS
    for row, _, _ in tested_rows:
        yield from _scales(row, f"{row.subject}, within scenarios", unit)
