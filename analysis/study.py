"""What a report is about: the decisions of every evaluation as arrays, scored once for all analyses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from probe.analysis.arrays import DecisionArrays, decision_arrays
from probe.analysis.depth.tiers import Tiers, TierScheme, choose_tiers
from probe.analysis.estimated import Estimator, estimated
from probe.analysis.scores import Estimand, Scores, score
from probe.errors import InputError
from probe.values import Arm, Decision, Evaluation, Item, Measure

NONE = "none"
"""The mitigation of a question as it is."""

MOST = 0.8
"""Share of its dilemmas that an evaluation must have shown with a placebo text: an author may fail to write a few."""

Scored = Mapping[str, Scores]
"""The scores of each measure, by its name."""


@dataclass(frozen=True)
class Mitigated:
    """One subject's decisions under a mitigation, and their scores in each measure and in the ``headline``."""

    mitigation: str
    evaluation: Evaluation
    decisions: DecisionArrays
    scored: Scored
    headline: Measure

    @property
    def subject(self) -> str:
        """The subject's name."""
        return self.decisions.subject

    @property
    def scores(self) -> Scores:
        """The scores in the measure of the answer."""
        return self.scored[self.headline.name]


@dataclass(frozen=True)
class Study:
    """Evaluations of one protocol with their decisions as arrays, their scores in each measure, and the tiers.

    A subject's decisions under mitigations are in ``mitigated``, and everything else is about those without one; an
    evaluation that has mitigated decisions only is a subject of its own, named with the mitigation.
    """

    evaluations: tuple[Evaluation, ...]
    decisions: tuple[DecisionArrays, ...]
    tiers: Tiers
    measures: tuple[Measure, ...]
    scored: Scored
    mitigated: tuple[Mitigated, ...] = ()

    @property
    def headline(self) -> Measure:
        """The measure of the answer: the first that is tested."""
        return headline_of(self.measures)

    @property
    def scores(self) -> Scores:
        """The scores in the measure of the answer."""
        return self.scored[self.headline.name]

    @property
    def estimand(self) -> Estimand:
        """What the effect on errors is measured against."""
        return next((one for one in Estimand if one.measure.name == self.headline.name), Estimand.NET)

    @property
    def subjects(self) -> tuple[str, ...]:
        """The subjects in the order of their first evaluation."""
        return tuple(dict.fromkeys(evaluation.subject for evaluation in self.evaluations))

    @property
    def direct(self) -> bool:
        """Whether the effects are differences of probabilities of answers without an explanation."""
        return any(one.direct for one in self.evaluations)

    @property
    def has_tiers(self) -> bool:
        """Whether any item has a tier."""
        return bool(np.any(self.scores.tier >= 0))

    @property
    def items(self) -> dict[str, Item]:
        """All items, each once, by id."""
        return {item.id: item for evaluation in self.evaluations for item in evaluation.items}


def headline_of(measures: Sequence[Measure]) -> Measure:
    """Return the first measure that is tested, else the first."""
    return next((one for one in measures if one.expected is not None), measures[0])


def prepare(
    evaluations: Sequence[Evaluation],
    scheme: TierScheme = TierScheme.FIXED,
    measures: Sequence[Measure] = (),
    estimator: Estimator | None = None,
) -> Study:
    """Score ``evaluations`` in the ``measures`` of an estimator, without one in their errors.

    Raises InputError where there is nothing to measure.
    """
    _refuse_nothing(evaluations)
    _refuse_mixture(evaluations)
    plain, others = split_by_mitigation(distinguished(evaluations))
    decisions = _all_decisions(plain)
    tiers = choose_tiers(scheme, {item.id: item for one in evaluations for item in one.items}.values())
    chosen = tuple(measures) if estimator else (choose_estimand(decisions).measure,)

    def scored(evaluation: Evaluation, arrays: DecisionArrays) -> Scored:
        if estimator is not None:
            return estimated(evaluation, arrays, chosen, estimator, tiers)
        (measure,) = chosen
        estimand = next(one for one in Estimand if one.measure == measure)
        return {measure.name: score(arrays, tiers, estimand)}

    parts = [scored(*each) for each in zip(plain, decisions, strict=True)]
    if estimator is not None:
        _refuse_unread(plain, parts)
    joined = {one.name: Scores.joined([part[one.name] for part in parts]) for one in chosen}
    mitigated = tuple(
        Mitigated(name, evaluation, arrays, scored(evaluation, arrays), headline_of(chosen))
        for name, evaluation in others
        for arrays in [decision_arrays(evaluation)]
    )
    return Study(plain, decisions, tiers, chosen, joined, mitigated)


def _refuse_nothing(evaluations: Sequence[Evaluation]) -> None:
    """Raise InputError where there is no evaluation, or one without items or decisions."""
    if not evaluations:
        raise InputError("no evaluation to analyse: give the folder of a probe evaluate run")
    for evaluation in evaluations:
        if not evaluation.items:
            raise InputError(f"{evaluation.run_id}: the dataset of {evaluation.subject} is empty: nothing to analyse")
        if not evaluation.decisions:
            raise InputError(
                f"{evaluation.run_id}: {evaluation.subject} has made no decision yet: finish probe evaluate first"
            )


