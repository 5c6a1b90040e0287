"""The answer that a report begins with: the effect on errors, how certain it is, and what flips are good for."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from probe.analysis.depth.scenarios import ScenarioRow
from probe.analysis.depth.trends import ALL_SUBJECTS, TrendRow
from probe.analysis.effects.biases import Heterogeneity, PooledBias
from probe.analysis.effects.comparison import Comparison, differences
from probe.analysis.effects.effect import ALL_BIASES, ALL_TIERS, EffectRow, distinguishable, overall, p_of
from probe.analysis.effects.facts import FactRow, overall_facts
from probe.analysis.effects.flips import FlipRow, overall_flips
from probe.analysis.scores import Estimand
from probe.analysis.statistics.differences import MINIMUM, Effect, holm_or_gap
from probe.analysis.statistics.intervals import LEVEL
from probe.analysis.tables import Gap, format_cell, percent, points
from probe.values import Evaluation

CUE = "The cue is the wording of a biased text that pushes towards the wrong option; the facts are the same without it."

NOT_DISTINGUISHABLE = ", not distinguishable from zero"

MOST_NAMED = 6
"""Subjects that the answer ranks in one sentence; the table has all."""


class Measured(NamedTuple):
    """What the answer is made of; ``measure`` is what the trends are over."""

    estimand: Estimand
    measure: str
    effects: Sequence[EffectRow]
    flips: Sequence[FlipRow]
    pooled: Sequence[PooledBias]
    tests: Sequence[Heterogeneity]
    trends: Sequence[TrendRow]
    scenarios: Sequence[ScenarioRow]
    comparisons: Sequence[Comparison]
    facts: Sequence[FactRow] = ()
    direct: bool = False


DIRECT = (
    "Direct: subjects answered with one letter, and the probability of the wrong option takes the place of the error "
    "rate. It measures another thing than answers that explain first: never compare or pool the two."
)


def answer(found: Measured) -> tuple[str, ...]:
    """Return the answer over all subjects in a few sentences; for a single subject, its own."""
    rows = [row for row in overall(found.effects) if not isinstance(row.effect, Gap)]
    if len(rows) < 2:
        first, *rest = _subject(found, (rows or overall(found.effects))[0].subject)
        return (first, CUE, *rest, _closing(found))
    return (
        _definition(found.estimand),
        _ranking(rows),
        *(sentence for row in _ranked(rows)[:MOST_NAMED] for sentence in _facts(found, row.subject)),
        *differences(found.comparisons),
        *_trend(found, ALL_SUBJECTS),
        *_scenarios(found.scenarios),
        *_flips_of_all(found),
        _closing(found),
    )


def incomplete(evaluations: Sequence[Evaluation]) -> Iterator[str]:
    """Yield a notice for each evaluation with unanswered questions: more answers may change all its figures."""
    for one in evaluations:
        if one.unanswered > 0:
            asked = one.unanswered + len(one.decisions)
            yield (
                f"Incomplete: {one.unanswered} of {asked} questions to {one.subject} have no answer, so the figures "
                "are preliminary; repeat its probe evaluate to ask them."
            )


def answer_by_subject(found: Measured) -> tuple[str, ...]:
    """Return one paragraph per subject."""
    return tuple(" ".join(_subject(found, row.subject)) for row in overall(found.effects))


def interval(effect: Effect) -> str:
    """Return an estimate in points with its interval, as it is printed in sentences."""
    return f"{points(effect.estimate)} points (95 % interval {points(effect.low)} to {points(effect.high)})"


def _definition(estimand: Estimand) -> str:
    return (
        f"{CUE} Its effect on errors is the {estimand.label} in percentage points: {estimand.meaning}, on the same "
        "dilemmas. Above zero, the cue misleads."
    )


def _subject(found: Measured, subject: str) -> Iterator[str]:
    row = next(row for row in overall(found.effects) if row.subject == subject)
    if isinstance(row.effect, Gap):
        shown = format_cell(row.unparsed, "share")
        yield f"{subject}: no readable decision, so nothing can be concluded ({shown} unparsed)."
        return
    yield _effect(row, found.estimand)
    yield from _unparsed(row)
    yield from _facts(found, subject)
    yield from _biases(found, subject)
    yield from _alone(found.effects, subject)
    yield from _trend(found, subject)
    yield from _scenarios([each for each in found.scenarios if each.subject == subject])
    yield from _flips(overall_flips(found.flips).get(subject))


def _effect(row: EffectRow, estimand: Estimand) -> str:
    assert not isinstance(row.effect, Gap)
    counted = f"on {format_cell(row.dilemmas, 'count')} dilemmas"
    if row.clusters < row.dilemmas:
        scenarios = "scenario" if row.clusters == 1 else "scenarios"
        counted += f" in {format_cell(row.clusters, 'count')} independent {scenarios}"
    meaning = f"This {estimand.label} is the {estimand.meaning} ({_share(row.error_on_unbiased)} on unbiased texts)."
    found = f"{interval(row.effect)}, {counted}"
    if row.dilemmas < MINIMUM:
        return f"{row.subject}: the effect on errors is {found}; fewer than {MINIMUM} are not tested. {meaning}"
    if not distinguishable(row.effect):
        return f"{row.subject}: the effect on errors is not distinguishable from zero, {found}. {meaning}"
    change = "raises" if row.effect.estimate > 0 else "lowers"
    size = f"{100 * abs(row.effect.estimate):.1f}{interval(row.effect).removeprefix(points(row.effect.estimate))}"
    return f"{row.subject} is moved by the wording: the cue {change} its error rate by {size}, {counted}. {meaning}"


def _facts(found: Measured, subject: str) -> Iterator[str]:
    """Yield how far the facts and the cue move a subject, where it was shown fact twins."""
    row = overall_facts(found.facts).get(subject)
    if row is None or isinstance(row.facts, Gap) or isinstance(row.cue, Gap):
        return
    moved = "" if distinguishable(row.cue) else NOT_DISTINGUISHABLE
    yield (
        f"What {subject} chooses, over both sides of the facts: the fact effect is {interval(row.facts)}, where 100 "
        f"points mean that the facts alone decide, and the cue effect {interval(row.cue)}{moved}."
    )


def _share(share: float | Gap) -> str:
    return format_cell(share, "share")


def _unparsed(row: EffectRow) -> Iterator[str]:
    if isinstance(row.unparsed, Gap) or row.unparsed == 0 or isinstance(row.bounds, Gap):
        return
    yield (
        f"{percent(row.unparsed)} of runs contain an unparsed decision; read one way or the other, these would move "
        f"the effect to between {points(row.bounds.low)} and {points(row.bounds.high)} points."
    )


def _biases(found: Measured, subject: str) -> Iterator[str]:
    test = next((test for test in found.tests if test.subject == subject), None)
    if test is None:
        return
    if isinstance(test.p, Gap):
        yield f"Whether its biases differ is not tested: {test.p.reason}."
        return
    if isinstance(test.worst, Gap):
        yield f"Its biases do not differ significantly (heterogeneity p {_p(test.p)}), so that none is named the worst."
        return
    row = next(row for row in found.pooled if (row.subject, row.bias) == (subject, test.worst))
    if not isinstance(row.pooled, Gap):
        yield (
            f"Its biases differ (heterogeneity p {_p(test.p)}); the largest effect is {row.bias}, "
            f"{interval(row.pooled)} after partial pooling{'' if distinguishable(row.pooled) else NOT_DISTINGUISHABLE}."
        )


def _alone(rows: Sequence[EffectRow], subject: str) -> Iterator[str]:
    """Yield which single biases have an effect: fewer than the heading suggests where each has few dilemmas."""
    own = [row for row in rows if row.subject == subject and row.bias != ALL_BIASES and row.tier == ALL_TIERS]
    tested = [(row.bias, row.holm_p) for row in own if not isinstance(row.holm_p, Gap)]
    if len(tested) < 2:
        return
    shown = [bias for bias, p in tested if p < 1 - LEVEL]
    listed = f": {', '.join(shown)}" if shown else ""
    yield (
        f"Taken alone, {len(shown)} of {len(tested)} biases have an effect that is distinguishable from zero (Holm's "
        f"adjustment){listed}."
    )


def _p(p: float) -> str:
    text = format_cell(p, "p")
    return text if text.startswith(("<", ">")) else f"= {text}"


def _trend(found: Measured, subject: str) -> Iterator[str]:
    own = [row for row in found.trends if row.subject == subject]
    pooled = next((row for row in own if row.bias == ALL_BIASES), None)
    if pooled is None:
        yield from _single_trend(found, subject)
        return
    p = p_of(pooled.slope, pooled.dilemmas)
    if isinstance(pooled.slope, Gap) or isinstance(p, Gap):
        reason = pooled.slope.reason if isinstance(pooled.slope, Gap) else f"fewer than {MINIMUM} dilemmas"
        yield f"No trend with {found.measure} could be tested: {reason}."
        return
    per_rule = f"{interval(pooled.slope)} for one {'inference' if found.measure == 'inferences' else 'rule'} more"
    over = _over(pooled)
    if pooled.direction:
        verb = "rises" if pooled.direction > 0 else "falls"
        text = f"{over}, the effect {verb} with {found.measure}: {per_rule}"
    else:
        text = f"{over}, a trend of the effect with {found.measure} is not distinguishable from zero: {per_rule}"
    if not isinstance(pooled.adjusted, Gap):
        text += f"; at equal length of the text {interval(pooled.adjusted)}"
        text += "" if distinguishable(pooled.adjusted) else NOT_DISTINGUISHABLE
    yield text + "."
    if pooled.direction and not found.scenarios:
        yield (
            f"This does not show that {found.measure} causes it: no scenario exists at several depths here, and deeper "
            "dilemmas may differ in other ways too."
        )
    if subject == ALL_SUBJECTS:
        alone = _of_subjects(found.trends)
        listed = _directions(alone) or "rises or falls significantly for none"
        yield f"Of {len(alone)} single subjects it {listed} (Holm's adjustment over subjects)."
        return
    single = {row.bias: row.direction for row in own if row.bias != ALL_BIASES and not isinstance(row.holm_p, Gap)}
    if named := _directions(single):
        yield f"Of {len(single)} single biases it {named} (Holm's adjustment)."


def _of_subjects(rows: Sequence[TrendRow]) -> dict[str, int]:
    """Return the direction of each subject's trend, 0 where it is not significant among all of them."""
    alone = [row for row in rows if row.bias == ALL_BIASES and row.subject != ALL_SUBJECTS]
    tested = {row.subject: row for row in alone if not isinstance(p_of(row.slope, row.dilemmas), Gap)}
    adjusted = holm_or_gap([p_of(row.slope, row.dilemmas) for row in tested.values()])
    return {
        name: row.direction if not isinstance(p, Gap) and p < 1 - LEVEL else 0
        for (name, row), p in zip(tested.items(), adjusted, strict=True)
    }


