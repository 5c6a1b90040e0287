"""Scores: what each item shows about each subject in one measure. The item is the unit: its runs are averaged first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from probe.analysis.arrays import Counts, Floats, Mask, Sums
from probe.analysis.statistics.differences import Arms, Effect, clustered_mean, linearise
from probe.analysis.statistics.intervals import PeopleVariance
from probe.analysis.statistics.people import crossed_people, in_one_arm
from probe.values import Bias

Codes = NDArray[np.int64]
Texts = NDArray[np.object_]


class Columns:
    """Arrays with one entry for each subject and dilemma, as fields of a frozen dataclass; fields may be nested."""

    def __getitem__(self, selection: Any) -> Self:
        values = {field.name: getattr(self, field.name)[selection] for field in fields(self)}  # type: ignore[arg-type]
        return replace(self, **values)  # type: ignore[type-var]

    @classmethod
    def joined(cls, column_sets: Sequence[Any]) -> Self:
        """Return the entries of ``column_sets`` after one another."""
        columns: dict[str, Any] = {}
        for field in fields(cls):  # type: ignore[arg-type]
            values = [getattr(column_set, field.name) for column_set in column_sets]
            nested = isinstance(values[0], Columns)
            columns[field.name] = type(values[0]).joined(values) if nested else np.concatenate(values)
        return cls(**columns)


@dataclass(frozen=True)
class Contrast(Columns):
    """An arm against a reference arm, in the ``runs`` of each item that are readable in both.

    ``wrong`` and ``reference_wrong`` are the decisions in each arm that are not the program's. ``asked`` runs were
    answered in both arms; over these, ``lower`` and ``upper`` are the differences of wrong decisions if each unparsed
    decision had been the one that makes the difference smallest, or largest. In a direct evaluation, the probability
    of the wrong option takes the place of the wrong decision, and what went to neither option that of the unparsed one.

    Of another measure than errors, the arms' values take the place of wrong decisions; where it is not a difference of
    two arms, the reference is the value that is expected without the bias. ``weight`` is how much an item counts in a
    ratio of sums, and 1 where a mean of items is meant; ``end_weights``, shape (items, 2), are those at the two
    bounds.

    Between people, who saw one arm each, ``runs`` and ``asked`` are the people in both arms together (0 if one has
    none), and sums the shares in either arm times this number; ``answers`` are then each item's readable decisions,
    shape (decisions, 3): the person, 1 in the arm and -1 in the reference, and whether it is wrong. They are None
    elsewhere.
    """

    runs: Counts
    wrong: Sums
    reference_wrong: Sums
    asked: Counts
    lower: Sums
    upper: Sums
    weight: Floats
    end_weights: Floats
    answers: Texts

    @classmethod
    def absent(cls, count: int) -> Self:
        """Return the contrast of ``count`` items with an arm that was not shown."""
        no_runs = np.zeros(count, dtype=np.int64)
        return cls(no_runs, no_runs, no_runs, no_runs, no_runs, no_runs, *equally_weighed(count), no_answers(count))

    @property
    def error(self) -> Floats:
        """The error rate of each dilemma in the arm; NaN without a readable run."""
        return ratio(self.wrong, self.runs)

    @property
    def reference_error(self) -> Floats:
        """The error rate of each dilemma in the reference arm; NaN without a readable run."""
        return ratio(self.reference_wrong, self.runs)

    @property
    def effects(self) -> Floats:
        """The difference of both error rates of each dilemma, -1 to 1; NaN without a readable run."""
        return ratio(self.wrong - self.reference_wrong, self.runs)

    @property
    def extremes(self) -> tuple[Floats, Floats]:
        """The lower and the upper bound of the difference of each dilemma; NaN where it was not answered."""
        return ratio(self.lower, self.asked), ratio(self.upper, self.asked)


@dataclass(frozen=True)
class Scores(Columns):
    """Arrays with one entry for each subject and item; counts are of runs.

    ``cluster`` is what was sampled independently, such as a series of dilemmas; ``series`` is
    empty where there is none. ``effect`` is the contrast of the report's estimand; ``net`` is biased against unbiased,
    ``placebo`` biased against placebo, ``counter`` counter against placebo. ``right_to_wrong`` and ``wrong_to_right``
    count the flips of the runs in ``net``. ``noise_…`` is the share of pairs of runs of the same text in the same order
    that differ (NaN without such a pair), ``excess`` what flips exceed them by. All are NaN where an evaluation is
    direct: nothing is drawn, and between people: no one saw both texts.
    ``unanswered`` runs lack an arm. ``solved``: most readable decisions on the unbiased text are the program's.
    ``judged``: the subject's decisions are not shown to ignore the facts (``effects/deciding.py``). Complexities are
    NaN where they were not measured, and ``tier`` is -1 there.
    """

    subject: Texts
    dataset: Texts
    pair_id: Texts
    bias: Texts
    author: Texts
    cluster: Texts
    series: Texts
    tier: NDArray[np.int8]
    depth: Floats
    size: Floats
    inferences: Floats
    choice_steps: Floats
    length: Floats
    effect: Contrast
    net: Contrast
    placebo: Contrast
    counter: Contrast
    unanswered: Counts
    right_to_wrong: Sums
    wrong_to_right: Sums
    noise_unbiased: Floats
    noise_biased: Floats
    excess: Floats
    solved: Mask
    probable: Mask
    judged: Mask

    @property
    def direct(self) -> bool:
        """Whether answers were probabilities: nothing was drawn, so that nothing can flip."""
        return bool(self.probable.any())

    @property
    def of_errors(self) -> bool:
        """Whether the arms' values are error rates; those of other measures may leave 0 to 1."""
        return self.direct or self.between or not np.isnan(self.right_to_wrong).all()

    @property
    def between(self) -> bool:
        """Whether any of the answers are those of people who saw one arm of an item."""
        return any(answers is not None for answers in self.net.answers)

    @property
    def effects(self) -> Floats:
        """The effect of each entry, -1 to 1 of errors; NaN where it has none."""
        return weigh(self.effect.effects, self.effect.weight, self.bias)

    @property
    def flips(self) -> Sums:
        """Runs whose decisions on the unbiased and the biased text differ; NaN where an evaluation is direct."""
        return self.right_to_wrong + self.wrong_to_right

    @property
    def flip_shares(self) -> Floats:
        """The share of flips in each dilemma's readable runs; NaN without any."""
        return ratio(self.flips, self.net.runs)

    @property
    def clusters(self) -> Codes:
        """A code for each cluster."""
        return codes_of(self.cluster)

    @property
    def averaged(self) -> Self:
        """The entries that means over subjects are made of: not those of people, who are never averaged with models.

        Subjects that cannot be judged are left out too: decisions that ignore the facts would dilute every mean.
        """
        return self[self.judged & np.array([answers is None for answers in self.net.answers], dtype=np.bool_)]

    @property
    def unjudged(self) -> tuple[str, ...]:
        """The subjects that cannot be judged, each once."""
        return self[~self.judged].subjects

    def except_judging(self, subjects: Iterable[str]) -> Self:
        """Return the scores with ``subjects`` as those that cannot be judged."""
        return replace(self, judged=~np.isin(self.subject.astype(str), list(subjects)))

    @property
    def crossed(self) -> PeopleVariance | None:
        """What people add to the variance of the mean effect of these entries; None where there are none."""
        return crossed_people(self.effect.answers, self.clusters, codes_of(self.bias)) if len(self) else None

    @property
    def changes(self) -> Arms:
        """The effects as a group to compare with another, each a difference already.

        With zeros as its second arm, the comparison takes MOVER and not the score test of rates.
        """
        zeros = np.zeros(len(self))
        return Arms(self.effects, self.cluster.astype(str), zeros, codes_of(self.bias), self.direct, self.crossed)

    def clustered_mean(self, values: Floats, crossed: PeopleVariance | None = None) -> Effect | None:
        """Return the mean of values of these entries as ``clustered_mean`` does, biases counted equally."""
        return clustered_mean(values, self.clusters, codes_of(self.bias), direct=self.direct, crossed=crossed)

    def crossed_in(self, sign: int) -> PeopleVariance | None:
        """Return what people add to the variance of the error rate on biased (1) or on unbiased texts (-1)."""
        answers = in_one_arm(self.net.answers, sign)
        return crossed_people(answers, self.clusters, codes_of(self.bias)) if len(self) else None

    @property
    def biases(self) -> tuple[str, ...]:
        """The biases, each once: the packaged ones in their usual order, then a user's own by name."""
        return in_usual_order(self.bias)

    @property
    def subjects(self) -> tuple[str, ...]:
        """The subjects, each once, in their order."""
        return tuple(str(subject) for subject in dict.fromkeys(self.subject))

    @property
    def measured(self) -> "Scores":
        """The entries that have an effect: a run that is readable in both of its arms."""
        return self[self.effect.runs > 0]

    def __len__(self) -> int:
        return len(self.subject)

    def of(self, **values: object) -> Self:
        """Return the entries whose fields equal ``values``; a field that is None there is not compared."""
        mask = np.ones(len(self), dtype=np.bool_)
        for name, value in values.items():
            if value is not None:
                mask &= equal(getattr(self, name), value)
        return self[mask]


