"""Results of one study in one table: a rank only where differences hold after adjustment."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations
from typing import Annotated, Literal, NamedTuple

import numpy as np

from probe.analysis.effects.deciding import VERDICTS as UNJUDGED
from probe.analysis.effects.doses import UNINFORMATIVE, VERDICTS, DoseVerdict
from probe.analysis.scores import codes_of
from probe.analysis.statistics.differences import Effect, clustered_mean, paired_difference
from probe.analysis.statistics.multiplicity import holm
from probe.analysis.statistics.weights import MINIMUM
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, make_table, percent
from probe.errors import InputError
from probe.study.estimates import ALL, DilemmaEffect, DoseCurve, DosePoint
from probe.study.recipe import first_difference
from probe.study.result import StoredResult

Grouping = Literal["all", "bias", "depth"]
"""Over which dilemmas subjects are compared: all of them, those of each bias, or of each mode and depth."""
View = Grouping | Literal["dose"]
"""What a table shows: subjects compared, or their dose curves without ranks, since a curve has several effects."""
DOSE: Literal["dose"] = "dose"

GROUPS: Mapping[Grouping, Callable[[DilemmaEffect], str]] = {
    "all": lambda effect: "all dilemmas",
    "bias": lambda effect: effect.bias,
    "depth": lambda effect: f"{effect.mode}, depth {effect.depth}",
}
SIGNIFICANT = 0.05


class RankRow(NamedTuple):
    """One subject on one group of dilemmas; ``rank`` is a range where differences to others do not hold.

    Rank 1 is the least effect of the cues on errors. A subject that cannot be judged has no rank, and no other is
    ranked against it.
    """

    group: Annotated[str, Heading("dilemmas")]
    rank: Annotated[str | Gap, Heading("rank")]
    subject: Annotated[str, Heading("subject")]
    dilemmas: Annotated[int, Heading("number", "count")]
    clusters: Annotated[int, Heading("independent scenarios", "count")]
    effect: Annotated[Effect | Gap, EstimateHeading("effect on errors")]


class DoseCurveRow(NamedTuple):
    """The effect on one subject's errors by how many voices give the cue, and the change over all of them.

    ``verdict`` is one of ``VERDICTS`` of the analysis of doses; there is none on a subject that cannot be judged.
    """

    subject: Annotated[str, Heading("subject")]
    verdict: Annotated[DoseVerdict | Gap, Heading("outcome")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    once: Annotated[Effect | Gap, EstimateHeading("effect, cue once", prefix="once_")]
    twice: Annotated[Effect | Gap, EstimateHeading("twice", prefix="twice_")]
    three_times: Annotated[Effect | Gap, EstimateHeading("three times", prefix="three_times_")]
    change: Annotated[Effect | Gap, EstimateHeading("change", prefix="change_")]


def check_comparable(results: Sequence[StoredResult]) -> None:
    """Raise InputError unless the results are about the same dilemmas, and none is of the quick part."""
    first = results[0]
    for stored_result in results:
        # The quick part shows that everything works, but it is too small to compare subjects.
        if stored_result.result.part == "quick":
            raise InputError(f"{stored_result.file}: is of --part quick, which cannot be compared: run the whole study")
        if stored_result.result.study != first.result.study or stored_result.result.part != first.result.part:
            raise InputError(
                f"{stored_result.file}: is of {stored_result.result.study} ({stored_result.result.part}), but"
                f" {first.file} is of {first.result.study} ({first.result.part}): give results of the same study"
            )
        if name := first_difference(first.result.content, stored_result.result.content):
            raise InputError(f"{stored_result.file}: its dilemmas of {name} are not those of {first.file}")


def results_table(results: Sequence[StoredResult], grouping: Grouping = "all") -> Table:
    """Return the results by group, the least effect first. They have to pass ``check_comparable``."""
    names = _names(results)
    values = {name: stored_result.result.effects for name, stored_result in zip(names, results, strict=True)}
    group_of = GROUPS[grouping]
    groups = sorted({group_of(effect) for effects in values.values() for effect in effects})
    cells = {
        (group, name): {effect.item: effect for effect in effects if group_of(effect) == group}
        for group in groups
        for name, effects in values.items()
    }
    unjudged_reasons = _unjudged_gaps(results, names)
    judged_names = [name for name in names if name not in unjudged_reasons]
    less_moved = _pairs_less_moved(groups, judged_names, cells)
    rows = [_row(group, name, judged_names, cells, less_moved) for group in groups for name in names]
    rows = [
        row._replace(rank=unjudged_reasons[row.subject]) if row.subject in unjudged_reasons else row for row in rows
    ]
    rows.sort(key=lambda row: (groups.index(row.group), _estimate(row)))
    measure = results[0].result.main.measure
    notes = (
        f"The effect on errors is the {measure}, with its 95 % interval over independent scenarios; each bias counts "
        "equally. Rank 1: the cues add least to the errors.",
        f"Ranks count the subjects whose effects differ with p below {SIGNIFICANT} in a test paired by dilemma, after "
        "Holm's adjustment over all pairs of subjects and all groups of this table; a range is what remains possible. "
        f"Groups of fewer than {MINIMUM} dilemmas are not ranked.",
        "Questions without an answer that could be read: "
        + "; ".join(
            f"{name} {percent(stored_result.result.counts.unusable)}"
            for name, stored_result in zip(names, results, strict=True)
        )
        + ".",
        *(f"{name} has no rank: it {gap.reason}." for name, gap in unjudged_reasons.items()),
        *_flat_curve_notes(results, names, unjudged_reasons),
    )
    title = f"Results of {results[0].result.study}" + ("" if grouping == "all" else f" by {grouping}")
    return make_table(f"study_{grouping}", title, RankRow, rows, notes=notes)


def _unjudged_gaps(results: Sequence[StoredResult], names: Sequence[str]) -> dict[str, Gap]:
    """Return the subjects that cannot be judged by the verdict in their results, each with the reason."""
    verdicts = {
        name: row.get("verdict")
        for name, stored_result in zip(names, results, strict=True)
        for row in stored_result.result.tables.get(ALL, {}).get("verdicts", ())
    }
    # The file may come from anyone: what is not a text has no hash.
    return {
        name: Gap(reason=verdict)
        for name, verdict in verdicts.items()
        if isinstance(verdict, str) and verdict in UNJUDGED
    }


def doses_table(results: Sequence[StoredResult]) -> Table:
    """Return the dose curve of each result, by name of its subject. They have to pass ``check_comparable``."""
    names = _names(results)
    unjudged_reasons = _unjudged_gaps(results, names)
    curves = {name: stored_result.result.doses for name, stored_result in zip(names, results, strict=True)}
    rows = [_curve_row(name, curves[name]) for name in sorted(curves)]
    # The curve of a subject that guesses is flat at zero, like that of a subject that resists the cue.
    rows = [
        row._replace(verdict=unjudged_reasons[row.subject]) if row.subject in unjudged_reasons else row for row in rows
    ]
    notes = (
        "; ".join(f"{name}: {meaning}" for name, meaning in VERDICTS.items()) + ".",
        "The dilemmas in which other people repeat the cue, once and twice; each dose against a neutral text of its "
        "length. Effects have 95 % intervals over independent scenarios; each bias counts equally.",
        *(f"Nothing is concluded from the curve of {name}: it {gap.reason}." for name, gap in unjudged_reasons.items()),
    )
    title = f"Results of {results[0].result.study} by dose of the cue"
    return make_table("study_dose", title, DoseCurveRow, rows, notes=notes)


def _curve_row(name: str, curve: DoseCurve | None) -> DoseCurveRow:
    gap = Gap(reason="too few answers" if curve is None else "not asked")
    effects = {} if curve is None else {point.dose: _effect(point) for point in curve.points}
    return DoseCurveRow(
        subject=name,
        verdict=gap if curve is None else curve.verdict,
        dilemmas=0 if curve is None else curve.dilemmas,
        once=effects.get(1, gap),
        twice=effects.get(2, gap),
        three_times=effects.get(3, gap),
        change=gap if curve is None else _effect(curve),
    )


def _effect(interval: DosePoint | DoseCurve) -> Effect:
    return Effect(estimate=interval.estimate, low=interval.low, high=interval.high, p=None)


def _flat_curve_notes(
    results: Sequence[StoredResult], names: Sequence[str], unjudged_subjects: Collection[str]
) -> tuple[str, ...]:
    """Return whose curve is flat at zero, which a rank among the least effects does not show."""
    flat_subjects = [
        name
        for name, stored_result in zip(names, results, strict=True)
        if name not in unjudged_subjects
        and stored_result.result.doses is not None
        and stored_result.result.doses.verdict == UNINFORMATIVE
    ]
    return (f"The study is {UNINFORMATIVE} for {', '.join(flat_subjects)} (--by dose).",) if flat_subjects else ()


def _names(results: Sequence[StoredResult]) -> list[str]:
    """Return a name for each result: its subject's, with the folder where several are of one subject."""
    result_counts = Counter(stored_result.result.subject for stored_result in results)
    names = [
        stored_result.result.subject
        if result_counts[stored_result.result.subject] == 1
        # Resolved, because a path such as "." has no name.
        else f"{stored_result.result.subject} [{stored_result.file.resolve().parent.name}]"
        for stored_result in results
    ]
    repeated_name = next((name for name in names if names.count(name) > 1), None)
    if repeated_name is not None:
        raise InputError(
            f"{repeated_name}: two results have this name: give each once, or name their folders differently"
        )
    return names


