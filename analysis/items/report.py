"""The report on items of any protocol: the answer, tables and figures of every measure, and the protocol's chapters."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from probe.analysis.figures.charts import Point, Series, forest_picture, heat_map
from probe.analysis.figures.style import Picture
from probe.analysis.items.estimates import (
    ALL_BIASES,
    ALL_TIERS,
    ChangeRow,
    MeanRow,
    changes,
    changes_table,
    means,
    table,
)
from probe.analysis.items.study import NONE, ItemStudy
from probe.analysis.report.findings import Chapter, Findings
from probe.analysis.report.limits import SIMULATED
from probe.analysis.tables import Column, Gap, Table, percent, points
from probe.analysis.tables import signed as signed_number
from probe.values import Measure

_EQUAL = 1e-9
"""Bounds that are nearer to each other than this differ by rounding."""

IN_SHORT = ("subject", "bias", "items", "mean", "low", "high", "holm_p")

LIMITS = (
    "A shift is called a bias only where the item has a norm: its text, or certified rules, make the manipulation "
    "irrelevant. Elsewhere it is a response style.",
    "Wording: figures are about these texts and their language.",
)


def report_on_items(study: ItemStudy, chapters: Iterable[Chapter] = ()) -> Findings:
    """Return the report: the headline first, then every measure, mitigations, answers, and the given chapters."""
    by_measure = {measure.name: means(study, measure) for measure in study.measures}
    headline = by_measure[study.headline.name]
    changed = changes(study)
    own = tuple(chapters)
    return Findings(
        title=f"{study.headline.heading} of {_names(study)}",
        answer=(*_incomplete(study), *_answer(study, headline), *_mitigated(changed)),
        by_subject=(),
        summary=_summary(study, headline),
        in_short=IN_SHORT,
        settings=_settings(study),
        chapters=(
            *(_chapter(study, measure, by_measure[measure.name]) for measure in study.measures),
            *_mitigation_chapter(study, changed),
            _answers(study),
            *own,
        ),
        absent=() if changed else ("Mitigations: no subject was asked under any (probe evaluate --mitigation).",),
        limits=(*LIMITS, *_simulated(study)),
    )


def _names(study: ItemStudy) -> str:
    names = [subject.name for subject in study.subjects]
    return ", ".join(names) if len(names) <= 3 else f"{len(names)} subjects"


def _incomplete(study: ItemStudy) -> Iterator[str]:
    for subject in study.subjects:
        if subject.evaluation.unanswered:
            yield (
                f"Incomplete: {subject.evaluation.unanswered} questions to {subject.name} have no answer; repeat its "
                "probe evaluate."
            )


def _answer(study: ItemStudy, rows: Sequence[MeanRow]) -> Iterator[str]:
    measure = study.headline
    yield f"{_defined(measure)} Without the bias it is {_number(measure, measure.expected)}."
    for subject in study.subjects:
        own = [row for row in rows if (row.subject, row.mitigation, row.tier) == (subject.name, NONE, ALL_TIERS)]
        for row in own:
            if row.bias == ALL_BIASES and not isinstance(row.mean, Gap):
                yield f"{subject.name}: {_estimate(measure, row)} over {row.items} items.{_unparsed(measure, row)}"
        clear = [row for row in own if isinstance(row.holm_p, float) and row.holm_p < 0.05]
        tested = [row for row in own if isinstance(row.holm_p, float)]
        if not tested:
            yield f"{subject.name}: no bias has enough items to be tested."
            continue
        names = ", ".join(f"{row.bias} ({_estimate(measure, row)})" for row in _largest(clear))
        yield (
            f"{subject.name}: {len(clear)} of {len(tested)} tested biases {'is' if len(clear) == 1 else 'are'} "
            "distinguishable from "
            f"{_number(measure, measure.expected)} after Holm's adjustment{': ' + names if names else ''}."
        )


def _defined(measure: Measure) -> str:
    return f"{measure.heading}: {measure.meaning}."


def _largest(rows: Sequence[MeanRow]) -> list[MeanRow]:
    return sorted(rows, key=lambda row: -abs(row.mean.estimate) if not isinstance(row.mean, Gap) else 0.0)


def _estimate(measure: Measure, row: MeanRow) -> str:
    """Return a mean with its interval."""
    if isinstance(row.mean, Gap):
        return "–"
    mean, low, high = (_number(measure, value) for value in (row.mean.estimate, row.mean.low, row.mean.high))
    return f"{mean}, 95 % interval {low.removesuffix(' points')} to {high}"


def _unparsed(measure: Measure, row: MeanRow) -> str:
    """Return where unparsed answers could move the mean; nothing where all answers were read."""
    if isinstance(row.mean, Gap) or isinstance(row.bounds, Gap):
        return ""
    if max(row.mean.low - row.bounds.low, row.bounds.high - row.mean.high) < _EQUAL:
        return ""
    low, high = (_number(measure, value) for value in (row.bounds.low, row.bounds.high))
    return f" However unparsed answers are read, it is between {low} and {high}, the interval at each end included."


def _number(measure: Measure, value: float | None) -> str:
    if value is None:
        return "not defined"
    if measure.kind == "points":
        return f"{points(value)} points"
    return percent(value) if measure.kind == "share" else signed_number(value, 3)


def _mitigated(rows: Sequence[ChangeRow]) -> Iterator[str]:
    for row in rows:
        if row.bias == ALL_BIASES:
            yield f"{row.subject} under {row.mitigation}: {row.outcome}."


def _summary(study: ItemStudy, rows: Sequence[MeanRow]) -> Table:
    kept = tuple(row for row in rows if (row.mitigation, row.tier) == (NONE, ALL_TIERS))
    return table(kept, study.headline).model_copy(update={"key": "summary", "title": "In short"})


def _settings(study: ItemStudy) -> tuple[str, ...]:
    items = study.items.values()
    norms = Counter(item.norm for item in items)
    first = study.subjects[0].evaluation
    chosen = sorted({", ".join(f"{k}: {v}" for k, v in s.evaluation.choices.items()) for s in study.subjects} - {""})
    lines = [
        f"Protocol {first.protocol}: {len(study.subjects)} subjects, {len(items)} items in "
        f"{len({item.cluster for item in items})} clusters.",
        f"What makes the manipulation irrelevant: the text in {norms['text']} items, the author's certified rules in "
        f"{norms['stipulated']}, nothing that is known in {norms['none']}.",
        "Tiers: " + study.tiers.sentence + ".",
        *(f"Settings: {line}." for line in chosen),
    ]
    if any(item.sensitive for item in items):
        lines.append("Some items are about attributes of people, and are marked as sensitive.")
    return tuple(lines)


def _chapter(study: ItemStudy, measure: Measure, rows: tuple[MeanRow, ...]) -> Chapter:
    pictures, tables = (*_pictures(study, measure, rows),), (table(rows, measure),)
    return Chapter(measure.name, measure.heading, (_defined(measure),), pictures, tables)


def _pictures(study: ItemStudy, measure: Measure, rows: Sequence[MeanRow]) -> Iterator[Picture]:
    shown = [row for row in rows if (row.mitigation, row.tier) == (NONE, ALL_TIERS) and row.bias != ALL_BIASES]
    biases = list(dict.fromkeys(row.bias for row in shown))
    if not biases:
        return
    subjects = [subject.name for subject in study.subjects]
    found = {(row.subject, row.bias): row.mean for row in shown}
    if len(subjects) <= 4:
        several = [Series(name, [Point.of_difference(found.get((name, bias))) for bias in biases]) for name in subjects]
        yield forest_picture(
            f"{measure.name}_forest",
            f"{measure.heading} by bias",
            "Whiskers are 95 % intervals over clusters; the line is zero.",
            biases,
            several,
            xlabel=f"{measure.label} (hundredths)",
        )
    values = np.array([[_value(found.get((name, bias))) for name in subjects] for bias in biases])
    limit = float(np.nanmax(np.abs(values))) if not np.isnan(values).all() else 1.0
    written = ["/".join(f"{value:.2f}" for value in line) for line in values]
    listed = "; ".join(f"{bias} {line}" for bias, line in zip(biases, written, strict=True))
    yield Picture(
        f"{measure.name}_heat_map",
        f"{measure.heading}: biases by subject",
        f"{measure.heading} by bias (rows) and subject (columns): {listed}.",
        "A dash: no item has a value.",
        lambda: heat_map(values, biases, subjects, form=lambda v: f"{v:.2f}", diverging=True, limit=max(limit, 0.1)),
    )


def _value(found: object) -> float:
    estimate = getattr(found, "estimate", None)
    return float("nan") if estimate is None else float(estimate)


def _mitigation_chapter(study: ItemStudy, rows: tuple[ChangeRow, ...]) -> Iterator[Chapter]:
    if rows:
        text = f"Each mitigation is compared with the same subject without it, item by item: {study.headline.label}."
        yield Chapter("item_mitigations", "Mitigations", (text,), (), (changes_table(rows, study.headline),))


def _answers(study: ItemStudy) -> Chapter:
    """Return how many answers could not be read, by subject and arm."""
    columns = (
        Column(key="subject", label="subject"),
        Column(key="mitigation", label="mitigation"),
        Column(key="arm", label="arm"),
        Column(key="decisions", label="decisions", kind="count"),
        Column(key="unparsed", label="unparsed", kind="share"),
    )
    rows: list[dict[str, str | int | float | Gap]] = []
    for subject in study.subjects:
        decisions = subject.evaluation.decisions
        made = Counter((one.mitigation, one.arm.value) for one in decisions)
        lost = Counter((one.mitigation, one.arm.value) for one in decisions if one.decision == "unparsed")
        for (mitigation, arm), number in made.items():
            row: dict[str, str | int | float | Gap] = {"subject": subject.name, "mitigation": mitigation, "arm": arm}
            rows.append(row | {"decisions": number, "unparsed": lost[mitigation, arm] / number})
    found = Table(key="answers", title="Answers by arm", columns=columns, rows=tuple(rows))
    return Chapter("answers", "Answers", ("Unparsed answers are counted, never guessed.",), (), (found,))


def _simulated(study: ItemStudy) -> tuple[str, ...]:
    names = [subject.name for subject in study.subjects if subject.name.startswith("simulated")]
    return (SIMULATED.format(names=", ".join(names)),) if names else ()
