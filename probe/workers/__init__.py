"""Worker processes: start, frames, limits, death with the parent, restart, and results in order.

A ``Pool`` gives each worker one request at a time; a ``MultiplexedWorker`` answers many at once, in any order; a
``WorkerProcess`` is what both are made of. Each adapter has a script, which only contains what its workers do.
"""

from probe.workers.multiplexed import MultiplexedWorker
from probe.workers.ordered import in_order
from probe.workers.pool import Pool, Worker
from probe.workers.process import WorkerLost, WorkerProcess, WorkerScript

__all__ = ["MultiplexedWorker", "Pool", "Worker", "WorkerLost", "WorkerProcess", "WorkerScript", "in_order"]
