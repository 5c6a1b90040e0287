"""``probe validate``: let people rate a sample and measure their agreement."""

from probe.audit.rating import (
    RatingOutput,
    draw_items,
    make_kit,
    measure_agreement,
    progress_of,
    save_answers,
    write_answers,
)
from probe.cli.output import message, print_json, show
from probe.cli.serve import serve_until_stopped
from probe.options.shared import JsonOption
from probe.options.validating import (
    AgreeCommandLine,
    ExportAnswersCommandLine,
    ImportAnswersCommandLine,
    KitCommandLine,
    ProgressCommandLine,
    SampleCommandLine,
    ServeRatersCommandLine,
)

STOP_HINT = "press Ctrl-C to stop"


def sample_command(options: SampleCommandLine) -> None:
    """Draw items of a dataset for rating."""
    _report(options, draw_items(options))


def kit_command(options: KitCommandLine) -> None:
    """Draw a blinded sample for engineers, or a study between people."""
    from probe.web.people_pages import person_file

    _report(options, make_kit(options, person_file))


def export_command(options: ExportAnswersCommandLine) -> None:
    """Write one rater's answers, or the decisions of a study's people."""
    _report(options, write_answers(options))


def import_command(options: ImportAnswersCommandLine) -> None:
    """Import one rater's answers, or those of a study's people."""
    _report(options, save_answers(options))


def _report(options: JsonOption, output: RatingOutput) -> None:
    message(*output.lines)
    if options.as_json:
        print_json(output.content)


def serve_raters_command(options: ServeRatersCommandLine) -> None:
    """Serve a sample to raters, each with a secret link."""
    from probe.web.rating_site import rating_site

    site = rating_site(options)
    message(*site.notices)

    def announce(url: str) -> None:
        links = {name: f"{url}{path}" for name, path in site.links.items()}
        lines = (*(f"{name}: {link}" for name, link in links.items()), STOP_HINT)
        _report(options, RatingOutput(lines, {"url": url, "links": {**links}}))

    serve_until_stopped(site.app, options.host, options.port, announce)


def progress_command(options: ProgressCommandLine) -> None:
    """Show the progress of every rater."""
    progress = progress_of(options)
    show(options, progress.document, progress._asdict())


def agree_command(options: AgreeCommandLine) -> None:
    """Measure how far raters agree."""
    from probe.analysis.report.formats import to_json

    agreement = measure_agreement(options)
    if options.out is not None:
        message(f"wrote the agreement to {options.out}")
    show(options, agreement.brief(agreement.shown), to_json(agreement))
