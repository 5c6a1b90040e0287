"""Generate a benchmark, from seeds to ``dataset.jsonl`` and ``manifest.json``.

A generation opens the adapters, runs the rounds, and writes the files even if the run ends early.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from pydantic import JsonValue

from probe.asking import Asker, Trial
from probe.errors import InputError, StoppedError
from probe.files.corpus import PRACTICES, find_domain, read_corpus
from probe.files.dataset import DATASET, OUTPUTS, write_dataset
from probe.files.manifest import Manifest
from probe.filters.cascade import Cascade, CascadeSettings, load_settings, run_every_stage
from probe.filters.stage import Resources
from probe.filters.stopping import NEVER
from probe.generation.authors import EXPANSION_SIZE, LanguageModelAuthor, PolishedAuthor
from probe.generation.prepared import PreparedAuthor, PreparedEmbedder, PreparedFile, working_file
from probe.generation.progress import Generation, Progress
from probe.generation.rounds import GenerateSettings, Generator
from probe.generation.sampling import keeping_sample, second_engine_record
from probe.generation.widening import PUBLISHED_YIELD, Widening
from probe.generation.writing import Origin, Roles, manifest_of, to_pair
from probe.grammar import GrammarAuthor
from probe.grammar.draw import Draw
from probe.options.form import growing
from probe.options.generating import GenerateCommandLine
from probe.ports import Author, Embedder
from probe.prompts import Prompts, load_prompts
from probe.protocols.reading import read_dataset
from probe.session import Access, Session, oracle_names, versions
from probe.similarity import TextIndex
from probe.values import (
    Bias,
    Corpus,
    Dilemma,
    Evidence,
    ModelSpec,
    Profile,
    Usage,
    fingerprint,
)
from probe.version import __version__


@dataclass(frozen=True)
class GenerateCommand:
    """What to generate, and with which models.

    No biases in ``settings`` means all of the domain. Near-duplicates of pairs in ``against`` are rejected.
    ``prepared`` is a file of candidates that need not be composed, checked and embedded again.
    """

    roles: Roles
    settings: GenerateSettings
    profile: Profile
    seed: int = 0
    access: Access = field(default_factory=Access)
    prompts: Path | None = None
    seeds: Path | None = None
    cascade: Path | None = None
    against: tuple[Path, ...] = ()
    prepared: Path | None = None


@dataclass(frozen=True)
class Generated:
    """A finished or stopped generation, with the manifest that was written."""

    generation: Generation
    manifest: Manifest
    usage: Usage
    stages: tuple[str, ...]
    unreadable: dict[str, int]

    @property
    def notices(self) -> tuple[str, ...]:
        """Notices for the user that were not already reported during the run."""
        reported = self.generation.progress.notices
        return tuple(notice for notice in self.manifest.notices or () if notice not in reported)

    def stopped(self, out: Path) -> StoppedError | None:
        """Return the error that reports why the run in ``out`` ended early, None if it is complete."""
        if not self.generation.ended:
            return None
        return StoppedError(
            f"{self.generation.ended} ({len(self.generation.accepted)} pairs so far in {out / DATASET})"
        )


GROWS = (*growing(GenerateCommandLine), "libraries")
"""The settings that say how much to generate: a run continues with more pairs, biases, authors and checking roles."""

GenerationListener = Callable[[Progress, Usage], None]
"""Receives the progress of a generation and its usage."""


async def generate(
    command: GenerateCommand, out: Path, listener: GenerationListener = lambda progress, usage: None
) -> Generated:
    """Start or resume the generation in ``out``; write the run's file, ``dataset.jsonl`` and ``manifest.json``.

    Raises InputError if ``out`` contains another run, or a dataset or manifest that is not part of a run. If a budget,
    a provider or an interruption ends the run early, the result contains the reason and the pairs so far.
    """
    content = opened(command)
    corpus, prompts, cascade, settings = content.corpus, content.prompts, content.cascade, content.settings
    ready = PreparedFile(command.prepared, preparation(command, content)) if command.prepared else None
    stopping = NEVER if settings.keep_trying else cascade.stopping
    unreadable: Counter[str] = Counter()
    async with Session(command.access) as session:
        run = session.run(out, content.identity, OUTPUTS, GROWS)
        models = session.models(run)
        # It starts in the background: it takes seconds, while the authors already write.
        embedder = PreparedEmbedder(session.embedder(), ready) if ready else session.embedder()

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
        repeat = ready.repeat if ready else run_every_stage
        stages = Cascade(replace(cascade, stopping=stopping), resources, repeat)
        authors = [
            _author(spec, content.grammars.get(str(spec)), asker, command.roles.polisher, resources)
            for spec in command.roles.authors
        ]
        authors = [PreparedAuthor(author, ready) for author in authors] if ready else authors
        oracle = session.oracle()
        await remember(resources.known, known_texts(corpus, content.against), embedder)
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
        if generation.ended is None:
            # Those that a smaller run offered and this one does not; an incomplete run may still offer them.
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
        manifest = manifest_of(generation, origin, models.usage(), unreadable, notices).updated(
            models=[served.model_dump(mode="json") for served in run.served()]
        )
        # Composed pairs balance the letters in blocks, which the order of the file must not reveal.
        keys = (
            Draw(command.seed, "file order").shuffled(generation.accepted) if content.grammars else generation.accepted
        )
        sample = list[Dilemma]()
        pairs = (to_pair(run.candidate(*key), origin) for key in keys)
        write_dataset(out / DATASET, keeping_sample(pairs, sample))
        earlier = None
        with suppress(InputError):  # a manifest that cannot be read is written anew
            earlier = Manifest.read(out).second_engine
        manifest.write(out)  # before the sample is examined, which takes time and can be interrupted
        # A stopped run is repeated with more pairs, which change the sample.
        sampled = command.profile is Profile.STRICT and not generation.stopped
        if sampled and (both := session.with_second_engine()):
            examined_by = versions(both)
            record = await second_engine_record(sample, both, examined_by, earlier)
            manifest = manifest.updated(second_engine=record, versions=dict(examined_by if sample else origin.versions))
            manifest.write(out)
        if generation.ended is None:
            # Only now: a run that ended early continues with what workers prepared.
            working_file(out).unlink(missing_ok=True)
        return Generated(generation, manifest, models.usage(), stages.names, dict(unreadable))


def _widening(roles: Roles) -> Widening | None:
    """Return how rounds are prepared together if a role's calls are sent in batches."""
    if not any(spec is not None and spec.batched for spec in (*roles.authors, *roles.by_role().values())):
        return None
    composed = all(composes(spec) for spec in roles.authors)
    return Widening(expected=1.0 if composed else PUBLISHED_YIELD, size=EXPANSION_SIZE)


