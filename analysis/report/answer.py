"""The answer that a report begins with: the effect on errors, how certain it is, and what flips are good for."""

from collections.abc import Iterator, Mapping, Sequence

from probe.analysis.depth.scenarios import scenarios_of
from probe.analysis.depth.trends import ALL_SUBJECTS
from probe.analysis.effects.biases import biases_of
from probe.analysis.effects.comparison import comparisons_of, differences
from probe.analysis.effects.effect import EffectRow, effects_of
from probe.analysis.effects.estimating import ALL_BIASES, ALL_TIERS, direction_of, distinguishable, overall_by_subject
from probe.analysis.effects.facts import FactRow, facts_of
from probe.analysis.effects.flips import NO_FLOOR, FlipRow, flips_of
from probe.analysis.effects.specific import SPECIFIC, specific_of
from probe.analysis.estimand import Estimand
from probe.analysis.measurements import Measurements
from probe.analysis.report.depth_answer import scenario_sentences, trend_sentences
from probe.analysis.report.sentences import NOT_DISTINGUISHABLE, interval, p_text
from probe.analysis.statistics.intervals import LEVEL
from probe.analysis.statistics.weights import MINIMUM
from probe.analysis.tables import Gap, format_cell, percent, points

CUE = "The cue is the wording of a biased text that pushes towards the wrong option; the facts are the same without it."

MOST_NAMED = 6
"""Subjects that the answer ranks in one sentence; the table has all."""

DIRECT = (
    "Direct: subjects answered with one letter, and the probability of the wrong option takes the place of the error "
    "rate. It measures another thing than answers that explain first: never compare or pool the two."
)


def answer(measurements: Measurements) -> tuple[str, ...]:
    """Return the answer over all subjects in a few sentences; for a single subject, its own.

    What is said over subjects is over those that can be judged; the others are named with the reason.
    """
    overall_rows = list(overall_by_subject(effects_of(measurements)).values())
    unjudged_reasons = measurements.study.unjudged
    judged_rows = [row for row in overall_rows if row.subject not in unjudged_reasons]
    rows = [row for row in judged_rows if not isinstance(row.effect, Gap)]
    unread_subjects = [_unread_sentence(row) for row in judged_rows if isinstance(row.effect, Gap)]
    left_out = _left_out(unjudged_reasons) if len(overall_rows) > 1 else ()
    if len(overall_rows) > 1 and not judged_rows:
        return (_definition(measurements.study.estimand), *left_out, _closing(measurements))
    if len(rows) < 2:
        # The effect comes before the definition of a cue, so that the first sentence alone is the answer.
        first, *other_sentences = _subject(measurements, (rows or judged_rows or overall_rows)[0].subject)
        return (
            first,
            CUE,
            *other_sentences,
            *(unread_subjects if rows else unread_subjects[1:]),
            *left_out,
            _closing(measurements),
        )
    return (
        _definition(measurements.study.estimand),
        _ranking(rows),
        *left_out,
        *unread_subjects,
        *(sentence for row in _rank(rows)[:MOST_NAMED] for sentence in _doubts(measurements, row)),
        *_facts(measurements, [row.subject for row in _rank(rows)[:MOST_NAMED]]),
        *differences(comparisons_of(measurements)),
        *trend_sentences(measurements, ALL_SUBJECTS),
        *scenario_sentences([row for row in scenarios_of(measurements) if row.subject not in unjudged_reasons]),
        *_flips_of_all(measurements),
        _closing(measurements),
    )


def answer_by_subject(measurements: Measurements, sentences_by_subject: Mapping[str, str]) -> tuple[str, ...]:
    """Return one paragraph per subject, which begins with its sentence in ``sentences_by_subject``, if it has one."""
    return tuple(
        " ".join(
            (
                *([sentences_by_subject[row.subject]] if row.subject in sentences_by_subject else ()),
                *_subject(measurements, row.subject),
            )
        )
        for row in overall_by_subject(effects_of(measurements)).values()
    )


def _left_out(unjudged_reasons: Mapping[str, str]) -> Iterator[str]:
    """Yield which subjects no conclusion over subjects contains, and why."""
    if unjudged_reasons:
        subject_list = ", ".join(f"{subject} ({reason})" for subject, reason in unjudged_reasons.items())
        yield (
            "What is concluded over subjects, such as ranks, differences, means and trends, leaves out "
            f"{subject_list}: an "
            "effect on decisions that are not shown to rest on the facts means nothing."
        )


def _definition(estimand: Estimand) -> str:
    return (
        f"{CUE} Its effect on errors is the {estimand.label} in percentage points: {estimand.meaning}, on the same "
        "dilemmas. Above zero, the cue misleads."
    )


