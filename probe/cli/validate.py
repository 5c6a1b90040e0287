"""``probe validate``: let people rate a sample and measure their agreement."""

from pathlib import Path

from pydantic import JsonValue

from probe.audit.between import BETWEEN, StudyOptions
from probe.audit.instructions import INSTRUCTIONS, TO_FILL_IN
from probe.audit.people import (
    LINKS_FILE,
    PAGES,
    PEOPLE_FILE,
    draw_people,
    export_people,
    import_people,
    is_between,
    norm_table,
    people_links,
    people_progress,
)
from probe.audit.validation import agree, draw, draw_kit, export_answers, import_answers, progress, rater_links
from probe.cli.output import cell, console, message, print_json, table
from probe.cli.serve import serve_until_stopped
from probe.errors import InputError
from probe.inputs import read_text
from probe.options.form import refuse, settings_of
from probe.options.reading import names_of, output_of, path_of, paths_of
from probe.options.shared import JsonOption
from probe.options.validating import (
    BLIND_ITEMS,
    AgreeCommandLine,
    BetweenOptions,
    ExportAnswersCommandLine,
    ImportAnswersCommandLine,
    KitCommandLine,
    ProgressCommandLine,
    RaterOptions,
    SampleCommandLine,
    ServeRatersCommandLine,
)
from probe.session import open_ratings

_BETWEEN_ONLY = tuple(setting.name for setting in settings_of(BetweenOptions))

STOP = "press Ctrl-C to stop"

_SHOWN = ("question", "author", "items", "alike", "pairwise", "kappa", "ac1", "majority", "unanimity")


def sample_command(options: SampleCommandLine) -> None:
    """Draw items of a dataset for rating."""
    dataset, out = Path(options.dataset), output_of(options.out)
    items = draw(
        dataset,
        out,
        per_bias=options.per_bias,
        seed=options.seed,
        authors=names_of(options.authors),
        force=options.force,
    )
    count_without_text = sum(item.rebuilt is None and item.correct_option is not None for item in items)
    if count_without_text:
        message(
            f"{count_without_text} of {len(items)} items have no rebuilt text: "
            "the question about it is omitted for them"
        )
    message(f"{len(items)} items in {out}; next: probe serve {dataset} --ratings {out}, or fill in {out / 'csv'}")
    _print(options, out=str(out), items=len(items), without_rebuilt_text=count_without_text)


def kit_command(options: KitCommandLine) -> None:
    """Draw a blinded sample for engineers, or a study between people."""
    dataset, out = Path(options.dataset), output_of(options.out)
    if options.design == BETWEEN:
        refuse(options, ("seeds",), "does not apply to a study between people: leave it out")
        study = between(options)
        _print(options, out=str(out), people=study.people, items=_draw_people(dataset, out, study))
        return
    refuse(options, _BETWEEN_ONLY, "is for --design between: leave it out")
    item_count = options.items or BLIND_ITEMS
    drawn_items = draw_kit(dataset, out, items=item_count, seed=options.seed, seeds=path_of(options.seeds))
    if len(drawn_items) < item_count:
        message(f"{dataset} has only {len(drawn_items)} items that raters can compare: all were drawn")
    message(f"{len(drawn_items)} items in {out}; next: probe validate serve {out} --rater NAME --rater NAME")
    _print(options, out=str(out), items=len(drawn_items))


def _print(options: JsonOption, **document: JsonValue) -> None:
    """Print what was done as one JSON document, where it is wanted."""
    if options.as_json:
        print_json(document)


def between(options: KitCommandLine) -> StudyOptions:
    """Return the options of a study between people; what is not given is as usual."""
    defaults = StudyOptions()
    items = options.items or defaults.items
    return StudyOptions(
        people=options.people or defaults.people,
        items=items,
        per_person=options.per_person or items,
        arms=tuple(dict.fromkeys(options.arms)) or defaults.arms,
        depths=defaults.depths if options.depth is None else _depths(options.depth),
        words=options.words or defaults.words,
        checks=defaults.checks if options.checks is None else options.checks,
        bearings=defaults.bearings if options.bearings is None else options.bearings,
        seed=options.seed,
    )


def _depths(text: str) -> tuple[int, int]:
    lowest, dash, highest = text.partition("-")
    if (
        not lowest.isdecimal()
        or (dash and not highest.isdecimal())
        or int(lowest) > int(highest or lowest)
        or len(text) > 9
    ):
        raise InputError(f"--depth {text!r} is not a range such as 2-4")
    return int(lowest), int(highest or lowest)


