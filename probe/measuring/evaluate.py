"""Evaluate: show every arm of every item to a subject, several times, and record its decisions.

The subject is asked once per question and run. An unreadable answer is recorded as unparsed; a question without an
answer is asked again when the run is resumed.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pydantic import JsonValue

from probe.asking import Calls
from probe.errors import InputError
from probe.files.corpus import read_corpus
from probe.files.dataset import CANARY, DATASET, OUTPUTS, write_dataset
from probe.files.manifest import Manifest
from probe.measuring.conversing import Conditions, Evaluator, Measurement
from probe.measuring.counting import CountingModel, StoredDecisions
from probe.measuring.mitigations import PLAIN, Strategy, choose_strategies
from probe.measuring.rewrites import rewrite_notices, rewrites
from probe.measuring.work import DoneListener, MeasuringCommand, MeasuringOutcome, is_same_model, measuring, silent
from probe.options.checking import MeasuredOptions
from probe.options.evaluating import RUNS, EvaluateOptions
from probe.options.form import growing
from probe.options.reading import names_of
from probe.ports import DecisionStore, Model, SubjectFunction
from probe.prompts import Prompts, load_prompts
from probe.protocols import protocol_named
from probe.protocols.base import ItemProtocol, Showing
from probe.protocols.choosing import in_turns, some_of_each_bias
from probe.protocols.conversation import Conversation
from probe.protocols.dataset import Dataset
from probe.session import Access, Placement, Session, holds_run, versions
from probe.values import AnalysisPlan, Decision, Item, ModelSpec, ServedModel, Usage, fingerprint, plan_for
from probe.values.plan import TierName
from probe.values.planted import rename_notes


@dataclass(frozen=True)
class EvaluateCommand(MeasuringCommand):
    """The subject, how it is shown the items of a protocol, and under which mitigations.

    ``settings`` get the protocol's defaults, and an unknown arm or setting raises InputError. ``dataset`` is the
    manifest of the evaluated dataset; ``tiers`` go into the analysis plan. ``label`` is the name of the evaluation in
    reports; None keeps an earlier one.
    """

    subject: ModelSpec
    items: Sequence[Item]
    settings: Showing
    strategies: tuple[Strategy, ...] = (PLAIN,)
    dataset: dict[str, Any] | None = None
    tiers: TierName = "fixed"
    label: str | None = None
    protocol: ItemProtocol[Any] = field(default_factory=lambda: protocol_named(""))

    def __post_init__(self) -> None:
        # Settled here, so that no reader of the command sees settings that are not those of the evaluation.
        object.__setattr__(self, "settings", shown_as(self.settings, self.strategies, self.protocol, self.items))


def evaluation_of(
    options: EvaluateOptions,
    dataset: Dataset[Any],
    subject: ModelSpec,
    other_models: Sequence[ModelSpec] = (),
    functions: Mapping[str, SubjectFunction] | None = None,
) -> EvaluateCommand:
    """Return the command that the options describe.

    ``other_models`` are models that are asked in addition to the subject.

    Raises InputError for options that do not fit together, or not the protocol of the items.
    """
    protocol = dataset.definition
    items = some_of_each_bias(dataset, options.limit, options.seed if options.sample == "random" else None)
    names = names_of(options.arms)
    settings = Showing(
        runs=runs_asked(options),
        order=options.order,
        arms=protocol.chosen_arms(names, items) if names else (),
        choices=protocol.chosen_settings(options.choices or {}),
        direct=options.logprobs,
        confidence=options.confidence,
    )
    mitigations = (options.mitigation,) if isinstance(options.mitigation, str) else tuple(options.mitigation)
    fields = measuring(options)
    fields["access"] = _with_placement(
        replace(fields["access"], functions=functions or {}), options, [subject, *other_models]
    )
    return EvaluateCommand(
        subject=subject,
        items=items,
        settings=settings,
        strategies=choose_strategies(mitigations or (PLAIN.name,), controls=options.mitigation_controls),
        dataset=Manifest.of(dataset.manifest).origin.content,
        tiers=options.tiers,
        label=options.label,
        protocol=protocol,
        **fields,
    )


def runs_asked(options: EvaluateOptions | MeasuredOptions, default: int = RUNS) -> int:
    """Return how often each text is shown: ``default`` times unless set; once in each order for log-probabilities.

    Raises InputError for a number that log-probabilities do not take.
    """
    if not options.logprobs:
        return default if options.runs is None else options.runs
    order_count = 2 if options.order == "both" else 1
    if options.runs not in (None, order_count):
        raise InputError(f"--runs {options.runs}: --logprobs asks each text once in each order; leave --runs out")
    return order_count


def _with_placement(access: Access, options: EvaluateOptions, models: Sequence[ModelSpec]) -> Access:
    """Return ``access`` with local models where the options say. Raises InputError if none of ``models`` is one."""
    placement = Placement.of(options).if_chosen()
    if placement is not None and all(spec.provider != "local" for spec in models):
        raise InputError(
            "--workers and --engine are for models that PROBE computes itself (local/NAME): leave them out, and raise"
            " --concurrency for more calls at once"
        )
    return replace(access, placement=placement)


@dataclass(frozen=True)
class EvaluationOutcome(MeasuringOutcome):
    """An evaluation with the manifest that was written, and what answered.

    ``usage`` is that of all sessions of the run; ``earlier`` is what it was before this one.
    """

    measured: Measurement
    manifest: Manifest
    served: tuple[ServedModel, ...]
    earlier: Usage


async def evaluate(command: EvaluateCommand, out: Path, listener: DoneListener = silent) -> EvaluationOutcome:
    """Start or resume the evaluation in ``out``; write a copy of the items, a manifest and the run's file.

    Raises InputError if ``out`` contains another run, or a dataset or manifest that is not part of a run. If a
    budget or a provider ends the work early, the result contains the reason.
    """
    prompts, items = load_prompts(command.prompts), command.items
    identity = _identity(command, prompts)
    conversations = questions(command)
    question_count = sum(len(conversation.asked_turns) for conversation in conversations)
    identity["questions"] = question_count
    async with Session(command.access) as session:
        run = session.run(out, identity, OUTPUTS, GROWS)
        models = session.models(run, lambda spec: command.protocol.simulated(spec, items))
        earlier = models.usage()
        evaluator = _evaluator(command, prompts, models.open(command.subject), run, listener)
        run.keep_items(items)
        if command.label is not None:
            run.keep_label(command.label)
        # Before the first question, because the record shows how many decisions came before the plan.
        run.register_plan(_plan(command, question_count))
        write_dataset(out / DATASET, items)
        measurement = await evaluator.run(conversations)
        usage = models.usage()
        served = tuple(run.served_models())
        rewrite_counts = rewrites(out, items, command.strategies)
        summaries = {
            # Votes of probe awareness are summarised in the manifest, which is written anew when an evaluation grows.
            "awareness": Manifest.read(out).awareness,
            "rewrites": {name: dict(counts) for name, counts in rewrite_counts.items()},
        }
        manifest = _manifest(command, identity, run.run_id, measurement).updated(
            usage=usage.model_dump(mode="json"),
            models=[entry.model_dump(mode="json") for entry in served],
            **{name: value for name, value in summaries.items() if value},
        )
        manifest.write(out)
        notices = (*measurement.notices, *rewrite_notices(rewrite_counts), *models.notices())
    return EvaluationOutcome(
        measured=measurement, manifest=manifest, served=served, earlier=earlier, notices=notices, usage=usage
    )


def _evaluator(
    command: EvaluateCommand,
    prompts: Prompts,
    subject: Model,
    store: DecisionStore,
    listener: DoneListener = silent,
) -> Evaluator:
    """Return what asks ``subject`` and stores its decisions in ``store``."""
    items, settings = command.items, command.settings
    placeholders = {name for strategy in command.strategies for name in strategy.placeholders}
    material = command.protocol.material(items, placeholders, lambda: read_corpus(command.seeds))
    return Evaluator(
        command.protocol.asking(items, settings),
        subject,
        prompts,
        store,
        listener,
        conditions=Conditions({strategy.name: strategy for strategy in command.strategies}, material),
        trial=command.trial(command.subject),
        weighing=command.protocol.weighing(items, settings),
        confidence=settings.confidence,
    )


def subject_folders(out: Path, subjects: Sequence[ModelSpec]) -> list[tuple[ModelSpec, Path]]:
    """Return each subject with a folder in ``out``; one subject alone has ``out`` itself.

    Raises InputError if a subject is named twice, or if ``out`` contains the run of one subject alone.
    """
    if len(subjects) == 1:
        return [(subjects[0], out)]
    repeated_subject = next((subject for subject in subjects if subjects.count(subject) > 1), None)
    if repeated_subject is not None:
        raise InputError(f"--model {repeated_subject}: is given twice; give it once, with --runs for more answers")
    if holds_run(out):
        raise InputError(f"{out} contains the run of one subject: give several another folder with --out")
    return [(subject, out / _folder_name(subject)) for subject in subjects]


def _folder_name(subject: ModelSpec) -> str:
    """Return a name that is safe as a folder's; subjects whose names differ only in options have a hash as well."""
    full_name = f"{subject.provider}-{subject.model}"
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", full_name).strip("-.")[:80] or "subject"
    # Two names may become one where characters are replaced, and two subjects must not share a folder.
    return name if name == full_name and not subject.options else f"{name}-{fingerprint(str(subject), 6)}"


