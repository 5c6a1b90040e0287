"""A worker process on this machine: ``python -m probe.engine.process``, started by local.py."""

import os

from probe.engine.frames import receive, send
from probe.engine.serving import Server


def main() -> None:
    """Serve standard input: first what to open, then work and a chunk at a time."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints goes to standard error, not among the replies
    server = Server(receive(requests))
    send(replies, server.open())
    try:
        while True:
            work, chunk = receive(requests)
            send(replies, server.answer(work, chunk))
    except (EOFError, BrokenPipeError):
        server.close()


if __name__ == "__main__":
    main()
