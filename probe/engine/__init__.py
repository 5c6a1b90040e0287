"""Engines: run a function over many chunks of work, in worker processes on this machine or on a Ray cluster."""

from probe.engine.local import LocalWorkers
from probe.engine.mapping import Worker, mapped
from probe.engine.pool import Pool
from probe.engine.serving import Opening, Work

__all__ = ["LocalWorkers", "Opening", "Pool", "Work", "Worker", "mapped"]
