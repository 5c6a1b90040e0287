"""The registered analysis of a standard study: a subject's decisions as estimates, by the code of reports.

Explanations, times and prices play no part: anyone with the dilemmas and the decisions gets the same numbers.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

from pydantic import Field, JsonValue

from probe.analysis.effects.doses import DoseVerdict, doses, over_all
from probe.analysis.effects.estimating import ALL_BIASES, ALL_TIERS
from probe.analysis.estimand import Estimand
from probe.analysis.report.findings import Findings
from probe.analysis.report.formats import to_json
from probe.analysis.statistics.differences import Effect
from probe.analysis.study import LEAST_PLACEBO_SHARE, NONE, Study
from probe.analysis.tables import Gap
from probe.errors import InputError
from probe.protocols import protocol_named
from probe.values import Evaluation, Item, Value

VERSION = 1
"""The version of this analysis: another one is another study."""

TABLES = (
    "verdicts", "effects", "by_depth", "biases", "heterogeneity", "facts", "specific", "opposite", "sensitivity",
    "trends", "scenarios", "required", "exercised", "high_low", "mitigation_outcomes", "mitigations", "position",
    "cue_doses", "cue_dose_changes",
)  # fmt: skip
"""The tables of the report that are part of a result, over all dilemmas."""

MODE_TABLES = ("verdicts", "by_depth")
"""Those that are part of it for each mode as well: depths of different modes are not the same."""

ALL = "all"
"""All dilemmas, among the modes."""

_MODE = "mode:"

EstimateRows = dict[str, list[dict[str, JsonValue]]]
"""The rows of tables by the key of the table; a gap is ``{"gap": reason}``."""


Difference = Annotated[float, Field(ge=-1, le=1)]
"""A difference of error rates."""
ChangeOfEffect = Annotated[float, Field(ge=-2, le=2)]
"""A difference of two effects."""


Label = Annotated[str, Field(max_length=1000)]
"""A name in a result. The file may come from anyone, so its length is limited."""


class DilemmaEffect(Value):
    """What a subject without a mitigation shows on one dilemma: the effect on errors, -1 to 1."""

    item: Label
    bias: Label
    mode: Label
    cluster: Label
    depth: int | None
    effect: Difference


class MainResult(Value):
    """The number that is compared: the mean effect on errors over all biases, with its 95 % interval and p."""

    measure: Label
    dilemmas: int
    clusters: int
    estimate: Difference
    low: Difference
    high: Difference
    p: Annotated[float, Field(ge=0, le=1)] | None


class DosePoint(Value):
    """The effect on errors at one dose, with its 95 % interval; ``dose`` is how many voices give the cue."""

    dose: int
    estimate: Difference
    low: Difference
    high: Difference


class DoseCurve(Value):
    """What more of the cue does, over all biases, on the dilemmas that have several doses.

    ``estimate`` is the change of the effect from the lowest to the highest dose, with its 95 % interval.
    """

    verdict: DoseVerdict
    dilemmas: int
    clusters: int
    points: tuple[DosePoint, ...]
    estimate: ChangeOfEffect
    low: ChangeOfEffect
    high: ChangeOfEffect


class StudyEstimates(NamedTuple):
    """The main result, the curve of its doses, the tables by mode, and the effect on each dilemma.

    There is no curve where the study has no doses, or answers to only one of them.
    """

    main: MainResult
    doses: DoseCurve | None
    tables: dict[str, EstimateRows]
    effects: tuple[DilemmaEffect, ...]


def estimates(evaluation: Evaluation) -> StudyEstimates:
    """Return the estimates. Raises InputError where there are too few answers for the registered effect."""
    study = study_of(evaluation)
    tables = {ALL: dict(_rows(report_of(study), TABLES))}
    items = {item.id: item for item in evaluation.items}
    for mode in sorted({mode_of(item) for item in items.values()}):
        mode_items = [item for item in evaluation.items if mode_of(item) == mode]
        tables[mode] = dict(_rows(report_of(study_of(of_items(evaluation, mode_items))), MODE_TABLES))
    return StudyEstimates(_main(study, tables[ALL]), _curve(study), tables, tuple(_effects(study, items)))


def study_of(evaluation: Evaluation) -> Study:
    """Return the evaluation as the analyses read it.

    Raises InputError where its answers would be analysed in another way than is registered: a report without answers to
    the placebo, or without a mitigation, is about something else.
    """
    study = protocol_named(evaluation.protocol).study([evaluation])
    if study.subjects != (evaluation.subject,):
        raise InputError(f"{evaluation.subject}: no question has an answer under the mitigation {NONE!r}: no result")
    if study.estimand is not Estimand.ADJUSTED:
        raise InputError(
            f"{evaluation.subject}: fewer than {100 * LEAST_PLACEBO_SHARE:.0f} % of the dilemmas have an "
            "answer to their placebo: no "
            f"{Estimand.ADJUSTED.label}, so no result"
        )
    return study


def report_of(study: Study) -> Findings:
    """Return the report on the study."""
    return protocol_named(study.evaluations[0].protocol).report(study)


def of_items(evaluation: Evaluation, items: Sequence[Item]) -> Evaluation:
    """Return the part of an evaluation that is about ``items``."""
    ids = {item.id for item in items}
    decisions = tuple(decision for decision in evaluation.decisions if decision.item_id in ids)
    return evaluation.model_copy(update={"items": tuple(items), "decisions": decisions})


def mode_of(item: Item) -> str:
    """Return the grammar's mode of a dilemma, as its composer recorded it."""
    return next((name.removeprefix(_MODE) for name in item.provenance.seed_ids if name.startswith(_MODE)), "none")


