"""Engines: run a function over many chunks of work, in worker processes on this machine or on a Ray cluster."""

from probe.engine.local import LocalWorkers
from probe.engine.pool import ChunkPool, Worker, mapped
from probe.engine.serving import Opening, Work

__all__ = ["ChunkPool", "LocalWorkers", "Opening", "Work", "Worker", "mapped"]
