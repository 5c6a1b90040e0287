"""``probe generate``: a fresh benchmark."""

from dataclasses import replace
from pathlib import Path

import click

from probe.cli.estimate_view import show_estimate
from probe.cli.generation_view import generation_progress, rejection_table, spent
from probe.cli.options import PATH, SPEC, RunOptions, bias_option, out_option, profile_option, run_options
from probe.cli.output import Interrupted, console, print_json, run
from probe.errors import InputError, StoppedError
from probe.files.dataset import DATASET, MANIFEST
from probe.generation.estimates import estimate
from probe.generation.generate import GenerateCommand, Generated, biases_of, generate
from probe.generation.rounds import GenerateSettings
from probe.generation.writing import Roles
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
@run_options
@out_option
def generate_command(
    *,
    given: RunOptions,
    model: ModelSpec | None,
    authors: tuple[ModelSpec, ...],
    polisher: ModelSpec | None,
    translator: ModelSpec | None,
    judge: ModelSpec | None,
    decider: ModelSpec | None,
    per_bias: int,
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
      probe generate --author "grammar?depth=2-8" --per-bias 25 --out composed
    """
    if not authors and model is None:
        raise InputError("no author given: add --model for all roles, or --author")
    command = GenerateCommand(
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
    )
    if given.dry_run:
        show_estimate(estimate(command, out), given.as_json)
        return
    with generation_progress(replace(command.settings, biases=biases_of(command)), quiet=given.quiet) as listener:
        generated = run(generate(command, out, listener), resumable=True)
    _finish(generated, out, given)


def _finish(generated: Generated, out: Path, given: RunOptions) -> None:
    """Print the result of the run; raise Interrupted or StoppedError if it is not complete."""
    generation, progress = generated.generation, generated.generation.progress
    if given.as_json:
        print_json(generated.manifest)
    elif not given.quiet:
        console().print(rejection_table(progress, generated.stages, list(progress.offered)))
    given.notify(generated.notices)
    given.notify(
        f"{number} answers of the {role} could not be parsed; each was requested again or left unanswered"
        for role, number in sorted(generated.unreadable.items())
    )
    given.notify([f"used: {spent(generated.usage)}; {generated.usage.cached} answers reused from the run's file"])
    if generation.interrupted:
        raise Interrupted(resumable=True)
    if generation.ended:
        raise StoppedError(f"{generation.ended} ({len(generation.accepted)} pairs so far in {out / DATASET})")
    given.notify([f"{len(generation.accepted)} pairs in {out / DATASET}; {out / MANIFEST} records how they were made"])
