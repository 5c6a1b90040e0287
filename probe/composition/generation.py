"""Generation, put together: authors, stages, models and a run's file are handed to the service here."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import JsonValue

from probe.composition.access import Access, open_models, open_oracle, versions
from probe.embeddings import MiniLmEmbedder
from probe.files.corpus import read_corpus
from probe.filters.asking import Asker
from probe.filters.cascade import Cascade
from probe.filters.settings import CascadeSettings, load_settings
from probe.filters.stage import Tools
from probe.grammar import GrammarAuthor
from probe.models import Models
from probe.ports import Author
from probe.prompts import Prompts, load_prompts
from probe.services.author import LanguageModelAuthor
from probe.services.dataset import Origin, Roles, to_pair
from probe.services.generate import GenerateSettings, Generation, Generator
from probe.services.polish import PolishedAuthor
from probe.services.progress import Progress
from probe.similarity import TextIndex
from probe.store import open_run, read_run
from probe.values import Corpus, ModelSpec, Pair, Profile, Usage, fingerprint


@dataclass(frozen=True)
class GenerateCommand:
    """Everything that ``probe generate`` was told; a role without a model is None."""

    authors: tuple[ModelSpec, ...]
    translator: ModelSpec | None
    judge: ModelSpec | None
    decider: ModelSpec | None
    settings: GenerateSettings
    profile: Profile
    polisher: ModelSpec | None = None
    seed: int = 0
    access: Access = field(default_factory=Access)
    prompts: Path | None = None
    seeds: Path | None = None
    cascade: Path | None = None

    @property
    def roles(self) -> Roles:
        """Who does what, by name."""
        named = {role: str(spec) if spec else None for role, spec in self.by_role()}
        return Roles(authors=tuple(map(str, self.authors)), **named)

    def by_role(self) -> tuple[tuple[str, ModelSpec | None], ...]:
        """Return the roles beside the authors, each with its model."""
        return (
            ("polisher", self.polisher),
            ("translator", self.translator),
            ("judge", self.judge),
            ("decider", self.decider),
        )


@dataclass(frozen=True)
class Generated:
    """A generation with what its dataset and manifest are written from."""

    generation: Generation
    origin: Origin
    settings: dict[str, JsonValue]
    versions: dict[str, str]
    usage: Usage
    stages: tuple[str, ...]
    unreadable: dict[str, int]
    notices: tuple[str, ...]


GenerationListener = Callable[[Progress, Usage], None]
"""Is told how far a generation is, and what it has used up."""


async def generate(command: GenerateCommand, out: Path, listener: GenerationListener) -> Generated:
    """Begin or resume the generation in ``out``."""
    corpus, prompts = read_corpus(command.seeds), load_prompts(command.prompts)
    cascade = load_settings(command.profile, command.cascade)
    for bias in command.settings.biases:
        corpus.sheet(bias)  # a bias without seeds is told before anything is paid for
    grammars = {str(spec): GrammarAuthor(spec.options, command.seed) for spec in command.authors if composes(spec)}
    libraries = {name: author.manifest for name, author in grammars.items()}
    settings = _identity(command, corpus, prompts, cascade) | {"libraries": fingerprint(libraries)}
    async with AsyncExitStack() as stack:
        store = stack.enter_context(open_run(out, settings))
        models = await stack.enter_async_context(open_models(command.access, store))
        tools = await _tools(stack, command, models, prompts, corpus)
        stages = Cascade(cascade, tools)
        generator = Generator(
            command.settings,
            _authors(command, grammars, models, tools, stages.asker),
            cascade=stages,
            accepted=tools.accepted,
            embedder=tools.embedder,
            store=store,
            listener=lambda progress: listener(progress, models.usage()),
        )
        generation = await generator.run()
        await models.drain()
        return Generated(
            generation=generation,
            origin=Origin(
                run_id=store.run_id,
                domain=corpus.domain,
                roles=command.roles,
                prompts=prompts.digests,
                libraries=libraries,
                seed_ids={bias: tuple(seed.id for seed in corpus.seeds_of(bias)) for bias in command.settings.biases},
            ),
            settings=settings,
            versions=versions(tools.oracle),
            usage=models.usage(),
            stages=stages.names,
            unreadable=dict(stages.unreadable),
            notices=models.notices(),
        )


def _authors(
    command: GenerateCommand, grammars: Mapping[str, GrammarAuthor], models: Models, tools: Tools, asker: Asker
) -> list[Author]:
    """Open the authors in their order; those that compose are polished where a model is named for it."""
    authors: list[Author] = []
    for spec in command.authors:
        if str(spec) not in grammars:
            authors.append(LanguageModelAuthor(models.open(spec), tools.prompts, tools.corpus, asker))
        elif command.polisher is None:
            authors.append(grammars[str(spec)])
        else:
            authors.append(PolishedAuthor(grammars[str(spec)], models.open(command.polisher), tools.prompts, asker))
    return authors


def composes(spec: ModelSpec) -> bool:
    """Whether ``spec`` names the author that needs no model."""
    return spec.provider == "grammar"


def accepted_pairs(generated: Generated, out: Path) -> Iterator[Pair]:
    """Yield the accepted pairs in order, one at a time from the run's file."""
    with read_run(out) as store:
        for place in generated.generation.accepted:
            yield to_pair(store.candidate(*place), generated.origin)


async def _tools(
    stack: AsyncExitStack, command: GenerateCommand, models: Models, prompts: Prompts, corpus: Corpus
) -> Tools:
    """Open what the stages work with, the slowest first."""
    embedder = MiniLmEmbedder()
    stack.callback(embedder.close)
    embedder.warm_up()  # takes seconds, in a process of its own: all else is opened and the authors write meanwhile
    roles = [models.open(spec) if spec else None for spec in (command.translator, command.judge, command.decider)]
    oracle = await stack.enter_async_context(open_oracle())
    return Tools(
        oracle=oracle,
        embedder=embedder,
        prompts=prompts,
        corpus=corpus,
        accepted=TextIndex(),
        translator=roles[0],
        judge=roles[1],
        decider=roles[2],
    )


def _identity(
    command: GenerateCommand, corpus: Corpus, prompts: Prompts, cascade: CascadeSettings
) -> dict[str, JsonValue]:
    """Return what makes this run the run it is: the same settings resume it, others are refused."""
    return {
        "kind": "generate",
        "roles": command.roles.model_dump(mode="json"),
        "base_url": command.access.base_url,
        "per_bias": command.settings.per_bias,
        "biases": [bias.slug for bias in command.settings.biases],
        "keep_trying": command.settings.keep_trying,
        "seed": command.seed,
        "profile": command.profile.value,
        "cascade": cascade.digest,
        "prompts": fingerprint(prompts.digests),
        "seeds": fingerprint(corpus.model_dump(mode="json")),
    }
