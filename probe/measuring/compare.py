"""Compare two evaluations: on shared items, or one subject on two datasets, against a reference subject if given."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from probe.analysis.depth.tiers import TierScheme
from probe.analysis.effects.two_evaluations import Kind
from probe.analysis.study import distinguish
from probe.analysis.tables import Table
from probe.document import Document, Facts, Paragraph
from probe.errors import InputError
from probe.files.manifest import Manifest
from probe.options.analyzing import CompareOptions
from probe.options.reading import folders_of
from probe.protocols.reading import protocol_of_runs, read_evaluation
from probe.values import NO_MITIGATION, Evaluation

SAMPLING = ("seed", "per_bias", "base_url", "keep_trying")
"""Settings of a generation in which two datasets of the same recipe may differ."""


@dataclass(frozen=True, repr=False)
class EvaluationComparison:
    """Two evaluations compared, A minus B: ``table``, the names of both, and notices of what limits the result.

    ``kind`` is ``paired``, ``datasets`` or ``freshness``; ``not_shared`` counts the items that only one has.
    ``in_short`` are the columns for a terminal.
    """

    kind: Kind
    first: str
    second: str
    not_shared: int
    notices: tuple[str, ...]
    table: Table
    in_short: tuple[str, ...]

    @property
    def document(self) -> Document:
        """What a terminal shows: the names, and the leading columns of the table."""
        names = Facts((("A", self.first), ("B", self.second)))
        return Document("", (names, self.table.grid(self.in_short, reasons=False)))

    def __repr__(self) -> str:
        return f"<EvaluationComparison ({self.kind}): {self.first} minus {self.second}, {len(self.table.rows)} rows>"

    def _repr_html_(self) -> str:
        return Document("", (*map(Paragraph, self.notices), self.table.grid()))._repr_html_()


def compared(options: CompareOptions) -> EvaluationComparison:
    """Compare what the options name. Raises InputError as ``compare`` does."""
    first, second = folders_of((options.first, options.second))
    reference = folders_of(options.reference) if options.reference else ()
    return compare(first, second, TierScheme(options.tiers), (reference[0], reference[1]) if reference else None)


def compare(
    first: Path, second: Path, scheme: TierScheme = TierScheme.FIXED, reference: tuple[Path, Path] | None = None
) -> EvaluationComparison:
    """Compare the evaluations in two folders: A minus B.

    ``reference`` are the folders of a reference subject on the datasets of A and of B. Raises InputError if A and B
    are of two protocols, have no item in common and are not of one subject, or if the reference is not one subject on
    their items.
    """
    protocol = protocol_of_runs((first, second, *(reference or ())))
    evaluations = _read(first), _read(second)
    shared_ids = _ids(evaluations[0]) & _ids(evaluations[1])
    if not shared_ids and evaluations[0].subject != evaluations[1].subject:
        raise InputError(
            f"{first} and {second} have no {protocol.page} in common, and their subjects differ "
            f"({evaluations[0].subject}, {evaluations[1].subject}): compare subjects on one dataset, "
            "or one subject on two datasets"
        )
    if shared_ids and reference:
        raise InputError(f"{first} and {second} share {protocol.page}s: --reference is for one subject on two datasets")
    named_evaluations = _with_distinct_names(evaluations, (first, second))
    names, notices = (
        [evaluation.subject for evaluation in named_evaluations],
        [*_incompleteness_notices(named_evaluations)],
    )
    if not shared_ids:
        notices += [*_recipe_notices(first, second), *_condition_notices(evaluations)]
    if reference:
        named_evaluations = _with_reference(named_evaluations, (first, second), reference, protocol.page)
        names = [
            f"{evaluation.subject} − {reference_evaluation.subject}"
            for evaluation, reference_evaluation in zip(named_evaluations[:2], named_evaluations[2:], strict=True)
        ]
    # Without a reference subject on both datasets, one of them may simply be harder, and the gap is not one of
    # freshness.
    kind: Kind = "paired" if shared_ids else "freshness" if reference else "datasets"
    comparison = protocol.compare(named_evaluations, kind, scheme)
    not_shared = sum(len(evaluation.items) for evaluation in evaluations) - 2 * len(shared_ids)
    return EvaluationComparison(
        kind, names[0], names[1], not_shared, (*notices, *comparison.notices), comparison.table, comparison.in_short
    )


def _read(folder: Path) -> Evaluation:
    """Return the decisions of an evaluation that are compared: those without a mitigation, or under its only one.

    Raises InputError where it has decisions under several mitigations and none without.
    """
    evaluation = read_evaluation(folder)
    mitigations = sorted({decision.mitigation for decision in evaluation.decisions} or {NO_MITIGATION})
    if NO_MITIGATION in mitigations:
        return evaluation
    if len(mitigations) > 1:
        raise InputError(
            f"{folder}: answers under several mitigations ({', '.join(mitigations)}) and none without: "
            "probe analyze compares mitigations"
        )
    # Comparisons leave out decisions under a mitigation, so a single mitigation is recorded as none, and the subject's
    # name shows it.
    decisions = tuple(decision.model_copy(update={"mitigation": NO_MITIGATION}) for decision in evaluation.decisions)
    subject = f"{evaluation.subject} under {mitigations[0]}"
    return evaluation.model_copy(update={"subject": subject, "decisions": decisions})


def _ids(evaluation: Evaluation) -> set[str]:
    return {item.id for item in evaluation.items}


def _with_reference(
    named_evaluations: tuple[Evaluation, ...], folders: tuple[Path, Path], reference: tuple[Path, Path], noun: str
) -> tuple[Evaluation, ...]:
    """Return A and B and the reference's evaluations of the same datasets, with names that differ."""
    references = tuple(_read(folder) for folder in reference)
    for evaluation, reference_evaluation, folder, reference_folder in zip(
        named_evaluations, references, folders, reference, strict=True
    ):
        if not _ids(evaluation) & _ids(reference_evaluation):
            raise InputError(
                f"{reference_folder} shares no {noun} with {folder}: "
                "give the reference's folders in the order of A and B"
            )
    if references[0].subject != references[1].subject:
        raise InputError(
            f"{reference[0]} and {reference[1]} are of two subjects "
            f"({references[0].subject}, {references[1].subject}): evaluate one reference subject on both datasets"
        )
    return *named_evaluations, *(
        evaluation.model_copy(update={"subject": f"reference {evaluation.subject} [{folder}]", "label": ""})
        for evaluation, folder in zip(references, reference, strict=True)
    )


