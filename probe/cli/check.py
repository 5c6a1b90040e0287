"""``probe check``: which phrases of a prompt steer, and whether its wording moves a model."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from probe.checking.document import annotations, checked_document
from probe.checking.estimates import estimate_judging, estimate_move
from probe.checking.judging import JudgeCommand, find_spans, judge_spans
from probe.checking.moving import GivenWordings, MoveCommand, MoveResult, check_command, move, move_command, two_options
from probe.checking.printing import spans_document, verdict_document
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


def prompt_check_command(command_line: CheckCommandLine) -> int:
    """Check prompts, and measure whether the wording of one moves a model."""
    judge, model, html, out = (
        spec_of(command_line.judge),
        spec_of(command_line.model),
        path_of(command_line.html),
        path_of(command_line.out),
    )
    if model is None:
        refuse(command_line, NEEDS_MODEL, "needs --model: name a model, or leave it out")
        if judge is None:
            refuse(command_line, ("out",), "needs --model or --judge: name one, or leave it out")
    if html is not None:
        refuse_overwriting([html], "--html", force=command_line.force)
    keep, prompts = tuple(command_line.keep), read_prompts(paths_of(command_line.files), read_standard_input())
    if model is None:
        checked_prompts = (
            _judge_prompts(command_line, judge, prompts, out)
            if judge
            else find_spans(prompts, path_of(command_line.seeds), keep)
        )
        if checked_prompts is None:
            return 0
        _show(command_line, checked_prompts)
        return 1 if command_line.strict and any(prompt.spans for prompt in checked_prompts) else 0
    if len(prompts) != 1:
        raise InputError(f"--model asks about one prompt, and {len(prompts)} are given: give one")
    if command_line.options is None:
        raise InputError("--model: name the two answers with --options 'A; B'")
    files = map(paths_of, (command_line.originals, command_line.neutrals, command_line.placebos))
    wordings = GivenWordings(*(tuple(map(read_wording, paths)) for paths in files))
    (checked_prompt,) = find_spans(prompts, path_of(command_line.seeds), keep)
    result = _measure_shift(
        command_line,
        move_command(command_line, model, two_options(command_line.options), wordings),
        checked_prompt,
        out,
    )
    if result is None:
        return 0
    verdict = verdict_of(result.folder)
    _show(command_line, [checked_prompt], moved=result, verdict=verdict)
    message(*result.notices)
    message(f"decisions and wordings are in {out}; next: probe analyze {out} --out report")
    return 1 if command_line.strict and verdict.moved else 0


def _measure_shift(
    command_line: CheckCommandLine, command: MoveCommand, checked_prompt: CheckedPrompt, out: Path | None
) -> MoveResult | None:
    """Return what was measured; None after a dry run, which prints an estimate."""
    check_command(command, checked_prompt)
    if out is None:
        raise InputError("--model: name the folder for the run with --out DIR")
    if command_line.dry_run:
        show_estimate(estimate_move(command, checked_prompt, out), command_line.as_json, "wordings")
        width = 100 * command.half_width
        message(f"the interval of the shift will reach about {width:.0f} percentage points to each side")
        return None
    with counting_progress(str(command.subject), command.texts * command.runs) as listener:
        return run(move(command, checked_prompt, out, listener), resumable=True)


def _judge_prompts(
    command_line: CheckCommandLine, judge: ModelSpec, prompts: tuple[Prompt, ...], out: Path | None
) -> tuple[CheckedPrompt, ...] | None:
    """Return what a judge finds; None after a dry run, which prints an estimate. Without ``out``, nothing is kept."""
    command = JudgeCommand(judge=judge, keep=tuple(command_line.keep), **measuring(command_line))
    if command_line.dry_run:
        spans = sum(len(checked_prompt.spans) for checked_prompt in find_spans(prompts, command.seeds))
        show_estimate(estimate_judging(command, prompts, spans, out), command_line.as_json, "prompts")
        return None
    with TemporaryDirectory() as folder, counting_progress(str(judge), len(prompts)) as listener:
        return run(judge_spans(command, prompts, out or Path(folder) / "run", listener), resumable=out is not None)


def _show(
    command_line: CheckCommandLine,
    checked_prompts: Sequence[CheckedPrompt],
    *,
    moved: MoveResult | None = None,
    verdict: ShiftVerdict | None = None,
) -> None:
    """Print the result in its form, and write its page."""
    if (html := path_of(command_line.html)) is not None:
        from probe.checking.page import checked_page

        write_atomically(html, checked_page(checked_prompts, moved, verdict).page())
        message(f"wrote the page to {html}")
    if command_line.as_json:
        print_json(checked_document(checked_prompts, moved, verdict))
    elif command_line.form == "github":
        for line in annotations(checked_prompts, verdict):
            click.echo(line)
    elif html is None:
        spans_document(checked_prompts, asked=verdict is not None).show(console())
        if verdict is not None:
            verdict_document(verdict).show(console())
