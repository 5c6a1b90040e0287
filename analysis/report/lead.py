"""What a report says first: is a subject moved, how sure is that, at which depth, against what baseline."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from probe.analysis.depth import by_depth
from probe.analysis.depth.scenarios import ScenarioRow
from probe.analysis.depth.trends import TrendRow, trend_measure
from probe.analysis.effects import effect
from probe.analysis.effects.deciding import Deciding
from probe.analysis.effects.effect import ALL_BIASES, EffectRow, direction_of, distinguishable, overall
from probe.analysis.effects.facts import FactRow, overall_facts
from probe.analysis.effects.means import shown
from probe.analysis.figures.charts import short_names
from probe.analysis.report.findings import Lead
from probe.analysis.report.measured import Measured
from probe.analysis.statistics.differences import Effect
from probe.analysis.statistics.intervals import LEVEL
from probe.analysis.statistics.weights import MINIMUM
from probe.analysis.study import Study
from probe.analysis.tables import Cell, Column, Gap, Kind, Table, format_cell
from probe.values import Measure
from probe.values.phrases import counted

POWERLESS = 0.15
"""Half the width of an interval from which on an effect that a user would care about may have been missed."""


class Verdict(NamedTuple):
    """One subject in a row; ``effect`` and ``per_level`` are printed with their intervals."""

    subject: str
    verdict: str
    effect: Effect | Gap
    per_level: Effect | Gap
    error: float | Gap
    facts: Effect | Gap
    items: int

    @property
    def moved(self) -> bool:
        """Whether it is said to be moved, one way or the other."""
        return self.verdict.startswith("moved ")


class Words(NamedTuple):
    """What the items of a protocol are called, and what moves decisions about them."""

    item: str
    cause: str


DILEMMAS, ITEMS = Words("dilemma", "cue"), Words("item", "manipulation")

NOTE = (
    "Points are percentage points. Change per level: within scenarios that exist at several depths, else over all "
    "dilemmas. The fact effect is 100 points where the facts alone decide. All numbers: tables/summary.csv."
)


def lead_of_dilemmas(study: Study, found: Measured, informed: Sequence[Deciding]) -> Lead:
    """Return the first screen of a report on dilemmas."""
    unable = {row.subject: UNABLE[row.basis] for row in informed if row.uninformed}
    facts = overall_facts(found.facts)
    return lead(study, found.effects, found.scenarios, found.trends, facts=facts, unable=unable, words=DILEMMAS)


def lead(
    study: Study,
    effects: Sequence[EffectRow],
    series: Sequence[ScenarioRow],
    trends: Sequence[TrendRow],
    *,
    facts: Mapping[str, FactRow] = MappingProxyType({}),
    unable: Mapping[str, str] = MappingProxyType({}),
    words: Words = ITEMS,
) -> Lead:
    """Return the first screen. ``unable`` says in a few words why a subject cannot be judged at all.

    The change per level is that within ``series`` where there are any, else that of the ``trends``.
    """
    measure = study.headline
    rows = [
        Verdict(
            row.subject,
            unable.get(row.subject) or _verdict(row, measure, words),
            shown(row.effect, measure),
            _slope((*series, *trends), row.subject),
            row.error_on_unbiased if measure.errors else NO_ERRORS,
            facts[row.subject].facts if row.subject in facts else NO_TWIN,
            row.dilemmas,
        )
        for row in overall(effects)
    ]
    rows.sort(key=lambda row: -abs(row.effect.estimate) if not isinstance(row.effect, Gap) else 0.0)
    over = trend_measure(study.scores.measured, study.tiers.measure)
    levels = by_depth.by_depth(study.scores, over, study.tiers)
    pictures = [by_depth.picture(levels, over, measure)] if levels else []
    if {row.bias for row in effects} - {ALL_BIASES}:
        pictures.append(effect.picture(effects, measure))
    return Lead(
        _conclusion(rows, measure, words),
        _measured(study, words),
        _table(rows, measure, words),
        tuple(pictures),
        (by_depth.table(levels, over, measure).about(words.item),) if levels else (),
    )


def _slope(slopes: Iterable[TrendRow | ScenarioRow], subject: str) -> Effect | Gap:
    """Return the first change per level that was estimated over all biases, else why the last one was not."""
    found: Effect | Gap = NO_SLOPE
    for one in slopes:
        if one.subject == subject and getattr(one, "bias", ALL_BIASES) == ALL_BIASES:
            if not isinstance(one.slope, Gap):
                return Effect(estimate=one.slope.estimate, low=one.slope.low, high=one.slope.high, p=None)
            found = one.slope
    return found


UNABLE = {
    "same answer": "gives the same answer whatever the facts",
    "at chance": "cannot be told from guessing",
    "worse than chance": "errs more often than a coin",
}
UNDECIDED, NOT_MOVED = "undecided: the interval is wide", "not shown to be moved"
UNADJUSTED = "distinguishable before Holm's adjustment only"
NO_SLOPE = Gap(reason="depth does not vary")
NO_TWIN = Gap(reason="no fact twin was shown")
NO_ERRORS = Gap(reason="no error rate")


def _verdict(row: EffectRow, measure: Measure, words: Words) -> str:
    if isinstance(row.effect, Gap):
        return f"not measured: {row.effect.reason}"
    if row.dilemmas < MINIMUM:
        return f"too few to test ({row.dilemmas} of {MINIMUM})"
    if distinguishable(row.effect) and isinstance(row.holm_p, float) and row.holm_p >= 1 - LEVEL:
        return UNADJUSTED
    if distinguishable(row.effect):
        return f"moved {'by' if direction_of(row.effect) > 0 else 'against'} the {words.cause}"
    span = (measure.limits[1] - measure.limits[0]) / 2 if measure.limits else 1.0
    return UNDECIDED if _half(row.effect) > POWERLESS * span else NOT_MOVED


def _half(effect: Effect) -> float:
    return (effect.high - effect.low) / 2


def _conclusion(rows: Sequence[Verdict], measure: Measure, words: Words) -> str:
    """Return the title of the report: whether the subject is moved and how far, or how many of them are."""
    names = short_names([row.subject for row in rows])
    if len(rows) == 1:
        return _alone(rows[0], names[rows[0].subject], measure, words)
    moved = [row for row in rows if row.moved]
    judged = [row for row in rows if row.moved or row.verdict in (NOT_MOVED, UNADJUSTED)]
    if not judged:
        return f"None of {len(rows)} subjects can be judged"
    most = f", {names[moved[0].subject]} most: {_printed(moved[0].effect, measure)}" if moved else ""
    others = f"; {len(rows) - len(judged)} cannot be judged" if len(judged) < len(rows) else ""
    verb = "is" if len(moved) == 1 else "are"
    return f"{len(moved)} of {len(judged)} subjects {verb} moved by the {words.cause}{most}{others}"


def _alone(row: Verdict, name: str, measure: Measure, words: Words) -> str:
    if row.verdict == UNDECIDED:
        return f"Undecided whether the {words.cause} moves {name}: {_printed(row.effect, measure)}"
    if row.verdict == NOT_MOVED:
        return f"{name} is not shown to be moved by the {words.cause}: {_printed(row.effect, measure)}"
    if not row.moved or isinstance(row.effect, Gap):
        return f"{name} cannot be judged: {row.verdict}"
    if not measure.errors:
        return f"{name} is {row.verdict}: {_printed(row.effect, measure)}"
    often = "more often" if row.effect.estimate > 0 else "less often"
    size = format_cell(abs(row.effect.estimate), "width")
    return f"The {words.cause} makes {name} err {often}: by {size} points {_ends(row.effect, measure)}"


def _printed(found: Effect | Gap, measure: Measure) -> str:
    """Return an estimate with its interval in the units of the measure."""
    if isinstance(found, Gap):
        return f"– ({found.reason})"
    unit = " points" if measure.kind == "points" else ""
    return f"{format_cell(found.estimate, measure.kind)}{unit} {_ends(found, measure)}"


def _ends(found: Effect, measure: Measure) -> str:
    return f"({format_cell(found.low, measure.kind)} to {format_cell(found.high, measure.kind)})"


def _measured(study: Study, words: Words) -> str:
    measure = study.headline
    scenarios = len({item.cluster for item in study.items.values()})
    several = f" in {scenarios} independent scenarios" if scenarios < len(study.items) else ""
    return (
        f"{measure.heading}: {measure.meaning}, over {counted(len(study.items), words.item)}{several}. Parentheses are "
        f"95 % intervals: they allow for other {words.item}s of the same kind, not for other wordings."
    )


def _table(rows: Sequence[Verdict], measure: Measure, words: Words) -> Table:
    """Return the verdicts; an interval is in the cell of its estimate, and columns that no subject has are left out."""
    per_level = measure.model_copy(update={"kind": "points"}) if measure.kind != "number" else measure
    columns: tuple[tuple[str, str, Kind, Measure], ...] = (
        ("subject", "subject", "text", measure),
        ("verdict", "verdict", "text", measure),
        ("effect", measure.label, "text", measure),
        ("per_level", "change per level of depth", "text", per_level),
        ("error", "errors without the cue", "share", measure),
        ("facts", "fact effect", "text", per_level),
        ("items", f"{words.item}s", "count", measure),
    )

    def cell(row: Verdict, key: str, unit: Measure) -> Cell:
        value: Any = getattr(row, key)
        return _printed(value, unit).replace(" points", "") if isinstance(value, Effect) else value

    kept = [column for column in columns if column[0] in ("subject", "verdict", "effect") or _known(rows, column[0])]
    return Table(
        key="verdicts",
        title="Verdicts",
        columns=tuple(Column(key=key, label=label, kind=kind) for key, label, kind, _ in kept),
        rows=tuple({key: cell(row, key, unit) for key, _, _, unit in kept} for row in rows),
        notes=(NOTE,),
    )


def _known(rows: Sequence[Verdict], key: str) -> bool:
    return not all(isinstance(getattr(row, key), Gap) for row in rows)
