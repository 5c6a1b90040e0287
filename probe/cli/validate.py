"""``probe validate``: let people rate a sample and measure their agreement."""

from pathlib import Path

import click

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
from probe.cli.options import force_option, json_option, refuse_given, seeds_option
from probe.cli.output import cell, console, message, print_json, table
from probe.cli.serve import serve_until_stopped
from probe.cli.types import PATH, SOURCE
from probe.errors import InputError
from probe.inputs import read_text
from probe.options.auditing import PORT
from probe.session import open_ratings
from probe.values import Arm

_USUAL = StudyOptions()
_BETWEEN_ONLY = {"people", "per_person", "arms", "depth", "words", "checks", "bearings"}

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
@click.option(
    "--design",
    type=click.Choice(["blind", BETWEEN]),
    default="blind",
    show_default=True,
    help="Two engineers who see both texts, or a study between people who see one text of a dilemma each.",
)
@click.option("--items", type=click.IntRange(1), help="Items to draw; default 100, between people 20.")
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Seed of the draw; the same seed draws the same items."
)
@click.option(
    "--people",
    type=click.IntRange(2, 2000),
    default=_USUAL.people,
    show_default=True,
    help="Between. How many booklets.",
)
@click.option(
    "--per-person", type=click.IntRange(2), help="Between. Dilemmas that each person reads; default all of them."
)
@click.option(
    "--arm",
    "arms",
    multiple=True,
    type=click.Choice([arm.value for arm in Arm.packaged]),
    help="Between. An arm that people see; repeat for each; default unbiased and biased.",
)
@click.option(
    "--depth", default="2-4", show_default=True, metavar="LEAST-MOST", help="Between. Depths of the dilemmas."
)
@click.option(
    "--words", type=click.IntRange(20), default=_USUAL.words, show_default=True, help="Between. Most words of a text."
)
@click.option(
    "--checks",
    type=click.IntRange(0, 20),
    default=_USUAL.checks,
    show_default=True,
    help="Between. Comprehension checks of each person.",
)
@click.option(
    "--bearings",
    type=click.IntRange(0, 50),
    default=_USUAL.bearings,
    show_default=True,
    help="Between. Cues whose bearing on the right option each person judges at the end.",
)
@seeds_option
@click.option("--out", "-o", type=PATH, required=True, metavar="DIR", help="Folder for ratings.sqlite.")
def kit_command(
    *,
    dataset: Path,
    design: str,
    items: int | None,
    seed: int,
    people: int,
    per_person: int | None,
    arms: tuple[str, ...],
    depth: str,
    words: int,
    checks: int,
    bearings: int,
    seeds: Path | None,
    out: Path,
) -> None:
    """Draw a blinded sample for engineers, or a study between people.

    They see both texts without their names and without what the certificate says, and answer: which option follows,
    which text has the cue, is it none of the kinds that would count (if there are any), are the texts plausible?
    probe validate agree then compares them with each other and with
    the certificate.

    In a study between people, each sees one text of a dilemma, with the cue or without it, and no one sees two. DIR
    gets instructions.txt, the page of consent, which you edit before you run the same command again, and pages with a
    file for each person, which any web server can show.

    \b
    Examples:
      probe validate kit run --items 100 --out kit
      probe validate kit run --design between --people 40 --out study
    """
    if design == BETWEEN:
        refuse_given({"seeds"}, "does not apply to a study between people")
        drawn_items = items or _USUAL.items
        options = StudyOptions(
            people=people,
            items=drawn_items,
            per_person=per_person or drawn_items,
            arms=tuple(dict.fromkeys(arms)) or _USUAL.arms,
            depths=_depths(depth),
            words=words,
            checks=checks,
            bearings=bearings,
            seed=seed,
        )
        _draw_people(dataset, out, options)
        return
    refuse_given(_BETWEEN_ONLY, "is for --design between")
    wanted = items or 100
    drawn = draw_kit(dataset, out, items=wanted, seed=seed, seeds=seeds)
    if len(drawn) < wanted:
        message(f"{dataset} has only {len(drawn)} items that raters can compare: all were drawn")
    message(f"{len(drawn)} items in {out}; next: probe validate serve {out} --rater NAME --rater NAME")


def _depths(text: str) -> tuple[int, int]:
    least, dash, most = text.partition("-")
    if not least.isdecimal() or (dash and not most.isdecimal()) or int(least) > int(most or least) or len(text) > 9:
        raise InputError(f"--depth {text!r} is not a range such as 2-4")
    return int(least), int(most or least)


