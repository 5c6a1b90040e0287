"""Make items of a protocol other than dilemmas: a run's file, ``dataset.jsonl`` and ``manifest.json``."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from pydantic import JsonValue

from probe.asking import SHORT_ANSWER, Calls, question_tokens
from probe.errors import InputError, StoppedError
from probe.files.corpus import find_domain, read_corpus
from probe.files.dataset import CANARY, DATASET, OUTPUTS, write_dataset
from probe.files.manifest import Manifest, RunSettings
from probe.filters.estimates import Estimate, PricedEstimate, entry_of, priced_estimate
from probe.generation.command import GROWS, composes
from probe.inputs import TEXT, read_bytes
from probe.options.form import refuse
from probe.options.generating import GenerateCommandLine, GenerateOptions
from probe.options.reading import biases_of, path_of, profile_of, spec_of, specs_of
from probe.prompts import load_prompts
from probe.protocols import protocol_named
from probe.protocols.arguments import ItemRequest, MadeItems, Making
from probe.protocols.base import ItemProtocol
from probe.session import Access, Session, calls_made, load_prices, versions
from probe.values import Bias, Item, ModelSpec, Profile, Usage, fingerprint

CASCADED = (
    "polish",
    "translator",
    "judge",
    "decider",
    "cascade",
    "against",
    "prepared",
    "shard",
    "workers",
    "engine",
)
"""Options that only protocols have whose candidates go through the cascade."""


@dataclass(frozen=True)
class GenerateItemsCommand:
    """Which items to make; without an ``author``, of the packaged content alone. No biases means all of the domain.

    ``choices`` are the protocol's own settings by name.
    """

    protocol: ItemProtocol[Any]
    biases: tuple[Bias, ...] = ()
    per_bias: int = 10
    author: ModelSpec | None = None
    seed: int = 0
    profile: Profile = Profile.STRICT
    choices: Mapping[str, str] = field(default_factory=dict)
    access: Access = field(default_factory=Access)
    prompts: Path | None = None
    seeds: Path | None = None

    @classmethod
    def of(cls, options: GenerateOptions) -> Self:
        """Return the command of the options. Raises InputError for options that a protocol without a cascade lacks."""
        refuse(options, CASCADED, f": the protocol {options.protocol} has no such setting; leave it out")
        return cls(
            protocol=protocol_named(options.protocol),
            biases=biases_of(options.bias),
            per_bias=options.per_bias,
            author=_author_of(specs_of(options.author), spec_of(options.model)),
            seed=options.seed,
            profile=profile_of(options.profile),
            choices=options.choices or {},
            access=Access.of(options),
            prompts=path_of(options.prompts),
            seeds=path_of(options.seeds),
        )


@dataclass(frozen=True)
class GeneratedItems:
    """The items that were made, with the manifest that was written; ``ended`` is why some are missing."""

    items: tuple[Item, ...]
    manifest: Manifest
    notices: tuple[str, ...]
    usage: Usage
    ended: str | None


async def generate_items(
    command: GenerateItemsCommand, out: Path, listener: Callable[[int], None] = lambda done: None
) -> GeneratedItems:
    """Start or resume making items in ``out``, and write the dataset and the manifest.

    Raises InputError if ``out`` contains another run, or for a setting that the protocol does not have; StoppedError if
    a budget or a provider ends the work: the answers so far are in the run's file, and the same command continues.
    """
    corpus = read_corpus(command.seeds)
    prompts = load_prompts(command.prompts, corpus.words)
    domain = find_domain(command.seeds)
    specification = _specification(command, domain)
    choices = specification.choices
    identity = _identity(command, choices, domain)
    identity |= {"prompts": fingerprint({name: prompts.digests[name] for name in command.protocol.prompts})}
    async with Session(command.access) as session:
        run = session.run(out, identity, OUTPUTS, GROWS)
        models = session.models(run)
        author = models.open(command.author) if command.author else None
        oracle = session.oracle()
        result: MadeItems[Item] = await command.protocol.make(Making(specification, author, oracle, prompts, listener))
        if not result.items:
            raise StoppedError(result.missing or f"the protocol {command.protocol.name} made no item")
        run.keep_items(result.items)
        write_dataset(out / DATASET, result.items)
        usage = models.usage()
        manifest = Manifest(
            canary=CANARY,
            run_id=run.run_id,
            protocol=command.protocol.name,
            complete=result.missing is None,
            ended=result.missing,
            settings=RunSettings.model_validate(identity),
            versions=dict(versions(oracle)),
            items=len(result.items),
            items_by_bias=dict(Counter(item.bias.value for item in result.items)),
            certified=sum(item.certificate is not None and item.certificate.passed for item in result.items),
            norms=dict(Counter(item.norm for item in result.items)),
            sensitive=any(item.sensitive for item in result.items),
            usage=usage.model_dump(mode="json"),
            models=[served.model_dump(mode="json") for served in run.served_models()],
            notices=[*result.notices, *models.notices()],
        ).updated(**result.manifest)
        manifest.write(out)
        notices = (*result.notices, *models.notices())
    return GeneratedItems(result.items, manifest, notices, usage, result.missing)


def estimate_items(command: GenerateItemsCommand, out: Path) -> PricedEstimate:
    """Return the calls of the author if every first answer can be used.

    Raises InputError for a setting that the protocol does not have, or if no model writes its items.
    """
    prompts = load_prompts(command.prompts, read_corpus(command.seeds).words)
    specification = _specification(command, find_domain(command.seeds))
    request_groups = list(command.protocol.author_requests(specification, prompts)) if command.author else []
    if command.author and not request_groups:
        raise InputError(f"--author {command.author}: no model writes items of the protocol {command.protocol.name}")
    calls = [
        Calls(request.purpose, "author", 1, question_tokens(request.messages), SHORT_ANSWER)
        for requests in request_groups
        for request in requests
    ]
    estimate = Estimate(
        pairs=len(request_groups),
        offered=len(request_groups),
        source="the questions, each asked once",
        calls=(entry_of(calls),) if calls else (),
    )
    prices, _ = load_prices(command.access.prices, command.access)
    return priced_estimate(estimate, {"author": (command.author,)}, prices, calls_made(out))


def _specification(command: GenerateItemsCommand, domain: Path) -> ItemRequest:
    return ItemRequest(domain, command.biases, command.per_bias, command.seed, command.profile, _choices(command))


def _choices(command: GenerateItemsCommand) -> dict[str, str]:
    settings = command.protocol.making
    unknown = sorted(set(command.choices) - set(settings))
    if unknown:
        option = unknown[0].replace("_", "-")
        raise InputError(f"--{option}: the protocol {command.protocol.name} has no such setting; leave it out")
    return {**settings, **command.choices}


def _identity(command: GenerateItemsCommand, choices: Mapping[str, str], domain: Path) -> dict[str, JsonValue]:
    """Return the settings that identify this run: the same settings resume it, others are rejected."""
    content = {
        # By content: a changed template makes other items, which must not continue this run.
        str(file.relative_to(domain)): _text(file)
        for kind in ("templates", "profiles", "scenarios", "practices")
        for file in sorted((domain / kind).rglob("*"))
        if file.is_file() and not file.name.startswith(".")
    }
    numbers = {name: int(value) for name, value in choices.items() if value.isdecimal()}
    return {
        "kind": "generate",
        "protocol": command.protocol.name,
        "author": str(command.author) if command.author else None,
        "base_url": command.access.base_url,
        "per_bias": command.per_bias,
        "biases": [bias.slug for bias in command.biases],
        "seed": command.seed,
        "profile": command.profile.value,
        "content": fingerprint(content),
        **{_setting(name): value for name, value in {**choices, **numbers}.items()},
    }


def _text(file: Path) -> str:
    # A checkout on Windows has other line ends, and the same content.
    text = read_bytes(file, TEXT).decode("utf-8", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _setting(choice: str) -> str:
    """Return the name under which a protocol's choice is recorded; ``kind`` is that of the run."""
    return "kinds" if choice == "kind" else choice


def protocol_choices(command: GenerateCommandLine) -> dict[str, str]:
    """Return the settings of protocols among the options of the command, by name."""
    choices = {
        "kind": command.kind,
        "sets": command.sets,
        "set_size": command.set_size,
        "instances": command.instances,
        "dose": command.dose,
        "four_options": command.four_options,
        "depth": command.depth,
    }
    return {name: str(value) for name, value in choices.items() if value}


def _author_of(authors: Sequence[ModelSpec], model: ModelSpec | None) -> ModelSpec | None:
    """Return the model that writes items, None where the packaged content is used alone."""
    if len(authors) > 1:
        raise InputError("--author: items have one author; give it once")
    author = authors[0] if authors else model
    # Items are made from the packaged content: ``--author grammar`` only says that no model writes them.
    if author is not None and composes(author) and author.options:
        raise InputError(f"--author {author}: here the grammar has no options; write --author grammar")
    return None if author is None or composes(author) else author
