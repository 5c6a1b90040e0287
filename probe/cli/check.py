"""``probe check``: which phrases of a prompt steer, and whether its wording moves a model."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from probe.checking.document import annotations, checked_document
from probe.checking.estimates import estimate_judging, estimate_move
from probe.checking.judging import JudgeCommand, find_spans, judge_spans
from probe.checking.moving import GivenWordings, MoveCommand, Moved, check_command, move, move_command, two_options
from probe.checking.printing import show_checked, show_verdict
from probe.checking.reading import Prompt, read_prompts, read_wording
from probe.checking.spans import CheckedPrompt
from probe.checking.verdict import ShiftVerdict, verdict_of
from probe.cli.estimate_view import show_estimate
from probe.cli.output import console, counting_progress, message, print_json, run
from probe.cli.standard_streams import read_standard_input
from probe.errors import InputError
from probe.files.plain import refuse_overwriting, write_atomically
from probe.measuring.work import measuring
from probe.options.checking import NEEDS_MODEL, CheckCommandLine
from probe.options.form import refuse
from probe.options.reading import path_of, paths_of, spec_of
from probe.values import ModelSpec


def prompt_check_command(given: CheckCommandLine) -> int:
    """Check prompts, and measure whether the wording of one moves a model."""
    judge, model, html, out = spec_of(given.judge), spec_of(given.model), path_of(given.html), path_of(given.out)
    if model is None:
        refuse(given, NEEDS_MODEL, " belongs to --model: leave it out")
        if judge is None:
            refuse(given, ("out",), " belongs to --model and --judge: leave it out")
    if html is not None:
        refuse_overwriting([html], "--html", force=given.force)
    keep, prompts = tuple(given.keep), read_prompts(paths_of(given.files), read_standard_input())
    if model is None:
        found = _judged(given, judge, prompts, out) if judge else find_spans(prompts, path_of(given.seeds), keep)
        if found is None:
            return 0
        _show(given, found)
        return 1 if given.strict and any(one.spans for one in found) else 0
    if len(prompts) != 1:
        raise InputError(f"--model asks about one prompt, and {len(prompts)} are given: give one")
    if given.options is None:
        raise InputError("--model: name the two answers with --options 'A; B'")
    files = map(paths_of, (given.originals, given.neutrals, given.placebos))
    texts = GivenWordings(*(tuple(map(read_wording, paths)) for paths in files))
    (checked,) = find_spans(prompts, path_of(given.seeds), keep)
    result = _moved(given, move_command(given, model, two_options(given.options), texts), checked, out)
    if result is None:
        return 0
    verdict = verdict_of(result.folder)
    _show(given, [checked], moved=result, verdict=verdict)
    message(*result.notices)
    message(f"decisions and wordings are in {out}; next: probe analyze {out} --out report")
    return 1 if given.strict and verdict.moved else 0


def _moved(given: CheckCommandLine, command: MoveCommand, checked: CheckedPrompt, out: Path | None) -> Moved | None:
    """Return what was measured; None after a dry run, which prints an estimate."""
    check_command(command, checked)
    if out is None:
        raise InputError("--model: name the folder for the run with --out DIR")
    if given.dry_run:
        show_estimate(estimate_move(command, checked, out), given.as_json, "wordings")
        width = 100 * command.half_width
        message(f"the interval of the shift will reach about {width:.0f} percentage points to each side")
        return None
    with counting_progress(str(command.subject), command.texts * command.runs) as listener:
        return run(move(command, checked, out, listener), resumable=True)


def _judged(
    given: CheckCommandLine, judge: ModelSpec, prompts: tuple[Prompt, ...], out: Path | None
) -> tuple[CheckedPrompt, ...] | None:
    """Return what a judge finds; None after a dry run, which prints an estimate. Without ``out``, nothing is kept."""
    command = JudgeCommand(judge=judge, keep=tuple(given.keep), **measuring(given))
    if given.dry_run:
        spans = sum(len(one.spans) for one in find_spans(prompts, command.seeds))
        show_estimate(estimate_judging(command, prompts, spans, out), given.as_json, "prompts")
        return None
    with TemporaryDirectory() as folder, counting_progress(str(judge), len(prompts)) as listener:
        return run(judge_spans(command, prompts, out or Path(folder) / "run", listener), resumable=out is not None)


def _show(
    given: CheckCommandLine,
    checked: Sequence[CheckedPrompt],
    *,
    moved: Moved | None = None,
    verdict: ShiftVerdict | None = None,
) -> None:
    """Print the result in its form, and write its page."""
    if (html := path_of(given.html)) is not None:
        from probe.checking.page import checked_page

        write_atomically(html, checked_page(checked, moved, verdict).page())
        message(f"wrote the page to {html}")
    if given.as_json:
        print_json(checked_document(checked, moved, verdict))
    elif given.form == "github":
        for line in annotations(checked, verdict):
            click.echo(line)
    elif html is None:
        show_checked(console(), checked, asked=verdict is not None)
        if verdict is not None:
            show_verdict(console(), verdict)
