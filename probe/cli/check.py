"""``probe check``: which phrases of a prompt steer, and whether its wording moves a model."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from probe.checking.document import annotations, checked_document
from probe.checking.estimates import estimate_judging, estimate_move
from probe.checking.judging import JudgeCommand, find_spans, judge_spans
from probe.checking.moving import (
    MOST,
    RUNS,
    WORDINGS,
    GivenWordings,
    MoveCommand,
    Moved,
    check_command,
    move,
    planned_wordings,
    two_options,
)
from probe.checking.planning import expected_half_width
from probe.checking.printing import show_checked, show_verdict
from probe.checking.reading import Prompt, read_prompts
from probe.checking.spans import CheckedPrompt
from probe.checking.verdict import ShiftVerdict, verdict_of
from probe.cli.estimate_view import show_estimate
from probe.cli.options import (
    PATH,
    SPEC,
    NumberType,
    RunOptions,
    chosen_runs,
    force_option,
    refuse_given,
    run_options,
)
from probe.cli.output import console, counting_progress, print_json, run
from probe.cli.standard_input import NAME, SOURCE, standard_input
from probe.errors import InputError
from probe.files.plain import refuse_overwriting, write_atomically
from probe.inputs import read_text
from probe.measuring.evaluate import runs_asked
from probe.protocols.arguments import Order
from probe.values import ModelSpec

_MEASURED = ("options", "author", "originals", "neutrals", "placebos", "wordings", "half_width", "runs", "order",
             "logprobs")  # fmt: skip
"""The parameters that are about the measurement alone."""


@dataclass(frozen=True)
class _Measuring:
    """How a model is asked, as given on the command line."""

    model: ModelSpec
    options: str | None
    author: ModelSpec | None
    given: GivenWordings
    wordings: int
    half_width: float | None
    runs: int | None
    order: Order
    logprobs: bool


@click.command("check")
@click.argument("files", metavar="FILE…", nargs=-1, required=True, type=SOURCE)
@click.option("--keep", multiple=True, metavar="TEXT", help="Phrases with this text are requirements; repeatable.")
@click.option("--strict", is_flag=True, help="Exit with 1 if a phrase steers or, with --model, if a shift is shown.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "github"]),
    default="text",
    show_default=True,
    help="github: warnings of a workflow.",
)
@click.option("--judge", type=SPEC, help="The model that proposes phrases and votes on all; with --model, on wordings.")
@click.option("--model", type=SPEC, help="Ask this model whether the wording moves it.")
@click.option("--options", metavar="'A; B'", help="The two answers to choose from, with a semicolon between them.")
@click.option("--author", type=SPEC, help="The model that writes the wordings.")
@click.option("--neutral", "neutrals", type=PATH, multiple=True, metavar="FILE", help="A neutral text; repeatable.")
@click.option(
    "--original", "originals", type=PATH, multiple=True, metavar="FILE", help="FILE in other words; repeatable."
)
@click.option(
    "--placebo", "placebos", type=PATH, multiple=True, metavar="FILE", help="A neutral text in other words; repeatable."
)
@click.option(
    "--wordings",
    type=click.IntRange(3, MOST),
    default=WORDINGS,
    show_default=True,
    help="Number of wordings that the author writes; more make the interval narrower.",
)
@click.option("--half-width", type=NumberType(0, 1), help="As many wordings as this half-width takes, such as 0.2.")
@click.option(
    "--runs",
    type=click.IntRange(1, 100),
    default=RUNS,
    show_default=True,
    help="How often each text is shown; with --logprobs once in each order.",
)
@click.option(
    "--order",
    type=click.Choice(["both", "as-written"]),
    default="both",
    show_default=True,
    help="both: swap the options in odd runs.",
)
@click.option("--logprobs", is_flag=True, help="Ask for a letter only, and use the probabilities of both.")
@click.option("--html", type=PATH, metavar="FILE", help="Write the result as a single HTML page to share.")
@force_option
@click.option(
    "--out", "-o", "out", type=PATH, metavar="DIR", help="Folder for the run of the models; repeat it to resume."
)
@run_options
def check_command_line(
    *,
    given: RunOptions,
    files: tuple[Path, ...],
    keep: tuple[str, ...],
    strict: bool,
    form: str,
    judge: ModelSpec | None,
    model: ModelSpec | None,
    options: str | None,
    author: ModelSpec | None,
    neutrals: tuple[Path, ...],
    originals: tuple[Path, ...],
    placebos: tuple[Path, ...],
    wordings: int,
    half_width: float | None,
    runs: int,
    order: Order,
    logprobs: bool,
    html: Path | None,
    force: bool,
    out: Path | None,
) -> int:
    """Show which phrases of a prompt steer, and whether its wording moves a model.

    FILE is Markdown or text with one prompt, or a .jsonl file with one per line in the field prompt; - reads standard
    input. Code, tags and lines that describe an option are left out. A phrase is kept as a requirement where its line
    contains <!-- probe: keep -->. Without a model, patterns find the phrases: a phrase may have no effect on yours.

    With --model, the model chooses between two options, for several wordings of FILE and of a neutral version. An
    author writes them, or you give them: --neutral for FILE and for each --original. The result is the difference of
    both kinds in how often the first option is chosen: a shift, not an error.

    \b
    Examples:
      probe check prompts/*.md --strict
      probe check review.md --model openai/gpt-4.1-mini --author openai/gpt-4.1 --options "Merge; Wait" --out review
    """
    if model is None:
        refuse_given(_MEASURED, "belongs to --model")
    if html is not None:
        refuse_overwriting([html], "--html", force=force)
    prompts = read_prompts(files, standard_input() if NAME in _written(files) else None)
    if model is None:
        found = _judged(judge, prompts, keep, given, out) if judge else find_spans(prompts, given.seeds, keep)
        if found is None:
            return 0
        _show(found, form, given, html)
        return 1 if strict and any(one.spans for one in found) else 0
    if len(prompts) != 1:
        raise InputError(f"--model asks about one prompt, and {len(prompts)} are given: give one")
    given_texts = GivenWordings(*(tuple(map(_text, paths)) for paths in (originals, neutrals, placebos)))
    measuring = _Measuring(
        model, options, author, given_texts, wordings, half_width, chosen_runs(runs), order, logprobs
    )
    (checked,) = find_spans(prompts, given.seeds, keep)
    result = _moved(_command(measuring, judge, given), checked, given, out)
    if result is None:
        return 0
    verdict = verdict_of(result.folder)
    _show([checked], form, given, html, moved=result, verdict=verdict)
    given.notify(result.notices)
    given.notify([f"decisions and wordings are in {out}; next: probe analyze {out} --out report"])
    return 1 if strict and verdict.moved else 0


def _written(files: Sequence[Path]) -> set[str]:
    """Return the name of standard input if it is among ``files``."""
    return {NAME for file in files if file.name == "standard-input.jsonl"}


def _text(file: Path) -> str:
    text = read_text(file, mark=True)
    if not text.strip():
        raise InputError(f"{file}: is empty; write the text of a wording")
    return text


def _command(measuring: _Measuring, judge: ModelSpec | None, given: RunOptions) -> MoveCommand:
    if measuring.options is None:
        raise InputError("--model: name the two answers with --options 'A; B'")
    usual = measuring.runs if measuring.logprobs else measuring.runs or RUNS
    runs = runs_asked(usual, measuring.order, logprobs=measuring.logprobs)
    number = measuring.wordings
    if measuring.half_width is not None:
        number = planned_wordings(measuring.half_width, runs)
    return MoveCommand(
        subject=measuring.model,
        options=two_options(measuring.options),
        author=measuring.author,
        judge=judge,
        given=measuring.given,
        wordings=number,
        runs=runs,
        order=measuring.order,
        logprobs=measuring.logprobs,
        access=given.access,
        prompts=given.prompts,
        seeds=given.seeds,
        keep_trying=given.keep_trying,
    )


def _moved(command: MoveCommand, checked: CheckedPrompt, given: RunOptions, out: Path | None) -> Moved | None:
    """Return what was measured; None after a dry run, which prints an estimate."""
    check_command(command, checked)
    if out is None:
        raise InputError("--model: name the folder for the run with --out DIR")
    number = command.wordings if command.writes else len(command.given.neutrals)
    width = 100 * expected_half_width(number, command.runs, direct=command.logprobs)
    if given.dry_run:
        show_estimate(estimate_move(command, checked, out), given.as_json, "wordings")
        given.notify([f"the interval of the shift will reach about {width:.0f} percentage points to each side"])
        return None
    arms = 3 if command.writes or command.given.placebos else 2
    with counting_progress(str(command.subject), number * arms * (command.runs), quiet=given.quiet) as listener:
        return run(move(command, checked, out, listener), resumable=True)


def _judged(
    judge: ModelSpec, prompts: tuple[Prompt, ...], keep: tuple[str, ...], given: RunOptions, out: Path | None
) -> tuple[CheckedPrompt, ...] | None:
    """Return what a judge finds; None after a dry run, which prints an estimate. Without ``out``, nothing is kept."""
    command = JudgeCommand(
        judge=judge,
        keep=keep,
        access=given.access,
        prompts=given.prompts,
        seeds=given.seeds,
        keep_trying=given.keep_trying,
    )
    if given.dry_run:
        spans = sum(len(one.spans) for one in find_spans(prompts, given.seeds))
        show_estimate(estimate_judging(command, prompts, spans, out), given.as_json, "prompts")
        return None
    with TemporaryDirectory() as folder, counting_progress(str(judge), len(prompts), quiet=given.quiet) as listener:
        return run(judge_spans(command, prompts, out or Path(folder) / "run", listener), resumable=out is not None)


def _show(
    checked: Sequence[CheckedPrompt],
    form: str,
    given: RunOptions,
    html: Path | None,
    *,
    moved: Moved | None = None,
    verdict: ShiftVerdict | None = None,
) -> None:
    """Print the result in its form, and write its page."""
    if html is not None:
        from probe.web.check_page import check_page

        write_atomically(html, check_page(checked, moved, verdict))
        given.notify([f"wrote the page to {html}"])
    if given.as_json:
        print_json(checked_document(checked, moved, verdict))
    elif form == "github":
        for line in annotations(checked):
            click.echo(line)
    elif html is None:
        show_checked(console(), checked)
        if verdict is not None:
            show_verdict(console(), verdict)
