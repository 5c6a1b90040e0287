"""The provider ``local``: causal language models on this machine."""

from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from typing import Any

from probe.models.local.model import LocalModel, Runner, device_of
from probe.models.local.process import ModelProcess
from probe.models.local.source import PACKAGE, PACKAGED_MODEL, WeightsSource, find_source
from probe.models.local.worker import BATCH
from probe.models.local.workers import ModelWorkers, OwnedModel, open_model
from probe.models.providers import Spreading
from probe.values import ModelSpec


class Local:
    """Models that transformers runs (a HostedProvider)."""

    def host(self, spreading: Spreading | None) -> "LocalHost":
        """Return the host that opens models; each answers in its own process, or in workers."""
        return LocalHost(spreading)

    def require(self, spec: ModelSpec) -> None:
        """Raise MissingError if weights or libraries are absent, InputError for an unusable name."""
        find_source(spec)

    def describe(self) -> str:
        """Return the packaged model and its version. Raises MissingError with the command that installs it."""
        self.require(ModelSpec(provider="local", model=PACKAGED_MODEL))
        return f"local/{PACKAGED_MODEL} ({PACKAGE} {version(PACKAGE)})"


class LocalHost:
    """Opens models for one run; equal weights on one device share a process, or workers."""

    endpoint = LocalModel.endpoint

    def __init__(self, spreading: Spreading | None) -> None:
        self._spreading = spreading
        self._runners: dict[tuple[WeightsSource, str], Runner] = {}
        self.concurrency = BATCH * spreading.workers if spreading else 0

    def open(self, spec: ModelSpec) -> LocalModel:
        """Return a model, which starts with its first question."""
        key = find_source(spec), device_of(spec)

        def start() -> Runner:
            if key not in self._runners:
                self._runners[key] = self._start(*key)
            return self._runners[key]

        return LocalModel(spec, start)

    def close(self) -> None:
        """End every process."""
        for runner in self._runners.values():
            runner.close()

    def _start(self, source: WeightsSource, device: str) -> Runner:
        if self._spreading is None:
            return ModelProcess(source, device)
        pool: Callable[..., Any] = self._spreading.pool
        return ModelWorkers(source, pool(partial(open_model, source, device), OwnedModel.answer))
