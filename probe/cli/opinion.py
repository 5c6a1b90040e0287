"""``probe opinion``: measure whether another judge and another decider agree with a dataset."""

from pathlib import Path

import click

from probe.cli.options import (
    PATH,
    SPEC,
    access_options,
    json_option,
    out_option,
    prompts_option,
    quiet_option,
    seeds_option,
)
from probe.cli.output import cell, console, message, print_json, table
from probe.cli.running import counting_progress, run
from probe.errors import InputError, StoppedError
from probe.files.dataset import read_dataset
from probe.measuring.opinion import OpinionCommand, SecondOpinion, agreements, disagreements, give_opinion
from probe.session import Access
from probe.values import ModelSpec

LISTED = 20
"""How many disagreements the terminal shows; --json and the file list all of them."""


@click.command("opinion")
@click.argument("dataset", type=PATH)
@click.option("--model", type=SPEC, help="Fills each role that has no model of its own.")
@click.option("--judge", type=SPEC, help="Judges again whether the biased text has the bias, and no other.")
@click.option("--decider", type=SPEC, help="Decides the unbiased texts again.")
@prompts_option
@seeds_option
@json_option
@quiet_option
@access_options
@out_option
def opinion_command(
    *,
    access: Access,
    dataset: Path,
    model: ModelSpec | None,
    judge: ModelSpec | None,
    decider: ModelSpec | None,
    prompts: Path | None,
    seeds: Path | None,
    as_json: bool,
    quiet: bool,
    out: Path,
) -> None:
    """Repeat the stages bias_existence and decision on DATASET with other models, and show how often they agree.

    Every pair of a dataset passed its first judge and decider; the agreement is the share that the other models also
    accept. DIR receives opinion.json and the run's file; the same command resumes the run.
    """
    command = OpinionCommand(
        judge=judge or model, decider=decider or model, access=access, prompts=prompts, seeds=seeds
    )
    if command.judge is None and command.decider is None:
        raise InputError("no model given: add --judge, --decider, or --model for both")
    pairs = read_dataset(dataset)
    with counting_progress("second opinion", len(pairs), quiet=quiet) as listener:
        given = run(give_opinion(command, pairs, out, listener), resumable=True)
    if as_json:
        print_json(given.document)
    else:
        _show(given.opinion)
    for notice in () if quiet else given.notices:
        message(notice)
    unanswered = sum(candidate is None for candidate in given.opinion.candidates)
    if unanswered:
        raise StoppedError(
            f"{unanswered} of {len(pairs)} pairs are not finished ({given.opinion.worked.reason});"
            " repeat the command to finish them"
        )


def _show(opinion: SecondOpinion) -> None:
    numbers = ("pairs", "agree", "share", "95 % interval")
    rows = table("stage", "bias", *numbers, right=numbers)
    for one in agreements(opinion):
        interval = f"{one.low:.0%} to {one.high:.0%}"
        bias = one.bias.value if one.bias else "all"
        rows.add_row(one.stage, bias, str(one.pairs), str(one.agree), f"{one.share:.0%}", interval)
    console().print(rows)
    found = disagreements(opinion)
    if found:
        listed = table("pair", "bias", "stage", "why")
        for case in found[:LISTED]:
            listed.add_row(case.pair_id, case.bias.value, case.stage, cell(case.reason))
        console().print(listed)
    if len(found) > LISTED:
        message(f"showing the first {LISTED} of {len(found)} disagreements; --json lists all of them")
