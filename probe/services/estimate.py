"""What a generation will take, before any model is asked: calls, tokens and money."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from probe.filters.asking import ROLES
from probe.filters.bias_judge import pair_question
from probe.filters.certificate import translation_question
from probe.filters.grounding import grounding_question
from probe.filters.round_trip import rebuild_question
from probe.filters.settings import CascadeSettings
from probe.prompts import Prompts
from probe.services.author import EXPANSION_SIZE, expansion_question
from probe.values import Bias, Corpus, Message, Purpose, Seed, Value

ACCEPTED = 806
REJECTED: Mapping[str, int] = {
    "pair_similarity": 1367,
    "collision": 79,
    "certificate": 1026,
    "round_trip": 743,
    "decision": 516,
    "bias_judge": 741,
}
"""Pairs that GPT-4o mini had accepted, and rejected by filter, in the published run (PROBE-SWE, Table 2 and its data).

They are read here in the order of our cascade; a stage that the paper does not count is taken to reject nothing.
"""
CHARACTERS_A_TOKEN = 4
"""English prose and Prolog have about four characters a token."""
SHORT_ANSWER = 60
"""Tokens of an explanation with its decision: one or two sentences."""


class CallEstimate(Value):
    """The calls of one purpose: how many, and the tokens of all of them together."""

    purpose: Purpose
    role: str
    calls: int
    prompt_tokens: int
    completion_tokens: int


class Estimate(Value):
    """What a generation of ``pairs`` will take; ``source`` says where the yield (accepted per offered) is from."""

    pairs: int
    offered: int
    source: str
    calls: tuple[CallEstimate, ...]

    @property
    def total(self) -> int:
        """All calls."""
        return sum(entry.calls for entry in self.calls)

    @property
    def prompt_tokens(self) -> int:
        """The tokens of all questions."""
        return sum(entry.prompt_tokens for entry in self.calls)

    @property
    def completion_tokens(self) -> int:
        """The tokens of all answers."""
        return sum(entry.completion_tokens for entry in self.calls)


class Learned(NamedTuple):
    """What a run's file tells: pairs accepted, candidates offered, and by purpose calls and mean tokens of each."""

    accepted: int
    offered: int
    calls: Mapping[str, tuple[int, float, float]]


def estimate_from_run(pairs: int, learned: Learned) -> Estimate:
    """Scale what a run took for each accepted pair (at least one) up to ``pairs``."""
    scale = pairs / learned.accepted
    calls = [
        _entry(purpose, number * scale, asked, answered)
        for purpose, (number, asked, answered) in sorted(learned.calls.items())
        if purpose in ROLES
    ]
    source = f"the run in this folder: {learned.accepted} accepted of {learned.offered} offered"
    return Estimate(pairs=pairs, offered=round(learned.offered * scale), source=source, calls=tuple(calls))


def estimate_from_seeds(
    pairs: int, biases: tuple[Bias, ...], corpus: Corpus, prompts: Prompts, cascade: CascadeSettings
) -> Estimate:
    """Estimate from the seeds' lengths and the published discards."""
    reached, left = _reached(cascade, pairs)
    offered = reached[cascade.stages[0]]
    needed = _calls(cascade, reached, left, offered)
    seeds = [corpus.seeds_of(bias)[0] for bias in biases]
    calls = []
    for purpose, number in needed.items():
        sizes = [_SIZES[purpose](seed, corpus, prompts) for seed in seeds]
        asked, answered = (sum(size[index] for size in sizes) / len(sizes) for index in (0, 1))
        calls.append(_entry(purpose, number, asked, answered))
    source = f"published discards of GPT-4o mini: {ACCEPTED} accepted of {ACCEPTED + sum(REJECTED.values())} offered"
    return Estimate(pairs=pairs, offered=round(offered), source=source, calls=tuple(calls))


