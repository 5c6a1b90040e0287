"""``probe controls``: placebo, counter-cue and advocacy texts for existing pairs."""

from pathlib import Path

from probe.cli.output import counting_progress, message, run, show, show_estimate
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
        show_estimate(options, estimate_controls(command, pairs, out))
        return
    with counting_progress("controls", len(pairs)) as listener:
        result = run(write_controls(command, pairs, out, listener), resumable=True)
    show(options, result.outcome.document, result.manifest.content)
    message(*result.notices)
    if unfinished_error := result.outcome.work_outcome.stop_error:
        raise unfinished_error
    message(f"{len(pairs)} pairs in {out / DATASET}{_next_step(result, out)}")


def _next_step(result: WrittenControls, out: Path) -> str:
    """Return the command that shows the controls, as far as any pair has one."""
    shown_arms = [arm.value for arm, counts in result.outcome.counts().items() if counts.texts]
    if not shown_arms:
        return ", none with a control; look at the reasons above, or try another --author"
    return f"; next: probe evaluate {out} --model SPEC --arms {','.join(('unbiased', 'biased', *shown_arms))} --out DIR"