@dataclass(frozen=True)
class Content:
    """What a command's generation starts from: ``identity`` are the settings that a resumed run must share."""

    corpus: Corpus
    prompts: Prompts
    cascade: CascadeSettings
    settings: GenerateSettings
    grammars: Mapping[str, GrammarAuthor]
    libraries: Mapping[str, Evidence]
    against: Mapping[str, str]
    identity: dict[str, JsonValue]


def opened(command: GenerateCommand) -> Content:
    """Read seeds, practices, prompts and settings. Raises InputError for what is broken or does not fit together."""
    corpus, practices = read_corpus(command.seeds), find_domain(command.seeds) / PRACTICES
    against = _texts_by_id(command.against)
    prompts, cascade = load_prompts(command.prompts, corpus.words), load_settings(command.profile, command.cascade)
    grammars = _grammars(command, practices)
    settings = replace(command.settings, biases=command.settings.biases or _all_biases(corpus, grammars))
    _check(command, settings, corpus, grammars)
    libraries = {name: author.manifest for name, author in grammars.items()}
    digests: dict[str, JsonValue] = {name: fingerprint(library) for name, library in libraries.items()}
    identity = _identity(command, settings, corpus, prompts, cascade) | {"libraries": digests}
    identity |= {"against": fingerprint([*against.values()])} if against else {}
    return Content(corpus, prompts, cascade, settings, grammars, libraries, against, identity)


HOW_MANY = ("per_bias", "biases", "keep_trying", "against")
"""The settings that decide how many candidates are taken, not what each of them is."""


def preparation(command: GenerateCommand, content: Content) -> dict[str, JsonValue]:
    """Return what prepared candidates depend on. Raises InputError for a command that asks models."""
    models = [f"--{role}" for role, spec in command.roles.by_role().items() if spec]
    if models or len(command.roles.authors) != 1 or not composes(command.roles.authors[0]):
        raise InputError(
            f"{models[0] if models else '--author'}: candidates are prepared for one grammar author and no model"
        )
    oracle, second = oracle_names(None)
    kept = {name: value for name, value in content.identity.items() if name not in HOW_MANY}
    return {"settings": fingerprint(kept), "probe": __version__, "oracle": oracle, "second_engine": second}


