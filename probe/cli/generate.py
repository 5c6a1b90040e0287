"""``probe generate``: a fresh benchmark."""

from dataclasses import replace
from pathlib import Path

from probe.cli.generation_view import generation_progress
from probe.cli.output import Interrupted, console, counting_progress, is_quiet, message, print_json, run, show_estimate
from probe.errors import InputError, StoppedError
from probe.files.dataset import DATASET, MANIFEST
from probe.generation.command import GenerateCommand, composes
from probe.generation.estimates import estimate
from probe.generation.generate import GenerationOutcome, generate
from probe.generation.items import GenerateItemsCommand, estimate_items, generate_items, protocol_choices
from probe.generation.prepared import NAME as PREPARED
from probe.generation.preparing import Part, prepare, prepare_all
from probe.options.generating import GenerateCommandLine
from probe.options.reading import output_of
from probe.protocols import protocol_named
from probe.session import Placement


def generate_command(options: GenerateCommandLine) -> None:
    """Generate a benchmark of dilemmas, or items of another protocol; with --shard, prepare a part."""
    if options.shard is None and options.force:
        raise InputError("--force starts a part again: add --shard, or leave it out")
    out, options = output_of(options.out), replace(options, choices=protocol_choices(options))
    if not protocol_named(options.protocol).uses_cascade:
        _generate_items(GenerateItemsCommand.of(options), out, options)
        return
    command, placement = GenerateCommand.of(options), Placement.of(options)
    if options.shard is not None:
        _prepare(command, out, Part(options.shard, placement, options.force), options)
        return
    if options.dry_run:
        show_estimate(options, estimate(command, out))
        return
    if placement.if_chosen():
        command = _prepare_on_workers(command, out, placement)
    with generation_progress() as listener:
        generated = run(generate(command, out, listener), resumable=True)
    _finish(generated, command, out, options)


def _generate_items(command: GenerateItemsCommand, out: Path, options: GenerateCommandLine) -> None:
    """Make items of another protocol than dilemmas."""
    if options.dry_run:
        priced = estimate_items(command, out)
        if command.author is not None:
            show_estimate(options, priced, "items")
        else:
            message(f"no call: items of the protocol {command.protocol.name} are made without a model")
        return
    with counting_progress(command.protocol.name, None) as listener:
        result = run(generate_items(command, out, listener), resumable=True)
    if options.as_json:
        print_json(result.manifest.content)
    message(*result.notices)
    if result.usage.calls or result.usage.cached:
        message(f"used: {result.usage.in_words}; {result.usage.cached} answers reused from the run's file")
    if result.ended:
        raise StoppedError(f"{result.ended} ({len(result.items)} items so far in {out / DATASET})")
    message(f"{len(result.items)} items in {out / DATASET}; {out / MANIFEST} records how they were made")
    message(f"next: probe audit {out}, then probe evaluate {out} --model SPEC --out DIR")


def _prepare(command: GenerateCommand, out: Path, part: Part, options: GenerateCommandLine) -> None:
    """Prepare one part of a generation."""
    if options.dry_run or options.as_json or command.prepared:
        raise InputError("--shard prepares candidates: leave out --dry-run, --json and --prepared")
    with counting_progress("preparing", None) as listener:
        number = run(prepare(command, out / PREPARED, part, listener), resumable=True)
    message(f"{number} expansions of part {part.shard} in {out / PREPARED}")


def _prepare_on_workers(command: GenerateCommand, out: Path, placement: Placement) -> GenerateCommand:
    """Let workers prepare all of a generation."""
    with counting_progress("preparing", None) as listener:
        return run(prepare_all(command, out, placement, listener), resumable=True)


def _finish(generated: GenerationOutcome, command: GenerateCommand, out: Path, options: GenerateCommandLine) -> None:
    """Print the result of the run; raise Interrupted or StoppedError if it is not complete."""
    generation = generated.generation
    if options.as_json:
        print_json(generated.manifest.content)
    elif not is_quiet():
        generated.document.show(console())
    message(*generated.notices)
    for role, number in sorted(generated.unreadable.items()):
        message(f"{number} answers of the {role} could not be parsed; each was requested again or left unanswered")
    message(f"used: {generated.usage.in_words}; {generated.usage.cached} answers reused from the run's file")
    if generation.interrupted:
        raise Interrupted(resumable=True)
    if stopped := generated.stopped(out):
        raise stopped
    message(f"{len(generation.accepted)} pairs in {out / DATASET}; {out / MANIFEST} records how they were made")
    if options.seed == GenerateCommand.seed and any(composes(author) for author in command.roles.authors):
        message(
            f"seed {options.seed} is the default: anyone composes the same; a set of your own: --seed N, a new --out"
        )
    message(f"next: probe audit {out}, then probe evaluate {out} --model SPEC --out DIR")
