"""``probe opinion``: measure whether another judge and another decider agree with a dataset."""

from probe.cli.output import counting_progress, message, run, show, show_estimate
from probe.measuring.estimates import estimate_opinion
from probe.measuring.opinion import give_opinion, opinion_document, opinion_of
from probe.options.generating import OpinionCommandLine
from probe.options.reading import output_of


def opinion_command(options: OpinionCommandLine) -> None:
    """Repeat the model-based checks with other models."""
    out, (command, items) = output_of(options.out), run(opinion_of(options))
    if options.dry_run:
        show_estimate(options, estimate_opinion(command, items, out))
        return
    with counting_progress("second opinion", len(items)) as listener:
        result = run(give_opinion(command, items, out, listener), resumable=True)
    show(options, opinion_document(result.opinion, items.definition.noun), result.document)
    message(*result.notices)
    if unfinished_error := result.opinion.stop_error:
        raise unfinished_error
