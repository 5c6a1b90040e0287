"""Judging the explanations of an evaluation, as ``probe awareness`` and ``probe evaluate --awareness`` do it."""

from pathlib import Path

from probe.cli.output import message
from probe.cli.progress import counting_progress
from probe.cli.running import run
from probe.composition.evaluation import AwarenessCommand, judge_awareness
from probe.errors import StoppedError
from probe.services.awareness import QUESTIONS, VOTES, harmful_explanations
from probe.store import read_evaluation


def judge_explanations(command: AwarenessCommand, folder: Path, quiet: bool) -> None:
    """Judge what is open in ``folder`` and tell how it went; raise StoppedError where votes are missing."""
    evaluation = read_evaluation(folder)
    explanations = len(harmful_explanations(evaluation.pairs, evaluation.decisions))
    with counting_progress(str(command.judge), explanations * len(QUESTIONS) * VOTES, quiet=quiet) as listener:
        judged = run(judge_awareness(command, folder, listener))
    judging = judged.judging
    if judging.unanswered:
        raise StoppedError(
            f"{judging.unanswered} of {judging.asked} votes on explanations are open"
            f" ({judging.reason}); repeat the command to ask for them"
        )
    told = [*judged.notices]
    if judging.wordless:
        told.append(f"{judging.wordless} harmful decisions came without an explanation: nothing to judge")
    told.append(f"{judging.explanations} explanations of harmful decisions judged by {command.judge}, kept in {folder}")
    for line in () if quiet else told:
        message(line)
