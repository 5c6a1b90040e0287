"""Acceptance of the norm: whether people agree that a cue does not bear on which option is right."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, NamedTuple

import numpy as np
from pydantic import JsonValue

from probe.analysis.statistics.differences import Effect, mean_share
from probe.analysis.statistics.intervals import Interval, wilson_of_counts
from probe.analysis.statistics.people import Answers, crossed_people
from probe.analysis.tables import EstimateHeading, Heading, IntervalHeading, Table, make_table
from probe.values.validation import Question, Rating, SampledItem

EVIDENCE = "norm_acceptance"
"""The field of a dataset's evidence with what people say of a dilemma's cue."""

ALL_BIASES = "all biases"


class Acceptance(NamedTuple):
    """What people say about one dilemma's cue; a person who cannot tell does not accept the norm."""

    item: Annotated[str, Heading("dilemma")]
    bias: Annotated[str, Heading("bias")]
    people: Annotated[int, Heading("people", "count")]
    accepted: Annotated[float, Heading("does not bear on the right option", "share")]
    interval: Annotated[Interval, IntervalHeading(kind="share")]
    unsure: Annotated[float, Heading("cannot tell", "share")]
    judgements: tuple[tuple[str, bool], ...] = ()


class BiasAcceptance(NamedTuple):
    """What people say of the cues of one bias (or of all), each cue counted once."""

    bias: Annotated[str, Heading("bias")]
    cues: Annotated[int, Heading("cues", "count")]
    people: Annotated[int, Heading("people", "count")]
    accepted: Annotated[Effect, EstimateHeading("does not bear on the right option", "share")]
    unsure: Annotated[float, Heading("cannot tell", "share")]


def acceptance(ratings: Iterable[Rating], items: Sequence[SampledItem]) -> tuple[Acceptance, ...]:
    """Return a row for each dilemma whose cue was judged, with Wilson's interval over people."""
    judgements: dict[str, dict[str, str]] = {}
    for rating in ratings:
        if rating.question is Question.BEARING and rating.answer is not None:
            judgements.setdefault(rating.pair_id, {})[rating.rater] = rating.answer
    return tuple(_row(item, judgements[item.pair_id]) for item in items if item.pair_id in judgements)


def _row(item: SampledItem, answers: Mapping[str, str]) -> Acceptance:
    # The question is whether the cue bears on which option is right, so that "no" accepts the norm.
    acceptances = [answer == "no" for answer in answers.values()]
    return Acceptance(
        item.pair_id,
        item.bias.value,
        len(answers),
        float(np.mean(acceptances)),
        wilson_of_counts(sum(acceptances), len(acceptances)),
        float(np.mean([answer == "unsure" for answer in answers.values()])),
        tuple(zip(answers, acceptances, strict=True)),
    )


def by_bias(rows: Sequence[Acceptance]) -> tuple[BiasAcceptance, ...]:
    """Return the means over cues for all biases and for each, with intervals over cues and people."""
    if not rows:
        return ()
    biases = dict.fromkeys(row.bias for row in rows)
    return (_mean(ALL_BIASES, rows), *(_mean(bias, [row for row in rows if row.bias == bias]) for bias in biases))


def _mean(bias: str, rows: Sequence[Acceptance]) -> BiasAcceptance:
    shares, cues = np.array([row.accepted for row in rows]), np.arange(len(rows))
    acceptance_rate = mean_share(shares, cues, crossed=crossed_people(_answers(rows), cues))
    assert acceptance_rate is not None, "there is a cue"
    return BiasAcceptance(
        bias,
        len(rows),
        len({person for row in rows for person, _ in row.judgements}),
        acceptance_rate,
        float(np.mean([row.unsure for row in rows])),
    )


def _answers(rows: Sequence[Acceptance]) -> Answers:
    numbers = {person: number for number, person in enumerate(dict.fromkeys(p for r in rows for p, _ in r.judgements))}
    answers = np.full(len(rows), None, dtype=object)
    for index, row in enumerate(rows):
        answers[index] = np.array([(numbers[person], 1.0, is_accepted) for person, is_accepted in row.judgements])
    return answers


def evidence_of(rows: Sequence[Acceptance]) -> dict[str, dict[str, dict[str, JsonValue]]]:
    """Return what is recorded of each dilemma in a dataset, by its id."""
    return {
        row.item: {
            EVIDENCE: {
                "people": row.people,
                "accepted": row.accepted,
                "low": row.interval.low,
                "high": row.interval.high,
                "unsure": row.unsure,
            }
        }
        for row in rows
    }


def table(rows: Sequence[Acceptance]) -> Table:
    """Return the judgements by dilemma as a table."""
    return make_table("norm_acceptance", "Acceptance of the norm by cue", Acceptance, rows)


def by_bias_table(rows: Sequence[BiasAcceptance]) -> Table:
    """Return the judgements by bias as a table."""
    notes = (
        "People who had decided saw the text with its cue marked, and were asked whether the marked wording bears on "
        "which option is right. Who cannot tell does not accept the norm.",
        "Each cue counts once. Intervals: Wilson's, over cues and people.",
    )
    return make_table("norm_acceptance_by_bias", "Acceptance of the norm", BiasAcceptance, rows, notes=notes)
