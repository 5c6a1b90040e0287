"""Scores: what each item shows about each subject in one measure. The item is the unit: its runs are averaged first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from probe.analysis.arrays import Counts, DecisionArrays, Floats, Mask, Sums
from probe.analysis.depth.tiers import Tiers, measure_of
from probe.analysis.estimand import Estimand
from probe.analysis.statistics.differences import Arms, Effect, clustered_mean, linearised
from probe.analysis.statistics.intervals import PeopleVariance
from probe.analysis.statistics.noise import excess_flips, noise_floor
from probe.analysis.statistics.people import crossed_people, in_one_arm
from probe.values import Arm, Bias, Item

Codes = NDArray[np.int64]
Texts = NDArray[np.object_]


class Columns:
    """Arrays with one entry for each subject and dilemma, as fields of a frozen dataclass; fields may be nested."""

    def __getitem__(self, places: Any) -> Self:
        values = {field.name: getattr(self, field.name)[places] for field in fields(self)}  # type: ignore[arg-type]
        return replace(self, **values)  # type: ignore[type-var]

    @classmethod
    def joined(cls, parts: Sequence[Any]) -> Self:
        """Return the entries of ``parts`` after one another."""
        columns: dict[str, Any] = {}
        for field in fields(cls):  # type: ignore[arg-type]
            values = [getattr(part, field.name) for part in parts]
            nested = isinstance(values[0], Columns)
            columns[field.name] = type(values[0]).joined(values) if nested else np.concatenate(values)
        return cls(**columns)


@dataclass(frozen=True)
class Contrast(Columns):
    """An arm against a reference arm, in the ``runs`` of each item that are readable in both.

    ``wrong`` and ``reference_wrong`` are the decisions in each arm that are not the program's. ``asked`` runs were
    answered in both arms; over these, ``least`` and ``most`` are the differences of wrong decisions if each unparsed
    decision had been the one that makes the difference smallest, or largest. In a direct evaluation, the probability
    of the wrong option takes the place of the wrong decision, and what went to neither option that of the unparsed one.

    Of another measure than errors, the arms' values take the place of wrong decisions; where it is not a difference of
    two arms, the reference is the value that is expected without the bias. ``weight`` is how much an item counts in a
    ratio of sums, and 1 where a mean of items is meant; ``end_weights``, shape (items, 2), those of least and most.

    Between people, who saw one arm each, ``runs`` and ``asked`` are the people in both arms together (0 if one has
    none), and sums the shares in either arm times this number; ``answers`` are then each item's readable decisions,
    shape (decisions, 3): the person, 1 in the arm and -1 in the reference, and whether it is wrong. They are None
    elsewhere.
    """

    runs: Counts
    wrong: Sums
    reference_wrong: Sums
    asked: Counts
    least: Sums
    most: Sums
    weight: Floats
    end_weights: Floats
    answers: Texts

    @classmethod
    def absent(cls, count: int) -> Self:
        """Return the contrast of ``count`` items with an arm that was not shown."""
        none = np.zeros(count, dtype=np.int64)
        return cls(none, none, none, none, none, none, *equally_weighed(count), no_answers(count))

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
        """The difference of each dilemma at its least and at its most; NaN where it was not answered."""
        return ratio(self.least, self.asked), ratio(self.most, self.asked)


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
        return any(each is not None for each in self.net.answers)

    @property
    def effects(self) -> Floats:
        """The effect of each entry, -1 to 1 of errors; NaN where it has none."""
        return weighed(self.effect.effects, self.effect.weight, self.bias)

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
        return self[self.judged & np.array([each is None for each in self.net.answers], dtype=np.bool_)]

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
        none = np.zeros(len(self))
        return Arms(self.effects, self.cluster.astype(str), none, codes_of(self.bias), self.direct, self.crossed)

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

    def of(self, **wanted: object) -> Self:
        """Return the entries whose fields equal ``wanted``; a field that is None there is not compared."""
        mask = np.ones(len(self), dtype=np.bool_)
        for name, value in wanted.items():
            if value is not None:
                mask &= equal(getattr(self, name), value)
        return self[mask]


AnyScores = TypeVar("AnyScores", bound=Scores)


def shared(first: AnyScores, second: AnyScores) -> tuple[AnyScores, AnyScores]:
    """Return the entries of both about the items that both have, in the same order."""
    _, left, right = np.intersect1d(first.pair_id.astype(str), second.pair_id.astype(str), return_indices=True)
    return first[left], second[right]


def weighed(values: Floats, weights: Floats, biases: Texts) -> Floats:
    """Return values whose mean and spread are, bias by bias, those of a ratio of sums with these ``weights``."""
    if np.all(weights == 1):
        return values
    weighted = np.full(len(values), np.nan)
    defined = ~np.isnan(values)
    # Bias by bias, since each counts equally in a mean over biases, whatever its items weigh.
    for bias in set(biases[defined]):
        members = defined & equal(biases, bias)
        weighted[members] = linearised(values[members] * weights[members], weights[members])
    return weighted


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


def equal(column: NDArray[Any], wanted: object) -> Mask:
    """Return which entries equal ``wanted``; numpy alone would strip a text's trailing null characters first."""
    mask: Mask = column == (np.array(wanted, dtype=object) if isinstance(wanted, str) else wanted)
    return mask


