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


async def compare_results(options: StudyTableCommandLine, checked: Callable[[Path], None] = lambda file: None) -> Table:
    """Return the results of several subjects in one study as a table, and write it to the file that is named.

    ``checked`` is called with each result that follows from its decisions. Raises InputError if results cannot be
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
    # First, because all results are checked against the recipe of the first one.
    check_comparable(results)
    recipe = read_recipe(results[0].result.study)
    for stored in results:
        check_result(stored, recipe)
    if release is not None:
        items = await read_items(release)
        for stored in results:
            recompute(stored, recipe, items)
            checked(stored.file)
    table = doses_table(results) if options.grouping == DOSE else results_table(results, options.grouping)
    if out is not None:
        write_atomically(out, FORMATS[out.suffix](table))
    return table


def recompute(stored: StoredResult, recipe: StudyRecipe, items: Sequence[Item]) -> None:
    """Compute a result again from its decisions on ``items``. Raises InputError that names the first difference.

    What only the author of the result can know is not checked: the subject's name, costs, and who answered.
    """
    result = stored.result
    # Checked first: decisions about other dilemmas would show up as a difference that explains nothing.
    if name := first_difference(result.content, content_hashes(items)):
        raise InputError(f"{stored.file}: its dilemmas of {name} are not those of --release")
    # Of a private set, only its size is known, and that it has to differ from the public one.
    if result.part == "private":
        recipe.check_private(items, "--release")
    evaluation = evaluation_of(stored, items)
    if result.counts.questions != (question_count := recipe.questions_about(items)):
        raise InputError(f"{stored.file}: asked {result.counts.questions} questions; the study asks {question_count}")
    computed = estimates(evaluation)
    # What is not computed is copied, so that only what follows from the decisions can differ.
    recomputed_result = result.model_copy(
        update={
            "counts": counts_of(evaluation, result.counts.questions),
            "main": computed.main,
            "doses": computed.doses,
            "tables": computed.tables,
            "effects": computed.effects,
        }
    )
    difference = next(_differences("", result.model_dump(mode="json"), recomputed_result.model_dump(mode="json")), None)
    if difference:
        raise InputError(f"{stored.file}: does not follow from its decisions: {difference}")


def _differences(location: str, stated: object, computed: object) -> Iterator[str]:
    """Yield where two contents differ, with both values."""
    if isinstance(stated, Mapping) and isinstance(computed, Mapping):
        for name in dict.fromkeys((*stated, *computed)):
            yield from _differences(f"{location}.{name}".strip("."), stated.get(name), computed.get(name))
    # Lists of unequal length differ as a whole: paired from the start, every row after a missing one would differ.
    elif isinstance(stated, list) and isinstance(computed, list) and len(stated) == len(computed):
        for number, (stated_entry, computed_entry) in enumerate(zip(stated, computed, strict=True), 1):
            yield from _differences(f"{location}[{number}]", stated_entry, computed_entry)
    elif stated != computed:
        yield f"{location} is {str(stated)[:60]}, and its decisions give {str(computed)[:60]}"
