"""``probe controls``: placebo, counter-cue and advocacy texts for existing pairs."""

from pathlib import Path

from probe.cli.estimate_view import show_estimate
from probe.cli.output import console, counting_progress, message, print_json, run, table
from probe.files.dataset import DATASET
from probe.measuring.controls import CONTROLS, Written, controls_of, write_controls
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
        written = run(write_controls(command, pairs, out, listener), resumable=True)
    if options.as_json:
        print_json(written.manifest.content)
    else:
        _show(written)
    message(*written.notices)
    if unfinished := written.controlled.worked.unfinished:
        raise unfinished
    message(f"{len(pairs)} pairs in {out / DATASET}{_next(written, out)}")


def _next(written: Written, out: Path) -> str:
    """Return the command that shows the controls, as far as any pair has one."""
    pairs = [controlled_pair.pair for controlled_pair in written.controlled.pairs]
    shown = [arm.value for arm in CONTROLS if any(pair.text(arm) for pair in pairs)]
    if not shown:
        return ", none with a control; look at the reasons above, or try another --author"
    return f"; next: probe evaluate {out} --model SPEC --arms {','.join(('unbiased', 'biased', *shown))} --out DIR"


def _show(written: Written) -> None:
    """Print how many pairs have each control, and which stages rejected the missing ones."""
    pairs = written.controlled.pairs
    stages = list(
        dict.fromkeys(result.stage for controlled_pair in pairs for result in controlled_pair.left_out.values())
    )
    titles = [f"left out: {stage.replace('_', ' ')}" for stage in stages]
    rows = table(
        "control", "pairs with it", "newly written", *titles, right=("pairs with it", "newly written", *titles)
    )
    for arm in CONTROLS:
        reasons = [
            result.stage
            for controlled_pair in pairs
            for which, result in controlled_pair.left_out.items()
            if which is arm
        ]
        texts = sum(controlled_pair.pair.text(arm) is not None for controlled_pair in pairs)
        new = sum(arm in controlled_pair.written for controlled_pair in pairs)
        rows.add_row(arm.value, str(texts), str(new), *(str(reasons.count(stage) or "") for stage in stages))
    console().print(rows)
