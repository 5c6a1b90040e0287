"""What a run may cost, and what it has cost: calls, tokens, money."""

from collections.abc import Sequence

from pydantic import Field

from probe.errors import BudgetError
from probe.models.prices import Prices
from probe.values import Answer, ModelSpec, Spent, Usage
from probe.values.base import Value


class Budget(Value):
    """Hard limits of a run, all its sessions together: answered calls, and US dollars. None: no limit."""

    max_calls: int | None = Field(default=None, ge=0)
    max_usd: float | None = Field(default=None, ge=0)


class Ledger:
    """Counts what a run uses up, and refuses attempts when its budget is spent.

    Attempts under way count as calls until they end, so that ``max_calls`` is never exceeded; what they will cost is
    not known, so ``max_usd`` can be exceeded by what is under way when it is reached.
    """

    def __init__(self, budget: Budget, prices: Prices, spent: Sequence[Spent] = ()) -> None:
        self._budget = budget
        self._prices = prices
        self._spent = {entry.spec: entry for entry in spent}
        self._calls = sum(entry.calls for entry in spent)
        self._usd = sum(self._cost(entry) for entry in spent)
        self._under_way = 0
        self._cached = 0

    def begin(self) -> None:
        """Note an attempt that is about to be sent. Raise BudgetError where the budget is spent."""
        calls, usd = self._budget.max_calls, self._budget.max_usd
        if calls is not None and self._calls + self._under_way >= calls:
            raise BudgetError(f"the budget of {calls} calls is spent: raise --max-calls and run the same command again")
        if usd is not None and self._usd >= usd:
            raise BudgetError(f"the budget of ${usd:g} is spent: raise --max-usd and run the same command again")
        self._under_way += 1

    def end(self) -> None:
        """Note that an attempt has ended, answered or not."""
        self._under_way -= 1

    def pay(self, spec: ModelSpec, answer: Answer) -> None:
        """Count an answer that was paid for, kept or lost."""
        name = str(spec)
        paid = Spent(spec=name, calls=1, prompt_tokens=answer.prompt_tokens, completion_tokens=answer.completion_tokens)
        before = self._spent.get(name, Spent(spec=name))
        self._spent[name] = Spent(
            spec=name,
            calls=before.calls + 1,
            prompt_tokens=before.prompt_tokens + paid.prompt_tokens,
            completion_tokens=before.completion_tokens + paid.completion_tokens,
        )
        self._calls += 1
        self._usd += self._cost(paid)

    def found(self) -> None:
        """Count an answer that cost nothing, because it was there already."""
        self._cached += 1

    def usage(self) -> Usage:
        """Return everything that was counted; see Usage for what money means where prices are missing."""
        entries = self._spent.values()
        with_tokens = [entry for entry in entries if entry.prompt_tokens or entry.completion_tokens]
        unpriced = tuple(sorted(entry.spec for entry in with_tokens if self._prices.of(entry.spec) is None))
        return Usage(
            calls=self._calls,
            cached=self._cached,
            prompt_tokens=sum(entry.prompt_tokens for entry in entries),
            completion_tokens=sum(entry.completion_tokens for entry in entries),
            usd=None if unpriced and len(unpriced) == len(with_tokens) else self._usd,
            unpriced=unpriced,
        )

    def _cost(self, spent: Spent) -> float:
        price = self._prices.of(spent.spec)
        return price.of(spent) if price else 0.0
