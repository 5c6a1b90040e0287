"""The options of generations, and of control texts and second opinions on what they made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from probe.options.form import (
    CHECKS,
    ITEMS,
    OUTPUT,
    ROLES,
    WORKERS,
    argument,
    option,
    options,
    path_option,
    processes,
    protocol_option,
    role,
)
from probe.options.shared import (
    BiasOption,
    FolderOption,
    Items,
    ModelCommandLine,
    ModelOptions,
    PathName,
    PlacementOptions,
    ProfileOption,
    Spec,
)

if TYPE_CHECKING:
    from probe.values import Dilemma
    from probe.values.shard import Shard

Pairs: TypeAlias = "PathName | Iterable[Dilemma]"
"""What functions about dilemmas accept: a dataset, or what ``load`` reads."""


@options
class GenerateOptions(ModelOptions, ProfileOption, BiasOption, PlacementOptions, FolderOption):
    """What to generate, and with which models."""

    protocol: str = option(
        "What to make: dilemmas, or items of another protocol.", default="dilemmas", kind="protocol", group=ITEMS
    )
    author: Spec | Iterable[Spec] | None = role(
        "Writes the pairs; may be repeated.", default=None, multiple=True, grows=True, recorded="roles"
    )
    model: Spec | None = role(
        "Fills every role without a model of its own.", default=None, grows=True, recorded="roles"
    )
    polish: Spec | None = role("Rewords the texts of a grammar author.", default=None, grows=True, recorded="roles")
    translator: Spec | None = role("Translates texts to Prolog and back.", default=None, grows=True, recorded="roles")
    judge: Spec | None = role(
        "Judges whether the bias appears in the biased text only.", default=None, grows=True, recorded="roles"
    )
    decider: Spec | None = role(
        "Decides the unbiased text; must agree with the program.", default=None, grows=True, recorded="roles"
    )
    per_bias: int = option("Dilemmas or other items per bias.", default=10, least=1, group=ITEMS, grows=True)
    choices: Mapping[str, str] | None = option(
        "Settings of the protocol by name.", default=None, python_only=True, group=ITEMS
    )
    seed: int = option("Seed for all random draws.", default=0, group=ITEMS)
    cascade: PathName | None = path_option(
        "Use these stages and thresholds instead of the packaged ones.", default=None, group=CHECKS
    )
    against: PathName | Iterable[PathName] = path_option(
        "Also reject near-duplicates of the pairs of DATASET; may be repeated.",
        default=(),
        multiple=True,
        metavar="DATASET",
        group=CHECKS,
    )
    prepared: PathName | None = path_option(
        "Candidates that --shard prepared: they are only compared with one another, in order.",
        default=None,
        group=WORKERS,
    )
    workers: int | None = processes(
        "Number of processes that compose, check and embed what one grammar author offers.", default=None
    )


@options
class GenerateCommandLine(GenerateOptions, ModelCommandLine):
    """Make a dataset of dilemmas, each with and without a cue, and certify them.

    For fresh dilemmas to test models with: an author writes them, a model or the built-in grammar, which needs no key
    and costs nothing, and only those that pass every check are kept. DIR receives dataset.jsonl for probe evaluate,
    manifest.json and the run's file. The same command resumes an interrupted run and never pays for a call twice; with
    a larger --per-bias it extends the run. --model names the model of all roles, and the options below "Models by role"
    name one for a role; keys come from the environment.

    \b
    Examples:
      probe generate --model openai/gpt-4o-mini --per-bias 20 --out run
      probe generate --author "grammar?depth=2-8" --per-bias 24 --out composed
      probe generate --author grammar --per-bias 1000 --workers 8 --out large
      probe generate --author grammar --per-bias 1000 --shard 3/10 --out part-3
    """

    kind: str | None = protocol_option(
        "Triage: sequence, choice, framing, attribute, or several with commas.", default=None
    )
    sets: int | None = protocol_option("Triage: sets of each kind.", default=None, least=1, grows=True)
    set_size: str | None = protocol_option("Triage: profiles of a sequence, such as 5-10.", default=None)
    instances: int | None = protocol_option(
        "Templates: tests per scenario of a bias (2; profile paper: 5).", default=None, least=1, most=100
    )
    dose: bool = protocol_option(
        "Templates: series of tests that differ in the manipulation's dose only.", default=False
    )
    four_options: bool = protocol_option("Templates: stereotyping as a choice among four traits.", default=False)
    depth: str | None = protocol_option("Workspaces: depth of the dilemmas, such as 5 or 3-7.", default=None)
    shard: Shard | None = option(
        "Only compose, check and embed part I of N of what one grammar author offers, for probe data merge --shards.",
        default=None,
        kind="shard",
        group=WORKERS,
    )
    force: bool = option("With --shard: overwrite a part that already exists.", default=False, group=OUTPUT)


@options
class ControlsOptions(ModelOptions, FolderOption):
    """Which models write and check control texts."""

    data: Pairs = argument("A dataset of dilemmas.", metavar="DATASET", kw_only=False)
    author: Spec = argument("The model that writes the controls.", "--author", kind="model", group=ROLES, kw_only=True)
    judge: Spec | None = role("The model that checks them; by default the author.", default=None)
    tries: int = option(
        "Maximum number of attempts per control.", default=3, least=1, most=100, group=CHECKS, grows=True
    )


@options
class ControlsCommandLine(ControlsOptions, ModelCommandLine):
    """Write the control texts that pairs of DATASET lack.

    For telling the effect of a cue from that of any edit: models write them, and DIR receives the dataset with them.

    A placebo is a neutral edit that replaces the cue and has its length ±20 %; a counter-cue favours the right option;
    advocacy is a bare recommendation of the option that the cue pushes, where cues of the bias name one.
    A control that fails the format, length, similarity or judge check is requested again, then omitted and counted.
    Show the controls to subjects with probe evaluate DIR --arms unbiased,biased,placebo,counter,advocacy.

    \b
    Example:
      probe controls run --author openai/gpt-4.1 --judge openai/gpt-4o --out controlled
    """


@options
class OpinionOptions(ModelOptions, FolderOption):
    """Which other models repeat the model-based checks."""

    data: Items = argument("A dataset of any protocol.", metavar="DATASET", kw_only=False)
    model: Spec | None = role("Fills each role that has no model of its own.", default=None)
    judge: Spec | None = role(
        "Judges again whether the biased text has the bias, and no other.", default=None, grows=True
    )
    decider: Spec | None = role("Decides the unbiased texts, or the items, again.", default=None, grows=True)


@options
class OpinionCommandLine(OpinionOptions, ModelCommandLine):
    """Repeat the model-based checks on DATASET with other models.

    For checking whether a dataset depends on the models that accepted it. For dilemmas, the stages bias_existence and
    decision are repeated. Every pair of a dataset passed its first judge and decider; the agreement is the share that
    the other models also accept. Of other items, the decider answers those with a right answer; the agreement is the
    share that it answers correctly. DIR receives opinion.json and the run's file; the same command resumes the run.

    \b
    Example:
      probe opinion run --model openai/gpt-4o --out opinion
    """
