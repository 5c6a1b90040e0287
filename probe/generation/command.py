"""What a generation is asked for, and the seeds, practices, prompts and settings that it starts from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Self

from pydantic import JsonValue

from probe.errors import InputError
from probe.files.corpus import PRACTICES, find_domain, read_corpus
from probe.filters.cascade import CascadeSettings, load_settings
from probe.grammar import GrammarAuthor
from probe.options.form import growing_fields
from probe.options.generating import GenerateCommandLine, GenerateOptions
from probe.options.reading import biases_of, path_of, paths_of, profile_of, spec_of, specs_of
from probe.prompts import Prompts, load_prompts
from probe.protocols.reading import read_dataset
from probe.session import Access, oracle_names
from probe.values import Bias, Corpus, Evidence, ModelSpec, Profile, fingerprint
from probe.version import __version__

GRAMMAR_OPTIONS = ("depth",)
"""Settings of other protocols that the grammar has as options in its name."""


@dataclass(frozen=True)
class Roles:
    """The model of each role in a run; None for a role without a model."""

    authors: tuple[ModelSpec, ...]
    polisher: ModelSpec | None = None
    translator: ModelSpec | None = None
    judge: ModelSpec | None = None
    decider: ModelSpec | None = None

    def by_role(self) -> dict[str, ModelSpec | None]:
        """Return the roles other than the authors, each with its model."""
        return {field.name: getattr(self, field.name) for field in fields(self)[1:]}

    def names(self) -> dict[str, Any]:
        """Return the name of each role's model, as files record it."""
        names = {role: str(spec) if spec else None for role, spec in self.by_role().items()}
        return {"authors": [str(spec) for spec in self.authors], **names}


@dataclass(frozen=True)
class GenerateSettings:
    """How many pairs of which biases to generate; no biases means all of the domain."""

    per_bias: int
    biases: tuple[Bias, ...] = ()
    keep_trying: bool = False


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

    @classmethod
    def of(cls, options: GenerateOptions) -> Self:
        """Return the command of the options. Raises InputError without an author, or for other protocols' settings."""
        if options.choices:
            key, value = next(iter(options.choices.items()))
            name = key.replace("_", "-")
            if key in GRAMMAR_OPTIONS:
                raise InputError(
                    f"--{name}: for dilemmas, set it as an option of the author: --author 'grammar?{key}={value}'"
                )
            raise InputError(f"--{name}: dilemmas have no such setting; leave it out")
        authors, model = specs_of(options.author), spec_of(options.model)
        if not authors and model is None:
            raise InputError("no author given: add --model for all roles, or --author")
        return cls(
            roles=Roles(
                authors=authors or ((model,) if model else ()),
                polisher=spec_of(options.polish),
                translator=spec_of(options.translator) or model,
                judge=spec_of(options.judge) or model,
                decider=spec_of(options.decider) or model,
            ),
            settings=GenerateSettings(options.per_bias, biases_of(options.bias), options.keep_trying),
            profile=profile_of(options.profile),
            seed=options.seed,
            access=Access.of(options),
            prompts=path_of(options.prompts),
            seeds=path_of(options.seeds),
            cascade=path_of(options.cascade),
            against=paths_of(options.against),
            prepared=path_of(options.prepared),
        )


GROWS = (*growing_fields(GenerateCommandLine), "libraries")
"""The settings that say how much to generate: a run continues with more pairs, biases, authors and checking roles."""


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


def open_content(command: GenerateCommand) -> Content:
    """Read seeds, practices, prompts and settings. Raises InputError for what is broken or does not fit together."""
    corpus, practices = read_corpus(command.seeds), find_domain(command.seeds) / PRACTICES
    other_texts = _texts_by_id(command.against)
    prompts, cascade = load_prompts(command.prompts, corpus.words), load_settings(command.profile, command.cascade)
    grammars = _grammars(command, practices)
    settings = replace(command.settings, biases=command.settings.biases or _all_biases(corpus, grammars))
    _check(command, settings, corpus, grammars)
    libraries = {name: author.manifest for name, author in grammars.items()}
    digests: dict[str, JsonValue] = {name: fingerprint(library) for name, library in libraries.items()}
    identity = _identity(command, settings, corpus, prompts, cascade) | {"libraries": digests}
    identity |= {"against": fingerprint([*other_texts.values()])} if other_texts else {}
    return Content(corpus, prompts, cascade, settings, grammars, libraries, other_texts, identity)


QUANTITY_SETTINGS = ("per_bias", "biases", "keep_trying", "against")
"""The settings that decide how many candidates are taken, not what each of them is."""


def preparation(command: GenerateCommand, content: Content) -> dict[str, JsonValue]:
    """Return what prepared candidates depend on. Raises InputError for a command that asks models."""
    models = [f"--{role}" for role, spec in command.roles.by_role().items() if spec]
    if models or len(command.roles.authors) != 1 or not composes(command.roles.authors[0]):
        raise InputError(
            f"{models[0] if models else '--author'}: candidates are prepared for one grammar author and no model"
        )
    oracle, second_engine = oracle_names(None)
    identity = {name: value for name, value in content.identity.items() if name not in QUANTITY_SETTINGS}
    return {"settings": fingerprint(identity), "probe": __version__, "oracle": oracle, "second_engine": second_engine}


def biases_to_generate(command: GenerateCommand) -> tuple[Bias, ...]:
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


def _grammars(command: GenerateCommand, practices: Path) -> dict[str, GrammarAuthor]:
    """Open the grammar authors, with the practices of the domain."""
    specs = [spec for spec in command.roles.authors if composes(spec)]
    if specs and not practices.is_dir():
        raise InputError(f"{practices} does not exist: the grammar author needs the practices of the domain")
    return {str(spec): GrammarAuthor(spec.options, command.seed, folder=practices) for spec in specs}


def _all_biases(corpus: Corpus, grammars: Mapping[str, GrammarAuthor]) -> tuple[Bias, ...]:
    """Return the biases of the domain: those with dilemmas, or if it has none, those with cues."""
    biases_with_cues = [bias for author in grammars.values() for bias in author.library.cues]
    return corpus.biases or tuple(Bias.in_order(biases_with_cues))


def _check(
    command: GenerateCommand, settings: GenerateSettings, corpus: Corpus, grammars: Mapping[str, GrammarAuthor]
) -> None:
    """Raise InputError now for errors that would otherwise appear only after paid calls."""
    checking_roles = command.roles.by_role()
    roles = [*(("author", spec) for spec in command.roles.authors), *checking_roles.items()]
    for role, spec in roles:
        if spec is not None and spec.provider == "simulated":
            raise InputError(f"{spec} only decides as a subject of probe evaluate: name another model for the {role}")
    writing_models = [spec for spec in command.roles.authors if not composes(spec)]
    if writing_models and command.roles.translator is None:
        raise InputError(
            f"{writing_models[0]} writes texts without programs: name a --translator, or a --model for all roles"
        )
    # A run of the grammar alone reads no sheets of biases, and a domain of practices may have none.
    if writing_models or any(checking_roles.values()) or corpus.sheets:
        for bias in settings.biases:
            corpus.sheet(bias)
    for author in grammars.values():
        for bias in settings.biases:
            author.check_bias(bias)


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
