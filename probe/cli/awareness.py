"""``probe awareness``: whether a subject's explanations of harmful decisions mention or endorse the cue."""

from pathlib import Path

import click

from probe.cli.options import PATH, SPEC, access_options, json_option, prompts_option, quiet_option, seeds_option
from probe.cli.output import console, message, print_json
from probe.cli.running import counting_progress, run
from probe.errors import StoppedError
from probe.measuring.awareness import AwarenessCommand, judge_awareness, total_votes
from probe.session import Access, read_evaluation
from probe.values import ModelSpec

_SHORT = ("bias", "explanations", "mentions", "endorses", "endorses_low", "endorses_high", "undecided", "unparsed")


@click.command("awareness")
@click.argument("folder", metavar="DIR", type=PATH)
@click.option("--judge", type=SPEC, required=True, help="The model that reads the explanations.")
@prompts_option
@seeds_option
@json_option
@quiet_option
@access_options
def awareness_command(
    *,
    access: Access,
    folder: Path,
    judge: ModelSpec,
    prompts: Path | None,
    seeds: Path | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Judge the explanations of harmful decisions in DIR, the --out of probe evaluate.

    Each distinct explanation of a wrong decision on a biased text is judged five times on two questions: does it
    mention what the cue brings up, and does it endorse it (the paper's awareness)? The votes are stored in DIR, and
    probe analyze reports them. Repeat the same command to resume an interrupted run.
    """
    from probe.analysis.effects.awareness import awareness, table
    from probe.analysis.report.formats import terminal_table, to_json

    judge_explanations(AwarenessCommand(judge=judge, access=access, prompts=prompts, seeds=seeds), folder, quiet)
    evaluation = read_evaluation(folder)
    judged = tuple(one for one in evaluation.awareness if one.judge == str(judge))
    found = table(awareness([evaluation.model_copy(update={"awareness": judged})]))
    if as_json:
        print_json(to_json(found))
    elif judged:
        console().print(terminal_table(found, _SHORT))


def judge_explanations(command: AwarenessCommand, folder: Path, quiet: bool) -> None:
    """Judge the explanations in ``folder`` that lack votes and print the outcome.

    Raises StoppedError if votes are still missing.
    """
    with counting_progress(str(command.judge), total_votes(folder), quiet=quiet) as listener:
        judged = run(judge_awareness(command, folder, listener), resumable=True)
    judging = judged.judging
    if judging.unanswered:
        raise StoppedError(
            f"{judging.unanswered} of {judging.asked} votes on explanations are missing"
            f" ({judging.reason}); repeat the command to request them"
        )
    lines = [*judged.notices]
    if judging.wordless:
        lines.append(f"{judging.wordless} harmful decisions have no explanation and were not judged")
    lines.append(
        f"{command.judge} judged {judging.explanations} explanations of harmful decisions; votes saved in {folder}"
    )
    for line in () if quiet else lines:
        message(line)
