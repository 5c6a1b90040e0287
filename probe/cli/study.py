"""``probe study``: fixed studies whose results can be compared."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click

from probe.analysis.report.formats import terminal_table, to_csv, to_html, to_json, to_markdown
from probe.analysis.tables import Table, points
from probe.cli.building import OptionsCommand
from probe.cli.estimate_view import show_estimate
from probe.cli.generation_view import generation_progress
from probe.cli.options import force_option, json_option, out_option
from probe.cli.output import console, counting_progress, message, notify, print_json, run
from probe.cli.output import table as listing
from probe.cli.types import PATH
from probe.errors import InputError
from probe.files.plain import refuse_overwriting, write_atomically
from probe.measuring.estimates import estimate_evaluation
from probe.measuring.evaluate import questions
from probe.options.reading import output_of, path_of, specs_of
from probe.options.studying import StudyCommandLine
from probe.protocols.reading import read_items
from probe.session import Access
from probe.study.checking import recompute
from probe.study.composing import SALT, SEED, Watching, compose, compose_private
from probe.study.recipe import Part, incomplete_series, packaged, read_recipe, write_hashes
from probe.study.result import RESULT, StudyResult, check_result, read_result
from probe.study.running import (
    CARD,
    EVALUATION,
    REPORT,
    StudyCommand,
    benchmark,
    conclude,
    evaluation_command,
    measure,
)
from probe.study.table import DOSE, GROUPS, View, comparable, doses_table, results_table
from probe.values.texts import visible_line

_RUN = "run"
_FORMATS = {".csv": to_csv, ".html": to_html, ".md": to_markdown}


class _Studies(click.Group):
    """A group in which the name of a study runs it, as ``probe study standard-1 --model …``."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that ``args`` begin with; the name of a study is an argument of ``run``."""
        named = bool(args) and args[0] not in self.commands and not args[0].startswith("-")
        if named and not ctx.resilient_parsing:  # which is set while a shell completes
            read_recipe(args[0])  # a mistyped command is reported as such, not by an option that run lacks
        return super().resolve_command(ctx, [_RUN, *args] if named else args)


@click.group("study", cls=_Studies)
def study_commands() -> None:
    """Measure a subject in a fixed study, and compare results.

    Dilemmas, questions and analysis are the same for everyone. The name of a study in the place of a command runs it.

    \b
    Example:
      probe study run standard-1 --model openai/gpt-4.1-mini --max-usd 20 --out gpt-4.1-mini
    """


@study_commands.command("list")
@json_option
def list_command(*, as_json: bool) -> None:
    """List the packaged studies.

    \b
    Example:
      probe study list
    """
    recipes = [read_recipe(name) for name in packaged()]
    if as_json:
        print_json([{"name": each.name, "summary": each.summary, "dilemmas": each.dilemmas()} for each in recipes])
        return
    rows = listing("study", "dilemmas", "questions", "", right=("dilemmas", "questions"))
    for recipe in recipes:
        rows.add_row(recipe.name, str(recipe.dilemmas()), str(recipe.questions()), recipe.summary)
    console().print(rows)


@study_commands.command("show")
@click.argument("name", metavar="STUDY")
def show_command(*, name: str) -> None:
    """Print everything that STUDY fixes, and its hashes, as JSON.

    \b
    Example:
      probe study show standard-1
    """
    recipe = read_recipe(name)
    print_json({**recipe.model_dump(mode="json"), "digest": recipe.digest})


def run_command(given: StudyCommandLine) -> None:
    """Measure a subject in a study and write one result."""
    out, release, private = output_of(given.out), path_of(given.release), path_of(given.private)
    if private and (release or given.part == "quick"):
        raise InputError("--private is a whole set of its own: leave out --release and --part")
    command = StudyCommand(
        recipe=read_recipe(given.name),
        subject=specs_of(given.model)[0],
        part=given.part,
        release=private or release,
        private=private is not None,
        access=Access.of(given),
        keep_trying=given.keep_trying,
    )
    items = run(benchmark(command, out, _watching(quiet=given.quiet)), resumable=True)
    asked = evaluation_command(command, items, out)
    if given.dry_run:
        show_estimate(estimate_evaluation(asked, items, out / EVALUATION), given.as_json)
        return
    with counting_progress(str(command.subject), len(questions(asked, items)), quiet=given.quiet) as listener:
        evaluated = run(measure(command, items, out, listener), resumable=True)
    notify(given, evaluated.notices)
    result = conclude(command, items, evaluated, out)
    _show(result, out, given)


study_commands.add_command(OptionsCommand(_RUN, StudyCommandLine, "probe.cli.study:run_command"))


def _watching(*, quiet: bool = False) -> Watching:
    return Watching(partial(counting_progress, "composing", None, quiet), partial(generation_progress, quiet=quiet))


