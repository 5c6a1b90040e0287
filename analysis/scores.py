"""Scores: what each dilemma shows about each subject. The dilemma is the unit: its runs are averaged first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from probe.analysis.depth.tiers import Tiers, measure_of
from probe.analysis.statistics.noise import excess_flips, noise_floor
from probe.values import Arm, Bias, Item

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
Sums = Counts | Floats
"""Counts of decisions; sums of probabilities where an evaluation is direct."""
Codes = NDArray[np.int64]
Texts = NDArray[np.object_]
Mask = NDArray[np.bool_]
Letters = NDArray[np.int8]
"""Decisions in the letters of the text as written, shape (dilemmas, runs)."""

A, B, UNPARSED, MISSING = 0, 1, 2, 3
"""Codes of a decision; ``MISSING`` was not asked or not answered."""


class Estimand(Enum):
    """What the effect on errors is measured against: the arm with which the biased arm is compared.

    A report has one: tables that rank or compare never mix the two.
    """

    NET = Arm.UNBIASED
    ADJUSTED = Arm.PLACEBO

    @property
    def label(self) -> str:
        """Its name in tables."""
        return "net effect" if self is Estimand.NET else "placebo-adjusted effect"

    @property
    def meaning(self) -> str:
        """Its definition in words."""
        return f"error rate on biased texts minus that on {self.value.value} texts"


@dataclass(frozen=True)
class DecisionArrays:
    """One subject's decisions on one dataset, one row per dilemma and one column per run.

    ``letters``, ``exchanged`` and ``right`` hold, for each arm that was shown, the decision, whether the options were
    shown exchanged, and each dilemma's option that the facts call for (0 for A, 1 for B; the facts of a fact twin call
    for the other one). ``dataset`` names the dilemmas. ``chances``, where an evaluation is direct, holds for each arm
    the probabilities of A and B, shape (dilemmas, runs, 2): both are 0 where no answer could be read.
    """

    subject: str
    items: tuple[Item, ...]
    letters: dict[Arm, Letters]
    exchanged: dict[Arm, NDArray[np.bool_]]
    right: dict[Arm, NDArray[np.int8]]
    dataset: str = ""
    chances: dict[Arm, Floats] | None = None

    @property
    def direct(self) -> bool:
        """Whether answers were letters with their probabilities."""
        return self.chances is not None

    @property
    def runs(self) -> int:
        """How many runs each dilemma has at most."""
        return int(self.letters[Arm.UNBIASED].shape[1])

    def wrong(self, arm: Arm) -> Mask:
        """Return whether each readable decision in ``arm`` differs from that of the arm's program."""
        letters = self.letters[arm]
        wrong: Mask = (letters < UNPARSED) & (letters != self.right[arm][:, None])
        return wrong

    def options(self, arm: Arm) -> Sums:
        """Return how much of each answer went to A and to B, shape (dilemmas, runs, 2): 0 or 1, or a probability."""
        if self.chances is not None:
            return self.chances[arm]
        chosen: Counts = (self.letters[arm][:, :, None] == np.array([A, B])).astype(np.int64)
        return chosen

    def wrong_and_right(self, arm: Arm) -> tuple[Sums, Sums]:
        """Return how much of each answer went to the wrong and to the right option; neither where it is unreadable."""
        options = self.options(arm)
        first_right = self.right[arm][:, None] == A
        first, second = options[:, :, A], options[:, :, B]
        return np.where(first_right, second, first), np.where(first_right, first, second)

    def errors(self, arm: Arm) -> Sums:
        """Return whether each decision is wrong, or how probable the wrong option is among both; 0 if unreadable."""
        wrong, right = self.wrong_and_right(arm)
        if not self.direct:
            return wrong
        shares: Floats = np.divide(wrong, wrong + right, out=np.zeros(wrong.shape), where=wrong + right > 0)
        return shares

    def readable(self, *arms: Arm) -> Mask:
        """Return whether a run's decisions in all of ``arms`` are A or B."""
        readable: Mask = np.logical_and.reduce([self.letters[arm] < UNPARSED for arm in arms])
        return readable

    def answered(self, *arms: Arm) -> Mask:
        """Return whether a run was answered in all of ``arms``, readable or not."""
        answered: Mask = np.logical_and.reduce([self.letters[arm] < MISSING for arm in arms])
        return answered


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
            given = [getattr(part, field.name) for part in parts]
            nested = isinstance(given[0], Columns)
            columns[field.name] = type(given[0]).joined(given) if nested else np.concatenate(given)
        return cls(**columns)


