"""The options of evaluations, and of judging their explanations."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias

from probe.options.form import (
    ITEMS,
    OUTPUT,
    ROLES,
    SUBJECT,
    Options,
    argument,
    option,
    options,
    processes,
    protocol_option,
    repetitions,
    role,
)
from probe.options.shared import (
    EvaluationSource,
    FolderOption,
    Items,
    ModelCommandLine,
    ModelOptions,
    PlacementOptions,
    Spec,
    TierName,
)

if TYPE_CHECKING:
    from probe.values import ModelSpec

Function = Callable[[str], str] | Callable[[str], Awaitable[str]]
"""A function from the text of a prompt to the text of an answer, synchronous or not."""
MessagesFunction = Callable[[list[dict[str, str]]], str] | Callable[[list[dict[str, str]]], Awaitable[str]]
"""The same for a prompt as messages with ``role`` and ``content``; use it with ``messages=True``."""
Subject: TypeAlias = "Spec | Function | MessagesFunction"

RUNS = 5
"""How often each text is shown by default."""


@options
class FunctionOptions(Options):
    """How a Python function is recorded and called as a subject."""

    name: str | None = option(
        "The name under which a function is recorded; by default its __name__.",
        default=None,
        python_only=True,
        group=SUBJECT,
    )
    messages: bool = option(
        "A function is given a list of messages instead of a text.", default=False, python_only=True, group=SUBJECT
    )


@options
class AnsweringOptions(Options):
    """In which order options are shown, and what is asked for."""

    logprobs: bool = option(
        "Ask for the label of an option only and store the probabilities of all options, once in each order.",
        default=False,
        group=SUBJECT,
    )
    order: Literal["both", "as-written"] = option(
        "both: swap the options in odd runs; as-written: never swap them, as in the paper.",
        default="both",
        group=SUBJECT,
    )


@options
class EvaluateOptions(FunctionOptions, AnsweringOptions, ModelOptions, PlacementOptions, FolderOption):
    """How a subject is shown items, and under which mitigations."""

    data: Items = argument(
        "A file or folder of probe generate, or a domain of seeds.", metavar="DATASET", kw_only=False
    )
    subject: Subject = argument(
        "The subject: the model under test. Repeat it for several, each in a folder of its own, within one budget.",
        "--model",
        kind="model",
        multiple=True,
        group=SUBJECT,
        kw_only=False,
    )
    runs: int | None = repetitions(default=None, usual=RUNS, grows=True)
    confidence: bool = option(
        "Dilemmas: ask after each decision how confident the subject is of it, 50 to 100 %; one more call for each.",
        default=False,
        group=SUBJECT,
    )
    arms: str | Iterable[str] = option(
        "Texts to show, unbiased,biased by default for dilemmas; add placebo, advocacy, counter, twin and twin_biased "
        "if they have them. Other items are shown in all their arms.",
        default=(),
        group=SUBJECT,
        grows=True,
    )
    choices: Mapping[str, str] | None = option(
        "Settings of the items' protocol by name.", default=None, python_only=True, group=SUBJECT
    )
    mitigation: str | Iterable[str] = option(
        "Ask under a mitigation, or several joined with +; repeat it for further ones. none asks without.",
        default=(),
        multiple=True,
        metavar="NAME|FILE.toml",
        group=SUBJECT,
        grows=True,
        recorded="mitigations",
    )
    mitigation_controls: bool = option(
        "Ask under the control of each mitigation as well.", default=False, group=SUBJECT
    )
    limit: int | None = option("Maximum number of items per bias.", default=None, least=1, group=ITEMS)
    sample: Literal["first", "random"] = option("With --limit: which items of a bias.", default="first", group=ITEMS)
    seed: int = option("With --sample random: the seed of the draw.", default=0, group=ITEMS)
    tiers: TierName = option(
        "The tiers in the analysis plan, which is registered before the first question.", default="fixed", group=OUTPUT
    )
    label: str | None = option(
        "Name of this evaluation in reports, beside the model's.", default=None, kind="label", group=OUTPUT
    )
    workers: int | None = processes("For local/NAME: number of processes, each with a copy of the model.", default=None)


@options
class EvaluateCommandLine(EvaluateOptions, ModelCommandLine):
    """Show every item of DATASET to a model and save its decisions.

    For measuring a model: each text, with the cue and without, is shown several times. DIR receives the decisions in
    the run's file, a copy of the items and manifest.json, for probe analyze; the same command resumes the run. DATASET
    is a file or folder of probe generate, or a domain of seeds (seeds: the packaged ones).

    Simulated subjects need no provider: simulated/rational decides by the facts or, where nothing is right, alike in
    all arms, simulated/random draws an option, simulated/prefers-first chooses the option shown first, and
    simulated/biased?rate=R gives in with probability R to the cue, or to what else the items are about. Of
    dilemmas, biased?rate=R&slope=S gives in with probability min(1, R + S·size of the proof), simulated/agrees also to
    a bare recommendation, simulated/prefers-a always chooses Option A, simulated/cue-follower and simulated/contrarian
    decide by and against the cue alone. docs/templates.md, docs/triage.md and
    docs/workspaces.md list further ones. A program is a subject as command:PROGRAM (docs/models.md).

    \b
    Examples:
      probe evaluate run --model openai/gpt-4.1-mini --out gpt-4.1-mini
      probe evaluate run --model ollama/qwen3 --model groq/llama-4 --mitigation none --mitigation bias-warning -o all
    """

    answering: Literal["direct", "extract"] | None = protocol_option(
        "Templates: ask for an option at once, or for a free answer from which a second call extracts the option.",
        default=None,
    )
    history: Literal["own", "forced", "none", "all"] | None = protocol_option(
        "Triage: whose earlier decisions the subject sees in a sequence.", default=None
    )
    cue: Literal["file", "task", "turn"] | None = protocol_option(
        "Workspaces: where the cue is: in a file, in the task, or in an earlier turn.", default=None
    )
    no_search: bool = protocol_option("Workspaces: without the tool that searches all files.", default=False)
    budget: Literal["ample", "tight"] | None = protocol_option(
        "Workspaces: twice the calls of a full reading, or half of them.", default=None
    )
    inject_axioms: Literal["none", "words", "prolog"] = option(
        "The same as --mitigation axioms-words or axioms-prolog.", default="none", group=SUBJECT, keyword="mitigation"
    )
    awareness: ModelSpec | None = role(
        "The model that judges the explanations of harmful decisions afterwards.", default=None
    )


@options
class AwarenessOptions(ModelOptions):
    """Which model judges the explanations of an evaluation."""

    evaluation: EvaluationSource = argument(
        "The evaluation, or its folder: the --out of probe evaluate.", kind="path", metavar="DIR", kw_only=False
    )
    judge: Spec = argument("The model that reads the explanations.", "--judge", kind="model", group=ROLES, kw_only=True)


@options
class AwarenessCommandLine(AwarenessOptions, ModelCommandLine):
    """Judge the explanations of harmful decisions in DIR.

    For learning whether a subject notices the cue that misleads it. DIR is the --out of probe evaluate.

    Each distinct explanation of a wrong decision on a biased text is judged five times on two questions: does it
    mention what the cue brings up, and does it endorse it (the paper's awareness)? The votes are stored in DIR, and
    probe analyze reports them. Repeat the same command to resume an interrupted run.

    \b
    Example:
      probe awareness gpt-4.1-mini --judge openai/gpt-4o
    """
