"""``probe evaluate`` and ``probe awareness``: what a subject decides, and whether its explanations mention the cue."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

from probe.cli.estimate_view import show_estimate
from probe.cli.output import console, counting_progress, message, print_json, run
from probe.errors import InputError, StoppedError
from probe.files.manifest import Manifest
from probe.measuring.awareness import AwarenessCommand, judge_awareness, judged_by, total_votes
from probe.measuring.estimates import estimate_awareness, estimate_evaluation
from probe.measuring.evaluate import (
    EvaluateCommand,
    Evaluated,
    evaluate,
    evaluation_of,
    questions,
    showing,
    warnings_of,
)
from probe.measuring.matrix import check_models, subject_folders, within_budget
from probe.measuring.work import advice, measuring
from probe.options.evaluating import AwarenessCommandLine, EvaluateCommandLine
from probe.options.reading import folders_of, output_of, specs_of
from probe.options.shared import ModelCommandLine
from probe.protocols.reading import items_of
from probe.values import Item, ModelSpec, Usage

_SHORT = ("bias", "explanations", "mentions", "endorses", "endorses_low", "endorses_high", "undecided", "unparsed")


def evaluate_command(options: EvaluateCommandLine) -> None:
    """Show every item of a dataset to each subject, and save the decisions."""
    subjects, judge = specs_of(cast(tuple[ModelSpec, ...], options.subject)), options.awareness
    if options.logprobs and judge:
        raise InputError("--awareness reads explanations, and --logprobs asks for none: leave one of them out")
    if options.label is not None and len(subjects) > 1:
        raise InputError("--label names one evaluation: leave it out with several subjects")
    chosen = {
        "answering": options.answering,
        "history": options.history,
        "cue": options.cue,
        "search": "no" if options.no_search else None,
        "budget": options.budget,
    }
    injected = () if options.inject_axioms == "none" else (f"axioms-{options.inject_axioms}",)
    options = replace(
        options,
        choices={name: value for name, value in chosen.items() if value is not None},
        mitigation=(*options.mitigation, *injected),
    )
    judges = [judge] if judge else []
    first, items = evaluation_of(options, run(items_of(options.data)), subjects[0], [*subjects[1:], *judges])
    folders = subject_folders(output_of(options.out), subjects)
    if not options.dry_run and len(subjects) + len(judges) > 1:
        # Before anything is paid: a mistyped name or a missing key of the last subject would show only after all
        # others.
        run(check_models(first, [*subjects, *judges], items))
    stopped: list[str] = []
    for subject, folder in zip(subjects, folders, strict=True):
        command = replace(first, subject=subject)
        if options.dry_run:
            show_estimate(estimate_evaluation(command, items, folder), options.as_json, f"{first.protocol.noun}s")
            message(*(["the judge's calls depend on the decisions and are not estimated"] if judge else ()))
            continue
        try:
            _evaluate_one(within_budget(command, folders, folder), items, folder, judge, options)
        except StoppedError as error:
            if len(subjects) == 1:
                raise
            # The others go on; the same command resumes what is missing.
            stopped.append(f"{subject}: {error}")
    if stopped:
        raise StoppedError("; ".join(stopped))


def _evaluate_one(
    command: EvaluateCommand, items: Sequence[Item], out: Path, judge: ModelSpec | None, options: EvaluateCommandLine
) -> None:
    """Evaluate one subject, and have its explanations judged."""
    message(*(f"warning: {warning}" for warning in warnings_of(command, items)))
    with counting_progress(str(command.subject), len(questions(command, items))) as listener:

        def listen(done: int) -> None:
            # The first count comes before the first question, once options, model and folder are known to be sound. A
            # run that was begun before keeps to its plan, so that it is told nothing.
            if not done:
                message(*command.protocol.hints(items, showing(command, items)))
            listener(done)

        evaluated = run(evaluate(command, items, out, listen), resumable=True)
    _finish(evaluated, command.subject, out)
    if judge is not None:
        _judge_explanations(judge, out, options)
    if options.as_json:
        print_json(Manifest.read(out).content)


def _finish(evaluated: Evaluated, model: ModelSpec, out: Path) -> None:
    """Print the notices and the usage; raise StoppedError if the evaluation is not complete."""
    measured, usage = evaluated.measured, evaluated.usage
    if measured.stopped:
        message(*evaluated.notices)
        raise measured.stopped
    lines = [*evaluated.notices, *_spent(usage, evaluated.earlier, measured.asked)]
    lines.append(f"{measured.asked} decisions of {model} in {out}; next: probe analyze {out} --out report")
    message(*lines)


def _spent(usage: Usage, earlier: Usage, asked: int) -> list[str]:
    """Return what this session took, apart from what earlier ones did: no answer is paid for twice."""
    calls = usage.calls - earlier.calls
    if earlier.calls and not calls:
        return [f"nothing left to ask: all {asked} answers were there, from {earlier.calls} earlier calls"]
    if not calls:
        return []
    tokens = usage.prompt_tokens - earlier.prompt_tokens, usage.completion_tokens - earlier.completion_tokens
    before = f"; earlier: {earlier.calls} calls" if earlier.calls else ""
    reused = f"{usage.cached} answers reused from the run's file"
    return [f"{calls} calls made ({tokens[0]} tokens in, {tokens[1]} out), {reused}{before}"]


def awareness_command(options: AwarenessCommandLine) -> None:
    """Judge the explanations of harmful decisions."""
    from probe.analysis.effects.awareness import awareness, table
    from probe.analysis.report.formats import to_json

    (folder,), (judge,) = folders_of(options.evaluation), specs_of(options.judge)
    if options.dry_run:
        show_estimate(estimate_awareness(AwarenessCommand(judge=judge, **measuring(options)), folder), options.as_json)
        return
    _judge_explanations(judge, folder, options)
    judged = judged_by(judge, folder)
    rates = table(awareness([judged] if judged else []))
    if options.as_json:
        print_json(to_json(rates))
    elif judged:
        rates.brief(_SHORT, notes=False).show(console())


def _judge_explanations(judge: ModelSpec, folder: Path, options: ModelCommandLine) -> None:
    """Judge the explanations in ``folder`` that lack votes; raise StoppedError if votes are still missing."""
    command = AwarenessCommand(judge=judge, **measuring(options))
    with counting_progress(str(judge), total_votes(folder)) as listener:
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
    message(*lines)
