"""A second opinion: another judge and another decider check pairs that the first ones accepted."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from probe.asking import Asker, concerning
from probe.errors import InputError
from probe.files.corpus import corpus_of
from probe.files.plain import write_atomically
from probe.filters.bias_existence import BiasExistence, BiasExistenceSettings
from probe.filters.cascade import CascadeSettings, load_settings
from probe.filters.decision import Decision, DecisionSettings
from probe.filters.stage import Resources, Stage
from probe.measuring.work import (
    Ended,
    Listener,
    MeasuringCommand,
    Worked,
    is_same_model,
    measuring,
    sheets_of,
    silent,
    work_through,
)
from probe.options.form import growing
from probe.options.generating import OpinionOptions
from probe.options.reading import spec_of
from probe.ports import CandidateStore
from probe.prompts import load_prompts
from probe.protocols.dilemmas.reading import dilemmas_of
from probe.session import Session, versions
from probe.values import (
    Bias,
    Candidate,
    CandidateState,
    Dilemma,
    ModelSpec,
    Profile,
    StageOutcome,
    Value,
    fingerprint,
)

OPINION = "opinion.json"


@dataclass(frozen=True)
class OpinionCommand(MeasuringCommand):
    """The judge and the decider; without a model (None), a role's stage does not run."""

    judge: ModelSpec | None
    decider: ModelSpec | None


def opinion_of(given: OpinionOptions) -> tuple[OpinionCommand, tuple[Dilemma, ...]]:
    """Return what the options ask for, and the pairs. Raises InputError without a model, or for other items."""
    model = spec_of(given.model)
    judge, decider = spec_of(given.judge) or model, spec_of(given.decider) or model
    if judge is None and decider is None:
        raise InputError("no model given: add --judge, --decider, or --model for both")
    pairs, _ = dilemmas_of(given.data)
    return OpinionCommand(judge=judge, decider=decider, **measuring(given)), pairs


GROWS = (*growing(OpinionOptions), "dataset")
"""What may be asked for when a second opinion continues: another role, or more pairs."""


@dataclass(frozen=True)
class SecondOpinion:
    """Each pair with the results of the stages, in the order of the pairs; None where a model did not answer."""

    pairs: tuple[Dilemma, ...]
    candidates: tuple[Candidate | None, ...]
    worked: Worked[Candidate]


@dataclass(frozen=True)
class OpinionGiven(Ended):
    """A second opinion, and the JSON document that was written."""

    opinion: SecondOpinion
    document: dict[str, JsonValue]


async def give_opinion(
    command: OpinionCommand, pairs: Sequence[Dilemma], out: Path, listener: Listener = silent
) -> OpinionGiven:
    """Start or resume a second opinion on ``pairs``; write ``opinion.json`` and the run's file into ``out``."""
    corpus, settings = corpus_of(pairs, command.seeds), load_settings(Profile.STRICT)
    prompts = load_prompts(command.prompts, corpus.words)
    sheets = sheets_of(pairs, corpus)
    identity: dict[str, JsonValue] = {
        "kind": "opinion",
        "judge": str(command.judge) if command.judge else None,
        "decider": str(command.decider) if command.decider else None,
        "base_url": command.access.base_url,
        "dataset": [pair.id for pair in pairs],
        "prompts": fingerprint([prompts.digests[name] for name in ("judge_bias", "decide")]),
        "sheets": fingerprint([sheet.model_dump(mode="json") for sheet in sheets.values()]),
        "cascade": settings.digest,
    }
    async with Session(command.access) as session:
        run = session.run(out, identity, (OPINION,), GROWS)
        models = session.models(run)
        roles = (("judge", command.judge), ("decider", command.decider))
        askers = {
            role: Asker(models.open(spec), role, settings.asking.attempts, trial=command.trial(spec))
            for role, spec in roles
            if spec is not None
        }
        resources = Resources(Profile.STRICT, prompts, corpus, session.oracle, session.embedder, askers)
        stages = repeated_stages(settings, resources)
        opinion = await second_opinion(pairs, stages, run, listener)
        if opinion.worked.reason is None:
            run.forget_other_candidates()
        notices = (*_not_run(opinion), *_not_second(command, pairs), *models.notices())
        usage = models.usage()
        document = _document(opinion, identity, run.run_id, notices)
        document["usage"] = usage.model_dump(mode="json")
        document["models"] = [one.model_dump(mode="json") for one in run.served()]
        write_atomically(out / OPINION, json.dumps(document, indent=2, ensure_ascii=False) + "\n")
        return OpinionGiven(opinion=opinion, document=document, notices=notices, usage=usage)


def repeated_stages(settings: CascadeSettings, resources: Resources) -> list[Stage[Any]]:
    """Return the stages that depend on a model's answers about the texts and need no programs."""
    return [
        BiasExistence(settings.of(BiasExistenceSettings), resources),
        Decision(settings.of(DecisionSettings), resources),
    ]