async def check_models(command: EvaluateCommand, models: Sequence[ModelSpec]) -> None:
    """Open every model without asking it, so that nothing is paid for before all names and keys are known to be usable.

    Raises InputError for an unknown provider, name or option, MissingError for a key that is not set.
    """
    with TemporaryDirectory() as folder:
        async with Session(command.access) as session:
            run = session.run(Path(folder) / "check", {"kind": "check"})
            opened_models = session.models(run, lambda spec: command.protocol.simulated(spec, command.items))
            for spec in models:
                opened_models.open(spec)


async def calls_of(command: EvaluateCommand, stored: Sequence[Decision] = ()) -> list[Calls]:
    """Return the calls of an evaluation without those of the ``stored`` decisions; no model is asked."""
    conversations = questions(command)
    counting_model = CountingModel(command.subject, "subject", conversations)
    # The answers are not the subject's, so unreadable ones must not end the work.
    command, prompts = replace(command, keep_trying=True), load_prompts(command.prompts)
    await _evaluator(command, prompts, counting_model, StoredDecisions(stored)).run(conversations)
    return counting_model.calls


def questions(command: EvaluateCommand) -> tuple[Conversation, ...]:
    """Return all conversations, in an order in which every beginning covers all biases evenly."""
    return tuple(command.protocol.conversations(in_turns(command.items), command.settings))


