"""``probe controls``: placebo, counter-cue and advocacy texts for existing pairs."""

from pathlib import Path

from probe.cli.estimate_view import show_estimate
from probe.cli.output import console, counting_progress, message, print_json, run, table
from probe.files.dataset import DATASET
from probe.measuring.controls import CONTROLS, Written, controls_of, write_controls
from probe.measuring.estimates import estimate_controls
from probe.options.generating import ControlsCommandLine
from probe.options.reading import output_of


def controls_command(given: ControlsCommandLine) -> None:
    """Write the controls that pairs lack."""
    out, (command, pairs) = output_of(given.out), controls_of(given)
    if given.judge is None:
        message(f"warning: {given.author} also judges its own texts; choose another model with --judge")
    if given.dry_run:
        show_estimate(estimate_controls(command, pairs, out), given.as_json)
        return
    with counting_progress("controls", len(pairs)) as listener:
        written = run(write_controls(command, pairs, out, listener), resumable=True)
    if given.as_json:
        print_json(written.manifest.content)
    else:
        _show(written)
    message(*written.notices)
    if unfinished := written.controlled.worked.unfinished:
        raise unfinished
    message(f"{len(pairs)} pairs in {out / DATASET}{_next(written, out)}")


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
