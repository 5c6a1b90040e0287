"""``probe evaluate`` and ``probe awareness``: what a subject decides, and whether its explanations mention the cue."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

from probe.cli.output import counting_progress, message, print_json, run, show, show_estimate
from probe.errors import InputError, StoppedError
from probe.files.manifest import Manifest
from probe.measuring.awareness import AwarenessCommand, judge_awareness, rates_of, total_votes
from probe.measuring.estimates import estimate_awareness, estimate_evaluation
from probe.measuring.evaluate import (
    EvaluateCommand,
    check_models,
    evaluate,
    evaluation_of,
    questions,
    subject_folders,
    warnings_of,
)
from probe.measuring.work import measuring
from probe.options.evaluating import AwarenessCommandLine, EvaluateCommandLine
from probe.options.reading import folders_of, output_of, specs_of
from probe.options.shared import ModelCommandLine
from probe.protocols.reading import items_of
from probe.values import ModelSpec, Usage

_SHORT_COLUMNS = (
    "bias",
    "explanations",
    "mentions",
    "endorses",
    "endorses_low",
    "endorses_high",
    "undecided",
    "unparsed",
)


def evaluate_command(options: EvaluateCommandLine) -> None:
    """Show every item of a dataset to each subject, and save the decisions."""
    subjects, judge = specs_of(cast(tuple[ModelSpec, ...], options.subject)), options.awareness
    if options.logprobs and judge:
        raise InputError("--awareness reads explanations, but --logprobs asks for none: leave one of them out")
    if options.label is not None and len(subjects) > 1:
        raise InputError("--label names one evaluation: leave it out with several subjects")
    protocol_choices = {
        "answering": options.answering,
        "history": options.history,
        "cue": options.cue,
        "search": "no" if options.no_search else None,
        "budget": options.budget,
    }
    axiom_mitigations = () if options.inject_axioms == "none" else (f"axioms-{options.inject_axioms}",)
    options = replace(
        options,
        choices={name: value for name, value in protocol_choices.items() if value is not None},
        mitigation=(*options.mitigation, *axiom_mitigations),
    )
    judges = [judge] if judge else []
    command = evaluation_of(options, run(items_of(options.data)), subjects[0], [*subjects[1:], *judges])
    folders = subject_folders(output_of(options.out), subjects)
    if options.dry_run:
        for subject, folder in folders:
            estimate = estimate_evaluation(replace(command, subject=subject), folder)
            show_estimate(options, estimate, f"{command.protocol.noun}s")
            message(*(["the judge's calls depend on the decisions and are not estimated"] if judge else ()))
        return
    run(_evaluate_subjects(command, folders, options), resumable=True)


async def _evaluate_subjects(
    command: EvaluateCommand, folders: Sequence[tuple[ModelSpec, Path]], options: EvaluateCommandLine
) -> None:
    """Evaluate each subject in turn, so that all of them together keep to the budget.

    A subject that stops does not stop the others: StoppedError is raised at the end.
    """
    judge = options.awareness
    models = [*(subject for subject, _ in folders), *([judge] if judge else ())]
    # Check all names and keys before any call is paid for.
    if len(models) > 1:
        await check_models(command, models)
    stop_reasons: list[str] = []
    for subject, folder in folders:
        limited_command = replace(command, subject=subject).within_budget([out for _, out in folders], folder)
        try:
            await _evaluate(limited_command, folder)
            if judge is not None:
                await _judge_explanations(judge, folder, options)
            if options.as_json:
                print_json(Manifest.read(folder).content)
        except StoppedError as error:
            if len(folders) == 1:
                raise
            stop_reasons.append(f"{subject}: {error}")
    if stop_reasons:
        raise StoppedError("; ".join(stop_reasons))


async def _evaluate(command: EvaluateCommand, out: Path) -> None:
    """Evaluate one subject; raise StoppedError if the evaluation is not complete."""
    message(*(f"warning: {warning}" for warning in warnings_of(command)))
    with counting_progress(str(command.subject), len(questions(command))) as listener:

        def listen(done_count: int) -> None:
            # The first count comes before the first question, when options, model and folder have been checked. A run
            # that continues keeps its plan, so it does not get hints.
            if not done_count:
                message(*command.protocol.hints(command.items, command.settings))
            listener(done_count)

        result = await evaluate(command, out, listen)
    evaluation = result.measurement
    message(*result.notices)
    if evaluation.stop_error:
        raise evaluation.stop_error
    message(*_usage_lines(result.usage, result.earlier, evaluation.question_count))
    message(
        f"{evaluation.question_count} decisions of {command.subject} in {out}; next: probe analyze {out} --out report"
    )


def _usage_lines(usage: Usage, earlier: Usage, answer_count: int) -> list[str]:
    """Return what this session took, apart from what earlier ones did: no answer is paid for twice."""
    calls = usage.calls - earlier.calls
    if earlier.calls and not calls:
        return [f"nothing left to ask: all {answer_count} answers were there, from {earlier.calls} earlier calls"]
    if not calls:
        return []
    tokens = usage.prompt_tokens - earlier.prompt_tokens, usage.completion_tokens - earlier.completion_tokens
    earlier_text = f"; earlier: {earlier.calls} calls" if earlier.calls else ""
    reuse_text = f"{usage.cached} answers reused from the run's file"
    return [f"{calls} calls made ({tokens[0]} tokens in, {tokens[1]} out), {reuse_text}{earlier_text}"]


def awareness_command(options: AwarenessCommandLine) -> None:
    """Judge the explanations of harmful decisions."""
    from probe.analysis.report.formats import to_json

    (folder,), (judge,) = folders_of(options.evaluation), specs_of(options.judge)
    if options.dry_run:
        show_estimate(options, estimate_awareness(AwarenessCommand(judge=judge, **measuring(options)), folder))
        return
    run(_judge_explanations(judge, folder, options), resumable=True)
    rates = rates_of(judge, folder)
    if options.as_json or rates.rows:
        show(options, rates.brief(_SHORT_COLUMNS, notes=False), to_json(rates))


async def _judge_explanations(judge: ModelSpec, folder: Path, options: ModelCommandLine) -> None:
    """Judge the explanations in ``folder`` that lack votes; raise StoppedError if votes are still missing."""
    command = AwarenessCommand(judge=judge, **measuring(options))
    with counting_progress(str(judge), total_votes(folder)) as listener:
        result = await judge_awareness(command, folder, listener)
    judging = result.judging
    if judging.stop_error:
        raise judging.stop_error
    message(*result.notices)
    if judging.wordless:
        message(f"{judging.wordless} harmful decisions have no explanation and were not judged")
    message(f"{judge} judged {judging.explanations} explanations of harmful decisions; votes saved in {folder}")
