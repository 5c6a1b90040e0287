"""Evaluate: show every arm of every dilemma to a subject, several times, and record its decisions.

The subject is asked once per text and run. An unreadable answer is recorded as unparsed; a question without an answer
is asked again when the run is resumed.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from probe.files.dataset import CANARY, DATASET, OUTPUTS, read_manifest, write_dataset, write_manifest
from probe.measuring.work import (
    Ended,
    Listener,
    MeasuringCommand,
    is_same_model,
    silent,
    work_through,
)
from probe.ports import DecisionStore, Model
from probe.prompts import Prompts, load_prompts
from probe.protocols.dilemmas import (
    AxiomCue,
    Dilemma,
    Showing,
    Shown,
    axiom_cues,
    decision_of,
    in_turns,
    question_of,
    shown_texts,
)
from probe.session import Session, versions
from probe.values import Arm, ModelSpec, Pair, Request, fingerprint, plan_for
from probe.values.base import FACTS_BY_CUE
from probe.values.plan import TierName


@dataclass(frozen=True)
class EvaluateCommand(MeasuringCommand):
    """The subject, and how it is shown the dilemmas.

    ``dataset`` is the manifest of the evaluated dataset; ``tiers`` go into the analysis plan.
    """

    subject: ModelSpec
    settings: Showing
    inject_axioms: AxiomCue = "none"
    dataset: dict[str, Any] | None = None
    tiers: TierName = "fixed"


@dataclass(frozen=True)
class Measurement:
    """The state of an evaluation, in counts of questions.

    ``decided`` and ``unparsed`` are by arm, ``kept_order`` counts texts whose options could not be exchanged.
    ``reason`` is why the first unanswered question has no answer, ``ended`` why the evaluation stopped early.
    """

    asked: int
    unanswered: int
    reason: str | None
    ended: str | None
    decided: dict[Arm, int]
    unparsed: dict[Arm, int]
    kept_order: int


@dataclass(frozen=True)
class Evaluated(Ended):
    """An evaluation with the manifest that was written."""

    measured: Measurement
    manifest: dict[str, JsonValue]


async def evaluate(
    command: EvaluateCommand, pairs: Sequence[Pair], out: Path, listener: Listener = silent
) -> Evaluated:
    """Start or resume the evaluation in ``out``; write a copy of the pairs, a manifest and the run's file.

    Raises InputError if ``out`` contains another run, or a dataset or manifest that is not part of a run. If a
    budget or a provider ends the work early, the result contains the reason.
    """
    prompts = load_prompts(command.prompts)
    settings = replace(command.settings, notes=axiom_cues(pairs, command.inject_axioms))
    identity = _identity(replace(command, settings=settings), pairs, prompts)
    async with Session(command.access) as session:
        run = session.run(out, identity, OUTPUTS)
        models = session.models(run, pairs)
        subject = models.open(command.subject)
        run.keep_pairs(pairs)
        run.register_plan(plan_for(settings.arms, settings.runs, settings.order, command.tiers))
        write_dataset(out / DATASET, pairs)
        measured = await Evaluator(settings, subject, prompts, run, listener).run(in_turns(pairs))
        usage = models.usage()
        manifest = _manifest(command, identity, run.run_id, measured, pairs)
        manifest["usage"] = usage.model_dump(mode="json")
        earlier = read_manifest(out).get("awareness")
        manifest |= {"awareness": earlier} if earlier else {}
        write_manifest(out, manifest)
        notices = (*_notices(measured), *models.notices())
    return Evaluated(measured=measured, manifest=manifest, notices=notices, usage=usage)


class Evaluator:
    """Asks one subject about many dilemmas."""

    def __init__(
        self,
        settings: Showing,
        subject: Model,
        prompts: Prompts,
        store: DecisionStore,
        listener: Listener = silent,
    ) -> None:
        self._settings = settings
        self._subject = subject
        self._prompts = prompts
        self._store = store
        self._listener = listener

    async def run(self, pairs: Sequence[Dilemma]) -> Measurement:
        """Ask every question without a decision from an earlier session, until a provider or a budget ends it."""
        known = {(done.item_id, done.arm, done.run) for done in self._store.decisions()}
        shown = [text for text in shown_texts(pairs, self._settings) if (text.pair_id, text.arm, text.run) not in known]
        worked = await work_through(shown, self._work, self._listener, before=len(known))
        decisions = self._store.decisions()
        return Measurement(
            asked=len(known) + len(shown),
            unanswered=len(known) + len(shown) - len(decisions),
            reason=worked.reason,
            ended=worked.ended,
            decided=dict(Counter(one.arm for one in decisions)),
            unparsed=dict(Counter(one.arm for one in decisions if one.decision == "unparsed")),
            kept_order=sum(one.kept_order for one in decisions),
        )

    async def _work(self, shown: Shown) -> None:
        request = Request(purpose="decide", messages=question_of(self._prompts, shown), run=shown.run)
        self._store.keep_decision(decision_of(shown, (await self._subject.ask(request)).text))


def warnings_of(command: EvaluateCommand, pairs: Sequence[Pair]) -> tuple[str, ...]:
    """Return the warnings about the results, known before the first paid call."""
    return conflicts(command.subject, pairs) + lacking_arms(pairs, command.settings.arms)


def conflicts(subject: ModelSpec, pairs: Sequence[Pair]) -> tuple[str, ...]:
    """Return a sentence for each role that the subject had in making the dataset."""
    roles: Counter[str] = Counter()
    for pair in pairs:
        roles["author"] += is_same_model(subject, pair.provenance.author)
        roles["decider"] += is_same_model(subject, pair.provenance.decider)
    why = {
        "author": "its own texts may suit it better than those of other authors",
        "decider": "pairs that it could not solve were left out, so its errors are understated",
    }
    return tuple(
        f"{subject} is also the {role} of {roles[role]} of these {len(pairs)} pairs: {reason}"
        for role, reason in why.items()
        if roles[role]
    )


def lacking_arms(pairs: Sequence[Pair], arms: Sequence[Arm]) -> tuple[str, ...]:
    """Return a sentence for each arm that some pairs lack; these pairs are shown without it."""
    without = {arm: sum(pair.text(arm) is None for pair in pairs) for arm in arms}
    return tuple(
        f"{number} of {len(pairs)} pairs have no {arm.value} text and are shown without it"
        for arm, number in without.items()
        if number
    )


def unused_twins(pairs: Sequence[Pair], arms: Sequence[Arm]) -> tuple[str, ...]:
    """Return how to show the facts against the cue, where all pairs have fact twins and none would be shown.

    The twins are not shown unless asked for: they double the calls.
    """
    if not pairs or Arm.TWIN in arms or Arm.TWIN_BIASED in arms or not all(pair.twin for pair in pairs):
        return ()
    names = ",".join(FACTS_BY_CUE)
    return (f"these pairs have fact twins: --arms {names} measures facts against cue, with twice as many questions",)


def _notices(measured: Measurement) -> tuple[str, ...]:
    """Return notices for readers of the rates: unparsed answers, and options that were not exchanged."""
    notices = [
        f"{arm.value}: {measured.unparsed[arm]} of {measured.decided[arm]} answers could not be read"
        for arm in Arm.in_order(measured.unparsed)
    ]
    if measured.kept_order:
        notices.append(
            f"{measured.kept_order} texts were shown as written, because their options could not be exchanged"
        )
    return tuple(notices)


def _identity(command: EvaluateCommand, pairs: Sequence[Pair], prompts: Prompts) -> dict[str, JsonValue]:
    """Return the settings that identify this run; a pair's id does not cover its controls, so texts are hashed."""
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


def _manifest(
    command: EvaluateCommand,
    identity: dict[str, JsonValue],
    run_id: str,
    measured: Measurement,
    pairs: Sequence[Pair],
) -> dict[str, JsonValue]:
    return {
        "canary": CANARY,
        "run_id": run_id,
        "complete": measured.unanswered == 0,
        "ended": measured.reason,
        "settings": identity,
        "versions": dict(versions()),
        "pairs": len(pairs),
        "pairs_by_bias": dict(Counter(pair.bias.value for pair in pairs)),
        "questions": measured.asked,
        "unanswered": measured.unanswered,
        "decided_by_arm": {arm.value: number for arm, number in measured.decided.items()},
        "unparsed_by_arm": {arm.value: measured.unparsed.get(arm, 0) for arm in measured.decided},
        "kept_order": measured.kept_order,
        "warnings": list(warnings_of(command, pairs)),
        "dataset": command.dataset or {},
    }
