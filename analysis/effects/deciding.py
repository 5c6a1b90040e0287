"""Whether a subject decides by the facts at all: at chance on unbiased texts, or the same answer every time."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NamedTuple

import numpy as np
from scipy import stats

from probe.analysis.arrays import UNPARSED, A, B, DecisionArrays, Floats
from probe.analysis.scores import Scores, codes_of
from probe.analysis.statistics import methods
from probe.analysis.statistics.differences import Effect, mean_share
from probe.analysis.statistics.intervals import LEVEL, cluster_deviations, critical_value, rate
from probe.analysis.statistics.weights import EQUALLY, MINIMUM
from probe.analysis.tables import EstimateHeading, Gap, Heading, Table, make_table, percent
from probe.values import Arm

Basis = Literal["better than chance", "at chance", "worse than chance", "mixed", "same answer", "not tested"]

COLLAPSE = 0.99
"""Share of one answer above which a subject no longer decides (BiasBuster counts below 1 % and above 99 %)."""
CHANCE = 0.5
"""The error rate of a coin."""

WIDEST = 0.5
"""Width of an interval from which on the error rate may be anything: chance is then neither shown nor excluded."""

ANSWERS = ("the option shown first", "the option shown second", "option A as written", "option B as written")
"""What a subject may answer every time."""


UNABLE: Mapping[str, str] = {
    "at chance": "cannot be told from guessing",
    "worse than chance": "errs more often than a coin",
}
"""Why a subject cannot be judged, by what its decisions rest on, unless it gives the same answer every time."""

ALWAYS_SAME = "chooses {answer} whatever the facts"
"""Why a subject cannot be judged that gives one of ``ANSWERS`` every time."""

VERDICTS = frozenset((*UNABLE.values(), *(ALWAYS_SAME.format(answer=answer) for answer in ANSWERS)))
"""All reasons why a subject cannot be judged, as results record them."""


class Deciding(NamedTuple):
    """One subject: what its decisions rest on, as far as errors on unbiased texts and its answers show.

    ``most_frequent`` is one of ``ANSWERS``, ``share`` how often it was given over all arms. ``wrong_there`` are the
    independent scenarios in which this answer is wrong, ``p`` the exact probability that a coin errs in all of them.
    """

    subject: Annotated[str, Heading("subject")]
    dilemmas: Annotated[int, Heading("dilemmas", "count")]
    clusters: Annotated[int, Heading("independent scenarios", "count")]
    error: Annotated[Effect | Gap, EstimateHeading("error rate on unbiased texts", "share", prefix="error_")]
    most_frequent: Annotated[str | Gap, Heading("most frequent answer")]
    share: Annotated[float | Gap, Heading("its share", "share")]
    wrong_there: Annotated[int, Heading("scenarios in which it is wrong", "count")]
    p: Annotated[float, Heading("p of that by chance", "p")]
    basis: Annotated[Basis, Heading("decides")]

    @property
    def uninformed(self) -> bool:
        """Whether nothing shows that the facts move its decisions: then no effect of a cue is the first result."""
        return self.basis == "same answer" or self.basis in UNABLE


class _Answers(NamedTuple):
    """Readable decisions of all arms: the option as written, the position where it was shown, what was right, where."""

    option: Floats
    position: Floats
    right: Floats
    right_position: Floats
    cluster: np.ndarray


def deciding(scores: Scores, decisions: Sequence[DecisionArrays]) -> tuple[Deciding, ...]:
    """Return a row for each subject.

    The error rate of a coin is 50 %, regardless of the right letters. The interval is Wilson's over clusters. A subject
    is at chance where it contains 50 %, unless single biases differ from it (mixed). It gives the same answer where one
    of ``ANSWERS`` has more than ``COLLAPSE`` of all, and is wrong in so many clusters that a coin would hardly be wrong
    in all (exact, 1 / 2^k): where the same option is always right, choosing it is not a flaw.
    """
    return tuple(
        _row(subject, scores.of(subject=subject), [arrays for arrays in decisions if arrays.subject == subject])
        for subject in scores.subjects
    )


def _row(subject: str, scores: Scores, decisions: Sequence[DecisionArrays]) -> Deciding:
    readable = scores[scores.net.runs > 0]
    errors = readable.net.reference_error
    people = readable.crossed_in(-1)
    error = mean_share(errors, readable.clusters, codes_of(readable.bias), people) or Gap(reason="no readable decision")
    name, share, wrong_count = _most_frequent(_answers(decisions))
    # Scenarios are counted, not runs, which repeat each other: a coin errs in all of k scenarios once in 2ᵏ.
    p = float(stats.binom.pmf(wrong_count, wrong_count, CHANCE))
    counts = len(readable), len(set(readable.cluster))
    same_answer = not isinstance(share, Gap) and share > COLLAPSE and p < 1 - LEVEL
    return Deciding(
        subject, *counts, error, name, share, wrong_count, p, "same answer" if same_answer else _basis(error, readable)
    )


def _basis(error: Effect | Gap, readable: Scores) -> Basis:
    if isinstance(error, Gap) or len(readable) < MINIMUM:
        return "not tested"
    if not error.low <= CHANCE <= error.high:
        return "better than chance" if error.high < CHANCE else "worse than chance"
    if error.high - error.low > WIDEST:
        return "not tested"
    return (
        "mixed"
        if any(_off_chance(readable.of(bias=bias), len(readable.biases)) for bias in readable.biases)
        else "at chance"
    )


def _off_chance(entries: Scores, test_count: int) -> bool:
    """Return whether the error rate on one bias differs from chance, with Bonferroni's adjustment."""
    # A single bias is all of the data, and its interval was checked above.
    if len(entries) < MINIMUM or test_count < 2:
        return False
    errors = entries.net.reference_error
    deviations = cluster_deviations(errors[:, None], entries.clusters).with_people(entries.crossed_in(-1), len(entries))
    error_rate = rate(errors, deviations)
    low, high = error_rate.limits(critical_value(error_rate.freedom, (1 - LEVEL) / test_count))
    return not low <= CHANCE <= high


