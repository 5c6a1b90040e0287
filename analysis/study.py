"""What a report is about: the decisions of every evaluation as arrays, scored once for all analyses."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

import numpy as np

from probe.analysis.arrays import DecisionArrays, decision_arrays
from probe.analysis.depth.tiers import Tiers, TierScheme, choose_tiers
from probe.analysis.effects.deciding import Deciding, deciding, unjudged_subjects
from probe.analysis.estimand import Estimand
from probe.analysis.estimated import Estimator, estimate
from probe.analysis.scores import Scores
from probe.analysis.scoring import score
from probe.errors import InputError
from probe.values import Arm, Decision, Evaluation, Item, ItemValue, Measure

NONE = "none"
"""The mitigation of a question as it is."""

LEAST_PLACEBO_SHARE = 0.8
"""Share of its dilemmas that an evaluation must have shown with a placebo text: an author may fail to write a few."""

ScoresByMeasure = Mapping[str, Scores]
"""The scores of each measure, by its name."""


@dataclass(frozen=True)
class SubjectResults:
    """One subject's decisions under a mitigation, on all datasets, with what they show of each measure.

    ``values`` are what an estimator gives the items; it may give more than the measures of the study.
    """

    mitigation: str
    evaluations: tuple[Evaluation, ...]
    decisions: tuple[DecisionArrays, ...]
    values: tuple[ItemValue, ...]
    scored: ScoresByMeasure
    headline: Measure

    @property
    def subject(self) -> str:
        """The subject's name."""
        return self.decisions[0].subject

    @property
    def scores(self) -> Scores:
        """The scores in the measure of the answer."""
        return self.scored[self.headline.name]


@dataclass(frozen=True)
class Study:
    """Evaluations of one protocol with their decisions as arrays, their scores in each measure, and the tiers.

    What is ``pooled`` is each subject's under each mitigation, ``none`` first; everything else is without one. An
    evaluation that has mitigated decisions only is a subject of its own, named with the mitigation. ``deciding`` is
    whether subjects decide by the facts, which only errors show: it is empty for other measures. ``estimand`` is what
    the effect on errors is measured against.
    """

    evaluations: tuple[Evaluation, ...]
    decisions: tuple[DecisionArrays, ...]
    tiers: Tiers
    measures: tuple[Measure, ...]
    scored: ScoresByMeasure
    pooled: tuple[SubjectResults, ...]
    deciding: tuple[Deciding, ...] = ()
    estimand: Estimand = Estimand.NET

    @property
    def headline(self) -> Measure:
        """The measure of the answer: the first that is tested."""
        return headline_of(self.measures)

    @property
    def scores(self) -> Scores:
        """The scores in the measure of the answer."""
        return self.scored[self.headline.name]

    @property
    def subjects(self) -> tuple[str, ...]:
        """The subjects in the order of their first evaluation."""
        return tuple(dict.fromkeys(evaluation.subject for evaluation in self.evaluations))

    @property
    def unjudged(self) -> dict[str, str]:
        """The subjects that no conclusion over subjects contains, each with the reason."""
        return unjudged_subjects(self.deciding)

    @property
    def direct(self) -> bool:
        """Whether the effects are differences of probabilities of answers without an explanation."""
        return any(evaluation.direct for evaluation in self.evaluations)

    @property
    def has_tiers(self) -> bool:
        """Whether any item has a tier."""
        return bool(np.any(self.scores.tier >= 0))

    @property
    def mitigated(self) -> tuple[SubjectResults, ...]:
        """The results of subjects under mitigations."""
        return tuple(results for results in self.pooled if results.mitigation != NONE)

    @property
    def results(self) -> list[SubjectResults]:
        """The results of each subject, those without a mitigation first."""
        return sorted(self.pooled, key=lambda results: self.subjects.index(results.subject))

    @property
    def items(self) -> dict[str, Item]:
        """All items, each once, by id."""
        return {item.id: item for evaluation in self.evaluations for item in evaluation.items}


def headline_of(measures: Sequence[Measure]) -> Measure:
    """Return the first measure that is tested, else the first."""
    return next((measure for measure in measures if measure.expected is not None), measures[0])


class _Part(NamedTuple):
    """What an evaluation contains under one mitigation."""

    mitigation: str
    evaluation: Evaluation
    decisions: DecisionArrays


Scorer = Callable[[_Part, Tiers], tuple[tuple[ItemValue, ...], ScoresByMeasure]]
"""Returns the values that an estimator gives the items of a part, and the scores in each measure."""


