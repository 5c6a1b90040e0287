"""What a run may use and has used: calls, tokens, and money at the prices of a file that users edit."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Self
from urllib.parse import parse_qsl

from probe.calling import definitions, instructions
from probe.content import ContentFile
from probe.errors import BudgetError, CorpusError
from probe.forms import FORMS, response_format
from probe.models.public_prices import price_at_provider, public_prices
from probe.values import Answer, Budget, ModelSpec, Price, Purpose, Request, SpentUsage, Usage

PACKAGED_FILE = Path(__file__).with_name("prices.toml")
"""The file that is read if the user has none; it explains its own format."""

_UNCHARGED = ("local/", "simulated/", "python/", "ollama/")
"""Models that no provider charges for."""


class Prices:
    """A table of prices by model, and the file it is from (``source``).

    With ``public``, a model that the file does not name has the price from genai-prices, if that package is installed.
    These prices are valid only for models at the provider's own address.
    """

    def __init__(self, table: Mapping[str, Price], source: Path, *, public: bool = False) -> None:
        """Use ``table``, which has every entry as spelled in the file ``source``, in its order."""
        self.table = table
        self.source = source
        self._public = public

    def of(self, spec: ModelSpec | str) -> Price | None:
        """Return the price of a model (the batch price if its name asks for batches), None if the file has none.

        An entry with exactly its name (without options) wins; else the longest pattern (``openai/*``) that fits. Local
        models are free.
        """
        name, _, options = str(spec).partition("?")
        matching_patterns = [pattern for pattern in self.table if pattern == name or fnmatchcase(name, pattern)]
        if matching_patterns:
            price: Price | None = self.table[
                max(matching_patterns, key=lambda pattern: (pattern == name, len(pattern)))
            ]
        else:
            price = self._unlisted(str(spec))
        return price.in_batch() if price is not None and "batch" in dict(parse_qsl(options)) else price

    def _unlisted(self, name: str) -> Price | None:
        if name.startswith("local/"):
            return Price(input=0, output=0)
        return price_at_provider(ModelSpec.parse(name)) if self._is_public(name) else None

    def public_notice(self, name: str) -> str | None:
        """Return the notice that this model's price comes from genai-prices, None if it does not."""
        if not self._is_public(name) or (price := self._unlisted(name)) is None:
            return None
        notice = f"{name} has no price in {self.source}: that of {public_prices()} is used"
        full_price = ModelSpec.parse(name).batched and price.batch_input is None
        return f"{notice}; it lists no batch price, so batches count at the full one" if full_price else notice

    def _is_public(self, name: str) -> bool:
        """Whether the price of this model, if there is one, comes from genai-prices."""
        model_name = name.partition("?")[0]
        listed = any(pattern == model_name or fnmatchcase(model_name, pattern) for pattern in self.table)
        return self._public and not listed and "/" in model_name and not model_name.startswith(_UNCHARGED)

    @classmethod
    def load(cls, file: Path | None, environment: Mapping[str, str], *, public: bool = False) -> Self:
        """Read ``file``, else the user's price file, else the packaged one. Raise InputError for a broken file."""
        user_prices = user_file(environment)
        source = file or (user_prices if user_prices.is_file() else PACKAGED_FILE)
        return cls(_read_prices(ContentFile(source)), source, public=public)


def user_file(environment: Mapping[str, str]) -> Path:
    """Return the path of a user's price file: ``~/.config/probe/prices.toml``, or below ``XDG_CONFIG_HOME``."""
    config = environment.get("XDG_CONFIG_HOME") or str(Path(environment.get("HOME", "~")).expanduser() / ".config")
    return Path(config) / "probe" / "prices.toml"


def _read_prices(source: ContentFile) -> dict[str, Price]:
    """Return the price of each model in a file. Raises CorpusError, which lists all problems with their lines."""
    problems: list[str] = []
    prices: dict[str, Price] = {}
    for name, entry in source.data.items():
        if not isinstance(entry, dict):
            form = f'write a table, ["{name}"] with input = 0.15 and output = 0.6'
            problems.append(str(source.error((name,), f"{name}: {form}")))
        elif price := source.joined(Price, [(name,)], problems):
            prices[name] = price
    if problems:
        raise CorpusError(problems, "file")
    return prices


@dataclass
class _Account:
    """The paid usage of one model, and its price."""

    price: Price | None
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    longest: int = 0

    @property
    def usd(self) -> float:
        return self.price.of(self.prompt_tokens, self.completion_tokens, self.cached_tokens) if self.price else 0.0

    @property
    def needs_price(self) -> bool:
        return self.price is None and bool(self.prompt_tokens or self.completion_tokens)


LIKELY_ANSWER = 4096
"""Tokens that an attempt without ``max_tokens`` reserves for its answer, unless an earlier answer was longer."""
PER_MESSAGE = 16
"""Tokens that a provider may add to each message, and to the question."""


def question_bound(request: Request) -> int:
    """Return the largest number of tokens that a question can have: a token is at least one byte of UTF-8."""
    texts = (message.content.encode("utf-8", "replace") for message in request.sent_messages)
    form = _form_bound(request.purpose) if request.purpose in FORMS else 0
    return sum(len(text) + PER_MESSAGE for text in texts) + PER_MESSAGE + form + tools_bound(request)


def tools_bound(request: Request) -> int:
    """Return the most tokens that tool definitions and earlier tool calls can take, as functions or as plain text."""
    argument_bytes = sum(
        len(call.arguments.encode("utf-8", "replace")) for message in request.messages for call in message.calls
    )
    call_count = sum(len(message.calls) for message in request.messages)
    definitions_length = (
        len(instructions(request.tools)) + len(json.dumps(definitions(request.tools))) if request.tools else 0
    )
    return argument_bytes + call_count * PER_MESSAGE + definitions_length


@cache
def _form_bound(purpose: Purpose) -> int:
    """Return the most tokens that the schema can take if the model is asked for a structured answer."""
    return len(json.dumps(response_format(purpose)))


class Ledger:
    """Counts what a run uses, and refuses attempts that its budget does not cover.

    Attempts in progress count as calls, so ``max_calls`` is never exceeded. Each reserves what it costs in the worst
    case, so ``max_usd`` is not exceeded either, as long as answers are no longer than what is reserved for them. The
    same holds for pending calls, which a provider answers in a batch, perhaps in a later session.
    """

    def __init__(self, budget: Budget, prices: Prices, spent: Sequence[SpentUsage] = ()) -> None:
        self._budget = budget
        self._prices = prices
        self._accounts: dict[str, _Account] = {}
        self._in_progress_count = 0
        self._reserved_usd = 0.0
        self._pending: dict[str, float] = {}
        self._deferred_usd = 0.0
        self._attempt_ended = asyncio.Event()
        self._cached_count = 0
        # Limits apply to all sessions of a run together.
        for entry in spent:
            counts = entry.model_dump(exclude={"spec"})
            self._accounts[entry.spec] = _Account(prices.of(entry.spec), **counts)

    async def begin(self, spec: str, request: Request, max_tokens: int | None = None) -> float:
        """Record an attempt that is about to be sent, and return what is reserved for it, in US dollars.

        Waits while attempts in progress may still leave enough of the budget. Raises BudgetError if it is spent.
        """
        reserve = self._worst_case(spec, request, max_tokens)
        while not self._covers(reserve):
            self._attempt_ended.clear()
            await self._attempt_ended.wait()
        self._in_progress_count += 1
        self._reserved_usd += reserve
        return reserve

    def _covers(self, reserve: float) -> bool:
        """Whether the budget covers an attempt now. Raise BudgetError if it would not even if all others failed."""
        max_calls, max_usd = self._budget.max_calls, self._budget.max_usd
        if max_usd is not None and self._usd() + self._deferred_usd + self._reserved_usd + reserve > max_usd:
            # Attempts in progress usually cost less than they reserve, so the budget is spent only if their end could
            # not help.
            if not self._in_progress_count or self._usd() + self._deferred_usd + reserve > max_usd:
                pending = f", ${self._deferred_usd:.4f} are reserved for pending batches" if self._pending else ""
                raise BudgetError(
                    f"the budget of ${max_usd:g} covers no further call: ${self._usd():.4f} are used{pending}, and the"
                    f" next call may cost up to ${reserve:.4f}; raise --max-usd and run the same command again"
                )
            return False
        # Pending calls are paid for when their batch is collected, perhaps in a later session.
        call_count = self._calls() + len(self._pending)
        if max_calls is not None and call_count >= max_calls:
            pending = f", {len(self._pending)} of them in pending batches" if self._pending else ""
            raise BudgetError(
                f"the budget of {max_calls} calls is spent{pending}: raise --max-calls and run the same command again"
            )
        return max_calls is None or call_count + self._in_progress_count < max_calls

    def end(self, reserve: float) -> None:
        """Record that an attempt has ended, answered or not, and release its ``reserve`` (US dollars)."""
        self._in_progress_count -= 1
        # Repeated subtraction leaves rounding errors; where nothing is under way, the exact value is known.
        self._reserved_usd = self._reserved_usd - reserve if self._in_progress_count else 0.0
        self._attempt_ended.set()

    def defer(self, key: str, reserve: float) -> None:
        """Record that an attempt waits for its batch; its reservation is kept until ``settle``."""
        self.end(reserve)
        self._pending[key] = reserve
        self._deferred_usd += reserve

    def expect(self, key: str, spec: str, request: Request, max_tokens: int | None = None) -> None:
        """Reserve the highest possible cost of a call that an earlier session sent in a batch."""
        self._pending[key] = reserve = self._worst_case(spec, request, max_tokens)
        self._deferred_usd += reserve

    def settle(self, key: str) -> None:
        """Record that a call is no longer pending."""
        self._deferred_usd -= self._pending.pop(key, 0.0)
        self._deferred_usd = self._deferred_usd if self._pending else 0.0
        self._attempt_ended.set()

    @property
    def pending(self) -> int:
        """How many calls wait for their batch."""
        return len(self._pending)

    def _worst_case(self, spec: str, request: Request, max_tokens: int | None) -> float:
        account = self._account(spec)
        if self._budget.max_usd is None or account.price is None:
            return 0.0
        # As if nothing were cached: only the response shows what was.
        return account.price.of(question_bound(request), max_tokens or max(LIKELY_ANSWER, account.longest))

    def pay(self, spec: str, answer: Answer) -> None:
        """Count a paid answer, usable or not; ``spec`` is the model's name."""
        account = self._account(spec)
        account.calls += 1
        account.prompt_tokens += answer.prompt_tokens
        account.completion_tokens += answer.completion_tokens
        account.cached_tokens += answer.cached_tokens
        account.longest = max(account.longest, answer.completion_tokens)

    def count_stored(self) -> None:
        """Count an answer that cost nothing because it was stored already."""
        self._cached_count += 1

    def usage(self) -> Usage:
        """Return all counts; Usage explains its amount of money if prices are missing."""
        accounts = self._accounts.values()
        unpriced = tuple(sorted(name for name, account in self._accounts.items() if account.needs_price))
        priced = any(account.price for account in accounts)
        return Usage(
            calls=self._calls(),
            cached=self._cached_count,
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
