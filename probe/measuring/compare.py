"""Compare two evaluations: on shared dilemmas, or one subject on two datasets of the same recipe (freshness gap)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from probe.analysis.depth.tiers import TierScheme
from probe.analysis.effects.two_evaluations import freshness, freshness_table, paired, paired_table, uneven
from probe.analysis.study import Study, distinguished, prepare
from probe.analysis.tables import Table
from probe.errors import InputError
from probe.files.dataset import read_manifest
from probe.session import read_evaluation
from probe.values import Evaluation

SAMPLING = ("seed", "per_bias", "base_url", "keep_trying")
"""Settings of a generation in which two datasets of the same recipe may differ."""


@dataclass(frozen=True)
class Compared:
    """The comparison: the names of A and B, the dilemmas that only one has, what limits the result, and the table."""

    kind: Literal["paired", "freshness"]
    first: str
    second: str
    apart: int
    notices: tuple[str, ...]
    table: Table


def compare(first: Path, second: Path, scheme: TierScheme = TierScheme.FIXED) -> Compared:
    """Compare the evaluations in two folders: A minus B.

    Raises InputError if they have no dilemma in common and are not of one subject.
    """
    given = read_evaluation(first), read_evaluation(second)
    shared = {pair.id for pair in given[0].pairs} & {pair.id for pair in given[1].pairs}
    if not shared and given[0].subject != given[1].subject:
        raise InputError(
            f"{first} and {second} have no dilemma in common, and their subjects differ ({given[0].subject}, "
            f"{given[1].subject}): compare subjects on one dataset, or one subject on two datasets"
        )
    named = _named(given, (first, second))
    study = prepare(named, scheme)
    apart = sum(len(one.pairs) for one in given) - 2 * len(shared)
    notices = tuple(_incomplete(named))
    if shared:
        return _paired(study, named, apart, notices)
    return _fresh(study, named, apart, (*notices, *_recipes(first, second), *_conditions(given)))


def _named(given: tuple[Evaluation, Evaluation], folders: tuple[Path, Path]) -> tuple[Evaluation, ...]:
    """Return the evaluations with names that differ: by label, by how they were asked, else by folder."""
    named = distinguished(given)
    if named[0].subject != named[1].subject:
        return tuple(one.model_copy(update={"label": ""}) for one in named)
    return tuple(
        one.model_copy(update={"subject": f"{one.subject} [{folder}]", "label": ""})
        for one, folder in zip(named, folders, strict=True)
    )


def _paired(study: Study, named: tuple[Evaluation, ...], apart: int, notices: tuple[str, ...]) -> Compared:
    names = named[0].subject, named[1].subject
    rows = paired(study.scores.of(subject=names[0]), study.scores.of(subject=names[1]), study.tiers)
    return Compared("paired", *names, apart, notices, paired_table(rows, study.estimand))


def _fresh(study: Study, named: tuple[Evaluation, ...], apart: int, notices: tuple[str, ...]) -> Compared:
    names = named[0].subject, named[1].subject
    one, other = (study.scores.of(subject=name) for name in names)
    table = freshness_table(freshness(one, other, study.tiers), study.estimand)
    return Compared("freshness", *names, apart, (*notices, *uneven(one, other)), table)


def _incomplete(named: tuple[Evaluation, ...]) -> Iterator[str]:
    for one in named:
        if one.unanswered:
            yield f"{one.subject}: {one.unanswered} questions have no answer; the comparison is preliminary"


def _recipes(first: Path, second: Path) -> Iterator[str]:
    """Yield what the recipes of two datasets differ in, as far as their manifests record it."""
    settings = [_recipe(folder) for folder in (first, second)]
    for folder, one in zip((first, second), settings, strict=True):
        if not one:
            yield f"{folder} does not record how its dataset was generated: whether the recipes agree is not known"
    if all(settings):
        names = [name for name in {**settings[0], **settings[1]} if settings[0].get(name) != settings[1].get(name)]
        if names:
            yield f"the recipes of the datasets differ in {', '.join(sorted(names))}: the gap may come from there"


def _recipe(folder: Path) -> Mapping[str, Any]:
    dataset = read_manifest(folder).get("dataset")
    settings = dataset.get("settings") if isinstance(dataset, dict) else None
    if not isinstance(settings, dict):
        return {}
    return {name: value for name, value in settings.items() if name not in SAMPLING}


def _conditions(given: tuple[Evaluation, Evaluation]) -> Iterator[str]:
    one, other = (evaluation.conditions for evaluation in given)
    names = [name for name in {**one, **other} if one.get(name) != other.get(name)]
    if names:
        yield f"the evaluations differ in {', '.join(names)}: the gap may come from there"
