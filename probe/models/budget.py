"""The budget of a run and what it has used: calls, tokens, money."""

from collections.abc import Sequence
from dataclasses import dataclass

from probe.errors import BudgetError
from probe.models.prices import Price, Prices
from probe.values import Answer, Budget, Spent, Usage


@dataclass
class _Account:
    """The paid usage of one model, and its price."""

    price: Price | None
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0

    @property
    def usd(self) -> float:
        return self.price.of(self.prompt_tokens, self.completion_tokens) if self.price else 0.0

    @property
    def needs_price(self) -> bool:
        return self.price is None and bool(self.prompt_tokens or self.completion_tokens)


class Ledger:
    """Counts what a run uses, and refuses attempts once its budget is spent.

    Attempts in progress count as calls, so ``max_calls`` is never exceeded. Their cost is not known yet, so ``max_usd``
    can be exceeded by the attempts in progress when it is reached.
    """

    def __init__(self, budget: Budget, prices: Prices, spent: Sequence[Spent] = ()) -> None:
        self._budget = budget
        self._prices = prices
        self._accounts: dict[str, _Account] = {}
        self._under_way = 0
        self._cached = 0
        for entry in spent:
            account = self._account(entry.spec)
            account.calls += entry.calls
            account.prompt_tokens += entry.prompt_tokens
            account.completion_tokens += entry.completion_tokens

    def begin(self) -> None:
        """Record an attempt that is about to be sent. Raise BudgetError if the budget is spent."""
        calls, usd = self._budget.max_calls, self._budget.max_usd
        if calls is not None and self._calls() + self._under_way >= calls:
            raise BudgetError(f"the budget of {calls} calls is spent: raise --max-calls and run the same command again")
        if usd is not None and self._usd() >= usd:
            raise BudgetError(f"the budget of ${usd:g} is spent: raise --max-usd and run the same command again")
        self._under_way += 1

    def end(self) -> None:
        """Record that an attempt has ended, answered or not."""
        self._under_way -= 1

    def pay(self, spec: str, answer: Answer) -> None:
        """Count a paid answer, kept or lost; ``spec`` is the model's name."""
        account = self._account(spec)
        account.calls += 1
        account.prompt_tokens += answer.prompt_tokens
        account.completion_tokens += answer.completion_tokens

    def found(self) -> None:
        """Count an answer that cost nothing because it was stored already."""
        self._cached += 1

    def usage(self) -> Usage:
        """Return all counts; see Usage for the meaning of money if prices are missing."""
        accounts = self._accounts.values()
        unpriced = tuple(sorted(name for name, account in self._accounts.items() if account.needs_price))
        priced = any(account.price for account in accounts)
        return Usage(
            calls=self._calls(),
            cached=self._cached,
            prompt_tokens=sum(account.prompt_tokens for account in accounts),
            completion_tokens=sum(account.completion_tokens for account in accounts),
            usd=self._usd() if priced or not unpriced else None,
            unpriced=unpriced,
        )

    def _account(self, spec: str) -> _Account:
        if spec not in self._accounts:
            self._accounts[spec] = _Account(self._prices.of(spec))
        return self._accounts[spec]

    def _calls(self) -> int:
        return sum(account.calls for account in self._accounts.values())

    def _usd(self) -> float:
        return sum(account.usd for account in self._accounts.values())