def score(decisions: DecisionArrays, tiers: Tiers, estimand: Estimand) -> Scores:
    """Count what each dilemma shows about the subject."""
    letters, exchanged = decisions.letters, decisions.exchanged
    unbiased, biased = decisions.wrong(Arm.UNBIASED), decisions.wrong(Arm.BIASED)
    both = decisions.readable(Arm.UNBIASED, Arm.BIASED)
    right = (decisions.readable(Arm.UNBIASED) & ~unbiased).sum(axis=1)
    net = contrast(decisions, Arm.BIASED, Arm.UNBIASED)
    placebo = contrast(decisions, Arm.BIASED, Arm.PLACEBO)
    flips = no_flips(len(decisions.items))
    if not (decisions.direct or decisions.between):
        flips = {
            "right_to_wrong": (both & ~unbiased & biased).sum(axis=1),
            "wrong_to_right": (both & unbiased & ~biased).sum(axis=1),
            "noise_unbiased": noise_floor(letters[Arm.UNBIASED], exchanged[Arm.UNBIASED]),
            "noise_biased": noise_floor(letters[Arm.BIASED], exchanged[Arm.BIASED]),
            "excess": excess_flips(letters[Arm.UNBIASED], letters[Arm.BIASED], exchanged[Arm.UNBIASED]),
        }
    return Scores(
        **identity(decisions, tiers),
        **flips,
        effect=net if estimand is Estimand.NET else placebo,
        net=net,
        placebo=placebo,
        counter=contrast(decisions, Arm.COUNTER, Arm.PLACEBO),
        unanswered=decisions.unanswered(Arm.UNBIASED, Arm.BIASED).sum(axis=1),
        solved=right * 2 > decisions.readable(Arm.UNBIASED).sum(axis=1),
        probable=np.full(len(decisions.items), decisions.direct),
        judged=np.ones(len(decisions.items), dtype=np.bool_),
    )


def no_flips(count: int) -> dict[str, Any]:
    """Return the columns on flips and noise of ``count`` items where no run saw two texts, or nothing is drawn."""
    names = ("right_to_wrong", "wrong_to_right", "noise_unbiased", "noise_biased", "excess")
    return dict.fromkeys(names, np.full(count, np.nan))


