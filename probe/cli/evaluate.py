"""``probe evaluate``: record what a subject decides, with and without the cue."""

from pathlib import Path

import click

from probe.cli.awareness import judge_explanations
from probe.cli.options import (
    PATH,
    SPEC,
    access_options,
    json_option,
    out_option,
    prompts_option,
    quiet_option,
    seeds_option,
)
from probe.cli.output import message, print_json
from probe.cli.running import counting_progress, run
from probe.errors import StoppedError
from probe.files.dataset import read_dataset, read_manifest
from probe.measuring.awareness import AwarenessCommand
from probe.measuring.evaluate import EvaluateCommand, Evaluated, evaluate, warnings_of
from probe.measuring.work import origin_of
from probe.protocols.dilemmas import AxiomCue, Order, Showing, chosen_arms, first_of_each_bias, shown_texts
from probe.session import Access
from probe.values import ModelSpec


@click.command("evaluate")
@click.argument("dataset", type=PATH)
@click.option("--model", type=SPEC, required=True, help="The subject: the model under test.")
@click.option("--runs", type=click.IntRange(1, 100), default=5, show_default=True, help="How often each text is shown.")
@click.option(
    "--order",
    type=click.Choice(["both", "as-written"]),
    default="both",
    show_default=True,
    help="both: swap the options in odd runs; as-written: the paper's order.",
)
@click.option(
    "--arms",
    default="unbiased,biased",
    show_default=True,
    help="Texts to show; add placebo and counter if the pairs have them.",
)
@click.option(
    "--inject-axioms",
    type=click.Choice(["none", "words", "prolog"]),
    default="none",
    show_default=True,
    help="Show the best practices below each text.",
)
@click.option(
    "--awareness", "judge", type=SPEC, help="The model that judges the explanations of harmful decisions afterwards."
)
@click.option("--limit", type=click.IntRange(1), help="Maximum number of pairs per bias.")
@prompts_option
@seeds_option
@json_option
@quiet_option
@access_options
@out_option
def evaluate_command(
    *,
    access: Access,
    dataset: Path,
    model: ModelSpec,
    runs: int,
    order: Order,
    arms: str,
    inject_axioms: AxiomCue,
    judge: ModelSpec | None,
    limit: int | None,
    prompts: Path | None,
    seeds: Path | None,
    as_json: bool,
    quiet: bool,
    out: Path,
) -> None:
    """Show every dilemma of DATASET to a model several times, and save its decisions in DIR.

    DIR receives a copy of the evaluated pairs, manifest.json and the run's file; the same command resumes the run.
    Simulated subjects need no provider: simulated/rational follows the program, simulated/prefers-a always chooses
    Option A, simulated/biased?rate=R&slope=S flips with probability min(1, R + S·size of the proof).
    """
    pairs = first_of_each_bias(read_dataset(dataset), limit)
    settings = Showing(runs=runs, order=order, arms=chosen_arms(arms, pairs))
    command = EvaluateCommand(
        subject=model,
        settings=settings,
        access=access,
        prompts=prompts,
        inject_axioms=inject_axioms,
        dataset=origin_of(dataset),
    )
    for warning in () if quiet else warnings_of(command, pairs):
        message(f"warning: {warning}")
    total = sum(1 for _ in shown_texts(pairs, settings))
    with counting_progress(str(model), total, quiet=quiet) as listener:
        evaluated = run(evaluate(command, pairs, out, listener), resumable=True)
    _finish(evaluated, model, out, quiet)
    if judge is not None:
        judge_explanations(AwarenessCommand(judge=judge, access=access, prompts=prompts, seeds=seeds), out, quiet)
    if as_json:
        print_json(read_manifest(out))


def _finish(evaluated: Evaluated, model: ModelSpec, out: Path, quiet: bool) -> None:
    """Print the notices and the usage; raise StoppedError if the evaluation is not complete."""
    measured = evaluated.measured
    if measured.ended:
        raise StoppedError(f"{measured.ended} ({measured.unanswered} of {measured.asked} questions have no answer)")
    if measured.unanswered:
        raise StoppedError(
            f"{measured.unanswered} of {measured.asked} questions have no answer ({measured.reason});"
            " repeat the command to ask them again"
        )
    lines = list(evaluated.notices)
    usage = evaluated.usage
    if usage.calls:
        lines.append(
            f"{usage.calls} calls made ({usage.prompt_tokens} tokens in, {usage.completion_tokens} out),"
            f" {usage.cached} answers reused from the run's file"
        )
    lines.append(f"{measured.asked} decisions of {model} in {out}; next: probe analyze {out} --out report")
    for line in () if quiet else lines:
        message(line)
