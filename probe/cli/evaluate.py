"""``probe evaluate``: what a subject decides, with and without the cue."""

from pathlib import Path
from typing import Any

import click

from probe.cli.judging import judge_explanations
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
from probe.cli.progress import counting_progress
from probe.cli.running import run
from probe.composition import Access
from probe.composition.evaluation import AwarenessCommand, EvaluateCommand, Evaluated, evaluate, warnings_of
from probe.errors import InputError, StoppedError
from probe.files.dataset import dataset_file, read_dataset, read_manifest
from probe.services.axiom_cues import AxiomCue
from probe.services.evaluate import EvaluateSettings, Order, shown_texts
from probe.values import Arm, ModelSpec, Pair


@click.command("evaluate")
@click.argument("dataset", type=PATH)
@click.option("--model", type=SPEC, required=True, help="The subject: the model under test.")
@click.option("--runs", type=click.IntRange(1, 100), default=5, show_default=True, help="How often each text is shown.")
@click.option(
    "--order",
    type=click.Choice(["both", "as-written"]),
    default="both",
    show_default=True,
    help="both: options are exchanged in odd runs; as-written is the paper's.",
)
@click.option(
    "--arms", default="unbiased,biased", show_default=True, help="Also placebo and counter, where pairs have them."
)
@click.option(
    "--inject-axioms",
    type=click.Choice(["none", "words", "prolog"]),
    default="none",
    show_default=True,
    help="Show the best practices below each text.",
)
@click.option("--awareness", "judge", type=SPEC, help="A model that then judges the explanations of harmful decisions.")
@click.option("--limit", type=click.IntRange(1), help="Only so many pairs a bias.")
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
    """Show every dilemma of DATASET to a model several times, and keep its decisions in DIR.

    DIR gets a copy of what was evaluated, manifest.json and the run's file; the same command resumes it. Besides
    providers, simulated subjects can be named: simulated/rational decides by the program, simulated/prefers-a always
    says Option A, simulated/biased?rate=R&slope=S flips with probability min(1, R + S·size of the proof).
    """
    pairs = _limited(read_dataset(dataset), limit)
    settings = EvaluateSettings(runs=runs, order=order, arms=_arms(arms, pairs))
    command = EvaluateCommand(
        subject=model,
        settings=settings,
        access=access,
        prompts=prompts,
        inject_axioms=inject_axioms,
        dataset=_origin(dataset),
    )
    for warning in () if quiet else warnings_of(command, pairs):
        message(f"warning: {warning}")
    total = sum(1 for _ in shown_texts(pairs, settings))
    with counting_progress(str(model), total, quiet=quiet) as listener:
        evaluated = run(evaluate(command, pairs, out, listener))
    _finish(evaluated, model, out, quiet)
    if judge is not None:
        judge_explanations(AwarenessCommand(judge=judge, access=access, prompts=prompts, seeds=seeds), out, quiet)
    if as_json:
        print_json(read_manifest(out))


def _origin(dataset: Path) -> dict[str, Any]:
    """Return the manifest of a dataset; an evaluation's copy of one has it inside its own."""
    manifest = read_manifest(dataset_file(dataset).parent)
    evaluated = manifest.get("settings", {}).get("kind") == "evaluate"
    found = manifest.get("dataset", {}) if evaluated else manifest
    return found if isinstance(found, dict) else {}


def _finish(evaluated: Evaluated, model: ModelSpec, out: Path, quiet: bool) -> None:
    """Tell what could not be read, and why the work ended where it is not complete."""
    measured = evaluated.measured
    if measured.ended:
        raise StoppedError(f"{measured.ended} ({measured.unanswered} of {measured.asked} questions are open)")
    if measured.unanswered:
        raise StoppedError(
            f"{measured.unanswered} of {measured.asked} questions were not answered ({measured.reason});"
            " repeat the command to ask them again"
        )
    told = list(evaluated.notices)
    usage = evaluated.usage
    if usage.calls:
        told.append(
            f"{usage.calls} calls paid for ({usage.prompt_tokens} tokens in, {usage.completion_tokens} out),"
            f" {usage.cached} taken from the run's file"
        )
    told.append(f"{measured.asked} decisions of {model} in {out}; next: probe analyze {out} --out report")
    for line in () if quiet else told:
        message(line)


def _arms(names: str, pairs: tuple[Pair, ...]) -> tuple[Arm, ...]:
    """Read the arms, in their usual order; a comparison needs the unbiased one."""
    wanted = {name.strip() for name in names.split(",") if name.strip()}
    unknown = sorted(wanted - {arm.value for arm in Arm})
    if unknown:
        raise InputError(f"unknown arm {unknown[0]!r}: choose among {', '.join(Arm)}")
    arms = tuple(arm for arm in Arm if arm.value in wanted)
    if Arm.UNBIASED not in arms or len(arms) < 2:
        raise InputError(f"--arms {names}: name unbiased and at least one arm to compare it with")
    lacking = [arm for arm in arms if not any(pair.text(arm) for pair in pairs)]
    if lacking:
        raise InputError(f"no pair of this dataset has a {lacking[0]} text: leave that arm out of --arms")
    return arms


def _limited(pairs: tuple[Pair, ...], limit: int | None) -> tuple[Pair, ...]:
    """Keep the first ``limit`` pairs of each bias."""
    if limit is None:
        return pairs
    kept: dict[str, list[Pair]] = {}
    for pair in pairs:
        kept.setdefault(pair.bias, []).append(pair)
    return tuple(pair for group in kept.values() for pair in group[:limit])