def contrast(decisions: DecisionArrays, arm: Arm, reference: Arm) -> Contrast:
    """Count the decisions of ``arm`` against those of ``reference``; all counts are 0 where one was not shown."""
    if arm not in decisions.letters or reference not in decisions.letters:
        return Contrast.absent(len(decisions.items))
    if decisions.between:
        return _between(decisions, arm, reference)
    both, asked = decisions.readable(arm, reference), decisions.answered(arm, reference)
    wrong, right = decisions.wrong_and_right(arm)
    other_wrong, other_right = decisions.wrong_and_right(reference)
    return Contrast(
        runs=both.sum(axis=1),
        wrong=(both * decisions.errors(arm)).sum(axis=1),
        reference_wrong=(both * decisions.errors(reference)).sum(axis=1),
        asked=asked.sum(axis=1),
        # What is neither right nor wrong may be either: at the least, none of it is an error here and all of it in the
        # reference.
        least=(asked * (wrong - (1 - other_right))).sum(axis=1),
        most=(asked * ((1 - right) - other_wrong)).sum(axis=1),
        weight=np.ones(len(decisions.items)),
        end_weights=np.ones((len(decisions.items), 2)),
        answers=no_answers(len(decisions.items)),
    )


def no_answers(count: int) -> Texts:
    """Return the answers of ``count`` items that no people answered."""
    return np.full(count, None, dtype=object)


def _between(decisions: DecisionArrays, arm: Arm, reference: Arm) -> Contrast:
    """Count the decisions of the people who saw ``arm`` against those of the people who saw ``reference``."""
    readable, answered = (
        [each(side) for side in (arm, reference)] for each in (decisions.readable, decisions.answered)
    )
    wrong, right = zip(*(decisions.wrong_and_right(side) for side in (arm, reference)), strict=True)
    runs, asked = _in_both(readable), _in_both(answered)

    def share(values: Sums, counted: Mask) -> Floats:
        return np.nan_to_num(ratio((counted * values).sum(axis=1), counted.sum(axis=1)))

    answers = no_answers(len(decisions.items))
    for row in np.flatnonzero(runs):
        sides = [np.flatnonzero(each[row]) for each in readable]
        parts = [
            np.column_stack([people, np.full(len(people), sign), errors[row, people]])
            for people, sign, errors in zip(sides, (1, -1), wrong, strict=True)
        ]
        answers[row] = np.concatenate(parts)
    return Contrast(
        runs=runs,
        wrong=share(wrong[0], readable[0]) * runs,
        reference_wrong=share(wrong[1], readable[1]) * runs,
        asked=asked,
        least=(share(wrong[0], answered[0]) - share(1 - right[1], answered[1])) * asked,
        most=(share(1 - right[0], answered[0]) - share(wrong[1], answered[1])) * asked,
        weight=np.ones(len(decisions.items)),
        end_weights=np.ones((len(decisions.items), 2)),
        answers=answers,
    )


def _in_both(sides: Sequence[Mask]) -> Counts:
    """Return how many people are in one arm or the other, 0 where no one is in one of them."""
    first, second = (each.sum(axis=1) for each in sides)
    return np.where(np.minimum(first, second) > 0, first + second, 0)


def equally_weighed(count: int) -> tuple[Floats, Floats]:
    """Return the weights of a mean over ``count`` items, and of its ends."""
    return np.ones(count), np.ones((count, 2))


def identity(decisions: DecisionArrays, tiers: Tiers) -> dict[str, NDArray[Any]]:
    """Return the columns that say whose entries these are, and on what."""
    items = decisions.items
    columns = {
        "subject": [decisions.subject] * len(items),
        "dataset": [decisions.dataset] * len(items),
        "pair_id": [item.id for item in items],
        "bias": [item.bias.value for item in items],
        "author": [item.provenance.author for item in items],
        "cluster": [_cluster(item) for item in items],
        "series": [item.provenance.series or "" for item in items],
    }
    measures = {name: measure_of(items, name) for name in ("depth", "size", "inferences", "choice_steps")}
    lengths = np.array([_length(item) for item in items], dtype=np.float64)
    return {
        **{name: np.array(values, dtype=object) for name, values in columns.items()},
        **measures,
        "length": lengths,
        "tier": tiers.codes(measure_of(items, tiers.measure)),
    }


def _cluster(item: Item) -> str:
    # The prefix keeps a series apart from an item that happens to have its name.
    return f"series {item.cluster}" if item.cluster == item.provenance.series else item.cluster


def _length(item: Item) -> int:
    """Return how long the text of the item's first arm is; 0 where it has none."""
    return len(next((text for arm in item.arms() if (text := item.text(arm))), ""))
