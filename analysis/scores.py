"""Scores: what each dilemma shows about each subject. The dilemma is the unit: its runs are averaged first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from probe.analysis.depth.tiers import Tiers, measure_of
from probe.values import Arm, Bias, Pair

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
Texts = NDArray[np.object_]
Mask = NDArray[np.bool_]
Letters = NDArray[np.int8]
"""Decisions in the letters of the text as written, shape (dilemmas, runs)."""

A, B, UNPARSED, MISSING = 0, 1, 2, 3
"""Codes of a decision; ``MISSING`` was not asked or not answered."""

OUTCOMES = ("flips", "right_to_wrong", "wrong_to_right", "harmful", "error_on_unbiased")
"""What is counted in a dilemma's readable runs; ``harmful``: the biased decision is not the program's."""


@dataclass(frozen=True)
class DecisionArrays:
    """One subject's decisions on one dataset, one row per dilemma and one column per run.

    ``correct`` is the program's option of each dilemma (0 for A, 1 for B). ``letters`` and ``exchanged`` hold, for
    each arm that was shown, the decision and whether the options were shown exchanged.
    """

    subject: str
    pairs: tuple[Pair, ...]
    correct: NDArray[np.int8]
    letters: dict[Arm, Letters]
    exchanged: dict[Arm, NDArray[np.bool_]]

    @property
    def runs(self) -> int:
        """How many runs each dilemma has at most."""
        return int(self.letters[Arm.UNBIASED].shape[1])

    def wrong(self, arm: Arm) -> NDArray[np.bool_]:
        """Return whether each readable decision in ``arm`` differs from the program's."""
        letters = self.letters[arm]
        wrong: NDArray[np.bool_] = (letters < UNPARSED) & (letters != self.correct[:, None])
        return wrong

    def readable(self, *arms: Arm) -> NDArray[np.bool_]:
        """Return whether a run's decisions in all of ``arms`` are A or B."""
        readable: NDArray[np.bool_] = np.logical_and.reduce([self.letters[arm] < UNPARSED for arm in arms])
        return readable

    def answered(self, *arms: Arm) -> NDArray[np.bool_]:
        """Return whether a run was answered in all of ``arms``, readable or not."""
        answered: NDArray[np.bool_] = np.logical_and.reduce([self.letters[arm] < MISSING for arm in arms])
        return answered


@dataclass(frozen=True)
class Scores:
    """Arrays with one entry for each subject and dilemma; counts are of runs.

    ``asked`` runs were answered in both arms. Of these, ``unread`` ones have a decision that could not be read;
    outcomes are counted in the ``readable`` rest. ``unanswered`` runs lack an arm. ``solved``: most readable decisions
    on the unbiased text are the program's. ``placebo_runs`` counts the runs readable in the biased and the placebo
    arm, ``harmful_minus_placebo`` the wrong decisions on biased minus those on placebo in them; ``counter_…`` is the
    same for the counter arm. Complexities are NaN where they were not measured, and ``tier`` is -1 there.
    """

    subject: Texts
    pair_id: Texts
    bias: Texts
    author: Texts
    tier: NDArray[np.int8]
    depth: Floats
    size: Floats
    inferences: Floats
    length: Floats
    asked: Counts
    unread: Counts
    unanswered: Counts
    flips: Counts
    right_to_wrong: Counts
    wrong_to_right: Counts
    harmful: Counts
    error_on_unbiased: Counts
    solved: Mask
    placebo_runs: Counts
    harmful_minus_placebo: Counts
    counter_runs: Counts
    counter_minus_placebo: Counts

    @property
    def readable(self) -> Counts:
        """Runs whose decisions are readable in both arms."""
        return self.asked - self.unread

    @property
    def biases(self) -> tuple[str, ...]:
        """The biases, each once: the packaged ones in their usual order, then a user's own by name."""
        return in_usual_order(self.bias)

    def __len__(self) -> int:
        return len(self.subject)

    def where(self, mask: Mask) -> "Scores":
        """Return the entries that ``mask`` keeps."""
        return replace(self, **{field.name: getattr(self, field.name)[mask] for field in fields(self)})

    def take(self, places: NDArray[np.intp]) -> "Scores":
        """Return the entries at ``places``, in that order."""
        return replace(self, **{field.name: getattr(self, field.name)[places] for field in fields(self)})

    def of(self, *, subject: str | None = None, bias: str | None = None, tier: int | None = None) -> "Scores":
        """Return the entries of one subject, bias or tier; None keeps all."""
        mask = np.ones(len(self), dtype=np.bool_)
        for name, wanted in (("subject", subject), ("bias", bias), ("tier", tier)):
            if wanted is not None:
                mask &= equal(getattr(self, name), wanted)
        return self.where(mask)

    def rate(self, outcome: str) -> float:
        """Return the mean over dilemmas of an outcome's share; exact where all dilemmas have equally many runs."""
        used = self.where(self.readable > 0)
        readable = used.readable
        counts: Counts = getattr(used, outcome)
        if np.all(readable == readable[0]):
            return int(counts.sum()) / int(readable.sum())
        return float(np.mean(counts / readable))

    def share(self, outcome: str) -> Floats:
        """Return an outcome's share of each dilemma's readable runs, 0 to 1; NaN where there is none."""
        counts: Counts = getattr(self, outcome)
        readable = self.readable
        shares: Floats = np.divide(counts, readable, out=np.full(len(self), np.nan), where=readable > 0)
        return shares