def _show(result: StudyResult, out: Path, given: StudyCommandLine) -> None:
    main = result.main
    if given.as_json:
        print_json(result.model_dump(mode="json"))
    else:
        console().print(
            f"{visible_line(result.subject)}: {main.measure} {points(main.estimate)} points "
            f"(95 % interval {points(main.low)} to {points(main.high)}; {main.dilemmas} dilemmas, "
            f"{main.clusters} scenarios)",
            markup=False,
        )
    if result.part == "quick":
        notify(
            given, ["this is the quick part, which shows that everything works: its result is compared with nothing"]
        )
    notify(given, [f"result: {out / RESULT}; report: {out / REPORT / 'report.html'}; card: {out / CARD}"])


@study_commands.command("table")
@click.argument("results", nargs=-1, required=True, type=PATH, metavar="RESULT…")
@click.option(
    "--by", "grouping", type=click.Choice([*GROUPS, DOSE]), default="all", show_default=True, help="Compare by."
)
@click.option("--check", is_flag=True, help="Compute each result again from its decisions.")
@click.option("--release", type=PATH, metavar="DATASET", help="With --check: the dilemmas that the results are about.")
@click.option("--out", "-o", type=PATH, metavar="FILE", help="Write the table as .html, .md or .csv instead.")
@force_option
@json_option
def table_command(
    *,
    results: Sequence[Path],
    grouping: View,
    check: bool,
    release: Path | None,
    out: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Compare the results of several subjects in one study.

    RESULT… are files result.json, or their folders, with the decisions beside them. A result of another study, of
    another prompt or with changed files is refused, and the message names what differs.

    \b
    Examples:
      probe study table gpt-4.1-mini gpt-4o --by depth
      probe study table gpt-4.1-mini gpt-4o --check --release gpt-4o/benchmark
    """
    if check != (release is not None):
        raise InputError("--check and --release belong together: give the folder benchmark of a run of the study")
    if out is not None:
        if out.suffix not in _FORMATS:
            raise InputError(f"{out}: give a file that ends in {', '.join(_FORMATS)}")
        refuse_overwriting([out], "--out", force=force)
    stored = [read_result(path) for path in results]
    comparable(stored)
    recipe = read_recipe(stored[0].result.study)
    for result in stored:
        check_result(result, recipe)
    if release is not None:
        items = run(read_items(release))
        for result in stored:
            recompute(result, recipe, items)
            message(f"{result.file}: follows from its decisions")
    table = results_table(stored, grouping) if grouping != "dose" else doses_table(stored)
    _print(table, out, as_json=as_json)


def _print(table: Table, out: Path | None, *, as_json: bool) -> None:
    if out is not None:
        write_atomically(out, _FORMATS[out.suffix](table))
        message(f"table: {out}")
    elif as_json:
        print_json(to_json(table))
    else:
        console().print(terminal_table(table))
        for note in table.notes:
            console().print(visible_line(note))


@study_commands.command("private")
@click.argument("name", metavar="STUDY")
@out_option
def private_command(*, name: str, out: Path) -> None:
    """Compose a private set of STUDY and print the commitment to it.

    It is composed by the same recipe with a secret seed. Publish the commitment now, and the folder later: then anyone
    can check that the set is the one from today, and compare what models do on it and on the public dilemmas.

    \b
    Example:
      probe study private standard-1 --out private
    """
    recipe = read_recipe(name)
    items, commitment = run(compose_private(recipe, out, _watching()), resumable=True)
    click.echo(commitment.sha256)
    message(f"{len(items)} dilemmas in {out}; above is the commitment to them, to publish")
    message(f"keep {out} secret until then, above all {SEED} and {SALT}")


@study_commands.command("freeze")
@click.argument("name", metavar="STUDY")
@out_option
@click.option("--force", is_flag=True, help="Renew the hashes of a frozen study.")
def freeze_command(*, name: str, out: Path, force: bool) -> None:
    """Compose STUDY and write its hashes beside its recipe.

    They are those of its dilemmas, prompt and mitigations. This is for those who make a study: once results exist, its
    hashes never change.

    \b
    Example:
      probe study freeze standard-1 --force --out frozen
    """
    recipe = read_recipe(name)
    if recipe.frozen is not None and not force:
        raise InputError(
            f"{name} is frozen, and what it asks never changes: --force renews its hashes before a result exists"
        )
    parts: tuple[Part, ...] = ("quick", "full")
    items = {part: run(compose(recipe, part, out / part, watching=_watching()), resumable=True) for part in parts}
    for part, dilemmas in items.items():
        if incomplete := incomplete_series(dilemmas):
            message(f"{incomplete} series of {part} lack a member, which a stage rejected")
    message(f"hashes: {write_hashes(recipe, items)}")
