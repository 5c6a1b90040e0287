"""Controls: further texts of existing pairs, which separate the effect of the cue from that of any edit.

A model writes words for the cue's place: a neutral placebo, a counter-cue for the right option, and a bare
recommendation of the option that the cue pushes (advocacy), where cues of the bias name one. The rest of the text is
unchanged by construction. Each control is checked, and requested again if it fails.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from probe.answers import read_passages
from probe.asking import Asker, Unreadable, concerning
from probe.document import Document, Grid
from probe.files.corpus import corpus_of
from probe.files.dataset import CANARY, DATASET, OUTPUTS, write_dataset
from probe.files.manifest import Manifest, RunSettings
from probe.filters.cascade import CascadeSettings, load_settings
from probe.filters.stage import reject
from probe.measuring.control_checks import UNREADABLE, ControlWriters, allowed_length, check_control, control_evidence
from probe.measuring.work import (
    DoneListener,
    MeasuringCommand,
    MeasuringOutcome,
    WorkOutcome,
    measuring,
    sheets_of,
    silent,
    work_through,
)
from probe.options.form import growing_fields
from probe.options.generating import ControlsOptions
from probe.options.reading import specs_of
from probe.prompts import Prompts, load_prompts
from probe.protocols.dilemmas.reading import dilemmas_of
from probe.session import Session, versions
from probe.values import (
    About,
    Arm,
    Bias,
    BiasSheet,
    Controls,
    Dilemma,
    Message,
    ModelSpec,
    Profile,
    Request,
    StageOutcome,
    StageResult,
    fingerprint,
)
from probe.values.constructs import NAMES_NO_OPTION
from probe.values.texts import passage_of

CONTROLS = (Arm.PLACEBO, Arm.COUNTER, Arm.ADVOCACY)
PROMPTS = ("controls", "judge_placebo", "judge_pair")
"""The templates that placebo and counter-cue depend on."""
ADVOCACY_PROMPTS = ("advocacy", "judge_advocacy")
"""The templates that a bare recommendation depends on."""


@dataclass(frozen=True)
class Writing:
    """A question to the author: the controls that one answer contains, and its template."""

    arms: tuple[Arm, ...]
    template: str

    def read(self, answer: str) -> tuple[str, ...]:
        """Return the passages, one for each arm; raises UnreadableAnswerError that names what is missing."""
        return read_passages(answer, *(arm.value for arm in self.arms))


WRITINGS = (Writing((Arm.PLACEBO, Arm.COUNTER), "controls"), Writing((Arm.ADVOCACY,), "advocacy"))


@dataclass(frozen=True)
class ControlsCommand(MeasuringCommand):
    """The author and the judge of the controls; ``dataset`` is the manifest of the pairs."""

    author: ModelSpec
    judge: ModelSpec
    tries: int = 3
    dataset: dict[str, Any] | None = None


def controls_of(options: ControlsOptions) -> tuple[ControlsCommand, tuple[Dilemma, ...]]:
    """Return the command that the options describe, and the pairs. Raises InputError for other items than dilemmas."""
    pairs, manifest = dilemmas_of(options.data)
    author, judge = specs_of((options.author, options.judge or options.author))
    return ControlsCommand(
        author=author, judge=judge, tries=options.tries, dataset=manifest, **measuring(options)
    ), pairs


@dataclass(frozen=True)
class ControlledPair:
    """A pair with its controls, and the arms that had to be left out, each with the last reason."""

    pair: Dilemma
    written_arms: tuple[Arm, ...] = ()
    left_out: dict[Arm, StageResult] = field(default_factory=dict)
    rejections: tuple[tuple[Arm, StageResult], ...] = ()


@dataclass(frozen=True)
class ControlCounts:
    """How many pairs have a control, in how many it is new, and which stages rejected tries and left it out."""

    texts: int
    written: int
    rejected_tries: dict[str, int]
    left_out: dict[str, int]


@dataclass(frozen=True)
class ControlsOutcome:
    """All pairs in their order (unchanged where a model did not answer), and the faults."""

    pairs: tuple[ControlledPair, ...]
    work_outcome: WorkOutcome[ControlledPair]

    @property
    def unanswered_count(self) -> int:
        """How many pairs have no answer yet."""
        return self.work_outcome.results.count(None)

    def counts(self) -> dict[Arm, ControlCounts]:
        """Return the numbers of each control."""

        def by_stage(results: Iterable[tuple[Arm, StageResult]], arm: Arm) -> dict[str, int]:
            return dict(sorted(Counter(result.stage for result_arm, result in results if result_arm is arm).items()))

        rejections = [rejection for controlled_pair in self.pairs for rejection in controlled_pair.rejections]
        omissions = [omission for controlled_pair in self.pairs for omission in controlled_pair.left_out.items()]
        return {
            arm: ControlCounts(
                texts=sum(controlled_pair.pair.text(arm) is not None for controlled_pair in self.pairs),
                written=sum(arm in controlled_pair.written_arms for controlled_pair in self.pairs),
                rejected_tries=by_stage(rejections, arm),
                left_out=by_stage(omissions, arm),
            )
            for arm in CONTROLS
        }

    @property
    def document(self) -> Document:
        """How many pairs have each control, and which stages rejected the missing ones."""
        counts_by_arm = self.counts()
        stages = list(dict.fromkeys(stage for counts in counts_by_arm.values() for stage in counts.left_out))
        numbers = ("pairs with it", "newly written", *(f"left out: {stage.replace('_', ' ')}" for stage in stages))
        rows = tuple(
            (
                arm.value,
                str(counts.texts),
                str(counts.written),
                *(str(counts.left_out.get(name, "")) for name in stages),
            )
            for arm, counts in counts_by_arm.items()
        )
        columns = ("control", *numbers)
        return Document("", (Grid("Controls", columns, rows, numbers=numbers, records=True, titled=False),))


@dataclass(frozen=True)
class WrittenControls(MeasuringOutcome):
    """The controls that were written, and the manifest."""

    outcome: ControlsOutcome
    manifest: Manifest


async def write_controls(
    command: ControlsCommand, pairs: Sequence[Dilemma], out: Path, listener: DoneListener = silent
) -> WrittenControls:
    """Start or resume writing controls for ``pairs``; write the dataset with them and a manifest into ``out``.

    Resuming means running again: every answered call comes from the run's file. Raises InputError if ``out`` contains
    another run or a dataset that is not part of a run.
    """
    corpus = corpus_of(pairs, command.seeds)
    prompts, sheets = load_prompts(command.prompts, corpus.words), sheets_of(pairs, corpus)
    cascade = load_settings(Profile.STRICT)
    identity = _identity(command, pairs, prompts, sheets, cascade)
    async with Session(command.access) as session:
        run = session.run(out, identity, OUTPUTS, (*growing_fields(ControlsOptions), "dataset", "advocacy"))
        models = session.models(run)
        attempts = cascade.asking.attempts
        author = Asker(models.open(command.author), "author", attempts, trial=command.trial(command.author))
        judge = Asker(models.open(command.judge), "judge", attempts, trial=command.trial(command.judge))
        writers = ControlWriters(author, judge, session.embedder(), prompts, sheets, cascade, command.tries)
        outcome = await write_texts(pairs, writers, listener)
        write_dataset(out / DATASET, (controlled_pair.pair for controlled_pair in outcome.pairs))
        manifest = _manifest(outcome, identity, command.dataset or {}, run.run_id).with_changes(
            usage=models.usage().model_dump(mode="json"),
            models=[served_model.model_dump(mode="json") for served_model in run.served_models()],
        )
        manifest.write(out)
        return WrittenControls(outcome=outcome, manifest=manifest, notices=models.notices(), usage=models.usage())


def _identity(
    command: ControlsCommand,
    pairs: Sequence[Dilemma],
    prompts: Prompts,
    sheets: dict[Bias, BiasSheet],
    cascade: CascadeSettings,
) -> dict[str, JsonValue]:
    return {
        "kind": "controls",
        "author": str(command.author),
        "judge": str(command.judge),
        "base_url": command.access.base_url,
        "tries": command.tries,
        "dataset": {pair.id: fingerprint([pair.text(arm) for arm in (Arm.PLACEBO, Arm.COUNTER)]) for pair in pairs},
        "prompts": fingerprint([prompts.digests[name] for name in PROMPTS]),
        "advocacy": {  # not in runs of earlier versions, which resume with it
            pair.id: fingerprint([*(prompts.digests[name] for name in ADVOCACY_PROMPTS), pair.text(Arm.ADVOCACY)])
            for pair in pairs
        },
        "sheets": fingerprint([sheet.model_dump(mode="json") for sheet in sheets.values()]),
        "cascade": cascade.digest,
    }


def _manifest(
    outcome: ControlsOutcome, identity: dict[str, JsonValue], dataset: dict[str, Any], run_id: str
) -> Manifest:
    """Return the manifest: the numbers of existing, written, rejected and omitted controls, by reason."""
    digests = {name: fingerprint(identity[name]) for name in ("dataset", "advocacy")}
    return Manifest(
        canary=CANARY,
        run_id=run_id,
        complete=not outcome.unanswered_count,
        ended=outcome.work_outcome.reason,
        settings=RunSettings.model_validate(identity | digests),
        versions=dict(versions()),
        pairs=len(outcome.pairs),
        unanswered=outcome.unanswered_count,
        controls={arm.value: asdict(counts) for arm, counts in outcome.counts().items()},
        dataset=Manifest.of(dataset),
    )


async def write_texts(
    pairs: Sequence[Dilemma], writers: ControlWriters, listener: DoneListener = silent
) -> ControlsOutcome:
    """Write the controls that the pairs lack; existing ones are kept."""

    async def work(pair: Dilemma) -> ControlledPair:
        with concerning(About(item_id=pair.id)):
            return await _control_pair(pair, writers)

    outcome = await work_through(pairs, work, listener)
    controlled_pairs = tuple(
        result or ControlledPair(pair) for result, pair in zip(outcome.results, pairs, strict=True)
    )
    return ControlsOutcome(controlled_pairs, outcome)


def missing_controls(pair: Dilemma) -> tuple[Arm, ...]:
    """Return the controls that a pair lacks; a bare recommendation only where cues of its bias name an option."""
    return tuple(
        arm for arm in CONTROLS if pair.text(arm) is None and not (arm is Arm.ADVOCACY and pair.bias in NAMES_NO_OPTION)
    )


async def _control_pair(pair: Dilemma, writers: ControlWriters) -> ControlledPair:
    """Request the missing controls until all pass or the tries are used up; one that passed is not replaced."""
    texts = {arm: text for arm in CONTROLS if (text := pair.text(arm)) is not None}
    accepted_results: dict[Arm, StageResult] = {}
    rejections: list[tuple[Arm, StageResult]] = []
    for writing in WRITINGS:
        missing_arms = [arm for arm in missing_controls(pair) if arm in writing.arms]
        # Use the attempt's number as the call's run: each attempt is a separate call that a resumed run finds.
        for run in range(writers.tries):
            remaining_arms = [arm for arm in missing_arms if arm not in accepted_results]
            if not remaining_arms:
                break
            author_texts = await _write(pair, writing, writers, run)
            for arm in remaining_arms:
                result = (
                    author_texts
                    if isinstance(author_texts, StageResult)
                    else await check_control(pair, arm, author_texts[arm], writers)
                )
                if result.outcome is StageOutcome.ACCEPTED and not isinstance(author_texts, StageResult):
                    accepted_results[arm] = result.model_copy(
                        update={"evidence": {"tries": run + 1, **result.evidence}}
                    )
                    texts[arm] = author_texts[arm]
                else:
                    rejections.append((arm, result))
    # Of several rejections of an arm, the last one remains.
    left_out = {arm: result for arm, result in rejections if arm not in accepted_results}
    evidence = {
        arm.value: control_evidence(result, arm, rejections, writers)
        for arm, result in (accepted_results | left_out).items()
    }
    controls = Controls(**{arm.value: texts.get(arm) for arm in CONTROLS}) if texts else None
    return ControlledPair(
        pair=pair.model_copy(update={"controls": controls, "evidence": pair.evidence | evidence}),
        written_arms=tuple(accepted_results),
        left_out=left_out,
        rejections=tuple(rejections),
    )


def control_question(prompts: Prompts, sheet: BiasSheet, pair: Dilemma, writing: Writing) -> tuple[Message, ...]:
    """Return the request for the words of the controls of ``pair`` that are written together."""
    shortest, longest = allowed_length(pair)
    passage = passage_of(pair.unbiased, pair.biased)
    return prompts.fill(
        writing.template,
        bias=pair.bias.value,
        definition=sheet.definition,
        right_option=f"Option {pair.correct_option.letter}",
        wrong_option=f"Option {pair.correct_option.other_option.letter}",
        unbiased=pair.unbiased,
        biased=pair.biased,
        original=passage.original.strip() or "(nothing: the second version adds it)",
        passage=passage.cued.strip() or "(nothing: the second version leaves it out)",
        shortest=str(shortest),
        longest=str(longest),
    )


async def _write(pair: Dilemma, writing: Writing, writers: ControlWriters, run: int) -> dict[Arm, str] | StageResult:
    """Return the texts, with the author's words in the cue's place, or a rejection if its answer cannot be read."""
    messages = control_question(writers.prompts, writers.sheets[pair.bias], pair, writing)
    request = Request(purpose=writing.template, messages=messages, temperature=1.0, top_p=1.0, run=run)
    controls = (await writers.author.ask(request, writing.read)).parsed
    if isinstance(controls, Unreadable):
        return reject(UNREADABLE, controls.problem, answer=controls.answer)
    passage = passage_of(pair.unbiased, pair.biased)
    return {arm: passage.with_words(words) for arm, words in zip(writing.arms, controls, strict=True)}