def _directions(found: Mapping[str, int]) -> str:
    """Return for which names a trend rises and for which it falls; nothing where it does neither."""
    ways = {"rises": 1, "falls": -1}
    listed = {verb: [name for name, direction in found.items() if direction == way] for verb, way in ways.items()}
    return " and ".join(f"{verb} for {', '.join(names)}" for verb, names in listed.items() if names)


def _single_trend(found: Measured, subject: str) -> Iterator[str]:
    """Yield the trend of the one subject that has one, where it cannot be averaged over subjects."""
    overall = [row for row in found.trends if row.bias == ALL_BIASES]
    known = [row.subject for row in overall if not isinstance(row.slope, Gap)]
    if subject != ALL_SUBJECTS or not overall:
        return
    if not known:
        reasons = dict.fromkeys(row.slope.reason for row in overall if isinstance(row.slope, Gap))
        yield f"No trend with {found.measure} could be tested: {'; '.join(reasons)}."
        return
    for name in known:
        yield f"{name}, the only subject whose trend can be tested: {next(_trend(found, name))}"


def _over(row: TrendRow) -> str:
    if row.subject != ALL_SUBJECTS:
        return "Over all biases"
    rest = f" (without {', '.join(row.left_out)}, whose trend cannot be tested)" if row.left_out else ""
    return f"Over all subjects{rest} and biases"


