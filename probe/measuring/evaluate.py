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

from probe.files.corpus import read_corpus
from probe.files.dataset import CANARY, DATASET, OUTPUTS, read_manifest, write_dataset, write_manifest
from probe.measuring.conversing import MISSING, Conditions, Evaluator, Measurement
from probe.measuring.mitigations import PLAIN, Strategy
from probe.protocols.dilemmas.material import material_of
from probe.measuring.work import Ended, Listener, MeasuringCommand, is_same_model, silent
from probe.prompts import Prompts, load_prompts
from probe.protocols.dilemmas import Dilemmas, Showing, conversations, in_turns
from probe.protocols.dilemmas.direct import DirectDilemmas
from probe.session import Session, versions
from probe.values import Arm, ModelSpec, Pair, fingerprint, plan_for
from probe.values.base import FACTS_BY_CUE
from probe.values.plan import TierName
from probe.values.texts import mentions_option


@dataclass(frozen=True)
class EvaluateCommand(MeasuringCommand):
    """The subject, how it is shown the dilemmas, and under which mitigations.

    ``dataset`` is the manifest of the evaluated dataset; ``tiers`` go into the analysis plan. ``label`` is the name of
    the evaluation in reports; None keeps an earlier one. ``logprobs`` asks for one letter and its probability.
    """

    subject: ModelSpec
    settings: Showing
    strategies: tuple[Strategy, ...] = (PLAIN,)
    dataset: dict[str, Any] | None = None
    tiers: TierName = "fixed"
    label: str | None = None
    logprobs: bool = False

    @property
    def asking(self) -> Dilemmas:
        """How the subject is asked."""
        return DirectDilemmas() if self.logprobs else Dilemmas()


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
    settings, mitigated = showing(command, pairs), conditions(command, pairs)
    identity = _identity(command, settings, pairs, prompts)
    asked = tuple(conversations(in_turns(pairs), settings))
    identity["questions"] = len(asked)
    async with Session(command.access) as session:
        run = session.run(out, identity, OUTPUTS, GROWS)
        models = session.models(run, pairs)
        subject = models.open(command.subject)
        run.keep_pairs(pairs)
        if command.label is not None:
            run.keep_label(command.label)
        shown = (settings.arms, settings.runs, settings.order)
        plan = plan_for(*shown, tiers=command.tiers, questions=len(asked), mitigations=settings.mitigations)
        run.register_plan(plan)
        write_dataset(out / DATASET, pairs)
        evaluator = Evaluator(
            command.asking,
            subject,
            prompts,
            run,
            listener,
            conditions=mitigated,
            trial=command.trial(),
            direct=command.logprobs,
        )
        measured = await evaluator.run(asked)
        usage = models.usage()
        manifest = _manifest(command, identity, run.run_id, measured, pairs)
        manifest["usage"] = usage.model_dump(mode="json")
        manifest["models"] = [one.model_dump(mode="json") for one in run.served()]
        earlier = read_manifest(out).get("awareness")
        manifest |= {"awareness": earlier} if earlier else {}
        write_manifest(out, manifest)
        notices = (*_notices(measured), *models.notices())
    return Evaluated(measured=measured, manifest=manifest, notices=notices, usage=usage)


GROWS = ("runs", "arms", "mitigations", "dataset", "questions")
"""The settings that say how much is asked: an evaluation goes on with more runs, arms, mitigations and pairs."""


def warnings_of(command: EvaluateCommand, pairs: Sequence[Pair]) -> tuple[str, ...]:
    """Return the warnings about the results, known before the first paid call."""
    return lacking_arms(pairs, command.settings.arms) + conflicts(command.subject, pairs)


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
    if measured.missing:
        notices.append(
            f"{measured.missing} answers give more than {MISSING:.0%} to something other than the two letters; the "
            "report's bounds show what that could change"
        )
    if measured.without:
        notices.append(f"{measured.without} answers came without log-probabilities: their letter counts as certain")
    return tuple(notices)


def _identity(
    command: EvaluateCommand, settings: Showing, pairs: Sequence[Pair], prompts: Prompts
) -> dict[str, JsonValue]:
    """Return the settings that identify this run; a pair's id does not cover its controls, so texts are hashed."""
    return {
        "kind": "evaluate",
        "subject": str(command.subject),
        "base_url": command.access.base_url,
        "runs": settings.runs,
        "order": settings.order,
        "arms": [arm.value for arm in settings.arms],
        "mitigations": {strategy.name: strategy.digest for strategy in command.strategies},
        "dataset": {arm.value: _digests(pairs, arm) for arm in settings.arms},
        "prompt": prompts.digests[command.asking.prompt],
        **({"logprobs": True} if command.logprobs else {}),
    }


def _digests(pairs: Sequence[Pair], arm: Arm) -> dict[str, JsonValue]:
    """Return the hash of what is shown in ``arm`` of each pair that has it, its note included."""
    shown = {pair.id: (text, pair.axioms_note) for pair in pairs if (text := pair.text(arm)) is not None}
    return {pair_id: fingerprint(texts) for pair_id, texts in shown.items()}


def showing(command: EvaluateCommand, pairs: Sequence[Pair]) -> Showing:
    """Return how the pairs are shown: under every mitigation, as written where its material names an option."""
    named = {
        (strategy.name, pair.id)
        for strategy in command.strategies
        for pair in pairs
        for name, text in (("axioms_words", pair.axioms_note), ("axioms_prolog", pair.axioms))
        if name in strategy.placeholders and mentions_option(text)
    }
    return replace(command.settings, mitigations=tuple(each.name for each in command.strategies), fixed=named)


def conditions(command: EvaluateCommand, pairs: Sequence[Pair]) -> Conditions:
    """Return the mitigations and their material."""
    wanted = {name for strategy in command.strategies for name in strategy.placeholders}
    material = material_of(pairs, wanted, lambda: read_corpus(command.seeds))
    return Conditions({strategy.name: strategy for strategy in command.strategies}, material)


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
        "settings": identity | {"dataset": fingerprint(identity["dataset"])},
        "versions": dict(versions()),
        "pairs": len(pairs),
        "pairs_by_bias": dict(Counter(pair.bias.value for pair in pairs)),
        "questions": measured.asked,
        "unanswered": measured.unanswered,
        "decided_by_arm": {arm.value: number for arm, number in measured.decided.items()},
        "unparsed_by_arm": {arm.value: measured.unparsed.get(arm, 0) for arm in measured.decided},
        "kept_order": measured.kept_order,
        **({"without_logprobs": measured.without, "missing_mass": measured.missing} if command.logprobs else {}),
        "warnings": list(warnings_of(command, pairs)),
        "dataset": command.dataset or {},
    }
