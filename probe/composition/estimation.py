"""The dry run, put together: what a generation will take, priced, and no model is opened."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from probe.composition.generation import GenerateCommand, composes
from probe.files.corpus import read_corpus
from probe.filters.settings import load_settings
from probe.models import Prices
from probe.prompts import load_prompts
from probe.services.estimate import CallEstimate, Estimate, Learned, estimate_from_run, estimate_from_seeds
from probe.store import FILE_NAME, read_run
from probe.values import CandidateState, ModelSpec


@dataclass(frozen=True)
class PricedEstimate:
    """An estimate with its cost by entry (None: no price), the calls made already, and the price file."""

    estimate: Estimate
    usd: tuple[float | None, ...]
    unpriced: tuple[str, ...]
    made: int
    prices: str

    @property
    def total(self) -> float | None:
        """All of it in US dollars, None where a price is missing."""
        known = [amount for amount in self.usd if amount is not None]
        return sum(known) if len(known) == len(self.usd) else None


def estimate(command: GenerateCommand, out: Path) -> PricedEstimate:
    """Estimate what ``command`` will take, from its run's file where there is one; no model is asked."""
    corpus, prompts = read_corpus(command.seeds), load_prompts(command.prompts)
    cascade = load_settings(command.profile, command.cascade)
    biases = command.settings.biases
    pairs = command.settings.per_bias * len(biases)
    learned = _learned(out)
    if learned and learned.accepted:
        found = estimate_from_run(pairs, learned)
    else:
        found = estimate_from_seeds(pairs, biases, corpus, prompts, cascade)
    prices = Prices.load(command.access.prices, os.environ)
    writers = tuple(spec for spec in command.authors if not composes(spec))
    if not writers:  # what is composed brings its programs along
        asked_for = tuple(entry for entry in found.calls if entry.purpose not in ("expand", "translate"))
        found = found.model_copy(update={"calls": asked_for})
    asked = {"author": writers, **{role: (spec,) if spec else () for role, spec in command.by_role()}}
    costs = [_cost(entry, asked[entry.role], prices) for entry in found.calls]
    unpriced = {str(spec) for entry in found.calls for spec in asked[entry.role] if prices.of(spec) is None}
    made = sum(number for number, _, _ in learned.calls.values()) if learned else 0
    return PricedEstimate(found, tuple(costs), tuple(sorted(unpriced)), made, str(prices.source))


def _cost(entry: CallEstimate, specs: Sequence[ModelSpec], prices: Prices) -> float | None:
    """Return what calls cost that several models share evenly, None where one of them has no price."""
    total = 0.0
    for spec in specs:
        price = prices.of(spec)
        if price is None:
            return None
        total += price.of(entry.prompt_tokens, entry.completion_tokens) / len(specs)
    return total


def _learned(out: Path) -> Learned | None:
    if not (out / FILE_NAME).is_file():
        return None
    with read_run(out) as store:
        states = store.candidate_states()
        offered = sum(states.values())
        return Learned(states.get(CandidateState.ACCEPTED, 0), offered, store.call_means())
