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
@click.option("--model", type=SPEC, help="Fills every role without a model of its own.")
@click.option("--author", "authors", type=SPEC, multiple=True, help="Writes the pairs; may be repeated.")
@click.option("--polish", "polisher", type=SPEC, help="Rewords the texts of a grammar author.")
@click.option("--translator", type=SPEC, help="Translates texts to Prolog and back.")
@click.option("--judge", type=SPEC, help="Judges whether the bias appears in the biased text only.")
@click.option("--decider", type=SPEC, help="Decides the unbiased text; must agree with the program.")
@click.option("--per-bias", type=click.IntRange(1), default=10, show_default=True, help="Pairs per bias.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed for all random draws.")
@click.option("--keep-trying", is_flag=True, help="Do not stop an author with a very low acceptance rate.")
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
@bias_option
@profile_option
@prompts_option
@seeds_option
@click.option("--dry-run", is_flag=True, help="Estimate calls, tokens and cost; call no model.")
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
    """Regenerate a benchmark: expand seeds until every bias has enough certified pairs.

    Name each role's model as provider/model: openai/…, groq/…, ollama/…. Keys come from OPENAI_API_KEY and
    GROQ_API_KEY. DIR receives dataset.jsonl, manifest.json and the run's file; the same command resumes an interrupted
    run and never pays for a call twice.
    """
    if not authors and model is None:
        raise InputError("no author given: add --model for all roles, or --author")
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
    """Print the result of the run; raise Interrupted or StoppedError if it is not complete."""
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
        message(f"{len(generation.accepted)} pairs in {out / DATASET}; {out / MANIFEST} records how they were made")


def _notices(generated: Generated) -> list[str]:
    """Return what a user should know about the run, in addition to its progress messages."""
    lines = list(generated.notices)
    for role, number in sorted(generated.unreadable.items()):
        lines.append(f"{number} answers of the {role} could not be parsed; each was requested again or left unanswered")
    usage = generated.usage
    return [*lines, f"used: {spent(usage)}; {usage.cached} answers reused from the run's file"]
