"""``probe opinion``: measure whether another judge and another decider agree with a dataset."""

from probe.cli.estimate_view import show_estimate
from probe.cli.output import cell, console, counting_progress, message, print_json, run, table
from probe.measuring.estimates import estimate_opinion
from probe.measuring.opinion import agreements, disagreements, give_opinion, opinion_of
from probe.measuring.reviewing import SecondOpinion
from probe.options.generating import OpinionCommandLine
from probe.options.reading import output_of

LISTED = 20
"""How many disagreements the terminal shows; --json and the file list all of them."""


def opinion_command(given: OpinionCommandLine) -> None:
    """Repeat the model-based checks with other models."""
    out, (command, items) = output_of(given.out), run(opinion_of(given))
    if given.dry_run:
        show_estimate(estimate_opinion(command, items, out), given.as_json)
        return
    with counting_progress("second opinion", len(items)) as listener:
        done = run(give_opinion(command, items, out, listener), resumable=True)
    if given.as_json:
        print_json(done.document)
    else:
        _show(done.opinion, items.definition.noun)
    message(*done.notices)
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
