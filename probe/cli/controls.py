"""``probe controls``: placebo, counter-cue and advocacy texts for existing pairs."""

from pathlib import Path

import click

from probe.cli.estimate_view import show_estimate
from probe.cli.options import SPEC, RunOptions, out_option, run_options
from probe.cli.output import console, counting_progress, print_json, run, table
from probe.cli.standard_input import SOURCE
from probe.files.dataset import DATASET, dataset_file, read_manifest
from probe.measuring.controls import CONTROLS, ControlsCommand, Written, write_controls
from probe.measuring.estimates import estimate_controls
from probe.protocols.dilemmas.reading import read_dilemmas
from probe.values import ModelSpec


@click.command("controls")
@click.argument("dataset", type=SOURCE)
@click.option("--author", type=SPEC, required=True, help="The model that writes the controls.")
@click.option("--judge", type=SPEC, help="The model that checks them; by default the author.")
@click.option(
    "--tries",
    type=click.IntRange(1, 100),
    default=3,
    show_default=True,
    help="Maximum number of attempts per control.",
)
@run_options
@out_option
def controls_command(
    *,
    given: RunOptions,
    dataset: Path,
    author: ModelSpec,
    judge: ModelSpec | None,
    tries: int,
    out: Path,
) -> None:
    """Write the control texts that pairs of DATASET lack.

    DIR receives the dataset with the controls.

    A placebo is a neutral edit that replaces the cue and has its length ±20 %; a counter-cue favours the right option;
    advocacy is a bare recommendation of the option that the cue pushes, where cues of the bias name one.
    A control that fails the format, length, similarity or judge check is requested again, then omitted and counted.
    Show the controls to subjects with probe evaluate DIR --arms unbiased,biased,placebo,counter,advocacy.

    \b
    Example:
      probe controls run --author openai/gpt-4.1 --judge openai/gpt-4o --out controlled
    """
    pairs = read_dilemmas(dataset)
    if judge is None:
        given.notify([f"warning: {author} also judges its own texts; choose another model with --judge"])
    command = ControlsCommand(
        author=author,
        judge=judge or author,
        tries=tries,
        access=given.access,
        prompts=given.prompts,
        keep_trying=given.keep_trying,
        seeds=given.seeds,
        dataset=read_manifest(dataset_file(dataset).parent),
    )
    if given.dry_run:
        show_estimate(estimate_controls(command, pairs, out), given.as_json)
        return
    with counting_progress("controls", len(pairs), quiet=given.quiet) as listener:
        written = run(write_controls(command, pairs, out, listener), resumable=True)
    if given.as_json:
        print_json(written.manifest)
    else:
        _show(written)
    given.notify(written.notices)
    if unfinished := written.controlled.worked.unfinished:
        raise unfinished
    given.notify([f"{len(pairs)} pairs in {out / DATASET}{_next(written, out)}"])


def _next(written: Written, out: Path) -> str:
    """Return the command that shows the controls, as far as any pair has one."""
    pairs = [one.pair for one in written.controlled.pairs]
    shown = [arm.value for arm in CONTROLS if any(pair.text(arm) for pair in pairs)]
    if not shown:
        return ", none with a control; look at the reasons above, or try another --author"
    return f"; next: probe evaluate {out} --model SPEC --arms {','.join(('unbiased', 'biased', *shown))} --out DIR"


def _show(written: Written) -> None:
    """Print how many pairs have each control, and which stages rejected the missing ones."""
    pairs = written.controlled.pairs
    stages = list(dict.fromkeys(result.stage for one in pairs for result in one.left_out.values()))
    titles = [f"left out: {stage.replace('_', ' ')}" for stage in stages]
    rows = table(
        "control", "pairs with it", "newly written", *titles, right=("pairs with it", "newly written", *titles)
    )
    for arm in CONTROLS:
        reasons = [result.stage for one in pairs for which, result in one.left_out.items() if which is arm]
        texts = sum(one.pair.text(arm) is not None for one in pairs)
        new = sum(arm in one.written for one in pairs)
        rows.add_row(arm.value, str(texts), str(new), *(str(reasons.count(stage) or "") for stage in stages))
    console().print(rows)