def _scenarios(rows: Sequence[ScenarioRow]) -> Iterator[str]:
    tested = [(row, row.slope, row.p) for row in rows if not isinstance(row.slope, Gap) and not isinstance(row.p, Gap)]
    if not tested:
        return
    listed = "; ".join(
        f"{row.subject} {interval(slope)} per rule in {row.scenarios} scenarios, permutation p {_p(p)} (for a rise, "
        f"one-sided, p {_p(slope.p_rise)})" + ("" if p < 0.05 else NOT_DISTINGUISHABLE)
        for row, slope, p in tested
    )
    several = " p is not adjusted for the number of subjects." if len(tested) > 1 else ""
    yield f"Within scenarios that exist at several depths, the only causal comparison of depth: {listed}.{several}"


def _flips(row: FlipRow | None) -> Iterator[str]:
    if row is None or isinstance(row.flips, Gap):
        return
    text = f"The flip rate, the paper's measure, is {percent(row.flips.estimate)}"
    if not isinstance(row.right_to_wrong, Gap) and not isinstance(row.wrong_to_right, Gap):
        text += (
            f" ({percent(row.right_to_wrong.estimate)} right to wrong, {percent(row.wrong_to_right)} wrong to right)"
        )
    if not isinstance(row.noise_unbiased, Gap):
        text += f"; two runs of the same unbiased text, without any cue, differ in {percent(row.noise_unbiased)}"
    yield text + "."
    if not isinstance(row.excess, Gap):
        yield (
            f"Excess flips, beyond half of what two runs of each text differ by, are {interval(row.excess)}. They "
            "estimate the mean squared change of the probability of an answer, in either direction: a dilemma that the "
            "cue moves in every run counts fully, one that it moves in some runs only counts little."
        )


