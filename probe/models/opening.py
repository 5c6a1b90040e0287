"""Open models by name: the only place that combines adapters, gateways, prices and budget."""

import asyncio
import logging
import os
from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace

from probe.errors import InputError
from probe.models.batches import BatchEndpoint
from probe.models.budget import Ledger, Prices
from probe.models.chat import ATTEMPT_TIMEOUT, ChatModel
from probe.models.collecting import BatchGateway
from probe.models.concurrency import AdaptiveLimit
from probe.models.endpoint import Endpoint, Sdk, known_secrets, open_sdk, resolve_endpoint
from probe.models.gateway import Adapter, Gateway, RetryPolicy
from probe.models.pace import Pace
from probe.models.parameters import refuse_ineffective
from probe.models.program import CommandSubject
from probe.models.providers import (
    ModelHost,
    Spreading,
    command_to_reach,
    extension_of,
    hosted,
    provider_named,
    provider_names,
)
from probe.models.python_function import PROVIDER, PythonFunction, python_function
from probe.models.refusals import CallParameters
from probe.models.simulated import Rule, RuleSubject
from probe.ports import CallStore, SubjectFunction
from probe.values import Budget, ModelSpec, Rates, Usage

_LOG = logging.getLogger(__name__)


@dataclass(repr=False, eq=False)
class OpenedModels:
    """The models of one run: equal names share a gateway, models of one endpoint share connections and concurrency.

    ``concurrency`` is the maximum number of concurrent calls per endpoint; ``base_url`` is the address of every model
    over HTTP, unless the model's name gives another (``openai/m?base_url=…``); ``simulated`` returns the rules of
    simulated subjects, and without it there are none; ``functions`` are Python functions by name (``python/name``).
    ``spreading`` is where models of this machine run; without it, each answers in one process of its own. Close it in
    the event loop that used it.
    """

    store: CallStore
    _: KW_ONLY
    concurrency: int = 8
    base_url: str | None = None
    simulated: Callable[[ModelSpec], Rule] | None = None
    budget: Budget = field(default_factory=Budget)
    prices: Prices | None = None
    policy: RetryPolicy = field(default_factory=RetryPolicy)
    rates: Rates = field(default_factory=Rates)
    timeout: float = ATTEMPT_TIMEOUT
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    functions: Mapping[str, SubjectFunction] = field(default_factory=dict)
    spreading: Spreading | None = None

    def __post_init__(self) -> None:
        if self.concurrency < 1:
            raise InputError(f"concurrency {self.concurrency}: must be at least 1")
        self._prices = self.prices or Prices.load(None, self.environment)
        self._ledger = Ledger(self.budget, self._prices, self.store.spent_usages())
        self._gateways: dict[str, Gateway | BatchGateway] = {}
        self._sdks: dict[tuple[str, str], Sdk] = {}
        self._hosts: dict[str, ModelHost] = {}
        self._limits: dict[str, AdaptiveLimit] = {}
        self._paces: dict[str, Pace] = {}
        self._python_functions: list[PythonFunction] = []

    def open(self, spec: ModelSpec) -> Gateway | BatchGateway:
        """Return the gateway to ``spec``.

        Raise InputError for an unknown provider, name or option, and for a model without a price if money is limited;
        MissingError for a key that is not set, or a local model that is not installed.
        """
        name = str(spec)
        if name not in self._gateways:
            self._gateways[name] = self._open(spec)
        return self._gateways[name]

    def _open(self, spec: ModelSpec) -> Gateway | BatchGateway:
        return (
            self._batch_gateway(spec)
            if spec.batched and spec.provider in provider_names()
            else self._direct_gateway(spec)
        )

    def _direct_gateway(self, spec: ModelSpec) -> Gateway:
        adapter = self._adapter(spec)
        host = self._hosts.get(spec.provider)
        # The limit is meant for servers; local workers need enough questions to keep all of them busy.
        concurrency = max(self.concurrency, host.concurrency if host else 0)
        # By address: providers limit an account, whichever of its models is asked.
        limit = self._limits.setdefault(adapter.endpoint, AdaptiveLimit(concurrency))
        pace = self._paces.setdefault(adapter.endpoint, Pace(self.rates.rpm, self.rates.tpm))
        gateway = Gateway(adapter, self.store, limit=limit, ledger=self._ledger, pace=pace, policy=self.policy)
        if isinstance(adapter, ChatModel):
            gateway.provider, gateway.turn = provider_named(spec.provider), adapter.turn
        return gateway

    def _batch_gateway(self, spec: ModelSpec) -> BatchGateway:
        parameters, endpoint, sdk = self._connect(spec)
        extension = extension_of(spec.provider)
        open_batches = BatchEndpoint if extension is None else extension.batches
        batches = replace(open_batches(spec, endpoint, sdk), max_wait=self.policy.max_wait)
        return BatchGateway(parameters, batches, self.store, self._ledger)

    def usage(self) -> Usage:
        """Return what the run has used, earlier sessions included."""
        return self._ledger.usage()

    def notices(self) -> tuple[str, ...]:
        """Return notices about the run's models: refused parameters, missing prices."""
        notices = [notice for gateway in self._gateways.values() for notice in gateway.notices()]
        source = self._prices.source
        notices += [f"{name} has no price in {source}: only its tokens are counted" for name in self.usage().unpriced]
        notices += [notice for name in self._gateways if (notice := self._prices.public_notice(name)) is not None]
        return tuple(notices)

    async def drain(self) -> None:
        """Wait for the calls in progress, so that every paid answer is stored and counted."""
        await asyncio.gather(*(gateway.drain() for gateway in self._gateways.values()))

    async def close(self) -> None:
        """Wait for the calls in progress, close all connections and end the processes of local models."""
        try:
            await self.drain()
        finally:
            for host in self._hosts.values():
                host.close()
            for function in self._python_functions:
                function.close()
        await asyncio.gather(*(sdk.close() for sdk in self._sdks.values()))

    def _adapter(self, spec: ModelSpec) -> Adapter:
        if spec.provider == "simulated":
            if self.simulated is None:
                raise InputError(f"{spec}: a simulated subject only decides; use another model here")
            return RuleSubject(spec, self.simulated(spec))
        if spec.provider in hosted():
            return self._host(spec.provider).open(spec)
        secrets = known_secrets(self.environment)
        if spec.provider == PROVIDER:
            function = python_function(spec, self.functions, concurrency=self.concurrency, secrets=secrets)
            self._refuse_limit(spec, "a Python function")
            self._python_functions.append(function)
            return function
        if spec.is_program:
            self._refuse_limit(spec, "a program")
            return CommandSubject(spec, self.environment, secrets)
        return ChatModel(*self._connect(spec), timeout=self.timeout)

    def _connect(self, spec: ModelSpec) -> tuple[CallParameters, Endpoint, Sdk]:
        if spec.provider not in provider_names():
            names = ", ".join([*provider_names(), *hosted(), "simulated"])
            raise InputError(f"{spec}: unknown provider: choose one of {names}")
        extension = extension_of(spec.provider)
        parameters = CallParameters(spec, provider_named(spec.provider))
        refuse_ineffective(spec, parameters.from_name, parameters.provider.ignored, parameters.provider.most)
        if extension is not None:
            extension.check(spec, parameters.from_name)
        if self.budget.max_usd is not None and self._prices.of(spec) is None:
            raise InputError(f"{spec}: --max-usd needs its price: add one to {self._prices.source}")
        endpoint = resolve_endpoint(spec, self.base_url, self.environment)
        self._report_answers_elsewhere(spec, endpoint.url)
        key = (endpoint.provider, endpoint.url)
        if key not in self._sdks:
            open_client = open_sdk if extension is None else extension.open
            self._sdks[key] = open_client(endpoint, connections=self.concurrency, timeout=self.timeout)
        return parameters, endpoint, self._sdks[key]

    def _report_answers_elsewhere(self, spec: ModelSpec, url: str) -> None:
        """Warn, before anything is paid, if the run has answers of this model from another address.

        The address is part of a call's identity, because another server may answer differently. There is no warning if
        this address already has at least as many answers as any other.
        """
        answers = dict(self.store.answered_at(spec))
        count_here = answers.pop(url, 0)
        for other_url, count in answers.items():
            if count > count_here:
                command = command_to_reach(spec.provider, other_url)
                remedy = command or "ask there again"
                _LOG.warning(
                    "%s: the answers of this run so far (%d) are from %s; calls to %s are made and paid for anew; to go"
                    " on with those answers: %s",
                    *(spec, count, other_url, url, remedy),
                )

    def _host(self, provider: str) -> ModelHost:
        if provider not in self._hosts:
            self._hosts[provider] = hosted()[provider].host(self.spreading)
        return self._hosts[provider]

    def _refuse_limit(self, spec: ModelSpec, description: str) -> None:
        if self.budget.max_usd is not None:
            raise InputError(f"{spec}: --max-usd cannot limit what {description} costs: use --max-calls")