def _answers(decisions: Sequence[DecisionArrays]) -> _Answers:
    arm_answers = [_of_arm(arrays, arm) for arrays in decisions for arm in arrays.letters]
    return _Answers(*(np.concatenate(column) for column in zip(*arm_answers, strict=True)))


def _of_arm(arrays: DecisionArrays, arm: Arm) -> _Answers:
    letters, exchanged = arrays.letters[arm], arrays.exchanged[arm]
    readable = letters < UNPARSED
    right = np.broadcast_to(arrays.right[arm][:, None], letters.shape)
    names = np.array([pair.provenance.series or pair.id for pair in arrays.items], dtype=object)
    clusters = np.broadcast_to(names[:, None], letters.shape)
    columns = letters, letters != exchanged, right, right != exchanged
    option, position, answer, right_position = (column[readable].astype(np.float64) for column in columns)
    return _Answers(option, position, answer, right_position, clusters[readable])


def _most_frequent(answers: _Answers) -> tuple[str | Gap, float | Gap, int]:
    """Return the most frequent answer, its share, and the number of clusters in which it is wrong."""
    if not len(answers.option):
        gap = Gap(reason="no readable decision")
        return gap, gap, 0
    codings = ((answers.position, answers.right_position), (answers.option, answers.right))
    shares = [float(np.mean(choices == code)) for choices, _ in codings for code in (A, B)]
    index = int(np.argmax(shares))
    wrong = answers.cluster[codings[index // 2][1] != index % 2]
    return ANSWERS[index], shares[index], len(set(wrong))


def unjudged_subjects(rows: Sequence[Deciding]) -> dict[str, str]:
    """Return the subjects that cannot be judged, each with the reason.

    The one rule of all reports: no conclusion over subjects (a ranking, a comparison, a mean, a trend) contains such a
    subject, and each names those it leaves out. An effect on decisions that do not rest on the facts means nothing: a
    subject that guesses would pass for one that resists the cue. Tables show its numbers.
    """
    # The option is named: to choose the first one shown is a habit that other questions would reveal as well.
    return {
        row.subject: UNABLE.get(row.basis, ALWAYS_SAME.format(answer=row.most_frequent))
        for row in rows
        if row.uninformed
    }


def sentences(rows: Sequence[Deciding]) -> dict[str, str]:
    """Return a passage for each subject whose decisions do not show that the facts move them."""
    return {row.subject: _passage(row) for row in rows if row.uninformed}


def _passage(row: Deciding) -> str:
    assert not isinstance(row.error, Gap)
    if row.basis == "same answer":
        return (
            f"{row.subject} gives the same answer whatever the facts are: {row.most_frequent} in "
            f"{percent(_number(row.share))} of its answers. No effect of a cue can be measured on it."
        )
    error = f"{percent(row.error.estimate)} (95 % interval {percent(row.error.low)} to {percent(row.error.high)})"
    finding = "is worse than guessing" if row.basis == "worse than chance" else "cannot be told from guessing"
    return (
        f"{row.subject} {finding}: its error rate on unbiased texts is {error}, where a coin has 50 %. An effect "
        "near zero is then no sign of resistance to the cue."
    )


def _number(share: float | Gap) -> float:
    return np.nan if isinstance(share, Gap) else share


def table(rows: Sequence[Deciding]) -> Table:
    """Return the rows as a table."""
    notes = (
        EQUALLY,
        "At chance: the interval of the error rate on unbiased texts contains the 50 % of a coin. Mixed: it does, but "
        "not on every bias (Bonferroni). Same answer: one answer is over "
        f"{100 * COLLAPSE:.0f} % of all, in all arms, and is wrong in so many scenarios that a coin would hardly be "
        f"wrong in all of them (exact). Where the interval is wider than {100 * WIDEST:.0f} points, or there are fewer "
        f"than {MINIMUM} dilemmas, nothing is tested.",
        methods.RATE,
    )
    return make_table("deciding", "Whether subjects decide by the facts", Deciding, rows, notes=notes)
