"""``probe study``: fixed studies whose results can be compared."""

from functools import partial
from pathlib import Path

import click

from probe.analysis.report.formats import to_csv, to_html, to_json, to_markdown
from probe.analysis.tables import Table, points
from probe.cli.estimate_view import show_estimate
from probe.cli.generation_view import generation_progress
from probe.cli.output import console, counting_progress, message, print_json, run
from probe.cli.output import table as listing
from probe.errors import InputError
from probe.files.plain import refuse_overwriting, write_atomically
from probe.measuring.estimates import estimate_evaluation
from probe.measuring.evaluate import questions
from probe.options.reading import output_of, path_of, paths_of, specs_of
from probe.options.studying import (
    StudyCommandLine,
    StudyFreezeCommandLine,
    StudyListCommandLine,
    StudyPrivateCommandLine,
    StudyShowCommandLine,
    StudyTableCommandLine,
)
from probe.protocols.reading import read_items
from probe.session import Access
from probe.study.checking import recompute
from probe.study.composing import SALT, SEED, ComposingProgress, compose, compose_private
from probe.study.recipe import Part, incomplete_series, read_recipe, recipe_document, study_names, write_hashes
from probe.study.result import RESULT, StudyResult, check_result, read_result
from probe.study.running import (
    BENCHMARK,
    CARD,
    EVALUATION,
    REPORT,
    StudyCommand,
    benchmark,
    conclude,
    estimate_uncomposed,
    evaluation_command,
    measure,
)
from probe.study.table import DOSE, check_comparable, doses_table, results_table
from probe.values.texts import visible_line

_FORMATS = {".csv": to_csv, ".html": to_html, ".md": to_markdown}


def named_study(arguments: list[str]) -> list[str]:
    """Return the arguments of ``probe study STUDY …`` as those of ``probe study run STUDY …``.

    Raises InputError if the first argument is not a study: a mistyped command is reported as such, not by an option
    that run lacks.
    """
    read_recipe(arguments[0])
    return ["run", *arguments]


def list_command(options: StudyListCommandLine) -> None:
    """List the packaged studies."""
    recipes = [read_recipe(name) for name in study_names()]
    if options.as_json:
        print_json(
            [{"name": recipe.name, "summary": recipe.summary, "dilemmas": recipe.dilemmas()} for recipe in recipes]
        )
        return
    grid = listing("study", "dilemmas", "questions", "", right=("dilemmas", "questions"))
    for recipe in recipes:
        grid.add_row(recipe.name, str(recipe.dilemmas()), str(recipe.questions()), recipe.summary)
    console().print(grid)


def show_command(options: StudyShowCommandLine) -> None:
    """Print everything that a study fixes, and its hashes."""
    recipe = read_recipe(options.name)
    if options.as_json:
        print_json({**recipe.model_dump(mode="json"), "digest": recipe.digest})
    else:
        recipe_document(recipe).show(console())


def run_command(options: StudyCommandLine) -> None:
    """Measure a subject in a study and write one result."""
    out, release, private = output_of(options.out), path_of(options.release), path_of(options.private)
    if private and (release or options.part == "quick"):
        raise InputError("--private is a whole set of its own: leave out --release and --part")
    command = StudyCommand(
        recipe=read_recipe(options.name),
        subject=specs_of(options.model)[0],
        part=options.part,
        release=private or release,
        private=private is not None,
        access=Access.of(options),
        keep_trying=options.keep_trying,
    )
    if options.dry_run and (priced := estimate_uncomposed(command, out)) is not None:
        show_estimate(priced, options.as_json)
        return
    items = run(benchmark(command, out, _watching(out / BENCHMARK)), resumable=True)
    evaluate_command = evaluation_command(command, items, out)
    if options.dry_run:
        show_estimate(estimate_evaluation(evaluate_command, out / EVALUATION), options.as_json)
        return
    with counting_progress(str(command.subject), len(questions(evaluate_command))) as listener:
        evaluation = run(measure(command, items, out, listener), resumable=True)
    message(*evaluation.notices)
    result = conclude(command, items, evaluation, out)
    _show(result, out, options)