def _subject(measurements: Measurements, subject: str) -> Iterator[str]:
    row = overall_by_subject(effects_of(measurements))[subject]
    if isinstance(row.effect, Gap):
        yield _unread_sentence(row)
        return
    if subject in measurements.study.unjudged:
        yield _inconclusive_effect(row)
        yield from _unparsed(row)
        yield from _flips(overall_by_subject(flips_of(measurements)).get(subject))
        return
    yield _effect(row, measurements.study.estimand)
    yield from _placebo(row, measurements.study.estimand)
    yield from _bias_specific_sentences(measurements, subject)
    yield from _unparsed(row)
    yield from _facts(measurements, [subject])
    yield from _biases(measurements, subject)
    yield from _single_bias_sentences(effects_of(measurements), subject)
    yield from trend_sentences(measurements, subject)
    yield from scenario_sentences([row for row in scenarios_of(measurements) if row.subject == subject])
    yield from _flips(overall_by_subject(flips_of(measurements)).get(subject))


def _unread_sentence(row: EffectRow) -> str:
    unparsed_share = format_cell(row.unparsed, "share")
    reason = row.effect.reason if isinstance(row.effect, Gap) else "no readable decision"
    return f"{row.subject}: {reason}, so nothing can be concluded ({unparsed_share} unparsed)."


def _inconclusive_effect(row: EffectRow) -> str:
    """Return the effect on a subject that cannot be judged, from which nothing follows."""
    assert not isinstance(row.effect, Gap)
    return (
        f"{row.subject}: the effect on errors is {interval(row.effect)}; it is neither a sign that the cue moves the "
        "subject nor that the subject resists."
    )


def _doubts(measurements: Measurements, row: EffectRow) -> Iterator[str]:
    """Yield what the effect of one subject among several leaves open, before it is taken for that of the cue."""
    yield from _placebo(row, measurements.study.estimand)
    yield from _bias_specific_sentences(measurements, row.subject)
    yield from _unparsed(row, of=f"{row.subject}'s ")
    if not distinguishable(row.effect) and all(directions(effects_of(measurements), row.subject)):
        yield f"{row.subject}: {OFFSET}."


def _effect(row: EffectRow, estimand: Estimand) -> str:
    assert not isinstance(row.effect, Gap)
    sample_size_text = f"on {format_cell(row.dilemmas, 'count')} dilemma{'s' * (row.dilemmas != 1)}"
    if row.clusters < row.dilemmas:
        scenarios = "scenario" if row.clusters == 1 else "scenarios"
        sample_size_text += f" in {format_cell(row.clusters, 'count')} independent {scenarios}"
    error = format_cell(row.error_on_unbiased, "share")
    meaning = f"This {estimand.label} is the {estimand.meaning} ({error} on unbiased texts)."
    estimate = f"{interval(row.effect)}, {sample_size_text}"
    if row.dilemmas < MINIMUM:
        return f"{row.subject}: the effect on errors is {estimate}; fewer than {MINIMUM} are not tested. {meaning}"
    if not distinguishable(row.effect):
        return f"{row.subject}: the effect on errors is not distinguishable from zero, {estimate}. {meaning}"
    change = "raises" if row.effect.estimate > 0 else "lowers"
    # Without signs, as the verb states the direction.
    low, high = sorted((abs(row.effect.low), abs(row.effect.high)))
    size = f"{100 * abs(row.effect.estimate):.1f} points (95 % interval {100 * low:.1f} to {100 * high:.1f})"
    return (
        f"{row.subject} is moved by the wording: the cue {change} its error rate by {size}, {sample_size_text}. "
        f"{meaning}"
    )


def _facts(measurements: Measurements, subjects: Sequence[str]) -> Iterator[str]:
    """Yield how far the facts and the cue move the subjects that were shown fact twins."""
    rows = overall_by_subject(facts_of(measurements))
    phrases = [_movement_note(rows[name]) for name in subjects if name in rows]
    if any(phrases):
        yield (
            "Over both sides of the facts, where a fact effect of 100 points means that the facts alone decide: "
            f"{'; '.join(filter(None, phrases))}."
        )


def _movement_note(row: FactRow) -> str:
    if isinstance(row.facts, Gap) or isinstance(row.cue, Gap):
        return ""
    qualifier = "" if distinguishable(row.cue) else NOT_DISTINGUISHABLE
    return (
        f"{row.subject} has a fact effect of {interval(row.facts)} and a cue effect of {interval(row.cue)}{qualifier}"
    )


def _placebo(row: EffectRow, estimand: Estimand) -> Iterator[str]:
    """Yield the placebo-adjusted effect of a subject that was shown the placebo arm, where the report uses another."""
    if estimand is not Estimand.NET or isinstance(row.adjusted, Gap):
        return
    yield (
        f"{row.subject} was shown placebo texts too, for which its placebo-adjusted effect is {interval(row.adjusted)}"
        f"{'' if distinguishable(row.adjusted) else NOT_DISTINGUISHABLE}; the net effect contains what the edit of the "
        "text does."
    )