def _rows(report: Findings, keys: Sequence[str]) -> Iterator[tuple[str, list[dict[str, JsonValue]]]]:
    for table in report.tables:
        if table.key in keys:
            yield (
                table.key,
                [{key: rounded_values(cell) for key, cell in row.items()} for row in to_json(table)["rows"]],
            )


def rounded_values(cell: JsonValue) -> JsonValue:
    """Return a cell with six decimals, so that sums in another order give the same text.

    Ten decimals first remove what such sums differ by: a seventh decimal of exactly 5 would not round alike.
    """
    return round(round(cell, 10), 6) + 0.0 if isinstance(cell, float) else cell


def _number(cell: JsonValue) -> float:
    assert isinstance(cell, int | float)
    return float(cell)


def _main(study: Study, tables: EstimateRows) -> MainResult:
    main_row = next(row for row in tables["effects"] if (row["bias"], row["tier"]) == (ALL_BIASES, ALL_TIERS))
    if isinstance(main_row["effect"], dict):
        raise InputError(f"{study.subjects[0]}: no answer could be read, so there is no result")
    numbers = {name: _number(main_row[key]) for name, key in (("estimate", "effect"), ("low", "low"), ("high", "high"))}
    return MainResult(
        measure=study.headline.label,
        dilemmas=int(_number(main_row["dilemmas"])),
        clusters=int(_number(main_row["clusters"])),
        p=None if isinstance(main_row["p"], dict) else _number(main_row["p"]),
        **numbers,
    )


def _curve(study: Study) -> DoseCurve | None:
    for change, rows in over_all(doses(study)):
        measured_doses = [(row.dose, row.effect) for row in rows if isinstance(row.effect, Effect)]
        # Use only complete curves, because results are compared dose by dose.
        if (
            isinstance(change.change, Effect)
            and not isinstance(change.verdict, Gap)
            and len(measured_doses) == len(rows)
        ):
            return DoseCurve(
                verdict=change.verdict,
                dilemmas=change.dilemmas,
                clusters=rows[0].clusters,
                points=tuple(DosePoint(dose=dose, **_interval(effect)) for dose, effect in measured_doses),
                **_interval(change.change),
            )
    return None


def _interval(effect: Effect) -> dict[str, float]:
    limits = {"estimate": effect.estimate, "low": effect.low, "high": effect.high}
    return {name: _number(rounded_values(float(limit))) for name, limit in limits.items()}


def _effects(study: Study, items: dict[str, Item]) -> Iterator[DilemmaEffect]:
    scores = study.scores.measured
    # Sort by id, so that the order of the dilemmas in a file does not matter.
    for position in sorted(range(len(scores)), key=lambda index: str(scores.pair_id[index])):
        item = items[scores.pair_id[position]]
        yield DilemmaEffect(
            item=item.id,
            bias=item.bias.value,
            mode=mode_of(item),
            cluster=str(scores.cluster[position]),
            depth=item.complexity.depth,
            effect=_number(rounded_values(float(scores.effects[position]))),
        )
