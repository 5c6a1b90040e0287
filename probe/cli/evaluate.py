"""``probe evaluate``: what a subject decides, with and without the cue."""

from pathlib import Path

import click

from probe.cli.options import (
    PATH,
    SPEC,
    access_options,
    out_option,
    prompts_option,
)
from probe.cli.output import message
from probe.cli.progress import counting_progress
from probe.cli.running import run
from probe.composition import Access, EvaluateCommand, evaluate
from probe.errors import InputError, StoppedError
from probe.files.dataset import read_dataset
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
@click.option("--limit", type=click.IntRange(1), help="Only so many pairs a bias.")
@prompts_option
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
    limit: int | None,
    prompts: Path | None,
    out: Path,
) -> None:
    """Show every dilemma of DATASET to a model several times, and keep its decisions in DIR.

    Besides providers, simulated subjects can be named: simulated/rational decides by the program,
    simulated/biased?rate=R&slope=S flips with probability min(1, R + S·size of the proof).
    """
    pairs = _limited(read_dataset(dataset), limit)
    settings = EvaluateSettings(runs=runs, order=order, arms=_arms(arms, pairs))
    command = EvaluateCommand(
        subject=model,
        settings=settings,
        access=access,
        prompts=prompts,
    )
    total = sum(1 for _ in shown_texts(pairs, settings))
    with counting_progress(str(model), total) as listener:
        measured = run(evaluate(command, pairs, out, listener))
    if measured.unanswered:
        raise StoppedError(
            f"{measured.unanswered} of {measured.asked} questions were not answered ({measured.reason});"
            " repeat the command to ask them again"
        )
    message(
        f"{measured.asked} decisions of {model} on {len(pairs)} pairs in {out}; next: probe analyze {out} --out report"
    )


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
