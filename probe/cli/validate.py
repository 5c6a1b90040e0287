"""``probe validate``: let people rate a sample and measure their agreement."""

from pathlib import Path

import click

from probe.audit.validation import agree, draw, draw_kit, export_answers, import_answers, progress, rater_links
from probe.cli.options import force_option, json_option, seeds_option
from probe.cli.output import cell, console, message, print_json, table
from probe.cli.serve import serve_until_stopped
from probe.cli.types import PATH, SOURCE
from probe.options.auditing import PORT
from probe.session import open_ratings

STOP = "press Ctrl-C to stop"

_SHOWN = ("question", "author", "items", "alike", "pairwise", "kappa", "ac1", "majority", "unanimity")


@click.group("validate")
def validate_commands() -> None:
    """Let people rate a sample of a dataset, and measure their agreement.

    Raters answer four questions. Are both texts the same task? Does only the biased text have the bias, towards the
    wrong option? Does the text rebuilt from the program mean the same? Are the axioms sound practice? If the
    certificate lists kinds that would count, there is a fifth question: is the cue none of them?

    \b
    Example:
      probe validate sample published.jsonl --per-bias 5 --out ratings
    """


@validate_commands.command("sample")
@click.argument("dataset", type=SOURCE)
@click.option("--per-bias", type=click.IntRange(1), default=5, show_default=True, help="Items per bias and author.")
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Seed of the draw; the same seed draws the same items."
)
@click.option("--author", "authors", multiple=True, help="Only items of this author; may be repeated.")
@click.option(
    "--out", "-o", type=PATH, required=True, metavar="DIR", help="Folder for ratings.sqlite and the CSV templates."
)
@force_option
def sample_command(
    *, dataset: Path, per_bias: int, seed: int, authors: tuple[str, ...], out: Path, force: bool
) -> None:
    """Draw items of DATASET for rating, each at most once.

    Raters compare two texts of an item: of other protocols than dilemmas, those of its first two arms, such as control
    and treatment. Items without two texts, such as sets of triage, are left out.

    \b
    Example:
      probe validate sample published.jsonl --per-bias 5 --out ratings
    """
    items = draw(dataset, out, per_bias=per_bias, seed=seed, authors=authors, force=force)
    without = sum(item.rebuilt is None and item.correct_option is not None for item in items)
    if without:
        message(f"{without} of {len(items)} items have no rebuilt text: the question about it is omitted for them")
    message(f"{len(items)} items in {out}; next: probe serve {dataset} --ratings {out}, or fill in {out / 'csv'}")


@validate_commands.command("kit")
@click.argument("dataset", type=SOURCE)
@click.option("--items", type=click.IntRange(1), default=100, show_default=True, help="Items to draw.")
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Seed of the draw; the same seed draws the same items."
)
@seeds_option
@click.option("--out", "-o", type=PATH, required=True, metavar="DIR", help="Folder for ratings.sqlite.")
def kit_command(*, dataset: Path, items: int, seed: int, seeds: Path | None, out: Path) -> None:
    """Draw a blinded sample of DATASET for two engineers or more.

    They see both texts without their names and without what the certificate says, and answer: which option follows,
    which text has the cue, is it none of the kinds that would count (if there are any), are the texts plausible?
    probe validate agree then compares them with each other and with
    the certificate.

    \b
    Example:
      probe validate kit run --items 100 --out kit
    """
    drawn = draw_kit(dataset, out, items=items, seed=seed, seeds=seeds)
    if len(drawn) < items:
        message(f"{dataset} has only {len(drawn)} items that raters can compare: all were drawn")
    message(f"{len(drawn)} items in {out}; next: probe validate serve {out} --rater NAME --rater NAME")


