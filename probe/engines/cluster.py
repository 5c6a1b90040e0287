"""Workers as actors on a Ray cluster (https://www.ray.io), the optional extra ``ray``."""

import logging
from collections import deque
from contextlib import suppress
from typing import Any

from probe.engine.worker import ChunkServer
from probe.errors import MissingError, StoppedError
from probe.version import install_command
from probe.workers import WorkerLost
from probe.workers.child import KEEP_WORKER

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


class RayWorker:
    """One actor with a core of its own, which answers frames as a process on this machine does."""

    def __init__(self) -> None:
        # A core each, so that Ray places no more workers on a machine than it can run at once.
        self._actor = ray.remote(num_cpus=1)(ChunkServer).remote()
        self._replies: deque[Any] = deque()

    def greeting(self) -> bytes:
        """Wait until the cluster has a free core. Raise StoppedError if the actor ends before."""
        self._replies.append(self._actor.__ray_ready__.remote())
        try:
            self._reply()
        except WorkerLost as lost:
            raise StoppedError(f"a worker of the cluster {lost} while it started: repeat the command") from lost
        return b""

    def send(self, request: bytes, seconds: float | None = None) -> None:
        """Give the actor a frame."""
        self._replies.append(self._actor.answer.remote(request))

    def receive(self, seconds: float | None = None) -> bytes:
        """Return the reply to the oldest frame. Raise WorkerLost if the actor ends."""
        return KEEP_WORKER + bytes(self._reply())

    def interrupt(self) -> None:
        """End the actor."""
        with suppress(Exception):  # the cluster may be gone
            ray.kill(self._actor)

    kill = interrupt

    def _reply(self) -> Any:
        try:
            return ray.get(self._replies.popleft())
        except _LOST as error:  # the ways in which Ray reports a lost actor
            raise WorkerLost(f"ended: {type(error).__name__}") from error
