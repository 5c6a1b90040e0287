"""``probe opinion``: measure whether another judge and another decider agree with a dataset."""

from probe.cli.estimate_view import show_estimate
from probe.cli.output import console, counting_progress, message, print_json, run
from probe.measuring.estimates import estimate_opinion
from probe.measuring.opinion import give_opinion, opinion_document, opinion_of
from probe.options.generating import OpinionCommandLine
from probe.options.reading import output_of


def opinion_command(options: OpinionCommandLine) -> None:
    """Repeat the model-based checks with other models."""
    out, (command, items) = output_of(options.out), run(opinion_of(options))
    if options.dry_run:
        show_estimate(estimate_opinion(command, items, out), options.as_json)
        return
    with counting_progress("second opinion", len(items)) as listener:
        result = run(give_opinion(command, items, out, listener), resumable=True)
    if options.as_json:
        print_json(result.document)
    else:
        opinion_document(result.opinion, items.definition.noun).show(console())
    message(*result.notices)
    if unfinished_error := result.opinion.unfinished:
        raise unfinished_error
