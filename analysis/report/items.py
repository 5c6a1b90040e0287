"""A report on any protocol's items: its analyses, the answer in the headline measure, and the settings."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from probe.analysis.effects.effect import EffectRow, in_measure, number_in
from probe.analysis.effects.estimating import ALL_BIASES, ALL_TIERS
from probe.analysis.effects.means import means, table
from probe.analysis.measurements import Measurements
from probe.analysis.report.findings import Findings, names, run_analyses
from probe.analysis.report.lead import lead
from probe.analysis.report.limits import SIMULATED_NOTE
from probe.analysis.report.naming import simulated_rules
from probe.analysis.report.origin import subjects_with_items
from probe.analysis.study import NONE, Study
from probe.analysis.tables import Gap
from probe.values import Measure
from probe.values.phrases import counted

_EQUAL = 1e-9
"""Bounds that are nearer to each other than this differ by rounding."""

IN_SHORT = ("subject", "bias", "items", "mean", "low", "high", "holm_p")

LIMITS = (
    "A shift is called a bias only where the item has a norm: its text, or certified rules, make the manipulation "
    "irrelevant. Elsewhere it is a response style.",
    "Wording: figures are about these texts and their language.",
)


def report_on_items(measurements: Measurements, analyses: Iterable[str]) -> Findings:
    """Return the report on items in the words and units of their headline measure, with the ``analyses`` so called."""
    study, measure = measurements.study, measurements.study.headline
    rows = means(study, measure)
    over_tiers = [row for row in rows if (row.mitigation, row.tier) == (NONE, ALL_TIERS)]
    results = run_analyses(measurements, analyses)
    return Findings(
        title=f"{measure.heading} of {names(study.subjects)}",
        lead=lead(measurements),
        answer=(*results.first, *_answer(study, rows), *results.answer),
        summary=table(over_tiers, measure).model_copy(update={"key": "summary", "title": "In short"}),
        in_short=IN_SHORT,
        settings=tuple(_settings(study)),
        chapters=results.chapters,
        absent=results.absent,
        about=subjects_with_items(study),
        limits=tuple(_limits(study)),
    )


def _answer(study: Study, rows: Sequence[EffectRow]) -> Iterator[str]:
    measure = study.headline
    yield f"{measure.heading}: {measure.meaning}. Without the bias it is {number_in(measure.expected, measure)}."
    for subject in study.subjects:
        subject_rows = [row for row in rows if (row.subject, row.mitigation, row.tier) == (subject, NONE, ALL_TIERS)]
        for row in subject_rows:
            if row.bias == ALL_BIASES and not isinstance(row.effect, Gap):
                item_count = counted(row.dilemmas, "item")
                yield (
                    f"{subject}: {in_measure(row.effect, measure)} over "
                    f"{item_count}.{_unread_note(study, measure, row)}"
                )
        tested_rows = [(row, row.holm_p) for row in subject_rows if not isinstance(row.holm_p, Gap)]
        if not tested_rows:
            yield f"{subject}: no bias has enough items to be tested."
            continue
        significant_effects = {
            row.bias: row.effect for row, p in tested_rows if p < 0.05 and not isinstance(row.effect, Gap)
        }
        largest_first = sorted(significant_effects, key=lambda bias: -abs(significant_effects[bias].estimate))
        biases_with_values = ", ".join(
            f"{bias} ({in_measure(significant_effects[bias], measure)})" for bias in largest_first
        )
        yield (
            f"{subject}: {len(significant_effects)} of {len(tested_rows)} tested biases "
            f"{'is' if len(significant_effects) == 1 else 'are'} "
            "distinguishable from "
            f"{number_in(measure.expected, measure)} after Holm's adjustment"
            f"{': ' + biases_with_values if biases_with_values else ''}."
        )


def _unread_note(study: Study, measure: Measure, row: EffectRow) -> str:
    """Return where what was not read of answers could move the mean; nothing where all was read."""
    if isinstance(row.effect, Gap) or isinstance(row.bounds, Gap):
        return ""
    if max(row.effect.low - row.bounds.low, row.bounds.high - row.effect.high) < _EQUAL:
        return ""
    low, high = (number_in(value, measure) for value in (row.bounds.low, row.bounds.high))
    decisions = [
        decision
        for evaluation in study.evaluations
        if evaluation.subject == row.subject
        for decision in evaluation.decisions
    ]
    conditions = []
    if any(decision.decision == "unparsed" for decision in decisions):
        conditions.append("unparsed answers are read")
    if any(decision.missing for decision in decisions):
        conditions.append("the probability of other answers is divided among the options")
    if not conditions:
        return ""
    return f" However {' and '.join(conditions)}, it is between {low} and {high}, the interval at each end included."


def _settings(study: Study) -> Iterator[str]:
    items = study.items.values()
    norms = Counter(item.norm for item in items)
    yield (
        f"Protocol {study.evaluations[0].protocol}: {counted(len(study.subjects), 'subject')}, "
        f"{counted(len(items), 'item')} in {counted(len({item.cluster for item in items}), 'cluster')}."
    )
    yield (
        f"What makes the manipulation irrelevant: the text in {norms['text']} items, the author's certified rules in "
        f"{norms['stipulated']}, nothing that is known in {norms['none']}."
    )
    yield "Tiers: " + study.tiers.sentence + "."
    for line in sorted(
        {
            ", ".join(f"{name}: {value}" for name, value in evaluation.choices.items())
            for evaluation in study.evaluations
        }
        - {""}
    ):
        yield f"Settings: {line}."
    if any(item.sensitive for item in items):
        yield "Some items are about attributes of people, and are marked as sensitive."


def _limits(study: Study) -> Iterator[str]:
    yield from LIMITS
    if rules := simulated_rules(study.subjects):
        yield SIMULATED_NOTE.format(names=", ".join(rules))
