"""The composition root: the one place where adapters are made and handed to the services."""

import os
import platform
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from pydantic import JsonValue

from probe import __version__
from probe.embeddings import MiniLmEmbedder
from probe.files.corpus import read_corpus
from probe.filters.asking import Asker
from probe.filters.cascade import Cascade
from probe.filters.settings import CascadeSettings, load_settings
from probe.filters.stage import Tools
from probe.grammar import GrammarAuthor
from probe.models import Budget, Models, Prices
from probe.oracle import SwiOracle
from probe.ports import Author, Oracle
from probe.prompts import Prompts, load_prompts
from probe.services.author import LanguageModelAuthor
from probe.services.dataset import Origin, Roles, to_pair
from probe.services.estimate import CallEstimate, Estimate, Learned, estimate_from_run, estimate_from_seeds
from probe.services.generate import GenerateSettings, Generation, Generator
from probe.services.polish import PolishedAuthor
from probe.services.progress import Progress
from probe.services.seeds import CheckedSeed, check_seeds, model_free
from probe.similarity import TextIndex
from probe.store import FILE_NAME, RunStore, open_run, read_run
from probe.values import CandidateState, Corpus, ModelSpec, Pair, Profile, Usage, fingerprint

LIBRARIES = ("openai", "groq", "pyswip", "sentence-transformers", "torch", "Levenshtein", "scipy", "statsmodels")
"""What a manifest tells the version of, besides PROBE, Python and the oracle."""


@asynccontextmanager
async def open_oracle(workers: int | None = None) -> AsyncIterator[Oracle]:
    """Start SWI-Prolog workers and end them on the way out. Raises MissingError where there is no SWI-Prolog."""
    async with SwiOracle.start(workers=workers) as oracle:
        yield oracle


def versions(oracle: Oracle | None = None) -> dict[str, str]:
    """Return the versions of everything that a result can depend on; the oracle's where one took part."""
    found = {"probe": __version__, "python": platform.python_version()}
    found |= {"oracle": oracle.name} if oracle else {}
    for library in LIBRARIES:
        try:
            found[library] = version(library)
        except PackageNotFoundError:
            continue
    return found


@dataclass(frozen=True)
class Access:
    """How models are reached and what they may cost, the same for all roles of a run."""

    base_url: str | None = None
    concurrency: int = 16
    budget: Budget = field(default_factory=Budget)
    prices: Path | None = None


@asynccontextmanager
async def open_models(access: Access, store: RunStore, pairs: Sequence[Pair] = ()) -> AsyncIterator[Models]:
    """Make the models of a run reachable; calls that are under way are waited for on the way out."""
    models = Models(
        store,
        concurrency=access.concurrency,
        base_url=access.base_url,
        pairs=pairs,
        budget=access.budget,
        prices=Prices.load(access.prices, os.environ),
    )
    try:
        yield models
    finally:
        await models.close()


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
    access: Access = Access()
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
    grammars = {str(spec): GrammarAuthor(spec.options, command.seed) for spec in command.authors if _composes(spec)}
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


def _composes(spec: ModelSpec) -> bool:
    """Whether ``spec`` names the author that needs no model."""
    return spec.provider == "grammar"


@dataclass(frozen=True)
class PricedEstimate:
    """An estimate with its cost by entry (None: no price), the calls made already, and the price file."""

    estimate: Estimate
    usd: tuple[float | None, ...]
    unpriced: tuple[str, ...]
    made: int
    prices: str

    @property
    def total(self) -> float | None:
        """All of it in US dollars, None where a price is missing."""
        known = [amount for amount in self.usd if amount is not None]
        return sum(known) if len(known) == len(self.usd) else None


def estimate(command: GenerateCommand, out: Path) -> PricedEstimate:
    """Estimate what ``command`` will take, from its run's file where there is one; no model is asked."""
    corpus, prompts = read_corpus(command.seeds), load_prompts(command.prompts)
    cascade = load_settings(command.profile, command.cascade)
    biases = command.settings.biases
    pairs = command.settings.per_bias * len(biases)
    learned = _learned(out)
    if learned and learned.accepted:
        found = estimate_from_run(pairs, learned)
    else:
        found = estimate_from_seeds(pairs, biases, corpus, prompts, cascade)
    prices = Prices.load(command.access.prices, os.environ)
    writers = tuple(spec for spec in command.authors if not _composes(spec))
    if not writers:  # what is composed brings its programs along
        asked_for = tuple(entry for entry in found.calls if entry.purpose not in ("expand", "translate"))
        found = found.model_copy(update={"calls": asked_for})
    asked = {"author": writers, **{role: (spec,) if spec else () for role, spec in command.by_role()}}
    costs = [_cost(entry, asked[entry.role], prices) for entry in found.calls]
    unpriced = {str(spec) for entry in found.calls for spec in asked[entry.role] if prices.of(spec) is None}
    made = sum(number for number, _, _ in learned.calls.values()) if learned else 0
    return PricedEstimate(found, tuple(costs), tuple(sorted(unpriced)), made, str(prices.source))


def _cost(entry: CallEstimate, specs: Sequence[ModelSpec], prices: Prices) -> float | None:
    """Return what calls cost that several models share evenly, None where one of them has no price."""
    total = 0.0
    for spec in specs:
        price = prices.of(spec)
        if price is None:
            return None
        total += price.of(entry.prompt_tokens, entry.completion_tokens) / len(specs)
    return total


def _learned(out: Path) -> Learned | None:
    if not (out / FILE_NAME).is_file():
        return None
    with read_run(out) as store:
        states = store.candidate_states()
        offered = sum(states.values())
        return Learned(states.get(CandidateState.ACCEPTED, 0), offered, store.call_means())


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


async def check_corpus(corpus: Corpus, profile: Profile) -> list[CheckedSeed]:
    """Let every seed through the stages that need no model."""
    settings = model_free(load_settings(profile))
    async with AsyncExitStack() as stack:
        embedder = MiniLmEmbedder()
        stack.callback(embedder.close)
        embedder.warm_up()
        oracle = await stack.enter_async_context(open_oracle())
        tools = Tools(oracle=oracle, embedder=embedder, prompts=load_prompts(), corpus=corpus, accepted=TextIndex())
        return await check_seeds(corpus.seeds, Cascade(settings, tools), tools)