@validate_commands.command("serve")
@click.argument("folder", type=PATH, metavar="DIR")
@click.option("--rater", "names", multiple=True, help="A rater who gets a link; may be repeated.")
@click.option(
    "--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Address to listen on; 0.0.0.0 for all."
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="Port to listen on; 0 picks one."
)
def serve_raters_command(folder: Path, names: tuple[str, ...], host: str, port: int) -> None:
    """Serve the sample in DIR to raters, each with a secret link.

    Raters see their items and nothing else: no dilemma pages, no other raters, no agreement. The same link continues
    where a rater stopped. Links stay valid for this DIR; the connection is not encrypted, so use a trusted network, an
    SSH tunnel or a proxy with TLS.

    \b
    Example:
      probe validate serve kit --rater Ada --rater Grace --host 0.0.0.0
    """
    from probe.web.app import NAMES, make_rating_app

    ratings = open_ratings(folder)
    links = rater_links(ratings, names)
    local = host in ("127.0.0.1", "localhost", "::1")
    app = make_rating_app(ratings, NAMES if local else None)
    if host in ("0.0.0.0", "::"):
        message("raters reach these links with this machine's name or address in place of the wildcard")
    serve_until_stopped(app, host, port, lambda at: [*(f"{name}: {at}{path}" for name, path in links.items()), STOP])


@validate_commands.command("export")
@click.argument("folder", type=PATH, metavar="DIR")
@click.option("--rater", required=True, help="Name of the rater.")
@click.option("--out", "-o", type=PATH, required=True, metavar="DIR", help="Folder for the CSV files.")
@force_option
def export_command(folder: Path, rater: str, out: Path, force: bool) -> None:
    """Write one rater's answers as CSV files, one per question.

    \b
    Example:
      probe validate export ratings --rater Ada --out ada
    """
    files = export_answers(folder, rater, out, force=force)
    message(f"wrote {len(files)} files to {out}; probe validate import {folder} reads them back")


@validate_commands.command("import")
@click.argument("folder", type=PATH, metavar="DIR")
@click.argument("files", type=PATH, nargs=-1, required=True, metavar="FILE.csv…")
@click.option("--rater", required=True, help="Name of the rater.")
def import_command(folder: Path, files: tuple[Path, ...], rater: str) -> None:
    """Import one rater's answers from CSV files.

    Empty cells change nothing.

    \b
    Example:
      probe validate import ratings ada/same_task.csv --rater Ada
    """
    name, number = import_answers(folder, rater, files)
    message(f"saved {number} answers of {name} in {folder}")


@validate_commands.command("progress")
@click.argument("folder", type=PATH, metavar="DIR")
@json_option
def progress_command(folder: Path, as_json: bool) -> None:
    """Show the progress of every rater.

    \b
    Example:
      probe validate progress ratings
    """
    items, done = progress(folder)
    if as_json:
        print_json({"items": items, "done": done})
        return
    rows = table("rater", "done", "of", right=("done", "of"))
    for name, number in done.items():
        rows.add_row(cell(name), str(number), str(items))
    console().print(rows)


@validate_commands.command("agree")
@click.argument("folder", type=PATH, metavar="DIR")
@click.option("--out", type=PATH, metavar="DIR", help="Folder for the table and both figures.")
@force_option
@json_option
def agree_command(folder: Path, out: Path | None, force: bool, as_json: bool) -> None:
    """Measure how far raters agree.

    The measures are percent agreement, Fleiss' kappa, Gwet's AC1, majority and unanimity; for a blinded kit, also
    agreement with the certificate.

    \b
    Example:
      probe validate agree ratings --out agreement
    """
    from probe.analysis.report.formats import terminal_table, to_json

    found = agree(folder, out, force=force)
    if out:
        message(f"wrote the table{' and two figures' if found.key == 'rater_agreement' else ''} to {out}")
    if as_json:
        print_json(to_json(found))
        return
    out_console = console()
    out_console.print(terminal_table(found, _SHOWN if found.key == "rater_agreement" else ()))
    for note in found.notes:
        out_console.print(cell(note, "dim"))
