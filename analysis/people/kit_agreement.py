"""The blinded kit: whether engineers who see no certificate agree with each other, and with the certificate."""

from collections.abc import Iterable, Sequence
from typing import Annotated, NamedTuple

import numpy as np

from probe.analysis.statistics.agreement import AgreementCoefficient, fleiss_kappa, gwet_ac1, pairwise_agreement
from probe.analysis.statistics.differences import Effect, mean_share
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, make_table
from probe.values.validation import BLIND, Question, Rating, SampledItem


class KitRow(NamedTuple):
    """One question over all answered items; coefficients are over items that two raters or more answered."""

    question: Annotated[str, Heading("question")]
    items: Annotated[int, Heading("items", "count")]
    raters: Annotated[int, Heading("raters", "count")]
    certified: Annotated[Effect, EstimateHeading("answers as certified", "share", "certified", "certified_")]
    neither: Annotated[float, Heading("neither, or no", "share")]
    shared: Annotated[int, Heading("items with two raters", "count")]
    pairwise: Annotated[float | Gap, Heading("pairs of raters agree", "share")]
    kappa: Annotated[Effect | Gap, EstimateHeading("Fleiss' κ", "number", prefix="kappa_")]
    ac1: Annotated[Effect | Gap, EstimateHeading("Gwet's AC1", "number", prefix="ac1_")]


def kit_agreement(ratings: Iterable[Rating], items: Sequence[SampledItem]) -> tuple[KitRow, ...]:
    """Return a row for each question that has an answer."""
    by_id = {item.pair_id: item for item in items}
    by_question: dict[Question, dict[str, dict[str, str]]] = {}
    for rating in ratings:
        if rating.answer is not None and rating.pair_id in by_id:
            by_question.setdefault(rating.question, {}).setdefault(rating.pair_id, {})[rating.rater] = rating.answer
    return tuple(_row(question, by_question[question], by_id) for question in BLIND if question in by_question)


def _row(question: Question, by_item: dict[str, dict[str, str]], items: dict[str, SampledItem]) -> KitRow:
    right = {pair_id: items[pair_id].certified(question) for pair_id in by_item}
    shares = np.array(
        [np.mean([answer == right[key] for answer in answers.values()]) for key, answers in by_item.items()]
    )
    certified_share = mean_share(shares, np.array(list(by_item)))
    assert certified_share is not None, "an item was answered"
    answers = [answer for item_answers in by_item.values() for answer in item_answers.values()]
    # An item with one rater shows whether it is as certified, but says nothing about agreement.
    counts = _counts(question, [item_answers for item_answers in by_item.values() if len(item_answers) > 1])
    no_pairs = Gap(reason="no item with two raters")
    return KitRow(
        question=question.label,
        items=len(by_item),
        raters=len({rater for item_answers in by_item.values() for rater in item_answers}),
        certified=certified_share,
        neither=float(np.mean([answer in ("neither", "no") for answer in answers])),
        shared=len(counts),
        pairwise=no_pairs if not len(counts) else pairwise_agreement(counts) or 0.0,
        kappa=no_pairs if not len(counts) else _effect(fleiss_kappa(counts)),
        ac1=no_pairs if not len(counts) else _effect(gwet_ac1(counts)),
    )


def _counts(
    question: Question, answers_by_item: Sequence[dict[str, str]]
) -> "np.ndarray[tuple[int, int], np.dtype[np.int64]]":
    """Return how many raters gave each answer, shape (items, answers)."""
    rows = [[list(answers.values()).count(answer) for answer in question.answers] for answers in answers_by_item]
    return np.array(rows, dtype=np.int64).reshape(len(rows), len(question.answers))


def _effect(coefficient: AgreementCoefficient | None) -> Effect | Gap:
    if coefficient is None:
        return Gap(reason="all answers are the same")
    if coefficient.low is None or coefficient.high is None:
        return Gap(reason="one item")
    return Effect(estimate=coefficient.value, low=coefficient.low, high=coefficient.high, p=None)


def table(rows: Sequence[KitRow]) -> Table:
    """Return the rows as a table."""
    notes = (
        "As certified: the option that the program derives; the text that has the cue; yes for a plausible text. "
        "Intervals at 95 %: Wilson over items for shares, Gwet's variance over items for the coefficients.",
        "κ misleads where nearly all answers are the same: read it beside the agreement itself and AC1.",
    )
    return make_table("blind_agreement", "Blinded raters against the certificate", KitRow, rows, notes=notes)