AnyScores = TypeVar("AnyScores", bound=Scores)


def share_items(first: AnyScores, second: AnyScores) -> tuple[AnyScores, AnyScores]:
    """Return the entries of both about the items that both have, in the same order."""
    _, first_indices, second_indices = np.intersect1d(
        first.pair_id.astype(str), second.pair_id.astype(str), return_indices=True
    )
    return first[first_indices], second[second_indices]


def weigh(values: Floats, weights: Floats, biases: Texts) -> Floats:
    """Return values whose mean and spread are, bias by bias, those of a ratio of sums with these ``weights``."""
    if np.all(weights == 1):
        return values
    weighted_values = np.full(len(values), np.nan)
    is_defined = ~np.isnan(values)
    # Bias by bias, since each counts equally in a mean over biases, regardless of the weights of its items.
    for bias in set(biases[is_defined]):
        members = is_defined & equal(biases, bias)
        weighted_values[members] = linearise(values[members] * weights[members], weights[members])
    return weighted_values


def ratio(counts: NDArray[Any], totals: NDArray[Any]) -> Floats:
    """Return counts / totals, NaN where the total is 0."""
    shares: Floats = np.divide(counts, totals, out=np.full(len(totals), np.nan), where=totals > 0)
    return shares


def codes_of(*labels: NDArray[Any]) -> Codes:
    """Return a code from 0 for each distinct combination of ``labels``."""
    codes = np.zeros(len(labels[0]), dtype=np.int64)
    for column in labels:
        _, inverse = np.unique(column.astype(str), return_inverse=True)
        codes = codes * (int(inverse.max(initial=0)) + 1) + inverse
    return np.unique(codes, return_inverse=True)[1].astype(np.int64)


def in_usual_order(biases: Iterable[str]) -> tuple[str, ...]:
    """Return ``biases``, each once: the packaged ones in their usual order, then a user's own by name."""
    return tuple(bias.value for bias in Bias.in_order(Bias(name) for name in set(biases)))


def equal(column: NDArray[Any], value: object) -> Mask:
    """Return which entries equal ``value``; numpy alone would strip a text's trailing null characters first."""
    mask: Mask = column == (np.array(value, dtype=object) if isinstance(value, str) else value)
    return mask


def no_answers(count: int) -> Texts:
    """Return the answers of ``count`` items that no people answered."""
    return np.full(count, None, dtype=object)


def equally_weighed(count: int) -> tuple[Floats, Floats]:
    """Return the weights of a mean over ``count`` items, and of its ends."""
    return np.ones(count), np.ones((count, 2))