def _refuse_unread(evaluations: Sequence[Evaluation], parts: Sequence[Scored]) -> None:
    """Raise InputError for an evaluation in which nothing that was asked has a value, and none may have one."""
    for evaluation, scored in zip(evaluations, parts, strict=True):
        if not any(np.any(one.effect.asked) for one in scored.values()):
            raise InputError(f"{evaluation.run_id}: no item of {evaluation.subject} has enough readable answers yet")


def _refuse_mixture(evaluations: Sequence[Evaluation]) -> None:
    """Raise InputError where some evaluations are direct and others not: they measure different things."""
    direct = [one.subject for one in evaluations if one.direct]
    if direct and len(direct) < len(evaluations):
        sampled = next(one.subject for one in evaluations if not one.direct)
        raise InputError(
            f"{direct[0]} was evaluated with --logprobs and {sampled} without: probabilities of direct answers and "
            "answers that explain first are not comparable; give evaluations of one kind"
        )


def split_by_mitigation(
    evaluations: Sequence[Evaluation],
) -> tuple[tuple[Evaluation, ...], tuple[tuple[str, Evaluation], ...]]:
    """Return the evaluations without mitigated decisions, and one for each mitigation with its name.

    The latter may be of another folder than their subject's plain decisions. Mitigated decisions of a subject without
    plain ones are those of a subject of its own.
    """
    parts: dict[str, list[Evaluation]] = {}
    for evaluation in evaluations:
        made: dict[str, list[Decision]] = {}
        for decision in evaluation.decisions:
            made.setdefault(decision.mitigation, []).append(decision)
        for name, own in made.items():
            parts.setdefault(name, []).append(evaluation.model_copy(update={"decisions": tuple(own)}))
    plain = parts.pop(NONE, [])
    subjects = {evaluation.subject for evaluation in plain}
    others = []
    for name, mitigated in parts.items():
        for evaluation in mitigated:
            if evaluation.subject in subjects:
                others.append((name, evaluation))
            else:
                plain.append(evaluation.model_copy(update={"subject": f"{evaluation.subject} under {name}"}))
    return tuple(plain), tuple(others)


def choose_estimand(decisions: Sequence[DecisionArrays]) -> Estimand:
    """Return the placebo-adjusted effect where every evaluation showed the placebo arm of ``MOST`` of its dilemmas."""
    for one in decisions:
        measured = one.readable(Arm.UNBIASED, Arm.BIASED).any(axis=1)
        shown = Arm.PLACEBO in one.letters and one.readable(Arm.BIASED, Arm.PLACEBO).any(axis=1)
        if np.sum(measured & shown) < MOST * measured.sum() or not np.any(measured & shown):
            return Estimand.NET
    return Estimand.ADJUSTED


def distinguished(evaluations: Sequence[Evaluation]) -> tuple[Evaluation, ...]:
    """Return the evaluations with their labels in their subjects' names.

    One subject that answered the same dilemmas in several of them is a subject for each way in which it was asked.
    """
    named = [_renamed(one, f" [{one.label}]" if one.label else "") for one in evaluations]
    groups = [[other for other in named if other.subject == one.subject] for one in named]
    return tuple(
        _renamed(one, _how_asked(one, group)) if _overlap(group) else one
        for one, group in zip(named, groups, strict=True)
    )


def _renamed(one: Evaluation, suffix: str) -> Evaluation:
    return one.model_copy(update={"subject": one.subject + suffix}) if suffix else one


def _overlap(group: Sequence[Evaluation]) -> bool:
    ids = [{item.id for item in one.items} for one in group]
    return any(first & second for first, second in combinations(ids, 2))


def _how_asked(one: Evaluation, group: Sequence[Evaluation]) -> str:
    """Return the conditions of ``one`` that others of its group lack, as a suffix of its name."""
    differing = [
        f"{name} {value}"
        for name, value in one.conditions.items()
        if any(other.conditions.get(name) != value for other in group)
    ]
    return f" [{'; '.join(differing)}]" if differing else ""


def _all_decisions(evaluations: Sequence[Evaluation]) -> tuple[DecisionArrays, ...]:
    """Return each evaluation as arrays. Raise InputError where one subject answered one dilemma in two of them."""
    datasets = _datasets(evaluations)
    found = tuple(
        replace(decision_arrays(evaluation), dataset=name)
        for evaluation, name in zip(evaluations, datasets, strict=True)
    )
    for first, second in combinations(found, 2):
        shared = {item.id for item in first.items} & {item.id for item in second.items}
        if first.subject == second.subject and shared:
            raise InputError(
                f"{first.subject} answered {len(shared)} items (such as {min(shared)}) in two of the folders: "
                "give one of them, evaluate once with more runs, or name each with probe evaluate --label"
            )
    return found


def _datasets(evaluations: Sequence[Evaluation]) -> list[str]:
    """Return a name for the dilemmas of each evaluation: their authors, with a number where that is not enough."""
    keys = [frozenset(item.id for item in evaluation.items) for evaluation in evaluations]
    names: dict[frozenset[str], str] = {}
    for key, evaluation in zip(keys, evaluations, strict=True):
        authors = ", ".join(sorted({item.provenance.author for item in evaluation.items}))
        taken = sum(name.partition(" #")[0] == authors for name in names.values())
        names.setdefault(key, f"{authors} #{taken + 1}" if taken else authors)
    return [names[key] for key in keys]