def _with_distinct_names(
    evaluations: tuple[Evaluation, Evaluation], folders: tuple[Path, Path]
) -> tuple[Evaluation, ...]:
    """Return the evaluations with names that differ: by label, by how they were asked, else by folder."""
    named_evaluations = distinguish(evaluations)
    if named_evaluations[0].subject != named_evaluations[1].subject:
        return tuple(evaluation.model_copy(update={"label": ""}) for evaluation in named_evaluations)
    return tuple(
        evaluation.model_copy(update={"subject": f"{evaluation.subject} [{folder}]", "label": ""})
        for evaluation, folder in zip(named_evaluations, folders, strict=True)
    )


def _incompleteness_notices(named_evaluations: tuple[Evaluation, ...]) -> Iterator[str]:
    for evaluation in named_evaluations:
        if evaluation.unanswered:
            problem = f"{evaluation.unanswered} questions have no answer"
            yield f"{evaluation.subject}: {problem}; the comparison is preliminary"


def _recipe_notices(first: Path, second: Path) -> Iterator[str]:
    """Yield notices about differences between the recipes of two datasets, as their manifests record them."""
    settings = [_recipe(folder) for folder in (first, second)]
    for folder, recipe in zip((first, second), settings, strict=True):
        if not recipe:
            yield f"{folder} does not record how its dataset was generated: whether the recipes agree is not known"
    # A recipe that is not recorded, which is reported above, would seem to differ in every setting.
    if all(settings):
        names = [name for name in {**settings[0], **settings[1]} if settings[0].get(name) != settings[1].get(name)]
        if names:
            yield f"the recipes of the datasets differ in {', '.join(sorted(names))}: the gap may come from there"


def _recipe(folder: Path) -> Mapping[str, Any]:
    settings = (Manifest.read(folder).dataset or Manifest()).settings.content
    return {name: value for name, value in settings.items() if name not in SAMPLING}


def _condition_notices(evaluations: tuple[Evaluation, Evaluation]) -> Iterator[str]:
    first, second = (evaluation.conditions for evaluation in evaluations)
    names = [name for name in {**first, **second} if first.get(name) != second.get(name)]
    if names:
        yield f"the evaluations differ in {', '.join(names)}: the gap may come from there"
