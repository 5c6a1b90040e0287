"""``probe generate``: a fresh benchmark."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from probe.cli.estimate_view import show_estimate
from probe.cli.generation_view import generation_progress, rejection_tables, spent
from probe.cli.options import PATH, SPEC, RunOptions, bias_option, out_option, profile_option, run_options
from probe.cli.output import Interrupted, console, counting_progress, print_json, run
from probe.cli.parts import part_options
from probe.errors import InputError, StoppedError
from probe.files.dataset import DATASET, MANIFEST
from probe.generation.estimates import estimate
from probe.generation.generate import GenerateCommand, Generated, biases_of, composes, generate
from probe.generation.items import GenerateItemsCommand, estimate_items, generate_items
from probe.generation.prepared import NAME as PREPARED
from probe.generation.preparing import Part, prepare, prepare_all
from probe.generation.rounds import GenerateSettings
from probe.generation.writing import Roles
from probe.protocols import DILEMMAS, protocol_named, registered
from probe.protocols.base import ItemProtocol
from probe.session import Placement
from probe.values import Bias, ModelSpec, Profile


@click.command("generate")
@click.option(
    "--protocol",
    type=click.Choice(list(registered())),
    default=DILEMMAS,
    show_default=True,
    help="What to make: dilemmas, or items of another protocol.",
)
@click.option("--model", type=SPEC, help="Fills every role without a model of its own.")
@click.option("--author", "authors", type=SPEC, multiple=True, help="Writes the pairs; may be repeated.")
@click.option("--polish", "polisher", type=SPEC, help="Rewords the texts of a grammar author.")
@click.option("--translator", type=SPEC, help="Translates texts to Prolog and back.")
@click.option("--judge", type=SPEC, help="Judges whether the bias appears in the biased text only.")
@click.option("--decider", type=SPEC, help="Decides the unbiased text; must agree with the program.")
@click.option("--per-bias", type=click.IntRange(1), default=10, show_default=True, help="Pairs or items per bias.")
@click.option("--kind", help="Triage: sequence, choice, framing, attribute, or several with commas.")
@click.option("--sets", type=click.IntRange(1), help="Triage: sets of each kind.")
@click.option(
    "--instances", type=click.IntRange(1, 100), help="Templates: tests per scenario of a bias (2; profile paper: 5)."
)
@click.option("--dose", is_flag=True, help="Templates: series of tests that differ in the manipulation's dose only.")
@click.option("--four-options", is_flag=True, help="Templates: stereotyping as a choice among four traits.")
@click.option("--set-size", help="Triage: profiles of a sequence, such as 5-10.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed for all random draws.")
@click.option(
    "--cascade", type=PATH, metavar="FILE", help="Use these stages and thresholds instead of the packaged ones."
)
@click.option(
    "--against",
    type=PATH,
    multiple=True,
    metavar="DATASET",
    help="Also reject near-duplicates of these pairs; may be repeated.",
)
@click.option(
    "--prepared",
    type=PATH,
    metavar="FILE",
    help="Candidates that --shard prepared: they are only compared with one another, in order.",
)
@part_options
@bias_option
@profile_option
@run_options
@out_option
def generate_command(
    *,
    part: Part | None,
    placement: Placement | None,
    prepared: Path | None,
    given: RunOptions,
    protocol: str,
    model: ModelSpec | None,
    authors: tuple[ModelSpec, ...],
    polisher: ModelSpec | None,
    translator: ModelSpec | None,
    judge: ModelSpec | None,
    decider: ModelSpec | None,
    per_bias: int,
    kind: str | None,
    sets: int | None,
    instances: int | None,
    dose: bool,
    four_options: bool,
    set_size: str | None,
    seed: int,
    cascade: Path | None,
    against: tuple[Path, ...],
    biases: tuple[Bias, ...],
    profile: Profile,
    out: Path,
) -> None:
    """Regenerate a benchmark until every bias has enough certified pairs.

    Name each role's model as provider/model?options, such as openai/gpt-5?reasoning_effort=low; keys come from the
    environment. DIR receives dataset.jsonl, manifest.json and the run's file; the same command resumes an interrupted
    run and never pays for a call twice, and with a larger --per-bias it extends the run.

    \b
    Examples:
      probe generate --model openai/gpt-4o-mini --per-bias 20 --out run
      probe generate --author "grammar?depth=2-8" --per-bias 24 --out composed
      probe generate --author grammar --per-bias 1000 --workers 8 --out large
      probe generate --author grammar --per-bias 1000 --shard 3/10 --out part-3
    """
    choices = {
        name: str(one)
        for name, one in (
            ("kind", kind),
            ("sets", sets),
            ("set_size", set_size),
            ("instances", instances),
            ("dose", dose or None),
            ("four_options", four_options or None),
        )
        if one
    }
    definition: ItemProtocol[Any] = protocol_named(protocol)
    if not definition.cascaded:
        _refuse(protocol, {"--polish": polisher, "--translator": translator, "--judge": judge, "--decider": decider})
        _refuse(protocol, {"--cascade": cascade, "--against": against or None, "--shard": part, "--prepared": prepared})
        _refuse(protocol, {"--workers": placement and placement.workers, "--engine": placement})
        command = GenerateItemsCommand(
            protocol=definition,
            biases=biases,
            per_bias=per_bias,
            author=_author_of(authors, model),
            seed=seed,
            profile=profile,
            choices=choices,
            access=given.access,
            prompts=given.prompts,
            seeds=given.seeds,
        )
        _generate_items(command, out, given)
        return
    if choices:
        raise InputError(f"--{next(iter(choices)).replace('_', '-')}: dilemmas have no such setting; leave it out")
    if not authors and model is None:
        raise InputError("no author given: add --model for all roles, or --author")
    asked = GenerateCommand(
        roles=Roles(
            authors=authors or ((model,) if model else ()),
            polisher=polisher,
            translator=translator or model,
            judge=judge or model,
            decider=decider or model,
        ),
        settings=GenerateSettings(per_bias=per_bias, biases=biases, keep_trying=given.keep_trying),
        profile=profile,
        seed=seed,
        access=given.access,
        prompts=given.prompts,
        seeds=given.seeds,
        cascade=cascade,
        against=against,
        prepared=prepared,
    )
    if part is not None:
        _prepare(asked, out, part, given)
        return
    if given.dry_run:
        show_estimate(estimate(asked, out), given.as_json)
        return
    if placement is not None:
        asked = _spread(asked, out, placement, given)
    with generation_progress(replace(asked.settings, biases=biases_of(asked)), quiet=given.quiet) as listener:
        generated = run(generate(asked, out, listener), resumable=True)
    _finish(generated, out, given)


def _refuse(protocol: str, given: Mapping[str, object]) -> None:
    for option, value in given.items():
        if value is not None:
            raise InputError(f"{option}: the protocol {protocol} has no such setting; leave it out")


def _author_of(authors: Sequence[ModelSpec], model: ModelSpec | None) -> ModelSpec | None:
    """Return the model that writes items, None where the packaged content is used alone."""
    if len(authors) > 1:
        raise InputError("--author: items have one author; give it once")
    author = authors[0] if authors else model
    if author is not None and composes(author) and author.options:
        raise InputError(f"--author {author}: here the grammar has no options; write --author grammar")
    return None if author is None or composes(author) else author


def _generate_items(command: GenerateItemsCommand, out: Path, given: RunOptions) -> None:
    """Make items of another protocol than dilemmas."""
    if given.dry_run:
        priced = estimate_items(command, out)
        if command.author is not None:
            show_estimate(priced, given.as_json, "items")
        else:
            given.notify([f"no call: items of the protocol {command.protocol.name} are made without a model"])
        return
    with counting_progress(command.protocol.name, None, quiet=given.quiet) as listener:
        made = run(generate_items(command, out, listener), resumable=True)
    if given.as_json:
        print_json(made.manifest)
    given.notify(made.notices)
    if made.usage.calls or made.usage.cached:
        given.notify([f"used: {spent(made.usage)}; {made.usage.cached} answers reused from the run's file"])
    if made.ended:
        raise StoppedError(f"{made.ended} ({len(made.items)} items so far in {out / DATASET})")
    given.notify([f"{len(made.items)} items in {out / DATASET}; {out / MANIFEST} records how they were made"])


def _prepare(asked: GenerateCommand, out: Path, part: Part, given: RunOptions) -> None:
    """Prepare one part of a generation."""
    if given.dry_run or given.as_json or asked.prepared:
        raise InputError("--shard prepares candidates: leave out --dry-run, --json and --prepared")
    with counting_progress("preparing", None, quiet=given.quiet) as listener:
        number = run(prepare(asked, out / PREPARED, part, listener), resumable=True)
    given.notify([f"{number} expansions of part {part.shard} in {out / PREPARED}"])


def _spread(asked: GenerateCommand, out: Path, placement: Placement, given: RunOptions) -> GenerateCommand:
    """Let workers prepare all of a generation."""
    if asked.prepared is not None:
        raise InputError("--prepared: workers prepared these candidates already; leave out --engine and --workers")
    with counting_progress("preparing", None, quiet=given.quiet) as listener:
        return run(prepare_all(asked, out, placement, listener), resumable=True)


def _finish(generated: Generated, out: Path, given: RunOptions) -> None:
    """Print the result of the run; raise Interrupted or StoppedError if it is not complete."""
    generation, progress = generated.generation, generated.generation.progress
    if given.as_json:
        print_json(generated.manifest)
    elif not given.quiet:
        for rejections in rejection_tables(progress, generated.stages, list(progress.offered)):
            console().print(rejections)
    given.notify(generated.notices)
    given.notify(
        f"{number} answers of the {role} could not be parsed; each was requested again or left unanswered"
        for role, number in sorted(generated.unreadable.items())
    )
    given.notify([f"used: {spent(generated.usage)}; {generated.usage.cached} answers reused from the run's file"])
    if generation.interrupted:
        raise Interrupted(resumable=True)
    if stopped := generated.stopped(out):
        raise stopped
    given.notify([f"{len(generation.accepted)} pairs in {out / DATASET}; {out / MANIFEST} records how they were made"])
