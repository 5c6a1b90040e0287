"""The use cases of ``probe validate``: a sample of two texts each, a blinded kit, and a study between people."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pydantic import JsonValue

from probe.audit.between import BETWEEN, StudyOptions
from probe.audit.instructions import INSTRUCTIONS, TO_FILL_IN
from probe.audit.people import (
    LINKS_FILE,
    PAGES,
    PEOPLE_FILE,
    MakePage,
    draw_people,
    export_people,
    import_people,
    is_between,
    norm_table,
    people_progress,
)
from probe.audit.validation import (
    draw_blind,
    draw_sample,
    for_spreadsheets,
    import_answers,
    progress,
    rated_items,
    rater_name,
)
from probe.document import Document, Grid
from probe.errors import InputError
from probe.files.corpus import corpus_of
from probe.files.folders import interrupted_files, write_files
from probe.files.plain import refuse_overwriting
from probe.files.ratings_csv import rating_files, write_rating_files
from probe.inputs import read_text
from probe.options.form import refuse, settings_of
from probe.options.reading import names_of, output_of, path_of, paths_of
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
)
from probe.ports import Ratings
from probe.session import create_ratings, open_ratings

if TYPE_CHECKING:
    from probe.analysis.figures.style import Picture
    from probe.analysis.tables import Table

_BETWEEN_ONLY = tuple(setting.name for setting in settings_of(BetweenOptions))
NOT_BETWEEN = "does not apply to a study between people: leave it out"
ONLY_BETWEEN = "is for a study between people: leave it out"


class RatingOutput(NamedTuple):
    """What was done with a sample, in ``lines`` for its user, and the same as JSON."""

    lines: tuple[str, ...]
    content: Mapping[str, JsonValue]


def draw_items(options: SampleCommandLine) -> RatingOutput:
    """Draw items of a dataset for raters who see both texts, and write the ratings file and CSV templates.

    Raises InputError if no item is by one of the authors that are named, if the folder contains another sample, or,
    unless ``force``, if it contains CSV files, which may be filled in.
    """
    dataset, out, authors = Path(options.dataset), output_of(options.out), names_of(options.authors)
    candidates = [item for item in rated_items(dataset) if not authors or item.provenance.author in authors]
    if not candidates:
        raise InputError(f"{dataset} has no item by {', '.join(authors)}: check the name, or omit --author")
    settings = {"dataset": dataset.name, "per_bias": str(options.per_bias), "seed": str(options.seed)}
    files, replaceable = rating_files(out / "csv"), interrupted_files(out / "csv")
    refuse_overwriting(files, "--out", replaceable=replaceable, force=options.force)
    items = create_ratings(out, draw_sample(candidates, options.per_bias, options.seed), settings).items
    write_rating_files(out / "csv", items, ())
    without_text = sum(item.rebuilt is None and item.correct_option is not None for item in items)
    lines = [f"{len(items)} items in {out}; next: probe serve {dataset} --ratings {out}, or fill in {out / 'csv'}"]
    if without_text:
        omitted_text = f"{without_text} of {len(items)} items have no rebuilt text"
        lines.insert(0, f"{omitted_text}: the question about it is omitted for them")
    return RatingOutput(tuple(lines), {"out": str(out), "items": len(items), "without_rebuilt_text": without_text})


def make_kit(options: KitCommandLine, make_page: MakePage) -> RatingOutput:
    """Draw a blinded sample for engineers, or a study between people, whose files ``make_page`` makes.

    Raises InputError if the folder contains another sample, or the domain of the items is not known.
    """
    dataset, out = Path(options.dataset), output_of(options.out)
    if options.design == BETWEEN:
        refuse(options, ("seeds",), NOT_BETWEEN)
        return _study(dataset, out, StudyOptions.chosen(options), make_page)
    refuse(options, _BETWEEN_ONLY, "is for --design between: leave it out")
    item_count = options.items or BLIND_ITEMS
    candidates = rated_items(dataset)
    corpus = corpus_of(candidates, path_of(options.seeds))
    definitions = {sheet.bias.value: sheet.definition for sheet in corpus.sheets}
    settings = {"dataset": dataset.name, "items": str(item_count), "seed": str(options.seed)}
    items = create_ratings(out, draw_blind(candidates, item_count, options.seed, definitions), settings).items
    lines = [f"{len(items)} items in {out}; next: probe validate serve {out} --rater NAME --rater NAME"]
    if len(items) < item_count:
        lines.insert(0, f"{dataset} has only {len(items)} items that raters can compare: all were drawn")
    return RatingOutput(tuple(lines), {"out": str(out), "items": len(items)})


def _study(dataset: Path, out: Path, study: StudyOptions, make_page: MakePage) -> RatingOutput:
    items = draw_people(dataset, out, study, make_page)
    unchecked_count = sum(not item.figures for item in items)
    lines = [
        f"{len(items)} dilemmas for {study.people} people in {out}; {out / LINKS_FILE} lists their pages",
        *missing_consent_text(out),
        f"next: probe validate serve {out}, or put {out / PAGES} on a web server",
    ]
    if unchecked_count:
        lines.insert(
            0, f"{unchecked_count} of {len(items)} dilemmas state no figure that a comprehension check could ask for"
        )
    return RatingOutput(tuple(lines), {"out": str(out), "people": study.people, "items": len(items)})


def missing_consent_text(folder: Path) -> tuple[str, ...]:
    """Return a line if the page of consent of a study has places to fill in."""
    file = folder / INSTRUCTIONS
    if TO_FILL_IN not in read_text(file):
        return ()
    return (f"{file} has a place to fill in ({TO_FILL_IN}): edit it, and run this command again",)


def write_answers(options: ExportAnswersCommandLine) -> RatingOutput:
    """Write one rater's answers, or the decisions of a study's people."""
    folder, out = Path(options.folder), output_of(options.out)
    if is_between(open_ratings(folder)):
        refuse(options, ("rater",), NOT_BETWEEN)
        files = export_people(folder, out, path_of(options.dataset), force=options.force)
        next_step = f"probe analyze DIR… --people {out / PEOPLE_FILE} --out report"
        line = f"wrote {', '.join(files)} to {out}; next: {next_step}"
    else:
        refuse(options, ("dataset",), ONLY_BETWEEN)
        refuse_overwriting(rating_files(out), "--out", replaceable=interrupted_files(out), force=options.force)
        rater, store = rater_name(_rater(options)), for_spreadsheets(folder)
        written_files = write_rating_files(out, store.items, store.ratings(rater))
        files = tuple(str(file.relative_to(out)) for file in written_files)
        line = f"wrote {len(files)} files to {out}; probe validate import {folder} reads them back"
    return RatingOutput((line,), {"out": str(out), "files": [*files]})


def save_answers(options: ImportAnswersCommandLine) -> RatingOutput:
    """Import one rater's answers, or those of a study's people."""
    folder, files = Path(options.folder), paths_of(options.files)
    if is_between(open_ratings(folder)):
        refuse(options, ("rater",), NOT_BETWEEN)
        people, answers = import_people(folder, files)
        return RatingOutput(
            (f"saved {answers} answers of {people} people in {folder}",), {"people": people, "answers": answers}
        )
    name, answers = import_answers(folder, _rater(options), files)
    return RatingOutput((f"saved {answers} answers of {name} in {folder}",), {"rater": name, "answers": answers})


def _rater(options: RaterOptions) -> str:
    if options.rater is None:
        raise InputError("no rater is named: add --rater NAME")
    return options.rater


class RaterProgress(NamedTuple):
    """How many items, or steps of a booklet, there are for each rater, and how many of them are done."""

    items: int
    done: Mapping[str, int]

    @property
    def document(self) -> Document:
        """The numbers as a table."""
        rows = tuple((name, str(number), str(self.items)) for name, number in self.done.items())
        columns, numbers = ("rater", "done", "of"), ("done", "of")
        return Document("", (Grid("Progress", columns, rows, numbers=numbers, records=True, titled=False),))


def progress_of(options: ProgressCommandLine) -> RaterProgress:
    """Return the progress of every rater."""
    folder = Path(options.folder)
    return RaterProgress(*(people_progress if is_between(open_ratings(folder)) else progress)(folder))


def measure_agreement(options: AgreeCommandLine) -> "Table":
    """Return how far raters agree, or what a study's people say of cues; write table and figures of the former.

    Raises InputError if no item has answers of two raters, or, unless ``force``, if files of these names exist.
    """
    from probe.analysis.figures.style import draw
    from probe.analysis.report.formats import figure_files, table_files

    folder, out = Path(options.folder), path_of(options.out)
    store = open_ratings(folder)
    if is_between(store):
        refuse(options, ("out", "force"), f"{NOT_BETWEEN}; probe validate export writes files")
        return norm_table(folder)
    blind = any(item.blind for item in store.items)
    table, pictures = (_kit_agreement if blind else _rater_agreement)(store, folder)
    if out:
        files = table_files([table]) | figure_files([draw(picture) for picture in pictures])
        refuse_overwriting(
            [out / path for path in files], "--out", replaceable=interrupted_files(out), force=options.force
        )
        write_files(out, files)
    return table


def _kit_agreement(store: Ratings, folder: Path) -> "tuple[Table, tuple[Picture, ...]]":
    from probe.analysis.people import kit_agreement

    table = kit_agreement.table(kit_agreement.kit_agreement(store.ratings(), store.items))
    if not table.rows:
        raise InputError(f"{folder} has no answers yet: probe validate serve {folder} --rater NAME")
    return table, ()


def _rater_agreement(store: Ratings, folder: Path) -> "tuple[Table, tuple[Picture, ...]]":
    from probe.analysis.people import rater_agreement

    agreements = rater_agreement.rater_agreement(store.ratings(), store.items)
    if not agreements:
        raters = store.raters()
        alone = f"only {raters[0]} has answered so far" if len(raters) == 1 else ""
        reason = alone or f"{len(raters)} raters answered different items"
        raise InputError(f"no item of {folder} has answers of two raters yet: {reason}")
    pictures = rater_agreement.agreement_picture(agreements), rater_agreement.majority_picture(agreements)
    return rater_agreement.table(agreements), pictures