def prepare(evaluations: Sequence[Evaluation], scheme: TierScheme = TierScheme.FIXED) -> Study:
    """Score ``evaluations`` in their errors. Raises InputError where there is nothing to measure."""
    parts = _parts(evaluations)
    estimand = choose_estimand([part.decisions for part in parts if part.mitigation == NONE])
    measure = estimand.measure
    study = _study(
        parts, scheme, (measure,), lambda part, tiers: ((), {measure.name: score(part.decisions, tiers, estimand)})
    )
    bases = deciding(study.scores, study.decisions)
    judged = {measure.name: study.scores.except_judging(unjudged_subjects(bases))}
    return replace(study, scored=judged, deciding=bases, estimand=estimand)


def prepare_values(
    evaluations: Sequence[Evaluation],
    measures: Sequence[Measure],
    estimator: Estimator,
    scheme: TierScheme = TierScheme.FIXED,
) -> Study:
    """Score ``evaluations`` in an estimator's ``measures``. Raises InputError where there is nothing to measure."""

    def scorer(part: _Part, tiers: Tiers) -> tuple[tuple[ItemValue, ...], ScoresByMeasure]:
        values, scores_by_measure = estimate(part.evaluation, part.decisions, measures, estimator, tiers)
        if part.mitigation == NONE:
            _refuse_unread(part.evaluation, scores_by_measure)
        return values, scores_by_measure

    return _study(_parts(evaluations), scheme, tuple(measures), scorer)


def _parts(evaluations: Sequence[Evaluation]) -> list[_Part]:
    """Return what there is to score. Raises InputError where there is nothing, or nothing that is comparable."""
    _refuse_nothing(evaluations)
    _refuse_mixture(evaluations)
    mitigated_evaluations = split_by_mitigation(distinguish(evaluations))
    decisions = _all_decisions(mitigated_evaluations)
    return [_Part(*result, arrays) for result, arrays in zip(mitigated_evaluations, decisions, strict=True)]


def _study(parts: Sequence[_Part], scheme: TierScheme, measures: tuple[Measure, ...], scorer: Scorer) -> Study:
    tiers = choose_tiers(scheme, {item.id: item for part in parts for item in part.evaluation.items}.values())
    subject_results = [
        SubjectResults(
            part.mitigation, (part.evaluation,), (part.decisions,), *scorer(part, tiers), headline_of(measures)
        )
        for part in parts
    ]
    groups: dict[tuple[str, str], list[SubjectResults]] = {}
    for result in subject_results:
        groups.setdefault((result.mitigation, result.subject), []).append(result)
    unmitigated_results = _pool([result for result in subject_results if result.mitigation == NONE])
    pooled = tuple(map(_pool, groups.values()))
    return Study(
        unmitigated_results.evaluations,
        unmitigated_results.decisions,
        tiers,
        measures,
        unmitigated_results.scored,
        pooled,
    )


def _pool(parts: Sequence[SubjectResults]) -> SubjectResults:
    """Return the parts under one mitigation as one."""
    return replace(
        parts[0],
        evaluations=tuple(evaluation for part in parts for evaluation in part.evaluations),
        decisions=tuple(decisions for part in parts for decisions in part.decisions),
        values=tuple(value for part in parts for value in part.values),
        scored={name: Scores.joined([part.scored[name] for part in parts]) for name in parts[0].scored},
    )


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


def _refuse_unread(evaluation: Evaluation, scores_by_measure: ScoresByMeasure) -> None:
    """Raise InputError where nothing that was asked has a value, and none may have one."""
    if not any(np.any(scores.effect.asked) for scores in scores_by_measure.values()):
        raise InputError(f"{evaluation.run_id}: no item of {evaluation.subject} has enough readable answers yet")


def _refuse_mixture(evaluations: Sequence[Evaluation]) -> None:
    """Raise InputError where some evaluations are direct and others not: they measure different things."""
    direct = [evaluation.subject for evaluation in evaluations if evaluation.direct]
    if direct and len(direct) < len(evaluations):
        sampled_subject = next(evaluation.subject for evaluation in evaluations if not evaluation.direct)
        raise InputError(
            f"{direct[0]} was evaluated with --logprobs and {sampled_subject} without: probabilities of "
            "direct answers and "
            "answers that explain first are not comparable; give evaluations of one kind"
        )


def split_by_mitigation(evaluations: Sequence[Evaluation]) -> list[tuple[str, Evaluation]]:
    """Return the evaluations without mitigated decisions, then one for each mitigation, each with its name.

    The latter may be of another folder than their subject's plain decisions. Mitigated decisions of a subject without
    plain ones are those of a subject of its own.
    """
    by_mitigation: dict[str, list[Evaluation]] = {}
    for evaluation in evaluations:
        decisions_by_mitigation: dict[str, list[Decision]] = {}
        for decision in evaluation.decisions:
            decisions_by_mitigation.setdefault(decision.mitigation, []).append(decision)
        for name, decisions in decisions_by_mitigation.items():
            by_mitigation.setdefault(name, []).append(evaluation.model_copy(update={"decisions": tuple(decisions)}))
    without_mitigation = by_mitigation.pop(NONE, [])
    subjects = {evaluation.subject for evaluation in without_mitigation}
    with_mitigation = []
    for name, evaluations_under_it in by_mitigation.items():
        for evaluation in evaluations_under_it:
            if evaluation.subject in subjects:
                with_mitigation.append((name, evaluation))
            else:
                without_mitigation.append(
                    evaluation.model_copy(update={"subject": f"{evaluation.subject} under {name}"})
                )
    return [*((NONE, evaluation) for evaluation in without_mitigation), *with_mitigation]


