"""``probe controls``: placebo, counter-cue and advocacy texts for existing pairs."""

from pathlib import Path

from probe.cli.estimate_view import show_estimate
from probe.cli.output import console, counting_progress, message, print_json, run, table
from probe.files.dataset import DATASET
from probe.measuring.controls import WrittenControls, controls_of, write_controls
from probe.measuring.estimates import estimate_controls
from probe.options.generating import ControlsCommandLine
from probe.options.reading import output_of


def controls_command(options: ControlsCommandLine) -> None:
    """Write the controls that pairs lack."""
    out, (command, pairs) = output_of(options.out), controls_of(options)
    if options.judge is None:
        message(f"warning: {options.author} also judges its own texts; choose another model with --judge")
    if options.dry_run:
        show_estimate(estimate_controls(command, pairs, out), options.as_json)
        return
    with counting_progress("controls", len(pairs)) as listener:
        result = run(write_controls(command, pairs, out, listener), resumable=True)
    if options.as_json:
        print_json(result.manifest.content)
    else:
        _show(result)
    message(*result.notices)
    if unfinished_error := result.controlled.worked.unfinished:
        raise unfinished_error
    message(f"{len(pairs)} pairs in {out / DATASET}{_next_step(result, out)}")


def _next_step(result: WrittenControls, out: Path) -> str:
    """Return the command that shows the controls, as far as any pair has one."""
    shown_arms = [arm.value for arm, counts in result.controlled.counts().items() if counts.texts]
    if not shown_arms:
        return ", none with a control; look at the reasons above, or try another --author"
    return f"; next: probe evaluate {out} --model SPEC --arms {','.join(('unbiased', 'biased', *shown_arms))} --out DIR"


def _show(result: WrittenControls) -> None:
    """Print how many pairs have each control, and which stages rejected the missing ones."""
    counts_by_arm = result.controlled.counts()
    stages = list(dict.fromkeys(stage for counts in counts_by_arm.values() for stage in counts.left_out))
    titles = [f"left out: {stage.replace('_', ' ')}" for stage in stages]
    grid = table(
        "control", "pairs with it", "newly written", *titles, right=("pairs with it", "newly written", *titles)
    )
    for arm, counts in counts_by_arm.items():
        left_out = (str(counts.left_out.get(stage, "")) for stage in stages)
        grid.add_row(arm.value, str(counts.texts), str(counts.written), *left_out)
    console().print(grid)