def _reached(cascade: CascadeSettings, pairs: int) -> tuple[dict[str, float], dict[str, float]]:
    """Return how many candidates reach each stage, and how many it lets through, for so many accepted ``pairs``."""
    reached, left, behind = {}, {}, float(pairs)
    survivors = ACCEPTED
    for stage in reversed(cascade.stages):
        rejected = REJECTED.get(stage, 0)
        left[stage] = behind
        behind *= (survivors + rejected) / survivors
        survivors += rejected
        reached[stage] = behind
    return reached, left


def _calls(
    cascade: CascadeSettings, reached: Mapping[str, float], left: Mapping[str, float], offered: float
) -> dict[Purpose, float]:
    """Return how many calls each purpose takes; a lost vote is taken to stop half-way between first and last chance."""

    def at(stage: str, accepted: float, rejected: float) -> float:
        return left.get(stage, 0) * accepted + (reached.get(stage, 0) - left.get(stage, 0)) * rejected

    def vote(stage: str, voters: int, needed: int) -> float:
        return at(stage, needed, (voters - needed + 1 + voters) / 2)

    trips = 2 if cascade.round_trip.biased_too else 1
    needed: dict[Purpose, float] = {
        "expand": offered / EXPANSION_SIZE,
        "translate": at("certificate", 1, cascade.certificate.translations),
        "rebuild": at("round_trip", trips, trips),
        "judge": vote("bias_existence", cascade.bias_existence.votes, cascade.bias_existence.votes)
        + vote("bias_judge", cascade.bias_judge.votes, cascade.bias_judge.yes),
        "grounding": at("grounding", 1, 1),
        "decide": vote("decision", cascade.decision.runs, cascade.decision.agreeing),
    }
    return {purpose: number for purpose, number in needed.items() if number}


def _entry(purpose: str, number: float, asked: float, answered: float) -> CallEstimate:
    return CallEstimate.model_validate(
        {
            "purpose": purpose,
            "role": ROLES[purpose],  # type: ignore[index]
            "calls": round(number),
            "prompt_tokens": round(number * asked),
            "completion_tokens": round(number * answered),
        }
    )


Size = tuple[float, float]
"""Tokens of a question and of its answer."""


def _expand(seed: Seed, corpus: Corpus, prompts: Prompts) -> Size:
    texts = [text for one in corpus.seeds_of(seed.bias)[:2] for _, text in one.texts]
    return _tokens(expansion_question(prompts, corpus, seed.bias, 0)), EXPANSION_SIZE * _length(*texts) / 2


def _translate(seed: Seed, corpus: Corpus, prompts: Prompts) -> Size:
    programs = seed.programs
    answer = _length(programs.axioms, programs.unbiased, programs.biased, programs.note)
    return _tokens(translation_question(prompts, seed.bias, seed.texts, seed)), answer


def _rebuild(seed: Seed, corpus: Corpus, prompts: Prompts) -> Size:
    return _tokens(rebuild_question(prompts, seed.programs.unbiased, seed)), _length(seed.texts.unbiased)


def _judge(seed: Seed, corpus: Corpus, prompts: Prompts) -> Size:
    return _tokens(pair_question(prompts, corpus.sheet(seed.bias), seed.texts, "Option A")), SHORT_ANSWER


def _grounding(seed: Seed, corpus: Corpus, prompts: Prompts) -> Size:
    messages = grounding_question(prompts, corpus.sheet(seed.bias), seed.texts, seed.programs.unbiased)
    return _tokens(messages), _length(seed.texts.unbiased, seed.texts.biased)


def _decide(seed: Seed, corpus: Corpus, prompts: Prompts) -> Size:
    return _tokens(prompts.fill("decide", text=seed.texts.unbiased)), SHORT_ANSWER


_SIZES: dict[Purpose, Callable[[Seed, Corpus, Prompts], Size]] = {
    "expand": _expand,
    "translate": _translate,
    "rebuild": _rebuild,
    "judge": _judge,
    "grounding": _grounding,
    "decide": _decide,
}


def _tokens(messages: tuple[Message, ...]) -> float:
    return _length(*(message.content for message in messages))


def _length(*texts: str) -> float:
    return sum(map(len, texts)) / CHARACTERS_A_TOKEN