def choose_estimand(decisions: Sequence[DecisionArrays]) -> Estimand:
    """Return the placebo-adjusted effect where every evaluation showed the placebo arm of ``MOST`` of its dilemmas."""
    for arrays in decisions:
        comparison_mask = arrays.compared(Arm.UNBIASED, Arm.BIASED)
        has_placebo = Arm.PLACEBO in arrays.letters and arrays.compared(Arm.BIASED, Arm.PLACEBO)
        # One subject without placebo texts decides for all: a report has one estimand, or its subjects could not be
        # compared.
        if np.sum(comparison_mask & has_placebo) < LEAST_PLACEBO_SHARE * comparison_mask.sum() or not np.any(
            comparison_mask & has_placebo
        ):
            return Estimand.NET
    return Estimand.ADJUSTED


def distinguish(evaluations: Sequence[Evaluation]) -> tuple[Evaluation, ...]:
    """Return the evaluations with their labels in their subjects' names.

    One subject that answered the same dilemmas in several of them is a subject for each way in which it was asked.
    """
    labelled_evaluations = [
        _rename(evaluation, f" [{evaluation.label}]" if evaluation.label else "") for evaluation in evaluations
    ]
    groups = [
        [other for other in labelled_evaluations if other.subject == evaluation.subject]
        for evaluation in labelled_evaluations
    ]
    return tuple(
        # Without a suffix, one subject would have answered a dilemma twice, which is refused below.
        _rename(evaluation, _how_asked(evaluation, group)) if _overlap(group) else evaluation
        for evaluation, group in zip(labelled_evaluations, groups, strict=True)
    )


def _rename(evaluation: Evaluation, suffix: str) -> Evaluation:
    return evaluation.model_copy(update={"subject": evaluation.subject + suffix}) if suffix else evaluation


def _overlap(group: Sequence[Evaluation]) -> bool:
    ids = [{item.id for item in evaluation.items} for evaluation in group]
    return any(first & second for first, second in combinations(ids, 2))


def _how_asked(evaluation: Evaluation, group: Sequence[Evaluation]) -> str:
    """Return the conditions of ``evaluation`` that others of its group lack, as a suffix of its name."""
    differing_settings = [
        f"{name} {value}"
        for name, value in evaluation.conditions.items()
        if any(other.conditions.get(name) != value for other in group)
    ]
    return f" [{'; '.join(differing_settings)}]" if differing_settings else ""


def _all_decisions(mitigated_evaluations: Sequence[tuple[str, Evaluation]]) -> list[DecisionArrays]:
    """Return each part as arrays. Raise InputError where one subject answered one item in two of a mitigation."""
    datasets = _datasets([evaluation for _, evaluation in mitigated_evaluations])
    for (first_mitigation, first), (second_mitigation, second) in combinations(mitigated_evaluations, 2):
        shared_ids = {item.id for item in first.items} & {item.id for item in second.items}
        if (first_mitigation, first.subject) == (second_mitigation, second.subject) and shared_ids:
            raise InputError(
                f"{first.subject} answered {len(shared_ids)} items (such as {min(shared_ids)}) in two of the folders: "
                "give one of them, evaluate once with more runs, or name each with probe evaluate --label"
            )
    return [
        replace(decision_arrays(evaluation), dataset=dataset)
        for (_, evaluation), dataset in zip(mitigated_evaluations, datasets, strict=True)
    ]


def _datasets(evaluations: Sequence[Evaluation]) -> list[str]:
    """Return a name for the dilemmas of each evaluation: their authors, with a number where that is not enough."""
    # By their items, so that all evaluations of one dataset have one name for it.
    keys = [frozenset(item.id for item in evaluation.items) for evaluation in evaluations]
    names: dict[frozenset[str], str] = {}
    for key, evaluation in zip(keys, evaluations, strict=True):
        authors = ", ".join(sorted({item.provenance.author for item in evaluation.items}))
        same_name_count = sum(name.partition(" #")[0] == authors for name in names.values())
        names.setdefault(key, f"{authors} #{same_name_count + 1}" if same_name_count else authors)
    return [names[key] for key in keys]