def _closing(found: Measured) -> str:
    return (
        DIRECT
        if found.direct
        else (
            "A flip is a run whose decisions on the two texts of a dilemma differ. Use flip rates to compare with "
            "published figures only: they count noise, the order of the options and the edit of the text together "
            "with the cue."
        )
    )


def _ranked(rows: Sequence[EffectRow]) -> list[EffectRow]:
    """Return the rows from the largest effect to the smallest."""
    return sorted(rows, key=lambda row: -row.effect.estimate if not isinstance(row.effect, Gap) else 0.0)


def _ranking(rows: Sequence[EffectRow]) -> str:
    ranked = _ranked(rows)
    named = ranked if len(ranked) <= MOST_NAMED else [*ranked[: MOST_NAMED // 2], *ranked[-MOST_NAMED // 2 :]]
    texts = [
        f"{row.subject} {interval(row.effect)}" + _certainty(row) for row in named if not isinstance(row.effect, Gap)
    ]
    left_out = len(ranked) - len(named)
    rest = f" ({left_out} in between are in the table)" if left_out else ""
    tested = [row for row in rows if row.dilemmas >= MINIMUM]
    moved = sum(distinguishable(row.effect) for row in tested)
    ranking = f"from the largest effect: {'; '.join(texts)}{rest}"
    if not tested:
        return f"No effect is tested on fewer than {MINIMUM} dilemmas; {ranking}."
    verb = "is" if moved == 1 else "are"
    which = "subjects" if len(tested) == len(rows) else "tested subjects"
    return f"{moved} of {len(tested)} {which} {verb} moved by the wording; {ranking}."


def _certainty(row: EffectRow) -> str:
    if row.dilemmas < MINIMUM:
        return f", {row.dilemmas} dilemmas"
    return "" if isinstance(row.effect, Gap) or distinguishable(row.effect) else NOT_DISTINGUISHABLE


def _flips_of_all(found: Measured) -> Iterator[str]:
    rates = {name: row.flips for name, row in overall_flips(found.flips).items() if not isinstance(row.flips, Gap)}
    if not rates:
        return
    (low, fewest), (high, most) = (pick((rate.estimate, name) for name, rate in rates.items()) for pick in (min, max))
    text = f"Flip rates, the paper's measure, range from {percent(low)} ({fewest}) to {percent(high)} ({most})"
    floors = {
        name: row.noise_unbiased
        for name, row in overall_flips(found.flips).items()
        if not isinstance(row.noise_unbiased, Gap)
    }
    if floors:
        listed = ", ".join(
            f"{percent(floors[name])} ({name})" for name in dict.fromkeys((fewest, most)) if name in floors
        )
        text += f"; two runs of the same unbiased text, without any cue, differ in {listed}" if listed else ""
    yield text + "."
