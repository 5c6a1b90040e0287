"""Check a result against its decisions, so that nobody has to trust its summary."""

from collections.abc import Iterator, Mapping, Sequence

from probe.errors import InputError
from probe.study.estimates import estimates
from probe.study.recipe import StudyRecipe, content_hashes, first_difference
from probe.study.result import StoredResult, counts_of, evaluation_of
from probe.values import Item


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
    recomputed = result.model_copy(
        update={
            "counts": counts_of(evaluation, result.counts.questions),
            "main": computed.main,
            "doses": computed.doses,
            "tables": computed.tables,
            "effects": computed.effects,
        }
    )
    difference = next(_differences("", result.model_dump(mode="json"), recomputed.model_dump(mode="json")), None)
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
