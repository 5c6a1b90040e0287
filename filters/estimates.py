"""Estimates of the calls, tokens and cost of a command before any model is asked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from pydantic import JsonValue

from probe.asking import Calls
from probe.document import Document, Grid
from probe.ports import PriceList
from probe.values import ModelSpec, Value

WITHOUT_CALLS = ("grammar", "simulated")
"""Providers that need no model."""


class CallEstimate(Value):
    """The calls of one purpose: their number and total tokens."""

    purpose: str
    role: str
    calls: int
    prompt_tokens: int
    completion_tokens: int


class Estimate(Value):
    """The estimate for ``pairs`` from ``offered`` candidates; ``source`` names what it is estimated from.

    Answers contain reasoning tokens only where they are estimated from answers that a run has (``reasoning_counted``).
    """

    pairs: int
    offered: int
    source: str
    calls: tuple[CallEstimate, ...]
    reasoning_counted: bool = False

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


def entry_of(calls: Sequence[Calls]) -> CallEstimate:
    """Return the total of ``calls``, which have one purpose."""
    return CallEstimate(
        purpose=calls[0].purpose,
        role=calls[0].role,
        calls=round(sum(call.number for call in calls)),
        prompt_tokens=round(sum(call.number * call.question for call in calls)),
        completion_tokens=round(sum(call.number * call.answer for call in calls)),
    )


@dataclass(frozen=True)
class PricedEstimate:
    """An estimate with its cost by entry (None: no price), the calls already made, and the price file."""

    estimate: Estimate
    usd: tuple[float | None, ...]
    unpriced_models: tuple[str, ...]
    calls_made: int
    prices: str

    @property
    def total(self) -> float | None:
        """The total in US dollars, None if a price is missing."""
        amounts = [amount for amount in self.usd if amount is not None]
        return sum(amounts) if len(amounts) == len(self.usd) else None

    @property
    def document(self) -> Document:
        """Calls, tokens and cost by purpose."""
        estimate, numbers = self.estimate, ("number", "tokens in", "tokens out", "US$")

        def cells(calls: int, prompt_tokens: int, completion_tokens: int, usd: float | None) -> tuple[str, ...]:
            return *map(str, (calls, prompt_tokens, completion_tokens)), "?" if usd is None else f"{usd:.4f}"

        rows = [
            (entry.purpose, entry.role, *cells(entry.calls, entry.prompt_tokens, entry.completion_tokens, usd))
            for entry, usd in self._entries()
        ]
        sums = cells(estimate.total, estimate.prompt_tokens, estimate.completion_tokens, self.total)
        columns = ("calls", "role", *numbers)
        grid = Grid("Estimate", columns, (*rows, ("all", "", *sums)), numbers=numbers, records=True, titled=False)
        return Document("", (grid,))

    def _entries(self) -> Iterator[tuple[CallEstimate, float | None]]:
        return zip(self.estimate.calls, self.usd, strict=True)

    def notes(self, noun: str = "pairs") -> tuple[str, ...]:
        """Return how many of ``noun`` the estimate is for, what it is from, and what it does not count."""
        estimate = self.estimate
        candidates = f" from about {estimate.offered} candidates" if estimate.offered != estimate.pairs else ""
        notes = [f"for {estimate.pairs} {noun}{candidates}, estimated from {estimate.source}"]
        if estimate.calls and not estimate.reasoning_counted:
            notes.append("reasoning tokens are not counted: a model that reasons before it answers takes more tokens")
        notes.append(f"{self.calls_made} calls of this run are already made; no model was called")
        if self.total is None:
            notes.append(f"no total cost: {self.prices} has no price for {', '.join(self.unpriced_models)}")
        return tuple(notes)

    def to_json(self) -> dict[str, JsonValue]:
        """Return the estimate as JSON."""
        estimate = self.estimate
        return {
            "pairs": estimate.pairs,
            "offered": estimate.offered,
            "source": estimate.source,
            "calls": estimate.total,
            "calls_made": self.calls_made,
            "prompt_tokens": estimate.prompt_tokens,
            "completion_tokens": estimate.completion_tokens,
            "reasoning_counted": estimate.reasoning_counted,
            "usd": self.total,
            "prices": self.prices,
            "by_purpose": [{**entry.model_dump(mode="json"), "usd": usd} for entry, usd in self._entries()],
        }


def priced_estimate(
    estimate: Estimate, specs_by_role: Mapping[str, Sequence[ModelSpec | None]], prices: PriceList, calls_made: int = 0
) -> PricedEstimate:
    """Return ``estimate`` with its cost; calls of a role that asks no model are left out.

    ``specs_by_role`` are the models of each role, and ``calls_made`` is the number of calls that are already made.
    """
    models = {role: [spec for spec in specs if _is_model(spec)] for role, specs in specs_by_role.items()}
    entries = tuple(entry for entry in estimate.calls if entry.calls and models.get(entry.role))
    costs = tuple(_cost(entry, models[entry.role], prices) for entry in entries)
    unpriced_models = {str(spec) for entry in entries for spec in models[entry.role] if prices.of(spec) is None}
    shown_estimate = estimate.model_copy(update={"calls": entries})
    return PricedEstimate(shown_estimate, costs, tuple(sorted(unpriced_models)), calls_made, str(prices.source))


def _is_model(spec: ModelSpec | None) -> TypeGuard[ModelSpec]:
    return spec is not None and spec.provider not in WITHOUT_CALLS


def _cost(entry: CallEstimate, specs: Sequence[ModelSpec], prices: PriceList) -> float | None:
    """Return the cost of calls that ``specs`` share evenly, None if one of them has no price."""
    total = 0.0
    for spec in specs:
        price = prices.of(spec)
        # A sum that leaves out a model without a price would look like the cost of the whole run.
        if price is None:
            return None
        total += price.of(entry.prompt_tokens, entry.completion_tokens) / len(specs)
    return total
