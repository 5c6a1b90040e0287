"""A second opinion: another judge and another decider look at pairs that a first ones let pass."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from probe.analysis.statistics.intervals import wilson_of_counts
from probe.filters.stage import Stage
from probe.ports import CandidateStore
from probe.services.workers import Worked, work_through
from probe.values import Bias, Candidate, CandidateState, Pair, StageOutcome, Value

OPINION_STAGES = ("bias_existence", "decision")
"""The stages that rest on a model's word about the texts, and can be repeated without the programs."""


@dataclass(frozen=True)
class SecondOpinion:
    """What the stages said of each pair, in the order of the pairs; None where a model did not answer."""

    pairs: tuple[Pair, ...]
    candidates: tuple[Candidate | None, ...]
    worked: Worked


class Agreement(Value):
    """How many pairs of a bias (None: of all) a repeated stage accepts, with Wilson's 95 % interval of the share.

    The pairs of a dataset passed its first judge and decider, so that acceptance is agreement with them.
    """

    stage: str
    bias: Bias | None
    pairs: int
    agree: int
    share: float
    low: float
    high: float


class Disagreement(Value):
    """A pair that a repeated stage would have rejected, and why."""

    pair_id: str
    bias: Bias
    stage: str
    reason: str


async def second_opinion(
    pairs: Sequence[Pair],
    stages: Sequence[Stage],
    store: CandidateStore,
    listener: Callable[[int], None] = lambda done: None,
) -> SecondOpinion:
    """Let every stage look at every pair, whatever the stage before it said, and keep what they said."""
    said: dict[int, Candidate] = {}

    async def work(numbered: tuple[int, Pair]) -> None:
        number, pair = numbered
        candidate = _candidate(pair, number)
        for stage in stages:
            candidate = await stage.examine(candidate)
        state = CandidateState.REJECTED if candidate.rejected_by else CandidateState.ACCEPTED
        store.keep_candidate(candidate, state)
        said[number] = candidate
        listener(len(said))

    worked = await work_through(list(enumerate(pairs)), work)
    found = tuple(said.get(number) for number in range(len(pairs)))
    return SecondOpinion(pairs=tuple(pairs), candidates=found, worked=worked)


def _candidate(pair: Pair, position: int) -> Candidate:
    return Candidate(
        bias=pair.bias,
        author=pair.provenance.author,
        expansion=0,
        position=position,
        texts=pair.texts,
        programs=pair.programs,
        correct_option=pair.correct_option,
        complexity=pair.complexity,
    )


def agreements(opinion: SecondOpinion) -> tuple[Agreement, ...]:
    """Return the agreement of each stage that ran, over all pairs and then by bias."""
    given = [
        (result.stage, candidate.bias, result.outcome is StageOutcome.ACCEPTED)
        for candidate in opinion.candidates
        if candidate is not None
        for result in candidate.results
        if result.outcome in (StageOutcome.ACCEPTED, StageOutcome.REJECTED)
    ]
    return tuple(
        _agreement(stage, bias, accepted)
        for stage in dict.fromkeys(stage for stage, _, _ in given)
        for bias in (None, *Bias)
        if (accepted := [yes for where, what, yes in given if where == stage and bias in (None, what)])
    )


def _agreement(stage: str, bias: Bias | None, accepted: Sequence[bool]) -> Agreement:
    interval = wilson_of_counts(sum(accepted), len(accepted))
    return Agreement(
        stage=stage,
        bias=bias,
        pairs=len(accepted),
        agree=sum(accepted),
        share=sum(accepted) / len(accepted),
        low=interval.low,
        high=interval.high,
    )


def disagreements(opinion: SecondOpinion) -> tuple[Disagreement, ...]:
    """Return every rejection, in the order of the pairs."""
    return tuple(
        Disagreement(pair_id=pair.id, bias=pair.bias, stage=result.stage, reason=result.reason)
        for pair, candidate in zip(opinion.pairs, opinion.candidates, strict=True)
        if candidate is not None
        for result in candidate.results
        if result.outcome is StageOutcome.REJECTED
    )