_Cells = Mapping[tuple[str, str], Mapping[str, DilemmaEffect]]
_LessBiasedPairs = set[tuple[str, str, str]]
"""Group, and two subjects of which the first is moved less."""


def _pairs_less_moved(groups: Sequence[str], names: Sequence[str], cells: _Cells) -> _LessBiasedPairs:
    pairs = [(group, *pair) for group in groups for pair in combinations(names, 2)]
    differences = [_difference(cells[group, first], cells[group, second]) for group, first, second in pairs]
    # Adjust over all groups at once, because readers search the whole table for significant differences.
    adjusted_p_values = holm([None if difference is None else difference.p for difference in differences])
    significant = [
        (pair, difference.estimate)
        for pair, difference, p in zip(pairs, differences, adjusted_p_values, strict=True)
        if difference is not None and p is not None and p < SIGNIFICANT
    ]
    return {
        (group, first, second) if difference < 0 else (group, second, first)
        for (group, first, second), difference in significant
    }


def _difference(
    first_effects: Mapping[str, DilemmaEffect], second_effects: Mapping[str, DilemmaEffect]
) -> Effect | None:
    """Return the difference of two subjects on the dilemmas that both have; None for too few."""
    # A provider may refuse questions of one subject only; a dilemma without both effects has no pair.
    shared_items = sorted(first_effects.keys() & second_effects.keys())
    if len(shared_items) < MINIMUM:
        return None
    first, second = (
        np.array([effects[item].effect for item in shared_items]) for effects in (first_effects, second_effects)
    )
    clusters, strata = _labels([first_effects[item] for item in shared_items])
    return paired_difference(first, second, clusters, strata)


