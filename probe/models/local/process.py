"""The process that runs a local model, seen from the outside: questions go in, answers come out, in any order."""

import json
import os
from collections.abc import Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from probe.errors import ModelFault, ProbeError
from probe.models.local.source import WeightsSource
from probe.workers import MultiplexedWorker, WorkerScript

Reply = dict[str, Any]
MAX_THREADS = 8
"""Each thread reads its own question on one core; more would only use memory."""
SCRIPT = Path(__file__).with_name("worker.py")
SILENT_SECONDS = 120.0
"""Seconds without a heartbeat, which is sent every few seconds, after which the process is suspended or hangs."""
_ROOT = Path(__file__).parents[3]


class ModelProcess(MultiplexedWorker[Reply]):
    """Runs one model in a separate process, ``threads`` questions at once on a CPU."""

    def __init__(self, source: WeightsSource, device: str, threads: int | None = None) -> None:
        settings = {**source.settings, "device": device, "threads": threads or _threads()}
        variables = _variables(hub=source.path is None)
        script = WorkerScript(f"the process of local/{source.name}", SCRIPT, settings, variables=variables)
        self._source = source
        super().__init__(script, start_seconds=SILENT_SECONDS, silent_seconds=SILENT_SECONDS)

    def ask(self, question: Mapping[str, Any]) -> Future[Reply]:
        """Send a question; the future has the reply, or the error that prevents it."""
        return self.submit(json.dumps(question).encode("ascii"))

    def read(self, reply: bytes) -> Reply:
        """Return a reply. Raise ModelFault for a question that cannot be answered."""
        return checked_reply(json.loads(reply), self._source)

    def not_loaded(self, reason: str) -> ProbeError:
        """Return the error for weights that cannot be loaded."""
        return self._source.not_loaded(reason)


def checked_reply(reply: Reply, source: WeightsSource) -> Reply:
    """Return a reply. Raise ModelFault if it contains an error."""
    if error := reply.get("error"):
        raise ModelFault(f"local/{source.name}: {error}")
    return reply


def _variables(*, hub: bool) -> dict[str, str]:
    """Return the additional environment variables of the process; only a model on the hub may use the network."""
    paths = [str(_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {"PYTHONPATH": os.pathsep.join(paths), **library_settings(hub=hub)}


def library_settings(*, hub: bool) -> dict[str, str]:
    """Return the environment variables that keep the libraries from using the network and cores that others use."""
    offline = {} if hub else {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1"}
    return {"TOKENIZERS_PARALLELISM": "false", **offline}


def _threads() -> int:
    """Return how many questions a CPU computes at once: one per core that this process may use, at most eight."""
    return min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1, MAX_THREADS)
