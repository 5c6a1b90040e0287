"""``probe evaluate`` and ``probe awareness``: what a subject decides, and whether its explanations mention the cue."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from probe.cli.bulk import placement_options
from probe.cli.estimate_view import show_estimate
from probe.cli.options import LABEL, PATH, SPEC, RunOptions, chosen_runs, out_option, run_options
from probe.cli.output import console, counting_progress, print_json, run
from probe.cli.standard_input import SOURCE
from probe.errors import InputError, StoppedError
from probe.files.dataset import dataset_file, read_manifest
from probe.measuring.awareness import AwarenessCommand, judge_awareness, judged_by, total_votes
from probe.measuring.estimates import estimate_awareness, estimate_evaluation
from probe.measuring.evaluate import (
    RUNS,
    EvaluateCommand,
    Evaluated,
    evaluate,
    questions,
    runs_asked,
    showing,
    warnings_of,
)
from probe.measuring.matrix import check_models, subject_folders, within_budget
from probe.measuring.mitigations import NONE, choose_strategies
from probe.measuring.work import advice, origin_of
from probe.protocols.arguments import Order
from probe.protocols.base import Showing
from probe.protocols.choosing import some_of_each_bias
from probe.protocols.reading import read_items
from probe.session import Placement
from probe.values import Item, ModelSpec
from probe.values.plan import TierName

_SHORT = ("bias", "explanations", "mentions", "endorses", "endorses_low", "endorses_high", "undecided", "unparsed")


@click.command("evaluate")
@click.argument("dataset", type=SOURCE)
@click.option(
    "--model",
    "subjects",
    type=SPEC,
    multiple=True,
    required=True,
    help="The subject: the model under test. Repeat it for several, each in a folder of its own, within one budget.",
)
@click.option(
    "--runs",
    type=click.IntRange(1, 100),
    default=RUNS,
    show_default=True,
    help="How often each text is shown; with --logprobs once in each order.",
)
@click.option(
    "--logprobs",
    is_flag=True,
    help="Ask for the label of an option only and store the probabilities of all options, once in each order.",
)
@click.option(
    "--confidence",
    is_flag=True,
    help="Dilemmas: ask after each decision how confident the subject is of it, 50 to 100 %; one more call for each.",
)
@click.option(
    "--order",
    type=click.Choice(["both", "as-written"]),
    default="both",
    show_default=True,
    help="both: swap the options in odd runs; as-written: the paper's order.",
)
@click.option(
    "--arms",
    help="Texts to show, unbiased,biased by default for dilemmas; add placebo, counter, twin and twin_biased if the "
    "pairs have them. Other items are shown in all their arms.",
)
@click.option(
    "--answering",
    type=click.Choice(["direct", "extract"]),
    help="Templates: ask for an option at once, or for a free answer from which a second call extracts the option.",
)
@click.option(
    "--history",
    type=click.Choice(["own", "forced", "none", "all"]),
    help="Triage: whose earlier decisions the subject sees in a sequence.",
)
@click.option(
    "--mitigation",
    "mitigations",
    multiple=True,
    metavar="NAME|FILE.toml",
    help="Ask under a mitigation, or several joined with +; repeat it for further ones. none asks without.",
)
@click.option("--mitigation-controls", is_flag=True, help="Ask under the control of each mitigation as well.")
@click.option(
    "--inject-axioms",
    type=click.Choice(["none", "words", "prolog"]),
    default="none",
    show_default=True,
    help="The same as --mitigation axioms-words or axioms-prolog.",
)
@click.option(
    "--awareness", "judge", type=SPEC, help="The model that judges the explanations of harmful decisions afterwards."
)
@click.option("--limit", type=click.IntRange(1), help="Maximum number of items per bias.")
@click.option(
    "--sample",
    type=click.Choice(["first", "random"]),
    default="first",
    show_default=True,
    help="With --limit: which items of a bias.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="With --sample random: the seed of the draw.")
@click.option(
    "--tiers",
    type=click.Choice(["fixed", "quartiles"]),
    default="fixed",
    show_default=True,
    help="The tiers in the analysis plan, which is registered before the first question.",
)
@click.option("--label", type=LABEL, help="Name of this evaluation in reports, beside the model's.")
@placement_options("For local/NAME: number of processes, each with a copy of the model.")
@run_options
@out_option
def evaluate_command(
    *,
    placement: Placement,
    given: RunOptions,
    dataset: Path,
    subjects: tuple[ModelSpec, ...],
    runs: int,
    logprobs: bool,
    confidence: bool,
    order: Order,
    arms: str | None,
    answering: str | None,
    history: str | None,
    mitigations: tuple[str, ...],
    mitigation_controls: bool,
    inject_axioms: str,
    judge: ModelSpec | None,
    limit: int | None,
    sample: str,
    seed: int,
    tiers: TierName,
    label: str | None,
    out: Path,
) -> None:
    """Show every item of DATASET to a model and save its decisions.

    DATASET is a file or folder of probe generate, or a domain of seeds (seeds: the packaged ones). Each text is shown
    several times. DIR receives a copy of the evaluated items, manifest.json and the run's file; the same command
    resumes the run.

    Simulated subjects need no provider: simulated/rational decides by the facts or, where nothing is right, alike in
    all arms, simulated/random draws an option, simulated/prefers-first chooses the option shown first, and
    simulated/biased?rate=R gives in with probability R to the cue, or to what else the items are about. Of
    dilemmas, biased?rate=R&slope=S gives in with probability min(1, R + S·size of the proof), simulated/agrees also to
    a bare recommendation, simulated/prefers-a always chooses Option A, simulated/cue-follower and simulated/contrarian
    decide by and against the cue alone. docs/templates.md and docs/triage.md list further ones.

    \b
    Example:
      probe evaluate run --model openai/gpt-4.1-mini --out gpt-4.1-mini
      probe evaluate run --model ollama/qwen3 --model groq/llama-4 --mitigation none --mitigation bias-warning -o all
    """
    if (place := placement.if_chosen()) is not None:
        given = _spread(given, place, [*subjects, *((judge,) if judge else ())])
    read = run(read_items(dataset))
    protocol, items = read.definition, some_of_each_bias(read, limit, seed if sample == "random" else None)
    if logprobs and judge:
        raise InputError("--awareness reads explanations, and --logprobs asks for none: leave one of them out")
    chosen = {name: value for name, value in (("answering", answering), ("history", history)) if value is not None}
    settings = Showing(
        runs=runs_asked(chosen_runs(runs), order, logprobs=logprobs),
        order=order,
        arms=protocol.chosen_arms(_names(arms), items) if arms is not None else (),
        choices=protocol.chosen(chosen),
        direct=logprobs,
        confidence=confidence,
    )
    injected = () if inject_axioms == "none" else (f"axioms-{inject_axioms}",)
    names = (*mitigations, *injected) or (NONE,)
    whole = EvaluateCommand(
        subject=subjects[0],
        settings=settings,
        access=given.access,
        prompts=given.prompts,
        keep_trying=given.keep_trying,
        strategies=choose_strategies(names, controls=mitigation_controls),
        dataset=origin_of(read_manifest(dataset_file(dataset).parent)),
        tiers=tiers,
        label=label,
        protocol=protocol,
    )
    folders = subject_folders(out, subjects)
    if label is not None and len(subjects) > 1:
        raise InputError("--label names one evaluation: leave it out with several subjects")
    if not given.dry_run and (judge or len(subjects) > 1):
        run(check_models(whole, [*subjects, *([judge] if judge else [])], items))
    stopped: list[str] = []
    for subject, folder in zip(subjects, folders, strict=True):
        command = replace(whole, subject=subject)
        if given.dry_run:
            show_estimate(estimate_evaluation(command, items, folder), given.as_json, f"{protocol.noun}s")
            given.notify(["the judge's calls depend on the decisions and are not estimated"] if judge else [])
            continue
        try:
            _evaluate_one(within_budget(command, folders, folder), items, folder, judge, given)
        except StoppedError as error:
            if len(subjects) == 1:
                raise
            stopped.append(f"{subject}: {error}")
    if stopped:
        raise StoppedError("; ".join(stopped))


def _spread(given: RunOptions, placement: Placement, models: Sequence[ModelSpec]) -> RunOptions:
    """Return the options with local models where ``placement`` says. Raise InputError if none of ``models`` is one."""
    if all(spec.provider != "local" for spec in models):
        raise InputError(
            "--workers and --engine are for models that PROBE computes itself (local/NAME): leave them out, and raise"
            " --concurrency for more calls at once"
        )
    return replace(given, access=replace(given.access, placement=placement))


def _evaluate_one(
    command: EvaluateCommand, items: Sequence[Item], out: Path, judge: ModelSpec | None, given: RunOptions
) -> None:
    """Evaluate one subject, and have its explanations judged."""
    given.notify(f"warning: {warning}" for warning in warnings_of(command, items))
    given.notify(command.protocol.hints(items, showing(command, items)))
    with counting_progress(str(command.subject), len(questions(command, items)), quiet=given.quiet) as listener:
        evaluated = run(evaluate(command, items, out, listener), resumable=True)
    _finish(evaluated, command.subject, out, given)
    if judge is not None:
        _judge_explanations(judge, out, given)
    if given.as_json:
        print_json(read_manifest(out))


def _names(arms: str) -> list[str]:
    return [name.strip() for name in arms.split(",")]


def _finish(evaluated: Evaluated, model: ModelSpec, out: Path, given: RunOptions) -> None:
    """Print the notices and the usage; raise StoppedError if the evaluation is not complete."""
    measured, usage = evaluated.measured, evaluated.usage
    if measured.stopped:
        given.notify(evaluated.notices)
        raise measured.stopped
    lines = list(evaluated.notices)
    if usage.calls:
        lines.append(
            f"{usage.calls} calls made ({usage.prompt_tokens} tokens in, {usage.completion_tokens} out),"
            f" {usage.cached} answers reused from the run's file"
        )
    lines.append(f"{measured.asked} decisions of {model} in {out}; next: probe analyze {out} --out report")
    given.notify(lines)


@click.command("awareness")
@click.argument("folder", metavar="DIR", type=PATH)
@click.option("--judge", type=SPEC, required=True, help="The model that reads the explanations.")
@run_options
def awareness_command(*, given: RunOptions, folder: Path, judge: ModelSpec) -> None:
    """Judge the explanations of harmful decisions in DIR.

    DIR is the --out of probe evaluate.

    Each distinct explanation of a wrong decision on a biased text is judged five times on two questions: does it
    mention what the cue brings up, and does it endorse it (the paper's awareness)? The votes are stored in DIR, and
    probe analyze reports them. Repeat the same command to resume an interrupted run.

    \b
    Example:
      probe awareness gpt-4.1-mini --judge openai/gpt-4o
    """
    from probe.analysis.effects.awareness import awareness, table
    from probe.analysis.report.formats import terminal_table, to_json

    if given.dry_run:
        show_estimate(estimate_awareness(_awareness(judge, given), folder), given.as_json)
        return
    _judge_explanations(judge, folder, given)
    judged = judged_by(judge, folder)
    found = table(awareness([judged] if judged else []))
    if given.as_json:
        print_json(to_json(found))
    elif judged:
        console().print(terminal_table(found, _SHORT))


def _awareness(judge: ModelSpec, given: RunOptions) -> AwarenessCommand:
    return AwarenessCommand(
        judge=judge,
        access=given.access,
        prompts=given.prompts,
        seeds=given.seeds,
        keep_trying=given.keep_trying,
    )


def _judge_explanations(judge: ModelSpec, folder: Path, given: RunOptions) -> None:
    """Judge the explanations in ``folder`` that lack votes; raise StoppedError if votes are still missing."""
    command = _awareness(judge, given)
    with counting_progress(str(judge), total_votes(folder), quiet=given.quiet) as listener:
        judged = run(judge_awareness(command, folder, listener), resumable=True)
    judging = judged.judging
    if judging.unanswered:
        raise StoppedError(
            f"{judging.unanswered} of {judging.asked} votes on explanations are missing"
            f" ({judging.reason}); {advice(refused=judging.refused)}"
        )
    lines = [*judged.notices]
    if judging.wordless:
        lines.append(f"{judging.wordless} harmful decisions have no explanation and were not judged")
    lines.append(f"{judge} judged {judging.explanations} explanations of harmful decisions; votes saved in {folder}")
    given.notify(lines)
