"""Bulk work: a function over many chunks, in worker processes on this machine or those of an engine (a Ray cluster)."""

from probe.engine.local import LocalWorkers
from probe.engine.pool import ChunkPool, Worker, WorkerMaker, mapped
from probe.engine.serving import Opening, Work

__all__ = ["ChunkPool", "LocalWorkers", "Opening", "Work", "Worker", "WorkerMaker", "mapped"]