def in_usual_order(biases: Iterable[str]) -> tuple[str, ...]:
    """Return ``biases``, each once: the packaged ones in their usual order, then a user's own by name."""
    return tuple(bias.value for bias in Bias.in_order(Bias(name) for name in set(biases)))


def equal(column: NDArray[Any], wanted: object) -> Mask:
    """Return which entries equal ``wanted``; numpy alone would strip a text's trailing null characters first."""
    found: Mask = column == (np.array(wanted, dtype=object) if isinstance(wanted, str) else wanted)
    return found


def score(decisions: DecisionArrays, tiers: Tiers) -> Scores:
    """Count what each dilemma shows about the subject."""
    unbiased, biased = decisions.wrong(Arm.UNBIASED), decisions.wrong(Arm.BIASED)
    both = decisions.readable(Arm.UNBIASED, Arm.BIASED)
    asked = decisions.answered(Arm.UNBIASED, Arm.BIASED)
    right = (decisions.readable(Arm.UNBIASED) & ~unbiased).sum(axis=1)
    placebo_runs, harmful_minus_placebo = _contrast(decisions, Arm.BIASED)
    counter_runs, counter_minus_placebo = _contrast(decisions, Arm.COUNTER)
    return Scores(
        **_identity(decisions),
        tier=tiers.codes(measure_of(decisions.pairs, tiers.measure)),
        asked=asked.sum(axis=1),
        unread=(asked & ~both).sum(axis=1),
        unanswered=(~asked).sum(axis=1),
        flips=(both & (unbiased != biased)).sum(axis=1),
        right_to_wrong=(both & ~unbiased & biased).sum(axis=1),
        wrong_to_right=(both & unbiased & ~biased).sum(axis=1),
        harmful=(both & biased).sum(axis=1),
        error_on_unbiased=(both & unbiased).sum(axis=1),
        solved=right * 2 > decisions.readable(Arm.UNBIASED).sum(axis=1),
        placebo_runs=placebo_runs,
        harmful_minus_placebo=harmful_minus_placebo,
        counter_runs=counter_runs,
        counter_minus_placebo=counter_minus_placebo,
    )


def _identity(decisions: DecisionArrays) -> dict[str, NDArray[Any]]:
    pairs = decisions.pairs
    columns = {
        "subject": [decisions.subject] * len(pairs),
        "pair_id": [pair.id for pair in pairs],
        "bias": [pair.bias.value for pair in pairs],
        "author": [pair.provenance.author for pair in pairs],
    }
    measures = {name: measure_of(pairs, name) for name in ("depth", "size", "inferences")}
    lengths = np.array([len(pair.unbiased) for pair in pairs], dtype=np.float64)
    return {name: np.array(values, dtype=object) for name, values in columns.items()} | measures | {"length": lengths}


def _contrast(decisions: DecisionArrays, arm: Arm) -> tuple[Counts, Counts]:
    """Return the runs readable in ``arm`` and in placebo, and in them wrong in ``arm`` minus wrong in placebo."""
    nothing = np.zeros(len(decisions.pairs), dtype=np.int64)
    if Arm.PLACEBO not in decisions.letters or arm not in decisions.letters:
        return nothing, nothing
    both = decisions.readable(arm, Arm.PLACEBO)
    difference = decisions.wrong(arm).astype(np.int64) - decisions.wrong(Arm.PLACEBO)
    return both.sum(axis=1), np.where(both, difference, 0).sum(axis=1)


def score_all(evaluations: Sequence[DecisionArrays], tiers: Tiers) -> Scores:
    """Count over the decisions of several evaluations, in their order."""
    parts = [score(one, tiers) for one in evaluations]
    return Scores(
        **{field.name: np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Scores)}
    )
