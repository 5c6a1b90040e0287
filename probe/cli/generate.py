"""``probe generate``: a fresh benchmark."""

from pathlib import Path
from typing import cast

import click
from pydantic import JsonValue

from probe.cli.discards import discard_table
from probe.cli.estimate import show_estimate
from probe.cli.options import (
    PATH,
    SPEC,
    access_options,
    bias_option,
    json_option,
    out_option,
    profile_option,
    prompts_option,
    seeds_option,
)
from probe.cli.output import console, message, print_json
from probe.cli.progress import generation_progress, spent
from probe.cli.running import run
from probe.composition import Access
from probe.composition.estimation import estimate
from probe.composition.generation import GenerateCommand, Generated, accepted_pairs, generate
from probe.errors import InputError, StoppedError
from probe.files.dataset import DATASET, MANIFEST, write_dataset, write_manifest
from probe.services.dataset import manifest_of
from probe.services.generate import GenerateSettings
from probe.values import Bias, ModelSpec, Profile


@click.command("generate")
@click.option("--model", type=SPEC, help="Fills every role that is not named.")
@click.option("--author", "authors", type=SPEC, multiple=True, help="Writes pairs; may be repeated.")
@click.option("--polish", "polisher", type=SPEC, help="Rewords what a grammar author composes.")
@click.option("--translator", type=SPEC, help="Turns texts into Prolog and back.")
@click.option("--judge", type=SPEC, help="Says whether the cue is there, and only there.")
@click.option("--decider", type=SPEC, help="Has to decide the unbiased text as the program does.")
@click.option("--per-bias", type=click.IntRange(1), default=10, show_default=True, help="Pairs a bias.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seeds every draw of ours.")
@click.option("--keep-trying", is_flag=True, help="Do not stop an author that hardly gets a pair accepted.")
@click.option("--cascade", type=PATH, metavar="FILE", help="Stages and thresholds in place of the packaged ones.")
@bias_option
@profile_option
@prompts_option
@seeds_option
@click.option("--dry-run", is_flag=True, help="Estimate calls, tokens and cost; ask no model.")
@click.option("--quiet", "-q", is_flag=True, help="Say nothing but what went wrong.")
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
        settings=GenerateSettings(per_bias=per_bias, biases=biases or tuple(Bias), keep_trying=keep_trying),
        profile=profile,
        seed=seed,
        access=access,
        prompts=prompts,
        seeds=seeds,
        cascade=cascade,
    )
    if dry_run:
        show_estimate(estimate(command, out), as_json)
        return
    with generation_progress(command.settings, quiet=quiet) as listener:
        generated = run(generate(command, out, listener))
    _finish(generated, out, as_json, quiet)


def _finish(generated: Generated, out: Path, as_json: bool, quiet: bool) -> None:
    """Write the dataset and the manifest, tell what came of the run, and why it ended where it is not complete."""
    generation = generated.generation
    write_dataset(out / DATASET, accepted_pairs(generated, out))
    manifest = manifest_of(generation, generated.origin, generated.settings, generated.versions)
    manifest |= _used(generated)
    manifest["notices"] = [*generated.notices, *cast(list[JsonValue], manifest["notices"])]
    write_manifest(out, manifest)
    if as_json:
        print_json(manifest)
    elif not quiet:
        progress = generation.progress
        console().print(discard_table(progress, generated.stages, list(progress.offered)))
    if not quiet:
        _tell(generated, cast(list[str], manifest["notices"]))
    if generation.interrupted:
        raise click.Abort
    if generation.ended:
        raise StoppedError(f"{generation.ended} ({len(generation.accepted)} pairs so far in {out / DATASET})")
    if not quiet:
        message(f"{len(generation.accepted)} pairs in {out / DATASET}, how they came about in {out / MANIFEST}")


def _used(generated: Generated) -> dict[str, JsonValue]:
    return {
        "usage": generated.usage.model_dump(mode="json"),
        "unreadable_answers": dict[str, JsonValue](sorted(generated.unreadable.items())),
    }


def _tell(generated: Generated, notices: list[str]) -> None:
    """Say what a person should know of the run; what was said while it went on is not said again."""
    for notice in notices:
        if notice not in generated.generation.progress.notices:
            message(notice)
    for role, number in sorted(generated.unreadable.items()):
        message(f"{number} answers of the {role} could not be read; each was asked for again or counts as none")
    message(f"paid for: {spent(generated.usage)}; {generated.usage.cached} answers taken from the run's file")
