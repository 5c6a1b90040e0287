"""``probe opinion``: measure whether another judge and another decider agree with a dataset."""

from pathlib import Path

import click

from probe.cli.estimate_view import show_estimate
from probe.cli.options import SPEC, RunOptions, out_option, run_options
from probe.cli.output import cell, console, counting_progress, message, print_json, run, table
from probe.cli.standard_input import SOURCE
from probe.errors import InputError
from probe.measuring.estimates import estimate_opinion
from probe.measuring.opinion import agreements, disagreements, give_opinion
from probe.measuring.reviewing import OpinionCommand, SecondOpinion
from probe.protocols import protocol_named
from probe.protocols.reading import read_dataset
from probe.values import ModelSpec

LISTED = 20
"""How many disagreements the terminal shows; --json and the file list all of them."""


@click.command("opinion")
@click.argument("dataset", type=SOURCE)
@click.option("--model", type=SPEC, help="Fills each role that has no model of its own.")
@click.option("--judge", type=SPEC, help="Judges again whether the biased text has the bias, and no other.")
@click.option("--decider", type=SPEC, help="Decides the unbiased texts, or the items, again.")
@run_options
@out_option
def opinion_command(
    *,
    given: RunOptions,
    dataset: Path,
    model: ModelSpec | None,
    judge: ModelSpec | None,
    decider: ModelSpec | None,
    out: Path,
) -> None:
    """Repeat the model-based checks on DATASET with other models.

    For dilemmas, the stages bias_existence and decision are repeated. Every pair of a dataset passed its first judge
    and decider; the agreement is the share that the other models also accept. Of other items, the decider answers those
    with a right answer; the agreement is the share that it answers rightly. DIR receives opinion.json and the run's
    file; the same command resumes the run.

    \b
    Example:
      probe opinion run --model openai/gpt-4o --out opinion
    """
    command = OpinionCommand(
        judge=judge or model,
        decider=decider or model,
        access=given.access,
        prompts=given.prompts,
        keep_trying=given.keep_trying,
        seeds=given.seeds,
    )
    if command.judge is None and command.decider is None:
        raise InputError("no model given: add --judge, --decider, or --model for both")
    items = read_dataset(dataset)
    if given.dry_run:
        show_estimate(estimate_opinion(command, items, out), given.as_json)
        return
    with counting_progress("second opinion", len(items), quiet=given.quiet) as listener:
        done = run(give_opinion(command, items, out, listener), resumable=True)
    if given.as_json:
        print_json(done.document)
    else:
        _show(done.opinion, protocol_named(items[0].protocol).noun)
    given.notify(done.notices)
    if unfinished := done.opinion.unfinished:
        raise unfinished


def _show(opinion: SecondOpinion, noun: str) -> None:
    numbers = (f"{noun}s", "agree", "share", "95 % interval")
    rows = table("stage", "bias", *numbers, right=numbers)
    for one in agreements(opinion):
        interval = f"{one.low:.0%} to {one.high:.0%}"
        bias = one.bias.value if one.bias else "all"
        rows.add_row(one.stage, bias, str(one.pairs), str(one.agree), f"{one.share:.0%}", interval)
    console().print(rows)
    found = disagreements(opinion)
    if found:
        listed = table(noun, "bias", "stage", "why")
        for case in found[:LISTED]:
            listed.add_row(case.pair_id, case.bias.value, case.stage, cell(case.reason))
        console().print(listed)
    if len(found) > LISTED:
        message(f"showing the first {LISTED} of {len(found)} disagreements; --json lists all of them")