@dataclass(frozen=True)
class Contrast(Columns):
    """An arm against a reference arm, in the ``runs`` of each dilemma that are readable in both.

    ``wrong`` and ``reference_wrong`` are the decisions in each arm that are not the program's. ``asked`` runs were
    answered in both arms; over these, ``least`` and ``most`` are the differences of wrong decisions if each unparsed
    decision had been the one that makes the difference smallest, or largest. In a direct evaluation, the probability
    of the wrong option takes the place of the wrong decision, and what went to neither option that of the unparsed one.
    """

    runs: Counts
    wrong: Sums
    reference_wrong: Sums
    asked: Counts
    least: Sums
    most: Sums

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
    """Arrays with one entry for each subject and dilemma; counts are of runs.

    ``cluster`` is what was sampled independently: the series where a dilemma has one, else the dilemma; ``series`` is
    empty where there is none. ``effect`` is the contrast of the report's estimand; ``net`` is biased against unbiased,
    ``placebo`` biased against placebo, ``counter`` counter against placebo. ``right_to_wrong`` and ``wrong_to_right``
    count the flips of the runs in ``net``. ``noise_…`` is the share of pairs of runs of the same text in the same order
    that differ (NaN without such a pair), ``excess`` what flips exceed them by. All are NaN where an evaluation is
    direct: nothing is drawn.
    ``unanswered`` runs lack an arm. ``solved``: most readable decisions on the unbiased text are the program's.
    Complexities are NaN where they were not measured, and ``tier`` is -1 there.
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

    @property
    def direct(self) -> bool:
        """Whether answers were probabilities: nothing was drawn, so that nothing can flip."""
        return bool(np.isnan(self.right_to_wrong).any())

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
    found: Mask = column == (np.array(wanted, dtype=object) if isinstance(wanted, str) else wanted)
    return found


def score(decisions: DecisionArrays, tiers: Tiers, estimand: Estimand) -> Scores:
    """Count what each dilemma shows about the subject."""
    undefined = np.full(len(decisions.items), np.nan) if decisions.direct else None
    unbiased, biased = decisions.wrong(Arm.UNBIASED), decisions.wrong(Arm.BIASED)
    both = decisions.readable(Arm.UNBIASED, Arm.BIASED)
    right = (decisions.readable(Arm.UNBIASED) & ~unbiased).sum(axis=1)
    net = contrast(decisions, Arm.BIASED, Arm.UNBIASED)
    placebo = contrast(decisions, Arm.BIASED, Arm.PLACEBO)
    return Scores(
        **_identity(decisions),
        tier=tiers.codes(measure_of(decisions.items, tiers.measure)),
        effect=net if estimand is Estimand.NET else placebo,
        net=net,
        placebo=placebo,
        counter=contrast(decisions, Arm.COUNTER, Arm.PLACEBO),
        unanswered=(~decisions.answered(Arm.UNBIASED, Arm.BIASED)).sum(axis=1),
        right_to_wrong=(both & ~unbiased & biased).sum(axis=1) if undefined is None else undefined,
        wrong_to_right=(both & unbiased & ~biased).sum(axis=1) if undefined is None else undefined,
        noise_unbiased=_noise(decisions, Arm.UNBIASED) if undefined is None else undefined,
        noise_biased=_noise(decisions, Arm.BIASED) if undefined is None else undefined,
        excess=_excess(decisions) if undefined is None else undefined,
        solved=right * 2 > decisions.readable(Arm.UNBIASED).sum(axis=1),
    )


def _noise(decisions: DecisionArrays, arm: Arm) -> Floats:
    return noise_floor(decisions.letters[arm], decisions.exchanged[arm])


def _excess(decisions: DecisionArrays) -> Floats:
    unbiased, biased = decisions.letters[Arm.UNBIASED], decisions.letters[Arm.BIASED]
    return excess_flips(unbiased, biased, decisions.exchanged[Arm.UNBIASED])


def contrast(decisions: DecisionArrays, arm: Arm, reference: Arm) -> Contrast:
    """Count the decisions of ``arm`` against those of ``reference``; all counts are 0 where one was not shown."""
    if arm not in decisions.letters or reference not in decisions.letters:
        return Contrast(*(np.zeros(len(decisions.items), dtype=np.int64) for _ in fields(Contrast)))
    both, asked = decisions.readable(arm, reference), decisions.answered(arm, reference)
    wrong, right = decisions.wrong_and_right(arm)
    other_wrong, other_right = decisions.wrong_and_right(reference)
    return Contrast(
        runs=both.sum(axis=1),
        wrong=(both * decisions.errors(arm)).sum(axis=1),
        reference_wrong=(both * decisions.errors(reference)).sum(axis=1),
        asked=asked.sum(axis=1),
        least=(asked * (wrong - (1 - other_right))).sum(axis=1),
        most=(asked * ((1 - right) - other_wrong)).sum(axis=1),
    )


def _identity(decisions: DecisionArrays) -> dict[str, NDArray[Any]]:
    items = decisions.items
    series = [item.provenance.series or "" for item in items]
    columns = {
        "subject": [decisions.subject] * len(items),
        "dataset": [decisions.dataset] * len(items),
        "pair_id": [item.id for item in items],
        "bias": [item.bias.value for item in items],
        "author": [item.provenance.author for item in items],
        "cluster": [f"series {name}" if name else item.id for name, item in zip(series, items, strict=True)],
        "series": series,
    }
    measures = {name: measure_of(items, name) for name in ("depth", "size", "inferences")}
    lengths = np.array([len(item.text(Arm.UNBIASED) or "") for item in items], dtype=np.float64)
    return {name: np.array(values, dtype=object) for name, values in columns.items()} | measures | {"length": lengths}


def score_all(evaluations: Sequence[DecisionArrays], tiers: Tiers, estimand: Estimand) -> Scores:
    """Count over the decisions of several evaluations, in their order."""
    return Scores.joined([score(one, tiers, estimand) for one in evaluations])
