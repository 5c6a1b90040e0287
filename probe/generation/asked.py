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

COMPOSED = ("depth",)
"""Settings of other protocols that the grammar has as options in its name."""


def generation_of(options: GenerateOptions) -> GenerateCommand:
    """Return what the options ask for. Raises InputError without an author, or for settings that dilemmas lack."""
    if options.choices:
        key, value = next(iter(options.choices.items()))
        name = key.replace("_", "-")
        if key in COMPOSED:
            raise InputError(f"--{name}: of dilemmas it is an option of their author: --author 'grammar?{key}={value}'")
        raise InputError(f"--{name}: dilemmas have no such setting; leave it out")
    authors, model = specs_of(options.author), spec_of(options.model)
    if not authors and model is None:
        raise InputError("no author given: add --model for all roles, or --author")
    return GenerateCommand(
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


def items_generation_of(options: GenerateOptions) -> GenerateItemsCommand:
    """Return what the options ask for, of a protocol without a cascade. Raises InputError for options that it lacks."""
    refuse(options, CASCADED, f": the protocol {options.protocol} has no such setting; leave it out")
    return GenerateItemsCommand(
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


def protocol_choices(command: GenerateCommandLine) -> dict[str, str]:
    """Return the settings of protocols among the options of the command, by name."""
    chosen = {
        "kind": command.kind,
        "sets": command.sets,
        "set_size": command.set_size,
        "instances": command.instances,
        "dose": command.dose,
        "four_options": command.four_options,
        "depth": command.depth,
    }
    return {name: str(value) for name, value in chosen.items() if value}


def _author_of(authors: Sequence[ModelSpec], model: ModelSpec | None) -> ModelSpec | None:
    """Return the model that writes items, None where the packaged content is used alone."""
    if len(authors) > 1:
        raise InputError("--author: items have one author; give it once")
    author = authors[0] if authors else model
    # Items are made from the packaged content: ``--author grammar`` only says that no model writes them.
    if author is not None and composes(author) and author.options:
        raise InputError(f"--author {author}: here the grammar has no options; write --author grammar")
    return None if author is None or composes(author) else author