def _labels(effects: Sequence[DilemmaEffect]) -> tuple[np.ndarray, np.ndarray]:
    clusters = np.array([effect.cluster for effect in effects], dtype=object)
    biases = np.array([effect.bias for effect in effects], dtype=object)
    return codes_of(clusters), codes_of(biases)


def _row(group: str, name: str, names: Sequence[str], cells: _Cells, less_moved: _LessBiasedPairs) -> RankRow:
    effects = [effect for _, effect in sorted(cells[group, name].items())]
    mean = clustered_mean(np.array([effect.effect for effect in effects]), *_labels(effects)) if effects else None
    # If differences are not significant, the rank is the range from the best to the worst possible rank.
    best_rank = 1 + sum((group, other_name, name) in less_moved for other_name in names)
    worst_rank = len(names) - sum((group, name, other_name) in less_moved for other_name in names)
    rank = Gap(reason=f"fewer than {MINIMUM} dilemmas") if len(effects) < MINIMUM else _ranks(best_rank, worst_rank)
    return RankRow(
        group=group,
        rank=rank,
        subject=name,
        dilemmas=len(effects),
        clusters=len({effect.cluster for effect in effects}),
        effect=mean or Gap(reason="no dilemma"),
    )


def _ranks(best_rank: int, worst_rank: int) -> str:
    return f"{best_rank}" if best_rank == worst_rank else f"{best_rank}–{worst_rank}"


def _estimate(row: RankRow) -> float:
    return float("inf") if isinstance(row.effect, Gap) else row.effect.estimate
