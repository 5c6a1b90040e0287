"""Workers as actors on a Ray cluster (https://www.ray.io), the optional extra ``ray``."""

import logging
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

from probe.engine.serving import ChunkOutcome, Opening, Server, Work
from probe.errors import MissingError
from probe.version import install_command
from probe.workers import WorkerLost

try:
    import ray
    from ray.exceptions import RayActorError, RaySystemError, WorkerCrashedError
except ImportError as error:
    raise MissingError(f"Ray is not installed: {install_command('ray')}") from error

_LOST = (RayActorError, RaySystemError, WorkerCrashedError)


def cores(address: str) -> int:
    """Connect to the cluster at ``address`` and return the number of its cores. Raises MissingError without one."""
    try:
        # Without its logs, which would come between the messages of the command.
        ray.init(address=address, ignore_reinit_error=True, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        reason = " ".join(str(error).split())[:200]
        raise MissingError(f"no Ray cluster at {address} ({reason}): ray start --head, or --address local") from error
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


class RayWorkers:
    """Makes one actor per core of the cluster at ``address`` (``auto``: the running one; ``local``: start one here)."""

    def __init__(self, opening: Opening, address: str = "auto", workers: int | None = None) -> None:
        available = cores(address)
        self.workers = workers or available
        self._opening = opening

    def make(self) -> "RayWorker":
        """Return a worker that is not started."""
        return RayWorker(self._opening)


class RayWorker:
    """One actor with a core of its own."""

    def __init__(self, opening: Opening) -> None:
        # A core each, so that Ray places no more workers on a machine than it can run at once.
        self._actor = ray.remote(num_cpus=1)(Server).remote(opening)

    def start(self) -> Future[ChunkOutcome]:
        """Wait until the cluster has a free core, and open the resource there."""
        return _future(self._actor.open.remote())

    def submit(self, work: Work, chunk: Any) -> Future[ChunkOutcome]:
        """Give the actor a chunk."""
        return _future(self._actor.answer.remote(work, chunk))

    def close(self) -> None:
        """End the actor."""
        with suppress(Exception):  # the cluster may be gone
            ray.kill(self._actor)


def _future(reference: Any) -> Future[ChunkOutcome]:
    """Return the future of a remote call, with WorkerLost for the ways in which Ray reports a lost actor."""
    outcome: Future[ChunkOutcome] = Future()

    def settle(done: Future[ChunkOutcome]) -> None:
        # The caller was cancelled, and nothing waits for this outcome.
        if not outcome.set_running_or_notify_cancel():
            return
        error = done.exception()
        if error is None:
            outcome.set_result(done.result())
        else:
            outcome.set_exception(WorkerLost(f"ended: {type(error).__name__}") if isinstance(error, _LOST) else error)

    reference.future().add_done_callback(settle)
    return outcome
