"""``probe generate``: a fresh benchmark."""

from dataclasses import replace
from pathlib import Path

import click

from probe.cli.generation_view import generation_progress, rejection_table, show_estimate, spent
from probe.cli.options import (
    PATH,
    SPEC,
    access_options,
    bias_option,
    json_option,
    out_option,
    profile_option,
    prompts_option,
    quiet_option,
    seeds_option,
)
from probe.cli.output import console, message, print_json
from probe.cli.running import Interrupted, run
from probe.errors import InputError, StoppedError
from probe.files.dataset import DATASET, MANIFEST
from probe.generation.estimates import estimate
from probe.generation.generate import GenerateCommand, Generated, biases_of, generate
from probe.generation.rounds import GenerateSettings
from probe.session import Access
from probe.values import Bias, ModelSpec, Profile


@click.command("generate")
@click.option("--model", type=SPEC, help="Fills every role that is not named.")
@click.option("--author", "authors", type=SPEC, multiple=True, help="Writes pairs; may be repeated.")
@click.option("--polish", "polisher", type=SPEC, help="Rewords what a grammar author composes.")
@click.option("--translator", type=SPEC, help="Turns texts into Prolog and back.")
@click.option("--judge", type=SPEC, help="Judges whether the cue is there, and only there.")
@click.option("--decider", type=SPEC, help="Has to decide the unbiased text as the program does.")
@click.option("--per-bias", type=click.IntRange(1), default=10, show_default=True, help="Pairs per bias.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seeds every draw of ours.")
@click.option("--keep-trying", is_flag=True, help="Do not stop an author that hardly gets a pair accepted.")
@click.option("--cascade", type=PATH, metavar="FILE", help="Stages and thresholds in place of the packaged ones.")
@click.option(
    "--against",
    type=PATH,
    multiple=True,
    metavar="DATASET",
    help="Reject near-duplicates of these pairs too, not only of the seeds; may be repeated.",
)
@bias_option
@profile_option
@prompts_option
@seeds_option
@click.option("--dry-run", is_flag=True, help="Estimate calls, tokens and cost; ask no model.")
@quiet_option
@json_option
@access_options
@out_option
def generate_command(
    *,
    access: Access,
    model: ModelSpec | None,
    authors: tuple[ModelSpec, ...],
    polisher: ModelSpec | None,
    translator: ModelSpec | None,
    judge: ModelSpec | None,
    decider: ModelSpec | None,
    per_bias: int,
    seed: int,
    keep_trying: bool,
    cascade: Path | None,
    against: tuple[Path, ...],
    biases: tuple[Bias, ...],
    profile: Profile,
    prompts: Path | None,
    seeds: Path | None,
    dry_run: bool,
    quiet: bool,
    as_json: bool,
    out: Path,
) -> None:
    """Regenerate a benchmark: expand seeds until every bias has its certified pairs.

    A role is given as provider/model: openai/…, groq/…, ollama/…. Keys come from OPENAI_API_KEY and GROQ_API_KEY. DIR
    gets dataset.jsonl, manifest.json and the run's file; the same command resumes a run that was stopped, and pays for
    no call twice.
    """
    if not authors and model is None:
        raise InputError("no author: name a model for all roles with --model, or one with --author")
    command = GenerateCommand(
        authors=authors or ((model,) if model else ()),
        polisher=polisher,
        translator=translator or model,
        judge=judge or model,
        decider=decider or model,
        settings=GenerateSettings(per_bias=per_bias, biases=biases, keep_trying=keep_trying),
        profile=profile,
        seed=seed,
        access=access,
        prompts=prompts,
        seeds=seeds,
        cascade=cascade,
        against=against,
    )
    if dry_run:
        show_estimate(estimate(command, out), as_json)
        return
    with generation_progress(replace(command.settings, biases=biases_of(command)), quiet=quiet) as listener:
        generated = run(generate(command, out, listener), resumable=True)
    _finish(generated, out, as_json, quiet)


def _finish(generated: Generated, out: Path, as_json: bool, quiet: bool) -> None:
    """Print what came of the run, and why it ended where it is not complete."""
    generation = generated.generation
    if as_json:
        print_json(generated.manifest)
    elif not quiet:
        progress = generation.progress
        console().print(rejection_table(progress, generated.stages, list(progress.offered)))
    for line in () if quiet else _notices(generated):
        message(line)
    if generation.interrupted:
        raise Interrupted(resumable=True)
    if generation.ended:
        raise StoppedError(f"{generation.ended} ({len(generation.accepted)} pairs so far in {out / DATASET})")
    if not quiet:
        message(f"{len(generation.accepted)} pairs in {out / DATASET}, how they were made in {out / MANIFEST}")


def _notices(generated: Generated) -> list[str]:
    """Return what a user should know of the run, beside what was printed while it went on."""
    lines = list(generated.notices)
    for role, number in sorted(generated.unreadable.items()):
        lines.append(f"{number} answers of the {role} could not be read; each was asked for again or counts as none")
    usage = generated.usage
    return [*lines, f"paid for: {spent(usage)}; {usage.cached} answers taken from the run's file"]
