"""The state of a generation: counts of its candidates, the keys of those that were accepted, and how to go on."""

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from probe.values import Bias, Candidate, Option, StageOutcome

INTERRUPTED = "interrupted"
PRIOR = 10
"""Accepted candidates that an estimate of the work adds, so that one early rejection does not dominate it."""


@dataclass
class Progress:
    """Counts of one generation of ``per_bias`` pairs for each of ``biases``, for displays and the manifest.

    ``offered`` counts candidates that authors wrote, ``repeated`` identical ones, ``surplus`` those that were not
    needed, all by bias. ``translated`` counts candidates by the number of their translations, ``failed_first`` and
    ``failed_last`` the checks that the first and the last translation failed ("" if it failed none).
    ``checked_count`` counts candidates whose checks have ended, also those that wait for their turn to be accepted.
    ``by_stage`` counts the outcomes of each stage, ``by_depth`` the certified candidates by the depth of their proof
    and by outcome.
    """

    per_bias: int
    biases: tuple[Bias, ...] = ()
    accepted: Counter[Bias] = field(default_factory=Counter)
    offered: Counter[Bias] = field(default_factory=Counter)
    repeated: Counter[Bias] = field(default_factory=Counter)
    surplus: Counter[Bias] = field(default_factory=Counter)
    unanswered: Counter[Bias] = field(default_factory=Counter)
    rejected: Counter[tuple[Bias, str]] = field(default_factory=Counter)
    rejected_authors: Counter[tuple[str, Bias, str]] = field(default_factory=Counter)
    option_a: Counter[Bias] = field(default_factory=Counter)
    offered_by: Counter[str] = field(default_factory=Counter)
    accepted_by: Counter[tuple[Bias, str]] = field(default_factory=Counter)
    by_stage: Counter[tuple[str, StageOutcome]] = field(default_factory=Counter)
    of_accepted: Counter[tuple[str, StageOutcome]] = field(default_factory=Counter)
    by_depth: Counter[tuple[int, str]] = field(default_factory=Counter)
    expansions: Counter[Bias] = field(default_factory=Counter)
    translated: Counter[int] = field(default_factory=Counter)
    failed_first: Counter[str] = field(default_factory=Counter)
    failed_last: Counter[str] = field(default_factory=Counter)
    checked_count: int = 0
    round: int = 0
    notices: list[str] = field(default_factory=list)

    def offer(self, candidate: Candidate) -> None:
        """Count a candidate that an author wrote."""
        self.offered[candidate.bias] += 1
        self.offered_by[candidate.author] += 1

    @property
    def target_count(self) -> int:
        """The number of pairs that the generation is to accept."""
        return self.per_bias * len(self.biases)

    def work(self) -> tuple[float, float]:
        """Return the work done, and that expected in all, in candidates.

        Writing a candidate is half of its work, checking it the other half. How many more are needed follows from the
        share of those that were rejected so far. Pairs are accepted in blocks, and would show progress too late.
        """
        rejected_count = self.rejected.total() + self.unanswered.total()
        needed_count = self.target_count / (1 - rejected_count / (max(self.checked_count, rejected_count) + PRIOR))
        return (min(self.offered.total(), needed_count) + min(self.checked_count, needed_count)) / 2, needed_count

    @property
    def unchecked_count(self) -> int:
        """How many candidates are written and not checked yet."""
        return max(0, self.offered.total() - self.repeated.total() - self.checked_count)

    def reject(self, candidate: Candidate) -> None:
        """Count a candidate that a stage rejected or a model left unanswered."""
        rejection = candidate.rejected_by
        assert rejection is not None
        if candidate.unanswered:
            self.unanswered[candidate.bias] += 1
            return
        self.rejected[candidate.bias, rejection.stage] += 1
        self.rejected_authors[candidate.author, candidate.bias, rejection.stage] += 1
        self._count(candidate, "rejected")

    def accept(self, candidate: Candidate) -> None:
        """Count an accepted candidate."""
        self.accepted[candidate.bias] += 1
        self.accepted_by[candidate.bias, candidate.author] += 1
        self.option_a[candidate.bias] += candidate.correct_option is Option.A
        self.of_accepted.update((result.stage, result.outcome) for result in candidate.results)
        self._count(candidate, "accepted")

    def _count(self, candidate: Candidate, outcome: str) -> None:
        # The last result of a stage counts.
        final_outcomes = {result.stage: result.outcome for result in candidate.results}
        self.by_stage.update(final_outcomes.items())
        if candidate.failed_checks:
            self.translated[len(candidate.failed_checks)] += 1
            self.failed_first.update(candidate.failed_checks[0] or ("",))
            self.failed_last.update(candidate.failed_checks[-1] or ("",))
        is_certified = candidate.certificate is not None and candidate.certificate.passed
        if is_certified and candidate.complexity.depth is not None:
            self.by_depth[candidate.complexity.depth, outcome] += 1


class CandidateKey(NamedTuple):
    """The key of a candidate in its run's file."""

    bias: Bias
    author: str
    expansion: int
    position: int


@dataclass(frozen=True)
class Generation:
    """The outcome of a run: the keys of the accepted candidates, in order, and why it ended (None: complete).

    It was ``stopped`` by a budget, a provider or the user, so that a repetition may go on.
    """

    accepted_keys: tuple[CandidateKey, ...]
    progress: Progress
    end_reason: str | None
    stopped: bool = False

    @property
    def interrupted(self) -> bool:
        """Whether the user stopped it."""
        return self.end_reason == INTERRUPTED


PUBLISHED_YIELD = 0.15
"""The share of candidates that the published run of GPT-4o mini accepted: 806 of 5,278 (PROBE-SWE, Table 2)."""


@dataclass(frozen=True)
class Widening:
    """Prepare as many expansions together as will probably give the pairs that are missing.

    ``expected`` is the share of candidates that is accepted (0 to 1), as far as is known before a run; it counts as
    much as the candidates that it takes for one accepted pair. ``size`` is the number of candidates of an expansion.
    """

    expected: float
    size: int
    max_width: int = 50

    def width(self, missing_count: int, accepted_count: int, offered_count: int, author_count: int) -> int:
        """Return the number of expansions (1 to ``max_width``), from the counts of one bias so far."""
        share = (accepted_count + 1) / (offered_count + 1 / self.expected)
        return min(self.max_width, max(1, math.ceil(missing_count / (share * self.size * author_count))))