def _bias_specific_sentences(measurements: Measurements, subject: str) -> Iterator[str]:
    """Yield what the cue adds to a bare recommendation, over all biases for which one was shown."""
    row = next((row for row in specific_of(measurements) if row.subject == subject), None)
    if row is None or isinstance(row.specific, Gap) or row.dilemmas < MINIMUM:
        return
    meaning = "the cue does more than a recommendation"
    if direction_of(row.specific) < 0:
        meaning = "a mere recommendation does more than the cue"
    elif not distinguishable(row.specific):
        meaning = "following whatever is recommended may be all that the cue shows"
    yield (
        f"Against a bare recommendation of the same option, {subject} has a {SPECIFIC} of {interval(row.specific)}, on "
        f"{format_cell(row.dilemmas, 'count')} dilemma{'s' * (row.dilemmas != 1)}: {meaning}."
    )


def _unparsed(row: EffectRow, of: str = "") -> Iterator[str]:
    if isinstance(row.unparsed, Gap) or row.unparsed == 0 or isinstance(row.bounds, Gap):
        return
    open_sign = distinguishable(row.effect) and row.bounds.low <= 0 <= row.bounds.high
    yield (
        f"{percent(row.unparsed)} of {of}runs contain an unparsed decision; however these are read, the effect is "
        f"between {points(row.bounds.low)} and {points(row.bounds.high)} points (with the interval at each end)"
        f"{', so that even its sign may depend on them' if open_sign else ''}."
    )


def _biases(measurements: Measurements, subject: str) -> Iterator[str]:
    pooled_biases, tests = biases_of(measurements)
    test = next((test for test in tests if test.subject == subject), None)
    if test is None:
        return
    if isinstance(test.p, Gap):
        yield f"Whether its biases differ is not tested: {test.p.reason}."
        return
    # Even if biases do not differ, one of them has the largest effect by chance.
    if isinstance(test.worst, Gap):
        p = p_text(test.p)
        yield f"Its biases do not differ significantly (heterogeneity p {p}), so that none is named the worst."
        return
    row = next(row for row in pooled_biases if (row.subject, row.bias) == (subject, test.worst))
    if not isinstance(row.pooled, Gap):
        yield (
            f"Its biases differ (heterogeneity p {p_text(test.p)}); the largest effect is that of cues of {row.bias}, "
            f"{interval(row.pooled)} after partial pooling{'' if distinguishable(row.pooled) else NOT_DISTINGUISHABLE}."
        )


OFFSET = (
    "the cues of its single biases have effects of both signs, which offset each other in the effect over all biases"
)


def _tested_rows(rows: Sequence[EffectRow], subject: str) -> list[tuple[EffectRow, float]]:
    """Return a subject's biases that are tested, with their p after Holm's adjustment."""
    bias_rows = [row for row in rows if row.subject == subject and row.bias != ALL_BIASES and row.tier == ALL_TIERS]
    return [(row, row.holm_p) for row in bias_rows if not isinstance(row.holm_p, Gap)]


def directions(rows: Sequence[EffectRow], subject: str) -> tuple[list[str], list[str]]:
    """Return the biases on which the cue makes errors more frequent, and those on which it makes them rarer."""
    significant_effects = [(row.bias, row.effect) for row, p in _tested_rows(rows, subject) if p < 1 - LEVEL]
    estimates = [(bias, effect.estimate) for bias, effect in significant_effects if not isinstance(effect, Gap)]
    return [bias for bias, effect in estimates if effect > 0], [bias for bias, effect in estimates if effect < 0]


def _single_bias_sentences(rows: Sequence[EffectRow], subject: str) -> Iterator[str]:
    """Yield which single biases have an effect: fewer than the heading suggests where each has few dilemmas."""
    tested_rows, (biases_above, biases_below) = _tested_rows(rows, subject), directions(rows, subject)
    if len(tested_rows) < 2:
        return
    phrases = [
        f"{direction} zero for {', '.join(names)}"
        for direction, names in (("above", biases_above), ("below", biases_below))
        if names
    ]
    significant_count = len(biases_above) + len(biases_below)
    yield (
        f"Taken alone, the cues of {significant_count} of {len(tested_rows)} biases have an effect that is "
        f"distinguishable from zero (Holm's adjustment){': ' if phrases else ''}{'; '.join(phrases)}."
    )
    if biases_above and biases_below:
        yield f"So {OFFSET}."


