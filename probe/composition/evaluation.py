"""Evaluation and the judging of its explanations, put together: models and stores are handed to their services here."""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from probe.composition.access import open_models, versions
from probe.composition.ground import Ended, Listener, MeasuringCommand, keep_datasets, sheets_of, silent
from probe.files.corpus import read_corpus
from probe.files.dataset import DATASET, read_manifest, write_dataset, write_manifest
from probe.filters.settings import load_settings
from probe.prompts import Prompts, load_prompts
from probe.services.awareness import VOTES, AwarenessJudge, Judging
from probe.services.axiom_cues import AxiomCue, axiom_cues
from probe.services.evaluate import EvaluateSettings, Evaluator, Measurement, shown_texts
from probe.services.measured import conflicts, evaluation_manifest, is_same_model, lacking_arms, tally
from probe.store import evaluation_settings, open_run
from probe.values import ModelSpec, Pair, Profile, fingerprint


@dataclass(frozen=True)
class EvaluateCommand(MeasuringCommand):
    """Everything that ``probe evaluate`` was told; ``dataset`` is the manifest of what is evaluated."""

    subject: ModelSpec
    settings: EvaluateSettings
    inject_axioms: AxiomCue = "none"
    dataset: dict[str, Any] | None = None


@dataclass(frozen=True)
class Evaluated(Ended):
    """An evaluation with the manifest that was written."""

    measured: Measurement
    manifest: dict[str, JsonValue]


async def evaluate(
    command: EvaluateCommand, pairs: Sequence[Pair], out: Path, listener: Listener = silent
) -> Evaluated:
    """Begin or resume the evaluation in ``out``, which gets a copy of the pairs and a manifest beside the run's file.

    Raises InputError where ``out`` holds another run or somebody's dataset; a budget or provider that ends the work is
    told in the result.
    """
    prompts = load_prompts(command.prompts)
    settings = replace(command.settings, notes=axiom_cues(pairs, command.inject_axioms))
    identity = _identity(replace(command, settings=settings), pairs, prompts)
    keep_datasets(out)
    async with AsyncExitStack() as stack:
        store = stack.enter_context(open_run(out, identity))
        models = await stack.enter_async_context(open_models(command.access, store, pairs))
        subject = models.open(command.subject)
        store.keep_pairs(pairs)
        write_dataset(out / DATASET, pairs)
        measured = await Evaluator(settings, subject, prompts, store, listener).run(pairs)
        usage = models.usage()
        manifest = evaluation_manifest(
            identity,
            run_id=store.run_id,
            measured=measured,
            pairs=pairs,
            warnings=warnings_of(command, pairs),
            versions=versions(),
            dataset=command.dataset or {},
        )
        manifest["usage"] = usage.model_dump(mode="json")
        earlier = read_manifest(out).get("awareness")
        manifest |= {"awareness": earlier} if earlier else {}
        write_manifest(out, manifest)
        notices = (*tally(measured), *models.notices())
    return Evaluated(measured=measured, manifest=manifest, notices=notices, usage=usage)


def warnings_of(command: EvaluateCommand, pairs: Sequence[Pair]) -> tuple[str, ...]:
    """Return what a reader of the results has to know before anything is paid for."""
    return conflicts(command.subject, pairs) + lacking_arms(pairs, command.settings.arms)


def _identity(command: EvaluateCommand, pairs: Sequence[Pair], prompts: Prompts) -> dict[str, JsonValue]:
    """Return what makes this evaluation the run it is; a pair's id does not cover its controls, so texts are hashed."""
    settings = command.settings
    shown = [[pair.id, *(pair.text(arm) for arm in settings.arms)] for pair in pairs]
    return {
        "kind": "evaluate",
        "subject": str(command.subject),
        "base_url": command.access.base_url,
        "runs": settings.runs,
        "order": settings.order,
        "arms": [arm.value for arm in settings.arms],
        "inject_axioms": command.inject_axioms,
        "dataset": fingerprint(shown),
        "notes": fingerprint(dict(settings.notes)) if settings.notes else None,
        "prompt": prompts.digests["decide" if command.inject_axioms == "none" else "decide_with_note"],
        "questions": sum(1 for _ in shown_texts(pairs, settings)),
    }


@dataclass(frozen=True)
class AwarenessCommand(MeasuringCommand):
    """Everything that ``probe awareness`` was told."""

    judge: ModelSpec
    seeds: Path | None = None


@dataclass(frozen=True)
class Judged(Ended):
    """How far judging came."""

    judging: Judging


async def judge_awareness(command: AwarenessCommand, folder: Path, listener: Listener = silent) -> Judged:
    """Let a judge read the explanations of the evaluation in ``folder``; votes that were cast are not asked for again.

    Raises InputError where ``folder`` holds no evaluation; what ends the work early is told in the result.
    """
    identity = evaluation_settings(folder)
    prompts, corpus = load_prompts(command.prompts), read_corpus(command.seeds)
    attempts = load_settings(Profile.STRICT).asking.attempts
    async with AsyncExitStack() as stack:
        store = stack.enter_context(open_run(folder, identity))
        pairs = store.pairs()
        models = await stack.enter_async_context(open_models(command.access, store, pairs))
        judge = AwarenessJudge(
            models.open(command.judge),
            prompts,
            sheets_of(pairs, corpus),
            store.awareness,
            attempts=attempts,
            listener=listener,
        )
        judging = await judge.run(pairs, store.decisions())
        manifest = read_manifest(folder)
        manifest["awareness"] = _told(command.judge, judging, prompts)
        write_manifest(folder, manifest)
        own = is_same_model(command.judge, str(identity["subject"]))
        notices = (f"{command.judge} judges its own explanations, as in the paper",) if own else ()
        return Judged(judging=judging, notices=(*notices, *models.notices()), usage=models.usage())


def _told(judge: ModelSpec, judging: Judging, prompts: Prompts) -> dict[str, JsonValue]:
    return {
        "judge": str(judge),
        "prompt": prompts.digests["awareness"],
        "votes_each": VOTES,
        "explanations": judging.explanations,
        "wordless": judging.wordless,
        "votes": judging.asked - judging.unanswered,
        "unanswered": judging.unanswered,
        "ended": judging.reason,
    }
