"""Generate a benchmark, from seeds to ``dataset.jsonl`` and ``manifest.json``.

A generation opens the adapters, runs the rounds, and writes the files even if the run ends early.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import JsonValue

from probe.asking import Asker, Trial
from probe.certificate import certify
from probe.document import Document
from probe.errors import InputError, ProbeError, StoppedError, first_of
from probe.files.dataset import DATASET, OUTPUTS, write_dataset
from probe.files.manifest import Manifest
from probe.filters.cascade import NEVER, Cascade
from probe.filters.stage import Resources
from probe.generation.authors import LanguageModelAuthor, PolishedAuthor
from probe.generation.command import GROWS, GenerateCommand, Roles, composes, open_content, preparation
from probe.generation.document import rejections_document
from probe.generation.prepared import PreparedAuthor, PreparedEmbedder, PreparedFile, working_file
from probe.generation.progress import PUBLISHED_YIELD, Generation, Progress, Widening
from probe.generation.rounds import Generator
from probe.generation.writing import Origin, manifest_of, to_pair
from probe.grammar import GrammarAuthor
from probe.grammar.author import EXPANSION_SIZE
from probe.grammar.draw import Draw
from probe.ports import Author, Embedder, Oracle
from probe.session import Session, versions
from probe.similarity import TextIndex
from probe.values import (
    Corpus,
    Dilemma,
    ModelSpec,
    Outcome,
    Profile,
    Usage,
    fingerprint,
)


@dataclass(frozen=True)
class GenerationOutcome:
    """A finished or stopped generation, with the manifest that was written."""

    generation: Generation
    manifest: Manifest
    usage: Usage
    stages: tuple[str, ...]
    unreadable: dict[str, int]

    @property
    def document(self) -> Document:
        """What became of the candidates of each bias."""
        progress = self.generation.progress
        return rejections_document(progress, self.stages, list(progress.offered))

    @property
    def notices(self) -> tuple[str, ...]:
        """Notices for the user that were not already reported during the run."""
        reported_notices = self.generation.progress.notices
        return tuple(notice for notice in self.manifest.notices or () if notice not in reported_notices)

    def require_complete(self, out: Path) -> None:
        """Raise CancelledError if the run in ``out`` was interrupted, StoppedError if it ended early."""
        if self.generation.interrupted:
            raise asyncio.CancelledError
        if stop_error := self.stop_error(out):
            raise stop_error

    def stop_error(self, out: Path) -> StoppedError | None:
        """Return the error that reports why the run in ``out`` ended early, None if it is complete."""
        if not self.generation.end_reason:
            return None
        return StoppedError(
            f"{self.generation.end_reason} ({len(self.generation.accepted_keys)} pairs so far in {out / DATASET})"
        )


GenerationListener = Callable[[Progress, Usage], None]
"""Receives the progress of a generation and its usage."""


async def generate(
    command: GenerateCommand, out: Path, listener: GenerationListener = lambda progress, usage: None
) -> GenerationOutcome:
    """Start or resume the generation in ``out``; write the run's file, ``dataset.jsonl`` and ``manifest.json``.

    Raises InputError if ``out`` contains another run, or a dataset or manifest that is not part of a run. If a budget,
    a provider or an interruption ends the run early, the result contains the reason and the pairs so far.
    """
    content = open_content(command)
    corpus, prompts, cascade, settings = content.corpus, content.prompts, content.cascade, content.settings
    prepared_file = PreparedFile(command.prepared, preparation(command, content)) if command.prepared else None
    stopping = NEVER if settings.keep_trying else cascade.stopping
    unreadable: Counter[str] = Counter()
    async with Session(command.access) as session:
        run = session.run(out, content.identity, OUTPUTS, GROWS)
        models = session.models(run)
        # Started in the background, because it takes seconds in which the authors can already write.
        embedder = PreparedEmbedder(session.embedder(), prepared_file) if prepared_file else session.embedder()

        def asker(spec: ModelSpec, role: str) -> Asker:
            # In a batch all questions are sent together; a trial would let only a few of them wait for answers.
            trial = Trial(0 if spec.batched else stopping.unreadable)
            return Asker(models.open(spec), role, cascade.asking.attempts, unreadable, trial)

        resources = Resources(
            profile=command.profile,
            prompts=prompts,
            corpus=corpus,
            open_oracle=session.oracle,
            open_embedder=lambda: embedder,
            askers={role: asker(spec, role) for role, spec in command.roles.by_role().items() if spec},
        )
        stages = Cascade(
            replace(cascade, stopping=stopping), resources, prepared_file.repeat if prepared_file else None
        )
        authors = [
            _author(spec, content.grammars.get(str(spec)), asker, command.roles.polisher, resources)
            for spec in command.roles.authors
        ]
        authors = [PreparedAuthor(author, prepared_file) for author in authors] if prepared_file else authors
        oracle = session.oracle()
        await remember(resources.existing_texts, known_texts(corpus, content.against), embedder)
        generator = Generator(
            settings,
            authors,
            cascade=stages,
            embedder=embedder,
            store=run,
            listener=lambda progress: listener(progress, models.usage()),
            widening=_widening(command.roles),
        )
        generation = await generator.run()
        # Calls in progress are paid for, and the usage below counts them.
        await models.drain()
        if generation.end_reason is None:
            # A smaller run may have offered candidates that this run does not; an incomplete run may still offer them.
            run.forget_other_candidates()
        origin = Origin(
            run_id=run.run_id,
            settings=content.identity,
            versions=versions(oracle),
            domain=corpus.domain,
            roles=command.roles.names(),
            prompts=prompts.digests,
            libraries=content.libraries,
            seed_ids={sheet.bias: tuple(seed.id for seed in corpus.seeds_of(sheet.bias)) for sheet in corpus.sheets},
        )
        notices = [*models.notices(), *(grammar.notice for grammar in content.grammars.values() if grammar.notice)]
        manifest = manifest_of(generation, origin, models.usage(), unreadable, notices).with_changes(
            models=[served_model.model_dump(mode="json") for served_model in run.served_models()]
        )
        # Composed pairs balance the letters in blocks, which the order of the file must not reveal.
        keys = (
            Draw(command.seed, "file order").shuffled(generation.accepted_keys)
            if content.grammars
            else generation.accepted_keys
        )
        sample = list[Dilemma]()
        pairs = (to_pair(run.candidate(*key), origin) for key in keys)
        write_dataset(out / DATASET, keeping_sample(pairs, sample))
        earlier_record = None
        with suppress(InputError):  # an unreadable manifest is replaced
            earlier_record = Manifest.read(out).second_engine
        manifest.write(out)  # before the sample is examined, which takes time and can be interrupted
        # A stopped run is repeated with more pairs, which change the sample.
        takes_sample = command.profile is Profile.STRICT and not generation.stopped
        if takes_sample and (both_engines := session.with_second_engine()):
            sample_versions = versions(both_engines)
            record = await second_engine_record(sample, both_engines, sample_versions, earlier_record)
            manifest = manifest.with_changes(
                second_engine=record, versions=dict(sample_versions if sample else origin.versions)
            )
            manifest.write(out)
        if generation.end_reason is None:
            # Deleted only now, because a run that ended early continues with what workers prepared.
            working_file(out).unlink(missing_ok=True)
        return GenerationOutcome(generation, manifest, models.usage(), stages.names, dict(unreadable))


def _widening(roles: Roles) -> Widening | None:
    """Return how rounds are prepared together if a role's calls are sent in batches."""
    if not any(spec is not None and spec.batched for spec in (*roles.authors, *roles.by_role().values())):
        return None
    all_composed = all(composes(spec) for spec in roles.authors)
    return Widening(expected=1.0 if all_composed else PUBLISHED_YIELD, size=EXPANSION_SIZE)


