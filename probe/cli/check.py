"""``probe check``: which phrases of a prompt steer, and whether its wording moves a model."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from probe.checking.document import annotations, checked_document
from probe.checking.estimates import estimate_judging, estimate_move
from probe.checking.judging import JudgeCommand, find_spans, judge_spans
from probe.checking.moving import GivenWordings, MoveCommand, Moved, check_command, move, move_command, two_options
from probe.checking.planning import expected_half_width
from probe.checking.printing import show_checked, show_verdict
from probe.checking.reading import Prompt, read_prompts
from probe.checking.spans import CheckedPrompt
from probe.checking.verdict import ShiftVerdict, verdict_of
from probe.cli.estimate_view import show_estimate
from probe.cli.output import console, counting_progress, notify, print_json, run
from probe.cli.standard_input import FILE
from probe.errors import InputError
from probe.files.plain import refuse_overwriting, write_atomically
from probe.inputs import read_text
from probe.measuring.work import measuring
from probe.options.checking import CheckCommandLine, MeasuredOptions
from probe.options.form import refuse, settings_of
from probe.options.reading import path_of, paths_of, spec_of
from probe.options.shared import PathName
from probe.values import ModelSpec

NEEDS_MODEL = ("options", "neutrals", "originals", "placebos", *(one.name for one in settings_of(MeasuredOptions)))
"""The options that are about the measurement alone."""


def prompt_check_command(given: CheckCommandLine) -> int:
    """Check prompts, and measure whether the wording of one moves a model."""
    judge, model, html, out = spec_of(given.judge), spec_of(given.model), path_of(given.html), path_of(given.out)
    if model is None:
        refuse(given, NEEDS_MODEL, " belongs to --model: leave it out")
    if html is not None:
        refuse_overwriting([html], "--html", force=given.force)
    files, keep = paths_of(given.files), tuple(given.keep)
    prompts = read_prompts(files, next((file for file in files if file.name == FILE), None))
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
    texts = GivenWordings(_texts(given.originals), _texts(given.neutrals), _texts(given.placebos))
    (checked,) = find_spans(prompts, path_of(given.seeds), keep)
    result = _moved(given, move_command(given, model, two_options(given.options), texts), checked, out)
    if result is None:
        return 0
    verdict = verdict_of(result.folder)
    _show(given, [checked], moved=result, verdict=verdict)
    notify(given, result.notices)
    notify(given, [f"decisions and wordings are in {out}; next: probe analyze {out} --out report"])
    return 1 if given.strict and verdict.moved else 0


def _texts(files: PathName | Iterable[PathName]) -> tuple[str, ...]:
    return tuple(map(_text, paths_of(files)))


def _text(file: Path) -> str:
    text = read_text(file, mark=True)
    if not text.strip():
        raise InputError(f"{file}: is empty; write the text of a wording")
    return text


def _moved(given: CheckCommandLine, command: MoveCommand, checked: CheckedPrompt, out: Path | None) -> Moved | None:
    """Return what was measured; None after a dry run, which prints an estimate."""
    check_command(command, checked)
    if out is None:
        raise InputError("--model: name the folder for the run with --out DIR")
    number = command.wordings if command.writes else len(command.given.neutrals)
    width = 100 * expected_half_width(number, command.runs, direct=command.logprobs)
    if given.dry_run:
        show_estimate(estimate_move(command, checked, out), given.as_json, "wordings")
        notify(given, [f"the interval of the shift will reach about {width:.0f} percentage points to each side"])
        return None
    arms = 3 if command.writes or command.given.placebos else 2
    with counting_progress(str(command.subject), number * arms * command.runs, quiet=given.quiet) as listener:
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
    with TemporaryDirectory() as folder, counting_progress(str(judge), len(prompts), quiet=given.quiet) as listener:
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
        from probe.web.check_page import check_page

        write_atomically(html, check_page(checked, moved, verdict))
        notify(given, [f"wrote the page to {html}"])
    if given.as_json:
        print_json(checked_document(checked, moved, verdict))
    elif given.form == "github":
        for line in annotations(checked):
            click.echo(line)
    elif html is None:
        show_checked(console(), checked)
        if verdict is not None:
            show_verdict(console(), verdict)