class Agreement(Value):
    """How many pairs of a bias (None: of all) a repeated stage accepts, with Wilson's 95 % interval of the share.

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
    """A pair that a repeated stage would have rejected, and why."""

    pair_id: str
    bias: Bias
    stage: str
    reason: str


async def second_opinion(
    pairs: Sequence[Dilemma],
    stages: Sequence[Stage[Any]],
    store: CandidateStore,
    listener: Listener = silent,
) -> SecondOpinion:
    """Run every stage on every pair, even if an earlier stage rejects it, and store the results."""

    async def work(numbered: tuple[int, Dilemma]) -> Candidate:
        number, pair = numbered
        candidate = _candidate(pair, number)
        for stage in stages:
            with concerning(candidate.about):
                candidate = await stage.examine(candidate)
        state = CandidateState.REJECTED if candidate.rejected_by else CandidateState.ACCEPTED
        store.keep_candidate(candidate, state)
        return candidate

    worked = await work_through(list(enumerate(pairs)), work, listener)
    return SecondOpinion(pairs=tuple(pairs), candidates=worked.results, worked=worked)


def _candidate(pair: Dilemma, position: int) -> Candidate:
    return Candidate(
        bias=pair.bias,
        author=pair.provenance.author,
        expansion=0,
        position=position,
        texts=pair.texts,
        programs=pair.programs,
        correct_option=pair.correct_option,
        complexity=pair.complexity,
    )


def agreements(opinion: SecondOpinion) -> tuple[Agreement, ...]:
    """Return the agreement of each stage that ran, first over all pairs, then by bias."""
    given = [
        (result.stage, candidate.bias, result.outcome is StageOutcome.ACCEPTED)
        for candidate in opinion.candidates
        if candidate is not None
        for result in candidate.results
        if result.outcome in (StageOutcome.ACCEPTED, StageOutcome.REJECTED)
    ]
    return tuple(
        _agreement(stage, bias, accepted)
        for stage in dict.fromkeys(stage for stage, _, _ in given)
        for bias in (None, *Bias.in_order(bias for _, bias, _ in given))
        if (accepted := [yes for where, what, yes in given if where == stage and bias in (None, what)])
    )


def _agreement(stage: str, bias: Bias | None, accepted: Sequence[bool]) -> Agreement:
    from probe.analysis.statistics.intervals import wilson_of_counts  # imported here because it takes a second

    interval = wilson_of_counts(sum(accepted), len(accepted))
    return Agreement(
        stage=stage,
        bias=bias,
        pairs=len(accepted),
        agree=sum(accepted),
        share=sum(accepted) / len(accepted),
        low=interval.low,
        high=interval.high,
    )


def disagreements(opinion: SecondOpinion) -> tuple[Disagreement, ...]:
    """Return every rejection, in the order of the pairs."""
    return tuple(
        Disagreement(pair_id=pair.id, bias=pair.bias, stage=result.stage, reason=result.reason)
        for pair, candidate in zip(opinion.pairs, opinion.candidates, strict=True)
        if candidate is not None
        for result in candidate.results
        if result.outcome is StageOutcome.REJECTED
    )


def _not_run(opinion: SecondOpinion) -> tuple[str, ...]:
    """Return a sentence for each stage that has no model."""
    first = next((candidate for candidate in opinion.candidates if candidate is not None), None)
    results = first.results if first else ()
    return tuple(f"{one.stage} did not run: {one.reason}" for one in results if one.outcome is StageOutcome.NOT_RUN)


def _not_second(command: OpinionCommand, pairs: Sequence[Dilemma]) -> tuple[str, ...]:
    """Return a sentence for each model that already accepted or wrote some of the pairs."""
    notices = []
    for role, spec in (("judge", command.judge), ("decider", command.decider)):
        for first in (role, "author"):
            own = sum(is_same_model(spec, getattr(pair.provenance, first)) for pair in pairs) if spec else 0
            if own:
                notices.append(
                    f"{spec} is also the {first} of {own} of these {len(pairs)} pairs: its opinion is not independent"
                )
    return tuple(dict.fromkeys(notices))


def _document(
    opinion: SecondOpinion, identity: dict[str, JsonValue], run_id: str, notices: Sequence[str]
) -> dict[str, JsonValue]:
    unanswered = sum(candidate is None for candidate in opinion.candidates)
    return {
        "run_id": run_id,
        "complete": not unanswered,
        "ended": opinion.worked.reason,
        "settings": identity | {"dataset": fingerprint(identity["dataset"])},
        "versions": dict(versions()),
        "pairs": len(opinion.pairs),
        "unanswered": unanswered,
        "agreement": [one.model_dump(mode="json") for one in agreements(opinion)],
        "disagreements": [one.model_dump(mode="json") for one in disagreements(opinion)],
        "notices": list(notices),
    }