def biases_of(command: GenerateCommand) -> tuple[Bias, ...]:
    """Return the biases that ``command`` will generate for."""
    return command.settings.biases or _all_biases(
        read_corpus(command.seeds), _grammars(command, find_domain(command.seeds) / PRACTICES)
    )


def composes(spec: ModelSpec) -> bool:
    """Whether ``spec`` names the author that needs no model."""
    return spec.provider == "grammar"


def _texts_by_id(datasets: Sequence[Path]) -> dict[str, str]:
    """Return the text by which each item of ``datasets`` is compared."""
    earlier_datasets = map(read_dataset, datasets)
    return {item.id: dataset.definition.first_text(item) for dataset in earlier_datasets for item in dataset}


def known_texts(corpus: Corpus, against: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the texts that no candidate may nearly duplicate, by label: of seeds, and ``against`` by id."""
    seeds = {f"the seed {seed.id}": seed.texts.unbiased for seed in corpus.seeds}
    return seeds | {f"pair {item_id}": text for item_id, text in (against or {}).items()}


async def remember(index: TextIndex, texts: Mapping[str, str], embedder: Embedder) -> None:
    """Add ``texts`` to the index of known texts."""
    vectors = await embedder.embed(list(texts.values()))
    for label, vector in zip(texts, vectors, strict=True):
        index.add(label, vector)


def _grammars(command: GenerateCommand, practices: Path) -> dict[str, GrammarAuthor]:
    """Open the grammar authors, with the practices of the domain."""
    specs = [spec for spec in command.roles.authors if composes(spec)]
    if specs and not practices.is_dir():
        raise InputError(f"{practices} does not exist: the grammar author needs the practices of the domain")
    return {str(spec): GrammarAuthor(spec.options, command.seed, folder=practices) for spec in specs}


def _all_biases(corpus: Corpus, grammars: Mapping[str, GrammarAuthor]) -> tuple[Bias, ...]:
    """Return the biases of the domain: those with dilemmas, or if it has none, those with cues."""
    cued = [bias for author in grammars.values() for bias in author.library.cues]
    return corpus.biases or tuple(Bias.in_order(cued))


def _check(
    command: GenerateCommand, settings: GenerateSettings, corpus: Corpus, grammars: Mapping[str, GrammarAuthor]
) -> None:
    """Raise InputError now for errors that would otherwise appear only after paid calls."""
    checking = command.roles.by_role()
    roles = [*(("author", spec) for spec in command.roles.authors), *checking.items()]
    for role, spec in roles:
        if spec is not None and spec.provider == "simulated":
            raise InputError(f"{spec} only decides as a subject of probe evaluate: name another model for the {role}")
    written = [spec for spec in command.roles.authors if not composes(spec)]
    if written and command.roles.translator is None:
        raise InputError(f"{written[0]} writes texts without programs: name a --translator, or a --model for all roles")
    # The grammar alone reads no sheet of a bias, and a domain of practices may have none.
    if written or any(checking.values()) or corpus.sheets:
        for bias in settings.biases:
            corpus.sheet(bias)
    for author in grammars.values():
        for bias in settings.biases:
            author.check_bias(bias)


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


def _identity(
    command: GenerateCommand, settings: GenerateSettings, corpus: Corpus, prompts: Prompts, cascade: CascadeSettings
) -> dict[str, JsonValue]:
    """Return the settings that identify this run: the same settings resume it, others are rejected."""
    return {
        "kind": "generate",
        "roles": command.roles.names(),
        "base_url": command.access.base_url,
        "per_bias": settings.per_bias,
        "biases": [bias.slug for bias in settings.biases],
        "keep_trying": settings.keep_trying,
        "seed": command.seed,
        "profile": command.profile.value,
        "cascade": cascade.digest,
        "prompts": fingerprint(
            {name: digest for name, digest in prompts.digests.items() if name not in MEASURING_ONLY}
        ),
        "seeds": fingerprint(corpus.model_dump(mode="json")),
    }


MEASURING_ONLY = frozenset(
    {
        "advocacy",
        "judge_advocacy",
        "decide_direct",
        "decide_freely",
        "decide_scale",
        "decide_scale_direct",
        "extract",
        "fill",
        "judge_steering",
        "judge_wording",
        "neutralise",
        "propose_steering",
        "reword",
        "workspace",
        "triage_decide",
        "triage_decide_direct",
    }
)
"""Prompts that no generation of dilemmas uses: they are left out, so that runs from before they existed continue."""
