"""Bulk work: a function over many chunks, in worker processes on this machine or those of an engine (a Ray cluster)."""

from probe.engine.pool import ChunkPool, Opening, Work, start_here

__all__ = ["ChunkPool", "Opening", "Work", "start_here"]
