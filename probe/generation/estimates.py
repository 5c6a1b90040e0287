"""Estimate the calls, tokens and cost of a generation before any model is asked."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from probe.files.corpus import read_corpus
from probe.filters.asking import Calls
from probe.filters.cascade import CascadeSettings, find_stage, load_settings
from probe.filters.stage import Example
from probe.generation.authors import expansion_calls
from probe.generation.generate import GenerateCommand, composes
from probe.ports import PriceList
from probe.prompts import Prompts, load_prompts
from probe.session import holds_run, load_prices, read_run
from probe.values import Bias, CandidateState, Corpus, ModelSpec, Value

ACCEPTED = 806
"""Accepted pairs of GPT-4o mini in the published run (PROBE-SWE, Table 2 and its data).

Each stage records its rejections in that run; a stage that the paper does not count has none.
"""
ROLES: Mapping[str, str] = {
    "expand": "author",
    "translate": "translator",
    "rebuild": "translator",
    "judge": "judge",
    "grounding": "judge",
    "decide": "decider",
    "polish": "polisher",
}
"""The role that answers the calls of each purpose, as counted in a run's file."""


class CallEstimate(Value):
    """The calls of one purpose: their number and total tokens."""

    purpose: str
    role: str
    calls: int
    prompt_tokens: int
    completion_tokens: int


class Estimate(Value):
    """The estimate for a generation of ``pairs``; ``source`` names the origin of the yield (accepted per offered)."""

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


class RunCounts(NamedTuple):
    """The counts of a run's file: accepted pairs, offered candidates, and by purpose calls and mean tokens."""

    accepted: int
    offered: int
    calls: Mapping[str, tuple[int, float, float]]


def estimate_from_run(pairs: int, counts: RunCounts) -> Estimate:
    """Scale the calls of a run with at least one accepted pair up to ``pairs``."""
    scale = pairs / counts.accepted
    calls = [
        _entry([Calls(purpose, ROLES.get(purpose, purpose), number * scale, asked, answered)])
        for purpose, (number, asked, answered) in sorted(counts.calls.items())
    ]
    source = f"the run in this folder: {counts.accepted} accepted of {counts.offered} offered"
    return Estimate(pairs=pairs, offered=round(counts.offered * scale), source=source, calls=tuple(calls))


def estimate_from_seeds(
    pairs: int, biases: tuple[Bias, ...], corpus: Corpus, prompts: Prompts, cascade: CascadeSettings
) -> Estimate:
    """Estimate from the seeds' lengths and the published rejections, read in the order of this cascade."""
    needed: dict[str, list[Calls]] = defaultdict(list)
    examples = [Example(corpus.seeds_of(bias)[0], prompts, corpus) for bias in biases]
    seen, survivors = float(pairs), ACCEPTED
    for name in reversed(cascade.stages):
        stage, passed = find_stage(name), seen
        seen *= (survivors + stage.published_rejections) / survivors
        survivors += stage.published_rejections
        for example in examples:
            calls = stage.calls(cascade.sections[name], seen, passed, example)
            if calls is not None:
                needed[calls.purpose].append(calls._replace(number=calls.number / len(examples)))
    for example in examples:
        calls = expansion_calls(seen, example)
        needed[calls.purpose].append(calls._replace(number=calls.number / len(examples)))
    order = [purpose for purpose in ROLES if purpose in needed]
    others = [purpose for purpose in needed if purpose not in ROLES]
    source = f"published rejections of GPT-4o mini: {ACCEPTED} accepted of {survivors} offered"
    entries = tuple(_entry(needed[purpose]) for purpose in (*order, *others))
    return Estimate(pairs=pairs, offered=round(seen), source=source, calls=entries)


def _entry(calls: Sequence[Calls]) -> CallEstimate:
    return CallEstimate(
        purpose=calls[0].purpose,
        role=calls[0].role,
        calls=round(sum(one.number for one in calls)),
        prompt_tokens=round(sum(one.number * one.question for one in calls)),
        completion_tokens=round(sum(one.number * one.answer for one in calls)),
    )


@dataclass(frozen=True)
class PricedEstimate:
    """An estimate with its cost by entry (None: no price), the calls already made, and the price file."""

    estimate: Estimate
    usd: tuple[float | None, ...]
    unpriced: tuple[str, ...]
    made: int
    prices: str

    @property
    def total(self) -> float | None:
        """The total in US dollars, None if a price is missing."""
        known = [amount for amount in self.usd if amount is not None]
        return sum(known) if len(known) == len(self.usd) else None


def estimate(command: GenerateCommand, out: Path) -> PricedEstimate:
    """Estimate the calls and cost of ``command``, from its run's file if there is one; no model is asked."""
    corpus = read_corpus(command.seeds)
    prompts = load_prompts(command.prompts, corpus.words)
    biases = command.settings.biases or corpus.biases
    pairs = command.settings.per_bias * len(biases)
    counts = _run_counts(out)
    if counts and counts.accepted:
        found = estimate_from_run(pairs, counts)
    else:
        cascade = load_settings(command.profile, command.cascade)
        found = estimate_from_seeds(pairs, biases, corpus, prompts, cascade)
    prices, _ = load_prices(command.access.prices)
    writers = tuple(spec for spec in command.roles.authors if not composes(spec))
    if not writers:  # composed candidates include their programs
        asked_for = tuple(entry for entry in found.calls if entry.purpose not in ("expand", "translate"))
        found = found.model_copy(update={"calls": asked_for})
    asked = {"author": writers, **{role: (spec,) if spec else () for role, spec in command.roles.by_role().items()}}
    costs = [_cost(entry, asked[entry.role], prices) for entry in found.calls]
    unpriced = {str(spec) for entry in found.calls for spec in asked[entry.role] if prices.of(spec) is None}
    made = sum(number for number, _, _ in counts.calls.values()) if counts else 0
    return PricedEstimate(found, tuple(costs), tuple(sorted(unpriced)), made, str(prices.source))


def _cost(entry: CallEstimate, specs: Sequence[ModelSpec], prices: PriceList) -> float | None:
    """Return the cost of calls that ``specs`` share evenly, None if one of them has no price."""
    total = 0.0
    for spec in specs:
        price = prices.of(spec)
        if price is None:
            return None
        total += price.of(entry.prompt_tokens, entry.completion_tokens) / len(specs)
    return total


def _run_counts(out: Path) -> RunCounts | None:
    if not holds_run(out):
        return None
    with read_run(out) as run:
        states = run.candidate_states()
        return RunCounts(states.get(CandidateState.ACCEPTED, 0), sum(states.values()), run.call_means())
