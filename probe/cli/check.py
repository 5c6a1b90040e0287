"""``probe check``: which phrases of a prompt steer, and whether its wording moves a model."""

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from probe.checking.check import CheckOutcome, PromptCheckCommand
from probe.checking.moving import GivenWordings
from probe.checking.reading import read_prompts, read_wording
from probe.cli.output import counting_progress, message, run, show, show_estimate
from probe.cli.standard_streams import read_standard_input
from probe.errors import InputError
from probe.files.plain import refuse_overwriting, write_atomically
from probe.options.checking import CheckCommandLine
from probe.options.reading import path_of, paths_of, spec_of


def prompt_check_command(command_line: CheckCommandLine) -> int:
    """Check prompts, and measure whether the wording of one moves a model."""
    html, out = path_of(command_line.html), path_of(command_line.out)
    if html is not None:
        refuse_overwriting([html], "--html", force=command_line.force)
    files = map(paths_of, (command_line.originals, command_line.neutrals, command_line.placebos))
    command = PromptCheckCommand.of(
        command_line,
        read_prompts(paths_of(command_line.files), read_standard_input()),
        spec_of(command_line.model),
        (command_line.options or "").split(";"),
        GivenWordings(*(tuple(map(read_wording, paths)) for paths in files)),
    )
    if command.moving and out is None:
        raise InputError("--model: name the folder for the run with --out DIR")
    if command_line.dry_run and (estimate := command.estimate(out)):
        show_estimate(command_line, *estimate)
        if command.moving:
            width = 100 * command.moving.half_width
            message(f"the interval of the shift will reach about {width:.0f} percentage points to each side")
        return 0
    # Without a folder, the answers of a judge are not kept.
    with (
        TemporaryDirectory() as folder,
        counting_progress(str(command.model or "patterns"), command.questions) as listener,
    ):
        outcome = run(command.run(out or Path(folder) / "run", listener), resumable=out is not None)
    _show(command_line, outcome)
    message(*outcome.notices)
    if outcome.move_result:
        message(f"decisions and wordings are in {out}; next: probe analyze {out} --out report")
    return 1 if command_line.strict and outcome.steers else 0


def _show(command_line: CheckCommandLine, outcome: CheckOutcome) -> None:
    """Print the result in its form, and write its page."""
    html = path_of(command_line.html)
    if html is not None:
        write_atomically(html, outcome.page.page())
        message(f"wrote the page to {html}")
    if command_line.form == "github" and not command_line.as_json:
        for line in outcome.annotations:
            click.echo(line)
    elif html is None or command_line.as_json:
        show(command_line, outcome.document, outcome.to_json())