def _draw_people(dataset: Path, out: Path, options: StudyOptions) -> None:
    from probe.web.people_pages import person_file

    drawn = draw_people(dataset, out, options, person_file)
    unchecked = sum(not item.figures for item in drawn)
    if unchecked:
        message(f"{unchecked} of {len(drawn)} dilemmas state no figure that a comprehension check could ask for")
    message(f"{len(drawn)} dilemmas for {options.people} people in {out}; {out / LINKS_FILE} lists their pages")
    _remind(out)
    message(f"next: probe validate serve {out}, or put {out / PAGES} on a web server")


def _remind(folder: Path) -> None:
    """Report that the page of consent has places to fill in."""
    file = folder / INSTRUCTIONS
    if TO_FILL_IN in read_text(file):
        message(f"{file} has a place to fill in ({TO_FILL_IN}): edit it, and run this command again")


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
    from probe.web.app import NAMES, make_people_app, make_rating_app

    ratings = open_ratings(folder)
    local = host in ("127.0.0.1", "localhost", "::1")
    accepted = NAMES if local else None
    if is_between(ratings):
        refuse_given({"names"}, "does not apply to a study between people, who have their links")
        _remind(folder)
        links = people_links(ratings)
        app = make_people_app(ratings, read_text(folder / INSTRUCTIONS), accepted)
    else:
        links = rater_links(ratings, names)
        app = make_rating_app(ratings, accepted)
    if host in ("0.0.0.0", "::"):
        message("raters reach these links with this machine's name or address in place of the wildcard")
    serve_until_stopped(app, host, port, lambda at: [*(f"{name}: {at}{path}" for name, path in links.items()), STOP])


@validate_commands.command("export")
@click.argument("folder", type=PATH, metavar="DIR")
@click.option("--rater", help="Name of the rater; of a study between people, leave it out.")
@click.option(
    "--dataset",
    type=SOURCE,
    metavar="DATASET",
    help="Between. Write this dataset too, with what people say of cues as the field norm_acceptance.",
)
@click.option("--out", "-o", type=PATH, required=True, metavar="DIR", help="Folder for the CSV files.")
@force_option
def export_command(folder: Path, rater: str | None, dataset: Path | None, out: Path, force: bool) -> None:
    """Write one rater's answers, or the decisions of a study's people.

    \b
    Examples:
      probe validate export ratings --rater Ada --out ada
      probe validate export study --dataset run --out answers
    """
    if is_between(open_ratings(folder)):
        refuse_given({"rater"}, "does not apply to a study between people")
        written = export_people(folder, out, dataset, force=force)
        message(
            f"wrote {', '.join(written)} to {out}; next: probe analyze DIR… --people {out / PEOPLE_FILE} --out report"
        )
        return
    refuse_given({"dataset"}, "is for a study between people")
    if rater is None:
        raise InputError("no rater is named: add --rater NAME")
    files = export_answers(folder, rater, out, force=force)
    message(f"wrote {len(files)} files to {out}; probe validate import {folder} reads them back")


@validate_commands.command("import")
@click.argument("folder", type=PATH, metavar="DIR")
@click.argument("files", type=PATH, nargs=-1, required=True, metavar="FILE.csv…")
@click.option("--rater", help="Name of the rater; of a study between people, leave it out.")
def import_command(folder: Path, files: tuple[Path, ...], rater: str | None) -> None:
    """Import one rater's answers, or those of a study's people.

    Empty cells change nothing.

    \b
    Examples:
      probe validate import ratings ada/same_task.csv --rater Ada
      probe validate import study person-01.csv person-02.csv
    """
    if is_between(open_ratings(folder)):
        refuse_given({"rater"}, "does not apply to a study between people")
        people, answers = import_people(folder, files)
        message(f"saved {answers} answers of {people} people in {folder}")
        return
    if rater is None:
        raise InputError("no rater is named: add --rater NAME")
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
    if is_between(open_ratings(folder)):
        items, done = people_progress(folder)
    else:
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
    agreement with the certificate. Of a study between people: whether they agree that cues do not bear on the right
    option.

    \b
    Example:
      probe validate agree ratings --out agreement
    """
    from probe.analysis.report.formats import terminal_table, to_json

    if is_between(open_ratings(folder)):
        refuse_given({"out", "force"}, "does not apply to a study between people: probe validate export writes files")
        found = norm_table(folder)
    else:
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
