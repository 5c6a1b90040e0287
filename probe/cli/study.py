"""``probe study``: fixed studies whose results can be compared."""

from functools import partial
from pathlib import Path

import click

from probe.analysis.report.formats import to_json
from probe.cli.generation_view import generation_progress
from probe.cli.output import counting_progress, message, print_json, run, show, show_estimate
from probe.measuring.estimates import estimate_evaluation
from probe.measuring.evaluate import questions
from probe.options.reading import output_of
from probe.options.studying import (
    StudyCommandLine,
    StudyFreezeCommandLine,
    StudyListCommandLine,
    StudyPrivateCommandLine,
    StudyShowCommandLine,
    StudyTableCommandLine,
)
from probe.study.checking import compare_results
from probe.study.composing import SALT, SEED, ComposingProgress, compose_private, freeze
from probe.study.recipe import read_recipe, recipe_document, studies_document, study_names
from probe.study.result import RESULT
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
    content = [{"name": recipe.name, "summary": recipe.summary, "dilemmas": recipe.dilemmas()} for recipe in recipes]
    show(options, studies_document(recipes), content)


def show_command(options: StudyShowCommandLine) -> None:
    """Print everything that a study fixes, and its hashes."""
    recipe = read_recipe(options.name)
    show(options, recipe_document(recipe), {**recipe.model_dump(mode="json"), "digest": recipe.digest})


def run_command(options: StudyCommandLine) -> None:
    """Measure a subject in a study and write one result."""
    out, command = output_of(options.out), StudyCommand.of(options)
    if options.dry_run and (priced := estimate_uncomposed(command, out)) is not None:
        show_estimate(options, priced)
        return
    items = run(benchmark(command, out, _watching(out / BENCHMARK)), resumable=True)
    evaluate_command = evaluation_command(command, items, out)
    if options.dry_run:
        show_estimate(options, estimate_evaluation(evaluate_command, out / EVALUATION))
        return
    with counting_progress(str(command.subject), len(questions(evaluate_command))) as listener:
        evaluation = run(measure(command, items, out, listener), resumable=True)
    message(*evaluation.notices)
    result = conclude(command, items, evaluation, out)
    show(options, result.document, result.model_dump(mode="json"))
    if result.part == "quick":
        message("this is the quick part, which shows that everything works: its result is compared with nothing")
    message(f"result: {out / RESULT}; report: {out / REPORT / 'report.html'}; card: {out / CARD}")


def _watching(folder: Path) -> ComposingProgress:
    def announce_part(number: int, parts: int) -> None:
        message(f"composing part {number} of {parts}, kept in {folder}")

    return ComposingProgress(partial(counting_progress, "composing", None), generation_progress, announce_part)


def table_command(options: StudyTableCommandLine) -> None:
    """Compare the results of several subjects in one study."""
    table = run(compare_results(options, lambda file: message(f"{file}: follows from its decisions")))
    if options.out is None:
        show(options, table.brief(), to_json(table))
    else:
        message(f"table: {options.out}")


def private_command(options: StudyPrivateCommandLine) -> None:
    """Compose a private set of a study, and print the commitment to it."""
    out = output_of(options.out)
    items, commitment = run(compose_private(read_recipe(options.name), out, _watching(out)), resumable=True)
    if options.as_json:
        print_json({"out": str(out), "dilemmas": len(items), "commitment": commitment.sha256})
    else:
        click.echo(commitment.sha256)
    message(f"{len(items)} dilemmas in {out}; above is the commitment to them, to publish")
    message(f"keep {out} secret until then, above all {SEED} and {SALT}")


def freeze_command(options: StudyFreezeCommandLine) -> None:
    """Compose a study, and write its hashes beside its recipe."""
    work = freeze(options.name, output_of(options.out), renew=options.force, progress=_watching)
    hashes, incomplete = run(work, resumable=True)
    for part, number in incomplete.items():
        if number:
            message(f"{number} series of {part} lack a member, which a stage rejected")
    message(f"hashes: {hashes}")
    if options.as_json:
        print_json({"hashes": str(hashes), "incomplete_series": incomplete})
