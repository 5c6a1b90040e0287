"""From options to commands: what a generation is asked for."""

from collections.abc import Sequence

from probe.errors import InputError
from probe.generation.generate import GenerateCommand, composes
from probe.generation.items import GenerateItemsCommand
from probe.generation.rounds import GenerateSettings
from probe.generation.writing import Roles
from probe.options.form import refuse
from probe.options.generating import GenerateCommandLine, GenerateOptions
from probe.options.reading import biases_of, path_of, paths_of, profile_of, spec_of, specs_of
from probe.protocols import protocol_named
from probe.session import Access
from probe.values import ModelSpec

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
"""What only a protocol has whose candidates go through the cascade."""


def generation_of(given: GenerateOptions) -> GenerateCommand:
    """Return what the options ask for. Raises InputError without an author, or for settings that dilemmas lack."""
    if given.choices:
        name = next(iter(given.choices)).replace("_", "-")
        raise InputError(f"--{name}: dilemmas have no such setting; leave it out")
    authors, model = specs_of(given.author), spec_of(given.model)
    if not authors and model is None:
        raise InputError("no author given: add --model for all roles, or --author")
    return GenerateCommand(
        roles=Roles(
            authors=authors or ((model,) if model else ()),
            polisher=spec_of(given.polish),
            translator=spec_of(given.translator) or model,
            judge=spec_of(given.judge) or model,
            decider=spec_of(given.decider) or model,
        ),
        settings=GenerateSettings(given.per_bias, biases_of(given.bias), given.keep_trying),
        profile=profile_of(given.profile),
        seed=given.seed,
        access=Access.of(given),
        prompts=path_of(given.prompts),
        seeds=path_of(given.seeds),
        cascade=path_of(given.cascade),
        against=paths_of(given.against),
        prepared=path_of(given.prepared),
    )


def items_generation_of(given: GenerateOptions) -> GenerateItemsCommand:
    """Return what the options ask for, of a protocol without a cascade. Raises InputError for options that it lacks."""
    refuse(given, CASCADED, f": the protocol {given.protocol} has no such setting; leave it out")
    return GenerateItemsCommand(
        protocol=protocol_named(given.protocol),
        biases=biases_of(given.bias),
        per_bias=given.per_bias,
        author=_author_of(specs_of(given.author), spec_of(given.model)),
        seed=given.seed,
        profile=profile_of(given.profile),
        choices=given.choices or {},
        access=Access.of(given),
        prompts=path_of(given.prompts),
        seeds=path_of(given.seeds),
    )


def protocol_choices(given: GenerateCommandLine) -> dict[str, str]:
    """Return the settings of protocols among the options of the command, by name."""
    chosen = {
        "kind": given.kind,
        "sets": given.sets,
        "set_size": given.set_size,
        "instances": given.instances,
        "dose": given.dose,
        "four_options": given.four_options,
        "depth": given.depth,
    }
    return {name: str(value) for name, value in chosen.items() if value}


def _author_of(authors: Sequence[ModelSpec], model: ModelSpec | None) -> ModelSpec | None:
    """Return the model that writes items, None where the packaged content is used alone."""
    if len(authors) > 1:
        raise InputError("--author: items have one author; give it once")
    author = authors[0] if authors else model
    if author is not None and composes(author) and author.options:
        raise InputError(f"--author {author}: here the grammar has no options; write --author grammar")
    return None if author is None or composes(author) else author