def _draw_people(dataset: Path, out: Path, options: StudyOptions) -> int:
    """Draw the dilemmas of a study between people, and return their number."""
    from probe.web.people_pages import person_file

    drawn_items = draw_people(dataset, out, options, person_file)
    unchecked_count = sum(not item.figures for item in drawn_items)
    if unchecked_count:
        message(
            f"{unchecked_count} of {len(drawn_items)} dilemmas state no figure that a comprehension check could ask for"
        )
    message(f"{len(drawn_items)} dilemmas for {options.people} people in {out}; {out / LINKS_FILE} lists their pages")
    _remind(out)
    message(f"next: probe validate serve {out}, or put {out / PAGES} on a web server")
    return len(drawn_items)


def _remind(folder: Path) -> None:
    """Report that the page of consent has places to fill in."""
    file = folder / INSTRUCTIONS
    if TO_FILL_IN in read_text(file):
        message(f"{file} has a place to fill in ({TO_FILL_IN}): edit it, and run this command again")


def serve_raters_command(options: ServeRatersCommandLine) -> None:
    """Serve a sample to raters, each with a secret link."""
    from probe.web.app import NAMES, make_people_app, make_rating_app

    folder, host = Path(options.folder), options.host
    ratings = open_ratings(folder)
    local = host in ("127.0.0.1", "localhost", "::1")
    # Names are checked where this machine alone is meant (against DNS rebinding); elsewhere a link may have any name of
    # it.
    host_names = NAMES if local else None
    if is_between(ratings):
        refuse(options, ("names",), "does not apply to a study between people, who have their links: leave it out")
        _remind(folder)
        links = people_links(ratings)
        app = make_people_app(ratings, read_text(folder / INSTRUCTIONS), host_names)
    else:
        links = rater_links(ratings, tuple(options.names))
        app = make_rating_app(ratings, host_names)
    if host in ("0.0.0.0", "::"):
        message("raters reach these links with this machine's name or address in place of the wildcard")

    def announce(url: str) -> None:
        message(*(f"{name}: {url}{path}" for name, path in links.items()), STOP)
        _print(options, url=url, links={name: f"{url}{path}" for name, path in links.items()})

    serve_until_stopped(app, host, options.port, announce)


def export_command(options: ExportAnswersCommandLine) -> None:
    """Write one rater's answers, or the decisions of a study's people."""
    folder, out = Path(options.folder), output_of(options.out)
    if is_between(open_ratings(folder)):
        refuse(options, ("rater",), "does not apply to a study between people: leave it out")
        written_files = export_people(folder, out, path_of(options.dataset), force=options.force)
        message(
            f"wrote {', '.join(written_files)} to {out}; "
            f"next: probe analyze DIR… --people {out / PEOPLE_FILE} --out report"
        )
        _print(options, out=str(out), files=list(written_files))
        return
    refuse(options, ("dataset",), "is for a study between people: leave it out")
    files = export_answers(folder, _rater(options), out, force=options.force)
    message(f"wrote {len(files)} files to {out}; probe validate import {folder} reads them back")
    _print(options, out=str(out), files=[str(file.relative_to(out)) for file in files])


def import_command(options: ImportAnswersCommandLine) -> None:
    """Import one rater's answers, or those of a study's people."""
    folder, files = Path(options.folder), paths_of(options.files)
    if is_between(open_ratings(folder)):
        refuse(options, ("rater",), "does not apply to a study between people: leave it out")
        people, answers = import_people(folder, files)
        message(f"saved {answers} answers of {people} people in {folder}")
        _print(options, people=people, answers=answers)
        return
    name, number = import_answers(folder, _rater(options), files)
    message(f"saved {number} answers of {name} in {folder}")
    _print(options, rater=name, answers=number)


def _rater(options: RaterOptions) -> str:
    if options.rater is None:
        raise InputError("no rater is named: add --rater NAME")
    return options.rater


def progress_command(options: ProgressCommandLine) -> None:
    """Show the progress of every rater."""
    folder = Path(options.folder)
    if is_between(open_ratings(folder)):
        items, done_by_rater = people_progress(folder)
    else:
        items, done_by_rater = progress(folder)
    if options.as_json:
        print_json({"items": items, "done": done_by_rater})
        return
    grid = table("rater", "done", "of", right=("done", "of"))
    for name, number in done_by_rater.items():
        grid.add_row(cell(name), str(number), str(items))
    console().print(grid)


def agree_command(options: AgreeCommandLine) -> None:
    """Measure how far raters agree."""
    from probe.analysis.report.formats import to_json

    folder, out = Path(options.folder), path_of(options.out)
    if is_between(open_ratings(folder)):
        reason = "does not apply to a study between people: leave it out; probe validate export writes files"
        refuse(options, ("out", "force"), reason)
        agreement = norm_table(folder)
    else:
        agreement = agree(folder, out, force=options.force)
    if out:
        message(f"wrote the table{' and two figures' if agreement.key == 'rater_agreement' else ''} to {out}")
    if options.as_json:
        print_json(to_json(agreement))
        return
    agreement.brief(_SHOWN if agreement.key == "rater_agreement" else ()).show(console())
