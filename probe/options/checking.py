"""The options of checking a prompt of one's own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from probe.options.evaluating import AnsweringOptions, Function, FunctionOptions, MessagesFunction
from probe.options.form import (
    EXPECTED,
    OUTPUT,
    REQUEST,
    SUBJECT,
    argument,
    html_page,
    option,
    options,
    output,
    path_option,
    repetitions,
    role,
    settings_of,
)
from probe.options.shared import ForceOption, ModelOptions, PathName, Spec, TerminalOptions

RUNS, WORDINGS = 10, 5
"""How often each text is shown, and how many wordings there are, by default."""
FEWEST_ASKED, MOST_ASKED = 3, 40
"""Wordings that a command may ask for."""


@options
class MeasuredOptions(AnsweringOptions):
    """How a model is asked about the wordings of a prompt."""

    author: Spec | None = role("The model that writes the wordings.", default=None)
    wordings: int = option(
        "Number of wordings that the author writes; more make the interval narrower.",
        default=WORDINGS,
        least=FEWEST_ASKED,
        most=MOST_ASKED,
        group=SUBJECT,
    )
    half_width: float | None = option(
        "As many wordings as this half-width takes, such as 0.2.", default=None, least=0.0, most=1.0, group=EXPECTED
    )
    runs: int | None = repetitions(default=None, usual=RUNS, grows=False)


NEEDS_MODEL = (
    "options",
    "neutrals",
    "originals",
    "placebos",
    *(setting.name for setting in settings_of(MeasuredOptions)),
)
"""The options that are about the measurement alone."""


@options
class PromptOptions(MeasuredOptions, ModelOptions):
    """What the function and the command have in common."""

    keep: str | Iterable[str] = option(
        "Phrases with this text are requirements; repeatable.", default=(), multiple=True, metavar="TEXT", group=REQUEST
    )
    judge: Spec | None = role(
        "The model that proposes phrases and votes on all; with --model, on wordings.", default=None
    )
    out: PathName | None = output(
        "Folder for the run of the models; repeat it to resume.", default=None, metavar="DIR", required=False
    )


@options
class CheckOptions(FunctionOptions, PromptOptions):
    """A text, and whether its wording moves a model."""

    text: str = argument("The prompt.", kind="text", kw_only=False)
    model: Spec | Function | MessagesFunction | None = option(
        "Ask this model, or function, whether the wording moves it.", default=None, python_only=True, group=SUBJECT
    )
    options: Iterable[str] = option("The two answers to choose from.", default=(), python_only=True, group=SUBJECT)
    neutrals: Iterable[str] = option(
        "Neutral texts: one for the prompt and one for each original.", default=(), python_only=True, group=SUBJECT
    )
    originals: Iterable[str] = option("The prompt in other words.", default=(), python_only=True, group=SUBJECT)
    placebos: Iterable[str] = option(
        "Neutral texts in other words, one for each neutral text.", default=(), python_only=True, group=SUBJECT
    )


@options
class CheckCommandLine(PromptOptions, TerminalOptions, ForceOption):
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

    files: Iterable[PathName] = argument("Files with prompts.", metavar="FILE…", nargs=-1, keyword="text", kw_only=True)
    strict: bool = option(
        "Exit with 1 if a phrase steers; with --model, if a shift is shown, whatever phrases there are.",
        default=False,
        group=REQUEST,
    )
    form: Literal["text", "github"] = option(
        "github: warnings of a workflow.", "--format", default="text", group=OUTPUT
    )
    model: Spec | None = option(
        "Ask this model whether the wording moves it.", default=None, kind="model", group=SUBJECT
    )
    options: str | None = option(
        "The two answers to choose from, with a semicolon between them.", default=None, metavar="'A; B'", group=SUBJECT
    )
    neutrals: Iterable[PathName] = path_option(
        "A neutral text: one for FILE and one for each --original, at least three in all.",
        "--neutral",
        default=(),
        multiple=True,
        group=SUBJECT,
    )
    originals: Iterable[PathName] = path_option(
        "FILE in other words; repeatable. FILE itself is the first wording.",
        "--original",
        default=(),
        multiple=True,
        group=SUBJECT,
    )
    placebos: Iterable[PathName] = path_option(
        "A neutral text in other words; repeatable.", "--placebo", default=(), multiple=True, group=SUBJECT
    )
    html: PathName | None = html_page(default=None)
