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


def prompt_check_command(chosen: CheckCommandLine) -> int:
    """Check prompts, and measure whether the wording of one moves a model."""
    judge, model, html, out = spec_of(chosen.judge), spec_of(chosen.model), path_of(chosen.html), path_of(chosen.out)
    if model is None:
        refuse(chosen, NEEDS_MODEL, " belongs to --model: leave it out")
        if judge is None:
            refuse(chosen, ("out",), " belongs to --model and --judge: leave it out")
    if html is not None:
        refuse_overwriting([html], "--html", force=chosen.force)
    keep, prompts = tuple(chosen.keep), read_prompts(paths_of(chosen.files), read_standard_input())
    if model is None:
        spotted = _judged(chosen, judge, prompts, out) if judge else find_spans(prompts, path_of(chosen.seeds), keep)
        if spotted is None:
            return 0
        _show(chosen, spotted)
        return 1 if chosen.strict and any(prompt.spans for prompt in spotted) else 0
    if len(prompts) != 1:
        raise InputError(f"--model asks about one prompt, and {len(prompts)} are given: give one")
    if chosen.options is None:
        raise InputError("--model: name the two answers with --options 'A; B'")
    files = map(paths_of, (chosen.originals, chosen.neutrals, chosen.placebos))
    texts = GivenWordings(*(tuple(map(read_wording, paths)) for paths in files))
    (checked,) = find_spans(prompts, path_of(chosen.seeds), keep)
    result = _moved(chosen, move_command(chosen, model, two_options(chosen.options), texts), checked, out)
    if result is None:
        return 0
    verdict = verdict_of(result.folder)
    _show(chosen, [checked], moved=result, verdict=verdict)
    message(*result.notices)
    message(f"decisions and wordings are in {out}; next: probe analyze {out} --out report")
    return 1 if chosen.strict and verdict.moved else 0


def _moved(
    chosen: CheckCommandLine, command: MoveCommand, checked: CheckedPrompt, out: Path | None
) -> MoveResult | None:
    """Return what was measured; None after a dry run, which prints an estimate."""
    check_command(command, checked)
    if out is None:
        raise InputError("--model: name the folder for the run with --out DIR")
    if chosen.dry_run:
        show_estimate(estimate_move(command, checked, out), chosen.as_json, "wordings")
        width = 100 * command.half_width
        message(f"the interval of the shift will reach about {width:.0f} percentage points to each side")
        return None
    with counting_progress(str(command.subject), command.texts * command.runs) as listener:
        return run(move(command, checked, out, listener), resumable=True)


def _judged(
    chosen: CheckCommandLine, judge: ModelSpec, prompts: tuple[Prompt, ...], out: Path | None
) -> tuple[CheckedPrompt, ...] | None:
    """Return what a judge finds; None after a dry run, which prints an estimate. Without ``out``, nothing is kept."""
    command = JudgeCommand(judge=judge, keep=tuple(chosen.keep), **measuring(chosen))
    if chosen.dry_run:
        spans = sum(len(checked.spans) for checked in find_spans(prompts, command.seeds))
        show_estimate(estimate_judging(command, prompts, spans, out), chosen.as_json, "prompts")
        return None
    with TemporaryDirectory() as folder, counting_progress(str(judge), len(prompts)) as listener:
        return run(judge_spans(command, prompts, out or Path(folder) / "run", listener), resumable=out is not None)


def _show(
    chosen: CheckCommandLine,
    checked: Sequence[CheckedPrompt],
    *,
    moved: MoveResult | None = None,
    verdict: ShiftVerdict | None = None,
) -> None:
    """Print the result in its form, and write its page."""
    if (html := path_of(chosen.html)) is not None:
        from probe.checking.page import checked_page

        write_atomically(html, checked_page(checked, moved, verdict).page())
        message(f"wrote the page to {html}")
    if chosen.as_json:
        print_json(checked_document(checked, moved, verdict))
    elif chosen.form == "github":
        for line in annotations(checked, verdict):
            click.echo(line)
    elif html is None:
        spans_document(checked, asked=verdict is not None).show(console())
        if verdict is not None:
            verdict_document(verdict).show(console())
