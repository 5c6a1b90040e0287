"""The options of a standard study."""

from __future__ import annotations

from typing import Literal

from probe.options.form import LIMITS, SUBJECT, argument, option, options
from probe.options.shared import AccessOptions, FolderOption, PathName, Spec, TerminalOptions


@options
class StudyCommandLine(AccessOptions, FolderOption, TerminalOptions):
    """Measure a subject in STUDY and write one result.

    probe study STUDY is short for probe study run STUDY. DIR receives result.json, the decisions, the report with its
    card, the evaluation, and the dilemmas if they are composed, which takes some minutes the first time. The same
    command resumes a run.

    \b
    Examples:
      probe study run standard-1 --model openai/gpt-4.1-mini --dry-run --out gpt-4.1-mini
      probe study run standard-1 --model openai/gpt-4.1-mini --max-usd 20 --out gpt-4.1-mini
      probe study run standard-1 --part quick --model simulated/rational --out quick
    """

    name: str = argument("The name of a study.", kind="text", metavar="STUDY", kw_only=True)
    model: Spec = argument("The subject: the model under test.", "--model", kind="model", group=SUBJECT, kw_only=True)
    part: Literal["full", "quick"] = option(
        "quick: a few dilemmas, to see that everything works; the result is compared with nothing.",
        default="full",
        choices=("full", "quick"),
        group=SUBJECT,
    )
    release: PathName | None = option(
        "The study's dilemmas, instead of composing them.",
        default=None,
        kind="path",
        metavar="DATASET",
        group=SUBJECT,
    )
    private: PathName | None = option(
        "A private set of the study's recipe.", default=None, kind="path", metavar="DATASET", group=SUBJECT
    )
    keep_trying: bool = option(
        "Do not stop early because of unreadable answers.", default=False, group=LIMITS, grows=True
    )