def _plan(command: EvaluateCommand, question_count: int) -> AnalysisPlan:
    settings = command.settings
    return plan_for(
        settings.arms,
        settings.runs,
        settings.order,
        measure=command.protocol.planned_measure(),
        tiers=command.tiers,
        questions=question_count,
        mitigations=settings.mitigations,
    )


GROWS = (*growing(EvaluateOptions), "dataset", "questions")
"""The settings that say how much is asked: an evaluation continues with more runs, arms, mitigations and pairs."""


def warnings_of(command: EvaluateCommand) -> tuple[str, ...]:
    """Return the warnings about the results, known before the first paid call."""
    warnings = command.protocol.warnings(command.items, command.settings)
    return (
        *warnings,
        *conflicts(command.subject, command.items, command.protocol.noun),
        *rename_notes(command.subject),
    )


def conflicts(subject: ModelSpec, items: Sequence[Item], noun: str) -> tuple[str, ...]:
    """Return a sentence for each role that the subject had in making the dataset."""
    roles: Counter[str] = Counter()
    for item in items:
        roles["author"] += is_same_model(subject, item.provenance.author)
        roles["decider"] += is_same_model(subject, item.provenance.decider)
    reasons = {
        "author": "its own texts may suit it better than those of other authors",
        "decider": "pairs that it could not solve were left out, so its errors are understated",
    }
    return tuple(
        f"{subject} is also the {role} of {roles[role]} of these {len(items)} {noun}s: {reason}"
        for role, reason in reasons.items()
        if roles[role]
    )


def _identity(command: EvaluateCommand, prompts: Prompts) -> dict[str, JsonValue]:
    """Return the settings that identify this run; an id need not cover all that is shown, so texts are hashed."""
    protocol, settings = command.protocol, command.settings
    return {
        "kind": "evaluate",
        "subject": str(command.subject),
        "base_url": command.access.base_url,
        "runs": settings.runs,
        "order": settings.order,
        "arms": [arm.value for arm in settings.arms],
        "mitigations": {strategy.name: strategy.digest for strategy in command.strategies},
        # A hash for each text, so that a run can grow by arms and items and still notice a text that has changed.
        "dataset": {
            arm.value: {
                item.id: fingerprint(content)
                for item in command.items
                if (content := protocol.shown(item, arm)) is not None
            }
            for arm in settings.arms
        },
        **protocol.identity(settings, prompts.digests),
        # Absent where they are not asked for, because runs of earlier versions lack them and have to resume.
        **({"logprobs": True} if settings.direct else {}),
        **({"confidence": prompts.digests["confidence"]} if settings.confidence else {}),
    }


def shown_as(
    settings: Showing, strategies: Sequence[Strategy], protocol: ItemProtocol[Any], items: Sequence[Item]
) -> Showing:
    """Return how items of a protocol are shown under each of the ``strategies``, for any subject."""
    placeholders = {strategy.name: strategy.placeholders for strategy in strategies}
    fixed = protocol.fixed_items(items, placeholders)
    return protocol.complete_showing(items, replace(settings, mitigations=tuple(placeholders), fixed_items=fixed))


def _manifest(
    command: EvaluateCommand,
    identity: dict[str, JsonValue],
    run_id: str,
    measurement: Measurement,
) -> Manifest:
    items = command.items
    direct = {"without_logprobs": measurement.without, "missing_mass": measurement.missing}
    return Manifest.of(
        {
            "canary": CANARY,
            "run_id": run_id,
            "complete": measurement.unanswered == 0,
            "ended": measurement.reason,
            # One hash for the readers of a manifest; the run's file has those of all texts.
            "settings": identity | {"dataset": fingerprint(identity["dataset"])},
            "versions": dict(versions()),
            f"{command.protocol.noun}s": len(items),
            f"{command.protocol.noun}s_by_bias": dict(Counter(item.bias.value for item in items)),
            "questions": measurement.asked,
            "unanswered": measurement.unanswered,
            "decided_by_arm": {arm.value: number for arm, number in measurement.decided.items()},
            "unparsed_by_arm": {arm.value: measurement.unparsed.get(arm, 0) for arm in measurement.decided},
            "kept_order": measurement.kept_order,
            **(direct if command.settings.direct else {}),
            **({"unreadable_confidences": measurement.unsure} if command.settings.confidence else {}),
            "warnings": list(warnings_of(command)),
            "dataset": command.dataset or {},
        }
    )
