"""Check a result against its decisions, so that nobody has to trust its summary."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from probe.analysis.report.formats import to_csv, to_html, to_markdown
from probe.analysis.tables import Table
from probe.errors import InputError
from probe.files.plain import refuse_overwriting, write_atomically
from probe.options.reading import path_of, paths_of
from probe.options.studying import StudyTableCommandLine
from probe.protocols.reading import read_items
from probe.study.estimates import estimates
from probe.study.recipe import StudyRecipe, content_hashes, first_difference, read_recipe
from probe.study.result import StoredResult, check_result, counts_of, evaluation_of, read_result
from probe.study.table import DOSE, check_comparable, doses_table, results_table
from probe.values import Item

FORMATS: Mapping[str, Callable[[Table], str]] = {".csv": to_csv, ".html": to_html, ".md": to_markdown}
"""What writes a table, by the ending of its file."""


async def compare_results(
    options: StudyTableCommandLine, listener: Callable[[Path], None] = lambda file: None
) -> Table:
    """Return the results of several subjects in one study as a table, and write it to the file that is named.

    ``listener`` is called with each result that follows from its decisions. Raises InputError if results cannot be
    compared, one does not follow from its decisions, or the file exists.
    """
    out, release = path_of(options.out), path_of(options.release)
    if options.check != (release is not None):
        raise InputError("--check and --release belong together: give the folder benchmark of a run of the study")
    if out is not None:
        if out.suffix not in FORMATS:
            raise InputError(f"{out}: give a file that ends in {', '.join(FORMATS)}")
        refuse_overwriting([out], "--out", force=options.force)
    results = [read_result(path) for path in paths_of(options.results)]
    # Check this first, because all results are checked against the first one's recipe.
    check_comparable(results)
    recipe = read_recipe(results[0].result.study)
    for stored_result in results:
        check_result(stored_result, recipe)
    if release is not None:
        items = await read_items(release)
        for stored_result in results:
            recompute(stored_result, recipe, items)
            listener(stored_result.file)
    table = doses_table(results) if options.grouping == DOSE else results_table(results, options.grouping)
    if out is not None:
        write_atomically(out, FORMATS[out.suffix](table))
    return table


def recompute(stored_result: StoredResult, recipe: StudyRecipe, items: Sequence[Item]) -> None:
    """Compute a result again from its decisions on ``items``. Raises InputError that names the first difference.

    What only the author of the result can know is not checked: the subject's name, costs, and who answered.
    """
    result = stored_result.result
    # Check this first: decisions about other dilemmas would cause differences that are hard to explain.
    if name := first_difference(result.content, content_hashes(items)):
        raise InputError(f"{stored_result.file}: its dilemmas of {name} are not those of --release")
    # Of a private set, only its size is known, and that it differs from the public set.
    if result.part == "private":
        recipe.check_private(items, "--release")
    evaluation = evaluation_of(stored_result, items)
    if result.counts.questions != (question_count := recipe.questions_about(items)):
        raise InputError(
            f"{stored_result.file}: asked {result.counts.questions} questions; the study asks {question_count}"
        )
    recomputed_estimates = estimates(evaluation)
    # Fields that are not computed are copied, so that only results of the decisions can differ.
    recomputed_result = result.model_copy(
        update={
            "counts": counts_of(evaluation, result.counts.questions),
            "main": recomputed_estimates.main,
            "doses": recomputed_estimates.doses,
            "tables": recomputed_estimates.tables,
            "effects": recomputed_estimates.effects,
        }
    )
    difference = next(_differences("", result.model_dump(mode="json"), recomputed_result.model_dump(mode="json")), None)
    if difference:
        raise InputError(f"{stored_result.file}: does not follow from its decisions: {difference}")


def _differences(location: str, recorded: object, recomputed: object) -> Iterator[str]:
    """Yield where two contents differ, with both values."""
    if isinstance(recorded, Mapping) and isinstance(recomputed, Mapping):
        for name in dict.fromkeys((*recorded, *recomputed)):
            yield from _differences(f"{location}.{name}".strip("."), recorded.get(name), recomputed.get(name))
    # Lists of unequal length differ as a whole: in pairs, every row after a missing one would differ.
    elif isinstance(recorded, list) and isinstance(recomputed, list) and len(recorded) == len(recomputed):
        for number, (stated_entry, computed_entry) in enumerate(zip(recorded, recomputed, strict=True), 1):
            yield from _differences(f"{location}[{number}]", stated_entry, computed_entry)
    elif recorded != recomputed:
        yield f"{location} is {str(recorded)[:60]}, but its decisions give {str(recomputed)[:60]}"
