"""``probe validate``: people look at a sample, and how far they agree."""

from collections.abc import Sequence
from pathlib import Path

import click

from probe.analysis.people import rater_agreement
from probe.analysis.report.files import picture_files, table_files
from probe.analysis.report.formats import terminal_table, to_json
from probe.cli.options import PATH, json_option
from probe.cli.output import cell, console, message, print_json, table
from probe.errors import InputError
from probe.files.dataset import read_dataset
from probe.files.ratings_csv import read_rating_file, write_rating_files
from probe.files.report import write_files
from probe.services.validation import done_count, draw_sample, rater_name
from probe.store.ratings import RatingStore

_SHOWN = ("question", "author", "items", "alike", "pairwise", "kappa", "ac1", "majority", "unanimity")


@click.group("validate")
def validate_commands() -> None:
    """Let people rate a sample of a dataset, and measure how far they agree.

    The four questions: is it the same task; is the bias in the biased text only, towards the wrong option; does the
    text rebuilt from the program mean the same; are the axioms sound practice.
    """


@validate_commands.command("sample")
@click.argument("dataset", type=PATH)
@click.option("--per-bias", type=click.IntRange(1), default=5, show_default=True, help="Items a bias and author.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed draws the same items.")
@click.option("--author", "authors", multiple=True, help="Only dilemmas of this author; may be repeated.")
@click.option("--out", "-o", type=PATH, required=True, metavar="DIR", help="Gets ratings.sqlite and CSV templates.")
def sample_command(dataset: Path, per_bias: int, seed: int, authors: tuple[str, ...], out: Path) -> None:
    """Draw dilemmas of DATASET to be rated, each once."""
    pairs = [pair for pair in read_dataset(dataset) if not authors or pair.provenance.author in authors]
    if not pairs:
        raise InputError(f"{dataset} has no dilemma of {', '.join(authors)}: leave --author out to see who wrote it")
    items = draw_sample(pairs, per_bias, seed)
    settings = {"dataset": dataset.name, "per_bias": str(per_bias), "seed": str(seed)}
    store = RatingStore.create(out, items, settings)
    write_rating_files(out / "csv", store.items, ())
    without = sum(item.rebuilt is None for item in items)
    if without:
        message(f"{without} of {len(items)} items have no rebuilt text: they are not asked about their programs")
    message(f"{len(items)} items in {out}; next: probe serve {dataset} --ratings {out}, or fill in {out / 'csv'}")


@validate_commands.command("export")
@click.argument("folder", type=PATH, metavar="DIR")
@click.option("--rater", required=True, help="Whose answers.")
@click.option("--out", "-o", type=PATH, required=True, metavar="DIR")
def export_command(folder: Path, rater: str, out: Path) -> None:
    """Write one rater's answers as CSV files, one a question."""
    store = RatingStore.open(folder)
    files = write_rating_files(out, store.items, store.ratings(rater_name(rater)))
    message(f"{len(files)} files in {out}; probe validate import {folder} reads them back")


@validate_commands.command("import")
@click.argument("folder", type=PATH, metavar="DIR")
@click.argument("files", type=PATH, nargs=-1, required=True, metavar="FILE.csv…")
@click.option("--rater", required=True, help="Who answered.")
def import_command(folder: Path, files: tuple[Path, ...], rater: str) -> None:
    """Keep the answers in CSV files as those of one rater; empty cells change nothing."""
    store, name = RatingStore.open(folder), rater_name(rater)
    ratings = [one for file in files for one in read_rating_file(file, store.items, name)]
    store.keep(name, ratings)
    message(f"{len(ratings)} answers of {name} kept in {folder}")


@validate_commands.command("progress")
@click.argument("folder", type=PATH, metavar="DIR")
@json_option
def progress_command(folder: Path, as_json: bool) -> None:
    """Say how far every rater is."""
    store = RatingStore.open(folder)
    done = {name: done_count(store.items, store.progress(name)) for name in store.raters()}
    if as_json:
        print_json({"items": len(store.items), "done": done})
        return
    rows = table("rater", "done", "of", right=("done", "of"))
    for name, number in done.items():
        rows.add_row(cell(name), str(number), str(len(store.items)))
    console().print(rows)


@validate_commands.command("agree")
@click.argument("folder", type=PATH, metavar="DIR")
@click.option("--out", type=PATH, metavar="DIR", help="Gets the table and both figures.")
@json_option
def agree_command(folder: Path, out: Path | None, as_json: bool) -> None:
    """Measure how far raters agree: percent agreement, Fleiss' kappa, Gwet's AC1, majority and unanimity."""
    store = RatingStore.open(folder)
    measured = rater_agreement.rater_agreement(store.ratings(), store.items)
    if not measured:
        raise InputError(f"no item of {folder} has answers of two raters yet: {_who(store.raters())}")
    found = rater_agreement.table(measured)
    if out:
        pictures = (rater_agreement.agreement_picture(measured), rater_agreement.majority_picture(measured))
        write_files(out, table_files([found]) | picture_files(pictures))
        message(f"the table and two figures are in {out}")
    if as_json:
        print_json(to_json(found))
        return
    out_console = console()
    out_console.print(terminal_table(found, _SHOWN))
    for note in found.notes:
        out_console.print(cell(note, "dim"))


def _who(raters: Sequence[str]) -> str:
    return f"so far only {raters[0]} answered" if len(raters) == 1 else f"{len(raters)} raters answered different items"
