"""Start the test server by hand: ``python -m tests.server --port 8399``, then ``probe generate --base-url …``."""

import argparse
import threading
from pathlib import Path

from tests.server.answers import Answers, FaultInjector
from tests.server.chat import serving
from tests.server.subject import ServedSubject


def main() -> None:
    """Serve until interrupted; the base URL is printed once the server answers."""
    parser = argparse.ArgumentParser(prog="python -m tests.server", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--latency", type=float, default=0.0, help="seconds before every answer")
    parser.add_argument("--faults", type=float, default=0.0, help="share of requests that fail once")
    parser.add_argument(
        "--garbage", type=float, default=0.0, help="share of requests that are answered unreadably once"
    )
    parser.add_argument("--dataset", type=Path, metavar="DIR", help="answer as a subject about these dilemmas instead")
    parser.add_argument("--subject", default="simulated/rational", metavar="SPEC", help="which subject answers then")
    flags = parser.parse_args()
    answers = ServedSubject(flags.subject, flags.dataset) if flags.dataset else Answers()
    with serving(FaultInjector(answers, faults=flags.faults, garbage=flags.garbage), flags.port) as server:
        server.latency = flags.latency
        print(server.url, flush=True)  # noqa: T201 - this is what a user waits for
        threading.Event().wait()


if __name__ == "__main__":
    main()