def _watching(folder: Path) -> ComposingProgress:
    def announce_part(number: int, parts: int) -> None:
        message(f"composing part {number} of {parts}, kept in {folder}")

    return ComposingProgress(partial(counting_progress, "composing", None), generation_progress, announce_part)


def _show(result: StudyResult, out: Path, options: StudyCommandLine) -> None:
    main_result = result.main
    if options.as_json:
        print_json(result.model_dump(mode="json"))
    else:
        console().print(
            f"{visible_line(result.subject)}: {main_result.measure} {points(main_result.estimate)} points "
            f"(95 % interval {points(main_result.low)} to {points(main_result.high)}; {main_result.dilemmas} dilemmas, "
            f"{main_result.clusters} scenarios)",
            markup=False,
        )
    if result.part == "quick":
        message("this is the quick part, which shows that everything works: its result is compared with nothing")
    message(f"result: {out / RESULT}; report: {out / REPORT / 'report.html'}; card: {out / CARD}")


def table_command(options: StudyTableCommandLine) -> None:
    """Compare the results of several subjects in one study."""
    out, release = path_of(options.out), path_of(options.release)
    if options.check != (release is not None):
        raise InputError("--check and --release belong together: give the folder benchmark of a run of the study")
    if out is not None:
        if out.suffix not in _FORMATS:
            raise InputError(f"{out}: give a file that ends in {', '.join(_FORMATS)}")
        refuse_overwriting([out], "--out", force=options.force)
    stored_results = [read_result(path) for path in paths_of(options.results)]
    # First, because all results are checked against the recipe of the first one.
    check_comparable(stored_results)
    recipe = read_recipe(stored_results[0].result.study)
    for result in stored_results:
        check_result(result, recipe)
    if release is not None:
        items = run(read_items(release))
        for result in stored_results:
            recompute(result, recipe, items)
            message(f"{result.file}: follows from its decisions")
    grouping = options.grouping
    table = results_table(stored_results, grouping) if grouping != DOSE else doses_table(stored_results)
    _print(table, out, as_json=options.as_json)


def _print(table: Table, out: Path | None, *, as_json: bool) -> None:
    if out is not None:
        write_atomically(out, _FORMATS[out.suffix](table))
        message(f"table: {out}")
    elif as_json:
        print_json(to_json(table))
    else:
        table.brief().show(console())


def private_command(options: StudyPrivateCommandLine) -> None:
    """Compose a private set of a study, and print the commitment to it."""
    out = output_of(options.out)
    recipe = read_recipe(options.name)
    items, commitment = run(compose_private(recipe, out, _watching(out)), resumable=True)
    if options.as_json:
        print_json({"out": str(out), "dilemmas": len(items), "commitment": commitment.sha256})
    else:
        click.echo(commitment.sha256)
    message(f"{len(items)} dilemmas in {out}; above is the commitment to them, to publish")
    message(f"keep {out} secret until then, above all {SEED} and {SALT}")


def freeze_command(options: StudyFreezeCommandLine) -> None:
    """Compose a study, and write its hashes beside its recipe."""
    name, out = options.name, output_of(options.out)
    recipe = read_recipe(name)
    if recipe.frozen is not None and not options.force:
        raise InputError(
            f"{name} is frozen, and what it asks never changes: --force renews its hashes before a result exists"
        )
    parts: tuple[Part, ...] = ("quick", "full")
    items = {
        part: run(compose(recipe, part, out / part, watching=_watching(out / part)), resumable=True) for part in parts
    }
    incomplete = {part: incomplete_series(dilemmas) for part, dilemmas in items.items()}
    for part, number in incomplete.items():
        if number:
            message(f"{number} series of {part} lack a member, which a stage rejected")
    hashes = write_hashes(recipe, items)
    message(f"hashes: {hashes}")
    if options.as_json:
        print_json({"hashes": str(hashes), "incomplete_series": incomplete})
