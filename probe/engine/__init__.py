"""Engines: run a function over many chunks of work, in worker processes on this machine or on a Ray cluster."""

from probe.engine.local import LocalWorkers
from probe.engine.mapping import mapped
from probe.engine.serving import Opening, Work

__all__ = ["LocalWorkers", "Opening", "Work", "mapped"]
