"""The options of standard studies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from probe.options.form import LIMITS, SUBJECT, Options, argument, option, options, output, path_option
from probe.options.shared import (
    AccessOptions,
    FolderOption,
    ForceOption,
    JsonOption,
    PathName,
    Spec,
    TerminalOptions,
)


@options
class StudiesOptions(Options):
    """Measure a subject in a fixed study, and compare results.

    For comparing models, also between laboratories: dilemmas, questions and analysis are the same for everyone, and a
    run writes one result.json with its decisions and a report. probe study list names the studies; the name of a study
    in the place of a command runs it.

    \b
    Example:
      probe study run standard-1 --model openai/gpt-4.1-mini --max-usd 20 --out gpt-4.1-mini
    """


@options
class StudyName(Options):
    """Which study is meant."""

    name: str = argument("The name of a study.", kind="text", metavar="STUDY", kw_only=True)


@options
class StudyCommandLine(StudyName, AccessOptions, FolderOption, TerminalOptions):
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

    model: Spec = argument("The subject: the model under test.", "--model", kind="model", group=SUBJECT, kw_only=True)
    part: Literal["full", "quick"] = option(
        "quick: a few dilemmas, to see that everything works; the result is compared with nothing.",
        default="full",
        group=SUBJECT,
    )
    release: PathName | None = path_option(
        "The study's dilemmas, instead of composing them.", default=None, metavar="DATASET", group=SUBJECT
    )
    private: PathName | None = path_option(
        "A private set of the study's recipe.", default=None, metavar="DATASET", group=SUBJECT
    )
    keep_trying: bool = option(
        "Do not stop early because of unreadable answers.", default=False, group=LIMITS, grows=True
    )


@options
class StudyListCommandLine(JsonOption):
    """List the packaged studies.

    \b
    Example:
      probe study list
    """


@options
class StudyShowCommandLine(StudyName, JsonOption):
    """Print everything that STUDY fixes, and its hashes.

    \b
    Example:
      probe study show standard-1
    """


@options
class StudyTableCommandLine(ForceOption, JsonOption):
    """Compare the results of several subjects in one study.

    RESULT… are files result.json, or their folders, with the decisions beside them. A result of another study, of
    another prompt or with changed files is refused, and the message names what differs.

    \b
    Examples:
      probe study table gpt-4.1-mini gpt-4o --by depth
      probe study table gpt-4.1-mini gpt-4o --check --release gpt-4o/benchmark
    """

    results: Iterable[PathName] = argument("Results.", kind="path", metavar="RESULT…", nargs=-1, kw_only=True)
    grouping: Literal["all", "bias", "depth", "dose"] = option("Compare by.", "--by", default="all")
    check: bool = option("Compute each result again from its decisions.", default=False)
    release: PathName | None = path_option(
        "With --check: the dilemmas that the results are about.", default=None, metavar="DATASET"
    )
    out: PathName | None = output(
        "Write the table as .html, .md or .csv instead.", default=None, metavar="FILE", required=False
    )


@options
class StudyPrivateCommandLine(StudyName, FolderOption, JsonOption):
    """Compose a private set of STUDY and print the commitment to it.

    It is composed by the same recipe with a secret seed. Publish the commitment now, and the folder later: then anyone
    can check that the set is the one from today, and compare what models do on it and on the public dilemmas.

    \b
    Example:
      probe study private standard-1 --out private
    """


@options
class StudyFreezeCommandLine(StudyName, FolderOption, JsonOption):
    """Compose STUDY and write its hashes beside its recipe.

    They are those of its dilemmas, prompt and mitigations. This is for those who make a study: once results exist, its
    hashes never change.

    \b
    Example:
      probe study freeze standard-1 --force --out frozen
    """

    force: bool = option("Renew the hashes of a frozen study.", default=False)