def _flips(row: FlipRow | None) -> Iterator[str]:
    if row is None or isinstance(row.flips, Gap):
        return
    sentence = f"The flip rate, the paper's measure, is {percent(row.flips.estimate)}"
    if not isinstance(row.right_to_wrong, Gap) and not isinstance(row.wrong_to_right, Gap):
        sentence += (
            f" ({percent(row.right_to_wrong.estimate)} right to wrong, {percent(row.wrong_to_right)} wrong to right)"
        )
    if not isinstance(row.noise_unbiased, Gap):
        sentence += f"; two runs of the same unbiased text, without any cue, differ in {percent(row.noise_unbiased)}"
    else:
        sentence += f"; {NO_FLOOR}"
    yield sentence + "."


def _closing(measurements: Measurements) -> str:
    return (
        DIRECT
        if measurements.study.direct
        else (
            "A flip is a run whose decisions on the two texts of a dilemma differ. Use flip rates to compare with "
            "published figures only: they count noise, the order of the options and the edit of the text together "
            "with the cue."
        )
    )


def _rank(rows: Sequence[EffectRow]) -> list[EffectRow]:
    """Return the rows from the largest effect to the smallest."""
    return sorted(rows, key=lambda row: -row.effect.estimate if not isinstance(row.effect, Gap) else 0.0)


def _ranking(rows: Sequence[EffectRow]) -> str:
    ranked_rows = _rank(rows)
    listed_rows = (
        ranked_rows
        if len(ranked_rows) <= MOST_NAMED
        else [*ranked_rows[: MOST_NAMED // 2], *ranked_rows[-MOST_NAMED // 2 :]]
    )
    texts = [f"{row.subject} {_effect_text(row)}{_certainty(row)}" for row in listed_rows]
    omitted_count = len(ranked_rows) - len(listed_rows)
    omission = f" ({omitted_count} in between are in the table)" if omitted_count else ""
    # A subject with too few dilemmas for a test is not shown to be unmoved.
    tested_rows = [row for row in rows if row.dilemmas >= MINIMUM]
    moved_count = sum(distinguishable(row.effect) for row in tested_rows)
    ranking = f"from the largest effect: {'; '.join(texts)}{omission}"
    if not tested_rows:
        return f"No effect is tested on fewer than {MINIMUM} dilemmas; {ranking}."
    verb = "is" if moved_count == 1 else "are" if moved_count else "are shown to be"
    noun = "subjects" if len(tested_rows) == len(rows) else "tested subjects"
    return (
        f"{moved_count} of {len(tested_rows)} {noun} {verb} moved by the "
        f"wording{_adjusted_sentence(tested_rows)}; {ranking}."
    )


def _adjusted_sentence(tested_rows: Sequence[EffectRow]) -> str:
    """Return how many subjects are moved if chance is allowed to move one of them in 5 % of studies."""
    if len(tested_rows) < 2:
        return ""
    significant_count = sum(isinstance(row.holm_p, float) and row.holm_p < 1 - LEVEL for row in tested_rows)
    return f" ({significant_count} after Holm's adjustment over subjects)"


def _effect_text(row: EffectRow) -> str:
    """Return an effect with its interval and the error rate on unbiased texts, which leaves room for it."""
    assert not isinstance(row.effect, Gap), "only measured effects are ranked"
    return f"{interval(row.effect)[:-1]}; {format_cell(row.error_on_unbiased, 'share')} errors on unbiased texts)"


def _certainty(row: EffectRow) -> str:
    if row.dilemmas < MINIMUM:
        return f", {row.dilemmas} dilemmas"
    return "" if isinstance(row.effect, Gap) or distinguishable(row.effect) else NOT_DISTINGUISHABLE


def _flips_of_all(measurements: Measurements) -> Iterator[str]:
    all_flips = overall_by_subject(flips_of(measurements))
    flips = {name: row for name, row in all_flips.items() if name not in measurements.study.unjudged}
    rates = {name: row.flips for name, row in flips.items() if not isinstance(row.flips, Gap)}
    if not rates:
        return
    (low, lowest_subject), (high, highest_subject) = (
        extreme((rate.estimate, name) for name, rate in rates.items()) for extreme in (min, max)
    )
    text = (
        f"Flip rates, the paper's measure, range from {percent(low)} ({lowest_subject}) to {percent(high)} "
        f"({highest_subject})"
    )
    if low == high:
        scope = "every subject" if len(rates) == len(all_flips) else ", ".join(rates)
        text = f"The flip rate, the paper's measure, is {percent(low)} for {scope}"
    floors = {name: row.noise_unbiased for name, row in flips.items() if not isinstance(row.noise_unbiased, Gap)}
    if floors:
        noise_floors = ", ".join(
            f"{percent(floors[name])} ({name})"
            for name in dict.fromkeys((lowest_subject, highest_subject))
            if name in floors
        )
        text += (
            f"; two runs of the same unbiased text, without any cue, differ in {noise_floors}" if noise_floors else ""
        )
    else:
        text += f"; {NO_FLOOR}"
    yield text + "."