def known_texts(corpus: Corpus, other_texts: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the texts that no candidate may nearly duplicate, by label: of seeds, and ``other_texts`` by id."""
    seeds = {f"the seed {seed.id}": seed.texts.unbiased for seed in corpus.seeds}
    return seeds | {f"pair {item_id}": text for item_id, text in (other_texts or {}).items()}


async def remember(index: TextIndex, texts: Mapping[str, str], embedder: Embedder) -> None:
    """Add ``texts`` to the index of known texts."""
    vectors = await embedder.embed(list(texts.values()))
    for label, vector in zip(texts, vectors, strict=True):
        index.add(label, vector)


def _author(
    spec: ModelSpec,
    grammar: GrammarAuthor | None,
    asker: Callable[[ModelSpec, str], Asker],
    polisher: ModelSpec | None,
    resources: Resources,
) -> Author:
    """Open an author; a grammar author is polished if a model is named for that."""
    if grammar is None:
        return LanguageModelAuthor(asker(spec, "author"), resources.prompts, resources.corpus)
    return grammar if polisher is None else PolishedAuthor(grammar, asker(polisher, "polisher"), resources.prompts)


SAMPLING_INTERVAL = 20
"""One pair in this many is in the sample, on average."""
CONCURRENT_PAIRS = 8
"""How many pairs are examined at once."""
SECOND_ENGINE = "second_engine"
"""The key of the record in the manifest, and of the engine's name among the versions."""


def in_sample(pair: Dilemma) -> bool:
    """Return whether a pair is in the sample: its id decides, so that any run of the same pairs has the same sample."""
    return int(pair.id, 16) % SAMPLING_INTERVAL == 0


def keeping_sample(pairs: Iterable[Dilemma], sample: list[Dilemma]) -> Iterator[Dilemma]:
    """Yield all ``pairs``, and add those in the sample to ``sample``."""
    for pair in pairs:
        if in_sample(pair):
            sample.append(pair)
        yield pair


async def second_engine_record(
    sample: Sequence[Dilemma], oracle: Oracle, versions: Mapping[str, str], earlier_record: object = None
) -> dict[str, JsonValue]:
    """Return what ``oracle``, which has a second engine, finds about the pairs of the sample, for the manifest.

    Its entry ``differing`` lists the ids of pairs for which the engines derive different options. ``earlier_record`` is
    the record in the manifest of an earlier run; it is returned if it is about the same pairs and ``versions``.
    """
    sample_digest = fingerprint([sorted(pair.id for pair in sample), versions])
    if isinstance(earlier_record, dict) and earlier_record.get("examined") == sample_digest:
        return earlier_record
    # All workers share an iterator, so that each takes the next pair that is left.
    outcome_by_pair, remaining_pairs = dict[str, Outcome](), iter(sample)

    async def work() -> None:
        for pair in remaining_pairs:
            examination = await oracle.examine(pair.programs, Profile.STRICT)
            check = certify(examination, pair.bias, Profile.STRICT).check(SECOND_ENGINE)
            outcome_by_pair[pair.id] = check.outcome if check else Outcome.NOT_RUN

    first_error: ProbeError | None = None
    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(CONCURRENT_PAIRS, len(sample))):
                group.create_task(work())
    except* ProbeError as errors:
        # Workers often fail for the same reason, so report only the first error.
        first_error = first_of(errors)
    if first_error is not None:
        raise first_error
    outcomes = Counter(outcome.value for outcome in outcome_by_pair.values())
    differing_ids = sorted(name for name, outcome in outcome_by_pair.items() if outcome is Outcome.FAILS)
    return {
        "engine": versions[SECOND_ENGINE],
        "examined": sample_digest,
        "pairs": len(sample),
        "outcomes": dict(sorted(outcomes.items())),
        "differing": [*differing_ids],
    }
