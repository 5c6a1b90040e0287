"""The process of a worker on this machine, a script (see probe/workers/child.py) that local.py starts."""

import pickle
from typing import TYPE_CHECKING, Any

from probe.engine.serving import Server

if TYPE_CHECKING:
    from probe.workers.child import ParentLink


def serve(link: "ParentLink", settings: dict[str, Any]) -> None:
    """Answer the parent: first what to open, then work and a chunk at a time."""
    server: Server | None = None
    while (request := link.receive()) is not None:
        if server is None:
            server = Server(pickle.loads(request))
            outcome = server.open()
        else:
            outcome = server.answer(*pickle.loads(request))
        link.send(pickle.dumps(outcome, protocol=pickle.HIGHEST_PROTOCOL))
    if server is not None:
        server.close()
