"""Scores: what each dilemma says about each subject. The dilemma is the unit: runs are averaged within it first."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from probe.analysis.sheet import Sheet
from probe.analysis.tiers import Tiers, measure_of
from probe.values import Arm

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
Texts = NDArray[np.object_]
Mask = NDArray[np.bool_]

OUTCOMES = ("flips", "right_to_wrong", "wrong_to_right", "harmful", "unbiased_error")
"""What is counted in a dilemma's readable runs; ``harmful``: the biased decision is not the program's."""


@dataclass(frozen=True)
class Scores:
    """Arrays with one entry for each subject and dilemma; counts are of runs.

    ``asked`` runs were answered in both arms; of these ``unread`` have a decision that could not be read, and the
    ``readable`` rest is what the outcomes are counted in. ``unanswered`` runs lack an arm. ``solved`` tells whether
    most readable unbiased decisions are the program's. ``placebo_runs`` counts the runs that are readable in the
    biased and the placebo arm, and ``harmful_minus_placebo`` the wrong decisions on biased less those on placebo in
    them; ``counter_…`` likewise for wrong on counter less wrong on placebo. Complexities are not-a-number where they
    were not measured, and ``tier`` is -1 there.
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
    unbiased_error: Counts
    solved: Mask
    placebo_runs: Counts
    harmful_minus_placebo: Counts
    counter_runs: Counts
    counter_minus_placebo: Counts

    @property
    def readable(self) -> Counts:
        """Runs whose decisions are readable in both arms."""
        return self.asked - self.unread

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
        """Return an outcome's share of each dilemma's readable runs, 0 to 1; not-a-number where there is none."""
        counts: Counts = getattr(self, outcome)
        readable = self.readable
        shares: Floats = np.divide(counts, readable, out=np.full(len(self), np.nan), where=readable > 0)
        return shares


def equal(column: NDArray[Any], wanted: object) -> Mask:
    """Tell which entries equal ``wanted``; numpy alone would strip a text's trailing null characters first."""
    found: Mask = column == (np.array(wanted, dtype=object) if isinstance(wanted, str) else wanted)
    return found


def score(sheet: Sheet, tiers: Tiers) -> Scores:
    """Count what each dilemma of ``sheet`` says about its subject."""
    unbiased, biased = sheet.wrong(Arm.UNBIASED), sheet.wrong(Arm.BIASED)
    both = sheet.readable(Arm.UNBIASED, Arm.BIASED)
    asked = sheet.answered(Arm.UNBIASED, Arm.BIASED)
    right = (sheet.readable(Arm.UNBIASED) & ~unbiased).sum(axis=1)
    placebo_runs, harmful_minus_placebo = _contrast(sheet, Arm.BIASED)
    counter_runs, counter_minus_placebo = _contrast(sheet, Arm.COUNTER)
    return Scores(
        **_identity(sheet),
        tier=tiers.codes(measure_of(sheet.pairs, tiers.measure)),
        asked=asked.sum(axis=1),
        unread=(asked & ~both).sum(axis=1),
        unanswered=(~asked).sum(axis=1),
        flips=(both & (unbiased != biased)).sum(axis=1),
        right_to_wrong=(both & ~unbiased & biased).sum(axis=1),
        wrong_to_right=(both & unbiased & ~biased).sum(axis=1),
        harmful=(both & biased).sum(axis=1),
        unbiased_error=(both & unbiased).sum(axis=1),
        solved=right * 2 > sheet.readable(Arm.UNBIASED).sum(axis=1),
        placebo_runs=placebo_runs,
        harmful_minus_placebo=harmful_minus_placebo,
        counter_runs=counter_runs,
        counter_minus_placebo=counter_minus_placebo,
    )


def _identity(sheet: Sheet) -> dict[str, NDArray[Any]]:
    pairs = sheet.pairs
    columns = {
        "subject": [sheet.subject] * len(pairs),
        "pair_id": [pair.id for pair in pairs],
        "bias": [pair.bias.value for pair in pairs],
        "author": [pair.provenance.author for pair in pairs],
    }
    measures = {name: measure_of(pairs, name) for name in ("depth", "size", "inferences")}
    lengths = np.array([len(pair.unbiased) for pair in pairs], dtype=np.float64)
    return {name: np.array(values, dtype=object) for name, values in columns.items()} | measures | {"length": lengths}


def _contrast(sheet: Sheet, arm: Arm) -> tuple[Counts, Counts]:
    """Return the runs readable in ``arm`` and in placebo, and wrong in ``arm`` less wrong in placebo among them."""
    nothing = np.zeros(len(sheet.pairs), dtype=np.int64)
    if Arm.PLACEBO not in sheet.letters or arm not in sheet.letters:
        return nothing, nothing
    both = sheet.readable(arm, Arm.PLACEBO)
    difference = sheet.wrong(arm).astype(np.int64) - sheet.wrong(Arm.PLACEBO)
    return both.sum(axis=1), np.where(both, difference, 0).sum(axis=1)


def score_all(sheets: Sequence[Sheet], tiers: Tiers) -> Scores:
    """Count over several sheets; the entries stand in the order of the sheets."""
    parts = [score(sheet, tiers) for sheet in sheets]
    return Scores(
        **{field.name: np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Scores)}
    )
