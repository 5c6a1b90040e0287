"""A second opinion: other models check items that were accepted before.

For items that a cascade accepted, another judge and another decider repeat its stages. Of other items, another decider
answers those that have a right answer.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from probe.document import Document, Grid
from probe.errors import InputError
from probe.files.plain import write_atomically
from probe.measuring.reviewing import OpinionCommand, Review, SecondOpinion, review_of
from probe.measuring.work import (
    DoneListener,
    MeasuringOutcome,
    is_same_model,
    measuring,
    silent,
)
from probe.options.form import growing
from probe.options.generating import OpinionOptions
from probe.options.reading import spec_of
from probe.protocols.base import ItemProtocol
from probe.protocols.dataset import Dataset
from probe.protocols.reading import items_of
from probe.session import Session, versions
from probe.values import (
    Bias,
    Item,
    StageOutcome,
    Value,
    fingerprint,
)

OPINION = "opinion.json"


GROWS = (*growing(OpinionOptions), "dataset")
"""The settings that may grow when a second opinion continues: more roles or items."""


async def opinion_of(options: OpinionOptions) -> tuple[OpinionCommand, Dataset[Any]]:
    """Return the command and the items of the options. Raises InputError without a model, or for unusable items."""
    model = spec_of(options.model)
    judge, decider = spec_of(options.judge) or model, spec_of(options.decider) or model
    if judge is None and decider is None:
        raise InputError("no model given: add --judge, --decider, or --model for both")
    return OpinionCommand(judge=judge, decider=decider, **measuring(options)), await items_of(options.data)


@dataclass(frozen=True)
class OpinionOutcome(MeasuringOutcome):
    """A second opinion, and the JSON document that was written."""

    opinion: SecondOpinion
    document: dict[str, JsonValue]


async def give_opinion(
    command: OpinionCommand, items: Sequence[Item], out: Path, listener: DoneListener = silent
) -> OpinionOutcome:
    """Start or resume a second opinion on ``items``; write ``opinion.json`` and the run's file into ``out``.

    Raises InputError if there is no model for what can be repeated, or no item with a right answer.
    """
    review = review_of(command, items)
    identity: dict[str, JsonValue] = {
        "kind": "opinion",
        "judge": str(command.judge) if command.judge else None,
        "decider": str(command.decider) if command.decider else None,
        "base_url": command.access.base_url,
        "dataset": [item.id for item in review.items],
        **review.identity,
    }
    async with Session(command.access) as session:
        run = session.run(out, identity, (OPINION,), GROWS)
        models = session.models(run, lambda spec: review.protocol.simulated(spec, review.items))
        opinion = await review.give(session, run, models, listener)
        notices = (*review.notices(opinion), *_dependence_notices(command, review), *models.notices())
        usage = models.usage()
        document = _document(review.protocol, opinion, identity, run.run_id, notices)
        document["usage"] = usage.model_dump(mode="json")
        document["models"] = [served.model_dump(mode="json") for served in run.served_models()]
        write_atomically(out / OPINION, json.dumps(document, indent=2, ensure_ascii=False) + "\n")
        return OpinionOutcome(opinion=opinion, document=document, notices=notices, usage=usage)


class StageAgreement(Value):
    """How many items (``pairs``) of a bias (None: of all) a repeated stage accepts, with Wilson's 95 % interval.

    The pairs of a dataset passed its first judge and decider, so acceptance means agreement with them.
    """

    stage: str
    bias: Bias | None
    pairs: int
    agree: int
    share: float
    low: float
    high: float


class Disagreement(Value):
    """An item (``pair_id``) that a repeated stage would have rejected, and why."""

    pair_id: str
    bias: Bias
    stage: str
    reason: str


def agreements(opinion: SecondOpinion) -> tuple[StageAgreement, ...]:
    """Return the agreement of each stage that ran, first over all items, then by bias."""
    verdicts = [
        (result.stage, item.bias, result.outcome is StageOutcome.ACCEPTED)
        for item, results in zip(opinion.items, opinion.results, strict=True)
        for result in results or ()
        if result.outcome in (StageOutcome.ACCEPTED, StageOutcome.REJECTED)
    ]
    return tuple(
        _agreement(stage, bias, acceptances)
        for stage in dict.fromkeys(stage for stage, _, _ in verdicts)
        for bias in (None, *Bias.in_order(bias for _, bias, _ in verdicts))
        if (
            acceptances := [
                is_accepted
                for verdict_stage, verdict_bias, is_accepted in verdicts
                if verdict_stage == stage and bias in (None, verdict_bias)
            ]
        )
    )


def _agreement(stage: str, bias: Bias | None, acceptances: Sequence[bool]) -> StageAgreement:
    from probe.analysis.statistics.intervals import wilson_of_counts  # imported here because it takes a second

    interval = wilson_of_counts(sum(acceptances), len(acceptances))
    return StageAgreement(
        stage=stage,
        bias=bias,
        pairs=len(acceptances),
        agree=sum(acceptances),
        share=sum(acceptances) / len(acceptances),
        low=interval.low,
        high=interval.high,
    )


def disagreements(opinion: SecondOpinion) -> tuple[Disagreement, ...]:
    """Return every rejection, in the order of the items."""
    return tuple(
        Disagreement(pair_id=item.id, bias=item.bias, stage=result.stage, reason=result.reason)
        for item, results in zip(opinion.items, opinion.results, strict=True)
        for result in results or ()
        if result.outcome is StageOutcome.REJECTED
    )


MAX_LISTED = 20
"""How many disagreements a document lists; JSON and the file list all of them."""


def opinion_document(opinion: SecondOpinion, noun: str) -> Document:
    """Return how often the models agree with the dataset, and the first cases in which they do not."""
    numbers = (f"{noun}s", "agree", "share", "95 % interval")
    agreement_rows = tuple(
        (
            agreement.stage,
            agreement.bias.value if agreement.bias else "all",
            str(agreement.pairs),
            str(agreement.agree),
            f"{agreement.share:.0%}",
            f"{agreement.low:.0%} to {agreement.high:.0%}",
        )
        for agreement in agreements(opinion)
    )
    blocks = [Grid("Agreement", ("stage", "bias", *numbers), agreement_rows, numbers=numbers, records=True)]
    if rejections := disagreements(opinion):
        cases = tuple((case.pair_id, case.bias.value, case.stage, case.reason) for case in rejections[:MAX_LISTED])
        truncation_note = (
            f"Only the first {MAX_LISTED} of {len(rejections)} disagreements are listed: --json lists all of them."
        )
        notes = (truncation_note,) if len(rejections) > MAX_LISTED else ()
        blocks.append(Grid("Disagreements", (noun, "bias", "stage", "why"), cases, notes=notes, records=True))
    return Document("", tuple(blocks))


def _dependence_notices(command: OpinionCommand, review: Review) -> tuple[str, ...]:
    """Return a sentence for each model that already accepted or wrote some of the items."""
    notices, items = [], review.items
    for role, spec in (("judge", command.judge), ("decider", command.decider)):
        for earlier_role in (role, "author"):
            item_count = (
                sum(is_same_model(spec, getattr(item.provenance, earlier_role)) for item in items) if spec else 0
            )
            if item_count:
                notices.append(
                    f"{spec} is also the {earlier_role} of {item_count} of these {len(items)} {review.protocol.noun}s: "
                    "its opinion is not independent"
                )
    # One model in both roles would be reported twice as an author.
    return tuple(dict.fromkeys(notices))


def _document(
    protocol: ItemProtocol[Any],
    opinion: SecondOpinion,
    identity: dict[str, JsonValue],
    run_id: str,
    notices: Sequence[str],
) -> dict[str, JsonValue]:
    unanswered = opinion.results.count(None)
    return {
        "run_id": run_id,
        "complete": not unanswered,
        "ended": opinion.ended,
        "settings": identity | {"dataset": fingerprint(identity["dataset"])},
        "versions": dict(versions()),
        f"{protocol.noun}s": len(opinion.items),
        "unanswered": unanswered,
        "agreement": [agreement.model_dump(mode="json") for agreement in agreements(opinion)],
        "disagreements": [disagreement.model_dump(mode="json") for disagreement in disagreements(opinion)],
        "notices": list(notices),
    }
